"""The pages people read: what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.core.ruleset import rulesets

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")])
RULE = re.compile(r"\b(?:COR|HZN|TRV|SER|DSX)(?:-[A-Z]+)+-[0-9]+\b|\bTRV-ACT-[A-Z]+\b")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")

MADE = (ROOT / "docs" / "reference", ROOT / "docs" / "explanation" / "rulings")
"""Where on the site pages stand that are made when it is built."""


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_every_rule_that_a_page_names_is_in_a_catalogue():
    known = {
        rule for game in rulesets().values() for rule in (*game.catalogue.rules, *game.catalogue.rulings)
    }
    named = {(page.name, rule) for page in PAGES for rule in RULE.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert not sorted(pair for pair in named if pair[1] not in known)


def test_the_readme_counts_rules_and_rulings_right():
    rows = re.findall(
        r"\| ([^|]+) \| (\d+) of (\d+), (\d+) rulings \|", (ROOT / "README.md").read_text("utf-8")
    )
    games = {game.title: game.catalogue for game in rulesets().values()}
    rules = {title: str(len(found.rules)) for title, found in games.items()}
    assert rows == [(title, rules[title], rules[title], str(len(games[title].rulings))) for title in rules]


def leads(page: Path, to: str) -> bool:
    """Whether a link leads to a file, or to a page that is made (which tests/test_site.py looks at)."""
    target = (page.parent / to).resolve()
    return target.exists() or (target.suffix == ".md" and any(map(target.is_relative_to, MADE)))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_within_the_project_leads_somewhere(page):
    assert [to for to in LINK.findall(page.read_text(encoding="utf-8")) if not leads(page, to)] == []


def test_a_link_that_leads_nowhere_is_found():
    page = ROOT / "docs" / "howto" / "pack.md"
    assert leads(page, "../reference/wire.md")
    assert leads(page, "game.md")
    assert not leads(page, "gone.md")
    assert not leads(page, "../references/wire.md")
