"""The commands of the terminal: where each of them is, and what it is for."""

from __future__ import annotations

import sys

import click

from affray.cli import click_help, locale, values
from affray.languages.catalogues import languages

COMMANDS = {
    "advise": ("advice:advise", "Suggest what to do now: options ranked by how often they win."),
    "backup": ("backups:backup", "Back up everything in a store into FILE."),
    "balance": ("design:balance", "Find what to change in SCENE to reach the odds you want."),
    "campaign": ("campaign:campaign", "Take fighters from one fight to the next, with time between."),
    "check": ("check:check", "Check a scene, a log or a pack for faults."),
    "compare": ("design:compare", "Compare weapons or house rules, as used in SCENE."),
    "completion": (
        "completion:completion",
        "Print a script for Tab completion in SHELL.",
    ),
    "doctor": (
        "doctor:doctor",
        "Check this machine, or a store, and say what to fix.",
    ),
    "drill": ("drill:drill", "Test your backups: back up, restore, open every fight."),
    "engine": ("programs:engine", "Play fights for a program, one JSON object per line."),
    "import": (
        "characters:import_command",
        "Import characters from Foundry exports or CSV files.",
    ),
    "mcp": ("programs:mcp", "Give an AI assistant the rules as tools (MCP)."),
    "new": ("new:new", "Begin a game of your own."),
    "odds": ("odds:odds_command", "Show everything an action in SCENE can do, and how likely."),
    "play": ("play:play", "Play SCENE: a file, or one listed by `affray scenes`."),
    "recount": ("recount:recount_command", "Sum up what happened in FIGHT, a log or a saved session."),
    "replay": ("replay:replay", "Retell the fight in LOG, checking every effect."),
    "report": (
        "report:report",
        "Write a fault report into FILE, for you to read and send.",
    ),
    "restore": ("backups:restore", "Restore a backup FILE into a store."),
    "rules": ("rules:rules", "Look up the rules of GAME: all, by WORDS, or one by its id."),
    "scenes": ("scenes:scenes", "List the scenes that come with all games, or with GAME."),
    "schema": ("schema:schema", "Print the JSON Schema for scenes of GAME."),
    "serve": ("server:serve_command", "Open the live table: you here, players on their phones."),
    "sessions": (
        "sessions:sessions",
        "List, rename, copy, archive, export or remove saved fights.",
    ),
    "sheet": ("sheet:sheet", "Print the quick reference sheet of GAME."),
    "simulate": ("simulation:simulate", "Simulate SCENE: who wins, how long it takes, who goes down."),
    "solve": ("solve:solve", "Solve a small SCENE exactly: who wins, and the best choices."),
    "sweep": ("design:sweep", "Simulate every variant in GRID, a TOML file, one row for each."),
    "table": ("table:table", "Get back into a table you were locked out of."),
    "verify": (
        "verification:verify_command",
        "Check that nobody chose the server's dice in FIGHT.",
    ),
}
"""Where a command is, below `affray.cli`, and the first sentence of its help: none is loaded for a list."""


ALONE = "In a terminal, plain `affray` opens the start page of the live table in your browser."
"""What stands below the list of commands."""


LICENCE = "Under the Apache License, version 2.0."
AFFILIATION = (
    "Affray is not affiliated with, endorsed by or sponsored by the publisher of any game. "
    "The names of games are the property of their owners."
)


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Say which version this is, under which licence, and whose the names of the games are."""
    if asked and not context.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"affray, version {version('affray')}")
        locale.echo(LICENCE)
        locale.echo(AFFILIATION)
        context.exit()


class LanguageOption(click.Option):
    """An option whose help lists the languages that are installed, which is looked up only for help."""

    def make_metavar(self, ctx: click.Context) -> str:
        """The codes of all languages."""
        return "|".join(languages())


@click.group(
    cls=click_help.RootGroup,
    commands=click_help.DeferredCommands(
        {name: click_help.DeferredCommand(name, place, about) for name, (place, about) in COMMANDS.items()}
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Run combat in tabletop role-playing games, with exact odds.",
    epilog=ALONE,
    invoke_without_command=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    click_help.LANGUAGE,
    cls=LanguageOption,
    expose_value=False,
    shell_complete=values.language,
    help="Language to use. Default: AFFRAY_LANGUAGE, or that of your terminal.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """All commands of the terminal; without one, the start page of the live table, or help."""
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from affray.cli.server import serve_command

        context.invoke(serve_command)
    else:
        click.echo(context.get_help())
