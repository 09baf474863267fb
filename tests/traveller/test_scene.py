"""Scenes: how they open, what is wrong with bad ones; the figures of what is shipped."""

from __future__ import annotations

import shutil

import pytest

from affray.cli import run
from affray.core.errors import BadData
from affray.core.pack import read_packs
from affray.core.ruleset import names_of
from affray.core.scene import read_scene
from affray.rulesets.traveller import RULESET, tables
from affray.rulesets.traveller.scene import TravellerScene
from affray.session import opening
from tests.traveller.cast import opened, spot

HEAD = 'ruleset = "traveller"\ntitle = "A test"\n'
ASHA = '[[fighters]]\nname = "Asha"\nside = "red"\nat = [0, 0]\nperson = "guard"\n'
BO = '[[fighters]]\nname = "Bo"\nside = "blue"\nat = [9, 0]\nperson = "thug"\n'

BOTH = '[[covers]]\nname = "x"\nkind = "vegetation"\nat = [0, 0]\nends = [[0, 0], [1, 1]]\n'


def faults(text: str) -> list[str]:
    with pytest.raises(BadData) as caught:
        read_scene(text, TravellerScene)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD + ASHA + BO + 'weapons = ["rifel"]\n', "rifel"),
        (HEAD + ASHA + BO + 'weapons = ["dagger", "dagger"]\n', "expected no two of one name"),
        (HEAD + ASHA + BO + 'weapons = ["unarmed"]\n', "bare hands are always there"),
        (HEAD + ASHA + BO + 'in_hand = ["sword"]\n', "sword"),
        (HEAD + ASHA + BO + 'skills = { juggling = 2 }\n', "juggling"),
        (HEAD + ASHA + BO + 'armour = ["tin"]\n', "tin"),
        (HEAD + ASHA + BO + 'works = "the drive"\n', "the drive"),
        (HEAD + ASHA + BO.replace('person = "thug"\n', ""), "expected a person, or characteristics"),
        (HEAD + ASHA + BO.replace("Bo", "Asha"), "two fighters are called 'Asha'"),
        (HEAD + ASHA + BO.replace("blue", "red"), "expected at least two sides"),
        (HEAD + 'ambushers = "green"\n' + ASHA + BO, "green"),
        (HEAD + 'options = { "aim.keep" = 3 }\n' + ASHA + BO, "expected true or false"),
        (HEAD + ASHA + BO + '[[covers]]\nname = "x"\nkind = "mist"\n', "mist"),
        (HEAD + ASHA + BO + BOTH, "not both"),
        (HEAD + ASHA + BO + "characteristics = { STR = 0, DEX = 7, END = 7 }\n", "at least 1"),
        (HEAD + ASHA + BO + "facility = 3\n", "facility"),
    ],
)  # fmt: skip
def test_a_bad_scene_says_what_is_wrong_and_where(text, fault):
    found = faults(text)
    assert any(fault in line and "scene:" in line for line in found), found


def test_people_come_with_their_figures_arms_and_armour():
    here = read_scene(HEAD + ASHA + BO + "count = 2\n", TravellerScene)
    fight = RULESET.start(here)
    asha, bo, _ = fight.fighters
    assert names_of(RULESET, fight) == ("Asha", "Bo 1", "Bo 2")
    assert (asha.strength, asha.dexterity, asha.sheet.armour, asha.hands) == (7, 8, (5,), ("shotgun",))
    assert (bo.hands, [w.name for w in bo.kit], bo.left) == (("cudgel",), ["cudgel", "auto pistol"], (0, 16))


def test_a_scene_says_what_is_left_what_is_worn_and_what_stands_there():
    fight = opened(
        {"name": "Asha", "side": "red", "at": (0, 0), "now": {"STR": 0, "END": 0, "INT": 3}, "armour": 4},
        {
            "name": "Bo",
            "side": "blue",
            "at": (9, 0),
            "armour": ("mesh", "reflective suit"),
            "person": "medic",
        },
        covers=[{"name": "log", "kind": "tree trunk", "at": (9, 1)}],
        facility={"kind": "hospital"},
        posts=[{"name": "wheel", "at": (1, 0), "cover": "civilian vehicle"}],
        difficult=[{"name": "mud", "at": (3, 3), "radius": 1.5}],
    )
    asha, bo = fight.fighters
    assert (asha.out, asha.intellect, asha.sheet.armour) == (True, 3, (4,))
    assert (bo.sheet.armour, bo.sheet.reflec, bo.cover and bo.cover.name) == ((5,), (14,), "log")
    assert (fight.table.tl, fight.table.rough[0].radius, fight.table.posts[0].spot) == (12, 150, spot(1, 0))


def test_weapons_of_ones_own():
    gun = {"name": "harpoon", "kind": "ranged", "dice": 3, "range": 40, "shots": 1, "skill": "gun combat"}
    asha, _ = opened(
        {"name": "Asha", "side": "red", "at": (0, 0), "weapons": (gun,)},
        {"name": "Bo", "side": "blue", "at": (9, 0)},
    ).fighters
    assert (asha.kit[0].reach, asha.left, asha.hands) == (4_000, (1,), ("harpoon",))


# --- the figures ------------------------------------------------------------------------------------


