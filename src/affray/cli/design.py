"""Commands for those who make scenes: change, compare, sweep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.balancing import search
from affray.balancing.change import KINDS, USUAL, said
from affray.balancing.compare import Comparison, ComparisonCell, rows
from affray.balancing.draft import Draft
from affray.balancing.search import BalanceResult, OutOfReach
from affray.cli import click_help, disk, locale, values
from affray.cli.console import Console, Printer, printer
from affray.cli.locale import say
from affray.cli.packs import packed
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, figure, joined, msg
from affray.core.phrases import the_side
from affray.reference.assignments import typed
from affray.simulation.estimate import Estimate

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on the terminal, while it lasts; nothing where there is none."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[counted]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.disable = not bar.console.is_terminal
    with bar:
        task = bar.add_task(say(what), total=None, counted="")
        yield lambda words, done, total: bar.update(
            task,
            description=say(words or what),
            completed=done,
            total=total,
            counted=say(msg("{n} of {all}", n=done, all=total)),
        )


# --- balance ----------------------------------------------------------------------------------------


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", shell_complete=values.scene)
@click.option(
    "--odds",
    "target",
    cls=click_help.RenamedOption,
    former=["--target"],
    type=float,
    required=True,
    help="The chance of winning you want, such as 0.7.",
)
@click.option("--side", help="Whose odds. Default: the side of the first fighter played by a person.")
@click.option(
    "--within", type=float, default=search.WITHIN, show_default=True, help="How close is close enough."
)
@click.option(
    "--change",
    "kinds",
    multiple=True,
    metavar="KINDS",
    cls=click_help.MessageOption,
    help=msg(
        "What may change: {kinds}. Default: {usual}.",
        kinds=Verbatim(", ".join(KINDS)),
        usual=Verbatim(", ".join(USUAL)),
    ),
)
@click.option("--keep", multiple=True, metavar="NAME", help="A fighter or side to leave unchanged.")
@click.option("--free", is_flag=True, help="Also change fighters played by people.")
@click.option(
    "-n", "--fights", "n", type=int, default=search.N, show_default=True, help="Maximum fights per proposal."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@click.option(
    "--policy",
    help="Who makes the choices: one of the game's policies, such as sensible.",
    shell_complete=values.policy,
)
@packed
@as_json
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the best scene to this file."
)
def balance(
    scene: str,
    target: float,
    side: str | None,
    within: float,
    kinds: tuple[str, ...],
    keep: tuple[str, ...],
    free: bool,
    n: int,
    seed: int,
    policy: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
    output: Path | None,
) -> None:
    """Find what to change in SCENE to reach the odds you want.

    Tries single changes and combinations with the same dice, and ranks them."""
    draft = operations.draft(scene, packs)
    locale.about(operations.load_scene(scene, packs))
    with _progress("trying") as tell:
        try:
            result = search.balance(
                draft, target, side, within=within, kinds=_listed(kinds), keep=_names(draft, keep), free=free,
                n=n, seed=seed, policy=policy, tell=tell,
            )  # fmt: skip
            beyond: OutOfReach | None = None
        except OutOfReach as e:
            result, beyond = e.result, e
    if as_json:
        click.echo(json.dumps(_balance_data(result), indent=2, ensure_ascii=False))
    else:
        _tell_balance(printer(), result)
    if output is not None:
        disk.write(output, result.proposals[0].draft.text)
        locale.echo(msg("The best one has been written to {file}.", file=output), err=as_json)
    if beyond is not None:
        raise beyond
    if not result.whole:
        raise KeyboardInterrupt


def _listed(kinds: Iterable[str]) -> list[str]:
    """Kinds as typed, several apart by commas."""
    return [kind.strip() for kind in ",".join(kinds).split(",") if kind.strip()]


def _names(draft: Draft, keep: Iterable[str]) -> list[str]:
    """Names as the scene writes them, whatever the case they were typed in."""
    known = {f.name for f in draft.scene.fighters} | set(draft.sides)
    by_case = {name.casefold(): name for name in known}
    return [by_case.get(name.casefold(), name) for name in keep]


def _tell_balance(show: Printer, result: BalanceResult) -> None:
    show.say(
        msg(
            "Victory for {side}: {odds} as it is; target: {target}",
            side=the_side(result.side),
            odds=_odds(result.now),
            target=figure(result.target, ".1%"),
        ),
        "bold",
    )
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading, way in (("", "right"), ("odds", "right"), ("95 %", "left"), ("what is changed", "left")):
        grid.add_column(say(heading), justify=way)  # type: ignore[arg-type]
    for n, proposal in enumerate(result.proposals, start=1):
        odds = proposal.odds
        near = result.near(proposal)
        words = Text("\n").join(Text(say(change.words)) for change in proposal.changes)
        value = Text(locale.figure(odds.value, ".1%"), "green" if near else "yellow")
        interval = msg("{low} to {high}", low=figure(odds.low, ".1%"), high=figure(odds.high, ".1%"))
        grid.add_row(str(n), value, say(interval), words)
    show.print(grid)
    tried = msg("{n} scenes tried, {fights} fights.", n=result.tried, fights=figure(result.fights, ","))
    whole = [] if result.whole else ["Interrupted: these are the odds so far."]
    show.say(joined(" ", [*whole, tried]), "dim")


def _odds(odds: Estimate) -> str:
    return msg(
        "{value} ({low} to {high})",
        value=figure(odds.value, ".1%"),
        low=figure(odds.low, ".1%"),
        high=figure(odds.high, ".1%"),
    )


def _balance_data(result: BalanceResult) -> dict[str, Any]:
    return {
        "side": result.side,
        "target": result.target,
        "within": result.within,
        "reached": result.reached,
        "whole": result.whole,
        "now": result.now._asdict(),
        "tried": result.tried,
        "fights": result.fights,
        "proposals": [
            {
                "changes": [{"kind": c.kind, "words": c.words} for c in proposal.changes],
                "odds": proposal.odds._asdict(),
                "scene": proposal.draft.text,
            }
            for proposal in result.proposals
        ],
    }


# --- compare ----------------------------------------------------------------------------------------


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", shell_complete=values.scene)
@click.option("--weapon", "weapons", multiple=True, help="A weapon; name two or more.")
@click.option(
    "--options",
    "settings",
    cls=click_help.RenamedOption,
    former=["--option"],
    multiple=True,
    metavar="KEY=VALUE,...",
    help="A setting of house rules; name two or more.",
)
@click.option(
    "--actor",
    "fighter",
    cls=click_help.RenamedOption,
    former=["--fighter"],
    help="Who attacks. Default: the first fighter in the scene.",
    shell_complete=values.fighter,
)
@click.option(
    "--target",
    help="Who is attacked. Default: the first fighter on another side.",
    shell_complete=values.fighter,
)
@click.option("--armour", "armours", multiple=True, help="The target's armour, by name or in points.")
@click.option("--range", "ranges", multiple=True, type=float, help="Distance, in the scene's unit.")
@click.option("--action", help="Which attack. Default: the plain one.")
@click.option(
    "--policy",
    help="Who makes the choices: one of the game's policies, or best.",
    shell_complete=values.policy,
)
@packed
@as_json
def compare(
    scene: str,
    weapons: tuple[str, ...],
    settings: tuple[str, ...],
    fighter: str | None,
    target: str | None,
    armours: tuple[str, ...],
    ranges: tuple[float, ...],
    action: str | None,
    policy: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Compare weapons or house rules, as used in SCENE.

    The odds are exact, for each armour and distance."""
    opened = operations.load_scene(scene, packs)
    locale.about(opened)
    options = [typed(opened.ruleset, [text]) for text in settings]
    comparison = operations.compare(
        scene, weapons, options, packs=packs, fighter=fighter, target=target, armours=armours,
        ranges=ranges, action=action, policy=policy,
    )  # fmt: skip
    if as_json:
        click.echo(json.dumps(_compare_data(comparison), indent=2, ensure_ascii=False))
    else:
        _tell_comparison(printer(), comparison)


