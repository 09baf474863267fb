"""Fights told again: `affray replay`."""

from __future__ import annotations

from pathlib import Path

import click

from affray.cli import click_help, locale
from affray.cli.screen import screen
from affray.core.message import msg
from affray.session import opening


@click.command(cls=click_help.LocalizedCommand)
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def replay(log: Path, plain: bool) -> None:
    """Tell the fight of LOG again, checked effect by effect."""
    session = opening.replay(log)
    locale.about(session)
    show = screen(plain)
    show.say(session.scene.title, "bold")
    show.told(session, 0)
    show.fighters(session)
    if session.over:
        show.ending(session)
    for notice in filter(None, (session.notice, session.versions.notice)):
        show.say(notice, "yellow")
    n, effects = session.seq, len(session.effects)
    if session.versions.aged:
        end = msg("{n} entries, {effects} effects: as they were recorded.", n=n, effects=effects)
    else:
        end = msg("{n} entries, {effects} effects: all as the rules have them.", n=n, effects=effects)
    show.say(end, "green")
