"""An attack that misses, as games remark on it that keep no effect of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.core.effect import Remark, Who
from affray.core.message import Message, msg


@dataclass(frozen=True, slots=True)
class Missed(Remark):
    """Somebody was missed, `by` whom: whoever sees them sees it."""

    apparent: ClassVar[bool] = True
    who: Who
    by: Who


def missed(who: str, by: str) -> Message:
    """An attack that missed.

    >>> missed("Kaan", "Zara")
    'Zara misses Kaan'
    """
    return msg("{by} misses {who}", by=by, who=who)
