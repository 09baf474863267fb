"""The doctor at the terminal: `affray doctor` says what of a store is whole, and saves it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from affray.cli import click_help, locale
from affray.cli.sessions import at, check_there, stored, usual
from affray.core.errors import StoreError
from affray.store.doctor import Finding, examine


@click.command(cls=click_help.LocalizedCommand)
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
    findings = asyncio.run(examine(where, save))
    for each in findings:
        locale.echo(_told(each))
    bad = [each for each in findings if each.fault]
    locale.echo(f"{len(findings) - len(bad)} of {len(findings)} sessions are whole.")
    if save is not None:
        locale.echo(f"{save}: all that opens is in it; go on with: affray serve{at(str(save))}")
    elif bad:
        raise StoreError(
            f"to save all that opens: affray doctor{at(address)} --save FILE", code="store/damaged"
        )


def _told(finding: Finding) -> str:
    """A session in one line."""
    listed = finding.listed
    name = f"{locale.Localized(listed.name)} ({listed.session})"
    if not finding.fault:
        return f"{name}: whole, {listed.last} entries"
    if finding.saved < 0:
        return f"{name}: damaged: {finding.fault}; nothing of it opens"
    return f"{name}: damaged: {finding.fault}; it opens up to entry {finding.saved}"
