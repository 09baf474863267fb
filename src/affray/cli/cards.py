"""How a fighter stands, in a row of the screen."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from affray.cli.locale import say
from affray.core.ruleset import Bar, Card

NARROW = 70
"""Below so many columns, bars become figures."""

WIDE = 100
"""From so many columns on, there is room for longer bars."""


def card_row(card: Card, asked: bool, apart: str, fancy: bool, width: int) -> list[RenderableType]:
    """The cells of a fighter's card; in a narrow terminal bars become figures."""
    style = "dim strike" if card.out and fancy else "dim" if card.out else "bold" if asked else ""
    marker = ("▸" if fancy else ">") if asked else " "
    first, *others = card.bars or (None,)
    figures = Text("  ").join(Text(f"{say(bar.name)} ", "dim") + _small(bar, fancy) for bar in others)
    rest = Text(", ").join(
        [
            *(Text(say(state), "yellow") for state in card.states),
            *([Text(say(card.gear), "dim")] if card.gear else []),
        ]
    )
    return [
        Text(marker, "bold cyan"),
        Text(card.name, style),
        Text(card.turn.rjust(2), "cyan"),
        Text(f"{say(first.name)} ", "dim") + _bar(first, fancy, width) if first else Text(""),
        figures,
        Text(say(apart)),
        rest,
    ]


def _bar(bar: Bar, fancy: bool, width: int) -> Text:
    share = bar.now / bar.most if bar.most else 0
    style = "green" if share > 0.5 else "yellow" if share > 0.25 else "red"
    figure = Text(f"{bar.now:>2}/{bar.most:<2}", style)
    if width < NARROW:
        return figure
    size = 4 if width < WIDE else 8
    full = round(share * size) or (1 if bar.now else 0)
    on, off = ("█", "░") if fancy else ("#", ".")
    return Text(on * full, style) + Text(off * (size - full), "dim") + Text(" ") + figure


def _small(bar: Bar, fancy: bool) -> Text:
    if bar.most > 3:
        return Text(f"{bar.now}/{bar.most}", "red" if bar.now == 0 else "")
    on, off = ("●", "○") if fancy else ("*", ".")
    return Text(on * bar.now, "cyan") + Text(off * (bar.most - bar.now), "dim")
