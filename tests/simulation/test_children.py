"""Children of field trees: whatever ids come in whatever order, each is found again."""

from __future__ import annotations

from random import Random

import pytest

from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.children import Children

SPREADS = {
    "close": (0, 40),
    "close and high": (900, 960),
    "far apart": (0, 200_000),
    "from close to far": (0, 0),
}


@pytest.mark.parametrize("spread", SPREADS)
def test_every_child_is_found_and_no_other(spread: str) -> None:
    for seed in range(20):
        dice = Random(f"{spread} {seed}")
        low, high = SPREADS[spread]
        ids = [dice.randint(low, high) if high else dice.randint(0, 2 + n * n) for n in range(60)]
        children = Children(KernelArray("i", (), ArrayMoves()))
        nodes = [children.node(n % 4, 10_000 + n, ids[n]) for n in range(2)]
        expected: dict[tuple[int, int], int] = {}
        for n, each in enumerate(ids):
            node = nodes[n % 2]
            children.reads[children.place(node, each)] = expected.setdefault((node, each), -2 - n)
        for node in nodes:
            for each in {*ids, *range(70), 10**6}:
                assert children.of(node, each) == expected.get((node, each), MISSING)
        assert [children.read(node) for node in nodes] == [(0, 10_000), (1, 10_001)]
