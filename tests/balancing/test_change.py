"""Changes: each game offers its own, each can be read, and each says what it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from affray import operations
from affray.balancing.change import KINDS, USUAL, changes, fits, in_words, made, together
from affray.core.errors import NotFound
from affray.core.ruleset import rulesets
from tests.balancing.scenes import DUELS, duel


def by_words(draft, *kinds, **how):
    return {change.words: change for change in changes(draft, kinds, **how)}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*DUELS, "coriolis/ambush", "d6/ford", "traveller/forest_road"])
def test_every_change_of_a_scene_can_be_read_and_changes_something(name):
    draft = operations.draft(name)
    found = changes(draft, KINDS)
    assert {change.kind for change in found} >= {"fighters", "weapons", "armour", "distance", "option"}
    for change in found:
        after = made(draft, [change])
        assert fits(after)
        assert after.fight != draft.fight, change.words


@pytest.mark.parametrize("game", rulesets())
def test_who_waits_in_reserve_changes_nothing_and_is_not_changed(game):
    """Neither by standing before the others in the scene nor by being of a side that is not there yet."""
    plain = operations.draft(f"{game}/{next(iter(rulesets()[game].scenes))}")
    first = plain.data["fighters"][0]
    waiting = {**first, "name": "Later", "side": "latecomers", "reserve": True, "count": 3}
    draft = replace(plain, data={**plain.data, "fighters": [waiting, *plain.data["fighters"]]})
    assert draft.sides == plain.sides
    assert draft.fight == plain.fight
    assert [change.words for change in changes(draft)] == [change.words for change in changes(plain)]


@pytest.mark.parametrize("name", DUELS)
def test_each_game_has_better_and_worse_weapons_and_armour(name):
    draft = operations.draft(name)
    foe = draft.scene.fighters[1].name
    words = list(by_words(draft, "weapons", "armour"))
    assert all(line.startswith(foe) for line in words)
    assert sum(" has " in line for line in words) >= 2
    assert f"{foe} wears no armour" in "\n".join(words)


@pytest.mark.parametrize("game", rulesets().values(), ids=lambda game: game.id)
def test_the_levers_name_what_the_tables_have(game):
    levers = game.levers
    weapons, armours = (set(game.scene.kinds[table].names()) for table in ("weapons", "armours"))
    rungs = [name for ladder in levers.weapons() for name in ladder]
    assert len(rungs) == len(set(rungs)) > 8
    assert set(rungs) <= weapons
    assert set(levers.armours()) <= armours
    first = levers.weapons()[0]
    assert levers.tier(first[0], 1) == first[1]
    assert levers.tier(first[0], -1) is None
    assert levers.tier("no such thing", 1) is None
    people = set(game.scene.kinds["people" if "people" in game.scene.kinds else "archetypes"].names())
    assert set(levers.folk()) == people


def test_a_weapon_in_hand_is_swapped_there_too():
    draft = operations.draft("brawl")
    change = by_words(draft, "weapons")["Cutter has a hard-edged knife instead of a knife"]
    cutter = next(f for f in made(draft, [change]).data["fighters"] if f["name"] == "Cutter")
    assert (cutter["weapons"], cutter["in_hand"]) == (
        ["hard-edged knife", "throwing knife"],
        ["hard-edged knife"],
    )


def test_a_side_takes_its_cover_along():
    draft = operations.draft("coriolis/ambush")
    change = next(
        c for w, c in by_words(draft, "distance").items() if w.startswith("scavengers start closer")
    )
    before, after = draft.scene, made(draft, [change]).scene
    pipes, moved = before.covers[0].ends, after.covers[0].ends
    assert moved != pipes
    by = after.fighters[0].at[0] - before.fighters[0].at[0]
    assert moved[0][0] - pipes[0][0] == pytest.approx(by)
    assert after.covers[1] == before.covers[1]


def test_cover_in_front_stands_between():
    draft = duel()
    change = by_words(draft, "cover")["cover in front of Kaan: inner wall"]
    scene = made(draft, [change]).scene
    assert scene.covers[0].ends == ((11.0, -2.0), (11.0, 2.0))
    assert scene.fighters[1].cover == scene.covers[0].name


def test_those_whom_people_run_are_left_alone_unless_free():
    assert not [w for w in by_words(duel(), "fighters", "weapons", "armour", "people") if "Zara" in w]
    assert "another Zara" in by_words(duel(), "fighters", free=True)


@pytest.mark.slow
def test_what_is_kept_is_not_changed():
    draft = operations.draft("boarding")
    assert not [w for w in by_words(draft, *KINDS, keep=["boarders"]) if "Leader" in w or "boarders" in w]
    only_leader = by_words(draft, "armour", keep=["Leader"])
    assert only_leader
    assert not [w for w in only_leader if "Leader" in w]


@pytest.mark.slow
def test_two_changes_of_one_thing_are_not_made_together():
    found = by_words(duel(), "armour", "weapons", "people")
    light, none = (
        found["Kaan wears light armour (4 instead of 3)"],
        found["Kaan wears no armour (0 instead of 3)"],
    )
    carbine = found["Kaan has a carbine instead of a heavy pistol"]
    assert together([light, carbine])
    assert not together([light, none])
    draft = operations.draft("boarding")
    gone = by_words(draft, "fighters")["without Leader"]
    armour = next(c for w, c in by_words(draft, "armour").items() if w.startswith("Leader"))
    assert not together([gone, armour])
    assert in_words([light, carbine]).count(";") == 1


def test_somebody_new_comes_with_the_things_of_a_fighter():
    draft = duel()
    change = by_words(draft, "newcomers")["a soldier joins guild, equipped like Kaan"]
    new = made(draft, [change]).scene.fighters[-1]
    assert (new.name, new.side, new.archetype, new.weapons) == (
        "New soldier", "guild", "soldier", ("fine sword", "heavy pistol"),
    )  # fmt: skip


def test_names_that_are_not_known_are_told():
    with pytest.raises(NotFound, match="there is no kind of change 'weapon'; did you mean 'weapons'"):
        changes(duel(), ["weapon"])
    with pytest.raises(NotFound, match="there is no fighter or side 'Kan'; did you mean 'Kaan'"):
        changes(duel(), keep=["Kan"])
    assert set(USUAL) < set(KINDS)
