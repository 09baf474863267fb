"""Packs: weapons, armour and people of one's own, read on profiles of the game or on their own."""

from __future__ import annotations

import shutil

import pytest

from affray.cli import run
from affray.core.effect import Who
from affray.core.errors import BadData
from affray.core.fight import Fight
from affray.core.pack import read_packs
from affray.core.scene import read_scene
from affray.pricing import price_action
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.scene import HorizonScene, WeaponRecord
from affray.rulesets.horizon.tables import book
from affray.session import opening
from affray.simulation.bulk import Bulk, plain
from affray.testing.script import causes
from tests.horizon.cast import act, do, lost

FILES = {
    "pack.toml": 'ruleset = "horizon"\ntitle = "The old depot"\n',
    "weapons.csv": (
        "name,kind,tier,damage,defense,move,range,magazine,reload\n"
        "nail gun,pistol,1,4/5 2,,,10:8 30:12,20,10\n"
        "billhook,melee,2,,2/3 9,-5,6,,\n"
        "pipe bomb,grenade,1,1/2 0 18,,,,,\n"
        "brawling,unarmed,1,,1 3,,,,\n"
    ),
    "armours.csv": "name,armour\nboiler plate,5\n",
    "archetypes.toml": """
[[archetypes]]
name = "stoker"
traits = { str = 4, agi = 3, acu = 2, res = 3 }
skills = { "high-caliber combat" = 5, "special combat" = 4, "endurance" = 2 }
weapons = ["rusty-pistol"]
armour = 1
""",
}
SCENE = """
ruleset = "horizon"
title = "The depot"

[[things]]
name = "spare bomb"
at = [2, 0]
weapon = "pipe bomb"

[[fighters]]
name = "Ada"
side = "red"
at = [0, 0]
archetype = "stoker"
weapons = ["nail gun", "pipe bomb", "billhook"]
style = "brawling"
armour = "boiler plate"
run_by = "person"

[[fighters]]
name = "Bo"
side = "blue"
at = [6, 0]
archetype = "stoker"
skills = { awareness = 2 }
"""


@pytest.fixture
def depot(tmp_path):
    """A scene that needs a pack, and the pack."""
    pack = tmp_path / "depot"
    pack.mkdir()
    for name, text in FILES.items():
        (pack / name).write_text(text, encoding="utf-8")
    scene = tmp_path / "fight.toml"
    scene.write_text(SCENE, encoding="utf-8")
    return scene, pack


def content(pack):
    return read_packs([pack], "horizon", HorizonScene.kinds)


def scene(pack):
    """The scene as the pack has it."""
    return read_scene(SCENE, HorizonScene, content=content(pack))


def test_weapons_armour_and_people_may_come_from_packs(depot):
    fight = RULESET.start(scene(depot[1]))
    ada, bo = fight.fighters
    assert [(i.name, i.rounds) for i in ada.kit] == [("nail gun", 20), ("pipe bomb", 0), ("billhook", 0)]
    assert (ada.sheet.style.name, ada.sheet.armour, ada.health) == ("brawling", 5, 60)
    assert (bo.kit[0].name, bo.sheet.armour, bo.sheet.strength) == ("Rusty Pistol", 1, 4)
    assert (bo.sheet.skills.high_caliber_combat, bo.sheet.skills.awareness) == (5, 2)
    thing = fight.table.ground[0].item
    assert thing.weapon is not None
    assert (thing.name, thing.weapon.name) == ("spare bomb", "pipe bomb")
    with pytest.raises(BadData, match="there is no weapon 'nail gun'"):
        read_scene(SCENE, HorizonScene)


@pytest.mark.rule("HZN-PRF-04")
def test_a_weapon_has_columns_of_its_own_and_others_of_its_class_and_tier(depot):
    gun, bomb, hook = (item.weapon for item in RULESET.start(scene(depot[1])).fighters[0].kit)
    read = book(House())
    assert (gun.kind, gun.hands, gun.reload, gun.rule) == ("pistol", 1, 10, "HZN-PRF-04")
    assert [read.read(gun, ap).damage[0] for ap in (-3, 1, 8, 30, 32)] == [0, 3, 8, 26, 28]
    assert read.read(gun, 8)[1:] == (8, -5, 8, 0), "Defense and Move are those of the Rusty Pistol"
    assert [read.read(gun, ap).range for ap in (0, 10, 11, 40)] == [8, 8, 12, 12]
    assert read.read(hook, 3) == ((8,), 8, -5, 0, 6)
    assert read.read(bomb, 4).damage == (20, 15, 10, 5, 0)
    assert read.read(bomb, 4)[1:] == read.row("scrap-grenade", 4)[1:]


