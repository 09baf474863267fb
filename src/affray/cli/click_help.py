"""Commands of click whose help, usage and complaints are in the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import click

from affray.cli import locale

EXTRA = re.compile(r"(.*?)(?:(^|  )\[([^][]*)\])?", re.S)
"""A line of help, and behind it such as `[default: 0; required]`."""

LANGUAGE = "--language"
"""The option of all commands, which may stand anywhere on the line."""

WIDEST = 10_000
"""A first sentence is never so long."""


class LocalizedFormatter(click.HelpFormatter):
    """Writes help in the language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called; its words are the same in every language."""
        super().write_usage(prog, args, locale.say(prefix or "Usage: "))

    def write_heading(self, heading: str) -> None:
        """Write a heading in the language."""
        super().write_heading(locale.say(heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs in the language."""
        paragraphs = (" ".join(each.split()) for each in text.split("\n\n"))
        super().write_text("\n\n".join(map(locale.say, paragraphs)))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options and commands as they are typed, and what they are for."""
        super().write_dl([(first, _helped(second)) for first, second in rows], col_max, col_spacing)


def _helped(text: str) -> str:
    """A line of help with what stands in brackets behind it."""
    parts = EXTRA.fullmatch(text)
    if isinstance(text, locale.Localized) or parts is None or parts[3] is None:
        return locale.say(text)
    extra = "; ".join(map(_extra, parts[3].split("; ")))
    return f"{locale.say(parts[1])}{parts[2]}[{extra}]"


def _extra(text: str) -> str:
    """What is said of an option: of its default the word, and as it is typed."""
    what, mark, value = text.partition(": ")
    return f"{locale.say(what + mark)}{value}"


class LocalizedContext(click.Context):
    """What a command is called with."""

    formatter_class = LocalizedFormatter


class LocalizedCommand(click.Command):
    """A command with its help in the language."""

    context_class = LocalizedContext

    def get_short_help_str(self, limit: int = 45) -> str:
        """Its first sentence, cut short where there is no room."""
        return _short(super().get_short_help_str(WIDEST), limit) or super().get_short_help_str(limit)


class LocalizedGroup(click.Group):
    """Commands with their help in the language."""

    context_class = LocalizedContext
    command_class = LocalizedCommand
    group_class: type[click.Group] | type[type] | None = type

    def get_short_help_str(self, limit: int = 45) -> str:
        """Its first sentence, cut short where there is no room."""
        return _short(super().get_short_help_str(WIDEST), limit) or super().get_short_help_str(limit)


class RootGroup(LocalizedGroup):
    """All commands; the language is heard before anything is said, help too."""

    group_class = LocalizedGroup

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed before the name of a command; may raise NotFound."""
        args = _language_first(args)
        said, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        locale.speak(said.get("language") or "")
        return super().parse_args(ctx, args)


def _language_first(args: Sequence[str]) -> list[str]:
    """What was typed, with the language before the command, wherever it stands; what follows `--` stays."""
    upto = args.index("--") if "--" in args else len(args)
    first, rest, heard = list[str](), list[str](), iter(args[:upto])
    for each in heard:
        if each == LANGUAGE:
            first += [each, *islice(heard, 1)]
        elif each.startswith(f"{LANGUAGE}="):
            first.append(each)
        else:
            rest.append(each)
    if first[-1:] == [LANGUAGE]:
        return first  # nothing follows, which is complained of
    return [*first, *rest, *args[upto:]]


def _short(text: str, limit: int) -> str:
    """A sentence in the language, cut to so many letters; empty if it stays."""
    said = locale.say(text)
    if said == text:
        return ""
    if len(said) <= limit:
        return said
    return locale.Localized(f"{said[: limit - 2].rpartition(' ')[0]}...")


def complain(e: click.ClickException) -> None:
    """Say what is wrong with what was typed, and how it is typed."""
    if isinstance(e, click.exceptions.NoArgsIsHelpError):
        e.show()
        return
    if isinstance(e, click.UsageError) and e.ctx is not None:
        click.echo(e.ctx.get_usage(), err=True)
        locale.echo(f"Try '{e.ctx.command_path} --help' for help.", err=True)
        click.echo(err=True)
    click.echo(locale.say("Error: ") + locale.complaint(e.format_message()), err=True)


def of_click(value: Any, name: str, kind: str, number: int) -> Iterator[str]:
    """What click says, in its own words: they are messages, too."""
    yield f"Missing argument {name}."
    yield f"Missing option {name}."
    yield f"No such option {name}."
    yield f"No such option {name}. Did you mean {value}?"
    yield f"No such option {name}. (Did you mean one of: {value}?)"
    yield f"No such command {name}."
    yield f"No such command {name}. Did you mean {value}?"
    yield f"No such command {name}. (Did you mean one of: {value}?)"
    yield f"Option {name} requires an argument."
    yield f"Option {name} requires {number} arguments."
    yield f"Option {name} does not take a value."
    yield f"Got unexpected extra argument ({value})"
    yield f"Got unexpected extra arguments ({value})"
    yield f"Invalid value for {name}: {value}"
    yield f"{value} is not a valid {kind}."
    yield f"{value} is not in the range {kind}."
    yield f"{value} is not one of {kind}."
    yield f"File {value} does not exist."
    yield f"File {value} is a directory."
    yield f"Directory {value} does not exist."
    yield f"Directory {value} is a file."
    yield "Show this message and exit."
    yield "Show the version and exit."
    yield "Missing command."
    yield from ("Usage: ", "Options", "Commands", "Error: ", "default: ", "required", "integer", "float")
