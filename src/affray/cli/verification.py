"""The machine's dice of a fight, checked afterwards: `affray verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from affray.cli import click_help, locale, sessions
from affray.core.errors import LogError
from affray.core.files import exists
from affray.session import log, logfile
from affray.session.verification import Roll, Verified, verified


@click.command("verify", cls=click_help.LocalizedCommand)
@click.argument("fight")
@sessions.stored
@click.option("--key", "keys", multiple=True, metavar="HEX", help="A key that was told beside the log.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def verify_command(fight: str, address: str | None, keys: tuple[str, ...], as_json: bool) -> None:
    """Throw the machine's dice of FIGHT again, a log or a session of the store, and compare.

    They come from a key whose seal was shown when the fight began; once the key is opened, everybody
    can check that nobody chose them. It says which dice people gave, too."""
    verdict = verified(*_rows(fight, address), *keys)
    if as_json:
        click.echo(json.dumps(as_data(verdict), indent=2))
    else:
        for line in told(verdict):
            locale.echo(line)
    if verdict.wrong:
        raise LogError(f"{fight}: has dice that the sealed key does not give", code="log/other-dice")


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
        return ["No dice have been thrown yet."]
    lines = [
        f"Entry {roll.seq}: {_faces(roll.dice)} in the log, the key gives {_faces(roll.keyed or ())}."
        for roll in verdict.wrong
    ]
    if verdict.right:
        lines.append(f"{_rolls(verdict.right)} of the machine: what the sealed key gives.")
    if verdict.wrong:
        lines.append(f"{_rolls(verdict.wrong)} of the machine: not what the sealed key gives.")
    if verdict.closed:
        lines.append(f"{_rolls(verdict.closed)} of the machine: the key has not been opened yet.")
    if verdict.seeded:
        lines.append(f"{_rolls(verdict.seeded)} of the machine: from a seed, so nothing vouches for them.")
    if verdict.typed:
        lines.append(f"{_rolls(verdict.typed)} given by people.")
    return lines


def _rolls(rolls: tuple[Roll, ...]) -> str:
    return "1 roll" if len(rolls) == 1 else f"{len(rolls)} rolls"


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


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
