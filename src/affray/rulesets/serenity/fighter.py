"""What a rule can read of a fighter and of the table: named facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from affray.core import view
from affray.core.effect import TABLE
from affray.core.space import Point, bearing, crosses, squared, within
from affray.core.view import View, derived, derived_of_two, parted_by
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.effects.harm import state_of
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.sheet import BEYOND, LONG, MEDIUM, POINT_BLANK, SHORT, Weapon
from affray.rulesets.serenity.state import Body, Game, Table

R = TypeVar("R")


class fact(view.fact[Body, R]):  # noqa: N801 (used like a decorator)
    """A fact of one fighter."""

    __slots__ = ()


class another(view.another[Body]):  # noqa: N801 (used like a decorator)
    """A fighter that a fact of one names."""

    __slots__ = ()


class table_fact(view.fact[Table, R]):  # noqa: N801 (used like a decorator)
    """A fact of the table."""

    __slots__ = ()


# --- how one is ---------------------------------------------------------------------------------


@derived
def up(b: Body) -> bool:
    """Whether one is conscious and alive."""
    return not b.out and not b.dead


@derived
def able(b: Body) -> bool:
    """Whether one can act: up, and not stunned."""
    return not b.out and not b.dead and not b.stunned


@derived
def hurt(b: Body) -> bool:
    """Whether wounds are half the life points or more (SER-HURT-01, SER-R11)."""
    return not state_of(b)[1]


@derived
def failing(b: Body) -> bool:
    """Whether stun and wounds together have reached the life points (SER-OUT-01)."""
    return not state_of(b)[0]


@derived
def mortal(b: Body) -> bool:
    """Whether wounds have reached the life points (SER-DIE-01)."""
    return not state_of(b)[2]


@derived
def finished(b: Body) -> bool:
    """Whether wounds have reached twice the life points (SER-DIE-02)."""
    return b.wounds >= 2 * b.sheet.life


def holdable(b: Body) -> bool:
    """Whether both arms can be used, as a hold needs."""
    return "arm" not in b.limbs


# --- skills and attributes ----------------------------------------------------------------------


@cache
def attribute(name: str) -> Callable[[Body], int]:
    """The place of an attribute."""
    return lambda b: int(getattr(b.sheet, name))


@cache
def level(skill: str, speciality: str = "") -> Callable[[Body], int]:
    """The place of a skill, or of its speciality where that is higher; 0 unskilled."""
    full = f"{skill}/{speciality}"
    return lambda b: max((s.place for s in b.sheet.skills if s.name in (skill, full)), default=0)


@cache
def has(trait: str) -> Callable[[Body], bool]:
    """Whether the fighter has a trait."""
    return lambda b: trait in b.sheet.traits


@cache
def penalty(how: str, ahead: int) -> Callable[[Body], int]:
    """Steps for more than one action, which `how` counts at once or as they come (SER-ACT-02, SER-R4).

    Where they come one by one ("sequential") the next `ahead` are counted, too.
    """
    if how == "sequential":  # an action that waited was counted when the wait began
        return lambda b: max(0, b.load + b.used + b.guarded + (0 if b.poised else ahead) - 1)
    return lambda b: max(0, b.load + b.acts + b.guards - 1)


@cache
def has_left(n: int) -> Callable[[Body], bool]:
    """Whether so many declared actions are left."""
    return lambda b: b.acts - b.used >= n


# --- weapons ------------------------------------------------------------------------------------


def weapon_named(b: Body, name: str) -> Weapon:
    """The weapon of this name in the kit, or bare hands."""
    for w in b.kit:
        if w.name == name:
            return w
    return tables.weapons()[tables.UNARMED]


@cache
def wields(name: str) -> Callable[[Body], Weapon | None]:
    """The weapon, when it is in hand; what is thrown need only be carried."""

    def read(b: Body) -> Weapon | None:
        if name == tables.UNARMED:
            return weapon_named(b, name)
        weapon = next((w for w in b.kit if w.name == name), None)
        ready = weapon is not None and (name in b.hands or weapon.thrown or weapon.explosive)
        return weapon if ready else None

    return read


@cache
def carries(name: str) -> Callable[[Body], bool]:
    """Whether it is in the kit."""
    return lambda b: any(w.name == name for w in b.kit)


@cache
def manages(weapon: Weapon) -> Callable[[Body], bool]:
    """Whether the arms for a weapon are of use."""
    most = 0 if weapon.two_handed else 1
    return lambda b: b.limbs.count("arm") <= most


@cache
def loaded(name: str, rounds: int) -> Callable[[Body], bool]:
    """Whether so many rounds are in it; what has no magazine is never empty."""
    return lambda b: not weapon_named(b, name).magazine or left_in(b, name) >= rounds


@cache
def rate_left(name: str) -> Callable[[Body], bool]:
    """Whether the weapon's rate allows one more attack in this turn."""
    return lambda b: not (rate := weapon_named(b, name).rate) or b.fired.count(name) < rate


