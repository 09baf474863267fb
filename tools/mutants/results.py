"""Which mutants are equal to the rules and why, and how the last whole run went."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools.mutants.mutants import Catalogue, Mutant
from tools.mutants.running import Result

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "project" / "mutants.md"
Key = tuple[str, str, str, str]


def equals(game: str) -> dict[Key, str]:
    """The mutants that nobody could tell from the rules, with the reason."""
    path = HERE / "equal" / f"{game}.toml"
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {
        (one["path"], one.get("function", ""), one["statement"], mutation): one["why"]
        for one in data.get("equal", ())
        for mutation in one["mutations"]
    }


def stale(known: Iterable[Key], found: Iterable[Mutant]) -> list[Key]:
    """What is listed though no mutant is called so any more."""
    return sorted(set(known) - {one.key for one in found})


class Score(NamedTuple):
    """How the mutants of an id, or of a game, fared."""

    mutants: int
    killed: int
    own: int
    equal: int

    @property
    def share(self) -> float:
        """The part that was killed of those that could be."""
        return self.killed / (self.mutants - self.equal) if self.mutants > self.equal else 1.0


def unheld(scores: Mapping[str, Score]) -> list[str]:
    """The ids of whose mutants their own tests kill none, though some could be."""
    return [name for name, s in scores.items() if not s.own and s.mutants > s.equal]


class Run(NamedTuple):
    """A whole run of a game."""

    game: str
    results: tuple[Result, ...]
    equal: Mapping[Key, str]

    @property
    def survivors(self) -> list[Result]:
        """Those that lived and are not listed as equal."""
        return [r for r in self.results if not r.killed and r.mutant.key not in self.equal]

    @property
    def unequal(self) -> list[Result]:
        """Those that are listed as equal and yet were killed."""
        return [r for r in self.results if r.killed and r.mutant.key in self.equal]

    def score(self, name: str = "") -> Score:
        """Of an id, or of all."""
        mine = [r for r in self.results if not name or name in r.mutant.ids]
        return Score(
            len(mine),
            sum(r.killed for r in mine),
            sum(name in r.own for r in mine) if name else 0,
            sum(not r.killed and r.mutant.key in self.equal for r in mine),
        )

    def ids(self) -> list[str]:
        """The ids that have mutants."""
        return sorted({i for r in self.results for i in r.mutant.ids})

    def unheld(self) -> list[str]:
        """The ids of whose mutants their own tests kill none."""
        return unheld({name: self.score(name) for name in self.ids()})


# --- printed --------------------------------------------------------------------------------------------


def printed(run: Run, whole: bool) -> str:
    """A run as text: survivors as they may be pasted, then the score per id, then that of the game."""
    text = [entry(r) for r in run.survivors]
    text += [f"listed as equal, and killed by {r.by}: {' | '.join(r.mutant.key)}" for r in run.unequal]
    text += [f"{name:<18} {line(run.score(name))}" for name in run.ids()]
    if whole:
        book = Catalogue.read(run.game)
        text.append(f"no line cites: {' '.join(sorted(book.ids - set(run.ids())))}")
    text.append(f"killed by no test of their own: {' '.join(run.unheld())}")
    return "\n".join([*text, f"{run.game}: {line(run.score())}"])


def line(score: Score) -> str:
    """A score as words."""
    own = f", {score.own} by its own tests" if score.own else ""
    equal = f", {score.equal} equal" if score.equal else ""
    return f"{score.killed} of {score.mutants} killed{own}{equal}: {score.share:.1%}"


def entry(result: Result) -> str:
    """A survivor, in the form in which equal ones are listed."""
    m = result.mutant
    return "\n".join(
        (
            f"# {m.path}:{m.line} {' '.join(m.ids)}",
            f"# -{m.old}",
            f"# +{m.new}",
            "[[equal]]",
            f"path = {json.dumps(m.path)}",
            f"function = {json.dumps(m.function)}",
            f"statement = {json.dumps(m.statement, ensure_ascii=False)}",
            f"mutations = [{json.dumps(m.mutation, ensure_ascii=False)}]",
            'why = ""',
            "",
        )
    )


# --- kept -----------------------------------------------------------------------------------------------


def keep(run: Run) -> None:
    """Write down how a whole run went; the page is made from all that are kept."""
    data = {
        "date": datetime.date.today().isoformat(),
        "total": list(run.score()),
        "survivors": [list(r.mutant.key) for r in run.survivors],
        "ids": {name: list(run.score(name)) for name in run.ids()},
    }
    text = json.dumps(data, indent=1, ensure_ascii=False)
    (HERE / "kept").mkdir(exist_ok=True)
    (HERE / "kept" / f"{run.game}.json").write_text(text + "\n", encoding="utf-8")
    PAGE.write_text(page(kept()), encoding="utf-8")


def kept() -> dict[str, dict[str, Any]]:
    """The last whole run of each game."""
    files = sorted((HERE / "kept").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


def page(runs: Mapping[str, Mapping[str, Any]]) -> str:
    """The page of the documentation."""
    text = [
        (HERE / "page.md").read_text(encoding="utf-8"),
        "| game | ids | mutants | killed | equal | score | run on |",
        "|---|---|---|---|---|---|---|",
    ]
    for game, run in runs.items():
        s = Score(*run["total"])
        cells = (game, len(run["ids"]), s.mutants, s.killed, s.equal, f"{s.share:.1%}", run["date"])
        text.append(f"| {' | '.join(str(c) for c in cells)} |")
    text.append("\n## Ids whose mutants not all are killed\n")
    for game, run in runs.items():
        text += _of_game(game, run)
    text.append("\n## Equal to the rules\n")
    for game in runs:
        text += [f"### {game.title()}\n", *_reasons(equals(game)), ""]
    return "\n".join(text).rstrip() + "\n"


def _of_game(game: str, run: Mapping[str, Any]) -> Iterator[str]:
    below = {name: Score(*s) for name, s in run["ids"].items()}
    lines = [f"| {n} | {s.mutants} | {s.killed} | {s.equal} |" for n, s in below.items() if s.share < 1]
    yield f"### {game.title()}: {len(run['survivors'])} changes live\n"
    if loose := unheld(below):
        yield f"Their own tests kill none of their changes: {', '.join(loose)}.\n"
    if lines:
        yield from ("| id | mutants | killed | equal |", "|---|---|---|---|", *lines)
    yield ""


def _reasons(known: Mapping[Key, str]) -> Sequence[str]:
    """The reasons, each with the places that it is for."""
    by: dict[str, list[str]] = {}
    for (path, function, _, mutation), why in known.items():
        place = f"{path} {function}".strip()
        by.setdefault(why, []).append(f"{place}: `{mutation}`")
    lines = []
    for why, places in by.items():
        lines.append(f"* {why}" + "".join(f"\n  * {each}" for each in places))
    return lines
