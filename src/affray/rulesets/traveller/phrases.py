"""The forms of words: a line for each effect, question and decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.effect import Effect, Who
from affray.core.space import Point
from affray.rulesets.traveller import effects as fx

Names = Sequence[str]


def _n(names: Names, effect: Any) -> str:
    return names[effect.who] if effect.who >= 0 else "The game master"


def place(to: Point) -> str:
    """A place in metres.

    >>> place(Point(150, -300))
    '(1.5, -3)'
    """
    return f"({to.x / 100:g}, {to.y / 100:g})"


def _points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


def _hurt(names: Names, e: fx.Hurt) -> str:
    lost = {"STR": e.strength, "DEX": e.dexterity, "END": e.endurance}
    parts = [f"{c} {-n:+d}" for c, n in lost.items() if n]
    return f"{_n(names, e)}: {', '.join(parts) or 'nothing changes'}"


def _restored(names: Names, e: fx.Restored) -> str:
    gained = {"STR": e.strength, "DEX": e.dexterity, "END": e.endurance}
    return f"{_n(names, e)} gets back " + ", ".join(f"{c} {n}" for c, n in gained.items() if n)


def _all_of(e: fx.TookCover) -> str:
    return ", ".join(c.name for c in (e.cover, *e.more) if c is not None)


def _order(order: str) -> str:
    first, *others = order.split()
    return ", ".join([first, *(f"then {each}" for each in others)])


EFFECTS: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.TurnFell: lambda names, e: f"It is {_whose(names, e.turn)} turn" if e.turn is not None else "",
    fx.TurnLost: lambda names, e: f"{_n(names, e)} loses this turn",
    fx.Boosted: lambda names, e: (
        f"{_n(names, e)} has {e.by:+d} initiative this round" if e.by else f"{_n(names, e)}: surprise is over"
    ),
    fx.TacticsCounted: lambda names, e: f"{_n(names, e)} has {e.by:+d} initiative by tactics" if e.by else "",
    fx.Deferred: lambda names, e: f"{_n(names, e)} puts the turn off",
    fx.Together: lambda names, e: f"{_n(names, e)} acts at the same moment as others" if e.together else "",
    fx.Reacted: lambda names, e: f"{_n(names, e)} will have -1 for it",
    fx.TurnForfeited: lambda names, e: f"{_n(names, e)} will lose the next turn",
    fx.Aimed: lambda names, e: f"{_n(names, e)} aims",
    fx.AimEnded: lambda names, e: f"The aim of {_n(names, e)} is over",
    fx.PoolFilled: lambda names, e: f"{_n(names, e)} can hand out {e.points} DMs",
    fx.GiftFilled: lambda names, e: f"The failure of {_n(names, e)} gives the others {e.points} DMs",
    fx.LeadEnded: lambda names, e: f"The DMs of {_n(names, e)} are over",
    fx.PoolUsed: lambda names, e: f"A DM of {_n(names, e)} is used",
    fx.Narrated: lambda names, e: f"{_n(names, e)}: {e.what}" + (f", Effect {e.result}" if e.rolled else ""),
    fx.WorkDone: lambda names, e: f"{_n(names, e)} works on {e.project}",
    fx.WorkLeft: lambda names, e: f"{_n(names, e)} leaves off working",
    fx.ProgressLost: lambda names, e: f"The work of {_n(names, e)} in this round is lost",
    fx.ProjectEnded: lambda names, e: f"{e.project} is {'ruined' if e.ruined else 'finished'}",
    fx.Won: lambda names, e: "The fight is over",
    fx.Moved: lambda names, e: f"{_n(names, e)} moves",
    fx.Placed: lambda names, e: f"{_n(names, e)} is placed at {place(e.to)}",
    fx.Thrown: lambda names, e: f"{_n(names, e)} is thrown {e.distance / 100:g} m",
    fx.Followed: lambda names, e: f"{_n(names, e)} goes along",
    fx.Stance: lambda names, e: f"{_n(names, e)} is {e.stance}",
    fx.TookCover: lambda names, e: (
        f"{_n(names, e)} is beside {_all_of(e)}" if e.cover else f"{_n(names, e)} leaves cover"
    ),
    fx.TookPost: lambda names, e: f"{_n(names, e)} takes up {e.post}",
    fx.Seen: lambda names, e: f"{_n(names, e)} is {'seen' if e.seen else 'not seen'}",
    fx.Gripped: lambda names, e: (
        f"{_n(names, e)} is free" if e.foe is None else f"{_n(names, e)} is in a grapple with {names[e.foe]}"
    ),
    fx.Drew: lambda names, e: f"{_n(names, e)} has the {e.item} in hand",
    fx.Dropped: lambda names, e: f"{_n(names, e)} no longer has the {e.item}",
    fx.TookUp: lambda names, e: f"{_n(names, e)} takes the {e.item}",
    fx.Reloaded: lambda names, e: f"{_n(names, e)} reloads the {e.item}",
    fx.Missed: lambda names, e: f"{_n(names, e)} is missed",
    fx.Struck: lambda names, e: f"{_n(names, e)} is struck for {_points(e.points)}",
    fx.Wounded: lambda names, e: f"{_n(names, e)} takes {_points(e.points)}: {_order(e.order)}",
    fx.Hurt: _hurt,
    fx.FellUnconscious: lambda names, e: f"{_n(names, e)} falls unconscious",
    fx.Woke: lambda names, e: f"{_n(names, e)} wakes",
    fx.SleptOn: lambda names, e: f"{_n(names, e)} does not wake",
    fx.Restored: _restored,
    fx.Treated: lambda names, e: f"{_n(names, e)} has had first aid",
    fx.Recovered: lambda names, e: (
        f"{_n(names, e)} {'recovers' if e.points >= 0 else 'loses'} {_points(abs(e.points))}"
    ),
    fx.MindHealed: lambda names, e: f"{_n(names, e)}'s mind mends",
    fx.MindHurt: lambda names, e: f"{_n(names, e)}: INT {-e.intellect:+d}, EDU {-e.education:+d}",
    fx.DayPassed: lambda names, e: "A day passes",
    fx.DayBroke: lambda names, e: "A new day begins",
    fx.StayedAt: lambda names, e: f"They stay at: {e.facility} (TL {e.tl})" if e.facility else "They leave",
    fx.TimePassed: lambda names, e: f"{e.seconds} seconds pass",
    fx.DaysTold: lambda names, e: f"{e.days} day{'' if e.days == 1 else 's'} after the fight will be told",
}


def _whose(names: Names, who: Who) -> str:
    name = names[who]
    return f"{name}'" if name.endswith("s") else f"{name}'s"


CORRECTED: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.InitiativeRolled: lambda names, e: f"{_n(names, e)} has initiative {e.score}",
    fx.TacticsCounted: lambda names, e: f"{_n(names, e)} has {e.by:+d} initiative by tactics",
    fx.Fired: lambda names, e: f"{_n(names, e)}'s {e.item} has a shot less",
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: dict[str, Callable[[str, str], str]] = {
    "reaction": lambda who, what: f"{who} reacts: {what}",
    "spur on": lambda who, _: f"{who} spurs them on",
    "use their confusion": lambda who, _: f"{who} uses the enemy's confusion",
    "make a plan": lambda who, _: f"{who} makes a plan",
    "act now": lambda who, _: f"{who} acts now",
    "characteristic": lambda who, what: f"{who} counts on {what}",
    "damage goes to": lambda who, what: f"{who} takes it from {what}",
    "take the damage": lambda who, what: f"{who} takes it: {what}",
    "heal": lambda who, what: f"{who} heals {what}",
    "grapple outcome": lambda who, what: f"{who} wins the grapple: {what}",
    "keep the weapon": lambda who, _: f"{who} keeps the weapon",
    "difficulty": lambda who, what: f"{who}: {what}",
}
"""What was decided, by question, where it is worth a line."""

QUESTIONS: dict[str, Callable[[str, str, tuple[Any, ...]], str]] = {
    "action": lambda who, _, __: f"{who}: what now?",
    "reaction": lambda who, foe, about: (
        f"{foe} attacks {who} with {about[1].name}. React (-1 in the next turn"
        f"{'' if about[1].melee else '; a dive loses it'})?"
    ),
    "characteristic": lambda who, _, about: f"{who}, {about[0]}: which characteristic counts?",
    "spur on": lambda who, ally, about: f"{who}: give {ally} +1 for {about[1]}?",
    "use their confusion": lambda who, foe, about: f"{who}: take +1 for {about[1]}, since {foe} failed?",
    "make a plan": lambda who, _, __: f"{who}: make a Tactics check for the side?",
    "act now": lambda who, _, __: f"{who} has put off the turn: act now?",
    "damage goes to": lambda who, _, about: f"{who} takes {about[0]} damage: where does it go after END?",
    "take the damage": lambda who, _, __: f"{who}: how is the damage taken?",
    "heal": lambda who, patient, about: f"{who} gives {patient} {_points(about[1])} back: which?",
    "grapple outcome": lambda who, foe, about: (
        f"{who} wins against {foe} (Effect {about[1]}): what comes of it?"
    ),
    "disarm what": lambda who, foe, _: f"What does {foe} drop?",
    "keep the weapon": lambda who, _, about: f"Does {who} keep the {about[1]}?",
    "move off": lambda who, foe, _: f"{who} is free of {foe}: move off?",
    "drag to": lambda who, foe, _: f"Where does {who} drag {foe} (up to 3 m)?",
    "difficulty": lambda who, _, about: f"How hard is it: {about[0]}?",
    "another day": lambda who, _, __: f"{who}: let another day of healing pass?",
    "point for": lambda who, _, __: f"{who}: where does the odd point go?",
}
