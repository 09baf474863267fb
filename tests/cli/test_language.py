"""The commands in French: every word of theirs; what is typed, and what programs read, as ever."""

from __future__ import annotations

import json
import re

import pytest

from affray.autopilot.controller import AutopilotController
from affray.cli import click_help, locale
from affray.cli.commands import COMMANDS
from affray.cli.menu import BLANK, menu_cell
from affray.cli.player import Player
from affray.cli.screen import screen
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.message import Message
from affray.core.ruleset import Changed, Measure
from affray.languages.catalogues import language
from affray.languages.language import Language
from affray.pricing import ActionOdds
from affray.pricing.odds import Distribution
from affray.session.correction import usage
from tests.session.fights import fresh

ENGLISH = re.compile(
    r"\b(the|and|of|with|what|is|are|who|by|from|it|this|that|has|have|no such|there)\b", re.I
)
"""Words that stand in hardly a sentence of French."""


@pytest.fixture
def french(affray):
    """The same in French."""
    return lambda *arguments: affray("--language", "fr", *arguments)


@pytest.fixture
def lacking(monkeypatch):
    """What is asked of a language that has no words for it."""
    texts: set[str] = set()
    language.cache_clear()  # what was lacked once is remembered, and not noted again
    monkeypatch.setattr(Language, "lacks", lambda self, text: texts.add(text))
    return texts


def test_help_is_in_french(french):
    code, out, err = french("--help")
    assert (code, err) == (0, "")
    assert "Jouer les combats des jeux de rôle sur table" in out
    assert "Commandes:" in out
    assert "Afficher ce message et quitter." in out
    assert "-h, --help" in out


def test_the_language_is_heard_before_help_and_before_the_environment(affray, french, monkeypatch):
    assert affray("--help", "--language", "fr") == french("--help")
    monkeypatch.setenv("AFFRAY_LANGUAGE", "nothere")
    code, out, err = affray("rules", "coriolis", "COR-MEL-01")
    assert (code, out) == (2, "")
    assert "there is no language 'nothere'" in err
    assert french("rules", "coriolis", "COR-MEL-01")[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("said", [["--language", "fr"], ["--language=fr"]])
def test_the_language_is_heard_anywhere_on_the_line(affray, french, said):
    line = ["rules", "coriolis", "COR-MEL-01"]
    wanted = french(*line)
    assert "Réserve" in wanted[1]
    for at in range(len(line) + 1):
        assert affray(*line[:at], *said, *line[at:]) == wanted
    assert affray(*line, "--language", "en", *said) == wanted, "the last one counts"
    code, _, err = affray(*line, "--", *said)
    assert code == 2, err


def test_a_language_that_is_not_named_is_complained_of(affray):
    for line in (["--language"], ["scenes", "--language"], ["scenes", "--language", "fr", "--language"]):
        code, out, err = affray(*line)
        assert (code, out) == (2, "")
        assert "'--language'" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_is_left_in_english(name, french, lacking):
    code, out, _ = french(name, "--help")
    assert code == 0
    assert not lacking, out


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("scenes",),
        ("rules",),
        ("rules", "d6", "cover"),
        ("check", "duel"),
        ("odds", "duel", "--actor", "Zara", "--action", "normal"),
        ("odds", "duel", "--actor", "Zara", "--action", "normal shot"),
        ("balance", "duel", "--target", "3"),
        ("balance", "duel", "--target", "0.5", "--change", "luck"),
        ("compare", "duel", "--weapon", "knife"),
        ("simulate", "duel", "--policy", "luck"),
        ("play", "duel", "--hands", "Zara"),
        ("play", "duel", "--auto", "--hands", "Zara=luck"),
        ("play", "duel", "--solo", "Zara"),
        ("sheet", "d6", "--scene", "duel"),
        ("sheet", "d6", "--output", "sheet.pdf"),
        ("recount", "nothere"),
        ("import",),
        ("import", "--at", "x", "there.csv"),
    ],
    ids=" ".join,
)
def test_nothing_is_left_in_english(arguments, french, lacking):
    _, out, err = french(*arguments)
    assert out or err
    assert lacking == set(), f"{out}{err}"


@pytest.mark.slow
def test_a_fight_is_told_in_french(french):
    code, out, err = french("play", "duel", "--auto", "--seed", 1)
    assert (code, err) == (0, "")
    assert "Un duel dans la soute" in out
    assert "Le combat est terminé." in out
    assert not ENGLISH.search(out)


@pytest.mark.slow
def test_odds_are_in_french_and_asked_for_in_english(french):
    code, out, err = french("odds", "duel", "--actor", "Zara", "--action", "normal shot", "--target", "Kaan")
    assert (code, err) == (0, "")
    assert "Zara" in out
    assert "tir normal" in out
    assert not ENGLISH.search(out)


@pytest.mark.slow
def test_a_simulation_is_in_french(french):
    code, out, err = french("simulate", "duel", "-n", 100, "--plain")
    assert (code, err) == (0, "")
    assert "Qui gagne" in out
    assert not ENGLISH.search(out)
    assert not re.search(r"\d\.\d", out.partition("Blessures")[0])  # a decimal comma, in every figure


def test_rules_are_in_french(french):
    code, out, _ = french("rules", "coriolis", "COR-MEL-01")
    assert code == 0
    assert "COR-MEL-01" in out
    assert "La réserve au corps à corps" in out
    assert not ENGLISH.search(out)


def test_scenes_are_listed_in_french_under_the_names_that_are_typed(french):
    code, out, _ = french("scenes", "coriolis")
    assert code == 0
    assert re.search(r"^brawl +Bagarre", out, re.M)
    assert not ENGLISH.search(out)


def test_complaints_are_in_french_and_name_what_can_be_typed(french):
    code, out, err = french("play", "nothere")
    assert (code, out) == (2, "")
    assert "scène introuvable" in err
    assert "'nothere'" in err
    assert "boarding" in err
    assert "introuvable" in french("rules", "nothere")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foo",), "Commande introuvable : 'foo'."),
        (("simulate", "duel", "--foo"), "Option introuvable : '--foo'."),
        (("simulate",), "Il manque l'argument 'SCENE'."),
        (("balance", "duel"), "Il manque l'option '--odds'."),
        (("simulate", "duel", "--seed", "x"), "Valeur non valable pour '--seed'"),
        (("replay", "a", "b"), "Argument en trop (b)"),
        (("simulate", "duel", "--seed"), "L'option '--seed' demande un argument."),
    ],
)
def test_what_was_typed_wrongly_is_told_in_french(french, arguments, said):
    code, out, err = french(*arguments)
    assert (code, out) == (2, "")
    assert said in err.replace("\N{NO-BREAK SPACE}", " ")
    assert not ENGLISH.search(err)


def test_a_complaint_of_two_packs_is_in_french_and_names_both_files(french, tmp_path):
    for name in ("one", "twice"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.toml").write_text('ruleset = "coriolis"\ntitle = "x"\n')
        (tmp_path / name / "weapons.csv").write_text("name,kind,damage\nflare gun,melee,2\n")
    code, _, err = french("serve", "--pack", tmp_path / "twice", "--pack", tmp_path / "one")
    assert code == 2
    assert err.replace("\N{NO-BREAK SPACE}", " ") == (
        f"{tmp_path}/one/weapons.csv:2 : name : 'flare gun' existe déjà ici : "
        f"{tmp_path}/twice/weapons.csv:2 ; il faut un nom distinct\n"
    )


def test_every_sentence_of_click_has_a_translation():
    fr = language("fr")
    assert [text for text in (*click_help.SENTENCES, *click_help.WORDS) if not fr.knows(text)] == []


def test_a_sentence_of_click_is_a_message_with_what_was_typed_in_it():
    typed = "Invalid value for '--seed': 'x' is not a valid integer."
    said = click_help.of_click(typed)
    assert said == typed
    assert isinstance(said, Message)
    assert said.fields["why"].form == "{value} is not a valid {kind}."
    assert click_help.of_click("say which game: d6") == "say which game: d6"


def test_english_stays_as_it_is(affray):
    assert affray("rules", "coriolis", "COR-MEL-01") == affray(
        "--language", "en", "rules", "coriolis", "COR-MEL-01"
    )
    assert "Missing argument 'SCENE'." in affray("simulate")[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "coriolis", "COR-MEL-01", "--json"),
        ("odds", "duel", "--actor", "Zara", "--action", "normal shot", "--target", "Kaan", "--json"),
        ("simulate", "duel", "-n", 20, "--json"),
        ("schema", "d6"),
    ],
)
def test_what_programs_read_is_the_same_in_every_language(affray, french, arguments):
    assert french(*arguments) == affray(*arguments)
    json.loads(french(*arguments)[1])


def test_an_unknown_language_is_one_sentence(affray, monkeypatch):
    code, out, err = affray("--language", "xx", "scenes")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "there is no language 'xx'; known: en, fr" in err
    monkeypatch.setenv("AFFRAY_LANGUAGE", "xx")
    assert affray("scenes") == (2, "", err)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LANG", "fr_FR.UTF-8", "Commandes"),
        ("LC_ALL", "fr_BE", "Commandes"),
        ("LANG", "C.UTF-8", "Commands"),
        ("LANG", "de_DE.UTF-8", "Commands"),
    ],
)
def test_the_language_is_that_of_the_terminal(affray, monkeypatch, name, value, said):
    for each in ("AFFRAY_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, value)
    assert f"{said}:" in affray("--help")[1]


def test_figures_are_written_as_in_the_language():
    locale.speak("fr")
    assert locale.figure(1234.5, ",.1f") == "1\N{NARROW NO-BREAK SPACE}234,5"
    locale.speak("en")
    assert locale.figure(1234.5, ",.1f") == "1,234.5"


@pytest.mark.slow
def test_a_person_plays_in_french_and_types_in_either_language(capsys):
    locale.speak("fr")
    session = fresh("duel")
    controller = AutopilotController(session)
    controller.give("all", "autopilot")
    controller.give("Zara", "person")
    typed = ["help override", "zzz", "hands", "undo 0x", "quit"]
    player = Player(session, controller, screen(), lambda prompt: typed.pop(0))
    player.play()
    out = capsys.readouterr().out
    assert "odds N [best]" in out
    assert "tout ce que l'option N peut faire" in out
    assert "Kaan : pilote automatique" in out.replace("\N{NO-BREAK SPACE}", " ")
    assert "'zzz'" in out
    usages = [usage(name, kind) for name, kind in session.ruleset.corrections.items()]
    for each in usages:
        assert f"    {each}\n" in out
        out = out.replace(f"    {each}\n", "")
    assert not ENGLISH.search(out.replace("always QUESTION ANSWER", "").partition("noms connus")[0])


@pytest.mark.slow
def test_an_option_may_be_typed_as_it_is_shown():
    locale.speak("fr")
    session = fresh("duel")
    player = Player(session, AutopilotController(session), screen(), input)
    while session.pending.chance is not None or not any(isinstance(o, Act) for o in session.pending.options):
        controller = AutopilotController(session)
        controller.lend("autopilot")
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
    locale.about(session)
    said = [locale.say(session.options.in_words(o)) for o in session.pending.options]
    before = session.seq
    player.take(said[0].upper())
    assert session.seq > before


def test_what_is_not_to_be_broken_stays_so_in_french():
    locale.speak("fr")
    session, offer = fresh("duel"), Offer(Act("strike", at=Who(1)), 1, ())
    damage = Distribution(Measure("damage", Changed(Who(1), lambda a, b: 0), headline=True), {2: 3, 4: 1}, 4)
    cell = menu_cell(session, offer, {offer.act: 8}, {offer.act: ActionOdds(Who(0), offer.act, (damage,))})
    assert cell.plain == f" 8{BLANK}Kaan{BLANK}~2,5"


@pytest.mark.slow
def test_what_goes_on_in_a_campaign_is_in_french(french, tmp_path):
    store = ("--store", tmp_path / "a.db")
    french("campaign", *store, "new", "Longue", "--game", "coriolis")
    french("campaign", *store, "enlist", "Longue", "duel")
    out = french(
        "campaign", *store, "correct", "Longue", "hurt", "Zara", "2", "because", "two", "quiet", "weeks"
    )[1]
    assert "Correction (two quiet weeks)\xa0: Zara perd 2 points de vie" in out
    assert "attendre 1 heure" in french("campaign", *store, "do", "Longue", "wait", "1", "hour")[1]
    assert "1 heure plus tard" in french("campaign", *store, "log", "Longue")[1]
    err = french("campaign", *store, "do", "Longue", "wait", "6")[2]
    assert "durée introuvable\xa0: '6' (on écrit par exemple wait 3 days)" in err
    assert err.rstrip().endswith("minute, hour, day")
    err = french("campaign", *store, "correct", "Longue", "place", "Zara", "because", "x")[2]
    assert "attendu\xa0: place FIGHTER X Y" in err
    err = french("campaign", "--store", tmp_path / "b.db", "show", "Longue")[2]
    assert "none" not in err


@pytest.mark.slow
def test_a_sheet_in_the_terminal_is_in_french(french, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    code, out, err = french("sheet", "coriolis", "--plain")
    assert (code, err) == (0, "")
    for part in (
        "Déclarer et payer le tir",
        "oui\xa0: 5, non\xa0: 4",
        "encombrant",
        "jambes paralysées",
    ):
        assert part in out
    assert not ENGLISH.search(out)
