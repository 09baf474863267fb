"""Whole fights of every game, plain and in the kernel, and how cost grows.

Where rules have changed since a commit its fights are other fights, longer or shorter ones: beside it only
what a step costs tells whether the walk has become slower, and `steps` how much longer they are.

`python -m benchmarks.bulk` measures the growth and writes it into `docs/pictures/bulk-growth.csv`, of which
`python -m tools.pictures` makes the picture (needs matplotlib).
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from affray.core.fight import Fight
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.simulation.batch import Batch
from affray.simulation.bulk import Bulk, plain
from affray.simulation.kernel import kernel
from benchmarks.report import Report

SCENES = {
    "coriolis": "boarding",
    "d6": "ford",
    "horizon": "yard",
    "serenity": "wreck",
    "traveller": "forest_road",
}
"""The fight of each game that comes nearest to four against four, or has more."""
WARM_UP, THOUSAND, PLAIN = 20_000, 1_000, 60
SHORT_WARM_UP = 2_000
MOST_STEPS = 5_000
FIGHTS, FEW, SIZES = 500, 15, (1, 2, 3, 4, 6)
"""Fights of each size in the kernel, and by the plain engine; fighters a side."""
COLUMNS = (
    "fighters", "plain s", "cold s", "new s", "again s", "cold x", "new x", "again x",
    "steps", "µs a step", "traced cold", "traced new", "untraceable", "tables MB",
)  # fmt: skip


def main(report: Report) -> None:
    """Print CPU seconds for 1,000 fights, and ratios; at length, how cost grows."""
    kernel()
    warm_up = WARM_UP if report.long else SHORT_WARM_UP
    print(f"CPU seconds for {THOUSAND:,} fights; new: after {warm_up:,}; x: times the plain engine")
    print(f"{'':22}" + "".join(f"{name:>12}" for name in COLUMNS))
    for game in report.each(SCENES):
        one_scene(ruleset(game), SCENES[game], warm_up, report)
    if report.long:
        growth(report)


def one_scene(game: Ruleset, scene: str, warm_up: int, report: Report) -> None:
    """One line; the plain engine is timed before and after, in the same run."""
    start = game.start(read_scene(game.scenes[scene], game.scene, scene))
    slow = plain_seconds(game, start, 1, PLAIN)
    bulk = Bulk(game, start)
    if not bulk.use_kernel:
        print(f"{game.id}, {scene}: {slow:.1f} s; no C compiler here: whole fights run on the plain engine")
        return
    cold = seconds(lambda: bulk.ends(THOUSAND, 2, 0))
    traced_cold = bulk.traced
    bulk.ends(warm_up, 3, 0)
    traced = bulk.traced
    new = seconds(lambda: bulk.ends(THOUSAND, 4, 0))
    traced = bulk.traced - traced
    again = seconds(lambda: bulk.ends(THOUSAND, 4, 0))
    long = steps(bulk, 4, THOUSAND)
    slow = (slow + plain_seconds(game, start, 5, PLAIN)) / 2
    for name, value in (("plain", slow), ("cold", cold), ("new", new), ("known", again)):
        report.figure(f"{game.id} {scene}, 1,000 fights, {name}", value, "s")
    a_step = report.figure(f"{game.id} {scene}, a step, known", 1e6 * again / THOUSAND / long, "µs")
    cells = [
        f"{len(start.fighters)}",
        *[f"{each:.2f}" for each in (slow, cold, new, again)],
        *[f"{slow / each:.1f}" for each in (cold, new, again)],
        f"{long:.1f}",
        f"{a_step:.2f}",
        *[f"{each:,}" for each in (traced_cold, traced, sum(bulk.untraceable.values()))],
        f"{bulk.program.size / 2**20:.1f}",
    ]
    print(f"{game.id + ' ' + scene:22}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    before = process_time()
    work()
    return process_time() - before


def plain_seconds(game: Ruleset, start: Fight[object, object, object], seed: int, some: int) -> float:
    """CPU seconds of the plain engine for 1,000 fights, from fewer."""
    took = seconds(lambda: [plain(game, start, seed, i) for i in range(some)])
    return took * THOUSAND / some


class Cost(NamedTuple):
    """Milliseconds of CPU for one fight, and how many steps it has."""

    game: str
    fighters: int
    steps: float
    plain: float
    cold: float
    again: float
    megabytes: float


def growth(report: Report) -> list[Cost]:
    """The costs of fights of every size, printed as they are found."""
    if kernel() is None:
        return []
    print(f"milliseconds of CPU for one fight, of {FIGHTS} fights (plain engine: {FEW})")
    print("".join(f"{name:>12}" for name in Cost._fields))
    found = []
    for game in report.each(SCENES, "growth of"):
        for side in SIZES:
            found.append(cost(game, side))
            report.figure(f"{game} {side} a side, a fight, cold", found[-1].cold, "ms")
            report.figure(f"{game} {side} a side, a fight, known", found[-1].again, "ms")
            report.line(
                "".join(f"{cell:>12.2f}" if isinstance(cell, float) else f"{cell:>12}" for cell in found[-1])
            )
    return found


def cost(name: str, side: int) -> Cost:
    """One game with so many fighters a side."""
    game = ruleset(name)
    whole = game.start(read_scene(game.scenes[SCENES[name]], game.scene, SCENES[name]))
    start = of_size(whole, side)
    bulk = Bulk(game, start)
    took = seconds(lambda: [plain(game, start, 1, i) for i in range(FEW)]) / FEW
    cold = seconds(lambda: bulk.ends(FIGHTS, 2, 0)) / FIGHTS
    again = seconds(lambda: bulk.ends(FIGHTS, 2, 0)) / FIGHTS
    return Cost(
        name, len(start.fighters), steps(bulk, 2, FIGHTS), 1e3 * took, 1e3 * cold, 1e3 * again,
        bulk.program.size / 2**20,
    )  # fmt: skip


def steps(bulk: Bulk, seed: int, fights: int) -> float:
    """Steps of a fight, on average of so many; those that never end have `MOST_STEPS`."""
    assert bulk.walker is not None
    streams = [Stream(seed, i) for i in range(fights)]
    batch = Batch.of(bulk.walker, bulk.program.encoded(bulk.start) * fights, streams)
    batch.run(array("q", range(fights)), MOST_STEPS, bulk.unseen)
    return sum(batch.steps) / fights


def of_size(fight: Fight[Any, Any, Any], side: int) -> Fight[Any, Any, Any]:
    """The fight with so many of each side: some twice where there are fewer."""
    bodies: list[Any] = []
    for name in dict.fromkeys(body.side for body in fight.fighters):
        own = [body for body in fight.fighters if body.side == name]
        bodies += [own[n % len(own)] for n in range(side)]
    return Fight((*bodies, fight.table), fight.house)


GROWTH = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "bulk-growth.csv"


def write_costs(costs: Iterable[Cost]) -> None:
    """Keep what was measured."""
    with GROWTH.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(Cost._fields)
        table.writerows(
            [cell if isinstance(cell, (str, int)) else f"{cell:.3f}" for cell in row] for row in costs
        )


def read_costs() -> list[Cost]:
    """What was measured last."""
    with GROWTH.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Cost(row.pop("game"), int(row.pop("fighters")), **{name: float(cell) for name, cell in row.items()})
        for row in rows
    ]


def draw(costs: list[Cost], path: Path) -> None:
    """A picture: time by fighters, and time by steps."""
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9})
    figure, (by_fighters, by_steps) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for n, game in enumerate(SCENES):
        own = [each for each in costs if each.game == game]
        fighters = [each.fighters for each in own]
        by_fighters.plot(fighters, [each.again for each in own], f"C{n}o-", label=game)
        by_fighters.plot(fighters, [each.cold for each in own], f"C{n}o--")
        by_fighters.plot(fighters, [each.plain for each in own], f"C{n}o:")
        by_steps.plot([each.steps for each in own], [each.again for each in own], f"C{n}o-", label=game)
    by_fighters.set(xlabel="fighters", ylabel="ms of CPU a fight", yscale="log", ylim=(1e-2, None))
    by_fighters.set_title("known (—), first 500 (- -), plain engine (···)")
    by_steps.set(xlabel="steps of the rules in a fight", ylabel="ms of CPU a fight, known")
    by_steps.legend(frameon=False)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)


if __name__ == "__main__":
    write_costs(growth(Report("bulk", long=True)))
