"""Sweeps: the same rows on any executor, and nothing lost or counted twice whatever happens."""

from __future__ import annotations

import csv
import gc
import importlib
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
import weakref
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from affray import operations
from affray.balancing import sweep
from affray.balancing.cell import CellResult, played
from affray.balancing.cluster import cluster
from affray.balancing.journal import Journal, Unwritable
from affray.balancing.sweep import SweepStopped
from affray.core.errors import BadAnswer, BadData
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import wins
from tests.balancing.cluster import LocalCluster
from tests.whole import in_the_whole

GRID = 'scene = "coriolis/duel"\nn = {n}\nseeds = {seeds}\n[fighters.Kaan]\narmour = [0, "light armour"]\n'


@pytest.fixture
def grid(tmp_path):
    def write(n=20, seeds=(1, 2, 3)):
        path = tmp_path / "grid.toml"
        path.write_text(GRID.format(n=n, seeds=[*seeds]))
        return path

    return write


class AtOnce(ThreadPoolExecutor):
    """Plays what is submitted at once, in this thread; `ails` may fail first."""

    def __init__(self, ails=lambda cell: None):
        super().__init__(1)
        self.ails, self.begun = ails, []

    def submit(self, function, cell):  # type: ignore[override]
        future: Future[CellResult] = Future()
        self.begun.append(cell.number)
        try:
            self.ails(cell)
            future.set_result(function(cell))
        except Exception as e:
            future.set_exception(e)
        return future


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


@pytest.mark.slow
def test_a_row_holds_what_bulk_counts(grid, tmp_path):
    swept = operations.sweep(grid(), tmp_path / "out.csv", AtOnce())
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert [(row["Kaan armour"], row["seed"]) for row in rows] == [
        (armour, seed) for armour in ("0", "light armour") for seed in "123"
    ]
    cell = operations.load_grid(grid()).cells[4]
    draft = operations.Draft.of(operations.ruleset("coriolis"), cell.text)
    won = wins(Bulk(draft.ruleset, draft.fight), 20, seed=2)
    assert (int(rows[4]["crew won"]), int(rows[4]["guild won"])) == (won["crew"], won["guild"])
    assert float(rows[4]["crew odds"]) == won["crew"] / 20
    assert float(rows[4]["guild fall"]) >= won["crew"] / 20
    assert len(swept.rows) == 6
    assert sorted(p.name for p in tmp_path.iterdir()) == ["grid.toml", "out.csv"]


@pytest.mark.slow
def test_no_name_becomes_a_formula_of_a_spreadsheet(tmp_path):
    scene = (
        operations.scene_text("duel")
        .replace('"crew"', '"=1+1"')
        .replace('name = "Kaan"', "name = '@SUM(A1)'")
    )
    (tmp_path / "hostile.toml").write_text(scene, encoding="utf-8")
    (tmp_path / "grid.toml").write_text(
        "scene = 'hostile.toml'\nn = 2\nseeds = [1]\n[fighters.'@SUM(A1)']\nhp = [5, 6]\n"
    )
    operations.sweep(tmp_path / "grid.toml", tmp_path / "out.csv", AtOnce())
    heads, *rows = csv.reader((tmp_path / "out.csv").read_text().splitlines())
    assert {"'=1+1 won", "'@SUM(A1) hp"} <= set(heads)
    assert not [cell for row in (heads, *rows) for cell in row if cell.startswith(("=", "+", "-", "@"))]


@pytest.mark.slow
def test_parquet_holds_the_same_rows(grid, tmp_path):
    swept = operations.sweep(grid(), tmp_path / "out.parquet", AtOnce())
    table = importlib.import_module("pyarrow.parquet").read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["crew won"] for row in table] == [row["crew won"] for row in swept.rows]
    assert [row["Kaan armour"] for row in table] == ["0"] * 3 + ["light armour"] * 3


