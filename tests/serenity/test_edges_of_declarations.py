"""Edges of what Serenity declares: when there is a line, what it uses up, what it and an option say."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.serenity import covering, defence, gear, movement, wrestling
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.house import House
from tests.serenity.cast import act, fight, fighter, near


def offered(given, who=0):
    """The names of the actions that have a line in somebody's menu."""
    return {each.name for each in ACTIONS.candidates(given, Who(who))}


@pytest.mark.rule("SER-FREE-03")
def test_who_lies_on_the_ground_is_not_offered_to_drop_there():
    assert "drop to the ground" in offered(fight(fighter(), near()))
    assert "drop to the ground" not in offered(fight(fighter(prone=True), near()))


@pytest.mark.rule("SER-GRAP-06")
def test_only_who_is_held_is_offered_to_break_free():
    assert "break hold" not in offered(fight(fighter(), near()))
    assert "break hold" in offered(fight(fighter(held_by=Who(1)), near()))
    assert wrestling.BREAK_HOLD.cost == 1


@pytest.mark.rule("SER-R35")
@pytest.mark.parametrize("action", [gear.DRAW, gear.PICK_UP, gear.RELOAD], ids=lambda action: action.name)
def test_what_is_done_with_a_weapon_takes_one_action(action):
    assert ACTIONS.cost(act(action.name, item="pistol"), House()) == 1
    like = gear.handling(name="polish", of=gear.to_draw, needs=action.needs, run=action.run)
    assert like.price(House()) == 1, "whatever else is made so"


@pytest.mark.rule("SER-INIT-03")
def test_to_sit_out_ends_the_turn_and_to_look_around_does_not():
    ends = ACTIONS.tagged("end")
    assert "sit out" in ends
    assert not {"look around", "say"} & ends


@pytest.mark.rule("SER-R32")
@pytest.mark.parametrize("pace", [3, 5])
def test_the_sheet_says_how_far_one_goes_by_the_option(pace):
    for action in (movement.WALK, movement.BACK_OFF, movement.HUSTLE, movement.RUN):
        assert action.sheet is not None
        assert callable(action.sheet.note)
        said = action.sheet.note(House(move_pace=pace))
        assert int(said.split()[0]) % pace == 0
    assert movement.WALK.sheet is not None
    assert callable(movement.WALK.sheet.note)
    assert movement.WALK.sheet.note(House(move_pace=pace)) == f"{pace} m"


@pytest.mark.rule("SER-ACT-05")
def test_no_defence_of_ones_own_is_said_in_words():
    says = defence.DEFEND.says
    assert says is not None
    assert [says((), what) for what in ("", "dodge")] == ["innate defence only", "dodge"]


@pytest.mark.rule("SER-COVERING-01", "SER-COVERING-02", "SER-R37")
def test_to_go_on_waiting_is_said_in_words():
    says = covering.WHEN_SEEN.says
    assert says is not None
    assert says((), None) == "keep waiting"
    assert says((), act("punch", 1)) is None
