"""Packs: weapons, armour, spells and people from beside the game."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.errors import BadData
from affray.core.pack import read_packs
from affray.core.scene import read_scene
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6.scene import SkirmishScene

FILES = {
    "pack.toml": 'ruleset = "d6"\ntitle = "Harbour arms"\n',
    "weapons.csv": "name,kind,skill,damage,shots,automatic,range,hands\n"
    "boat hook,melee,melee combat,8,,,5,2\nrivet gun,ranged,marksmanship,14,20,true,90,2\n",
    "armours.csv": "name,rating\noilskins,2\n",
    "spells.csv": "name,components,damage,range\ngust,V,5,90\n",
    "archetypes.toml": '[[archetypes]]\nname = "docker"\nskills = { "melee combat" = "4D+1" }\n'
    'reflexes = "3D+1"\nwillpower = "2D"\nhit_points = 33\nweapons = ["boat hook"]\nspells = ["gust"]\n',
}
SCENE = """
ruleset = "d6"
title = "On the quay"

[[fighters]]
name = "A"
side = "one"
at = [0, 0]
archetype = "docker"
weapons = ["rivet gun", "knife"]
armour = "oilskins"

[[fighters]]
name = "B"
side = "other"
at = [9, 0]
archetype = "thug"
spells = ["gust"]
"""


@pytest.fixture
def quay(tmp_path):
    """A scene that needs a pack, and the pack."""
    pack = tmp_path / "harbour"
    pack.mkdir()
    for name, text in FILES.items():
        (pack / name).write_text(text, encoding="utf-8")
    scene = tmp_path / "quay.toml"
    scene.write_text(SCENE, encoding="utf-8")
    return scene, pack


def test_what_a_pack_brings_is_fought_with(quay):
    _, pack = quay
    content = read_packs([pack], "d6", SkirmishScene.kinds)
    fight = RULESET.start(read_scene(SCENE, SkirmishScene, "quay", content))
    a, b = fight.fighters
    assert (a.sheet.skills.melee_combat, a.sheet.reflexes, a.hp, a.sheet.armour) == (13, 10, 33, 2)
    assert [(w.name, w.damage, w.automatic) for w in a.kit] == [("rivet gun", 14, True), ("knife", 6, False)]
    assert [s.name for s in a.sheet.spells] == [s.name for s in b.sheet.spells] == ["gust"]
    with pytest.raises(BadData, match="there is no archetype 'docker'"):
        read_scene(SCENE, SkirmishScene)


def test_a_newcomer_takes_what_an_archetype_of_a_pack_carries(quay):
    scene, pack = quay
    with operations.start(scene, packs=[pack]) as session:
        session.say.join({"name": "C", "side": "one", "at": [1, 1], "archetype": "docker"})
        assert session.fight.bodies[2].hands == ("boat hook",)


def test_what_is_wrong_with_a_pack_is_said_with_its_row(quay):
    _, pack = quay
    (pack / "weapons.csv").write_text("name,skill,damage\nx,dancing,4\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"weapons.csv:2: skill: there is no skill 'dancing'"):
        read_packs([pack], "d6", SkirmishScene.kinds)
