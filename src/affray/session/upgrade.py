"""Where today's rules take over a fight that older ones played.

They can begin only where a step of theirs begins.  Rows say where the last step began (`since`).  For rows
from before they did, it is found out: today's rules are run from places further and further back, until they
ask what was answered and do what was recorded.  Then one of three things holds:

* A step had just begun: all that was recorded stands, and today's rules start that step.
* A step is half done, and today's rules do the very same in it: it goes on where it was.
* A step is half done, and today's rules do something else in it: the fight is where that step began, and its
  answers are given to them again, the same dice among them, as far as they still fit.  What they had done
  under the old rules has not happened, so nothing happens twice; what does not fit any more is named.  Where
  a correction or a newcomer would not fit, all that was recorded stands instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from affray.core.effect import Effect
from affray.core.errors import AffrayError
from affray.core.live import Answer, Happened, Pending, waits_for
from affray.core.ruleset import Ruleset
from affray.session.course import Mark, Telling, Witnessed, alike, grouped, same
from affray.session.entries import SessionLine
from affray.session.past import Caused, Past

FAR = 60
"""So many entries at most are looked back on for the beginning of a step."""


class ReplayedEntries(NamedTuple):
    """What today's rules made of entries, and how far they fit."""

    marks: list[Mark]
    story: list[Telling]
    pending: Pending | None
    read: int
    fits: bool


class Seam(NamedTuple):
    """From where today's rules play, and which entries behind that fell.

    `whole` is whether they would have played everything so, from the start of the fight.
    """

    mark: Mark
    fell: tuple[int, ...] = ()
    whole: bool = False


def seam(ruleset: Ruleset, past: Past) -> Seam:
    """Where today's rules take over a fight that stands so."""
    lines = past.lines
    played = enriched(ruleset, past)
    if played is not None:
        return Seam(played.marks[-1], whole=True)
    if past.begun is not None:
        return _from(ruleset, past, _mark(past, *past.begun))
    settled = _settled(ruleset, past)
    if settled is not None:
        return Seam(settled)
    begins = _begun(ruleset, past)
    return (
        Seam(_mark(past, len(lines), len(past.effects))) if begins is None else _from(ruleset, past, begins)
    )


def enriched(ruleset: Ruleset, past: Past) -> ReplayedEntries | None:
    """What today's rules make of it from its start, if that is what was recorded.

    As far as they do the same they know, too, why: tallies and rules are put into the story.
    """
    played = ran(ruleset, Mark(past.start), past.lines)
    for n, (one, other) in enumerate(zip(played.story, past.story, strict=False)):
        if not alike(one, other):
            return None
        past.story[n] = one
    whole = played.fits and len(played.story) == len(past.story) and played.read == len(past.lines)
    return played if whole else None


def ran(ruleset: Ruleset, mark: Mark, lines: Sequence[SessionLine]) -> ReplayedEntries:
    """What the rules make of entries behind a mark, as far as those fit."""
    entries: list[Any] = [line.entry for line in lines[mark.entries :]]
    play = Witnessed(ruleset, mark, entries, {}, len(lines))
    marks, pending, fits = [mark, *play.departed], None, True

    def steps() -> None:
        while play.call(ruleset.step):
            marks.extend(play.begun())
        play.finished()

    try:
        pending = waits_for(steps)
    except Exception:  # whatever today's rules make of what others have played
        fits = False
    return ReplayedEntries(marks, play.tellings, pending, mark.entries + play.at, fits)


def _mark(past: Past, entries: int, effects: int) -> Mark:
    """Behind so many entries and effects of what was recorded."""
    return Mark(past.states[effects], entries, effects, past.told_at(effects))


def _settled(ruleset: Ruleset, past: Past) -> Mark | None:
    """The beginning of a step whose first effects were recorded last.

    A step that begins with no effect cannot be told from the midst of one.
    """
    n = len(past.lines)
    for effects in range(past.ends[n - 1].effects if n else 0, len(past.effects)):
        mark = _mark(past, n, effects)
        played = ran(ruleset, mark, past.lines)
        if played.fits and played.pending is not None and same(played.story, past.story[mark.told :]):
            return mark
    over = ran(ruleset, _mark(past, n, len(past.effects)), past.lines)
    if over.fits and over.pending is None and not over.story:
        return over.marks[-1]
    return None


