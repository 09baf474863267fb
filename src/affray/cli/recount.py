"""A fight told afterwards: `affray recount`, as Markdown or as a page."""

from __future__ import annotations

import json
import shlex
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from affray.autopilot.advice import is_log
from affray.campaign import is_campaign
from affray.cli import click_help, disk, locale, sessions, values
from affray.core.errors import BadAnswer
from affray.core.files import is_file
from affray.core.message import msg
from affray.recount import Recount, as_html, as_markdown, recount
from affray.recount.turns import MOST_TRIES, TRIES
from affray.session import Session, opening


@click.command("recount", cls=click_help.LocalizedCommand)
@click.argument("fight", shell_complete=values.kept)
@sessions.stored
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file, .html or .md."
)
@click.option("-n", "--fights", "tries", type=click.IntRange(0, MOST_TRIES), default=TRIES, show_default=True,
              help="Fights played on from each moment, for the odds; 0 for none.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def recount_command(
    fight: str, address: str | None, output: Path | None, tries: int, seed: int, as_json: bool
) -> None:
    """Sum up what happened in FIGHT, a log or a saved session.

    Who did what, who was lucky, and the turning points: as Markdown, or as an HTML page to share."""
    if output is not None and output.suffix not in (".html", ".md"):
        raise BadAnswer(
            msg("expected a file that ends in .html or .md, got {file}", file=output),
            code="answer/no-file",
        )
    session = _session(fight, address)
    locale.about(session)
    for notice in filter(None, (session.notice, session.versions.notice)):
        locale.echo(notice, err=True)
    recounted = recount(session, tries=tries, seed=seed)
    if as_json:
        click.echo(json.dumps(as_data(recounted, lines(session)), indent=2, ensure_ascii=False))
    if output is None:
        if not as_json:
            click.echo(as_markdown(recounted), nl=False)
        return
    command = f"affray recount {shlex.quote(fight)} -n {tries} --seed {seed}"
    whole = as_html(recounted, command) if output.suffix == ".html" else as_markdown(recounted)
    disk.write(output, whole)
    locale.echo(msg("Written to {file}.", file=output), err=as_json)


def _session(fight: str, address: str | None) -> Session:
    """The fight of a log, or of a store."""
    path = Path(fight)
    if address is None and is_file(path):
        if not is_log(path):
            raise BadAnswer(msg("{path} is not the log of a fight", path=path), code="answer/no-log")
        session = opening.replay(path)
    else:
        with sessions.there(address) as store:
            session = store.take_up(sessions.fight(store, fight).session)
    if is_campaign(session):
        raise BadAnswer(
            msg(
                "{title} is a campaign; choose one of its fights (affray campaign show)",
                title=session.scene.title,
            ),
            code="answer/no-fight",
        )
    return session


def lines(session: Session) -> list[int]:
    """The parts of the story that are told, in the order of the numbers that `affray replay` gives them."""
    told = session.ruleset.words.told
    return [n for n, part in enumerate(session.story) if told(part.fight, session.names, part.told)]


def as_data(recounted: Recount, told: Sequence[int]) -> dict[str, Any]:
    """A recount as plain data, with the numbers of the parts told; shares are numbers from 0 to 1."""
    people = []
    for tale, luck in zip(recounted.tales, recounted.luck, strict=True):
        lots = [
            {
                "roll": x.what,
                "rolls": x.rolls,
                "sum": x.sum,
                "expected": float(x.expected),
                "fate": float(x.fate),
            }
            for x in luck.lots
        ]
        people.append(
            {
                "name": tale.name,
                "side": tale.side,
                "actions": tale.actions,
                "attacks": tale.attacks,
                "hits": tale.hits,
                "dealt": {k: n for k, n in tale.dealt.items() if n},
                "taken": {k: n for k, n in tale.taken.items() if n},
                "healed": {k: n for k, n in tale.healed.items() if n},
                "used_up": {k: n for k, n in tale.spent.items() if n},
                "put_out": tale.outs,
                "killed": tale.kills,
                "at_the_end": tale.fate,
                "luck": {"rolls": luck.rolls, "mean": float(luck.mean), "fate": luck.fate, "kinds": lots},
            }
        )
    moments = [
        {
            "line": bisect_right(told, m.line),
            "round": m.round,
            "action": m.action,
            "odds": {s: o._asdict() for s, o in zip(recounted.sides, m.odds, strict=True)},
        }
        for m in recounted.moments
    ]
    turns = [
        {"round": t.before.round, "side": t.side, "by": t.by, "sure": t.sure, "story": list(story)}
        for t, story in zip(recounted.turns, recounted.story, strict=True)
    ]
    return {
        "title": recounted.title,
        "game": recounted.game,
        "winner": recounted.winner,
        "end": recounted.end,
        "rounds": recounted.rounds,
        "fighters": people,
        "moments": moments,
        "turns": turns,
        "tries": recounted.tries,
        "seed": recounted.seed,
    }
