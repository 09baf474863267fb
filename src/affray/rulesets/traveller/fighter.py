"""What a rule can read of a fighter and of the table: named facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from affray.core import view
from affray.core.effect import TABLE, Who
from affray.core.space import Point, bearing, squared
from affray.core.view import View, derived, derived_of_two, parted_by
from affray.rulesets.traveller import figures
from affray.rulesets.traveller.figures import REACH, able, dead
from affray.rulesets.traveller.hiding import between, near
from affray.rulesets.traveller.sheet import BEYOND, EXTREME, LONG, NORMAL, SHORT, Cover, Weapon
from affray.rulesets.traveller.state import Body, Game, State, Table

R = TypeVar("R")

UNSCOPED, UNSCOPED_AT_PEACE = 10_000, 30_000
"""Where the sight without a scope ends, in and out of combat.

See TRV-SCOPE-01, -02.
"""


class fact(view.fact[Body, R]):  # noqa: N801 (used like a decorator)
    """A fact of one fighter."""

    __slots__ = ()


class table_fact(view.fact[Table, R]):  # noqa: N801 (used like a decorator)
    """A fact of the table."""

    __slots__ = ()


# --- the order ----------------------------------------------------------------------------------


@derived
def turn_place(b: Body) -> tuple[bool, int, int]:
    """The place in the order, lowest first: initiative, then DEX (TRV-INIT-03, -04)."""
    return (not b.first, -(b.score + b.tactics + b.boost), -b.quick)


def next_by_name(a: Body, b: Body) -> tuple[bool, str]:
    """Who of those whom nothing else parts: the first by name after a, and round again."""
    return b.sheet.name <= a.sheet.name, b.sheet.name


@parted_by(next_by_name)
def lies(a: Body, b: Body) -> int:
    """Where somebody lies as seen by a; of those on one spot the next by name."""
    return bearing(a.spot, b.spot)


@parted_by(lies)
def first_of(_: Body, b: Body) -> tuple[int, ...]:
    """Who of equals comes first: by order of turns, by bearing, then by name."""
    return turn_place(b)


@derived
def waits(b: Body) -> bool:
    """Whether the turn of this round is still to begin."""
    return b.entered and not (b.done or b.opened or b.deferring) and able(b)


def waiting_place(b: Body) -> tuple[bool, int, int] | None:
    """The place of one whose turn is still to begin, else none."""
    return turn_place(b) if waits(b) else None


def ready(_: Table, b: Body) -> tuple[bool, int, int, bool] | None:
    """The places of those whose turn of this round is still to begin."""
    place = waiting_place(b)
    return None if place is None else (*place, True)


def begun(_: Table, b: Body) -> tuple[bool, str] | None:
    """The places of those whose turn has begun and is not over, those first who cannot use it."""
    return (able(b), b.sheet.name) if b.opened and not b.done else None


@derived
def struck(b: Body) -> bool:
    """Whether damage has come through that has not taken effect yet."""
    return bool(b.due)


def unsettled(_: Table, b: Body) -> str | None:
    """A place for those whose wounds are to take effect now."""
    return b.sheet.name if struck(b) and not b.together else None


def standing(_: Table, b: Body) -> int | None:
    """A place for everybody who is awake and alive."""
    return 0 if able(b) else None


def foes_told(fight: State, b: Body) -> list[Body]:
    """The enemies of whom it is told that somebody is behind something: it would tell of unseen ones."""
    told = (fight.fighter(who) for who in fight.here if who not in fight.hidden)
    return [foe for foe in told if opposes(b, foe) and not foe.unseen]


def opposes(a: Body, b: Body) -> bool:
    """Whether somebody is awake, and on another side."""
    return a.side != b.side and able(b)


def knows_of(a: Body, b: Body) -> bool:
    """Whether one knows where another is."""
    return a.side == b.side or not b.unseen


def ally(a: Body, b: Body) -> int | None:
    """A place for those on the same side, oneself included."""
    return 0 if a.side == b.side else None


# --- distance and cover --------------------------------------------------------------------------


def adjacent(a: Body, b: Body) -> bool:
    """Whether two are at arm's length of each other."""
    return squared(a.spot, b.spot) <= REACH * REACH


@cache
def band(reach: int, limit: int, inclusive: bool) -> Callable[[Body, Body], int]:
    """The range band of a weapon of this range between two (TRV-RANGE-01..04).

    Beyond `limit` it is extreme at best; 0 is no limit.
    """

    @derived_of_two
    def read(a: Body, b: Body) -> int:
        gap = squared(a.spot, b.spot)

        def under(edge: int) -> bool:
            return 16 * gap <= edge * edge if inclusive else 16 * gap < edge * edge

        edges = ((reach, SHORT), (4 * reach, NORMAL), (8 * reach, LONG), (16 * reach, EXTREME))
        nominal = next((n for edge, n in edges if under(edge)), BEYOND)
        return max(nominal, EXTREME) if limit and gap > limit * limit else nominal

    return read


