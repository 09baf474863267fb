"""Run the benchmarks: all of them, or those named on the command line.

A benchmark is a module of this package with a `main` that prints what it measured.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main(chosen: list[str]) -> None:
    """Run each chosen benchmark under its name; without a choice, every one."""
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"]
    unknown = set(chosen) - set(names)
    if unknown:
        sys.exit(
            f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(names) or 'none yet'}"
        )
    for name in chosen or names:
        print(f"== {name}", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
