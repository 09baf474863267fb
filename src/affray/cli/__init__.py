"""The command line: play fights, price actions, check scenes, read rules."""

from __future__ import annotations

import gc
import signal
import sys

INTERRUPTED = 130
"""The exit code after Ctrl+C."""

RARELY = (50_000, 20, 100)
"""How much has to be made before the collector looks for what is lost: starting makes much that stays."""


def main() -> None:
    """Run the command line; faults are told in a sentence, and Ctrl+C ends it quietly."""
    gc.set_threshold(*RARELY)
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while the program is still being loaded
        code = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # what is left is to let go of things: nothing to tell
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command; the exit code is 0, 1 (our fault, or amiss), 2 (what was given) or 130 (Ctrl+C)."""
    from affray.cli.running import done

    return done(arguments)


__all__ = ["main", "run"]