@derived_of_two
def covers_from(b: Body, from_: Body) -> Cover | None:
    """The best of what is at hand that stands between (TRV-R37)."""
    if b.cover is None:
        return None
    covers = (b.cover, *b.more)
    return next((cover for cover in covers if between(cover, b.spot, from_.spot)), None)


def at_hand(t: Table, b: Body) -> tuple[Cover, ...]:
    """What there is to hide behind where a fighter is, or is going, the best first."""
    spot = b.heading or b.spot
    return tuple(sorted((c for c in t.covers if near(c, spot)), key=lambda c: -c.armour))


def threat(a: Body, b: Body) -> tuple[int, Point] | None:
    """The places of foes that are known of, the nearest first."""
    return (squared(a.spot, b.spot), b.spot) if opposes(a, b) and not b.unseen else None


class Fighter(View[Body]):
    """A fighter as the rules see it."""

    __slots__ = ()

    able = fact(able)
    dead = fact(dead)
    out = fact(lambda b: b.out)
    side = fact(lambda b: b.side)
    entered = fact(lambda b: b.entered)
    opened = fact(lambda b: b.opened)
    done = fact(lambda b: b.done)
    deferring = fact(lambda b: b.deferring)
    together = fact(lambda b: b.together)
    loses = fact(lambda b: b.loses)
    fresh = fact(figures.all_there)
    spent = fact(lambda b: b.acts <= 0)
    penalty = fact(lambda b: b.penalty)
    reacted = fact(lambda b: b.reacted)
    aim = fact(lambda b: b.aim)
    aiming = fact(lambda b: b.aim > 0)
    prone = fact(lambda b: b.stance == "prone")
    stance = fact(lambda b: b.stance)
    posted = fact(lambda b: b.post)
    unseen = fact(lambda b: b.unseen)
    opens = fact(lambda b: b.opens)
    gripped = fact(lambda b: b.grip is not None)
    wrestled = fact(lambda b: b.wrestled)
    hands = fact(lambda b: b.hands)
    droppable = fact(lambda b: b.hands)
    best_melee = fact(figures.best_melee)
    loaded_gun = fact(figures.loaded_gun)
    guns_in_hand = fact(figures.guns_in_hand)
    missiles_in_hand = fact(figures.missiles_in_hand)
    supplies = fact(figures.supplies)
    wounded = fact(figures.wounded)
    needs_surgery = fact(figures.needs_surgery)
    missing = fact(figures.missing)
    augment = fact(lambda b: b.sheet.augment)
    treated = fact(lambda b: b.treated)
    seen_to = fact(lambda b: b.seen_to)
    pool = fact(lambda b: b.pool)
    gift = fact(lambda b: b.gift)
    hidden = fact(lambda b: b.cover is not None)
    zeros = fact(figures.zeros)
    working = fact(lambda b: b.work is not None and b.work.on)

    @property
    def foe_in_grip(self) -> Fighter | None:
        """With whom this one grapples."""
        return self.of(_grip)

    def can_pay(self, cost: int) -> bool:
        """Whether so much of the turn is left."""
        return self.about(figures.pays(cost))

    def weapon(self, name: str) -> Weapon | None:
        """The thing of this name when it is in hand."""
        return self.about(figures.wields(name))

    def loaded(self, name: str) -> bool:
        """Whether a shot is left in it."""
        return self.about(figures.loaded(name))

    def level(self, skill: str) -> int:
        """The level of a skill; -3 untrained (TRV-R27)."""
        return self.about(figures.level(skill))

    def dm(self, characteristic: str) -> int:
        """The DM of a characteristic as it is now."""
        return self.about(figures.modifier(characteristic, self.play.house.characteristic_zero))

    def beside(self, other: Fighter) -> bool:
        """Whether they are at arm's length of each other."""
        return self.between(other, adjacent)

    def band_to(self, other: Fighter, weapon: Weapon) -> int:
        """The range band of a shot (TRV-R12, TRV-R13)."""
        limit = 0 if weapon.scope else UNSCOPED if table(self.play).round else UNSCOPED_AT_PEACE
        return self.between(other, band(weapon.reach, limit, self.play.house.range_edges == "inclusive"))

    def cover_from(self, other: Fighter) -> Cover | None:
        """The own cover that stands between."""
        return self.between(other, covers_from)


class TableView(view.TableView[Table, Body, Fighter]):
    """The table as the rules see it."""

    __slots__ = ()
    fighter = Fighter

    clock = table_fact(lambda t: t.clock)
    round = table_fact(lambda t: t.round)
    begun = table_fact(lambda t: t.round > 0)
    covers = table_fact(lambda t: t.covers)
    tl = table_fact(lambda t: t.tl)
    facility = table_fact(lambda t: t.facility)
    days = table_fact(lambda t: t.days)
    day = table_fact(lambda t: t.day)
    closed = table_fact(lambda t: t.closed)
    won = table_fact(lambda t: t.won)


def _grip(b: Body) -> Who | None:
    return b.grip


def table(play: Game) -> TableView:
    """The table of this play."""
    return TableView(play, TABLE)


def everyone(play: Game) -> list[Fighter]:
    """All fighters, in the order of the scene."""
    return table(play).all(view.anybody)
