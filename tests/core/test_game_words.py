"""What all games say alike."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.game_words import GameWords
from affray.core.ruleset import rulesets


@pytest.mark.parametrize("game", rulesets())
def test_an_answer_that_names_the_first_fighter_is_told_like_any_other(game: str) -> None:
    words = rulesets()[game].words
    assert isinstance(words, GameWords)
    for question in words.choices:
        assert words.worth_telling(question, Who(0)) == words.worth_telling(question, Who(1)), question
    assert any(words.worth_telling(question, Who(0)) for question in words.choices)
