"""The table of legal actions: every action in every state, allowed or forbidden by which rule.

One letter per state: `Y` legal, `e` legal and it ends overwatch, `.` not meant (its own precondition
cannot hold), and otherwise the rule that forbids it.
"""

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import Pending, resume
from affray.core.space import point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import perform
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Body, State, Thing
from affray.rulesets.coriolis.tables import weapons
from tests.coriolis.cast import act, asks, fight, fighter, forbids

# --- the states -----------------------------------------------------------------------------------

BO, CLEO = Who(1), Who(2)
DOOR, TABLE_TOP = Cover("door", 4), Cover("table", 3)
LEARNED = {"medicurgy": 1, "technology": 1, "pilot": 1, "mystic powers": 1, "command": 1}

STATES: dict[str, dict[str, Any]] = {
    "free": {},
    "engaged": {},
    "prone": {"prone": True},
    "pinned": {"held_by": BO},
    "pinning": {"holding": BO},
    "overwatch": {"watch": point(30, 0)},
    "empty": {"empty": ("carbine",)},
    "cover": {"cover": DOOR},
    "broken": {"hp": 0},
    "stunned": {"stun": 1},
    "breakdown": {"mp": 0},
}
"""The columns, in the order of the table; the last three are its last column, taken apart."""


def state(name: str, ap: int = 3) -> State:
    """Asha in this state with Bo, a foe, and Cleo, a friend who is down at arm's length.

    Bo stands 10 m away, or at arm's length where the state says so.
    """
    near = name in ("engaged", "pinned", "pinning")
    asha = fighter(
        "Asha",
        weapons=("carbine", "knife"),
        skills=LEARNED,
        sheet={"driving": True},
        ap=ap,
        **STATES[name],
    )
    other: dict[str, Any] = {"pinned": {"holding": Who(0)}, "pinning": {"held_by": Who(0)}}.get(name, {})
    bo = fighter("Bo", "blue", (1 if near else 10, 0), hp=20, **other)
    cleo = fighter("Cleo", "red", (0, 1), hp=0, hours=3)
    ground = (Thing(weapons()["sword"], point(0, 0)),)
    return fight(asha, bo, cleo, covers=(DOOR, TABLE_TOP), ground=ground)


def within_reach(here: State) -> State:
    """The same with Bo at arm's length, but unaware of it all, so that nobody is engaged."""
    return here.after(fx.Placed(BO, point(1, 0))).after(fx.Noticed(BO, False))


# --- the table ------------------------------------------------------------------------------------

G, B, S = "AMB-44", "COR-BRK-02", "AMB-65"
DOWN = (B, S, B)
"""What forbids any action to the Broken, the stunned, and those who have broken down."""

TRIED = {
    "aimed shot": act("aimed shot", 1, item="carbine"),
    "full auto": act("full auto", 1, item="carbine"),
    "first aid": act("first aid", 2, item="broken"),
    "power": act("activate power"),
    "tinker": act("tinker"),
    "melee attack": act("melee attack", 1, item="knife"),
    "normal shot": act("normal shot", 1, item="carbine"),
    "reload": act("reload", item="carbine"),
    "ram": act("ram"),
    "break free": act("break free"),
    "grapple attack": act("grapple attack"),
    "quick grapple attack": act("quick grapple attack"),
    "sprint": act("sprint", to=(0, -5)),
    "take cover": act("take cover", item="table"),
    "draw": act("draw", item="knife"),
    "pick up": act("pick up", item="sword"),
    "quick shot": act("quick shot", 1, item="carbine"),
    "quick melee": act("quick melee attack", 1, item="knife"),
    "overwatch": act("overwatch", to=(5, 0)),
    "hit the ground": act("hit the ground"),
    "get up": act("get up"),
    "shout": act("shout"),
    "let go": act("let go"),
    "lower initiative": act("lower initiative", n=1),
}
"""The rows that are actions: what is tried in each state."""

