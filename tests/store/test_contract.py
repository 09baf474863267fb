"""What every store does alike: memory, SQLite and PostgreSQL keep the contract that we ship."""

from __future__ import annotations

import pytest

from affray.testing.stores import SharedStoreContract, StoreContract
from tests.store.conftest import address


class TestMemory(StoreContract):
    @pytest.fixture
    def where(self) -> str:
        return "memory:"


class TestSqlite(SharedStoreContract):
    @pytest.fixture
    def where(self, request: pytest.FixtureRequest) -> str:
        return address("sqlite", request)


@pytest.mark.slow
class TestPostgres(SharedStoreContract):
    locks_processes = tells_at_first = True

    @pytest.fixture
    def where(self, request: pytest.FixtureRequest) -> str:
        return address("postgres", request)
