"""A real database for one of the evenings."""

from __future__ import annotations

from tests.store.conftest import server

__all__ = ["server"]
