"""Exit codes and `--json` of all commands, as `docs/reference/answers.md` has them."""

from __future__ import annotations

import json
import shlex
import shutil

import pytest

from affray.cli.commands import cli
from tests.solver.duels import DUELS
from tests.whole import WHOLE
from tools.answers import ANSWERS, CODES, walked
from tools.blocks import SAMPLES
from tools.commands import files

COMMANDS = dict(walked())
BEFORE = (
    "play duel --auto --seed 1 --log x.jsonl",
    "campaign --store c.db new Long --game coriolis",
    "campaign --store c.db enlist Long duel",
    'campaign --store c.db do Long "wait 1 hour"',
    "sessions --store c.db import x.jsonl --name Fight",
)


@pytest.fixture
def folder(affray, tmp_path, monkeypatch):
    """A folder with a fight, a campaign, a character, a pack and a scene that is solved at once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for line in BEFORE:
        code, _, err = affray(*shlex.split(line))
        assert code == 0, err
    shutil.copy(SAMPLES / "zara.json", tmp_path)
    (tmp_path / "knives.toml").write_text(DUELS["horizon"].replace("rusty", "simple"), encoding="utf-8")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "pack.toml").write_text('ruleset = "coriolis"\ntitle = "Empty"\n', encoding="utf-8")


def test_every_command_says_what_it_answers():
    assert COMMANDS.keys() == ANSWERS.keys()
    for name, command in COMMANDS.items():
        answer = ANSWERS[name]
        in_json = any("--json" in param.opts for param in command.params)
        assert in_json == bool(answer.keys) == bool(answer.lines) != bool(answer.acts), name
        assert set(answer.codes) <= set(CODES), name


def test_the_page_the_index_and_the_lists_of_scenes_are_of_today():
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is old: python -m tools.commands"


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_json_holds_what_the_page_says_and_nothing_else(affray):
    for name, answer in ANSWERS.items():
        seen = set()
        for line in (*answer.lines, *(answer.long if WHOLE else ())):
            code, out, _ = affray(*shlex.split(line))
            assert code == 0, line
            data = json.loads(out)
            assert isinstance(data, list) == answer.each, line
            assert data, line
            for each in data if answer.each else [data]:
                seen |= set(each)
        assert seen <= set(answer.keys) if answer.long and not WHOLE else seen == set(answer.keys), name


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_typed_wrongly_ends_with_two_and_what_is_asked_of_help_with_nought(affray, name):
    code, out, err = affray(*name.split(), "--nonsense")
    assert (code, out) == (2, "")
    assert "No such option '--nonsense'" in err or "Missing argument" in err
    assert affray(*name.split(), "--help")[0] == 0


def test_faults_of_a_file_are_data_and_end_with_two(affray, tmp_path):
    scene = tmp_path / "bad.toml"
    scene.write_text('ruleset = "d6"\ntitle = 7\n', encoding="utf-8")
    code, out, err = affray("check", scene, "--json")
    assert (code, err) == (2, "")
    found = json.loads(out)
    assert [each["place"] for each in found["faults"]] == [str(scene), f"{scene}:2"]
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    code, out, _ = affray("check", tmp_path / "bad.jsonl", "--json")
    assert (code, json.loads(out)["faults"][0]["code"][:4]) == (2, "log/")


@pytest.mark.parametrize("name", ["scenes", "odds", "simulate", "solve", "play", "doctor"])
def test_ctrl_c_ends_any_command_with_130_and_no_word(affray, monkeypatch, name):
    def interrupted(ctx):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.commands[name], "invoke", interrupted)
    assert affray(name, *(["duel"] if name not in ("scenes", "doctor") else [])) == (130, "", "\n\n")


@pytest.mark.slow
def test_a_fault_of_ours_ends_with_one(affray, monkeypatch):
    def broken(ctx):
        raise RuntimeError("broken")

    monkeypatch.setattr(cli.commands["scenes"], "invoke", broken)
    code, out, err = affray("scenes")
    assert (code, out) == (1, "")
    assert err.startswith("Something went wrong that should not: RuntimeError('broken')")
