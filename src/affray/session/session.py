"""A live fight and its log: what is asked, and every way to go on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from affray.core.effect import Effect
from affray.core.errors import BadAnswer, Conflict, LogError
from affray.core.live import Pending
from affray.core.message import msg
from affray.core.pack import content_of
from affray.core.ruleset import Ruleset
from affray.session import log
from affray.session.amendment import place_of
from affray.session.course import State, Telling
from affray.session.entries import SessionLine, Standing, folded
from affray.session.first_state import opening, scene_of
from affray.session.follower import refresh
from affray.session.ledger import Ledger
from affray.session.lines import Lines
from affray.session.moments import Moments
from affray.session.options import Options
from affray.session.people import Register
from affray.session.prepared import Prepared
from affray.session.spoken import Spoken
from affray.session.timeline import Timeline
from affray.session.versions import Versions


class Session:
    """A live fight and its log; `affray.session.opening` begins one, or goes on with one.

    Nothing changes unless the new entry fits the rules, and nothing is to be seen before it is on disk.
    Its parts: `log`, what was entered and what keeps it; `timeline`, where that leads; `moments`, where it
    stood; `versions`, which rules have played it; `options`, what can be answered; `lines`, which makes
    entries, and `say`, which enters them.
    """

    def __init__(self, ruleset: Ruleset, header: log.Header) -> None:
        self.ruleset, self.header = ruleset, header
        self.content = content_of(
            header.content, ruleset.scene.kinds, msg("{source}, packs", source=header.source), kept=True
        )
        self.scene = scene_of(ruleset, header, self.content)
        self.notice = ""
        self.past = False
        """Whether it is only to be looked at: a moment that has gone by."""
        self.people = Register(ruleset)
        ledger = Ledger(header)
        start = opening(ruleset, self.scene, header.carried, header.version)
        self._put_together(ledger, Timeline(ruleset, ledger, start))

    def _put_together(self, ledger: Ledger, timeline: Timeline) -> None:
        """Have its parts; those of a copy are its own."""
        self.log, self.timeline = ledger, timeline
        self.moments, self.versions = Moments(timeline), Versions(self)
        self.options, self.lines, self.say = Options(self), Lines(self), Spoken(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the log."""
        self.log.close()

    # --- what is there ------------------------------------------------------------------------------

    @property
    def fight(self) -> State:
        """The fight now."""
        return self.timeline.fight

    @property
    def pending(self) -> Pending | None:
        """What the fight waits for; None when it is over."""
        return self.timeline.course.pending

    @property
    def asking(self) -> Pending:
        """What the fight waits for; raises BadAnswer when it is over."""
        if self.pending is None:
            raise BadAnswer("the fight is over: there is nothing to answer", code="answer/over")
        return self.pending

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return self.pending is None

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it is open."""
        return self.ruleset.winner(self.fight)

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called, by `Who`."""
        return self.people.at(self.fight).names

    @property
    def story(self) -> Sequence[Telling]:
        """All that has happened, as far as it counts."""
        return self.timeline.story

    @property
    def effects(self) -> Sequence[Effect]:
        """All effects, as far as they count."""
        return self.timeline.effects

    @property
    def standing(self) -> Standing:
        """The entries that count, as the log has them and as the rules have them, and those taken back."""
        return self.timeline.standing

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 for none."""
        return self.log.seq

    @property
    def state_hash(self) -> str:
        """The hash of the fight now."""
        return self.timeline.state_hash

    # --- what changes it ----------------------------------------------------------------------------

    def prepare(self, line: SessionLine) -> Prepared:
        """An entry as it would be made; nothing changes, nothing is on disk.

        Raises AffrayError when it does not fit.  Whoever keeps the row elsewhere does that next, and
        then adopts it; see `lines` for how entries are made.
        """
        if self.past:
            raise LogError("this is the past: you can only look at it", code="log/past")
        self.versions.check(line)
        line = line._replace(seq=self.seq + 1)
        prepared = self.timeline.tried(line)
        return prepared._replace(row=log.row(self.seq + 1, line, self.timeline.after(prepared)))

    def adopt(self, prepared: Prepared) -> None:
        """Let it be so, and be seen; raises LogError when something else came between."""
        if prepared.row.seq != self.seq + 1:
            raise LogError(
                msg(
                    "entry {seq} was prepared, but there are {seq2} already",
                    seq=prepared.row.seq,
                    seq2=self.seq,
                ),
                code="log/stale",
            )
        self.timeline.adopt(prepared)
        self.timeline.takeover.eras.note(prepared.row)
        self.log.add(prepared.row, prepared.line)

    def enter(self, line: SessionLine) -> None:
        """Add an entry: see that it fits, put it on disk, then let it be seen.

        If somebody else at the same session was quicker, their entries are adopted and Conflict is raised.
        Where older rules have played so far, it is noted first that today's do from here on.
        """
        for upgrade in self.versions.needed(line):
            self.enter(upgrade)
            line = self.versions.moved(line)
        prepared = self.prepare(line)
        if self.log.keeper:
            try:
                self.log.keeper.append(prepared.row)
            except Conflict:
                refresh(self)
                raise
        self.adopt(prepared)

    def answer(self, value: object, dice: Sequence[int] = (), *, by: str = "person") -> None:
        """Answer what is asked; raises BadAnswer when it does not fit."""
        self.enter(self.lines.answer(value, dice, by=by))

    # --- other moments ------------------------------------------------------------------------------

    def at(self, seq: int) -> Self:
        """The fight as it was after entry `seq` (0: its start), only to be looked at.

        Raises LogError when there is no such entry.
        """
        (moment := self.fork(seq)).past = True
        return moment

    def before(self, seq: int) -> Self:
        """The fight where what entry `seq` answers is asked, only to be looked at.

        That is what an amendment needs to know.  Raises LogError if the entry does not count or is no answer.
        """
        (moment := self.trial(place_of(self, seq))).past = True
        return moment

    def trial(self, entries: int | None = None) -> Self:
        """The same fight where only so many entries played count, or as it stands.

        That as it stands is made at once; it is read in a thread, while this one goes on.
        """
        standing = self.standing if entries is None else Standing(self.standing.played[:entries])
        return self._branch(self.log.copy(), standing, bound=True)

    def fork(self, seq: int | None = None) -> Self:
        """Another fight, the same up to entry `seq` or now; in memory alone."""
        upto = self.seq if seq is None else seq
        if not 0 <= upto <= self.seq:
            raise LogError(
                msg("there is no entry {upto}; expected 0 to {seq}", upto=upto, seq=self.seq),
                code="log/no-entry",
            )
        ledger = self.log.upto(upto)
        return self._branch(ledger, folded(ledger.lines))

    def _branch(self, ledger: Ledger, standing: Standing, bound: bool = False) -> Self:
        """The same fight where other entries count; it is kept nowhere."""
        other = copy(self)
        other.past, other.notice = False, ""
        other._put_together(ledger, self.timeline.branch(ledger, standing, bound))
        return other
