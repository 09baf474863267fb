"""Hitting and hurting (ATK, DMG, OUT, HURT, DIE): halves, plot points, passing out, dying."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.scene import Person, joining
from affray.rulesets.serenity.solving import settled
from affray.testing.script import causes, first, kinds
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    act,
    asks,
    body,
    dice_of,
    do,
    fight,
    fighter,
    foe,
    harm,
    house,
    near,
    opened,
    rolls,
    steps,
    steps_of,
    table,
)

SHOT = act("attack", 1, item=PISTOL)
LONG: dict[str, Any] = {"life": 40}


def shooter(**given):
    return fighter(**{"skills": {"guns": "d6"}, "weapons": (PISTOL,), **given})


def shot(*answers, target=None, options=None, plot=0, **given):
    """A shot at ten metres: the answers after the choice of the innate defence."""
    return do(
        fight(shooter(plot=plot), foe(**{**LONG, **(target or {})}), house=house(**(options or {})), **given),
        SHOT,
        *answers,
    )


# --- hitting ---------------------------------------------------------------------------------------


@pytest.mark.rule("SER-ATK-01", "SER-R28")
def test_a_total_at_or_above_the_defence_hits():
    play = shot("", (6,), (2, 4), (4,))
    assert harm(play) == (0, 4)
    assert "SER-ATK-01" in causes(play)
    assert harm(shot("", (6,), (2, 3))) == (0, 0)


@pytest.mark.rule("SER-DMG-01", "SER-DMG-02", "SER-R7")
@pytest.mark.option("damage.odd")
def test_the_margin_goes_half_to_stun_and_half_to_wounds():
    assert harm(shot("", (3,), (5, 6), (1,))) == (4, 4 + 1)
    assert harm(shot("", (4,), (5, 6), (1,))) == (4, 3 + 1)
    assert harm(shot("", (4,), (5, 6), (1,), options={"damage_odd": "wounds"})) == (3, 4 + 1)
    assert {"SER-DMG-01", "SER-DMG-02"} <= causes(shot("", (3,), (5, 6), (1,)))
    assert "SER-R7" not in causes(shot("", (3,), (5, 6), (1,)))
    assert "SER-R7" in causes(shot("", (4,), (5, 6), (1,)))


@pytest.mark.rule("SER-DMG-03")
def test_the_weapons_damage_is_added():
    play = shot("", (6,), (5, 3), (6,))
    assert harm(play) == (1, 1 + 6)
    assert steps_of(play, "damage") == {"SER-DMG-03": 3}


@pytest.mark.rule("SER-DMG-04")
@pytest.mark.parametrize(
    ("weapon", "die", "dealt"), [("knife", 3, (0, 3)), ("club", 3, (2, 1)), ("unarmed", 2, (2, 0))]
)
def test_each_weapon_has_its_kind_of_damage(weapon, die, dealt):
    one = fighter(weapons=() if weapon == "unarmed" else (weapon,))
    play = do(fight(one, near(**LONG)), act("attack", 1, item=weapon), "", (4,), (4,), (die,))
    assert harm(play) == dealt
    assert "SER-DMG-04" in causes(play)


@pytest.mark.rule("SER-R33")
def test_armour_comes_off_the_weapons_dice_only():
    vest = {"armour": "ballistic vest"}
    assert harm(shot("", (4,), (2, 4), (6,), target=vest)) == (1, 1 + 4)
    assert "SER-R33" in causes(shot("", (4,), (2, 4), (6,), target=vest))
    soft = shot("", (6,), (2, 4), (1,), target=vest)
    assert harm(soft) == (0, 0)
    assert "Hurt" not in kinds(soft)
    stiff = shot("", (4,), (5, 6), (6,), target={"armour": "full suit"})
    assert steps_of(stiff, "innate defence")["SER-R33"] == -1
    assert dice_of(stiff, "innate defence") == "total(1d4)"


# --- plot points -----------------------------------------------------------------------------------


@pytest.mark.rule("SER-DMG-05", "SER-R8")
@pytest.mark.option("plot.cut")
def test_plot_points_cut_wounds_first_when_all_damage_is_rolled():
    lucky = {"plot": 3}
    waiting = asks(fight(shooter(), foe(**LONG, plot=3)), SHOT, "", (4,), (2, 6), (2,))
    assert waiting.asked.question == "plot points"
    assert waiting.about == (2, 4, 3)
    play = shot("", (4,), (2, 6), (2,), 2, (3,), target=lucky)
    assert harm(play) == (2, 1)
    assert body(play, 1).plot == 1
    assert dice_of(play, "plot dice") == "total(1d4)"
    assert "SER-DMG-05" in causes(play)
    least = shot("", (4,), (2, 6), (2,), 3, (1,), target=lucky)
    assert harm(least) == (2, 1)
    over = shot("", (4,), (2, 6), (2,), 3, (6,), target=lucky)
    assert harm(over) == (0, 0)
    none = shot("", (4,), (2, 6), (2,), 0, target=lucky)
    assert (harm(none), body(none, 1).plot) == ((2, 4), 3)
    high = shot("", (1,), (6, 6), (6,), 7, (3,), target={"plot": 7}, options={"ladder_top": "number"})
    assert dice_of(high, "plot dice") == "total(1d12) + 2"
    assert harm(high) == (6, 11 - 7)
    plain = shot("", (4,), (2, 6), (2,), 3, target=lucky, options={"plot_cut": "points"})
    assert harm(plain) == (2, 1)


@pytest.mark.rule("SER-R39", "SER-R8", "SER-DMG-05")
@pytest.mark.option("plot.rolls")
def test_by_the_option_plot_points_are_spent_before_a_roll_or_after_it():
    lucky = {"plot": 3, "options": {"plot_rolls": "before"}}
    assert harm(shot("", (6,), (2, 3), options={"plot_rolls": "before"})) == (0, 0)
    assert harm(shot("", (6,), 0, (2, 3), **lucky)) == (0, 0)
    better = shot("", (6,), 2, (1,), (2, 3), (4,), **lucky)
    assert dice_of(better, "plot dice") == "total(1d4)"
    assert (harm(better)[1] > 0, body(better, 0).plot) == (True, 1)
    assert "SER-R39" in causes(better)
    after = {"plot": 3, "options": {"plot_rolls": "after"}}
    late = fight(shooter(plot=3), foe(**LONG), house=house(plot_rolls="after"))
    waiting = asks(late, SHOT, "", (6,), (2, 3))
    assert (waiting.asked.question, waiting.about) == ("plot points after", ("attack against 6", 5, 3))
    assert harm(shot("", (6,), (2, 3), 0, **after)) == (0, 0)
    reached = shot("", (6,), (2, 3), 1, (4,), **after)
    assert (harm(reached), body(reached, 0).plot) == ((0, 4), 2)
    both = {"plot": 3, "options": {"plot_rolls": "both"}}
    twice = shot("", (6,), 1, (1,), (2, 2), 1, (4,), **both)
    assert (harm(twice), body(twice, 0).plot) == ((0, 4), 1)
    spent = shot("", (6,), 3, (1,), (2, 2), (4,), **both)
    assert body(spent, 0).plot == 0


@pytest.mark.rule("SER-R39")
@pytest.mark.option("plot.rolls")
def test_by_the_option_a_defence_is_a_roll_of_ones_own_too():
    saved = shot("", 2, (1,), (6,), (2, 4), target={"plot": 3}, options={"plot_rolls": "before"})
    assert (harm(saved), body(saved, 1).plot) == ((0, 0), 1)


# --- passing out ------------------------------------------------------------------------------------


@pytest.mark.rule("SER-OUT-01", "SER-R9")
def test_when_stun_and_wounds_reach_life_one_checks_or_passes_out():
    worn = {"life": 20, "stun": 13}
    up = shot("", (4,), (2, 6), (3,), (3, 4), target=worn)
    assert harm(up) == (15, 5)
    assert dice_of(up, "stay up against 7") == "total(2d6)"
    assert (body(up, 1).checks, body(up, 1).out) == (1, False)
    down = shot("", (4,), (2, 6), (3,), (3, 3), target=worn)
    assert body(down, 1).out
    assert "SER-OUT-01" in causes(down)
    assert "stay up" not in str(
        [r.asked.question for r in rolls(shot("", (4,), (2, 6), (2,), target=worn), "")]
    )


@pytest.mark.rule("SER-OUT-02", "SER-R9")
@pytest.mark.option("out.later")
def test_the_check_comes_back_every_turn_four_harder():
    failing = fighter(stun=12, checks=1)
    play = steps(fight(failing, foe(over=True), current=None), (6, 5))
    assert rolls(play, "stay up against 11")
    assert body(play, 0).checks == 2
    assert "SER-OUT-02" in causes(play)
    later = fight(failing._replace(checks=2), foe(over=True), current=None)
    assert body(steps(later, (6, 6)), 0).out
    assert rolls(steps(later, (6, 6)), "stay up against 15")
    flat = later._replace(house=house(out_later="flat"))
    assert rolls(steps(flat, (6, 6)), "stay up against 11")


@pytest.mark.rule("SER-R9")
def test_whoever_is_healed_below_life_comes_to():
    down = fighter(stun=12, out=True, checks=2)
    better = fx.Hurt(Who(0), -1, 0).on(down)
    assert not better.out
    assert better.checks == 0
    assert fx.Hurt(Who(0), 0, 1).on(down).out


# --- bleeding ----------------------------------------------------------------------------------------


@pytest.mark.rule("SER-HURT-01", "SER-R10", "SER-R11")
def test_wounds_of_half_the_life_points_bleed():
    play = shot("", (6,), (2, 4), (6,), target={"life": 12})
    assert body(play, 1).bleeding
    assert "SER-HURT-01" in causes(play)
    assert not body(shot("", (6,), (2, 4), (6,), target={"life": 13}), 1).bleeding


@pytest.mark.rule("SER-HURT-02", "SER-R11", "SER-HURT-01")
def test_from_then_on_every_attribute_is_two_steps_lower():
    weak = fight(shooter(wounds=6, bleeding=True), foe(**LONG, wounds=20, bleeding=True))
    play = do(weak, SHOT, "", (2,), (1, 1), (1,))
    assert steps_of(play, "attack")["SER-HURT-02"] == -2
    assert dice_of(play, "attack") == "total(1d2 + 1d6)"
    assert dice_of(play, "innate defence") == "total(1d2)"
    feeble = fighter(
        wounds=6, bleeding=True, attributes={"agility": "d4"}, skills={"guns": "d6"}, weapons=(PISTOL,)
    )
    lost = do(fight(feeble, foe(**LONG)), SHOT, "", (6,), (1,))
    assert dice_of(lost, "attack") == "total(1d6)"


@pytest.mark.rule("SER-R10")
@pytest.mark.option("bleed.harm")
def test_by_the_option_bleeding_hurts_every_ten_minutes():
    def later(**options):
        bleeding = fighter(wounds=20, bleeding=True, drips=600, life=40, over=True)
        return fight(bleeding, foe(over=True), current=None, clock=597, house=house(**options))

    play = steps(later(bleed_harm="d2"), (2,))
    assert harm(play, 0) == (1, 21)
    assert body(play, 0).drips == 1200
    assert harm(steps(later()), 0) == (0, 20)


@pytest.mark.rule("SER-R10")
def test_who_comes_bleeding_is_hurt_after_the_first_ten_minutes():
    hurt = {"name": "Ana", "side": "red", "at": (0, 0), "wounds": 6}
    given = opened(hurt, {"name": "Bo", "side": "blue", "at": (10, 0)}, bleed__harm="d2")
    assert [(b.bleeding, b.drips) for b in given.fighters] == [(True, 600), (False, 0)]
    assert not rolls(steps(given, (1, 1), (1, 2)), "bleeding")
    later = fight(fighter(), foe(), clock=90)
    assert joining(later, Person.model_validate(hurt | {"sample": "bystander"})).drips == 690


@pytest.mark.rule("SER-R10")
def test_where_bleeding_does_nothing_the_clock_is_idle():
    given = fight(fighter(wounds=6, bleeding=True, drips=600), foe(), clock=30)
    assert settled(given).table.clock == 0
    assert settled(given._replace(house=house(bleed_harm="d2"))).table.clock == 30


# --- dying --------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-DIE-01", "SER-R12")
@pytest.mark.option("die.difficulty")
@pytest.mark.option("die.growing")
def test_with_wounds_of_all_life_points_one_checks_every_minute():
    dying = shot("", (2,), (2, 4), (4,), (1, 1), target={"life": 20, "wounds": 14, "bleeding": True}, clock=9)
    assert body(dying, 1).due == 69
    assert body(dying, 1).out
    assert "SER-DIE-01" in causes(dying)

    def minute(**options):
        bad = foe(wounds=12, bleeding=True, out=True, checks=1, due=60, over=True)
        return fight(
            fighter(over=True), bad, foe("Cy", over=True), current=None, clock=57, house=house(**options)
        )

    held = steps(minute(), (1, 2))
    assert body(held, 1).due == 120
    assert dice_of(held, "hold on to life against 3") == "total(2d2)"
    assert body(steps(minute(), (1, 1)), 1).dead
    assert body(steps(minute(die_difficulty="average"), (2, 2)), 1).dead
    everybody = [b._replace(over=True, stated=True) for b in held.fight.fighters]
    grown = held.fight._replace(
        bodies=(*everybody, table(held)._replace(clock=117)), house=house(die_growing=True)
    )
    again = steps(grown, (2, 2))
    assert rolls(again, "hold on to life against 7")
    assert body(again, 1).dead


@pytest.mark.rule("SER-DIE-02", "SER-DIE-01")
def test_wounds_of_twice_the_life_points_are_death():
    fatal = do(
        fight(shooter(), foe(wounds=18, out=True, bleeding=True, due=60, checks=1)), SHOT, (2, 4), (5,)
    )
    assert first(fatal, fx.Hurt).wounds == 6
    assert body(fatal, 1).dead
    assert "SER-DIE-02" in causes(fatal)


@pytest.mark.rule("SER-R15", "SER-OUT-01")
def test_a_correction_has_the_same_consequences():
    given = fight(fighter(wounds=24), foe(), foe("Cy"), current=None)
    assert body(steps(given), 0).dead
    passing = steps(fight(fighter(stun=12), foe(), current=None), (1, 1))
    assert body(passing, 0).out


@pytest.mark.rule("SER-OUT-01")
def test_who_falls_lets_go():
    held = near(held_by=Who(1), prone=True, skills={"melee weapons": "d6"}, weapons=(KNIFE,))
    given = fight(held, fighter(holding=Who(0), stun=11))
    play = do(given, act("attack", 1, item=KNIFE), "", (1,), (1, 3), (1,), (1, 1))
    assert body(play, 1).out
    assert body(play, 1).holding is None
    assert body(play, 0).held_by is None


def test_an_answer_beyond_the_points_is_refused():
    waiting = asks(fight(shooter(), foe(**LONG, plot=1)), SHOT, "", (4,), (2, 6), (2,))
    with pytest.raises(BadAnswer):
        waiting.answer(2)
