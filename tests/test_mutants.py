"""Slips in the rules (tools/mutants): which are made, who has to notice, and that a sample is noticed."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.whole import some
from tools.mutants.__main__ import GAMES
from tools.mutants.changes import changes
from tools.mutants.children import Said
from tools.mutants.mutants import Mutant, mutants, mutated, numbered, retold
from tools.mutants.results import PAGE, Run, Score, equals, kept, page, stale
from tools.mutants.running import Result, result_of
from tools.mutants.sites import Governing, Module, citations, constants, documented, named, options

IDS = frozenset({"ABC-01", "ABC-02", "ABC-03", "AMB-1"})
CODE = '''
"""ABC-03 in words."""
BOTH = ("ABC-01", "ABC-02")

def shot(play, actor, far):
    """A shot (ABC-01..03)."""
    if actor.prone:
        return None
    bonus = actor.level - 1
    play.need(far < 10, "ABC-01", "too far")
    if play.house.shot_far == "near":
        play.do(Fired(actor, 2), *BOTH)
    return tally(Mod("ABC-02", bonus, "level"), Mod("ABC-01", -2, "far") if far > 5 else None)
'''
VALUES = {"shot_far": ("near", "any"), "free": (False, True), "most": ()}


def made(code: str) -> list[tuple[str, str, str]]:
    """The changes of a module: what was there, what is instead, and the id."""
    module = Module.read("shots.py", code)
    cited = [*citations(module, IDS, constants([module], IDS))]
    governing = Governing(module, cited)
    sites = [*governing.sites(), *options(module, dict.fromkeys(VALUES, "AMB-1"))]

    def others(own: ast.AST) -> Callable[[ast.AST], bool]:
        return lambda node: node in governing.groups and node is not own

    return [
        (ast.unparse(change.node), change.new, site.id)
        for site in sites
        for change in changes(site.node, site.how, VALUES, others(site.node))
    ]


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("far < 10", "far >= 10", "ABC-01"),
        ("10", "11", "ABC-01"),
        ("play.need(far < 10, 'ABC-01', 'too far')", "pass", "ABC-01"),
        ("play.do(Fired(actor, 2), *BOTH)", "pass", "ABC-02"),
        ("2", "3", "ABC-01"),
        ("-2", "-3", "ABC-01"),
        ("far > 5", "far <= 5", "ABC-01"),
        ("bonus", "(bonus) + 1", "ABC-02"),
        ("actor.level - 1", "actor.level + 1", "ABC-02"),  # what a local name was given
        ("actor.prone", "not (actor.prone)", "ABC-02"),  # a guard
        ("'near'", "'any'", "AMB-1"),
    ],
)
def test_what_a_citation_governs_is_changed(old, new, name):
    assert (old, new, name) in made(CODE)


@pytest.mark.parametrize(("old", "name"), [("-2", "ABC-02"), ("far > 5", "ABC-02"), ("bonus", "ABC-01")])
def test_what_another_citation_governs_is_not(old, name):
    assert old not in {was for was, _, who in made(CODE) if who == name}


@pytest.mark.parametrize(
    ("how", "code", "news"),
    [
        ("value", "a and not b", {"a or not b", "not (a)", "b"}),
        ("value", "min(a, 3)", {"max", "4", "2"}),
        ("need", "a.able", {"True", "not (a.able)"}),
        ("test", "a is b", {"a is not b"}),
        ("test", "a < b", {"a <= b", "a >= b"}),
        ("test", "a < 4", {"a >= 4", "3", "5"}),
        ("option", "play.house.free", {"(not play.house.free)"}),
        ("option", "play.house.most", {"play.house.most + 1"}),
        ("option", "play.house.shot_far", {"'near'", "'any'"}),
        ("value", 'msg("{n} of 3", n=n + 1)', set()),
        ("value", "True", {"False"}),
    ],
)
def test_each_kind_of_slip_is_made(how, code, news):
    node = ast.parse(code, mode="eval").body
    assert {change.new for change in changes(node, how, VALUES, lambda _: False)} == news


def test_a_docstring_names_single_ids_lists_and_spans():
    assert named("see ABC-01..03", IDS) == {"ABC-01", "ABC-02", "ABC-03"}
    assert named("(ABC-01, -03; AMB-1)", IDS) == {"ABC-01", "ABC-03", "AMB-1"}
    module = Module.read("shots.py", CODE)
    assert {site.id for site in documented(module, frozenset({"ABC-03"}))} == {"ABC-03"}


def test_the_changed_module_and_table_are_the_old_ones_but_for_that():
    one = Mutant("shots.py", "f", "", "1", "2", "constant", (), 1, 0)
    nodes = [*ast.walk(ast.parse("def f():\n    return (1, 'x')\n"))]
    place = next(n for n, node in enumerate(nodes) if ast.unparse(node) == "1")
    tree = mutated(one._replace(node=place), "def f():\n    return (1, 'x')\n")
    assert ast.unparse(tree) == "def f():\n    return (2, 'x')"
    assert retold(one._replace(new="dice: 4", node=1), "name,dice\na,3\nb,3\n") == "name,dice\na,3\nb,4\n"


def test_equal_slips_of_one_statement_are_told_apart():
    one = Mutant("shots.py", "f", "x", "0", "1", "constant", (), 1, 5)
    assert [m.mutation for m in numbered([one, one._replace(node=6)])] == ["0 -> 1", "0 -> 1 (2)"]


def test_a_score_leaves_out_what_is_equal_and_names_ids_that_their_own_tests_do_not_hold():
    one = Mutant("shots.py", "f", "x", "0", "1", "constant", ("ABC-01", "ABC-02"), 1, 5)
    two, three = one._replace(new="2"), one._replace(new="3", ids=("ABC-02",))
    results = (
        Result(one, "killed", "t", frozenset({"ABC-01"})),
        Result(two, "survived", ""),
        Result(three, "survived", ""),
    )
    run = Run("coriolis", results, {two.key: "why"})
    assert (run.score(), run.score().share) == (Score(3, 1, 0, 1), 0.5)
    assert run.score("ABC-01") == Score(2, 1, 1, 1)
    assert run.unheld() == ["ABC-02"]
    assert [r.mutant.new for r in run.survivors] == ["3"]
    assert stale([two.key, ("gone.py", "", "", "")], [one, two]) == [("gone.py", "", "", "")]


@functools.cache
def possible(game: str) -> tuple[Mutant, ...]:
    """All slips of a game."""
    return tuple(mutants(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_as_equal_is_a_slip_that_can_be_made_and_has_a_reason(game):
    known = equals(game)
    assert not stale(known, possible(game))
    assert all(known.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_as_alive_is_a_slip_that_can_be_made(game):
    assert not stale(map(tuple, kept()[game]["survivors"]), possible(game))


def test_the_page_derives_which_ids_their_own_tests_do_not_hold():
    ids = {"ABC-01": [2, 1, 0, 0], "ABC-02": [1, 1, 1, 0], "ABC-03": [1, 0, 0, 1]}
    run = {"date": "", "total": [4, 2, 0, 1], "survivors": [], "ids": ids}
    assert "Their own tests kill none of their changes: ABC-01.\n" in page({"none": run})


def test_the_page_says_what_the_last_runs_found():
    assert set(kept()) == set(GAMES)
    assert PAGE.read_text(encoding="utf-8") == page(kept())


@pytest.mark.slow
def test_a_sample_of_what_was_killed_is_killed_again():
    command = [
        sys.executable,
        "-m",
        "tools.mutants",
        "--recorded",
        "--sample",
        str(some(2, 2)),
        "--seed",
        "1",
        "--workers",
        "2",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_fault_of_the_tool_kills_nothing():
    one = Mutant("shots.py", "f", "x", "0", "1", "constant", ("ABC-01",), 1, 5)
    for said in (Said("unmade", "SyntaxError"), Said("ended", "without a word")):
        with pytest.raises(RuntimeError, match=r"shots\.py:1 "):
            result_of(one, said, ())
    assert result_of(one, Said("ended", "out of time"), ()).own == frozenset(), "no test is named"


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [["--only", "NOPE-99"], ["--write", "--sample", "3"], ["nogame"]])
def test_what_cannot_be_run_is_said(wrong):
    done = subprocess.run(
        [sys.executable, "-m", "tools.mutants", "d6", *wrong], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2, done.stdout + done.stderr
