"""What can be done in which state, as the menu says and the rules do."""

from __future__ import annotations

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.rulesets.traveller.actions import admits, legal, menu
from affray.rulesets.traveller.sheet import Project
from affray.rulesets.traveller.state import State
from tests.traveller.cast import act, fight, fighter, forbids

EVERYTHING = ("revolver", "dagger", "medikit")
SIGNIFICANT = {"ranged attack", "lead", "first aid", "psionics", "skill check", "work"}
MINOR = {"aim", "move", "move away", "stance", "draw", "put down"}
FREE = {"end", "talk", "push a button"}


def state(distance: float = 6, **me) -> State:
    """Asha can do everything there is, in some state; Bo is her foe, Cleo a hurt friend beside her."""
    skills = {"leadership": 1, "medic": 1, "telepathy": 1, "gun combat": 0, "melee": 0}
    asha = fighter("Asha", skills=skills, weapons=EVERYTHING, hands=("revolver",), **me)
    cleo = fighter("Cleo", "red", (1, 0), endurance=3, hurt_at=0)
    project = Project("the lock", "mechanic", "EDU", 0, 3)
    return fight(asha, fighter("Bo", "blue", (0, distance)), cleo, projects=(project,))


def names(here: State) -> set[str]:
    return {a.name for a in legal(here, Who(0))}


@pytest.mark.parametrize("stance", ["standing", "crouched", "prone"])
def test_a_whole_turn_holds_everything(stance):
    assert names(state(stance=stance)) == SIGNIFICANT | MINOR | FREE | {"defer"}


@pytest.mark.rule("TRV-R5")
def test_with_one_part_left_only_minor_actions_fit():
    assert names(state(acts=1)) == MINOR | FREE
    assert names(state(acts=2)) == SIGNIFICANT | MINOR | FREE
    assert names(state(acts=0)) == FREE


@pytest.mark.rule("TRV-GRAP-01")
def test_in_a_grapple_there_is_only_the_check():
    assert names(state(grip=Who(1))) == {"wrestle"} | FREE - {"end"}


@pytest.mark.rule("TRV-UNC-01", "TRV-R15")
def test_the_unconscious_and_the_dead_do_nothing():
    assert names(state(out=True, strength=0, endurance=0)) == {"end"}
    assert names(state(strength=0, dexterity=0, endurance=0)) == {"end"}


def test_who_needs_surgery_can_still_do_everything():
    assert names(state(strength=1, dexterity=1, endurance=1)) == SIGNIFICANT | MINOR | FREE | {"defer"}


@pytest.mark.rule("TRV-LOAD-01", "TRV-RNG-01")
def test_an_empty_weapon_must_be_reloaded_and_far_targets_are_out_of_range():
    assert names(state(left=(0, 0, 0))) == SIGNIFICANT - {"ranged attack"} | MINOR | FREE | {
        "defer",
        "reload",
    }
    assert names(state(40)) == SIGNIFICANT - {"ranged attack"} | MINOR | FREE | {"defer"}


@pytest.mark.rule("TRV-MEL-01")
def test_melee_needs_arms_length():
    near = names(state(1))
    assert {"melee attack", "grapple"} <= near
    assert not {"melee attack", "grapple"} & names(state(2))


def test_each_line_costs_its_part_of_the_turn():
    costs = {o.act.name: o.cost for o in menu(state(1), Who(0)) if not o.refused}
    assert {name for name, cost in costs.items() if cost == 2} == SIGNIFICANT | {"melee attack", "grapple"}
    assert {name for name, cost in costs.items() if cost == 1} == MINOR
    assert {name for name, cost in costs.items() if cost == 0} == FREE | {"defer"}


def test_what_is_no_action_is_refused():
    here = state()
    assert admits(here, Who(0), "dance")[0].why == "not an action of this game"
    assert admits(here, Who(0), Act("dance"))[0].why == "not an action of this game"
    assert admits(here, Who(0), Act("ranged attack", item="revolver"))[0].why == "needs a target"
    assert admits(here, Who(0), Act("aim", at=Who(9)))[0].why == "not an action of this game"
    assert not admits(here, Who(0), act("move", to=(1, 1)))
    assert forbids(here, act("move")) == {"TRV-MOVE-01"}
