"""First aid (TRV-FAID), and how points of healing are divided."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.checks import checked
from affray.rulesets.traveller.declare import SIGNIFICANT, Action, Lines, Said, SheetLine
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import dead, missing, supplies, wounded
from affray.rulesets.traveller.harm import roused
from affray.rulesets.traveller.movement import wounded_friends
from affray.rulesets.traveller.phrases import in_points
from affray.rulesets.traveller.sheet import EDU
from affray.rulesets.traveller.state import Body, Game, State, Table
from affray.tabletop.question import Question

MINUTE = 60

Points = tuple[int, int, int]
"""Points of STR, DEX and END."""


def aids(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Treat somebody (TRV-ACT-FAID)."""
    play.call(tend, actor, patient)


def aid_needs(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Refuse what first aid cannot do, in a fight but at arm's length (TRV-FAID-02, -03, -07)."""
    play.need(actor.supplies, "TRV-FAID-02", "has no medical supplies")
    play.need(not patient.dead, "TRV-FAID-01", "the patient is dead")
    play.need(patient.wounded, "TRV-FAID-01", "the patient is not hurt")
    play.need(table(play).between(patient, in_time), "TRV-FAID-03", "more than a minute has passed")
    play.need(not patient.treated, "TRV-FAID-07", "has already had first aid for this")
    if not table(play).won:
        near = actor == patient or actor.beside(patient)
        play.need(near, "TRV-FAID-01", "the patient is not at arm's length")


def tend(play: Game, actor: Fighter, patient: Fighter) -> None:
    """The check, and what it gives back (TRV-FAID-01, -04..07)."""
    gap = augmented(patient, tables.KIT_TL)
    effect = checked(play, actor, "first aid", "medic", EDU, "TRV-FAID-01", gap)
    play.do(
        fx.Treated(patient.who),
        "TRV-FAID-02",
        "TRV-FAID-03",
        "TRV-FAID-07",
        *(["TRV-FAID-06"] if effect < 0 else []),
    )
    if effect >= 0:
        play.call(give_back, actor, patient, max(effect, 1), "TRV-FAID-04", "TRV-FAID-05")


def augmented(patient: Fighter, tl: int) -> Mod:
    """What augmentations above the level of the facility cost a medic (TRV-AUG-01)."""
    return Mod("TRV-AUG-01", -max(0, patient.augment - tl), "augmented patient")


HEAL: Question[tuple[Fighter, int], Points] = Question(
    name="heal",
    asks=lambda who, patient, about: msg(
        "{who} restores {points} to {patient}. Which?", who=who, patient=patient, points=in_points(about[1])
    ),
    tells="{who} restores {what}",
)


def give_back(play: Game, healer: Fighter, patient: Fighter, points: int, *rules: str) -> None:
    """Points of healing, divided as the healer says."""
    split = patient.about(only_way(points))
    if split is None:
        split = HEAL.put(play, healer, (patient, points), lambda: patient.about(ways(points)), by=rules)
    if any(split):
        was_out = patient.out
        play.do(fx.Restored(patient.who, *split), *rules)
        roused(play, patient, was_out)


@cache
def ways(points: int) -> Callable[[Body], tuple[Points, ...]]:
    """All ways to divide so many points over what is damaged."""

    def read(b: Body) -> tuple[Points, ...]:
        strength, dexterity, endurance = missing(b)
        whole = min(points, strength + dexterity + endurance)
        return tuple(
            (s, d, whole - s - d)
            for s in range(min(whole, strength) + 1)
            for d in range(min(whole - s, dexterity) + 1)
            if whole - s - d <= endurance
        )

    return read


@cache
def only_way(points: int) -> Callable[[Body], Points | None]:
    """The one way to divide them, if there is no choice."""

    def read(b: Body) -> Points | None:
        divisions = ways(points)(b)
        return divisions[0] if len(divisions) == 1 else None

    return read


def in_time(t: Table, b: Body) -> bool:
    """Whether the last wound is no more than a minute old."""
    return b.hurt_at >= 0 and t.clock - b.hurt_at <= MINUTE


def hurt(fight: State) -> list[Who]:
    """The wounded who live."""
    return [w for w in fight.here if wounded(fight.bodies[w]) and not dead(fight.bodies[w])]


def to_be_aided(fight: State, who: Who) -> list[Who]:
    """With supplies all the wounded after a fight, those of one's side in it; else whom it would help."""
    supplied = supplies(fight.bodies[who])
    if fight.table.won:
        return hurt(fight) if supplied else []
    return [w for w in wounded_friends(fight, who) if supplied or in_time(fight.table, fight.bodies[w])]


FIRST_AID = Action(
    name="first aid",
    lines=Lines(whom=to_be_aided),
    needs=aid_needs,
    cost=SIGNIFICANT,
    rules=("TRV-ACT-FAID", "TRV-FAID-01"),
    run=aids,
    family="aid",
    tags={"targeted"},
    takes={"at"},
    won={False, True},
    says=Said("first aid for {whom}"),
    sheet=SheetLine(("TRV-ACT-FAID",), "2D + Medic + EDU, with a medikit; also just after the fight"),
)
