"""Random fights: any dice, any answers, recorded as a log, checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from affray.core.act import Act
from affray.core.catalogue import Option, OptionValue
from affray.core.effect import Effect, Who
from affray.core.errors import AffrayError, Refusal
from affray.core.fight import GameFight
from affray.core.live import Answer, Asked, Pending
from affray.core.play import Policy
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.core.ruleset import Ruleset, fight_out
from affray.core.space import point
from affray.core.stream import Stream
from affray.core.tally import tally_of
from affray.core.view import View
from affray.testing.answering import ScriptedAnswers

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
Rule = Callable[[Any], object]

REACH = 30
"""Metres around the middle of the map in which places are tried."""


class Stop(NamedTuple):
    """Where somebody was asked: the state there, and what could be answered."""

    asked: Asked
    fight: GameFight
    effects: int
    options: tuple[Any, ...]
    about: tuple[Any, ...]
    view: type[View[Any]]


class RandomFight(NamedTuple):
    """A random fight: log, stops, effects, the state at the end, what was wrong.

    `over` says whether it came to its end or was left at the limit of answers.
    """

    start: GameFight
    entries: tuple[Answer, ...]
    stops: tuple[Stop, ...]
    effects: tuple[Effect, ...]
    end: GameFight
    over: bool
    faults: tuple[str, ...]

    @property
    def actions(self) -> list[Stop]:
        """The stops at which somebody chose an action."""
        return [stop for stop in self.stops if stop.options and isinstance(stop.options[0], Act)]


class _Enough(Exception):
    """So many answers were wanted and no more."""


class Roaming(ScriptedAnswers):
    """Draws dice and answers from a source and writes them down; at most so many.

    Without a policy any option may be taken; with one, what it answers must have been offered.
    Where it is not `checked`, states and rules are not looked at on the way, which takes long.
    """

    def __init__(
        self,
        fight: GameFight,
        ruleset: Ruleset,
        source: Stream,
        most: int = 1_000_000,
        policy: Policy | None = None,
        checked: bool = True,
    ) -> None:
        super().__init__(fight)
        self.checked = checked
        self.start, self.ruleset, self.source, self.most, self.policy = fight, ruleset, source, most, policy
        self.entries: list[Answer] = []
        self.stops: list[Stop] = []
        self.faults: list[str] = []

    def note(self, faults: Iterable[str]) -> None:
        """Keep what is wrong, with the place in the fight."""
        self.faults += [f"after {len(self.entries)} answers: {fault}" for fault in faults]

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it and check the state."""
        before = self.fight
        super().happen(effect, rules)
        if not self.checked:
            return
        self.note(f"{effect}: {f}" for f in self.ruleset.invariants.after(before, effect, self.fight))
        self.note(self._strangers((*rules, *[mod.rule for mod in tally_of(rules)]), effect))

    def _strangers(self, rules: Iterable[str], where: object) -> list[str]:
        known = self.ruleset.catalogue
        return [
            f"{where} names {r!r}, which the catalogue does not hold"
            for r in rules
            if r not in known.rules and r not in known.rulings
        ]

    def _asked(
        self, who: View[Any], asked: Asked, options: tuple[Any, ...] = (), about: tuple[Any, ...] = ()
    ) -> None:
        if len(self.entries) >= self.most:
            raise _Enough
        if self.checked:
            self.note(self.ruleset.invariants.at_rest(self.start, self.fight))
        self.stops.append(Stop(asked, self.fight, len(self.done), options, about, type(who)))

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """Throw real dice, or draw the answer by its weight, one time in two each."""
        asked, chance = Asked.of(dice), dice.chance
        self._asked(dice.who, asked)
        faces = chance.throw(self.source) if self.source.below(2) else ()
        value = chance.of(faces) if faces else chance.sample(self.source)
        if value not in chance.values:
            self.note([f"{asked}: the dice {faces} make {value!r}, which has no weight"])
        if self.checked:
            self.note(self._strangers((*dice.cited(value), *[mod.rule for mod in dice.tally]), asked))
        self.entries.append(Answer(asked, value, faces))
        return value

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """Take any option, or the policy's, which must be one that is open."""
        who, asked, listed = choice.who, Asked.of(choice), tuple(choice.options())
        self._asked(who, asked, listed, choice.about)
        if not listed:
            self.note([f"{asked} has no option"])
            raise _Enough
        value = (
            choice.answered_by(self.policy, self) if self.policy else self._drawn(who, listed, choice.admits)
        )
        pending = Pending(ChoiceRequest(who, choice.question, lambda: listed, admits=choice.admits))
        try:
            self.entries.append(pending.answer(value))
        except AffrayError as e:
            self.note([f"{asked} was answered with {value!r}: {e}"])
            raise _Enough from None
        if self.checked:
            self.note(self._strangers(choice.cited(value), asked))
        return value

    def _drawn(
        self, who: View[Any], listed: tuple[O, ...], admits: Callable[[O], Sequence[Refusal]] | None
    ) -> O:
        value = listed[self.source.below(len(listed))]
        if isinstance(value, Act) and admits and not self.source.below(8):
            wanting = [o.act for o in self.ruleset.menu(self.fight, who.who) if o.wants == "to"]
            for act in wanting[:3]:
                there = point(*[self.source.below(2 * REACH * 100) / 100 - REACH for _ in "xy"])
                placed: Any = act._replace(at=None, to=there)
                if not admits(placed):
                    drawn: O = placed
                    return drawn
        return value


def roam(
    ruleset: Ruleset,
    fight: GameFight,
    source: Stream,
    most: int = 1_000_000,
    policy: Policy | None = None,
    rule: Rule | None = None,
    checked: bool = True,
) -> RandomFight:
    """A random fight, or a random way through one rule; at most so many answers.

    Whoever looks at no faults need not have it `checked`.
    """
    play = Roaming(fight, ruleset, source, most, policy, checked)
    over = True
    try:
        if rule:
            rule(play)
        else:
            fight_out(play, ruleset)
    except _Enough:
        over = False
    if checked:
        play.note(ruleset.invariants.at_rest(fight, play.fight))
    return RandomFight(
        fight, tuple(play.entries), tuple(play.stops), tuple(play.done), play.fight, over, tuple(play.faults)
    )


def acting(ruleset: Ruleset, stop: Stop, act: Act, who: Who | None = None) -> Rule:
    """The rule that performs an action of whoever was asked at a stop."""
    return lambda play: ruleset.perform(play, stop.view(play, stop.asked.who if who is None else who), act)


def pricing(ruleset: Ruleset, stop: Stop, act: Act) -> Rule:
    """The rule that is priced for an action of whoever was asked at a stop."""
    return lambda play: ruleset.priced(play, stop.view(play, stop.asked.who), act)


def any_house(ruleset: Ruleset, source: Stream) -> dict[str, OptionValue]:
    """House rules drawn at random: about one option in three is not left alone."""
    book = ruleset.catalogue
    options = {o.key: _any(o, source) for o in book.options.values() if not source.below(3)}
    while crossed := book.faults(options):
        options = {key: value for key, value in options.items() if key not in dict(crossed)}
    return options


def _any(option: Option, source: Stream) -> OptionValue:
    if option.kind == "flag":
        return bool(source.below(2))
    if option.kind == "choice":
        return tuple(option.values)[source.below(len(option.values))]
    ends = [option.default, *[end for end in (option.least, option.most) if end is not None]]
    return ends[source.below(len(ends))]
