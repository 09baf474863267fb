"""Stores to test: one of each kind, PostgreSQL from a real server."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from itertools import count

import pytest

from tests.debian import needed
from tests.store.servers import Server, binaries

KINDS = ("memory", "sqlite", pytest.param("postgres", marks=pytest.mark.slow))  # which has a server to start
numbers = count()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that are coroutines, each in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), 120))
    return True


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server; installed first where it is missing and we may."""
    needed(binaries, "postgresql")
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.close()


def address(kind: str, request: pytest.FixtureRequest) -> str:
    """The address of a new store."""
    if kind == "memory":
        return "memory:"
    if kind == "sqlite":
        return f"sqlite:{request.getfixturevalue('tmp_path')}/fights.db"
    server: Server = request.getfixturevalue("server")
    return server.make(f"test{next(numbers)}")


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest) -> str:
    """The address of a new store of each kind."""
    return address(request.param, request)


@pytest.fixture(params=KINDS[1:])
def shared(request: pytest.FixtureRequest) -> str:
    """The address of a new store of each kind that several processes can share."""
    return address(request.param, request)
