"""The card of one fighter: figures, arms, what it can do, and the odds of what it usually does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from affray.core.act import Act, Offer
from affray.core.body import spot_of
from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.fight import GameFight
from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import Bar, Ruleset, names_of
from affray.core.space import Point
from affray.pricing import ActionOdds, Prices, price_action, rounded
from affray.reference.calculation import per_cent
from affray.reference.calculation import rounded as one_place
from affray.reference.contribution import cost_in_words, fighter_sheet, page_of
from affray.reference.entry import switched
from affray.reference.sheet import Sheet
from affray.sheet import Cell, Page, SheetPart, Table

SAMPLES = 1_000
"""How often an action is tried whose odds are not found exactly."""
FOES = 2
"""The nearest foes that odds are against, each where it is and at arm's length."""
ARMS_LENGTH = 100
"""How far away that is, in centimetres."""
ATTACKS = 9
"""How many attacks there are odds of: those that do most."""
TIED = "\N{NO-BREAK SPACE}"
BOXES = 30
"""Figures up to which there is a box for each point."""
BOX = "\N{WHITE SQUARE}"


class Known(NamedTuple):
    """What whoever reads a card may know: names as they see them, foes, and whether their figures too."""

    names: Sequence[str]
    foes: tuple[Who, ...]
    figures: bool = True


def everything_of(game: Ruleset, fight: GameFight, who: Who) -> Known:
    """What somebody may know from whom nothing is hidden."""
    side = fight.fighter(who).side
    return Known(names_of(game, fight), tuple(n for n in fight.here if fight.fighter(n).side != side))


def make_card(game: Ruleset, fight: GameFight, who: Who, known: Known, odds: bool = True) -> Sheet:
    """A sheet of one page about a fighter, under the house rules of the fight."""
    options = {o.key: getattr(fight.house, o.field, o.default) for o in game.catalogue.options.values()}
    whole, on = page_of(game, options), switched(game.catalogue, fight.house)
    tables = [*_figures(game, fight, who), *_parts(fighter_sheet(game, fight, who))]
    if odds:
        tables += _usual(game, game.in_combat(fight, who), who, known)
    page = Page(whole.actions, whole.modifiers, tables=tuple(tables), hue=whole.hue)
    return Sheet(game, page, (), on, (), frozenset(), options, name=known.names[who])


def _figures(game: Ruleset, fight: GameFight, who: Who) -> Iterator[Table]:
    """What is used up, with a box for each point, to be ticked off."""
    card = game.words.card(fight, who)
    rows = [(bar.name, msg("{now} of {most}", now=bar.now, most=bar.most), _boxes(bar)) for bar in card.bars]
    noted = joined(", ", [*card.states, *([card.gear] if card.gear else [])])
    if rows:
        yield Table("figures", "Figures", ("", "now", ""), tuple(rows), note=noted)


def _boxes(bar: Bar) -> str:
    return BOX * bar.now if bar.now > 0 and bar.most <= BOXES else ""


def _parts(parts: Iterable[SheetPart]) -> Iterator[Table]:
    """The sheet of the fighter, as its game has it."""
    for n, part in enumerate(parts):
        columns = part.columns or ("",) * len(part.rows[0])
        yield Table(f"part-{n}", part.title, columns, part.rows)


# --- odds -----------------------------------------------------------------------------------------


class FoeAt(NamedTuple):
    """A fight with a foe at some distance, and how far that is in words."""

    fight: GameFight
    foe: Who
    apart: str


class Against(NamedTuple):
    """What attacks on a foe come to: the distances, and the attacks with a cell for each of them."""

    distances: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cost: str = ""
    """What each costs, if all cost the same; else that is the second cell."""