@pytest.mark.parametrize(("edge", "low", "high"), [("extend", 0, 30), ("clamp", 3, 26), ("zero", 0, 26)])
def test_beyond_the_rows_it_goes_by_the_house_rules(edge, low, high):
    record = WeaponRecord.model_validate({"name": "nail gun", "kind": "pistol", "damage": "4/5 2"})
    house = HorizonScene.catalogue.house(House, {"edge": edge})
    gun, read = record.weapon(house), book(house)
    assert (read.read(gun, -5).damage, read.read(gun, 35).damage) == ((low,), (high,))


@pytest.mark.rule("HZN-PRF-04")
def test_a_shot_with_it_is_exact_and_names_the_rule_of_its_header(depot):
    ada, bo, table = RULESET.start(scene(depot[1])).bodies
    ada = ada._replace(tests=(("high-caliber combat", 8),), entered=True)
    fight = Fight((ada, bo._replace(borrowed=2), table._replace(round=1, current=Who(0))), House())
    shot = act("attack", 1)
    priced = price_action(RULESET, fight, Who(0), shot)
    assert priced.exact
    assert priced["damage to Bo"].mean == 7, "8 AP read 8, less 1 for what Bo wears"
    play = do(fight, shot)
    assert lost(play, full=60) == 7
    assert "HZN-PRF-04" in causes(play)


@pytest.mark.slow
def test_a_fight_with_a_pack_stands_in_its_log_alone(depot, tmp_path, capsys):
    place, pack = depot
    place.write_text(SCENE.replace("[[fighters]]", "[[fighters]]\nhealth = 25"), encoding="utf-8")
    log = tmp_path / "fight.jsonl"
    assert run(["play", str(place), "--pack", str(pack), "--log", str(log), "--seed", "3", "--auto"]) == 0
    assert "nail gun" in " ".join(capsys.readouterr().out.split())
    shutil.rmtree(pack)
    session = opening.replay(log)
    assert session.fight.bodies[0].kit[0].name == "nail gun"


@pytest.mark.slow
def test_bulk_plays_it_as_the_plain_engine_does(depot):
    fight = RULESET.start(scene(depot[1]))
    many = Bulk(RULESET, fight)
    assert list(many.fights(5, seed=2)) == [plain(RULESET, fight, 2, n) for n in range(5)]
    assert not many.untraceable


def test_a_pack_may_replace_the_weapons_of_the_game(depot):
    pack = depot[1]
    (pack / "pack.toml").write_text(FILES["pack.toml"] + 'replaces = ["weapons"]\n', encoding="utf-8")
    people = FILES["archetypes.toml"].replace("rusty-pistol", "nail gun")
    (pack / "archetypes.toml").write_text(people, encoding="utf-8")
    text = SCENE.replace('"billhook"]', '"lmg"]')
    with pytest.raises(
        BadData, match=r"there is no weapon 'lmg'; known: billhook, brawling, nail gun, pipe bomb"
    ):
        read_scene(text, HorizonScene, content=content(pack))


def test_faults_of_a_pack_are_told_with_file_and_row(depot):
    pack = depot[1]
    rows = (
        "name,kind,tier,damage,move\n"
        "a,pistol,5,,\n"
        "b,laser,1,,\n"
        "c,smg,1,much,\n"
        "d,smg,1,4/5,10:x\n"
        "e,smg,1,4/5,20:-5 10:0\n"
        "lmg,machine-gun,2,,\n"
    )
    (pack / "weapons.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        content(pack)
    found = [str(fault).removeprefix(f"{pack}/weapons.csv:") for fault in caught.value.faults]
    assert found[0] == "2: tier: expected at most 4, got '5'"
    assert found[1].startswith("3: kind: expected 'pistol', 'shotgun', ")
    assert found[2] == '4: damage: expected a slope and what is added, such as "4/5 10" or "1/2 0 24"'
    assert found[3] == '5: move: expected metres, or steps such as "10:-5 30:0"'
    assert found[4] == "6: move: expected steps of rising scores"
    assert found[5].startswith("7: the game already has a 'lmg'")


def test_a_style_must_be_unarmed_and_no_style_is_carried(depot):
    pack = depot[1]
    for old, new, fault in (
        ('style = "brawling"', 'style = "nail gun"', "'nail gun' is no Unarmed style"),
        ('"billhook"]', '"brawling"]', "an Unarmed style is not carried"),
    ):
        with pytest.raises(BadData, match=fault):
            read_scene(SCENE.replace(old, new), HorizonScene, content=content(pack))


def test_what_a_pack_brings_can_be_in_hand_by_name(depot):
    text = SCENE.replace('style = "brawling"', 'in_hand = "billhook"')
    assert (
        RULESET.start(read_scene(text, HorizonScene, content=content(depot[1]))).fighters[0].hand
        == "billhook"
    )
