"""Characters imported at the terminal: printed, put into scenes, refused."""

from __future__ import annotations

import json
import tomllib

import pytest

from affray import operations
from tests.importers.exports import SAMPLES

ZARA, GANG = SAMPLES / "zara.json", SAMPLES / "gang.csv"


def test_fighters_are_printed_and_the_report_stands_apart(affray):
    code, out, err = affray("import", ZARA, GANG, "--game", "coriolis", "--side", "ours", "--at", "3,-1.5")
    assert code == 0
    zara, nerses, docker = tomllib.loads(out)["fighters"]
    assert (zara["name"], zara["side"], zara["at"]) == ("Zara Haddad", "ours", [3, -1.5])
    assert (nerses["side"], docker["at"]) == ("guild", [14, 3])
    lines = err.splitlines()
    assert lines[0] == f"Zara Haddad, from {ZARA}: character of yzecoriolis 4.0.1"
    own = [
        line[2:12].strip() for line in lines[1 : lines.index(f"Nerses, from {GANG}:2: a row for Coriolis")]
    ]
    assert own == sorted(own, key=["understood", "guessed", "left out"].index)
    assert len(set(own)) == 3
    assert "  guessed     items.2: Light armor: the game's light armour" in lines


@pytest.mark.slow
def test_a_party_goes_into_a_scene_that_can_be_checked_and_played(affray, tmp_path):
    scene = tmp_path / "hold.toml"
    code, out, err = affray("import", ZARA, "--into", "duel", "--output", scene)
    assert (code, out) == (0, "")
    assert err.endswith(f"{scene}: 1 more, no faults\n")
    assert affray("import", GANG, "--into", scene)[0] == 0
    assert affray("check", scene)[1].endswith("Coriolis, 6 fighters\n")
    code, _, err = affray("import", ZARA, "--into", scene, "--as", "Kaan")
    assert err.endswith(f"{scene}: Zara Haddad 2 for Kaan, no faults\n")
    assert affray("check", scene)[1].endswith("Coriolis, 6 fighters\n")
    code, out, _ = affray("play", scene, "--auto", "--seed", 2)
    assert code == 0
    assert "The fight is over: " in out


def test_what_is_refused_leaves_everything_as_it_was(affray, tmp_path):
    scene = tmp_path / "hold.toml"
    scene.write_text(operations.scene_text("duel"), encoding="utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text('{"type": ', encoding="utf-8")
    for arguments, told in (
        (["import", ZARA, broken, "--into", scene], "broken.json:1: not JSON"),
        (["import", ZARA, "--into", "duel"], "duel comes with the game; expected --output FILE"),
        (["import", ZARA, "--output", scene], "the file already exists; choose another name"),
        (["import", ZARA, "--into", "startown_bar", "--output", "x"], "expected one for traveller"),
        (["import", ZARA, "--output", tmp_path / "no" / "x.toml"], "cannot be written: the folder"),
        (["import", ZARA, "--at", "1;2"], "expected --at X,Y, such as 0,2.5, got '1;2'"),
        (["import", ZARA, "--at", "nan,0"], "expected --at X,Y"),
        (["import", "--template", "chess"], "there is no ruleset 'chess'"),
        (["import", ZARA, "--as", "Zara"], "expected --scene SCENE"),
        (["import"], "files: expected at least one"),
    ):
        code, out, err = affray(*arguments)
        assert (code, out) == (2, "")
        assert told in err
        assert "Traceback" not in err
    assert scene.read_text(encoding="utf-8") == operations.scene_text("duel")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json", "hold.toml"]


def test_the_report_for_programs_and_the_template(affray, tmp_path):
    code, out, _ = affray("import", ZARA, "--json")
    found = json.loads(out)
    assert (code, found["ruleset"]) == (0, "coriolis")
    [one] = found["fighters"]
    assert one["fighter"]["armour"] == "light armour"
    assert {"came": "left out", "place": "items.5", "message": "Prayer beads: gear"} in one["notes"]
    code, out, _ = affray("import", "--template", "d6")
    assert out.startswith("name,side,at,run_by,")
    (tmp_path / "t.csv").write_text(out, encoding="utf-8")
    assert affray("import", tmp_path / "t.csv", "--game", "d6")[0] == 0


def test_names_of_packs_are_known(affray, tmp_path):
    pack = tmp_path / "harbour"
    pack.mkdir()
    (pack / "pack.toml").write_text('ruleset = "coriolis"\ntitle = "Harbour"\n', encoding="utf-8")
    (pack / "weapons.csv").write_text("name,kind,damage\ndeck cleaver,melee,2\n", encoding="utf-8")
    code, out, err = affray("import", ZARA, "--pack", pack)
    assert code == 0
    assert tomllib.loads(out)["fighters"][0]["weapons"] == ["army carbine", "deck cleaver"]
    assert "Deck cleaver: the game's deck cleaver" in err
