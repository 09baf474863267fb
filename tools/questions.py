"""How often people are asked in each game, and how often for nothing: `python -m tools.questions`.

All shipped scenes are played by the autopilot's habits, with any dice, as if each fighter had a person.  Of
each question it is counted how often it is asked, how often there is one option, and how often the table
answers by itself (`session.settled`).  With `--deep` it is tried out, too, how often every option comes to
the same: the step is played on from each with the same dice, several times.

    python -m tools.questions                # all games
    python -m tools.questions coriolis --deep
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.fight import GameFight
from affray.core.live import Pending
from affray.core.play import Play, Policy
from affray.core.request import ChanceRequest, ChoiceRequest, Request
from affray.core.ruleset import Ruleset, ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.session.settled import settled
from affray.testing.roaming import any_house

FIGHTS, ANSWERS = 6, 400
"""So many fights of each scene, each followed for so many answers."""
TRIED, WAYS = 12, 3
"""Each question is tried out so often, by so many ways the dice may fall."""
FEW = 8
"""Questions with more options than that are not tried out: one of them always matters."""


class Asking(NamedTuple):
    """A choice in a fight: what was asked, how many options there were, whether the table answers itself."""

    question: str
    options: int
    settled: bool
    action: bool


class Counted(NamedTuple):
    """What came of the fights of one game, by question; `rounds` are those of each person, added up.

    Of those that were asked some had a `single` option, and some of those people see `alone`.
    """

    asked: Counter[str]
    single: Counter[str]
    alone: Counter[str]
    settled: Counter[str]
    same: Counter[str]
    tried: Counter[str]
    rounds: int


class Enough(Exception):
    """So many answers were wanted and no more."""


class Walk(Play[Any, Any, Any]):
    """A step by habit and any dice, in which it is written down what is asked.

    What was answered in a step is given again first, then `instead`.
    """

    def __init__(self, game: Ruleset, fight: GameFight, source: Stream, given: Sequence[Any] = ()) -> None:
        super().__init__(fight)
        self.game, self.source, self.given = game, source, given
        self.policy: Policy = next(iter(game.policies.values()))
        self.answers: list[Any] = []
        self.choices: list[tuple[int, Asking, tuple[Any, ...]]] = []

    def answer(self, request: Request) -> Any:
        """What was given, or what habit and dice say."""
        place = len(self.answers)
        value = self.given[place] if place < len(self.given) else self._anew(request)
        self.answers.append(value)
        return value

    def _anew(self, request: Request) -> Any:
        if type(request) is ChanceRequest:
            return request.chance.sample(self.source)
        assert type(request) is ChoiceRequest
        pending = Pending(request)
        options = tuple(pending.options)
        action = any(isinstance(option, Act) for option in options) and request.question == "action"
        alone = bool(settled(self.game, pending))
        self.choices.append(
            (len(self.answers), Asking(request.question, len(options), alone, action), options)
        )
        return request.answered_by(self.policy, self)


def walked(game: Ruleset, text: str, seed: int, anyhow: bool = False) -> Iterator[tuple[GameFight, Walk]]:
    """The steps of one fight, each with the fight before it; by any house rules, or those of the scene."""
    scene, source, left = read_scene(text, game.scene, "scene"), Stream(seed), ANSWERS
    if anyhow:
        scene = scene.model_copy(update={"options": any_house(game, source)})
    fight = game.start(scene)
    while left > 0:
        step = Walk(game, fight, source)
        goes_on = step.call(game.step)
        yield fight, step
        fight, left = step.fight, left - len(step.answers) - 1
        if not goes_on:
            return


def same(game: Ruleset, before: GameFight, step: Walk, place: int, options: Sequence[Any]) -> bool:
    """Whether a step ends the same whichever option is taken, by all of some ways the dice may fall."""
    for way in range(WAYS):
        ends = set()
        for option in options:
            again = Walk(game, before, Stream(way, place), (*step.answers[:place], option))
            again.call(game.step)
            ends.add(again.fight)
        if len(ends) > 1:
            return False
    return True


def counted(game: Ruleset, deep: bool = False, fights: int = FIGHTS, anyhow: bool = False) -> Counted:
    """All questions in the scenes of a game, by any house rules or those of the scenes."""
    found = Counted(Counter(), Counter(), Counter(), Counter(), Counter(), Counter(), 0)
    rounds = 0
    for text in game.scenes.values():
        for seed in range(fights):
            last = None
            for before, step in walked(game, text, seed, anyhow):
                last = step.fight
                for place, asking, options in step.choices:
                    note(found, asking)
                    few = deep and 1 < asking.options <= FEW and not asking.action
                    if few and found.tried[asking.question] < TRIED * (1 + seed):
                        found.tried[asking.question] += 1
                        found.same[asking.question] += same(game, before, step, place, options)
            if last is not None:
                number = game.follows(last.house).round
                rounds += getattr(last.table, number) * len(last.fighters)
    return found._replace(rounds=rounds)


def note(found: Counted, asking: Asking) -> None:
    """Count one question."""
    found.asked[asking.question] += 1
    found.single[asking.question] += asking.options == 1
    found.alone[asking.question] += asking.options == 1 and not asking.settled
    found.settled[asking.question] += asking.settled


def printed(game: Ruleset, found: Counted) -> None:
    """The table of one game: each question by how often it is asked of a person in a round."""
    rounds = max(1, found.rounds)
    total, left = found.asked.total(), found.asked.total() - found.settled.total()
    print(f"{game.id}: {total / rounds:.2f} questions of each person in a round, {left / rounds:.2f} asked")
    print(f"  {'question':24} {'asked':>6} {'a round':>8} {'one':>6} {'settled':>8} {'no matter':>10}")
    for question, n in found.asked.most_common():
        tried = f"{found.same[question]} of {found.tried[question]}" if found.tried[question] else ""
        print(
            f"  {question:24} {n:6} {n / rounds:8.2f} {found.single[question]:6} "
            f"{found.settled[question]:8} {tried:>10}"
        )


def main() -> None:
    """Print a table for each game that is named, or for all."""
    words = sys.argv[1:]
    deep, named = "--deep" in words, [word for word in words if not word.startswith("-")]
    for game in [ruleset(name) for name in named] or [*rulesets().values()]:
        printed(game, counted(game, deep))


if __name__ == "__main__":
    main()