def _begun(ruleset: Ruleset, past: Past) -> Mark | None:
    """The last place from which today's rules begin as it was recorded."""
    weak: Mark | None = None
    for mark in _places(past):
        played = ran(ruleset, mark, past.lines)
        recorded = past.story[mark.told :]
        agreed = next(
            (n for n, pair in enumerate(zip(played.story, recorded, strict=False)) if not alike(*pair)),
            min(len(played.story), len(recorded)),
        )
        if not any(not isinstance(each.told, Happened) for each in recorded[:agreed]):
            if _chosen_there(ruleset, past, mark):
                return weak or mark
            continue
        if agreed < len(recorded) or not played.fits or len(played.story) > agreed:
            return weak or mark
        if len(played.marks) > 1:
            return played.marks[-1]
        weak = mark
    return weak


def _chosen_there(ruleset: Ruleset, past: Past, mark: Mark) -> bool:
    """Whether a step that begins there asks for what was chosen there.

    The question may have another name today.
    """
    entry = past.lines[mark.entries].entry
    if not isinstance(entry, Answer) or entry.asked.chance:
        return False
    played = ran(ruleset, mark, past.lines[: mark.entries])
    before = past.story[mark.told : past.ends[mark.entries].told]
    if played.pending is None or played.pending.chance or not same(played.story, before):
        return False
    try:
        played.pending.answer(entry.value)
    except AffrayError:
        return False
    return played.pending.asked.who == entry.asked.who


def _places(past: Past) -> Iterator[Mark]:
    """Where a step may have begun, from the last entry back."""
    n = len(past.lines)
    for entries in range(n - 1, max(-1, n - 1 - FAR), -1):
        first = past.ends[entries - 1].effects if entries else 0
        for effects in range(past.ends[entries].effects, first - 1, -1):
            if effects > first or effects == past.ends[entries].effects or not entries:
                yield _mark(past.upto(entries, None), entries, effects)


def _from(ruleset: Ruleset, past: Past, mark: Mark) -> Seam:
    """Today's rules from the beginning of a step, with the answers in it."""
    lines = past.lines
    played = ran(ruleset, mark, lines)
    if mark.entries == len(lines) or (played.fits and same(played.story, past.story[mark.told :])):
        return Seam(mark)
    if played.fits and played.read == len(lines) and played.marks[-1].entries == len(lines):
        stands = _mark(past, len(lines), len(past.effects))
        if past.begun is None and _asks(ran(ruleset, stands, lines)) == _asks(played):
            return Seam(stands)
    fell = range(_fitting(ruleset, mark, lines), len(lines))
    if all(isinstance(lines[n].entry, Answer) for n in fell):
        return Seam(mark, tuple(fell))
    return Seam(_mark(past, len(lines), len(past.effects)))  # what a game master put right never falls


def _asks(played: ReplayedEntries) -> object:
    return played.pending.asked if played.pending else None


def _fitting(ruleset: Ruleset, mark: Mark, lines: Sequence[SessionLine]) -> int:
    """How many of the entries fit, one after the other, as if people gave them now."""
    for n in range(mark.entries, len(lines)):
        played, entry = ran(ruleset, mark, lines[:n]), lines[n].entry
        if isinstance(entry, Answer):
            try:
                if played.pending is None or played.pending.asked != entry.asked:
                    return n
                played.pending.answer(entry.value, entry.dice)
            except AffrayError:
                return n
        elif not ran(ruleset, mark, lines[: n + 1]).fits:
            return n
    return len(lines)


def derived(ruleset: Ruleset, past: Past, at: int, lines: tuple[SessionLine, ...]) -> Caused:
    """What an amendment of entry `at` came to, whose row does not say it.

    Today's rules play it again, if they can; if not, the entries have caused what they had before.
    """
    begins = seam(ruleset, past.upto(at, None)).mark
    played = ran(ruleset, begins, lines)
    if played.fits and played.read == len(lines):
        return _caused(grouped(played.story, at, len(lines)))
    known = {line.seq: n for n, line in enumerate(past.lines)}
    return Caused((), tuple(_recorded(past, known.get(line.seq)) for line in lines[at:]))


def _caused(groups: list[list[Effect]]) -> Caused:
    return Caused((), tuple(map(tuple, groups[1:])))


def _recorded(past: Past, place: int | None) -> tuple[Effect, ...]:
    if place is None:
        return ()
    return tuple(past.effects[past.ends[place].effects : past.ends[place + 1].effects])
