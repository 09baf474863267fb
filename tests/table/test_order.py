"""The order of turns as it is told and as it is played: fights are walked, and who is next compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import GameFight
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.core.turns import RoundTurn
from affray.testing.roaming import Stop, any_house, roam
from tests.table.worlds import GAMES
from tests.whole import some

Order: TypeAlias = Callable[[GameFight], Sequence[RoundTurn]]
FIGHTS, ANSWERS = some(12, 4), some(200, 2)
"""Fights of each scene, and after how many answers they are left."""
LOTS = ("roll-off", "toss")
"""Dice by which equals are parted: until they lie nobody knows who is first."""


class Walked(NamedTuple):
    """How often somebody was asked for an action, how often that was foretold, and what was wrong."""

    asked: int
    foretold: int
    faults: list[str]


class Follower:
    """A random fight that is played step by step, with what its order foretells."""

    def __init__(self, game: Ruleset, order: Order) -> None:
        self.game, self.order = game, order
        self.asked, self.foretold = 0, 0
        self.faults: list[str] = []
        self._before: Sequence[RoundTurn] = ()
        """Everybody's turn when it was last nobody's, until somebody is asked."""

    def play(self, play: Any) -> None:
        """The whole fight, as long as there is something to fight over."""
        self._before = ()
        while self.game.winner(play.fight) is None:
            told = len(play.stops)
            turns = self.order(play.fight)
            if not any(turn.stage == "up" for turn in turns):
                self._before = turns
            goes_on = play.call(self.game.step)
            for stop in play.stops[told:]:
                self.look(stop)
            if not goes_on:
                return

    def look(self, stop: Stop) -> None:
        """Compare who is asked for an action with what was told before, and what is told now."""
        if stop.asked.question in LOTS:
            self._before = ()
        if stop.asked.question != "action" or not any(isinstance(each, Act) for each in stop.options):
            return
        self.asked += 1
        up = [turn.who for turn in self.order(stop.fight) if turn.stage == "up"]
        if stop.asked.who not in up:
            self.faults.append(f"{stop.asked} is asked, up are {up}")
        before, self._before = self._before, ()
        if any(turn.stage == "waits" for turn in before):
            self.compare(before, stop.asked.who)

    def compare(self, before: Sequence[RoundTurn], who: Who) -> None:
        """Whoever is asked came first of those still to come, or had put the turn off."""
        self.foretold += 1
        first = next(turn for turn in before if turn.stage == "waits")
        asked = next(turn for turn in before if turn.who == who)
        if asked.stage != "held" and (asked.who, asked.stage) != (first.who, "waits"):
            self.faults.append(f"{asked} is asked, {first} was the first to come of {before}")


def fights(game: Ruleset) -> Iterator[tuple[Any, Stream]]:
    """Fights of every scene, each third one by house rules drawn at random."""
    for name, text in game.scenes.items():
        scene = read_scene(text, game.scene, name)
        for n in range(FIGHTS):
            source = Stream(7, n)
            options = {"options": any_house(game, source)} if n % 3 == 1 else {}
            yield game.start(scene.model_copy(update=options)), source


def walked(game: Ruleset, order: Order) -> Walked:
    """How a game's fights go, held against an order."""
    follower = Follower(game, order)
    for fight, source in fights(game):
        roam(game, fight, source, ANSWERS, rule=follower.play)
    return Walked(follower.asked, follower.foretold, follower.faults)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_first_in_the_order_who_has_not_acted_is_asked_next(game):
    played = ruleset(game)
    found = walked(played, played.turns.of)
    assert not found.faults, found.faults[0]
    assert found.asked > some(1_000, 4)
    assert found.foretold > some(200, 4)


def by_number(game: Ruleset) -> Order:
    """The order as the strip had it once: by the number on the card, then by the scene."""

    def order(fight: GameFight) -> Sequence[RoundTurn]:
        turns = sorted(game.turns.of(fight), key=lambda turn: turn.who)
        number = {turn.who: game.words.card(fight, turn.who).turn for turn in turns}
        return sorted(turns, key=lambda turn: -int(number[turn.who] or -1_000))

    return order


@pytest.mark.slow
@pytest.mark.parametrize("game", ["coriolis", "serenity"])
def test_the_number_alone_does_not_say_who_is_next(game):
    played = ruleset(game)
    assert walked(played, by_number(played)).faults
