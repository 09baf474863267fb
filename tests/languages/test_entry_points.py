"""Languages that other packages bring: found by entry point, and left out where they are broken."""

import importlib
import logging
import sys

import pytest

from affray.core.message import msg
from affray.languages import catalogues

CACHES = (catalogues.catalogues, catalogues.languages, catalogues.language, catalogues.own_words,
          catalogues._read, catalogues.offered, catalogues._say_broken)  # fmt: skip
ROUND = msg("round {n}", n=3)
PROGRAM = 'msgid "round {n}"\nmsgstr "Runde {n}"\n'


@pytest.fixture
def install(monkeypatch, tmp_path):
    """Install a distribution with a module and its entry points, as pip leaves them on the path."""

    def install(points, module="", files=()):
        info = tmp_path / "affray_german-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: affray-german\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[affray.languages]\n{points}\n")
        (tmp_path / "affray_german.py").write_text(module)
        (tmp_path / "de").mkdir()
        for name, text in files:
            (tmp_path / "de" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        forget()

    def forget():
        importlib.invalidate_caches()
        for cache in CACHES:
            cache.cache_clear()
        sys.modules.pop("affray_german", None)

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    monkeypatch.undo()
    forget()


GERMAN = """
from pathlib import Path
from affray.languages.catalogues import MessageCatalogue
CATALOGUE = MessageCatalogue("Deutsch", Path(__file__).parent / "de")
"""
POINT = "de = affray_german:CATALOGUE"


def test_a_package_brings_a_language(install):
    install(POINT, GERMAN, [("table.po", PROGRAM), ("page.po", 'msgid "Roll"\nmsgstr "Würfeln"\n')])
    assert catalogues.languages() == {"en": "English", "fr": "Français", "de": "Deutsch"}
    assert catalogues.language("de").say(ROUND) == "Runde 3"
    assert catalogues.own_words("de") == {"Roll": "Würfeln"}
    assert catalogues.wanted("de-CH,fr;q=0.9") == "de"


@pytest.mark.slow
def test_a_language_says_how_much_of_it_is_there(install):
    install(POINT, GERMAN, [("table.po", PROGRAM + '\nmsgid "start"\nmsgstr ""\n')])
    assert catalogues.completeness("de") == 0.5
    assert catalogues.completeness("en") == 1.0
    assert catalogues.offered() == {"en": "English", "fr": "Français", "de": "Deutsch (50\u00a0%)"}
    assert catalogues.language("de").say("start") == "start", "what is not there is said in English"


@pytest.mark.slow
def test_a_package_brings_words_of_its_own_game_to_a_language_of_ours(install):
    install("fr = affray_german:CATALOGUE", GERMAN, [("go.po", 'msgid "atari"\nmsgstr "atari !"\n')])
    assert catalogues.languages()["fr"] == "Français", "ours has the first word"
    assert catalogues.language("fr", "go").say("atari") == "atari !"
    assert catalogues.language("fr", "go").say("start") == "début"


@pytest.mark.parametrize(
    ("points", "module", "files", "why"),
    [
        (POINT, "raise RuntimeError('no German today')", [], "RuntimeError: no German today"),
        ("de = affray_german:NOTHING", GERMAN, [], "AttributeError"),
        ("de = affray_nowhere:CATALOGUE", GERMAN, [], "ModuleNotFoundError"),
        (POINT, "CATALOGUE = 'Deutsch'", [], "is no MessageCatalogue, but str"),
        (POINT, GERMAN, [], "has no .po files in "),
        ("deutsch = affray_german:CATALOGUE", GERMAN, [("table.po", PROGRAM)], "two small letters"),
        ("en = affray_german:CATALOGUE", GERMAN, [("table.po", PROGRAM)], "and not en"),
    ],
)
def test_a_language_that_cannot_be_had_is_said_once_and_english_is_spoken(
    install, caplog, points, module, files, why
):
    install(points, module, files)
    name = points.partition(" ")[0]
    for _ in range(2):
        assert catalogues.languages() == {"en": "English", "fr": "Français"}
        assert catalogues.language(name).say(ROUND) == "round 3"
        assert catalogues.own_words(name) == {}
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith(f"the language '{name}' is left out: ")
    assert why in record.getMessage()
    assert "\n" not in record.getMessage()


@pytest.mark.parametrize("text", [b'nonsense "a', b'msgid "a"\nmsgstr "\xff"\n'], ids=repr)
def test_files_that_cannot_be_read_are_said_once_and_english_is_spoken(install, caplog, text):
    install(POINT, GERMAN, [("table.po", text), ("page.po", PROGRAM)])
    for game in ("", "coriolis", ""):
        assert catalogues.language("de", game).name == "en"
    (record,) = caplog.records
    assert record.getMessage().startswith("the language 'de' is left out: ")
    assert "table.po" in record.getMessage()


@pytest.mark.parametrize(
    ("translated", "why"),
    [
        ("Runde {m}", "'round {n}' has no field {m}, but {n}"),
        ("Runde", "the translation of 'round {n}' lacks {n}"),
        ("Runde {n} von {m}", "'round {n}' has no field {m}"),
        ("Runde {n", "'Runde {n' has a brace without the other one"),
        ("Runde '{n}'", "the translation of 'round {n}' lacks {n}"),
        ("{n, plural, other {# Runden}}", "'round {n}' has no number {n}"),
        ("Runde {n, number}", "'round {n}' has no number {n}"),
        ("{n, plural, one {eine Runde}}", "{n, plural} has no 'other'"),
        ("{n, frob}", "'{n, frob}' is no ICU message (U_ILLEGAL_ARGUMENT_ERROR)"),
        ("Runde <b>{n}</b>", "'Runde <b>{n}</b>' has markup"),
    ],
)
def test_a_message_that_does_not_fit_is_named_with_its_line_and_said_in_english(
    install, caplog, translated, why
):
    install(
        POINT,
        GERMAN,
        [("table.po", f'msgid "start"\nmsgstr "Beginn"\n\nmsgid "round {{n}}"\nmsgstr "{translated}"\n')],
    )
    for _ in range(2):
        assert catalogues.language("de").say(ROUND) == "round 3"
        assert catalogues.language("de").say("start") == "Beginn"
    (record,) = caplog.records
    assert f"table.po:4: {why}" in record.getMessage()


def test_the_terminal_speaks_english_where_its_language_is_broken(install, monkeypatch, affray):
    install(POINT, "CATALOGUE = 7")
    monkeypatch.setenv("AFFRAY_LANGUAGE", "de")
    assert catalogues.of_environment() == "en"
    code, out, _ = affray("rules", "coriolis", "COR-MEL-01")
    assert code == 0
    assert "Shown by" in out
