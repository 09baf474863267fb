"""Templates say every word of theirs: none stands there bare, for no language but English would have it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from affray.languages.catalogues import language
from tools.messages import web

SOURCE = Path("src/affray")
TEMPLATES = sorted(path for path in SOURCE.rglob("templates/*") if path.suffix in (".html", ".j2"))

SAYING = frozenset({"say", "fill"})
LABELS = ("title", "alt", "aria-label", "placeholder")
SILENT = re.compile(r"<(script|style|code)\b.*?</\1>|<!--.*?-->", re.S)
TAG = re.compile(r"<[^<>]*>")
LABEL = re.compile(rf"""\s(?:{"|".join(LABELS)})="([^"]*)\"""")
WORD = re.compile(r"[A-Za-z]{2,}")
FIELD = "\0"
NAMES = frozenset({"Affray", "nbsp", "middot"})


def name(path):
    return path.relative_to(SOURCE).as_posix()


def bare(source):
    """The words of a template that it does not say: between tags, in labels, in what it writes."""
    tree = Environment().parse(source)
    text = "".join(written(tree))
    shown = SILENT.sub("", text)
    labels = (found[1] for tag in TAG.findall(shown) for found in LABEL.finditer(tag))
    for part in (*TAG.split(shown), *labels):
        yield from (each for each in WORD.findall(part) if each not in NAMES)


def written(node):
    """What a template writes, its constants too, with a mark for each value that it is given."""
    if isinstance(node, nodes.Output):
        for each in node.nodes:
            yield each.data if isinstance(each, nodes.TemplateData) else "".join(constants(each)) or FIELD
        return
    for each in node.iter_child_nodes():
        yield from written(each)


def constants(node):
    """The text in what is written that is not said."""
    match node:
        case nodes.Const(value=str() as value):
            yield value
        case nodes.Call(node=nodes.Name()):
            return
        case nodes.CondExpr(expr1=one, expr2=other):
            yield from constants(one)
            yield from constants(other) if other else ()
        case nodes.Concat(nodes=some):
            for each in some:
                yield from constants(each)
        case nodes.Or(left=one, right=other):
            yield from constants(one)
            yield from constants(other)
        case nodes.Filter(node=nodes.Node() as inner):
            yield from constants(inner)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_word_is_said(path):
    assert list(bare(path.read_text())) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_what_is_said_is_found(path):
    """In a way that the catalogues are brought up to date by."""
    tree = Environment().parse(path.read_text())
    calls = [call for call in tree.find_all(nodes.Call) if getattr(call.node, "name", "") in SAYING]
    forms = {call.args[0].value for call in calls if isinstance(call.args[0], nodes.Const)}
    assert forms <= set(web.template(path.read_text()))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Go on</p>", ["Go", "on"]),
        ("<p title=\"Go\">{{ say('Continue') }}</p>", ["Go"]),
        ("<p>{{ 'over' if over else say('Continue') }}</p>", ["over"]),
        ("{% if on %}on{% else %}{{ fill('{n} dice', n=n) }}{% endif %}", ["on"]),
        ('<a title="{{ say(\'Go\') }}" class="button">{{ n }}</a><script>let x;</script>', []),
    ],
)
def test_bare_words_are_found(source, words):
    assert list(bare(source)) == words


@pytest.mark.slow
def test_a_page_has_no_word_that_french_lacks():
    """Of the templates that are said, every constant has its French words."""
    french = language("fr")
    said = {text for path in TEMPLATES for text in web.template(path.read_text())}
    assert len(said) > 100
    assert sorted(text for text in said if not french.knows(text)) == []
