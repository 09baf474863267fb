"""House rules as they are typed at the terminal."""

from __future__ import annotations

from affray.reference.typed import typed

__all__ = ["typed"]
