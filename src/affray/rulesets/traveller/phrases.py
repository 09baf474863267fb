"""The forms of words: a line for each effect, and parts that the chapters share."""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.game_words import EffectForms, Names, called
from affray.core.message import figure, joined, msg
from affray.core.phrases import counted, modified, phrase, thing
from affray.core.stopped import Stopped, stopped
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.tables import UNARMED
from affray.tabletop.words import in_place


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def armed(weapon: str) -> str:
    """With what somebody attacks, in a sentence."""
    return "with bare hands" if weapon == UNARMED else msg("with the {weapon}", weapon=thing(weapon))


def attack_in_words(names: Names, act: Act) -> str:
    """An attack as a player says it; the menu names some without a target."""
    whom, weapon = "" if act.at is None else names[act.at], act.item
    if not whom and not weapon:
        return act.name
    attack = phrase("", act.name) if not whom else msg("{attack} on {whom}", attack=act.name, whom=whom)
    held = "with bare hands" if weapon == UNARMED else phrase("with", thing(weapon))
    return joined(" ", (attack, held)) if weapon else attack


def in_points(n: int) -> str:
    """How many points there are."""
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
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=in_place(e.to)),
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
        "{who} is hit for {points} of damage", who=_n(names, e), points=in_points(e.points)
    ),
    fx.Wounded: lambda names, e: msg(
        "{who} loses {points}: {order}", who=_n(names, e), points=in_points(e.points), order=_order(e.order)
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
        points=in_points(abs(e.points)),
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
