"""What forbids an action, need by need: the same fight with what is needed, and without it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller.state import State
from tests.refusals import merged, row
from tests.traveller.cast import act, fight, fighter, forbids

RIFLE, DAGGER = "rifle", "dagger"
SHOT, BLOW = act("ranged attack", 1, item=RIFLE), act("melee attack", 1, item=DAGGER)
AID, GRIP = act("first aid", 1), act("grapple", 1)
DEAD = {"strength": 0, "dexterity": 0, "endurance": 0}
HURT = {"away": 1, "bo": {"endurance": 3, "hurt_at": 0}}


def so(given: dict[str, Any]) -> State:
    """Asha with a rifle, a dagger and medical supplies, and Bo, so far away; what is given differs."""
    asha = {"weapons": (RIFLE, DAGGER, "medikit"), "hands": (RIFLE, DAGGER), **given.get("asha", {})}
    bo = {"side": "blue", "at": (given.get("away", 1), 0), **given.get("bo", {})}
    return fight(fighter("Asha", **asha), fighter("Bo", **bo))


ROWS = (
    row("TRV-MEL-01", BLOW, asha={"hands": (RIFLE,)}),
    row("TRV-MEL-01", BLOW, away=9),
    row("TRV-MEL-01", BLOW, bo=DEAD),
    row("TRV-R9", BLOW, bo={"unseen": True}),
    row("TRV-R9", SHOT, bo={"unseen": True}, needs={"away": 9}),
    row("TRV-RNG-01", SHOT, asha={"hands": (DAGGER,)}, needs={"away": 9}),
    row(
        "TRV-LOAD-01",
        act("reload", item=RIFLE),
        asha={"hands": (DAGGER,)},
        needs={"asha": {"left": (0, 0, 0)}},
    ),
    row("TRV-LOAD-01", SHOT, asha={"left": (0, 0, 0)}, needs={"away": 9, "asha": {"left": (1, 0, 0)}}),
    row("TRV-ITEM-01", act("put down", item=DAGGER), asha={"hands": (RIFLE,)}),
    row("TRV-DRAW-01", act("draw", item=DAGGER), asha={"hands": (DAGGER,)}, needs={"asha": {"hands": ()}}),
    row("TRV-GRAP-01", GRIP, bo={"grip": Who(2)}),
    row("TRV-GRAP-01", GRIP, away=9),
    row("TRV-UNC-01", GRIP, bo={"out": True, "strength": 0, "dexterity": 0}),
    row("TRV-R9", GRIP, bo={"unseen": True}),
    row("TRV-FAID-01", AID, away=9, needs=HURT),
    row("TRV-FAID-01", AID, bo=DEAD, needs=HURT),
    row("TRV-FAID-01", AID, bo={"endurance": 7}, needs=HURT),
    row("TRV-FAID-02", AID, asha={"weapons": (RIFLE, DAGGER)}, needs=HURT),
    row("TRV-FAID-07", AID, bo={"treated": True}, needs=HURT),
    row("TRV-MSKL-01", act("scout", 1), bo={"unseen": False}, needs={"bo": {"unseen": True}}),
    row("TRV-STAN-01", act("stance", item="prone"), asha={"stance": "prone"}),
    row("TRV-R15", act("stance", item="prone"), asha=DEAD),
)


@pytest.mark.parametrize(("rule", "deed", "needs", "differs"), ROWS)
def test_an_action_is_refused_for_just_what_is_missing(rule, deed, needs, differs):
    assert forbids(so(needs), deed) == set()
    assert forbids(so(merged(needs, differs)), deed) == {rule}


@pytest.mark.rule(
    "TRV-RNG-01", "TRV-THR-01", "TRV-MEL-01", "TRV-STAN-01", "TRV-MOVE-01", "TRV-ACT-CREW", "TRV-ACT-SKILL",
    "TRV-LOAD-01", "TRV-EXT-04",
)  # fmt: skip
def test_what_no_state_allows():
    """Shooting with a spear, throwing a rifle, striking with one, no stance, nowhere, no post, no skill."""
    here = so({"away": 4, "asha": {"weapons": (RIFLE, "throwing spear"), "hands": (RIFLE, "throwing spear")}})
    assert "TRV-RNG-01" in forbids(here, act("ranged attack", 1, item="throwing spear"))
    assert "TRV-THR-01" in forbids(here, act("thrown attack", 1, item=RIFLE))
    assert "TRV-MEL-01" in forbids(so({}), act("melee attack", 1, item=RIFLE))
    assert "TRV-STAN-01" in forbids(here, act("stance", item="asleep"))
    assert "TRV-MOVE-01" in forbids(here, act("move"))
    assert "TRV-ACT-CREW" in forbids(here, act("take post", item="helm"))
    assert "TRV-ACT-SKILL" in forbids(here, act("skill check", item="knitting"))
    assert "TRV-LOAD-01" in forbids(so({}), act("reload", item=DAGGER))
    assert "TRV-EXT-04" in forbids(here, act("work", item="the lock"))
    assert forbids(here, act("thrown attack", 1, item="throwing spear")) == set()
    assert forbids(here, act("move", to=(1, 1))) == set()
