"""The builder of a server that was begun with packs: they are there without being brought."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, has_sideways_scroll, ready, serving
from tests.page.test_access import faults_of
from tests.page.test_build import added, counted, opened

pytestmark = pytest.mark.slow

PACKS = {
    "harbour": {
        "pack.toml": 'ruleset = "coriolis"\ntitle = "Harbour arms"\n',
        "weapons.csv": "name,kind,bonus,damage,crit,band,tags\n"
        "flare gun,ranged,-1,2,3,Short,light\nboat hook,melee,1,2,2,Close,\n",
        "archetypes.toml": '[[archetypes]]\nname = "docker"\n'
        "attributes = { strength = 5, agility = 3, wits = 2, empathy = 3 }\n",
    },
    "rivets": {
        "pack.toml": 'ruleset = "d6"\ntitle = "Rivets"\nreplaces = ["armours"]\n',
        "weapons.csv": "name,kind,skill,damage,range,hands\nrivet hammer,melee,melee combat,8,5,2\n",
    },
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    place = tmp_path_factory.mktemp("packs")
    for name, files in PACKS.items():
        (place / name).mkdir()
        for file, text in files.items():
            (place / name / file).write_text(text, encoding="utf-8")
    return [str(place / name) for name in PACKS]


@pytest.fixture(scope="module")
def stocked(host: Host, folders: list[str]) -> Iterator[Host]:
    """The same browser at a server with packs."""
    with serving(*(word for folder in folders for word in ("--pack", folder))) as link:
        found = Host(host.browser, link)
        first = found.context().new_page()  # who comes first waits for processes to begin
        first.context.add_cookies(found.cookies)
        first.goto(f"{found.base}/build")
        first.locator("#undo").wait_for()
        first.context.close()
        yield found


@pytest.fixture
def page(stocked: Host, faults: list[str]) -> Iterator[Page]:
    found = watched(stocked.context(viewport=LAPTOP).new_page(), faults)
    found.context.add_cookies(stocked.cookies)
    yield found
    found.context.close()


def unfolded(page: Page) -> None:
    page.get_by_role("region", name="Packs").locator("summary").click()


def test_people_and_arms_of_a_pack_fight_and_are_kept(page: Page, stocked: Host) -> None:
    opened(page, stocked)
    added(page, "docker")
    page.locator("#f-fighters-0-weapons").select_option("boat hook")
    added(page, "soldier")
    page.locator("#f-fighters-1-weapons").select_option("flare gun")
    page.locator("#f-title").fill("On the quay")
    before = counted(page)
    assert len(before) == 2
    page.locator("#save").click()
    expect(page.locator("#voice")).to_contain_text("Saved: On the quay")
    page.evaluate("() => localStorage.clear()")
    page.goto(f"{stocked.base}/build?kept=on-the-quay")
    expect(page.locator(".person")).to_have_count(2)
    assert counted(page) == before
    expect(page.locator(".faults")).to_have_count(0)
    page.locator("#start").click()
    page.wait_for_url("**/s/*")
    ready(page)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("body")).to_contain_text("boat hook")


def test_they_are_shown_without_a_way_to_remove_them(page: Page, stocked: Host, tmp_path: Path) -> None:
    opened(page, stocked, "duel")
    expect(page.get_by_role("region", name="Packs").locator("summary")).to_contain_text("1")
    unfolded(page)
    pack = page.locator(".pack")
    expect(pack).to_have_count(1)
    for said in ("Harbour arms", "Comes with this server.", "Weapons (2): flare gun, boat hook", "docker"):
        expect(pack).to_contain_text(said)
    expect(pack.get_by_role("button")).to_have_count(0)
    own = tmp_path / "own.toml"
    own.write_text(
        'ruleset = "coriolis"\ntitle = "My own"\n[[weapons]]\nname = "oar"\nkind = "melee"\ndamage = 1\n'
    )
    page.locator("#pack").set_input_files(own)
    expect(pack).to_have_count(2)
    expect(pack.nth(1)).to_contain_text("Weapons (1): oar")
    expect(pack.nth(1).get_by_role("button")).to_have_count(1)
    pack.nth(1).get_by_role("button").click()
    expect(pack).to_have_count(1)
    page.locator("#f-fighters-0").click()
    page.locator("#f-fighters-0-weapons-0").select_option("flare gun")
    counted(page)
    page.locator("#game").select_option("d6")
    expect(page.locator(".columns")).to_have_attribute("data-game", "d6")
    expect(pack).to_contain_text("In place of the game's own: armours")


def test_a_pack_with_a_name_of_theirs_is_refused_in_a_sentence(
    page: Page, stocked: Host, tmp_path: Path, faults: list[str]
) -> None:
    twice = tmp_path / "twice.toml"
    twice.write_text(
        'ruleset = "coriolis"\ntitle = "x"\n[[weapons]]\nname = "boat hook"\nkind = "melee"\ndamage = 1\n'
    )
    opened(page, stocked, "duel")
    unfolded(page)
    page.locator("#pack").set_input_files(twice)
    expect(page.locator(".unfit")).to_contain_text("another pack already has a 'boat hook'")
    expect(page.locator(".pack")).to_have_count(1)
    assert [each for each in faults if "400 (Bad Request)" not in each] == []
    faults.clear()  # the browser says of every refusal that there was one


def test_axe_finds_nothing_and_nothing_scrolls_sideways(page: Page, stocked: Host) -> None:
    opened(page, stocked, "duel")
    unfolded(page)
    for width in (320, PHONE["width"], LAPTOP["width"]):
        page.set_viewport_size({"width": width, "height": 800})
        assert not has_sideways_scroll(page), width
    assert faults_of(page) == []


def test_characters_from_elsewhere_are_a_link_away(page: Page, stocked: Host) -> None:
    opened(page, stocked, "duel")
    page.locator("#elsewhere").click()
    page.wait_for_url("**/import")
    expect(page.locator("h1")).to_have_text("Import characters")
    page.go_back()
    expect(page.locator("#f-title")).to_have_value("A duel in the cargo bay")


def test_in_french_they_come_with_the_server_too(stocked: Host, faults: list[str]) -> None:
    page = watched(stocked.context(viewport=LAPTOP, locale="fr").new_page(), faults)
    page.context.add_cookies(stocked.cookies)
    opened(page, stocked, "duel")
    page.locator("#pack").locator("xpath=ancestor::details").locator("summary").click()
    pack = page.locator(".pack")
    expect(pack).to_contain_text("Harbour arms")
    expect(pack).to_contain_text("Fourni avec ce serveur.")
    expect(pack).not_to_contain_text("server")
    page.context.close()
