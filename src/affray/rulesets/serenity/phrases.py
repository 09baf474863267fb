"""Parts of sentences that the chapters of the game share."""

from __future__ import annotations

from affray.core.message import msg
from affray.core.phrases import phrase
from affray.rulesets.serenity.tables import UNARMED


def thing(preposition: str, what: str) -> str:
    """A thing, with how it is used."""
    return "with bare hands" if (preposition, what) == ("with", UNARMED) else phrase(preposition, what)


def in_harm(stun: int, wounds: int) -> str:
    """Stun and wounds, without what there is none of.

    >>> in_harm(2, 1), in_harm(0, 2), in_harm(0, 0)
    ('2 stun and 1 wound', '2 wounds', 'no harm')
    """
    if stun and wounds:
        return msg("{stun} stun and {wounds}", stun=stun, wounds=in_wounds(wounds))
    return in_wounds(wounds) if wounds else msg("{stun} stun", stun=stun) if stun else "no harm"


def in_wounds(n: int) -> str:
    """How many wounds there are."""
    return msg("{n, plural, one {# wound} other {# wounds}}", n=n)


def in_actions(n: int) -> str:
    """How many actions there are."""
    return msg("{n, plural, one {# action} other {# actions}}", n=n)


def plot_points(n: int) -> str:
    """How many plot points there are."""
    return msg("{n, plural, one {# plot point} other {# plot points}}", n=n)
