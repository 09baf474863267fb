"""Several clients at one session, on bad lines: what they are told and see is one thing after the other.

Each client throws stones and takes back, is cut off, comes again at any server of the store, and sends
again what has not been answered.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from signal import SIGKILL
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import WebSocketException

from affray.store import open_store, stored_sessions
from tests.server.real import Line, Real, running, soon
from tests.store.history import NEVER, Call, Entry, History, Look, faults, views
from tests.store.servers import Server
from tests.whole import some

pytestmark = pytest.mark.slow
CLIENTS, COMMANDS = 4, some(24, 3)
STONE = re.compile(r"stone-(\w+)")
AWAY = "away"
"""The code of the notice of a page that shows what was known before: there may be more in the store."""
MOMENTS = count()
"""One clock for all: numbers in the order in which they were drawn."""


class Caller:
    """A client: what it sends, is told and sees."""

    def __init__(self, name: str, houses: Sequence[Real], session: str) -> None:
        self.name, self.houses, self.session, self.random = name, houses, session, Random(name)
        self.calls: list[Call] = []
        self.looks: list[Look] = []
        self._lines = 0

    def run(self, commands: int) -> None:
        """Send so many commands, one after the other, over as many lines as it takes."""
        while len(self.calls) < commands or not self.calls[-1].answer:
            try:
                house = self.random.choice(self.houses)
                with house.line(self.session, house.host) as line:
                    self._lines += 1
                    self._talk(line, self.random.randint(1, 6), commands)
            except (OSError, WebSocketException):
                continue

    def _talk(self, line: Line, times: int, commands: int) -> None:
        """Send what is not answered, then something new, so many times; then hang up, before an answer."""
        for n in range(times):
            if self.calls and not self.calls[-1].answer:
                pass
            elif len(self.calls) == commands:
                return
            else:
                self.calls.append(Call(self.name, f"{self.name}{len(self.calls)}", next(MOMENTS)))
            line.send(self._command(self.calls[-1].command))
            if n == times - 1 and self.random.random() < 0.5:
                return
            self._hear(line)

    def _command(self, name: str) -> dict[str, Any]:
        """The same one whenever it is sent."""
        if Random(name).random() < 0.2:
            return {"id": name, "do": "undo"}
        return {"id": name, "do": "override", "words": "darkness 1", "why": f"stone-{name}"}

    def _hear(self, line: Line) -> None:
        """Read until the last command is answered, and once more what is seen then."""
        while True:
            found = seen(line)
            if found["t"] in ("view", "event") and line.sections["title"]["notice_code"] != AWAY:
                stones = [m[1] for each in line.sections["log"] for m in STONE.finditer(each["words"])]
                self.looks.append(Look(self.name, self._lines, next(MOMENTS), tuple(stones)))
            last = self.calls[-1]
            if found["t"] in ("done", "refused") and found["id"] == last.command:
                if found["t"] == "refused" and found["retry"]:
                    return
                self.calls[-1] = last._replace(told=next(MOMENTS), answer=found["t"])
                return


def seen(line: Line) -> dict[str, Any]:
    """The next message; lines that were taken back are gone."""
    before = line.sections.get("log", [])
    found = line.hear()
    if found["t"] == "event" and "log" not in found["sections"] and found["new"]:
        first = found["new"][0]["n"]
        line.sections["log"] = [each for each in before if each["n"] < first] + found["new"]
    return found


async def logged(store: str, session: str) -> list[Entry]:
    """The log as the store has it, which plays again; commands as clients call them."""
    opened = await open_store(store)
    try:
        fight, events = await stored_sessions.take_up(opened, session), await opened.events(session)
        assert [each.seq for each in events] == list(range(fight.seq + 1))
    finally:
        await opened.close()
    ours = [each for each in events if each.kind in ("override", "undo")]
    return [Entry(each.kind, each.command.rpartition(":")[2]) for each in ours]


def table(house: Real) -> str:
    """A new session in which the machine does nothing."""
    session = house.table()
    with house.line(session, house.host) as gm:
        assert gm.do("hands", name="all", manner="person")["t"] == "done"
    return session


def played(houses: list[Real], session: str, meanwhile: Callable[[], None]) -> list[Caller]:
    """What clients have done at these servers, while something else happens."""
    callers = [Caller(name, houses, session) for name in ("ann", "bob", "cid", "dot")[:CLIENTS]]
    with ThreadPoolExecutor(CLIENTS) as pool:
        work = [pool.submit(caller.run, COMMANDS) for caller in callers]
        soon(lambda: sum(len(caller.calls) for caller in callers) > CLIENTS * COMMANDS // 4)
        meanwhile()
        for each in work:
            each.result()
    return callers


def sound(store: str, session: str, callers: list[Caller], commands: int = COMMANDS) -> None:
    """What they did, were told and saw is one thing after the other; so many commands each."""
    log = asyncio.run(logged(store, session))
    calls = [call for caller in callers for call in caller.calls]
    looks = [visible for caller in callers for visible in caller.looks]
    found = faults(History(calls, looks, log))
    assert not found, "\n".join(found[:5])
    assert len(calls) == CLIENTS * commands
    assert all(call.told < NEVER for call in calls)
    assert sum(call.answer == "done" for call in calls) > len(calls) // 2
    assert len(views(log)) > len(calls) // 2


def test_clients_of_two_servers_at_one_file_of_which_one_is_killed(tmp_path):
    store, houses = str(tmp_path / "fights.db"), list[Real]()
    with running("--store", store) as first, running("--store", store) as second:
        houses.extend([first, second])
        session = table(first)

        def meanwhile() -> None:
            houses.remove(first)
            first.stop(SIGKILL)

        callers = played(houses, session, meanwhile)
    sound(store, session, callers)


def test_an_upgrade_with_open_tables_loses_nothing_and_sends_nobody_away(server: Server):
    """A new server begins at the same database, the old one stops, people tap all the time.

    Everybody goes on with the cookie that they have, and nothing that was answered is lost or done twice.
    """
    store = server.make("upgrade")
    with running("--store", store) as old, running("--store", store) as new:
        session, houses = table(old), [old]
        old.host = new.host = old.seat(session, name="Gil", role="gm")

        def change() -> None:
            houses[:] = [new]
            assert old.stop() == 0

        callers = played(houses, session, change)
        for caller in callers:
            caller.run(COMMANDS + 2)
        figures = new.get("/metrics").text
    done = re.findall(
        r'^affray_commands_total\{[^}]*command="(?:override|undo)"[^}]*\} (\d+)$', figures, re.M
    )
    assert sum(map(int, done)) >= 2 * CLIENTS, "all of the last ones, at the new server"
    sound(store, session, callers, COMMANDS + 2)


def test_clients_of_two_servers_whose_connections_are_cut(server: Server):
    store = server.make("histories")
    with running("--store", store) as one, running("--store", store) as two:
        session = table(one)
        callers = played([one, two], session, lambda: asyncio.run(cut(store)))
    sound(store, session, callers)


async def cut(store: str) -> None:
    """End all other connections to a database."""
    db = await asyncpg.connect(store)
    said = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
    assert await db.fetchval(f"{said} AND pid <> pg_backend_pid()")
    await db.close()
