"""Golden texts: a fight told in full, and what every action can come to.

Both are for people to read in a review: one changed modifier changes a line or a count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from affray.core.act import Act
from affray.core.effect import Effect, Remark
from affray.core.errors import OverBudget
from affray.core.fight import GameFight
from affray.core.live import Asked, Happened, Rolled, Told
from affray.core.play import Policy
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.core.ruleset import Changed, Ruleset, fight_out, names_of
from affray.core.stream import Stream
from affray.core.tally import Tally, figures, tally_of
from affray.pricing.cache import ResultCache
from affray.pricing.price import OutcomeOdds, price
from affray.testing.answering import ScriptedAnswers
from affray.testing.roaming import Stop, acting, roam

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)

WHO = re.compile(r"Who\((-?\d+)\)")
WAYS = 3_000
"""Ways through an action beyond which they are not counted."""
LONGEST = 100
"""Answers after which a way is taken to have no end."""
PATHS = 100_000
"""Paths beyond which an action is not priced."""


# --- a fight told in full -------------------------------------------------------------------------


class _Telling(ScriptedAnswers):
    """Throws real dice, asks a policy and writes down everything."""

    def __init__(self, ruleset: Ruleset, fight: GameFight, policy: Policy, source: Stream) -> None:
        super().__init__(fight)
        self.policy, self.source = policy, source
        self.ruleset, self.names = ruleset, names_of(ruleset, fight)
        self.lines: list[str] = []
        self.faces = tuple[int, ...]()

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it and write it down."""
        super().happen(effect, rules)
        self._happened(effect, rules)

    def remark(self, remark: Remark, *rules: str) -> None:
        """Write it down."""
        self._happened(remark.thrown(self.faces), rules)

    def _happened(self, effect: Effect, rules: tuple[str, ...]) -> None:
        said = self._said(Happened(effect, rules))
        self.lines.append(f"    {named(effect, self.names)}{_by(rules)}{said and f'  {said}'}")
        self._number(tally_of(rules))

    def _number(self, tally: Tally) -> None:
        shown, total = figures(self.ruleset.words, tally)
        parts = ", ".join(f"{said} {mod.why} [{mod.rule}]" for said, mod in zip(shown, tally, strict=True))
        if parts:
            self.lines.append(f"      {parts} = {total}")

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """Throw the dice, and write down where their number came from."""
        faces = self.faces = dice.chance.throw(self.source)
        value = dice.chance.of(faces)
        told = Rolled(Asked.of(dice), dice.tally, value, faces, dice.cited(value))
        self.lines.append(f"  {self._said(told)}{_by(told.rules)}")
        self._number(dice.tally)
        return value

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """Ask the policy, and write down what it said."""
        who, question = choice.who.who, choice.question
        value = choice.answered_by(self.policy, self)
        name = self.names[who] if who >= 0 else "The table"
        said = self.ruleset.words.option(self.names, question, value)
        self.lines.append(f"{name}, {question}: {said}{_by(choice.cited(value))}")
        return value

    def _said(self, told: Told) -> str:
        return self.ruleset.words.told(self.fight, self.names, told)


def playthrough(ruleset: Ruleset, fight: GameFight, policy: Policy, source: Stream) -> Iterator[str]:
    """A whole fight: choices, rolls with dice and tally, effects, all with rules."""
    play = _Telling(ruleset, fight, policy, source)
    fight_out(play, ruleset)
    yield from play.lines
    yield ""
    for who in play.fight.everyone:
        yield f"{play.names[who]}: {ruleset.words.fighter(play.fight, who) or 'nothing out of the ordinary'}"
    yield f"{ruleset.words.table(play.fight)}; winner: {ruleset.winner(play.fight)}"


def named(effect: Effect, names: Sequence[str]) -> str:
    """An effect as code would write it, with names for fighters."""
    return WHO.sub(lambda m: names[int(m[1])] if int(m[1]) >= 0 else "table", repr(effect))


def _by(rules: tuple[str, ...]) -> str:
    return f"  [{' '.join(rules)}]" if rules else ""


# --- what every action can come to ----------------------------------------------------------------


