"""Grids: files with axes, whose faults are told with their lines."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.errors import BadData

HEAD = 'scene = "coriolis/duel"\nn = 10\n'


@pytest.fixture
def grid(tmp_path):
    def load(text):
        path = tmp_path / "grid.toml"
        path.write_text(text)
        return operations.load_grid(path)

    return load


@pytest.mark.slow
def test_cells_are_the_product_of_the_axes(grid):
    found = grid(
        HEAD + 'seeds = [1, 2]\n[options]\n"crit.repeat" = [true, false]\n'
        '[weapons]\nKaan = ["axe", "sword"]\n[fighters.Kaan]\narmour = [0, "light armour"]\n'
    )
    assert found.names == ("crit.repeat", "Kaan weapon", "Kaan armour", "seed")
    assert [cell.number for cell in found.cells] == list(range(16))
    assert found.cells[0].axes == (
        ("crit.repeat", True), ("Kaan weapon", "axe"), ("Kaan armour", 0), ("seed", 1),
    )  # fmt: skip
    assert {cell.seed for cell in found.cells} == {1, 2}
    assert len({cell.text for cell in found.cells}) == 8
    assert found.sides == ("crew", "guild")
    assert 'weapons = ["axe", "heavy pistol"]' in found.cells[0].text


def test_a_scene_is_looked_for_beside_the_grid(grid, tmp_path):
    (tmp_path / "own.toml").write_text(operations.scene_text("coriolis/duel").replace("crew", "us"))
    assert grid('scene = "own.toml"\nseeds = [1, 2]\n').sides == ("us", "guild")


@pytest.mark.slow
def test_the_digest_is_that_of_all_that_matters(grid):
    text = HEAD + "seeds = [1, 2]\n"
    same = [grid(text).digest, grid(text + "# a word\n").digest]
    assert same[0] == same[1]
    others = [text.replace("10", "11"), text.replace("1, 2", "2, 1"), text.replace("coriolis/duel", "brawl")]
    assert len({same[0], *(grid(other).digest for other in others)}) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "grid.toml: is empty: expected at least one axis: options"),
        (HEAD + "[options]\n", "is empty: expected at least one axis"),
        (
            HEAD + '[options]\n"crit.repeat" = []\n',
            "grid.toml:4: options.crit.repeat: expected at least 1 of them",
        ),
        (HEAD + "seeds = []\n", "grid.toml:3: seeds: expected at least 1 of them"),
        (HEAD + '[options]\n"crit.repat" = [true]\n', "grid.toml:4: options.crit.repat: there is no option"),
        (
            HEAD + '[options]\n"crit.repeat" = [true,\n 7]\n',
            "grid.toml:5: options.crit.repeat.2: expected true or",
        ),
        (
            HEAD + '[weapons]\nKan = ["axe"]\n',
            "grid.toml:4: weapons.Kan: there is no fighter 'Kan'; did you mean",
        ),
        (HEAD + '[weapons]\nKaan = ["ax"]\n', "grid.toml:4: weapons.Kaan.1: there is no weapon 'ax'"),
        (HEAD + "[weapons]\nKaan = [3]\n", "grid.toml:4: weapons.Kaan.1: expected text, got 3"),
        (HEAD + "[fighters.Kaan]\narmour = 3\n", "grid.toml:4: fighters.Kaan.armour: expected a list, got 3"),
        (HEAD + "[fighters.Kaan]\narmor = [3]\n", "fighters.Kaan.armor.1: there is no key 'armor'; did you"),
        (HEAD + "[fighters.Kaan]\nat = [3]\n", "grid.toml:4: fighters.Kaan.at.1: expected a list, got 3"),
        (
            HEAD + "[fighters.Kaan]\ncount = [0, 2]\n",
            "grid.toml:4: fighters.Kaan.count.1: expected at least 1",
        ),
        (HEAD + "[fighters.Kaan]\ncount = [2, 2]\n", "fighters.Kaan.count: the same value appears twice"),
        (HEAD + "seeds = [1, 1]\n", "seeds: the same value appears twice"),
        (
            HEAD + 'policies = ["clever"]\n',
            "grid.toml:3: policies: there is no policy 'clever'; known: sensible",
        ),
        (HEAD + "seeds = [-1, 2]\n", "grid.toml:3: seeds.1: expected at least 0, got -1"),
        (HEAD + "seed = [1, 2]\n", "grid.toml:3: seed: there is no key 'seed'; did you mean 'seeds'"),
        (HEAD.replace("10", "0") + "seeds = [1, 2]\n", "grid.toml:2: n: expected at least 1, got 0"),
        ("seeds = [1, 2]\n", "grid.toml: scene: is missing"),
        ('scene = "duell"\nseeds = [1, 2]\n', "there is no scene 'duell'; did you mean"),
        (HEAD + "seeds = [1, 2\n", "grid.toml:4: not TOML"),
        (HEAD + f"seeds = {[*range(400)]}\n[fighters.Kaan]\nhp = {[*range(1, 301)]}\n", "has 120,000 cells"),
    ],
)
def test_faults_are_told_with_their_place(grid, text, said):
    with pytest.raises(operations.AffrayError) as e:
        grid(text)
    assert said in str(e.value)


def test_values_that_do_not_go_together_are_told(grid):
    text = 'scene = "coriolis/ambush"\n[fighters.Rashid]\nside = ["scavengers", "guards"]\n'
    with pytest.raises(
        BadData, match="Rashid side = guards, Nadira side = guards: fighters: expected at least two"
    ):
        grid(text + '[fighters.Nadira]\nside = ["scavengers", "guards"]\n')
