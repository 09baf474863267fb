"""Scenes and content: what they make, what is wrong with bad ones, the figures of the lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from affray.core.errors import BadData
from affray.core.scene import read_scene
from affray.rulesets.d6 import RULESET, tables
from affray.rulesets.d6.dice import written
from affray.rulesets.d6.scene import SkirmishScene
from tests.d6.cast import opened, spot

HEAD = 'ruleset = "d6"\ntitle = "An example"\n'
TWO = """
[[fighters]]
name = "Ava"
side = "red"
at = [0, 0]
archetype = "guard"
{ava}
[[fighters]]
name = "Bo"
side = "blue"
at = [5, 0]
archetype = "thug"
{bo}
"""


def faults(ava="", bo="", head=""):
    text = HEAD + head + TWO.format(ava=ava, bo=bo)
    with pytest.raises(BadData) as found:
        read_scene(text, SkirmishScene, "it.toml")
    return [str(fault) for fault in found.value.faults]


def test_a_scene_of_thugs():
    fight = opened(
        {"name": "Ava", "side": "red", "at": (0, 0), "count": 2}, {"name": "B", "side": "x", "at": (9, 0)}
    )
    assert [b.sheet.name for b in fight.fighters] == ["Ava 1", "Ava 2", "B"]
    assert fight.bodies[1].spot == spot(0, 5)
    thug = fight.bodies[0]
    assert (thug.hp, thug.sheet.armour, thug.sheet.reflexes, thug.hands) == (29, 2, 9, ("club",))


def test_hit_points_are_twenty_and_the_physique():
    own = {"archetype": None, "reflexes": "3D+1", "willpower": "2D", "physique": "4D+1"}
    fight = opened(
        {"name": "Ava", "side": "red", "at": (0, 0), **own}, {"name": "B", "side": "x", "at": (9, 0)}
    )
    assert fight.bodies[0].hp == 20 + 13
    assert fight.bodies[0].sheet.skills.marksmanship == 6


def test_somebody_hurt_may_start_bloodied():
    fight = opened(
        {"name": "Ava", "side": "red", "at": (0, 0), "hp": 14}, {"name": "B", "side": "x", "at": (9, 0)}
    )
    assert (fight.bodies[0].bloodied, fight.bodies[1].bloodied) == (True, False)


@pytest.mark.rule("DSX-ITEM-05", "DSX-R10")
@pytest.mark.option("bow.ready")
@pytest.mark.parametrize(("ready", "shots"), [(True, (1, 1, 17, 0)), (False, (0, 0, 17, 0))])
def test_bows_are_loaded_as_the_fight_begins_or_are_loaded_in_it(ready, shots):
    arms = ("long bow", "light crossbow", "medium pistol", "club")
    ava = {"name": "Ava", "side": "red", "at": (0, 0), "weapons": arms}
    bo = {"name": "Bo", "side": "blue", "at": (4, 0)}
    assert opened(ava, bo, options={"bow.ready": ready}).bodies[0].shots == shots


def test_who_rides_sits_where_the_driver_is():
    fight = opened(
        {"name": "Ava", "side": "red", "at": (0, 0), "rides": "van"},
        {"name": "Cy", "side": "red", "at": (7, 7), "drives": "van"},
        {"name": "B", "side": "x", "at": (9, 0)},
        vehicles=[{"name": "van", "kind": "delivery truck"}],
    )
    assert fight.bodies[0].spot == spot(7, 7)
    assert fight.bodies[0].aboard == fight.bodies[1].aboard == 1
    assert fight.bodies[1].drives.handling == -3


@pytest.mark.parametrize(
    ("ava", "said"),
    [
        ('weapons = ["medium pistle"]', "there is no weapon 'medium pistle'; did you mean 'medium pistol'"),
        ('in_hand = ["club"]', "there is no weapon among those of Ava 'club'"),
        ('weapons = ["hunting rifle", "club"]\nin_hand = ["hunting rifle", "club"]', "two hands can hold"),
        ('weapons = ["club", "club"]', "no two weapons of one name"),
        ('reflexes = "3D+3"', "expected a code such as 3D or 3D+2, got '3D+3'"),
        ('skills = { fencing = "3D" }', "there is no skill 'fencing'"),
        ('armour = "mithril"', "there is no armour 'mithril'"),
        ('weapons = ["fist"]', "there is no weapon 'fist'"),
        ('size = "tall"', "there is no size 'tall'"),
        ('spells = ["bolt", "blot"]', "there is no spell 'blot'; did you mean 'bolt'?"),
        ('cover = "rock"', "there is no cover in this scene 'rock'"),
        ('drives = "van"', "there is no vehicle in this scene 'van'"),
        ('name2 = "x"', "there is no key 'name2'; did you mean 'name'?"),
        ("resistance = -1", "expected at least 0, got -1"),
        ("hp = 0", "expected at least 1, got 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_fighter_is_said_with_its_line(ava, said):
    found = faults(ava)
    assert any(said in fault for fault in found), found
    assert all(fault.startswith("it.toml:") for fault in found)


def test_all_faults_are_told_at_once():
    found = faults('armour = "mithril"', 'size = "tall"\nmovement = "far"')
    assert len(found) == 3


def test_scenes_that_do_not_hang_together():
    van = '\n[[vehicles]]\nname = "van"\n'
    assert "nobody drives 'van'" in faults('rides = "van"', head=van)[0]
    assert "more than one driver" in faults('drives = "van"', 'drives = "van"', head=van)[0]
    assert "not both" in faults('drives = "van"\nrides = "van"', head=van)[0]
    with pytest.raises(BadData, match="two sides"):
        read_scene((HEAD + TWO.format(ava="", bo="")).replace("blue", "red"), SkirmishScene)
    with pytest.raises(BadData, match="expected an archetype, or reflexes and willpower"):
        read_scene((HEAD + TWO.format(ava="", bo="")).replace('archetype = "guard"', ""), SkirmishScene)


@pytest.mark.parametrize(
    ("key", "value"), [("half.rounds", "sideways"), ("aim.most", 4), ("damage.rolled", "yes")]
)
def test_house_rules_have_their_values(key, value):
    found = faults(head=f'options = {{ "{key}" = {json.dumps(value)} }}\n')
    assert len(found) == 1
    assert "expected" in found[0]


# --- the lists ----------------------------------------------------------------------------------------

WEAPONS = """
fist 3 0, knife 6 0, dagger 6 0, club 7 0, short sword 8 0, rapier 9 0, long sword 11 0,
two-handed sword 13 0, spear 9 0, long bow 11 1, light crossbow 12 1, light pistol 11 6,
medium pistol 12 17, heavy pistol 16 8, hunting rifle 17 6, pump shotgun 18 5, submachine gun 15 30,
assault rifle 18 30, light machine gun 20 100, fragmentation grenade 18 1, dynamite stick 15 1
"""


def test_the_listed_damage_and_shots_of_all_weapons():
    rows = [part.strip().rsplit(" ", 2) for part in WEAPONS.split(",")]
    listed = {name: (int(damage), int(shots)) for name, damage, shots in rows}
    assert {w.name: (w.damage, w.shots) for w in tables.weapons().values()} == listed
    automatic = {"submachine gun", "assault rifle", "light machine gun"}
    assert {w.name for w in tables.weapons().values() if w.automatic} == automatic


def test_a_scene_with_a_former_name_of_an_armour_opens_as_it_did():
    former = {"light kevlar": "light ballistic vest", "heavy kevlar": "heavy ballistic vest"}
    assert tables.former_armours() == former
    for old, new in former.items():
        before, now = (
            read_scene(HEAD + TWO.format(ava=f'armour = "{name}"', bo=""), SkirmishScene)
            for name in (old, new)
        )
        assert before == now
        assert before.fighters[0].armour == new


def test_the_other_lists():
    assert sorted(tables.armours().values()) == [2, 2, 3, 4, 5, 6, 7, 9, 9, 9, 10]
    assert {s.name: (s.components, s.damage, s.radius) for s in tables.spells().values()} == {
        "bolt": ("VS", 12, 0),
        "fireball": ("VSM", 18, 2000),
        "word of pain": ("V", 8, 0),
        "silent spark": ("", 6, 0),
    }
    handling = {v.name: (v.handling, v.armour, v.movement) for v in tables.vehicles().values()}
    assert handling["motorcycle"] == (9, 11, 252)
    assert handling["tractor and trailer"] == (-18, 20, 147)
    duellist = tables.archetypes()["duellist"]
    assert (written(duellist.skills.melee_combat), written(duellist.reflexes)) == ("6D", "4D+1")


def test_every_shipped_scene_is_of_another_kind():
    assert set(RULESET.scenes) == {"alley", "bridge", "chase", "ford", "gate"}
    fights = {n: RULESET.start(read_scene(t, SkirmishScene)) for n, t in RULESET.scenes.items()}
    assert any(b.drives for b in fights["chase"].fighters)
    assert not all(b.aware for b in fights["gate"].fighters)
    assert fights["ford"].table.mines
    assert Path(tables.__file__).with_name("scenes").is_dir()
