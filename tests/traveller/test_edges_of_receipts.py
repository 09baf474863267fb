"""Edges of what receipts and effects say: which rule made it so, and nothing that did not happen."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.play import Play
from affray.rulesets.traveller import downtime, order
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.actions import why_not
from affray.rulesets.traveller.sheet import Reaction
from affray.testing.script import caused, first, kinds, play_out
from tests.campaign.parties import correct
from tests.traveller.cast import act, dms, do, fight, fighter, forbids, house, spot, wall
from tests.traveller.test_downtime import crew
from tests.traveller.test_grapple import wins
from tests.traveller.test_harm import SHOT as HIT
from tests.traveller.test_harm import hit
from tests.traveller.test_minor import BOG
from tests.traveller.test_reactions import SHOT, WALL, attacked

DIVE = Reaction("dive")


@pytest.mark.rule("TRV-MOVE-01", "TRV-MOVE-02")
def test_hard_ground_alone_is_named_for_a_move_that_it_slows():
    easy = fight(fighter(), fighter("Bo", "blue", (0, 20)))
    hard = fight(fighter(at=(0, 5)), fighter("Bo", "blue", (0, 20)), rough=(BOG,))
    assert set(caused(do(easy, act("move", 1)), fx.HeadedFor)) == {"TRV-MOVE-01"}
    assert set(caused(do(hard, act("move", 1)), fx.HeadedFor)) == {"TRV-MOVE-01", "TRV-MOVE-02"}


@pytest.mark.rule("TRV-MOVE-01", "TRV-R34")
@pytest.mark.option("wounded.slowed")
def test_who_needs_surgery_may_still_move_and_take_cover_by_the_option():
    hurt: dict[str, Any] = {"strength": 5, "dexterity": 5, "endurance": 5}
    rock = wall("rock", "stone wall", (3, -2), (3, 2))
    slowed = house(wounded_slowed=True)
    start = fight(fighter(**hurt), fighter("Bo", "blue", (9, 0)), house=slowed, covers=(rock,))
    assert forbids(start, act("aim")) == {"TRV-R34"}
    assert forbids(start, act("move", 1)) == set()
    assert forbids(start, act("take cover", item="rock")) == set()


@pytest.mark.rule("TRV-ACT-CREW")
def test_a_crew_position_that_is_not_there_is_said_not_to_be_there():
    start = fight(fighter(), fighter("Bo", "blue", (9, 0)))
    said = [str(refusal.why) for refusal in why_not(start, Who(0), act("take post", item="turret"))]
    assert "there is no such crew position" in said


@pytest.mark.rule("TRV-GRAP-05")
def test_what_the_winner_keeps_falls_at_the_winners_feet_and_is_taken_up():
    kept = kinds(wins("disarm", True, dice=(6, 6), mine={"skills": {"melee": 2}}))
    assert kept[kept.index("TookUp") - 1] == "Lay"


@pytest.mark.rule("TRV-R15")
@pytest.mark.option("wounds.order")
def test_damage_that_is_split_at_will_settles_what_was_due():
    play = do(hit((5, 7, 0), wounds_order="free_later"), HIT, "", (4, 4), (3, 2), (4, 1, 0))
    assert first(play, fx.Hurt) == fx.Hurt(Who(1), 4, 1, 0, True, True)


@pytest.mark.rule("TRV-INIT-05", "TRV-R41")
def test_of_several_seized_at_one_moment_nobody_holds_who_is_held_by_another():
    grips = (Who(1), Who(2), Who(1), None)
    four = [fighter(name, side, grip=grip) for (name, side), grip in zip(
        (("Asha", "red"), ("Bo", "blue"), ("Cy", "red"), ("Di", "blue")), grips, strict=True
    )]  # fmt: skip

    def rule(play: Play) -> None:
        order.untangle(play)

    play = play_out(fight(*four), rule)
    assert [b.grip for b in play.fight.fighters] == [None, 2, 1, None]
    assert set(caused(play, fx.Gripped)) == {"TRV-INIT-05", "TRV-R41"}


@pytest.mark.rule("TRV-DIVE-06", "TRV-R14")
def test_who_lies_and_who_dives_are_hard_to_hit_by_a_rule_each():
    gunner = fighter("Ana", weapons=("rifle",))
    lying = fight(gunner, fighter("Bo", "blue", (20, 0), stance="prone"))
    found = dms(do(lying, act("ranged attack", 1, item="rifle"), "", (1, 1)), "ranged attack")
    assert ("TRV-R14" in found, "TRV-DIVE-06" in found) == (True, False)
    up = do(fight(gunner, fighter("Bo", "blue", (20, 0))), act("ranged attack", 1, item="rifle"), "", (1, 1))
    assert not {"TRV-R14", "TRV-DIVE-06"} & set(dms(up, "ranged attack")), "nor who stands"
    dived = dms(do(attacked(), SHOT, DIVE, (1, 1)), "ranged attack")
    assert ("TRV-R14" in dived, "TRV-DIVE-06" in dived) == (False, True)


@pytest.mark.rule("TRV-DIVE-05")
def test_cover_that_a_dive_reaches_is_named_where_it_stands_between():
    play = do(attacked(table={"covers": (WALL,)}), SHOT, Reaction("dive", "wall"), (1, 1))
    assert set(caused(play, fx.TookCover)) == {"TRV-DIVE-05", "TRV-R37"}
    beside = wall("beside", "stone wall", (99, -2), (101, -2))
    off = do(attacked(table={"covers": (beside,)}), SHOT, Reaction("dive", to=spot(100, -1.5)), (1, 1))
    assert set(caused(off, fx.TookCover)) == {"TRV-R37"}


@pytest.mark.rule("TRV-ACT-PSI", "TRV-R7")
def test_what_psionics_come_to_is_told_with_its_effect_for_the_game_master():
    play = do(fight(fighter(), fighter("Bo", "blue", (9, 0))), act("psionics"), 0, (4, 6))
    assert first(play, fx.Narrated) == fx.Narrated(Who(0), "psionics", 2, True)


@pytest.mark.rule("TRV-R39", "TRV-WAKE-02")
def test_no_time_passes_where_it_is_time_to_wake_already():
    session = crew()
    correct(session, "hurt Ana 0 9 9")
    bodies = [b._replace(wake_at=0) if b.out else b for b in session.fight.fighters]
    start = session.fight._replace(bodies=(*bodies, session.fight.table))

    def rule(play: Play) -> None:
        downtime.on_to(play, start.table.clock + 30)

    assert kinds(play_out(start, rule, "1 1"))[0] != "TimePassed"
