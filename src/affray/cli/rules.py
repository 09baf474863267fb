"""Reading the rules of a game: all of them, those with certain words, one by its id."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray import api
from affray.cli.screen import Screen
from affray.core.catalogue import Catalogue, Rule, Ruling
from affray.core.errors import NotFound


def read(show: Screen, game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Print the rules that are meant; raises NotFound when no rule has the words."""
    catalogue = api.ruleset(game).catalogue
    found = matching(catalogue, words)
    if not found:
        raise NotFound("rule", " ".join(words), catalogue.rules)
    if as_json:
        click.echo(json.dumps([as_data(catalogue, rule) for rule in found], indent=2, ensure_ascii=False))
    elif len(found) == 1:
        one(show, catalogue, found[0])
    else:
        several(show, catalogue, found)


def matching(catalogue: Catalogue, words: tuple[str, ...]) -> list[Rule]:
    """The rule or ruling of an id, or the rules in which all the words stand."""
    name = " ".join(words).upper()
    if name in catalogue.rules:
        return [catalogue.rules[name]]
    said = [word.casefold() for word in words]
    return [rule for rule in catalogue.rules.values() if all(w in _text(catalogue, rule) for w in said)]


def _text(catalogue: Catalogue, rule: Rule) -> str:
    rulings = [catalogue.rulings[r] for r in rule.rulings if r in catalogue.rulings]
    parts = [rule.id, rule.title, rule.text, catalogue.chapters[rule.chapter]]
    parts += [part for r in rulings for part in (r.id, r.question, r.answer)]
    return " ".join(parts).casefold()


def several(show: Screen, catalogue: Catalogue, found: list[Rule]) -> None:
    """Rules by chapter, a line each."""
    chapter = ""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="cyan")
    grid.add_column(overflow="fold")
    for rule in found:
        if rule.chapter != chapter:
            chapter = rule.chapter
            grid.add_row("", Text(catalogue.chapters[chapter], "bold"))
        grid.add_row(rule.id, rule.title)
    show.print(grid)
    show.say(f"{len(found)} of {len(catalogue.rules)} rules", "dim")


def one(show: Screen, catalogue: Catalogue, rule: Rule) -> None:
    """A rule with its rulings and options."""
    show.print(Text(f"{rule.id}  ", "cyan") + Text(rule.title, "bold"))
    show.say(f"{catalogue.chapters[rule.chapter]}, lines {rule.lines} of the sheet", "dim")
    show.print("", Text(rule.text))
    for ruling in (catalogue.rulings[r] for r in rule.rulings if r in catalogue.rulings):
        _ruling(show, catalogue, ruling)


def _ruling(show: Screen, catalogue: Catalogue, ruling: Ruling) -> None:
    show.print("", Text(f"{ruling.id}  ", "cyan") + Text(ruling.question, "italic"), Text(ruling.answer))
    if ruling.why:
        show.say(ruling.why, "dim")
    for option in catalogue.options.values():
        if option.ruling == ruling.id:
            line = f"option {option.key} = {json.dumps(option.default)}: {option.summary}; {option.expected}"
            show.print(Padding(Text(line), (0, 0, 0, 2)))


def as_data(catalogue: Catalogue, rule: Rule) -> dict[str, Any]:
    """A rule for programs."""
    options = [option.key for option in catalogue.options_of[rule.id]]
    return {
        "id": rule.id,
        "title": rule.title,
        "text": textwrap.dedent(rule.text),
        "chapter": catalogue.chapters[rule.chapter],
        "seed_lines": rule.lines,
        "rulings": list(rule.rulings),
        "options": options,
    }
