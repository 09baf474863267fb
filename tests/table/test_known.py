"""Who knows of whom, rule by rule: what each seat then sees, and who plays alone.

A row is a rule, a scene, what the game master puts right in it, and by side of whom nobody there
knows, from the sheets.  All others must be seen.
"""

from __future__ import annotations

import io
import sys
from typing import Any, NamedTuple

import msgspec
import pytest
from rich.console import Console

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli.screen import Screen
from affray.cli.solo import Solo, alone
from affray.core.ruleset import ruleset
from affray.session import Session, opening
from affray.table.room import Room
from affray.table.visibility import ROLES, Viewer
from tests.table.unknown import named, texts

ALL: set[str] = set()


class Row(NamedTuple):
    """A situation, and of whom each side does not know in it."""

    scene: str
    corrections: tuple[str, ...]
    unknown: dict[str, set[str]]


def row(name: str, *rules: str, scene: str, put: tuple[str, ...] = (), **unknown: set[str]) -> Any:
    """A row with the rules that it shows."""
    return pytest.param(Row(scene, put, unknown), id=name, marks=pytest.mark.rule(*rules))


LOT = """
ruleset = "horizon"
title = "Behind the shed"
opens = "raiders"

[[walls]]
name = "shed"
ends = [[10, -30], [10, 2]]

[[fighters]]
name = "Wren"
side = "raiders"
at = [0, 0]
archetype = "marksman"

[[fighters]]
name = "Tam"
side = "raiders"
at = [0, 8]
archetype = "marksman"

[[fighters]]
name = "Guard"
side = "guards"
at = [20, 0]
archetype = "guard"
count = 2

[[fighters]]
name = "Cat"
side = "cats"
at = [20, 20]
archetype = "guard"
"""
"""Three sides: the shed hides Wren and the guards from each other, and nobody else."""
WAITING = LOT.replace('"raiders"\n\n[[w', '"raiders"\nbefore = 2\n\n[[w').replace(
    "count = 2", "count = 2\naware = false"
)
TAM, WREN = "at = [0, 8]", "at = [0, 0]"
LOTS = {
    "lot": LOT,
    "lot, Tam in wait": WAITING.replace(TAM, f"{TAM}\nhidden = 30"),
    "lot, both far off": WAITING.replace("before", 'way = "distance"\nbefore')
    .replace(TAM, f"{TAM}\nhidden = 30")
    .replace(WREN, f"{WREN}\nhidden = 30"),
    "lot with sensors": LOT.replace("count = 2", 'count = 2\naugs = [{name = "radar", senses = true}]'),
}
AMBUSHERS, REBELS = {"Wren", "Tamsin"}, {"Hunter", "Rebel 1", "Rebel 2"}
ROWS = [
    # A side that is caught by surprise knows nothing of the fight.
    row("surprise", "HZN-SUR-01", scene="horizon/ambush", put=("place Wren 12 1",),
        guards=AMBUSHERS, infiltrators=ALL),
    row("one of them knows", "HZN-RUL-60", scene="horizon/ambush",
        put=("place Wren 12 1", "aware Guard 1 yes"), guards={"Tamsin"}, infiltrators=ALL),
    row("unnoticed", "HZN-STL-03", scene="horizon/duel", put=("hide Juno 30",),
        guards={"Juno"}, scavengers=ALL),
    row("seen again", "HZN-STL-04", scene="horizon/duel", put=("hide Juno 30", "reveal Juno"),
        guards=ALL, scavengers=ALL),
    row("no line of sight", "HZN-DIS-01", "HZN-DIS-02", scene="horizon/duel",
        put=("screen Odell Juno yes",), guards={"Juno"}, scavengers={"Odell"}),
    # Hidden is hidden from all, unaware from whatever stands in the open, behind a wall from the rest.
    row("nobody hides", "HZN-DIS-02", scene="lot", raiders=ALL, guards={"Wren"}, cats=ALL),
    row("into range", "HZN-SUR-07", scene="lot, Tam in wait",
        raiders=ALL, guards={"Wren", "Tam", "Cat"}, cats={"Tam"}),
    row("in range and expected", "HZN-SUR-07", scene="lot, Tam in wait", put=("aware Guard 2 yes",),
        raiders=ALL, guards={"Wren", "Tam"}, cats={"Tam"}),
    row("from afar", "HZN-SUR-08", scene="lot, both far off", put=("aware Guard 2 yes",),
        raiders=ALL, guards={"Wren", "Tam"}, cats={"Wren", "Tam"}),
    row("on their sensors", "HZN-DIS-03", scene="lot with sensors",
        put=("screen Tam Guard 1 yes", "screen Tam Guard 2 yes"),
        raiders={"Guard 1", "Guard 2"}, guards=ALL, cats=ALL),
    row("sensors find nobody who hides", "HZN-DIS-03", "HZN-STL-03", scene="lot with sensors",
        put=("hide Wren 30",), raiders=ALL, guards={"Wren"}, cats={"Wren"}),
    row("away for good", "HZN-ESC-02", scene="lot", put=("escape Tam", "place Cat 1 8"),
        raiders={"Guard 1", "Guard 2"}, guards={"Wren", "Tam"}, cats={"Tam"}),
    row("away from sensors", "HZN-ESC-02", "HZN-DIS-03", scene="lot with sensors", put=("escape Wren",),
        raiders=ALL, guards={"Wren"}, cats={"Wren"}),
    row("who is down sees nobody", "HZN-DIS-01", scene="lot", put=("hurt Tam 50",),
        raiders={"Guard 1", "Guard 2"}, guards={"Wren"}, cats=ALL),
    row("shot at by surprise", "COR-INIT-08", scene="coriolis/ambush", put=("notice Lookout no",),
        guards={"Rashid", "Nadira"}, scavengers=ALL),
    row("one looks out", "COR-INIT-05", scene="coriolis/ambush", guards=ALL, scavengers=ALL),
    row("unaware and unseen", "DSX-AWARE-01", scene="d6/gate", camp={"Mirell"}, raid=ALL),
    row("the unaware", "DSX-AWARE-01", scene="d6/bridge", put=("notice Brida no",),
        ferry={"Ansel"}, bridge=ALL),
    row("behind one who does not know", "DSX-ADV-04", scene="d6/bridge",
        put=("turn Brida 9 0", "notice Brida no"), ferry={"Ansel"}, bridge=ALL),
    row("unseen behind one who cannot turn", "DSX-ADV-04", scene="d6/gate",
        put=("notice Sentry yes", "place Mirell 61 4"), camp={"Mirell"}, raid=ALL),
    row("behind one who knows", "DSX-ADV-03", scene="d6/bridge", put=("turn Brida 9 0",),
        ferry=ALL, bridge=ALL),
    row("who is shown", "DSX-AWARE-01", scene="d6/gate", put=("reveal Mirell",), camp=ALL, raid=ALL),
    row("a sneak attack", "SER-SNEAK-01", "SER-INNATE-02", scene="serenity/wreck",
        convoy={"Sefa", "Dov"}, raiders=ALL),
    row("one is warned", "SER-INNATE-03", "SER-R36", scene="serenity/wreck", put=("notice Guard 1 yes",),
        convoy={"Sefa"}, raiders=ALL),
    row("found by a look around", "SER-R36", scene="serenity/wreck",
        put=("notice Driver yes", "hide Sefa no"), convoy=ALL, raiders=ALL),
    row("an ambush", "TRV-AMB-01", "TRV-AMB-02", scene="traveller/forest_road", marines=REBELS, rebels=ALL),
    row("not seen", "TRV-R9", scene="traveller/across_the_valley", patrol={"Sniper"}, hill=ALL),
    row("seen", "TRV-R9", scene="traveller/across_the_valley", put=("seen Sniper yes",),
        patrol=ALL, hill=ALL),
]  # fmt: skip


