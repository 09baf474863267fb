"""Whether files are in order: `affray check`."""

from __future__ import annotations

from pathlib import Path

import click

from affray import operations
from affray.autopilot.advice import is_log
from affray.cli import click_help, locale, values
from affray.cli.packs import check_pack, packed, packed_already
from affray.core import files
from affray.core.deadlock import Stall, hopeless
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg
from affray.core.ruleset import NOBODY
from affray.session import opening


@click.command(cls=click_help.LocalizedCommand)
@click.argument("file", shell_complete=values.scene)
@packed
def check(file: str, packs: tuple[Path, ...]) -> None:
    """See whether a scene, a log, or the folder of a pack is in order.

    Lists every fault with its line, and what a pack brings."""
    if files.is_folder(Path(file)):
        check_pack(Path(file))
        return
    if is_log(file) or Path(file).suffix == ".jsonl":
        _check_log(file, packs)
        return
    opened = operations.load_scene(file, packs)
    locale.about(opened)
    fight = opened.ruleset.start(opened.scene)
    locale.echo(
        msg(
            "{file}: no faults: {title}, {game}, {n} fighters",
            file=Verbatim(file),
            title=Verbatim(repr(opened.scene.title)),
            game=opened.ruleset.title,
            n=len(fight.fighters),
        )
    )
    winner = opened.ruleset.winner(fight)
    if winner == NOBODY:
        locale.echo("The fight is over as it begins: nobody can act.")
    elif winner is not None:
        locale.echo(msg("The fight is over as it begins: only {side} can act.", side=winner))
    elif hopeless(opened.ruleset, fight):
        locale.echo(Stall("hopeless").why)


def _check_log(file: str, packs: tuple[Path, ...]) -> None:
    """Say that a log is in order; raises LogError that names the line."""
    session = opening.replay(file)
    if packs:
        raise BadAnswer(packed_already(Path(file)), code="log/other-packs")
    locale.about(session)
    locale.echo(
        msg(
            "{file}: no faults: {title}, {game}, {n} entries",
            file=Verbatim(file),
            title=Verbatim(repr(session.scene.title)),
            game=session.ruleset.title,
            n=session.seq,
        )
    )
    for notice in filter(None, (session.notice, session.versions.notice)):
        locale.echo(notice)
