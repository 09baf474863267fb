"""What plain states forbid, each by its rule alone; shelter behind comrades; magazines between fights."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.play import Play
from affray.rulesets.horizon import downtime
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.sheet import Item, Task
from affray.rulesets.horizon.state import Body
from affray.testing.script import play_out
from tests.horizon.cast import (
    act,
    body,
    bulky,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    item,
    lying,
    wall,
)  # fmt: skip

PISTOL, LMG, GRENADE, VANITY = "light-combat-pistol", "lmg", "scrap-grenade", bulky("vanity")
BUSY = Task("sweep", "endurance", 10)
FAR = (wall("fence", (60, -5), (60, 5), health=5),)
HEDGE = (wall("hedge", (5, -5), (5, 5)),)
NEAR_BO = foe(at=(1, 0))


def hauler(**changes: Any) -> Body:
    """Somebody with both hands full."""
    return fighter(weapons=(PISTOL, VANITY), hand="vanity", **changes)


def armed(weapon: str = PISTOL, **changes: Any) -> Body:
    """Somebody with this in hand."""
    return fighter(weapons=(weapon,), **changes)


def row(rule: str, one: Body, does: Act, *others: Body, **table: Any) -> Any:
    """A state, what is tried in it, and the rule against it."""
    return pytest.param(
        fight(one, *(others or (foe(),)), **table),
        does,
        rule,
        marks=pytest.mark.rule(rule),
    )


GROUND = {"ground": (lying(item(LMG)),)}
ROWS = [
    row("HZN-ATK-01", armed(), act("attack", 0)),
    row("HZN-ESC-02", armed(), act("attack", 1), foe(escaped=True)),
    row("HZN-ACT-01", armed(actions=0), act("attack", 1)),
    row("HZN-WND-01", armed(), act("attack", 1, item="toe")),
    row("HZN-TRN-01", armed(), act("attack", 1), fighting=False),
    row("HZN-PBR-06", fighter(), act("club", 1), NEAR_BO),
    row("HZN-PBR-06", armed("simple-weapon"), act("club", 1), NEAR_BO),
    row("HZN-ATK-06", armed(GRENADE), act("throw", 1), NEAR_BO),
    row("HZN-ATK-08", armed(score=5, walls=FAR), act("attack wall", item="fence"), foe(walls=FAR)),
    row("HZN-OBJ-08", hauler(), act("attack", 1)),
    row("HZN-OBJ-08", hauler(), act("holster")),
    row("HZN-OBJ-08", hauler(), act("pick up", item="LMG"), **GROUND),
    row("HZN-OBJ-08", hauler(task=BUSY, skills={"endurance": 1}, walls=HEDGE), act("work"), foe(walls=HEDGE)),
    row("HZN-OBJ-08", fighter(), act("drop", item="LMG")),
    row("HZN-OBJ-01", fighter(), act("pick up", item="LMG")),
    row("HZN-OBJ-01", armed(LMG), act("pick up", item="LMG"), **GROUND),
    row("HZN-OBJ-01", fighter(), act("drag", item="vanity", to=(0, 1))),
    row("HZN-OBJ-03", armed(), act("pick up", item="vanity"), ground=(lying(VANITY),)),
    row("HZN-OBJ-07", fighter(), act("hurl", item="vanity", to=(1, 1))),
    row("HZN-OBJ-11", fighter(sheet={"grapple": True}), act("haul", item="vanity")),
    row("HZN-OBJ-11", fighter(sheet={"grapple": True}), act("haul", item="vanity"),
        ground=(lying(VANITY, (900, 0)),)),
    row("HZN-DHS-01", fighter(), act("draw", item="LMG")),
    row("HZN-DHS-02", fighter(), act("holster")),
    row("HZN-REL-08", armed(GRENADE), act("reload")),
    row("HZN-RUL-62", armed(), act("reload")),
    row("HZN-RUL-62", fighter(), act("recover")),
    row("HZN-ACT-01", fighter(actions=0, owed=1), act("recover")),
    row("HZN-RUL-64", fighter(stunned=True, owed=1), act("recover")),
    row("HZN-RUL-64", fighter(stunned=True), act("speak", n=3)),
    row("HZN-COM-01", fighter(), act("speak", n=0)),
    row("HZN-TRN-01", fighter(), act("open combat")),
    row("HZN-MOV-01", fighter(), act("move")),
    row("HZN-MOV-01", armed(score=5), act("move", to=(500, 0))),
    row("HZN-MOV-06", fighter(moved=True), act("move", to=(1, 0))),
    row("HZN-MOV-08", fighter(), act("push on", to=(1, 0))),
    row("HZN-EXT-06", fighter(), act("get behind", 0)),
    row("HZN-EXT-03", fighter(walls=HEDGE), act("work"), foe(walls=HEDGE)),
    row("HZN-EXT-03", fighter(), act("shift", to=(0, 1))),
    row("HZN-ESC-01", fighter(fleeing=True), act("flee")),
    row("HZN-DIV-03", fighter(actions=0, borrowed=2), act("dive", to=(0, 1))),
    row("HZN-DIV-08", fighter(prone=True), act("stand up")),
    row("HZN-DIV-09", fighter(), act("stand up"), fighting=False),
    row("HZN-RUL-69", fighter(), act("stand easy")),
    row("HZN-RUL-69", fighter(poised=True), act("stay alert")),
]  # fmt: skip


@pytest.mark.parametrize(("state", "does", "rule"), ROWS)
def test_what_a_plain_state_forbids_is_refused_by_that_rule_alone(state, does, rule):
    assert forbids(state, does) == {rule}


# --- hiding behind a comrade ----------------------------------------------------------------------


@pytest.mark.rule("HZN-MOV-01", "HZN-MOV-06", "HZN-EXT-06")
def test_it_takes_an_action_and_the_move_to_get_behind_a_comrade_a_metre_past_the_move():
    start = fight(fighter(score=5), foe(at=(40, 0)), fighter("Abe", at=(11, 0)))
    one = body(do(start, act("get behind", 2), True))
    assert (one.actions, one.moved, one.screened, one.spot) == (1, True, ("Bo",), (1000, 0))
    beyond = fight(fighter(score=5), foe(at=(40, 0)), fighter("Abe", at=(11.01, 0)))
    assert forbids(beyond, act("get behind", 2)) == {"HZN-MOV-01"}
    down = fight(fighter(score=5), foe(at=(40, 0)), fighter("Abe", at=(5, 0), stunned=True))
    assert forbids(down, act("get behind", 2)) == {"HZN-EXT-06"}


# --- magazines between fights ---------------------------------------------------------------------


def refilled(gun: Item, counted: bool = False, **changes: Any) -> Item:
    """What a gun holds after one has reloaded it between fights."""
    start = fight(
        fighter(weapons=(gun,), **changes),
        fighting=False,
        house=house(ammo_spare="counted" if counted else "unlimited"),
    )

    def rule(play: Play) -> None:
        downtime.perform(play, Fighter(play, Who(0)), Act("reload", item=gun.name))

    return body(play_out(start, rule)).kit[0]


# spare reloads are counted or not | rounds | spare before | rounds | spare after
MAGAZINES = [
    (False, 0, 0, 15, 0),
    (False, 14, 0, 15, 0),
    (True, 0, 1, 3, 0),
    (True, 0, 2, 6, 0),
    (True, 11, 2, 15, 0),
    (True, 12, 3, 15, 2),
]


@pytest.mark.rule("HZN-PRF-04", "HZN-REL-03", "HZN-REL-04", "HZN-REL-07", "HZN-RUL-57")
@pytest.mark.parametrize("line", MAGAZINES)
def test_between_fights_a_magazine_of_15_is_filled_by_threes_as_far_as_there_is_ammunition(line):
    counted, rounds, spare, filled, left = line
    gun = refilled(item(LMG, rounds, spare=spare), counted)
    assert (gun.rounds, gun.spare if counted else 0) == (filled, left)


@pytest.mark.rule("HZN-REL-08", "HZN-RUL-57", "HZN-RUL-64")
def test_between_fights_nothing_full_or_without_a_magazine_is_reloaded():
    for gun, counted, changes, rule in (
        (item(LMG), False, {}, "HZN-REL-08"),
        (item(GRENADE), False, {}, "HZN-REL-08"),
        (item(LMG, 3, spare=0), True, {}, "HZN-RUL-57"),
        (item(LMG, 3), False, {"stunned": True}, "HZN-RUL-64"),
    ):
        with pytest.raises(Illegal) as refused:
            refilled(gun, counted, **changes)
        assert {refusal.rule for refusal in refused.value.refusals} == {rule}
