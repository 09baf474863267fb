"""Commands of click whose help, usage and complaints are in the language."""

from __future__ import annotations

import re
from collections import UserDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

import click
from click.shell_completion import CompletionItem

from affray.cli import locale
from affray.core.errors import NotFound
from affray.core.message import Message, Verbatim, msg

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
    if isinstance(text, Message | Verbatim) or parts is None or parts[3] is None:
        return locale.say(text)
    extra = "; ".join(map(_extra, parts[3].split("; ")))
    return f"{locale.say(parts[1])}{parts[2]}[{extra}]"


def _extra(text: str) -> str:
    """What is said of an option: of its default the word, and as it is typed."""
    what, mark, value = text.partition(": ")
    return f"{locale.say(what + mark)}{value}"


class MessageOption(click.Option):
    """An option whose help is a message, which click would make plain text."""

    def __init__(self, *arguments: Any, **how: Any) -> None:
        super().__init__(*arguments, **how)
        self.help = how["help"]


class RenamedOption(click.Option):
    """An option that had other names, which still go; help and completion show today's alone."""

    def __init__(self, *arguments: Any, former: Sequence[str], **how: Any) -> None:
        super().__init__(*arguments, **how)
        self.former = list(former)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know all names."""
        shown, self.opts = self.opts, [*self.opts, *self.former]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


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


class DeferredCommand(LocalizedCommand):
    """Stands for a command until that is called: its place below `affray.cli`, and what lists say of it."""

    def __init__(self, name: str, place: str, about: str) -> None:
        super().__init__(name, help=about)
        self.place = place

    def loaded(self) -> click.Command:
        """The command itself."""
        module, _, attribute = self.place.partition(":")
        command: click.Command = getattr(import_module(f"affray.cli.{module}"), attribute)
        return command


class DeferredCommands(UserDict[str, click.Command]):
    """Commands by name, each loaded when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        command = self.data[name]
        if isinstance(command, DeferredCommand):
            command = self.data[name] = command.loaded()
        return command


class RootGroup(LocalizedGroup):
    """All commands, listed without loading them; the language is heard before anything is said, help too."""

    group_class = LocalizedGroup

    def __init__(self, *, commands: DeferredCommands, **how: Any) -> None:
        super().__init__(commands=commands, **how)
        self.listed = dict(sorted(commands.data.items()))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what commands there are, as click does."""
        limit = formatter.width - 6 - max(map(len, self.listed))
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(limit)) for name, each in self.listed.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command; while a line is completed, what the index says of it."""
        if not ctx.resilient_parsing:
            return super().get_command(ctx, cmd_name)
        from affray.cli.command_index import stand_in

        return stand_in(cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a line may go on with: commands and options."""
        found = [(name, each) for name, each in self.listed.items() if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=each.get_short_help_str()) for name, each in found]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed before the name of a command; may raise NotFound."""
        args = _language_first(args)
        said, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        with suppress(*[NotFound] if ctx.resilient_parsing else []):  # what is completed complains of nothing
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


def _short(text: str, limit: int) -> Verbatim:
    """A sentence in the language, cut to so many letters; empty if it stays."""
    said = locale.say(text)
    if said == text:
        return Verbatim()
    return Verbatim(said if len(said) <= limit else f"{said[: limit - 2].rpartition(' ')[0]}...")


def complain(e: click.ClickException) -> None:
    """Say what is wrong with what was typed, and how it is typed."""
    if isinstance(e, click.exceptions.NoArgsIsHelpError):
        e.show()
        return
    if isinstance(e, click.UsageError) and e.ctx is not None:
        click.echo(e.ctx.get_usage(), err=True)
        command = Verbatim(e.ctx.command_path)
        locale.echo(msg("Try ''{command} --help' for help.", command=command), err=True)
        click.echo(err=True)
    click.echo(locale.say("Error: ") + locale.complaint(of_click(e.format_message())), err=True)


def of_click(text: str) -> str:
    """What click complains of, in its own words, as a message."""
    if isinstance(text, Message):
        return text
    for form in SENTENCES:
        if found := _pattern(form).fullmatch(text):
            return msg(form, **{name: _filling(name, part) for name, part in found.groupdict().items()})
    return text


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """What fits a sentence with its fields filled in."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(form)), re.S)


def _filling(name: str, text: str) -> str:
    """What fills a sentence of click: another one, a word of its own, or what is typed."""
    return of_click(text) if name == "why" else text if name == "kind" else Verbatim(text)


SENTENCES = (
    "Missing argument {name}.",
    "Missing option {name}.",
    "No such option {name}.",
    "No such option {name}. Did you mean {value}?",
    "No such option {name}. (Did you mean one of: {value}?)",
    "No such command {name}.",
    "No such command {name}. Did you mean {value}?",
    "No such command {name}. (Did you mean one of: {value}?)",
    "Option {name} requires an argument.",
    "Option {name} requires {number} arguments.",
    "Option {name} does not take a value.",
    "Got unexpected extra argument ({value})",
    "Got unexpected extra arguments ({value})",
    "Invalid value for {name}: {why}",
    "{value} is not a valid {kind}.",
    "{value} is not in the range {range}.",
    "{value} is not one of {choices}.",
    "File {value} does not exist.",
    "File {value} is a directory.",
    "Directory {value} does not exist.",
    "Directory {value} is a file.",
)
"""What click puts together by itself, with what is typed in it; it hands over nothing but its words."""

WORDS = (
    "Show this message and exit.", "Show the version and exit.", "Missing command.", "Usage: ", "Options",
    "Commands", "Error: ", "default: ", "required", "integer", "float",
)  # fmt: skip
"""What else click says."""
