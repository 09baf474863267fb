"""The forms of words: a line for each effect, question and decision."""

from __future__ import annotations

from typing import Any

from affray.core.game_words import ChoiceForms, EffectForms, Names, QuestionForms, called
from affray.core.message import figure, joined, msg
from affray.core.phrases import counted, modified, thing
from affray.core.space import Point
from affray.core.stopped import Stopped, stopped
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.tables import UNARMED


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def place(to: Point) -> str:
    """A place in metres.

    >>> place(Point(150, -300))
    '(1.5, -3)'
    """
    return msg("({x}, {y})", x=figure(to.x / 100, "g"), y=figure(to.y / 100, "g"))


def _armed(weapon: str) -> str:
    """With what somebody attacks, in a sentence."""
    return "with bare hands" if weapon == UNARMED else msg("with the {weapon}", weapon=thing(weapon))


def _points(n: int) -> str:
    return msg("{n, plural, one {# point} other {# points}}", n=n)


def _hurt(names: Names, e: fx.Hurt) -> str:
    lost = {"STR": e.strength, "DEX": e.dexterity, "END": e.endurance}
    parts = [modified(c, -n) for c, n in lost.items() if n]
    return msg("{who}: {parts}", who=_n(names, e), parts=joined(", ", parts) or "nothing changes")


def _restored(names: Names, e: fx.Restored) -> str:
    gained = {"STR": e.strength, "DEX": e.dexterity, "END": e.endurance}
    points = joined(", ", (counted(c, n) for c, n in gained.items() if n))
    return msg("{who} gets back {points}", who=_n(names, e), points=points)


def _all_of(e: fx.TookCover) -> str:
    return joined(", ", (c.name for c in (e.cover, *e.more) if c is not None))


def _order(order: str) -> str:
    first, *others = order.split()
    return joined(", ", [first, *(msg("then {each}", each=each) for each in others)])


EFFECTS: EffectForms = {
    fx.RoundBegan: "A round begins",
    fx.TurnFell: lambda names, e: msg("It is {who}'s turn", who=names[e.turn]) if e.turn is not None else "",
    fx.TurnLost: "{who} loses this turn",
    fx.Boosted: lambda names, e: (
        msg("{who} has {by} initiative this round", who=_n(names, e), by=figure(e.by, "+d"))
        if e.by
        else "{who}'s surprise is over"
    ),
    fx.TacticsCounted: lambda names, e: (
        msg("{who} has {by} initiative from tactics", who=_n(names, e), by=figure(e.by, "+d")) if e.by else ""
    ),
    fx.Deferred: "{who} delays the turn",
    fx.Together: lambda _, e: "{who} acts at the same moment as others" if e.together else "",
    fx.Reacted: "{who} will act at -1 next turn",
    fx.TurnForfeited: "{who} will lose the next turn",
    fx.Aimed: "{who} aims",
    fx.AimEnded: "{who} loses the aim",
    fx.PoolFilled: "{who} can hand out {points, plural, =0 {no DMs} one {# DM} other {# DMs}}",
    fx.GiftFilled: "{who}'s failure gives the others {points, plural, one {# DM} other {# DMs}}",
    fx.LeadEnded: "{who}'s DMs have run out",
    fx.PoolUsed: "One of {who}'s DMs is used",
    fx.Narrated: lambda names, e: (
        msg("{who}: {what}", who=_n(names, e), what=e.what)
        + (msg(", Effect {result}", result=e.result) if e.rolled else "")
    ),
    fx.WorkDone: "{who} works on {project}",
    fx.WorkLeft: "{who} stops working",
    fx.ProgressLost: "{who}'s work this round is lost",
    fx.ProjectEnded: "Work on {project} is {ruined, select, true {ruined} other {finished}}",
    fx.Won: "The fight is over",
    fx.Moved: "{who} moves",
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=place(e.to)),
    fx.Thrown: lambda names, e: msg(
        "{who} is thrown {distance} m", who=_n(names, e), distance=figure(e.distance / 100, "g")
    ),
    fx.Followed: "{who} moves along with them",
    fx.Stance: "{who} is now {stance}",
    fx.TookCover: lambda names, e: (
        msg("{who} takes cover: {covers}", who=_n(names, e), covers=_all_of(e))
        if e.cover
        else "{who} leaves cover"
    ),
    fx.TookPost: "{who} takes post: {post}",
    fx.Seen: "{who} is {seen, select, true {spotted} other {out of sight}}",
    fx.Gripped: lambda names, e: (
        "{who} breaks free"
        if e.foe is None
        else msg("{who} and {whom} grapple", who=_n(names, e), whom=names[e.foe])
    ),
    fx.Drew: lambda names, e: msg("{who} draws the {item}", who=_n(names, e), item=thing(e.item)),
    fx.Dropped: lambda names, e: msg("{who} puts down the {item}", who=_n(names, e), item=thing(e.item)),
    fx.TookUp: lambda names, e: msg("{who} picks up the {item}", who=_n(names, e), item=thing(e.item)),
    fx.Reloaded: lambda names, e: msg("{who} reloads the {item}", who=_n(names, e), item=thing(e.item)),
    fx.Missed: "The attack misses {who}",
    fx.Struck: lambda names, e: msg(
        "{who} is hit for {points} of damage", who=_n(names, e), points=_points(e.points)
    ),
    fx.Wounded: lambda names, e: msg(
        "{who} loses {points}: {order}", who=_n(names, e), points=_points(e.points), order=_order(e.order)
    ),
    Stopped: lambda names, e: stopped(_n(names, e), e),
    fx.Hurt: _hurt,
    fx.FellUnconscious: "{who} falls unconscious",
    fx.Woke: "{who} wakes up",
    fx.SleptOn: "{who} does not wake up",
    fx.Restored: _restored,
    fx.Treated: "{who} has been given first aid",
    fx.Recovered: lambda names, e: msg(
        "{who} {healed, select, true {recovers} other {loses}} {points}",
        who=_n(names, e),
        points=_points(abs(e.points)),
        healed=e.points >= 0,
    ),
    fx.MindHealed: "{who}'s mind recovers",
    fx.MindHurt: lambda names, e: msg(
        "{who}: INT {intellect}, EDU {education}",
        who=_n(names, e),
        intellect=figure(-e.intellect, "+d"),
        education=figure(-e.education, "+d"),
    ),
    fx.DayPassed: "A day passes",
    fx.DayBroke: "A new day begins",
    fx.StayedAt: lambda _, e: "They stay at a facility: {facility} (TL {tl})" if e.facility else "They leave",
    fx.TimePassed: "{seconds} seconds pass",
    fx.DaysTold: "{days, plural, one {# day} other {# days}} after the fight will be played",
}


