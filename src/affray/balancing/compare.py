"""Weapons, options and whole sets of house rules side by side, in exact odds.

One fighter of a scene attacks another over a grid of armours and distances, both fresh and in the
open, once with each of what is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from affray.balancing.change import said
from affray.balancing.draft import Draft
from affray.core.act import Act, Offer
from affray.core.catalogue import OptionValue
from affray.core.effect import Who
from affray.core.errors import BadAnswer, BadData, NotFound, unknown
from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import MeasureKind
from affray.pricing import ActionOdds, Distribution, Prices, price_action

SITUATION = frozenset(
    [
        "aware",
        "bound",
        "cover",
        "drives",
        "drive",
        "facing",
        "hidden",
        "hp",
        "in_hand",
        "mp",
        "now",
        "opens",
        "prone",
        "rides",
        "stance",
        "stun",
        "surprises",
        "task",
        "unseen",
        "works",
        "wounds",
        "count",
    ]
)
"""What a scene says of a fighter that is of the moment, and left out here."""
ARMOURS = 4
"""So many armours are looked at where none is named: none at all, and some from light to heavy."""
ATTACKER, TARGET = Who(0), Who(1)


class Variant(NamedTuple):
    """One of what is compared: a weapon (None: the fighter's own), house rules."""

    weapon: str | None
    options: Mapping[str, OptionValue]

    @property
    def name(self) -> str:
        """What it is called."""
        rules = [Verbatim(f"{key}={said(value)}") for key, value in self.options.items()]
        what = [*([self.weapon] if self.weapon else []), *rules]
        return joined(", ", what) if what else "as it is"


@dataclass(frozen=True, slots=True)
class ComparisonCell:
    """One attack: the variant, the target's armour, how far, what it comes to.

    Where there is no attack, `odds` is None and `why` says why.
    """

    variant: int
    armour: str
    range: float
    action: str = ""
    odds: ActionOdds | None = None
    hits: Fraction = Fraction()
    harm: Fraction = Fraction()
    out: Fraction = Fraction()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole grid: its variants, its axes, its cells in the order of the axes."""

    attacker: str
    target: str
    unit: str
    variants: tuple[Variant, ...]
    armours: tuple[str, ...]
    ranges: tuple[float, ...]
    cells: tuple[ComparisonCell, ...]

    @property
    def ahead(self) -> list[int]:
        """In how many places of the grid each variant does the most harm, alone."""
        leads: Counter[int] = Counter()
        for n in range(0, len(self.cells), len(self.variants)):
            here = self.cells[n : n + len(self.variants)]
            most = max(cell.harm for cell in here)
            best = [cell.variant for cell in here if cell.harm == most]
            leads.update(best if len(best) == 1 else [])
        return [leads[n] for n in range(len(self.variants))]


def compare(
    draft: Draft,
    weapons: Sequence[str] = (),
    options: Sequence[Mapping[str, OptionValue]] = (),
    *,
    fighter: str | None = None,
    target: str | None = None,
    armours: Sequence[str] = (),
    ranges: Sequence[float] = (),
    action: str | None = None,
    policy: str | None = None,
) -> Comparison:
    """Compare two or more weapons, or settings of house rules, over a grid of opponents.

    `fighter` is by default the first of the scene, `target` the first of another side; `armours`
    are names or points, by default some of the game's; `ranges` are in the unit of the scene.
    `action` is by default the plain attack.  Raises BadAnswer or NotFound for what is asked.
    """
    variants = tuple(Variant(w, o) for w, o in product(weapons or (None,), options or ({},)))
    if len(variants) < 2:
        raise BadAnswer("nothing to compare: expected at least two weapons, or two settings of house rules")
    if twice := [v.name for n, v in enumerate(variants) if v in variants[:n]]:
        raise BadAnswer(
            msg("{what} is listed twice; expected different things to compare", what=Verbatim(repr(twice[0])))
        )
    pair = _pair(draft, fighter, target)
    chosen = _policy(draft, policy)
    table = Matchup(draft, pair, action, chosen)
    suits, apart = tuple(armours) or _some(draft), tuple(ranges) or draft.ruleset.levers.ranges
    cells = [
        table.cell(n, variant, armour, distance)
        for armour, distance in product(suits, apart)
        for n, variant in enumerate(variants)
    ]
    if not ranges:
        reached = {cell.range for cell in cells if cell.odds}
        if not reached:
            raise BadAnswer(
                msg(
                    "{who} cannot attack {whom}: {why}",
                    who=Verbatim(pair[0]["name"]),
                    whom=Verbatim(pair[1]["name"]),
                    why=cells[0].why,
                )
            )
        apart = tuple(away for away in apart if away in reached)
        cells = [cell for cell in cells if cell.range in reached]
    unit = draft.ruleset.levers.unit
    return Comparison(pair[0]["name"], pair[1]["name"], unit, variants, suits, apart, tuple(cells))


def _pair(draft: Draft, fighter: str | None, target: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The plain data of the two, without what is of the moment."""
    _ = draft.scene
    records = draft.data["fighters"]
    one = records[0] if fighter is None else _named(records, fighter)
    others = [r for r in records if r["side"] != one["side"]]
    other = others[0] if target is None else _named(records, target)
    if other["name"] == one["name"]:
        raise BadAnswer(
            msg(
                "{who} cannot be the target of their own attack; expected another target",
                who=Verbatim(one["name"]),
            )
        )
    plain = [{k: v for k, v in record.items() if k not in SITUATION} for record in (one, other)]
    return plain[0], {**plain[1], "side": "the other side"}


def _named(records: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    matches = [r for r in records if r["name"].casefold() == name.casefold()]
    if not matches:
        raise NotFound("fighter", name, [r["name"] for r in records])
    return matches[0]


def _policy(draft: Draft, policy: str | None) -> str:
    known = draft.ruleset.policies
    if policy is not None and policy not in known:
        raise NotFound("policy", policy, known)
    return policy or next(iter(known))


def _some(draft: Draft) -> tuple[str, ...]:
    """No armour, and some of the game's from the lightest to the heaviest."""
    suits = {rating: name for name, rating in reversed([*draft.ruleset.levers.armours().items()]) if rating}
    ratings = sorted(suits)
    steps = min(ARMOURS - 1, len(ratings))
    chosen = [ratings[n * (len(ratings) - 1) // max(1, steps - 1)] for n in range(steps)]
    return ("0", *[suits[rating] for rating in chosen])


@dataclass(slots=True)
class Matchup:
    """What all cells share."""

    draft: Draft
    pair: tuple[dict[str, Any], dict[str, Any]]
    action: str | None
    policy: str

    def cell(self, n: int, variant: Variant, armour: str, distance: float) -> ComparisonCell:
        """One attack."""
        opened = self.opened(variant, armour, distance)
        game, fight = opened.ruleset, opened.ruleset.in_combat(opened.fight, ATTACKER)
        weapon = game.levers.carried(opened.scene.fighters[0])[:1]
        offers = [o for o in game.menu(fight, ATTACKER) if o.act.at == TARGET and _with(game, o.act, weapon)]
        attack = self.offer(offers)
        if attack is None or attack.refused:
            why = attack.refused[0].why if attack else "no such attack with this weapon"
            return ComparisonCell(n, armour, distance, why=why)
        odds = price_action(game, fight, ATTACKER, attack.act, policy=self.policy, prices=Prices())
        harm = sum((m.mean for m in _of(odds, "harm")), Fraction())
        return ComparisonCell(n, armour, distance, attack.act.name, odds, _hits(odds), harm, _out(odds))

    def opened(self, variant: Variant, armour: str, distance: float) -> Draft:
        """The scene of two of a cell; raises BadAnswer when it cannot be."""
        attacker = {**self.pair[0], "at": [0, 0]}
        if variant.weapon is not None:
            attacker["weapons"] = [variant.weapon]
        worn: Any = int(armour) if armour.isdigit() else armour
        pieces = self.draft.ruleset.levers.pieces and isinstance(worn, str)
        target = {**self.pair[1], "at": [distance, 0], "armour": [worn] if pieces else worn}
        kept = {key: self.draft.data[key] for key in ("ruleset", "title")}
        options = {**self.draft.data.get("options", {}), **variant.options}
        data = {**kept, "options": options, "fighters": [attacker, target]}
        draft = replace(self.draft, data=data, source="comparison")
        try:
            _ = draft.fight
        except BadData as e:
            raise BadAnswer(
                msg("{what}: {why}", what=variant.name, why=_short(e)), code="answer/no-comparison"
            ) from None
        return draft

    def offer(self, offers: Sequence[Offer]) -> Offer | None:
        """The attack that is meant: as asked, or the plainest that is allowed."""
        known = [o.act.name for o in offers]
        if self.action is not None and self.action not in known:
            if self.action in self.draft.ruleset.levers.attacks:
                return None
            raise BadAnswer(unknown("attack here", self.action, known), code="answer/no-action")
        names = [self.action] if self.action else self.draft.ruleset.levers.attacks or known
        fitting = [o for name in names for o in offers if o.act.name == name]
        return next((o for o in fitting if not o.refused), fitting[0] if fitting else None)


def _with(game: Any, act: Act, weapon: Iterable[str]) -> bool:
    """Whether an action is done with this weapon, or with none by name."""
    return act.item in weapon or (act.item not in game.scene.kinds["weapons"].names() if weapon else True)


def _of(odds: ActionOdds, kind: MeasureKind) -> list[Distribution]:
    """What of this kind is asked about the target."""
    return [m for m in odds.measures if m.measure.kind == kind and m.measure.whom == TARGET]


def _hits(odds: ActionOdds) -> Fraction:
    """The chance to hit; in a game that knows no misses, of any harm."""
    return next((m.chance for m in (*_of(odds, "hit"), *_of(odds, "harm"))), Fraction())


def _out(odds: ActionOdds) -> Fraction:
    return next((m.chance for m in _of(odds, "out")), Fraction())


def _short(e: BadData) -> str:
    """The faults without their places, which nobody wrote."""
    return joined("; ", dict.fromkeys(fault.alone for fault in e.faults))


def rows(comparison: Comparison) -> Iterator[tuple[str, float, tuple[ComparisonCell, ...]]]:
    """The grid row by row: armour, range, and the cell of each variant."""
    size = len(comparison.variants)
    for n in range(0, len(comparison.cells), size):
        here = comparison.cells[n : n + size]
        yield here[0].armour, here[0].range, here