def put_right(row: Row) -> Session:
    """The scene as it is in this row."""
    text = LOTS.get(row.scene) or operations.scene_text(row.scene)
    game = ruleset("horizon" if row.scene in LOTS else row.scene.partition("/")[0])
    session = opening.begin(game, text, seed=1)
    for words in row.corrections:
        session.say.correct(words.split(), "it is so")
    return session


def seated(session: Session, side: str) -> tuple[Room, list[Viewer]]:
    """A table at which this side is played, and those who see what it sees."""
    bodies = zip(session.names, session.fight.fighters, strict=True)
    own = tuple(name for name, body in bodies if body.side == side)
    room = Room("x", session)
    room.seats.add("player", "Ann", own)
    others = [Viewer(role, f"x{role}", role) for role in ROLES[2:]]
    return room, [Viewer("player", "s1", "Ann", own), *others]


def sections(room: Room, viewer: Viewer) -> dict[str, Any]:
    """What a seat sees."""
    found: dict[str, Any] = msgspec.json.decode(room.audience.full(viewer))["sections"]
    return found


def screen(session: Session, side: str) -> str:
    """What stands before somebody of this side who plays alone, the log and the hands with it."""
    names = zip(session.names, session.fight.fighters, strict=True)
    mine = next(name for name, body in names if body.side == side)
    controller, said = AutopilotController(session), io.StringIO()
    given = dict(controller.given)
    alone(controller, mine)
    solo = Solo(
        session, controller, Screen(Console(file=said, width=300, no_color=True), plain=True), str, mine
    )
    solo.screen.fighters(session)
    solo.tell(again=len(session.story))
    solo.orders.hands("")
    controller.given = given
    return said.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_each_seat_sees_those_of_whom_its_side_knows_and_nothing_of_others(row: Row):
    session = put_right(row)
    for side, hidden in row.unknown.items():
        room, viewers = seated(session, side)
        for viewer in viewers:
            seen = sections(room, viewer)
            assert {each["name"] for each in seen["order"]} == set(session.names) - hidden, (side, viewer)
            assert not {token["name"] for token in seen["map"]["tokens"]} & hidden
            told = [text for name in seen if name != "link" for text in texts(seen[name])]
            assert not [text for text in told if named(text, session.names, hidden)], (side, viewer)
        master = sections(room, Viewer("gm", "s0", "Game master"))
        assert {each["name"] for each in master["order"]} == set(session.names)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_who_plays_alone_sees_the_same(row: Row):
    for side, hidden in row.unknown.items():
        session = put_right(row)
        said = screen(session, side)
        assert not named(said, session.names, hidden), side
        assert set(named(said, session.names, set(session.names))) == set(session.names) - hidden


CROWD = """
[[fighters]]
name = "{side} {rank}"
side = "{side}"
at = [{x}, {y}]
archetype = "dock hand"
count = 10
"""


def crowd(ranks: int) -> Session:
    """So many ranks of ten on each of two sides, whose initiative is rolled."""
    places = [(rank, side, y) for rank in range(ranks) for side, y in (("crew", 0), ("boarders", 9))]
    men = "".join(CROWD.format(side=side, rank=rank, x=12 * rank, y=y) for rank, side, y in places)
    session = opening.begin(ruleset("coriolis"), f'ruleset = "coriolis"\ntitle = "A crowd"\n{men}', seed=1)
    assert len(session.story) > 20 * ranks
    return session


def calls_to_tell(session: Session) -> float:
    """How many functions are called to tell a big screen each part of the story."""
    audience, calls = Room("x", session).audience, 0

    def called(frame: object, event: str, what: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(called)
    try:
        audience.full(Viewer("display", "s2", "Screen"))
    finally:
        sys.setprofile(None)
    return calls / len(session.story)


def test_to_tell_of_three_times_as_many_takes_three_times_as_long_not_nine_times() -> None:
    few, many = calls_to_tell(crowd(1)), calls_to_tell(crowd(3))
    assert many < 4 * few