def test_the_figures_of_guns():
    rows = {w.name: (w.dice, w.reach // 100, w.shots, w.scope) for w in tables.weapons().values() if w.shoots}
    assert rows == {
        "body pistol": (2, 5, 6, False),
        "auto pistol": (2, 10, 16, False),
        "revolver": (2, 10, 6, False),
        "carbine": (2, 50, 10, False),
        "rifle": (3, 200, 10, False),
        "scoped rifle": (3, 200, 10, True),
        "shotgun": (4, 20, 6, False),
        "submachine gun": (2, 30, 30, False),
        "assault rifle": (3, 200, 30, False),
        "scoped assault rifle": (3, 200, 30, True),
        "advanced combat rifle": (3, 200, 40, True),
        "gauss rifle": (4, 300, 100, True),
        "laser pistol": (3, 50, 10, False),
        "laser carbine": (4, 100, 15, False),
        "laser rifle": (5, 300, 30, True),
    }
    assert [w.name for w in tables.weapons().values() if w.laser] == [
        "laser pistol", "laser carbine", "laser rifle"
    ]  # fmt: skip


def test_the_figures_of_what_strikes_and_what_is_thrown():
    strikes = {w.name: w.dice for w in tables.weapons().values() if w.melee}
    assert strikes == {
        "unarmed": 1, "dagger": 1, "bayonet": 1, "blade": 2, "axe": 2, "staff": 2, "cudgel": 3, "spear": 3,
        "sword": 3, "cutlass": 3, "foil": 3, "broadsword": 4, "pike": 4, "halberd": 4,
    }  # fmt: skip
    thrown = {w.name: (w.dice, w.reach) for w in tables.weapons().values() if w.thrown}
    assert thrown == {"throwing dagger": (1, 1000), "throwing spear": (3, 1000), "frag grenade": (5, 1000)}
    assert tables.blasts() == ((300, 5), (600, 3), (900, 1))
    assert [w.name for w in tables.weapons().values() if w.medical] == ["medikit"]


def test_a_scene_with_a_former_name_of_an_armour_opens_as_it_did():
    former = {"battle dress": "powered armour", "reflec": "reflective suit"}
    assert tables.former_armours() == former
    for old, new in former.items():
        before, now = (
            read_scene(HEAD + ASHA + BO + f'armour = ["{n}"]\n', TravellerScene) for n in (old, new)
        )
        assert before == now
        assert before.fighters[1].armour == (new,)


def test_the_figures_of_armour_difficulty_and_people():
    assert {a.name: (a.protection, a.lasers_only) for a in tables.armours().values()} == {
        "jack": (3, False), "mesh": (5, False), "vacc suit": (6, False),
        "hostile environment suit": (8, False), "cloth": (9, False), "combat armour": (11, False),
        "powered armour": (18, False), "reflective suit": (14, True),
    }  # fmt: skip
    assert sorted(tables.difficulties()) == [-6, -4, -2, 0, 2, 4, 6]
    assert {p.name: p.figures for p in tables.people().values()} == {
        "citizen": (7, 7, 7, 7, 7, 7),
        "thug": (9, 7, 8, 5, 5, 4),
        "guard": (7, 8, 8, 7, 7, 6),
        "marine": (9, 9, 9, 7, 7, 6),
        "medic": (6, 8, 7, 9, 10, 7),
        "officer": (7, 8, 7, 9, 9, 10),
        "hunter": (8, 9, 8, 8, 6, 5),
    }
    assert all(skill in tables.skills() for p in tables.people().values() for skill in p.skills)
    assert all(w in tables.weapons() for p in tables.people().values() for w in p.weapons)


# --- packs ------------------------------------------------------------------------------------------

FILES = {
    "pack.toml": 'ruleset = "traveller"\ntitle = "Port arms"\n',
    "weapons.csv": "name,kind,dice,range,shots,scope,skill,tags\nharpoon,ranged,3,40,1,,gun combat,\n",
    "armours.csv": "name,protection\noilskins,2\n",
    "people.toml": """
[[people]]
name = "diver"
characteristics = { STR = 8, DEX = 8, END = 9 }
skills = { "vacc suit" = 1 }
armour = ["jack"]
weapons = ["dagger"]
""",
}


@pytest.mark.slow
def test_a_fight_with_a_pack_is_played_and_joined_and_stands_in_its_log(tmp_path, capsys):
    pack, scene, log = tmp_path / "port", tmp_path / "quay.toml", tmp_path / "fight.jsonl"
    pack.mkdir()
    for name, text in FILES.items():
        (pack / name).write_text(text)
    scene.write_text(HEAD + ASHA + 'weapons = ["harpoon"]\n' + BO.replace("thug", "diver"))
    assert run(["play", str(scene), "--auto", "--pack", str(pack), "--log", str(log), "--seed", "4"]) == 0
    assert "The fight is over: " in capsys.readouterr().out
    shutil.rmtree(pack)
    session = opening.replay(log)
    assert session.fight.bodies[0].kit[0].name == "harpoon"
    session.say.join({"name": "Cleo", "side": "red", "at": [1, 1], "person": "diver"})
    assert session.fight.bodies[2].sheet.endurance == 9


def test_weapons_armour_and_people_may_come_from_packs(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    content = read_packs([tmp_path], "traveller", TravellerScene.kinds)
    asha = ASHA + 'weapons = ["harpoon"]\narmour = ["oilskins", "mesh"]\n'
    text = HEAD + asha + BO.replace("thug", "diver")
    one, other = RULESET.start(read_scene(text, TravellerScene, content=content)).fighters
    assert (one.kit[0].reach, one.sheet.armour) == (4_000, (2, 5))
    assert (other.endurance, other.sheet.armour, other.hands) == (9, (3,), ("dagger",))
    with pytest.raises(BadData, match="harpoon"):
        read_scene(text, TravellerScene)
