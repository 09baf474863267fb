"""A further column of weapons, in all games but Horizon: said in scenes, read by a rule, printed."""

from __future__ import annotations

import importlib
import shutil
import sys
from typing import Any, NamedTuple

import pytest

from affray.core.effect import Who
from affray.core.errors import BadData
from affray.core.scene import read_scene


class Game(NamedTuple):
    """A game: somebody of its lists, the figures of a weapon, and a table with a weapon of its lists."""

    id: str
    who: str
    arm: str
    table: str
    listed: str


GAMES = (
    Game("coriolis", 'archetype = "scout"', "damage = 1", "melee-weapons", "knife"),
    Game("d6", 'archetype = "thug"', "damage = 6", "melee-weapons", "knife"),
    Game("serenity", 'sample = "thug"', 'damage = "d6"', "melee-weapons", "knife"),
    Game("traveller", 'person = "hunter"', "dice = 2", "guns", "shotgun"),
    Game("traveller", 'person = "hunter"', "dice = 2", "blades", "dagger"),
)
SCENE = """
ruleset = "{game.id}"
title = "At the beam"

[[fighters]]
name = "A"
side = "one"
at = [0, 0]
{game.who}
weapons = [{{ name = "beam", kind = "melee", {game.arm}, heft = {heft} }}, "{game.listed}"]

[[fighters]]
name = "B"
side = "other"
at = [9, 0]
{game.who}
"""


class Heavy(NamedTuple):
    """A game with a column of weapons more."""

    game: Game
    heft: Any
    kind: str
    scene: Any
    reference: Any

    def fight(self, heft: int) -> Any:
        """A scene of two, one with a weapon that says it."""
        text = SCENE.format(game=self.game, heft=heft)
        return self.scene.start(read_scene(text, getattr(self.scene, self.kind), "beam"))


@pytest.fixture(params=GAMES, ids=lambda game: f"{game.id}-{game.table}")
def heavy(request, tmp_path, monkeypatch):
    """A game whose table has the column, and whose records of scenes are made anew, for one test."""
    home = f"affray.rulesets.{request.param.id}"
    package, tables = importlib.import_module(home), importlib.import_module(f"{home}.tables")
    monkeypatch.setattr(tables.WeaponColumn, "known", {})
    monkeypatch.setattr(tables.WeaponColumn, "taken", False)
    heft = tables.WeaponColumn("heft", least=-1, most=3)

    shutil.copytree(tables.TABLES.folder, tmp_path / "data")
    head, *rows = (tmp_path / "data/weapons.csv").read_text(encoding="utf-8").splitlines()
    cells = [f"{row},{int(row.startswith(f'{request.param.listed},'))}" for row in rows]
    (tmp_path / "data/weapons.csv").write_text("\n".join([f"{head},heft", *cells]), encoding="utf-8")
    monkeypatch.setattr(tables.TABLES, "folder", tmp_path / "data")
    tables.WeaponColumn.check(tables.TABLES)
    weapons = tables.weapons.__wrapped__()
    monkeypatch.setattr(tables, "weapons", lambda: weapons)

    monkeypatch.setattr(package, "scene", package.scene)
    monkeypatch.delitem(sys.modules, f"{home}.scene")
    scene = importlib.import_module(f"{home}.scene")
    return Heavy(
        request.param,
        heft,
        package.RULESET.scene.__name__,
        scene,
        importlib.import_module(f"{home}.reference"),
    )


def test_a_scene_says_it_a_rule_reads_it_and_the_card_has_it(heavy):
    fight = heavy.fight(2)
    assert [heavy.heft(weapon) for weapon in fight.bodies[0].kit][-2:] == [2, 1]
    cards = [{part.title: part for part in heavy.reference.fighter(fight, Who(who))} for who in (0, 1)]
    assert cards[0]["Weapons"].columns[-1] == "heft"
    assert [row[-1] for row in cards[0]["Weapons"].rows] == [2, 1]
    assert "heft" not in cards[1]["Weapons"].columns


def test_it_is_printed_in_the_table_where_some_weapon_has_it(heavy):
    tables = heavy.reference.tables.tables(heavy.fight(0).house)
    [table] = [table for table in tables if "heft" in table.columns]
    assert table.id == heavy.game.table
    at = table.columns.index("heft")
    assert [row[at] for row in table.rows if heavy.game.listed in row] == [1]
    assert {row[at] for row in table.rows if heavy.game.listed not in row} == {None}


@pytest.mark.parametrize(("heft", "said"), [(-2, "at least -1, got -2"), (4, "at most 3, got 4")])
def test_what_is_out_of_its_bounds_is_refused_with_its_place(heavy, heft, said):
    with pytest.raises(BadData) as caught:
        heavy.fight(heft)
    [fault] = caught.value.faults
    assert (fault.place, fault.keys) == ("beam:10", ("fighters", 0, "weapons", 0, "heft"))
    assert fault.message == f"fighters.1.weapons.1.heft: expected {said}"
