"""Sessions at the terminal: what a store holds, other names, copies, logs."""

from __future__ import annotations

import json
import secrets
from datetime import datetime
from pathlib import Path

import click
from rich.table import Table

from affray.cli import helping, tongue
from affray.core.errors import NotFound
from affray.store import Listed, keeping
from affray.store.blocking import Blocking

stored = click.option(
    "--store", "address", metavar="STORE", help="A file that ends in .db, or postgresql://…; else your own."
)
named = click.argument("session")


def usual() -> str:
    """The store that is used when none is named."""
    return f"sqlite:{Path(click.get_app_dir('affray')) / 'fights.db'}"


def opened(address: str | None) -> Blocking:
    """The store of a command."""
    return Blocking(address or usual())


def found(store: Blocking, said: str) -> Listed:
    """The session of this id, or the only one of this name; raises NotFound."""
    sessions = store.do(lambda s: s.sessions())
    fitting = [each for each in sessions if each.session == said] or [
        each for each in sessions if each.name.casefold() == said.casefold()
    ]
    if len(fitting) != 1:
        known = [each.name for each in sessions] if not fitting else [each.session for each in fitting]
        raise NotFound("session" if not fitting else "single session", said, known)
    return fitting[0]


@click.group(cls=helping.Group, invoke_without_command=True)
@stored
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def sessions(context: click.Context, address: str | None, as_json: bool) -> None:
    """List the sessions of a store; rename, copy, archive, export or remove one.

    SESSION is the id of one, or its name."""
    store = context.obj = opened(address)
    context.call_on_close(store.close)
    if context.invoked_subcommand is None:
        _list(store.do(lambda s: s.sessions()), as_json)


def _list(found: list[Listed], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([each._asdict() for each in found]))
        return
    if not found:
        tongue.echo("No sessions yet. Begin one: affray serve, or affray play SCENE --store STORE")
        return
    table = Table("Session", "Name", "Game", "Entries", "Last", box=None)
    for each in sorted(found, key=lambda each: each.archived):
        last = datetime.fromtimestamp(each.changed / 1_000).strftime("%Y-%m-%d %H:%M")
        name = tongue.Told(each.name) + tongue.say(" (archived)" if each.archived else "")
        told = map(tongue.ToldText, (each.session, name, each.game, str(each.last), last))
        table.add_row(*told)
    tongue.Console(highlight=False, emoji=False).print(table)


@sessions.command()
@named
@click.argument("name")
@click.pass_obj
def rename(store: Blocking, session: str, name: str) -> None:
    """Call SESSION something else."""
    one = found(store, session)
    store.do(lambda s: s.rename(one.session, name))


@sessions.command()
@named
@click.argument("name")
@click.option("--upto", type=click.IntRange(min=0), metavar="ENTRY", help="Leave out what came later.")
@click.pass_obj
def copy(store: Blocking, session: str, name: str, upto: int | None) -> None:
    """Make another session of SESSION, which goes its own way."""
    one, new = found(store, session), secrets.token_hex(5)
    store.do(lambda s: s.copy(one.session, new, name, upto))
    click.echo(new)


@sessions.command()
@named
@click.option("--out", is_flag=True, help="Take it out again.")
@click.pass_obj
def archive(store: Blocking, session: str, out: bool) -> None:
    """Put SESSION away: it stands last in lists, and nothing of it is lost."""
    one = found(store, session)
    store.do(lambda s: s.archive(one.session, not out))


@sessions.command()
@named
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def export(store: Blocking, session: str, log: Path) -> None:
    """Write SESSION as a log, which `affray play --log` and `affray replay` read."""
    one = found(store, session)
    store.do(lambda s: keeping.take_out(s, one.session, log))


@sessions.command("import")
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", help="What to call it; else as the file.")
@click.pass_obj
def import_(store: Blocking, log: Path, name: str | None) -> None:
    """Keep the fight of LOG as a new session; the file stays as it is."""
    new = secrets.token_hex(5)
    store.do(lambda s: keeping.put_in(s, log, new, name or log.stem, store.now))
    click.echo(new)


@sessions.command()
@named
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def remove(store: Blocking, session: str, yes: bool) -> None:
    """Delete SESSION for good."""
    one = found(store, session)
    if yes or click.confirm(tongue.say(f"Delete {one.name!r} ({one.last} entries) for good?")):
        store.do(lambda s: s.remove(one.session))