TABLE: dict[str, tuple[str, ...]] = {
    "aimed shot": ("Y", "COR-SHT-08", "Y", G, G, "e", "COR-AUT-06", "Y", *DOWN),
    "full auto": ("Y", "Y", "Y", G, G, "e", "COR-AUT-06", "Y", *DOWN),
    "first aid": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "power": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "tinker": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "melee attack": ("Y", "Y", "COR-MEL-04", G, G, "e", "Y", "Y", *DOWN),
    "normal shot": ("Y", "Y", "Y", G, G, "e", "COR-AUT-06", "Y", *DOWN),
    "reload": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "ram": ("Y", "Y", "COR-ACT-09", G, G, "e", "Y", "COR-ACT-09", *DOWN),
    "break free": ("COR-GRP-01", "COR-GRP-01", "COR-GRP-01", "Y", *["COR-GRP-01"] * 4, *DOWN),
    "grapple attack": (*["COR-GRP-04"] * 4, "Y", *["COR-GRP-04"] * 3, *DOWN),
    "quick grapple attack": (*["COR-GRP-04"] * 4, "Y", *["COR-GRP-04"] * 3, *DOWN),
    "sprint": ("Y", "Y", "AMB-52", G, G, "e", "Y", "Y", *DOWN),
    "take cover": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "draw": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "pick up": ("Y", "Y", "Y", G, G, "e", "Y", "Y", *DOWN),
    "quick shot": ("Y", "Y", "Y", G, G, "e", "COR-AUT-06", "Y", *DOWN),
    "quick melee": ("Y", "Y", "COR-MEL-04", G, G, "e", "Y", "Y", *DOWN),
    "overwatch": ("Y", "COR-OVW-08", "Y", G, G, "COR-OVW-01", "COR-AUT-06", "Y", *DOWN),
    "hit the ground": ("Y", "Y", "COR-ACT-16", G, G, "e", "Y", "Y", *DOWN),
    "get up": (".", ".", "Y", ".", ".", ".", ".", ".", *DOWN),
    "shout": (*["Y"] * 8, *DOWN),
    "let go": (*[G] * 4, "Y", *[G] * 3, *DOWN),
    "lower initiative": (*["Y"] * 8, *DOWN),
}
"""The same rows: what becomes of it in each state."""

AT_REACH = ("melee attack", "quick melee")
"""Rows that need a target at Close range in every state."""

CELLS = [(row, name, cell) for row, cells in TABLE.items() for name, cell in zip(STATES, cells, strict=True)]


def here_for(row: str, name: str, ap: int = 3) -> State:
    """The state, made to fit the row's own precondition."""
    here = state(name, ap)
    if row == "draw":
        here = changed(here, hands=("carbine",))
    if row in AT_REACH and name not in ("engaged", "pinned", "pinning"):
        here = within_reach(here)
    return here


def changed(here: State, who: int = 0, **changes: Any) -> State:
    bodies = list(here.bodies)
    bodies[who] = bodies[who]._replace(**changes)
    return here._replace(bodies=tuple(bodies))


@pytest.mark.parametrize(("row", "name", "cell"), CELLS)
def test_the_table_of_legal_actions(row, name, cell):
    refused = forbids(here_for(row, name), TRIED[row])
    if cell in ("Y", "e"):
        assert refused == set()
    elif cell == ".":
        assert refused
    else:
        assert cell in refused


def watching_after(here: State, tried: Act) -> bool:
    """Whether Asha is still on overwatch once the action is declared, at its first request."""

    def rule(play: Any) -> None:
        perform(play, Fighter(play, Who(0)), tried)

    play, pending = resume(here, rule, [])
    assert pending is None or isinstance(pending, Pending)
    asha: Body = play.fight.bodies[0]
    return asha.watch is not None


@pytest.mark.rule("COR-OVW-07")
@pytest.mark.parametrize("row", [row for row, cells in TABLE.items() if cells[5] == "e"])
def test_every_action_that_costs_points_ends_overwatch(row):
    assert watching_after(here_for(row, "overwatch"), TRIED[row]) is False


@pytest.mark.parametrize("row", ["shout", "lower initiative"])
def test_free_actions_do_not(row):
    assert watching_after(state("overwatch"), TRIED[row]) is True


@pytest.mark.rule("COR-COV-01")
def test_behind_cover_one_may_take_other_cover_only():
    assert forbids(state("cover"), act("take cover", item="door")) == {"COR-COV-01"}


def test_who_pins_somebody_strikes_only_that_one_and_only_so():
    assert forbids(state("pinning"), act("melee attack", 1, item="unarmed")) == {"AMB-44"}


# --- the points -----------------------------------------------------------------------------------

COST = {
    **dict.fromkeys(("aimed shot", "full auto", "first aid", "power", "tinker"), 3),
    **dict.fromkeys(("melee attack", "normal shot", "reload", "ram"), 2),
    **dict.fromkeys(("sprint", "take cover", "draw", "pick up", "quick shot", "quick melee"), 1),
    **dict.fromkeys(("overwatch", "hit the ground"), 1),
    **dict.fromkeys(("shout", "lower initiative"), 0),
}
"""What the rows cost that are legal for one who is free."""


@pytest.mark.rule("COR-AP-10")
@pytest.mark.parametrize("row", COST)
@pytest.mark.parametrize("ap", [0, 1, 2, 3])
def test_what_the_points_left_still_allow(row, ap):
    refused = forbids(here_for(row, "free", ap), TRIED[row])
    assert refused == (set() if COST[row] <= ap else {"COR-AP-10"})


