"""Where the entries of a session lead: the fight as it stands, by whatever rules have played it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from affray.core.effect import Effect
from affray.core.errors import BadAnswer
from affray.core.live import Override
from affray.core.message import joined, msg
from affray.core.ruleset import Ruleset
from affray.session import log, snapshots
from affray.session.correction import broken, corrected
from affray.session.course import Course, State, Telling
from affray.session.digest import Digests
from affray.session.entries import Amend, SessionLine, Standing, Undo, Upgraded, folded
from affray.session.integrity import untouched
from affray.session.ledger import Ledger
from affray.session.older import Eras
from affray.session.past import Past
from affray.session.prepared import NO_ROW, NOTHING_SAID, Prepared, after
from affray.session.takeover import Taken, Takeover


class Timeline:
    """The entries that count, the course they take, and what older rules played of it."""

    def __init__(self, ruleset: Ruleset, ledger: Ledger, start: State) -> None:
        self.ruleset, self.ledger = ruleset, ledger
        self.standing = Standing(())
        self.course = Course(ruleset, start)
        self.takeover = Takeover(ruleset, ledger.header, start, Eras(ruleset, ledger.header.version))
        self.taken: Taken | None = None
        self.bound = False
        """Whether it has to stay with today's rules, as a trial does."""
        self.lines_before: snapshots.Counts = {}
        """How many lines those who look were told before what is at hand, as the snapshot has it."""
        self._digests = Digests()

    @property
    def past(self) -> Past | None:
        """What was recorded, where today's rules would have done something else."""
        return self.taken.past if self.taken else None

    @property
    def fight(self) -> State:
        """The fight now."""
        return self.past.fight if self.past else self.course.fight

    @property
    def story(self) -> Sequence[Telling]:
        """All that has happened, as far as it counts."""
        return self.past.story if self.past else self.course.all_story

    @property
    def effects(self) -> Sequence[Effect]:
        """All effects, as far as they count."""
        return self.past.effects if self.past else self.course.all_effects

    @property
    def state_hash(self) -> str:
        """The hash of the fight now."""
        return self._digests.of(self.fight)

    @property
    def version(self) -> str:
        """Which version of the rules has played what counts last."""
        return self.takeover.version(self.standing)

    @property
    def aged(self) -> bool:
        """Whether an older version has played all that counts."""
        return self.version != self.ruleset.version

    def tried(self, line: SessionLine) -> Prepared:
        """What an entry would come to, without its row; raises AffrayError where it does not fit."""
        if isinstance(line.entry, Override):
            corrected(self.ruleset, self.fight, line.entry.effect)
        prepared = self.led(self.standing.then(line), line)  # a fault of the rules comes out as what it is
        if isinstance(line.entry, Override) and (
            faults := broken(self.ruleset, self.fight, prepared.tail.fight)
        ):
            raise BadAnswer(
                msg("cannot be applied: {faults}", faults=joined("; ", faults)), code="answer/unfit"
            )
        return prepared

    def led(self, standing: Standing, line: SessionLine = NOTHING_SAID) -> Prepared:
        """Where these entries would lead; nothing changes."""
        if standing is self.standing:
            taken, tail = None, self.course.tried(self.course.kept)
        elif self._serves(standing):
            taken, tail = None, self.course.tried(standing.played)
        else:
            taken = self.takeover.taken(standing, self.ledger.rows, log.NamedLog("session"))
            tail = taken.course.tail
        return Prepared(NO_ROW, line, standing, tail, taken)

    def adopt(self, prepared: Prepared) -> None:
        """Be where an entry leads."""
        self.standing = prepared.standing
        if prepared.taken is not None:
            self.taken, self.course = prepared.taken, prepared.taken.course
        else:
            self.course.adopt(prepared.tail)
        if not self.aged:
            self.taken = None

    def after(self, prepared: Prepared) -> log.After:
        """What an entry comes to, for its row."""
        came = after(prepared, self._caused(prepared), self._digests.of(prepared.tail.fight))
        asked = self.course.pending
        return came._replace(sides=asked.chance.sides) if asked and asked.chance else came

    def branch(self, ledger: Ledger, standing: Standing, bound: bool = False) -> Timeline:
        """The same fight where other entries count, which goes on by itself."""
        other = copy(self)
        other.ledger, other.bound = ledger, bound
        other._digests = Digests()
        other.takeover = self.takeover.upto(ledger.seq)
        other.course = self.course.copy()
        other.adopt(other.led(standing))
        return other

    def take_up(
        self,
        rows: Sequence[log.Row],
        lines: Sequence[SessionLine],
        snapshot: snapshots.Checkpoint | None,
        where: log.LogSource,
    ) -> None:
        """Be where the entries of a log lead."""
        self.ledger.fill(rows, lines)
        standing, start = folded(lines), self.course.start
        self.standing = standing
        if self.takeover.eras.older:
            self.taken = self.takeover.taken(standing, self.ledger.rows, where)
            self.course = self.taken.course
        else:
            mark = snapshots.fitting(snapshot, lines, standing, start) if snapshot else None
            self.course = Course(self.ruleset, start, mark, standing.played)
            self.lines_before = snapshot.lines if snapshot and mark else {}
        untouched(where, self.ledger.header, rows)

    def _caused(self, prepared: Prepared) -> Sequence[Effect]:
        """The effects that an entry brings; none across a change of version."""
        quiet = isinstance(prepared.line.entry, Undo | Amend) or prepared.taken is not None
        return () if quiet else self.course.caused(prepared.tail)

    def _serves(self, standing: Standing) -> bool:
        """Whether the present course is that of these entries, too."""
        if self.bound or not (self.takeover.eras.older or standing.upgraded):
            return True
        now, apart = standing.upgraded, self.course.before is not None
        if now is None or now.version != self.ruleset.version:
            played = standing.played
            return not apart and played == self.course.kept[: len(played)]
        return now is self.standing.upgraded or (not apart and self._begins_so(now))

    def _begins_so(self, entry: Upgraded) -> bool:
        """Whether a step of the present course begins as this says."""
        begins = ((m.entries, m.effects, m.fight.bodies, m.fight.gone) for m in reversed(self.course.marks))
        return not entry.fell and (entry.place, entry.effects, entry.bodies, entry.gone) in begins
