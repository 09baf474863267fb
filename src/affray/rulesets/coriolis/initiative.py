"""Initiative: rolling, ties, surprise, the weapon's bonus, lowering."""

from __future__ import annotations

from affray.core.tally import NOTHING
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.declare import fit
from affray.rulesets.coriolis.dice import d6
from affray.rulesets.coriolis.fighter import Fighter, everyone, table, turn_place, unbroken
from affray.rulesets.coriolis.state import Body, Game, Table


def fix_order(play: Game) -> None:
    """Everyone's place in this combat turn (COR-INIT-01..04, -08..11)."""
    for one in everyone(play):
        play.call(enter, one)
    for one in everyone(play):
        play.call(boost, one)
    break_ties(play)


def enter(play: Game, one: Fighter) -> None:
    """Who has no score yet rolls one (COR-INIT-01, AMB-67)."""
    if not one.score:
        play.do(fx.ScoreRolled(one.who, play.roll(one, "initiative", d6, NOTHING, "COR-INIT-01")), "COR-INIT-01", "COR-INIT-05")


def boost(play: Game, one: Fighter) -> None:
    """Surprise in the first combat turn, and the bonus of a weapon declared (COR-INIT-08..11, AMB-03)."""
    if one.about(_surprises) and table(play).turn == 1:
        play.do(fx.Boosted(one.who, 2), "COR-INIT-08", "COR-INIT-09")
    how = play.house.init_weapon_bonus
    names = one.boosts if one.able else ()
    if not names or how == "off" or (how == "at_first_roll" and table(play).turn > 1):
        return
    if how == "declared":
        options = ("", *names)
        name = play.choose(one, "weapon for initiative", lambda: options, "COR-INIT-10", "COR-INIT-11")
    else:
        name = names[0]
    weapon = one.weapon(name) if name else None
    if weapon is not None:
        play.do(fx.Boosted(one.who, weapon.initiative, name if how == "declared" else ""), "COR-INIT-10")


def break_ties(play: Game) -> None:
    """Equals roll off until all differ; it changes no score (COR-INIT-03, AMB-01)."""
    how = play.house.init_tie
    if how in ("higher_agility", "pcs_first"):
        for one in table(play).all(_ties[how]):
            play.do(fx.RolledOff(one.who, one.about(_favour[how])), "COR-INIT-03")
        return
    for _ in range(1 if how == "second_die_once" else 100):
        tied = table(play).all(_waits)
        again = [one for one in tied if one.some(same_place)]
        if not again:
            return
        for one in again:
            face = play.roll(one, "roll-off", d6, NOTHING, "COR-INIT-03")
            play.do(fx.RolledOff(one.who, face), "COR-INIT-03")


def same_place(a: Body, b: Body) -> bool:
    """Whether somebody else has the very same place in the order."""
    return a is not b and unbroken(b) and bool(b.score) and _meets(turn_place(a), turn_place(b))


def _meets(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Equal as far as both have rolled."""
    return all(x == y for x, y in zip(a, b, strict=False))


def _waits(_: Table, b: Body) -> int | None:
    return 0 if unbroken(b) and b.score else None


def _surprises(b: Body) -> bool:
    return b.surprises


def _once(_: Table, b: Body) -> int | None:
    """Those who have no tie-breaker for their present score."""
    return 0 if b.score and not (b.tied and b.tied[0] == b.score + b.boost) else None


_ties = {"higher_agility": _once, "pcs_first": _once}
_favour = {"higher_agility": lambda b: b.sheet.agility, "pcs_first": lambda b: 0 if b.sheet.npc else 1}


def lower(play: Game, actor: Fighter, to: int) -> None:
    """Put the own score down, for good, before anything is done in the slot (COR-INIT-13, -14, AMB-04)."""
    fit(play, actor)
    play.need(not actor.began or play.house.init_lower == "between_turns", "COR-INIT-13", "has begun its slot")
    play.need(to < actor.score + actor.boost, "COR-INIT-13", "is not lower")
    play.do(fx.Lowered(actor.who, to), "COR-INIT-13", "COR-INIT-14")
    if play.house.init_lower == "own_slot":
        play.do(fx.SlotFell(None), "COR-INIT-13")

