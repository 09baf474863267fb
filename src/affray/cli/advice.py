"""Advice on the screen, and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.autopilot.advice import Advice, OptionAdvice, is_log
from affray.autopilot.pilot import percent
from affray.cli import click_help, locale, progress, values
from affray.cli.console import Printer, printer
from affray.cli.locale import say
from affray.cli.options import one_actor
from affray.cli.packs import packed
from affray.core.effect import pack
from affray.core.message import Verbatim, figure, joined, msg
from affray.session import opening


def tell(show: Printer, advice: Advice, as_json: bool) -> None:
    """Print advice, or give it to a program."""
    if as_json:
        click.echo(json.dumps(as_data(advice), indent=2, ensure_ascii=False))
    else:
        told(show, advice)


def told(show: Printer, advice: Advice) -> None:
    """Advice as a list, the best first, with the reason below."""
    tried = (
        msg(", {n} fights per option, seed {seed}", n=figure(advice.n, ","), seed=advice.seed)
        if advice.n
        else ""
    )
    heading = msg("{who}, {question}", who=Verbatim(advice.who), question=advice.question)
    show.print(Text(say(heading), "bold") + Text(say(tried), "dim"))
    grid = Table.grid(padding=(0, 2, 0, 2))
    grid.add_column(overflow="fold")
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_row(*[Text(say(head), "dim") for head in ("", "wins (95 %)", "against the best", "at once")])
    for counsel in advice.options:
        grid.add_row(*_row(counsel, counsel is advice.best))
    show.print(grid)
    show.say(advice.reason)
    if fewer := [counsel.fights for counsel in advice.options if counsel.fights < advice.n]:
        after = joined(" or ", [figure(n, ",") for n in sorted(set(fewer))])
        show.say(
            msg(
                "{n} of them were clearly worse after {after} fights and were dropped.",
                n=len(fewer),
                after=after,
            ),
            "dim",
        )
    if advice.left_out:
        show.say(
            msg("{n} more options were not tried because they do less immediate harm.", n=advice.left_out),
            "dim",
        )
    if any(counsel.habit for counsel in advice.options):
        show.say("* marks the autopilot's usual choice.", "dim")


def _row(counsel: OptionAdvice, best: bool) -> list[Text]:
    wins, once = counsel.wins, counsel.at_once
    odds = (
        msg(
            "{value} ({low} to {high})",
            value=percent(wins.value),
            low=figure(100 * wins.low, ".0f"),
            high=figure(100 * wins.high, ".0f"),
        )
        if wins
        else ""
    )
    less = (
        ""
        if best or not wins
        else msg(
            "{less} ± {margin}",
            less=figure(-100 * counsel.less, "+.1f"),
            margin=figure(100 * counsel.margin, ".1f"),
        )
    )
    star = "* " if counsel.habit else ""
    return [
        Text(star + say(counsel.words), "bold" if best else ""),
        Text(say(odds)),
        Text(say(less), "dim"),
        Text(say(joined(" ", [once[0], percent(once[1])])) if once else "", "dim"),
    ]


def as_data(advice: Advice) -> dict[str, Any]:
    """Advice as plain data."""
    return {
        "who": advice.who,
        "question": advice.question,
        "fights": advice.n,
        "seed": advice.seed,
        "reason": advice.reason,
        "note": advice.note,
        "left_out": advice.left_out,
        "options": [_option(counsel) for counsel in advice.options],
    }


def _option(counsel: OptionAdvice) -> dict[str, Any]:
    return {
        "option": counsel.words,
        "value": pack(counsel.value),
        "habit": counsel.habit,
        "wins": counsel.wins._asdict() if counsel.wins else None,
        "less": counsel.less,
        "margin": counsel.margin,
        "at_once": dict([counsel.at_once]) if counsel.at_once else {},
        "fights": counsel.fights,
    }


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", metavar="SCENE|LOG", shell_complete=values.scene)
@click.argument("actor", required=False, shell_complete=values.fighter)
@click.option(
    "--actor",
    "actor_option",
    cls=click_help.RenamedOption,
    former=["--for"],
    help="Whose options. Default: whoever has to choose.",
    shell_complete=values.fighter,
)
@click.option("-n", "--fights", "n", type=int, default=1_000, show_default=True, help="Fights per option.")
@click.option("--seed", type=int, default=0, help="Random seed.")
@packed
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def advise(
    scene: str,
    actor: str | None,
    actor_option: str | None,
    n: int,
    seed: int,
    packs: tuple[Path, ...],
    as_json: bool,
    plain: bool,
) -> None:
    """Suggest what to do now: options ranked by how often they win.

    For a log, the question at its end. For a scene, the first choice of an action, or the first by
    ACTOR."""
    who = one_actor(actor, actor_option) or ""
    fight = opening.replay(scene) if is_log(scene) else None
    locale.about(fight or operations.load_scene(scene, packs))
    with progress.waited("Trying every option; fights at long range take a while"):
        advice = operations.advise(fight or scene, who, n=n, seed=seed, packs=packs)
    tell(printer(plain), advice, as_json)
