"""Why a command of the table is not carried out, besides what the rules say."""

from __future__ import annotations

from affray.core.errors import AffrayError


class NotYours(AffrayError):
    """A command that this seat may not give."""

    code = "seat/not-yours"


class Stale(AffrayError):
    """A command from before something that it depends on."""

    code = "wire/stale"


class Overtaken(Stale):
    """Another process was quicker with an entry; what it did is known by now."""
