"""`affray verify`: the machine's dice of a log or a stored session, thrown again by their key (SEC 1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray import operations
from affray.session import log
from affray.session.controller import Controller
from affray.session.sealed import seal
from affray.store.blocking_store import BlockingStore


def fought(path: Path, seed: int | None = None) -> list[dict[str, Any]]:
    """The rows of a fight with the machine's dice, which is kept in this file."""
    with operations.start("duel", seed=seed, log=path) as session:
        controller = Controller(session)
        controller.lend("autopilot")
        controller.run(40)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A log of these rows, whose sums fit, as whoever forges one would see to."""
    header = log.header_of(log.NamedLog("x"), plain(rows[0]))
    found = [log.row_of(log.NamedLog("x"), n, plain(row)) for n, row in enumerate(rows[1:], 1)]
    path.write_text(log.text(log.summed(header), [log.summed(row) for row in found]), encoding="utf-8")
    return path


def plain(row: dict[str, Any]) -> bytes:
    """A row without its sum."""
    return json.dumps({name: value for name, value in row.items() if name != "sum"}).encode()


def turned(row: dict[str, Any]) -> dict[str, Any]:
    """The same roll, its first die another one."""
    first, *others = row["dice"]
    return {**row, "dice": [1 + first % row["sides"][0], *others]}


def rolls(rows: list[dict[str, Any]]) -> list[int]:
    return [n for n, row in enumerate(rows) if row.get("dice")]


@pytest.mark.slow
def test_every_die_of_a_log_is_what_its_key_gives(affray, tmp_path):
    rows = fought(tmp_path / "fight.jsonl")
    told = f"{len(rolls(rows))} rolls by the server: they match the key.\n"
    assert affray("verify", tmp_path / "fight.jsonl") == (0, told, "")


@pytest.mark.slow
def test_a_die_that_was_changed_is_named_and_ends_with_a_code(affray, tmp_path):
    rows = fought(tmp_path / "fight.jsonl")
    at = rolls(rows)[-1]
    forged = written(tmp_path / "forged.jsonl", [*rows[:at], turned(rows[at]), *rows[at + 1 :]])
    code, out, err = affray("verify", forged)
    had, gives = (" ".join(map(str, row["dice"])) for row in (turned(rows[at]), rows[at]))
    assert (code, err) == (2, f"{forged}: has dice that do not match the key\n")
    assert f"Entry {at}: {had} in the log, but {gives} from the key.\n" in out
    assert "1 roll by the server: they do not match the key.\n" in out
    code, out, err = affray("verify", forged, "--json")
    found = json.loads(out)
    assert (code, found["counts"]["wrong"], found["counts"]["right"]) == (2, 1, len(rolls(rows)) - 1)
    [wrong] = [each for each in found["rolls"] if each["is"] == "wrong"]
    assert (wrong["entry"], wrong["dice"], wrong["found"]) == (at, turned(rows[at])["dice"], rows[at]["dice"])


@pytest.mark.slow
def test_another_key_than_the_sealed_one_vouches_for_nothing(affray, tmp_path):
    """Whoever forges dice can make a key for them, but none of that seal."""
    rows = fought(tmp_path / "fight.jsonl")
    key, other = rows[0].pop("key"), "ab" * 32
    log_ = written(tmp_path / "closed.jsonl", rows)
    told = f"{len(rolls(rows))} rolls by the server: the key has not been revealed yet.\n"
    for words in ((), ("--key", other)):
        assert affray("verify", log_, *words) == (0, told, "")
    assert "they match the key" in affray("verify", log_, "--key", key)[1]
    forged = written(tmp_path / "forged.jsonl", [{**rows[0], "seal": seal(bytes.fromhex(other))}, *rows[1:]])
    code, out, _ = affray("verify", forged, "--key", other)
    assert (code, "do not match the key" in out) == (2, True)
    code, out, err = affray("verify", log_, "--key", "none")
    assert (code, out, err) == (2, "", "expected a key in hexadecimal digits, got 'none'\n")


@pytest.mark.slow
def test_it_says_which_dice_people_gave_and_which_are_of_a_seed(affray, tmp_path):
    rows = fought(tmp_path / "fight.jsonl")
    first, *others = rolls(rows)
    typed = written(
        tmp_path / "t.jsonl", [{**row, "by": "dice"} if n == first else row for n, row in enumerate(rows)]
    )
    code, out, _ = affray("verify", typed)
    assert (code, out.splitlines()) == (
        0,
        [f"{len(others)} rolls by the server: they match the key.", "1 roll entered by people."],
    )
    fought(tmp_path / "seeded.jsonl", seed=7)
    code, out, _ = affray("verify", tmp_path / "seeded.jsonl")
    assert (code, "from a seed, so they cannot be checked" in out) == (0, True)


@pytest.mark.slow
def test_a_session_of_a_store_is_verified_by_its_name(affray, tmp_path):
    address = f"sqlite:{tmp_path}/fights.db"
    with BlockingStore(address) as store:
        session = operations.start("duel", seed=None)
        controller = Controller(session)
        controller.lend("autopilot")
        controller.run(20)
        store.begin("friday", "Friday", session)
    code, out, err = affray("verify", "Friday", "--store", address)
    assert (code, err) == (0, "")
    assert out.endswith("rolls by the server: they match the key.\n")


@pytest.mark.parametrize("text", ["", "{}", "nothing\n"])
def test_what_is_no_log_is_told_in_a_sentence(affray, tmp_path, text):
    (tmp_path / "none.jsonl").write_text(text, encoding="utf-8")
    code, out, err = affray("verify", tmp_path / "none.jsonl")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
