"""Thinking beside the event loop: who goes first, what is dropped, processes that fail."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from affray import operations
from affray.autopilot.advice import advise, to_first_action
from affray.autopilot.controller import AutopilotController
from affray.core.act import Act
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.pricing import price_action
from affray.session import Session
from affray.table import job_queues as thinking_in
from affray.table import jobs
from affray.table.job_process import JobLost, JobProcess
from affray.table.job_queues import EACH, MOST, ROW, Busy, JobQueue, JobQueues
from affray.table.jobs import MenuJob, PricedMenu, advised, distributions, judged, menu_odds
from affray.table.menu import told_chance
from tests.whole import part_of

pytestmark = pytest.mark.slow


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), 120))


async def turns() -> None:
    """Let all that is under way come as far as it can without waiting, however slow the machine."""
    for _ in range(100):
        await asyncio.sleep(0)


# --- the queue ------------------------------------------------------------------------------------------


class Held:
    """A lane whose first thought waits until it is let go; what was thought since, in order."""

    def __init__(self) -> None:
        self.queue, self.gate = JobQueue(), Event()
        self.had: list[str] = []
        self.first = asyncio.ensure_future(self.queue.soon(self.gate.wait, 60))

    async def after(self, *works: Awaitable[Any]) -> list[Any]:
        """Ask for all of it while the first thought is under way; what came of each."""
        asked = [asyncio.ensure_future(work) for work in works]
        await turns()
        self.gate.set()
        found = await asyncio.gather(*asked)
        self.queue.close()
        return found

    def note(self, name: str) -> str:
        self.had.append(name)
        return name


def test_what_somebody_waits_for_comes_before_menus_and_menus_one_for_each_room():
    async def work():
        held = Held()
        found = await held.after(
            held.queue.menu("one", held.note, "old menu of one"),
            held.queue.menu("two", held.note, "menu of two"),
            held.queue.menu("one", held.note, "new menu of one"),
            held.queue.soon(held.note, "asked"),
        )
        assert found == [None, "menu of two", "new menu of one", "asked"]
        assert held.had == ["asked", "menu of two", "new menu of one"]

    run(work)


def test_odds_that_nobody_wants_any_more_are_not_found():
    async def work():
        held = Held()
        menu = asyncio.ensure_future(held.queue.menu("one", held.note, "menu"))
        await asyncio.sleep(0)
        held.queue.drop("one")
        assert await held.after(menu) == [None]
        assert held.had == []

    run(work)


def test_who_is_gone_waits_for_nothing():
    async def work():
        held = Held()
        gone = asyncio.ensure_future(held.queue.soon(held.note, "gone"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await held.after(held.queue.soon(held.note, "here")) == ["here"]
        assert held.had == ["here"]

    run(work)


def test_too_much_at_once_is_refused_in_a_sentence():
    async def work():
        held = Held()
        await turns()
        asked = [asyncio.ensure_future(held.queue.soon(held.note, "x")) for _ in range(MOST)]
        await turns()
        with pytest.raises(Busy, match="try again in a moment"):
            await held.queue.soon(held.note, "one more")
        await held.after(*asked)

    run(work)


def test_rooms_take_turns_and_in_a_room_its_seats():
    """Eight questions of one seat once held up the whole server's thinking for half a minute."""

    async def work():
        held = Held()
        await turns()
        asked = [("one", "s1"), *[("one", "s2")] * 5, ("two", "s1"), ("one", "s3"), ("two", "")]
        queue, had = held.queue, held.note
        await held.after(
            *(
                queue.soon(had, f"{n} {room} {seat}", room=room, seat=seat)
                for n, (room, seat) in enumerate(asked)
            )
        )
        assert held.had == [
            "0 one s1", "6 two s1", "1 one s2", "8 two ", "7 one s3",
            "2 one s2", "3 one s2", "4 one s2", "5 one s2",
        ]  # fmt: skip

    run(work)


def test_one_seat_asks_only_so_much_at_once_and_others_still_may():
    async def work():
        held = Held()
        await turns()
        asked = [
            asyncio.ensure_future(held.queue.soon(held.note, "x", room="one", seat="s1")) for _ in range(EACH)
        ]
        await turns()
        with pytest.raises(Busy, match=f"you have {EACH} requests waiting"):
            await held.queue.soon(held.note, "more", room="one", seat="s1")
        others = [held.queue.soon(held.note, "y", room=room, seat="s2") for room in ("one", "two")]
        await held.after(*asked, *others)
        assert held.had.index("y") <= 2

    run(work)


