"""Cover: light, heavy, total; and keeping out of sight altogether."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.space import Point, passes
from affray.core.tally import Mod
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.declare import Need, afoot
from affray.rulesets.d6.fighter import Fighter, cover_kinds, table
from affray.rulesets.d6.sheet import HIDDEN, PORT, REACH, Cover
from affray.rulesets.d6.state import Body, Game, Table

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


def needs(play: Game, actor: Fighter, name: str, out_of_sight: bool) -> list[Need]:
    """What has to hold for taking cover; keeping out of sight takes total cover.

    See DSX-R20.
    """
    cover = table(play).between(actor, _within_reach(name))
    conditions = [*afoot(actor), (cover is not None, "DSX-COVER-00", "there is no such cover within reach")]
    kind = HIDDEN if out_of_sight else "" if cover is None else cover.kind
    conditions.append((not actor.about(_is_behind(name, kind)), "DSX-COVER-00", "is already there"))
    if out_of_sight:
        two = play.house.cover_total == "two_modes"
        conditions += [
            (two, "DSX-R20", "total cover is a bonus and no more"),
            (cover is None or cover.kind == PORT, "DSX-COVER-03", "it does not hide the whole body"),
            (not actor.fought, "DSX-SUPP-09", "has attacked in this turn"),
        ]
    return conditions


def take(play: Game, actor: Fighter, name: str, out_of_sight: bool) -> None:
    """Get behind it; no action beyond that of getting there (DSX-R12)."""
    cover = table(play).between(actor, _within_reach(name))
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
