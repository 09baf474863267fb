"""Opening a store by its address."""

from __future__ import annotations

from pathlib import Path

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


async def _sqlite(path: Path) -> Store:
    from affray.store.sqlite import SqliteStore

    return await SqliteStore.open(path)


async def _postgres(address: str) -> Store:
    try:
        from affray.store.postgres import PostgresStore
    except ImportError:
        said = 'PostgreSQL needs the extra "postgres": pip install "affray[postgres]"'
        raise StoreError(said, code="store/no-driver") from None
    return await PostgresStore.open(address)
