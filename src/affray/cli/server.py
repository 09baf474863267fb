"""The live table from the terminal: `affray serve`."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import click
import segno

from affray import operations
from affray.cli import click_help, locale, values
from affray.cli.packs import packed
from affray.cli.sessions import shelved, usual
from affray.core.message import Verbatim, joined, msg
from affray.languages.catalogues import ENGLISH
from affray.languages.reader import reading
from affray.server.listener import ServerAddress, Settings, serve
from affray.server.phones import LOOPBACK
from affray.server.workers import serve_many

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
    log: str | None,
) -> None:
    """Open the live table: you at this machine, players on their phones.

    With SCENE a fight begins at once; without it you choose in the browser. What packs bring may
    stand in every scene that is played or made here."""
    contents = operations.packs_by_game(packs)
    if scene is not None:
        operations.load_scene(scene, contents)
    typed = sys.stdout.isatty()

    spoken = locale.language()

    def ready(table: ServerAddress) -> None:
        with reading(spoken):
            told(table)

    def told(table: ServerAddress) -> None:
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
                segno.make(table.door, micro=False).terminal(compact=True)
        if contents:
            brought = joined(", ", operations.packs_named(contents))
            locale.echo(msg("Packs for all fights here: {packs}", packs=brought))
        if settings.store == "memory:":
            locale.echo("Stop it with Ctrl+C; fights in memory: end with it, export what you want to keep.")
        else:
            locale.echo("Stop it with Ctrl+C; every fight is kept.")
        if typed if browse is None else browse:
            webbrowser.open(table.link)

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
    )
    with reading(ENGLISH):  # whoever asks the server says in which language
        (serve if workers == 1 else serve_many)(settings, ready)
