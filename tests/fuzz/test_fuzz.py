"""What the fuzzer makes, in short; and whatever it found once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from affray.core.errors import AffrayError
from tests.whole import some
from tools.fuzz.doors import DOORS, Door
from tools.fuzz.trying import LARGEST, fault_of, made

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*-*"))
SLOW = {
    "command": 4, "backup": 4, "mcp": 4, "engine": 4, "campaign": 4, "dice": 4, "correction": 2, "socket": 2,
    "log": 2,
}  # fmt: skip
"""Doors through which it takes longer: fewer go through."""


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_whatever_comes_out_is_an_error_of_ours(door):
    for number in range(some(400, 10) // SLOW.get(door, 1)):
        text = made(door, Random(f"{door} {number}"))
        assert not fault_of(door, text), f"{door} {number}: {text[:2_000]!r}"


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_was_found_once_is_taken_as_it_should_be(path):
    door = path.name.partition("-")[0]
    assert not fault_of(door, path.read_bytes().decode(errors="surrogatepass"))


REFUSED: dict[str, Callable[[Any], bool]] = {
    "dice": lambda taken: not taken,
    "correction": lambda made: not made,
    "command": lambda code: code != 0,
    "engine": lambda told: any(b'"t":"refused"' in each for each in told),
    "mcp": lambda said: "is_error=True" in said,
    "socket": lambda told: b'"t":"refused"' in told[-1],
}
"""How a door says that it does not take a text, where it is not by an error."""


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_a_door_takes_most_of_what_it_is_altered_from(door, tmp_path):
    """What is refused at the threshold shows nothing of what lies behind."""
    seeds, taken = DOORS[door].seeds(), 0
    for n, text in enumerate(seeds):
        (folder := tmp_path / str(n)).mkdir()
        with suppress(AffrayError):
            taken += not REFUSED.get(door, lambda _: False)(DOORS[door].enter(text, folder))
    assert taken > len(seeds) / 2


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux, which counts the most")
def test_a_text_that_takes_much_memory_for_a_moment_is_found(monkeypatch):
    def greedy(text: str, _: Path) -> object:
        return len(b"x" * int(text))

    monkeypatch.setitem(DOORS, "greedy", Door(lambda: ["1"], DOORS["dice"].alter, greedy))
    assert not fault_of("greedy", "1")
    assert fault_of("greedy", str(LARGEST + 50_000_000)).startswith("takes more than")
    assert not fault_of("greedy", "1")
