"""A fault report from the terminal: `affray report`."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from affray.cli import click_help, locale, values
from affray.cli.sessions import fight, stored, there
from affray.core import files
from affray.core.errors import BadAnswer
from affray.core.message import msg
from affray.session import Session, opening
from affray.session.logfile import begun
from affray.store import stored_sessions
from affray.table.fault_report import LAST, RoomReport, concerns, fight_in
from affray.table.room import Room
from affray.table.visibility import Viewer


@click.command(cls=click_help.LocalizedCommand)
@click.argument("session", shell_complete=values.kept)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@stored
@click.option(
    "--server-log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A log from `affray serve --log`; its last lines about SESSION are included.",
)
@click.option("--unpack", is_flag=True, help="The reverse: SESSION is a report, and its log goes into FILE.")
def report(session: str, file: Path, address: str | None, server_log: Path | None, unpack: bool) -> None:
    """Write a fault report into FILE, for you to read and send.

    SESSION is a saved session or a log file. Names, notes, chat and keys are left out. Nothing is sent
    by itself."""
    if unpack:
        found = fight_in(Path(session).read_bytes())
        found.log.save(file)
        locale.echo(msg("{file}: the log of this report", file=file))
        return
    opened, name = _opened(session, address)
    text = asyncio.run(_made(opened, _lines(server_log, name)))
    try:
        with files.written(file, over=False) as out:
            out.write(text.encode())
    except FileExistsError:
        raise BadAnswer(msg("{file}: the file already exists", file=file), code="answer/no-file") from None
    locale.echo(msg("{file}: read it before you send it to anyone; nothing has been sent.", file=file))


def _opened(session: str, address: str | None) -> tuple[Session, str]:
    """The fight of a file, or of a store, and what its session is called in a server's log."""
    if begun(Path(session)):
        return opening.replay(session), ""
    with there(address) as store:
        one = fight(store, session)
        return store.do(lambda s: stored_sessions.take_up(s, one.session)), one.session


async def _made(session: Session, server: Iterable[dict[str, Any]]) -> str:
    room = Room("", session)
    return RoomReport(room, Viewer("gm"), tuple(server), "").text()


def _lines(path: Path | None, session: str) -> Iterable[dict[str, Any]]:
    """The last lines of a server's log that are about a session, or about none."""
    if path is None:
        return ()
    with path.open("rb") as lines:
        return deque((line for each in lines if (line := _line(each)) and concerns(line, session)), LAST)


def _line(raw: bytes) -> dict[str, Any] | None:
    """A line of a server's log, if it is one."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
