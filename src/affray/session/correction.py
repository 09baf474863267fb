"""Corrections: made by the rules, typed as a kind, a fighter, values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from affray.core.effect import TABLE, Effect, Piece, Who, misfit
from affray.core.errors import BadAnswer, Illegal, unknown
from affray.core.fight import GameFight
from affray.core.message import Verbatim, figure, msg
from affray.core.play import Play
from affray.core.ruleset import Ruleset
from affray.core.space import Point, point

YES_NO = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Removal(Piece):
    """A fighter to be taken out of the fight, as it is typed; what happens then is no effect on one body."""

    who: Who


def corrections(ruleset: Ruleset) -> dict[str, type[Effect]]:
    """What can be typed to put something right, by name: what the game has, and `remove`."""
    return {**ruleset.corrections, "remove": Removal}


def corrected(ruleset: Ruleset, fight: GameFight, effect: Effect) -> GameFight:
    """The fight with something put right; raises BadAnswer where that cannot be.

    No invariant may break on the way, and none at its end that held before.
    """
    for who in _meant(effect):
        if said := left_already(ruleset, fight, who):
            raise BadAnswer(said, code="answer/left")
    if fault := misfit(effect) or _stranger(fight, effect):
        raise BadAnswer(
            msg("cannot be applied: {kind}: {fault}", kind=effect.kind(), fault=fault), code="answer/unfit"
        )
    play = Play(fight)
    try:
        ruleset.corrected(play, effect)
        faults = list(_faults(ruleset, fight, play.done))
    except Illegal as e:
        raise BadAnswer(msg("cannot be applied: {e}", e=e), code="answer/unfit") from e
    if faults:
        raise BadAnswer(msg("cannot be applied: {faults}", faults="; ".join(faults)), code="answer/unfit")
    return play.fight


def _meant(effect: Effect) -> list[Who]:
    """The fighters that an effect names."""
    values = [getattr(effect, f.name) for f in fields(effect)]  # type: ignore[arg-type]
    return [value for value in values if isinstance(value, Who) and value != TABLE]


def left_already(ruleset: Ruleset, fight: GameFight, who: Who) -> str:
    """That somebody has left the fight, in a sentence; empty for whoever is in it."""
    if who not in fight.gone:
        return ""
    return msg("{name} has left the fight.", name=Verbatim(ruleset.words.card(fight, who).name))


def _stranger(fight: GameFight, effect: Effect) -> str:
    """A fighter in an effect who is not in the fight, in words."""
    for f in fields(effect):  # type: ignore[arg-type]
        value = getattr(effect, f.name)
        if isinstance(value, Who) and value not in (TABLE, *fight.everyone):
            return msg(
                "{name} is {value}, expected a fighter from 0 to {fighters}",
                name=f.name,
                value=int(value),
                fighters=len(fight.fighters) - 1,
            )
    return ""


def _faults(ruleset: Ruleset, fight: GameFight, effects: Sequence[Effect]) -> Iterator[str]:
    now = fight
    for effect in effects:
        before, now = now, now.after(effect)
        yield from ruleset.invariants.after(before, effect, now)
    yield from broken(ruleset, fight, now)


def broken(ruleset: Ruleset, before: GameFight, now: GameFight) -> list[str]:
    """What does not hold any more at rest that held before."""
    known = set(ruleset.invariants.at_rest(before, before))
    return [fault for fault in ruleset.invariants.at_rest(before, now) if fault not in known]


class Correction:
    """Reads the words of one correction, from the left; none may be left over."""

    def __init__(self, ruleset: Ruleset, fight: GameFight, names: Sequence[str]) -> None:
        self.ruleset, self.fight, self.names = ruleset, fight, names
        self.words: list[str] = []

    def read(self, words: Sequence[str]) -> Effect:
        """The effect that is meant; raises BadAnswer that says what was expected."""
        kinds = corrections(self.ruleset)
        name, self.words = (words[0] if words else ""), list(words[1:])
        if name not in kinds:
            raise BadAnswer(unknown("correction", name, kinds), code="answer/no-correction")
        kind = kinds[name]
        hints = _hints(kind)  # type: ignore[arg-type]
        try:
            wanted = [f for f in _in_order(kind) if _typed(hints[f.name])]
            values = {
                f.name: self._value(f, hints[f.name], [(g, hints[g.name]) for g in wanted[n:]])
                for n, f in enumerate(wanted, 1)
            }
            if self.words:
                raise BadAnswer(
                    msg("{words} does not belong there", words=Verbatim(repr(" ".join(self.words))))
                )
        except BadAnswer as e:
            typed = usage(name, kind)
            raise BadAnswer(
                msg("{e}; expected: {typed}", e=e, typed=Verbatim(typed)), code="answer/bad-correction"
            ) from None
        return kind(**values)

    def _value(self, field: Field[Any], hint: Any, later: Sequence[tuple[Field[Any], Any]]) -> Any:
        if not self.words or (field.default is not MISSING and hint is Who):
            if field.default is MISSING:
                typed = field.name
                raise BadAnswer(msg("{typed} is missing", typed=Verbatim(typed)))
            return field.default
        if hint is Who:
            return self._fighter()
        if hint is Point:
            return point(self._number(float), self._number(float))
        if hint is int:
            return self._number(int)
        if hint is bool:
            return self._one_of(YES_NO)
        if hint is str and (kept := self._kept(later)):
            said, self.words = " ".join(self.words[:-kept]), self.words[-kept:]
            return said
        return self._thing(hint)

    def _kept(self, later: Sequence[tuple[Field[Any], Any]]) -> int:
        """How many of the last words are numbers, or yes and no, that belong to later fields."""
        kept = 0
        for field, hint in reversed(later):
            said = self.words[-1 - kept] if kept + 1 < len(self.words) else ""
            fits = said in YES_NO if hint is bool else hint is int and said.lstrip("-").isdigit()
            if fits:
                kept += 1
            elif field.default is MISSING:
                return 0
        return kept

    def _fighter(self) -> Who:
        """The fighter whose name the next words are; the longest name first."""
        for n in range(len(self.words), 0, -1):
            said = " ".join(self.words[:n]).casefold()
            for who, name in enumerate(self.names):
                if name.casefold() == said:
                    del self.words[:n]
                    return Who(who)
        raise BadAnswer(unknown("fighter", self.words[0], self.names))

    def _number(self, kind: Any) -> Any:
        word = self.words.pop(0) if self.words else ""
        try:
            value = kind(word)
        except ValueError:
            raise BadAnswer(
                msg(
                    "expected a {whole, select, true {whole } other {}}number, got {word}",
                    word=Verbatim(repr(word)),
                    whole=kind is int,
                )
            ) from None
        if not abs(value) <= MOST:
            raise BadAnswer(msg("expected at most {most}, got {word}", most=figure(MOST, ","), word=word))
        return value

    def _one_of(self, known: dict[str, Any]) -> Any:
        said = " ".join(self.words)
        if said not in known:
            raise BadAnswer(unknown("value", said, known))
        self.words = []
        return known[said]

    def _thing(self, hint: Any) -> Any:
        """Words to the end; for a record, the thing of that name on the table."""
        kinds = tuple(k for k in get_args(hint) or (hint,) if k is not type(None))
        if str in kinds:
            said, self.words = " ".join(self.words), []
            return said
        rows = [row for row in self.fight.table if isinstance(row, tuple)]
        known = {thing.name: thing for row in rows for thing in row if isinstance(thing, kinds)}
        return self._one_of({**known, "none": None} if type(None) in get_args(hint) else known)


MOST = 100_000
"""No number in a correction is larger; metres included."""


def usage(name: str, kind: type[Effect]) -> str:
    """What to type for a correction.

    >>> from affray.core.ruleset import ruleset
    >>> usage("hurt", ruleset("coriolis").corrections["hurt"])
    'hurt FIGHTER POINTS'
    """
    hints = _hints(kind)  # type: ignore[arg-type]
    shown = {Who: "FIGHTER", Point: "X Y"}
    said = [f for f in _in_order(kind) if _typed(hints[f.name])]
    wanted = [f for f in said if not (hints[f.name] is Who and f.default is not MISSING)]
    words = [
        shown.get(hints[f.name], f.name.upper()) if f.default is MISSING else f"[{f.name.upper()}]"
        for f in wanted
    ]
    return " ".join([name, *words])


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _typed(hint: Any) -> bool:
    """Whether a value of it can be typed; rows of things cannot, they stay as they are usually."""
    return get_origin(hint) is not tuple


def _in_order(kind: type[Effect]) -> list[Field[Any]]:
    return list(fields(kind))  # type: ignore[arg-type]
