"""Own words: what people said where any words would do, such as an injury that they have named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import AffrayError
from affray.core.fight import AnyFight
from affray.core.live import Answer, Override
from affray.core.ruleset import Ruleset
from affray.session import Session
from affray.session.correction import corrected


def own_words(session: Session, first: AnyFight, others: str) -> Iterator[str]:
    """The words of one's own in a fight's corrections, and in its effects where an answer had them.

    They are known by this: in the `first` state of the fight the rules take any `others` in their place,
    and no card offers them.
    """
    entries = [line.entry for line in session.log.lines]
    answers = {entry.value for entry in entries if isinstance(entry, Answer) and type(entry.value) is str}
    typed = [entry.effect for entry in entries if isinstance(entry, Override)]
    answered = [each for each in session.effects if answers.intersection(_of(each, str).values())]
    kinds = session.ruleset.corrections.values()
    for effect in (*typed, *answered):
        if type(effect) in kinds and _free(session.ruleset, first, effect, others):
            yield from _of(effect, str).values()


def _of(effect: Effect, kind: type[Any]) -> dict[str, Any]:
    """The fields of an effect that hold just this kind of value."""
    values = {f.name: getattr(effect, f.name) for f in fields(effect)}  # type: ignore[arg-type]
    return {name: value for name, value in values.items() if type(value) is kind}


def _free(ruleset: Ruleset, first: AnyFight, effect: Effect, others: str) -> bool:
    texts, fighters = _of(effect, str), [n for n, who in _of(effect, Who).items() if who != TABLE]
    somebodys = replace(effect, **dict.fromkeys(fighters, Who(0)))  # type: ignore[type-var]
    if not texts or somebodys in _offered(ruleset, first):
        return False
    try:
        corrected(ruleset, first, replace(somebodys, **dict.fromkeys(texts, others)))  # type: ignore[type-var]
    except AffrayError:
        return False
    return True


def _offered(ruleset: Ruleset, first: AnyFight) -> Iterator[Effect]:
    """What the card of the first fighter offers to switch and to choose."""
    for control in ruleset.controls(first, Who(0)):
        values = (0, 1) if control.kind == "toggle" else range(len(control.options))
        yield from map(control.effect, values)
