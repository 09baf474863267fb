"""Odds beside the rules: a game's questions, answered exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from affray.core.errors import OverBudget
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Ruleset
from affray.pricing import Prices, price_action
from affray.pricing.cache import ResultCache
from affray.pricing.exact import AnyExact, Exact
from affray.sheet import MeasureQuestion, OddsTable, RuleQuestion


class ComputedOdds(NamedTuple):
    """A table of odds with its answers, exact; None where nothing was asked."""

    odds: OddsTable
    values: tuple[tuple[Fraction | None, ...], ...]
    mark: str = "."
    """What stands before the decimals."""

    def texts(self) -> list[list[str]]:
        """The cells as people read them."""
        return [[self._text(value) for value in row] for row in self.values]

    def shades(self) -> list[list[str]]:
        """How dark each cell may be, from 0 to 1: its share of the largest value."""
        most = max((value for row in self.values for value in row if value), default=Fraction(1))
        return [[f"{float((value or 0) / most):.2f}" for value in row] for row in self.values]

    def _text(self, value: Fraction | None) -> str:
        if value is None:
            return ""
        return rounded(value).replace(".", self.mark) if self.odds.shows == "mean" else per_cent(value)


def computed(game: Ruleset, odds: OddsTable) -> ComputedOdds:
    """The answers to the questions of a game."""
    cache, prices = ResultCache(), Prices()

    def answer(row: int, column: int) -> Fraction | None:
        asked = odds.cell(row, column)
        if asked is None:
            return None
        if isinstance(asked, MeasureQuestion):
            return _priced(game, asked, odds.shows, prices)
        return _asked(asked, odds.shows, cache)

    places = range(len(odds.columns))
    return ComputedOdds(odds, tuple(tuple([answer(r, c) for c in places]) for r in range(len(odds.rows))))


def _asked(asked: RuleQuestion, shows: str, cache: ResultCache) -> Fraction:
    play: AnyExact = Exact(asked.fight, asked.policy, cache)
    total = Fraction()
    for end in play.explore(asked.rule):
        weight = Fraction(end.weight * sum(num for num, _, _ in end.terms), end.cases)
        total += weight * (end.result if shows == "mean" else end.result > 0)
    return total


def _priced(game: Ruleset, asked: MeasureQuestion, shows: str, prices: Prices) -> Fraction:
    policy = next(iter(game.policies))
    price = price_action(game, asked.fight, asked.who, asked.act, policy=policy, prices=prices)
    if not price.exact:
        raise OverBudget(
            0,
            msg(
                "{name} has too many paths for the sheet; try a smaller fight",
                name=Verbatim(repr(asked.act.name)),
            ),
        )
    measure = price[asked.measure]
    return measure.mean if shows == "mean" else measure.chance


def per_cent(chance: Fraction) -> str:
    """A chance in whole per cent; never 0 or 100 for what is not certain.

    >>> [per_cent(Fraction(n, 1000)) for n in (0, 1, 167, 999, 1000)]
    ['0', '<1', '17', '>99', '100']
    """
    if 0 < chance < Fraction(1, 200):
        return "<1"
    if Fraction(199, 200) < chance < 1:
        return ">99"
    return f"{float(chance) * 100:.0f}"


def rounded(mean: Fraction) -> str:
    """A mean with one place, which is as much as a table can use.

    >>> rounded(Fraction(1, 3)), rounded(Fraction(2))
    ('0.3', '2.0')
    """
    return f"{float(mean):.1f}"
