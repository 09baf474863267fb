"""The machine's dice of a fight, checked afterwards: `affray verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from affray.cli import click_help, locale, sessions, values
from affray.core.errors import LogError
from affray.core.files import exists
from affray.core.message import Verbatim, msg
from affray.session import log, logfile
from affray.session.verification import Roll, Verified, verified


@click.command("verify", cls=click_help.LocalizedCommand)
@click.argument("fight", shell_complete=values.kept)
@sessions.stored
@click.option(
    "--key", "keys", multiple=True, metavar="HEX", help="A key you received separately from the log."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def verify_command(fight: str, address: str | None, keys: tuple[str, ...], as_json: bool) -> None:
    """Check that nobody chose the server's dice in FIGHT.

    The dice come from a secret key whose seal was shown when the fight began. Once the key is revealed,
    anyone can check that nobody chose them. Dice that people entered are listed, too. FIGHT is a log or
    a saved session."""
    verdict = verified(*_rows(fight, address), *keys)
    if as_json:
        click.echo(json.dumps(as_data(verdict), indent=2))
    else:
        for line in told(verdict):
            locale.echo(line)
    if verdict.wrong:
        raise LogError(
            msg("{fight}: has dice that do not match the key", fight=Verbatim(fight)),
            code="log/other-dice",
        )


def _rows(fight: str, address: str | None) -> tuple[log.Header, list[log.Row]]:
    path = Path(fight)
    if address is None and exists(path):
        reading = logfile.Reading(path)
        return reading.header, list(reading.rows())
    with sessions.there(address) as store:
        session = store.take_up(sessions.fight(store, fight).session)
        return session.header, list(session.log.rows)


def told(verdict: Verified) -> list[str]:
    """The verdict on the dice, a sentence a line."""
    if not verdict.rolls:
        return ["No dice have been rolled yet."]
    lines: list[str] = [
        msg(
            "Entry {seq}: {dice} in the log, but {keyed} from the key.",
            seq=roll.seq,
            dice=_faces(roll.dice),
            keyed=_faces(roll.keyed or ()),
        )
        for roll in verdict.wrong
    ]
    if verdict.right:
        lines.append(msg("{rolls} by the server: they match the key.", rolls=_rolls(verdict.right)))
    if verdict.wrong:
        lines.append(msg("{rolls} by the server: they do not match the key.", rolls=_rolls(verdict.wrong)))
    if verdict.closed:
        lines.append(
            msg("{rolls} by the server: the key has not been revealed yet.", rolls=_rolls(verdict.closed))
        )
    if verdict.seeded:
        lines.append(
            msg(
                "{rolls} by the server: from a seed, so they cannot be checked.",
                rolls=_rolls(verdict.seeded),
            )
        )
    if verdict.typed:
        lines.append(msg("{rolls} entered by people.", rolls=_rolls(verdict.typed)))
    return lines


def _rolls(rolls: tuple[Roll, ...]) -> str:
    return msg("{n, plural, one {# roll} other {# rolls}}", n=len(rolls))


def _faces(dice: tuple[int, ...]) -> str:
    return Verbatim(" ".join(map(str, dice)))


def as_data(verdict: Verified) -> dict[str, Any]:
    """The rolls as plain data, in which `is` says what each proved to be."""
    kinds = {
        "right": verdict.right,
        "wrong": verdict.wrong,
        "closed": verdict.closed,
        "seeded": verdict.seeded,
        "typed": verdict.typed,
    }
    rolls = sorted((roll.seq, kind, roll) for kind, those in kinds.items() for roll in those)
    return {
        "counts": {kind: len(those) for kind, those in kinds.items()},
        "rolls": [
            {
                "entry": seq,
                "is": kind,
                "who": int(roll.asked.who),
                "question": roll.asked.question,
                "dice": list(roll.dice),
                "found": None if roll.keyed is None else list(roll.keyed),
                "seal": roll.seal,
            }
            for seq, kind, roll in rolls
        ],
    }
