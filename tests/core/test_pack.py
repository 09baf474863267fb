"""Packs: what they bring, and every fault with its file and row."""

from __future__ import annotations

import json

import pytest

from affray.core.errors import BadData
from affray.core.pack import NOTHING, Content, Pack, content_of, pack_for, read_packs
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene

GAME = ruleset("coriolis")
KINDS = GAME.scene.kinds
PACK = 'ruleset = "coriolis"\ntitle = "Harbour arms"\n'
WEAPONS = """name,kind,bonus,initiative,damage,crit,band,tags
harpoon gun,ranged,1,0,4,2,Long,slow; loud

flare pistol,ranged,,,1,,Short,
"""
PEOPLE = """
[[archetypes]]
name = "docker"
attributes = { strength = 4, agility = 3, wits = 2, empathy = 3 }
skills = { force = 2 }
"""
SCENE = """
ruleset = "coriolis"
title = "On the quay"

[[fighters]]
name = "A"
side = "one"
at = [0, 0]
archetype = "docker"
weapons = ["harpoon gun", "carbine"]
armour = "oilskins"

[[fighters]]
name = "B"
side = "other"
at = [9, 0]
archetype = "soldier"
skills = { force = 1 }
"""
ALL = {
    "pack.toml": PACK,
    "weapons.csv": WEAPONS,
    "archetypes.toml": PEOPLE,
    "armours.csv": "name,rating\noilskins,2\n",
    "README.md": "not a table",
}


@pytest.fixture
def folder(tmp_path):
    """Writes a pack and gives its folder."""

    def write(files=ALL, name="harbour"):
        place = tmp_path / name
        place.mkdir(exist_ok=True)
        for file, text in files.items():
            data = text if isinstance(text, bytes) else text.encode()
            (place / file).write_bytes(data)
        return place

    return write


def read(*folders):
    return read_packs(folders, "coriolis", KINDS)


def faults(*folders):
    with pytest.raises(BadData) as caught:
        read(*folders)
    return [str(fault).removeprefix(str(folders[0]) + "/") for fault in caught.value.faults]


def test_a_pack_brings_weapons_armour_and_people_to_a_scene(folder):
    scene = read_scene(SCENE, GAME.scene, "quay", read(folder()))
    fight = GAME.start(scene)
    docker = fight.bodies[0]
    assert [(w.name, w.damage, w.tags) for w in docker.kit[:2]] == [
        ("harpoon gun", 4, ("slow", "loud")),
        ("carbine", 3, ("automatic",)),
    ]
    assert (docker.sheet.strength, docker.sheet.skills.force, docker.sheet.armour) == (4, 2, 2)
    assert fight.bodies[1].sheet.skills.force == 1


def test_what_a_newcomer_has_may_come_from_a_pack(folder):
    content = read(folder())
    scene = read_scene(SCENE, GAME.scene, "quay", content)
    record = {"name": "C", "side": "one", "at": [1, 1], "archetype": "docker", "weapons": ["flare pistol"]}
    body = GAME.joining(GAME.start(scene), scene.newcomer(record, ("A", "B"), content))
    assert body.kit[0].name == "flare pistol"
    with pytest.raises(BadData, match="no archetype 'docker'"):
        scene.newcomer(record, ("A", "B"))


def test_without_the_pack_its_names_are_unknown(folder):
    with pytest.raises(BadData) as caught:
        read_scene(SCENE, GAME.scene, "quay")
    assert [fault.place for fault in caught.value.faults] == ["quay:9", "quay:10", "quay:11"]


def test_a_replaced_table_keeps_none_of_the_games_own(folder):
    place = folder({**ALL, "pack.toml": PACK + 'replaces = ["weapons"]\n'})
    with pytest.raises(BadData, match=r"no weapon 'carbine'; known: flare pistol, harpoon gun"):
        read_scene(SCENE, GAME.scene, "quay", read(place))
    own = {
        **ALL,
        "pack.toml": PACK + 'replaces = ["weapons"]\n',
        "weapons.csv": WEAPONS + "carbine,ranged,0,0,9,1,Long,\n",
    }
    scene = read_scene(SCENE, GAME.scene, "quay", read(folder(own)))
    assert GAME.start(scene).bodies[0].kit[1].damage == 9


def test_content_can_be_written_down_and_read_again(folder):
    content = read(folder({**ALL, "pack.toml": PACK + 'replaces = ["armours"]\n'}))
    again = content_of(json.loads(json.dumps(content.plain())), KINDS, "log")
    assert again == content
    assert NOTHING.plain() == {}
    assert content_of({}, KINDS, "log") == NOTHING


def test_a_name_that_the_game_has_taken_since_stays_that_of_a_pack_in_a_fight_that_was_kept():
    written = {"tables": {"weapons": [{"name": "carbine", "kind": "ranged", "damage": 9, "band": "Long"}]}}
    with pytest.raises(BadData, match="the game already has a 'carbine'"):
        content_of(written, KINDS, "packs")
    content = content_of(written, KINDS, "log", kept=True)
    text = SCENE.replace('"harpoon gun", ', "").replace("oilskins", "light armour").replace("docker", "scout")
    scene = read_scene(text, GAME.scene, "quay", content)
    assert GAME.start(scene).bodies[0].kit[0].damage == 9


def test_content_that_was_written_by_hand_is_checked():
    bad = {"tables": {"weapons": [{"name": "x", "kind": "magic", "damage": 1}], "ships": [{}]}}
    with pytest.raises(BadData) as caught:
        content_of(bad, KINDS, "log")
    assert [str(fault) for fault in caught.value.faults] == [
        "log:weapons: 1.kind: expected 'melee' or 'ranged', got 'magic'",
        "log:ships: there is no table 'ships'; known: archetypes, armours, weapons",
    ]
    with pytest.raises(BadData, match="expected the tables of a pack"):
        content_of({"tables": 3}, KINDS, "log")


def test_all_faults_are_told_with_file_and_row(folder):
    weapons = """name,kind,damage,band,colour
sabre,melee,3,Close,red
"""
    assert faults(folder({"pack.toml": PACK, "weapons.csv": weapons})) == [
        "weapons.csv:1: there is no column 'colour'; "
        "known: band, bonus, crit, damage, initiative, kind, name, tags"
    ]
    rows = """name,kind,damage,band
"long
sabre",melee,3,Close
hook,melee,99,Close
sword,melee,2,Close
cleaver,melee,two,Near
gaff,melee,1,Close
gaff,melee,2,Close
spike,melee
"""
    place = folder({"pack.toml": PACK, "weapons.csv": rows.replace("spike,melee\n", "")})
    assert faults(place) == [
        "weapons.csv:2: name: expected a name without control characters, got 'long\\nsabre'",
        "weapons.csv:4: damage: expected at most 20, got '99'",
        "weapons.csv:6: damage: expected a whole number, got 'two'",
        "weapons.csv:6: band: expected 'Close', 'Short', 'Long' or 'Extreme', got 'Near'",
        f"weapons.csv:8: name: 'gaff' is already in {place}/weapons.csv:7; expected a different name",
        "weapons.csv:5: the game already has a 'sword'; expected another name, or replaces = [\"weapons\"]",
    ]
    assert faults(folder({"weapons.csv": rows}))[0] == "weapons.csv:9: expected 4 cells, got 2"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"pack.toml": 'title = "x"\n'}, "pack.toml: ruleset: is missing"),
        ({"pack.toml": "title = \n"}, "pack.toml:1: not TOML: Invalid value"),
        (
            {"pack.toml": 'ruleset = "horizon"\ntitle = "x"\n'},
            "pack.toml:1: ruleset: the pack is for 'horizon'",
        ),
        (
            {"pack.toml": PACK + 'replaces = ["wepons"]\n'},
            "pack.toml:3: replaces.1: there is no table 'wepons'",
        ),
        ({"pack.toml": PACK + "colour = 3\n"}, "pack.toml:3: colour: there is no key 'colour'"),
        (
            {"pack.toml": PACK, "wepons.csv": ""},
            "wepons.csv: there is no table 'wepons'; did you mean 'weapons'?",
        ),
        ({"pack.toml": PACK, "weapons.csv": ""}, "weapons.csv:1: expected a column 'name'"),
        ({"pack.toml": PACK, "weapons.csv": b"name\n\xff\n"}, "weapons.csv:2: expected UTF-8 text"),
        ({"pack.toml": PACK, "weapons.csv": 'name\n"x\n'}, "weapons.csv:2: not CSV"),
        ({"pack.toml": PACK, "weapons.csv": "name,name\n"}, "weapons.csv:1: two columns are called 'name'"),
        ({"pack.toml": PACK, "weapons.toml": "weapons = 3\n"}, "weapons.toml: expected a list of records"),
        (
            {"pack.toml": PACK, "weapons.toml": "x = 1\n[[weapons]]\n"},
            "weapons.toml:1: x: expected only [[weapons]]",
        ),
        (
            {"pack.toml": PACK, "weapons.toml": '[[weapons]]\nname = "x"\nkind = "melee"\ndamage = -1\n'},
            "weapons.toml:4: weapons.1.damage: expected at least 0, got -1",
        ),
    ],
)
def test_one_fault(folder, files, told):
    assert faults(folder(files))[0].startswith(told)


