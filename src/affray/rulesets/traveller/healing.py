"""After the fight: minutes until all are awake, then days of healing."""

from __future__ import annotations

from affray.core.tally import Mod, tally
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import harm
from affray.rulesets.traveller.aid import augmented, give_back, in_time, tend
from affray.rulesets.traveller.checks import checked
from affray.rulesets.traveller.dice import die
from affray.rulesets.traveller.effects.harm import MINUTE
from affray.rulesets.traveller.fighter import Fighter, everyone, table
from affray.rulesets.traveller.figures import UNTRAINED, able, dead, level, missing, supplies, wounded
from affray.rulesets.traveller.sheet import DEX, EDU, END, PHYSICAL, STR
from affray.rulesets.traveller.state import Body, Game, Table

NOTHING, REST, CARE, SURGERY = "", "bed rest", "medical care", "surgery"
CARE_BASE, LOSS_BASE = 3, 3
CARING = ("TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-03", "TRV-CARE-04", "TRV-CARE-05")
ONE = {STR: (1, 0, 0), DEX: (0, 1, 0), END: (0, 0, 1)}


def aftermath(play: Game) -> None:
    """The next piece of what follows a fight: first aid, a minute, or a day."""
    helper = table(play).first(could_help)
    if helper is not None:
        play.call(lend_a_hand, helper)
    elif table(play).first(unconscious) is not None:
        play.do(fx.TimePassed(MINUTE), "TRV-WAKE-02")
        for sleeper in table(play).all(harm.sleeper):
            play.call(harm.wake, sleeper)
    else:
        play.call(day, table(play))


def lend_a_hand(play: Game, helper: Fighter) -> None:
    """First aid once the fight is over, for whoever is still in time (TRV-FAID-03)."""
    patients = table(play).all(in_need)
    whos = (None, *[p.who for p in patients])
    chosen = play.choose(helper, "first aid for", lambda: whos, "TRV-FAID-01") if patients else None
    patient = next((p for p in patients if p.who == chosen), None)
    if patient is None:
        play.do(fx.Passed(helper.who), "TRV-FAID-01")
    else:
        play.call(tend, helper, patient)


def day(play: Game, _: object) -> None:
    """A day goes by: everybody is treated, and minds mend (TRV-MENT-01)."""
    play.do(fx.DayPassed(), "TRV-NAT-02", "TRV-CARE-01", "TRV-MENT-01")
    for one in everyone(play):
        play.call(day_of, one)


def day_of(play: Game, one: Fighter) -> None:
    """One fighter's day: bed rest, medical care or surgery, if any."""
    if one.dead:
        return
    if one.about(forgetful):
        play.do(fx.MindHealed(one.who, play.house.mental_total == "one"), "TRV-MENT-01", "TRV-R20")
    if not one.wounded:
        return
    options = treatments(play, one)
    chosen = play.choose(one, "treatment", lambda: options, "TRV-NAT-02", "TRV-CARE-01", "TRV-SURG-05")
    if chosen == REST:
        play.call(rest, one)
    elif chosen != NOTHING and (doctor := one.least(best_doctor)) is not None:
        play.call(operate if chosen == SURGERY else care, doctor, one)


def treatments(play: Game, one: Fighter) -> tuple[str, ...]:
    """What can be done for a patient today (TRV-SURG-02, -05, TRV-CARE-03, -04)."""
    found = [NOTHING, REST]
    if table(play).facility and one.least(best_doctor) is not None:
        found += [SURGERY, *([] if one.needs_surgery else [CARE])]
    return tuple(found)


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
    if play.house.healing_remainder == "player" and points > 0:
        even = points - points % max(1, one.about(damaged))
        play.do(fx.Recovered(one.who, even), *rules, "TRV-R18")
        for _ in range(points - even):
            play.call(place_point, one, *rules)
    elif points:
        play.do(fx.Recovered(one.who, points), *rules, "TRV-R18")
        harm.fall(play, one)


def place_point(play: Game, one: Fighter, *rules: str) -> None:
    """By the option, one point of a remainder goes where the player says."""
    names = one.about(hurt_places)
    if names:
        name = play.choose(one, "point for", lambda: names, "TRV-R18") if len(names) > 1 else names[0]
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
            harm.strike(play, patient, points, "TRV-SURG-04", "TRV-R17")


# --- facts -------------------------------------------------------------------------------------------


def best_doctor(a: Body, b: Body) -> tuple[bool, int] | None:
    """The places of doctors for a patient: own side and most skilled first."""
    skill = level("medic")(b)
    fits = a.sheet != b.sheet and able(b) and skill > UNTRAINED
    return (a.side != b.side, -skill) if fits else None


def could_help(_: Table, b: Body) -> int | None:
    """A place for those with supplies who have not been asked yet."""
    return 0 if able(b) and supplies(b) and not b.asked else None


def in_need(t: Table, b: Body) -> int | None:
    """The places of those whom first aid can still help, the worst first."""
    fits = wounded(b) and not dead(b) and not b.treated and in_time(t, b)
    return -sum(missing(b)) if fits else None


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
