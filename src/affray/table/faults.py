"""Why a command of the table is not carried out, besides what the rules say."""

from __future__ import annotations

from affray.core.errors import UNSURE, AffrayError, BadData, StoreError
from affray.core.message import Row, joined, msg

MOST = 40
"""So many faults of a file are listed at most; how many more there are is said."""


LONGEST = 400
"""Letters of a fault in one line."""

DAMAGE = ("store/damaged", "store/unreadable", "store/cut")
"""Codes of what has become of what was kept: to try again does not help."""


class NotYours(AffrayError):
    """A command that this seat may not give."""

    code = "seat/not-yours"


class NotBegun(AffrayError):
    """A command that would let a fight go on which waits to begin."""

    code = "table/not-begun"


class Stale(AffrayError):
    """A command from before something that it depends on."""

    code = "wire/stale"


class Overtaken(Stale):
    """Another process was quicker with an entry; what it did is known by now."""


def short(error: object) -> str:
    """A fault in one line."""
    said = str(error)
    if isinstance(said, Row) and said.form == "\n":
        said = joined(" ", said.fields.values())
    return said if "\n" not in said and len(said) <= LONGEST else " ".join(said.split())[:LONGEST]


def each_in_words(error: AffrayError) -> str:
    """Each fault on a line of its own, for a page that has room for them all."""
    faults = error.faults if isinstance(error, BadData) else ()
    more = len(faults) - MOST
    shown = [short(each) for each in faults[:MOST]] + (
        [msg("and {more} more", more=more)] if more > 0 else []
    )
    return joined("\n", shown) or in_words(error)


def in_words(error: Exception) -> str:
    """A fault in one line, without where things are kept: that is no business of players."""
    if not isinstance(error, StoreError):
        return short(error)
    why = short(error.why)
    if error.code in DAMAGE:
        return msg("the saved data is damaged: {why}", why=why)
    return (
        msg("this may not have been saved: {why}", why=why)
        if error.code == UNSURE
        else msg("this cannot be saved: {why}", why=why)
    )
