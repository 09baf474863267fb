"""Sessions at the terminal: what a store holds, other names, copies, logs."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from affray.cli import click_help, locale, values
from affray.cli.console import Console
from affray.cli.shell import quoted
from affray.core.errors import BadAnswer, NotFound, StoreError
from affray.core.files import exists
from affray.core.message import Verbatim, msg
from affray.core.safe import terminal
from affray.store import Listed, Store, purging, stored_sessions, trash
from affray.store.addresses import file_of
from affray.store.blocking_store import BlockingStore
from affray.table import forgetting
from affray.table.persistence import copied

stored = click.option(
    "--store",
    "address",
    metavar="STORE",
    help="A file ending in .db, or postgresql://…. Default: your own store.",
)
named = click.argument("session", shell_complete=values.session)


def usual() -> str:
    """The store that is used when none is named."""
    return f"sqlite:{Path(click.get_app_dir('affray')) / 'fights.db'}"


def shelved(store: str) -> str:
    """The folder for scenes that are made beside a store; empty for a store in memory.

    It lies beside the file of fights; for a database, where the user's own file would be.
    """
    if store == "memory:":
        return ""
    path = file_of(store) or file_of(usual())
    assert path is not None
    return str(path.with_suffix(".scenes"))


def opened(address: str | None) -> BlockingStore:
    """The store of a command."""
    return BlockingStore(address or usual())


def at(address: str | None) -> Verbatim:
    """The store in a command to be typed, after a blank; empty for one's own."""
    return Verbatim(f" --store {quoted(address)}" if address else "")


def check_there(address: str) -> None:
    """Raise StoreError where an address names a file that is not there."""
    path = file_of(address)
    if path is not None and not exists(path):
        raise StoreError(msg("{path}: there is no such store", path=path), code="store/away")


def there(address: str | None) -> BlockingStore:
    """The store of a command that must not create one; raises StoreError where there is none.

    The user's own store is empty before anything was kept in it.
    """
    own = file_of(usual())
    if address is None and own is not None and not exists(own):
        return BlockingStore("memory:")
    check_there(address or usual())
    return opened(address)


def session_named(store: BlockingStore, said: str) -> Listed:
    """The session of this id, or the only one of this name; raises NotFound."""
    return one_of(store.do(lambda s: s.sessions()), said, "session", "single session")


def fight(store: BlockingStore, said: str) -> Listed:
    """The session that a word names which is no file; raises NotFound, or BadAnswer if a file was meant."""
    try:
        return session_named(store, said)
    except NotFound:
        if said.casefold().endswith(".jsonl") or "/" in said or "\\" in said:
            raise BadAnswer(
                msg("the file {file} does not exist", file=Verbatim(said)), code="answer/no-file"
            ) from None
        raise


def one_of(listed: list[Listed], said: str, what: str, single: str) -> Listed:
    """The one of this id, or the only one of this name; raises NotFound."""
    fitting = [each for each in listed if each.session == said] or [
        each for each in listed if each.name.casefold() == said.casefold()
    ]
    if len(fitting) != 1:
        known = [each.name for each in listed] if not fitting else [each.session for each in fitting]
        raise NotFound(single if fitting else what, said, known)
    return fitting[0]


@click.group(cls=click_help.LocalizedGroup, invoke_without_command=True)
@stored
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def sessions(context: click.Context, address: str | None, as_json: bool) -> None:
    """List, rename, copy, archive, export or remove saved fights.

    SESSION is a session's id or name."""
    context.obj = address
    if context.invoked_subcommand is None:
        with there(address) as store:
            _list(store.do(lambda s: s.sessions()), address, as_json)


