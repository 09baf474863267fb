"""Names of files that no system takes: every command says so in a sentence, wherever one can stand."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from affray.cli.commands import cli
from tests.whole import WHOLE, part_of

NEEDED = {
    "actor": "Zara", "action": "aimed shot", "target": "0.5", "name": "x", "session": "x", "title": "x",
    "campaign": "x", "words": "rest", "game": "coriolis", "grid": "{grid}", "log": "x.jsonl", "file": "x.db",
    "fight": "x", "scene": "duel",
}  # fmt: skip
"""What a command is given where something has to stand that is not looked at here."""
BESIDES = {"serve": ("--port", "99999"), "simulate": ("-n", "1"), "sweep": ("--workers", "1")}
"""What keeps a command short that would otherwise work."""
PATHS = (
    "scene", "fight", "file", "files", "address", "store", "log", "packs", "output", "report", "chart",
    "grid", "tls_certificate", "tls_key", "save", "server_log",
)  # fmt: skip
"""Parameters that are, or may be, the name of a file or a folder."""
ENDS = {"output": (".html", ".csv", ".toml"), "chart": (".svg",), "address": (".db",), "store": (".db",),
        "scene": ("", ".toml"), "log": (".jsonl",)}  # fmt: skip
"""How a name has to end so that more than its end is looked at."""


def leaves(
    command: click.Command, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command, with the words that lead to it."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from leaves(each, (*words, name))
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield words, command


def lines(name: str, grid: str) -> Iterator[list[str]]:
    """Every command with this name in every place where a path can stand."""
    for words, command in leaves(cli):
        for place in command.params:
            if place.name in PATHS:
                for end in ENDS.get(place.name, ("",)):
                    yield [*words, *BESIDES.get(words[0], ()), *_given(command, place, name + end, grid)]


def _given(command: click.Command, place: click.Parameter, said: str, grid: str) -> Iterator[str]:
    for each in command.params:
        if each is not place and not (each.required and each.name in NEEDED):
            continue
        value = said if each is place else NEEDED[str(each.name)].format(grid=grid)
        yield from ([value] if each.param_type_name == "argument" else [each.opts[0], value])
    if place.name in ("output",) and any(each.name == "ruleset" for each in command.params):
        yield "coriolis"


@pytest.fixture
def grid(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "grid.toml"
    file.write_text('scene = "duel"\nn = 1\n[weapons]\nZara = ["knife"]\n')
    return str(file)


def unexpected(said: list[tuple[list[str], int, str]]) -> list[str]:
    """What ended in another way than a command can, short."""
    return [f"{' '.join(line)[:90]}: {code} {err[:200]}" for line, code, err in said if code not in (0, 2)]


BAD = {
    "too long": "{here}/" + "n" * 300,
    "too long in all": "{here}/" + "nnnn/" * 1_000 + "n",
    "within a file": "{here}/grid.toml/n",
    "a loop": "{here}/loop/n",
    "no text": "{here}/n\udcff",
    "a folder": "{here}/folder",
    "a device": "/dev/null",
    "endless": "/dev/zero",
    "nothing": "",
    "a blank": " ",
    "a control": "{here}/n\x1b[2J",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
@pytest.mark.timeout(300)
def test_no_name_of_a_file_ends_a_command_by_a_fault_of_ours(affray, grid, tmp_path, kind):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for end in ("", ".html", ".csv", ".svg", ".db", ".toml", ".jsonl"):
        (tmp_path / f"folder{end}").mkdir()
    found = []
    named = lines(BAD[kind].format(here=tmp_path), grid)
    for line in part_of(
        named, 2 * len(BAD), 2 * [*BAD].index(kind)
    ):  # each second place with one of the kinds
        code, _, err = affray(*line)
        found.append((line, code, err))
    assert len(found) > (60 if WHOLE else 2)
    assert not unexpected(found)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_pipe_that_nobody_writes_to_is_no_file(affray, grid, tmp_path):
    for end in ("", ".html", ".csv", ".svg", ".db", ".toml", ".jsonl"):
        os.mkfifo(tmp_path / f"pipe{end}")
    found = []
    for line in part_of(lines(str(tmp_path / "pipe"), grid), 12):
        code, _, err = affray(*line)
        found.append((line, code, err))
    assert not unexpected(found)


@pytest.mark.parametrize("kind", ["too long", "too long in all", "within a file", "a folder", "endless"])
def test_the_scene_that_a_grid_names_may_be_no_file(affray, grid, tmp_path, kind):
    (tmp_path / "folder.toml").mkdir()
    name = BAD[kind].format(here=tmp_path) + ("" if kind == "endless" else ".toml")
    Path(grid).write_text(f"scene = {json.dumps(name)}\nn = 1\n", encoding="utf-8")
    code, out, err = affray("sweep", grid, "--output", tmp_path / "a.csv", "--workers", "1")
    assert (code, out, len(err.splitlines())) == (2, "", 1), err


@pytest.mark.parametrize("name", ["pack.toml", "weapons.toml", "weapons.csv", "archetypes.csv"])
def test_a_pipe_among_the_files_of_a_pack_is_no_file(affray, tmp_path, name):
    """`check` once waited for ever until somebody would write to it."""
    (tmp_path / "pack.toml").write_text('title = "Odds and ends"\nruleset = "coriolis"\n')
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    for command in (("check", tmp_path), ("check", "--pack", tmp_path, "duel")):
        code, out, err = affray(*command)
        assert (code, out) == (2, "")
        assert f"{name}: cannot be read: expected a file, but this is not one" in err


PROGRAM = """
import json, sys
from affray.cli import run
print(json.dumps([run(line) for line in json.load(sys.stdin)]))
"""
MAY_READ_ALL = (1, 2)
"""What root may besides others: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH; prctl 24 takes it away."""


def _as_anybody() -> None:
    """In a process that begins: root may do no more than the owner of a file."""
    for right in MAY_READ_ALL:
        ctypes.CDLL(None).prctl(24, right, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="rights are taken from root as Linux has it")
def test_a_folder_without_permission_is_told(grid, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    said = [*part_of(lines(str(locked / "n"), grid), 12)]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(said),
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=_as_anybody,
    )
    codes = json.loads(ran.stdout.splitlines()[-1])
    assert not [line for line, code in zip(said, codes, strict=True) if code not in (0, 2)], ran.stderr
    assert "Permission denied" in ran.stderr


@pytest.mark.parametrize("port", ["99999", "-1", "x", "0x10", "1e3", "5432,99999"])
def test_the_port_of_a_database_is_looked_at(affray, port):
    code, _, err = affray("sessions", "--store", f"postgresql://127.0.0.1:{port}/x")
    assert code == 2
    assert len(err.splitlines()) == 1, err


def test_every_place_for_a_path_is_tried():
    """A command that takes another path is tried as well."""
    kinds = {p.name for _, c in leaves(cli) for p in c.params if isinstance(p.type, click.Path)}
    assert kinds <= set(PATHS), kinds - set(PATHS)
