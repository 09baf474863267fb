"""Evenings without end: people on bad lines, at a server that is killed and whose store fails.

python -m tools.soak --minutes 10; or --seconds, --seed, --store sqlite or postgresql.  Each evening is
one session of a random game, its store a file or a PostgreSQL server of its own.  At its end each
command was answered and none done twice, nothing acknowledged is lost, everybody has the same fight
before them, and the log plays again to the same state.  A fault ends it and keeps the store.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from affray import operations
from affray.core.errors import UNSURE
from affray.session import log, opening
from affray.store import open_store, stored_sessions
from tests.debian import needed
from tests.evening.house import House
from tests.evening.programme import EVENINGS
from tests.store.servers import Server, binaries
from tools import mishaps

LENGTH = 25.0
"""Seconds of an evening, after which everybody stops."""
LAST = 60.0
"""Seconds in which everything has to come to rest then."""
ENTRIES = {
    "answer", "place", "dice", "roll", "undo", "redo", "undo_to", "amend", "override", "join",
}  # fmt: skip
"""Commands that are kept as entries of the log, under their own ids."""


PROFILES = ("dice", "person", "autopilot")


class Fault(Exception):
    """Something that must not be."""


class Seat(NamedTuple):
    """How somebody comes to a session."""

    name: str
    role: str
    cookie: str


class Tavern(House):
    """A house whose server is killed; `over` when everybody stops."""

    def __init__(self, store: str, errors: Path, game: str, database: Server | None = None) -> None:
        super().__init__(store, errors)
        self.evening, self.over, self.database = EVENINGS[game], False, database

    @property
    def struck(self) -> mishaps.Struck:
        """What can fail about it."""
        file = Path(self.store.removeprefix("sqlite:")) if self.store.startswith("sqlite:") else None
        return mishaps.Struck(self.pid, file, self.database)


class Caller:
    """Somebody on a bad line: sends random things, twice or late, and is cut off."""

    def __init__(self, house: Tavern, session: str, seat: Seat, random: Random) -> None:
        self.house, self.session, self.seat, self.random = house, session, seat, random
        self.sections: dict[str, Any] = {}
        self.seq, self.epoch, self.going = -1, "", True
        self.sent: dict[str, dict[str, Any]] = {}
        self.replies: dict[str, list[dict[str, Any]]] = {}
        self.live = False

    @property
    def open(self) -> list[dict[str, Any]]:
        """What was sent and has not been answered."""
        return [command for name, command in self.sent.items() if name not in self.replies]

    async def run(self) -> None:
        """Connect again and again until everything is answered and it is over."""
        while self.going:
            try:
                await self._line()
            except (TimeoutError, OSError, WebSocketException):
                await asyncio.sleep(self.random.uniform(0.02, 0.3))
            self.live = False

    async def _line(self) -> None:
        """One connection."""
        address = f"{self.house.base.replace('http', 'ws', 1)}/s/{self.session}/ws"
        headers = {"Cookie": self.seat.cookie, "Origin": self.house.base}
        about = f"?since={self.seq}&epoch={self.epoch}"
        async with connect(address + about, additional_headers=headers, max_size=None) as ws:
            self.live = True
            again = self.open
            self.random.shuffle(again)
            for command in again:
                await ws.send(json.dumps(command))
            until = time.monotonic() + self.random.choice((0.2, 1, 3, 10))
            while self.going and (time.monotonic() < until or self.house.over):
                if not self.house.over and self.random.random() < 0.5:
                    await self._say(ws)
                try:
                    await self._read(ws)
                except TimeoutError:
                    continue

    async def _read(self, ws: Any) -> None:
        """Read for a moment; one who is slow reads nothing."""
        if not self.house.over and self.random.random() < 0.2:
            await asyncio.sleep(self.random.uniform(0, 0.2))
            return
        while True:
            self.hear(json.loads(await asyncio.wait_for(ws.recv(), self.random.uniform(0.005, 0.06))))

    def hear(self, message: dict[str, Any]) -> None:
        """What a page does with a message."""
        if message["t"] == "view":
            self.sections, self.epoch = message["sections"], message["epoch"]
        elif message["t"] == "event":
            known = self.sections.get("log", [])
            self.sections.update(message["sections"])
            if "log" not in message["sections"]:
                first = message["new"][0]["n"] if message["new"] else 1 << 60
                self.sections["log"] = [e for e in known if e["n"] < first] + message["new"]
        elif message["t"] in ("done", "refused"):
            self.replies.setdefault(message["id"], []).append(message)
            return
        elif message["t"] == "bye":
            if not message["retry"]:
                raise Fault(f"{self.seat.name} was sent away: {message['why']}")
            return
        else:
            return
        self.seq = message["seq"]

    async def _say(self, ws: Any) -> None:
        """Send something; perhaps twice, perhaps as if it were old."""
        name = f"{self.seat.name}-{len(self.sent)}"
        stale = self.random.random() < 0.05
        command = {"id": name, "seq": self.seq - 1 if stale else self.seq, **something(self)}
        self.sent[name] = command
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            await ws.send(json.dumps(command))


def something(caller: Caller) -> dict[str, Any]:
    """A command: mostly what is asked, often anything else."""
    random, ask = caller.random, caller.sections.get("ask")
    if ask and ask["mine"] and random.random() < 0.75:
        return answer(caller, ask)
    lines = caller.sections.get("log") or [{"n": 1, "entry": 1, "dice": []}]
    line, names = random.choice(lines), [f["name"] for f in caller.sections.get("order", [])] or ["?"]
    evening, rat = caller.house.evening, f"Rat {caller.seat.name} {len(caller.sent)}"
    return random.choice(
        [
            {"do": "say", "text": f"said {caller.seat.name} {len(caller.sent)}"},
            {"do": "undo", "n": random.randint(1, 11)}, {"do": "redo", "n": random.randint(1, 4)},
            {"do": "undo"}, {"do": "undo_to", "entry": max(0, line["entry"])},
            {"do": "at", "entry": random.randint(0, max(1, line["entry"]))},
            {"do": "amend", "entry": max(1, line["entry"]), "faces": line["dice"] or [1], "why": "misread"},
            {"do": "amend", "entry": max(1, line["entry"]), "n": random.randint(1, 3)},
            {"do": "override", "words": evening.wrong, "why": "we forgot it"},
            {"do": "join", "toml": evening.newcomer.replace("Rat", rat)} if len(names) < 7 else {"do": "?"},
            {"do": "hands", "name": random.choice(names), "manner": random.choice(PROFILES)},
            {"do": "order", "name": random.choice(names), "question": "action", "answer": ""},
            {"do": "sight", "foes": random.choice(("numbers", "words", "nothing"))},
            {"do": "sight", "rolls": random.choice(("open", "hidden")), "undo": random.random() < 0.7},
            {"do": "seat", "act": "rename", "seat": "s2", "name": f"Ann {len(caller.sent)}"},
            {"do": "name", "text": f"Friday {len(caller.sent)}"}, {"do": "export", "form": "markdown"},
            {"do": "odds", "n": 1}, {"do": "reveal", "line": line["n"]}, {"do": "receipt", "line": line["n"]},
            {"do": "?"}, {"do": "answer", "n": 99}, {"do": "roll"},
        ]
    )  # fmt: skip


def answer(caller: Caller, ask: dict[str, Any]) -> dict[str, Any]:
    """Something that can be answered, as a rule."""
    if ask["kind"] == "dice":
        if caller.random.random() < 0.3:
            return {"do": "roll"}
        return {"do": "dice", "faces": [caller.random.randint(1, s) for s in ask["dice"]["faces"]] or [1]}
    return {"do": "answer", "n": caller.random.randint(1, max(1, len(ask["options"])))}


async def seats(house: Tavern) -> tuple[str, list[Seat]]:
    """A session from the start page, a game master and four others with cookies."""
    async with httpx2.AsyncClient(base_url=house.base, timeout=30) as host:
        await host.get(house.link)
        scene = {"scene": house.evening.scene}
        session = (await host.post("/new", data=scene)).headers["location"].rpartition("/")[2]
        await host.get(f"/s/{session}")
        cookie = f"host={host.cookies['host']}"
    master = Caller(house, session, Seat("gm", "gm", cookie), Random(0))
    found = [master.seat]
    address = f"{house.base.replace('http', 'ws', 1)}/s/{session}/ws"
    headers = {"Cookie": cookie, "Origin": house.base}
    async with connect(address, additional_headers=headers, max_size=None) as ws:
        both = [house.evening.ann, house.evening.ben]
        people = [
            ("Ann", "player", both[:1]),
            ("Ben", "player", both[1:]),
            ("Cy", "player", both),
            ("Dee", "spectator", []),
        ]
        for name, role, fighters in people:
            said = {"id": name, "do": "seat", "act": "add", "role": role, "name": name, "fighters": fighters}
            await ws.send(json.dumps(said))
            while name not in master.replies:
                master.hear(json.loads(await ws.recv()))
            path = master.replies[name][0]["data"]["path"]
            found.append(Seat(name, role, await taken(house, path)))
        await ws.send(json.dumps({"id": "begin", "do": "begin"}))
        while "begin" not in master.replies:
            master.hear(json.loads(await ws.recv()))
    return session, found


async def taken(house: Tavern, path: str) -> str:
    """The cookie for which a link is exchanged."""
    async with httpx2.AsyncClient(base_url=house.base, timeout=30) as guest:
        answer = await guest.get(path)
        return str(answer.headers["set-cookie"].split(";")[0])


# --- an evening -------------------------------------------------------------------------------------


async def evening(house: Tavern, random: Random, seconds: float) -> tuple[str, list[Caller], Counter[str]]:
    """Everybody does anything, the server is killed, in the end all comes to rest."""
    session, sitting = await seats(house)
    callers = [Caller(house, session, seat, Random(random.random())) for seat in sitting]
    count: Counter[str] = Counter()
    tasks = [asyncio.create_task(caller.run()) for caller in callers]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(min(random.uniform(0.3, seconds / 2), max(0.1, end - time.monotonic())))
        raised(tasks)
        if random.random() < 0.5:
            count[await mishaps.happen(house.struck, random)] += 1
            continue
        await asyncio.to_thread(house.kill)
        count["killed"] += 1
        count["torn"] += torn(house, random)
        await asyncio.to_thread(house.begin)
    house.over = True
    await rest(callers, tasks)
    for caller in callers:
        caller.going = False
    await asyncio.wait_for(asyncio.gather(*tasks), LAST)
    return session, callers, count


def raised(tasks: list[asyncio.Task[None]]) -> None:
    """Raise what went wrong in anybody's line."""
    for task in tasks:
        if task.done() and (error := task.exception()):
            raise error


