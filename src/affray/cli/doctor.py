"""The doctor at the terminal: `affray doctor` looks at this machine, or opens what a store holds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from affray.cli import click_help, locale
from affray.cli.machine import State, examined
from affray.cli.sessions import at, check_there, stored, usual
from affray.core.errors import StoreError
from affray.core.message import Verbatim, msg
from affray.store.doctor import Finding, examine


@click.command(cls=click_help.LocalizedCommand)
@stored
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save everything that opens to this new file.",
)
@click.option("--sessions", is_flag=True, help="Open every session in your own store, or in --store.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def doctor(address: str | None, save: Path | None, sessions: bool, as_json: bool) -> int:
    """Check this machine, or a store, and say what to fix.

    Checks this machine, and exits with code 1 if something required is missing. With --store, --save or
    --sessions, opens every session in a store instead. The store itself is not changed; of a damaged
    session, everything that opens is saved."""
    if address is None and save is None and not sessions:
        return machine(as_json)
    where = address or usual()
    check_there(where)
    if where == "memory:":
        raise StoreError("memory: has nothing to look at", code="store/address")
    findings = asyncio.run(examine(where, save))
    bad = [each for each in findings if each.fault]
    if as_json:
        click.echo(json.dumps([_data(each) for each in findings], indent=2, ensure_ascii=False))
    else:
        for each in findings:
            locale.echo(_told(each))
        whole = len(findings) - len(bad)
        locale.echo(msg("{n} of {all} sessions are intact.", n=whole, all=len(findings)))
    if save is not None:
        told = msg(
            "{file}: holds everything that opens; continue with: affray serve{at}",
            file=save,
            at=at(str(save)),
        )
        locale.echo(told, err=as_json)
    elif bad:
        raise StoreError(
            msg("to save everything that opens: affray doctor{at} --save FILE", at=at(address)),
            code="store/damaged",
        )
    return 0


MARKS: dict[State, str] = {"good": "+", "amiss": "-", "bad": "!"}
"""What stands before a line, by how it stands."""


def machine(as_json: bool) -> int:
    """Say how this machine stands; the exit code is 1 where something is missing that is needed."""
    checks = examined()
    bad = sum(each.state == "bad" for each in checks)
    if as_json:
        data = {"ok": not bad, "checks": [each._asdict() for each in checks]}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return int(bool(bad))
    for each in checks:
        click.echo(f"{MARKS[each.state]} ", nl=False)
        locale.echo(each.said)
        if each.way:
            click.echo("    ", nl=False)
            locale.echo(each.way)
    amiss = sum(each.state == "amiss" for each in checks)
    if bad:
        locale.echo(
            msg(
                "{n, plural, one {# requirement is} other {# requirements are}} not met: see the lines "
                "with !",
                n=bad,
            )
        )
    elif amiss:
        locale.echo("Everything required is here; lines with - could be better")
    else:
        locale.echo("Everything is fine.")
    return int(bool(bad))


def _data(finding: Finding) -> dict[str, Any]:
    """A session for programs."""
    listed = finding.listed
    return {
        "session": listed.session,
        "name": listed.name,
        "whole": not finding.fault,
        "entries": listed.last,
        "fault": str(finding.fault),
        "opens_to": finding.saved if finding.fault else listed.last,
    }


def _told(finding: Finding) -> str:
    """A session in one line."""
    listed = finding.listed
    name = Verbatim(f"{listed.name} ({listed.session})")
    if not finding.fault:
        return msg("{name}: intact, {last} entries", name=name, last=listed.last)
    if finding.saved < 0:
        return msg("{name}: damaged: {fault}; none of it opens", name=name, fault=finding.fault)
    return msg(
        "{name}: damaged: {fault}; it opens up to entry {saved}",
        name=name,
        fault=finding.fault,
        saved=finding.saved,
    )
