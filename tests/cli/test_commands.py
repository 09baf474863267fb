"""The commands as programs use them: what they print, where faults go, how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from affray.cli.schema import schema_of
from affray.operations import rulesets, scenes
from affray.pricing import price_action
from affray.session import opening
from tests.session.fights import fresh, run_by_itself
from tools import schemas

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_play_without_a_terminal_plays_to_the_end(affray, tmp_path):
    code, out, err = affray("play", "--seed", 3, "--log", tmp_path / "a.jsonl")
    assert (code, err.count("\n")) == (0, 1)
    assert "The fight is over: " in out
    assert "\x1b" not in out
    assert not any(line.endswith(" ") for line in out.splitlines())
    assert opening.replay(tmp_path / "a.jsonl").over


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["duel", "ambush"])
def test_the_same_seed_plays_the_same_fight(affray, scene):
    assert affray("play", scene, "--auto", "--seed", 9) == affray("play", scene, "--auto", "--seed", 9)


@pytest.mark.slow
def test_a_log_is_gone_on_with_and_replayed(affray, tmp_path):
    path = tmp_path / "a.jsonl"
    with fresh(path=path, seed=4) as session:
        run_by_itself(session).run(12)
    code, out, _ = affray("play", "--auto", "--log", path)
    assert code == 0
    assert "The fight is over" in out
    code, out, _ = affray("replay", path)
    assert code == 0
    assert "all as the rules say" in out
    path.write_text(path.read_text()[:-9])
    assert "is incomplete and is left out" in affray("replay", path)[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "dule"), "there is no scene 'dule'; did you mean 'duel'?"),
        (("play", "no/such.toml"), "no/such.toml: cannot be read: No such file or directory"),
        (("play", "duel", "--hands", "Zara"), "expected NAME=HAND"),
        (("play", "duel", "--hands", "Zara=cat"), "there is no hand 'cat'"),
        (("play", "duel", "--hands", "Bob=dice"), "there is no fighter 'Bob'"),
        (("play", "duel", "--hands", "Zara=dice"), "people need a terminal to type in (--hands)"),
        (("play", "duel", "--solo", "Zara"), "you need a terminal to type in (--solo); without one"),
        (("play", "duel", "--seed", "x"), "'x' is not a valid integer"),
        (("replay", "no.jsonl"), "no.jsonl: cannot be read"),
        (("check", "."), ".: not a pack: expected a pack.toml in it"),
        (("rules", "chess"), "there is no ruleset 'chess'"),
        (("rules", "coriolis", "COR-XX-99"), "there is no rule 'COR-XX-99'"),
        (
            ("rules", "coriolis", "zeppelin", "race"),
            "no rule, ruling or house rule matches 'zeppelin race'",
        ),
        (("schema", "chess"), "there is no ruleset 'chess'"),
        (("odds", "duel", "--actor", "Zar", "--action", "end"), "did you mean 'Zara'?"),
        (("odds", "duel", "--actor", "Zara", "--action", "aimd shot"), "did you mean 'aimed shot'"),
        (("odds", "duel", "--actor", "Zara", "--action", "normal shot"), "expected a target (--target)"),
        (
            (
                "odds",
                "d6/gate",
                "--actor",
                "Mirell",
                "--action",
                "cast",
                "--with",
                "bolt",
                "--target",
                "Guard",
            ),
            "cast: expected no target (--target)",
        ),
        (
            ("odds", "duel", "--actor", "Zara", "--action", "melee attack", "--target", "Kaan"),
            "the target is not at Close range [COR-MEL-03]",
        ),
        (("odds", "duel", "--actor", "Zara", "--action", "sprint", "--to", "x"), "expected a place as X,Y"),
        (
            ("odds", "duel", "--actor", "Zara", "--action", "sprint", "--to", "nan,1"),
            "expected a place as X,Y",
        ),
        (
            ("odds", "duel", "--actor", "Zara", "--action", "sprint", "--to", "90,1"),
            "the place is more than 10 m away",
        ),
        (("dance",), "No such command 'dance'"),
    ],
    ids=range(23),
)
def test_a_fault_is_one_sentence_and_exit_code_two(affray, arguments, said):
    code, _, err = affray(*arguments)
    assert code == 2
    assert said in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_where_nobody_can_type_it_is_said_who_plays(affray):
    code, out, err = affray("play", "duel", "--seed", 7)
    assert code == 0
    assert "The fight is over" in out
    assert err == "No terminal to type in: the autopilot plays, and input is ignored.\n"
    assert affray("play", "duel", "--seed", 7, "--auto") == (0, out, "")


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01", b"\xff\xfe\x00", b"a = 1\na = 2\n", b"#" * 5_000_000, b'ruleset = "chess"\n']
)
def test_check_tells_faults_with_their_place(affray, tmp_path, data):
    path = tmp_path / "scene.toml"
    path.write_bytes(data)
    code, out, err = affray("check", path)
    assert (code, out) == (2, "")
    assert all(line.startswith(str(path)) for line in err.splitlines())


def test_check_lists_every_fault(affray, tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(scenes()["duel"].replace("sword", "swrod").replace("soldier", "solder"))
    code, _, err = affray("check", path)
    assert code == 2
    assert "did you mean 'soldier'" in err
    assert err.count("'swrod'") == 1
    assert err.count("'fine swrod'") == 1


def test_check_of_a_good_scene(affray):
    code, out, _ = affray("check", "boarding")
    assert code == 0
    assert "no faults" in out
    assert "8 fighters" in out


@pytest.mark.slow
def test_a_recount_names_lines_by_the_numbers_that_a_replay_shows(affray, tmp_path):
    path = tmp_path / "fight.jsonl"
    affray("play", "duel", "--auto", "--seed", 7, "--log", path)
    shown = affray("replay", path, "--plain")[1]
    moments = json.loads(affray("recount", path, "-n", 1, "--json")[1])["moments"]
    acts = [m for m in moments if m["action"]]
    assert acts
    for each in acts:
        assert f" {each['line']} {each['action']}" in shown


def test_another_scene_than_the_log_has(affray, tmp_path):
    path = tmp_path / "a.jsonl"
    fresh(path=path).close()
    code, _, err = affray("play", "boarding", "--log", path)
    assert code == 2
    assert "is the log of a different scene, not" in err


@pytest.mark.slow
def test_scenes_and_rules(affray):
    assert all(name in affray("scenes")[1] for name in ("duel", "ambush", "boarding", "brawl"))
    assert "195 of 195 rules" in affray("rules", "coriolis")[1]
    assert "COR-AUT-02" in affray("rules", "coriolis", "cor-aut-02")[1]
    found = json.loads(affray("rules", "coriolis", "overwatch", "--json")[1])
    assert {"id", "title", "seed_lines", "status", "options", "tests"} <= set(found[0])


@pytest.mark.slow
def test_odds_for_programs(affray):
    code, out, _ = affray(
        "odds", "duel", "--actor", "zara", "--action", "quick shot", "--target", "Kaan", "--json"
    )
    assert code == 2 or json.loads(out)["measures"]
    code, out, _ = affray(
        "odds", "duel", "--actor", "zara", "--action", "normal shot", "--target", "Kaan", "--json"
    )
    damage = json.loads(out)["measures"]["damage to Kaan"]
    assert sum(row["probability"] for row in damage) == pytest.approx(1)


@pytest.mark.slow
def test_odds_for_people(affray):
    _, out, _ = affray("odds", "duel", "--actor", "Zara", "--action", "normal shot", "--target", "Kaan")
    assert "damage to Kaan" in out
    assert "exact, sensible choices" in out


SMALL = ROOT / "tests" / "golden" / "coriolis" / "small.toml"
SHOT = ("odds", "duel", "--actor", "Zara", "--action", "normal shot", "--target", "Kaan", "--policy")


@pytest.mark.slow
def test_odds_by_the_best_choices(affray):
    strike = ("odds", SMALL, "--actor", "Ana", "--action", "quick melee attack", "--target", "Cid")
    found = {}
    for policy in ("sensible", "best"):
        code, out, err = affray(*strike, "--with", "stick", "--policy", policy, "--json")
        assert (code, err) == (0, "")
        data = json.loads(out)
        assert (data["policy"], data["exact"]) == (policy, True)
        found[policy] = data["measures"]
    assert found["best"] != found["sensible"]
    assert "exact, best choices" in affray(*strike, "--with", "stick", "--policy", "best")[1]


@pytest.mark.slow
def test_a_tree_too_large_for_the_best_choices_is_said_in_one_sentence(affray, monkeypatch):
    monkeypatch.setitem(price_action.__kwdefaults__, "budget", 300)  # by its own it takes long
    code, out, err = affray(*SHOT, "best")
    assert (code, out) == (2, "")
    assert err == (
        "the best choices in 'normal shot' cannot be found (more than 300 places in the tree of choices); "
        "use the policy 'sensible' instead\n"
    )


def test_a_policy_that_no_game_has(affray):
    code, _, err = affray(*SHOT, "bst")
    assert code == 2
    assert "there is no policy 'bst'; did you mean 'best'?" in err


@pytest.mark.parametrize("game", list(rulesets()))
def test_the_published_schema_is_up_to_date(game):
    assert schemas.place(game).is_file(), "run: make format"
    assert schemas.place(game).read_text(encoding="utf-8") == schema_of(game), "run: make format"


def test_every_command_has_help():
    from affray.cli.commands import cli

    for name in cli.commands:
        result = CliRunner().invoke(cli, [name, "--help"])
        assert result.exit_code == 0
        assert "Usage: " in result.output


def test_a_fault_of_ours_is_told_in_short(affray, monkeypatch):
    monkeypatch.setattr("affray.cli.scenes.listed_scenes", lambda: 1 / 0)
    code, _, err = affray("scenes")
    assert code == 1
    assert "Something went wrong that should not" in err
    assert "Traceback" in Path(err.split()[-1]).read_text()


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_fault():
    play = f"{sys.executable} -c 'from affray.cli import main; main()' rules coriolis | head -1"
    done = subprocess.run(["sh", "-c", play], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr
