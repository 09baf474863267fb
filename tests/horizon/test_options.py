"""Every option of the game, at each of its values, from the file to the end of a fight."""

import pytest

from affray import operations
from affray.core.errors import BadData
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.scene import CATALOGUE
from affray.testing.roaming import roam
from tests.whole import some

YARD = """
ruleset = "horizon"
title = "Everything"
opens = "red"
before = 1
options = {{ {options} }}
[[walls]]
name = "fence"
ends = [[4, 2], [4, 9]]
health = 20
[[things]]
name = "rock"
at = [0, 1]
improvised = "rock"
[[things]]
name = "box"
at = [1, 0]
object = "human body"
[[things]]
name = "old gun"
at = [1, 1]
weapon = "{old}"
[[fighters]]
name = "Ada"
side = "red"
at = [0, 0]
archetype = "elite"
weapons = ["{old}", "light-military-grenade", "light-military-grenade", "simple-weapon"]
hidden = 5
[[fighters]]
name = "Bo"
side = "red"
at = [0, 4]
archetype = "bruiser"
task = {{ name = "pick a lock", skill = "tech lore", goal = 5 }}
[[fighters]]
name = "Cy"
side = "blue"
at = [7, 3]
archetype = "marksman"
aware = false
[[fighters]]
name = "Di"
side = "blue"
at = [7, 5]
archetype = "soldier"
health = 30
"""


def values(option):
    ends = {end for end in (option.least, option.most, option.default) if end is not None}
    return {"flag": [True, False], "choice": list(option.values)}.get(option.kind, sorted(ends))


def written(key, value):
    text = f'"{value}"' if isinstance(value, str) else str(value).lower()
    return f'"{key}" = {text}'


def yard(options, old="rusty-assault-rifle"):
    return YARD.format(options=options, old=old)


@pytest.mark.slow
@pytest.mark.parametrize("key", CATALOGUE.options)
def test_every_value_of_an_option_is_checked_started_and_fought_with(key):
    option = CATALOGUE.options[key]
    for value in values(option):
        old = "lmg" if (key, value) == ("legacy.tables", "off") else "rusty-assault-rifle"
        start = RULESET.start(read_scene(yard(written(key, value), old), RULESET.scene))
        assert getattr(start.house, option.field) == value
        assert roam(RULESET, start, Stream(7), most=some(60, 2)).faults == ()


@pytest.mark.option("legacy.tables")
@pytest.mark.parametrize("old", ["rusty-pistol", "rusty-assault-rifle"])
def test_weapons_that_are_off_are_faults_with_their_place(old):
    with pytest.raises(BadData) as caught:
        read_scene(yard('"legacy.tables" = "off"', old), RULESET.scene)
    places = [fault.place.partition(" ")[0] for fault in caught.value.faults]
    assert places == ["scene:22", "scene:28"]


@pytest.mark.option("legacy.tables")
def test_they_are_off_where_the_table_says_so_and_not_the_scene(tmp_path):
    path = tmp_path / "yard.toml"
    path.write_text(yard(""), encoding="utf-8")
    off = {"legacy.tables": "off"}
    for begin in (operations.start, operations.simulate):
        with pytest.raises(BadData) as caught:
            begin(str(path), options=off)
        assert str(caught.value).startswith("legacy.tables: the two weapons of the older layout are off")
