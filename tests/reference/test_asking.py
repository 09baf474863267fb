"""What a newcomer asks, typed into the search of a sheet: the answer is on the first screen of a phone.

`questions/GAME.csv` has each question, the words that are typed, and the rule that answers.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.page.tables import PHONE
from tests.reference.written import written

pytestmark = pytest.mark.slow

QUESTIONS = sorted(Path(__file__).parent.glob("questions/*.csv"))
WANTED = 20
WHERE = """([words, id]) => {
  const field = document.querySelector("nav input");
  field.value = words;
  field.dispatchEvent(new Event("input"));
  const links = [...document.querySelectorAll(`.found a[href="#${id}"]`)];
  return Math.min(...links.filter((a) => a.checkVisibility()).map((a) => a.getBoundingClientRect().bottom));
}"""
"""How far down the first line stands that names the rule."""


@pytest.fixture(params=QUESTIONS, ids=lambda path: path.stem)
def asked(request, page):
    page.set_content(written(request.param.stem))
    with request.param.open(encoding="utf-8") as file:
        return page, [*csv.DictReader(file)]


def test_the_answer_to_each_question_is_on_the_first_screen(asked):
    page, questions = asked
    assert len(questions) >= WANTED
    deep = {row["question"]: page.evaluate(WHERE, [row["words"], row["rule"]]) for row in questions}
    assert {question: at for question, at in deep.items() if not 0 < at < PHONE["height"]} == {}


def test_a_link_leads_to_what_the_search_has_hidden(page):
    page.set_content(written("coriolis"))
    page.locator("nav input").fill("overwatch breaks")
    shown = page.locator("article, .items li, tbody tr").filter(visible=True)
    assert 0 < shown.count() < 5
    assert page.locator("output").text_content() == str(shown.count())
    page.locator(".topic a", has_text="OVW-07").click()
    assert page.locator("#COR-OVW-07").is_visible()
    assert page.locator("nav input").input_value() == ""
    page.keyboard.press("/")
    page.keyboard.type("nothing has these words")
    assert shown.count() == 0
    page.keyboard.press("Escape")
    assert shown.count() > 200


def test_the_bar_leads_everywhere_on_a_phone(page):
    page.set_content(written("horizon"))
    wide, tall = page.evaluate(
        "() => { document.querySelector('nav details').open = true;"
        " const all = [...document.querySelectorAll('nav a, nav input, nav summary')];"
        " const seen = all.filter((a) => a.checkVisibility()).map((a) => a.getBoundingClientRect());"
        " return [Math.max(...seen.map((r) => r.right)), Math.min(...seen.map((r) => r.height))]; }"
    )
    assert wide <= PHONE["width"]
    assert tall >= 24, "as high as a finger needs"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
