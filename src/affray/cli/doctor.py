"""The doctor at the terminal: `affray doctor` says what of a store is whole, and saves it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from affray.cli import click_help, locale
from affray.cli.sessions import at, check_there, stored, usual
from affray.core.errors import StoreError
from affray.core.message import Verbatim, msg
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
    locale.echo(
        msg(
            "{n} of {all} sessions are whole.",
            n=len(findings) - len(bad),
            all=len(findings),
        )
    )
    if save is not None:
        locale.echo(
            msg("{file}: all that opens is in it; go on with: affray serve{at}", file=save, at=at(str(save)))
        )
    elif bad:
        raise StoreError(
            msg("to save all that opens: affray doctor{at} --save FILE", at=at(address)), code="store/damaged"
        )


def _told(finding: Finding) -> str:
    """A session in one line."""
    listed = finding.listed
    name = Verbatim(f"{listed.name} ({listed.session})")
    if not finding.fault:
        return msg("{name}: whole, {last} entries", name=name, last=listed.last)
    if finding.saved < 0:
        return msg("{name}: damaged: {fault}; nothing of it opens", name=name, fault=finding.fault)
    return msg(
        "{name}: damaged: {fault}; it opens up to entry {saved}",
        name=name,
        fault=finding.fault,
        saved=finding.saved,
    )
