"""Exports and tables as fighters, what is told of them, and what is refused."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import suppress

import pytest

from affray import operations
from affray.core.errors import BadData, NotFound
from affray.core.ruleset import rulesets
from affray.importers import ImportOptions, into, read_characters, template
from tests.importers.exports import SAMPLES, item, older, sample
from tests.whole import part_of


@pytest.fixture
def put(tmp_path):
    """Write an export or a table, and give its path."""

    def write(data, name="export.json"):
        path = tmp_path / name
        text = data if isinstance(data, str) else json.dumps(data)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def record(found):
    [fighter] = found.fighters
    return fighter.record


def notes(found, came):
    return {(note.place, note.message) for each in found.fighters for note in each.notes if note.came == came}


# --- yzecoriolis ----------------------------------------------------------------------------------

ZARA = {
    "name": "Zara Haddad",
    "side": "crew",
    "at": [0, 0],
    "run_by": "person",
    "attributes": {"strength": 3, "agility": 5, "wits": 3, "empathy": 3},
    "skills": {
        "dexterity": 1,
        "infiltration": 1,
        "melee combat": 1,
        "observation": 2,
        "ranged combat": 3,
        "medicurgy": 1,
    },
    "weapons": [
        "army carbine",
        {
            "name": "Deck cleaver",
            "kind": "melee",
            "bonus": 0,
            "initiative": 1,
            "damage": 2,
            "crit": 2,
            "band": "Close",
            "tags": ["light"],
        },
    ],
    "armour": "light armour",
    "hit_points": 10,
    "hp": 6,
    "reloads": 2,
}


def test_a_character_of_coriolis_and_what_is_told_of_it(put):
    found = read_characters([put(sample("zara"))])
    assert found.ruleset.id == "coriolis"
    assert record(found) == ZARA
    assert ("items.1", "Army carbine: the game's army carbine") in notes(found, "understood")
    assert notes(found, "guessed") == {
        ("items.2", "Light armor: the game's light armour"),
        ("items.3.system.weight", "light, by its weight"),
        ("side", "crew: not in the file"),
        ("at", "[0, 0]: not in the file"),
    }
    left = notes(found, "left out")
    assert ("items.3.system.special.a1", "'Tears sails' is not one of the game's tags") in left
    assert ("items.4", "Hard to kill: a talent that plays no part in fights") in left
    assert ("items.5", "Prayer beads: gear") in left
    assert ("system", "experience, radiation, reputation, bio, birr, movementRate") in left


@pytest.mark.parametrize("stated", [True, False], ids=["named", "by its shape"])
@pytest.mark.parametrize("name", ["zara", "ives"])
def test_older_shapes_give_the_same_fighter(put, name, stated):
    new, old = sample(name), older(sample(name), stated)
    if name == "zara":
        talent = item(old, "Hard to kill")["data"]
        talent.pop("itemModifiers")
        talent["hpBonus"] = 2
    assert record(read_characters([put(old, "old.json")])) == record(read_characters([put(new)]))


def test_a_weapon_that_is_not_the_games_has_its_own_figures(put):
    export = sample("zara")
    rifle = item(export, "Army carbine")
    rifle["system"] |= {"damage": 5, "special": {"a": "Armor-Piercing"}}
    named = read_characters([put(export)])
    assert record(named)["weapons"][0] == "army carbine"
    told = "damage 3 of the game's army carbine, not 5 of the file"
    assert ("items.1", told) in notes(named, "guessed")
    [own, _] = record(read_characters([put(export)], ImportOptions(own=True)))["weapons"]
    assert (own["damage"], own["tags"]) == (5, ["automatic", "armour-piercing"])
    rifle["name"] = "Army carbines"  # only like it, and of other figures: not meant
    assert record(read_characters([put(export)]))["weapons"][0]["damage"] == 5
    rifle["system"]["damage"] = 3
    guess = read_characters([put(export)])
    assert record(guess)["weapons"][0] == "army carbine"
    assert ("items.1", "Army carbines: the game's army carbine") in notes(guess, "guessed")


def test_what_is_worn_what_is_used_up_and_who_is_run_by_the_game_master(put):
    export = sample("zara")
    export["type"] = "npc"
    item(export, "Army carbine")["system"]["quantity"] = 0
    suit = item(export, "Light armor")
    heavy = json.loads(json.dumps(suit))
    heavy["name"], heavy["system"]["armorRating"], heavy["system"]["equipped"] = "Heavy armour", 6, False
    export["items"].append(heavy)
    found = read_characters([put(export)])
    assert (record(found)["npc"], record(found)["armour"]) == (True, "light armour")
    assert "run_by" not in record(found)
    assert [weapon["name"] for weapon in record(found)["weapons"]] == ["Deck cleaver"]
    assert ("items.1", "Army carbine: there is none left") in notes(found, "left out")
    assert ("items.6", "Heavy armour: not worn, or not the best") in notes(found, "left out")


def test_figures_beyond_what_the_game_has_become_the_nearest(put):
    export = sample("zara")
    export["system"]["attributes"]["strength"]["value"] = 12
    export["system"]["skills"]["force"]["value"] = "7"
    export["name"] = "Z" * 60
    found = read_characters([put(export)])
    assert record(found)["attributes"]["strength"] == 10
    assert record(found)["skills"]["force"] == 5
    assert record(found)["name"] == "Z" * 40
    told = "12 taken as 10: expected a whole number from 1 to 10"
    assert ("system.attributes.strength.value", told) in notes(found, "guessed")


# --- twodsix ----------------------------------------------------------------------------------------


def test_a_traveller_with_skills_arms_and_wounds(put):
    found = read_characters([put(sample("ives"))])
    assert found.ruleset.id == "traveller"
    assert record(found) == {
        "name": "Sergeant Ives",
        "side": "crew",
        "at": [0, 0],
        "run_by": "person",
        "characteristics": {"STR": 8, "DEX": 9, "END": 7, "INT": 7, "EDU": 6, "SOC": 5},
        "skills": {"gun combat (slug)": 2, "melee": 1},
        "weapons": [
            {
                "name": "Boarding gun",
                "kind": "ranged",
                "dice": 3,
                "range": 30,
                "shots": 12,
                "skill": "gun combat (slug)",
            },
            "blade",
            "medikit",
        ],
        "armour": ["cloth"],
        "now": {"END": 5},
    }
    guesses = notes(found, "guessed")
    assert ("items.2", "Gun Combat (Slug Rifle) 2: gun combat (slug)") in guesses
    assert ("items.5.system.damage", "3 dice for 3d6+1, +1 in all") in guesses
    assert ("items.5.system.range", "range 30 metres, the first of 30/60") in guesses
    assert ("items.4", "Carousing: a skill that plays no part in fights") in notes(found, "left out")


def test_armour_by_the_name_that_its_book_has_for_it(put):
    export = sample("ives")
    suit = item(export, "Cloth")
    suit["name"], suit["system"]["armor"] = "Battle Dress", 18
    found = read_characters([put(export)])
    assert record(found)["armour"] == ["powered armour"]
    assert "Battle Dress: the game's powered armour" in {told for _, told in notes(found, "understood")}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"damage": "4D6", "damageType": "laser"}, {"dice": 4, "tags": ["laser"]}),
        ({"damage": "2D+4"}, {"dice": 3}),
        ({"damage": "16d6"}, {"dice": 12}),
        ({"range": "", "rangeBand": "shotgun"}, {"range": 20}),
        ({"range": 0, "weaponType": "Thrown", "quantity": 3}, {"kind": "thrown", "range": 10, "shots": 3}),
        ({"range": "reach"}, {"kind": "melee", "skill": "melee"}),
        ({"target": {"type": "radius", "value": 6}}, {"tags": ["blast"]}),
        ({"features": "Scope, Bulky"}, {"scope": True}),
        ({"magazineSize": "20"}, {"shots": 20}),
    ],
)
def test_a_weapon_as_the_system_may_write_it(put, changed, expected):
    export = sample("ives")
    item(export, "Boarding gun")["system"] |= changed
    weapon = record(read_characters([put(export)]))["weapons"][0]
    assert {key: weapon.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    "damage", ["", "By grenade", "2D6*20", "max(@characteristics.strength.mod, 1)", "0d6"]
)
def test_what_does_no_dice_of_damage_is_left_out(put, damage):
    export = sample("ives")
    item(export, "Boarding gun")["system"]["damage"] = damage
    found = read_characters([put(export)])
    assert record(found)["weapons"] == ["blade", "medikit"]
    assert ("items.5", f"Boarding gun: damage {damage!r} is not a number of dice") in notes(found, "left out")


def test_armour_by_layers_lasers_and_hide(put):
    export = sample("ives")
    cloth = item(export, "Cloth")
    cloth["name"] = "Mirror coat"
    cloth["system"]["secondaryArmor"] = {"value": 12, "protectionTypes": ["laser"]}
    coat = {"name": "Mirror coat", "protection": 9}
    mirror = {"name": "Mirror coat (laser)", "protection": 12, "against": "lasers"}
    assert record(read_characters([put(export)]))["armour"] == [coat, mirror]
    export["items"].remove(cloth)
    export["type"] = "animal"
    assert record(read_characters([put(export)]))["armour"] == 9
    cloth["system"]["equipped"] = "ship"
    export["items"].append(cloth)
    assert "armour" not in record(found := read_characters([put(export)]))
    assert ("items.8", "Mirror coat: left in the ship") in notes(found, "left out")


# --- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "export.json:1: not JSON: Expecting property name"),
        ('{"a": NaN}', "NaN is not a number"),
        ("[" * 100_000, "records are nested too deeply"),
        ('{"a": 1' + "0" * 5_000 + "}", "not readable as JSON"),
        ("[]", "expected the export of one actor, got a list"),
        ("{}", "its system cannot be recognised; expected twodsix or yzecoriolis"),
        ('{"_stats": {"systemId": "dnd5e"}}', "is for the system 'dnd5e'; expected twodsix or yzecoriolis"),
        ('{"_stats": {"systemId": ["dnd5e"]}}', "its system cannot be recognised"),
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(put, text, told):
    with pytest.raises(BadData) as e:
        read_characters([put(text)])
    assert len(e.value.faults) == 1
    assert told in str(e.value)


@pytest.mark.parametrize("depth", [300, 600, 800, 850, 900, 940, 960, 980, 990])
def test_an_export_that_is_deep_is_read_or_refused(put, depth):
    export = json.dumps(sample("zara")).replace('"A station of her own"', "[" * depth + '"x"' + "]" * depth)
    try:
        assert record(read_characters([put(export)])) == ZARA
    except BadData as e:
        assert "too deep" in str(e)  # noqa: PT017


def test_an_export_of_more_items_than_anybody_carries(put):
    export = sample("zara")
    export["items"] = [export["items"][4]] * 1_001
    with pytest.raises(BadData, match="items: expected at most 1,000 records, got 1,001"):
        read_characters([put(export)])


@pytest.mark.parametrize("kind", ["ship", None, 7, ["character"]])
def test_what_is_no_person_is_refused(put, kind):
    with pytest.raises(BadData, match="type: expected character or npc, got "):
        read_characters([put(sample("zara") | {"type": kind})])


def test_files_that_are_none(tmp_path, put):
    (tmp_path / "big.json").write_bytes(b" " * 5_000_001)
    (tmp_path / "odd.csv").write_bytes(b"name\n\xff\n")
    for name, told in (
        ("big.json", "expected at most 5,000,000 bytes"),
        ("odd.csv", "odd.csv:2: expected UTF-8 text"),
        ("none.json", "cannot be read: No such file"),
        ("", "cannot be read: Is a directory"),
    ):
        with pytest.raises(BadData, match=told):
            read_characters([tmp_path / name])
    with pytest.raises(BadData, match="is a Coriolis character; expected one for traveller"):
        read_characters([put(sample("zara"))], ImportOptions("traveller"))
    with pytest.raises(NotFound, match="ruleset 'corolis'"):
        read_characters([put(sample("zara"))], ImportOptions("corolis"))
    with pytest.raises(
        BadData, match=r"ives\.json: is a Traveller character, but the first is from Coriolis"
    ):
        read_characters([put(sample("zara")), put(sample("ives"), "ives.json")])


def test_all_faults_of_all_files_are_told_and_nothing_is_taken(put):
    bad = sample("zara")
    bad["system"]["attributes"]["wits"] = {"value": {"of": 3}}
    del bad["system"]["attributes"]["empathy"]
    bad["name"] = ""
    worse = sample("ives") | {"items": [1]}
    with pytest.raises(BadData) as e:
        read_characters([put(sample("zara"), "good.json"), put(bad, "bad.json"), put(worse, "worse.json")])
    told = [str(fault).rpartition("/")[2] for fault in e.value.faults]
    assert told == [
        "bad.json: name: expected a name",
        "bad.json: system.attributes.wits.value: expected a number from 1 to 10, got a record",
        "bad.json: system.attributes.wits.value: expected a number from 1 to 10, got nothing",
        "bad.json: system.attributes.empathy.value: expected a number from 1 to 10, got nothing",
        "worse.json: items: expected a list of records",
    ]


def refusal(path):
    try:
        read_characters([path])
    except BadData as e:
        return str(e)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zara", "ives"])
def test_any_value_of_any_other_type_is_read_or_refused(put, name):
    whole = sample(name)

    def everywhere(value, path=()):
        yield path
        pairs = (
            value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
        )
        for key, each in pairs:
            yield from everywhere(each, (*path, key))

    said = 0
    odds: tuple[object, ...] = (None, [], {}, "x", -1, 1e30, True, [[]])
    for n, path in enumerate(list(everywhere(whole))[1:]):
        for odd in (odds[n % 8], odds[(n + 3) % 8]):
            export = sample(name)
            holder = export
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = odd
            told = refusal(put(export))
            said += bool(told)
            assert len(told) < 2_000
    assert said > 20


# --- tables -----------------------------------------------------------------------------------------


def test_a_table_with_names_spelt_otherwise_and_columns_of_its_own():
    found = read_characters([SAMPLES / "gang.csv"], ImportOptions("coriolis"))
    nerses, docker = (fighter.record for fighter in found.fighters)
    assert nerses == {
        "name": "Nerses",
        "side": "guild",
        "at": [12, 0],
        "count": 1,
        "archetype": "soldier",
        "skills": {"ranged combat": 2, "observation": 1},
        "weapons": ["heavy pistol", "knife"],
        "armour": "light armour",
    }
    assert docker["count"] == 2
    assert ("line 2, armour", "light armor: the game's light armour") in notes(found, "guessed")
    assert ("line 3", "column Colour") in notes(found, "left out")


@pytest.mark.parametrize("game", rulesets())
def test_the_template_of_each_game_can_be_taken_as_it_is(game, put):
    text = template(rulesets()[game])
    found = read_characters([put(text, "party.csv")], ImportOptions(game))
    assert len(found.fighters) == 3
    shipped = [f for scene in rulesets()[game].scenes.values() for f in tomllib.loads(scene)["fighters"]]
    for fighter in found.fighters:
        assert {key: value for key, value in fighter.record.items() if value != 1} in [
            {key: value for key, value in each.items() if value != 1} for each in shipped
        ]


def test_columns_of_records_stand_apart_or_alone_between_other_marks(put):
    text = (
        'Name;STR;DEX;characteristics.END;Skills;weapons;now.end\nIda;8;7;6;gun combat 1;"rifle; blade";4\n'
    )
    found = record(read_characters([put(text, "t.csv")], ImportOptions("traveller")))
    assert found["characteristics"] == {"STR": 8, "DEX": 7, "END": 6}
    assert (found["weapons"], found["now"]) == (["rifle", "blade"], {"END": 4})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected a column 'name'"),
        ("name\n", "expected one row per fighter"),
        ("name,name\nA,B\n", "two columns are for name"),
        ("name,archetipe\nA,soldier\n", "there is no column 'archetipe'; did you mean 'archetype'?"),
        ("name,archetype\nA\n", "t.csv:2: expected 2 cells, got 1"),
        ("name,archetype\nA,soldier\nB,wizard\n", "t.csv:3: archetype: "),
        ("name,archetype,hp\nA,soldier,many\n", "t.csv:2: hp: expected a whole number, got 'many'"),
        ("name,archetype,weapons\nA,soldier,rocket\n", "t.csv:2: weapons.1: "),
        ('name,archetype\n"A,soldier\n', "not CSV"),
        ("name\nA\n", "t.csv:2: expected an archetype, or attributes"),
        ("name,archetype,at\nA,soldier,here\n", "t.csv:2: at"),
        ("name,archetype,cover\nA,soldier,wall\n", "there is no cover in this scene 'wall'"),
    ],
)
def test_a_table_with_faults(put, text, told):
    with pytest.raises(BadData) as e:
        read_characters([put(text, "t.csv")], ImportOptions("coriolis"))
    assert told in str(e.value)


def test_what_looks_like_a_number_is_one_only_where_a_number_is_meant(put):
    text = "name,side,at,archetype,armour,aware,hp\n7,1,0.5; 2,soldier,4,no,3\n"
    found = record(read_characters([put(text, "t.csv")], ImportOptions("coriolis")))
    assert (found["name"], found["side"], found["at"], found["armour"]) == ("7", "1", [0.5, 2], 4)
    assert (found["aware"], found["hp"]) == (False, 3)
    text = "name,person,armour\nIda,marine,4\n"
    assert record(read_characters([put(text, "t.csv")], ImportOptions("traveller")))["armour"] == 4


def test_a_table_has_to_be_told_the_game(put):
    with pytest.raises(BadData, match="a table does not say which game it is for; add --game"):
        read_characters([put("name\nA\n", "t.csv")])


# --- into scenes ------------------------------------------------------------------------------------


def test_fighters_behind_those_of_a_scene_that_stays_as_it_is(put):
    scene = "# ours\n" + operations.scene_text("duel")
    found = read_characters(
        [put(sample("zara") | {"name": "Zara"})] * 2, scene=operations.load_scene("duel").scene
    )
    text = into(scene, "duel.toml", found)
    assert text.startswith(scene.rstrip())
    opened = operations.load_scene(put(text, "duel.toml"))
    fighters = getattr(opened.scene, "fighters", ())
    assert [f.name for f in fighters] == ["Zara", "Kaan", "Zara 2", "Zara 3"]
    assert [f.at for f in fighters[2:]] == [(0, 0), (0, 2)]
    assert ("name", "Zara 2: there is already a Zara") in notes(found, "guessed")
    session = operations.start(put(text, "duel.toml"), seed=3)
    controller = operations.AutopilotController(session)
    controller.lend("autopilot")
    controller.run()
    assert session.over
    with pytest.raises(BadData):
        into(scene + '\n[[fighters]]\nname = "X"\n', "duel.toml", found)


COMMENTED = """# ours
ruleset = "coriolis"
title = "Hold"

