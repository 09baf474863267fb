"""Suppressing fire: a cone that hurts whoever is exposed in it while it lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import isqrt

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import Line, Point, crosses
from affray.core.tally import Mod
from affray.rulesets.d6 import attack, blast, harm
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.attack import SHOTS, automatics
from affray.rulesets.d6.declare import WEAPON, Action, Need, SheetLine, foes
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.fighter import Fighter, able, hidden
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import FOOT, REACH
from affray.rulesets.d6.state import Body, Game, State

STEP = 5
"""Feet of width that cost a burst of shots."""
WIDTHS = (5, 10, 20)
"""Feet of the zones that are listed; other widths are admitted."""


def steps(width: int) -> int:
    """Started lots of five feet in a width (DSX-SUPP-04)."""
    return -(-width // STEP)


def by_width(house: House, act: Act) -> int:
    """The actions it takes (DSX-SUPP-03, DSX-R16)."""
    return max(1, steps(act.n)) if house.suppress_cost == "per_five_feet" else 1


def suppress_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for suppressing fire of a width in feet."""
    weapon = actor.weapon(act.item)
    conditions = [(weapon is not None, "DSX-ITEM-03", "the weapon is not in hand")]
    if weapon is None:
        return conditions
    return [
        *conditions,
        (weapon.automatic, "DSX-SUPP-02", "the weapon is not fully automatic"),
        (act.n > 0, "DSX-SUPP-04", "must be a width that can be suppressed"),
        (
            actor.has_shots(act.item, SHOTS * steps(act.n)),
            "DSX-SUPP-04",
            "there are not enough shots left",
        ),
        *blast.in_range(actor, act.at, act.to, weapon.reach),
        attack.manages(actor, attack.skill_tally(actor, weapon.skill)),
    ]


