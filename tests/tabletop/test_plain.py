"""The words of a game that says no more than its declarations do."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.tabletop import PlainWords, Questions
from tests.tabletop.test_question import BOOK


class Words(PlainWords):
    asks = Questions((), BOOK)


@pytest.mark.parametrize(
    ("option", "said"),
    [(True, "yes"), (False, "no"), (None, "no"), (Who(1), "Kaan"), (3, "3"), ("wall", "wall"), ("", "none")],
)
def test_an_option_in_words(option, said):
    assert Words({}).option(["Zara", "Kaan"], "help", option) == said
