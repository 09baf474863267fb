"""A terminal that takes commands of ours one after the other, in one process.

Run as a file: it reads a JSON object a line, with `folder`, `arguments`, `typed` and `packages` (a
folder to find further packages in), and answers each with its exit code, what was printed, and the
complaints.  What is typed is shown behind the prompt that it answers.
"""

from __future__ import annotations

import builtins
import importlib
import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout

from affray.cli import run
from affray.cli.session_odds import SessionOdds
from affray.core.installed import listed_games, listed_scenes, points
from affray.core.ruleset import rulesets

SessionOdds.soon.__defaults__ = (600.0,)  # odds of the whole menu, however slow the machine


class Typed(io.StringIO):
    """What somebody types; nothing at all is no terminal."""

    def isatty(self) -> bool:
        """Whether anybody is there."""
        return bool(self.getvalue())

    def answered(self, prompt: object = "") -> str:
        """The next line, shown behind its prompt."""
        line = self.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{line}", end="")
        return line.rstrip("\n")


def told(folder: str, arguments: list[str], typed: list[str], packages: str) -> tuple[int, str, str]:
    """Run one command; its exit code, what it printed, and its complaints."""
    os.chdir(folder)
    if os.path.isdir(packages) and packages not in sys.path:  # noqa: PTH112 (as it stands in sys.path)
        sys.path.insert(0, packages)
        importlib.invalidate_caches()
        for each in (rulesets, points, listed_games, listed_scenes):
            each.cache_clear()
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = hand = Typed("".join(f"{line}\n" for line in typed))
    builtins.input = hand.answered
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    return code, out.getvalue(), err.getvalue()


def main() -> None:
    """Take commands until there are no more."""
    orders, answers = sys.stdin, sys.stdout
    for line in orders:
        print(json.dumps(told(**json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
