"""The odds of an action on the screen: a bar for each value of what is measured."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.cli.locale import say
from affray.core.message import figure, joined, msg
from affray.pricing import ActionOdds, Distribution


def odds_chart(
    heading: str, odds: ActionOdds, policy: str, fancy: bool, width: int
) -> Iterator[RenderableType]:
    """The distributions of an action, a bar a value; what is certain in a line."""
    how = (
        "exact" if odds.exact else msg("estimated from {samples} samples", samples=figure(odds.samples, ","))
    )
    choices = msg("  {how}, {policy} choices", how=how, policy=policy)
    yield Text(say(heading), "bold") + Text(say(choices), "dim")
    for measure in odds.measures:
        if len(measure.weights) > 1:
            yield _measure(measure)
            yield Padding(_bars(measure, fancy, width), (0, 0, 0, 2))
    if not odds.measures:
        yield Text(say("There is nothing to measure here."), "dim")
    if certain := [m for m in odds.measures if len(m.weights) == 1]:
        sure = joined(
            ", ",
            [msg("{what}: {value}", what=m.name, value=_value(next(iter(m.weights)))) for m in certain],
        )
        yield Text(say(msg("Certain: {sure}", sure=sure)), "dim")


def _measure(measure: Distribution) -> Text:
    mean = "" if is_flag(measure) else msg("  {mean} on average", mean=figure(float(measure.mean), ".2f"))
    return Text(say(measure.name), "bold" if measure.headline else "") + Text(say(mean), "dim")


def _bars(measure: Distribution, fancy: bool, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    grid.add_column()
    size = max(10, min(50, width - 24))
    for value, share in measure.probabilities.items():
        grid.add_row(say(_value(value)), say(percent(share)), Text(solid_bar(share * size, fancy), "cyan"))
    return grid


def solid_bar(size: float, fancy: bool) -> str:
    """A bar, to an eighth of a letter."""
    if not fancy:
        return "#" * round(size)
    whole, part = divmod(round(size * 8), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[part].strip()


def percent(share: float) -> str:
    """A chance as people read it; never 0 % or 100 % for what is not certain.

    >>> percent(0.9999), percent(0.0004), percent(0.5)
    ('>99 %', '<1 %', '50 %')
    """
    if 0 < share < 0.005:
        return "<1 %"
    if 0.995 < share < 1:
        return ">99 %"
    return msg("{share} %", share=figure(share * 100, ".0f"))


def is_flag(measure: Distribution) -> bool:
    """Whether what is measured happens or not, such as a hit, rather than how much."""
    return any(isinstance(value, bool) for value in measure.weights)


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