def usable(b: Body) -> tuple[Weapon, ...]:
    """The weapons in hand for which the arms are there."""
    return tuple(w for w in b.kit if w.name in b.hands and manages(w)(b))


def strikers(b: Body) -> list[str]:
    """What in hand strikes or shoots, and bare hands."""
    return [w for w in (*b.hands, tables.UNARMED) if (held := weapon_named(b, w)).melee or held.gun]


def automatics(b: Body) -> list[str]:
    """What in hand fires bursts."""
    return [name for name in b.hands if weapon_named(b, name).automatic]


def guns(b: Body) -> list[str]:
    """What in hand shoots."""
    return [name for name in b.hands if weapon_named(b, name).gun]


def improvised(b: Body) -> list[str]:
    """What could be thrown and was not made for it."""
    return [w.name for w in b.kit if w.thrown]


def bombs(b: Body) -> list[str]:
    """The kinds of explosives that are light enough to throw."""
    return list(dict.fromkeys(w.name for w in b.kit if w.explosive and "planted" not in w.tags))


def bare(_: Body) -> tuple[str]:
    """What is done without any weapon."""
    return ("",)


def best_melee(b: Body) -> str:
    """The melee weapon in hand that hurts most, else bare hands."""
    weapons = [(w.damage, w.name) for w in usable(b) if w.melee]
    return max(weapons)[1] if weapons else tables.UNARMED


def loaded_gun(b: Body) -> str:
    """The first loaded gun in hand; empty when there is none."""
    return next((w.name for w in usable(b) if w.gun and loaded(w.name, 1)(b)), "")


def droppable(b: Body) -> str:
    """What can be struck from the hand; empty when there is nothing."""
    return next(iter(b.hands), "")


# --- of two bodies ------------------------------------------------------------------------------


@derived_of_two
def near(a: Body, b: Body) -> bool:
    """Whether two are within arm's length."""
    return within(a.spot, b.spot, tables.ARM)


@cache
def band(reach: int) -> Callable[[Body, Body], int]:
    """The range band for a weapon of this range step (SER-RANGE-00)."""

    @derived_of_two
    def read(a: Body, b: Body) -> int:
        (ax, ay), (bx, by) = a.spot, b.spot
        gap = (ax - bx) ** 2 + (ay - by) ** 2
        ends = (
            (POINT_BLANK, tables.POINT_BLANK_REACH), (SHORT, reach), (MEDIUM, 2 * reach), (LONG, 4 * reach)
        )  # fmt: skip
        return next((n for n, end in ends if gap <= end * end), BEYOND)

    return read


def behind_cover(b: Body, from_: Body) -> bool:
    """Whether a line of fire between them passes b's cover."""
    cover = b.cover
    return cover is not None and (cover.line is None or crosses(b.spot, from_.spot, cover.line))


def unseen(b: Body, by: Body) -> bool:
    """Whether b is not aware of the other."""
    return not b.aware or by.hidden


def knows_of(a: Body, b: Body) -> bool:
    """Whether one is aware of where another is; comrades always are."""
    return a.side == b.side or not unseen(a, b)


def opposes(a: Body, b: Body) -> bool:
    """Whether somebody is up, and on another side."""
    return a.side != b.side and up(b)


# --- places among all ---------------------------------------------------------------------------


@derived
def waits(b: Body) -> bool:
    """Whether the own turn of this round is still to come."""
    return b.entered and not b.over and up(b)


def lots(_: Table, b: Body) -> tuple[int, ...]:
    """What equals have rolled for whose turn is played first (SER-R2)."""
    return tuple([-total for total in b.lots])


