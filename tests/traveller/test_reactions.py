"""REACT, DODGE, DIVE, PARRY: answering an attack, and what it costs in the next turn."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.rulesets.traveller.questions import QUESTIONS
from affray.rulesets.traveller.sheet import Reaction
from affray.rulesets.traveller.state import State
from affray.rulesets.traveller.tables import covers
from affray.rulesets.traveller.words import WORDS
from affray.testing.script import causes
from tests.traveller.cast import (
    act,
    asks,
    body,
    dms,
    do,
    fight,
    fighter,
    house,
    next_asked,
    refuses,
    rolls,
    runs,
    spot,
    table,
    wall,
)

SHOT = act("ranged attack", 1, item="rifle")
BLOW = act("melee attack", 1, item="sword")
DODGE, PARRY, DIVE = Reaction("dodge"), Reaction("parry"), Reaction("dive")
END = act("end")


def attacked(distance: float = 100, foe: dict[str, Any] | None = None, table=None, **options: Any) -> State:
    """Asha with rifle and sword attacks Bo, who stands so far off."""
    asha = fighter("Asha", weapons=("rifle", "sword"), score=3)
    return fight(
        asha, fighter("Bo", "blue", (distance, 0), **(foe or {})), house=house(**options), **(table or {})
    )


# --- the price ------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-REACT-01")
def test_each_reaction_costs_one_on_all_checks_of_the_next_turn():
    bo = {"weapons": ("rifle",), "reacted": 1}
    play = runs(attacked(foe=bo), SHOT, DODGE, (1, 1), END)
    assert (body(play, 1).penalty, body(play, 1).reacted) == (2, 0)
    back = runs(play.fight, act("ranged attack", 0, item="rifle"), "", (1, 1))
    assert dms(back, "ranged attack") == {"TRV-REACT-01": -2}
    later = runs(back.fight, END)
    assert body(later, 1).penalty == 0


@pytest.mark.option("reaction.penalty")
@pytest.mark.parametrize(("how", "penalty"), [("each", 3), ("once", 1)])
def test_several_reactions_add_up_but_for_the_option(how, penalty):
    play = runs(attacked(foe={"reacted": 3}, reaction_penalty=how), END)
    assert body(play, 1).penalty == penalty


@pytest.mark.rule("TRV-R9", "TRV-REACT-01")
def test_nobody_reacts_who_is_out_or_does_not_know_of_the_attack():
    out = attacked(foe={"out": True, "strength": 0, "dexterity": 0})
    assert asks(out, SHOT).asked.question == "ranged attack"
    unseen = fight(fighter("Asha", weapons=("rifle",), unseen=True), fighter("Bo", "blue", (100, 0)))
    assert asks(unseen, SHOT).asked.question == "ranged attack"
    play = do(unseen, SHOT, (1, 1))
    assert body(play, 0).unseen is False


def test_reactions_are_no_actions_so_that_no_menu_takes_them_for_one():
    behind = attacked(table={"covers": (WALL,)})
    options = (*asks(behind, SHOT).options, *asks(attacked(1), BLOW).options)
    assert not any(isinstance(option, Act) for option in options)
    words = [WORDS.option(("Asha", "Bo"), "reaction", option) for option in options]
    assert words == ["nothing", "dodge", "dive", "dive behind wall", "nothing", "dodge", "parry"]


@pytest.mark.rule("TRV-REACT-01")
def test_one_reaction_to_an_attack_and_each_fits_its_kind():
    assert asks(attacked(), SHOT).options == ("", DODGE, DIVE)
    assert asks(attacked(1), BLOW).options == ("", DODGE, PARRY)
    assert asks(attacked(), SHOT, DODGE).asked.question == "ranged attack"


# --- dodge ----------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-DODGE-01")
@pytest.mark.parametrize(
    ("full", "skills", "dm"),
    [
        ((7, 12, 7, 7, 7, 7), {}, 2),
        ((7, 9, 7, 7, 7, 7), {"athletics (dexterity)": 3}, 3),
        ((7, 9, 7, 7, 7, 7), {"athletics (dexterity)": 0}, 1),
        ((7, 3, 7, 7, 7, 7), {}, 0),
    ],
)
def test_a_dodge_takes_the_larger_of_dex_and_athletics_off(full, skills, dm):
    play = do(attacked(foe={"full": full, "skills": skills}), SHOT, DODGE, (1, 1))
    assert dms(play, "ranged attack").get("TRV-DODGE-01", 0) == -dm
    assert body(play, 1).reacted == 1


@pytest.mark.option("reaction.negative")
@pytest.mark.parametrize(("option", "dm"), [(False, 0), (True, 1)])
def test_a_bad_defence_helps_the_attacker_only_by_the_option(option, dm):
    play = do(attacked(foe={"dexterity": 3}, reaction_negative=option), SHOT, DODGE, (1, 1))
    assert rolls(play, "ranged attack")[0].tally.total == dm


@pytest.mark.rule("TRV-R10")
@pytest.mark.parametrize("option", [False, True])
def test_the_sheet_says_of_a_dodge_whether_it_may_be_below_0(option):
    listed = QUESTIONS.listed(house(reaction_negative=option))
    assert [each.name for each in listed] == ["dodge", "parry", "dive for cover"]
    assert listed[0].note.endswith("the larger, even below 0" if option else "the larger")


@pytest.mark.option("lying.dodge")
@pytest.mark.parametrize(("allowed", "options"), [(True, ("", DODGE, PARRY)), (False, ("", PARRY))])
def test_dodging_on_the_ground(allowed, options):
    here = attacked(1, foe={"stance": "prone"}, lying_dodge=allowed)
    assert asks(here, BLOW).options == options


# --- dive -----------------------------------------------------------------------------------------

WALL = wall("wall", "stone wall", (98, -2), (98, 2))
FAR = wall("far wall", "stone wall", (90, -2), (90, 2))


@pytest.mark.rule("TRV-DIVE-01")
def test_a_dive_is_no_answer_to_a_blow():
    assert DIVE in asks(attacked(), SHOT).options
    assert DIVE not in asks(attacked(1), BLOW).options


@pytest.mark.rule("TRV-DIVE-02")
def test_a_dive_carries_a_tile_at_most():
    here = attacked(table={"covers": (WALL, FAR)})
    behind = Reaction("dive", "wall")
    assert asks(here, SHOT).options == ("", DODGE, DIVE, behind)
    play = do(here, SHOT, behind, (1, 1))
    assert body(play, 1).spot == spot(99, 0)
    there = do(here, SHOT, Reaction("dive", to=spot(100, 1.5)), (1, 1))
    assert body(there, 1).spot == spot(100, 1.5)
    assert refuses(asks(here, SHOT), Reaction("dive", to=spot(100, 1.51))) == ["TRV-DIVE-02"]
    assert refuses(asks(here, SHOT), PARRY) == ["TRV-REACT-01"]


@pytest.mark.rule("TRV-DIVE-03", "TRV-DIVE-04", "TRV-R31")
def test_who_dives_lies_and_loses_the_turn_to_come():
    play = runs(attacked(), SHOT, DIVE, (1, 1), END, END)
    assert body(play, 1).stance == "prone"
    assert table(play).round == 2
    assert "TurnLost" in [type(e).__name__ for e in play.done]
    assert next(e for e in play.done if type(e).__name__ == "TurnLost").who == 1
    assert (body(play, 1).loses, body(play, 1).reacted, body(play, 1).penalty) == (False, 0, 1)


@pytest.mark.rule("TRV-DIVE-03", "TRV-R31")
def test_who_has_acted_loses_the_turn_of_the_next_round():
    here = attacked(foe={"done": True})
    play = runs(here, SHOT, DIVE, (1, 1), END, END)
    assert (table(play).round, body(play, 1).loses) == (3, False)
    assert [type(e).__name__ for e in play.done].count("TurnLost") == 1


@pytest.mark.rule("TRV-DIVE-03", "TRV-DEFER-01", "TRV-R31")
def test_who_dives_with_the_turn_put_off_loses_that_turn_and_no_other():
    here = attacked(foe={"deferring": True, "asked": True, "score": 5})
    play = runs(here, SHOT, DIVE, (1, 1))
    assert (body(play, 1).deferring, body(play, 1).loses, body(play, 1).done) == (False, False, True)
    assert next_asked(play.fight).asked.question == "action"
    later = runs(play.fight, END)
    assert table(later).round == 2
    assert next_asked(later.fight).asked == (1, "action", "")
    assert [type(e).__name__ for e in (*play.done, *later.done)].count("TurnLost") == 1
    assert body(later, 1).penalty == 1


@pytest.mark.rule("TRV-REACT-01", "TRV-R31", "TRV-R33")
def test_what_reactions_cost_is_over_with_the_fight():
    asha = fighter("Asha", skills={"medic": 2}, weapons=("medikit",), penalty=2)
    bo = fighter("Bo", "red", (1, 0), endurance=3, hurt_at=0)
    cleo = fighter("Cleo", "blue", (3, 0), strength=1, dexterity=0, endurance=0, out=True)
    play = runs(fight(asha, bo, cleo), act("first aid", 1), (3, 3))
    assert dms(play, "first aid") == {"TRV-FAID-01": 2}


@pytest.mark.rule("TRV-DIVE-03", "TRV-R31")
@pytest.mark.parametrize(("done", "lost_in"), [(False, 1), (True, 2)])
def test_the_turn_that_a_dive_costs_is_lost_while_unconscious_and_not_after_waking(done, lost_in):
    bo = fighter(
        "Bo", "blue", (100, 0), done=done, loses=True, out=True, strength=0, endurance=0, wake_at=600
    )
    here = fight(fighter("Asha"), bo, fighter("Cleo", "blue", (100, 3)))
    for n in range(1, lost_in + 1):
        assert body(runs(here, *[END, END] * (n - 1)), 1).loses
    after = runs(here, *[END, END] * lost_in)
    assert (table(after).round, body(after, 1).loses) == (1 + lost_in, False)


@pytest.mark.rule("TRV-R31")
def test_a_dive_from_an_attack_before_the_first_round_costs_its_turn():
    sniper = fighter("Asha", weapons=("rifle",), opens=True, entered=False)
    bo = fighter("Bo", "blue", (100, 0), entered=False)
    play = runs(
        fight(sniper, bo, current=None, turn=0), SHOT, DIVE, (1, 1), False, False, (6, 6), (3, 3), END
    )
    assert [type(e).__name__ for e in play.done].count("TurnLost") == 1


@pytest.mark.rule("TRV-DIVE-05", "TRV-ACT-CREW")
def test_a_dive_in_a_crew_position_does_not_leave_what_covers_it():
    post = covers()["armoured vehicle"]._replace(name="turret")
    here = attacked(foe={"post": "turret", "cover": post}, table={"covers": (WALL,)})
    play = do(here, SHOT, DIVE, (6, 6), (6, 6, 6))
    assert dms(play, "ranged attack") == {"TRV-DIVE-05": -2}
    assert dms(play, "damage")["TRV-COVER-05"] == -15
    assert (body(play, 1).post, body(play, 1).cover, body(play, 1).stance) == ("turret", post, "prone")
    away = do(here, SHOT, Reaction("dive", "wall"), (6, 6), (1, 1, 1))
    assert dms(away, "damage")["TRV-COVER-03"] == -8
    assert body(away, 1).post == ""


@pytest.mark.rule("TRV-DIVE-05")
def test_a_dive_into_cover_costs_the_attacker_two_and_the_cover_protects():
    here = attacked(table={"covers": (WALL,)})
    play = do(here, SHOT, Reaction("dive", "wall"), (6, 5), (6, 3, 2))
    assert dms(play, "ranged attack") == {"TRV-DIVE-05": -2}
    assert dms(play, "damage")["TRV-COVER-03"] == -8
    assert "TRV-DIVE-01" in causes(play)


@pytest.mark.rule("TRV-DIVE-06")
def test_a_dive_into_the_open_costs_the_attacker_one():
    play = do(attacked(), SHOT, DIVE, (1, 1))
    assert dms(play, "ranged attack") == {"TRV-DIVE-06": -1}
    assert body(play, 1).spot == spot(100, 0)


# --- parry ----------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-PARRY-01")
@pytest.mark.parametrize(
    ("skills", "weapons", "dm"),
    [({"melee": 2}, (), -2), ({"melee (blade)": 3, "melee": 1}, ("sword",), -3), ({}, ("sword",), 0)],
)
def test_a_parry_takes_the_skill_of_the_weapon_off(skills, weapons, dm):
    play = do(attacked(1, foe={"skills": skills, "weapons": weapons}), BLOW, PARRY, (1, 1))
    assert dms(play, "melee attack").get("TRV-PARRY-01", 0) == dm
    assert PARRY not in asks(attacked(), SHOT).options
