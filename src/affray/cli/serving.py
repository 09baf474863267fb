"""The live table from the terminal: `affray serve`."""

from __future__ import annotations

import sys
import webbrowser

import click
import segno

from affray import api
from affray.serve.running import Settings, serve
from affray.serve.tables import Tables


@click.command("serve")
@click.argument("scene", required=False)
@click.option("--lan", is_flag=True, help="For everybody in this network, not for this machine alone.")
@click.option("--port", default=8000, show_default=True, help="Where to listen; 0 is any that is free.")
@click.option("--host", "hosts", multiple=True, help="Another name that this machine is called by.")
@click.option("--open/--no-open", "browse", default=None, help="Open a browser; by default at a terminal.")
@click.option("--tls-certificate", type=click.Path(exists=True, dir_okay=False))
@click.option("--tls-key", type=click.Path(exists=True, dir_okay=False))
def serving(
    scene: str | None,
    lan: bool,
    port: int,
    hosts: tuple[str, ...],
    browse: bool | None,
    tls_certificate: str | None,
    tls_key: str | None,
) -> None:
    """Open the live table: you at this machine, players on their phones.

    With SCENE a fight begins at once; without it you choose in the browser."""
    if scene is not None:
        api.load_scene(scene)
    tables = Tables()
    opened = tables.start(scene) if scene is not None else None

    def ready(base: str) -> None:
        path = f"?to=/s/{opened.id}" if opened else ""
        link = f"{base}/j/{tables.secret}{path}"
        click.echo(f"The table is at {base}. You are the game master by this link, which is yours alone:")
        click.echo(f"  {link}")
        if lan and sys.stdout.isatty():
            segno.make(link, micro=False).terminal(compact=True)
        click.echo("Stop with Ctrl+C; nothing is lost.")
        if browse or (browse is None and sys.stdout.isatty()):
            webbrowser.open(link)

    serve(tables, Settings(lan, port, hosts, tls_certificate, tls_key), ready)
