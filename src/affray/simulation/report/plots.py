"""Pictures for papers and slides: SVG or PNG, by matplotlib, an extra."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg
from affray.languages import reader
from affray.simulation.report.phrases import percentage, shown_rounds, subtitle, title
from affray.simulation.result import Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Say: TypeAlias = Callable[[str], str]
KINDS = ("svg", "png")
COLOURS = ("#1f6fb2", "#bf5510", "#27814f", "#8247b5", "#8a6d00", "#127a82")
SOFT = "#655f56"
STYLE: Any = {
    "svg.hashsalt": "affray", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlesize": 10, "axes.titleweight": "bold",
}  # fmt: skip


def checked_kind(suffix: str) -> str:
    """The kind of picture for the end of a file's name.

    Raises BadAnswer for other kinds than `KINDS`, or where matplotlib is not installed.
    """
    kind = suffix.removeprefix(".").casefold()
    if kind not in KINDS:
        raise BadAnswer(
            msg("expected a chart as .svg or .png, not {suffix}", suffix=Verbatim(repr(suffix))),
            code="answer/no-picture",
        )
    if find_spec("matplotlib") is None:
        raise BadAnswer(
            "charts need matplotlib, which is not installed: pip install 'affray[plots]'; --report "
            "draws its own",
            code="answer/no-matplotlib",
        )
    return kind


def as_picture(simulation: Simulation, suffix: str = ".svg", say: Say = reader.say) -> bytes:
    """Four charts on one sheet: who wins, who stands, what is left, how many fall.

    `say` gives a text of it in a language, by default that of whoever reads.  The same bytes for the same
    simulation, language and release of matplotlib.  Raises BadAnswer as `checked_kind` does.
    """
    kind = checked_kind(suffix)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9.6, 6.8), layout="constrained")
        figure.suptitle(say(title(simulation)), fontsize=14, fontweight="bold")
        figure.supxlabel(
            say(msg("{game}: {subtitle}", game=simulation.game, subtitle=subtitle(simulation))),
            fontsize=8,
            color=SOFT,
        )
        wins, stands, left, falls = figure.subplots(2, 2).flat
        _wins(wins, simulation, say)
        _stands(stands, simulation, say)
        _left(left, simulation, say)
        _falls(falls, simulation, say)
        data = BytesIO()
        figure.savefig(data, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else None)
    return data.getvalue()


def _wins(axes: Axes, simulation: Simulation, say: Say) -> None:
    rows = [(side.name, side.wins, COLOURS[n % len(COLOURS)]) for n, side in enumerate(simulation.sides)]
    others = (("nobody", simulation.nobody), ("undecided", simulation.undecided))
    rows += [(name, share, SOFT) for name, share in others if share.fights]
    for n, (_, share, colour) in enumerate(rows):
        away = [[100 * (share.share - share.low)], [100 * (share.high - share.share)]]
        axes.barh(n, 100 * share.share, color=colour, height=0.6, xerr=away, capsize=4, ecolor="#1e1c19")
        axes.text(min(100 * share.high + 1.5, 86), n, say(percentage(share.share)), va="center", fontsize=10)
    axes.set_yticks(range(len(rows)), [say(name) for name, _, _ in rows])
    axes.invert_yaxis()
    axes.set(title=say("Who wins (95 % interval)"), xlim=(0, 100), xlabel=say("% of the fights"))


def _stands(axes: Axes, simulation: Simulation, say: Say) -> None:
    last = shown_rounds(simulation)
    for n, side in enumerate(simulation.sides):
        shares = [100 * share for share in side.standing[: last + 1]]
        axes.plot(shares, color=COLOURS[n % len(COLOURS)], marker="o", markersize=3, label=say(side.name))
    going = [100 * share for share in simulation.going[: last + 1]]
    axes.plot(going, color=SOFT, linestyle="--", linewidth=1, label=say("still fighting"))
    axes.set(
        title=say("Who is still up"),
        ylim=(0, 104),
        xlim=(0, max(1, last)),
        xlabel=say(msg("after {word}", word=simulation.word)),
        ylabel="%",
    )
    axes.legend(frameon=False, fontsize=8)


def _left(axes: Axes, simulation: Simulation, say: Say) -> None:
    last = shown_rounds(simulation)
    for n, side in enumerate(simulation.sides):
        colour, cuts = COLOURS[n % len(COLOURS)], side.fans[0].quantiles[: last + 1]
        for low, high, strength in ((0, 4, 0.15), (1, 3, 0.3)):
            bottom, top = [cut[low] for cut in cuts], [cut[high] for cut in cuts]
            axes.fill_between(range(last + 1), bottom, top, color=colour, alpha=strength, linewidth=0)
        axes.plot([cut[2] for cut in cuts], color=colour, label=say(side.name))
    name = simulation.sides[0].gauges[0].name
    axes.set(
        title=say(msg("Left: {name} (median, 50 % and 90 % of the fights)", name=name)),
        xlabel=say(msg("after {word}", word=simulation.word)),
        ylabel=say(name),
        xlim=(0, max(1, last)),
    )
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8)


def _falls(axes: Axes, simulation: Simulation, say: Say) -> None:
    wide = 0.8 / len(simulation.sides)
    for n, side in enumerate(simulation.sides):
        counts = dict(side.fallen.counts)
        at = range(len(side.fighters) + 1)
        places = [k + wide * (n - (len(simulation.sides) - 1) / 2) for k in at]
        shares = [100 * counts.get(k, 0) / simulation.fights for k in at]
        axes.bar(places, shares, wide, color=COLOURS[n % len(COLOURS)], label=say(side.name))
    axes.set_xticks(range(max(len(side.fighters) for side in simulation.sides) + 1))
    axes.set(title=say("How many go down"), xlabel=say("out at the end"), ylabel=say("% of the fights"))
    axes.legend(frameon=False, fontsize=8)
