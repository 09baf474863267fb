"""JSON in a language: texts are said, ids, names and what people typed are not."""

from __future__ import annotations

from affray.languages.language import Language
from affray.languages.payload import translated

FRENCH = Language(
    "fr", {"yes": "oui", "prone": "au sol", "HP": "PV", "quick": "rapide", "defend": "se défendre"}
)


def test_texts_are_said_and_names_are_not():
    fighter = {
        "id": 1,
        "name": "yes",
        "side": "yes",
        "states": ["prone"],
        "tracks": [{"name": "HP", "now": 3}],
    }
    assert translated(fighter, FRENCH) == {
        "id": 1, "name": "yes", "side": "oui", "states": ["au sol"], "tracks": [{"name": "PV", "now": 3}],
    }  # fmt: skip


def test_what_people_say_stays():
    line = {"n": 1, "words": "yes", "kind": "talk"}
    assert translated(line, FRENCH) == line
    assert translated({**line, "kind": "roll"}, FRENCH)["words"] == "oui"


def test_a_command_that_waits_to_be_sent_stays():
    tool = {"label": "quick", "group": "act", "do": {"do": "order", "why": "quick"}, "wants": []}
    assert translated(tool, FRENCH) == {**tool, "label": "rapide"}


def test_a_standing_answer_goes_by_what_it_is_in_english():
    assert translated([{"n": 1, "label": "yes"}, {"n": 2, "label": "Zara"}], FRENCH) == [
        {"n": 1, "label": "oui", "plain": "yes"},
        {"n": 2, "label": "Zara"},
    ]
    order = {"name": "Zara", "question": "defend", "answer": "yes"}
    assert translated(order, FRENCH) == order


def test_the_name_that_the_program_gives_a_seat_is_said():
    french = Language("fr", {"Game master": "Meneur de jeu", "Zara": "?"})
    assert translated({"seat": 1, "name": "Game master"}, french)["name"] == "Meneur de jeu"
    assert translated({"seat": 2, "name": "Zara"}, french)["name"] == "Zara"