def _tell_comparison(show: Printer, comparison: Comparison) -> None:
    attacker, target = comparison.attacker, comparison.target
    show.say(
        msg(
            "{attacker} attacks {target}: chance to hit, harm on average, chance to put out",
            attacker=Verbatim(attacker),
            target=Verbatim(target),
        ),
        "bold",
    )
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(say("armour"))
    grid.add_column(say(msg("{unit} away", unit=comparison.unit)), justify="right")
    for variant in comparison.variants:
        grid.add_column(say(variant.name))
    for armour, several in groupby(rows(comparison), key=lambda row: row[0]):
        for n, (_, away, cells) in enumerate(several):
            most = max(cell.harm for cell in cells)
            told = [_cell(cell, most) for cell in cells]
            grid.add_row("" if n else say(_armour(armour)), locale.figure(away, "g"), *told)
    show.print(grid)
    total = len(comparison.cells) // len(comparison.variants)
    ahead = zip(comparison.variants, comparison.ahead, strict=True)
    ahead_in = joined("; ", [msg("{what} in {n}", what=variant.name, n=n) for variant, n in ahead])
    show.say(msg("Most harm, out of {n} cases: {what}.", n=total, what=ahead_in), "dim")
    if sampled := sum(cell.odds is not None and not cell.odds.exact for cell in comparison.cells):
        show.say(msg("~ {n} of them are estimates, because they have too many paths.", n=sampled), "dim")


