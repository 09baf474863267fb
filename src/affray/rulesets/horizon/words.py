"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar

from affray.core.dice import alone
from affray.core.effect import Effect, Who
from affray.core.game_words import EffectForms, Names, called
from affray.core.live import Rolled
from affray.core.message import figure, figured, joined, msg, word
from affray.core.phrases import (
    counted,
    fallen,
    roll_name,
    thing,
)
from affray.core.play import Play
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.core.stopped import Stopped, stopped
from affray.core.tally import Tally
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables, wounding
from affray.rulesets.horizon.actions import ACTIONS
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import Fighter, able, dead, in_hand, in_use, sees, turn_actions
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.profile import reading, row
from affray.rulesets.horizon.questions import QUESTIONS
from affray.rulesets.horizon.state import Body, Condition, Game, State
from affray.tabletop import PlainWords
from affray.tabletop.words import in_place


class HorizonWords(PlainWords):
    """How the game says things."""

    master = word("The Director")
    actions = ACTIONS
    asks = QUESTIONS

    rolls: ClassVar[dict[str, str]] = {
        "resist stagger": "Endurance against a stagger", "resist down": "Endurance against going down",
        "resist arm": "Endurance against a shattered arm", "resist leg": "Endurance against a shattered leg",
        "resist body": "Endurance against a shattered body",
        "resist head": "Endurance against a shattered head",
        "push the move": "Endurance to move farther", "heave": "Endurance to heave it",
        "notice": "Awareness", "foresee": "Awareness to foresee the attack", "look about": "Awareness",
        "lie in wait": "Stealth to lie in wait", "stealth": "Stealth",
        "bind a wound": "attempt to bind a wound", "break into a system": "attempt to break into a system",
        "defuse a charge": "attempt to defuse a charge", "pick a lock": "attempt to pick a lock",
        "splint a limb": "attempt to splint a limb", "start an engine": "attempt to start an engine",
    }  # fmt: skip
    deeds: ClassVar[dict[str, str]] = QUESTIONS.deeds

    def rolled(self, names: Names, told: Rolled) -> str:
        """A roll: whose, what for, its AP, and its dice."""
        asked, value, dice = told.asked, told.value, told.dice
        once = not dice or (asked.question == "roll-off" and alone(dice, value))
        return msg(
            "{name}'s {question}: {value}{unit}{shown}",
            name=self.name(names, asked.who),
            question=roll_name(self, asked.question),
            value=value,
            unit="" if asked.question == "roll-off" else " AP",
            shown="" if once else msg(" ({dice})", dice=_dice(dice, told.tally)),
        )

    def outcome(self, fight: State, names: Names, effect: Effect) -> str:
        """An effect in one line, and whether somebody is out of it by that."""
        line = self.happened(names, effect)
        if not isinstance(effect, fx.Hurt) or effect.points <= 0:
            return line
        b: Body = fight.bodies[effect.who]
        if dead(b):
            return fallen(line, "dead")
        return fallen(line, "down") if b.health <= 0 < b.health + effect.points else line

    def part(self, names: Names, field: str, value: object) -> object:
        """A field of an effect: things and places in words."""
        if isinstance(value, Point):
            return in_place(value)
        return thing(str(value)) if field == "item" else super().part(names, field, value)

    def card(self, fight: State, who: Who) -> Card:
        """A fighter's card: Health, actions, what is in hand and worn."""
        b: Body = fight.bodies[who]
        bars = (
            Bar("Health", max(0, b.health), b.sheet.health),
            Bar("Actions", b.actions, max(b.actions, turn_actions(b))),
            Bar("Defense", b.pool, max(b.pool, 1)),
        )
        worn = msg(", armour {armour}", armour=b.sheet.armour) if b.sheet.armour else ""
        turn = str(b.order) if b.entered else ""
        states = (*_states(b), *_row(fight, who))
        out, gear = not able(b), _gear(b) + worn
        idle = states[:1] if out else ()
        return Card(b.sheet.name, b.side, b.sheet.run_by, bars, turn, gear, states, out, idle=idle)

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres, and whether anything stands between."""
        a, b = fight.bodies[one], fight.bodies[other]
        return msg(
            "{metres} m{sees, select, true {} other {, out of sight}}",
            metres=figure(apart(a.spot, b.spot), "g"),
            sees=sees(a, b),
        )

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        return joined(", ", _states(fight.bodies[who]))

    def table(self, fight: State) -> str:
        """The round, and what lies about."""
        t = fight.table
        lying = joined(", ", (thing(x.item.name) for x in t.ground))
        when = msg("round {round}", round=t.round) if t.fighting else "before combat"
        return msg("{when}; on the ground: {lying}", when=when, lying=lying) if lying else when


def _gear(b: Body) -> str:
    item = in_hand(b)
    if item is None:
        return msg("bare hands ({short})", short=in_use(b).short)
    rounds = (
        msg(" {rounds}/{magazine}", rounds=item.rounds, magazine=item.weapon.magazine)
        if item.weapon and item.weapon.fires
        else ""
    )
    return joined("", (thing(item.name), rounds))


def _row(fight: State, who: Who) -> Iterator[str]:
    """What the score of a running turn reads with what is in hand."""
    play: Game = Play(fight)
    actor = Fighter(play, who)
    if fight.table.current != who or not actor.tested or not actor.able:
        return
    weapon, improvised, _ = actor.holds
    ap, guard = (reading(play, actor, weapon, what).total for what in ("attack", "defend"))
    attack = row(play, weapon, ap)
    reach = (
        msg(", {range} m", range=attack.range)
        if attack.range
        else msg(", thrown {thrown} m", thrown=attack.thrown)
        if attack.thrown
        else ""
    )
    damage = halved(attack.damage[0]) if improvised else attack.damage[0]
    defense, move = (
        row(play, weapon, guard).defense,
        msg("{move} m", move=figure(attack.move, "+d")) if attack.move else "Base",
    )
    yield msg(
        "{ap} AP: damage {damage}, Defense {defense}, Move {move}{reach}",
        ap=ap,
        damage=damage,
        defense=defense,
        move=move,
        reach=reach,
    )


def _states(b: Body) -> list[str]:
    if dead(b):
        return ["dead"]
    states: list[str] = [] if b.health > 0 else [msg("down at {health} Health", health=b.health)]
    flags = {
        **fx.OUT.flag(b), "escaped": b.escaped, **fx.UNAWARE.flag(b), "hidden": b.hidden,
        "prone": b.prone, "body shattered": b.torn, "fleeing": b.fleeing,
        **Condition.flags(b, but=(fx.ALERT,)),
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    if b.owed:
        states.append(msg("owes {n, plural, one {# action} other {# actions}}", n=b.owed))
    if b.arms:
        shattered = msg("{n, plural, one {# arm shattered} other {# arms shattered}}", n=b.arms)
        states.append(figured(shattered, "arms shattered"))
    if b.legs:
        shattered = msg("{n, plural, one {# leg shattered} other {# legs shattered}}", n=b.legs)
        states.append(figured(shattered, "legs shattered"))
    counts = {"Defense": b.pool, "Dive armour": b.diving, "borrowed": b.borrowed}
    states += [counted(what, n) for what, n in counts.items() if n]
    if b.task is not None:
        states.append(
            msg(
                "{name} {progress}/{goal}{paused, select, true { (paused)} other {}}",
                name=b.task.name,
                progress=b.progress,
                goal=b.task.goal,
                paused=b.paused,
            )
        )
    return states


# --- effects --------------------------------------------------------------------------------------


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who, HorizonWords.master)


def _with(weapon: str) -> str:
    """What an Attack is made with: a thing has an article, a style has none."""
    return weapon if weapon in _styles() else msg("the {weapon}", weapon=weapon)


@cache
def _styles() -> frozenset[str]:
    return frozenset(w.short for w in tables.book(House()).weapons.values() if w.unarmed)


def _dice(dice: Sequence[int], tally: Tally) -> str:
    """The faces, and what is added to what they are worth."""
    faces = " ".join(map(str, dice))
    return msg("{faces}, {total}", faces=faces, total=figure(tally.total, "+d")) if tally.total else faces


NARRATED = {
    "finds its Defense passed by": "cannot use Defense against this",
    "is out of reach in time": "gets out of reach in time",
}
"""What is told, where the log has other words for it."""
EFFECTS: EffectForms = {
    fx.CombatBegan: "Combat begins",
    fx.Waited: "{seconds} seconds pass",
    fx.Opened: "{by} opens combat",
    fx.MetAgain: "{by} meets the enemy again: a new combat begins",
    fx.RoundBegan: "A round begins",
    fx.OrderRolled: "{who}'s place in the turn order: {score} AP",
    fx.TurnFell: lambda names, e: (
        msg("It is {name}'s turn", name=called(names, e.turn)) if e.turn is not None else ""
    ),
    fx.ActsTogether: "{who} acts at the same moment as others",
    fx.Scored: "{who} scores {ap} AP in {skill}",
    fx.Rescored: "{who} scores {ap} AP this turn",
    fx.Actions: "{who} has {actions, plural, one {# action} other {# actions}}",
    fx.Spoke: "{who} says {words, plural, one {# word} other {# words}}",
    fx.SetToWork: "{who} {given, select, true {spends the turn on the task} other {has the turn free again}}",
    fx.Searched: "{who} looks around: {score} AP",
    fx.Narrated: lambda names, e: (
        msg("{who} {what}", who=_n(names, e), what=NARRATED.get(e.what, e.what))
        + (msg(": {score} AP", score=e.score) if e.score >= 0 else "")
    ),
    fx.Closed: "The Director ends the fight",
    fx.Attacked: lambda names, e: (
        msg(
            "{who} attacks with {weapon}: {ap} AP, damage {damage}",
            who=_n(names, e),
            weapon=_with(e.weapon),
            ap=e.ap,
            damage=e.damage,
        )
        + (msg(", {wound}", wound=wounding.TO_WOUND[e.wound]) if e.wound else "")
    ),
    fx.Defended: "{who} defends: +{by} Defense",
    fx.Warded: "{who}'s Defense cancels {by}",
    fx.Soaked: "{who}'s armour absorbs {by}",
    Stopped: lambda names, e: stopped(_n(names, e), e),
    fx.Hurt: lambda names, e: msg(
        "{who} {lost, select, true {loses} other {gets back}} {points} Health",
        who=_n(names, e),
        points=abs(e.points),
        lost=e.points > 0,
    ),
    fx.Wounded: lambda names, e: (
        msg("{who} suffers a wound: {title}", who=_n(names, e), title=tables.conditions()[e.condition].title)
        if e.condition in tables.conditions()
        else "{who} suffers {condition}"
    ),
    fx.Resisted: "{who} resists the wound",
    fx.Recovered: "{who} recovers",
    fx.Healed: "{who} is healed: {condition}",
    fx.Borrowed: "{who} borrows an action of the next turn",
    fx.Lamed: "{who} loses {actions, plural, one {# action} other {# actions}} of the next turn",
    fx.Dived: "{who} gains {armour} Dive armour",
    fx.Rose: "{who} stands up",
    fx.Drew: lambda _, e: "{who} draws the {item}" if e.item else "{who}'s hands are empty",
    fx.Fired: "",
    fx.Reloaded: "{who} reloads the {item} (+{by})",
    fx.Loaded: "{who}'s {item} holds {rounds}",
    fx.UsedUp: "{who}'s {item} is used up",
    fx.Dropped: "{who} lets go of the {item}",
    fx.TookUp: "{who} picks up the {item}",
    fx.Dragged: "{by} pulls the {item} within reach",
    fx.Shifted: "It lands at {to}",
    fx.Helps: lambda _, e: "{who} lends a hand" if e.helping else "",
    fx.MovedTo: "{who} leaps to {to}",
    fx.MovedBy: lambda names, e: msg(
        "{who} moves {nearer, select, true {towards} other {away from}} {whom}",
        who=_n(names, e),
        whom=names[e.at],
        nearer=e.step > 0,
    ),
    fx.MovedOn: "{who} moves towards {to}",
    fx.Placed: "{who} is moved to {to}",
    fx.Screened: "{who} {out_of_sight, select, true {is out of sight of} other {can be seen by}} {from_}",
    fx.Hid: "{who} hides: {stealth} AP",
    fx.Revealed: "{who} is no longer hidden",
    fx.Betrayed: "{by} tells every comrade where {who} is",
    fx.Watched: "{by} {noticed, select, true {notices} other {does not notice}} {who}",
    fx.Caught: "{who} is caught by surprise",
    fx.Worked: "{who} makes progress: {by} AP",
    fx.WorkUndone: "{who}'s progress this turn is lost",
    fx.Finished: "{who} completes the task",
    fx.Paused: "{who}'s task {paused, select, true {is paused} other {goes on}}",
    fx.Boosted: "{who} tries to go farther",
    fx.ArmsJudged: "Shattered arms in use by {who}: {arms}",
    fx.Fled: "{who} {fleeing, select, true {flees} other {stops fleeing}}",
    fx.Located: "{who} has been found",
    fx.RoundLost: lambda _, e: "" if e.anew else "{who} was not found this round",
    fx.Escaped: "{who} has escaped",
    **Condition.forms(),
}

CORRECTED: EffectForms = {
    fx.Fired: "{who}'s {item} holds one Attack fewer",
    fx.RoundLost: "{who}'s count starts again",
    fx.TurnFell: "It is nobody's turn",
    fx.Helps: "{who} lets go",
}
"""What goes without saying in play, but not when a Director puts it right."""

WORDS = HorizonWords(EFFECTS, CORRECTED, QUESTIONS.told, QUESTIONS.asked)
