"""Fights that are over as they begin: a side has nobody who can act."""

from __future__ import annotations

import re

import pytest

from affray import operations

pytestmark = pytest.mark.slow

PEOPLE = {
    "coriolis": ("archetype = 'soldier'", "hp = 0"),
    "horizon": ("archetype = 'guard'", "now = 0"),
    "traveller": ("person = 'guard'", "now = { STR = 0, DEX = 0, END = 0 }"),
}
"""How somebody is made in the games where one may be down as a scene begins, and what says so."""


def scene(game):
    person, down = PEOPLE[game]
    fighters = (("A", "left", f"{person}\n{down}"), ("B", "right", person))
    return f"ruleset = '{game}'\ntitle = 'Over'\n" + "".join(
        f"[[fighters]]\nname = '{name}'\nside = '{side}'\nat = [{n}, 0]\n{more}\n"
        for n, (name, side, more) in enumerate(fighters)
    )


@pytest.fixture
def written(request, tmp_path):
    path = tmp_path / "over.toml"
    path.write_text(scene(request.param), encoding="utf-8")
    return path


EVERY = pytest.mark.parametrize("written", PEOPLE, indirect=True)


@EVERY
def test_check_says_so_and_play_tells_who_won(affray, written):
    code, out, err = affray("check", written)
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "The fight is over before it starts: only right can act."
    code, out, _ = affray("play", written, "--auto", "--plain")
    assert code == 0
    assert "The fight is over: victory for the right." in out


@EVERY
def test_simulations_show_fights_of_no_rounds(affray, written, tmp_path):
    code, out, err = affray("simulate", written, "-n", "3", "--plain", "--report", tmp_path / "r.html")
    assert code == 0, err
    assert re.search(r"^  0 [a-z ]+ in .*nine fights out of ten", out, re.MULTILINE)
    assert "<svg" in (tmp_path / "r.html").read_text(encoding="utf-8")
    found = operations.simulate(str(written), n=3)
    assert [side.wins.share for side in found.sides] == [0, 1]
    assert [side.standing for side in found.sides] == [(0,), (1,)]
    assert found.going == (0,)


@EVERY
def test_so_do_pictures(affray, written, tmp_path):
    pytest.importorskip("matplotlib")
    code, _, err = affray("simulate", written, "-n", "2", "--plain", "--chart", tmp_path / "c.svg")
    assert code == 0, err


REFUSED = {
    "d6": ("hp = 0", "hp: expected"),
    "serenity": ("sample = 'gunhand'\nlife = 10\nstun = 10", "expected stun and wounds below the 10 life"),
}


@pytest.mark.parametrize("game", REFUSED)
def test_the_other_games_have_nobody_down_at_the_start(affray, tmp_path, game):
    down, said = REFUSED[game]
    path = tmp_path / "over.toml"
    fighters = (("A", down), ("B", "sample = 'gunhand'" if game == "serenity" else ""))
    text = "".join(
        f"[[fighters]]\nname = '{name}'\nside = '{name}'\nat = [0, 0]\n{more}\n" for name, more in fighters
    )
    path.write_text(f"ruleset = '{game}'\ntitle = 'Over'\n{text}", encoding="utf-8")
    code, _, err = affray("check", path)
    assert code != 0
    assert said in err
