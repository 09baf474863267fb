"""What forbids an action, need by need: the same fight with what is needed, and without it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.d6 import tables
from affray.rulesets.d6.state import State
from tests.d6.cast import act, car, fight, fighter, forbids
from tests.refusals import merged, row

PISTOL, RIFLE, SWORD, BOW, BOMB = (
    "medium pistol", "assault rifle", "long sword", "long bow", "fragmentation grenade"
)  # fmt: skip
AIM, ATTACK = act("aim", 1, item=PISTOL), act("attack", 1, item=PISTOL)


def so(given: dict[str, Any]) -> State:
    """Ava, who has a pistol in hand, and Bo, so far away; what is given differs."""
    ava = {"weapons": (PISTOL,), **given.get("ava", {})}
    bo = {"at": (given.get("away", 20), 0), **given.get("bo", {})}
    return fight(fighter(**ava), fighter("Bo", **{"side": "blue", **bo}))


def carries(*names: str, **more: Any) -> dict[str, Any]:
    """A kit by names."""
    return {"ava": {"weapons": names, **more}}


ROWS = (
    # aiming and attacking
    row("DSX-ITEM-03", AIM, ava={"hands": ()}),
    row("DSX-R33", AIM, bo={"hp": -30}, needs={"bo": {"hp": -29}}),
    row("DSX-R23", AIM, away=105.5, needs={"away": 105}),
    row("DSX-ITEM-04", AIM, ava={"shots": (0,)}, needs={"ava": {"shots": (1,)}}),
    row(
        "DSX-AIM-01",
        AIM,
        ava={"drives": car(), "aboard": Who(0), "speed": 1},
        needs={"ava": {"drives": car(), "aboard": Who(0), "speed": 0}},
    ),
    row("DSX-ITEM-03", ATTACK, ava={"hands": ()}),
    row("DSX-ITEM-04", ATTACK, ava={"shots": (0,)}, needs={"ava": {"shots": (1,)}}),
    row("DSX-BURST-02", act("burst", 1, item=RIFLE), ava={"shots": (4,)}, needs=carries(RIFLE, shots=(5,))),
    # bombs, and fire at a place
    row("DSX-ITEM-03", act("throw", 1, item=BOMB), ava={"hands": ()}, needs=carries(BOMB)),
    row("DSX-AREA-01", act("throw", 1, item=BOMB), ava={"shots": (0,)}, needs=carries(BOMB, shots=(1,))),
    row("DSX-R23", act("throw", to=(0, 60), item=BOMB), ava={"at": (0, -0.5)}, needs=carries(BOMB)),
    row("DSX-ITEM-03", act("suppress", to=(20, 0), item=RIFLE, n=5), ava={"hands": ()}, needs=carries(RIFLE)),
    row(
        "DSX-SUPP-04",
        act("suppress", to=(20, 0), item=RIFLE, n=1),
        ava={"shots": (4,)},
        needs=carries(RIFLE, shots=(5,)),
    ),
    # weapons in hand
    row("DSX-ITEM-03", act("draw", item=PISTOL), ava={"hands": (PISTOL,)}, needs=carries(PISTOL, hands=())),
    row("DSX-ITEM-03", act("draw", item=PISTOL), ava={"weapons": ()}, needs=carries(PISTOL, hands=())),
    row(
        "DSX-ITEM-03", act("draw", item=RIFLE), ava={"hands": (SWORD,)}, needs=carries(RIFLE, SWORD, hands=())
    ),
    row(
        "DSX-ITEM-03",
        act("draw", item=SWORD),
        ava={"hands": (RIFLE,)},
        needs=carries(SWORD, PISTOL, RIFLE, hands=(PISTOL,)),
    ),
    row("DSX-ITEM-04", act("load", item=PISTOL), ava={"hands": ()}, needs=carries(PISTOL, shots=(0,))),
    row("DSX-ITEM-04", act("load", item=PISTOL), ava={"shots": (17,)}, needs=carries(PISTOL, shots=(16,))),
    row("DSX-ITEM-02", act("stow", item=PISTOL), ava={"hands": ()}, needs=carries(PISTOL)),
    row(
        "DSX-R40",
        act("pick up", item=PISTOL),
        ava={"lying": (point(0, 5.5),)},
        needs=carries(PISTOL, hands=(), dropped=(PISTOL,), lying=(point(0, 5),)),
    ),
    row(
        "DSX-ITEM-03",
        act("pick up", item=PISTOL),
        ava={"hands": (RIFLE,)},
        needs=carries(PISTOL, RIFLE, hands=(), dropped=(PISTOL,), lying=(point(0, 5),)),
    ),
    # driving, and getting in and out
    row(
        "DSX-VEH-01",
        act("evade"),
        ava={"drives": None, "aboard": None},
        needs={"ava": {"drives": car(), "aboard": Who(0)}},
    ),
    row(
        "DSX-AIM-02", act("get out"), ava={"bound": True}, needs={"ava": {"drives": car(), "aboard": Who(0)}}
    ),
    row(
        "DSX-STAND-01",
        act("get in", 1),
        ava={"prone": True},
        needs={"away": 3, "bo": {"side": "red", "drives": car(), "aboard": Who(1)}},
    ),
    row(
        "DSX-AIM-02",
        act("get in", 1),
        ava={"bound": True},
        needs={"away": 3, "bo": {"side": "red", "drives": car(), "aboard": Who(1)}},
    ),
    row(
        "DSX-R41",
        act("get in", 1),
        away=5.5,
        needs={"away": 5, "bo": {"side": "red", "drives": car(), "aboard": Who(1)}},
    ),
    row(
        "DSX-R41",
        act("get in", 1),
        bo={"side": "blue"},
        needs={"away": 5, "bo": {"side": "red", "drives": car(), "aboard": Who(1)}},
    ),
    row(
        "DSX-R41",
        act("get in", 1),
        bo={"drives": None, "aboard": None},
        needs={"away": 5, "bo": {"side": "red", "drives": car(), "aboard": Who(1)}},
    ),
    row(
        "DSX-R28",
        act("drive", to=(0, 50), item="cautious"),
        ava={"at": (0, -0.5)},
        needs={"ava": {"drives": car(), "aboard": Who(0)}},
    ),
)


@pytest.mark.parametrize(("rule", "deed", "needs", "differs"), ROWS)
def test_an_action_is_refused_for_just_what_is_missing(rule, deed, needs, differs):
    assert forbids(so(needs), deed) == set()
    assert forbids(so(merged(needs, differs)), deed) == {rule}


@pytest.mark.rule("DSX-R33", "DSX-ITEM-03", "DSX-AREA-01", "DSX-SUPP-02", "DSX-SUPP-04", "DSX-ITEM-04")
def test_what_no_state_allows():
    """Aiming at oneself, throwing a pistol, at nothing, fire without width, loading a blade."""
    armed = so(carries(PISTOL, BOMB, RIFLE, SWORD, hands=(PISTOL, BOMB)))
    assert "DSX-R33" in forbids(armed, act("aim", 0, item=PISTOL))
    assert "DSX-ITEM-03" in forbids(armed, act("throw", 1, item=PISTOL))
    assert "DSX-ITEM-03" in forbids(armed, act("aim", 1, item=BOMB))
    assert "DSX-ITEM-03" in forbids(armed, act("attack", 1, item=BOMB))
    assert "DSX-AREA-01" in forbids(armed, act("throw", item=BOMB))
    assert "DSX-SUPP-02" in forbids(armed, act("suppress", to=(20, 0), item=PISTOL, n=5))
    rifle = so(carries(RIFLE))
    assert "DSX-SUPP-04" in forbids(rifle, act("suppress", to=(20, 0), item=RIFLE, n=0))
    assert "DSX-ITEM-04" in forbids(so(carries(SWORD)), act("load", item=SWORD))
    assert "DSX-HOLD-01" in forbids(rifle, act("hold", 0))


@pytest.mark.rule("DSX-R28", "DSX-R41")
def test_one_drives_at_a_known_speed_to_somewhere():
    wheel = so({"ava": {"drives": car(), "aboard": Who(0)}})
    assert forbids(wheel, act("drive", to=(0, 20), item="cautious")) == set()
    assert "DSX-R28" in forbids(wheel, act("drive", to=(0, 20), item="reckless"))
    assert "DSX-R28" in forbids(wheel, act("drive", item="cautious"))
    assert "DSX-R41" in forbids(so({}), act("get out"))
    assert "DSX-R41" in forbids(wheel, act("get in", 0))


@pytest.mark.rule("DSX-R26")
def test_a_vehicle_of_medium_size_is_no_easier_and_no_harder_to_hit():
    assert tables.sizes()["medium"].amount == 0


@pytest.mark.rule("DSX-VEH-SPD-01", "DSX-VEH-SPD-02", "DSX-VEH-SPD-03", "DSX-VEH-SPD-04", "DSX-VEH-SPD-05")
def test_halves_of_the_listed_movement_by_speed():
    assert [(s.rule, s.halves) for s in tables.speeds()] == [
        (f"DSX-VEH-SPD-0{n + 1}", halves) for n, halves in enumerate((1, 2, 4, 6, 8))
    ]
