"""Change the rules, one slip at a time, and see whether the tests that carry their ids notice."""

from __future__ import annotations

import argparse
import os
import sys
from random import Random

from tools.mutants import suggesting
from tools.mutants.mutants import Catalogue, Mutant, mutants
from tools.mutants.results import Run, equals, keep, kept, printed, stale
from tools.mutants.running import Plan, run
from tools.rules import RULESETS

GAMES = tuple(sorted(path.parent.name for path in RULESETS.glob("*/rules.toml")))


def main() -> int:
    """Run, print, and write if asked; 1 where something lives that should not, or is listed in vain."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").strip())
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--only", metavar="ID", action="append", help="the changes that this id answers for")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of each game")
    parser.add_argument("--left", action="store_true", help="what lived in the last run that was written")
    parser.add_argument("--suggest", action="store_true", help="print which other tests would notice")
    parser.add_argument("--recorded", action="store_true", help="leave out what is known to live")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--list", action="store_true", help="print the changes; run nothing")
    parser.add_argument("--write", action="store_true", help="keep the result, and write the page anew")
    given = parser.parse_args()
    if unknown := set(given.games) - set(GAMES):
        parser.error(f"expected {', '.join(GAMES)}, got {', '.join(sorted(unknown))}")
    games = given.games or GAMES
    known = {i for game in games for i in Catalogue.read(game).ids}
    if strange := set(given.only or ()) - known:
        parser.error(f"no such id: {', '.join(sorted(strange))}")
    if given.write and (given.only or given.sample or given.left or given.recorded):
        parser.error("--write keeps whole runs alone")
    return max([one_game(game, given) for game in games])


def one_game(game: str, given: argparse.Namespace) -> int:
    """The same for one game."""
    every, known = mutants(game), equals(game)
    gone = stale(known, every)
    for key in gone:
        print(f"{game}: listed as equal, and there is no such change: {' | '.join(key)}")
    some = picked(game, every, given)
    if given.list:
        print("\n".join(f"{m.path}:{m.line} {m.function}: {m.mutation} [{' '.join(m.ids)}]" for m in some))
        return bool(gone)
    whole = len(some) == len(every)
    plan = Plan(game, tuple(some), given.workers, alone=not given.recorded)
    if given.suggest:
        print(suggesting.printed(suggesting.suggestions(plan), some), flush=True)
        return bool(gone)
    done = Run(game, tuple(run(plan)), known)
    print(printed(done, whole), flush=True)
    if given.write:
        keep(done)
    return bool(gone or done.survivors or done.unequal)


def picked(game: str, every: list[Mutant], given: argparse.Namespace) -> list[Mutant]:
    """Those that are asked for."""
    some = every
    if given.only:
        some = [m for m in some if set(given.only) & set(m.ids)]
    if given.only and not set(given.only) & Catalogue.read(game).ids:
        return []
    lived = {tuple(key) for key in kept().get(game, {}).get("survivors", ())}
    if given.left:
        some = [m for m in some if m.key in lived]
    if given.recorded:
        some = [m for m in some if m.key not in lived | set(equals(game))]
    return Random(given.seed).sample(some, min(given.sample, len(some))) if given.sample else some


if __name__ == "__main__":
    sys.exit(main())
