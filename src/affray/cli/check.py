"""Whether files are in order: `affray check`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from affray import operations
from affray.autopilot.advice import is_log
from affray.cli import click_help, locale, values
from affray.cli.packs import check_pack, packed, packed_already
from affray.core import files
from affray.core.deadlock import Stall, hopeless
from affray.core.errors import AffrayError, BadAnswer, BadData
from affray.core.fight import GameFight
from affray.core.message import Verbatim, msg
from affray.core.ruleset import NOBODY, Ruleset
from affray.session import opening


@click.command(cls=click_help.LocalizedCommand)
@click.argument("file", shell_complete=values.scene)
@packed
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def check(file: str, packs: tuple[Path, ...], as_json: bool) -> int:
    """Check a scene, a log or a pack for faults.

    Lists every fault with its line, and what a pack contains."""
    if not as_json:
        _look(file, packs)
        return 0
    try:
        data = {"file": file, **_look(file, packs, said=False), "faults": list[Any]()}
    except BadData as e:
        data = {"file": file, "faults": [_fault(x.place, x.message, x.code or e.code) for x in e.faults]}
    except AffrayError as e:
        data = {"file": file, "faults": [_fault("", str(e), e.code)]}
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    return 2 if data["faults"] else 0


def _fault(place: str, message: str, code: str) -> dict[str, str]:
    return {"place": place, "message": message, "code": code}


def _look(file: str, packs: tuple[Path, ...], said: bool = True) -> dict[str, Any]:
    """Look at a file, and say what it is unless it is told as data; raises AffrayError with its faults."""
    if files.is_folder(Path(file)):
        return check_pack(Path(file), said)
    if is_log(file) or Path(file).suffix == ".jsonl":
        return _check_log(file, packs, said)
    return _check_scene(file, packs, said)


def _check_scene(file: str, packs: tuple[Path, ...], said: bool) -> dict[str, Any]:
    """Look at a scene; raises BadData with every fault."""
    opened = operations.load_scene(file, packs)
    locale.about(opened)
    game, title = opened.ruleset, opened.scene.title
    fight = game.start(opened.scene)
    notes = list(_notes(game, fight))
    if said:
        locale.echo(
            msg(
                "{file}: no faults: {title}, {game}, {n} fighters",
                file=Verbatim(file),
                title=Verbatim(repr(title)),
                game=game.title,
                n=len(fight.fighters),
            )
        )
        for note in notes:
            locale.echo(note)
    n = len(fight.fighters)
    return {"kind": "scene", "game": game.id, "title": title, "fighters": n, "notes": notes}


def _notes(game: Ruleset, fight: GameFight) -> Iterator[str]:
    """What is no fault, and perhaps was not meant."""
    winner = game.winner(fight)
    if winner == NOBODY:
        yield "The fight is over before it starts: nobody can act."
    elif winner is not None:
        yield msg("The fight is over before it starts: only {side} can act.", side=winner)
    elif hopeless(game, fight):
        yield Stall("hopeless").why


def _check_log(file: str, packs: tuple[Path, ...], said: bool) -> dict[str, Any]:
    """Look at a log; raises LogError that names the line."""
    session = opening.replay(file)
    if packs:
        raise BadAnswer(packed_already(Path(file)), code="log/other-packs")
    locale.about(session)
    notes = [*filter(None, (session.notice, session.versions.notice))]
    if said:
        locale.echo(
            msg(
                "{file}: no faults: {title}, {game}, {n} entries",
                file=Verbatim(file),
                title=Verbatim(repr(session.scene.title)),
                game=session.ruleset.title,
                n=session.seq,
            )
        )
        for notice in notes:
            locale.echo(notice)
    title = session.scene.title
    return {"kind": "log", "game": session.ruleset.id, "title": title, "entries": session.seq, "notes": notes}
