"""Whole fights at the terminal: charts made of letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.cli import click_help, locale, progress, values
from affray.cli.console import Printer, printer
from affray.cli.locale import figure, say
from affray.cli.odds_chart import solid_bar
from affray.cli.packs import packed
from affray.core.catalogue import OptionValue
from affray.core.message import Verbatim, msg
from affray.simulation import report
from affray.simulation.report import (
    TIED,
    house_rules,
    how,
    range_in_words,
    shown_rounds,
    subtitle,
    title,
    worn,
)
from affray.simulation.result import Fan, FighterResult, Proportion, SideResult, Simulation, Spread

COLOURS = ("dodger_blue1", "dark_orange", "green3", "magenta", "gold3", "turquoise2")
"""Of the sides, in their order."""
HEIGHT = 8
"""Lines of a fan."""
SPARKS = "▁▂▃▄▅▆▇█"
MOST_INJURIES = 5


def show(screen: Printer, simulation: Simulation) -> None:
    """Everything worth knowing, from who wins to what it costs."""
    Charts(screen, simulation).all()


class Charts:
    """A simulation on a screen; in letters alone if that is plain."""

    def __init__(self, screen: Printer, simulation: Simulation) -> None:
        self.screen, self.simulation, self.fancy = screen, simulation, screen.fancy
        self.width = min(screen.console.width, 120)
        self.rounds = shown_rounds(simulation)
        self.colour = {side.name: COLOURS[n % len(COLOURS)] for n, side in enumerate(simulation.sides)}

    def all(self) -> None:
        """All charts, one below the other."""
        simulation = self.simulation
        about = msg("  {game}: {subtitle}", game=simulation.game, subtitle=subtitle(simulation))
        self.screen.print(Text(say(title(simulation)), "bold") + Text(say(about), "dim"))
        if rules := house_rules(simulation):
            self.screen.say(msg("House rules: {rules}", rules=Verbatim(", ".join(rules))), "yellow")
        for sentence in how(simulation):
            self.screen.print(Text(_plain(sentence), "yellow"))
        self._part("Who wins", self._wins(), "with the 95 % interval")
        rounds = range_in_words(simulation.rounds, simulation.word)
        self.screen.print(Text(f"  {_plain(rounds)}.", "dim"))
        self._part(
            "Who is still up",
            self._survival(),
            msg("share of each side still up after each {word}", word=simulation.word),
        )
        for gauge in self._worth_showing("life"):
            left = say(msg("{gauge} left", gauge=simulation.sides[0].gauges[gauge].name))
            legend = msg("per side: {legend}", legend=self._legend())
            self._part(Verbatim(left[:1].upper() + left[1:]), self._fans(gauge), legend)
        self._part("How many go down", self._fallen(), "share of fights with this many out at the end")
        self._part(
            "Who goes down, and when",
            self._fighters(),
            msg("by {word}, 0 is before the first", word=simulation.word),
        )
        self._part("What it costs", self._costs(), "used up in a fight: mean, then 5, 50 and 95 %")
        if injuries := self._injuries():
            self._part("Injuries", injuries, "at the end, per hundred fights")

    def _part(self, name: str, body: RenderableType, about: str) -> None:
        heading = Text(say(name), "bold") + Text(f"  {say(about)}", "dim")
        self.screen.print("", heading, Padding(body, (0, 0, 0, 2)))

    # --- who wins -----------------------------------------------------------------------------

    def _wins(self) -> RenderableType:
        grid = _grid("", "right", "", "")
        rows: list[tuple[str, Proportion, str]] = [
            (say(side.name), side.wins, self.colour[side.name]) for side in self.simulation.sides
        ]
        for name, share in (("nobody", self.simulation.nobody), ("undecided", self.simulation.undecided)):
            if share.fights:
                rows.append((say(name), share, "bright_black"))
        size = max(10, self.width - max(len(name) for name, _, _ in rows) - 36)
        for name, share, colour in rows:
            bar = Text(solid_bar(share.share * size, self.fancy), colour)
            grid.add_row(
                Text(name, colour), Text(percentage(share.share), "bold"), bar, Text(interval(share), "dim")
            )
        return grid

    # --- round by round -------------------------------------------------------------------------

    def _survival(self) -> RenderableType:
        """A line of figures, and of sparks, for each side and for the fights that go on."""
        lines = [(say(side.name), self.colour[side.name], side.standing) for side in self.simulation.sides]
        lines.append((say("still fighting"), "bright_black", self.simulation.going))
        room = (self.width - 6 - max(len(name) for name, _, _ in lines)) // 5
        at = _spaced(self.rounds, max(3, room))
        grid = _grid("", *("right" for _ in at), gap=1)
        grid.add_row("", *(Text(str(n) if n else say("start"), "dim") for n in at))
        for name, colour, shares in lines:
            grid.add_row(
                Text(name, colour), *(Text(f"{shares[n] * 100:.0f}{'%' if n == 0 else ''}") for n in at)
            )
            if self.fancy:
                grid.add_row("", *(Text(_spark(shares[n]) * 4, colour) for n in at))
        return grid

    def _worth_showing(self, kind: str) -> Iterator[int]:
        """The gauges of a kind that change in these fights."""
        for n, gauge in enumerate(self.simulation.sides[0].gauges):
            of_all = [side.gauges[n] for side in self.simulation.sides]
            if gauge.kind == kind and any(map(worn, of_all)):
                yield n

    def _legend(self) -> str:
        median, half, most = self._letters
        return msg(
            "{median} median, {half} half of the fights, {most} nine in ten",
            median=median,
            half=half,
            most=most,
        )

    @property
    def _letters(self) -> tuple[str, str, str]:
        """Of a fan: the median, the middle half, nine fights in ten."""
        return ("━", "▓", "░") if self.fancy else ("=", "+", ".")

    def _fans(self, gauge: int) -> RenderableType:
        most = max(max(q[-1] for q in side.fans[gauge].quantiles) for side in self.simulation.sides)
        each = max(20, min(52, (self.width - 4) // min(2, len(self.simulation.sides)) - 9))
        pictures = [self._fan(side, side.fans[gauge], max(1, most), each) for side in self.simulation.sides]
        return Columns(pictures, padding=(0, 3))

    def _fan(self, side: SideResult, fan: Fan, most: int, room: int) -> RenderableType:
        """Bands of a figure over the rounds, a column or more each."""
        at = _spaced(self.rounds, room)
        step = max(1, min(6, room // len(at)))
        colour = self.colour[side.name]
        lines = [Text(say(side.name), colour)]
        for line in range(HEIGHT):
            low, high = most * (HEIGHT - 1 - line) / HEIGHT, most * (HEIGHT - line) / HEIGHT
            cells = Text()
            for n in at:
                letter = self._cell(fan.quantiles[n], low, high)
                dim = letter != self._letters[0]
                cells.append(letter * step, f"dim {colour}" if dim and letter == "░" else colour)
            label = f"{most if line == 0 else most / 2:>4.0f}" if line in (0, HEIGHT // 2) else "    "
            lines.append(Text(label, "dim") + Text(" │" if self.fancy else " |", "dim") + cells)
        feet = "".join(
            str(n).ljust(step) if k % max(1, -(-3 // step)) == 0 else " " * step for k, n in enumerate(at)
        )
        lines.append(
            Text(f"   0 {'└' if self.fancy else '+'}{('─' if self.fancy else '-') * (step * len(at))}", "dim")
        )
        lines.append(Text(f"      {feet[: step * len(at) + 2]}", "dim"))
        return Text("\n").join(lines)

    def _cell(self, cuts: Sequence[int], low: float, high: float) -> str:
        """What stands in a cell from `low` to `high` of a fan with these quantiles."""
        a, b, c, d, e = cuts
        median, half, most = self._letters
        if low < c <= high or (c == 0 and low == 0):
            return median
        if b < high and d > low:
            return half
        return most if a < high and e > low else " "

    # --- casualties -----------------------------------------------------------------------------

    def _fallen(self) -> RenderableType:
        most = max(len(side.fighters) for side in self.simulation.sides)
        grid = _grid("", *("right" for _ in range(most + 1)), "", "", gap=1)
        grid.add_row("", *(Text(str(n), "dim") for n in range(most + 1)), "", Text(say("dead"), "dim"))
        for side in self.simulation.sides:
            counts, colour = dict(side.fallen.counts), self.colour[side.name]
            cells = []
            for n in range(most + 1):
                share = counts.get(n, 0) / self.simulation.fights
                text = percentage(share, 0) if share else ("·" if self.fancy else ".")
                cells.append(Text(text, _heat(share, colour) if n <= len(side.fighters) else "dim"))
            spark = "".join(
                _spark(counts.get(n, 0) / max(counts.values())) for n in range(len(side.fighters) + 1)
            )
            cells.append(Text(spark if self.fancy else "", colour))
            grid.add_row(Text(say(side.name), colour), *cells, Text(figure(side.dead.mean, ".2f")))
        return grid

    def _fighters(self) -> RenderableType:
        """A line for each fighter: how often it falls and dies, and when."""
        names = max(len(fighter.name) for fighter in self.simulation.fighters)
        room = max(4, (self.width - names - 34) // 4)
        at = list(range(min(self.rounds, room) + 1))
        ever = any(n == 0 for fighter in self.simulation.fighters for n, _ in fighter.fell)
        at = at if ever or not self.rounds else at[1:]
        grid = _grid("", "right", "right", "", *("right" for _ in at), gap=1)
        late = self.rounds > at[-1]
        heads = [f"{n}{'+' if late and n == at[-1] else ''}" for n in at]
        falls, dies = (Text(say(word), "dim") for word in ("falls", "dies"))
        grid.add_row("", falls, dies, " ", *(Text(head, "dim") for head in heads))
        for fighter in self.simulation.fighters:
            grid.add_row(*self._fighter(fighter, at))
        return grid

    def _fighter(self, fighter: FighterResult, at: Sequence[int]) -> Iterator[RenderableType]:
        colour = self.colour[fighter.side]
        yield Text(fighter.name, colour)
        yield Text(percentage(fighter.falls.share, 0))
        yield Text(percentage(fighter.dead.share, 0) if fighter.dead.fights else "", "red")
        yield " "
        fell = dict(fighter.fell)
        for n in at:
            fights = sum(f for r, f in fell.items() if r >= n) if n == at[-1] else fell.get(n, 0)
            share = fights / self.simulation.fights
            yield Text(
                f"{share * 100:.0f}" if share > 0.005 else ("·" if self.fancy else "."), _heat(share, colour)
            )

    # --- what it costs ------------------------------------------------------------------------------

    def _costs(self) -> RenderableType:
        grid = _grid("", "", "right", "right", "right", "right", "right")
        heads = ("of", "mean", "5 %", "50 %", "95 %")
        grid.add_row("", "", *(Text(say(head), "dim") for head in heads))
        for side in self.simulation.sides:
            name = Text(say(side.name), self.colour[side.name])
            for gauge in side.gauges:
                if gauge.start or gauge.lost.most:
                    grid.add_row(name, say(gauge.name), *_figures(str(gauge.start), gauge.lost))
                    name = Text()
            if side.injuries.most:
                grid.add_row(name, say("injuries"), *_figures("", side.injuries))
        for gauge in self.simulation.table:
            if gauge.start or gauge.lost.most:
                of = Text(say("the table"), "dim")
                grid.add_row(of, say(gauge.name), *_figures(str(gauge.start), gauge.lost))
        return grid

    def _injuries(self) -> RenderableType | None:
        grid = _grid("", "")
        for side in self.simulation.sides:
            had: dict[str, int] = {}
            for fighter in self.simulation.fighters:
                for name, n in fighter.injuries if fighter.side == side.name else ():
                    had[name] = had.get(name, 0) + n
            first = sorted(had.items(), key=lambda item: (-item[1], item[0]))[:MOST_INJURIES]
            if first:
                said = [f"{say(name)} {_hundred(n, self.simulation.fights)}" for name, n in first]
                grid.add_row(Text(say(side.name), self.colour[side.name]), Text(", ".join(said)))
        return grid if grid.row_count else None


def percentage(share: float, digits: int = 1) -> str:
    """A share in plain letters."""
    return _plain(report.percentage(share, digits))


def interval(share: Proportion) -> str:
    """Where a chance lies, in plain letters."""
    return _plain(report.interval(share))


def _plain(text: str) -> str:
    """A text in the language, without blanks that nothing may break."""
    return say(text).replace(TIED, " ")


def _hundred(n: int, fights: int) -> str:
    per = 100 * n / fights
    return figure(per, ".0f" if per >= 9.5 else ".1f")


def _figures(start: str, spread: Spread) -> Iterator[Text]:
    low, _, middle, _, high = spread.quantiles
    yield Text(start, "dim")
    yield Text(figure(spread.mean, ".2f"), "bold")
    for n in (low, middle, high):
        yield Text(str(n))


def _grid(*columns: str, gap: int = 2) -> Table:
    """Columns, right or left."""
    grid = Table.grid(padding=(0, gap, 0, 0))
    for justify in columns:
        grid.add_column(justify="right" if justify == "right" else "left", no_wrap=justify == "right")
    return grid


def _spaced(last: int, room: int) -> list[int]:
    """The start and the rounds to the last; some left out where room is short."""
    step = -(-(last + 1) // room)
    return list(range(0, last + 1, step))


def _spark(share: float) -> str:
    return SPARKS[min(7, int(share * 8))] if share > 0 else " "


def _heat(share: float, colour: str) -> str:
    """How strongly a share stands out."""
    return "dim" if share < 0.05 else colour if share < 0.2 else f"bold {colour}"


def _house(opened: operations.Opened, given: tuple[str, ...]) -> Mapping[str, OptionValue]:
    """The house rules that were typed; mostly none, and then nothing is loaded for them."""
    if not given:
        return {}
    from affray.reference.assignments import typed

    return typed(opened.ruleset, given)


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", shell_complete=values.scene)
@click.option("-n", "--fights", "n", type=int, default=1000, show_default=True, help="Number of fights.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Random seed: the same number gives the same fights.",
)
@click.option(
    "--policy",
    default="sensible",
    show_default=True,
    help="Which policy makes the choices.",
    shell_complete=values.policy,
)
@click.option("--options", "given", multiple=True, metavar="KEY=VALUE,...", help="House rules to use.")
@packed
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML report to this file."
)
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Draw a chart, as .svg or .png."
)
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def simulate(
    scene: str,
    n: int,
    seed: int,
    policy: str,
    given: tuple[str, ...],
    packs: tuple[Path, ...],
    as_json: bool,
    report: Path | None,
    chart: Path | None,
    plain: bool,
) -> None:
    """Simulate SCENE: who wins, how long it takes, who goes down.

    A policy plays everybody. Ctrl-C stops and shows the fights finished so far."""
    opened = operations.load_scene(scene, packs)
    locale.about(opened)
    simulation = progress.run(opened, n, seed, policy, _house(opened, given), report, chart)
    with progress.written(simulation, report, chart):
        if as_json:
            click.echo(simulation.to_json(), nl=False)
        else:
            show(printer(plain), simulation)
    if simulation.interrupted:
        raise click.Abort
