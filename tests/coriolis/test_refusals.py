"""What forbids each action, need by need: the same fight with what is needed, and without it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Injury, State, Thing
from tests.coriolis.cast import act, fight, fighter, forbids, house
from tests.refusals import merged, row

LEARNED = {"medicurgy": 1, "command": 1, "technology": 1, "pilot": 1, "mystic powers": 1}
CRATE = Cover("crate", 4)
ARMY = tables.weapons()["army carbine"]
HAMMER = next(w for w in tables.weapons().values() if w.two_handed and w.melee)._replace(name="hammer")
SHOT, BLOW, SPRAY = act("normal shot", 1, item="carbine"), act("melee attack", 1, item="knife"), "full auto"
AID, CALM = act("first aid", 1, item="broken"), act("calm", 1)
HOLDING, HELD = {"holding": Who(1)}, {"held_by": Who(1)}


def here(asha: dict[str, Any], bo: dict[str, Any], away: float, options: dict[str, Any]) -> State:
    """Asha with a carbine and a knife, who has learned what there is to learn, and Bo, so far away."""
    one = fighter("Asha", hp=8, skills=LEARNED, weapons=("carbine", "knife"))._replace(**asha)
    two = fighter("Bo", "blue", (away, 0), hp=8)._replace(**bo)
    pistol = Thing(tables.weapons()["gauss pistol"], point(1, 0))
    return fight(one, two, house=house(**options), covers=(CRATE,), ground=(pistol,))


def so(given: dict[str, Any]) -> State:
    """The fight in which this is so."""
    return here(given.get("asha", {}), given.get("bo", {}), given.get("away", 5), given.get("house", {}))


def hurt(*codes: int) -> dict[str, Any]:
    """Injuries by their D66."""
    return {"injuries": tuple(Injury(code) for code in codes)}


CLOSE = {"away": 1}
DOWN = {"away": 1, "bo": {"hp": 0}}
DRIVES = {"asha": {"sheet": fighter(skills=LEARNED, sheet={"driving": True}).sheet}}
SHAKEN = {"bo": {"mp": 0, "side": "red"}}

ROWS = (
    # who can act at all
    row("COR-BRK-02", act("draw", item="knife"), asha={"mp": 0}, needs={"asha": {"hands": ()}}),
    row("COR-BRK-02", act("shout"), asha={"hp": 0}),
    row("AMB-65", act("shout"), asha={"stun": 1}),
    row("COR-CRT-02", act("shout"), asha=hurt(52)),
    row("AMB-44", act("hit the ground"), asha=HELD),
    row("AMB-44", act("hit the ground"), asha=HOLDING),
    row("COR-AP-10", act("reload", item="carbine"), asha={"ap": 1}),
    row("COR-AP-10", act("hit the ground"), asha={"ap": 0}),
    # weapons
    row("COR-ACT-12", act("draw", item="knife"), asha={"hands": ("knife",)}, needs={"asha": {"hands": ()}}),
    row("COR-ACT-12", act("draw", item="knife"), asha={"kit": ()}, needs={"asha": {"hands": ()}}),
    row("COR-ACT-12", BLOW, asha={"hands": ("carbine",)}, needs=CLOSE),
    row(
        "COR-CRT-02",
        act("melee attack", 1, item="hammer"),
        asha=hurt(43),
        needs={"away": 1, "asha": {"kit": (HAMMER,), "hands": ("hammer",)}},
    ),
    row("COR-ACT-08", act("reload", item="carbine"), asha={"hands": ("knife",)}),
    row("COR-RNG-01", SHOT, asha={"hands": ("knife",)}),
    row("COR-AUT-06", SHOT, asha={"empty": ("carbine",)}),
    row("COR-BRK-04", SHOT, bo={"dead": True, "hp": 0}),
    row("COR-DST-08", SHOT, away=1001),
    row("COR-SHT-03", act("quick shot", 1, item="carbine"), away=20.01, needs={"away": 20}),
    row("COR-SHT-08", act("aimed shot", 1, item="carbine"), away=2, needs={"away": 2.01}),
    row(
        "COR-SHT-09",
        act(SPRAY, 1, item="service pistol"),
        asha={"kit": (tables.weapons()["service pistol"],)},
        needs={
            "asha": {
                "hands": ("service pistol",),
                "kit": (tables.weapons()["carbine"]._replace(name="service pistol"),),
            }
        },
    ),
    row(
        "AMB-66",
        act(SPRAY, 1, item=ARMY.name),
        away=100.01,
        needs={
            "away": 100,
            "asha": {"kit": (ARMY,), "hands": (ARMY.name,)},
            "house": {"auto_max_range": "long"},
        },
    ),
    row(
        "AMB-66",
        act(SPRAY, 1, item=ARMY.name),
        house={"auto_max_range": "long"},
        needs={
            "away": 100.01,
            "asha": {"kit": (ARMY,), "hands": (ARMY.name,)},
        },
    ),
    row(
        "COR-MQ-03",
        act("quick melee attack", 1, item="sword"),
        asha={"kit": (tables.weapons()["sword"],)},
        needs={
            "away": 1,
            "asha": {
                "hands": ("sword",),
                "kit": (tables.weapons()["knife"]._replace(name="sword"),),
            },
        },
    ),
    row("COR-MEL-04", BLOW, asha={"prone": True}, needs=CLOSE),
    row("COR-MEL-03", BLOW, bo={"dead": True, "hp": 0}, needs=CLOSE),
    row("COR-MEL-03", BLOW, away=2.01, needs={"away": 2}),
    row(
        "AMB-53",
        act("pick up", item="gauss pistol"),
        asha={"spot": point(-1.01, 0)},
        needs={"asha": {"spot": point(-1, 0)}},
    ),
    row("AMB-53", act("pick up", item="gauss pistol"), asha={"kit": (tables.weapons()["gauss pistol"],)}),
    row(
        "AMB-54",
        act("reload", item="carbine"),
        asha={"reloaded": ("carbine",) * 9},
        needs={"house": {"ammo_reloads": "counted"}},
    ),
    row(
        "AMB-54",
        act("reload", item="carbine"),
        house={"ammo_reloads": "counted"},
        needs={"asha": {"reloaded": ("carbine",) * 9}},
    ),
    # helping
    row("COR-BRK-05", AID, bo={"hp": 1}, needs=DOWN),
    row("COR-BRK-05", AID, bo={"dead": True}, needs=DOWN),
    row("COR-BRK-05", AID, away=2.01, needs={**DOWN, "away": 2}),
    row("COR-BRK-05", AID, asha={"sheet": fighter().sheet}, needs=DOWN),
    row("COR-CRT-04", act("first aid", 1, item="36"), bo=hurt(11), needs={"away": 1, "bo": hurt(36)}),
    row("AMB-49", AID, bo={"failed": (Who(0),)}, needs=DOWN),
    row(
        "AMB-49",
        AID,
        house={"aid_retry": False},
        needs={**DOWN, "bo": {"hp": 0, "failed": (Who(0),)}, "house": {"aid_retry": True}},
    ),
    row("AMB-27", CALM, bo={"mp": 1}, needs=SHAKEN),
    row("AMB-27", CALM, bo={"dead": True}, needs=SHAKEN),
    row("AMB-27", CALM, bo={"side": "blue"}, needs=SHAKEN),
    row("AMB-27", CALM, asha={"sheet": fighter().sheet}, needs=SHAKEN),
    # moving and posture
    row("AMB-52", act("sprint", to=(0, 5)), asha={"prone": True}),
    row(
        "COR-ACT-10",
        act("sprint", to=(0, 10.01)),
        needs={"asha": {"spot": point(0, 1)}},
        asha={"spot": point(0, 0)},
    ),
    row("COR-ACT-10", act("sprint", to=(0, 5.01)), asha=hurt(33)),
    row("COR-ACT-10", act("sprint", to=(0, 5)), asha={"spot": point(0, 5)}),
    row(
        "AMB-52",
        act("crawl", 1),
        asha={"prone": False},
        needs={"asha": {"prone": True}, "house": {"prone_crawl": True}},
    ),
    row(
        "AMB-52",
        act("crawl", 1),
        house={"prone_crawl": False},
        needs={"asha": {"prone": True}, "house": {"prone_crawl": True}},
    ),
    row("COR-ACT-16", act("hit the ground"), asha={"prone": True}),
    row("COR-ACT-17", act("get up"), asha={"prone": False}, needs={"asha": {"prone": True}}),
    row("COR-CRT-02", act("get up"), asha=hurt(51), needs={"asha": {"prone": True}}),
    row("COR-COV-01", act("take cover", item="crate"), asha={"cover": CRATE}),
    # overwatch, grapples, initiative
    row("COR-OVW-01", act("overwatch", 1), asha={"watch": point(5, 0)}),
    row("AMB-38", act("overwatch", 1), asha={"hands": ("knife",)}),
    row("COR-AUT-06", act("overwatch", 1), asha={"empty": ("carbine",)}),
    row("COR-OVW-08", act("overwatch", 1), away=2, needs={"away": 2.01}),
    row(
        "COR-GRP-04",
        act("grapple attack"),
        asha={"holding": None},
        needs={"away": 1, "asha": HOLDING, "bo": {"held_by": Who(0)}},
    ),
    row(
        "COR-GRP-01",
        act("break free"),
        asha={"held_by": None},
        needs={"away": 1, "asha": HELD, "bo": {"holding": Who(0)}},
    ),
    row(
        "AMB-44",
        act("let go"),
        asha={"holding": None},
        needs={"away": 1, "asha": HOLDING, "bo": {"held_by": Who(0)}},
    ),
    row("COR-INIT-13", act("lower initiative", n=2), asha={"began": True}),
    row("COR-INIT-13", act("lower initiative", n=3), asha={"score": 3}, needs={"asha": {"score": 4}}),
    row("AMB-04", act("lower initiative", n=2), house={"init_lower": "between_turns"}),
    # what the table is left to tell
    row("COR-ACT-04", act("activate power"), asha={"sheet": fighter().sheet}, also=("AMB-56",)),
    row("COR-ACT-05", act("tinker"), asha={"sheet": fighter().sheet}, also=("AMB-56",)),
    row("AMB-44", act("tinker"), asha=HELD, also=("AMB-56",)),
    row(
        "COR-ACT-09",
        act("ram"),
        asha={"sheet": here({}, {}, 5, {}).fighters[0].sheet},
        needs=DRIVES,
        also=("AMB-56",),
    ),
    row("COR-ACT-09", act("ram"), asha={"prone": True}, needs=DRIVES, also=("AMB-56",)),
    row("COR-ACT-09", act("ram"), asha={"cover": CRATE}, needs=DRIVES, also=("AMB-56",)),
    row("COR-INIT-13", act("lower initiative", n=4), asha={"boost": 0}, needs={"asha": {"boost": 2}}),
)


@pytest.mark.parametrize(("rule", "deed", "needs", "differs"), ROWS)
def test_an_action_is_refused_for_just_what_is_missing(rule, deed, needs, differs):
    assert forbids(so(needs), deed) == set()
    assert forbids(so(merged(needs, differs)), deed) == {rule}


@pytest.mark.rule("AMB-27")
def test_nobody_calms_itself():
    calm = fighter(mp=0, skills=LEARNED, sheet={"breaks_down": False})
    assert forbids(fight(calm, fighter("Bo", mp=0)), act("calm", 1)) == set()
    assert forbids(fight(calm, fighter("Bo", mp=0)), act("calm", 0)) == {"AMB-27"}


@pytest.mark.rule("COR-ACT-10")
def test_a_sprint_leads_somewhere():
    assert forbids(so({}), act("sprint")) == {"COR-ACT-10"}
    assert forbids(so({}), act("sprint", 1)) == set()


@pytest.mark.rule("COR-ACT-12")
def test_a_gun_in_hand_is_no_weapon_to_strike_with():
    assert forbids(so(CLOSE), act("melee attack", 1, item="carbine")) == {"COR-ACT-12"}
    assert forbids(so(CLOSE), act("melee attack", 1, item="knife")) == set()


@pytest.mark.rule("COR-AUT-06", "AMB-38")
def test_with_one_gun_empty_the_other_watches():
    two = (tables.weapons()["carbine"], tables.weapons()["service pistol"])
    armed = {"kit": two, "hands": ("carbine", "service pistol")}
    assert forbids(so({"asha": {**armed, "empty": ("carbine",)}}), act("overwatch", 1)) == set()
    assert forbids(so({"asha": {**armed, "empty": armed["hands"]}}), act("overwatch", 1)) == {"COR-AUT-06"}
