"""NOTICE and the notices of games: where figures are from, whose the names are, and no other licence."""

from __future__ import annotations

import re
from functools import cache

import pytest

from affray.cli import run
from affray.cli.commands import AFFILIATION
from affray.core.ruleset import rulesets
from tests.test_architecture import PACKAGE, ROOT, RULESETS, clear, named

GAMES = sorted(path.parent.name for path in RULESETS.glob("*/rules.toml"))
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
PARTS = ("What it is", "Rules", "Figures", "Ours", "Marks", "Affiliation")
LICENSED = re.compile(r"open.gam(?:e|ing).(?:licen[cs]e|content)|product identity|\bOGL\b", re.IGNORECASE)
OWN_TITLES = {"d6": "a title of our own"}
"""Games whose title is no name of a book, with what their notice says of it."""


@cache
def sections() -> dict[str, str]:
    """What NOTICE says of each ruleset."""
    found = re.split(r'^Ruleset "(\w+)"\n-+\n', NOTICE, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_each_game_has_its_section_in_notice():
    assert sorted(sections()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_section_says_sources_marks_and_that_there_is_no_affiliation(game):
    said = {
        part.group(1): part.group(2).strip()
        for part in re.finditer(r"^([A-Z][\w ]+): (.+?)(?=^[A-Z][\w ]+: |\Z)", sections()[game], re.M | re.S)
    }
    assert tuple(said) == PARTS
    assert said["Affiliation"].startswith("none, with")
    assert "facts" in said["Figures"]
    title = rulesets()[game].title
    assert game in OWN_TITLES or re.search(f'"{title}\\b', said["Marks"])


@pytest.mark.parametrize("game", GAMES)
def test_the_notice_of_a_game_says_whose_its_name_is(game):
    notice, title = rulesets()[game].catalogue.notice, rulesets()[game].title
    assert notice.startswith(AFFILIATION.partition(". ")[0])
    assert re.search(rf"{title}\b[^.;]* is {OWN_TITLES.get(game, 'the property of its owner')}", notice)


def test_nothing_in_the_package_is_under_a_licence_of_its_own():
    texts = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(texts) > 500
    clear(
        f"{named(path)}: {found[0]!r}"
        for path in [ROOT / "NOTICE", ROOT / "pyproject.toml", *texts]
        if (found := LICENSED.search(path.name) or LICENSED.search(path.read_text(encoding="utf-8")))
    )


def test_the_version_says_the_licence_and_that_there_is_no_affiliation(capsys):
    assert run(["--version"]) == 0
    version, *said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"affray, version \d+\.\d+\.\d+", version)
    assert said == ["Under the Apache License, version 2.0.", AFFILIATION]
