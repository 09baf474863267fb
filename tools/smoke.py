"""A short try of the package with this Python: modules are read, a fight is priced, walked and played.

`.ci/run` does it with the newest Python there is, beside the tests with the one that `make` finds.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import walk_packages

import affray
from affray import operations
from affray.cli import run
from affray.core.ruleset import rulesets
from affray.simulation.kernel import kernel_choice

EXTRAS = (
    "affray.env",
    "affray.protocols",
    "affray.simulation.report.plots",
    "affray.store.postgres",
    "affray.testing",
)
"""What needs more than a plain install has."""


def main() -> None:
    """Read everything, then use the faces that need no browser; the exit code says how it went."""
    modules = [each.name for each in walk_packages(affray.__path__, "affray.")]
    read = [name for name in modules if not name.startswith(EXTRAS)]
    for name in read:
        import_module(name)
    for game in rulesets().values():
        operations.load_scene(next(iter(game.scenes)), {})
    commands = (
        ["odds", "duel", "--actor", "Zara", "--action", "aimed shot", "--target", "Kaan", "--json"],
        ["simulate", "duel", "-n", "200", "--seed", "1", "--json"],
        ["play", "duel", "--auto", "--seed", "1"],
    )
    failed = [command for command in commands if run(command)]
    print(
        f"Python {sys.version.split()[0]}: {len(read)} modules read. {kernel_choice().said}", file=sys.stderr
    )
    sys.exit(f"failed: {failed}" if failed else 0)


if __name__ == "__main__":
    main()
