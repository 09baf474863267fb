"""Kinds of actions: what attacks, what moves and what ends a turn is what the games say it is."""

from __future__ import annotations

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
from affray.testing.roaming import RandomFight, Stop, roam
from tests.core.coins import RULESET as COINS

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

    told = replace(COINS, measures=measures)
    fight = COINS.start(read_scene(COINS.scenes["four"], COINS.scene, "coins"))
    kinds = {o.act.name: told.kind_of(fight, Who(0), o.act) for o in COINS.menu(fight, Who(0))}
    assert (kinds, told.kinds) == ({"wait": "end", "strike": "attack"}, ActKinds())
