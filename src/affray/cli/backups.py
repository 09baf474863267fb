"""Backups at the terminal: `affray backup` and `affray restore`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from time import time

import click

from affray.builder import shelf
from affray.cli import click_help, locale
from affray.cli.sessions import at, check_there, shelved, stored, usual
from affray.core.errors import StoreError
from affray.core.message import Verbatim, figure, msg
from affray.store import Store, open_store
from affray.store.backup import BackupInfo, back_up, put, scenes_in, sound

file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command(cls=click_help.LocalizedCommand)
@file
@stored
@click.option("--over", is_flag=True, help="Overwrite an existing file.")
def backup(file: Path, address: str | None, over: bool) -> None:
    """Back up everything in a store into FILE.

    Includes the scenes made in the builder. Servers and terminals can keep running."""
    where = address or usual()
    check_there(where)
    scenes = scenes_beside(where)

    faults: dict[str, str] = {}

    async def work() -> BackupInfo:
        async with opened(where) as store:
            return await back_up(store, file, int(time() * 1_000), over, scenes, faults)

    locale.echo(msg("{file}: {held}", file=file, held=held(asyncio.run(work()), len(scenes))))
    for session, why in faults.items():
        locale.echo(
            msg("session {session} is damaged: {why}", session=Verbatim(repr(session)), why=why), err=True
        )
    if faults:
        raise StoreError(
            msg(
                "{file}: was written anyway; to save everything that opens: affray doctor{at} --save FILE",
                file=file,
                at=at(address),
            ),
            code="store/damaged",
        )


@click.command(cls=click_help.LocalizedCommand)
@file
@stored
@click.option("--over", is_flag=True, help="Replace what is there with what is in the backup.")
@click.option(
    "--unchecked", is_flag=True, help="Also restore fights that this version of Affray cannot open."
)
def restore(file: Path, address: str | None, over: bool, unchecked: bool) -> None:
    """Restore a backup FILE into a store.

    All or nothing: every fight is opened and checked first. Saved scenes come too. Sessions that are
    not in the backup stay as they are."""
    where = address or usual()

    async def work() -> BackupInfo:
        async with sound(file, unchecked) as (made, source), opened(where) as store:
            await put(source, store, over)
        return made

    made, scenes = asyncio.run(work()), scenes_in(file)
    called = shelf.taken_in(shelf.InFolder(Path(shelved(where))), scenes, over)
    when = datetime.fromtimestamp(made.made / 1_000).strftime("%Y-%m-%d %H:%M")
    checked = "unchecked" if unchecked else "each opened and checked"
    locale.echo(
        msg(
            "{file}, made on {when} by Affray {version}: {held}, {checked}",
            file=file,
            when=Verbatim(when),
            version=Verbatim(made.affray),
            held=held(made, len(scenes)),
            checked=checked,
        )
    )
    for name, other in called.items():
        if name != other:
            locale.echo(
                msg(
                    "there is already another scene called {name}: this one is now {other}",
                    name=Verbatim(repr(name)),
                    other=Verbatim(repr(other)),
                )
            )


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    """A store that outlasts this process, closed at the end; raises StoreError."""
    if address == "memory:":
        raise StoreError("memory: has nothing to back up or restore", code="store/address")
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def scenes_beside(address: str) -> dict[str, str]:
    """The scenes that were made beside a store, by name."""
    where = shelved(address)
    folder = shelf.InFolder(Path(where))
    return {name: folder.text(name) for name in folder.names()} if where else {}


def held(made: BackupInfo, scenes: int) -> str:
    """What is in a backup."""
    held = msg(
        "{sessions, plural, one {# session} other {# sessions}}, {entries} entries",
        sessions=made.sessions,
        entries=figure(made.entries, ","),
    )
    if not scenes:
        return held
    return msg("{held}, {scenes, plural, one {# scene} other {# scenes}}", held=held, scenes=scenes)
