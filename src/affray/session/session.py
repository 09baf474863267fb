"""A live fight: what is asked, and every way to change it; the log is the game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple, Self

from affray.core.act import Act, Offer
from affray.core.catalogue import OptionValue
from affray.core.effect import Effect
from affray.core.errors import AffrayError, BadAnswer, BadData, Conflict, LogError, unknown
from affray.core.live import Answer, Moment, Override, Pending
from affray.core.pack import NOTHING, Content, content_of
from affray.core.ruleset import Ruleset, names_of
from affray.core.ruleset import ruleset as installed
from affray.session import log, snapshots
from affray.session.amending import Amendment, place_of
from affray.session.correction import broken, corrected
from affray.session.course import Course, State, Tail, Telling
from affray.session.digest import Digests
from affray.session.entries import Amend, Handed, Line, Logged, Standing, Undo, by_people, folded
from affray.session.lines import Lines
from affray.session.opening import opening, scene_of


class Prepared(NamedTuple):
    """An entry that fits, as it will be kept; nothing of it is to be seen yet."""

    row: log.Row
    line: Line
    standing: Standing
    tail: Tail

    @property
    def by_person(self) -> bool:
        """Whether somebody has their say with it, and not the machine."""
        return bool(by_people((self.line,)))


class Session:
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
        self._standing = Standing(())
        self._digests = Digests()
        self._store: log.Keeper | None = None
        self._rows: list[log.Row] = []
        self._said: list[Line] = []
        self.past = False
        """Whether it is only to be looked at: a moment that has gone by."""
        self._course = Course(ruleset, opening(ruleset, scene, header.carried))

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        text: str,
        *,
        path: str | Path | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        source: str = "scene",
        content: Content = NOTHING,
        carried: log.Carried | None = None,
    ) -> Self:
        """A fight from the text of a scene; raises BadData, or LogError for the path.

        `options` are house rules on top of the scene's; `seed` is where drivers take their dice from;
        `content` is what packs bring and `carried` who comes from a campaign, which go into the log.
        """
        header = log.Header(
            affray=log.FORMAT,
            ruleset=ruleset.id,
            version=ruleset.version,
            source=source,
            scene=text,
            options=dict(options or {}),
            seed=seed,
            content=content.plain(),
            carried=carried,
            effects=[],
            hash="",
        )
        session = cls(ruleset, header)
        header.effects = [e.packed() for e in session._course.effects]
        header.hash = session.state_hash
        if path is not None:
            session._store = log.Store.new(Path(path), header)
        return session

    @classmethod
    def resume(cls, path: str | Path) -> Self:
        """Go on with a log; raises LogError that names the line when it does not fit.

        A last line that was cut short is left out; `notice` says so.
        """
        store = log.Store.again(Path(path))
        try:
            session = cls.replay(path)
            store.cut(log.Reading(Path(path)).size)
        except BaseException:
            store.close()
            raise
        session._store = store
        return session

    @classmethod
    def replay(cls, path: str | Path) -> Self:
        """The fight of a log, checked effect by effect; the file is only read."""
        reading = log.Reading(Path(path))
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
            said = [Line(row.entry(), row.by, row.seq) for row in log.in_order(where, rows)]
            session._take_up(said, snapshots.read(snapshot))
        except Exception:  # whatever the rules make of a snapshot that is wrong
            return cls.of(header, rows, name)
        session._rows = list(rows)
        if session.state_hash != (rows[-1] if rows else header).hash:
            return cls.of(header, rows, name)
        return session

    def _take_up(self, said: list[Line], snapshot: snapshots.Taken | None) -> None:
        """Be where these entries lead."""
        standing = folded(said)
        start = self._course.start
        mark = snapshots.fitting(snapshot, said, standing, start) if snapshot else None
        self._course = Course(self.ruleset, start, mark, standing.played)
        self._standing, self._said, self.seq = standing, said, len(said)
        self.handed = _handed(said)

    def snapshot(self) -> bytes:
        """A checkpoint for `reopened`, far enough back for `undo` to stay quick."""
        return snapshots.taken(self.seq, len(self.played), self._course.marks)

    # --- what is there ------------------------------------------------------------------------------

    @property
    def fight(self) -> State:
        """The fight now."""
        return self._course.fight

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
        return self._course.all_story

    @property
    def effects(self) -> Sequence[Effect]:
        """All effects, as far as they count."""
        return self._course.all_effects

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

    @property
    def moment(self) -> Moment:
        """Where it stands within its present step."""
        mark = self._course.marks[-1]
        return Moment(mark.fight, tuple(line.entry for line in self.played[mark.entries :]), mark.effects)  # type: ignore[misc]

    @property
    def opened(self) -> State:
        """The fight before anything has happened."""
        return self._course.start

    @property
    def begun(self) -> int:
        """How many entries were played when the present step began."""
        return self._course.marks[-1].entries

    @property
    def begins(self) -> Sequence[int]:
        """How many entries were played when each step of the rules began."""
        return [mark.entries for mark in self._course.whole().marks]

    def moment_at(self, entries: int) -> Moment:
        """Where it stood, within its step, when the last of so many entries came."""
        marks = self._course.marks
        mark = marks[max(0, bisect_left(marks, entries, key=lambda m: m.entries) - 1)]
        lines = self.played[mark.entries : entries]
        return Moment(mark.fight, tuple(line.entry for line in lines), mark.effects)  # type: ignore[misc]

    def menu(self) -> Sequence[Offer]:
        """Every action of who is to act, with its refusals; else empty."""
        pending = self.pending
        if pending is None or pending.chance or not any(isinstance(o, Act) for o in pending.options):
            return ()
        return self.ruleset.menu(self.fight, pending.asked.who)

    # --- what changes it ----------------------------------------------------------------------------

    def prepare(self, line: Line) -> Prepared:
        """An entry as it would be made; nothing changes, nothing is on disk.

        Raises AffrayError when it does not fit.  Whoever keeps the row elsewhere does that next, and
        then adopts it; see `lines` for how entries are made.
        """
        if self.past:
            raise LogError("this is a moment gone by, only to be looked at", code="log/past")
        line = line._replace(seq=self.seq + 1)
        standing, tail, caused = self._tried(line)
        row = log.row(self.seq + 1, line, caused, self._digests.of(tail.fight))
        return Prepared(row, line, standing, tail)

    def adopt(self, prepared: Prepared) -> None:
        """Let it be so, and be seen; raises LogError when something else came between."""
        if prepared.row.seq != self.seq + 1:
            raise LogError(
                f"entry {prepared.row.seq} was prepared, but there are {self.seq} already", code="log/stale"
            )
        self._standing = prepared.standing
        self._course.adopt(prepared.tail)
        self._rows.append(prepared.row)
        self._said.append(prepared.line)
        if isinstance(prepared.line.entry, Handed):
            self.handed = prepared.line.entry
        self.seq += 1

    def enter(self, line: Line) -> None:
        """Add an entry: see that it fits, put it on disk, then let it be seen.

        If somebody else at the same session was quicker, their entries are adopted and Conflict is raised.
        """
        prepared = self.prepare(line)
        if self._store:
            try:
                self._store.append(prepared.row)
            except Conflict:
                self.refresh()
                raise
        self.adopt(prepared)

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
        self._standing, tail, _ = self._tried(line)
        self._course.adopt(tail)

    @property
    def lines(self) -> Lines:
        """Makes entries from what people say."""
        return Lines(self)

    def answer(self, value: object, dice: Sequence[int] = (), *, by: str = "person") -> None:
        """Answer what is asked; raises BadAnswer when it does not fit."""
        self.enter(self.lines.answer(value, dice, by=by))

    def answer_text(self, text: str, *, by: str = "person") -> None:
        """Answer with what was typed: faces, `=` and the result, or an option."""
        self.enter(self.lines.answer_text(text, by=by))

    def override(self, effect: Effect, why: str) -> None:
        """Correct the fight by an effect and what follows of it; raises BadAnswer."""
        self.enter(self.lines.override(effect, why))

    def correct(self, words: Sequence[str], why: str) -> None:
        """Correct the fight by what a game master typed, such as `hurt Zara 2`."""
        self.enter(self.lines.correct(words, why))

    def join(self, record: Mapping[str, Any], why: str = "joins") -> None:
        """Let a fighter come in, given as in a scene; raises BadData with every fault."""
        self.enter(self.lines.join(record, why))

    def undo(self, n: int = 1) -> None:
        """Take back the last n entries; raises LogError when there are not so many."""
        self.enter(self.lines.undo(n))

    def undo_to(self, seq: int) -> None:
        """Take back all that was entered after entry `seq`; raises LogError for nothing."""
        self.enter(self.lines.undo_to(seq))

    def amend(self, seq: int, value: object, dice: Sequence[int] = (), why: str = "") -> Amendment:
        """Give entry `seq` another answer, and keep what still holds of what came after.

        Raises LogError if that entry does not count or is no answer, BadAnswer if the value does not fit.
        """
        amendment = self.lines.amend(seq, value, dice, why)
        self.enter(amendment.line)
        return amendment

    def redo(self, n: int = 1) -> None:
        """Do n of the entries again that were taken back."""
        self.enter(self.lines.redo(n))

    def undo_turns(self, n: int = 1) -> None:
        """Take back so much that the last n things which people did have not been done."""
        self.enter(self.lines.undo_turns(n))

    def redo_turns(self, n: int = 1) -> None:
        """Do again the next n things which people did, and what came of them."""
        self.enter(self.lines.redo_turns(n))

    def hand(self, handed: Handed) -> None:
        """Keep who runs whom; it is no move, so `undo` passes it by."""
        if handed != self.handed:
            self.enter(self.lines.hand(handed))

    # --- other moments ------------------------------------------------------------------------------

    def at(self, seq: int) -> Self:
        """The fight as it was after entry `seq` (0: its start), only to be looked at.

        Raises LogError when there is no such entry.
        """
        moment = self._after(seq)
        moment.past = True
        return moment

    def before(self, seq: int) -> Self:
        """The fight where what entry `seq` answers is asked, only to be looked at.

        That is what an amendment needs to know.  Raises LogError if the entry does not count or is no answer.
        """
        moment = self.with_played(Standing(self._standing.played[: place_of(self, seq)]))
        moment.past = True
        return moment

    def fork(self, seq: int | None = None) -> Self:
        """Another fight, the same up to entry `seq` or now; in memory, see `save`."""
        return self._after(self.seq if seq is None else seq)

    def _after(self, seq: int) -> Self:
        if not 0 <= seq <= self.seq:
            raise LogError(f"there is no entry {seq}; expected 0 to {self.seq}", code="log/no-entry")
        said = self._said[:seq]
        other = self.with_played(folded(said))
        other.handed = _handed(said)
        other._rows, other._said, other.seq = self._rows[:seq], said, seq
        return other

    def with_played(self, standing: Standing) -> Self:
        """The same fight where other entries count; it is kept nowhere."""
        other = copy(self)
        other._store, other.past, other.notice = None, False, ""
        other._rows, other._said = list(self._rows), list(self._said)
        other._digests = Digests()
        other._standing, other._course = standing, self._course.copy()
        other._course.adopt(other._course.tried(standing.played))
        return other

    def save(self, path: str | Path) -> None:
        """Write the log to another file as well; raises LogError if it is there."""
        log.write(Path(path), self.header, self._rows)

    def close(self) -> None:
        """Let go of the log."""
        if self._store:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- within -------------------------------------------------------------------------------------

    def option(self, text: str, among: Iterable[Any] | None = None) -> object:
        """The option that is meant by these words, or their start; raises BadAnswer.

        With `among`, one of those alone; the refusal lists no others.
        """
        said = text.strip().casefold()
        options = {self.option_in_words(o): o for o in (self.asking.options if among is None else among)}
        found = [value for words, value in options.items() if words.casefold() == said]
        found = found or [value for words, value in options.items() if words.casefold().startswith(said)]
        if len(found) == 1 and said:
            return found[0]
        if not found and (made := typed(self.ruleset, self.asking, text.strip())) is not None:
            return made
        if not found:
            raise BadAnswer(unknown("option", text.strip()[:40], options), code="answer/not-offered")
        raise BadAnswer(f"{text.strip()!r} fits {len(found)} options; say more", code="answer/ambiguous")

    def option_in_words(self, value: object) -> str:
        """An option of what is asked, in words."""
        return self.ruleset.words.option(self.names, self.asking.asked.question, value)

    def _tried(self, line: Line) -> tuple[Standing, Tail, Sequence[Effect]]:
        """What it would come to, and what it would cause; raises AffrayError."""
        if isinstance(line.entry, Override):
            corrected(self.ruleset, self.fight, line.entry.effect)
        standing = self._standing.then(line)
        try:
            tail = self._course.tried(standing.played)
        except AffrayError:
            raise
        except Exception as e:
            raise BadAnswer(f"cannot be applied: {_said(line.entry)}: {e}", code="answer/unfit") from e
        if isinstance(line.entry, Override) and (faults := broken(self.ruleset, self.fight, tail.fight)):
            raise BadAnswer(f"cannot be applied: {'; '.join(faults)}", code="answer/unfit")
        quiet = isinstance(line.entry, Undo | Amend)
        return standing, tail, () if quiet else self._course.caused(tail)

    @classmethod
    def _replayed(cls, where: log.Place, header: log.Header, rows: Iterable[log.Row]) -> Self:
        session = cls._opened(where, header)
        for row in rows:
            session.follow(row, where)
        return session

    @classmethod
    def _opened(cls, where: log.Place, header: log.Header) -> Self:
        try:
            ruleset = installed(header.ruleset)
        except AffrayError as e:
            raise where.error(0, str(e), "log/no-ruleset") from None
        if header.version != ruleset.version:
            expected = f"this is version {ruleset.version}"
            raise where.error(
                0, f"was played by version {header.version} of {ruleset.title}; {expected}", "log/version"
            )
        try:
            session = cls(ruleset, header)
        except BadData as e:
            raise where.error(0, f"the scene in it has faults: {e.faults[0]}", "log/scene") from None
        session._checked(where, 0, session.effects, header, session.fight)
        return session

    def follow(self, row: log.Row, where: log.Place) -> None:
        """Adopt an entry that somebody else has made; raises LogError."""
        self.adopt(self.followed(row, where))

    def followed(self, row: log.Row, where: log.Place) -> Prepared:
        """An entry that somebody else has made, to be adopted; raises LogError."""
        try:
            line = Line(row.entry(), row.by, row.seq)
            if isinstance(line.entry, Answer):
                _asked_here(self.asking, line.entry)
            standing, tail, caused = self._tried(line)
        except AffrayError as e:
            raise where.error(row.seq, str(e), e.code) from None
        except (TypeError, ValueError, KeyError) as e:
            raise where.error(row.seq, f"expected an entry: {e}") from None
        self._checked(where, row.seq, caused, row, tail.fight)
        return Prepared(row, line, standing, tail)

    def _checked(
        self, where: log.Place, seq: int, caused: Sequence[Effect], row: log.Header | log.Row, fight: State
    ) -> None:
        for n, (want, got) in enumerate(zip(row.effects, [e.packed() for e in caused], strict=False), 1):
            if want != got:
                raise where.error(seq, f"effect {n}: {_unlike(want, got)}", "log/effect")
        if len(row.effects) != len(caused):
            raise where.error(
                seq, f"the log has {len(row.effects)} effects here, the rules give {len(caused)}"
            )
        if row.hash != self._digests.of(fight):
            raise where.error(
                seq, "the hash of the state differs: the log or the rules were changed", "log/hash"
            )


def _handed(said: Sequence[Line]) -> Handed:
    """Who runs whom after these entries."""
    return next((line.entry for line in reversed(said) if isinstance(line.entry, Handed)), Handed())


def _unlike(want: dict[str, Any], got: dict[str, Any]) -> str:
    """How two effects differ, in words; an effect that nothing has is called that."""
    name = want.get("effect")
    if name not in Effect.known:
        return unknown("effect", str(name), (n for n in Effect.known if isinstance(name, str)))
    return f"the log has {_plain(want)}, the rules give {_plain(got)}"


def _plain(effect: dict[str, Any]) -> str:
    values = ", ".join(f"{k} {v}" for k, v in effect.items() if k != "effect")
    return f"{effect['effect']} ({values})"


def typed(ruleset: Ruleset, pending: Pending, text: str) -> object:
    """An answer of one's own where the rules admit more than a list holds; None where it is none.

    A game whose words have a `typed` reads it, by the question.
    """
    read = getattr(ruleset.words, "typed", None)
    return read(pending.asked.question, text) if read and pending.admits and text else None


def _said(entry: Logged) -> str:
    if isinstance(entry, Override):
        return f"{entry.effect.kind()} of fighter {int(entry.effect.who)}"
    return type(entry).__name__


def _asked_here(pending: Pending, entry: Answer) -> None:
    """Raise unless the answer is to what is asked, and fits."""
    asked, here = entry.asked, pending.asked
    if asked != here:
        raise LogError(
            f"answers {asked.question!r} of fighter {int(asked.who)}, "
            f"but the rules ask {here.question!r} of fighter {int(here.who)}",
            code="log/diverged",
        )
    pending.answer(entry.value, entry.dice)
