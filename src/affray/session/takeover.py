"""How a fight of an older version is taken up, and gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from affray.core.errors import AffrayError, LogError
from affray.core.live import Answer, Concealed, Departed, Joined
from affray.core.message import joined, msg
from affray.core.ruleset import Ruleset
from affray.session import log
from affray.session.course import Course, Mark, State
from affray.session.entries import Amend, SessionLine, Standing, Upgraded, folded, hidden_after, misfit
from affray.session.integrity import unmoved
from affray.session.older import Eras
from affray.session.past import Past
from affray.session.upgrade import Seam, derived, enriched, seam


class Taken(NamedTuple):
    """A course; if no entry upgrades it yet, its past and where that would be."""

    course: Course
    past: Past | None = None
    seam: Seam | None = None


class Takeover:
    """The fight of one log, whatever versions have played it."""

    def __init__(self, ruleset: Ruleset, header: log.Header, start: State, eras: Eras) -> None:
        self.ruleset, self.header, self.start, self.eras = ruleset, header, start, eras

    def upto(self, seq: int) -> Takeover:
        """The same up to an entry."""
        return Takeover(self.ruleset, self.header, self.start, self.eras.upto(seq))

    def version(self, standing: Standing) -> str:
        """Which version of the rules has played what counts last."""
        upgrade = standing.upgraded
        return self.header.version if upgrade is None else upgrade.version

    def taken(self, standing: Standing, rows: Sequence[log.Row], where: log.LogSource) -> Taken:
        """The course of these entries; raises LogError that names the entry."""
        upgrade = standing.upgraded
        if upgrade is not None and upgrade.version == self.ruleset.version:
            return Taken(self._upgraded(standing, upgrade, rows, where))
        past = self.past(standing.kept, rows, where)
        begins, last = seam(self.ruleset, past), standing.kept[-1].seq if standing.kept else 0
        if begins.whole:
            return Taken(Course(self.ruleset, self.start, kept=standing.played, older=last), None, begins)
        fell = frozenset(begins.fell)
        played = tuple(line for n, line in enumerate(standing.played) if n not in fell)
        course = Course(self.ruleset, self.start, begins.mark, played, lambda: past, last)
        return Taken(course, past, begins)

    def _upgraded(
        self, standing: Standing, entry: Upgraded, rows: Sequence[log.Row], where: log.LogSource
    ) -> Course:
        """From where an entry says that today's rules play."""
        place = next(n for n in range(len(standing.kept), 0, -1) if standing.kept[n - 1].entry is entry)
        kept, played = standing.kept[: place - 1], standing.played
        stand = played[: entry.place]
        told = entry.effects + sum(isinstance(e.entry, Answer | Joined | Departed | Concealed) for e in stand)
        hidden = hidden_after(stand, len(self.start.fighters))
        fight = self.start._replace(bodies=entry.bodies, gone=entry.gone, hidden=hidden)
        mark = Mark(fight, entry.place, entry.effects, told)

        @cache
        def before() -> Past:
            past = self.past(kept, rows, where)
            enriched(self.ruleset, past)
            return past

        return Course(self.ruleset, self.start, mark, played, before, standing.kept[place - 1].seq)

    def past(self, kept: Sequence[SessionLine], rows: Sequence[log.Row], where: log.LogSource) -> Past:
        """Entries that count, by the effects that they recorded."""
        try:
            past = Past(self.start, self.eras.opened(self.header.effects), self.ruleset.left)
        except LogError as e:
            raise where.error(0, str(e), e.code) from None
        played: list[SessionLine] = []
        for line in kept:
            try:
                self._take(past, line, played, rows[line.seq - 1])
            except LogError as e:
                raise where.error(line.seq, str(e), e.code) from None
        return past

    def _take(self, past: Past, line: SessionLine, played: list[SessionLine], row: log.Row) -> None:
        entry, caused = line.entry, self.eras.caused(row)
        if isinstance(entry, Amend):
            played[:] = entry.on(tuple(played), line)
            if isinstance(row, log.AmendRow) and not row.each:
                caused = derived(self.ruleset, past, entry.at, tuple(played))
        elif isinstance(entry, Upgraded):
            played[:] = entry.on(tuple(played))
        else:
            played.append(line)
        past.take(line, caused, tuple(played) if isinstance(entry, Amend | Upgraded) else ())


def older_rows(
    takeover: Takeover, rows: Iterable[log.Row], where: log.LogSource
) -> tuple[list[SessionLine], list[log.Row], Iterable[log.Row]]:
    """What older versions have entered, its rows, and the rows behind that."""
    lines, first, left, eras = list[SessionLine](), list[log.Row](), iter(rows), takeover.eras
    for row in left:
        if isinstance(row, log.UpgradedRow) and row.version == eras.ruleset.version:
            left = chain((row,), left)
            break
        try:
            lines.append(eras.line(row))
        except AffrayError as e:
            raise where.error(row.seq, str(e), e.code) from None
        except (TypeError, ValueError, KeyError) as e:
            raise where.error(row.seq, msg("expected an entry: {e}", e=e)) from None
        eras.note(row)
        first.append(row)
    try:
        folded(lines)
    except LogError:
        if (fault := misfit(lines)) is not None:
            raise where.error(fault[0], str(fault[1]), fault[1].code) from None
    unmoved(where, (takeover.header, *first))
    return lines, first, left


def told(version: str, ruleset: Ruleset) -> str:
    """That an older version has played so far, in words."""
    return msg(
        "Played so far with version {version} of {title}, of which only the events are known; it "
        "continues under the rules of version {version2}.",
        version=version,
        title=ruleset.title,
        version2=ruleset.version,
    )


def noticed(takeover: Takeover, standing: Standing, begins: Seam | None) -> str:
    """Which versions have played it, in words; empty for today's alone."""
    version, ruleset = takeover.version(standing), takeover.ruleset
    upgrade = standing.upgraded
    if version != ruleset.version:
        fell = [str(standing.played[n].seq) for n in begins.fell] if begins else []
        said = _anew(version, ruleset, joined(", ", fell)) if fell else told(version, ruleset)
        return said if takeover.header.sum else _unguarded(said)
    if upgrade is None:
        return ""
    seq = next(line.seq for line in standing.kept if line.entry is upgrade)
    return msg(
        "Played with version {before} of {title} up to entry {seq}, and with version {version} from "
        "there on.",
        seq=seq - 1,
        before=upgrade.before,
        title=ruleset.title,
        version=upgrade.version,
    )


def _unguarded(said: str) -> str:
    """That a log is from before there were checksums, behind what else is said of it."""
    return msg(
        "{said} It was written without checksums, so an edited die that changed no effect would go "
        "unnoticed.",
        said=said,
    )


def _anew(version: str, ruleset: Ruleset, fell: str) -> str:
    """That, and what of the last step has to be said anew, in words."""
    return msg(
        "Played so far with version {version} of {title}, of which only the events are known; the step "
        "in progress starts again under the rules of version {version2}, because its entries {fell} no "
        "longer fit.",
        version=version,
        title=ruleset.title,
        version2=ruleset.version,
        fell=fell,
    )
