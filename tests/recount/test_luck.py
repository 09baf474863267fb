"""Luck against exact chances, worked by hand and by brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from affray.core.dice import Chance, total
from affray.core.effect import Who
from affray.core.ruleset import rulesets
from affray.recount.luck import fate, luck_of
from affray.recount.rolls import Cast
from affray.rulesets.coriolis.dice import sixes
from affray.rulesets.coriolis.house import House


def cast(what, chance, value):
    return Cast(Who(0), what, chance, value)


def follows():
    return rulesets()["coriolis"].follows(House())


def test_a_fate_counts_what_is_worse_and_half_of_what_is_the_same():
    assert fate(cast("armour", total(6), 3)) == Fraction(5, 12)
    assert fate(cast("hours down", total(6), 3), low=True) == Fraction(7, 12)
    assert fate(cast("armour", sixes(2), 0)) == Fraction(25, 72)


def test_sums_of_a_kind_are_held_against_every_way_they_can_come():
    values = (1, 0, 3)
    kinds = (sixes(4), sixes(2), sixes(5))
    found = luck_of([cast("shot", kind, value) for kind, value in zip(kinds, values, strict=True)], follows())
    ways = Counter[int]()
    for a, b, c in product(*[kind.faces for kind in kinds]):
        ways[a[0] + b[0] + c[0]] += a[1] * b[1] * c[1]
    less = sum(n for total_, n in ways.items() if total_ < 4)
    assert found.lots[0].fate == Fraction(2 * less + ways[4], 2 * 6**11)
    assert found.lots[0].expected == Fraction(11, 6)
    assert found.lots[0].sum == 4


def test_all_rolls_together_come_near_what_brute_force_says():
    casts = [cast("shot", total(6), 6), cast("hours down", total(6), 1), cast("armour", sixes(2), 0)]
    found = luck_of(casts, follows())
    fates = [
        [(round(100 * fate(c._replace(value=v), c.what == "hours down")), w) for v, w in c.chance.faces]
        for c in casts
    ]
    came = sum(round(100 * fate(c, c.what == "hours down")) for c in casts)
    ways = Counter[int]()
    for row in product(*fates):
        weight = 1
        for _, w in row:
            weight *= w
        ways[sum(place for place, _ in row)] += weight
    want = (sum(n for place, n in ways.items() if place < came) + ways[came] / 2) / ways.total()
    assert abs(found.fate - want) < 1e-12
    assert found.mean == (Fraction(11, 12) * 2 + Fraction(25, 72)) / 3


def test_the_mean_fate_over_all_answers_is_a_half():
    for chance in (total(6, 6), sixes(5), total(4, 8)):
        mean = sum(fate(cast("x", chance, v)) * w for v, w in chance.faces) / chance.total
        assert mean == Fraction(1, 2)


def test_what_says_nothing_of_luck_is_left_out():
    words = Chance("toss", (2,), lambda dice: "heads", [("heads", 1), ("tails", 1)])
    found = luck_of([cast("toss", words, "heads"), cast("critical injury", total(6), 6)], follows())
    assert (found.rolls, found.aside, found.fate) == (0, 2, 0.5)
