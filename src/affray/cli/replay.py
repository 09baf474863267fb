"""Fights told again: `affray replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from affray.cli import click_help, locale
from affray.cli.screen import screen
from affray.core.message import msg
from affray.session import Session, opening


@click.command(cls=click_help.LocalizedCommand)
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def replay(log: Path, as_json: bool, plain: bool) -> None:
    """Retell the fight in LOG, checking every effect."""
    session = opening.replay(log)
    locale.about(session)
    if as_json:
        click.echo(json.dumps(as_data(session), indent=2, ensure_ascii=False))
        return
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
        end = msg("{n} entries, {effects} effects: all as the rules say.", n=n, effects=effects)
    show.say(end, "green")


def as_data(session: Session) -> dict[str, Any]:
    """A fight that was replayed, as plain data."""
    return {
        "title": session.scene.title,
        "game": session.ruleset.id,
        "over": session.over,
        "winner": session.winner,
        "entries": session.seq,
        "effects": len(session.effects),
        "as_recorded": session.versions.aged,
        "notes": [*filter(None, (session.notice, session.versions.notice))],
        "story": story(session),
    }


def story(session: Session, since: int = 0) -> list[dict[str, Any]]:
    """What has happened from part `since` on, a line each, with the ids of the rules."""
    told = [(part.told, session.ruleset.words.told(part.fight, session.names, part.told))
            for part in session.story[since:]]  # fmt: skip
    return [{"words": words, "rules": list(getattr(part, "rules", ()))} for part, words in told if words]
