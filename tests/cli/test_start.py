"""What starting the program costs: what each command loads, and that lists of commands load none."""

from __future__ import annotations

import pkgutil
from textwrap import dedent

import click
import pytest
from click.shell_completion import ShellComplete

import affray
from affray.cli.click_help import DeferredCommand
from affray.cli.commands import COMMANDS, cli
from affray.core.ruleset import rulesets
from tests.public.test_front_door import apart

GAMES = {f"affray.rulesets.{game}" for game in rulesets()}
ALWAYS = {"affray.cli", "affray.core", "affray.languages", "affray.rulesets"}
OURS = {f"affray.{each.name}" for each in pkgutil.iter_modules(affray.__path__)} - ALWAYS
HEAVY = {
    *GAMES, *OURS, "asyncio", "icu4py", "jinja2", "multiprocessing", "polib", "pydantic", "rich", "starlette",
    "uvicorn",
}  # fmt: skip
"""What takes time to load: games, packages of ours, libraries."""

GAME = {"affray.operations", "pydantic"}
CORIOLIS = {*GAME, "affray.rulesets.coriolis", "affray.sheet", "affray.tabletop"}
D6 = {*GAME, "affray.rulesets.d6", "affray.sheet", "affray.tabletop"}
SERENITY = {*GAME, "affray.rulesets.serenity", "affray.sheet", "affray.tabletop"}
ODDS = {"affray.pricing", "affray.session"}
RULES = {"affray.pricing", "affray.reference", "affray.sheet", "icu4py"}

LOADED = {
    "--version": set(),
    "--help": set(),
    "--help --language fr": {"icu4py", "polib"},
    "scenes": {"rich"},
    "scenes --json": set(),
    "completion bash": set(),
    "odds saloon Odile 'throw chair at Thug 1'": {*SERENITY, *ODDS, "icu4py", "rich"},
    "schema d6": {*D6, "rich"},
    "rules coriolis COR-MEL-01": {*CORIOLIS, *RULES, "rich"},
    "sheet d6": {*D6, *RULES, "rich"},
    "check duel": {*CORIOLIS, *ODDS, "affray.autopilot", "affray.simulation"},
    "odds duel": {
        *CORIOLIS,
        *ODDS,
        "affray.autopilot",
        "affray.reference",
        "affray.sheet",
        "affray.simulation",
        "rich",
    },
    "odds duel --actor Zara --action 'normal shot' --target Kaan": {*CORIOLIS, *ODDS, "rich"},
    "simulate duel -n 20": {*CORIOLIS, "affray.pricing", "affray.simulation", "icu4py", "rich"},
}
"""What a command loads of that, to the last one."""


@pytest.mark.slow
@pytest.mark.parametrize("line", LOADED)
def test_a_command_loads_what_it_needs_and_nothing_else(line):
    program = f"""
        import shlex, sys
        from contextlib import redirect_stdout
        from affray.cli import run
        with redirect_stdout(sys.stderr):
            code = run(shlex.split({line!r}))
        print(code, *{HEAVY} & set(sys.modules))
    """
    code, *loaded = apart(dedent(program)).split()
    assert (code, set(loaded)) == ("0", LOADED[line])


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_listed_of_a_command_is_the_first_sentence_of_its_help(name):
    place, about = COMMANDS[name]
    stands, command = DeferredCommand(name, place, about), cli.commands[name]
    assert (command.name, stands.loaded()) == (name, command)
    for limit in (10_000, 45):
        assert stands.get_short_help_str(limit) == command.get_short_help_str(limit)
    assert not command.hidden
    assert not command.deprecated


def test_names_of_commands_and_their_options_are_completed():
    def completed(*words):
        return {
            each.value: each.help for each in ShellComplete(cli, {}, "affray", "").get_completions(*words)
        }

    assert completed([], "s") == {
        name: click.Command.get_short_help_str(cli.commands[name])
        for name in ("scenes", "schema", "serve", "sessions", "sheet", "simulate", "solve", "sweep")
    }
    assert set(completed([], "--l")) == {"--language"}
    assert set(completed(["sheet"], "--f")) == {"--fighter", "--format"}
    assert set(completed(["sheet", "--format"], "")) == {"terminal", "markdown", "html"}
    assert "link" in completed(["table"], "")
