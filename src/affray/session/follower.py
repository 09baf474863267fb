"""Entries that others have made at the same session: read, checked against the rules, adopted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.errors import AffrayError
from affray.core.live import Answer
from affray.core.message import msg
from affray.session import log
from affray.session.entries import Amend
from affray.session.integrity import as_recorded, asked_here
from affray.session.prepared import Prepared

if TYPE_CHECKING:
    from affray.session.session import Session


def refresh(session: Session) -> int:
    """Adopt what others at the same session have entered; how many entries."""
    news = session.log.news()
    for row in news:
        follow(session, row, log.NamedLog("session"))
    return len(news)


def follow(session: Session, row: log.Row, where: log.LogSource) -> None:
    """Adopt an entry that somebody else has made; raises LogError."""
    session.adopt(followed(session, row, where))


def followed(session: Session, row: log.Row, where: log.LogSource) -> Prepared:
    """An entry that somebody else has made, to be adopted; raises LogError."""
    here = session.timeline
    try:
        line = here.takeover.eras.line(row)
        session.versions.check(line)
        if isinstance(line.entry, Answer):
            asked_here(session.asking, line.entry)
        prepared = here.tried(line)._replace(row=row)
    except AffrayError as e:
        raise where.error(row.seq, str(e), e.code) from None
    except (TypeError, ValueError, KeyError) as e:
        raise where.error(row.seq, msg("expected an entry: {e}", e=e)) from None
    if here.takeover.version(prepared.standing) == here.ruleset.version:
        after = here.after(prepared)
        effects = () if isinstance(line.entry, Amend) else after.effects
        as_recorded(where, row.seq, effects, row, after.hash)
    return prepared
