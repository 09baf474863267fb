"""Cover: light, heavy, total; and keeping out of sight altogether."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import Point, passes
from affray.core.tally import Mod
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.declare import Action, Conditions, Lines, Need, Rule, SheetLine, afoot
from affray.rulesets.d6.fighter import Fighter, cover_kinds, table
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import HIDDEN, PORT, REACH, Cover
from affray.rulesets.d6.state import Body, Game, State, Table

RULES = tuple(row.rule for row in tables.cover_kinds().values())
"""The rule of each kind of cover."""


def mods(actor: Fighter, target: Fighter) -> tuple[Mod, ...]:
    """What the target's cover adds against this attacker (DSX-COVER-00..03)."""
    kinds = actor.between(target, cover_kinds)
    rows = [tables.cover_kinds()[PORT if kind == HIDDEN else kind] for kind in kinds]
    return tuple([Mod(row.rule, row.amount, msg("{kind} cover", kind=row.name)) for row in rows])


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The covers within reach, by name."""
    return tuple([c.name for c in t.covers if _near(c, b.spot)])


def _near(cover: Cover, spot: Point) -> bool:
    return cover.line is None or passes(cover.line.a, cover.line.b, spot, REACH)


@cache
def _within_reach(name: str) -> Callable[[Table, Body], Cover | None]:
    return lambda t, b: next((c for c in t.covers if c.name == name and _near(c, b.spot)), None)


@cache
def _is_behind(name: str, kind: str) -> Callable[[Body], bool]:
    return lambda b: any(c is not None and (c.name, c.kind) == (name, kind) for c in (b.cover, *b.more))


def cover_needs(play: Game, actor: Fighter, _: Fighter, act: Act, out_of_sight: bool = False) -> list[Need]:
    """What has to hold for taking cover."""
    cover = table(play).between(actor, _within_reach(act.item))
    kind = HIDDEN if out_of_sight else "" if cover is None else cover.kind
    return [
        *afoot(actor),
        (cover is not None, "DSX-COVER-00", "there is no such cover within reach"),
        (not actor.about(_is_behind(act.item, kind)), "DSX-COVER-00", "is already there"),
    ]


def hiding_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """What has to hold for keeping out of sight, which takes total cover (DSX-R20)."""
    cover = table(play).between(actor, _within_reach(act.item))
    return [
        *cover_needs(play, actor, target, act, out_of_sight=True),
        (two_modes(play.house), "DSX-R20", "total cover is a bonus and no more"),
        (cover is None or cover.kind == PORT, "DSX-COVER-03", "it does not hide the whole body"),
        (not actor.fought, "DSX-SUPP-09", "has attacked in this turn"),
    ]


def take(play: Game, actor: Fighter, _: Fighter, act: Act, out_of_sight: bool = False) -> None:
    """Get behind it; no action beyond that of getting there (DSX-R12)."""
    cover = table(play).between(actor, _within_reach(act.item))
    if cover is None:
        return
    kind, rule = (
        (HIDDEN, "DSX-SUPP-08") if out_of_sight else (cover.kind, tables.cover_kinds()[cover.kind].rule)
    )
    added = play.house.cover_stack and not out_of_sight and actor.about(_seen_behind)
    play.do(
        fx.TookCover(actor.who, cover._replace(kind=kind), added),
        "DSX-COVER-00",
        rule,
        *(("DSX-R12",) if added else ()),
    )


def _seen_behind(b: Body) -> bool:
    """Whether one is behind something without being out of sight."""
    return b.cover is not None and b.cover.kind != HIDDEN


# --- as actions -----------------------------------------------------------------------------------------


def near(fight: State, who: Who) -> tuple[str, ...]:
    """The covers within somebody's reach."""
    return at_hand(fight.table, fight.bodies[who])


def ports(fight: State, who: Who) -> list[str]:
    """Those of them that hide the whole body."""
    total = [c.name for c in fight.table.covers if c.kind == PORT]
    return [name for name in near(fight, who) if name in total]


def cost(house: House) -> int:
    """An action by the option (DSX-R12)."""
    return int(house.cover_action)


def two_modes(house: House) -> bool:
    """Whether total cover can hide one altogether (DSX-R20)."""
    return house.cover_total == "two_modes"


def behind(
    *,
    name: str,
    items: Callable[[State, Who], Sequence[str]],
    conditions: Conditions,
    run: Rule,
    called: Callable[[Act], str],
    sheet: SheetLine,
) -> Action:
    """An action by which one gets behind something."""
    return Action(
        name=name,
        lines=Lines(items),
        conditions=conditions,
        cost=cost,
        run=run,
        event="moves",
        tags={"move"},
        called=called,
        sheet=sheet,
    )


def to_take_cover(act: Act) -> str:
    """Behind what."""
    return msg("take cover behind {cover}", cover=act.item) if act.item else act.name


def to_get_out_of_sight(act: Act) -> str:
    """Behind what."""
    return msg("get out of sight behind {cover}", cover=act.item) if act.item else act.name


TAKE_COVER = behind(
    name="take cover",
    items=near,
    conditions=cover_needs,
    run=take,
    called=to_take_cover,
    sheet=SheetLine(("DSX-COVER-00",), "behind what is within reach"),
)
GET_OUT_OF_SIGHT = behind(
    name="get out of sight",
    items=ports,
    conditions=hiding_needs,
    run=partial(take, out_of_sight=True),
    called=to_get_out_of_sight,
    sheet=SheetLine(
        ("DSX-SUPP-08", "DSX-SUPP-09"), "behind total cover, not after an attack", when=two_modes
    ),
)
