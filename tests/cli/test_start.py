"""What starting the program costs: what each command loads, and that lists of commands load none."""

from __future__ import annotations

import click
import pytest
from click.shell_completion import ShellComplete

from affray.cli.click_help import DeferredCommand
from affray.cli.commands import COMMANDS, cli


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
    assert set(completed(["sheet"], "--f")) == {"--format"}
    assert set(completed(["sheet", "--format"], "")) == {"terminal", "markdown", "html"}
    assert "link" in completed(["table"], "")
