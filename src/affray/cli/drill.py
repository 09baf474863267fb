"""A drill at the terminal: `affray drill` shows that what is kept could be had back."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import time

import click

from affray.builder import shelf
from affray.cli import click_help, locale
from affray.cli.backups import held, opened, scenes_beside
from affray.cli.sessions import check_there, stored, usual
from affray.core.errors import StoreError
from affray.core.message import Verbatim, msg
from affray.store import Store
from affray.store.backup import BackupInfo, back_up, put, scenes_in, sound
from affray.store.doctor import Finding, examine


@click.command(cls=click_help.LocalizedCommand)
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@stored
@click.option("--into", metavar="STORE", help="An empty store to restore into; it is not cleaned up.")
def drill(file: Path | None, address: str | None, into: str | None) -> None:
    """Test your backups: back up, restore, open every fight.

    With FILE, restores that backup. Leaves nothing behind except in the store named by --into."""
    if into == "memory:":
        raise StoreError("memory: has nothing that could be opened again", code="store/address")
    with tempfile.TemporaryDirectory(prefix="affray-drill-") as folder:
        made = file or asyncio.run(_backed_up(address or usual(), Path(folder) / "all.backup"))
        where = into or f"sqlite:{Path(folder) / 'empty.db'}"
        info = asyncio.run(_restored(made, where))
        findings = asyncio.run(examine(where))
        scenes = len(shelf.taken_in(shelf.InFolder(Path(folder) / "scenes"), scenes_in(made), over=False))
    bad = [each for each in findings if each.fault]
    if bad or len(findings) != info.sessions:
        raise StoreError(_failed(info, findings, bad), code="store/damaged")
    locale.echo(
        msg(
            "Your backups work: {held} backed up and restored, and every fight opens.",
            held=held(info, scenes),
        )
        if file is None
        else msg("{file}: {held} restored, and every fight opens.", file=file, held=held(info, scenes))
    )


async def _backed_up(address: str, file: Path) -> Path:
    check_there(address)
    async with opened(address) as store:
        await back_up(store, file, int(time() * 1_000), scenes=scenes_beside(address))
    return file


async def _restored(file: Path, address: str) -> BackupInfo:
    """Put a backup into a store that is empty; raises StoreError for one that is not."""
    async with sound(file) as (made, source), opened(address) as store:
        await _check_empty(store, address)
        await put(source, store)
    return made


async def _check_empty(store: Store, address: str) -> None:
    if count := len(await store.sessions()):
        raise StoreError(
            msg(
                "{address}: already holds {count, plural, one {# session} other {# sessions}}; a drill "
                "needs an empty store",
                address=Verbatim(address),
                count=count,
            ),
            code="store/exists",
        )


def _failed(info: BackupInfo, findings: list[Finding], bad: list[Finding]) -> str:
    """What did not come back."""
    if bad:
        first = bad[0]
        name = Verbatim(repr(first.listed.session))
        return msg("the drill failed: session {session}: {fault}", session=name, fault=first.fault)
    return msg(
        "the drill failed: {found} of {sessions} sessions came back",
        found=len(findings),
        sessions=info.sessions,
    )
