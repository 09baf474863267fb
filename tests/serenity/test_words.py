"""The log in words: who is somebody, one and many, what comes before what."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from affray.core.effect import TABLE, Who
from affray.core.live import Asked, Chose
from affray.core.ruleset import rulesets
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import words
from affray.rulesets.serenity.words import WORDS
from affray.testing.script import kinds
from tests.serenity.cast import act, do, fight, fighter, foe, near

NAMES = ["Ana", "Bo"]


@pytest.mark.rule("SER-R38")
def test_wherever_a_bad_throw_lands_it_is_told():
    def lands(where):
        return WORDS.told(fight(fighter(), foe()), NAMES, Chose(Asked(TABLE, "lands by"), where, ()))

    assert lands(Who(0)) == "The throw goes wide and lands at the feet of Ana"
    assert lands(Who(1)) == "The throw goes wide and lands at the feet of Bo"
    assert lands(None) == "The throw goes wide and lands harmlessly, away from everyone"


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (fx.Hurt(Who(0), 3, 1), "Ana takes 3 stun and 1 wound"),
        (fx.Hurt(Who(0), -3, -1), "Ana recovers 3 stun and 1 wound"),
        (fx.Hurt(Who(0), 0, 2), "Ana takes 2 wounds"),
        (fx.Banked(Who(0), 0, 1), "Ana will take 1 wound once everyone has acted"),
        (fx.Capped(1), "The game master allows 1 action a round"),
        (fx.Capped(0), "The game master allows any number of actions a round"),
        (fx.TimePassed(1), "1 second passes"),
        (fx.Loaded(Who(0), 1, "pistol"), "Ana has 1 round in the pistol"),
    ],
)
def test_one_is_not_many(effect, said):
    assert WORDS.happened(NAMES, effect) == said


def test_one_is_not_many_on_cards_either():
    given = fight(fighter(wounds=1, plot=1), foe(), most=1)
    assert "0 stun, 1 wound of 12" in WORDS.fighter(given, Who(0))
    assert "1 plot point" in WORDS.card(given, Who(0)).states
    assert WORDS.table(given) == "round 1, 0 s, at most 1 action"


@pytest.mark.rule("SER-HURT-01", "SER-DIE-02")
def test_one_bleeds_before_one_dies():
    play = do(
        fight(fighter(weapons=("axe",)), near(life=2)), act("attack", 1, item="axe"), "", (1,), (6,), (8,)
    )
    told = [kind for kind in kinds(play) if kind in ("Bled", "Died", "Dying")]
    assert told == ["Bled", "Died"]


# --- no fighter is nobody because of having the first place -----------------------------------------


def _names_nobody(tree: ast.AST) -> list[int]:
    """Lines where anything is held against a list in which a 0 and a None both stand for nothing."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for op, other in zip(node.ops, node.comparators, strict=True):
                if isinstance(op, ast.In | ast.NotIn) and isinstance(other, ast.Tuple | ast.List | ast.Set):
                    values = [e.value for e in other.elts if isinstance(e, ast.Constant)]
                    if None in values and any((type(v) is int and v == 0) or v is False for v in values):
                        found.append(node.lineno)
    return found


def _of_fighters(trees: list[ast.AST]) -> set[str]:
    """The fields of a game that hold a fighter or None, and nothing else anywhere."""
    kinds: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kinds.setdefault(node.target.id, set()).add(ast.unparse(node.annotation))
            elif isinstance(node, ast.FunctionDef) and node.returns is not None:
                kinds.setdefault(node.name, set()).add(ast.unparse(node.returns))
    return {name for name, found in kinds.items() if found <= {"Who", "Who | None"} and "Who | None" in found}


def _tested_for_truth(tree: ast.AST, fields: set[str]) -> list[int]:
    """Lines where a field that holds a `Who` is tested for truth; the first fighter is 0."""
    tests: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            tests.append(node.test)
        elif isinstance(node, ast.BoolOp):
            tests += node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            tests.append(node.operand)
        elif isinstance(node, ast.comprehension):
            tests += node.ifs
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool":
            tests += node.args
    return [t.lineno for t in tests if isinstance(t, ast.Attribute) and t.attr in fields]


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets())
def test_no_game_takes_the_first_fighter_for_nobody(game):
    """A `Who` is a number, and that of the first fighter is 0."""
    root = Path(words.__file__).parents[1] / game
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(root.rglob("*.py"))}
    fields = _of_fighters([*trees.values()])
    assert fields
    wrong = [
        f"{file.relative_to(root)}:{line}"
        for file, tree in trees.items()
        for line in (*_names_nobody(tree), *_tested_for_truth(tree, fields))
    ]
    assert not wrong


def test_what_takes_the_first_fighter_for_nobody_is_found():
    fields = {"at"}
    for code in ("act.at or 3", "1 if act.at else 2", "not act.at", "[x for x in y if act.at]"):
        assert _tested_for_truth(ast.parse(code), fields), code
    assert not _tested_for_truth(ast.parse("act.at is not None and act.to"), fields)
    assert _names_nobody(ast.parse('value in (False, None, "", 0)'))