def _armour(name: str) -> str:
    return "none" if name == "0" else name


def _cell(cell: ComparisonCell, most: Any) -> Text:
    if cell.odds is None:
        return Text(say(cell.why), "dim")
    about = "" if cell.odds.exact else "~"
    figures = [
        locale.figure(float(value), spec)
        for value, spec in ((cell.hits, "4.0%"), (cell.harm, "6.2f"), (cell.out, "6.1%"))
    ]
    return Text(about + " ".join(figures), "bold" if cell.harm == most else "")


def _compare_data(comparison: Comparison) -> dict[str, Any]:
    return {
        "attacker": comparison.attacker,
        "target": comparison.target,
        "unit": comparison.unit,
        "variants": [
            {"weapon": v.weapon, "options": dict(v.options), "name": v.name} for v in comparison.variants
        ],
        "ahead": comparison.ahead,
        "cells": [_cell_data(cell) for cell in comparison.cells],
    }


def _cell_data(cell: ComparisonCell) -> dict[str, Any]:
    here = {"variant": cell.variant, "armour": cell.armour, "range": cell.range}
    if cell.odds is None:
        return {**here, "why": cell.why}
    chances = {"hits": cell.hits, "harm": cell.harm, "out": cell.out}
    return {
        **here,
        "action": cell.action,
        "exact": cell.odds.exact,
        **{key: {"fraction": str(value), "value": float(value)} for key, value in chances.items()},
    }


# --- sweep ------------------------------------------------------------------------------------------


@click.command(cls=click_help.LocalizedCommand)
@click.argument("grid", type=click.Path(path_type=Path))
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Output file, .csv or .parquet. Default: the name of GRID with .csv, in this folder.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes. Default: one per core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as HOST:8786.")
def sweep(grid: Path, output: Path | None, workers: int | None, scheduler: str | None) -> None:
    """Simulate every variant in GRID, a TOML file, one row for each.

    If interrupted, run the same command again to continue."""
    if workers is not None and scheduler is not None:
        raise BadAnswer("expected --workers or --scheduler, not both: a cluster has its own workers")
    cells = operations.load_grid(grid)
    path = output or Path(f"{grid.stem}.csv")
    try:
        with _progress("cells") as tell:
            swept = operations.sweep(
                cells, path, workers=workers, scheduler=scheduler, tell=lambda done, of: tell("", done, of)
            )
    except KeyboardInterrupt:
        locale.echo(
            msg(
                "Interrupted; finished cells are saved. Run the same command again to continue: {file}",
                file=path,
            ),
            err=True,
        )
        raise
    show = printer()
    _tell_sweep(show, cells, swept.rows)
    known = msg(", {n} of them from before", n=swept.again) if swept.again else ""
    show.say(msg("{n} cells{known}, written to {file}.", n=len(swept.rows), known=known, file=path), "green")


SHOWN = 40
"""So many rows of a result are shown; the file has all."""


def _tell_sweep(show: Printer, grid: operations.SweepGrid, result: list[dict[str, Any]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in grid.names:
        table.add_column(say(name))
    for side in grid.sides:
        table.add_column(say(msg("{side} win", side=side)), justify="right")
    for row in result[:SHOWN]:
        axes = [say(_value(row[name])) for name in grid.names]
        odds = [locale.figure(row[f"{side} odds"], ".1%") for side in grid.sides]
        table.add_row(*axes, *odds)
    show.print(table)
    if len(result) > SHOWN:
        show.say(msg("… and {n} more.", n=len(result) - SHOWN), "dim")


def _value(value: Any) -> str:
    return figure(value, "g") if isinstance(value, float) else said(value)
