"""The doors: where texts from outside come in; each with texts to begin with."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from affray import operations
from affray.campaign import is_campaign
from affray.cli import run
from affray.core.errors import BadAnswer
from affray.importers import ImportOptions
from affray.protocols.engine import Engine
from affray.protocols.mcp import ToolRunner
from affray.protocols.tools import TOOLS
from affray.session import Session, opening
from affray.store import backup, stored_sessions
from affray.store.sqlite import open_sqlite
from affray.table.wire import COMMANDS
from tests.core.test_pack import ALL, SCENE
from tests.table.people import MASTER, Party
from tests.table.worst import FITTING
from tools.fuzz import altering
from tools.fuzz.altering import Alter

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "docs" / "samples"


FIGHTS = ("duel", "alley", "vault", "showdown", "startown_bar")
"""A scene of each game."""


class Fault(Exception):
    """Something that is told as a fault of ours, though nothing was raised."""


class Door(NamedTuple):
    """What comes in there to begin with, how it is altered, and what is done with it."""

    seeds: Callable[[], Sequence[str]]
    alter: Alter
    enter: Callable[[str, Path], object]


def _put(text: str, path: Path) -> Path:
    path.write_bytes(text.encode(errors="surrogatepass"))
    return path


# --- files ------------------------------------------------------------------------------------------


@cache
def scenes() -> Sequence[str]:
    """The scenes of all games."""
    return [operations.scene_text(name) for name in operations.scenes()]


def scene(text: str, folder: Path) -> object:
    """A scene that is opened, and the fight that begins with it."""
    opened = operations.load_scene(_put(text, folder / "scene.toml"))
    return opened.ruleset.start(opened.scene)


def packs() -> Sequence[str]:
    """A pack, the name of each file above its lines."""
    return ["".join(f"[{name}]\n{text.strip()}\n" for name, text in ALL.items() if name != "README.md")]


def pack(text: str, folder: Path) -> object:
    """The files of a pack, and a fight with what it brings."""
    unpacked(text, folder)
    return operations.start_text(
        SCENE, content=operations.load_packs(operations.ruleset("coriolis"), [folder])
    )


def unpacked(text: str, folder: Path) -> None:
    """Put the files of a pack into a folder."""
    name, names = "pack.toml", {f"[{name}]" for name in ALL}
    files: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line in names:
            name = line.strip("[]")
        else:
            files.setdefault(name, []).append(line)
    for name, lines in files.items():
        _put("\n".join(lines), folder / name)


def export(text: str, folder: Path) -> object:
    """A character of another program."""
    return operations.import_characters([_put(text, folder / "export.json")])


def table(text: str, folder: Path) -> object:
    """Characters as a table."""
    return operations.import_characters([_put(text, folder / "table.csv")], ImportOptions("coriolis"))


GRID = """scene = "duel"
n = 10
seeds = [1, 2]
[weapons]
Zara = ["knife", "carbine"]
[fighters.Kaan]
hp = [5, 6]
"""


def grid(text: str, folder: Path) -> object:
    """What a sweep goes over; nothing of it is played."""
    return operations.load_grid(_put(text, folder / "grid.toml"))


@cache
def logs() -> Sequence[str]:
    """Beginnings of fights in each game, as logs."""
    return [_log(name) for name in FIGHTS]


def _log(name: str, entries: int = 25) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.jsonl"
        session = operations.start(name, seed=1, log=path)
        controller = operations.AutopilotController(session)
        controller.give("all", "autopilot regular calm")
        while session.seq < entries and (given := controller.answer()) is not None:
            session.answer(given.value, given.dice, by=given.by)
        session.close()
        return path.read_text(encoding="utf-8")


def log(text: str, folder: Path) -> object:
    """A log that is played again."""
    session = opening.replay(_put(text, folder / "fight.jsonl"))
    return is_campaign(session)


@cache
def campaigns() -> Sequence[str]:
    """A campaign as a log."""
    with tempfile.TemporaryDirectory() as folder, _quiet():
        store, path = f"sqlite:{folder}/a.db", Path(folder) / "campaign.jsonl"
        for line in (["new", "Long", "--game", "coriolis"], ["enlist", "Long", "duel"]):
            run(["campaign", "--store", store, *line])
        run(["sessions", "export", "Long", str(path), "--store", store])
        return [path.read_text(encoding="utf-8")]


BACKED_UP = 'UPDATE "session" SET "name" = 1'


@cache
def _kept() -> tuple[bytes, bytes]:
    async def made(folder: Path) -> tuple[bytes, bytes]:
        store = await open_sqlite(folder / "a.db")
        try:
            await stored_sessions.begin(store, "one", "One", operations.start("duel", seed=1), 1)
            await backup.back_up(store, folder / "b.db", 1)
        finally:
            await store.close()
        return (folder / "a.db").read_bytes(), (folder / "b.db").read_bytes()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(made(Path(folder)))


def _store() -> bytes:
    """A store with a fight."""
    return _kept()[0]


def _backup() -> bytes:
    """A backup of it."""
    return _kept()[1]


def restored(text: str, folder: Path) -> object:
    """A backup after a change by SQL, opened and checked though its hash fits no longer."""
    path = folder / "b.db"
    path.write_bytes(_backup())
    unfit = (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError)
    with contextlib.suppress(*unfit), closing(sqlite3.connect(path)) as db:
        db.execute(text)
        db.execute("UPDATE backup SET hash = ?", (backup.hash_of(db),))
        db.commit()

    async def work() -> None:
        async with backup.sound(path):
            pass

    asyncio.run(work())
    return backup.scenes_in(path)


CHANGES = [
    f'UPDATE "{table}" SET "{column}" = {value}'
    for table, columns in {
        "session": ("name", "game", "last", "began", "changed", "archived"),
        "event": ("seq", "at", "seat", "kind", "version", "body"),
        "backup": ("made", "affray", "sessions", "entries", "hash"),
    }.items()
    for column in columns
    for value in ("1", '"x"')
]


# --- words ------------------------------------------------------------------------------------------


def _playing(name: str = "duel") -> Session:
    return operations.start(name, seed=1)


def dice(text: str, _: Path) -> object:
    """An answer, typed wherever dice or a choice are asked for; how often it was taken."""
    taken = 0
    for name in FIGHTS:
        session = _playing(name)
        controller = operations.AutopilotController(session)
        controller.lend("autopilot")
        for _asked in range(8):
            with contextlib.suppress(BadAnswer):
                session.say.answer_text(text)
                taken += 1
            controller.run(1)
    return taken


@cache
def corrections() -> Sequence[str]:
    """One of each kind in each game, which is taken where that can be said without knowing the game."""
    found = []
    for name in FIGHTS:
        session = _playing(name)
        who = session.names[0]
        for kind in session.ruleset.corrections:
            said = [f"{kind} {rest}" for rest in (f"{who} 1 2", f"{who} 1", who, "1")]
            found.append(f"{name} {next((each for each in said if _made(session, each)), said[1])}")
    return found


def _made(session: Session, words: str) -> bool:
    try:
        session.say.correct(words.split(" "), "why")
    except BadAnswer:
        return False
    return True


def correction(text: str, _: Path) -> object:
    """A correction in words, after the name of a fight; whether it was made."""
    name, _space, words = text.partition(" ")
    return _made(_playing(name if name in FIGHTS else FIGHTS[0]), words)


LINES = [
    "check duel", "rules coriolis cover", "scenes coriolis", "schema d6", "import --template coriolis",
    "odds duel --actor Zara --action sprint --to 1,2", "advise duel -n 1", "simulate duel -n 1 --seed 1",
    "check --pack pack duel", "check pack", "verify x.jsonl", "replay x.jsonl",
    "recount x.jsonl -n 0", "check x.jsonl", "play --auto --log x.jsonl", "sessions --store sqlite:a.db",
    "sessions --store sqlite:a.db import x.jsonl", "restore b.db --store sqlite:a.db --over",
    "backup c.db --store sqlite:a.db", "doctor --store sqlite:a.db", "sheet coriolis --output a.md",
    "campaign --store sqlite:a.db new Long --game coriolis",
]  # fmt: skip


def lain_out(folder: Path) -> None:
    """Put what the lines name into a folder: a log, a pack, a backup and a store."""
    _put(logs()[0], folder / "x.jsonl")
    (folder / "pack").mkdir()
    unpacked(packs()[0], folder / "pack")
    (folder / "b.db").write_bytes(_backup())
    (folder / "a.db").write_bytes(_store())


def command(text: str, folder: Path) -> object:
    """A command line in this process; a fault of ours ends with code 1."""
    words = [word for word in text.replace("\0", "").split(" ") if len(word) < 4_000]
    if words[:1] in (["serve"], ["engine"], ["mcp"]):
        return None
    lain_out(folder)
    with _quiet() as said, contextlib.chdir(folder):
        code = run(words)
    if code not in (0, 2, 130):
        raise Fault(f"code {code}: {said.getvalue()[-300:]}")
    return code


@contextlib.contextmanager
def _quiet() -> Iterator[io.StringIO]:
    """What is printed goes nowhere; complaints are kept."""
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        yield said


# --- programs ---------------------------------------------------------------------------------------

TALK: list[dict[str, object]] = [
    {"do": "new", "scene": "duel", "seed": 1}, {"do": "rule", "game": "coriolis", "words": "cover"},
    {"do": "games"}, {"do": "scenes", "game": "d6"}, {"do": "view"}, {"do": "legal", "odds": False},
    {"do": "roll"}, {"do": "dice", "faces": [3]}, {"do": "hands", "name": "Zara", "manner": "autopilot"},
    {"do": "order", "name": "Zara", "question": "action", "answer": "end"},
    {"do": "override", "words": "hurt Kaan 1", "why": "x"}, {"do": "undo_to", "entry": 0}, {"do": "log"},
    {"do": "receipt", "line": 1}, {"do": "at", "entry": 0}, {"do": "say", "text": "hello"}, {"do": "palette"},
    {"do": "sight", "foes": "nothing"}, {"do": "export", "form": "log"}, {"do": "name", "text": "Friday"},
    {"do": "pause", "name": "Kaan"}, {"do": "lines", "before": 1, "n": 1}, {"do": "seat", "act": "add"},
]  # fmt: skip


def engine(text: str, _: Path) -> object:
    """A line of a program, after a fight has begun."""
    told: list[bytes] = []

    async def talk() -> None:
        found = Engine(told.append)
        try:
            for line in (
                b'{"do":"new","id":"0","scene":"duel","seed":1}',
                text.encode(errors="surrogatepass"),
            ):
                answer = await found.answer(line)
                told.extend([answer] if answer else [])
        finally:
            await found.end()

    asyncio.run(talk())
    for line in told:
        if b'"affray/fault"' in line:
            raise Fault(line.decode(errors="replace")[:300])
    return told


def mcp(text: str, _: Path) -> object:
    """A call of an assistant: the name of a tool, and what it is given."""
    try:
        call = json.loads(text)
        name, given = str(call["name"]), dict(call["arguments"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None

    async def use() -> str:
        desk = ToolRunner()
        try:
            await desk.used("new", {"scene": "duel", "seed": 1})
            found = await desk.used(name, given)
        finally:
            await desk.engine.end()
        return str(found)

    said = asyncio.run(use())
    if "affray/fault" in said:
        raise Fault(said[:300])
    return said


def calls() -> Sequence[str]:
    """A call of each tool with arguments of its kind; advice takes longer than a text may."""
    some: dict[str, object] = {
        "scene": "duel", "game": "coriolis", "words": "hurt Kaan 1", "n": 1, "seed": 1, "why": "x", "line": 1,
        "name": "Zara", "manner": "autopilot", "faces": [3], "act": "sprint", "to": [1, 1],
    }  # fmt: skip
    return [
        json.dumps(
            {
                "name": tool.name,
                "arguments": {k: v for k, v in some.items() if k in tool.schema["properties"]},
            }
        )
        for tool in TOOLS
        if tool.name != "advise"
    ]


def messages() -> Sequence[str]:
    """Messages of a page, and the largest of each kind; advice takes longer than a text may."""
    most = [{"do": name, **fields} for name, fields in FITTING.items() if name != "advise"]
    return [json.dumps({"id": "1", **each}) for each in (*TALK, *most) if each["do"] in COMMANDS]


def socket(text: str, _: Path) -> object:
    """A message at a table where a fight has begun, from a player and then from the game master."""

    async def talk() -> list[bytes]:
        party = Party()
        await party.begin()
        seat, _secret = party.room.seats.add("player", "Ann", ("Zara",))
        told = [await party.room.gate.answer(viewer, text) for viewer in (seat.viewer, MASTER)]
        await party.room.tasks.settled()
        return told

    told = asyncio.run(talk())
    for answer in told:
        if json.loads(answer).get("code") == "affray/fault":
            raise Fault(answer.decode(errors="replace")[:300])
    return told


DOORS = {
    "scene": Door(scenes, altering.plain, scene),
    "pack": Door(packs, altering.plain, pack),
    "export": Door(
        lambda: [p.read_text("utf-8") for p in sorted(SAMPLES.glob("*.json"))], altering.record, export
    ),
    "table": Door(
        lambda: [p.read_text("utf-8") for p in sorted(SAMPLES.glob("*.csv"))], altering.plain, table
    ),
    "grid": Door(lambda: [GRID], altering.plain, grid),
    "log": Door(logs, altering.lines, log),
    "campaign": Door(campaigns, altering.lines, log),
    "backup": Door(lambda: CHANGES, altering.plain, restored),
    "dice": Door(lambda: ["6", "6, 6, 1", "1", "2d6", "3 4", "shoot Kaan"], altering.signs, dice),
    "correction": Door(corrections, altering.signs, correction),
    "command": Door(lambda: LINES, altering.signs, command),
    "engine": Door(lambda: [json.dumps(dict(each, id="1")) for each in TALK], altering.record, engine),
    "mcp": Door(calls, altering.record, mcp),
    "socket": Door(messages, altering.record, socket),
}
