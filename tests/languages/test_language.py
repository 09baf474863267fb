"""What was said in English is found again by its message, and said in a language."""

from __future__ import annotations

import pytest

from affray.core.errors import NotFound
from affray.languages.catalogues import language, languages, of_environment, wanted
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
        "Correction ({typed}): {line}": "Correction ({typed}) : {line}",
        "{says} is no tag": "{says} n'est pas une marque",
        "there is no {what} {name}; did you mean {join}?": "{what} {name} ; dire {join} ?",
        "or": "ou",
        "option": "option",
        "{how} won": "vainqueur : {how}",
        "{a} a {b}": "{a} un {b}",
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
        (
            "Correction (two quiet weeks): Zara loses 2 hit points",
            "Correction (two quiet weeks) : Zara perd 2 points de vie",
        ),
        ("Correction (prone): prone", "Correction (prone) : au sol"),
        ("'Tears sails' is no tag", "'Tears sails' n'est pas une marque"),
        (
            "there is no option 'x.beyon'; did you mean 'x.beyond' or 'x.a'?",
            "option 'x.beyon' ; dire 'x.beyond' ou 'x.a' ?",
        ),
        ("knife: prone, knife: prone", "couteau\u00a0: au sol, couteau\u00a0: au sol"),
        ("COR-MEL-01 COR-MEL-02", "COR-MEL-01 COR-MEL-02"),
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


def test_a_message_is_filled_with_what_is_said_already():
    assert FRENCH.fill("{n} loses {points}", n="knife", points=3) == "knife perd 3"
    assert language("en").fill("{n} loses {points}", n="knife", points=3) == "knife loses 3"
    assert FRENCH.figure("1,200.5") == "1\u202f200,5"
    assert language("en").figure("1,200.5") == "1,200.5"


SAID = [
    ("coriolis", "aimed shot at Thug 2", "tir visé sur Thug 2"),
    (
        "coriolis",
        "Thug 2: melee attack at Zara with knife",
        "Thug 2\u00a0: attaque au corps à corps sur Zara avec couteau",
    ),
    ("coriolis", "19 hours 30 seconds later", "19 heures 30 secondes plus tard"),
    ("coriolis", "rest 1 day", "se reposer 1 jour"),
    ("coriolis", "fall back from Zara", "se replier de Zara"),
    (
        "coriolis",
        "Zara joins (from A duel in the cargo bay)",
        "Zara se joint aux autres (provenance\u00a0: Un duel dans la soute)",
    ),
    (
        "coriolis",
        "Back from Boarders on the lower deck; boarders won",
        "De retour de «\u00a0Abordage sur le pont inférieur\u00a0», vainqueur\u00a0: assaillants",
    ),
    ("coriolis", "Hard to kill: +2 hit points", "Hard to kill\u00a0: +2 points de vie"),
    (
        "coriolis",
        "there is no fighter of this scene 'Zorro'; known: Zara",
        "combattant absent de cette scène\u00a0: 'Zorro'\u00a0; noms connus\u00a0: Zara",
    ),
    ("coriolis", "3.03 on average", "3,03 en moyenne"),
    ("coriolis", "none", "aucune"),
    ("coriolis", "96 % with a prayer", "96 % avec une prière"),
    ("coriolis", "*: with a prayer", "*: avec une prière"),
]


@pytest.mark.parametrize(("game", "english", "french"), SAID)
def test_a_sentence_of_several_is_put_together_as_one_says_it(game, english, french):
    said = language("fr", game).knowing(["Zara", "Thug 2"]).said(english)
    assert (said.text, said.left) == (french, ())


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
    assert languages() == {"en": "English", "fr": "Français"}


def test_what_somebody_made_long_takes_no_time_and_stays():
    """Many fields over a long text would be tried in very many ways."""
    long = ", ".join(["x rolls y: z"] * 5_000)
    assert FRENCH.say(long) == long
    assert FRENCH.say("prone\n" + "quick shot\n" * 200).startswith("au sol\ntir rapide\n")
