"""The strip of turns on the page: colours of sides stay, nobody who is out looks well, stages are read."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from affray import operations
from affray.core.message import english
from affray.core.ruleset import ruleset
from tests.page.conftest import watched
from tests.page.tables import LAPTOP, PHONE, Host, done, has_sideways_scroll
from tests.table.test_order_told import strip
from tests.table.worlds import GAMES, steps
from tests.whole import part_of

pytestmark = pytest.mark.slow


def put(page: Page, **sections: Any) -> None:
    """Draw a page with these sections, as of another moment."""
    page.evaluate(
        """async sections => { const { state, change, flush } = await import(document
        .querySelector("script[type=module]").src.replace("main.js", "state.js"));
        change(() => (state.view = { ...state.view, ...sections })); flush(); }""",
        sections,
    )


def played(game: str) -> list[dict[str, Any]]:
    """A strip of a game on which somebody is out and others are not."""
    for scene in ruleset(game).scenes:
        session = operations.start(f"{game}/{scene}", seed=3)
        for _ in steps(session):
            told = strip(session)
            if any(f.out for f in told) and any(f.stage == "next" for f in told):
                found: list[dict[str, Any]] = json.loads(msgspec.json.encode(told, enc_hook=english))
                return found
    raise AssertionError("nobody was ever out")


def colours(page: Page) -> dict[str, str]:
    """The colour of each fighter's side, as it is drawn."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".strip .card")].map(card =>
        [card.querySelector(".name").textContent, getComputedStyle(card.querySelector(".mark")).fill]))"""
    )
    return found


@pytest.mark.parametrize("game", [*part_of(GAMES, 2)])
def test_nobody_who_is_out_looks_well(host: Host, master: Page, game: str) -> None:
    order = played(game)
    put(master, order=order)
    cards = master.locator(".strip .card")
    expect(cards).to_have_count(len(order))
    expect(master.locator(".strip .card.out").first).to_be_visible()
    expect(master.locator(".strip .card.out .good")).to_have_count(0)
    names = cards.locator(".name").all_text_contents()
    assert names == [f["name"] for f in order], "the page sorts nothing"
    following = [f["name"] for f in order if f["stage"] == "next"]
    assert master.locator(".strip .card.stage-next .name").all_text_contents() == following
    for size in (PHONE, LAPTOP):
        master.set_viewport_size(size)
        assert not has_sideways_scroll(master)


def test_who_has_acted_who_is_up_and_who_is_next_is_read_aloud(master: Page) -> None:
    said = {
        "acted": "has acted",
        "up": "acting now",
        "next": "next",
        "passes": "skips",
        "held": "holding",
    }
    order = played("coriolis")
    for f, stage in zip(order, said, strict=False):
        f.update(stage=stage, now=False, out=False)
    put(master, order=order)
    cards = master.get_by_role("navigation", name="Turn order").get_by_role("button")
    for n, (f, words) in enumerate(zip(order, said.values(), strict=False)):
        expect(cards.nth(n).locator(".sr").first).to_have_text(f", {f['side']}, {words}")


def test_colours_of_sides_stay_when_a_foe_becomes_known(host: Host, faults: list[str]) -> None:
    master = watched(host.open("horizon/ambush"), faults)
    player = watched(host.seat(master, "Guard 1", name="Ann"), faults)
    expect(player.locator(".strip .card", has_text="Guard 1")).to_be_visible()
    before = colours(player)
    assert not {"Wren", "Tamsin"} & set(before)
    for words in ("place Wren 12 1", "place Tamsin 12 1", "aware Guard 1 yes", "aware Guard 2 yes"):
        done(master, {"do": "override", "words": words, "why": "they come up"})
    expect(player.locator(".strip .card", has_text="Wren")).to_be_visible()
    after, whole = colours(player), colours(master)
    assert before.items() <= after.items()
    assert after == {name: whole[name] for name in after}
    assert len({after["Guard 1"], after["Wren"]}) == 2
    player.context.close()
    master.context.close()
