"""Running one command: what goes wrong is told in a sentence, and becomes an exit code."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress

import click

from affray.cli import INTERRUPTED, click_help, locale
from affray.cli.commands import cli
from affray.core.errors import AffrayError, NotFound
from affray.core.message import Verbatim, msg

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What keeps the output from being written: a disk, or what it may hold."""

ELSEWHERE = "Save fights elsewhere with --store FILE.db; affray doctor says what is writable here."
WAYS = {
    "store/newer": ("--store", "Update Affray, or save fights elsewhere with --store FILE.db."),
    "store/away": ("--store", ELSEWHERE),
    "store/full": ("--store", ELSEWHERE),
    "store/read-only": ("--store", ELSEWHERE),
    "log/unwritable": (
        "--log",
        "Save the fight elsewhere with --log FILE; affray doctor says what is writable here.",
    ),
}
"""Ways out where a place of our own fails, by code: the option that names another, and what to say."""


def done(arguments: list[str]) -> int:
    """Run one command; the exit code is 0, 1 (our fault, or amiss), 2 (what was given) or 130 (Ctrl+C)."""
    try:
        locale.speak("en")
        with suppress(NotFound):  # said once it is clear that no other language is asked for
            locale.speak()
        code = cli.main(arguments, prog_name="affray", standalone_mode=False)
        sys.stdout.flush()  # a full disk is told now, not at exit
    except click.ClickException as e:
        click_help.complain(e)
        return 2
    except AffrayError as e:
        locale.echo(str(e), err=True)
        if way := _way(e.code, arguments):
            locale.echo(way, err=True)
        return 2
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo(err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()  # the reader has gone
        return 0
    except OSError as e:
        if e.filename is not None and e.strerror:
            path = Verbatim(os.fsdecode(e.filename))
            locale.echo(msg("{path}: {why}", path=path, why=e.strerror), err=True)
            return 2
        if e.errno not in UNWRITTEN:
            return _ours(e)
        _write_no_more()
        locale.echo(msg("Cannot write the output: {why}", why=e.strerror), err=True)
        return 2
    except Exception as e:
        return _ours(e)
    return code if isinstance(code, int) else 0


def _way(code: str, arguments: list[str]) -> str:
    """A way out, unless the place that fails was typed, or a server has said it; empty without one."""
    option, way = WAYS.get(code, ("", "")) if "serve" not in arguments else ("", "")
    typed = any(each.partition("=")[0] == option for each in arguments)
    return "" if typed or (option == "--log" and "play" not in arguments) else way


def _ours(e: Exception) -> int:
    """Tell a fault of ours; the exit code."""
    locale.echo(
        msg(
            "Something went wrong that should not: {fault}\nDetails are in {file}",
            fault=Verbatim(repr(e)),
            file=Verbatim(_details()),
        ),
        err=True,
    )
    return 1


def _write_no_more() -> None:
    """Let nothing more go to where the output went, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _details() -> str:
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="affray-", suffix=".txt", delete=False) as file:
        traceback.print_exc(file=file)
        return file.name
