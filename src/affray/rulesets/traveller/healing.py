"""After the fight: surgery, care and rest; minutes, then days."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.profile import Profile
from affray.core.tally import Mod, tally
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import harm
from affray.rulesets.traveller.aid import augmented, give_back, hurt, in_time
from affray.rulesets.traveller.checks import checked
from affray.rulesets.traveller.declare import Action, Lines, Said, SheetLine, anybody
from affray.rulesets.traveller.dice import die
from affray.rulesets.traveller.effects.harm import MINUTE
from affray.rulesets.traveller.fighter import Fighter, everyone, table
from affray.rulesets.traveller.figures import UNTRAINED, able, dead, level, missing, supplies, wounded
from affray.rulesets.traveller.sheet import DEX, EDU, END, PHYSICAL, STR
from affray.rulesets.traveller.state import Body, Game, State, Table
from affray.tabletop import UNLISTED
from affray.tabletop.question import Question, YesNo

CARE_BASE, LOSS_BASE = 3, 3
"""Points of a day of care, and points lost by a failed operation, before what is added to them."""
CARING = ("TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-03", "TRV-CARE-04", "TRV-CARE-05")
ONE = {STR: (1, 0, 0), DEX: (0, 1, 0), END: (0, 0, 1)}
"""A point of each characteristic, as points of all three."""


def aftermath(play: Game) -> bool:
    """A minute or a day goes by; whether there is more to tell (TRV-R39)."""
    if table(play).days > 0:
        play.call(time_passes, table(play))
        return True
    return play.call(another_day)


def time_passes(play: Game, _: object) -> None:
    """A minute while somebody is unconscious (TRV-WAKE-02), else a day."""
    if table(play).first(unconscious) is None:
        play.call(day, table(play))
        return
    play.do(fx.TimePassed(MINUTE), "TRV-WAKE-02")
    for sleeper in table(play).all(harm.sleeper):
        play.call(harm.wake, sleeper)


ANOTHER_DAY = YesNo(
    name="another day",
    asks="{who}: let another day of healing pass?",
    rules=("TRV-R39",),
    deed="let another day pass",
)


def another_day(play: Game) -> bool:
    """Whether there is more to tell; one of those who are awake says so."""
    one = table(play).first(spokesman)
    if table(play).closed or one is None or table(play).first(ailing) is None:
        return False
    if ANOTHER_DAY.put(play, one, ()):
        play.do(fx.DaysTold(1), "TRV-R39")
        return True
    play.do(fx.Closed(), "TRV-R39")
    return False


def day(play: Game, _: object) -> None:
    """A day goes by: minds mend, and everybody can be treated again (TRV-MENT-01)."""
    play.do(fx.DayPassed(), "TRV-R39")
    for one in everyone(play):
        play.call(dawn, one)


def dawn(play: Game, one: Fighter) -> None:
    """One fighter's new day."""
    if one.dead:
        return
    play.do(fx.Dawned(one.who), "TRV-R39")
    if one.about(forgetful):
        play.do(fx.MindHealed(one.who, play.house.mental_total == "one"), "TRV-MENT-01", "TRV-R20")


def could_help(play: Game, one: Fighter) -> bool:
    """Whether somebody has anything to do for the wounded, or for themselves."""
    if table(play).day > 0 and one.wounded and not one.seen_to:
        return True
    if one.supplies and table(play).first(in_need) is not None:
        return True
    doctor = table(play).facility and one.level("medic") > UNTRAINED
    return bool(doctor) and one.least(patient) is not None


# --- what one can do -----------------------------------------------------------------------------------


def done_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse it during a fight."""
    play.need(bool(table(play).won), "TRV-R39", "the fight is not over")


def passes(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Nothing more is to be done, for now."""
    play.do(fx.Passed(actor.who), "TRV-R39")


