"""Shot types (SHT): quick, normal and aimed shots, and what three quick ones do to the clip."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import clips_left
from affray.testing.script import causes, first
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls, steps

PISTOL = "heavy pistol"


def facing(metres=10, weapon=PISTOL, agility=3, options=None, **shooter):
    return fight(
        fighter(agility=agility, weapons=(weapon,), **shooter),
        fighter("Barid", "blue", at=(metres, 0), agility=5),
        house=house(**(options or {})),
    )


def quick(weapon=PISTOL):
    return act("quick shot", 1, item=weapon)


@pytest.mark.rule("COR-SHT-01", "COR-SHT-02")
def test_a_quick_shot_costs_one_point_and_two_dice():
    play = do(facing(), quick(), (6,))
    assert body(play, 0).ap == 2
    assert body(play, 1).hp == 7 - 3
    pool = [(mod.rule, mod.amount) for mod in rolls(play, "quick shot")[0].tally]
    assert pool == [("COR-RNG-01", 3), ("COR-SHT-02", -2)]
    assert {"COR-SHT-01", "COR-SHT-02"} <= causes(play)


@pytest.mark.rule("COR-SHT-03")
def test_quick_shots_reach_short_range_only():
    assert not forbids(facing(2), quick())
    assert not forbids(facing(20), quick())
    assert forbids(facing(21, "gauss rifle"), quick("gauss rifle")) == {"COR-SHT-03"}


@pytest.mark.rule("COR-SHT-05")
def test_a_normal_shot_costs_two_points_and_no_dice():
    play = do(facing(), act("normal shot", 1, item=PISTOL), (1, 1, 6))
    assert body(play, 0).ap == 1
    assert body(play, 1).hp == 4
    assert "COR-SHT-05" in causes(play)


@pytest.mark.rule("COR-SHT-06", "COR-SHT-07")
def test_an_aimed_shot_costs_three_points_and_gives_two_dice():
    play = do(facing(), act("aimed shot", 1, item=PISTOL), (1, 1, 1, 1, 6))
    assert body(play, 0).ap == 0
    assert body(play, 1).hp == 4
    assert ("COR-SHT-07", 2) in [(mod.rule, mod.amount) for mod in rolls(play, "aimed shot")[0].tally]
    assert {"COR-SHT-06", "COR-SHT-07"} <= causes(play)


@pytest.mark.rule("COR-SHT-06")
def test_two_points_are_not_enough_to_aim():
    assert forbids(facing(ap=2), act("aimed shot", 1, item=PISTOL)) == {"COR-AP-10"}


@pytest.mark.rule("COR-SHT-08", "AMB-31")
def test_nobody_engaged_in_melee_aims():
    given = fight(
        fighter(weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0)),
        fighter("Close by", "blue", at=(0, 2)),
    )
    assert forbids(given, act("aimed shot", 1, item=PISTOL)) == {"COR-SHT-08"}
    assert not forbids(given, act("normal shot", 1, item=PISTOL))


@pytest.mark.rule("COR-SHT-09")
def test_full_auto_costs_three_points_and_two_dice():
    play = do(
        facing(weapon="carbine", agility=4), act("full auto", 1, item="carbine"), (1, 1, 1), 1, (2,), None
    )
    assert body(play, 0).ap == 0
    assert [(mod.rule, mod.amount) for mod in rolls(play, "full auto")[0].tally][-1] == ("COR-AUT-01", -2)
    assert "COR-SHT-09" in causes(play)


@pytest.mark.rule("COR-SHT-09")
def test_only_automatic_weapons_fire_full_auto():
    assert forbids(facing(), act("full auto", 1, item=PISTOL)) == {"COR-SHT-09"}


# --- the clip (AMB-21) --------------------------------------------------------------------------


@pytest.mark.rule("COR-SHT-04", "AMB-21")
@pytest.mark.option("quick.clip")
def test_the_third_quick_shot_of_a_turn_still_resolves_and_empties_the_clip():
    play = do(facing(quick=(PISTOL, PISTOL), ap=1), quick(), (6,))
    assert body(play, 1).hp == 4
    assert body(play, 0).empty == (PISTOL,)
    assert play.done[-1] == first(play, fx.ClipEmptied)
    assert "COR-SHT-04" in causes(play)


@pytest.mark.rule("COR-SHT-04")
def test_three_quick_shots_of_one_slot():
    shots = (quick(), (1,), quick(), (2,), quick(), (3,))
    play = steps(facing(), *shots, pieces=3)
    assert body(play, 0).empty == (PISTOL,)
    assert body(play, 0).ap == 0
    assert "COR-AUT-06" in forbids(play.fight, quick())


@pytest.mark.rule("COR-SHT-04")
def test_the_shots_of_each_weapon_are_counted_alone():
    given = fight(
        fighter(agility=3, weapons=(PISTOL, "service pistol"), quick=(PISTOL, PISTOL)),
        fighter("Barid", "blue", at=(10, 0)),
    )
    assert body(do(given, quick("service pistol"), (1, 1)), 0).empty == ()


@pytest.mark.rule("AMB-21")
@pytest.mark.option("quick.clip")
@pytest.mark.parametrize(
    ("value", "before", "after", "empty"),
    [
        ("per_turn", (PISTOL, PISTOL), (PISTOL,), ()),
        ("since_reload", (PISTOL, PISTOL), (PISTOL, PISTOL, PISTOL), (PISTOL,)),
        ("off", (), (), ()),
    ],
)
def test_two_quick_shots_last_turn_and_one_in_this(value, before, after, empty):
    given = facing(options={"quick_clip": value, "init_weapon_bonus": "off"}, quick=before)
    over = [
        one._replace(over=True, entered=True, score=score)
        for score, one in enumerate(given.fighters, start=3)
    ]
    next_turn = steps(fight(*over, house=given.house, current=None))
    shot = do(next_turn.fight, quick(), (1,))
    assert body(shot, 0).quick == after
    assert body(shot, 0).empty == empty


@pytest.mark.rule("COR-SHT-04")
@pytest.mark.option("quick.clip")
def test_or_three_quick_shots_leave_the_clip_alone():
    play = steps(facing(options={"quick_clip": "off"}), quick(), (1,), quick(), (2,), quick(), (3,), pieces=3)
    assert body(play, 0).empty == ()


@pytest.mark.option("quick.clip")
def test_a_fresh_clip_starts_the_count_again():
    given = facing(options={"quick_clip": "since_reload"}, quick=(PISTOL,) * 3, empty=(PISTOL,))
    play = do(given, act("reload", item=PISTOL))
    assert body(play, 0).quick == ()
    assert body(play, 0).empty == ()


@pytest.mark.rule("AMB-54")
@pytest.mark.option("ammo.reloads")
@pytest.mark.parametrize(("value", "left"), [("unlimited", 1), ("counted", 0)])
def test_spare_clips(value, left):
    given = facing(options={"ammo_reloads": value}, empty=(PISTOL,), sheet={"reloads": 1})
    play = do(given, act("reload", item=PISTOL))
    assert clips_left(PISTOL)(body(play, 0)) == left
    none_left = play.fight.after(fx.ClipEmptied(Who(0), PISTOL)).after(fx.ActionPoints(Who(0), 3))
    assert forbids(none_left, act("reload", item=PISTOL)) == ({"AMB-54"} if value == "counted" else set())


@pytest.mark.rule("AMB-54")
@pytest.mark.option("ammo.reloads")
def test_each_weapon_has_spare_clips_of_its_own():
    guns = ("carbine", "heavy pistol")
    given = fight(
        fighter(weapons=guns, empty=guns, reloaded=("carbine",) * 2, sheet={"reloads": 2}),
        fighter("Barid", "blue", at=(10, 0)),
        house=house(ammo_reloads="counted"),
    )
    assert forbids(given, act("reload", item="carbine")) == {"AMB-54"}
    play = do(given, act("reload", item="heavy pistol"))
    assert body(play, 0).empty == ("carbine",)
    assert clips_left("heavy pistol")(body(play, 0)) == 1


@pytest.mark.rule("COR-AUT-06")
@pytest.mark.parametrize("kind", ["quick shot", "normal shot", "aimed shot"])
def test_a_single_shot_weapon_is_empty_after_each_shot(kind):
    given = facing(weapon="old rifle", agility=3)
    dice = asks(given, act(kind, 1, item="old rifle")).tally.total
    play = do(given, act(kind, 1, item="old rifle"), (1,) * dice)
    assert body(play, 0).empty == ("old rifle",)
    assert "COR-AUT-06" in forbids(play.fight, act("normal shot", 1, item="old rifle"))
