"""`affray play` alone lists the fights that were saved, and a letter continues one."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from affray import operations
from affray.cli import kept, sessions
from tests.cli.test_play import PROMPT, Terminal

CHOICE = r"Enter plays \w+> $"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The data of a user who has none yet, here and in what is begun."""
    where = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    for name, path in where.items():
        monkeypatch.setenv(name, path)
    return where


def saved(name: str, age: float) -> Path:
    """A log among the user's fights, changed so many seconds ago."""
    kept.folder().mkdir(parents=True, exist_ok=True)
    path = kept.folder() / f"{name}.jsonl"
    operations.start(name, log=path, seed=1).close()
    now = path.stat().st_mtime
    os.utime(path, (now - age, now - age))
    return path


def test_the_newest_come_first_and_what_is_no_log_is_left_out(home: dict[str, str]) -> None:
    assert kept.kept() == {}
    old, new = saved("alley", 60), saved("duel", 0)
    (kept.folder() / "broken.jsonl").write_text("no log\n")
    with sessions.opened(None) as store:
        store.begin("abc", "Friday", operations.start("saloon", seed=1))
    found = kept.kept()
    assert [*found] == ["a", "b", "c"]
    assert {each.log or each.session for each in found.values()} == {old, new, "abc"}
    assert [each.log for each in found.values() if each.log] == [new, old]
    assert {each.title for each in found.values()} >= {"Friday", "A duel in the cargo bay"}


def test_no_more_are_listed_than_can_be_read(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    saved("alley", 60)
    new = saved("duel", 0)
    assert [each.log for each in kept.kept().values()] == [new]


def test_of_a_store_that_is_named_its_own_fights_are_listed_and_no_others(
    home: dict[str, str], tmp_path: Path
) -> None:
    saved("duel", 0)
    address = f"sqlite:{tmp_path / 'there.db'}"
    assert kept.kept(address) == {}, "and no store is made by looking"
    assert not (tmp_path / "there.db").exists()
    with sessions.opened(address) as store:
        store.begin("abc", "Friday", operations.start("saloon", seed=1))
    assert [(each.title, each.session) for each in kept.kept(address).values()] == [("Friday", "abc")]


def test_a_link_that_leads_nowhere_keeps_nobody_from_the_list(home: dict[str, str]) -> None:
    new = saved("duel", 0)
    (kept.folder() / "gone.jsonl").symlink_to("nowhere.jsonl")
    assert [each.log for each in kept.kept().values()] == [new]


@pytest.mark.slow
def test_a_letter_continues_a_fight_of_the_store_that_is_named(home: dict[str, str], tmp_path: Path) -> None:
    saved("alley", 0)
    address = f"sqlite:{tmp_path / 'there.db'}"
    with sessions.opened(address) as store:
        store.begin("abc", "Friday", operations.start("duel", seed=2))
    terminal = begun("--store", address, **home)
    assert "alley" not in terminal.until(CHOICE).partition("Continue a fight")[2]
    assert "A duel in the cargo bay" in terminal.type("a", PROMPT)
    os.write(terminal.master, b"\x04")
    terminal.until(r"ended\]")
    assert terminal.close() == 0


@pytest.mark.slow
def test_a_letter_continues_a_fight_and_what_to_type_is_on_one_line(home: dict[str, str]) -> None:
    first = begun("duel", "--seed", 2, **home)
    first.until(PROMPT)
    os.write(first.master, b"\x04")
    said = first.until(r"ended\]")
    assert re.search(r"^Continue with: affray play --log \S+\.jsonl$", said, re.MULTILINE)
    assert first.close() == 0
    again = begun(**home)
    listed = again.until(CHOICE)
    assert re.search(r"Continue a fight\s+a  \d{4}-\d\d-\d\d \d\d:\d\d  A duel in the cargo bay", listed)
    assert "there is no scene 'z'" in again.type("z", CHOICE)
    assert "A duel in the cargo bay" in again.type("a", PROMPT)
    os.write(again.master, b"\x04")
    again.until(r"ended\]")
    assert again.close() == 0


def begun(*words: Any, **environment: str) -> Terminal:
    return Terminal("play", *words, columns=60, **environment)
