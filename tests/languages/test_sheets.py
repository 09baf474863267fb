"""The sheet of every game in French: nothing is left in English, and all of it fits."""

from __future__ import annotations

from functools import cache

import pytest

from affray.core.ruleset import rulesets
from affray.languages.catalogues import language
from affray.reference import as_html, as_markdown, make_sheet, translated
from affray.reference.layout import TEXT, laid_out, measured
from tests.languages.listening import Listening
from tests.test_architecture import clear
from tests.whole import checkered

pytestmark = pytest.mark.slow
GAMES = list(rulesets())


@cache
def sheet_of(game):
    return make_sheet(rulesets()[game])


@pytest.mark.parametrize(("game", "written"), checkered(GAMES, [as_html, as_markdown]))
def test_a_sheet_is_said_to_its_last_word(game, written):
    listening = Listening(language("fr", game))
    written(sheet_of(game), listening)
    clear(sorted(listening.lacking))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_box_of_a_flow_says_stands_within_it(game):
    page = translated(sheet_of(game), language("fr", game)).page
    assert page.flows
    for flow in page.flows:
        drawing = laid_out(flow)
        for box in drawing.boxes:
            assert " ".join(box.lines) == box.step.text
            assert max(measured(line, TEXT) for line in box.lines) <= box.width - 8, box.step.text
            assert box.right <= drawing.width
