"""Cover (COVER): points on Reflexes by kind, from behind it, and out of sight altogether."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.testing.script import causes, first
from tests.d6.cast import (
    PISTOL,
    RIFLE,
    act,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    wall,
)


def shot_at(kind, options=None, at=(20, 0), **changes):
    """A shooter at the origin, a target behind something that stands at 18 feet."""
    cover = wall("it", kind, (18, -5), (18, 5))
    return fight(
        fighter(weapons=(PISTOL,), skills={"marksmanship": 30}),
        foe(at, weapons=(PISTOL,), cover=cover, **changes),
        house=house(**(options or {})),
        covers=(cover,),
    )


@pytest.mark.rule("DSX-COVER-00", "DSX-COVER-01", "DSX-COVER-02", "DSX-COVER-03")
@pytest.mark.parametrize(("kind", "points", "rule"), [
    ("light", 5, "DSX-COVER-01"), ("heavy", 10, "DSX-COVER-02"), ("total", 15, "DSX-COVER-03")
])  # fmt: skip
def test_cover_raises_reflexes_by_its_kind(kind, points, rule):
    play = do(shot_at(kind), attack(PISTOL), (6,) * 6 + (1,) * 4)
    assert number(play) == {"DSX-ATK-01": 9, rule: points}
    assert hurts(play) == [12 + 40 - 9 - points]
    assert "DSX-COVER-00" in causes(play)


@pytest.mark.rule("DSX-COVER-00")
def test_it_helps_only_from_the_side_it_stands_on():
    play = do(shot_at("heavy", at=(20, 12)), attack(PISTOL), (1,) * 10)
    assert number(play) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-R12")
@pytest.mark.option("unaware.cover")
@pytest.mark.parametrize(("adds", "needed"), [(False, 5), (True, 15)])
def test_whether_it_helps_the_unaware(adds, needed):
    play = do(shot_at("heavy", {"unaware_cover": adds}, aware=False), attack(PISTOL), (2,) * 10)
    assert sum(number(play).values()) == needed


@pytest.mark.rule("DSX-COVER-00", "DSX-R12")
@pytest.mark.option("cover.action")
@pytest.mark.parametrize(("costs", "used"), [(False, 0), (True, 1)])
def test_taking_cover_costs_no_action_beyond_getting_there(costs, used):
    rock = wall("rock", "light", (3, -2), (3, 2))
    given = fight(fighter(), foe(), house=house(cover_action=costs), covers=(rock,))
    play = do(given, act("take cover", item="rock"))
    assert (body(play, 0).cover, body(play, 0).used) == (rock, used)
    assert "DSX-COVER-00" in forbids(play.fight, act("take cover", item="rock"))
    far = fight(fighter(at=(-3, 0)), foe(), covers=(rock,))
    assert forbids(far, act("take cover", item="rock")) == {"DSX-COVER-00"}


@pytest.mark.rule("DSX-COVER-00")
def test_moving_leaves_it_behind():
    given = shot_at("heavy")
    assert body(do(given, act("half move away", 0), who=1), 1).cover is None


@pytest.mark.rule("DSX-R12")
@pytest.mark.option("cover.stack")
@pytest.mark.parametrize(("stack", "needed"), [(False, {"DSX-ATK-01": 9, "DSX-COVER-02": 10}), (
    True, {"DSX-ATK-01": 9, "DSX-COVER-01": 5, "DSX-COVER-02": 10}
)])  # fmt: skip
def test_covers_add_up_by_the_option_alone(stack, needed):
    rock, parapet = wall("rock", "light", (18, -5), (18, 5)), wall("parapet", "heavy", (17, -5), (17, 5))
    given = fight(
        fighter(weapons=(PISTOL,)), foe(cover=rock), covers=(rock, parapet), house=house(cover_stack=stack)
    )
    both = do(given, act("take cover", item="parapet"), who=1)
    assert number(do(both.fight, attack(PISTOL), (6, 6, 6))) == needed
    assert ("DSX-R12" in causes(both)) == stack
    again = forbids(both.fight, act("take cover", item="rock"), who=1)
    assert again == ({"DSX-COVER-00"} if stack else set())
    beside = fight(*both.fight.fighters, house=house(cover_stack=stack), covers=(rock, parapet))
    moved = do(beside, act("half move away", 0), who=1)
    assert (body(moved, 1).cover, body(moved, 1).more) == (None, ())


# --- out of sight -------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-R20", "DSX-SUPP-09")
def test_out_of_sight_nobody_attacks_either_way():
    hidden = shot_at("out of sight")
    assert forbids(hidden, attack(PISTOL)) == {"DSX-R20"}
    assert forbids(hidden, attack(PISTOL, 0), who=1) == {"DSX-SUPP-09"}
    port = shot_at("total")
    assert forbids(port, attack(PISTOL)) == set()
    assert forbids(port, attack(PISTOL, 0), who=1) == set()


@pytest.mark.rule("DSX-SUPP-09")
def test_nor_does_one_fire_at_a_place_that_way():
    hole = wall("hole", "out of sight", (3, -5), (3, 5))
    given = fight(
        fighter(weapons=(RIFLE,), spells=("fireball",), spell="fireball", components=2, cover=hole), foe()
    )
    assert forbids(given, act("suppress", to=(30, 0), item=RIFLE, n=5)) == {"DSX-SUPP-09"}
    assert forbids(given, act("suppress", to=(-30, 0), item=RIFLE, n=5)) == set()
    assert forbids(given, act("cast", to=(30, 0), item="fireball")) == {"DSX-SUPP-09"}
    assert forbids(given, act("cast", to=(-30, 0), item="fireball")) == set()


@pytest.mark.rule("DSX-COVER-03", "DSX-SUPP-08", "DSX-SUPP-09")
def test_only_total_cover_hides_one_and_not_after_an_attack():
    given = shot_at("total")
    play = do(given, act("get out of sight", item="it"), who=1)
    assert body(play, 1).cover == wall("it", "out of sight", (18, -5), (18, 5))
    assert "DSX-SUPP-08" in causes(play)
    back = do(play.fight, act("take cover", item="it"), who=1)
    assert body(back, 1).cover == wall("it", "total", (18, -5), (18, 5))
    assert forbids(shot_at("heavy"), act("get out of sight", item="it"), who=1) == {"DSX-COVER-03"}
    fought = given.after(fx.Fought(Who(1)))
    assert forbids(fought, act("get out of sight", item="it"), who=1) == {"DSX-SUPP-09"}


@pytest.mark.rule("DSX-R20")
@pytest.mark.option("cover.total")
def test_or_total_cover_is_a_bonus_and_no_more():
    given = shot_at("total", {"cover_total": "bonus_only"})
    assert forbids(given, act("get out of sight", item="it"), who=1) == {"DSX-R20"}
    assert forbids(shot_at("total"), act("get out of sight", item="it"), who=1) == set()


@pytest.mark.rule("DSX-COVER-00")
def test_the_receipt_says_what_the_number_is_made_of():
    play = do(shot_at("light"), attack(PISTOL), (1,) * 10)
    faced = first(play, fx.Faced)
    assert [(m.amount, m.why) for m in faced.mods] == [(9, "reflexes"), (5, "light cover")]


# --- what is said of it -----------------------------------------------------------------------------


def said(state, name="rock"):
    """What is told of taking cover, and what stands on the card."""
    play = do(state, act("take cover", item=name))
    names = [b.sheet.name for b in state.fighters]
    told = [RULESET.words.told(play.fight, names, part) for part in play.story]
    return [line for line in told if line], RULESET.words.fighter(play.fight, Who(0))


@pytest.mark.rule("DSX-COVER-00")
def test_cover_that_does_not_stand_between_is_told_to_add_nothing_and_why():
    beside = wall("rock", "light", (-4, -2), (-4, 2))
    told, card = said(fight(fighter(), foe((20, 0)), covers=(beside,)))
    assert told == ["Ava takes cover behind the rock, which shields from no known foe"]
    assert card == "behind rock, rock: shields from nobody"
    both = fight(fighter(), foe((20, 0)), foe((-20, 0), "Cy"), covers=(beside,))
    assert said(both)[0] == ["Ava takes cover behind the rock, which does not shield from Bo"]
    helps = fight(fighter(), foe((-20, 0), "Cy"), covers=(beside,))
    assert said(helps) == (["Ava takes cover behind the rock"], "behind rock")


@pytest.mark.rule("DSX-COVER-00")
def test_nothing_is_told_of_foes_whom_one_does_not_know_of():
    beside = wall("rock", "light", (-4, -2), (-4, 2))
    hidden = fight(fighter(), foe((20, 0), unseen=True), foe((-20, 0), "Cy"), covers=(beside,))
    assert said(hidden)[0] == ["Ava takes cover behind the rock"]
