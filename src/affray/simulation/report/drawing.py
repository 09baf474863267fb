"""Where the lines, bands and bars of the report's charts stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.core.message import joined, msg
from affray.simulation.report.phrases import percentage, shown_rounds
from affray.simulation.result import Fan, GaugeResult, Simulation

WIDTH, HEIGHT = 440, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 40
MOST_BARS = 24


class Tick(NamedTuple):
    """A mark on an axis: where, and what is written there."""

    at: float
    text: str


class ChartLine(NamedTuple):
    """A line of one side (or of none: -1), and where its name stands."""

    side: int
    name: str
    path: str
    points: str


class Area(NamedTuple):
    """Where a side's line lies with 95 % confidence."""

    side: int
    path: str


class Band(NamedTuple):
    """A fan: the areas of nine fights in ten and of the middle half, and the median."""

    most: str
    half: str
    median: str


class Column(NamedTuple):
    """A bar: its place and size, what is below it and above it."""

    x: float
    y: float
    width: float
    height: float
    below: str
    above: str


class Chart(NamedTuple):
    """A picture with axes; `said` is the same in a sentence."""

    title: str
    note: str
    said: str
    across: str
    xs: tuple[Tick, ...]
    ys: tuple[Tick, ...]
    lines: tuple[ChartLine, ...] = ()
    band: Band | None = None
    columns: tuple[Column, ...] = ()
    side: int = -1
    areas: tuple[Area, ...] = ()


def survival(simulation: Simulation) -> Chart:
    """The share of each side that stands, and of the fights that go on."""
    last = shown_rounds(simulation)
    series = [(n, side.name, side.standing) for n, side in enumerate(simulation.sides)]
    series.append((-1, "still fighting", simulation.going))
    lines = tuple(_line(n, name, shares[: last + 1], last) for n, name, shares in series)
    said = joined(
        "; ",
        (
            msg("{name}: {course}", name=name, course=_course(shares[: last + 1], simulation.word))
            for _, name, shares in series
        ),
    )
    ticks = tuple(Tick(y_of(n / 4, 1), msg("{share} %", share=25 * n)) for n in range(5))
    return Chart(
        "Who is still up",
        "Mean share of each side still up, and of fights still going",
        said,
        msg("after {word}", word=simulation.word),
        _round_ticks(last),
        ticks,
        lines=lines,
    )


def fans(simulation: Simulation) -> list[Chart]:
    """What each side has left of each gauge of life that these fights wear down."""
    charts = []
    for gauge, spent in enumerate(simulation.sides[0].gauges):
        if spent.kind == "life" and any(worn(side.gauges[gauge]) for side in simulation.sides):
            most = max(1, *(cuts[-1] for side in simulation.sides for cuts in side.fans[gauge].quantiles))
            charts += [_fan(simulation, n, gauge, most) for n in range(len(simulation.sides))]
    return charts


def worn(spent: GaugeResult) -> bool:
    """Whether a fight uses up a tenth of a gauge or more, which is worth a chart."""
    return 10 * spent.lost.mean >= max(1, spent.start)


def _fan(simulation: Simulation, number: int, gauge: int, most: int) -> Chart:
    side, last, word = simulation.sides[number], shown_rounds(simulation), simulation.word
    name, start, end = side.gauges[gauge].name, side.gauges[gauge].start, side.fans[gauge].quantiles[last]
    return Chart(
        msg("{side}: {gauge}", side=side.name, gauge=name),
        "Whole side together",
        msg(
            "{side} starts with {start} {gauge}; after {word} {n} the median is {median}, with {low} to "
            "{high} in nine fights out of ten",
            side=side.name,
            start=start,
            gauge=name,
            word=word,
            n=last,
            median=end[2],
            low=end[0],
            high=end[4],
        ),
        msg("after {word}", word=word),
        _round_ticks(last),
        _value_ticks(most),
        band=_band(side.fans[gauge], last, most),
        side=number,
    )


def fallen(simulation: Simulation) -> list[Chart]:
    """How many of each side are out at the end."""
    return [
        _columns(
            side.name, "Share of fights with this many out at the end", "out at the end",
            [(k, dict(side.fallen.counts).get(k, 0)) for k in range(len(side.fighters) + 1)],
            simulation.fights, n,
        )
        for n, side in enumerate(simulation.sides)
    ]  # fmt: skip


