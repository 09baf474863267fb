"""A turn that ends with its last deed, and the same deed once more: one tap each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.page.conftest import watched
from tests.page.tables import (
    PATIENCE,
    PHONE,
    Host,
    asked,
    done,
    has_sideways_scroll,
    sent,
    settled,
    until,
    view,
)
from tests.page.test_access import faults_of

pytestmark = pytest.mark.slow

ENDED = "state.view.log.some(line => line.words.includes('ends the turn'))"


def ends(page: Page) -> int:
    """How many turns somebody has ended."""
    return sum("ends the turn" in str(line["words"]) for line in view(page)["log"])


def opened(page: Page, action: Locator) -> None:
    """Open the sheet of an action; a finger that comes as the menu moves is not heeded."""
    for _ in range(20):
        settled(page)
        action.click()
        with suppress(Error):
            page.locator("#do-it").wait_for(timeout=2_000)
            return
    raise AssertionError("its sheet does not open")


def shoot(page: Page, button: str) -> None:
    """Ines' first attack, by this button of its sheet."""
    asked_so = asked(page, "action")["id"]
    attack = page.locator(".menu .chance").first
    attack.wait_for()
    opened(page, attack)
    page.locator(button).click()
    until(page, f"state.view.ask?.id !== {asked_so!r}")


@pytest.fixture
def duel(master: Page) -> Page:
    """Ines against Rourke: nobody acts by itself, and Ines' dice are real."""
    done(master, {"do": "hands", "name": "Ines", "manner": "dice"})
    done(master, {"do": "hands", "name": "Rourke", "manner": "person"})
    return master


def rolled(page: Page) -> None:
    """All that is asked on the way is answered, until it is somebody's turn again."""
    while (ask := view(page)["ask"]) and ask["kind"] != "action":
        settled(page)
        page.locator("#roll, .options .option").first.click()
        until(page, f"state.view.ask?.id !== {ask['id']!r}")


def until_ended(page: Page, who: str) -> None:
    """Answer, past the page's buttons, all but what somebody is to do, until their turn has ended."""
    for _ in range(PATIENCE // 20):
        seen = view(page)  # once: what is asked is what follows this log
        if f"{who} ends the turn" in [line["words"] for line in seen["log"]]:
            return
        now = seen["ask"]
        if now and now["mine"] and (now["name"], now["kind"]) != (who, "action"):
            sent(page, {"do": "roll"} if now["kind"] == "dice" else {"do": "answer", "n": 1})
        page.wait_for_timeout(20)
    raise AssertionError(f"the turn of {who} never ended")


def test_a_turn_ends_with_its_last_deed_and_no_other_turn_does(duel: Page) -> None:
    shoot(duel, "#do-and-end")
    expect(duel.locator(".then")).to_have_text(re.compile("^Ines.s turn ends after this."))
    rolled(duel)
    until(duel, ENDED)
    until(duel, "state.view.ask?.name === 'Rourke' && state.view.ask.kind === 'action'")
    expect(duel.locator(".then")).to_have_count(0)
    assert ends(duel) == 1


SLOWLY = """async wait => { const { link } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js")); const answered = link.answered.bind(link);
    link.answered = message => setTimeout(() => answered(message), wait); }"""


def test_a_turn_ends_though_its_answer_comes_after_all_that_it_led_to(duel: Page) -> None:
    shoot(duel, "#do-and-end")
    duel.evaluate(SLOWLY, 2_000)  # by then the chances of the next menu are there, too
    rolled(duel)
    until(duel, ENDED)


def test_a_turn_ends_while_one_looks_at_the_past(duel: Page) -> None:
    shoot(duel, "#do-and-end")
    duel.get_by_role("button", name="More", exact=True).click()
    duel.get_by_role("dialog").get_by_role("button", name="Look back").click()
    until(duel, "state.past !== null")
    until_ended(duel, "Ines")
    assert ends(duel) == 1


@pytest.mark.parametrize("how", ["the button", "undo"])
def test_it_is_let_go_by_a_tap_and_by_taking_back(duel: Page, how: str) -> None:
    shoot(duel, "#do-and-end")
    if how == "undo":
        done(duel, {"do": "undo", "n": 1})
        until(duel, "state.view.undo.redo > 0")
    else:
        duel.get_by_role("button", name="Keep going").click()
    expect(duel.locator(".then")).to_have_count(0)
    if how == "undo":
        shoot(duel, "#do-it")
    rolled(duel)
    until(duel, "state.view.ask?.name === 'Ines' && state.view.ask.kind === 'action'")
    assert ends(duel) == 0


@pytest.fixture
def yard(host: Host, faults: list[str]) -> Iterator[Page]:
    """A game with two attacks a turn, on a phone."""
    page = watched(host.open("yard", viewport=PHONE, has_touch=True), faults)
    yield page
    page.context.close()


def test_what_was_done_is_offered_once_more(yard: Page) -> None:
    for name in ("Raider 1", "Raider 2", "Raider 3", "Gunner"):
        done(yard, {"do": "hands", "name": name, "manner": "person"})
    who = view(yard)["ask"]["name"]
    settled(yard)
    assert yard.locator(".again").count() == 0
    label, cost = next((a["label"], a["cost"]) for a in view(yard)["actions"] if a["kind"] == "attack")
    opened(yard, yard.locator(f'.menu button[aria-label^="{label}, {cost}"]').first)
    begun = view(yard)["undo"]["entries"]
    yard.locator("#do-it").tap()
    until(yard, f"state.view.undo.entries > {begun}")
    asked(yard, "action", who)
    again = yard.locator(".again")
    expect(again).to_contain_text(label)
    assert not has_sideways_scroll(yard)
    assert not faults_of(yard)
    settled(yard)
    yard.locator("#again-and-end").tap()
    until_ended(yard, who)
    words = [line["words"] for line in view(yard)["log"]]
    assert words.count(f"{who}: {label}") == 2, "the end is nobody's tap"
