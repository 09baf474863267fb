"""What all games say alike."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from affray.core.effect import TABLE, Effect, Who
from affray.core.game_words import GameWords
from affray.core.ruleset import rulesets


@pytest.mark.parametrize("game", rulesets())
def test_an_answer_that_names_the_first_fighter_is_told_like_any_other(game: str) -> None:
    words = rulesets()[game].words
    assert isinstance(words, GameWords)
    for question in words.choices:
        assert words.worth_telling(question, Who(0)) == words.worth_telling(question, Who(1)), question
    assert any(words.worth_telling(question, Who(0)) for question in words.choices)


@dataclass(frozen=True)
class Struck(Effect):
    logged = False
    who: Who
    by: Who
    points: int


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("{by} strikes {who} for {points}", "Kaan strikes Zara for 3"),
        ("A blow is struck", "A blow is struck"),
        (lambda names, e: f"{names[e.who]} is struck", "Zara is struck"),
    ],
)
def test_an_effect_is_told_by_a_form_of_its_fields_or_by_a_function(form, said) -> None:
    struck = Struck(Who(0), Who(1), 3)
    assert GameWords({Struck: form}).happened(["Zara", "Kaan"], struck) == said
    assert GameWords({}).happened(["Zara", "Kaan"], struck) == ""


def test_what_happens_to_nobody_is_the_game_masters() -> None:
    struck = Struck(TABLE, Who(1), 3)
    assert GameWords({Struck: "{who}, {by}"}).happened(["Zara", "Kaan"], struck) == "The game master, Kaan"


class Scored(GameWords):
    def part(self, names, field, value):
        return f"{value} points" if field == "points" else super().part(names, field, value)


def test_a_game_says_a_field_of_an_effect_in_its_own_words() -> None:
    words = Scored({Struck: "{by} strikes {who} for {points}"})
    assert words.happened(["Zara", "Kaan"], Struck(Who(0), Who(1), 3)) == "Kaan strikes Zara for 3 points"
