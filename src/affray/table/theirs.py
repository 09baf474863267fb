"""What of a number comes from foes: what changes with their figures.

The present step is played again by the same answers, once with one more of every figure of each foe
and once with nothing.  What of a tally stays as it was does not tell of them; the rest is withheld.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from affray.core.dice import Chance
from affray.core.errors import Diverged
from affray.core.fight import Fight
from affray.core.live import Answer, Asked, Live, Moment, Pending, Rolled
from affray.core.space import Point
from affray.core.tally import NOTHING, Mod, Tally
from affray.core.view import View
from affray.session import Session
from affray.table.sight import Eyes, State

A = TypeVar("A")


class Open(NamedTuple):
    """The parts of a number and the rules that do not tell of foes.

    Whether that is all.
    """

    mods: tuple[Mod, ...]
    rules: tuple[str, ...]
    whole: bool


class Loose(Live[Any, Any, Any]):
    """Takes the answers that were given, whatever dice they were given to."""

    def _take(self, asked: Asked) -> Answer:
        entry = self.entries[self.at]
        if not isinstance(entry, Answer) or entry.asked[:2] != asked[:2]:
            raise Diverged(f"{asked.question!r} is asked now", self.at)
        self.at += 1
        return entry

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """What came up then."""
        chance = kind(tally.total)
        asked = Asked(who.who, what, chance.name)
        if self.at == len(self.entries):
            raise Pending(asked, chance, tally, rules=rules, view=who)
        entry = self._take(asked)
        self.tell(Rolled(asked, tally, entry.value, entry.dice, rules))
        self._correct()
        value: A = entry.value  # type: ignore[assignment]
        return value


def asked_openly(session: Session, eyes: Eyes, pending: Pending) -> Open:
    """Of the number that is asked for now."""
    others = [_otherwise(session, eyes, session.moments.now, change)[1] for change in CHANGES]
    if any(other is None or other.asked[:2] != pending.asked[:2] for other in others):
        return CLOSED
    return _same(pending, others)


def rolled_openly(session: Session, eyes: Eyes, rolled: Rolled, entries: int) -> Open:
    """Of a roll that was the last of so many entries."""
    moment = session.moments.at(entries)
    stories = [_otherwise(session, eyes, moment, change)[0] for change in CHANGES]
    found = [[told for told in story if isinstance(told, Rolled)][-1:] for story in stories]
    if not all(last and last[0].asked[:2] == rolled.asked[:2] for last in found):
        return CLOSED
    return _same(rolled, [last[0] for last in found])


def _same(here: Any, others: Sequence[Any]) -> Open:
    """What all of these numbers have in common."""
    mods = tuple(mod for mod in here.tally if all(mod in tuple(other.tally) for other in others))
    rules = tuple(rule for rule in here.rules if all(rule in other.rules for other in others))
    return Open(mods, rules, all(len(other.tally) == len(mods) for other in (here, *others)))


def _otherwise(
    session: Session, eyes: Eyes, moment: Moment, change: Callable[[int], int]
) -> tuple[list[Any], Pending | None]:
    """How the step would have gone with other foes, and what it would wait for."""
    game = session.ruleset
    try:
        play = Loose(_changed(moment.fight, eyes, change), moment.entries, moment.effects, game.corrected)
        try:
            while play.call(game.step):
                pass
        except Pending as pending:
            return play.story, pending
        return play.story, None
    except Exception:  # nothing is known of fights that cannot be, and so nothing is shown
        return [], None


def _changed(fight: State, eyes: Eyes, change: Callable[[int], int]) -> State:
    foes = {w for w in fight.everyone if eyes.foe(fight, w)}
    bodies = [
        b._replace(sheet=_other(b.sheet, change)) if n in foes else b for n, b in enumerate(fight.fighters)
    ]
    return Fight((*bodies, fight.bodies[-1]), fight.house)


def _other(value: Any, change: Callable[[int], int]) -> Any:
    """A record with every whole number in it changed, but places."""
    if type(value) is int:
        return change(value)
    if isinstance(value, Point):
        return value
    if hasattr(value, "_fields"):
        fields = [f for f in value._fields if f not in OUTSIDE]
        return value._replace(**{f: _other(getattr(value, f), change) for f in fields})
    if isinstance(value, tuple):
        return tuple(_other(each, change) for each in value)
    return value


CHANGES: tuple[Callable[[int], int], ...] = (lambda n: n + 1, lambda _: 0)
CLOSED = Open((), (), False)


OUTSIDE = ("edges", "size", "movement")
"""What everybody can see of a fighter's figures: how far it reaches and moves, how large it is."""