class Branches(NamedTuple):
    """What an action can come to from a state.

    `outcomes` counts the different states at the end when the policy chooses; 0 when there are too
    many.  `means` are those of the measures that are numbers or yes and no.
    """

    act: Act
    outcomes: int
    means: tuple[tuple[str, float], ...]


class _Endless(Exception):
    """A way that goes on and on."""


class _Ways(ScriptedAnswers):
    """Follows one way through a rule, and opens all the others."""

    def __init__(self, fight: GameFight, given: tuple[Any, ...]) -> None:
        super().__init__(fight)
        self.given, self.at = given, 0
        self.open: list[tuple[Any, ...]] = []

    def _next(self, answers: Sequence[Any]) -> Any:
        self.at += 1
        if self.at > LONGEST:
            raise _Endless
        if self.at <= len(self.given):
            return self.given[self.at - 1]
        self.open += [(*self.given, other) for other in answers[1:]]
        self.given = (*self.given, answers[0])
        return answers[0]

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """Every answer."""
        return self._next(dice.chance.values)

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """Every option."""
        return self._next(choice.options())


def ways(fight: GameFight, rule: Callable[[Any], object], most: int = WAYS) -> int:
    """How many sequences of answers lead through a rule; 0 for more than `most`."""
    left: list[tuple[Any, ...]] = [()]
    count = 0
    while left:
        count += 1
        if count > most:
            return 0
        play = _Ways(fight, left.pop())
        try:
            rule(play)
        except _Endless:
            return 0
        left += play.open
    return count


def branches(ruleset: Ruleset, stop: Stop, policy: Policy, cache: ResultCache) -> Iterator[Branches]:
    """What every allowed action can come to, in the order of the menu."""
    for offer in ruleset.menu(stop.fight, stop.asked.who):
        if offer.refused:
            continue
        rule = acting(ruleset, stop, offer.act)
        measures = ruleset.measures(stop.fight, stop.asked.who, offer.act)
        try:
            odds = price(stop.fight, policy, rule, lambda after: after.bodies, cache, PATHS)
        except OverBudget:
            yield Branches(offer.act, 0, ())
            continue
        means = tuple(
            (m.name, _mean(m.by, stop.fight, odds))
            for m in measures
            if isinstance(m.by, Changed) and not m.aside
        )
        yield Branches(offer.act, len(odds.weights), means)


def _mean(by: Changed, before: GameFight, odds: OutcomeOdds[tuple[Any, ...]]) -> float:
    was = before.bodies[by.who]
    ends: dict[int, tuple[Any, int]] = {}
    for after, weight in odds.weights.items():  # many outcomes share the end of one body
        body = after[by.who]
        ends[id(body)] = body, ends.get(id(body), (body, 0))[1] + weight
    total: float = sum(by.value(was, body) * weight for body, weight in ends.values())
    return total / odds.cases


def branches_in_words(ruleset: Ruleset, stop: Stop, policy: Policy, cache: ResultCache) -> Iterator[str]:
    """The same as a table, under a line about the state and one for each fighter."""
    names = names_of(ruleset, stop.fight)
    yield f"{names[stop.asked.who]} to act; {ruleset.words.table(stop.fight)}"
    for who in stop.fight.everyone:
        yield f"  {names[who]}: {ruleset.words.fighter(stop.fight, who)}"
    yield "outcomes  action"
    for each in branches(ruleset, stop, policy, cache):
        act = ruleset.words.option(names, "action", each.act)
        means = ", ".join(f"{name} {mean:.6f}" for name, mean in each.means if mean)
        yield f"{each.outcomes or 'many':>8}  {act}{means and f': {means}'}"


def ways_in_words(ruleset: Ruleset, stop: Stop) -> Iterator[str]:
    """In how many ways each allowed action can go, whatever people choose."""
    names = names_of(ruleset, stop.fight)
    for offer in ruleset.menu(stop.fight, stop.asked.who):
        if not offer.refused:
            count = ways(stop.fight, acting(ruleset, stop, offer.act)) or "many"
            yield f"{count:>8}  {ruleset.words.option(names, 'action', offer.act)}"


def stops(ruleset: Ruleset, fight: GameFight, policy: Policy, source: Stream, every: int) -> list[Stop]:
    """States in which an action was chosen: the first, and each so many after it."""
    return roam(ruleset, fight, source, 5_000, policy, checked=False).actions[::every]
