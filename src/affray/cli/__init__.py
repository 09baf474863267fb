"""The command line: play fights, price actions, check scenes, read rules."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback

import click

from affray.cli import helping, tongue
from affray.cli.commands import cli
from affray.core.errors import AffrayError


def main() -> None:
    """Run the command line; faults are told in a sentence, never as a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command; the exit code is 0, 1 (our fault) or 2 (what was given)."""
    try:
        tongue.speak()
        cli.main(arguments, prog_name="affray", standalone_mode=False)
    except click.ClickException as e:
        helping.complain(e)
        return 2
    except AffrayError as e:
        click.echo(tongue.complaint(str(e)), err=True)
        return 2
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo(err=True)
        return 130
    except BrokenPipeError:
        # The reader has gone; and nothing more is to be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as e:
        tongue.echo(f"Something went wrong that should not: {e!r}\nDetails are in {_details()}", err=True)
        return 1
    return 0


def _details() -> str:
    with tempfile.NamedTemporaryFile("w", prefix="affray-", suffix=".txt", delete=False) as file:
        traceback.print_exc(file=file)
        return file.name


__all__ = ["main", "run"]
