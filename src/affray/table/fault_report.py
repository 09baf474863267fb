"""Fault reports: one file for whoever mends Affray, which a person reads before it is sent.

It has what one seat saw, versions, the server's last lines and, where a game master asks, the log without
names.  Nothing in it was written by people, leads to a table or tells where it stands.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec

from affray.core.errors import LogError
from affray.core.message import english
from affray.session import Session, log, opening
from affray.session.entries import SessionLine
from affray.table.nameless import SAID, Names, letters, masked, nameless, names_of, things_in
from affray.table.seats import GAME_MASTER
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

FORM = 1
"""The version of the file's form."""
LINES = frozenset(
    {"at", "kind", "command", "answer", "code", "ms", "method", "status", "error", "role", "trace"}
)
"""What is taken over of a line of the server's log; addresses, paths, names and ids are not."""
LAST = 50
"""So many lines of the server's log go into one."""
FRAME = re.compile(r'(?m)^ +File ".*[/\\\\](affray[/\\\\][\w./\\\\]+", line \d+, in [\w.<>]+)$')
"""A line of a trace, from our package on."""
BESIDE = ("talk", "throw")
"""Lines of a table's log that are people's own, and are left out."""
READ_ME = (
    "Affray wrote this file for whoever fixes the fault. Nothing was sent anywhere: read it, then send it.",
    "Fighters are called A, B and so on. Chat, notes, titles, reasons, names, links and keys were left out.",
    "Whatever packs add is in the log unchanged.",
)


class RoomReport:
    """What is reported of one room by one viewer, taken at one moment; `text` may be made in a thread."""

    def __init__(self, room: Room, viewer: Viewer, server: Sequence[Mapping[str, Any]], browser: str) -> None:
        self.viewer, self.session = viewer, room.session
        self.lines = tuple(room.session.log.lines)
        self.view = msgspec.json.decode(room.audience.full(viewer))["sections"]
        self.texts = _written(room)
        self.server, self.browser = server, browser
        self.names = names_of(room.session)
        if not viewer.master:
            self.names = _seen(self.view, self.names)

    def text(self) -> str:
        """The file."""
        return written(self.view_seen(), versions(self.browser), self.server, *self._log())

    def view_seen(self) -> Any:
        """What was seen, without names and without what people said."""
        lines = [line for line in self.view.get("log", ()) if line["kind"] not in BESIDE]
        squads = [
            {key: SAID if key in ("name", "asked") else value for key, value in squad.items()}
            for squad in self.view.get("squads", ())
        ]
        besides = {"squads": squads} if squads else {}
        return masked({**self.view, "log": lines, **besides}, self.names, self.texts)

    def _log(self) -> tuple[list[Any], str]:
        """The rows of the log, or why there are none."""
        if not self.viewer.master:
            return [], "only the game master can have it"
        return log_rows(self.session, self.lines, self.names)


def log_rows(session: Session, lines: Iterable[SessionLine], names: Names) -> tuple[list[Any], str]:
    """The rows of a log without names, or why there are none."""
    try:
        again = nameless(session, lines, names)
    except LogError as e:
        return [], english(e.args[0])
    return [msgspec.json.decode(log.encoded(row)) for row in (again.header, *again.log.rows)], ""


def _seen(view: Any, every: Names) -> Names:
    """What stands for the names that somebody sees, in the order in which they saw them.

    Their letters tell of nobody else; all other names, of those who left or are hidden too, are dots.
    """
    fighters = view.get("order", ())
    known = {each["name"]: letters(n) for n, each in enumerate(fighters)}
    sides = [side for side in dict.fromkeys(each["side"] for each in fighters) if side not in known]
    known |= {side: f"side {n}" for n, side in enumerate(sides, 1)}
    return Names(dict.fromkeys(every.known, SAID) | known | things_in(view.get("map"), known))


def _written(room: Room) -> dict[str, str]:
    """What stands for everything that people wrote, and for what leads here."""
    settings, scene = room.settings, room.session.scene
    texts = [room.title, scene.title, scene.about, room.id]
    texts += [each.text for each in settings.talk.said] + [each.text for each in settings.about]
    texts += [str(getattr(line.entry, "why", "")) for line in room.session.log.lines]
    keys = room.session.log.keys
    texts += [keys.seal, room.session.header.seal, *keys.known, *(key.hex() for key in keys.known.values())]
    people = [each.name for each in settings.talk.said] + [each.name for each in room.seats.every()]
    people += [each.by for each in settings.about]
    found = dict.fromkeys((text for text in texts if text), "…")
    return found | {name: "somebody" for name in people if name and name != GAME_MASTER}


def versions(browser: str = "") -> dict[str, str]:
    """What runs here, and in which browser it is looked at."""
    known = {
        "affray": version("affray"),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "browser": browser,
    }
    return {name: value for name, value in known.items() if value}


def concerns(line: Mapping[str, Any], session: str, seat: str = "") -> bool:
    """Whether a line of the server's log is about a session, and about one seat if it is given.

    >>> [concerns(line, "a1") for line in ({"session": "a1"}, {"session": "b2"}, {"kind": "fault"}, {})]
    [True, False, True, False]
    """
    there = line.get("session", "" if line.get("kind") == "fault" and not seat else None)
    return there in (session, "") and (not seat or line.get("seat") == seat)


def line_told(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of the server's log without addresses, paths and names; a fault has its places in our code.

    >>> line_told({"kind": "command", "client": "192.0.2.7", "session": "a1", "command": "say", "ms": 2})
    {'kind': 'command', 'command': 'say', 'ms': 2}
    """
    row = {name: value for name, value in line.items() if name in LINES}
    if "trace" in row:
        row["trace"] = [found[1] for found in FRAME.finditer(str(row["trace"]))]
    return row


def written(
    seen: Any, of: Mapping[str, str], server: Iterable[Mapping[str, Any]], rows: Sequence[Any], why: str
) -> str:
    """The file: JSON, of which lists of lines have one on each line."""
    parts = {
        "affray_report": _plain(FORM),
        "read_me": _lines(READ_ME),
        "versions": _plain(of),
        "server": _lines(map(line_told, server)),
        **({"no_log": _plain(why)} if why else {}),
        "log": _lines(rows),
        "seen": msgspec.json.format(_plain(seen), indent=1),
    }
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "\n}\n"


def _plain(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=english).decode()


def _lines(values: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(f"  {_plain(each)}" for each in values) + "\n]"


def fight_in(report: bytes) -> Session:
    """The fight of a report, checked effect by effect; raises LogError where there is none."""
    where = log.NamedLog("report")
    try:
        rows = msgspec.json.decode(report, type=dict[str, Any]).get("log", [])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise LogError("expected a fault report of Affray", code="log/damaged") from None
    if not isinstance(rows, list) or not rows:
        raise LogError("there is no log in this report", code="log/damaged")
    header, *others = map(msgspec.json.encode, rows)
    read = [log.row_of(where, n, each) for n, each in enumerate(others, 1)]
    return opening.from_rows(log.header_of(where, header), read, "report")