async def rest(callers: list[Caller], tasks: list[asyncio.Task[None]]) -> None:
    """Wait until all is answered, and each has what the server would send anew."""
    end, wrong = time.monotonic() + LAST, "nothing"
    while time.monotonic() < end:
        raised(tasks)
        await asyncio.sleep(0.3)
        waiting = [caller.seat.name for caller in callers if caller.open or not caller.live]
        wrong = f"unanswered: {waiting}" if waiting else await differing(callers)
        if not wrong:
            return
    raise Fault(wrong)


async def differing(callers: list[Caller]) -> str:
    """Who sees something else than the server would send, and where; or nothing."""
    for caller in callers:
        address = f"{caller.house.base}/s/{caller.session}/events"
        async with httpx2.AsyncClient(headers={"cookie": caller.seat.cookie}, timeout=30) as client:
            kept = (await client.get(address)).json()[0]["sections"]
        mine = {**caller.sections, "log": caller.sections["log"][-len(kept["log"]) :] if kept["log"] else []}
        wrong = [part for part in kept if kept[part] != mine.get(part)]
        if wrong:
            return f"{caller.seat.name} has another {', '.join(wrong)}"
    return ""


def torn(house: Tavern, random: Random) -> int:
    """Leave a last write half on disk, as if the power had gone; 1 if that was done.

    Nobody was told of it, so it may hold anything.
    """
    wal = Path(house.store.removeprefix("sqlite:") + "-wal")
    if not house.store.startswith("sqlite:") or not wal.exists() or random.random() < 0.3:
        return 0
    rest = bytes(random.randrange(256) for _ in range(random.choice((1, 24, 4_000, 4_120, 9_000))))
    with wal.open("ab") as file:
        file.write(rest)
    return 1


