"""How a session begins: from a scene, from the file of a log, or from rows that somebody else keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError, BadData, LogError
from affray.core.message import msg
from affray.core.pack import NOTHING, Content
from affray.core.ruleset import Ruleset
from affray.core.ruleset import ruleset as installed
from affray.session import log, logfile, snapshots
from affray.session.entries import SessionLine
from affray.session.follower import follow
from affray.session.integrity import as_recorded
from affray.session.older import Eras, checked
from affray.session.sealed import fresh, seal
from affray.session.session import Session
from affray.session.takeover import older_rows


def begin(
    ruleset: Ruleset,
    text: str,
    *,
    path: str | Path | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int | None = 0,
    source: str = "scene",
    content: Content = NOTHING,
    carried: log.CarriedFighters | None = None,
) -> Session:
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
    session = Session(ruleset, header)
    log.begun(header, session.timeline.course.effects, session.state_hash)
    if path is not None:
        session.log.keeper = logfile.LogFile.new(Path(path), header)
    return session


def resume(path: str | Path) -> Session:
    """Go on with a log; raises LogError that names the line when it does not fit.

    A last line that was cut short is left out; `notice` says so.
    """
    store = logfile.LogFile.again(Path(path))
    try:
        session = replay(path)
        store.cut(logfile.Reading(Path(path)).size)
    except BaseException:
        store.close()
        raise
    session.log.keeper = store
    return session


def replay(path: str | Path) -> Session:
    """The fight of a log, checked effect by effect; the file is only read."""
    reading = logfile.Reading(Path(path))
    session = _replayed(reading, reading.header, reading.rows())
    session.notice = reading.notice
    return session


def from_rows(header: log.Header, rows: Iterable[log.Row], name: str = "session") -> Session:
    """The fight of rows that somebody else keeps, checked effect by effect.

    Raises LogError that names the entry; `name` is what the fight is called in it.
    """
    return _replayed(log.NamedLog(name), header, log.in_order(log.NamedLog(name), rows))


def reopen(
    header: log.Header, rows: Sequence[log.Row], snapshot: bytes | None = None, name: str = "session"
) -> Session:
    """Like `from_rows`, but quick: from a snapshot if it fits; the last hash is checked.

    Where that does not come out, everything is checked as in `from_rows`, which names the entry.
    """
    where = log.NamedLog(name)
    session = _opened(where, header)
    here = session.timeline
    try:
        lines = [_read(here.takeover.eras, row) for row in log.in_order(where, rows)]
        here.take_up(rows, lines, snapshots.read(snapshot, here.ruleset.version), where)
    except Exception:  # whatever the rules make of a snapshot that is wrong
        return from_rows(header, rows, name)
    if not here.aged and session.state_hash != (rows[-1] if rows else header).hash:
        return from_rows(header, rows, name)
    return session


def _read(eras: Eras, row: log.Row) -> SessionLine:
    """A row as it is taken, and the version that it begins."""
    line = eras.line(row)
    eras.note(row)
    return line


def _replayed(where: log.LogSource, header: log.Header, rows: Iterable[log.Row]) -> Session:
    session = _opened(where, header)
    for row in _older(session, where, rows) if session.timeline.aged else rows:
        follow(session, row, where)
    return session


def _older(session: Session, where: log.LogSource, rows: Iterable[log.Row]) -> Iterable[log.Row]:
    """Take up what older versions have played; what is left are the rows of today's."""
    lines, first, left = older_rows(session.timeline.takeover, rows, where)
    session.timeline.take_up(first, lines, None, where)
    return left


def _opened(where: log.LogSource, header: log.Header) -> Session:
    try:
        ruleset = installed(header.ruleset)
    except AffrayError as e:
        raise where.error(0, str(e), "log/no-ruleset") from None
    try:
        checked(ruleset, header.version)
        session = Session(ruleset, header)
    except BadData as e:
        raise where.error(
            0, msg("the scene in it has faults: {faults}", faults=e.faults[0]), "log/scene"
        ) from None
    except LogError as e:
        raise where.error(0, str(e), e.code) from None
    if not session.timeline.aged:
        as_recorded(where, 0, session.effects, header, session.state_hash)
    return session
