"""Whole fights: the plain engine, and the trees walked by the kernel."""

from __future__ import annotations

from itertools import count
from time import process_time

from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.sim.bulk import Bulk, plain
from affray.sim.kernel import kernel

WARM_UP = 40_000
THOUSAND = 1_000


def main() -> None:
    """Print fights a second, and the ratio to the plain engine measured beside them."""
    game = ruleset("coriolis")
    for scene in ("boarding", "duel"):
        one_scene(game, scene)


def one_scene(game: Ruleset, scene: str) -> None:
    """All figures of one scene; the plain engine is timed right before and after."""
    start = game.start(read_scene(game.scenes[scene], game.scene, scene))
    seeds = count(1)
    slow = plain_seconds(game, start, next(seeds))
    print(f"{scene}: {len(start.fighters)} fighters")
    show("plain engine", slow, slow)
    if kernel() is None:
        print("  no C compiler here: whole fights run on the plain engine")
        return
    bulk = Bulk(game, start)
    show("kernel, cold, the first 1,000", seconds(bulk, THOUSAND, next(seeds)), slow)
    bulk.ends(WARM_UP, next(seeds), 0)
    again = next(seeds)
    traced = bulk.traced
    show("kernel, warm, 1,000 new fights", seconds(bulk, THOUSAND, again), slow)
    print(f"    {bulk.traced - traced} of their steps were new; tables {bulk.program.size / 2**20:.1f} MB")
    show("kernel, the same 1,000 once more", seconds(bulk, THOUSAND, again), slow)
    slow = plain_seconds(game, start, next(seeds))
    show("plain engine again", slow, slow)


def seconds(bulk: Bulk, n: int, seed: int) -> float:
    """CPU seconds for so many fights of a seed."""
    before = process_time()
    bulk.ends(n, seed, 0)
    return process_time() - before


def plain_seconds(game: Ruleset, start: object, seed: int, n: int = 150) -> float:
    """CPU seconds of the plain engine for 1,000 fights, from fewer."""
    before = process_time()
    for i in range(n):
        plain(game, start, seed, i)  # type: ignore[arg-type]
    return (process_time() - before) * THOUSAND / n


def show(what: str, took: float, slow: float) -> None:
    """One line: seconds for 1,000 fights, fights a second, times the plain engine."""
    print(f"  {what:<36} {took:7.3f} s  {THOUSAND / took:9,.0f} fights/s  {slow / took:6.1f} x plain")


if __name__ == "__main__":
    main()
