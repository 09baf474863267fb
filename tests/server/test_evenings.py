"""Campaigns in the browser: pages with forms, over the same log as the command line."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from affray import campaign, operations
from affray.campaign import desk
from affray.cli import run
from affray.core.effect import Who
from affray.server.campaign_routes import FIELDS
from affray.store import stored_sessions
from affray.store.addresses import open_store
from tests.campaign.parties import correct, party
from tests.server.people import House

pytestmark = pytest.mark.slow

HERE = {"origin": "http:" + "//testserver"}
ILSE = {"name": "Ilse", "archetype": "scientist", "skills": {"medicurgy": 3}}


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def sent(house: House, path: str, **fields: str) -> Any:
    return house.host.post(path, data=fields, headers=HERE)


def begun(house: House, title: str = "The long way", game: str = "coriolis") -> str:
    """A campaign; its path."""
    return str(sent(house, "/campaigns", title=title, game=game).url.path)


def kept(house: House, session: Any, name: str = "aaaaaaaaaa") -> str:
    """Put a campaign, or a fight, that was made elsewhere into the store; its path."""
    assert house.host.portal is not None
    title = session.scene.title
    house.host.portal.call(stored_sessions.begin, house.tables.store, name, title, session, 1_000)
    return f"/campaigns/{name}"


def hurt() -> Any:
    """Zara lies Broken beside Ilse, who can help her."""
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"}, ILSE)
    correct(home, "hurt Zara 99", "1")
    return home


def taken_up(house: House, path: str) -> Any:
    assert house.host.portal is not None
    return house.host.portal.call(stored_sessions.take_up, house.tables.store, path.rpartition("/")[2])


def words(found: Any) -> str:
    """What a page says."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found.text)).split())


def fault(found: Any) -> str:
    said = re.search(r'role="alert">(.*?)</p>', found.text, re.DOTALL)
    return unescape(said[1]) if said else ""


def done(found: Any) -> list[str]:
    """The lines of what came of it."""
    part = found.text.partition('id="done"')[2].partition("</section>")[0]
    return [unescape(each) for each in re.findall(r"<li><span>(.*?)</span>", part)]


# --- a campaign and its people ------------------------------------------------------------------------


def test_one_begins_and_is_listed_and_the_start_page_leads_there(house: House) -> None:
    path = begun(house)
    assert "Nobody yet" in words(house.host.get(path))
    assert f'href="{path}"' in house.host.get("/campaigns").text
    start = house.host.get("/").text
    assert 'href="/campaigns"' in start
    assert f'href="{path}"' in start
    assert f'href="/s/{path.rpartition("/")[2]}"' not in start


def test_a_title_is_there_once_and_what_was_typed_is_kept(house: House) -> None:
    begun(house)
    found = sent(house, "/campaigns", title="the LONG way", game="coriolis")
    assert (found.status_code, fault(found)) == (400, "there is already a campaign called 'the LONG way'")
    assert 'value="the LONG way"' in found.text
    found = sent(house, "/campaigns", title="<b>", game="chess")
    assert found.status_code == 404
    assert 'value="&lt;b&gt;"' in found.text


def test_house_rules_are_those_of_the_command_line(house: House) -> None:
    found = sent(house, "/campaigns", title="A", game="coriolis", options="no_such=1")
    assert found.status_code == 400
    assert "no_such" in fault(found)
    assert ">no_such=1</textarea>" in found.text
    found = sent(house, "/campaigns", title="A", game="coriolis", options="no_such=1\naid.retry=maybe\nrest")
    said = re.findall(r"<li>(.*?)</li>", found.text.partition('role="alert"')[2].partition("</div>")[0])
    assert [each.partition(":")[0] for each in said] == ["no_such", "aid.retry", "rest"]


def test_fighters_of_a_scene_join(house: House) -> None:
    path = begun(house)
    found = sent(house, path, what="enlist", scene="shipped:ambush", only="Rashid")
    assert done(found) == ["Rashid joins (from Ambush at the water station)"]
    assert list(taken_up(house, path).names) == ["Rashid"]
    found = sent(house, path, what="enlist", scene="shipped:ambush", only="Nobody")
    assert found.status_code == 404
    assert 'value="Nobody"' in found.text


def test_a_scene_from_the_shelf_serves_too(house: House) -> None:
    house.tables.shelf.put("mine", operations.scene_text("duel"))
    path = begun(house)
    assert 'value="made:mine"' in house.host.get(path).text
    sent(house, path, what="enlist", scene="made:mine", only="Zara")
    assert list(taken_up(house, path).names) == ["Zara"]


# --- what is done -------------------------------------------------------------------------------------


