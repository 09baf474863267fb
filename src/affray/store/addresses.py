"""Opening a store by its address."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs

from affray.core import files
from affray.core.errors import StoreError
from affray.store.memory import MemoryStore
from affray.store.store import Store

FILES = (".db", ".sqlite", ".sqlite3")
"""How the name of a file ends that is taken for a store without `sqlite:`."""


def file_of(address: str | Path) -> Path | None:
    """The file that an address of a store names; None for what is no file.

    Raises StoreError where `sqlite:` stands without a file.
    """
    kind, colon, rest = str(address).partition(":")
    if colon and kind == "sqlite":
        path = Path(rest.removeprefix("//"))
        if not path.name:
            raise StoreError(
                f"expected a file, as in sqlite:FILE, got {str(address)!r}", code="store/address"
            )
        return path
    return Path(address) if Path(address).suffix in FILES and kind not in ("postgresql", "postgres") else None


async def open_store(address: str | Path) -> Store:
    """A store: `memory:`, `[sqlite:]FILE` or `postgresql://…`; raises StoreError.

    A file is made when it is not there, and so are the tables of a database.
    """
    kind, colon, _ = str(address).partition(":")
    if str(address) == "memory:":
        return MemoryStore()
    if colon and kind in ("postgresql", "postgres"):
        return await _postgres(str(address))
    if (file := file_of(address)) is not None:
        return await _sqlite(file)
    expected = "memory:, sqlite:FILE, a file that ends in .db, or postgresql://…"
    raise StoreError(f"expected the address of a store ({expected}), got {kind!r}", code="store/address")


def _check_port(address: str) -> None:
    """Raise StoreError where an address of a database names a port that cannot be one."""
    _, _, rest = address.partition("://")
    place, _, asked = rest.partition("?")
    hosts = place.partition("/")[0].rpartition("@")[2].split(",")
    ports = [found[1] for host in hosts if (found := re.search(r"(?:^|[^:]|\]):([^:\]]+)$", host))]
    ports += [port for each in parse_qs(asked).get("port", ()) for port in each.split(",")]
    for port in ports:
        if not (port.isascii() and port.isdecimal() and 0 < int(port[:9]) < 1 << 16):
            raise StoreError(f"expected a port from 1 to 65535, got {port[:20]!r}", code="store/address")


async def _sqlite(path: Path) -> Store:
    from affray.store.sqlite import open_sqlite

    try:
        files.check_file(path)
    except OSError as e:
        raise StoreError(f"{path}: cannot be opened: {e.strerror}", code="store/away") from None
    return await open_sqlite(path)


async def _postgres(address: str) -> Store:
    try:
        from affray.store.postgres import open_postgres
    except ImportError:
        said = 'PostgreSQL needs the extra "postgres": pip install "affray[postgres]"'
        raise StoreError(said, code="store/no-driver") from None
    _check_port(address)
    return await open_postgres(address)
