"""`affray doctor`: what this machine has, what is missing, and how to mend it."""

from __future__ import annotations

import json
import math
import sqlite3
import webbrowser
from contextlib import closing
from pathlib import Path

import pytest

from affray.cli import browser, machine
from affray.server import phones
from affray.server.listener import PORT
from affray.simulation import kernel
from affray.simulation.kernel import KernelChoice, kernel_choice

NO_KERNEL = KernelChoice("none", None, None, "there is no kernel", ("No compiler. Install a compiler.",))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of its own, where all is well."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kernel, "kernel_choice", lambda: KernelChoice("shipped", None, None, "well"))
    monkeypatch.setattr(browser, "found", lambda: "firefox")
    monkeypatch.setattr(phones, "lan_address", lambda: "192.0.2.7")
    monkeypatch.setattr(machine, "taken", lambda port: "")
    monkeypatch.setattr(machine, "SLOW", math.inf)
    monkeypatch.setattr(machine, "find_spec", lambda name: name)
    return tmp_path


@pytest.fixture
def found(affray):
    """What the doctor finds, by name, with the exit code."""

    def examine():
        code, out, err = affray("doctor", "--json")
        assert err == ""
        data = json.loads(out)
        assert data["ok"] == (code == 0)
        return code, {each["check"]: each for each in data["checks"]}

    return examine


@pytest.mark.usefixtures("home")
def test_where_all_is_well_it_says_so(affray, found):
    code, checks = found()
    amiss = {name: each for name, each in checks.items() if each["state"] != "good"}
    assert (code, amiss) == (0, {})
    assert {"python", "libraries", "kernel", "extra/plots", "folder/data", "folder/cache", "disk", "store",
            "network", "port", "browser", "terminal", "clock"} <= set(checks)  # fmt: skip
    code, out, _ = affray("doctor")
    assert (code, out.splitlines()[-1]) == (0, "Everything is fine.")
    assert all(line.startswith("+ ") for line in out.splitlines()[:-1])


def made_by_a_newer_one(home):
    (home / "affray").mkdir()
    with closing(sqlite3.connect(home / "affray" / "fights.db")) as db, db:
        db.executescript("PRAGMA application_id = 0x41465259; PRAGMA user_version = 99; CREATE TABLE x (a)")


def no_store(home):
    (home / "affray").mkdir()
    (home / "affray" / "fights.db").write_bytes(b"something else" * 1000)


def no_folder(home):
    (home / "affray").write_text("a file")


def full(monkeypatch):
    monkeypatch.setattr(machine, "disk_usage", lambda path: type("", (), {"free": 3_000_000}))


def no_browser():
    raise webbrowser.Error


SICK = {
    "a newer store": ("store", "bad", lambda h, m: made_by_a_newer_one(h), "(format 99", "Update"),
    "no store": ("store", "bad", lambda h, m: no_store(h), "fights.db", "affray restore"),
    "read-only": ("folder/data", "bad", lambda h, m: no_folder(h), "Not a directory", "--store FILE.db"),
    "full": ("disk", "bad", lambda h, m: full(m), "3 MB free", "Free some space"),
    "nearly full": ("disk", "amiss", lambda h, m: m.setattr(machine, "ROOM", 10**9), "MB free", "Free"),
    "slow": ("folder/data", "amiss", lambda h, m: m.setattr(machine, "SLOW", -1), "which is slow", "faster"),
    "old": ("python", "bad", lambda h, m: m.setattr(machine, "PYTHON", (9, 0)), "Python 3", "Python 9.0 or"),
    "library": (
        "libraries", "bad",
        lambda h, m: m.setattr(machine, "find_spec", lambda n: None if n == "rich" else n),
        "missing: rich", "--force-reinstall",
    ),
    "extra": (
        "extra/plots", "amiss",
        lambda h, m: m.setattr(machine, "find_spec", lambda n: None if n == "matplotlib" else n),
        "not installed: pictures", "pip install 'affray[plots]'",
    ),
    "no kernel": (
        "kernel", "amiss",
        lambda h, m: m.setattr(kernel, "kernel_choice", lambda: NO_KERNEL),
        "no kernel", "Install a compiler.",
    ),
    "off": (
        "kernel", "amiss",
        lambda h, m: (
            m.setattr(kernel, "kernel_choice", kernel_choice.__wrapped__), m.setenv("AFFRAY_KERNEL", "off"),
        ),
        "AFFRAY_KERNEL=off", "Unset",
    ),
    "no network": (
        "network", "amiss", lambda h, m: m.setattr(phones, "lan_address", lambda: phones.LOOPBACK),
        "no network", "Join a Wi-Fi",
    ),
    "port": (
        "port", "amiss", lambda h, m: m.setattr(machine, "taken", lambda port: "in use"),
        f"port {PORT} cannot be used: in use", "next free one",
    ),
    "no browser": (
        "browser", "amiss", lambda h, m: m.setattr(browser, "found", str), "no browser", "BROWSER",
    ),
    "clock": ("clock", "amiss", lambda h, m: m.setattr(machine, "time", float), "1970", "Set the"),
}  # fmt: skip


