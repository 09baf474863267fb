"""Newcomers: who runs them, and how it stands with their turn in the round in which they come in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.session import Session
from affray.table.visibility import Viewer
from tests.table.people import MASTER, SCENES, Party
from tests.table.test_order_told import seat, strip

pytestmark = pytest.mark.slow


def table(game: str, work: Callable[[Party], Awaitable[None]]) -> None:
    """A table at which nothing happens but by people."""

    async def run() -> None:
        party = Party(SCENES[game])
        await party.gm.do("hands", name="all", manner="person")
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 120))


def run(party: Party, name: str) -> str:
    """How somebody is run, in words."""
    return str(party.room.controller.profile(Who(party.room.session.names.index(name))))


PROFILES = ("dice", "autopilot veteran cautious", "person", "dice", "person")


@pytest.mark.parametrize(("game", "profile"), tuple(zip(SCENES, PROFILES, strict=True)))
def test_another_like_somebody_is_run_as_that_one_is(game: str, profile: str) -> None:
    async def work(party: Party) -> None:
        gm, foe = party.gm, party.room.session.names[-1]
        await gm.do("hands", name=foe, manner=profile)
        name = (await gm.do("join", like=foe))["data"]["name"]
        assert run(party, name) == run(party, foe) == profile
        await gm.do("hands", name=foe, manner="autopilot green calm")
        twin = (await gm.do("join", like=name, name="Twin"))["data"]["name"]
        assert (run(party, twin), run(party, name)) == (profile, profile)
        await gm.do("undo", n=2)
        await gm.do("redo", n=2)
        assert (run(party, twin), run(party, name)) == (profile, profile)

    table(game, work)


@pytest.mark.parametrize("game", SCENES)
def test_one_of_the_game_s_people_is_run_as_the_game_master_runs_its_side(game: str) -> None:
    async def work(party: Party) -> None:
        gm, session = party.gm, party.room.session
        people = (await gm.do("newcomers"))["data"]["people"][0]["key"]
        mine, foe = session.names[0], session.names[-1]
        ours, theirs = session.fight.fighters[0].side, session.fight.fighters[-1].side
        await gm.do("pause")
        for name in session.names:
            manner = "dice" if name == foe else "person" if name == mine else "autopilot"
            await gm.do("hands", name=name, manner=manner)
        party.player("Ann", mine)
        names = [(await gm.do("join", people=people, side=side))["data"]["name"] for side in (theirs, ours)]
        assert [run(party, name) for name in names] == ["dice", "autopilot"]

    table(game, work)


# --- turns ----------------------------------------------------------------------------------------


def stage(session: Session, viewer: Viewer, name: str) -> str:
    """How somebody's turn stands, as a viewer is told it."""
    return next((each.stage for each in strip(session, viewer) if each.name == name), "")


STAGE = {"coriolis": "passes", "d6": "waits", "horizon": "passes", "serenity": "", "traveller": "passes"}
"""How it stands with the turn of who comes in during a round; in Serenity there is none before the next."""


@pytest.mark.parametrize("game", SCENES)
def test_a_newcomer_who_has_not_acted_is_not_said_to_have(game: str) -> None:
    session = operations.start(SCENES[game], seed=5)
    controller, turns = AutopilotController(session), session.ruleset.turns
    field = session.ruleset.follows(session.fight.house).round

    def go_on() -> None:
        pending = session.asking
        given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
        session.answer(given.value, given.dice)

    while not (getattr(session.fight.table, field) and turns.up(session.fight)):
        go_on()
    scene: Any = session.scene
    began, last = getattr(session.fight.table, field), scene.fighters[-1]
    record = {**last.model_dump(exclude_unset=True, exclude={"drives", "rides"}), "name": "Nemo", "count": 1}
    session.say.join(record)
    seen, was_up = set[str](), False
    while not session.over and getattr(session.fight.table, field) == began:
        was_up = was_up or Who(len(session.names) - 1) in turns.up(session.fight)
        for viewer in (MASTER, seat(session)):
            seen.add(said := stage(session, viewer, "Nemo"))
            assert was_up or said != "acted"
        go_on()
    assert STAGE[game] in seen
