"""Scenes and content: people, arms, armour, and what is wrong in a file."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.errors import BadData
from affray.core.pack import read_packs
from affray.core.scene import read_scene
from affray.core.space import point
from affray.rulesets.serenity import RULESET, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.dice import die_name, place_of, shown, sides
from affray.rulesets.serenity.scene import SerenityScene, joining, start
from affray.rulesets.serenity.sheet import Skill
from affray.session.correction import Correction
from tests.serenity.cast import opened

GOOD = """ruleset = "serenity"
title = "Two"

[[fighters]]
name = "Ana"
side = "red"
at = [0, 0]
sample = "thug"

[[fighters]]
name = "Bo"
side = "blue"
at = [5, 0]
sample = "lawman"
"""


def faults(text):
    with pytest.raises(BadData) as found:
        read_scene(text, SerenityScene)
    return [str(fault) for fault in found.value.faults]


# --- faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('sample = "thug"', 'sample = "thugg"', "scene:8: fighters.1.sample: there is no sample 'thugg'"),
        ('sample = "thug"\n', "", "scene:4: fighters.1: expected a sample, or attributes"),
        ('side = "blue"', 'side = "red"', "expected at least two sides"),
        ('name = "Bo"', 'name = "Ana"', "two fighters are called 'Ana'"),
        ('"thug"', '"thug"\nweapons = ["pistl"]', "there is no weapon 'pistl'; did you mean 'pistol'?"),
        ('"thug"', '"thug"\nweapons = ["knife", "knife"]', "there are two of 'knife'"),
        ('"thug"', '"thug"\nin_hand = ["axe"]', "there is no weapon among those of Ana 'axe'"),
        ('"thug"', '"thug"\nskills = { gums = "d6" }', "there is no skill 'gums'"),
        ('"thug"', '"thug"\nskills = { guns = "d7" }', "d7"),
        ('"thug"', '"thug"\ntraits = ["mean"]', "there is no trait 'mean'"),
        ('"thug"', '"thug"\ncover = "barn"', "there is no cover in this scene 'barn'"),
        ('"thug"', '"thug"\nwounds = 14', "expected stun and wounds below the 14 life points"),
        ('"thug"', '"thug"\narmour = "cardboard"', "cardboard"),
        ('"thug"', '"thug"\nlucky = true', "there is no key 'lucky'"),
        ('"Two"', '"Two"\nmost_actions = 10', "most_actions: expected at most 9"),
        ('"Two"', '"Two"\n[options]\n"init.tie" = "coin"', "expected one of dice, roll_off, got 'coin'"),
        (
            '"Two"',
            '"Two"\n[[charges]]\nexplosive = "knife"\nside = "red"\nat = [0, 0]',
            "no explosive 'knife'",
        ),
    ],
)
def test_each_fault_is_named_with_what_was_expected(was, now, said):
    assert was in GOOD
    assert said in "\n".join(faults(GOOD.replace(was, now, 1)))


def test_all_faults_are_told_at_once():
    text = GOOD.replace('"thug"', '"thug"\ncover = "barn"', 1).replace(
        '"lawman"', '"lawman"\nin_hand = ["axe"]', 1
    )
    assert len(faults(text)) == 2


def test_hands_hold_two_and_each_once():
    three = GOOD.replace(
        '"thug"', '"thug"\nweapons = ["knife", "axe", "club"]\nin_hand = ["knife", "axe", "club"]', 1
    )
    assert "at most two weapons" in faults(three)[0]
    twice = GOOD.replace('"thug"', '"thug"\nweapons = ["knife"]\nin_hand = ["knife", "knife"]', 1)
    assert "each weapon in hand once" in faults(twice)[0]


# --- content -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "life"),
    [("bystander", 12), ("thug", 14), ("lawman", 16), ("gunhand", 16), ("brawler", 18), ("soldier", 14)],
)
def test_samples_of_people(name, life):
    given = opened(
        {"name": "A", "side": "r", "at": (0, 0), "sample": name}, {"name": "B", "side": "b", "at": (1, 0)}
    )
    assert given.fighters[0].sheet.life == life


@pytest.mark.rule("SER-R33")
@pytest.mark.parametrize(("trait", "more"), [("tough as nails", 2), ("tougher than nails", 4)])
def test_tough_people_have_more_life(trait, more):
    given = opened(
        {"name": "A", "side": "r", "at": (0, 0), "traits": (trait,)}, {"name": "B", "side": "b", "at": (1, 0)}
    )
    assert given.fighters[0].sheet.life == 12 + more


WEAPONS = {
    "bow": ("d6", 70), "crossbow": ("d6", 150), "derringer": ("d4", 30), "pistol": ("d6", 100),
    "heavy pistol": ("d8", 120), "revolver": ("d8", 75), "submachine gun": ("d6", 60), "shotgun": ("d10", 40),
    "rifle": ("d8", 300), "assault rifle": ("d8", 200), "sniper rifle": ("d10", 1000), "unarmed": ("d2", 0),
    "club": ("d4", 0), "baton": ("d4", 0), "knife": ("d4", 0), "sword": ("d6", 0), "machete": ("d6", 0),
    "axe": ("d8", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", list(WEAPONS))
def test_the_figures_of_each_weapon(name):
    weapon = tables.weapons()[name]
    die, feet = WEAPONS[name]
    assert weapon.damage == place_of(die)
    assert weapon.reach == feet * 3048 // 100
    assert weapon.melee == (feet == 0)


def test_only_two_weapons_are_automatic():
    assert [w.name for w in tables.weapons().values() if w.automatic] == ["submachine gun", "assault rifle"]


def test_a_scene_gives_skills_specialities_and_weapons_of_ones_own():
    record = {
        "name": "A", "side": "r", "at": (0, 0), "skills": {"guns/pistol": "d10"}, "armour": 3, "plot": 2,
        "weapons": ({"name": "zapper", "kind": "ranged", "damage": "d12+d2", "harm": "stun", "range": 12,
                     "magazine": 5, "skill": "guns"}, "grenade", "grenade"),
    }  # fmt: skip
    body = opened(record, {"name": "B", "side": "b", "at": (1, 0)}).fighters[0]
    assert Skill("guns/pistol", 5) in body.sheet.skills
    assert (body.kit[0].damage, body.kit[0].reach, body.hands) == (7, 1200, ("zapper",))
    assert (body.sheet.armour.rating, body.plot, body.clips[0].left) == (3, 2, 5)


@pytest.mark.rule("SER-R36")
def test_newcomers_act_from_the_next_round_on():
    given = opened()
    later = given._replace(bodies=(*given.bodies[:-1], given.table._replace(round=2)))
    record = SerenityScene.model_validate(
        {
            "ruleset": "serenity",
            "title": "x",
            "fighters": [
                {"name": "Cy", "side": "red", "at": (1, 1), "sample": "thug"},
                {"name": "Di", "side": "blue", "at": (1, 1), "sample": "thug"},
            ],
        }
    ).fighters[0]
    assert joining(later, record).over
    assert not joining(given, record).over


# --- the ladder ---------------------------------------------------------------------------------------


@pytest.mark.rule("SER-R1")
def test_the_ladder():
    names = [
        "no die",
        "d2",
        "d4",
        "d6",
        "d8",
        "d10",
        "d12",
        "d12+d2",
        "d12+d4",
        "d12+d6",
        "d12+d8",
        "d12+d10",
        "d12+d12",
    ]
    assert [die_name(place) for place in range(13)] == names
    assert sides(13) == (12, 12, 2)
    assert place_of("d12") == 6


def test_mixed_dice_are_typed_and_counted():
    chance = shown((4, 3))
    assert chance.read("8 6") == (14, (8, 6))
    assert (chance.total, len(chance.values)) == (48, 13)
    botched = shown((1, 1), botch=True)
    assert dict(botched.faces) == {0: 1, 3: 2, 4: 1}
    assert botched.read("1 1")[0] == 0
    assert shown((8,), flat=True).read("12")[0] == 16


def test_the_scenes_differ():
    titles = {
        name: RULESET.start(read_scene(text, SerenityScene, name)) for name, text in RULESET.scenes.items()
    }
    assert sorted(titles) == ["assault", "saloon", "showdown", "wreck"]
    assert titles["wreck"].fighters[0].hidden
    assert len(titles["assault"].table.charges) == 1
    assert titles["saloon"].table.most == 3


# --- packs ----------------------------------------------------------------------------------------------


def test_a_pack_brings_weapons_armour_and_people(tmp_path):
    (tmp_path / "pack.toml").write_text('ruleset = "serenity"\ntitle = "Border goods"\n')
    (tmp_path / "weapons.csv").write_text(
        "name,kind,damage,harm,range,rate,magazine,skill\nold six,ranged,d8,wound,20,2,6,guns\n"
    )
    (tmp_path / "armours.csv").write_text("name,rating,agility\nplate,5,-1\n")
    (tmp_path / "people.toml").write_text(
        '[[people]]\nname = "rider"\ntraits = ["tough as nails"]\nskills = { guns = "d8" }\n'
        'attributes = { agility = "d8", strength = "d6", vitality = "d8", alertness = "d6", '
        'intelligence = "d6", willpower = "d6" }\n'
    )
    content = read_packs([tmp_path], "serenity", SerenityScene.kinds)
    text = GOOD.replace('"thug"', '"rider"\nweapons = ["old six"]\narmour = "plate"', 1)
    body = start(read_scene(text, SerenityScene, "scene", content)).fighters[0]
    assert (body.sheet.life, body.sheet.agility, body.sheet.skills) == (16, 4, (Skill("guns", 4),))
    assert (body.kit[0].reach, body.clips[0].left, body.sheet.armour.agility) == (2000, 6, -1)


# --- corrections --------------------------------------------------------------------------------------


@pytest.mark.rule("SER-ACT-04")
@pytest.mark.parametrize(
    ("typed", "effect"),
    [
        ("hurt Ana 2 3", fx.Hurt(Who(0), 2, 3)),
        ("rounds Ana 3 pistol", fx.Loaded(Who(0), 3, "pistol")),
        ("limit 2", fx.Capped(2)),
        ("declare Bo 1 1", None),
        ("declare Bo 2 0 all-out attack", fx.Declared(Who(1), 2, 0, "all-out attack")),
        ("limb Ana arm", fx.LimbLost(Who(0), "arm")),
        ("recover Ana stunned", fx.ShookOff(Who(0), "stunned")),
        ("place Bo 3 4.5", fx.Placed(Who(1), point(3, 4.5))),
        ("cover Bo none", fx.TookCover(Who(1), None)),
        ("plot Ana -2", fx.PlotSpent(Who(0), -2)),
    ],
)
def test_what_a_game_master_types(typed, effect):
    correction = Correction(RULESET, opened(), ["Ana", "Bo"])
    if effect is None:
        assert correction.read(typed.split()) == fx.Declared(Who(1), 1, 1)
    else:
        assert correction.read(typed.split()) == effect
