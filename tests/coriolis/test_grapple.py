"""GRP: pinning, breaking free, and attacks on the pinned."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.pricing import price_action
from affray.rulesets.coriolis import RULESET, pin
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.state import State
from affray.testing.script import causes, kinds, play_out, waits_for
from tests.coriolis.cast import (
    act,
    asks,
    body,
    dice_of,
    do,
    fight,
    fighter,
    forbids,
    house,
    rolls,
    table,
)

BREAK, ATTACK, QUICK, LET_GO = (
    act("break free"),
    act("grapple attack"),
    act("quick grapple attack"),
    act("let go"),
)


def hold(
    held: dict[str, Any] | None = None, holder: dict[str, Any] | None = None, current: int = 0, **options: Any
) -> State:
    """Asha (2 dice) is pinned by Bo (4 dice), who has a sword in hand."""
    asha = fighter("Asha", **{"hp": 20, "held_by": Who(1), **(held or {})})
    bo = fighter(
        "Bo",
        "blue",
        (1, 0),
        **{"strength": 4, "hp": 20, "holding": Who(0), "weapons": ("sword",), **(holder or {})},
    )
    return fight(asha, bo, house=house(init_weapon_bonus="off", **options), current=current)


def held(play: Any) -> bool:
    return body(play, 0).held_by is not None


# --- breaking free --------------------------------------------------------------------------------


@pytest.mark.rule("COR-GRP-01")
def test_breaking_free_is_an_opposed_roll_of_melee_combat():
    play = do(hold(), BREAK, (6, 6), (6, 1, 1, 1))
    assert (body(play, 0).held_by, body(play, 1).holding) == (None, None)
    assert dice_of(play, "break free") == {"COR-GRP-01": 2}
    assert dice_of(play, "break free, resisted") == {"COR-GRP-01": 4}
    assert "COR-GRP-01" in causes(play)


@pytest.mark.rule("COR-GRP-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "freed"),
    [((6, 1), (1, 1, 1, 1), True), ((6, 1), (6, 1, 1, 1), False), ((1, 1), (1, 1, 1, 1), False)],
)
def test_who_tries_needs_more_sixes_and_at_least_one(mine, theirs, freed):
    assert held(do(hold(), BREAK, mine, theirs)) is not freed


@pytest.mark.rule("COR-GRP-02")
def test_the_attempt_is_normal():
    play = do(hold(), BREAK, (1, 1), (1, 1, 1, 1))
    assert body(play, 0).ap == 1
    assert "COR-GRP-02" in causes(play)
    assert forbids(play.fight, BREAK) == {"COR-AP-10"}


@pytest.mark.rule("COR-GRP-03")
def test_the_grappler_resists_for_free():
    play = do(hold(holder={"ap": 0}), BREAK, (6, 1), (6, 1, 1, 1))
    assert (held(play), body(play, 1).ap) == (True, 0)
    assert "COR-GRP-03" in causes(play)


def test_a_stunned_grappler_cannot_resist():
    play = do(hold(holder={"stun": 1}), BREAK, (6, 1))
    assert not held(play)


# --- attacks on the pinned ------------------------------------------------------------------------


@pytest.mark.rule("COR-GRP-04")
def test_an_attack_on_the_pinned_has_two_dice_more():
    play = do(hold(), ATTACK, (1,) * 6, who=1)
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 4, "COR-GRP-04": 2}
    assert rolls(play, "melee attack")[0].tally.total == 6
    assert body(play, 1).ap == 1
    assert "COR-GRP-04" in causes(play)
    assert forbids(fight(fighter("Asha"), fighter("Bo", "blue", (1, 0))), ATTACK) == {"COR-GRP-04"}


@pytest.mark.rule("COR-GRP-05")
def test_it_does_the_damage_of_bare_hands_whatever_one_holds():
    play = do(hold(), ATTACK, (6, 6, 1, 1, 1, 1), 1, who=1)
    assert body(play, 0).hp == 18
    assert "COR-GRP-05" in causes(play)
    costly = asks(hold(), ATTACK, (6, 6, 6, 1, 1, 1), 0, who=1)
    assert "critical injury" not in costly.options


@pytest.mark.rule("COR-GRP-06")
def test_the_pinned_cannot_defend():
    assert asks(hold(), ATTACK, who=1).asked.question == "melee attack"
    play = do(hold(), ATTACK, (6, 1, 1, 1, 1, 1), who=1)
    assert (body(play, 0).hp, body(play, 0).ap) == (19, 3)
    assert "COR-GRP-06" in causes(play)


# --- what "pinned" means (AMB-44) -----------------------------------------------------------------


@pytest.mark.rule("AMB-44")
@pytest.mark.parametrize(
    "name", ["sprint", "hit the ground", "take cover", "melee attack", "draw", "reload", "overwatch"]
)
def test_neither_may_do_anything_else(name):
    here = hold()
    assert "AMB-44" in forbids(here, act(name, 1, item="unarmed"))
    assert "AMB-44" in forbids(here, act(name, 0, item="unarmed"), who=1)


def test_the_pinned_may_try_to_break_free_or_shout_and_the_grappler_strike_or_let_go():
    assert forbids(hold(), BREAK) == forbids(hold(), act("shout")) == set()
    assert forbids(hold(), ATTACK, who=1) == forbids(hold(), LET_GO, who=1) == set()
    assert forbids(hold(), BREAK, who=1) == {"COR-GRP-01"}
    assert forbids(hold(), LET_GO) == {"AMB-44"}


@pytest.mark.rule("AMB-44", "COR-AP-06")
def test_letting_go_is_free_and_ends_it():
    play = do(hold(holder={"ap": 0}), LET_GO, who=1)
    assert not held(play)
    assert "AMB-44" in causes(play)


def test_neither_reacts_to_others():
    here = hold()
    third = fighter("Cleo", "blue", (0, 1), weapons=("knife",))
    three = fight(*here.fighters, third, house=here.house)
    assert asks(three, act("melee attack", 0, item="knife"), who=2).asked.question == "melee attack"
    friend = fighter("Dana", "red", (0, 1), weapons=("knife",))
    three = fight(*here.fighters, friend, house=here.house)
    assert asks(three, act("melee attack", 1, item="knife"), who=2).asked.question == "melee attack"


@pytest.mark.rule("COR-BRK-01", "COR-BRK-02", "COR-DMG-10", "COR-CRT-02", "COR-CRT-04", "AMB-44")
@pytest.mark.parametrize("who", [0, 1])
def test_it_ends_when_either_is_broken(who):
    here = hold({"hp": 1}, {"hp": 1})
    attacker = fighter("Cleo", "blue" if who == 0 else "red", (0, 1), strength=3, weapons=("knife",))
    three = fight(*here.fighters, attacker, house=here.house)
    play = do(three, act("melee attack", who, item="knife"), (6, 1, 1), who=2)
    assert body(play, who).hp == 0
    assert (body(play, 0).held_by, body(play, 1).holding) == (None, None)


# --- the options ----------------------------------------------------------------------------------


def pinning(**options: Any) -> State:
    bo = fighter("Bo", "blue", (1, 0), hp=20, ap=0, weapons=("sword", "knife"))
    return fight(fighter("Asha", hp=20), bo, house=house(**options))


PIN = (act("melee attack", 1, item="unarmed"), (6, 6), 0, "grapple")


@pytest.mark.rule("COR-MBE-10")
@pytest.mark.option("grapple.prone")
@pytest.mark.parametrize("down", [False, True])
def test_whether_a_grapple_takes_both_to_the_ground(down):
    play = do(pinning(grapple_prone=down), *PIN)
    assert [b.prone for b in play.fight.fighters] == [down, down]
    assert body(play, 1).held_by == 0


@pytest.mark.rule("COR-MBE-10")
@pytest.mark.option("grapple.drop_weapon")
@pytest.mark.parametrize(("drops", "hands"), [(False, ("sword", "knife")), (True, ())])
def test_whether_the_pinned_drops_what_it_holds(drops, hands):
    play = do(pinning(grapple_drop_weapon=drops), *PIN)
    assert body(play, 1).hands == hands
    assert len(table(play).ground) == 2 - len(hands)


@pytest.mark.rule("COR-ACT-06", "COR-GRP-04")
@pytest.mark.option("grapple.attack_cost")
@pytest.mark.parametrize(("how", "left", "dice"), [("as_melee", 1, 6), ("fast", 2, 6)])
def test_what_an_attack_on_the_pinned_costs(how, left, dice):
    play = do(hold(grapple_attack_cost=how), ATTACK, (1,) * dice, who=1)
    assert body(play, 1).ap == left
    assert ("COR-ACT-06" in causes(play)) is (left == 1)


@pytest.mark.rule("COR-MQ-01", "COR-MQ-02")
@pytest.mark.option("grapple.attack_cost")
def test_a_quick_attack_on_the_pinned_costs_one_and_loses_the_two_dice():
    play = do(hold(), QUICK, (1,) * 4, who=1)
    assert body(play, 1).ap == 2
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 4, "COR-GRP-04": 2, "COR-MQ-02": -2}
    assert {"COR-MQ-01", "COR-MQ-02"} <= causes(play)


@pytest.mark.rule("COR-MEL-05", "COR-GRP-01")
@pytest.mark.option("grapple.weapon_bonus")
@pytest.mark.parametrize(("counts", "dice"), [(False, 4), (True, 5)])
def test_whether_a_weapon_counts_when_breaking_free(counts, dice):
    play = do(hold(grapple_weapon_bonus=counts), BREAK, (1, 1), (1,) * dice)
    assert rolls(play, "break free, resisted")[0].tally.total == dice


@pytest.mark.option("opposed.tie")
@pytest.mark.parametrize(
    ("how", "more", "freed"),
    [
        ("resister", [], False),
        ("initiator", [], True),
        ("reroll", [(6, 1), (1, 1, 1, 1)], True),
        ("reroll", [(6, 6), (6, 6, 1, 1), (6, 1), (6, 6, 1, 1)], False),
    ],
)
def test_who_wins_a_tied_opposed_roll(how, more, freed):
    play = do(hold(opposed_tie=how), BREAK, (6, 1), (6, 1, 1, 1), *more)
    assert held(play) is not freed


@pytest.mark.option("opposed.tie")
def test_no_sixes_on_either_side_free_nobody_by_any_option():
    for how in ("resister", "initiator"):
        assert held(do(hold(opposed_tie=how), BREAK, (1, 1), (1, 1, 1, 1)))


def test_the_menus_of_the_pinned_and_of_the_grappler_are_short():
    pinned, grappler = waits_for(hold(), step), waits_for(hold(current=1), step)
    assert {option.name for option in pinned.options} == {"end", "shout", "break free", "lower initiative"}
    assert {option.name for option in grappler.options} == {
        "end",
        "shout",
        "grapple attack",
        "quick grapple attack",
        "let go",
        "lower initiative",
    }


@pytest.mark.rule("COR-OVW-08", "COR-MBE-10")
def test_being_pinned_ends_cover_and_overwatch():
    here = pinning()
    watching = here.fighters[1]._replace(watch=here.fighters[0].spot, hands=("knife",))
    play = do(here._replace(bodies=(here.fighters[0], watching, here.table)), *PIN)
    assert body(play, 1).watch is None
    assert fx.HeldBy(Who(1), Who(0)) in play.done


@pytest.mark.rule("COR-OVW-08", "COR-MBE-10")
def test_whoever_is_pinned_or_pins_watches_no_more():
    here = fight(
        fighter("Asha", watch=point(9, 0)),
        fighter("Bo", "blue", (1, 0), watch=point(-9, 0)),
    )
    play = play_out(here, lambda play: pin.pin(play, Fighter(play, Who(0)), Fighter(play, Who(1))))
    assert [b.watch for b in play.fight.fighters] == [None, None]
    assert kinds(play).count("WatchEnded") == 2


@pytest.mark.rule("COR-GRP-04", "COR-MBE-10")
def test_the_odds_call_pinned_whom_the_attack_pins_and_not_who_comes_free_by_falling():
    """Asha, of one hit point, is Broken by the only thing that a hit can do, and so let go."""
    odds = price_action(RULESET, hold({"hp": 1}, current=1), Who(1), ATTACK)
    assert odds["Asha is put out of action"].chance > 0
    assert "Asha is pinned" not in [m.name for m in odds.measures]
