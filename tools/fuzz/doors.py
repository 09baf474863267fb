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

from affray import api
from affray.campaign import is_campaign
from affray.cli import run
from affray.core.errors import BadAnswer
from affray.elsewhere import Wanted
from affray.faces.assistants import Desk
from affray.faces.engine import Engine
from affray.faces.tools import TOOLS
from affray.session import Session, opening
from affray.store import backup, keeping
from affray.store.sqlite import SqliteStore
from tools.fuzz import altering
from tools.fuzz.altering import Alter

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "docs" / "samples"


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
    return [api.scene_text(name) for name in api.scenes()]


def scene(text: str, folder: Path) -> object:
    """A scene that is opened, and the fight that begins with it."""
    opened = api.load_scene(_put(text, folder / "scene.toml"))
    return opened.ruleset.start(opened.scene)


PACK = """[pack.toml]
title = "Odds and ends"
ruleset = "coriolis"
[weapons.toml]
[[weapons]]
name = "harpoon"
skill = "ranged combat"
bonus = 1
init = 0
damage = 2
crit = 2
range = "short"
[people.csv]
name,strength
Rat,3
"""


def pack(text: str, folder: Path) -> object:
    """The files of a pack, each under a line with its name."""
    name = "pack.toml"
    files: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line in ("[pack.toml]", "[weapons.toml]", "[people.csv]"):
            name = line.strip("[]")
        else:
            files.setdefault(name, []).append(line)
    for name, lines in files.items():
        _put("\n".join(lines), folder / name)
    return api.load_packs(api.ruleset("coriolis"), [folder])


def export(text: str, folder: Path) -> object:
    """A character of another program."""
    return api.import_characters([_put(text, folder / "export.json")])


def table(text: str, folder: Path) -> object:
    """Characters as a table."""
    return api.import_characters([_put(text, folder / "table.csv")], Wanted("coriolis"))


GRID = """scene = "duel"
n = 10
seeds = [1, 2]
[weapons]
Zara = ["knife", "carbine"]
[fighters.Kaan]
agility = [2, 3]
"""


def grid(text: str, folder: Path) -> object:
    """What a sweep goes over; nothing of it is played."""
    return api.load_grid(_put(text, folder / "grid.toml"))


@cache
def logs() -> Sequence[str]:
    """Beginnings of fights in each game, as logs."""
    return [_log(name) for name in ("duel", "startown_bar", "showdown", "ambush")]


def _log(name: str, entries: int = 25) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.jsonl"
        session = api.start(name, seed=1, log=path)
        hands = api.Hands(session)
        hands.give("all", "autopilot regular calm")
        while session.seq < entries and (given := hands.answer()) is not None:
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
def _backup() -> bytes:
    async def made(folder: Path) -> bytes:
        store = await SqliteStore.open(folder / "a.db")
        try:
            await keeping.begin(store, "one", "One", api.start("duel", seed=1), 1)
            await backup.back_up(store, folder / "b.db", 1)
        finally:
            await store.close()
        return (folder / "b.db").read_bytes()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(made(Path(folder)))


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
    return api.start(name, seed=1)


def dice(text: str, _: Path) -> object:
    """An answer, typed where dice or a choice are asked for."""
    session = _playing()
    for _roll in range(6):
        with contextlib.suppress(BadAnswer):
            session.say.answer_text(text)
        pending = session.asking
        session.answer(*((pending.options[0],) if pending.chance is None else (0,)))
    return session


def correction(text: str, _: Path) -> object:
    """A correction in words, in each game."""
    for name in ("duel", "startown_bar", "showdown", "ambush"):
        with contextlib.suppress(BadAnswer):
            _playing(name).say.correct(text.split(" "), "why")
    return None


LINES = [
    "check duel", "odds duel --actor Zara --action wait", "rules coriolis cover", "scenes coriolis",
    "schema d6",
    "sessions --store sqlite:none.db", "import --template coriolis", "sweep grid.toml --output a.csv",
    "verify x",
    "simulate duel -n 1 --seed 1", "replay x.jsonl", "check --pack x duel", "campaign show x", "restore x.db",
    "odds duel --actor Zara --action shot --target Kaan --to 1,2", "recount x -n 0",
]  # fmt: skip


def command(text: str, folder: Path) -> object:
    """A command line in this process; a fault of ours ends with code 1."""
    words = [word for word in text.replace("\0", "").split(" ") if len(word) < 4_000]
    if words[:1] in (["serve"], ["engine"], ["mcp"]):
        return None
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
    {"do": "new", "scene": "duel", "seed": 1}, {"do": "rules", "game": "coriolis", "words": "cover"},
    {"do": "fight", "scene": "duel"}, {"do": "state"}, {"do": "answer", "value": "wait"}, {"do": "undo"},
    {"do": "override", "words": "hurt Kaan 1", "why": "x"}, {"do": "menu"}, {"do": "odds", "action": "wait"},
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
        desk = Desk()
        try:
            found = await desk.used(name, given)
        finally:
            await desk.engine.end()
        return str(found)

    said = asyncio.run(use())
    if "affray/fault" in said:
        raise Fault(said[:300])
    return said


def calls() -> Sequence[str]:
    """A call of each tool with arguments of its kind."""
    some = {"scene": "duel", "game": "coriolis", "words": "cover", "n": 2, "seed": 1, "who": "Zara"}
    return [
        json.dumps(
            {
                "name": tool.name,
                "arguments": {k: v for k, v in some.items() if k in tool.schema["properties"]},
            }
        )
        for tool in TOOLS
    ]


DOORS = {
    "scene": Door(scenes, altering.plain, scene),
    "pack": Door(lambda: [PACK], altering.plain, pack),
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
    "dice": Door(lambda: ["6", "6, 6, 1", "wait", "2d6", "3 4", "shoot Kaan"], altering.signs, dice),
    "correction": Door(
        lambda: ["hurt Kaan 1", "move Zara 1,2", "order Zara 1", "win crew", "spend Kaan 1 ammunition"],
        altering.signs,
        correction,
    ),
    "command": Door(lambda: LINES, altering.signs, command),
    "engine": Door(lambda: [json.dumps(dict(each, id="1")) for each in TALK], altering.record, engine),
    "mcp": Door(calls, altering.record, mcp),
}
