"""What each command answers to programs: its exit codes, and what its `--json` holds.

`python -m tools.commands` makes the page `docs/reference/answers.md` of it; `tests/cli/test_answers.py` runs
every line here and compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from affray.cli.commands import cli

CODES = {
    0: "It is done, or answered.",
    1: "A fault of ours, which is told with the place of its details; from `affray doctor`: something is "
    "missing that is needed.",
    2: "What was given does not do: a word, a file, a store, an action that a rule forbids. One sentence on "
    "standard error says what, where, and the way out.",
    130: "Ctrl+C. What was done by then is shown or kept where the command says so.",
}
"""What the exit codes of all commands mean."""


class Answer(NamedTuple):
    """What a command answers: lines that show it, and what `--json` holds by its keys.

    `each` says that it is a list, and the keys are those of each in it.  Without keys `acts` says why there
    is no `--json`.  `codes` are exit codes with a meaning of their own.  `long` are lines that take seconds.
    """

    keys: Mapping[str, str] = {}
    lines: tuple[str, ...] = ()
    each: bool = False
    acts: str = ""
    codes: Mapping[int, str] = {}
    long: tuple[str, ...] = ()


ACTS = "It does something, and says so."
PEOPLE = "It talks with a person, or with a program in a protocol of its own."
MOST = {
    "action": "the action in words",
    "policy": "who made the choices",
    "exact": "whether the chances are exact",
    "samples": "else how many samples they come from",
    "tail": "how much of all cases was left out, as a fraction",
    "headline": "the measure that the action is for, or null",
    "measures": "by measure its values, each with `value`, `fraction` and `probability`",
    "kinds": "by measure its `kind` for programs, and `whom` it is about",
}
"""What the odds of an action hold."""

KEPT = {
    "session": "the id of the session",
    "name": "what it is called",
    "game": "its game",
    "last": "its last entry",
    "began": "when it began, in milliseconds of Unix time",
    "changed": "when it was last changed",
    "archived": "whether it was put away",
}
"""What is listed of a kept fight or campaign."""

ANSWERS: dict[str, Answer] = {
    "advise": Answer(
        {
            "who": "whose options they are",
            "question": "what is asked",
            "fights": "fights tried for each option",
            "seed": "where their dice came from",
            "reason": "why the first is the best, in words",
            "note": "what has to be known beside it, in words",
            "left_out": "how many options were not tried",
            "options": "the best first: `option` in words, its `value` for the rules, `habit`, `wins` with "
            "its interval, `less` than the best and the `margin` of that, `at_once`, `fights`",
        },
        ("advise duel -n 10 --json",),
    ),
    "backup": Answer(acts=ACTS),
    "balance": Answer(
        {
            "side": "the side whose odds they are",
            "target": "the odds that are wished for",
            "within": "how near is near enough",
            "reached": "whether a proposal comes near enough",
            "whole": "whether all was tried: it was not interrupted",
            "now": "its odds as the scene is, with their interval",
            "tried": "how many proposals were tried",
            "fights": "how many fights that took",
            "proposals": "the best first: the `changes`, and the `odds` with them",
        },
        ("balance duel --odds 0.4 --within 0.2 -n 100 --change armour --json",),
    ),
    "campaign": Answer(KEPT, ("campaign --store c.db --json",), each=True),
    "campaign bring": Answer(acts=ACTS),
    "campaign carry": Answer(acts=ACTS),
    "campaign correct": Answer(acts=ACTS),
    "campaign do": Answer(acts=ACTS),
    "campaign enlist": Answer(acts=ACTS),
    "campaign log": Answer(
        {"words": "a line of the story", "rules": "the ids of the rules that led to it"},
        ("campaign --store c.db log Long --json",),
        each=True,
    ),
    "campaign new": Answer(acts=ACTS),
    "campaign odds": Answer(MOST, ('campaign --store c.db odds Long "wait 1 hour" --json',)),
    "campaign play": Answer(acts=PEOPLE),
    "campaign redo": Answer(acts=ACTS),
    "campaign show": Answer(
        {
            "title": "what it is called",
            "game": "its game",
            "clock": "seconds since it began",
            "time": "the same in words",
            "fighters": "each as it is now",
            "fights": "those that were fought",
            "silent": "whether nothing is told of the past",
            "can": "what can be done now, in words",
        },
        ("campaign --store c.db show Long --json",),
    ),
    "campaign undo": Answer(acts=ACTS),
    "check": Answer(
        {
            "file": "what was looked at",
            "faults": "every fault: its `place`, `message` and `code`; empty if it is in order",
            "kind": "scene, log or pack",
            "game": "the id of its game",
            "title": "what it is called",
            "fighters": "of a scene: how many fight",
            "entries": "of a log: how many it has",
            "tables": "of a pack: the names that it brings, by table",
            "notes": "what is no fault, and was perhaps not meant",
        },
        ("check duel --json", "check x.jsonl --json", "check pack --json"),
        codes={2: "the file has faults, which `--json` lists on standard output"},
    ),
    "compare": Answer(
        {
            "attacker": "who attacks",
            "target": "who is attacked",
            "unit": "that of the ranges",
            "variants": "what stands side by side: `weapon`, `options`, `name`",
            "ahead": "by variant in how many cells it does the most harm",
            "cells": "each with `variant`, `armour`, `range`, and `action`, `exact`, `hits`, `harm`, `out`, "
            "or else `why` there are none",
        },
        ("compare duel --weapon carbine --weapon sword --range 10 --json",),
    ),
    "completion": Answer(acts="It prints what a shell reads."),
    "doctor": Answer(
        {
            "ok": "whether all that is needed is here",
            "checks": "each with `check`, its stable name; `state`: good, amiss (one can do without) or bad; "
            "`said` and `way`, what mends it, in words",
        },
        ("doctor --json",),
        codes={
            1: "something is missing that is needed",
            2: "of a store (`--store`, `--save`, `--sessions`): sessions are damaged",
        },
    ),
    "drill": Answer(acts=ACTS, codes={2: "a fight does not open, or the store to restore into is not empty"}),
    "engine": Answer(acts=PEOPLE),
    "import": Answer(
        {
            "ruleset": "the id of the game",
            "fighters": "each with `fighter`, as in a scene, its source, and what was understood or left out",
        },
        ("import zara.json --json",),
    ),
    "mcp": Answer(acts=PEOPLE),
    "new game": Answer(acts=ACTS),
    "odds": Answer(
        {
            **MOST,
            "actor": "without an action: whose menu it is",
            "actions": "without an action: all of the menu, each with `action` in words, `cost`, `refused`: "
            "the `rule` and `why`, and `headline`: `measure`, `kind`, `exact`, `chance`, `mean`, or null",
        },
        ("odds duel --json", "odds duel Zara normal --json"),
    ),
    "play": Answer(acts=PEOPLE),
    "recount": Answer(
        {
            "title": "that of the scene",
            "game": "the title of the game",
            "winner": "the side that has won",
            "end": "won, nobody, or empty while it is open",
            "rounds": "how many",
            "fighters": "of each what it did and suffered, and its luck",
            "moments": "where it turned: `line`, `round`, `action`, and the `odds` after it",
            "turns": "each turn with its `story`",
            "tries": "fights played on from each moment",
            "seed": "where their dice came from",
        },
        ("recount x.jsonl -n 0 --json",),
    ),
    "replay": Answer(
        {
            "title": "that of the scene",
            "game": "the id of the game",
            "over": "whether the fight has ended",
            "winner": "the side that has won, nobody, or null",
            "entries": "how many entries the log has",
            "effects": "how many effects they led to",
            "as_recorded": "whether some are taken as they stand, from an older version of the rules",
            "notes": "what has to be known beside it, in words",
            "story": "what happened: `words`, and the ids of the `rules` that led to it",
        },
        ("replay x.jsonl --json",),
        codes={2: "the log does not fit the rules; the line is named"},
    ),
    "report": Answer(acts="It writes a file, which is JSON."),
    "restore": Answer(acts=ACTS),
    "rules": Answer(
        {
            "id": "the id of the entry",
            "kind": "rule, ruling or option",
            "title": "its title",
            "text": "what it says",
            "chapter": "where it stands",
            "seed_lines": "where it comes from",
            "status": "whether it is in code",
            "rules": "rules that belong to it",
            "rulings": "rulings on it",
            "options": "house rules that change it",
            "tests": "tests that show it",
        },
        ("rules coriolis COR-MEL-01 --json",),
        each=True,
    ),
    "scenes": Answer(
        {
            "name": "what to call it by",
            "game": "the id of its game",
            "title": "what it is called",
            "about": "a few words on it",
            "fighters": "who fights in it",
        },
        ("scenes --json", "scenes d6 --json"),
        each=True,
    ),
    "schema": Answer(acts="What it prints is JSON: a schema."),
    "serve": Answer(acts="It serves until it is stopped; programs ask it over HTTP (`/openapi.json`)."),
    "sessions": Answer(KEPT, ("sessions --store c.db --json",), each=True),
    "sessions archive": Answer(acts=ACTS),
    "sessions copy": Answer(acts="It prints the id of the copy, and nothing else."),
    "sessions expire": Answer(acts=ACTS),
    "sessions export": Answer(acts=ACTS),
    "sessions forget": Answer(acts=ACTS),
    "sessions import": Answer(acts="It prints the id of the session, and nothing else."),
    "sessions remove": Answer(acts=ACTS),
    "sessions rename": Answer(acts=ACTS),
    "sheet": Answer(acts="It is a document: Markdown or HTML."),
    "simulate": Answer(
        {
            "format": "that of this JSON: 1",
            "scene": "the title of the scene",
            "game": "the title of the game",
            "ruleset": "its id",
            "version": "the version of its rules",
            "policy": "who made the choices",
            "options": "the house rules",
            "seed": "where the dice came from",
            "first": "the number of the first fight",
            "asked": "how many fights were wanted",
            "fights": "how many were fought",
            "engine": "how they were fought",
            "word": "what a round is called",
            "rounds": "how many there were",
            "going": "the share that goes on after each round",
            "sides": "of each who wins, stands and falls, and what it costs",
            "nobody": "fights that nobody won",
            "undecided": "fights that did not end",
            "stopped": "why those were stopped",
            "fighters": "of each when it falls and dies",
            "table": "what belongs to no fighter",
            "outcomes": "how each fight came out",
        },
        ("simulate duel -n 10 --json",),
        codes={130: "Ctrl+C: the fights that are done are shown"},
    ),
    "solve": Answer(
        {
            "policy": "who makes the choices",
            "exact": "whether it was solved; else it was sampled",
            "wins": "by side how often it wins, nobody as `nobody` or empty; of samples with the interval",
            "fractions": "the same as fractions, or null",
            "tail": "how much each may be more",
            "rounds": "their `mean`, and the share that `ended` in each",
            "states": "how many states",
            "paths": "how many paths",
            "after": "who chooses after the first action",
            "for": "whose best choices they are",
            "first": "first actions, the best first",
            "change": "how far the last sweep moved",
            "why": "why it was sampled",
        },
        (
            "solve knives.toml --json",
            "solve knives.toml --states 2 --samples 20 --json",
        ),
        long=("solve knives.toml Ana --json",),
    ),
    "sweep": Answer(acts="It writes a table: .csv or .parquet."),
    "table link": Answer(
        {
            "session": "the id of the session",
            "name": "what it is called",
            "link": "the link of the game master",
        },
        ("table link Fight --store c.db --json",),
    ),
    "verify": Answer(
        {
            "counts": "how many rolls proved to be what",
            "rolls": "each with `entry`, what it `is` (right, wrong, closed, seeded, typed), `who`, "
            "`question`, `dice`, what was `found`, and its `seal`",
        },
        ("verify x.jsonl --json",),
        codes={2: "dice are not those that the sealed key gives"},
    ),
}


def walked(command: click.Command = cli, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command that can be called, by its name, those below groups too."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    if name and command.invoke_without_command:
        yield name, command
    for own in sorted(command.commands):
        yield from walked(command.commands[own], f"{name} {own}".strip())
