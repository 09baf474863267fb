"""A live fight: what is asked, and every way to change it; the log is the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Self

from affray.core.catalogue import OptionValue
from affray.core.dice import Thrower
from affray.core.effect import Effect
from affray.core.errors import AffrayError, BadAnswer, BadData, Conflict, LogError
from affray.core.live import Answer, Asked, Joined, Override, Pending
from affray.core.pack import NOTHING, Content, content_of
from affray.core.ruleset import Ruleset, names_of
from affray.core.ruleset import ruleset as installed
from affray.core.stream import Stream
from affray.session import log, logfile, snapshots
from affray.session.amending import place_of
from affray.session.checking import as_recorded, asked_here, untouched
from affray.session.correction import broken, corrected
from affray.session.course import Course, State, Telling
from affray.session.digest import Digests
from affray.session.entries import (
    Amend,
    Handed,
    Line,
    Standing,
    Undo,
    Upgraded,
    folded,
    handed,
)
from affray.session.moments import Moments
from affray.session.older import Eras, checked
from affray.session.opening import opening, scene_of
from affray.session.past import Past
from affray.session.prepared import NO_ROW, NOTHING_SAID, Prepared, after
from affray.session.sealed import History, Keyed, Keys, fresh, place, seal
from affray.session.spoken import Spoken
from affray.session.takeover import Taken, Takeover, noticed, older_rows, told


class Session(Spoken, Moments):
    """A live fight and its log.

    Nothing changes unless the new entry fits the rules, and nothing is to be seen before it is
    on disk.  Without a path the log is kept in memory alone.
    """

    def __init__(self, ruleset: Ruleset, header: log.Header) -> None:
        self.ruleset, self.header = ruleset, header
        self.content = content_of(header.content, ruleset.scene.kinds, f"{header.source}, packs")
        scene = self.scene = scene_of(ruleset, header, self.content)
        self.notice = ""
        self._named: tuple[State | None, Sequence[str]] = None, ()
        self.seq = 0
        self.handed = Handed()
        """Who runs whom, as far as it differs from the scene; see `Hands`."""
        self.keys = Keys(header)
        self._history = History()
        self._standing = Standing(())
        self._digests = Digests()
        self._store: log.Keeper | None = None
        self._rows, self._said = list[log.Row](), list[Line]()
        self.past = False
        """Whether it is only to be looked at: a moment that has gone by."""
        start = opening(ruleset, scene, header.carried, header.version)
        self._course, self._bound = Course(ruleset, start), False
        self._ages = Takeover(ruleset, header, start, Eras(ruleset, header.version))
        self._taken: Taken | None = None

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        text: str,
        *,
        path: str | Path | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | None = 0,
        source: str = "scene",
        content: Content = NOTHING,
        carried: log.Carried | None = None,
    ) -> Self:
        """A fight from the text of a scene; raises BadData, or LogError for the path.

        `options` are house rules on top of the scene's; `seed` is where drivers take their dice from, which
        anybody may foretell, None for a key of its own, which stands in the log; `content` is what packs
        bring and `carried` who comes from a campaign, which go into the log.
        """
        key = fresh() if seed is None else b""
        header = log.Header(
            affray=log.FORMAT,
            ruleset=ruleset.id,
            version=ruleset.version,
            source=source,
            scene=text,
            options=dict(options or {}),
            seed=seed or 0,
            seal=seal(key) if key else "",
            key=key.hex(),
            content=content.plain(),
            carried=carried,
            effects=[],
            hash="",
        )
        session = cls(ruleset, header)
        log.begun(header, session._course.effects, session.state_hash)
        if path is not None:
            session._store = logfile.Store.new(Path(path), header)
        return session

    @classmethod
    def resume(cls, path: str | Path) -> Self:
        """Go on with a log; raises LogError that names the line when it does not fit.

        A last line that was cut short is left out; `notice` says so.
        """
        store = logfile.Store.again(Path(path))
        try:
            session = cls.replay(path)
            store.cut(logfile.Reading(Path(path)).size)
        except BaseException:
            store.close()
            raise
        session._store = store
        return session

    @classmethod
    def replay(cls, path: str | Path) -> Self:
        """The fight of a log, checked effect by effect; the file is only read."""
        reading = logfile.Reading(Path(path))
        session = cls._replayed(reading, reading.header, reading.rows())
        session.notice = reading.notice
        return session

    @classmethod
    def of(cls, header: log.Header, rows: Iterable[log.Row], name: str = "session") -> Self:
        """The fight of rows that somebody else keeps, checked effect by effect.

        Raises LogError that names the entry; `name` is what the fight is called in it.
        """
        return cls._replayed(log.Named(name), header, log.in_order(log.Named(name), rows))

    @classmethod
    def reopened(
        cls, header: log.Header, rows: Sequence[log.Row], snapshot: bytes | None = None, name: str = "session"
    ) -> Self:
        """Like `of`, but quick: from a snapshot if it fits; the last hash is checked.

        Where that does not come out, everything is checked as in `of`, which names the entry.
        """
        where = log.Named(name)
        session = cls._opened(where, header)
        try:
            said = [session._read(row) for row in log.in_order(where, rows)]
            session._take_up(said, rows, snapshots.read(snapshot, session.ruleset.version), where)
        except Exception:  # whatever the rules make of a snapshot that is wrong
            return cls.of(header, rows, name)
        if not session.aged and session.state_hash != (rows[-1] if rows else header).hash:
            return cls.of(header, rows, name)
        return session

    def _read(self, row: log.Row) -> Line:
        """A row as it is taken, and the version that it begins."""
        line = self._ages.eras.line(row)
        self._ages.eras.note(row)
        return line

    def _take_up(
        self,
        said: list[Line],
        rows: Sequence[log.Row],
        snapshot: snapshots.Taken | None,
        where: log.Place,
    ) -> None:
        """Be where these entries lead."""
        standing, start = folded(said), self._course.start
        self._rows, self._said, self._standing, self.seq = list(rows), said, standing, len(said)
        self.handed = handed(said)
        self.keys.read(said)
        if self._ages.eras.older:
            self._taken = self._ages.taken(standing, self._rows, where)
            self._course = self._taken.course
        else:
            mark = snapshots.fitting(snapshot, said, standing, start) if snapshot else None
            self._course = Course(self.ruleset, start, mark, standing.played)
            self.lines_before = snapshot.lines if snapshot and mark else {}
        untouched(where, self.header, rows)

    def snapshot(self, lines: snapshots.Lines | None = None) -> bytes:
        """A checkpoint for `reopened`, far enough back for `undo` to stay quick."""
        return snapshots.taken(self.seq, len(self.played), self._course.marks, self.ruleset.version, lines)

    # --- what is there ------------------------------------------------------------------------------

    @property
    def fight(self) -> State:
        """The fight now."""
        return self._recorded.fight if self._recorded else self._course.fight

    @property
    def aged(self) -> bool:
        """Whether an older version has played all that counts."""
        return self._ages.version(self._standing) != self.ruleset.version

    @property
    def played_by(self) -> str:
        """Which versions have played it, in words; empty for today's alone."""
        return noticed(self._ages, self._standing, self._taken.seam if self._taken else None)

    @property
    def _recorded(self) -> Past | None:
        """What was recorded, where today's rules would have done something else."""
        return self._taken.past if self._taken else None

    @property
    def settled(self) -> int:
        """So many entries were played by rules that are gone, and cannot be amended."""
        return self._course.marks[0].entries if self._course.before is not None else 0

    @property
    def pending(self) -> Pending | None:
        """What the fight waits for; None when it is over."""
        return self._course.pending

    @property
    def asking(self) -> Pending:
        """What the fight waits for; raises BadAnswer when it is over."""
        if self.pending is None:
            raise BadAnswer("the fight is over: nothing is asked", code="answer/over")
        return self.pending

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return self._course.pending is None

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it is open."""
        return self.ruleset.winner(self.fight)

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called, by `Who`."""
        fight, names = self._named
        if fight is not self.fight:
            names = names_of(self.ruleset, self.fight)
            self._named = self.fight, names
        return names

    @property
    def story(self) -> Sequence[Telling]:
        """All that has happened, as far as it counts."""
        return self._recorded.story if self._recorded else self._course.all_story

    @property
    def effects(self) -> Sequence[Effect]:
        """All effects, as far as they count."""
        return self._recorded.effects if self._recorded else self._course.all_effects

    @property
    def kept(self) -> Sequence[Line]:
        """The entries that count; `undo` takes back from their end."""
        return self._standing.kept

    @property
    def played(self) -> Sequence[Line]:
        """The entries as the rules have them: those that count, with amendments made."""
        return self._standing.played

    @property
    def undone(self) -> Sequence[Line]:
        """The entries taken back that could still be done again."""
        return self._standing.undone

    @property
    def rows(self) -> Sequence[log.Row]:
        """Every entry as it is kept, those too that were taken back."""
        return self._rows

    @property
    def keeper(self) -> log.Keeper | None:
        """What keeps its entries; None if they are in memory alone."""
        return self._store

    @property
    def path(self) -> Path | None:
        """Where the log is."""
        return self._store.path if self._store else None

    @property
    def state_hash(self) -> str:
        """The hash of the fight now."""
        return self._digests.of(self.fight)

    def receipt(self, n: int) -> Telling:
        """Part n of the story, from 1; raises BadAnswer when there is none."""
        if not 1 <= n <= len(self.story):
            raise BadAnswer(f"there is no line {n}; expected 1 to {len(self.story)}", code="answer/no-line")
        return self.story[n - 1]

    def source(self, asked: Asked) -> Thrower:
        """Where the machine's dice for this come from: the key, or the seed where there is none.

        Raises LogError where there is a seal, and nobody here has its key.
        """
        key = self.keys.now
        if key:
            return Keyed(key, place(self._history.of(self._standing), asked))
        return Stream(self.header.seed, len(self.played))

    # --- what changes it ----------------------------------------------------------------------------

    def prepare(self, line: Line) -> Prepared:
        """An entry as it would be made; nothing changes, nothing is on disk.

        Raises AffrayError when it does not fit.  Whoever keeps the row elsewhere does that next, and
        then adopts it; see `lines` for how entries are made.
        """
        if self.past:
            raise LogError("this is a moment gone by, only to be looked at", code="log/past")
        if self.aged and isinstance(line.entry, Answer | Override | Joined | Amend):
            raise LogError(told(self.version, self.ruleset), code="log/older")
        line = line._replace(seq=self.seq + 1)
        prepared = self._tried(line)
        return prepared._replace(row=log.row(self.seq + 1, line, self._after_it(prepared)))

    def adopt(self, prepared: Prepared) -> None:
        """Let it be so, and be seen; raises LogError when something else came between."""
        if prepared.row.seq != self.seq + 1:
            raise LogError(
                f"entry {prepared.row.seq} was prepared, but there are {self.seq} already", code="log/stale"
            )
        self._be(prepared)
        self._ages.eras.note(prepared.row)
        self._rows.append(prepared.row)
        self._said.append(prepared.line)
        if isinstance(prepared.line.entry, Handed):
            self.handed = prepared.line.entry
        self.keys.read((prepared.line,))
        self.seq += 1

    def enter(self, line: Line) -> None:
        """Add an entry: see that it fits, put it on disk, then let it be seen.

        If somebody else at the same session was quicker, their entries are adopted and Conflict is raised.
        Where older rules have played so far, it is noted first that today's do from here on.
        """
        for upgrade in self.upgrades(line):
            self.enter(upgrade)
            line = self.now(line)
        prepared = self.prepare(line)
        if self._store:
            try:
                self._store.append(prepared.row)
            except Conflict:
                self.refresh()
                raise
        self.adopt(prepared)

    def upgrades(self, line: Line) -> tuple[Line, ...]:
        """What has to be entered before a line: nothing, or an upgrade."""
        moves = isinstance(line.entry, Answer | Override | Joined | Amend)
        return (self.lines.upgrade(),) if moves and self.aged else ()

    def upgraded(self) -> Upgraded:
        """The entry from which on today's rules play."""
        if not self.aged:
            raise LogError("it is played by today's rules already", code="log/nothing-to-upgrade")
        seam = self._taken.seam if self._taken else None
        mark = self._course.marks[-1] if self._course.before is None or seam is None else seam.mark
        fell = seam.fell if seam else ()
        standing = mark.entries, mark.effects, mark.fight.bodies
        return Upgraded(self.version, self.ruleset.version, *standing, fell)

    def now(self, line: Line) -> Line:
        """A line whose correction or newcomer comes in where the fight is now."""
        if not isinstance(line.entry, Override | Joined):
            return line
        return line._replace(entry=line.entry._replace(after=len(self.effects)))

    def kept_by(self, keeper: log.Keeper) -> None:
        """Keep what is entered from now on there; it holds what was entered so far."""
        self._store = keeper

    def refresh(self) -> int:
        """Adopt what others at the same session have entered; how many entries."""
        news = self._store.news(self.seq) if self._store else ()
        for row in news:
            self.follow(row, log.Named("session"))
        return len(news)

    def play(self, line: Line) -> None:
        """Play an entry without noting it: for a fight that is kept nowhere."""
        self._be(self._tried(line))

    # --- other moments ------------------------------------------------------------------------------

    def at(self, seq: int) -> Self:
        """The fight as it was after entry `seq` (0: its start), only to be looked at.

        Raises LogError when there is no such entry.
        """
        (moment := self._after(seq)).past = True
        return moment

    def before(self, seq: int) -> Self:
        """The fight where what entry `seq` answers is asked, only to be looked at.

        That is what an amendment needs to know.  Raises LogError if the entry does not count or is no answer.
        """
        (moment := self.trial(place_of(self, seq))).past = True
        return moment

    def trial(self, entries: int) -> Self:
        """The same fight where only so many entries played count."""
        return self._with(Standing(self._standing.played[:entries]), bound=True)

    def fork(self, seq: int | None = None) -> Self:
        """Another fight, the same up to entry `seq` or now; in memory, see `save`."""
        return self._after(self.seq if seq is None else seq)

    def _after(self, seq: int) -> Self:
        if not 0 <= seq <= self.seq:
            raise LogError(f"there is no entry {seq}; expected 0 to {self.seq}", code="log/no-entry")
        said = self._said[:seq]
        other = self._with(folded(said), upto=seq)
        other.handed = handed(said)
        other.keys = Keys(self.header)
        other._rows, other._said, other.seq = self._rows[:seq], said, seq
        return other

    def _with(self, standing: Standing, upto: int | None = None, bound: bool = False) -> Self:
        """The same fight where other entries count; it is kept nowhere."""
        other = copy(self)
        other._store, other.past, other.notice, other._bound = None, False, "", bound
        other._rows, other._said = list(self._rows), list(self._said)
        other._digests, other._history = Digests(), History()
        other._ages = self._ages.upto(self.seq if upto is None else upto)
        other._course = self._course.copy()
        other._be(other._stood(standing))
        return other

    def save(self, path: str | Path) -> None:
        """Write the log to another file as well; raises LogError if it is there."""
        logfile.write(Path(path), self.header, self._rows)

    def close(self) -> None:
        """Let go of the log."""
        if self._store:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- within -------------------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """Which version of the rules has played what counts last."""
        return self._ages.version(self._standing)

    def _tried(self, line: Line) -> Prepared:
        """What it would come to, without its row; raises AffrayError."""
        if isinstance(line.entry, Override):
            corrected(self.ruleset, self.fight, line.entry.effect)
        found = self._stood(self._standing.then(line), line)
        if isinstance(line.entry, Override) and (
            faults := broken(self.ruleset, self.fight, found.tail.fight)
        ):
            raise BadAnswer(f"cannot be applied: {'; '.join(faults)}", code="answer/unfit")
        return found

    def _stood(self, standing: Standing, line: Line = NOTHING_SAID) -> Prepared:
        """Where these entries lead."""
        if standing is self._standing:
            taken, tail = None, self._course.tried(self._course.kept)
        elif self._serves(standing):
            taken, tail = None, self._course.tried(standing.played)
        else:
            taken = self._ages.taken(standing, self._rows, log.Named("session"))
            tail = taken.course.tail
        return Prepared(NO_ROW, line, standing, tail, taken)

    def _serves(self, standing: Standing) -> bool:
        """Whether the present course is that of these entries, too."""
        if self._bound or not (self._ages.eras.older or standing.upgraded):
            return True
        now, apart = standing.upgraded, self._course.before is not None
        if now is None or now.version != self.ruleset.version:
            played = standing.played
            return not apart and played == self._course.kept[: len(played)]
        return now is self._standing.upgraded or (not apart and self._begins_so(now))

    def _begins_so(self, entry: Upgraded) -> bool:
        """Whether a step of the present course begins as this says."""
        marks = ((mark.entries, mark.effects, mark.fight.bodies) for mark in reversed(self._course.marks))
        return not entry.fell and (entry.place, entry.effects, entry.bodies) in marks

    def _be(self, prepared: Prepared) -> None:
        """Be where an entry leads."""
        self._standing = prepared.standing
        if prepared.taken is not None:
            self._taken, self._course = prepared.taken, prepared.taken.course
        else:
            self._course.adopt(prepared.tail)
        if not self.aged:
            self._taken = None

    def _after_it(self, prepared: Prepared) -> log.After:
        """What an entry comes to, for its row."""
        found = after(prepared, self._caused(prepared), self._digests.of(prepared.tail.fight))
        return (
            found._replace(sides=self.pending.chance.sides) if self.pending and self.pending.chance else found
        )

    def _caused(self, prepared: Prepared) -> Sequence[Effect]:
        """The effects that an entry brings; none across a change of version."""
        quiet = isinstance(prepared.line.entry, Undo | Amend) or prepared.taken is not None
        return () if quiet else self._course.caused(prepared.tail)

    @classmethod
    def _replayed(cls, where: log.Place, header: log.Header, rows: Iterable[log.Row]) -> Self:
        session = cls._opened(where, header)
        for row in session._older(where, rows) if session.aged else rows:
            session.follow(row, where)
        return session

    @classmethod
    def _opened(cls, where: log.Place, header: log.Header) -> Self:
        try:
            ruleset = installed(header.ruleset)
        except AffrayError as e:
            raise where.error(0, str(e), "log/no-ruleset") from None
        try:
            checked(ruleset, header.version)
            session = cls(ruleset, header)
        except BadData as e:
            raise where.error(0, f"the scene in it has faults: {e.faults[0]}", "log/scene") from None
        except LogError as e:
            raise where.error(0, str(e), e.code) from None
        if not session.aged:
            as_recorded(where, 0, session.effects, header, session.state_hash)
        return session

    def _older(self, where: log.Place, rows: Iterable[log.Row]) -> Iterable[log.Row]:
        """Take up what older versions have played; what is left are the rows of today's."""
        lines, first, left = older_rows(self._ages, rows, where)
        self._take_up(lines, first, None, where)
        return left

    def follow(self, row: log.Row, where: log.Place) -> None:
        """Adopt an entry that somebody else has made; raises LogError."""
        self.adopt(self.followed(row, where))

    def followed(self, row: log.Row, where: log.Place) -> Prepared:
        """An entry that somebody else has made, to be adopted; raises LogError."""
        try:
            line = self._ages.eras.line(row)
            if self.aged and isinstance(line.entry, Answer | Override | Joined | Amend):
                raise LogError(told(self.version, self.ruleset), code="log/older")
            if isinstance(line.entry, Answer):
                asked_here(self.asking, line.entry)
            prepared = self._tried(line)._replace(row=row)
        except AffrayError as e:
            raise where.error(row.seq, str(e), e.code) from None
        except (TypeError, ValueError, KeyError) as e:
            raise where.error(row.seq, f"expected an entry: {e}") from None
        if self._ages.version(prepared.standing) == self.ruleset.version:
            after = self._after_it(prepared)
            effects = () if isinstance(line.entry, Amend) else after.effects
            as_recorded(where, row.seq, effects, row, after.hash)
        return prepared
