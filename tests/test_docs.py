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


def test_every_rule_that_a_page_names_is_in_a_catalogue():
    known = {
        rule for game in rulesets().values() for rule in (*game.catalogue.rules, *game.catalogue.rulings)
    }
    named = {(page.name, rule) for page in PAGES for rule in RULE.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert not sorted(pair for pair in named if pair[1] not in known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_project_leads_somewhere(page):
    gone = [to for to in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / to).exists()]
    assert not gone
