"""Whole fights of every game: plain, and in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from affray.core.fight import Fight
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.sim.bulk import Bulk, plain
from affray.sim.kernel import kernel

SCENES = {
    "coriolis": "boarding",
    "d6": "ford",
    "horizon": "yard",
    "serenity": "wreck",
    "traveller": "forest_road",
}
"""The fight of each game that comes nearest to four against four, or has more."""
WARM_UP, THOUSAND, PLAIN = 20_000, 1_000, 60
COLUMNS = (
    "fighters", "plain s", "cold s", "new s", "again s", "cold x", "new x", "again x",
    "traced cold", "traced new", "untraceable", "tables MB",
)  # fmt: skip


def main() -> None:
    """Print CPU seconds for 1,000 fights, and ratios to the plain engine."""
    kernel()
    print(f"CPU seconds for {THOUSAND:,} fights; new: after {WARM_UP:,}; x: times the plain engine")
    print(f"{'':22}" + "".join(f"{name:>12}" for name in COLUMNS))
    for game, scene in SCENES.items():
        one_scene(ruleset(game), scene)


def one_scene(game: Ruleset, scene: str) -> None:
    """One line; the plain engine is timed before and after, in the same run."""
    start = game.start(read_scene(game.scenes[scene], game.scene, scene))
    slow = plain_seconds(game, start, 1)
    bulk = Bulk(game, start)
    if not bulk.use_kernel:
        print(f"{game.id}, {scene}: {slow:.1f} s; no C compiler here: whole fights run on the plain engine")
        return
    cold = seconds(lambda: bulk.ends(THOUSAND, 2, 0))
    traced_cold = bulk.traced
    bulk.ends(WARM_UP, 3, 0)
    traced = bulk.traced
    new = seconds(lambda: bulk.ends(THOUSAND, 4, 0))
    traced = bulk.traced - traced
    again = seconds(lambda: bulk.ends(THOUSAND, 4, 0))
    slow = (slow + plain_seconds(game, start, 5)) / 2
    cells = [
        f"{len(start.fighters)}",
        *[f"{each:.2f}" for each in (slow, cold, new, again)],
        *[f"{slow / each:.1f}" for each in (cold, new, again)],
        *[f"{each:,}" for each in (traced_cold, traced, sum(bulk.untraceable.values()))],
        f"{bulk.program.size / 2**20:.1f}",
    ]
    print(f"{game.id + ' ' + scene:22}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    before = process_time()
    work()
    return process_time() - before


def plain_seconds(game: Ruleset, start: Fight[object, object, object], seed: int) -> float:
    """CPU seconds of the plain engine for 1,000 fights, from fewer."""
    took = seconds(lambda: [plain(game, start, seed, i) for i in range(PLAIN)])
    return took * THOUSAND / PLAIN


if __name__ == "__main__":
    main()
