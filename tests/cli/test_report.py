"""`affray report`: a fault report of a kept fight or a log, and the log out of one."""

from __future__ import annotations

import json

import pytest

from affray.session import opening
from affray.store.blocking_store import BlockingStore
from affray.table.fault_report import LAST
from tests.session.fights import fresh, run_by_itself

pytestmark = pytest.mark.slow


@pytest.fixture
def where(tmp_path):
    """A store with a fight."""
    with BlockingStore(tmp_path / "fights.db") as store:
        fight = fresh("boarding")
        store.begin("f1", "Friday", fight)
        run_by_itself(fight).run(12)
    return tmp_path / "fights.db"


def test_a_kept_fight_and_a_log_are_reported_and_the_log_taken_out(affray, where, tmp_path):
    made, log = tmp_path / "report.json", tmp_path / "friday.jsonl"
    server = tmp_path / "server.jsonl"
    server.write_bytes(
        b'{"at": 1, "kind": "command", "session": "f1", "client": "192.0.2.7:8000"}\nnonsense\n\xff\n'
    )
    with server.open("a") as more:
        more.writelines(f'{{"at": {n}, "kind": "command", "session": "f2"}}\n' for n in range(LAST + 1))
    code, out, _ = affray("report", "Friday", made, "--store", where, "--server-log", server)
    assert (code, "read it before you send it" in out) == (0, True)
    found = made.read_text()
    assert "192.0.2.7" not in found
    assert "Friday" not in found
    assert json.loads(found)["server"] == [{"at": 1, "kind": "command"}]
    assert affray("report", "--unpack", made, tmp_path / "out.jsonl")[0] == 0
    assert len(opening.replay(tmp_path / "out.jsonl").standing.played) == 12
    assert affray("sessions", "--store", where, "export", "Friday", log)[0] == 0
    assert affray("report", log, tmp_path / "second.json")[0] == 0
    assert json.loads((tmp_path / "second.json").read_text())["log"] == json.loads(found)["log"]


def test_a_file_that_is_there_stays(affray, where, tmp_path):
    made = tmp_path / "report.json"
    made.write_text("mine")
    code, _, err = affray("report", "Friday", made, "--store", where)
    assert (code, made.read_text()) == (2, "mine")
    assert "the file already exists" in err
