"""The order of a list decides nothing: fights with fighters listed otherwise.

Dice are keyed to the fighter who throws them and to what they are for, not to when they are thrown;
so one fight can be followed twice, and whoever stands first in the second list must fare as in the
first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from zlib import crc32

from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import GameFight
from affray.core.live import Asked
from affray.core.play import Policy
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.core.ruleset import Ruleset, fight_out, names_of
from affray.core.stream import Stream
from affray.testing.answering import ScriptedAnswers

State = GameFight


class _Enough(Exception):
    """So much has happened."""


class Told(NamedTuple):
    """What one fighter was asked and what came of it: dice or a choice, in names.

    `after` is how many effects there were before it.
    """

    what: str
    value: Any
    after: int


class FighterDice(ScriptedAnswers):
    """A play whose dice belong to fighters, whenever they are thrown."""

    def __init__(self, fight: State, names: Sequence[str], policy: Policy, seed: int, most: int) -> None:
        super().__init__(fight)
        self.names, self.policy, self.seed, self.most = names, policy, seed, most
        self.told: dict[tuple[str, str], list[Told]] = defaultdict(list)
        self.thrown = Counter[str]()

    def name(self, who: Who) -> str:
        """What a fighter is called; the game master has no name."""
        return self.names[who] if who != TABLE else ""

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """The next of this fighter for this."""
        asked, about = Asked.of(dice), ", ".join(f"{mod.rule} {mod.amount}" for mod in dice.tally)
        key = f"{self.name(asked.who)}|{asked.question}|{asked.chance}"
        self.thrown[key] += 1
        drawn = Stream(self.seed, crc32(f"{key}|{self.thrown[key]}".encode()))
        value = dice.chance.sample(drawn)
        told = f"{asked.question} with {asked.chance} ({about})"
        self.told[self.name(asked.who), asked.question].append(Told(told, value, len(self.done)))
        return value

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """What the policy takes."""
        value = choice.answered_by(self.policy, self)
        told = Told(choice.question, renamed(value, self.name), len(self.done))
        self.told[self.name(choice.who.who), choice.question].append(told)
        return value

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Let it happen, up to so many."""
        if len(self.done) >= self.most:
            raise _Enough
        super().happen(effect, rules)


def renamed(value: Any, name: Callable[[Who], Any]) -> Any:
    """A value in which other things stand for fighters."""
    if isinstance(value, Who):
        return name(value)
    if isinstance(value, tuple):
        parts = [renamed(part, name) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, frozenset):
        return frozenset(renamed(part, name) for part in value)
    return value


def permuted(fight: State, order: Sequence[int]) -> State:
    """The same fight with its fighters listed in another order of their places."""
    places = {old: Who(new) for new, old in enumerate(order)}

    def name(who: Who) -> Who:
        return places.get(who, who)

    bodies = [renamed(fight.bodies[old], name) for old in order]
    return fight._replace(
        bodies=(*bodies, renamed(fight.bodies[-1], name)),
        gone=tuple(sorted(renamed(fight.gone, name))),
        hidden=renamed(fight.hidden, name),
    )


def differing(
    ruleset: Ruleset, fight: State, order: Sequence[int], policy: Policy, seed: int, most: int = 1_000
) -> str:
    """The first thing that goes otherwise when fighters are listed in this order; else empty.

    It is looked for in the first `most` effects.
    """
    first = _played(ruleset, fight, policy, seed, most)
    second = _played(ruleset, permuted(fight, order), policy, seed, most)
    unlike = [
        (one.after, name, one, other)
        for (name, question), told in first.told.items()
        for one, other in _unlike(told, second.told[name, question])
    ]
    if unlike:
        _, name, one, other = min(unlike, key=lambda each: each[0])
        who = name or "the game master"
        return (
            f"{who}: {one.what} comes to {one.value!r}, and listed otherwise {other.what} to {other.value!r}"
        )
    won, again = [ruleset.winner(play.fight) for play in (first, second)]
    return "" if won == again else f"{won} wins; listed otherwise, {again}"


def _played(ruleset: Ruleset, fight: State, policy: Policy, seed: int, most: int) -> FighterDice:
    play = FighterDice(fight, names_of(ruleset, fight), policy, seed, most)
    with suppress(_Enough):
        fight_out(play, ruleset)
    return play


def _unlike(told: Sequence[Told], other: Sequence[Told]) -> list[tuple[Told, Told]]:
    """The first place at which two rows differ."""
    for one, two in zip(told, other, strict=False):
        if one[:2] != two[:2]:
            return [(one, two)]
    return []