def rounds(simulation: Simulation) -> Chart:
    """How long the fights take."""
    counts = dict(simulation.rounds.counts)
    last = max(shown_rounds(simulation), simulation.rounds.least)
    bars = [(n, counts.get(n, 0)) for n in range(simulation.rounds.least, last + 1)]
    more = sum(n for value, n in simulation.rounds.counts if value > last)
    return _columns(
        "How long it takes", msg("Share of fights ending in each {word}", word=simulation.word),
        simulation.word,
        bars, simulation.fights, late=more,
    )  # fmt: skip


# --- places ---------------------------------------------------------------------------------------


def x_of(n: float, last: float) -> float:
    """How far to the right step n stands, of so many after the first."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * n / max(1, last), 1)


def y_of(value: float, most: float) -> float:
    """How far down a value stands, of the largest."""
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most, 1)


def _path(values: Sequence[float], last: int, most: float) -> str:
    return "M" + " L".join(f"{x_of(n, last):g} {y_of(value, most):g}" for n, value in enumerate(values))


def _line(side: int, name: str, shares: Sequence[float], last: int) -> ChartLine:
    points = [f"{x_of(n, last):g},{y_of(share, 1):g}" for n, share in enumerate(shares)]
    return ChartLine(side, name, _path(shares, last, 1), " ".join(points))


def _band(fan: Fan, last: int, most: int) -> Band:
    cuts = fan.quantiles[: last + 1]

    def area(low: int, high: int) -> str:
        there = [(n, cut[high]) for n, cut in enumerate(cuts)]
        back = [(n, cut[low]) for n, cut in reversed(list(enumerate(cuts)))]
        return "M" + " L".join(f"{x_of(n, last):g} {y_of(value, most):g}" for n, value in there + back) + "Z"

    return Band(area(0, 4), area(1, 3), _path([cut[2] for cut in cuts], last, most))


def _round_ticks(last: int) -> tuple[Tick, ...]:
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 1000) if last / s <= 10)
    return tuple(Tick(x_of(n, last), str(n) if n else "start") for n in range(0, last + 1, step))


def _value_ticks(most: float, unit: str = "") -> tuple[Tick, ...]:
    """Round numbers up an axis, some five of them."""
    steps = (s * 10**p for p in range(6) for s in (1, 2, 5))
    step = next(s for s in steps if most / s <= 5)
    return tuple(Tick(y_of(n, most), f"{n}{unit}") for n in range(0, int(most) + 1, step))


def _columns(
    title: str,
    note: str,
    across: str,
    bars: Sequence[tuple[int, int]],
    fights: int,
    side: int = -1,
    late: int = 0,
) -> Chart:
    """A bar for each value; above them their shares, where there are few."""
    bars = bars[:MOST_BARS] if not late else bars
    most = max(1, *(n for _, n in bars)) * 100 / fights
    wide = (WIDTH - LEFT - RIGHT) / len(bars)
    few = wide >= 34
    step = 1 if wide >= 18 else 5
    columns = tuple(
        Column(
            round(LEFT + wide * (k + 0.12), 1),
            y_of(100 * n / fights, most * 1.08),
            round(wide * 0.76, 1),
            round(HEIGHT - BOTTOM - y_of(100 * n / fights, most * 1.08), 1),
            str(value) if k % step == 0 else "",
            percentage(n / fights, 0) if few and n else "",
        )
        for k, (value, n) in enumerate(bars)
    )
    said = joined(
        ", ",
        (msg("{value}: {share}", value=value, share=percentage(n / fights)) for value, n in bars),
    )
    more = (
        msg("; {share} take longer than {n}", share=percentage(late / fights), n=bars[-1][0]) if late else ""
    )
    return Chart(
        title, note + more, said, across, (), _value_ticks(most * 1.08, " %"), columns=columns, side=side
    )


def _course(shares: Sequence[float], word: str) -> str:
    last = len(shares) - 1
    if not last:
        return msg("{share} at the start", share=percentage(shares[0], 0))
    at = sorted({1, len(shares) // 2, last})
    return joined(
        ", ",
        (msg("{share} after {word} {n}", share=percentage(shares[n], 0), word=word, n=n) for n in at),
    )
