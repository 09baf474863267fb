"""Words of people at each face: nothing in them commands what shows them (SEC 18)."""

from __future__ import annotations

import re
import unicodedata

import pytest
from markdown_it import MarkdownIt

from affray import operations
from affray.core import safe
from affray.core.errors import BadData

HOSTILE = "\x1b[2JZara\x07\x9b31m\u202etuo\u200b \x1b]0;mine\x07"
KINDS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""What shows nothing, by Unicode; of Cf, what scripts of the world need is let through."""


def hidden(text: str) -> list[str]:
    return [c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\n\t"]


@pytest.mark.slow
def test_of_all_characters_none_that_shows_nothing_gets_through():
    for n in range(0x110000):
        c = chr(n)
        shown = safe.terminal(c)
        if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\n\t":
            assert shown == "\N{REPLACEMENT CHARACTER}", hex(n)
        elif unicodedata.category(c) not in (*KINDS, "Cn"):
            assert shown == c, hex(n)
            assert safe.is_legible(c), hex(n)


@pytest.mark.parametrize(
    "name",
    [f"Za{c}ra" for c in "\x00\x07\x1b\x7f\x85\x9b\xad\u200b\u200f\u2028\u202e\u2066\ufeff"]
    + ["\x1b", "\x00", "\x07", "\u200b", " "],
)
def test_no_name_hides_anything(name):
    text = operations.scenes()["duel"].replace('name = "Zara"', f"name = {quoted(name)}")
    with pytest.raises(BadData, match=r"name: expected a name without control characters"):
        operations.start_text(text)


@pytest.mark.parametrize("name", ["Zoë", "O'Brien", "नमस्ते", "Zara 2", "Żółć", "赵", "🜁", "a"])
def test_names_of_the_world_are_names(name):
    text = operations.scenes()["duel"].replace('name = "Zara"', f"name = {quoted(name)}")
    assert name in operations.start_text(text).names


def quoted(name: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08x}" for c in name) + '"'


@pytest.mark.parametrize(
    "words", [HOSTILE, "<script>x</script>", "**b** [l](javascript:x)", "| a | `c`", "# h"]
)
def test_in_markdown_words_stay_words(words):
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(f"1. {safe.markdown(words)}\n")
    assert set(re.findall(r"<(\w+)", html)) <= {"ol", "li"}
    assert not hidden(html)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C x'!A0"])
def test_in_a_cell_words_are_no_formula(text):
    assert safe.cell(text) == f"'{text}"
    assert safe.cell(f"x{text}") == f"x{text}"


@pytest.mark.slow
def test_the_terminal_prints_nothing_that_commands_it(affray, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    store = f"sqlite:{tmp_path / 'fights.db'}"
    log = tmp_path / "fight.jsonl"
    session = operations.start("duel", log=log)
    session.say.correct(["hurt", "Zara", "1"], HOSTILE)
    session.close()
    told = [
        affray("sessions", "--store", store, "import", log),
        affray("sessions", "--store", store, "rename", "fight", HOSTILE),
        affray("sessions", "--store", store),
        affray("replay", log),
        affray("recount", log),
        affray("check", HOSTILE),
        affray("odds", HOSTILE),
    ]
    for _, out, err in told:
        assert not hidden(out + err), repr(out + err)
    assert any("[2JZara" in out + err for _, out, err in told), "it was there to be printed"
