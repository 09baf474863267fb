"""A PostgreSQL server for the tests of several processes."""

from tests.store.conftest import server

__all__ = ["server"]