@pytest.mark.parametrize("name", SICK)
def test_what_is_amiss_is_told_with_a_line_of_mending(affray, found, home, monkeypatch, name):
    check, state, break_it, said, way = SICK[name]
    break_it(home, monkeypatch)
    code, checks = found()
    assert checks[check]["state"] == state
    assert said in checks[check]["said"]
    assert way in checks[check]["way"]
    assert code == (1 if state == "bad" else 0)
    plain, out, err = affray("doctor")
    assert (plain, err) == (code, "")
    mark = "!" if state == "bad" else "-"
    assert any(line.startswith(f"{mark} ") and said in line for line in out.splitlines())
    assert f"\n    {checks[check]['way']}\n" in out
    last = out.splitlines()[-1]
    assert ("1 requirement is not met" if code else "Everything required is here") in last


def test_a_browser_that_takes_the_terminal_is_none_unless_it_is_named(monkeypatch):
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert browser.found() == ""
    monkeypatch.setenv("BROWSER", "w3m")
    assert browser.found() == "w3m"
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
    assert browser.found() == "firefox"
    monkeypatch.setattr(webbrowser, "get", no_browser)
    assert browser.found() == ""


def test_the_sessions_of_ones_own_store_are_opened_when_it_is_asked(affray, home):
    code, _, err = affray("doctor", "--sessions")
    assert (code, "there is no such store" in err) == (2, True)
    assert affray("campaign", "new", "Long", "--game", "d6")[0] == 0
    code, out, _ = affray("doctor", "--sessions", "--json")
    (one,) = json.loads(out)
    assert (code, one["name"], one["whole"], one["fault"]) == (0, "Long", True, "")
    assert affray("doctor", "--sessions")[1].endswith("1 of 1 sessions are intact.\n")


def test_looking_at_a_store_leaves_nothing_beside_it(affray, home, found):
    assert affray("campaign", "new", "Long", "--game", "d6")[0] == 0
    before = sorted(each.name for each in (home / "affray").iterdir())
    assert "a store in the current format (2)" in found()[1]["store"]["said"]
    assert sorted(each.name for each in (home / "affray").iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "way"),
    [
        (("sessions", "--json"), "Update Affray, or save fights elsewhere with --store FILE.db."),
        (("campaign", "new", "Long", "--game", "d6"), "Update Affray"),
    ],
)
def test_a_store_of_a_newer_version_is_one_sentence_and_the_way_out(affray, home, line, way):
    made_by_a_newer_one(home)
    code, out, err = affray(*line)
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert "was made by a newer version of Affray (format 99; this one knows up to" in first
    assert way in second


def test_a_fight_that_cannot_be_kept_names_the_way_out_unless_its_place_was_typed():
    from affray.cli.running import _way

    assert "--log FILE" in _way("log/unwritable", ["play", "duel"])
    assert "--store FILE.db" in _way("store/full", ["sessions"])
    assert _way("store/full", ["serve"]) == "", "a server says it in the sentence itself"
    assert _way("log/unwritable", ["play", "duel", "--log=x.jsonl"]) == ""
    assert _way("log/unwritable", ["sessions", "export", "x"]) == ""
    assert _way("store/away", ["sessions", "--store", "x.db"]) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "way"),
    [
        (("serve", "--port", "0"), "; make its folder writable, or choose another place with --store"),
        (
            ("campaign", "new", "Long", "--game", "d6"),
            "\nSave fights elsewhere with --store FILE.db; affray doctor says what is writable here.",
        ),
    ],
)
def test_a_home_that_cannot_be_written_is_one_sentence_and_the_way_out(affray, home, line, way):
    no_folder(home)
    code, out, err = affray(*line)
    assert (code, out) == (2, "")
    assert err == f"{home / 'affray' / 'fights.db'}: cannot be opened: Not a directory{way}\n"
    elsewhere = Path(home / "other.db")
    assert affray("campaign", "--store", elsewhere, "new", "Long", "--game", "d6")[0] == 0