def within(makes: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with a store, named before or after it; `makes` it if need be."""

    def kept(command: Callable[..., None]) -> Callable[..., None]:
        @stored
        @click.pass_obj
        @wraps(command)
        def run(before: str | None, /, address: str | None, **given: Any) -> None:
            with (opened if makes else there)(address or before) as store:
                command(store, **given)

        return run

    return kept


def _list(listed: list[Listed], address: str | None, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([each._asdict() for each in listed]))
        return
    if address is None:
        locale.echo(msg("Your own store, {file}:", file=file_of(usual())))
    if not listed:
        locale.echo("No sessions yet. Start one: affray serve, or affray play SCENE --store STORE")
        return
    table = Table(*map(locale.say, ("Session", "Name", "Game", "Entries", "Last")), box=None)
    for each in sorted(listed, key=lambda each: each.archived):
        last = datetime.fromtimestamp(each.changed / 1_000).strftime("%Y-%m-%d %H:%M")
        name = each.name + (locale.say(" (archived)") if each.archived else "")
        table.add_row(*map(Text, (each.session, name, each.game, str(each.last), last)))
    Console(highlight=False, emoji=False).print(table)


@sessions.command()
@named
@click.argument("name")
@within()
def rename(store: BlockingStore, session: str, name: str) -> None:
    """Rename SESSION."""
    one = session_named(store, session)
    store.do(lambda s: s.rename(one.session, name))


@sessions.command()
@named
@click.argument("name")
@click.option(
    "--upto", type=click.IntRange(min=0), metavar="ENTRY", help="Leave out everything after this entry."
)
@within()
def copy(store: BlockingStore, session: str, name: str, upto: int | None) -> None:
    """Copy SESSION into a new one."""
    one, new = session_named(store, session), secrets.token_hex(5)
    if upto is not None and upto > one.last:
        raise BadAnswer(
            msg(
                "expected --upto from 0 to {last}, the last entry of {name}, got {upto}",
                last=one.last,
                name=Verbatim(repr(one.name)),
                upto=upto,
            ),
            code="answer/no-entry",
        )
    store.do(lambda s: copied(s, one.session, new, name, upto))
    click.echo(new)


@sessions.command()
@named
@click.option("--out", is_flag=True, help="Take it out of the archive.")
@within()
def archive(store: BlockingStore, session: str, out: bool) -> None:
    """Archive SESSION: it moves to the end of lists."""
    one = session_named(store, session)
    store.do(lambda s: trash.archive(s, one.session, not out))


@sessions.command()
@named
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@within()
def export(store: BlockingStore, session: str, log: Path) -> None:
    """Write SESSION as a log for `affray play --log` or `replay`."""
    one = session_named(store, session)
    store.do(lambda s: stored_sessions.take_out(s, one.session, log))


@sessions.command("import")
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", help="Its name. Default: the file's name.")
@within(makes=True)
def import_(store: BlockingStore, log: Path, name: str | None) -> None:
    """Save the fight in LOG as a new session."""
    new = secrets.token_hex(5)
    store.do(lambda s: stored_sessions.put_in(s, log, new, name or terminal(log.stem), store.now))
    click.echo(new)


@sessions.command()
@named
@click.option("--note", metavar="TEXT", help="Delete the notes about fighters that begin with this.")
@click.option("--picture", is_flag=True, help="Delete the picture under the map.")
@click.option("--person", metavar="NAME", help="Delete the person with this seat name, and what they said.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@within()
def forget(
    store: BlockingStore, session: str, note: str | None, picture: bool, person: str | None, yes: bool
) -> None:
    """Delete SESSION, or one thing in it, without a trace.

    Stop any server that shares the database first. Earlier backups, copies and exported logs still
    contain it."""
    try:
        one = session_named(store, session)
    except NotFound:
        if not store.do(purging.unswept):
            raise
        locale.echo(forgetting.LEFT[store.do(purging.swept)])  # it was forgotten, but not its bytes
        return
    chosen = [each for each in (note, person, picture or None) if each is not None]
    if len(chosen) > 1:
        raise BadAnswer("expected one of --note, --picture and --person", code="answer/no-what")
    what = Verbatim(str(one.name if not chosen else chosen[0])) if not picture else "the picture"
    if not yes and not click.confirm(locale.say(msg("Delete {what} for good?", what=what))):
        return
    left = store.do(lambda s: purging.forget(s, lambda: _taken_out(s, one.session, note, picture, person)))
    locale.echo(forgetting.LEFT[left])


async def _taken_out(store: Store, session: str, note: str | None, picture: bool, person: str | None) -> None:
    """Take it out of the store."""
    if note is not None:
        await purging.rewrite(store, session, forgetting.notes_like(note))
    elif picture:
        await purging.rewrite(store, session, forgetting.picture)
    elif person is not None:
        await purging.rewrite(store, session, forgetting.people_called(person, trash.now()))
    else:
        await store.remove(session)


@sessions.command()
@click.argument("days", type=click.IntRange(min=1))
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@within()
def expire(store: BlockingStore, days: int, yes: bool) -> None:
    """Move fights unused for DAYS to the bin, and empty it.

    Fights in the bin are deleted after 30 days, by this command or by a server; until then `archive
    --out` takes them out."""
    now = trash.now()
    old = store.do(lambda s: trash.expired(s, days, now))
    for each in old:
        click.echo(terminal(f"{each.name} ({each.session})"))
    asked = msg(
        "{n, plural, one {Move # session} other {Move # sessions}} to the bin for {days} days?",
        n=len(old),
        days=trash.DAYS,
    )
    if old and not yes and not click.confirm(locale.say(asked)):
        return
    chosen = {each.session for each in old}
    put = store.do(lambda s: trash.expire(s, chosen.__contains__, days, now))
    gone = store.do(lambda s: trash.empty(s, lambda _: True, now))
    locale.echo(msg("{put} moved to the bin, {gone} deleted for good.", put=len(put), gone=len(gone)))


@sessions.command()
@named
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@within()
def remove(store: BlockingStore, session: str, yes: bool) -> None:
    """Remove SESSION for good."""
    one = session_named(store, session)
    if yes or click.confirm(
        locale.say(
            msg("Delete {name} ({last} entries) for good?", name=Verbatim(repr(one.name)), last=one.last)
        )
    ):
        store.do(lambda s: s.remove(one.session))
