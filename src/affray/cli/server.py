"""The live table from the terminal: `affray serve`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import click

from affray import operations
from affray.cli import browser, click_help, locale, values
from affray.cli.packs import packed
from affray.cli.sessions import shelved, usual
from affray.core.message import Verbatim, joined, msg
from affray.languages.catalogues import ENGLISH
from affray.languages.language import Language
from affray.languages.reader import reading
from affray.server.listener import PORT, ServerAddress, Settings, serve
from affray.server.notify import notify
from affray.server.phones import LOOPBACK
from affray.server.workers import serve_many
from affray.table.quotas import changed

certified = click.Path(exists=True, dir_okay=False)


@click.command("serve", cls=click_help.LocalizedCommand)
@click.argument("scene", required=False, shell_complete=values.scene)
@packed
@click.option("--lan", is_flag=True, help="For everybody in this network, not for this machine alone.")
@click.option("--port", type=int, help="Where to listen; by default 8000, or any that is free, as is 0.")
@click.option("--store", help="Where fights are kept: sqlite:FILE, postgresql://… or memory:.")
@click.option("--host", "hosts", multiple=True, help="Another name that this machine is called by.")
@click.option(
    "--proxy", "proxies", multiple=True, help="A proxy whose word is taken for who asks, by address."
)
@click.option("--open/--no-open", "browse", default=None, help="Open a browser; by default at a terminal.")
@click.option("--tls-certificate", type=certified, help="Serve over TLS with this certificate.")
@click.option("--tls-key", type=certified, help="Its key.")
@click.option("--workers", default=1, show_default=True, help="Processes at one port; needs postgresql://…")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    help="What may be taken: tables, megabytes of each, sockets and requests a minute of an address.",
)
@click.option(
    "--keep-days",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Put into the bin what nobody has gone on with for N days; else nothing.",
)
@click.option("--log", metavar="FILE", help="Note what the server does, as JSON lines; - for standard error.")
def serve_command(
    scene: str | None,
    packs: tuple[Path, ...],
    lan: bool,
    port: int | None,
    store: str | None,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    browse: bool | None,
    tls_certificate: str | None,
    tls_key: str | None,
    workers: int,
    limits: tuple[str, ...],
    keep_days: int,
    log: str | None,
) -> None:
    """Open the live table: you at this machine, players on their phones.

    With SCENE a fight begins at once; without it you choose in the browser. What packs bring may
    stand in every scene that is played or made here."""
    contents = operations.packs_by_game(packs)
    if scene is not None:
        operations.load_scene(scene, contents)
    quotas = changed(limits)
    settings = Settings(
        store or usual(),
        scene,
        lan,
        port,
        hosts,
        tls_certificate,
        tls_key,
        workers,
        log,
        shelved(store or usual()),
        contents,
        proxies,
        quotas,
        keep_days,
    )
    announced = TableAnnouncement(settings, browse, locale.language())
    with reading(ENGLISH):  # whoever asks the server says in which language
        (serve if workers == 1 else serve_many)(settings, announced.ready)


class TableAnnouncement(NamedTuple):
    """Tells at the terminal that the table is open, in its language, and shows it."""

    settings: Settings
    browse: bool | None
    language: Language

    def ready(self, table: ServerAddress) -> None:
        """Say where it is open and how to stop it, and open a browser."""
        typed = sys.stdout.isatty()
        with reading(self.language):
            self._links(table, typed)
            self._ways()
            if typed if self.browse is None else self.browse:
                browser.open_beside(table.link, self._unseen)
        sys.stdout.flush()
        notify("READY=1")

    def _links(self, table: ServerAddress, typed: bool) -> None:
        lan, port = self.settings.lan, table.port
        if self.settings.port is None and port != PORT:
            said = msg("Port {port} is in use here, so the table is at port {other}.", port=PORT, other=port)
            locale.echo(said, err=True)
        locale.echo(
            msg(
                "The table is open at {base}. This link makes you the game master; keep it to yourself:",
                base=Verbatim(table.base),
            )
        )
        click.echo(f"  {table.link}")
        if lan and f"//{LOOPBACK}:" in table.base:
            locale.echo("No network was found: only this machine reaches it.", err=True)
        elif table.door:
            locale.echo("Players come in by this one; you let them in:")
            click.echo(f"  {table.door}")
            if typed:
                import segno

                segno.make(table.door, micro=False).terminal(compact=True)

    def _ways(self) -> None:
        """What is played with, what is kept, how to stop."""
        if self.settings.contents:
            brought = joined(", ", operations.packs_named(self.settings.contents))
            locale.echo(msg("Packs for all fights here: {packs}", packs=brought))
        if self.settings.store == "memory:":
            locale.echo("Stop it with Ctrl+C; fights in memory: end with it, export what you want to keep.")
        else:
            locale.echo("Stop it with Ctrl+C; every fight is kept.")

    def _unseen(self) -> None:
        with reading(self.language):
            locale.echo("No browser was found here: open the first link above in one yourself.", err=True)