CORRECTED: EffectForms = {
    fx.InitiativeRolled: "{who} has initiative {score}",
    fx.TacticsCounted: lambda names, e: msg(
        "{who} has {by} initiative from tactics", who=_n(names, e), by=figure(e.by, "+d")
    ),
    fx.Fired: lambda names, e: msg("{who}'s {item} has one shot fewer", who=_n(names, e), item=thing(e.item)),
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: ChoiceForms = {
    "move off": lambda who, _: msg("{who} moves away", who=who),
    "drag to": lambda who, where: msg("{who} drags them to {where}", who=who, where=where),
    "disarm what": lambda who, what: msg("{who} knocks the {weapon} away", who=who, weapon=what),
    "reaction": lambda who, what: msg("{who} reacts: {what}", who=who, what=what),
    "spur on": lambda who, _: msg("{who} spurs them on", who=who),
    "use their confusion": lambda who, _: msg("{who} uses the enemy's confusion", who=who),
    "make a plan": lambda who, _: msg("{who} makes a plan", who=who),
    "act now": lambda who, _: msg("{who} acts now", who=who),
    "characteristic": lambda who, what: msg("{who} uses {what}", who=who, what=what),
    "damage goes to": lambda who, what: msg("{who} takes the rest from {what}", who=who, what=what),
    "take the damage": lambda who, what: msg("{who} takes the damage: {what}", who=who, what=what),
    "heal": lambda who, what: msg("{who} restores {what}", who=who, what=what),
    "grapple outcome": lambda who, what: msg("{who} wins the grapple: {what}", who=who, what=what),
    "keep the weapon": lambda who, _: msg("{who} keeps the weapon", who=who),
    "difficulty": lambda who, what: msg("{who}: {what}", who=who, what=what),
}
"""What was decided, by question, where it is worth a line."""

QUESTIONS: QuestionForms = {
    "action": lambda who, _, __: msg("{who}: what now?", who=who),
    "reaction": lambda who, foe, about: msg(
        "{foe} attacks {who} {armed}. React (-1 next turn{melee, "
        "select, true {} other {; a dive costs the whole turn}})?",
        foe=foe,
        who=who,
        armed=_armed(about[1].name),
        melee=about[1].melee,
    ),
    "characteristic": lambda who, _, about: msg(
        "{who}'s {check}: which characteristic?", who=who, check=about[0]
    ),
    "spur on": lambda who, ally, about: msg(
        "{who}: give {ally} +1 on this check ({check})?", who=who, ally=ally, check=about[1]
    ),
    "use their confusion": lambda who, foe, about: msg(
        "{foe} failed. {who}: take +1 on this check ({check})?", who=who, check=about[1], foe=foe
    ),
    "make a plan": lambda who, _, __: msg(
        "{who}: make a Tactics check to give the whole side initiative?", who=who
    ),
    "act now": lambda who, _, __: msg("{who} has delayed the turn. Act now?", who=who),
    "damage goes to": lambda who, _, about: msg(
        "{who} takes {damage} damage. Which characteristic takes what END cannot?", who=who, damage=about[0]
    ),
    "take the damage": lambda who, _, __: msg("{who}: how is the damage split?", who=who),
    "heal": lambda who, patient, about: msg(
        "{who} restores {points} to {patient}. Which?", who=who, patient=patient, points=_points(about[1])
    ),
    "grapple outcome": lambda who, foe, about: msg(
        "{who} wins the grapple with {foe} (Effect {result}). What now?", who=who, foe=foe, result=about[1]
    ),
    "disarm what": lambda who, foe, _: msg("What does {foe} drop?", foe=foe),
    "keep the weapon": lambda who, _, about: msg(
        "Does {who} keep the {weapon}?", who=who, weapon=thing(about[1])
    ),
    "move off": lambda who, foe, _: msg("{who} has broken free of {foe}. Move away?", who=who, foe=foe),
    "drag to": lambda who, foe, _: msg("Where does {who} drag {foe} (up to 3 m)?", who=who, foe=foe),
    "difficulty": lambda who, _, about: msg("How hard is it: {task}?", task=about[0]),
    "another day": lambda who, _, __: msg("{who}: let another day of healing pass?", who=who),
    "point for": lambda who, _, __: msg("{who}: which characteristic gets the odd point?", who=who),
}