def test_breaking_free_and_grapple_attacks_cost_as_the_table_says():
    assert forbids(state("pinned", 1), act("break free")) == {"COR-AP-10"}
    assert forbids(state("pinning", 1), act("grapple attack")) == {"COR-AP-10"}
    assert forbids(state("pinning", 1), act("quick grapple attack")) == set()
    assert forbids(state("pinning", 0), act("let go")) == set()
    assert forbids(state("prone", 1), act("get up")) == set()
    assert forbids(state("prone", 0), act("get up")) == {"COR-AP-10"}


# --- reactions ------------------------------------------------------------------------------------

REACTIONS = {
    "defend": ("Y", "Y", "Y", "N", "N", "Y", "Y", "Y", "N", "N", "N"),
    "attack of opportunity": ("Y", "Y", "N", "N", "N", "Y", "Y", "Y", "N", "N", "N"),
    "overwatch shot": ("N", "N", "Y", "N", "N", "Y", "N", "Y", "N", "N", "N"),
}
"""The rows that are reactions; in the last one Asha is on overwatch besides, wherever she can be."""

REACTION_CELLS = [
    (row, name, cell) for row, cells in REACTIONS.items() for name, cell in zip(STATES, cells, strict=True)
]


def trigger(row: str, name: str, **changes: Any) -> tuple[State, Act, int]:
    """A state, and the action of a foe that opens this reaction to Asha in it; the foe's place."""
    here = changed(state(name), **changes)
    if row == "overwatch shot":
        foe = fighter("Dana", "blue", (20, 0))
        watch = None if name in ("free", "engaged") else point(30, 0)
        return fight(*changed(here, watch=watch).fighters, foe), act("hit the ground"), 3
    foe = fighter("Dana", "blue", (0, -1), hp=20, weapons=("knife",))
    tried = act("melee attack", 0, item="knife") if row == "defend" else act("sprint", to=(0, -9))
    return fight(*here.fighters, foe), tried, 3


def opens(row: str, here: State, tried: Act, foe: int) -> bool:
    """Whether Asha is asked for this reaction."""

    def rule(play: Any) -> None:
        perform(play, Fighter(play, Who(foe)), tried)

    _, pending = resume(here, rule, [])
    return pending is not None and pending.asked.who == 0 and pending.asked.question == row


@pytest.mark.parametrize(("row", "name", "cell"), REACTION_CELLS)
def test_the_table_of_reactions(row, name, cell):
    assert opens(row, *trigger(row, name)) is (cell == "Y")


@pytest.mark.rule("COR-OVW-07")
@pytest.mark.parametrize("row", ["defend", "attack of opportunity"])
def test_other_reactions_end_overwatch(row):
    here, tried, foe = trigger(row, "overwatch")
    answers: tuple[Any, ...] = (True,)
    if row == "attack of opportunity":
        answers = (True, asks(here, tried, True, who=foe).options[0])
    asked = asks(here, tried, *answers, who=foe)
    assert asked.view is not None
    assert fx.WatchEnded(Who(0)) in asked.view.play.done


@pytest.mark.parametrize(
    ("row", "least"), [("defend", 1), ("attack of opportunity", 1), ("overwatch shot", 2)]
)
@pytest.mark.parametrize("ap", [0, 1, 2, 3])
def test_what_reactions_the_points_left_allow(row, least, ap):
    name = "overwatch" if row == "overwatch shot" else "free"
    assert opens(row, *trigger(row, name, ap=ap)) is (ap >= least)


@pytest.mark.parametrize("row", REACTIONS)
def test_the_unaware_do_not_react(row):
    name = "overwatch" if row == "overwatch shot" else "free"
    assert not opens(row, *trigger(row, name, aware=False))


# --- what happens without a choice ----------------------------------------------------------------


@pytest.mark.rule("COR-ACT-18", "COR-BRK-04")
@pytest.mark.parametrize("name", STATES)
def test_armour_is_rolled_in_every_state(name):
    here = state(name)
    mailed = changed(here, sheet=here.fighters[0].sheet._replace(armour=2), ap=0, cover=None)
    foe = fighter("Dana", "blue", (0, -1), weapons=("knife",))
    four = fight(*mailed.fighters, foe)
    assert asks(four, act("melee attack", 0, item="knife"), (6, 1), who=3).asked.question == "armour"


@pytest.mark.rule("COR-ACT-19")
@pytest.mark.parametrize(
    ("name", "resists"), [("pinning", True), ("broken", False), ("stunned", False), ("breakdown", False)]
)
def test_who_cannot_act_does_not_resist_an_opposed_roll(name, resists):
    here = changed(changed(state(name), holding=BO), 1, held_by=Who(0), spot=point(1, 0))

    def rule(play: Any) -> None:
        perform(play, Fighter(play, BO), act("break free"))

    _, pending = resume(here, rule, [])
    assert pending is not None
    play, after = resume(here, rule, [pending.answer(1)])
    assert (after is not None and after.asked.question == "break free, resisted") is resists
    assert (play.fight.bodies[1].held_by is not None) is resists
