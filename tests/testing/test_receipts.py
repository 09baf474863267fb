"""No rule stands on a receipt on which it had no bearing: see tools/receipts.py.

Many random fights were counted into tests/GAME/receipts.csv; here a few of them are held against it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from affray.core.ruleset import rulesets
from affray.testing.receipts import Receipt, ReceiptCounts, counted, walked
from tools.receipts import kept, reasons, unexplained

GAMES = tuple(rulesets())
FIGHTS = range(8)
"""Those that are fought again: of every scene one with the policy or without, some with other house rules."""
UNLIKELY = 0.01
"""What chance a rule of some receipts has at most to stand on all of these fights, which house rules part."""


@cache
def fights(game):
    """Receipts of a few fights, counted one by one."""
    return [counted(walked(rulesets()[game], [n])) for n in FIGHTS]


def today(game):
    """The same, counted together."""
    together = counted([])
    for fight in fights(game):
        together.of.update(fight.of)
        together.with_rule.update(fight.with_rule)
    return together


def recorded(game):
    """What was counted in many."""
    pairs = kept(game)
    return ReceiptCounts(
        Counter({p.about: p.of for p in pairs}), Counter({(p.about, p.rule): p.held for p in pairs})
    )


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_of_a_question_and_a_rule_has_receipts_with_it_and_without_or_a_reason(game):
    assert unexplained(recorded(game), reasons(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_on_a_receipt_was_counted(game):
    known, book = recorded(game), rulesets()[game].catalogue
    assert [pair for pair in today(game).with_rule if pair not in known.with_rule] == []
    assert [rule for _, rule in known.with_rule if rule not in book.rules and rule not in book.rulings] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_stood_on_some_receipts_does_not_stand_on_all_now(game):
    known, now = recorded(game), today(game)
    faults = []
    for about, rules in now.always().items():
        asked = sum(about in fight.of for fight in fights(game))
        for rule in rules:
            share = known.with_rule[about, rule] / known.of[about] if known.of[about] else 1
            if share**asked < UNLIKELY:
                faults.append(f"{about}: {rule} stood on {share:.0%} of the receipts, and stands on all now")
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_what_stood_on_all_receipts_still_does(game):
    always, now = recorded(game).always(), today(game)
    assert [
        f"{about}: {rule} stood on all receipts, and on {now.with_rule[about, rule]} of {now.of[about]} now"
        for about, rules in always.items()
        for rule in rules
        if now.of[about] > now.with_rule[about, rule]
    ] == []


def test_a_rule_without_a_reason_and_a_reason_without_a_rule_are_found():
    counts = counted(
        [
            Receipt("roll shot", frozenset(("A", "B"))),
            Receipt("roll shot", frozenset(("A",))),
            Receipt("effect Hurt", frozenset(("A",))),
        ]
    )
    assert counts.always() == {"roll shot": {"A"}, "effect Hurt": {"A"}}
    assert unexplained(counts, {}) == ["roll shot: A stands on all receipts"]
    assert unexplained(counts, {"roll shot": {"A": "why", "B": "stale"}, "roll gone": {"C": "stale"}}) == [
        "roll gone: C has a reason, and does not stand on all",
        "roll shot: B has a reason, and does not stand on all",
    ]
