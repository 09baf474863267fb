"""Stores of other packages: found by the scheme of their addresses, tested by the contract that we ship."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from affray.cli.commands import cli
from affray.core.errors import StoreError
from affray.store import addresses, open_store

ENTRY = "[affray.stores]\nshelf = their_shelf:open_shelf\nbroken = their_shelf:missing\n"
MODULE = """
from affray.store.memory import MemoryStore

SHELVES = {}

async def open_shelf(address):
    return SHELVES.setdefault(address, MemoryStore())
"""
DOCS = Path(__file__).parents[2] / "docs/howto/store.md"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution with a store, as it lies in an environment."""
    info = tmp_path / "their_shelf-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-shelf\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    (tmp_path / "their_shelf.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    addresses.kinds.cache_clear()
    yield tmp_path
    addresses.kinds.cache_clear()
    sys.modules.pop("their_shelf", None)


def test_a_store_of_another_package_is_named_by_its_scheme(installed):
    done = CliRunner().invoke(cli, ["sessions", "--store", "shelf:fights/a.db"])
    assert done.exit_code == 0, done.output
    store = asyncio.run(open_store("shelf:fights/a.db"))
    assert store is asyncio.run(open_store("shelf:fights/a.db"))
    assert addresses.file_of("shelf:fights/a.db") is None


def test_of_an_unknown_scheme_it_is_said_which_there_are(installed):
    with pytest.raises(StoreError) as e:
        asyncio.run(open_store("cupboard:fights"))
    known = "broken://…, shelf://…, memory:, sqlite:FILE, a file that ends in .db, or postgresql://…"
    assert str(e.value) == f"expected the address of a store ({known}), got 'cupboard'"
    assert e.value.code == "store/address"


def test_a_package_that_is_not_whole_is_named(installed):
    with pytest.raises(StoreError, match=r"broken: addresses cannot be loaded \(their_shelf:missing\)"):
        asyncio.run(open_store("broken:x"))


@pytest.mark.slow
def test_the_example_of_a_contract_in_the_docs_passes(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    example = next(block for block in blocks if "StoreContract" in block)
    (tmp_path / "test_theirs.py").write_text(example)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout
