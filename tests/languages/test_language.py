"""Messages are said in a language: by their form, with their fields."""

from __future__ import annotations

import pickle

import pytest

from affray.core.errors import NotFound
from affray.core.message import Message, Verbatim, bare, figure, figured, joined, msg, word
from affray.languages.catalogues import language, languages, of_environment, wanted
from affray.languages.language import Language
from affray.languages.reader import encode, reading

FRENCH = Language(
    "fr",
    {
        ": ": "\u00a0: ",
        "prone": "au sol",
        "quick shot": "tir rapide",
        "knife": "couteau",
        "at {whom}": "sur {whom}",
        "with {weapon}": "avec {weapon}",
        "{who} rolls {question}: {result}": "{who}, {question} : {result}",
        "{who} moves {far} m": "{who} avance de {far} m",
        "{n} sixes": "{n} six",
        "{n, plural, one {# shot} other {# shots}}": "{n, plural, one {# tir} other {# tirs}}",
        "behind {cover}": "derrière {cover}",
        "{who} is {aware, select, true {aware} other {unaware}}": (
            "{who} {aware, select, true {est sur ses gardes} other {ne se doute de rien}}"
        ),
        "Correction ({typed}): {line}": "Correction ({typed}) : {line}",
        "the {weapon} of {who}": "l''{weapon} de {who}",
    },
)
ZARA = Verbatim("Zara")


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (word("quick shot"), "tir rapide"),
        ("prone", "au sol"),
        (" prone\n", " au sol\n"),
        (joined(", ", ["prone", "quick shot"]), "au sol, tir rapide"),
        (joined(": ", ["knife", msg("behind {cover}", cover="knife")]), "couteau\u00a0: derrière couteau"),
        (
            msg("{who} rolls {question}: {result}", who=ZARA, question="prone", result=msg("{n} sixes", n=2)),
            "Zara, au sol : 2 six",
        ),
        (msg("{who} moves {far} m", who=ZARA, far=figure(3.5, ".3g")), "Zara avance de 3,5 m"),
        (msg("{who} moves {far} m", who=ZARA, far=figure(1200, ",")), "Zara avance de 1\u202f200 m"),
        (
            joined(" ", ["quick shot", msg("at {whom}", whom=ZARA), msg("with {weapon}", weapon="knife")]),
            "tir rapide sur Zara avec couteau",
        ),
        (msg("{who} is {aware, select, true {aware} other {unaware}}", who=ZARA, aware=False),
         "Zara ne se doute de rien"),
        (msg("{n, plural, one {# shot} other {# shots}}", n=0), "0 tir"),
        (msg("{n, plural, one {# shot} other {# shots}}", n=2), "2 tirs"),
        (
            msg("Correction ({typed}): {line}", typed=Verbatim("prone"), line="prone"),
            "Correction (prone) : au sol",
        ),
        (msg("the {weapon} of {who}", weapon="knife", who=Verbatim("knife")), "l'couteau de knife"),
        ("quick shot" + msg(" at {whom}", whom=ZARA), "tir rapide sur Zara"),
        (figured(msg("behind {cover}", cover="knife"), ""), "derrière couteau"),
        (Verbatim("prone"), "prone"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_message_is_said_by_its_form_and_its_fields_in_turn(english, french):
    assert FRENCH.say(english) == french


def test_a_message_is_its_english_words():
    moves = msg("{who} moves {far} m", who=ZARA, far=figure(3.5, ".3g"))
    assert moves == "Zara moves 3.5 m"
    assert msg("{n, plural, one {# shot} other {# shots}}", n=1) == "1 shot"
    assert language("en").say(moves) == moves
    assert str(moves) is moves


@pytest.mark.parametrize("message", [msg("a {whom}", whom=ZARA), word("prone"), joined(", ", ["a", ZARA]),
                                     figured(msg("a {n}", n=1), "a")])  # fmt: skip
def test_a_message_is_the_same_after_it_was_sent_to_another_process(message):
    there = pickle.loads(pickle.dumps(message))
    assert there == message
    assert type(there) is type(message)
    assert there.form == message.form
    assert dict(there.fields) == dict(message.fields)


def test_what_has_no_message_stays_whole():
    """Rather English than half of each."""
    dances = msg("{who} dances with {weapon}", who=ZARA, weapon="knife")
    assert FRENCH.say(dances) == "Zara dances with knife"
    assert FRENCH.say("a sentence of nobody") == "a sentence of nobody"


def test_what_is_left_without_figures():
    assert bare(figured(msg("behind {cover} ({rating})", cover="knife", rating=4), "behind")) == "behind"
    assert bare(msg("aim {bonus}", bonus=figure(2, "+d"))) == ""
    assert bare(msg("pinned by {whom}", whom=Verbatim("Guard 2"))) == "pinned by Guard 2"
    assert bare("prone") == "prone"


def test_what_is_encoded_is_said_as_its_reader_reads():
    told = {"words": msg("{n, plural, one {# shot} other {# shots}}", n=1), "name": ZARA, "plain": "prone"}
    assert encode(told) == b'{"words":"1 shot","name":"Zara","plain":"prone"}'
    with reading(FRENCH):
        assert encode(told) == b'{"words":"1 tir","name":"Zara","plain":"prone"}'
    assert encode(told) == b'{"words":"1 shot","name":"Zara","plain":"prone"}'


def test_a_message_tells_of_whom_it_speaks():
    text = joined(", ", [msg("{who} is {how}", who=ZARA, how=msg("held by {by}", by=Verbatim("Kaan")))])
    assert list(text.values()) == ["Zara", "Kaan"]
    assert text.retold(lambda value, first: f"{value}!" if first else value) == "Zara! is held by Kaan"
    assert text.ends_with("Kaan")
    assert not text.ends_with("Zara")
    assert isinstance(text, Message)


@pytest.mark.slow
def test_the_language_of_a_game_has_its_words_first():
    assert language("fr", "coriolis").say("hit points") == "points de vie"
    assert language("en").say("hit points") == "hit points"


def test_blanks_around_a_form_and_braces_that_are_no_fields_stay():
    french = Language("fr", {"{who} gets": "{who} récupère", "{n} of": "{n} sur '{'x'}'"})
    assert french.say(msg(" {who} gets ", who=ZARA)) == " Zara récupère "
    assert french.say(msg("{n} of", n=2)) == "2 sur {x}"


def test_numbers_are_written_as_a_language_writes_them():
    assert FRENCH.figure("1,200.5") == "1\u202f200,5"
    assert Language("de", {}).figure("1,200.5") == "1.200,5"
    assert language("en").figure("1,200.5") == "1,200.5"


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
