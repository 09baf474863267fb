"""What the fuzzer makes, in short; and whatever it found once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.whole import some
from tools.fuzz.doors import DOORS, Door
from tools.fuzz.trying import LARGEST, fault_of, made

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*-*"))
SLOW = {"command": 4, "backup": 4, "mcp": 4, "engine": 4, "campaign": 4, "log": 2}
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


@pytest.mark.parametrize("door", DOORS)
def test_what_a_door_takes_to_begin_with_is_taken(door):
    for text in DOORS[door].seeds()[:2]:
        assert not fault_of(door, text)


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux, which counts the most")
def test_a_text_that_takes_much_memory_for_a_moment_is_found(monkeypatch):
    def greedy(text: str, _: Path) -> object:
        return len(b"x" * int(text))

    monkeypatch.setitem(DOORS, "greedy", Door(lambda: ["1"], DOORS["dice"].alter, greedy))
    assert not fault_of("greedy", "1")
    assert fault_of("greedy", str(LARGEST + 50_000_000)).startswith("takes more than")
    assert not fault_of("greedy", "1")