def test_a_file_too_large_is_refused(folder):
    assert faults(folder({"pack.toml": PACK, "weapons.csv": "x" * 1_000_001})) == [
        "weapons.csv: expected at most 1,000,000 bytes"
    ]


def test_a_folder_that_is_no_pack_or_not_there(tmp_path):
    assert faults(tmp_path) == [f"{tmp_path}: not a pack: expected a pack.toml in it"]
    assert faults(tmp_path / "x") == ["pack.toml: cannot be read: No such file or directory"]


def test_two_packs_may_not_bring_the_same_name(folder):
    one, two = folder(), folder({"pack.toml": PACK, "weapons.csv": WEAPONS}, "other")
    with pytest.raises(
        BadData, match=r"other/weapons.csv:2: name: 'harpoon gun' is already in .*harbour/weapons.csv:2"
    ):
        read(one, two)


def test_a_pack_says_which_game_it_is_for(folder):
    assert pack_for(folder()) == "coriolis"
    assert pack_for(folder(), ["coriolis", "d6"]) == "coriolis"
    with pytest.raises(BadData, match=r"pack.toml:1: ruleset: there is no ruleset 'coriolis'; known: d6"):
        pack_for(folder(), ["d6"])
    with pytest.raises(BadData, match="expected the id of a game"):
        pack_for(folder({"pack.toml": "title = 3\n"}))


def test_what_each_pack_brings_is_told_by_its_title(folder):
    hooks = {"pack.toml": 'ruleset = "coriolis"\ntitle = "Hooks"\nreplaces = ["weapons"]\n'}
    hooks["weapons.csv"] = "name,kind,damage\nboat hook,melee,2\n"
    content = read(folder(), folder(hooks, "hooks"))
    assert content.packs == (
        Pack(
            "Harbour arms",
            {
                "armours": ("oilskins",),
                "weapons": ("harpoon gun", "flare pistol"),
                "archetypes": ("docker",),
            },
        ),
        Pack("Hooks", {"weapons": ("boat hook",)}, ("weapons",)),
    )
    assert content == Content(content.tables, content.replaces)


def test_records_come_besides_those_that_are_there(folder):
    there = read(folder())
    more = {"tables": {"weapons": [{"name": "hook", "kind": "melee", "damage": 2}]}, "replaces": ["armours"]}
    both = content_of(more, KINDS, "packs", there)
    assert list(both.tables["weapons"]) == ["harpoon gun", "flare pistol", "hook"]
    assert both.tables["archetypes"] == there.tables["archetypes"]
    assert both.replaces == {"armours"}
    assert list(there.tables["weapons"]) == ["harpoon gun", "flare pistol"]
    assert both.packs == there.packs
    again = {"tables": {"weapons": [{"name": "flare pistol", "kind": "melee", "damage": 2}]}}
    with pytest.raises(BadData, match=r"packs:weapons: 1.name: another pack already has a 'flare pistol'"):
        content_of(again, KINDS, "packs", there)


def test_tables_are_read_in_the_order_of_the_game(folder):
    harbour = folder({**ALL, "armours.csv": "name,rating\noilskins,2\n"})
    assert list(read(harbour).tables) == ["weapons", "armours", "archetypes"]
