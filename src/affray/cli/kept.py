"""Saved fights that can be continued: logs of the terminal and one's own store, or another store."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

import click

from affray.cli import sessions
from affray.core.campaign import CAMPAIGN
from affray.core.errors import AffrayError
from affray.session.logfile import Reading

MOST = 9
"""So many are listed, the newest: whoever wants an older one names its log or its session."""


class SavedFight(NamedTuple):
    """A fight that was saved: its title or name, when it was changed, its log or its session."""

    title: str
    changed: datetime
    log: Path | None = None
    session: str = ""


def folder() -> Path:
    """Where the terminal saves its fights."""
    return Path(click.get_app_dir("affray")) / "fights"


def kept(address: str | None = None) -> dict[str, SavedFight]:
    """The newest fights, each by the letter that continues it; one that cannot be read is left out.

    With the address of a store they are its fights alone.
    """
    every = [*_stored(address), *(_logs() if address is None else ())]
    newest = sorted(every, key=lambda each: each.changed, reverse=True)
    return dict(zip(ascii_lowercase, newest[:MOST], strict=False))


def _logs() -> Iterator[SavedFight]:
    changed = dict[Path, float]()
    for path in folder().glob("*.jsonl"):
        with suppress(OSError):  # it has just been moved, or a link leads nowhere
            changed[path] = path.stat().st_mtime
    for path in sorted(changed, key=lambda path: changed[path], reverse=True)[:MOST]:
        with suppress(AffrayError, tomllib.TOMLDecodeError, KeyError):
            title = str(tomllib.loads(Reading(path).header.scene)["title"])
            yield SavedFight(title, datetime.fromtimestamp(changed[path]), log=path)


def _stored(address: str | None) -> Iterator[SavedFight]:
    with suppress(AffrayError), sessions.there(address) as store:
        for each in store.do(lambda s: s.sessions()):
            if not each.archived and not each.game.endswith(CAMPAIGN):
                changed = datetime.fromtimestamp(each.changed / 1_000)
                yield SavedFight(each.name, changed, session=each.session)
