"""The lines of a TOML text, in all the shapes that TOML allows."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.places import lines_of

TEXT = '''# a comment with [brackets] and = signs

ruleset = "coriolis" # 3
title = """
two
lines, "quoted\\""""
dotted.a.b = 1 # 7
"quoted key".'x.y' = 2
inline = { p = 1, q = { r = [1,
  2] } }
list = [
  1, # ] not the end
  # 13
  [2, 3],
  { s = "a,]b" }, 'it''s' , ] # 15
date = 1979-05-27 07:32:00.5
float = -3.5e+7
[table]
k = 1
[table.sub]
k = 2

[[row]]
k = 1
[row.sub]
k = 2
[[row.inner]]
k = 3
[[row.inner]]
k = 4

  [[ row ]]
k = \'\'\'
\'\'\'
j = 1
[[row.inner]]
'''.replace("'it''s'", "'its'")

WHERE = {
    ("ruleset",): 3,
    ("title",): 4,
    ("dotted",): 7,
    ("dotted", "a", "b"): 7,
    ("quoted key", "x.y"): 8,
    ("inline", "p"): 9,
    ("inline", "q", "r", 0): 9,
    ("inline", "q", "r", 1): 10,
    ("list",): 11,
    ("list", 0): 12,
    ("list", 1, 1): 14,
    ("list", 2, "s"): 15,
    ("list", 3): 15,
    ("date",): 16,
    ("float",): 17,
    ("table",): 18,
    ("table", "k"): 19,
    ("table", "sub"): 20,
    ("table", "sub", "k"): 21,
    ("row",): 23,
    ("row", 0): 23,
    ("row", 0, "sub", "k"): 26,
    ("row", 0, "inner", 0, "k"): 28,
    ("row", 0, "inner", 1): 29,
    ("row", 0, "inner", 1, "k"): 30,
    ("row", 1): 32,
    ("row", 1, "k"): 33,
    ("row", 1, "j"): 35,
    ("row", 1, "inner", 0): 36,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_shape(newline):
    found = lines_of(TEXT.replace("\n", newline))
    assert {loc: found.get(loc) for loc in WHERE} == WHERE


def places(data, loc=()):
    """Every place in the data."""
    if loc:
        yield loc
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*loc, key))


def test_everything_in_a_text_has_a_line():
    assert set(places(tomllib.loads(TEXT))) == set(lines_of(TEXT))


@pytest.mark.slow
@given(st.lists(st.sampled_from(TEXT.split("\n")), max_size=14))
def test_lines_shuffled_are_all_found_too(lines):
    text = "\n".join(lines)
    try:
        data = tomllib.loads(text)
    except ValueError:
        return
    found = lines_of(text)
    assert set(places(data)) == set(found)
    for (*_, key), line in found.items():
        assert isinstance(key, int) or key in lines[line - 1]


def test_no_text_has_no_lines():
    assert lines_of("") == {}
    assert lines_of("a=1") == {("a",): 1}
