"""Whole fights: the plain engine, the trees walked in Python, and the trees walked by the kernel."""

from __future__ import annotations

from itertools import count
from time import process_time

from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.sim.bulk import Bulk, plain
from affray.sim.walker import has_kernel

WARM_UP = 20_000
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
    for name, use_kernel in (("kernel", True), ("Python walker", False)):
        if use_kernel and not has_kernel():
            print("  no C compiler here: the kernel is not measured")
            continue
        bulk = Bulk(game, start, use_kernel=use_kernel)
        show(f"{name}, cold, the first 1,000", seconds(bulk, THOUSAND, next(seeds)), slow)
        bulk.ends(WARM_UP if use_kernel else 4 * THOUSAND, next(seeds), 0)
        fresh = min(seconds(bulk, THOUSAND, next(seeds)) for _ in range(3))
        show(f"{name}, warm, 1,000 new fights", fresh, slow)
        again = next(seeds)
        seconds(bulk, THOUSAND, again)
        show(f"{name}, 1,000 fights seen before", seconds(bulk, THOUSAND, again), slow)
        traced = bulk.traced
        seconds(bulk, THOUSAND, next(seeds))
        print(
            f"    {bulk.traced - traced} of their steps were new; tables {bulk.program.size / 2**20:.1f} MB"
        )


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
