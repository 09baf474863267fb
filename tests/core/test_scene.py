"""Scenes: every fault at once, each with its line and what was expected."""

from __future__ import annotations

import pytest

from affray.core.errors import BadData
from affray.core.record import LARGEST
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene, ruleset_named
from affray.rulesets.coriolis.scene import CoriolisScene

GAME = ruleset("coriolis")
HEAD = 'ruleset = "coriolis"\ntitle = "A test"\n'
ONE = '[[fighters]]\nname = "One"\nside = "a"\nat = [0, 0]\narchetype = "soldier"\n'
TWO = '[[fighters]]\nname = "Two"\nside = "b"\nat = [5, 0]\narchetype = "agent"\n'


def faults(text):
    """What is wrong with a scene, a sentence each."""
    with pytest.raises(BadData) as caught:
        read_scene(text, GAME.scene, "scene.toml")
    assert all("\n" not in str(fault) for fault in caught.value.faults)
    return [str(fault) for fault in caught.value.faults]


def test_a_good_scene_is_read():
    scene = read_scene(HEAD + ONE + TWO, CoriolisScene)
    assert [f.name for f in scene.fighters] == ["One", "Two"]


@pytest.mark.parametrize("name", [f"{game}/{scene}" for game in rulesets() for scene in ruleset(game).scenes])
def test_shipped_scenes_are_in_order(name):
    game, _, scene = name.partition("/")
    text = ruleset(game).scenes[scene]
    assert ruleset_named(text) == game
    assert ruleset(game).start(read_scene(text, ruleset(game).scene)).fighters


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ('weapon = "knife"\n', "13: fighters.2.weapon: there is no key 'weapon'; did you mean 'weapons'?"),
        ('weapons = ["knif"]\n', "13: fighters.2.weapons.1: there is no weapon 'knif'; did you mean 'knife'"),
        ("weapons = [5]\n", "13: fighters.2.weapons.1: expected text or a record, got 5"),
        ('weapons = "knife"\n', "13: fighters.2.weapons: expected a list, got 'knife'"),
        (
            'weapons = [\n  "knife",\n  { name = "x", kind = "melee", damag = 2 },\n]\n',
            "15: fighters.2.weapons.2.damage: is missing",
        ),
        (
            'weapons = [{ name = "x", kind = "thrown", damage = 2 }]\n',
            "13: fighters.2.weapons.1.kind: expected 'melee' or 'ranged', got 'thrown'",
        ),
        ('in_hand = ["sword"]\n', "13: fighters.2.in_hand: there is no weapon among those of Two 'sword'"),
        ('armour = "paper"\n', "13: fighters.2.armour: there is no armour 'paper'"),
        ("armour = 99\n", "13: fighters.2.armour: expected at most 15, got 99"),
        ("armour = [1]\n", "13: fighters.2.armour: expected text or a whole number or a record, got [1]"),
        ("hp = 2.5\n", "13: fighters.2.hp: expected a whole number, got 2.5"),
        ('npc = "maybe"\n', "13: fighters.2.npc: expected true or false, got 'maybe'"),
        ('run_by = "cat"\n', "13: fighters.2.run_by: expected 'person', 'dice' or 'autopilot', got 'cat'"),
        ("count = 0\n", "13: fighters.2.count: expected at least 1, got 0"),
        ("skills.melee = 3\n", "13: fighters.2.skills.melee: there is no skill 'melee'"),
        ('skills = { force = "lots" }\n', "13: fighters.2.skills.force: expected a whole number, got 'lots'"),
        ('cover = "crate"\n', "13: fighters.2.cover: there is no cover in this scene 'crate'; known: none"),
        ("attributes = { strength = 3 }\n", "13: fighters.2.attributes.agility: is missing"),
        ('[options]\n"pool.zer" = "x"\n', "14: options.pool.zer: there is no option 'pool.zer'"),
        ('[options]\n"pool.zero" = "x"\n', "14: options.pool.zero: expected one of"),
        ("[options]\n'auto.extra_hits' = 1.5\n", "14: options.auto.extra_hits: expected text or a whole"),
        ('[[covers]]\nname = "c"\nkind = "tabel"\n', "15: covers.1.kind: there is no cover 'tabel'"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(extra, expected):
    assert any(fault.startswith(f"scene.toml:{expected}") for fault in faults(HEAD + ONE + TWO + extra))


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ('["x", 0]', "at.1: expected a number, got 'x'"),
        ("[nan, 0]", "at.1: expected a finite number, got nan"),
        ("[0, -inf]", "at.2: expected a finite number, got -inf"),
        ("[1e300, 0]", "at.1: expected at most 100,000, got 1e+300"),
        ("[1]", "at.2: one more value is missing"),
        ("[1, 2, 3]", "at: expected at most 2 of them, got 3"),
        ("5", "at: expected a list, got 5"),
        ('"here"', "at: expected a list, got 'here'"),
        ("[[1, 2], 3]", "at.1: expected a number, got [1, 2]"),
    ],
)
def test_a_position_that_is_none(place, expected):
    assert f"scene.toml:11: fighters.2.{expected}" in faults(HEAD + ONE + TWO.replace("[5, 0]", place))


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    text = HEAD.replace("title", "titel") + ONE.replace("soldier", "soldir") + TWO.replace('"b"', "3")
    lines = [int(fault.split(":")[1]) for fault in faults(text) if fault.count(":") > 2]
    assert lines == sorted(lines)
    assert len(faults(text)) == 4


