"""A fight told afterwards, and a report of many, in French: nothing is left in English."""

from __future__ import annotations

import re
from html import unescape

import pytest

from affray import operations
from affray.core.ruleset import rulesets
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.recount import as_html, as_markdown, recount
from affray.simulation.report import as_html as report
from tests.languages.listening import Listening, left
from tests.test_architecture import clear

pytestmark = pytest.mark.slow
GAMES = list(rulesets())


def scene_of(game: str) -> str:
    return next(each.name for each in operations.shipped() if each.ruleset.id == game)


def texts(page: str) -> list[str]:
    """What stands between the tags of a page."""
    bare = re.sub(r"<(style|script|code)\b.*?</\1>", "", page, flags=re.S)
    return [unescape(" ".join(text.split())) for text in re.split(r"<[^>]*>", bare) if text.strip()]


@pytest.mark.parametrize("game", GAMES)
def test_a_recount_is_said_to_its_last_word(game: str):
    fight = operations.start(scene_of(game), seed=3)
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run()
    told = recount(fight, tries=5, seed=1)
    listening, names = Listening(language("fr", game)), [*fight.names]
    with reading(listening):
        page, text = as_html(told), as_markdown(told)
    assert '<html lang="fr">' in page
    assert "## Qui a fait quoi" in text
    clear(sorted({*listening.lacking, *left([*texts(page), *text.split("\n")], game, names)}))


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_said_to_its_last_word(game: str):
    found = operations.simulate(scene_of(game), n=12)
    listening, names = Listening(language("fr", game)), [fighter.name for fighter in found.fighters]
    with reading(listening):
        page = report(found)
    assert '<html lang="fr">' in page
    clear(sorted({*listening.lacking, *left(texts(page), game, names)}))
