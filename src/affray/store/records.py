"""What a store keeps: events, sessions, snapshots, attachments, seats."""

from __future__ import annotations

from typing import NamedTuple


class StoreEvent(NamedTuple):
    """One row of a session's log; number 0 is its header.

    `at` is milliseconds since 1970, `seat` who said it, `command` the sender's own name for what was
    said ("" for none), `kind` and `version` what form the row has, `body` its bytes.
    """

    session: str
    seq: int
    at: int
    seat: str
    command: str
    kind: str
    version: int
    body: bytes


class Listed(NamedTuple):
    """A session as it stands in a list; `last` is the number of its last entry.

    `began` and `changed` are milliseconds since 1970; one that is `archived` was put away by somebody.
    """

    session: str
    name: str
    game: str
    last: int
    began: int
    changed: int
    archived: bool = False


class Snapshot(NamedTuple):
    """A checkpoint of a session that was taken after entry `seq`."""

    session: str
    seq: int
    body: bytes


class Attachment(NamedTuple):
    """Bytes that belong to a session besides its log, such as a picture."""

    session: str
    name: str
    body: bytes


class StoreSeat(NamedTuple):
    """Who may come to a session by which token, of which only the hash is kept.

    `detail` is what the table adds, as JSON; `revoked` is milliseconds since 1970, or 0.
    """

    token_hash: str
    session: str
    role: str
    name: str
    detail: str = "{}"
    revoked: int = 0


class SessionDump(NamedTuple):
    """A session with everything that belongs to it, its seats in the order in which they were given out."""

    listed: Listed
    events: tuple[StoreEvent, ...]
    snapshot: Snapshot | None = None
    attachments: tuple[Attachment, ...] = ()
    seats: tuple[StoreSeat, ...] = ()