@pytest.mark.parametrize("more", ["", 'hp = "x"\n'])
def test_two_of_one_name(more):
    text = HEAD + ONE + TWO.replace("Two", "One") + more
    assert "two fighters are called 'One'; expected different names" in "\n".join(faults(text))


def test_numbered_fighters_meet_a_name():
    text = HEAD + ONE.replace("One", "Thug 2") + TWO.replace("Two", "Thug") + "count = 3\n"
    assert "two fighters are called 'Thug 2'" in faults(text)[0]


def test_one_side_alone():
    assert faults(HEAD + ONE + TWO.replace('"b"', '"a"')) == [
        "scene.toml:3: fighters: expected at least two sides"
    ]


def test_nobody_there():
    assert faults(HEAD) == ["scene.toml: fighters: is missing"]
    assert "fighters: expected at least 2 of them, got 1" in faults(HEAD + ONE)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\na = 2\n", "scene.toml:2: not TOML: the same key appears twice"),
        ("a = 1\n[b]\n[b]\n", "scene.toml:3: not TOML: "),
        ("a = 1\nb = \n", "scene.toml:2: not TOML: Invalid value"),
        ('a = "x\n', "scene.toml:1: not TOML: "),
        ("a = [1,\n2", "scene.toml:2: not TOML: "),
        ("\x00\x01\x02", "scene.toml:1: not TOML: "),
        ("hello", "scene.toml:1: not TOML: "),
        ("a = " + "[" * 5000, "scene.toml: not readable as TOML: lists are nested too deeply"),
        ("a = " + "9" * 5000, "scene.toml:1: not TOML: "),
        ("#" * (LARGEST + 1), "scene.toml: expected at most 1,000,000 characters, got 1,000,001"),
    ],
    ids=range(10),
)
def test_what_is_no_toml(text, expected):
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(expected)


def test_an_empty_file():
    assert [fault.split(": ", 1)[1] for fault in faults("")] == [
        "ruleset: is missing", "title: is missing", "fighters: is missing",
    ]  # fmt: skip
    with pytest.raises(BadData, match=r"scene: ruleset: expected the id of a game"):
        ruleset_named("")


def test_long_values_are_shown_short():
    assert all(len(fault) < 200 for fault in faults(HEAD + ONE + TWO + f'hp = "{"x" * 9000}"\n'))