def suppress(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """One roll for everybody in the cone, now and until it ends (DSX-SUPP-02..06)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    pool = attack.skill_tally(actor, weapon.skill)
    play.do(fx.Fired(actor.who, act.item, SHOTS * steps(act.n)), "DSX-SUPP-04")
    blast.level(play, actor, act, "DSX-SUPP-02")
    total = attack.rolled(play, actor, "suppress", pool, "DSX-SUPP-06")
    play.call(sweep, actor, total, weapon.damage, act.n)
    joined = ("DSX-SUPP-05",) if actor.some(_lays_too) else ()
    play.do(fx.ZoneLaid(actor.who, act.n, total, weapon.damage), "DSX-SUPP-02", "DSX-SUPP-03", *joined)
    attack.spent(play, actor)


def to_suppress(name: str, fight: State, who: Who) -> Iterator[Act]:
    """With each automatic weapon, the usual widths at each foe."""
    for item in automatics(fight, who):
        for n in WIDTHS:
            yield from (Act(name, foe, item=item, n=n) for foe in foes(fight, who))


def across(width: int) -> str:
    """How wide it is."""
    return msg("across {n} feet", n=width)


def by_feet(house: House) -> str:
    """What it takes, for the sheet."""
    return msg(
        "{shots} shots{dear, select, true { and an action} other {}} for each {step} ft of width",
        shots=SHOTS,
        step=STEP,
        dear=house.suppress_cost == "per_five_feet",
    )


SUPPRESS = Action(
    name="suppress",
    lines=to_suppress,
    conditions=suppress_needs,
    each=by_width,
    run=suppress,
    event="attacks",
    skill=WEAPON,
    family="area",
    tags={"attack"},
    wants="n",
    at="",
    number=across,
    sheet=SheetLine(("DSX-SUPP-03", "DSX-SUPP-04"), by_feet),
)


# --- whom it hurts --------------------------------------------------------------------------------------


def sweep(play: Game, actor: Fighter, total: int, damage: int, width: int) -> None:
    """Everybody exposed in the cone as it is laid (DSX-R19)."""
    if play.house.suppress_whom == "exposed":
        for victim in actor.ranked(_in_cone(width)):
            play.call(hurt, actor, victim, total, damage)


def hurt(play: Game, owner: Fighter, victim: Fighter, total: int, damage: int) -> None:
    """One exposed in the zone: as any hit or half, once a round.

    See DSX-SUPP-01, -06, -07.
    """
    play.do(fx.Caught(victim.who, owner.who), "DSX-R17")
    margin = total - against(play, owner, victim)
    if margin >= 0:
        listed = harm.whole(play, owner, damage, "DSX-SUPP-07")
        mods = (listed, Mod("DSX-ATK-03", margin, "margin"))
        harm.suffer(play, victim, mods, "DSX-SUPP-06", "DSX-SUPP-07")
    else:
        harm.suffer(play, victim, (harm.half_of(play, damage, "DSX-SUPP-01"),), "DSX-SUPP-06", "DSX-SUPP-01")
    attack.alarmed(play, victim)


def crossed(play: Game, mover: Fighter, *riders: Fighter) -> None:
    """Whoever moves through zones is caught in each, with those who ride along.

    See DSX-SUPP-02, -05.
    """
    for owner in mover.ranked(_crosses):
        for one in (mover, *riders):
            if one.between(owner, _may_catch):
                play.call(hurt, owner, one, owner.zone_total, owner.zone_damage)


def lingered(play: Game, one: Fighter) -> None:
    """Whoever is still exposed as the own turn ends (DSX-SUPP-01, DSX-R19)."""
    if play.house.suppress_whom == "exposed":
        for owner in one.ranked(_exposes):
            play.call(hurt, owner, one, owner.zone_total, owner.zone_damage)


# --- where it is ----------------------------------------------------------------------------------------


def inside(apex: Point, aim: Point, width: int, p: Point) -> bool:
    """Whether a place lies in a cone from `apex`, so many feet wide at `aim`.

    >>> inside(Point(0, 0), Point(3000, 0), 10, Point(1500, 250)), inside(
    ...     Point(0, 0), Point(3000, 0), 10, Point(1500, 251))
    (True, False)
    """
    dx, dy, px, py = aim.x - apex.x, aim.y - apex.y, p.x - apex.x, p.y - apex.y
    length = dx * dx + dy * dy
    along, cross = dx * px + dy * py, dx * py - dy * px
    if not 0 < along <= length + REACH * isqrt(length):
        return False
    return 4 * cross * cross * length <= (width * FOOT * along) ** 2


def cone(apex: Point, aim: Point, width: int) -> tuple[Point, Point, Point]:
    """The corners of a cone; it ends arm's length behind its aim (DSX-SUPP-02)."""
    dx, dy = aim.x - apex.x, aim.y - apex.y
    far = isqrt(dx * dx + dy * dy) or 1
    tip = Point(apex.x + dx * (far + REACH) // far, apex.y + dy * (far + REACH) // far)
    half = width * FOOT * (far + REACH) // (2 * far)
    x, y = -dy * half // far, dx * half // far
    return apex, Point(tip.x + x, tip.y + y), Point(tip.x - x, tip.y - y)


def passes(apex: Point, aim: Point, width: int, start: Point, end: Point) -> bool:
    """Whether a straight way leads through a cone, which ends at arm's length behind its aim.

    >>> [
    ...     passes(Point(0, 0), Point(3000, 0), 10, Point(x, 900), Point(x, -900))
    ...     for x in (3000, 3400, 3600)
    ... ]
    [True, True, False]
    """
    if inside(apex, aim, width, start) or inside(apex, aim, width, end):
        return True
    _, left, right = cone(apex, aim, width)
    return any(crosses(start, end, edge) for edge in (Line(apex, left), Line(apex, right), Line(left, right)))


@cache
def _in_cone(width: int) -> Callable[[Body, Body], int | None]:
    """Those exposed where the shooter is about to fire."""

    def rank(a: Body, b: Body) -> int | None:
        aim = a.heading or a.spot
        exposed = b.sheet.name != a.sheet.name and inside(a.spot, aim, width, b.spot) and not hidden(a, b)
        return 0 if exposed else None

    return rank


def _lays_too(a: Body, b: Body) -> bool:
    return a.side == b.side and b.zone is not None and able(b)


def _may_catch(victim: Body, owner: Body) -> bool:
    own = owner.sheet.name == victim.sheet.name
    return owner.zone is not None and able(owner) and not own and owner.sheet.name not in victim.caught


def _crosses(mover: Body, owner: Body) -> int | None:
    """A place for those whose zones lie on the way of one who is about to go."""
    zone = owner.zone
    if zone is None or not able(owner):
        return None
    end = mover.heading or mover.spot
    return 0 if passes(zone.apex, zone.aim, zone.width, mover.spot, end) else None


def _exposes(victim: Body, owner: Body) -> int | None:
    """A place for those in whose zones one stands, and not out of sight.

    See DSX-SUPP-08.
    """
    zone = owner.zone
    if zone is None or not _may_catch(victim, owner) or hidden(owner, victim):
        return None
    return 0 if inside(zone.apex, zone.aim, zone.width, victim.spot) else None
