"""Scripted plays: every answer and every die is given, and must be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.fight import GameFight
from affray.core.live import AnyLive, Entry, Happened, Pending, resume
from affray.core.ruleset import Ruleset
from affray.core.view import View


def play_out(fight: GameFight, rule: Callable[[AnyLive], object], *answers: object) -> AnyLive:
    """Run a rule with these answers, in order; each must fit and all must be used.

    A request for dice takes a tuple with the face of every die (or a string as a person would type
    it); a choice takes the option itself.  Raises AssertionError that names the request when an
    answer is missing, left over or does not fit.
    """
    entries: list[Entry] = []
    for n, answer in enumerate(answers):
        play, pending = resume(fight, rule, entries)
        assert pending is not None, f"over before answer {n + 1}: {answer!r} and later were not asked for"
        entries.append(_entry(pending, answer, n))
    play, pending = resume(fight, rule, entries)
    assert pending is None, f"an answer is missing: {pending.asked}, one of {_shown(pending)}"
    return play


def waits_for(fight: GameFight, rule: Callable[[AnyLive], object], *answers: object) -> Pending:
    """What a rule asks next after these answers."""
    entries: list[Entry] = []
    for n, answer in enumerate(answers):
        _, pending = resume(fight, rule, entries)
        assert pending is not None, f"over before answer {n + 1}: {answer!r}"
        entries.append(_entry(pending, answer, n))
    _, pending = resume(fight, rule, entries)
    assert pending is not None, "the rule is over: nothing is asked"
    return pending


def _entry(pending: Pending, answer: object, n: int) -> Any:
    if pending.chance is None:
        assert answer in pending.options or pending.admits, (
            f"answer {n + 1}, {answer!r}, does not fit {pending.asked}: {pending.options}"
        )
        return pending.answer(answer)
    assert isinstance(answer, tuple | str), (
        f"answer {n + 1}, {answer!r}: {pending.asked} wants {pending.chance.expected}"
    )
    value, dice = pending.chance.read(answer if isinstance(answer, str) else " ".join(map(str, answer)))
    return pending.answer(value, dice)


def _shown(pending: Pending) -> object:
    return pending.chance.expected if pending.chance else list(pending.options)


def acting(ruleset: Ruleset, view: type[View[Any]], who: Who, act: Act) -> Callable[[AnyLive], object]:
    """The rule that performs one action of one fighter."""
    return lambda play: ruleset.perform(play, view(play, who), act)


def kinds(play: AnyLive) -> list[str]:
    """The kinds of the effects of a play, in order."""
    return [type(effect).__name__ for effect in play.done]


def first(play: AnyLive, kind: type[Effect]) -> Any:
    """The first effect of this kind; raises AssertionError when there is none."""
    effects = [effect for effect in play.done if isinstance(effect, kind)]
    assert effects, f"no {kind.__name__} among {kinds(play)}"
    return effects[0]


def causes(play: AnyLive) -> set[str]:
    """All rule ids on the receipts of a play: dice, tallies, choices, effects."""
    rules: set[str] = set()
    for told in play.story:
        rules.update(getattr(told, "rules", ()))
        rules.update(mod.rule for mod in getattr(told, "tally", ()))
    return rules


def caused(play: AnyLive, kind: type[Effect]) -> tuple[str, ...]:
    """The rule ids on the receipt of the first effect or remark of this kind; none where there is none."""
    told = (each for each in play.story if isinstance(each, Happened) and isinstance(each.effect, kind))
    return next((each.rules for each in told), ())
