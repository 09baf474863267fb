"""Helping others: first aid for the Broken and the dying, calming the shaken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.core.phrases import phrase
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.declare import Action, Rule, SheetLine, skilled
from affray.rulesets.coriolis.fighter import Fighter, hostile, treatable
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.sheet import CLOSE
from affray.rulesets.coriolis.state import Body, Game, State
from affray.tabletop import Names

BROKEN = "broken"


def patients(fight: State, who: Who) -> Iterator[tuple[Who, Body]]:
    """Those on somebody's side who live, oneself among them."""
    side = fight.bodies[who].side
    for other in fight.here:
        b = fight.bodies[other]
        if not b.dead and b.side == side:
            yield other, b


# --- first aid ----------------------------------------------------------------------------------------


def to_be_aided(name: str, fight: State, who: Who) -> Iterator[Act]:
    """A line for each who is down, and for each injury with a clock."""
    for other, b in patients(fight, who):
        if b.hp == 0 and other != who:
            yield Act(name, other, item=BROKEN)
        yield from (Act(name, other, item=str(code)) for code in treatable(b))


def aid_needs(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Refuse what first aid cannot do (COR-BRK-05, COR-CRT-04, AMB-49).

    What is to be helped is "broken", or the D66 of the injury whose clock is to be stopped.
    """
    what = act.item
    skilled(play, actor, "medicurgy", "COR-BRK-05")
    play.need(not patient.dead, "COR-BRK-05", "the patient is dead")
    play.need(patient.band_to(actor) == CLOSE, "COR-BRK-05", "the patient is not at Close range")
    if what == BROKEN:
        play.need(patient.broken, "COR-BRK-05", "the patient is not Broken")
    else:
        play.need(what in map(str, patient.treatable), "COR-CRT-04", "there is no such injury to treat")
    play.need(
        play.house.aid_retry or not patient.about(_tried(actor.who)),
        "AMB-49",
        "has already failed on this patient",
    )


def aids(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """A test of medicurgy on somebody at Close range (COR-BRK-05, COR-CRT-04)."""
    play.call(tend, actor, patient, act.item)


def tend(play: Game, actor: Fighter, patient: Fighter, what: str) -> None:
    """The test, and what it gives back."""
    aid = 0 if what == BROKEN else tables.injury(int(what)).aid
    pool = skill_tally(actor, "medicurgy", "COR-BRK-05", None, Mod("COR-CRT-04", aid, "hard to treat"))
    sixes = tested(play, actor, "first aid", "medicurgy", pool, "COR-BRK-05")
    if not sixes:
        play.do(fx.AidFailed(patient.who, actor.who), "AMB-49")
    elif what == BROKEN:
        play.do(fx.Helped(patient.who, sixes if play.house.aid_restores == "sixes" else 1), "COR-BRK-05")
    else:
        play.do(fx.Treated(patient.who, int(what)), "COR-CRT-04")


def aid_in_words(names: Names, act: Act) -> str:
    """To whom, and for which injury."""
    kind = tables.injuries().get(int(act.item)) if act.item.isdigit() else None
    injury = kind.name if kind else act.item if act.item != BROKEN else ""
    if act.at is None:
        return msg("first aid ({injury})", injury=injury) if injury else act.name
    if not injury:
        return joined(" ", (act.name, phrase("for", names[act.at])))
    return msg("first aid for {whom} ({injury})", whom=names[act.at], injury=injury)


# --- calming ------------------------------------------------------------------------------------------


def to_be_calmed(name: str, fight: State, who: Who) -> Iterator[Act]:
    """A line for each other who has broken down."""
    return (Act(name, other) for other, b in patients(fight, who) if b.mp == 0 and other != who)


def calm_needs(play: Game, actor: Fighter, patient: Fighter, _: Act) -> None:
    """Refuse whom nobody can calm, or this one cannot (AMB-27)."""
    skilled(play, actor, "command", "AMB-27")
    play.need(patient.shaken and not patient.dead, "AMB-27", "has not broken down")
    play.need(patient != actor, "AMB-27", "cannot calm themselves")
    play.need(not actor.between(patient, hostile), "AMB-27", "the target is no ally")


def calms(play: Game, actor: Fighter, patient: Fighter, _: Act) -> None:
    """A test of command that gives an ally's mind points back (AMB-27)."""
    play.call(reassure, actor, patient)


def reassure(play: Game, actor: Fighter, patient: Fighter) -> None:
    """The test, and what it gives back."""
    sixes = tested(play, actor, "calm", "command", skill_tally(actor, "command", "AMB-27", None), "AMB-27")
    if sixes:
        play.do(fx.Calmed(patient.who, sixes), "AMB-27")


@cache
def _tried(healer: Who) -> Callable[[Body], bool]:
    return lambda b: healer in b.failed


# --- both ---------------------------------------------------------------------------------------------


def care(
    *,
    name: str,
    lines: Callable[[str, State, Who], Iterator[Act]],
    needs: Rule,
    run: Rule,
    rules: tuple[str, ...],
    family: str,
    at: str = "at",
    says: Callable[[Names, Act], str] | None = None,
) -> Action:
    """Help for somebody: slow, and at arm's length or in earshot."""
    return Action(
        name=name,
        lines=lines,
        needs=needs,
        cost=3,
        rules=rules,
        run=run,
        family=family,
        tags={"targeted"},
        at=at,
        says=says,
        sheet=SheetLine(),
    )


FIRST_AID = care(
    name="first aid",
    lines=to_be_aided,
    needs=aid_needs,
    run=aids,
    rules=("COR-ACT-03", "COR-BRK-05"),
    family="aid",
    says=aid_in_words,
)
CALM = care(
    name="calm", lines=to_be_calmed, needs=calm_needs, run=calms, rules=("AMB-27",), family="calming", at=""
)
