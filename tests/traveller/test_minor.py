"""MOVE, AIM, STAN, DRAW, LOAD, ITEM: what fits into a turn beside the main thing."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.sheet import Reaction, Zone
from affray.rulesets.traveller.state import State, Thing
from affray.rulesets.traveller.tables import weapons
from affray.testing.script import causes, kinds
from tests.traveller.cast import act, body, dms, do, fight, fighter, forbids, house, spot, table

BOG = Zone("bog", spot(0, 5), 300)


def field(rough: bool = False, stance: str = "standing", **options) -> State:
    """Asha at the origin, Bo 20 m off; perhaps a bog around (0, 5) of 3 m."""
    bodies = (fighter("Asha", stance=stance), fighter("Bo", "blue", (20, 0)))
    return fight(*bodies, house=house(**options), rough=(BOG,) if rough else ())


# --- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-MOVE-01")
def test_a_move_goes_six_metres():
    play = do(field(), act("move", to=(6, 0)))
    assert (body(play, 0).spot, body(play, 0).acts) == (spot(6, 0), 2)
    assert causes(play) == {"TRV-R5", "TRV-MOVE-01"}
    assert forbids(field(), act("move", to=(6.01, 0))) == {"TRV-MOVE-01"}


@pytest.mark.rule("TRV-R5")
def test_a_turn_holds_three_minor_actions_or_one_and_a_significant_one():
    play = do(field(), act("move", to=(6, 0)))
    play = do(play.fight, act("move", to=(12, 0)))
    play = do(play.fight, act("move", to=(18, 0)))
    assert forbids(play.fight, act("aim")) == {"TRV-R5"}
    two = do(do(field(), act("aim")).fight, act("aim"))
    assert "TRV-R5" in forbids(two.fight, act("melee attack", 1, item="unarmed"))


def test_towards_somebody_stops_at_arms_length_and_away_goes_the_other_way():
    near = fight(fighter("Asha"), fighter("Bo", "blue", (5, 0)))
    play = do(near, act("move", 1))
    assert body(play, 0).spot == spot(4.5, 0)
    assert body(do(field(), act("move away", 1)), 0).spot == spot(-6, 0)


@pytest.mark.rule("TRV-MOVE-02")
def test_difficult_ground_halves_the_way():
    assert forbids(field(True), act("move", to=(0, 3.01))) == {"TRV-MOVE-02"}
    assert forbids(field(True), act("move", to=(0, 3))) == set()
    assert forbids(field(True), act("move", to=(6, 0))) == set()
    through = fight(fighter("Asha"), fighter("Bo", "blue", (0, 20)), rough=(BOG,))
    play = do(through, act("move", 1))
    assert body(play, 0).spot == spot(0, 3)
    assert "TRV-MOVE-02" in causes(play)


@pytest.mark.rule("TRV-MOVE-03")
def test_lying_down_one_crawls_a_quarter():
    assert forbids(field(stance="prone"), act("move", to=(1.51, 0))) == {"TRV-MOVE-03"}
    play = do(field(stance="prone"), act("move", to=(1.5, 0)))
    assert body(play, 0).spot == spot(1.5, 0)
    assert causes(play) == {"TRV-R5", "TRV-MOVE-01", "TRV-MOVE-03"}


@pytest.mark.option("move.combined")
@pytest.mark.parametrize(("how", "reach"), [("multiply", 0.75), ("smaller", 1.5)])
def test_crawling_over_difficult_ground(how, reach):
    here = field(True, "prone", move_combined=how).after(fx.Placed(Who(0), spot(0, 3)))
    assert forbids(here, act("move", to=(0, 3 + reach))) == set()
    assert forbids(here, act("move", to=(0, 3.01 + reach))) == {"TRV-MOVE-03"}


@pytest.mark.option("wounded.slowed")
@pytest.mark.parametrize(("slowed", "aims"), [(False, set()), (True, {"TRV-R34"})])
def test_who_needs_surgery_has_few_minor_actions_by_the_option(slowed, aims):
    here = field(wounded_slowed=slowed).after(fx.Hurt(Who(0), 1, 1, 1))
    assert forbids(here, act("aim")) == aims
    assert forbids(here, act("move", to=(1.5, 0))) == set()
    assert forbids(here, act("move", to=(1.6, 0))) == ({"TRV-MOVE-01"} if slowed else set())


# --- aiming ---------------------------------------------------------------------------------------


def aimed(times: int, gun: str = "rifle", **options) -> State:
    """Asha has aimed so often."""
    asha = fighter("Asha", weapons=(gun,), aim=times)
    return fight(asha, fighter("Bo", "blue", (100, 0), weapons=("rifle",)), house=house(**options))


@pytest.mark.rule("TRV-AIM-01")
def test_aiming_gives_one_on_the_next_attack_and_is_used_up():
    play = do(do(aimed(0), act("aim")).fight, act("ranged attack", 1, item="rifle"), "", (1, 1))
    assert dms(play, "ranged attack") == {"TRV-AIM-01": 1}
    assert body(play, 0).aim == 0


@pytest.mark.rule("TRV-AIM-02", "TRV-AIM-01")
def test_aiming_on_adds_up_until_something_else_is_done():
    first = do(aimed(0), act("aim"))
    assert causes(first) == {"TRV-R5", "TRV-AIM-01"}
    play = do(first.fight, act("aim"))
    assert body(play, 0).aim == 2
    assert "TRV-AIM-02" in causes(play)
    moved = do(play.fight, act("move", to=(1, 0)))
    assert body(moved, 0).aim == 0
    assert "TRV-AIM-02" in causes(moved)
    assert body(do(play.fight, act("talk")), 0).aim == 2


@pytest.mark.rule("TRV-AIM-03")
def test_aiming_ends_at_six():
    play = do(aimed(5), act("aim"))
    assert "TRV-AIM-03" in causes(play)
    assert body(play, 0).aim == 6
    assert forbids(play.fight, act("aim")) == {"TRV-AIM-03"}
    shot = do(aimed(6), act("ranged attack", 1, item="rifle"), "", (1, 2), (1, 1, 1))
    assert dms(shot, "ranged attack") == {"TRV-AIM-01": 6}


@pytest.mark.option("aim.keep")
@pytest.mark.parametrize(("keeps", "aim"), [(False, 0), (True, 3)])
def test_a_reaction_costs_the_aim_but_for_the_option(keeps, aim):
    here = aimed(3, aim_keep=keeps)
    play = do(here, act("ranged attack", 0, item="rifle"), Reaction("dodge"), (1, 1), who=1)
    assert body(play, 0).aim == aim


# --- stance, weapons, things ------------------------------------------------------------------------


@pytest.mark.rule("TRV-STAN-01")
def test_a_minor_action_changes_the_stance():
    for stance in ("crouched", "prone"):
        play = do(field(), act("stance", item=stance))
        assert (body(play, 0).stance, body(play, 0).acts) == (stance, 2)
        assert forbids(play.fight, act("stance", item=stance)) == {"TRV-STAN-01"}
        assert body(do(play.fight, act("stance", item="standing")), 0).stance == "standing"


@pytest.mark.rule("TRV-DRAW-01")
def test_a_minor_action_draws_and_full_hands_put_the_first_away():
    asha = fighter("Asha", weapons=("dagger", "revolver", "sword"), hands=("dagger", "revolver"))
    here = fight(asha, fighter("Bo", "blue", (9, 0)))
    play = do(here, act("draw", item="sword"))
    assert (body(play, 0).hands, body(play, 0).acts) == (("revolver", "sword"), 2)
    assert forbids(here, act("draw", item="dagger")) == {"TRV-DRAW-01"}
    assert forbids(here, act("draw", item="rifle")) == {"TRV-DRAW-01"}


@pytest.mark.rule("TRV-LOAD-01")
def test_an_empty_weapon_must_be_reloaded():
    asha = fighter("Asha", weapons=("revolver",), left=(1,))
    here = fight(asha, fighter("Bo", "blue", (6, 0)))
    shot = act("ranged attack", 1, item="revolver")
    play = do(here, shot, "", (1, 1))
    assert body(play, 0).left == (0,)
    assert forbids(play.fight.after(fx.TurnBegan(Who(0))), shot) == {"TRV-LOAD-01"}
    loaded = do(play.fight, act("reload", item="revolver"))
    assert (body(loaded, 0).left, body(loaded, 0).acts) == ((6,), 0)
    assert forbids(loaded.fight, act("reload", item="revolver")) == {"TRV-LOAD-01", "TRV-R5"}


@pytest.mark.rule("TRV-ITEM-01")
def test_a_minor_action_lays_down_or_picks_up():
    asha = fighter("Asha", weapons=("dagger", "medikit"))
    here = fight(asha, fighter("Bo", "blue", (9, 0)))
    laid = do(here, act("put down", item="medikit"))
    assert [t.weapon.name for t in table(laid).ground] == ["medikit"]
    assert (body(laid, 0).hands, body(laid, 0).acts) == (("dagger",), 2)
    taken = do(laid.fight, act("pick up", item="medikit"))
    assert (body(taken, 0).hands, table(taken).ground) == (("dagger", "medikit"), ())
    assert kinds(taken) == ["Spent", "TookUp", "Lifted"]


@pytest.mark.rule("TRV-ITEM-01")
def test_several_of_one_kind_can_be_picked_up_and_each_has_its_shots():
    lies = Thing(weapons()["revolver"], spot(1, 0), 2)
    asha = fighter("Asha", weapons=("revolver",))
    play = do(
        fight(asha, fighter("Bo", "blue", (9, 0)), ground=(lies, lies)), act("pick up", item="revolver")
    )
    again = do(play.fight, act("pick up", item="revolver"))
    b = body(again, 0)
    assert [w.name for w in b.kit] == ["revolver", "revolver 2", "revolver 3"]
    assert (b.left, b.hands, table(again).ground) == ((6, 2, 2), ("revolver 2", "revolver 3"), ())
    next_round = again.fight.after(fx.Refreshed(Who(0)))
    shot = do(next_round, act("ranged attack", 1, item="revolver 3"), "", (1, 1))
    assert body(shot, 0).left == (6, 2, 1)


@pytest.mark.rule("TRV-ITEM-01")
def test_only_what_lies_at_hand_can_be_picked_up():
    far = (Thing(weapons()["sword"], spot(1.51, 0)),)
    here = fight(fighter("Asha"), fighter("Bo", "blue", (9, 0)), ground=far)
    assert forbids(here, act("pick up", item="sword")) == {"TRV-ITEM-01"}