# --- what must be so --------------------------------------------------------------------------------


async def verified(house: Tavern, session: str, callers: list[Caller]) -> int:
    """How many entries there are, when all of it is as it should be; raises Fault."""
    store = await open_store(house.store)
    try:
        events = await store.events(session)
        fight = await stored_sessions.take_up(store, session)
    finally:
        await store.close()
    again = opening.from_rows(fight.header, fight.log.rows)
    if again.state_hash != fight.state_hash:
        raise Fault("the log plays to another state")
    kept = Counter(event.command for event in events if event.command)
    if twice := [name for name, n in kept.items() if n > 1]:
        raise Fault(f"done twice: {twice}")
    for caller in callers:
        owed(caller, kept)
    return len(log.text(fight.header, fight.log.rows).splitlines())


def owed(caller: Caller, kept: Counter[str]) -> None:
    """Each command was answered, and what was promised is kept; raises Fault."""
    me = caller.sections["me"]["seat"]
    said = Counter(
        line["words"].partition(": ")[2] for line in caller.sections["log"] if line["kind"] == "talk"
    )
    for name, command in caller.sent.items():
        replies = caller.replies.get(name, [])
        done = any(reply["t"] == "done" for reply in replies)
        fault = next((reply for reply in replies if reply.get("code") == "affray/fault"), None)
        there = f"{me}:{name}" in kept
        if fault or (not replies and command["do"] != "ping"):
            raise Fault(f"{command} was answered by {fault}")
        refused = [r for r in replies if r["t"] == "refused" and not r["code"].startswith("store/")]
        if command["do"] in ENTRIES and done and refused:
            raise Fault(f"{command} was both done and refused: {refused[0]['why']}")
        unsure = any(reply.get("code") == UNSURE for reply in replies)
        if command["do"] in ENTRIES and done != there and not (there and unsure):
            raise Fault(
                f"{command} was {'done' if done else 'refused'}, but {'is' if there else 'is not'} kept"
            )
        if command["do"] == "say" and said[command["text"]] > 1:
            raise Fault(f"{command} was said {said[command['text']]} times")


