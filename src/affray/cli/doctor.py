"""The doctor at the terminal: `affray doctor` says what of a store is whole, and saves it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from affray.cli import helping, tongue
from affray.cli.sessions import at, check_there, stored, usual
from affray.core.errors import StoreError
from affray.store.doctor import Finding, examine


@click.command(cls=helping.Command)
@stored
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Write all that opens to this new file."
)
def doctor(address: str | None, save: Path | None) -> None:
    """Open every session of a store, and say which are whole.

    The store stays as it is. Of a session that is damaged, what opens is saved."""
    where = address or usual()
    check_there(where)
    if where == "memory:":
        raise StoreError("memory: keeps nothing that could be looked at", code="store/address")
    found = asyncio.run(examine(where, save))
    for each in found:
        tongue.echo(_told(each))
    bad = [each for each in found if each.fault]
    tongue.echo(f"{len(found) - len(bad)} of {len(found)} sessions are whole.")
    if save is not None:
        tongue.echo(f"{save}: all that opens is in it; go on with: affray serve{at(str(save))}")
    elif bad:
        raise StoreError(
            f"to save all that opens: affray doctor{at(address)} --save FILE", code="store/damaged"
        )


def _told(found: Finding) -> str:
    """A session in one line."""
    listed = found.listed
    name = f"{tongue.Told(listed.name)} ({listed.session})"
    if not found.fault:
        return f"{name}: whole, {listed.last} entries"
    if found.saved < 0:
        return f"{name}: damaged: {found.fault}; nothing of it opens"
    return f"{name}: damaged: {found.fault}; it opens up to entry {found.saved}"
