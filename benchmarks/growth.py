"""How the cost of whole fights grows with fighters and with steps, of every game.

`python -m benchmarks.growth FILE.svg` draws it as well (needs matplotlib).
"""

from __future__ import annotations

import sys
from array import array
from typing import Any, NamedTuple

from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.sim.batch import Batch
from affray.sim.bulk import MOST_STEPS, Bulk, plain
from affray.sim.kernel import kernel
from benchmarks.bulk import SCENES, seconds

FIGHTS, PLAIN, SIZES = 500, 15, (1, 2, 3, 4, 6)
"""Fights of each size in the kernel, and by the plain engine; fighters a side."""


class Cost(NamedTuple):
    """Milliseconds of CPU for one fight, and how many steps it has."""

    game: str
    fighters: int
    steps: float
    plain: float
    cold: float
    again: float
    megabytes: float


def main() -> None:
    """Print the costs of fights of every size."""
    measured()


def measured() -> list[Cost]:
    """The costs, printed as they are found."""
    if kernel() is None:
        print("no C compiler here: whole fights run on the plain engine")
        return []
    print(f"milliseconds of CPU for one fight, of {FIGHTS} fights (plain engine: {PLAIN})")
    print("".join(f"{name:>12}" for name in Cost._fields))
    found = []
    for game in SCENES:
        for side in SIZES:
            found.append(cost(game, side))
            print(
                "".join(f"{cell:>12.2f}" if isinstance(cell, float) else f"{cell:>12}" for cell in found[-1])
            )
            sys.stdout.flush()
    return found


def cost(name: str, side: int) -> Cost:
    """One game with so many fighters a side."""
    game = ruleset(name)
    whole = game.start(read_scene(game.scenes[SCENES[name]], game.scene, SCENES[name]))
    start = of_size(whole, side)
    bulk = Bulk(game, start)
    took = seconds(lambda: [plain(game, start, 1, i) for i in range(PLAIN)]) / PLAIN
    cold = seconds(lambda: bulk.ends(FIGHTS, 2, 0)) / FIGHTS
    again = seconds(lambda: bulk.ends(FIGHTS, 2, 0)) / FIGHTS
    return Cost(
        name, len(start.fighters), steps(bulk), 1e3 * took, 1e3 * cold, 1e3 * again,
        bulk.program.size / 2**20,
    )  # fmt: skip


def steps(bulk: Bulk) -> float:
    """Steps of a fight, on average."""
    assert bulk.walker is not None
    streams = [Stream(2, i) for i in range(FIGHTS)]
    batch = Batch.of(bulk.walker, bulk.program.encoded(bulk.start) * FIGHTS, streams)
    batch.run(array("q", range(FIGHTS)), MOST_STEPS, bulk.unseen)
    return sum(batch.steps) / FIGHTS


def of_size(fight: Fight[Any, Any, Any], side: int) -> Fight[Any, Any, Any]:
    """The fight with so many of each side: the first ones, and they again where there are fewer."""
    bodies: list[Any] = []
    for name in dict.fromkeys(body.side for body in fight.fighters):
        own = [body for body in fight.fighters if body.side == name]
        bodies += [own[n % len(own)] for n in range(side)]
    return Fight((*bodies, fight.table), fight.house)


def draw(costs: list[Cost], path: str) -> None:
    """A picture: time by fighters, and time by steps."""
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.hashsalt": "affray", "font.size": 9})
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
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    costs = measured()
    if len(sys.argv) > 1 and costs:
        draw(costs, sys.argv[1])