@pytest.mark.slow
def test_a_sweep_goes_on_where_it_was(grid, tmp_path):
    whole = tmp_path / "whole.csv"
    operations.sweep(grid(), whole, AtOnce())

    def ail(cell):
        if cell.number == 3:
            raise KeyboardInterrupt

    first, out = AtOnce(ail), tmp_path / "out.csv"
    with pytest.raises(KeyboardInterrupt):
        operations.sweep(grid(), out, first)
    assert not out.exists()
    journal = tmp_path / "out.csv.journal"
    # what was being written when everything ended
    journal.write_bytes(journal.read_bytes() + b'{"number": 5, "won"')
    known = {line["number"] for line in lines_of(journal)}
    second = AtOnce()
    swept = operations.sweep(grid(), out, second)
    assert swept.again == len(known)
    assert set(second.begun) == set(range(6)) - known
    assert out.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def lines_of(journal: Path) -> list[dict]:
    """The cells of a journal whose last line may be cut short."""
    whole = journal.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()[1:]]


@pytest.mark.slow
def test_a_cell_that_fails_is_tried_again_and_counted_once(grid, tmp_path):
    failed: list[int] = []

    def ail(cell):
        if cell.number in (1, 4) and failed.count(cell.number) < 2:
            failed.append(cell.number)
            raise OSError("the worker is gone")

    executor = AtOnce(ail)
    swept = operations.sweep(grid(), tmp_path / "out.csv", executor)
    assert sorted(failed) == [1, 1, 4, 4]
    assert sorted(executor.begun) == [0, 1, 1, 1, 2, 3, 4, 4, 4, 5]
    assert [row["cell"] for row in swept.rows] == list(range(6))


@pytest.mark.slow
def test_a_cell_that_fails_for_good_is_told_and_the_others_are_kept(grid, tmp_path):
    def ail(cell):
        if cell.number == 2:
            raise RuntimeError("no such module")

    with pytest.raises(
        SweepStopped, match=r"cell 2 failed 3 times \(no such module\); 5 of 6 cells are saved; run"
    ):
        operations.sweep(grid(), tmp_path / "out.csv", AtOnce(ail))
    assert len(lines(tmp_path / "out.csv.journal")) == 5


def test_a_journal_keeps_a_cell_once(grid, tmp_path):
    cells = operations.load_grid(grid())
    journal = Journal(tmp_path / "a.journal", cells)
    result = played(cells.cells[0])
    assert journal.add(result)
    assert not journal.add(result._replace(undecided=9))
    journal.close()
    again = Journal(tmp_path / "a.journal", cells)
    assert again.done == {0: result}
    with pytest.raises(Unwritable, match="another sweep is writing to it"):
        Journal(tmp_path / "a.journal", cells)
    again.close()


@pytest.mark.slow
def test_the_journal_of_another_grid_is_not_gone_on_with(grid, tmp_path):
    Journal(tmp_path / "out.csv.journal", operations.load_grid(grid())).close()
    with pytest.raises(BadData, match="is the journal of a different grid; remove it, or write to another"):
        operations.sweep(grid(n=21), tmp_path / "out.csv", AtOnce())


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b'{"number": 77, "won": {}, "fallen": {}, "undecided": 0}',
        b'{"number": 1}',
        b"[1]",
        b'{"number": 1, "won": {}, "fallen": {}, "undecided": 0}',
        b'{"number": 1, "won": {}, "fallen": {}, "undecided": 1000000}',
        b'{"number": 1, "won": {}, "fallen": {}, "undecided": "20"}',
        b'{"number": 1, "won": {}, "fallen": {"crew": -1}, "undecided": 20}',
        b'{"number": 1, "won": {}, "fallen": {"nonesuch": 1}, "undecided": 20}',
        b'{"number": true, "won": {}, "fallen": {}, "undecided": 20}',
        b'{"number": 1, "won": {}, "fallen": {}, "undecided": 1e400}',
    ],
)
def test_a_damaged_journal_is_told_with_its_line(grid, tmp_path, line):
    path = tmp_path / "out.csv.journal"
    Journal(path, operations.load_grid(grid())).close()
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(BadData, match=r"out\.csv\.journal:2: expected "):
        operations.sweep(grid(), tmp_path / "out.csv", AtOnce())


