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
@click.option("--lan", is_flag=True, help="Open to everyone on this network, not just this machine.")
@click.option(
    "--port", type=int, help="Port to listen on. Default: 8000, or any free one; 0 for any free one."
)
@click.option("--store", help="Where fights are saved: sqlite:FILE, postgresql://… or memory:.")
@click.option("--host", "hosts", multiple=True, help="Another host name for this machine.")
@click.option("--proxy", "proxies", multiple=True, help="Address of a proxy to trust for client addresses.")
@click.option("--open/--no-open", "browse", default=None, help="Open a browser. Default: yes, in a terminal.")
@click.option("--tls-certificate", type=certified, help="Serve over TLS with this certificate.")
@click.option("--tls-key", type=certified, help="The key of the certificate.")
@click.option(
    "--workers", default=1, show_default=True, help="Server processes on one port; needs postgresql://…"
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    help="Limits: tables, megabytes per table, sockets and requests per minute for each address.",
)
@click.option(
    "--keep-days",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Move fights to the bin that nobody has continued for N days. Default: never.",
)
@click.option("--log", metavar="FILE", help="Log what the server does as JSON lines; - for standard error.")
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
    """Open the live table: you here, players on their phones.

    With SCENE, the fight opens at once; without it, you choose in the browser. Packs can be used in
    every scene played or made here."""
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
            said = msg("Port {port} is in use, so the table is on port {other}.", port=PORT, other=port)
            locale.echo(said, err=True)
        locale.echo(
            msg(
                "The table is open at {base}. This link makes you the game master; keep it to yourself:",
                base=Verbatim(table.base),
            )
        )
        click.echo(f"  {table.link}")
        if lan and f"//{LOOPBACK}:" in table.base:
            locale.echo("No network was found: only this machine can reach the table.", err=True)
        elif table.door:
            locale.echo("Players use this one, and you let them in:")
            click.echo(f"  {table.door}")
            if typed:
                import segno

                segno.make(table.door, micro=False).terminal(compact=True)

    def _ways(self) -> None:
        """What is played with, what is kept, how to stop."""
        if self.settings.contents:
            brought = joined(", ", operations.packs_named(self.settings.contents))
            locale.echo(msg("Packs used in every fight here: {packs}", packs=brought))
        if self.settings.store == "memory:":
            locale.echo("Stop it with Ctrl+C. Fights in memory: end with it; export what you want to keep.")
        else:
            locale.echo("Stop it with Ctrl+C; every fight is saved.")

    def _unseen(self) -> None:
        with reading(self.language):
            locale.echo("No browser was found: open the first link above yourself.", err=True)
