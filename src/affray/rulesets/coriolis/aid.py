"""Helping others: first aid for the Broken and the dying, calming the shaken."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.declare import at_liberty, declared, skilled
from affray.rulesets.coriolis.fighter import Fighter, hostile
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.sheet import CLOSE
from affray.rulesets.coriolis.state import Body, Game

BROKEN = "broken"


def first_aid(play: Game, actor: Fighter, patient: Fighter, what: str) -> None:
    """A test of medicurgy on somebody at Close range.

    See COR-BRK-05, COR-CRT-04, AMB-49.  `what` is "broken", or the D66 of the injury whose clock is
    to be stopped.
    """
    at_liberty(play, actor)
    fit_for_aid(play, actor, patient, what)
    if declared(play, actor, 3, "COR-ACT-03", "COR-BRK-05"):
        play.call(tend, actor, patient, what)


def fit_for_aid(play: Game, actor: Fighter, patient: Fighter, what: str) -> None:
    """Refuse what first aid cannot do (COR-BRK-05, COR-CRT-04, AMB-49)."""
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


def calm(play: Game, actor: Fighter, patient: Fighter) -> None:
    """A test of command that gives an ally's mind points back (AMB-27)."""
    at_liberty(play, actor)
    fit_to_be_calmed(play, actor, patient)
    if declared(play, actor, 3, "AMB-27"):
        play.call(reassure, actor, patient)


def fit_to_be_calmed(play: Game, actor: Fighter, patient: Fighter) -> None:
    """Refuse whom nobody can calm, or this one cannot (AMB-27)."""
    skilled(play, actor, "command", "AMB-27")
    play.need(patient.shaken and not patient.dead, "AMB-27", "has not broken down")
    play.need(patient != actor, "AMB-27", "cannot calm themselves")
    play.need(not actor.between(patient, hostile), "AMB-27", "the target is no ally")


def reassure(play: Game, actor: Fighter, patient: Fighter) -> None:
    """The test, and what it gives back."""
    sixes = tested(play, actor, "calm", "command", skill_tally(actor, "command", "AMB-27", None), "AMB-27")
    if sixes:
        play.do(fx.Calmed(patient.who, sixes), "AMB-27")


@cache
def _tried(healer: Who) -> Callable[[Body], bool]:
    return lambda b: healer in b.failed
