"""Kinds of actions: what attacks, what moves and what ends a turn is what the games say it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.act_kinds import ActKinds
from affray.core.effect import Who
from affray.core.ruleset import Changed, Measure, Ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.table import menu
from affray.table.wire import WireChance
from affray.testing.roaming import RandomFight, Stop, roam
from tests.core.coins import RULESET as COINS
from tests.table.people import MASTER, Party, evening

pytestmark = pytest.mark.slow

GIVES_UP = {"SlotEnded", "TurnEnded", "Deferred", "SatOut", "OpeningOver"}
"""Effects by which a turn is over."""
ANSWERS = 120


@pytest.fixture(scope="module", params=rulesets().values(), ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Ruleset:
    found: Ruleset = request.param
    return found


@pytest.fixture(scope="module")
def fights(game: Ruleset) -> list[RandomFight]:
    scenes = [read_scene(text, game.scene, name) for name, text in game.scenes.items()]
    return [roam(game, game.start(scene), Stream(3, n), ANSWERS) for n, scene in enumerate(scenes)]


def menus(game: Ruleset, fights: list[RandomFight]) -> Iterator[tuple[Stop, Act]]:
    """Every action of a menu on the way, once for each name and whether it is at somebody."""
    seen = set()
    for stop in (stop for fight in fights for stop in fight.actions):
        for offer in game.menu(stop.fight, stop.asked.who):
            if (key := (offer.act.name, offer.act.at is None)) not in seen:
                seen.add(key)
                yield stop, offer.act


def test_every_attack_at_somebody_is_an_attack(game: Ruleset, fights: list[RandomFight]) -> None:
    aimed = 0
    for stop, act in menus(game, fights):
        asked = game.measures(stop.fight, stop.asked.who, act) if act.at is not None else ()
        hurts = any(
            m.whom == act.at and (m.kind == "hit" or (m.headline and m.kind == "harm")) for m in asked
        )
        aimed += hurts
        assert not hurts or game.kind_of(stop.fight, stop.asked.who, act) == "attack", act
    assert aimed


def test_what_gets_somewhere_is_a_move_or_drags_something_along(
    game: Ruleset, fights: list[RandomFight]
) -> None:
    for stop, act in menus(game, fights):
        arrives = any(m.kind == "arrival" for m in game.measures(stop.fight, stop.asked.who, act))
        kind = game.kind_of(stop.fight, stop.asked.who, act)
        assert not arrives or kind == "move" or (game.id, act.name) in (("d6", "hold"), ("d6", "aim")), act


def first_of(fight: RandomFight, stop: Stop) -> str:
    """The first effect on whoever was asked here, before anything else is; some wait for others' choices."""
    until = next((s.effects for s in fight.stops if s.effects > stop.effects), len(fight.effects))
    own = (e for e in fight.effects[stop.effects : until] if e.who == stop.asked.who)
    return next((type(e).__name__ for e in own), "")


def test_what_gives_up_the_turn_and_nothing_else_is_an_end(game: Ruleset, fights: list[RandomFight]) -> None:
    ended: set[str] = set()
    for fight in fights:
        for stop, entry in zip(fight.stops, fight.entries, strict=False):
            if isinstance(entry.value, Act) and (first := first_of(fight, stop)):
                end = game.kind_of(stop.fight, stop.asked.who, entry.value) == "end"
                assert end == (first in GIVES_UP), (entry.value, first)
                ended.update({entry.value.name} if end else ())
    assert "end" in ended


def test_what_is_left_of_a_turn_is_said_while_something_is(game: Ruleset, fights: list[RandomFight]) -> None:
    said = {game.kinds.left(stop.fight.fighter(stop.asked.who)) for fight in fights for stop in fight.actions}
    assert all(words == "" or words.endswith(" left") for words in said)
    assert any(said)


def test_a_game_that_declares_nothing_is_read_from_its_measures() -> None:
    def measures(fight: Any, who: Who, act: Act) -> list[Measure]:
        return [] if act.at is None else [Measure("coins lost", Changed(act.at, COINS.loss), kind="harm")]

    told = replace(COINS, measures=measures, kinds=ActKinds())
    fight = COINS.start(read_scene(COINS.scenes["four"], COINS.scene, "coins"))
    kinds = {o.act.name: told.kind_of(fight, Who(0), o.act) for o in COINS.menu(fight, Who(0))}
    assert (kinds, told.kinds) == ({"wait": "end", "strike": "attack"}, ActKinds())


