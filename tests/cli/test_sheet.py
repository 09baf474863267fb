"""The sheet as a command: terminal, Markdown and HTML, to the screen or to a file."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from affray.cli.screen import Screen
from affray.cli.sheet import printed
from affray.core.ruleset import ruleset
from affray.reference import make_sheet
from affray.sheet import Page, Table

pytestmark = pytest.mark.slow


def test_the_terminal_shows_actions_flows_odds_and_tables(affray, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    code, out, err = affray("sheet", "coriolis", "--plain")
    assert (code, err) == (0, "")
    for part in (
        "Slow, 3 AP",
        "aimed shot",
        "A six?",
        "yes: 5, no: 4",
        "At least so many sixes",
        "army carbine",
    ):
        assert part in out
    assert " ".join(out.split()).endswith(ruleset("coriolis").catalogue.notice)
    assert max(map(len, out.splitlines())) <= 100
    assert not any(line.endswith(" ") for line in out.splitlines())


@pytest.mark.parametrize("columns", [40, 80])
def test_it_is_never_wider_than_the_screen(affray, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, affray("sheet", "coriolis", "--plain")[1].splitlines())) <= columns


def test_a_heading_within_a_table_parts_its_rows():
    rows = (("Guns", "in two hands"), ("rifle", 3, 40), ("Blades", ""), ("knife", 1, 2), ("long sword", 2, 2))
    page = Page(tables=(Table("t", "T", ("weapon", "damage", "m"), rows),))
    told = []
    for width in (80, 12):
        text = StringIO()
        screen = Screen(Console(file=text, width=width), plain=True)
        printed(screen, make_sheet(ruleset("coriolis"))._replace(page=page, odds=(), switched=()))
        lines = [line.rstrip() for line in text.getvalue().partition("The rules")[0].splitlines()]
        told.append([line for line in lines if line][2:])
    assert told[0] == [
        "  weapon      damage   m",
        "  Guns  in two hands",
        "  rifle            3  40",
        "  Blades",
        "  knife            1   2",
        "  long sword       2   2",
    ]
    assert "Blades" in "\n".join(told[1])


def test_a_table_too_wide_for_the_screen_is_told_row_by_row():
    table = Table(
        "t", "T", ("who", "first", "second"), (("Ann", "immeasurable", None), ("Bo", "", "COR-MEL-01"))
    )
    told = []
    for width in (20, 60):
        out = StringIO()
        printed(
            Screen(Console(file=out, width=width), plain=True),
            make_sheet(ruleset("coriolis"))._replace(page=Page(tables=(table,)), odds=()),
        )
        told.append(out.getvalue())
    assert "Ann  first\n" in told[0].replace(" \n", "\n")
    assert "Bo  second MEL-01" in told[0]
    assert "Ann  immeasurable" in told[1]


@pytest.mark.parametrize(
    ("name", "kind", "begins"),
    [
        ("a.html", None, "<!doctype html>"),
        ("a.md", None, "# Coriolis"),
        ("a.txt", None, "Coriolis"),
        ("a.out", "html", "<!doctype html>"),
        ("a.html", "markdown", "# Coriolis"),
    ],
)
def test_the_file_is_in_the_format_asked_for_or_of_its_ending(affray, tmp_path, name, kind, begins):
    path = tmp_path / name
    code, out, _ = affray("sheet", "coriolis", "--output", path, *(["--format", kind] if kind else []))
    assert code == 0
    assert "".join(out.split()) == f"Writtento{path}."
    text = path.read_text(encoding="utf-8")
    assert text.lstrip().startswith(begins)
    assert "\x1b" not in text


def test_without_a_file_it_is_printed(affray):
    assert affray("sheet", "coriolis", "--format", "html")[1].lstrip().startswith("<!doctype html>")
    assert affray("sheet", "coriolis", "--format", "markdown")[1].startswith("# Coriolis")


def test_house_rules_are_typed_or_come_from_a_scene(affray):
    given = ("--options", "defence.cost=0,crit.repeat=yes", "--options", "move.rate=12")
    out = affray("sheet", "coriolis", *given)[1]
    for said in ("defence.cost: 0", "crit.repeat: true", "move.rate: 12"):
        assert f"House rule {said}" in out
    assert "12 m" in out
    scene = Path(__file__).resolve().parents[1] / "golden" / "coriolis" / "small.toml"
    assert "House rule darkness.pray: off: Nobody." in affray("sheet", "coriolis", "--scene", scene)[1]
    typed = affray("sheet", "coriolis", "--scene", scene, "--options", "darkness.pray=both")[1]
    assert "House rule darkness.pray: both" in typed


def test_a_fighters_card_is_of_a_scene(affray, tmp_path):
    code, out, _ = affray("sheet", "--scene", "duel", "--fighter", "zara", "--plain")
    assert code == 0
    for said in ("Zara", "8 of 8", "Against Kaan", "Reactions"):
        assert said in out
    assert "affray rules" not in out
    path = tmp_path / "zara.html"
    assert affray("sheet", "--scene", "duel", "--fighter", "Zara", "--output", path)[0] == 0
    assert "<h1>Zara</h1>" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "there is no ruleset 'chess'"),
        (("coriolis", "--options", "defence.cots=0"), "did you mean 'defence.cost'?"),
        (
            ("coriolis", "--options", "defence.cost"),
            "expected defence.cost=VALUE, a whole number from 0",
        ),
        (("coriolis", "--options", "defence.cost=9"), "expected a whole number from 0 to 1, got 9"),
        (("coriolis", "--scene", "dule"), "did you mean 'duel'?"),
        (("coriolis", "--output", "/no/such/folder/a.html"), "cannot be written: the folder"),
        (("coriolis", "--output", "sheet.pdf"), "ends in .html, .md or .txt, or --format, got sheet.pdf"),
        (("coriolis", "--output", "sheet"), "ends in .html, .md or .txt, or --format, got sheet"),
        (("coriolis", "--fighter", "Zara"), "a fighter is of a scene: --scene SCENE"),
        (("--scene", "duel", "--fighter", "Zora"), "did you mean 'Zara'?"),
        (("coriolis", "--format", "pdf"), "'pdf' is not one of"),
    ],
)
def test_a_fault_is_one_sentence(affray, arguments, said):
    code, _, err = affray("sheet", *arguments)
    assert code == 2
    assert said in err
