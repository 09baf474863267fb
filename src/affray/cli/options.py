"""House rules as they are typed at the terminal."""

from __future__ import annotations

from affray.reference.assignments import typed

__all__ = ["typed"]
