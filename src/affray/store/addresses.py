"""Addresses of stores: which of the installed kinds of stores an address means, and opening it.

Kinds are found by the entry-point group `affray.stores`, by the scheme of their addresses, so that a
store of somebody else's package is named on the command line like one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeAlias
from urllib.parse import parse_qs

from affray.core import files
from affray.core.errors import StoreError
from affray.core.message import Verbatim, msg
from affray.store.memory import MemoryStore
from affray.store.store import Store

Open: TypeAlias = Callable[[str], Awaitable[Store]]
"""What an entry point names: opens the store at an address of its scheme; raises StoreError."""
GROUP = "affray.stores"
FILES = (".db", ".sqlite", ".sqlite3")
"""How the name of a file ends that is taken for a store without `sqlite:`."""
OURS = "memory:, sqlite:FILE, a file that ends in .db, or postgresql://…"
"""How the addresses of our own stores are shown."""
SCHEMES = frozenset({"memory", "sqlite", "postgresql", "postgres"})
"""Their schemes."""


@cache
def kinds() -> dict[str, EntryPoint]:
    """All kinds of stores that are installed, by the scheme of their addresses.

    Of two packages that claim one scheme ours counts, then the first by its value.
    """
    points = sorted(entry_points(group=GROUP), key=lambda p: (not p.value.startswith("affray."), p.value))
    return {point.name: point for point in reversed(points)}


def file_of(address: str | Path) -> Path | None:
    """The file that an address of a store names; None for what is no file.

    Raises StoreError where `sqlite:` stands without a file.
    """
    kind, colon, rest = str(address).partition(":")
    if colon and kind == "sqlite":
        path = Path(rest.removeprefix("//"))
        if not path.name:
            raise StoreError(
                msg(
                    "expected a file, as in sqlite:FILE, got {address}", address=Verbatim(repr(str(address)))
                ),
                code="store/address",
            )
        return path
    if colon and (kind in kinds() or re.match(r"[A-Za-z][\w+.-]+://", str(address))):
        return None
    return Path(address) if Path(address).suffix in FILES else None


async def open_store(address: str | Path) -> Store:
    """A store: `memory:`, `[sqlite:]FILE`, `postgresql://…` or one of another kind that is installed.

    A file is made when it is not there, and so are the tables of a database.  Raises StoreError.
    """
    kind, colon, _ = str(address).partition(":")
    if (file := file_of(address)) is not None:
        return await _opener("sqlite")(f"sqlite://{file}")
    if colon and kind in kinds():
        return await _opener(kind)(str(address))
    raise _unknown(kind)


def _unknown(kind: str) -> StoreError:
    """That there is no such kind of store; names those that there are."""
    others = [f"{name}://…" for name in sorted(kinds().keys() - SCHEMES)]
    expected = ", ".join([*others, OURS])
    return StoreError(
        msg(
            "expected the address of a store ({expected}), got {kind}",
            expected=expected,
            kind=Verbatim(repr(kind)),
        ),
        code="store/address",
    )


def _opener(kind: str) -> Open:
    """What opens stores of a kind; raises StoreError where its package is not whole."""
    point = kinds()[kind]
    try:
        opener: Open = point.load()
    except (ImportError, AttributeError) as e:
        said = msg(
            "the store for {kind}: addresses cannot be loaded ({value}): {e}",
            kind=kind,
            value=point.value,
            e=e,
        )
        raise StoreError(said, code="store/no-driver") from None
    return opener


# --- ours ---------------------------------------------------------------------------------------------


async def open_memory(address: str) -> Store:
    """A store in memory, which has no name."""
    if address != "memory:":
        raise _unknown(address.partition(":")[0])
    return MemoryStore()


async def open_file(address: str) -> Store:
    """The store in the file of `sqlite:FILE`."""
    from affray.store.sqlite import open_sqlite

    path = file_of(address)
    assert path is not None
    try:
        files.check_file(path)
    except OSError as e:
        raise StoreError(
            msg("{path}: cannot be opened: {strerror}", path=path, strerror=e.strerror), code="store/away"
        ) from None
    return await open_sqlite(path)


async def open_database(address: str) -> Store:
    """The store in the database at `postgresql://…`."""
    try:
        from affray.store.postgres import open_postgres
    except ImportError:
        said = 'PostgreSQL needs the extra "postgres": pip install "affray[postgres]"'
        raise StoreError(said, code="store/no-driver") from None
    _check_port(address)
    return await open_postgres(address)


def _check_port(address: str) -> None:
    """Raise StoreError where an address of a database names a port that cannot be one."""
    _, _, rest = address.partition("://")
    place, _, asked = rest.partition("?")
    hosts = place.partition("/")[0].rpartition("@")[2].split(",")
    named = (re.search(r"(?:^|[^:]|\]):([^:\]]+)$", host) for host in hosts)
    ports = [match[1] for match in named if match]
    ports += [port for each in parse_qs(asked).get("port", ()) for port in each.split(",")]
    for port in ports:
        if not (port.isascii() and port.isdecimal() and 0 < int(port[:9]) < 1 << 16):
            raise StoreError(
                msg("expected a port from 1 to 65535, got {port}", port=Verbatim(repr(port[:20]))),
                code="store/address",
            )
