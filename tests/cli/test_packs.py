"""Packs at the terminal: played, priced, checked, and kept in the log."""

from __future__ import annotations

import json
import shutil

import pytest

from affray import operations
from affray.core.errors import LogError
from affray.core.ruleset import rulesets
from affray.server.listener import ServerAddress
from affray.session import opening
from tests.core.test_pack import ALL, SCENE


@pytest.fixture
def quay(tmp_path):
    """A scene that needs a pack, and the pack."""
    pack = tmp_path / "harbour"
    pack.mkdir()
    for name, text in ALL.items():
        (pack / name).write_text(text, encoding="utf-8")
    scene = tmp_path / "quay.toml"
    scene.write_text(SCENE, encoding="utf-8")
    return scene, pack


@pytest.mark.slow
def test_a_fight_with_a_pack_stands_in_its_log_alone(affray, quay, tmp_path):
    scene, pack = quay
    log = tmp_path / "fight.jsonl"
    code, out, err = affray("play", scene, "--auto", "--pack", pack, "--log", log, "--seed", 4)
    assert (code, err) == (0, "")
    assert "The fight is over: " in out
    shutil.rmtree(pack)
    code, out, _ = affray("replay", log)
    assert code == 0
    assert "all as the rules say" in out
    session = opening.replay(log)
    assert session.fight.bodies[0].kit[0].name == "harpoon gun"
    assert session.content.names("weapons", ()) == ["harpoon gun", "flare pistol"]


def test_a_newcomer_in_a_fight_with_a_pack(quay):
    scene, pack = quay
    with operations.start(scene, packs=[pack]) as session:
        session.say.join({"name": "C", "side": "one", "at": [1, 1], "archetype": "docker"})
        assert session.fight.bodies[2].sheet.strength == 4


@pytest.mark.slow
def test_a_log_is_gone_on_with_without_naming_its_pack(affray, quay, tmp_path):
    scene, pack = quay
    log = tmp_path / "fight.jsonl"
    operations.start(scene, packs=[pack], log=log).close()
    code, _, err = affray("play", scene, "--auto", "--pack", pack, "--log", log)
    assert (code, err) == (2, f"{log}: the fight already has its packs; leave out --pack\n")
    code, out, _ = affray("play", scene, "--log", log, "--auto")
    assert code == 0
    assert "The fight is over: " in out


def test_a_pack_in_a_log_that_was_edited_is_checked(quay, tmp_path):
    scene, pack = quay
    log = tmp_path / "fight.jsonl"
    operations.start(scene, packs=[pack], log=log).close()
    first, *rest = log.read_text(encoding="utf-8").splitlines()
    header = json.loads(first)
    header["content"]["tables"]["weapons"][0]["damage"] = "much"
    log.write_text("\n".join([json.dumps(header), *rest]) + "\n", encoding="utf-8")
    with pytest.raises(LogError, match=r"packs:weapons: 1.damage: expected a whole number, got 'much'"):
        opening.replay(log)


def test_odds_with_a_pack(affray, quay):
    scene, pack = quay
    shot = (
        "odds",
        scene,
        "--actor",
        "A",
        "--action",
        "normal shot",
        "--target",
        "B",
        "--with",
        "harpoon gun",
    )
    code, out, err = affray(*shot, "--pack", pack)
    assert (code, err) == (0, "")
    assert "harpoon gun" in out
    code, _, err = affray(*shot)
    assert code == 2
    assert "there is no archetype 'docker'" in err


def test_check_of_a_pack_and_of_a_scene_with_one(affray, quay):
    scene, pack = quay
    code, out, err = affray("check", pack)
    assert (code, err) == (0, "")
    assert out.startswith(f"{pack}: no faults: a pack for Coriolis, 1 archetype, 1 armour, 2 weapons\n")
    code, out, _ = affray("check", scene, "--pack", pack)
    assert code == 0
    assert "no faults" in out
    (pack / "weapons.csv").write_text("name,colour\nx,red\n", encoding="utf-8")
    code, _, err = affray("check", pack)
    assert code == 2
    assert err.splitlines() == [
        f"{pack}/weapons.csv:1: there is no column 'colour'; "
        "known: band, bonus, crit, damage, initiative, kind, name, tags",
        f"{pack}/weapons.csv:2: kind: is missing",
        f"{pack}/weapons.csv:2: damage: is missing",
    ]


def test_the_server_does_not_begin_with_a_pack_that_has_faults(affray, quay, tmp_path, monkeypatch):
    def never(*_):
        raise AssertionError("a port was opened")

    monkeypatch.setattr("affray.cli.server.serve", never)
    monkeypatch.setattr("affray.cli.server.serve_many", never)
    scene, pack = quay
    (pack / "weapons.csv").write_text("name,kind,damage\nx,red,2\n", encoding="utf-8")
    other = tmp_path / "chess"
    other.mkdir()
    (other / "pack.toml").write_text('ruleset = "chess"\ntitle = "x"\n', encoding="utf-8")
    for workers in (1, 2):
        code, out, err = affray("serve", scene, "--pack", pack, "--pack", other, "--workers", workers)
        assert (code, out) == (2, "")
        assert err.splitlines() == [
            f"{other}/pack.toml:1: ruleset: there is no ruleset 'chess'; known: {', '.join(rulesets())}",
            f"{pack}/weapons.csv:2: kind: expected 'melee' or 'ranged', got 'red'",
        ]


def test_the_server_is_given_what_was_read_and_says_which_packs(affray, quay, monkeypatch):
    given = []

    def begun(settings, ready):
        given.append(settings)
        ready(ServerAddress("http:" + "//127.0.0.1:8000", "the link"))

    monkeypatch.setattr("affray.cli.server.serve", begun)
    monkeypatch.setattr("affray.cli.server.serve_many", begun)
    scene, pack = quay
    for workers in (1, 2):
        code, out, err = affray("serve", scene, "--pack", pack, "--workers", workers, "--store", "memory:")
        assert (code, err) == (0, "")
        assert "Packs used in every fight here: Harbour arms (Coriolis)" in out.splitlines()
    assert [settings.contents["coriolis"].packs[0].title for settings in given] == ["Harbour arms"] * 2
    code, out, _ = affray("--language", "fr", "serve", "--pack", pack, "--store", "memory:")
    assert "Harbour arms (Coriolis)" in out
    assert "Packs for" not in out
    code, _, err = affray("serve", scene, "--store", "memory:")
    assert code == 2
    assert "there is no archetype 'docker'" in err


def test_what_a_pack_brings_is_listed_and_what_it_replaces(affray, quay):
    _, pack = quay
    code, out, err = affray("check", pack)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].endswith("a pack for Coriolis, 1 archetype, 1 armour, 2 weapons")
    assert lines[1:3] == [
        "  archetypes, in addition to the game's 11:",
        "    docker  attributes strength 4 agility 3 wits 2 empathy 3, skills force 2",
    ]
    assert (
        "    harpoon gun   kind ranged, bonus 1, initiative 0, damage 4, crit 2, band Long, tags slow loud"
        in lines
    )
    replacing = 'ruleset = "coriolis"\ntitle = "x"\nreplaces = ["armours", "weapons"]\n'
    (pack / "pack.toml").write_text(replacing, encoding="utf-8")
    (pack / "armours.csv").unlink()
    lines = affray("check", pack)[1].splitlines()
    at = lines.index("  armours, instead of the game's 10:")
    assert lines[at + 1] == "    none"
    assert any(line.startswith("  weapons, instead of the game's ") for line in lines)