[[fighters]]  # the pilot
name = "Zara"
side = "crew"
at = [1.5, 2]
run_by = "dice"
archetype = "pilot"

[fighters.skills]
pilot = 4

# and the foe
[[fighters]]
name = "Kaan"
side = "guild"
at = [9, 0]
archetype = "soldier"  # or worse
"""


def test_a_fighter_takes_the_place_of_one_of_a_scene(put):
    scene = operations.load_scene(put(COMMENTED, "hold.toml")).scene
    found = read_characters(
        [put(sample("zara") | {"name": "Zara"})], ImportOptions(instead=("Zara",)), scene=scene
    )
    assert {key: record(found)[key] for key in ("name", "side", "at", "run_by")} == {
        "name": "Zara",
        "side": "crew",
        "at": [1.5, 2],
        "run_by": "dice",
    }
    text = into(COMMENTED, "hold.toml", found)
    assert text.startswith('# ours\nruleset = "coriolis"\ntitle = "Hold"\n\n[[fighters]]\nname = "Zara"\n')
    assert text.endswith(COMMENTED[COMMENTED.index("\n# and the foe") :])
    assert "pilot" not in text
    last = read_characters([put(sample("zara"))], ImportOptions(instead=("Kaan",)), scene=scene)
    text = into(COMMENTED, "hold.toml", last)
    assert text.startswith(COMMENTED[: COMMENTED.index('[[fighters]]\nname = "Kaan"')])
    assert [each["name"] for each in tomllib.loads(text)["fighters"]] == ["Zara", "Zara Haddad"]
    assert text.endswith("reloads = 2\n")


def test_places_that_cannot_be_taken(put):
    scene, zara = operations.load_scene("boarding").scene, put(sample("zara"))
    for instead, told in (
        (("Zora",), "in whose place: there is no fighter 'Zora'; did you mean 'Zara'"),
        (("Zara", "Zara"), "expected at most 1 fighters, each once"),
    ):
        with pytest.raises(BadData, match=told):
            read_characters([zara], ImportOptions(instead=instead), scene=scene)
    line = 'ruleset = "coriolis"\ntitle = "x"\nfighters = [\n'
    for n, name in enumerate(("A", "B")):
        line += f'{{ name = "{name}", side = "{name}", at = [{n}, 0], archetype = "soldier" }},\n'
    inline = put(line + "]\n", "inline.toml")
    found = read_characters([zara], ImportOptions(instead=("A",)), scene=operations.load_scene(inline).scene)
    with pytest.raises(BadData, match=r"inline.toml:4: expected each fighter under \[\[fighters\]\]"):
        into(inline.read_text(encoding="utf-8"), "inline.toml", found)


def test_the_page_shows_code_that_runs(monkeypatch, capsys):
    monkeypatch.chdir(SAMPLES)
    [page] = SAMPLES.parent.rglob("import.md")
    [block] = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(block, "import.md", "exec"), {})
    assert 'name = "Zara Haddad"' in capsys.readouterr().out


@pytest.mark.parametrize("digits", [400, 5_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_hundreds_of_digits_is_a_fault_with_its_place(put, digits, sign):
    """Every number of every export, one at a time."""
    for file in sorted(SAMPLES.glob("*.json")):
        text = json.dumps(sample(file.stem))
        places = list(re.finditer(r"(?<=: )\d+(?=[,}])", text))
        for found in part_of(places, 20):
            path = put(text[: found.start()] + sign + "9" * digits + text[found.end() :])
            with suppress(BadData):
                read_characters([path])
