"""The game master's seat of a kept fight, from the terminal: `affray table`."""

from __future__ import annotations

import json

import click

from affray.cli import click_help, locale
from affray.cli.sessions import at, named, session_named, stored, there
from affray.core.campaign import CAMPAIGN
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg
from affray.server.listener import PORT
from affray.server.phones import LOOPBACK
from affray.table.persistence import StorePersistence
from affray.table.recovery import fresh_link


@click.group(cls=click_help.LocalizedGroup)
def table() -> None:
    """Get back into a table you were locked out of."""


@table.command()
@named
@stored
@click.option(
    "--at",
    "base",
    default=f"http://{LOOPBACK}:{PORT}",
    metavar="ADDRESS",
    show_default=True,
    help="The table's address.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def link(session: str, address: str | None, base: str, as_json: bool) -> None:
    """Print a new link that makes you the game master of SESSION.

    The previous link stops working. The server may be running or not."""
    with there(address) as store:
        one = session_named(store, session)
        if one.game.endswith(CAMPAIGN):
            raise BadAnswer(
                msg("{name} is a campaign; only fights have a table", name=Verbatim(repr(one.name))),
                code="answer/no-fight",
            )
        secret = store.do(lambda s: fresh_link(StorePersistence(s, one.session), one.session))
    if as_json:
        found = {"session": one.session, "name": one.name, "link": f"{base.rstrip('/')}/j/{secret}"}
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    locale.echo(
        msg(
            "This link makes you the game master of {name}; the previous one stops working:",
            name=Verbatim(repr(one.name)),
        )
    )
    click.echo(f"  {base.rstrip('/')}/j/{secret}")
    locale.echo(msg("It works while the server is running: affray serve{at}", at=at(address)))