def _usual(game: Ruleset, fight: GameFight, who: Who, known: Known) -> Iterator[Table]:
    """What attacks on the nearest foes come to; those who are equal share a table."""
    own = spot_of(fight.fighter(who))
    foes = [foe for foe in known.foes if not game.words.card(fight, foe).out]
    nearest = sorted(foes, key=lambda foe: _far(own, spot_of(fight.fighter(foe))))[:FOES]
    equal: dict[Against, list[Who]] = {}
    for foe in nearest:
        equal.setdefault(_against(game, fight, who, foe, known), []).append(foe)
    for against, some in equal.items():
        if against.rows:
            names = joined(", ", [known.names[foe] for foe in some])
            what = "Per cent, and the harm on average" if known.figures else "Per cent, rounded"
            columns = ("attack", *([] if against.cost else ["cost"]), *against.distances)
            each = [msg("{cost} each", cost=against.cost)] if against.cost else []
            note = joined("; ", (what, *each))
            yield Table(
                f"against-{some[0]}",
                msg("Against {names}", names=names),
                columns,
                against.rows,
                note=note,
            )


def _against(game: Ruleset, fight: GameFight, who: Who, foe: Who, known: Known) -> Against:
    """What the attacks that do most come to at each distance."""
    priced = [(at.apart, _priced(game, at, who, known)) for at in _situations(game, fight, who, foe)]
    columns = [(apart, cells) for apart, cells in priced if cells]
    titles = dict.fromkeys(title for _, cells in columns for title in cells)
    best = {t: max(cells[t].worth for _, cells in columns if t in cells) for t in titles}
    kept = set(sorted(titles, key=lambda title: -best[title])[:ATTACKS])
    costs = {cost for _, cost in kept}
    rows = [
        (
            *(title if len(costs) > 1 else title[:1]),
            *[c[title].told if title in c else None for _, c in columns],
        )
        for title in titles
        if title in kept
    ]
    return Against(tuple(apart for apart, _ in columns), tuple(rows), costs.pop() if len(costs) == 1 else "")


def _situations(game: Ruleset, fight: GameFight, who: Who, foe: Who) -> Iterator[FoeAt]:
    """A foe where it stands, and at arm's length."""
    own, spot = spot_of(fight.fighter(who)), spot_of(fight.fighter(foe))
    placed = next((c for c in game.controls(fight, who) if c.kind == "place"), None)
    yield FoeAt(fight, foe, game.words.apart(fight, who, foe) or "now")
    if placed and own and spot and _far(own, spot) > ARMS_LENGTH:
        near = fight.after(placed.at(Point(spot.x - ARMS_LENGTH, spot.y)))
        yield FoeAt(near, foe, "at arm's length")


def _far(one: Point | None, other: Point | None) -> float:
    return (
        0 if one is None or other is None else float((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
    )


class AttackTold(NamedTuple):
    """What an attack comes to, in words and as a number to compare by."""

    told: str
    worth: float


def _priced(game: Ruleset, given: FoeAt, who: Who, known: Known) -> dict[tuple[str, str], AttackTold]:
    """What each attack on the foe comes to, by its words and cost."""
    priced, prices = dict[tuple[str, str], AttackTold](), Prices()
    for offer in game.menu(given.fight, who):
        strikes = offer.act.at == given.foe and game.kind_of(given.fight, who, offer.act) == "attack"
        if strikes and not offer.refused:
            with suppress(OverBudget):
                odds = _odds(game, given.fight, who, offer.act, prices)
                if odds.headline:
                    priced[_title(game, offer, known)] = _told(odds, given.foe, known.figures)
    return priced


def _odds(game: Ruleset, fight: GameFight, who: Who, act: Act, prices: Prices) -> ActionOdds:
    policy = next(iter(game.policies))
    return price_action(game, fight, who, act, policy=policy, samples=SAMPLES, prices=prices)


def _title(game: Ruleset, offer: Offer, known: Known) -> tuple[str, str]:
    words = game.words.option(known.names, "action", offer.act._replace(at=None))
    return words, cost_in_words(game, offer.cost)


def _told(odds: ActionOdds, foe: Who, figures: bool) -> AttackTold:
    """The chance of what an action is for; where figures are known, the harm that it does, too."""
    shown = (odds if figures else rounded(odds)).headline or odds.asked[0]
    chance = per_cent(shown.chance)
    harm = [m.mean for m in odds.measures if m.measure.kind == "harm" and m.measure.whom == foe]
    if not figures or not harm:
        return AttackTold(Verbatim(chance), float(shown.chance))
    return AttackTold(
        Verbatim(f"{chance}{TIED}\N{MIDDLE DOT}{TIED}{one_place(harm[0])}"), 100 + float(harm[0])
    )
