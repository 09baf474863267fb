"""The commands of the terminal: where each of them is, and what it is for."""

from __future__ import annotations

import sys

import click

from affray.cli import click_help, locale, values
from affray.languages.catalogues import languages

COMMANDS = {
    "advise": ("advice:advise", "What somebody should do now: the options by how often they win."),
    "backup": ("backups:backup", "Write everything that a store keeps into FILE, as it is at one moment."),
    "balance": ("design:balance", "What to change in SCENE so that a side wins it as often as is wished."),
    "campaign": ("campaign:campaign", "Carry fighters from one fight to the next; let time pass between."),
    "check": ("check:check", "See whether a scene, a log, or the folder of a pack is in order."),
    "compare": ("design:compare", "Weapons or house rules side by side, as fighters of SCENE use them."),
    "completion": (
        "completion:completion",
        "Print what makes SHELL complete commands, scenes, fighters and actions.",
    ),
    "doctor": (
        "doctor:doctor",
        "Say what is missing or slow here, and how to mend it; or which sessions of a store are whole.",
    ),
    "drill": ("drill:drill", "Back a store up, restore it into an empty one, and open every fight there."),
    "engine": ("programs:engine", "Speak with a program, a JSON object a line."),
    "import": (
        "characters:import_command",
        "Take characters from FILEs as fighters: exports of Foundry, or CSV.",
    ),
    "mcp": ("programs:mcp", "Give an assistant the rules as tools, by the Model Context Protocol."),
    "odds": ("odds:odds_command", "Everything that an action can do as SCENE opens, and how likely."),
    "play": ("play:play", "Play SCENE, a file or one of `affray scenes`."),
    "recount": ("recount:recount_command", "Tell what happened in FIGHT, a log or a session of the store."),
    "replay": ("replay:replay", "Tell the fight of LOG again, checked effect by effect."),
    "report": (
        "report:report",
        "Write a report on a fault into FILE, to read and then to send; nothing is sent by itself.",
    ),
    "restore": ("backups:restore", "Put the sessions of a backup FILE into a store, all or none."),
    "rules": ("rules:rules", "Read the rules of GAME: all, those with all of WORDS, or one by its ID."),
    "scenes": ("scenes:scenes", "List the scenes that come with the games, or with GAME."),
    "schema": ("schema:schema", "Print the JSON Schema of the scenes of GAME."),
    "serve": ("server:serve_command", "Open the live table: you at this machine, players on their phones."),
    "sessions": (
        "sessions:sessions",
        "List the sessions of a store; rename, copy, archive, export or remove one.",
    ),
    "sheet": ("sheet:sheet", "The quick reference of GAME: actions, modifiers, flows, odds and tables."),
    "simulate": ("simulation:simulate", "Who wins SCENE, how long it takes, who falls, what it costs."),
    "solve": ("solve:solve", "Who wins SCENE how often, exactly; with --policy best what is best to do."),
    "sweep": ("design:sweep", "Play every scene of GRID, a TOML file, many times, and write a row for each."),
    "table": ("table:table", "Get a lost table back."),
    "verify": (
        "verification:verify_command",
        "Throw the machine's dice of FIGHT again, a log or a session of the store, and compare.",
    ),
}
"""Where a command is, below `affray.cli`, and the first sentence of its help: none is loaded for a list."""


ALONE = "At a terminal, affray alone opens the start page of the live table in the browser."
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
    help="Combat for tabletop role-playing games: play it, price it, check it.",
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
    help="The language that is spoken; else that of AFFRAY_LANGUAGE, or of the terminal.",
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