async def until_asked(party: Party, about: str, name: str = "") -> dict[str, Any]:
    """Play on, attacking wherever one can, until this is asked of somebody, or of this one."""
    for one in party.room.session.names:
        await party.gm.do("hands", name=one, manner="person")
    for _ in range(200):
        await party.gm.read()
        ask: dict[str, Any] = party.gm.ask
        if ask["about"] == about and name in ("", ask["name"]):
            return ask
        attacks = [a["n"] for a in party.gm.sections["actions"] if a["n"] and a["kind"] == "attack"]
        moves = [a["n"] for a in party.gm.sections["actions"] if a["n"] and a["act"] == "sprint"]
        if ask["kind"] == "dice":
            await party.gm.do("roll")
        else:
            await party.gm.do("answer", n=(attacks or moves or [1])[0])
    raise AssertionError(f"{about} was never asked")


def test_who_is_asked_is_told_what_somebody_else_is_about() -> None:
    async def work(party: Party) -> None:
        ask = await until_asked(party, "defend")
        deed = ask["meanwhile"]
        assert (deed["kind"], deed["target"], deed["asked"]) == ("attack", ask["name"], True)
        assert deed["name"] not in (ask["name"], "")
        assert ask["left"] == ""
        theirs, other = party.player("Kim", ask["name"]), party.player("Noor", deed["name"])
        await theirs.read()
        await other.read()
        assert theirs.ask["meanwhile"] == deed
        assert other.ask["meanwhile"] == deed, "whoever waits reads what for"

    evening(work, "brawl")


def test_nobody_is_told_of_a_foe_whom_they_do_not_know() -> None:
    async def work(party: Party) -> None:
        ask = await until_asked(party, "defend")
        theirs, doer = party.player("Kim", ask["name"]), ask["meanwhile"]["name"]
        feed = party.room.audience.feed_of(theirs.viewer)
        asked = feed.seen.session.pending
        assert asked is not None
        known = feed.seen.visibility.known(feed.seen.fight)
        unknown = Who(party.room.session.names.index(doer))
        feed.seen.visibility._known = (feed.seen.fight, known - {unknown})
        told = menu.ask(feed.seen, 1)
        assert told is not None
        assert (told.mine, told.meanwhile) == (True, None)

    evening(work, "brawl")


def test_ones_turn_says_what_is_left_of_it_to_who_may_answer() -> None:
    async def work(party: Party) -> None:
        ask = await until_asked(party, "action", "Zara")
        assert re.fullmatch(r"\d AP left", ask["left"])
        assert ask["meanwhile"] is None
        other = party.player("Noor")
        await other.read()
        assert other.ask["left"] == ""

    evening(work)


def test_what_comes_to_nothing_and_the_best_are_told_once_all_odds_are_found() -> None:
    async def work(party: Party) -> None:
        await until_asked(party, "action", "Zara")
        feed = party.room.audience.feed_of(MASTER)
        acts = [o.act for o in menu.open_offers(feed.seen) if not o.refused]
        shares = iter([0.0, 0.25, 0.75, 0.5])
        chances = {
            act: menu.UNTOLD
            if act.name == "end"
            else menu.ToldChance("x", WireChance("x", next(shares, 0.6)))
            for act in acts
        }
        some, all_ = menu.actions(feed.seen, chances), menu.actions(feed.seen, chances, whole=True)
        assert [a.n for a in some if a.n] == sorted(a.n for a in some if a.n)
        assert not any(a.futile for a in some)
        told = [a.told.likely or 0.0 for a in all_ if a.told]
        assert told == sorted(told, reverse=True)
        assert len(told) > 1
        assert [a.told.likely for a in all_ if a.futile and a.told] == [0.0]

    evening(work)


@pytest.mark.rule("HZN-AWR-03")
def test_who_has_searched_a_scene_finds_the_next_search_folded_away() -> None:
    async def work(party: Party) -> None:
        ask = await until_asked(party, "action")
        seen = party.room.audience.feed_of(MASTER)
        before = {a.act: a for a in menu.actions(seen.seen, {})}
        assert not before["look about"].futile
        await party.gm.do("answer", n=before["look about"].n)
        await party.gm.read()
        again = await until_asked(party, "action")
        assert again["name"] == ask["name"]
        after = {a.act: a for a in menu.actions(seen.seen, {})}
        assert (after["look about"].futile, after["look about"].n > 0) == (True, True), "it may be done"
        assert not after["end"].futile

    evening(work, "taproom")
