"""Workers that miss the same program install it once; who may not is told what is missing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import debian


def test_of_many_that_miss_a_program_one_installs_it(monkeypatch, tmp_path):
    there: list[tuple[str, ...]] = []
    monkeypatch.setattr(debian, "LOCK", tmp_path / "lock")
    monkeypatch.setattr(debian, "install", there.append)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with ThreadPoolExecutor(4) as workers:
        found = list(
            workers.map(lambda _: debian.needed(lambda: there[0] if there else None, "cat"), range(4))
        )
    assert there == [("cat",)]
    assert found == [("cat",)] * 4


def test_who_may_not_install_is_told_what_is_missing(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1_000)
    with pytest.raises(AssertionError, match="this needs: apt-get install cat dog"):
        debian.needed(lambda: None, "cat", "dog")
