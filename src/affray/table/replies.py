"""What the server says on the wire: views and events, answers to commands, a goodbye."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec


class WireView(msgspec.Struct, tag_field="t", tag="view"):
    """Everything that this viewer sees; `epoch` changes when the server begins anew.

    Where the table has a clock, `now` is the server's time, in milliseconds.
    """

    seq: int
    sections: dict[str, msgspec.Raw]
    epoch: str
    now: int | msgspec.UnsetType = msgspec.UNSET


class WireEvent(msgspec.Struct, tag_field="t", tag="event"):
    """What has changed for this viewer."""

    seq: int
    sections: dict[str, msgspec.Raw]
    new: list[msgspec.Raw]


class WireDone(msgspec.Struct, tag_field="t", tag="done", omit_defaults=True):
    """A command has been carried out."""

    id: str
    seq: int
    data: Any = None


class WireFault(msgspec.Struct):
    """What is wrong with what was sent: where, and what was expected.

    The place is a field, such as `faces[2]`, or a line of a file; empty for the whole.
    """

    place: str
    message: str


class WireRefused(msgspec.Struct, tag_field="t", tag="refused"):
    """A command has not been carried out, and why.

    `retry` if it makes sense to try again; `faults` has all that is wrong with what was sent.
    """

    id: str
    code: str
    why: str
    retry: bool = False
    faults: list[WireFault] = []


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    """Somebody is there."""


GoodbyeCode: TypeAlias = Literal[
    "stopping", "reopened", "away", "unreadable", "closed", "crowded", "no-seat", "foreign", "removed"
]


class Bye(msgspec.Struct, tag_field="t", tag="bye"):
    """The server closes the line, and why.

    `retry` if it makes sense to come again: the server stops for a moment, opens the fight anew, or its
    store is away.  Else what was kept cannot be read, the game master has closed the link, the seat is
    open in too many places, there is no seat here, or the page comes from elsewhere.
    """

    code: GoodbyeCode
    why: str
    retry: bool = False
