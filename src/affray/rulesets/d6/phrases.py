"""Parts of sentences that the chapters of the game share."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.message import msg
from affray.rulesets.d6.tables import FIST


def with_weapon(_: str, weapon: str) -> str:
    """With what something is done."""
    return "with bare hands" if weapon == FIST else msg("with {weapon}", weapon=weapon)


def done_to(act: Act) -> str:
    """What is done, together with the thing that it is done to."""
    return msg("{what} {thing}", what=act.name, thing=act.item) if act.item else act.name