def surgery_needs(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Refuse what no surgeon can do."""
    doctors(play, actor, patient, "TRV-SURG-01", "TRV-SURG-02")


def does_surgery(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Operate on somebody (TRV-SURG-01..05)."""
    play.do(
        fx.SeenTo(patient.who), "TRV-R39", "TRV-SURG-02", *(["TRV-SURG-05"] if patient.needs_surgery else [])
    )
    play.call(operate, actor, patient)


def care_needs(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """Refuse a day's care before a day is over, and of whom it does not help."""
    play.need(table(play).day > 0, "TRV-CARE-01", "takes a day")
    doctors(play, actor, patient, "TRV-CARE-01", "TRV-CARE-03")
    play.need(not patient.needs_surgery, "TRV-CARE-04", "no characteristic is at full strength")
    play.need(not patient.needs_surgery, "TRV-SURG-05", "needs surgery first")


def cares(play: Game, actor: Fighter, patient: Fighter, act: Act) -> None:
    """A day in a doctor's care (TRV-CARE-01..05)."""
    play.do(fx.SeenTo(patient.who), "TRV-R39", "TRV-CARE-03")
    play.call(care, actor, patient)


def rest_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse a day in bed before a day is over, and to the hale."""
    play.need(table(play).day > 0, "TRV-NAT-02", "takes a full day")
    treatable(play, actor, "TRV-NAT-01")


def rests(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A full day in bed (TRV-NAT-02)."""
    play.do(fx.SeenTo(actor.who), "TRV-R39", "TRV-NAT-02")
    play.call(rest, actor)


def doctors(play: Game, actor: Fighter, patient: Fighter, rule: str, place: str) -> None:
    """Refuse what no doctor can do, or not here."""
    play.need(bool(table(play).facility), place, "there is no hospital or sickbay")
    play.need(actor.able, "TRV-UNC-01", "is unconscious")
    play.need(actor.level("medic") > UNTRAINED, rule, "is no doctor")
    play.need(actor != patient, "TRV-R39", "is the patient")
    treatable(play, patient, rule)


def treatable(play: Game, patient: Fighter, rule: str) -> None:
    """Refuse to treat the dead, the hale, and twice a day (TRV-R39)."""
    play.need(bool(table(play).won), "TRV-R39", "the fight is not over")
    play.need(not patient.dead, rule, "the patient is dead")
    play.need(patient.wounded, rule, "the patient is not hurt")
    play.need(not patient.seen_to, "TRV-R39", "has already been treated today")


def rest(play: Game, one: Fighter) -> None:
    """A full day in bed (TRV-NAT-01..03; with all three damaged TRV-NATS-01, -02)."""
    own = Mod("TRV-NATS-01" if one.needs_surgery else "TRV-NAT-01", one.dm(END), END)
    if one.needs_surgery:
        points, rules = own.amount, ("TRV-NATS-01", "TRV-NATS-02")
    else:
        points = play.roll(one, "natural healing", die, tally(own), "TRV-NAT-01", "TRV-NAT-02")
        rules = ("TRV-NAT-01", "TRV-NAT-03")
    recover(play, one, max(0, points) if play.house.natural_floor else points, *rules, "TRV-R19")


def care(play: Game, doctor: Fighter, patient: Fighter) -> None:
    """A day of medical care, without a check (TRV-CARE-01..05)."""
    points = CARE_BASE + patient.dm(END) + doctor.level("medic")
    recover(play, patient, points, *CARING)


def recover(play: Game, one: Fighter, points: int, *rules: str) -> None:
    """Points divided evenly over what is damaged (TRV-R18)."""
    was_out = one.out
    if play.house.healing_remainder == "player" and points > 0:
        even = points - points % max(1, one.about(damaged))
        play.do(fx.Recovered(one.who, even), *rules, "TRV-R18")
        for _ in range(points - even):
            play.call(place_point, one, *rules)
    elif points:
        play.do(fx.Recovered(one.who, points), *rules, "TRV-R18")
    if points < 0:
        harm.fall(play, one)
    harm.roused(play, one, was_out)


POINT_FOR: Question[tuple[()], str] = Question(
    name="point for", asks="{who}: which characteristic gets the odd point?", rules=("TRV-R18",)
)


def place_point(play: Game, one: Fighter, *rules: str) -> None:
    """By the option, one point of a remainder goes where the player says."""
    names = one.about(hurt_places)
    if names:
        name = POINT_FOR.put(play, one, (), lambda: names) if len(names) > 1 else names[0]
        play.do(fx.Restored(one.who, *ONE[name]), *rules, "TRV-R18")


def operate(play: Game, surgeon: Fighter, patient: Fighter) -> None:
    """Surgery: much is gained, or more is lost (TRV-SURG-01..04)."""
    gap = augmented(patient, table(play).tl)
    effect = checked(play, surgeon, "surgery", "medic", EDU, "TRV-SURG-01", gap)
    if effect > 0:
        play.call(give_back, surgeon, patient, effect, "TRV-SURG-03", "TRV-SURG-02")
    elif effect < 0:
        points = LOSS_BASE - effect
        if play.house.surgery_failure == "even":
            play.do(fx.Recovered(patient.who, -points), "TRV-SURG-04", "TRV-R17")
            play.call(harm.suffered, patient, points)
        else:
            harm.strike(play, surgeon, patient, points, "TRV-SURG-04", "TRV-R17")


# --- facts -------------------------------------------------------------------------------------------


def unasked(t: Table, b: Body) -> tuple[int, str] | None:
    """The places of those who may help and have not passed, doctors first."""
    if b.asked or not able(b):
        return None
    aids, treats = supplies(b), bool(t.facility) and level("medic")(b) > UNTRAINED
    rests = t.day > 0 and wounded(b) and not b.seen_to
    return (-level("medic")(b), b.sheet.name) if aids or treats or rests else None


def in_need(t: Table, b: Body) -> tuple[int, str] | None:
    """The places of those whom first aid can still help, the worst first."""
    fits = wounded(b) and not dead(b) and not b.treated and in_time(t, b)
    return (-sum(missing(b)), b.sheet.name) if fits else None


def patient(a: Body, b: Body) -> tuple[bool, int, str] | None:
    """The places of a doctor's patients: who needs surgery, then the worst."""
    if a.sheet == b.sheet or dead(b) or b.seen_to or not wounded(b):
        return None
    return not all(missing(b)), -sum(missing(b)), b.sheet.name


def fit_for_care(a: Body, b: Body) -> tuple[bool, int, str] | None:
    """The places of those who are not hurt in all three (TRV-CARE-04)."""
    return None if all(missing(b)) else patient(a, b)


def spokesman(_: Table, b: Body) -> tuple[bool, str] | None:
    """The places of those who are awake, people first."""
    return (Profile().read(b.sheet.run_by).hand == "autopilot", b.sheet.name) if able(b) else None


def ailing(_: Table, b: Body) -> int | None:
    """A place for those whom a day could help."""
    return 0 if not dead(b) and (wounded(b) or forgetful(b)) else None


def unconscious(_: Table, b: Body) -> int | None:
    """A place for those who are out and alive."""
    return 0 if b.out and not dead(b) else None


def forgetful(b: Body) -> bool:
    """Whether INT or EDU is down."""
    return b.intellect < b.sheet.intellect or b.education < b.sheet.education


def damaged(b: Body) -> int:
    """How many physical characteristics are down."""
    return sum(n > 0 for n in missing(b))


def hurt_places(b: Body) -> tuple[str, ...]:
    """The physical characteristics that are down, END first."""
    off = dict(zip(PHYSICAL, missing(b), strict=True))
    return tuple(name for name in (END, STR, DEX) if off[name])


# --- the actions -------------------------------------------------------------------------------------


def patients(fight: State, who: Who) -> list[Who]:
    """The wounded whom somebody could treat who has learned it."""
    learned = level("medic")(fight.bodies[who]) > UNTRAINED
    return [w for w in hurt(fight) if w != who] if learned else []


def is_hurt(fight: State, who: Who) -> bool:
    """Whether somebody is wounded, and lives."""
    return who in hurt(fight)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Afterwards(Action):
    """What is done after a fight, and takes nothing of a turn."""

    cost: None = None
    free: Callable[[Game, Fighter], None] = anybody
    won: Set[bool] = frozenset({True})


DONE = Afterwards(
    name="done",
    needs=done_needs,
    rules=("TRV-R39",),
    run=passes,
    tags={"end"},
    says=lambda _, __: "nothing more",
    sheet=UNLISTED,
)
SURGERY = Afterwards(
    name="surgery",
    lines=Lines(whom=patients),
    needs=surgery_needs,
    rules=("TRV-SURG-01", "TRV-SURG-02"),
    run=does_surgery,
    family="aid",
    tags={"targeted"},
    takes={"at"},
    says=Said("surgery for {whom}"),
    sheet=SheetLine(note="2D + Medic + EDU, in a sickbay or hospital"),
)
MEDICAL_CARE = Afterwards(
    name="medical care",
    lines=Lines(whom=patients),
    needs=care_needs,
    rules=("TRV-CARE-01", "TRV-CARE-03"),
    run=cares,
    family="aid",
    tags={"targeted"},
    takes={"at"},
    says=Said("medical care for {whom}"),
    sheet=SheetLine(note="a day, in a sickbay or hospital"),
)
BED_REST = Afterwards(
    name="bed rest",
    lines=Lines(when=is_hurt),
    needs=rest_needs,
    rules=("TRV-NAT-01", "TRV-NATS-01"),
    run=rests,
    family="rest",
    sheet=SheetLine(note="a day"),
)
