"""What was said in English is found again by its message, and said in a language."""

from __future__ import annotations

import pytest

from affray.core.errors import NotFound
from affray.languages.files import NAMES, language, of_environment, wanted
from affray.languages.language import Language
from affray.languages.message import Message

FRENCH = Language(
    "fr",
    {
        "prone": "au sol",
        "quick shot": "tir rapide",
        "knife": "couteau",
        "with": "avec",
        "at": "sur",
        "{who} rolls {question}: {result}": "{who}, {question} : {result}",
        "{n} loses {points}": "{n} perd {points}",
        "{n} {what} points": "{n} points {what}",
        "hit": "de vie",
        "{who} moves {far:.3g} m": "{who} avance de {far} m",
        "{n} sixes": "{n} six",
        "behind {name}": "derrière {name}",
        "no {what} {{here}}": "pas de {what} {{ici}}",
    },
)


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("prone", "au sol"),
        ("Prone", "Au sol"),
        (" prone\n", " au sol\n"),
        ("prone, quick shot", "au sol, tir rapide"),
        ("Zara rolls quick shot: 2 sixes", "Zara, tir rapide : 2 six"),
        ("Samira loses 4 hit points", "Samira perd 4 points de vie"),
        ("Zara moves 3.5 m", "Zara avance de 3,5 m"),
        ("Zara moves 1,200 m", "Zara avance de 1\u202f200 m"),
        ("quick shot at Zara with knife", "tir rapide sur Zara avec couteau"),
        ("behind knife; prone", "derrière couteau; au sol"),
        ("no knife {here}", "pas de couteau {ici}"),
        ("COR-MEL-01", "COR-MEL-01"),
        ("3 / 4", "3 / 4"),
        ("", ""),
    ],
)
def test_a_text_is_said_by_its_message(english, french):
    said = FRENCH.knowing(["Zara", "Samira"]).said(english)
    assert (said.text, said.left) == (french, ())


@pytest.mark.parametrize("text", ["a sentence of nobody", "Zara dances", "knifes", "the prone one"])
def test_what_is_not_known_stays_whole(text):
    """Rather English than half of each."""
    said = FRENCH.knowing(["Zara"]).said(text)
    assert said.text == text
    assert said.left


def test_a_name_is_never_translated_and_never_broken():
    french = language("fr", "coriolis")
    assert french.say("Guard 1 loses 3 hit points") != "Guard 1 loses 3 hit points"
    known = french.knowing(["Guard 1", "Knife"])
    assert known.say("Guard 1 loses 3 hit points") == "Guard 1 perd 3 points de vie"
    assert known.say("Knife") == "Knife"
    assert french.say("knife") == "couteau"


def test_a_field_for_a_number_is_a_number():
    moved = Message("{who} moves {far:.3g} m")
    assert moved.fields("Zara moves 12 m") == {"who": "Zara", "far": "12"}
    assert moved.fields("Zara moves many m") is None


def test_a_field_breaks_no_word():
    assert Message("{n} point{x}").fields("3 points") == {"n": "3", "x": "s"}
    assert Message("{n} point{x}").fields("3 pointless") is None
    assert Message("{x}d").fields("Moved") is None


def test_the_language_of_a_game_has_its_words_first():
    assert language("fr", "coriolis").say("hit points") == "points de vie"
    assert language("en").said("hit points").text == "hit points"


def test_there_is_no_language_of_that_name():
    with pytest.raises(NotFound, match="no language 'klingon'"):
        language("klingon")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de,en;q=0.5,fr;q=0.7", "fr"), ("en-GB,fr;q=0.1", "en"),
        ("de", "en"), ("", "en"), ("fr;q=0", "en"), ("fr;q=nan,xx", "fr"), ("*", "en"), ("fr_FR.UTF-8", "fr"),
    ],
)  # fmt: skip
def test_the_first_language_there_is_of_those_asked_for(asked, name):
    assert wanted(asked) == name


def test_the_language_of_a_terminal(monkeypatch):
    for key in ("AFFRAY_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(key, raising=False)
    assert of_environment() == "en"
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    assert of_environment() == "fr"
    monkeypatch.setenv("AFFRAY_LANGUAGE", "en")
    assert of_environment() == "en"
    monkeypatch.setenv("AFFRAY_LANGUAGE", "elvish")
    with pytest.raises(NotFound, match="no language 'elvish'"):
        of_environment()


def test_every_language_calls_itself_something():
    assert NAMES == {"en": "English", "fr": "Français"}


def test_what_somebody_made_long_takes_no_time_and_stays():
    """Many fields over a long text would be tried in very many ways."""
    long = ", ".join(["x rolls y: z"] * 5_000)
    assert FRENCH.say(long) == long
    assert FRENCH.say("prone\n" + "quick shot\n" * 200).startswith("au sol\ntir rapide\n")