def test_what_is_asked_and_hung_up_on_waits_no_longer_and_leaves_room():
    async def work():
        held = Held()
        await turns()
        for _ in range(4 * EACH):
            gone = asyncio.ensure_future(held.queue.soon(held.note, "gone", room="one", seat="s1"))
            await turns()
            gone.cancel()
            await turns()
            assert held.queue.waiting == 0
        assert await held.after(held.queue.soon(held.note, "here", room="one", seat="s1")) == ["here"]
        assert held.had == ["here"]

    run(work)


def test_menus_have_a_turn_though_people_never_stop_asking():
    async def work():
        held = Held()
        await turns()
        asked = [held.queue.soon(held.note, "asked", room="one", seat=f"s{n}") for n in range(3 * ROW)]
        await held.after(*asked, held.queue.menu("two", held.note, "menu"))
        assert held.had.index("menu") <= ROW

    run(work)


def test_a_thought_under_way_is_broken_off_when_nobody_waits_for_it(monkeypatch):
    monkeypatch.setattr(thinking_in, "LEAVE", 0.0)

    async def work():
        queue = JobQueue(JobProcess())
        assert await queue.soon(divmod, 7, 2) == (3, 1)
        waits = asyncio.ensure_future(queue.soon(time.sleep, 600, room="one", seat="s1"))
        await turns()
        waits.cancel()
        assert await queue.soon(divmod, 9, 2) == (4, 1)
        queue.close()

    run(work)


def test_a_fault_of_one_thought_leaves_the_next_alone():
    async def work():
        held = Held()

        async def failing() -> str:
            with pytest.raises(ZeroDivisionError):
                await held.queue.soon(divmod, 1, 0)
            return "failed"

        assert await held.after(failing(), held.queue.soon(held.note, "next")) == ["failed", "next"]

    run(work)


def test_a_thought_that_nobody_waits_for_fails_in_silence():
    class Ended(JobProcess):
        def think(self, work, args):
            raise JobLost("the server is stopping")

    async def work():
        told = []
        gc.freeze()  # so that only what is new is looked through: all that there is takes seconds
        asyncio.get_running_loop().set_exception_handler(lambda _, about: told.append(about))
        queue = JobQueue(Ended())
        queue.begin()
        while queue.waiting:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        queue.close()
        gc.collect()
        assert told == []

    run(work)


def test_a_lane_that_is_closed_says_so_to_all_who_wait_or_ask():
    async def work():
        held = Held()
        waits = asyncio.ensure_future(held.queue.soon(held.note, "x"))
        await turns()
        held.queue.close()
        with pytest.raises(asyncio.CancelledError):
            await waits
        with pytest.raises(JobLost, match="the server is stopping"):
            await held.queue.soon(held.note, "y")
        assert await held.queue.menu("one", held.note, "z") is None
        held.gate.set()

    run(work)


# --- processes ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def apart():
    found = JobProcess()
    yield found
    found.close()


def test_a_process_thinks_and_is_another_one(apart):
    assert apart.think(divmod, (7, 2)) == (3, 1)
    assert apart.think(os.getpid, ()) not in (os.getpid(), None)


def test_faults_come_back_with_their_codes_and_our_own_with_their_traces(apart):
    with pytest.raises(AffrayError, match="nowhere") as found:
        apart.think(operations.ruleset, ("nowhere",))
    assert found.value.code == NotFound.code
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        apart.think(divmod, (1, 0))
    assert apart.think(divmod, (7, 2)) == (3, 1)


def test_what_is_printed_there_does_not_come_between(apart):
    assert apart.think(print, ("words",)) is None
    assert apart.think(divmod, (7, 2)) == (3, 1)


def test_a_process_that_was_killed_is_replaced(apart):
    old = apart.think(os.getpid, ())
    os.kill(old, signal.SIGKILL)
    assert apart.think(os.getpid, ()) != old


def test_a_thought_that_kills_its_process_each_time_is_given_up(apart):
    with pytest.raises(JobLost, match="was stopped; try again"):
        apart.think(os._exit, (1,))
    assert apart.think(divmod, (7, 2)) == (3, 1)


def test_closing_ends_it_in_mid_thought():
    async def work():
        apart = JobProcess()
        jobs = JobQueues(JobQueue(), slow=JobQueue(apart))
        waits = asyncio.ensure_future(jobs.long(time.sleep, 60))
        while apart._process is None:
            await asyncio.sleep(0.01)
        process = apart._process
        jobs.close()
        with pytest.raises(JobLost, match="the server is stopping"):
            await waits
        assert process.returncode == -signal.SIGKILL

    run(work)


