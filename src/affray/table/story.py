"""The log as one viewer may read it: lines in words, dice and rules by their right.

Of a foe whose figures are hidden nothing is told but what everybody could see: the action it takes,
that it moves, a word for how it looks, its conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who
from affray.core.live import Came, Chose, Happened, Rolled
from affray.session import Session
from affray.session.course import Telling
from affray.session.entries import Line
from affray.table import wire
from affray.table.sight import Eyes, State
from affray.table.views import in_a_word, without_figures

SHOWN = 200
"""So many lines are in a whole view."""

OPEN = (int, bool, Who, type(None))
"""The types of what everybody may know of an effect on the table; mines laid are not of them."""


class Told(NamedTuple):
    """A line, and which part of the story it tells, from 0."""

    part: int
    line: wire.LogLine


class Story:
    """The lines of one viewer; it follows the session, back as well."""

    def __init__(self, session: Session, eyes: Eyes) -> None:
        self.session, self.eyes = session, eyes
        self.lines: list[Told] = []
        self._seen: list[Telling] = []

    def follow(self) -> int:
        """Bring the lines up to the present; how many of those there were still stand."""
        story = self.session.story
        same = _shared(self._seen, story)
        while self.lines and self.lines[-1].part >= same:
            self.lines.pop()
        stand = len(self.lines)
        kept = self.session.kept
        for part in range(same, len(story)):
            before = story[part - 1].fight if part else story[part].fight
            line = told(self.session, self.eyes, story[part], before, kept)
            if line is not None:
                line.n = len(self.lines) + 1
                self.lines.append(Told(part, line))
        del self._seen[same:]
        self._seen += story[same:]
        return stand

    def part(self, n: int) -> int | None:
        """Which part of the story the viewer's line n tells, from 1."""
        return self.lines[n - 1].part + 1 if 1 <= n <= len(self.lines) else None


def _shared(old: Sequence[Telling], new: Sequence[Telling]) -> int:
    n = min(len(old), len(new))
    while n and old[n - 1] is not new[n - 1]:
        n -= 1
    return n


def told(
    session: Session, eyes: Eyes, telling: Telling, before: State, kept: Sequence[Line]
) -> wire.LogLine | None:
    """One part of the story for this viewer; None if there is nothing to tell."""
    words, fight, part = session.ruleset.words, telling.fight, telling.told
    who = part.who if isinstance(part, Came) else part.effect.who if isinstance(part, Happened) else part.asked.who
    if not eyes.all and who != TABLE and who not in eyes.known(fight):
        return None
    whole = eyes.all or _whole(eyes, fight, part, who)
    said = words.told(fight, session.names, part) if whole else generic(session, eyes, part, who, before, fight)
    if not said or any(name in said for name in eyes.unknown_names(fight)):
        return None
    by = kept[telling.entries - 1].by if isinstance(part, Rolled) and 0 < telling.entries <= len(kept) else ""
    shown = isinstance(part, Rolled) and eyes.dice(fight, who)
    return wire.LogLine(
        n=0,
        entry=telling.entries,
        words=said,
        kind=_kind(part, who),
        dice=list(part.dice) if shown and isinstance(part, Rolled) else [],
        by=by if whole or shown else "",
        rules=[r for r in dict.fromkeys(getattr(part, "rules", ())) if r] if whole else [],
        receipt=whole and isinstance(part, Rolled) and bool(part.tally),
    )


def _whole(eyes: Eyes, fight: State, part: Any, who: Who) -> bool:
    """Whether a part of the story may be told as it is."""
    if isinstance(part, Rolled):
        return eyes.whole(fight, who) if who != TABLE else eyes.sight.foes == "numbers"
    if isinstance(part, Happened) and (part.why or who == TABLE):
        return bool(part.why) or eyes.sight.foes == "numbers" or _plain(part.effect)
    return eyes.figures(fight, who) if who != TABLE else isinstance(part, Came)


def _plain(effect: Effect) -> bool:
    values = (getattr(effect, f.name) for f in fields(effect))  # type: ignore[arg-type]
    return all(type(value) in OPEN for value in values)


def generic(session: Session, eyes: Eyes, part: Any, who: Who, before: State, fight: State) -> str:
    """A part of the story about a foe, with nothing in it that its figures say."""
    name = session.names[who] if who != TABLE else "The game master"
    match part:
        case Rolled(asked, _, _, _, _):
            if eyes.dice(fight, who):
                return session.ruleset.words.told(fight, session.names, part)
            return f"{name} rolls"
        case Chose(asked, Act() as act, _):
            if eyes.sight.foes == "nothing" or act.at is None or who == TABLE:
                return f"{name} acts" if who != TABLE else ""
            return f"{name}: {act.name} at {session.names[act.at]}"
        case Happened():
            return _changes(session, eyes, who, before, fight) if who != TABLE else ""
        case Came():
            return f"{name} joins the fight"
        case _:
            return ""


def _changes(session: Session, eyes: Eyes, who: Who, before: State, fight: State) -> str:
    """What everybody can see has become of a foe."""
    if who >= len(before.bodies) - 1:
        return ""
    card = session.ruleset.words.card
    old, new = card(before, who), card(fight, who)
    if new.out != old.out:
        return f"{new.name} is out of the fight" if new.out else f"{new.name} is up again"
    found = []
    if before.bodies[who].spot != fight.bodies[who].spot:
        found.append("moves")
    if eyes.sight.foes == "words":
        if new.bars and in_a_word(old) != in_a_word(new):
            found.append(f"is {in_a_word(new)}")
        was, now = ([without_figures(s) for s in c.states] for c in (old, new))
        found += [s for s in now if s not in was] + [f"no longer {s}" for s in was if s not in now]
    return f"{new.name} {', '.join(found)}" if found else ""


def _kind(part: Any, who: Who) -> str:
    """What sort of line it is, for its look."""
    match part:
        case Rolled():
            return "roll"
        case Chose(_, Act(), _):
            return "act"
        case Happened(_, _, why) if why:
            return "override"
        case Came():
            return "override"
        case Happened() if who == TABLE:
            return "table"
        case _:
            return "effect"