@pytest.mark.parametrize(
    ("output", "kind", "said"),
    [
        ("out.xlsx", BadAnswer, "expected a name that ends in .csv or .parquet"),
        ("no/folder/out.csv", Unwritable, "cannot be written: No such file or directory"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_played(grid, tmp_path, output, kind, said):
    executor = AtOnce()
    with pytest.raises(kind, match=said):
        operations.sweep(grid(), tmp_path / output, executor)
    assert not executor.begun


def test_without_pyarrow_parquet_is_refused_before_anything_is_played(grid, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    executor = AtOnce()
    with pytest.raises(BadAnswer, match=r'install "affray\[parquet\]", or write to a \.csv'):
        operations.sweep(grid(), tmp_path / "out.parquet", executor)
    assert not executor.begun


def test_without_dask_a_scheduler_is_refused(grid, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadAnswer, match=r'install "affray\[cluster\]"'):
        operations.sweep(grid(), tmp_path / "out.csv", scheduler="127.0.0.1:1")


@pytest.mark.slow
def test_a_full_disk_keeps_what_was_done(grid, tmp_path):
    """A process that may write no more than some bytes to a file, as on a disk without room."""
    whole = tmp_path / "whole.csv"
    operations.sweep(grid(), whole, AtOnce())
    out = tmp_path / "out.csv"
    code = (
        "import resource, signal, sys; from affray import operations\n"
        "from tests.balancing.test_sweep import AtOnce\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (420, 420))\n"
        "try: operations.sweep(sys.argv[1], sys.argv[2], AtOnce())\n"
        "except operations.AffrayError as e: print(e)"
    )
    command = [sys.executable, "-c", code, str(grid()), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    kept = len(lines(tmp_path / "out.csv.journal"))
    assert 1 <= kept < 6
    assert done.stdout == (f"{out}.journal: cannot be written: File too large; {kept} of 6 cells are saved\n")
    swept = operations.sweep(grid(), out, AtOnce())
    assert swept.again == kept
    assert out.read_bytes() == whole.read_bytes()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


# --- processes ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_processes_give_the_same_file(grid, tmp_path):
    operations.sweep(grid(), tmp_path / "one.csv", AtOnce())
    operations.sweep(grid(), tmp_path / "two.csv", workers=2)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


HELD = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and this is ignored under nohup
from affray.balancing.journal import Journal
from affray.cli import main

add, added = Journal.add, []

def held(self, result):  # a sweep that is quicker than we are would end before it is interrupted
    if len(added) > 2:
        time.sleep(600)
    added.append(result)
    return add(self, result)

Journal.add = held
main()
"""


@pytest.mark.slow
def test_an_interrupt_at_the_terminal_keeps_what_was_done(grid, tmp_path):
    path = grid(n=300, seeds=range(12))
    out, journal = tmp_path / "out.csv", tmp_path / "out.csv.journal"
    command = [sys.executable, "-c", HELD, "sweep", str(path)]
    sweeping = subprocess.Popen(
        [*command, "--output", str(out), "--workers", "1"], stdout=-1, stderr=-1, start_new_session=True
    )
    end = time.monotonic() + 120
    while not (journal.exists() and len(journal.read_bytes().splitlines()) > 2):
        assert time.monotonic() < end
        time.sleep(0.02)
    os.killpg(sweeping.pid, signal.SIGINT)
    printed, said = sweeping.communicate(timeout=60)
    assert sweeping.returncode == 130
    assert said.decode().startswith("Interrupted; finished cells are saved")
    assert "Traceback" not in said.decode() + printed.decode()
    kept = len(lines(journal))
    assert 2 <= kept < 24
    swept = operations.sweep(path, out, AtOnce())
    assert (swept.again, len(swept.rows)) == (kept, 24)


def alive(group: int) -> bool:
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_the_workers_of_a_sweep_end_with_it_however_it_ends(grid, tmp_path, sign):
    journal = tmp_path / "out.csv.journal"
    command = [sys.executable, "-c", HELD, "sweep", str(grid(n=300, seeds=range(12)))]
    sweeping = subprocess.Popen(
        [*command, "--output", str(tmp_path / "out.csv"), "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 120
    while not (journal.exists() and len(journal.read_bytes().splitlines()) > 2):
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(sweeping.pid, sign)
    sweeping.wait(timeout=60)
    try:
        while alive(sweeping.pid):
            assert time.monotonic() < end, "workers are left"
            time.sleep(0.02)
    finally:
        if alive(sweeping.pid):
            os.killpg(sweeping.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_process_that_dies_takes_nothing_along(grid, tmp_path):
    path = grid(n=80, seeds=range(4))
    operations.sweep(path, tmp_path / "one.csv", AtOnce())
    killed: list[int | None] = []

    def tell(done, of):
        if done >= 2 and not killed:
            killed.extend(child.pid for child in multiprocessing.active_children()[:1])
            os.kill(killed[0] or 0, signal.SIGKILL)

    swept = operations.sweep(path, tmp_path / "two.csv", workers=2, tell=tell)
    assert killed
    assert [row["cell"] for row in swept.rows] == list(range(8))
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


# --- a cluster ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_is_killed_takes_nothing_along(grid, tmp_path):
    path = grid(n=150, seeds=range(8))
    operations.sweep(path, tmp_path / "one.csv", AtOnce())
    local = LocalCluster(tmp_path, workers=2)
    told: list[int] = []
    killed: list[int] = []

    def tell(done, of):
        told.append(done)
        if done >= 4 and not killed:
            killed.append(done)
            local.kill(0)

    try:
        swept = operations.sweep(path, tmp_path / "two.csv", scheduler=local.address, tell=tell)
        assert local.workers[1].poll() is None
    finally:
        local.close()
    assert killed
    assert killed[0] < 16
    assert told == sorted(told)
    assert [row["cell"] for row in swept.rows] == list(range(16))
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


@pytest.mark.slow
def test_workers_that_are_all_gone_are_told(grid, tmp_path, monkeypatch):
    monkeypatch.setattr(sweep, "PULSE", 1.0)
    local = LocalCluster(tmp_path, workers=1)

    def tell(done, of):
        if done == 2:
            local.kill(0)

    try:
        with pytest.raises(
            SweepStopped, match=r"has no workers left; \d of 16 cells are saved; run the same"
        ):
            operations.sweep(
                grid(n=400, seeds=range(8)), tmp_path / "out.csv", scheduler=local.address, tell=tell
            )
    finally:
        local.close()
    assert len(lines(tmp_path / "out.csv.journal")) >= 2


@in_the_whole
@pytest.mark.slow
def test_a_client_that_failed_does_not_outlive_its_failure(grid, tmp_path, monkeypatch):
    """Collected later, while another begins, it would wait for a lock its own thread holds."""
    from distributed import Client

    clients: list[weakref.ref[Client]] = []
    monkeypatch.setattr(Client, "__init__", noted(Client.__init__, clients))
    gc.disable()
    try:
        with pytest.raises(SweepStopped):
            operations.sweep(grid(), tmp_path / "out.csv", scheduler="no.such.kind:x")
        assert [client() for client in clients] == [None]
    finally:
        gc.enable()


def noted(begin, begun):
    def beginning(self, *given, **named):
        begun.append(weakref.ref(self))
        begin(self, *given, **named)

    return beginning


@in_the_whole
@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_told(grid, tmp_path, monkeypatch):
    monkeypatch.setattr("affray.balancing.cluster.cluster", lambda address: cluster(address, 2.0))
    with pytest.raises(SweepStopped, match=r"there is no scheduler at 127\.0\.0\.1:1: it did not answer"):
        operations.sweep(grid(), tmp_path / "out.csv", scheduler="127.0.0.1:1")
    with pytest.raises(SweepStopped, match=r"there is no scheduler at no\.such\.kind:x"):
        operations.sweep(grid(), tmp_path / "out.csv", scheduler="no.such.kind:x")
    empty = LocalCluster(tmp_path, workers=0)
    try:
        with pytest.raises(SweepStopped, match="has no workers"):
            operations.sweep(grid(), tmp_path / "out.csv", scheduler=empty.address)
    finally:
        empty.close()


def test_results_are_plain_data():
    assert CellResult(**json.loads(json.dumps(CellResult(1, {"a": 2}, {}, 0)._asdict()))) == CellResult(
        1, {"a": 2}, {}, 0
    )
