"""Dice as people write them, such as `2d6+1`: which they are, what they come to, how likely that is.

A notation is dice and numbers with `+` and `-` between them: `d8+d6`, `3d6-2`.  `4d6k3` keeps the three
highest, `2d20kl1` the lowest.  `5d6>5` counts the dice that show more than 5, `>=5` those that show at
least 5.  `d66` is two dice, tens and units.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate, product
from math import prod
from typing import NamedTuple

from affray.core.dice import Chance
from affray.core.errors import BadAnswer
from affray.core.message import Message, Verbatim, figure, msg

MOST_DICE = 100
"""So many dice are thrown at once."""
MOST_SIDES = 1_000
"""No die has more."""
MOST_CASES = 20_000
"""So many ways of falling are counted one by one."""
MOST_SUM = 2_000
"""How likely a sum is, is worked out up to this highest one."""

_TERM = r"(?:\d{0,6}d(?:\d{1,6}|%)(?:k[hl]?\d{1,3})?|\d{1,6})"
_NOTATION = re.compile(
    rf"(?P<sum>{_TERM}(?:\s*[+-]\s*{_TERM})*)\s*(?:(?P<than>>=?)\s*(?P<face>\d{{1,4}}))?", re.ASCII
)
_PART = re.compile(
    r"(?P<sign>[+-]?)\s*(?:(?P<count>\d*)d(?P<sides>\d+|%)(?:k(?P<end>[hl]?)(?P<keep>\d+))?|(?P<number>\d+))",
    re.ASCII,
)
_OTHERWISE = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{GREATER-THAN OR EQUAL TO}": ">=",
        "\N{NO-BREAK SPACE}": " ",
    }
)


class DiceTerm(NamedTuple):
    """Some dice of one size; of these the `keep` highest count, or the lowest where it is negative."""

    dice: int
    sides: int
    sign: int = 1
    keep: int = 0

    def of(self, faces: Iterable[int]) -> int:
        """What its faces add to the sum."""
        lying = sorted(faces)
        kept = lying[-self.keep :] if self.keep >= 0 else lying[: -self.keep]
        return self.sign * sum(kept)


class Notation(NamedTuple):
    """Dice to throw and how they are read: added up with a number, counted from a face on, or as D66."""

    text: str
    terms: tuple[DiceTerm, ...]
    number: int = 0
    least: int = 0
    """The dice that show at least this are counted; 0 adds them up."""
    tens: bool = False
    """Whether it is D66."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sizes of the dice in their order."""
        return (6, 6) if self.tens else tuple(t.sides for t in self.terms for _ in range(t.dice))

    def of(self, faces: tuple[int, ...]) -> int:
        """What faces come to.

        >>> read("4d6k3+1").of((1, 6, 5, 2)), read("5d6>5").of((6, 1, 6, 2, 3)), read("d66").of((3, 5))
        (14, 2, 35)
        """
        if self.tens:
            return 10 * faces[0] + faces[1]
        if self.least:
            return sum(face >= self.least for face in faces)
        sum_, first = self.number, 0
        for term in self.terms:
            sum_ += term.of(faces[first : first + term.dice])
            first += term.dice
        return sum_

    @property
    def chance(self) -> Chance[int]:
        """The request that these dice are, to read typed faces by; it has no odds."""
        return Chance(self.text, self.sides, self.of, ())

    def at_least(self, result: int) -> float | None:
        """How likely it was to get this or more; None where that would take long.

        >>> read("2d6+1").at_least(13), read("2d6").at_least(2), read("100d1000").at_least(5)
        (0.027777777777777776, 1.0, None)
        """
        ways = self._ways()
        if not ways:
            return None
        return sum(n for value, n in ways.items() if value >= result) / sum(ways.values())

    def _ways(self) -> Mapping[int, int]:
        """In how many ways the dice can fall so, by what they come to; nothing where that would take long."""
        if self.least:
            return _counted(self.sides, self.least)
        if self.tens or any(term.keep for term in self.terms):
            few = prod(self.sides) <= MOST_CASES
            cases = product(*(range(1, side + 1) for side in self.sides)) if few else ()
            return Counter(map(self.of, cases))
        if sum(self.sides) > MOST_SUM:
            return {}
        # A die that is taken off adds to the sum what one that is put on does, less its sides and one.
        lowered = sum(term.dice * (term.sides + 1) for term in self.terms if term.sign < 0)
        return {value + self.number - lowered: n for value, n in _added(self.sides).items()}