@parted_by(lots)
def ready(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose turn is still to come."""
    return place(b) if waits(b) else None


def next_by_name(a: Body, b: Body) -> tuple[bool, str]:
    """Who of those whom nothing else parts: the first by name after a, and round again.

    So nobody is the first of equals for all by its name.
    """
    return b.sheet.name <= a.sheet.name, b.sheet.name


@parted_by(next_by_name)
def lies(a: Body, b: Body) -> tuple[int, int]:
    """Where somebody lies as seen by a: the bearing, then how far; on one spot the next by name."""
    return lies_from(a.spot, b)


def lies_from(spot: Point, b: Body) -> tuple[int, int]:
    """Where somebody lies as seen from a spot."""
    return bearing(spot, b.spot), squared(spot, b.spot)


@parted_by(lies)
def first_of(_: Body, b: Body) -> tuple[int, ...]:
    """Who of equals comes first: by order of turns, by bearing, then by name."""
    return place(b)


def turn_place(b: Body) -> tuple[int, ...] | None:
    """The place among those whose turn is still to come."""
    return place(b) if waits(b) else None


def standing(_: Table, b: Body) -> int | None:
    """A place for everybody who is up."""
    return 0 if up(b) else None


def silent(_: Table, b: Body) -> int | None:
    """A place for those who have not declared yet."""
    return None if b.stated or b.over or not b.entered or not able(b) else 0


def together(t: Table, b: Body) -> bool:
    """Whether one acts at the same time as others and has not done so."""
    return bool(t.together) and waits(b) and place(b) == t.together


def equals(t: Table, b: Body) -> int | None:
    """A place for those who act at the same time and have not done so."""
    return 0 if together(t, b) else None


@derived
def blows_wait(b: Body) -> bool:
    """Whether blows of this moment are still to count."""
    return bool(b.pending)


def struck(_: Table, b: Body) -> int | None:
    """A place for those for whom blows wait."""
    return 0 if blows_wait(b) else None


class Fighter(View[Body]):
    """A fighter as the rules see it."""

    __slots__ = ()

    up = fact(up)
    able = fact(able)
    hurt = fact(hurt)
    failing = fact(failing)
    mortal = fact(mortal)
    finished = fact(finished)
    dead = fact(lambda b: b.dead)
    out = fact(lambda b: b.out)
    stunned = fact(lambda b: b.stunned)
    bleeding = fact(lambda b: b.bleeding)
    clocked = fact(lambda b: b.due > 0)
    checks = fact(lambda b: b.checks)
    deaths = fact(lambda b: b.deaths)
    limbs = fact(lambda b: b.limbs)
    injuries = fact(lambda b: b.injuries)
    lamed = fact(lambda b: "leg" in b.limbs)
    two_arms = fact(holdable)
    plot = fact(lambda b: b.plot)
    next_blow = fact(lambda b: b.pending[0] if b.pending else None)
    prone = fact(lambda b: b.prone)
    aware = fact(lambda b: b.aware)
    hidden = fact(lambda b: b.hidden)
    held = fact(lambda b: b.held_by is not None)
    holds = fact(lambda b: b.holding is not None)
    menaced = fact(lambda b: b.menaced_by is not None)
    menaces = fact(lambda b: b.menacing is not None)
    watching = fact(lambda b: b.watch is not None)
    poised = fact(lambda b: b.poised)
    appearing = fact(lambda b: b.appearing)
    covered = fact(lambda b: b.cover is not None)
    cover_difficulty = fact(lambda b: b.cover.difficulty if b.cover else 0)
    armour = fact(lambda b: b.sheet.armour)
    dodging = fact(lambda b: b.dodging)
    stance = fact(lambda b: b.stance)
    sat = fact(lambda b: b.sat)
    busy = fact(lambda b: b.used > 0 or b.guarded > 0 or b.carry > 0 or b.walked or b.stirred)
    load = fact(lambda b: b.load)
    guard_left = fact(lambda b: b.guards > b.guarded)
    act_left = fact(lambda b: b.acts > b.used)
    walked = fact(lambda b: b.walked)
    spared = fact(lambda b: b.spared)
    entered = fact(lambda b: b.entered)
    over = fact(lambda b: b.over)
    hands = fact(lambda b: b.hands)
    best_melee = fact(best_melee)
    loaded_gun = fact(loaded_gun)
    droppable = fact(droppable)

    holder = another(lambda b: b.held_by)
    caught = another(lambda b: b.holding)
    menacer = another(lambda b: b.menaced_by)
    victim = another(lambda b: b.menacing)
    fooled = another(lambda b: b.feinting)
    """Who holds this one, whom this one holds, both with a gun to the head; who has fallen for its feint."""

    def attribute(self, name: str) -> int:
        """The place of an attribute."""
        return self.about(attribute(name))

    def level(self, skill: str, speciality: str = "") -> int:
        """The place of a skill."""
        return self.about(level(skill, speciality))

    def has(self, trait: str) -> bool:
        """Whether the fighter has a trait."""
        return self.about(has(trait))

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of this name when it is ready."""
        return self.about(wields(name))

    def loaded(self, name: str, rounds: int = 1) -> bool:
        """Whether so many rounds are in it."""
        return self.about(loaded(name, rounds))

    def near(self, other: Fighter) -> bool:
        """Whether the other is within arm's length."""
        return self.between(other, near)

    def band_to(self, other: Fighter, weapon: Weapon) -> int:
        """The range band for a weapon."""
        return self.between(other, band(weapon.reach))

    def unaware_of(self, other: Fighter) -> bool:
        """Whether the other has not been noticed."""
        return self.between(other, unseen)


class TableView(view.TableView[Table, Body, Fighter]):
    """The table as the rules see it."""

    __slots__ = ()
    fighter = Fighter

    clock = table_fact(lambda t: t.clock)
    round = table_fact(lambda t: t.round)
    closed = table_fact(lambda t: t.closed)
    most = table_fact(lambda t: t.most)
    charges = table_fact(lambda t: len(t.charges))
    shared = table_fact(lambda t: bool(t.together))


@cache
def around(spot: Point, reach: int) -> Callable[[Table, Body], int | None]:
    """A place for those within so many centimetres of a spot."""
    return lambda _, b: 0 if within(b.spot, spot, reach) else None


def table(play: Game) -> TableView:
    """The table of this play."""
    return TableView(play, TABLE)


def everyone(play: Game) -> list[Fighter]:
    """All fighters, in the order of the scene."""
    return table(play).all(view.anybody)
