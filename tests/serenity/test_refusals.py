"""What forbids an action, need by need: the same fight with what is needed, and without it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.serenity.state import State
from tests.refusals import merged, row
from tests.serenity.cast import KNIFE, PISTOL, SMG, act, fight, fighter, forbids

SKILLED = {"guns": "d8", "melee weapons": "d8", "unarmed combat": "d8", "athletics": "d8"}
GRENADE = "grenade"


def so(given: dict[str, Any]) -> State:
    """Ana with a pistol, a knife and a grenade, and Bo, so far away; what is given differs."""
    ana = {
        "weapons": (PISTOL, KNIFE, GRENADE),
        "hands": (PISTOL, KNIFE),
        "skills": SKILLED,
        **given.get("ana", {}),
    }
    bo = {"side": "blue", "at": (given.get("away", 1), 0), **given.get("bo", {})}
    return fight(fighter("Ana", **ana), fighter("Bo", **bo))


GUNNER = {"away": 9, "ana": {"weapons": (SMG,), "hands": (SMG,)}}
EMPTY = {"ana": {"clips": ()}}
ROWS = (
    row("SER-R35", act("draw", item=KNIFE), ana={"hands": (KNIFE,)}, needs={"ana": {"hands": ()}}),
    row("SER-R35", act("draw", item=KNIFE), ana={"weapons": ()}, needs={"ana": {"hands": ()}}),
    row("SER-R38", act("plant", item=GRENADE), ana={"weapons": (PISTOL,)}),
    row("SER-R32", act("get up"), ana={"prone": False}, needs={"ana": {"prone": True}}),
    row("SER-R32", act("get up"), ana={"walked": True}, needs={"ana": {"prone": True}}),
    row("SER-LIMB-03", act("get up"), ana={"limbs": ("leg",)}, needs={"ana": {"prone": True}}),
    row("SER-GRAP-05", act("drop to the ground"), ana={"held_by": Who(1)}, needs={"bo": {"holding": Who(0)}}),
    row("SER-FREE-03", act("drop to the ground"), ana={"prone": True}),
    row("SER-AUTO-01", act("autofire", 1, item=SMG), ana={"hands": ()}, needs=GUNNER),
    row("SER-LIMB-03", act("autofire", 1, item=SMG), ana={"limbs": ("arm", "arm")}, needs=GUNNER),
    row(
        "SER-EXPL-01", act("throw explosive", 1, item=GRENADE), ana={"weapons": (PISTOL,)}, needs={"away": 9}
    ),
    row(
        "SER-LIMB-03",
        act("throw explosive", 1, item=GRENADE),
        ana={"limbs": ("arm", "arm")},
        needs={"away": 9, "ana": {"limbs": ("arm",)}},
    ),
    row("SER-FEINT-02", act("feint", 1), bo={"dead": True}),
    row("SER-GRAP-01", act("grapple", 1), away=9),
    row("SER-LIMB-03", act("grapple", 1), ana={"limbs": ("arm",)}),
    row("SER-RIGHTS-01", act("hold at gunpoint", 1, item=PISTOL), ana={"hands": (KNIFE,)}),
    row("SER-ATK-01", act("attack", 1, item=KNIFE), ana={"hands": (PISTOL,)}),
    row("SER-R35", act("attack", 1, item=KNIFE), away=9),
)


@pytest.mark.parametrize(("rule", "deed", "needs", "differs"), ROWS)
def test_an_action_is_refused_for_just_what_is_missing(rule, deed, needs, differs):
    assert forbids(so(needs), deed) == set()
    assert forbids(so(merged(needs, differs)), deed) == {rule}


@pytest.mark.rule(
    "SER-R38", "SER-AUTO-01", "SER-EXPL-01", "SER-RIGHTS-01", "SER-FEINT-02", "SER-GRAP-02", "SER-R32"
)
def test_what_no_state_allows():
    """Planting, spraying, menacing or bombing with a knife; fooling oneself; going nowhere."""
    here = so({})
    assert "SER-R38" in forbids(here, act("plant", item=KNIFE))
    assert "SER-AUTO-01" in forbids(here, act("autofire", 1, item=KNIFE))
    assert "SER-EXPL-01" in forbids(here, act("throw explosive", 1, item=KNIFE))
    assert "SER-RIGHTS-01" in forbids(here, act("hold at gunpoint", 1, item=KNIFE))
    assert "SER-FEINT-02" in forbids(here, act("feint", 0))
    assert "SER-GRAP-02" in forbids(here, act("grapple", 0))
    assert "SER-R32" in forbids(here, act("walk"))
    assert "SER-COVER-00" in forbids(here, act("take cover", item="wall"))