def read(text: str) -> Notation:
    """What a notation says; raises BadAnswer for one that says nothing, or too much.

    >>> read("2D6 + 1").text, read("d8+d6").sides, read("5d6>5").least
    ('2d6+1', (8, 6), 6)
    """
    spelled = _NOTATION.fullmatch(text.translate(_OTHERWISE).strip().casefold())
    if spelled is None:
        raise BadAnswer(
            msg("expected dice such as 2d6+1, 4d6k3 or 5d6>5, got {text}", text=Verbatim(repr(text[:40]))),
            code="answer/not-dice",
        )
    terms, number = list[DiceTerm](), 0
    for part in _PART.finditer(spelled["sum"]):
        if part["number"]:
            number += int(part["sign"] + part["number"])
        else:
            terms.append(_term(part))
    plain = "".join(spelled[0].split()).replace("%", "100")
    if len(terms) == 1 and terms[0] == DiceTerm(1, 66) and plain.endswith("d66"):
        return Notation("d66", (), tens=True)
    least = int(spelled["face"]) + (spelled["than"] == ">") if spelled["than"] else 0
    notation = Notation(plain, tuple(terms), number, least)
    if fault := _fault(notation, counted=bool(spelled["than"])):
        raise BadAnswer(fault, code="answer/dice-range")
    return notation


def _term(part: re.Match[str]) -> DiceTerm:
    sides = 100 if part["sides"] == "%" else int(part["sides"])
    keep = int(part["keep"] or 0)
    if part["keep"] and not 1 <= keep <= int(part["count"] or 1):
        raise BadAnswer(
            msg("{dice} cannot keep {keep} dice", dice=Verbatim(part[0].lstrip("+- ")), keep=keep),
            code="answer/dice-range",
        )
    sign = -1 if part["sign"] == "-" else 1
    return DiceTerm(int(part["count"] or 1), sides, sign, -keep if part["end"] == "l" else keep)


def _fault(notation: Notation, counted: bool) -> Message | None:
    """What is too much in a notation, in words."""
    terms = notation.terms
    dice = sum(term.dice for term in terms)
    if not 1 <= dice <= MOST_DICE or any(not term.dice for term in terms):
        return msg("expected 1 to {most} dice, got {dice}", most=MOST_DICE, dice=figure(dice, ","))
    for term in terms:
        if term.sides == 66:
            return msg("d66 is rolled by itself: two dice, tens and units")
        if not 2 <= term.sides <= MOST_SIDES:
            most, got = figure(MOST_SIDES, ","), figure(term.sides, ",")
            return msg("expected dice of 2 to {most} sides, got {got}", most=most, got=got)
    if not counted:
        return None
    if notation.number or any(term.keep or term.sign < 0 for term in terms):
        return msg("only plain dice can be counted, as in 5d6>5, without modifiers or dropped dice")
    highest = max(term.sides for term in terms)
    if not 1 <= notation.least <= highest:
        return msg(
            "expected a face from 1 to {most} to count from, got {least}", most=highest, least=notation.least
        )
    return None


def _added(sides: Iterable[int]) -> Mapping[int, int]:
    """In how many ways dice add up to each sum."""
    ways = [1]
    for side in sides:
        below = [0, *accumulate(ways)]  # in how many ways the others come to less than each sum
        upper, lower = below + [below[-1]] * (side - 1), [0] * side + below[:-1]
        ways = [most - least for most, least in zip(upper, lower, strict=True)]
    return {value: n for value, n in enumerate(ways) if n}


def _counted(sides: Iterable[int], least: int) -> Mapping[int, int]:
    """In how many ways so many dice show a face or more."""
    ways = [1]
    for side in sides:
        hits = max(0, side - least + 1)
        misses = side - hits
        ways = [a * misses + b * hits for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    return {value: n for value, n in enumerate(ways) if n}
