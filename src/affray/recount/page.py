"""A recount as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from affray.core.message import figure, joined, msg
from affray.languages.templates import speaking
from affray.recount import words
from affray.recount.recount import Recount
from affray.recount.turns import TurnOdds
from affray.simulation.report import drawing
from affray.simulation.report.drawing import Area, Chart, ChartLine, Tick
from affray.simulation.report.phrases import interval, percentage

if TYPE_CHECKING:
    from jinja2 import Environment

LABELS = 10
"""About so many marks stand along the axis of moments."""


def as_html(recount: Recount, command: str = "", fight: str = "") -> str:
    """The whole recount; `command` is told as the way to it, `fight` is where its table is."""
    context = {**_context(recount, command), "fight": fight}
    return _environment().get_template("recount.html.j2").render(context) + "\n"


@cache
def _environment() -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    own, report = PackageLoader("affray.recount"), PackageLoader("affray.simulation.report")
    env = speaking(
        Environment(
            loader=ChoiceLoader([own, report]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
    )
    env.filters.update(percentage=percentage, interval=interval)  # what the charts' macros name
    return env


def _context(recount: Recount, command: str) -> dict[str, Any]:
    people = [
        {
            "name": tale.name,
            "side": _mark(recount, tale.side),
            "cells": words.cells(tale, dict(recount.ones)),
            "verdict": words.verdict(luck),
            "share": luck.fate,
            "lots": joined("; ", words.lots(luck)),
        }
        for tale, luck in zip(recount.tales, recount.luck, strict=True)
    ]
    turns = [
        {
            "round": turn.before.round,
            "said": words.turned(turn, recount.sides),
            "story": story[: words.STORY],
            "more": max(0, len(story) - words.STORY),
            "side": _mark(recount, turn.side),
        }
        for turn, story in zip(recount.turns, recount.story, strict=True)
    ]
    return {
        "recount": recount,
        "result": words.result(recount),
        "heads": words.HEADS,
        "compared": words.COMPARED,
        "sampled": words.sampled(recount),
        "people": people,
        "turns": turns,
        "chart": odds_chart(recount) if len(recount.moments) > 1 else None,
        "command": command,
        "width": drawing.WIDTH,
        "height": drawing.HEIGHT,
        "left": drawing.LEFT,
        "right": drawing.WIDTH - drawing.RIGHT,
        "foot": drawing.HEIGHT - drawing.BOTTOM,
    }


def odds_chart(recount: Recount) -> Chart:
    """The odds of each side, moment by moment."""
    last = len(recount.moments) - 1
    lines = tuple(
        _line(recount.moments, n, side, last, _mark(recount, side)) for n, side in enumerate(recount.sides)
    )
    said = joined(
        "; ",
        (
            msg(
                "{side}: {first} % at first, {last} % at last",
                side=side,
                first=figure(100 * recount.moments[0].odds[n].value, ".0f"),
                last=figure(100 * recount.moments[-1].odds[n].value, ".0f"),
            )
            for n, side in enumerate(recount.sides)
        ),
    )
    return Chart(
        "Odds of winning",
        "Before each action examined; the shaded band is the 95 % confidence interval",
        said,
        recount.word,
        _ticks(recount.moments, last),
        tuple(Tick(drawing.y_of(n / 4, 1), msg("{share} %", share=25 * n)) for n in range(5)),
        lines=lines,
        areas=tuple(
            _area(recount.moments, n, last, _mark(recount, side)) for n, side in enumerate(recount.sides)
        ),
    )


def _mark(recount: Recount, side: str) -> int:
    """The mark of a side, which is that of the table."""
    return dict(zip(recount.sides, recount.marks, strict=True))[side]


def _line(moments: Sequence[TurnOdds], place: int, side: str, last: int, mark: int) -> ChartLine:
    at = [(drawing.x_of(n, last), drawing.y_of(m.odds[place].value, 1)) for n, m in enumerate(moments)]
    path = "M" + " L".join(f"{x:g} {y:g}" for x, y in at)
    return ChartLine(mark, side, path, " ".join((f"{x:g},{y:g}" for x, y in at)))


def _area(moments: Sequence[TurnOdds], place: int, last: int, mark: int) -> Area:
    """Where the odds of one side lie, moment by moment, with 95 % confidence."""
    high = [(n, m.odds[place].high) for n, m in enumerate(moments)]
    low = [(n, m.odds[place].low) for n, m in enumerate(moments)]
    corners = [*high, *reversed(low)]
    path = " L".join(f"{drawing.x_of(n, last):g} {drawing.y_of(share, 1):g}" for n, share in corners)
    return Area(mark, f"M{path}Z")


def _ticks(moments: Sequence[TurnOdds], last: int) -> tuple[Tick, ...]:
    """The number of the round, where it begins; not too many of them."""
    first = [n for n, m in enumerate(moments) if n == 0 or m.round != moments[n - 1].round]
    shown = first[:: -(-len(first) // LABELS)]
    return tuple(Tick(drawing.x_of(n, last), str(moments[n].round)) for n in shown)
