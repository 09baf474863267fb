"""What may not hold up all others in the event loop, and what is made once for many."""

from __future__ import annotations

import asyncio
import json
from random import Random
from threading import Event, Thread, current_thread, main_thread

import pytest

from affray.autopilot.pilot import Pilot
from affray.core.profile import Profile
from affray.pricing import price_action
from affray.server.tables import Tables
from affray.session import opening
from affray.store.memory import MemoryStore
from affray.table import jobs, views
from affray.table.audience import Audience
from affray.table.feed import ViewerFeed
from affray.table.jobs import distributions
from affray.table.shared_views import SharedViews
from tests.table.people import MASTER, Party, Person, evening
from tests.whole import part_of

SCENES = ("boarding", "alley", "vault", "saloon", "forest_road")
"""A scene of each game with many in it."""


def full_table(scene: str) -> Party:
    """A game master, a player for each of four fighters, a spectator."""
    party = Party(scene, odds=True)
    for name in list(party.room.session.names)[:4]:
        party.player(name, name)
    seat, _ = party.room.seats.add("spectator", "Sue")
    Person(party.room, seat.viewer)
    party.room.audience.changed(anew=True)
    return party


async def tapped(party: Party, n: int, random: Random) -> None:
    """The game master answers what is asked, by any option."""
    pending = party.room.session.pending
    if pending is not None:
        options = 1 if pending.chance else len(pending.options)
        what = {"do": "roll"} if pending.chance else {"do": "answer", "n": random.randint(1, options)}
        await party.room.gate.answer(MASTER, json.dumps({"id": str(n), **what}))
        party.room.machine.go_on()
        await party.room.tasks.settled()


@pytest.mark.slow
@pytest.mark.parametrize("scene", [*part_of(SCENES, 2)])
def test_nothing_is_priced_or_judged_where_everybody_waits(scene, monkeypatch):
    priced: set[Thread] = set()
    judged: set[Thread] = set()

    def price(*args, **kw):
        priced.add(current_thread())
        return price_action(*args, **kw)

    def judge(pilot, moment, pending, profile, seed):
        judged.add(current_thread())
        return real(pilot, moment, pending, Profile(), seed)

    real = Pilot.judge
    monkeypatch.setattr(jobs, "price_action", price)
    monkeypatch.setattr(Pilot, "judge", judge)

    async def work():
        party, random = full_table(scene), Random(4)
        await party.begin()
        for n in range(6):
            await tapped(party, n, random)
        await party.gm.do("hands", name="all", manner="autopilot veteran")
        party.room.machine.go_on()
        await party.room.tasks.settled()

    asyncio.run(work())
    assert priced
    assert judged
    assert main_thread() not in priced | judged


@pytest.mark.slow
@pytest.mark.parametrize("scene", [*part_of(SCENES, 2, 1)])
def test_what_is_made_once_for_many_is_what_each_would_be_shown_alone(scene):
    async def work():
        party, random = full_table(scene), Random(6)
        await party.begin()
        for n in range(8):
            await tapped(party, n, random)
            for viewer, seen in list(party.room.audience.feeds.items()):
                party.room.audience.shared_views, kept = (
                    SharedViews(party.room),
                    party.room.audience.shared_views,
                )
                alone = ViewerFeed(party.room, viewer)
                party.room.audience.shared_views = kept
                alone.visibility.numbers = seen.visibility.numbers
                alone.shared_view.forget()
                alone.update()
                assert alone.sections == seen.sections
                assert json.loads(alone.full())["sections"] == json.loads(seen.full())["sections"]

    asyncio.run(work())


@pytest.mark.slow
def test_people_of_one_side_share_what_they_see(monkeypatch):
    made: list[str] = []
    real = views.order

    def noted(visible):
        made.append(visible.visibility.viewer.role)
        return real(visible)

    monkeypatch.setattr(views, "order", noted)

    async def work():
        party = full_table("boarding")
        await party.begin()
        made.clear()
        party.room.audience.changed()
        sides = {party.room.session.fight.bodies[n].side for n in range(4)}
        assert len(made) == 1 + len(sides) + (len(sides) > 1)  # who has no side sees no side's view
        made.clear()
        party.room.audience.changed("link")
        assert made == []

    asyncio.run(work())


@pytest.mark.slow
def test_odds_hold_up_nobody_in_the_room():
    gate = Event()

    def slow(*args):
        gate.wait(60)
        return distributions(*args)

    async def work(party):
        while party.room.session.asking.chance or not party.gm.sections["actions"]:
            await party.gm.go()
        legal = next(a for a in party.gm.sections["actions"] if a["odds"])
        asked = asyncio.ensure_future(
            party.room.gate.answer(MASTER, json.dumps({"id": "o", "do": "odds", "n": legal["n"]}))
        )
        await asyncio.sleep(0.01)
        said = await asyncio.wait_for(party.room.gate.answer(MASTER, '{"id":"s","do":"say","text":"x"}'), 50)
        assert said.startswith(b'{"t":"done"')
        assert not asked.done()
        gate.set()
        assert json.loads(await asked)["data"]["measures"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("affray.table.read_handlers.distributions", slow)
        evening(work)


def test_odds_of_what_is_not_asked_any_more_are_not_shown():
    async def work(party):
        while party.room.session.asking.chance or not party.gm.sections["actions"]:
            await party.gm.go()
        room = party.room
        room.machine.chances.forget()
        room.machine.go_on()
        await asyncio.sleep(0)
        await room.gate.answer(MASTER, '{"id":"a","do":"answer","n":1}')
        await room.tasks.settled()
        visible = room.audience.feed(MASTER).seen
        assert room.machine.chances._asked != room.machine.chances.now
        assert room.machine.chances.told(visible) == {}

    evening(work, odds=True)


def test_a_long_session_is_taken_up_beside_the_loop(monkeypatch):
    real, where = opening.reopen, []

    def reopened(*args):
        where.append(current_thread())
        return real(*args)

    told, read_up = [], Audience.read_up

    def noted(self):
        told.append(current_thread())
        read_up(self)

    monkeypatch.setattr(opening, "reopen", reopened)
    monkeypatch.setattr(Audience, "read_up", noted)

    async def work():
        store = MemoryStore()
        before = Tables(store)
        room = await before.start("duel")
        await room.gate.answer(MASTER, '{"id":"a","do":"answer","n":1}')
        seen = json.loads(room.audience.full(MASTER))["sections"]
        after = Tables(store)
        one, other = await asyncio.gather(after.room(room.id), after.room(room.id))
        assert one is other
        assert one is not None
        again = json.loads(one.audience.full(MASTER))["sections"]
        for name in ("order", "ask", "actions", "map", "log"):
            assert name == "ask" or again[name] == seen[name]
        for tables in (before, after):
            tables.close()

    asyncio.run(work())
    # one may do the one and another the other
    assert [thread.name.partition("_")[0] for thread in (*where, *told)] == ["opening", "opening"]