def test_it_ends_with_the_server_that_is_killed():
    code = """
import os
from affray.table.job_process import JobProcess
process = JobProcess()
print(process.think(os.getpid, ()), flush=True)
import time
process.think(time.sleep, (0.5,))
"""
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as it:
        assert it.stdout is not None
        thinker = int(it.stdout.readline())
        it.kill()
        it.wait()
        began = time.monotonic()
        while not gone(thinker) and time.monotonic() < began + 60:
            time.sleep(0.02)
        assert gone(thinker)
        assert it.stderr is not None
        assert it.stderr.read() == b""


def gone(process: int) -> bool:
    """Whether a process has ended, even if nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


# --- jobs -----------------------------------------------------------------------------------------------

SCENES = ("duel", "alley", "taproom", "saloon", "startown_bar")
"""One scene of each game."""


def at_an_action(scene: str) -> Session:
    session = operations.start(scene, seed=11)
    to_first_action(session)
    return session


def menu_of(session: Session) -> MenuJob:
    acts = tuple(option for option in session.asking.options if isinstance(option, Act))
    return MenuJob(session.ruleset.id, session.fight, session.asking.asked.who, acts)


@pytest.mark.parametrize("scene", SCENES)
def test_odds_of_a_menu_are_those_of_its_actions_and_come_in_slices(scene, monkeypatch):
    session = at_an_action(scene)
    menu, slices = menu_of(session), 0
    found: dict[Act, Any] = {}
    monkeypatch.setattr(jobs, "SLICE", 0.0)
    left = menu
    while left.acts:
        priced = menu_odds(left)
        assert len(priced.left) == len(left.acts) - 1
        found |= priced.chances
        left, slices = left._replace(acts=priced.left), slices + 1
    assert slices == len(menu.acts)
    for act in menu.acts[:4]:
        policy = next(iter(session.ruleset.policies))
        how: Any = {"budget": jobs.BUDGET, "samples": jobs.SAMPLES}
        odds = price_action(session.ruleset, menu.fight, menu.who, act, policy=policy, **how)
        assert found[act].exact == told_chance(session.ruleset, odds)


def test_odds_are_the_same_apart(apart):
    session = at_an_action("duel")
    menu = menu_of(session)
    here = menu_odds(menu)
    there: PricedMenu = apart.think(menu_odds, (menu,))
    assert (
        there.chances.items() <= {**here.chances, **menu_odds(menu._replace(acts=here.left)).chances}.items()
    )
    assert there.chances
    one = (menu.game, menu.fight, menu.who, menu.acts[0], False)
    assert apart.think(distributions, one) == distributions(*one)


@pytest.mark.parametrize("scene", [*part_of(["duel", "saloon"], 2)])
def test_a_veteran_and_an_adviser_say_the_same_apart(apart, scene):
    session = at_an_action(scene)
    controller = AutopilotController(session)
    controller.give("all", "autopilot veteran")
    game, who = session.ruleset.id, session.asking.asked.who
    there = apart.think(judged, (game, session.moments.now, controller.profile(who), controller.seed()))
    assert there == controller.answer()
    found = apart.think(advised, (game, session.moments.now, 20, 3))
    here = advise(session, n=20, seed=3)
    assert [o["words"] for o in found["options"]] == [c.words for c in here.options]
    assert found["reason"] == here.reason


def test_nothing_is_judged_or_advised_when_the_fight_is_over():
    session = operations.start("duel", seed=7)
    controller = AutopilotController(session)
    controller.lend("autopilot")
    controller.run()
    assert judged("coriolis", session.moments.now, controller.profile(session.fight.everyone[0]), 1) is None
    with pytest.raises(BadAnswer, match="the fight is over"):
        advised("coriolis", session.moments.now, 20, 3)


def test_one_that_ends_before_it_has_begun_says_nothing_of_it():
    told: list[object] = []
    gc.freeze()  # so that only what is new is looked through: all that there is takes seconds

    async def evening() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        queue = JobQueue()

        async def thought(_: object) -> None:
            raise JobLost("the server is stopping")

        queue._done = thought  # type: ignore[method-assign, assignment]
        queue.begin()
        await asyncio.sleep(0.01)
        queue.close()
        gc.collect()

    asyncio.run(evening())
    assert told == []