def main(words: list[str] | None = None) -> int:
    """Evening after evening until the time is over, or something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=LENGTH, help="of an evening")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--store", choices=("sqlite", "postgresql"), help="by default one or the other")
    how = parser.parse_args(words)
    end, seed = time.monotonic() + how.minutes * 60, how.seed
    while True:
        if not one(seed, how.store, how.seconds):
            return 1
        seed += 1
        if time.monotonic() > end:
            return 0


def one(seed: int, store: str | None, seconds: float) -> bool:
    """One evening; whether all was well."""
    random, folder, began = Random(seed), Path(tempfile.mkdtemp(prefix="affray-soak-")), time.monotonic()
    game, kind = random.choice(sorted(EVENINGS)), random.choice(("sqlite", "postgresql"))
    house = built(folder, game, store or kind)
    wrong, entries, callers, count = "", 0, list[Caller](), Counter[str]()
    try:
        house.begin()
        session, callers, count = asyncio.run(evening(house, random, seconds))
        house.stop()
        entries = asyncio.run(verified(house, session, callers))
        wrong = "".join(complaints(house.errors.read_text()))[-2_000:]
    except (TimeoutError, Fault, mishaps.Harmed, operations.AffrayError) as e:
        wrong = f"{type(e).__name__}: {e}"
    finally:
        house.stop()
    replies = [reply[0]["t"] for caller in callers for reply in caller.replies.values()]
    said = f"{len(replies)} commands, {replies.count('done')} done, {entries} entries"
    befell = ", ".join(f"{n} {name}" for name, n in sorted(count.items()))
    took = time.monotonic() - began
    print(f"seed {seed}: {game}, {store or kind}, {said}; {befell}; {took:.0f} s", flush=True)
    if wrong:
        print(f"  {wrong}\n  kept in {folder}", flush=True)
        return False
    if house.database is not None:
        house.database.close()
    shutil.rmtree(folder)
    return True


FAILED = ("cannot be used: ", "the database cannot be reached", "the database at ")
"""What a server may say on its terminal about a store that failed, as it did."""


def complaints(told: str) -> list[str]:
    """What the server said besides."""
    return [line for line in told.splitlines(keepends=True) if not any(words in line for words in FAILED)]


def built(folder: Path, game: str, store: str) -> Tavern:
    """A house with a store of this kind, which nobody else uses."""
    if store == "sqlite":
        (folder / "store").mkdir()
        return Tavern(f"sqlite:{folder / 'store' / 'fights.db'}", folder / "errors", game)
    needed(binaries, "postgresql")
    database = Server()
    database.start()
    return Tavern(database.address, folder / "errors", game, database)


if __name__ == "__main__":
    sys.exit(main())
