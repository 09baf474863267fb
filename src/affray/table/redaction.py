"""What of a number comes from foes: what changes with their figures.

The present step is played again by the same answers, once with one more of every figure of each foe
and once with nothing.  What of a tally stays as it was does not tell of them; the rest is withheld.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Any, NamedTuple

from affray.core.dice import Chance
from affray.core.errors import AffrayError, Diverged
from affray.core.live import (
    Answer,
    AnyLive,
    Asked,
    Entry,
    Happened,
    Joined,
    Moment,
    Pending,
    Rolled,
    waits_for,
)
from affray.core.message import Verbatim, msg
from affray.core.ruleset import fight_out
from affray.core.space import Point
from affray.core.tally import Mod
from affray.session import Session
from affray.table.visibility import State, Visibility

LOG = logging.getLogger("affray.table")


class Redacted(NamedTuple):
    """The parts of a number and the rules that do not tell of foes, and whether that is all."""

    mods: tuple[Mod, ...]
    rules: tuple[str, ...]
    whole: bool


class LooseReplay(AnyLive):
    """Takes the answers that were given, whatever dice they were given to."""

    def _take(self, asked: Asked) -> Answer:
        entry = self.entries[self.at]
        if not isinstance(entry, Answer) or entry.asked[:2] != asked[:2]:
            raise Diverged(msg("{question} is asked now", question=Verbatim(repr(asked.question))), self.at)
        self.at += 1
        return entry

    def _possible(self, entry: Answer, chance: Chance[Any]) -> None:
        """Whatever came up then."""


def redacted_question(session: Session, visibility: Visibility, pending: Pending) -> Redacted:
    """Of the number that is asked for now."""
    others = [_otherwise(session, visibility, session.moments.now, change)[1] for change in CHANGES]
    if any(other is None or other.asked[:2] != pending.asked[:2] for other in others):
        return CLOSED
    return _same(pending, others)


def redacted(session: Session, visibility: Visibility, told: Rolled | Happened, entries: int) -> Redacted:
    """Of a roll that was the last of so many entries, or of an effect that came of them."""
    moment = session.moments.at(entries)
    stories = [_otherwise(session, visibility, moment, change)[0] for change in CHANGES]
    alike = [[other for other in story if _answers_to(other) == _answers_to(told)][-1:] for story in stories]
    if isinstance(told, Rolled):  # the last roll, and no earlier one that was asked for alike
        rolls = [[other for other in story if isinstance(other, Rolled)][-1:] for story in stories]
        alike = [rolled if rolled == same else [] for rolled, same in zip(rolls, alike, strict=True)]
    if not all(alike):
        return CLOSED
    return _same(told, [last[0] for last in alike])


def _answers_to(told: Any) -> tuple[Any, ...]:
    """What a part of the story has in common with the same one among other foes."""
    if isinstance(told, Rolled):
        return told.asked[:2]
    return (type(told.effect), told.effect.who) if isinstance(told, Happened) else ()


def _same(here: Any, others: Sequence[Any]) -> Redacted:
    """What all of these numbers have in common."""
    mods = tuple(mod for mod in here.tally if all(mod in tuple(other.tally) for other in others))
    rules = tuple(rule for rule in here.rules if all(rule in other.rules for other in others))
    return Redacted(mods, rules, all(len(other.tally) == len(mods) for other in (here, *others)))


def _otherwise(
    session: Session, visibility: Visibility, moment: Moment, change: Callable[[int], int]
) -> tuple[list[Any], Pending | None]:
    """How the step would have gone with other foes, and what it would wait for."""
    game = session.ruleset
    try:
        fight = _changed(moment.fight, visibility, change, game.outside)
        entries = [_joined(entry, moment.fight, visibility, change, game.outside) for entry in moment.entries]
        play = LooseReplay(fight, entries, moment.effects, game.corrected, game.left)
        return play.story, waits_for(partial(fight_out, play, game))
    except (AffrayError, Pending):  # the rules forbid or ask something else there, as after a correction
        return [], None
    except Exception:  # a fault of ours: it is noted, and nothing is shown all the same
        LOG.exception("a fight of %s: a step with other foes", session.ruleset.id)
        return [], None


def _changed(fight: State, visibility: Visibility, change: Callable[[int], int], outside: Set[str]) -> State:
    foes = {w for w in fight.everyone if visibility.foe(fight, w)}
    bodies: list[Any] = list(fight.fighters)
    for n in foes:
        bodies[n] = bodies[n]._replace(sheet=_other(bodies[n].sheet, change, outside))
    return fight._replace(bodies=(*bodies, fight.table))


def _joined(
    entry: Entry, fight: State, visibility: Visibility, change: Callable[[int], int], outside: Set[str]
) -> Entry:
    """An entry, by which another foe comes in if it was one."""
    if not isinstance(entry, Joined) or entry.body.side in visibility.sides(fight):
        return entry
    return entry._replace(body=entry.body._replace(sheet=_other(entry.body.sheet, change, outside)))


def _other(value: Any, change: Callable[[int], int], outside: Set[str]) -> Any:
    """A record with every whole number in it changed, but places and what can be seen from `outside`."""
    if type(value) is int:
        return change(value)
    if isinstance(value, Point):
        return value
    if hasattr(value, "_fields"):
        fields = [f for f in value._fields if f not in outside]
        return value._replace(**{f: _other(getattr(value, f), change, outside) for f in fields})
    if isinstance(value, tuple):
        return tuple(_other(each, change, outside) for each in value)
    return value


CHANGES: tuple[Callable[[int], int], ...] = (lambda n: n + 1, lambda _: 0)
CLOSED = Redacted((), (), False)