def test_time_passes_and_is_taken_back_and_done_again(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    found = sent(house, path, what="do", deed="wait", n="3", span="hour")
    assert done(found) == ["day 1, 00:00:00: wait 3 hours", "3 hours later"]
    assert "day 1, 03:00:00" in words(found)
    found = sent(house, path, what="undo")
    assert "Undone." in words(found)
    assert "day 1, 00:00:00" in words(found)
    assert "day 1, 03:00:00" in words(sent(house, path, what="redo"))


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"what": "do", "deed": "wait", "n": "0", "span": "hour"}, 400, "expected 1 to 1,000"),
        ({"what": "do", "deed": "wait", "n": "x", "span": "hour"}, 400, "expected a whole number of hours"),
        ({"what": "do", "deed": "wait", "n": " ", "span": "hour"}, 400, "say how much time passes"),
        ({"what": "do", "deed": "rest"}, 400, "say how much time passes"),
        ({"what": "do", "deed": "wait", "n": "1", "span": "year"}, 400, "year"),
        ({"what": "do", "deed": "rest", "days": "2"}, 400, "no rest between fights"),
        ({"what": "do", "deed": "fly"}, 400, "fly"),
        ({"what": "do"}, 400, "got nothing"),
        ({"what": "dance"}, 400, "'dance'"),
        ({}, 400, "expected something to do"),
        ({"what": "answer", "faces": "3"}, 400, "there is no roll or choice to answer"),
        ({"what": "redo"}, 400, "there is nothing to redo"),
        ({"what": "correct", "words": " ", "why": "so"}, 400, "say what"),
        ({"what": "correct", "words": "hurt Ilse lots", "why": "so"}, 400, "lots"),
        ({"what": "bring", "fight": "none"}, 404, "none"),
        ({"what": "enlist", "scene": "shipped:../x"}, 404, "scene"),
        ({"what": "carry", "scene": "shipped:ambush"}, 400, "nobody from the campaign"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence_and_changes_nothing(
    house: House, fields: dict[str, str], status: int, said: str
) -> None:
    path = kept(house, party("coriolis", ILSE))
    before = taken_up(house, path).seq
    found = sent(house, path, **fields)
    assert (found.status_code, said in fault(found)) == (status, True), fault(found)
    assert taken_up(house, path).seq == before
    for value in (fields.get("words"), fields.get("n")):
        assert not value or f'value="{value}"' in found.text


def test_care_is_offered_with_its_odds_and_done(house: House) -> None:
    path = kept(house, hurt())
    page = house.host.get(path).text
    deed = next(each for each in re.findall(r'name="deed" value="([^"]+)"', page) if "first aid" in each)
    odds = words(house.host.get(f"{path}/odds", params={"deed": unescape(deed)}))
    assert "exact" in odds
    assert "Zara is up again" in odds
    assert " %" in odds
    found = sent(house, path, what="do", deed=unescape(deed))
    assert found.status_code == 200
    assert any("Ilse" in line for line in done(found))


def test_real_dice_are_typed_one_roll_after_the_other(house: House) -> None:
    home = hurt()
    deed = next(words for words in map(home.options.in_words, home.asking.options) if "first aid" in words)
    path = kept(house, home)
    found = sent(house, path, what="do", deed=deed, dice="on")
    assert "What you rolled" in words(found)
    assert "What now?" not in words(found)
    seq = taken_up(house, path).seq
    found = sent(house, path, what="answer", faces="9 9 9")
    assert found.status_code == 400
    assert 'value="9 9 9"' in found.text
    assert taken_up(house, path).seq == seq
    waits = taken_up(house, path).asking.chance
    found = sent(house, path, what="answer", faces=" ".join(["6"] * _dice(waits.expected)))
    assert found.status_code == 200
    assert "dice" in [line.by for line in taken_up(house, path).standing.kept]


def _dice(expected: str) -> int:
    """How many dice are wanted, from the words that ask for them."""
    return int(re.search(r"\d+", expected)[0])  # type: ignore[index]


def test_a_form_that_is_sent_twice_does_it_once(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    seq = re.search(r'name="seq" value="(\d+)"', house.host.get(path).text)
    assert seq
    form = {"what": "do", "deed": "wait", "n": "1", "span": "day", "seq": seq[1]}
    assert sent(house, path, **form).status_code == 200
    again = sent(house, path, **form)
    assert again.status_code == 409
    assert "something else has happened" in fault(again)
    assert "day 2, 00:00:00" in words(again)


def test_somebody_quicker_is_told_and_nothing_is_kept_twice(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    done_ = desk.do
    stale = taken_up(house, path)

    def slow(held: desk.Kept, *args: Any) -> desk.Done:
        found = done_(held, *args)
        rows = done_(held, "wait day").rows
        events = [stored_sessions.event_of("aaaaaaaaaa", row, 1) for row in rows]
        asyncio.run_coroutine_threadsafe(house.tables.store.append(events), loop).result(5)
        return found

    async def running() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    assert house.host.portal is not None
    loop = house.host.portal.call(running)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk, "do", slow)
        found = sent(house, path, what="do", deed="wait", n="1", span="hour")
    assert found.status_code == 409
    assert "Someone else was quicker" in fault(found)
    assert "day 2, 00:00:00" in words(found)
    assert taken_up(house, path).seq > stale.seq


def test_a_correction_says_why(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    found = sent(house, path, what="correct", words="hurt Ilse 2", why="a fall")
    assert found.status_code == 200
    assert any("2" in line for line in done(found))
    assert [line.entry.why for line in taken_up(house, path).standing.kept[-1:]] == ["a fall"]


# --- fights -------------------------------------------------------------------------------------------


def test_they_are_carried_to_a_table_and_come_back(house: House) -> None:
    path = begun(house)
    sent(house, path, what="enlist", scene="shipped:ambush", only="Rashid")
    sent(house, path, what="correct", words="hurt Rashid 2", why="a fall")
    found = sent(house, path, what="carry", scene="shipped:ambush")
    assert re.fullmatch("/s/[0-9a-f]+", found.url.path)
    fight = found.url.path.rpartition("/")[2]
    room = house.tables.rooms[fight]
    rashid = room.session.fight.fighters[list(room.session.names).index("Rashid")]
    assert rashid.sheet.hit_points - rashid.hp == 2
    page = house.host.get(path)
    assert page.text.count(f'href="/s/{fight}"') == 1
    assert "Ambush at the water station in progress To the table Bring them back" in words(page)
    found = sent(house, path, what="bring", fight=fight)
    assert found.status_code == 400
    assert "is not over yet" in fault(found)
    side = room.session.ruleset.words.card(room.session.fight, Who(0)).side
    for who in room.session.fight.everyone:
        card = room.session.ruleset.words.card(room.session.fight, who)
        if card.side != side:
            house.do(fight, "override", words=f"die {card.name}", why="they give up")
    assert f"Ambush at the water station won by the {side} To the table Bring them back" in words(
        house.host.get(path)
    )
    found = sent(house, path, what="bring", fight=fight)
    assert any(line.startswith("Back from Ambush") for line in done(found)), fault(found)
    again = sent(house, path, what="bring", fight=fight)
    assert again.status_code == 400
    assert "has already been brought back" in fault(again)
    assert f"Ambush at the water station won by the {side}" in words(house.host.get(path))
    assert "Bring them back" not in words(house.host.get(path))
    french = unescape(house.host.get(path, headers={"accept-language": "fr"}).text)
    assert "Embuscade à la station d'eau</strong>" in french
    assert ">Ambush" not in french


def test_an_older_fight_comes_back_only_where_that_is_wanted(house: House) -> None:
    path = begun(house)
    sent(house, path, what="enlist", scene="shipped:duel", only="Zara")
    fights = [
        sent(house, path, what="carry", scene="shipped:duel", again="on").url.path.rpartition("/")[2]
        for _ in range(2)
    ]
    for fight in fights:
        house.do(fight, "override", words="die Kaan", why="he gives up")
    assert done(sent(house, path, what="bring", fight=fights[1]))
    refused = sent(house, path, what="bring", fight=fights[0])
    assert refused.status_code == 400
    assert "Zara returned from A duel in the cargo bay 2" in fault(refused)
    assert 'name="again"' in refused.text
    found = sent(house, path, what="bring", fight=fights[0], again="on")
    assert any(line.startswith("Back from A duel in the cargo bay") for line in done(found)), fault(found)


def test_a_fight_in_a_file_says_where_it_is_kept(house: House) -> None:
    home = party("coriolis", ILSE)
    campaign.away(home, "friday", "A duel in the cargo bay", ["Ilse"], "evenings/friday.jsonl")
    page = words(house.host.get(kept(house, home)))
    assert "A duel in the cargo bay not back yet, saved in evenings/friday.jsonl" in page
    assert "in the terminal" in page


def test_a_fight_whose_beginning_is_taken_back_has_its_table_still(house: House) -> None:
    path = begun(house)
    sent(house, path, what="enlist", scene="shipped:duel", only="Zara")
    fight = sent(house, path, what="carry", scene="shipped:duel").url.path
    found = sent(house, path, what="undo")
    assert "Undone here, but saved until you remove it: A duel in the cargo bay" in words(found)
    assert f'href="{fight}"' in found.text
    assert "saved until you remove it" not in words(sent(house, path, what="redo"))


def test_several_things_are_taken_back_at_once(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    assert "Steps to undo" not in words(house.host.get(path))
    for _ in range(3):
        sent(house, path, what="do", deed="wait", n="1", span="day")
    found = sent(house, path, what="undo", n="2")
    assert "day 2, 00:00:00" in words(found)
    assert "Steps to undo" in words(found)
    assert "expected 1 to 2 things" in fault(sent(house, path, what="undo", n="9"))
    assert "expected a number from 1 up" in fault(sent(house, path, what="undo", n="-1"))


def test_every_fault_has_a_line_of_its_own(house: House) -> None:
    scene = operations.scene_text("duel").replace('side = "', 'sighed = "')
    house.tables.shelf.put("mine", scene)
    found = sent(house, begun(house), what="enlist", scene="made:mine")
    assert found.status_code == 400
    said = re.findall(r"<li>(.*?)</li>", found.text.partition('role="alert"')[2].partition("</div>")[0])
    assert len(said) == 4
    assert all(re.match(r"mine\.toml:\d+: fighters\.[12]\.(side|sighed): ", each) for each in said), said


def test_a_house_rule_that_there_is_not_is_told_in_french(house: House) -> None:
    given = {"title": "Longue", "game": "coriolis", "options": "range.beyon=add"}
    french = {**HERE, "accept-language": "fr"}
    found = house.host.post("/campaigns", data=given, headers=french)
    assert found.status_code == 400
    assert "'range.beyon'\N{NO-BREAK SPACE}; vouliez-vous dire 'range.beyond'" in fault(found)


def test_a_second_fight_of_a_scene_has_a_title_of_its_own(house: House) -> None:
    path = begun(house)
    sent(house, path, what="enlist", scene="shipped:ambush", only="Rashid")
    sent(house, path, what="carry", scene="shipped:ambush")
    refused = sent(house, path, what="carry", scene="shipped:ambush")
    assert refused.status_code == 400
    assert fault(refused).startswith(
        "Rashid is still in Ambush at the water station, which has not been brought back yet"
    )
    assert 'name="again"' in refused.text
    sent(house, path, what="carry", scene="shipped:ambush", again="on")
    assert 'name="again"' not in house.host.get(path).text
    page = words(house.host.get(path))
    assert "Ambush at the water station 2" in page


# --- who may, and both faces --------------------------------------------------------------------------


def test_only_the_host_and_only_from_here(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    guest = house.guest()
    for address in ("/campaigns", path, f"{path}/odds?deed=wait"):
        assert guest.get(address).status_code == 403
    for address in ("/campaigns", path):
        assert guest.post(address, data={"what": "undo"}).status_code == 403
        evil = house.host.post(address, data={"what": "undo"}, headers={"origin": "http:" + "//evil.test"})
        assert evil.status_code == 403
    assert len(taken_up(house, path).names) == 1


@pytest.mark.parametrize("name", ["none", "%00", "x" * 300])
def test_what_is_no_campaign_is_not_found(house: House, name: str) -> None:
    fight = house.table()
    for each in (name, fight):
        assert house.host.get(f"/campaigns/{each}").status_code == 404
        assert sent(house, f"/campaigns/{each}", what="undo").status_code == 404
        assert house.host.get(f"/campaigns/{each}/odds?deed=wait").status_code == 404


def test_a_form_of_too_many_fields_is_none(house: House) -> None:
    path = kept(house, party("coriolis", ILSE))
    found = sent(house, path, **{f"f{n}": "x" for n in range(40)})
    assert found.status_code == 400


def test_names_are_texts_and_no_marks(house: House) -> None:
    path = kept(house, party("coriolis", {**ILSE, "name": "<b>Ilse</b>"}))
    page = house.host.get(path).text
    assert "<b>Ilse" not in page
    assert "&lt;b&gt;Ilse" in page


def test_the_command_line_and_the_browser_take_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = str(tmp_path / "home.db")

    def typed(*said: str) -> str:
        code = run(["campaign", "--store", address, *said])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    typed("new", "The long way", "--game", "traveller", "--seed", "1")
    typed("enlist", "The long way", "startown_bar")
    for n in range(2):
        store = asyncio.run(_open(address))
        with House(store) as house:
            [listed] = house.host.portal.call(house.tables.campaigns)  # type: ignore[union-attr]
            path = f"/campaigns/{listed.session}"
            found = sent(house, path, what="do", deed="wait", n="1", span="day")
            assert f"day {2 + 2 * n}, 00:00:00" in words(found)
            house.host.portal.call(store.close)  # type: ignore[union-attr]
        assert "day" in typed("do", "The long way", "wait", "1", "day")
    assert "day 5, 00:00:00" in typed("show", "The long way")


async def _open(address: str) -> Any:
    return await open_store(address)


def test_no_field_of_a_page_is_unknown_to_its_description(house: House) -> None:
    path = kept(house, hurt())
    page = house.host.get(path).text
    assert set(re.findall(r'<(?:input|select|button)[^>]* name="(\w+)"', page)) <= set(FIELDS)
