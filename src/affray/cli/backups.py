"""Backups at the terminal: `affray backup` and `affray restore`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from time import time

import click

from affray.cli import helping, tongue
from affray.cli.sessions import stored, usual
from affray.core.errors import StoreError
from affray.store import Store, open_store
from affray.store.backup import Made, back_up
from affray.store.backup import restore as put_back
from affray.store.opening import file_of

file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command(cls=helping.Command)
@file
@stored
@click.option("--over", is_flag=True, help="Write over a file that is there.")
def backup(file: Path, address: str | None, over: bool) -> None:
    """Write everything that a store keeps into FILE, as it is at one moment.

    Servers and terminals go on meanwhile."""
    where = address or usual()
    path = file_of(where)
    if path is not None and not path.exists():
        raise StoreError(f"{path}: there is no such store", code="store/away")

    async def work() -> Made:
        async with _opened(where) as store:
            return await back_up(store, file, int(time() * 1_000), over)

    tongue.echo(f"{file}: {_told(asyncio.run(work()))}")


@click.command(cls=helping.Command)
@file
@stored
@click.option("--over", is_flag=True, help="Sessions of the backup take the places of those there.")
@click.option("--unchecked", is_flag=True, help="Also fights that this Affray cannot open.")
def restore(file: Path, address: str | None, over: bool, unchecked: bool) -> None:
    """Put the sessions of a backup FILE into a store, all or none.

    Every fight is opened and checked first. Sessions that the backup does not know stay."""

    async def work() -> Made:
        async with _opened(address or usual()) as store:
            return await put_back(file, store, over, unchecked)

    made = asyncio.run(work())
    when = datetime.fromtimestamp(made.made / 1_000).strftime("%Y-%m-%d %H:%M")
    checked = "unchecked" if unchecked else "each opened and checked"
    tongue.echo(f"{file}, made on {when} by Affray {made.affray}: {_told(made)}, {checked}")


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    if address == "memory:":
        raise StoreError("memory: keeps nothing that could be backed up or restored", code="store/address")
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def _told(made: Made) -> str:
    return f"{made.sessions} session{'s'[: made.sessions != 1]}, {made.entries:,} entries"
