"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.game_words import EffectForms, GameWords, Names, called
from affray.core.message import Verbatim, figure, figured, joined, msg
from affray.core.missed import Missed, missed
from affray.core.phrases import (
    actions_left,
    counted,
    phrase,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import apart
from affray.core.stopped import Stopped, stopped
from affray.core.tally import Mod
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.area import OUT_OF_THE_FIRE
from affray.rulesets.serenity.dice import figures
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.explosives import LANDS_BY
from affray.rulesets.serenity.fighter import near, up
from affray.rulesets.serenity.initiative import in_words
from affray.rulesets.serenity.phrases import in_actions, in_harm, in_wounds, plot_points
from affray.rulesets.serenity.questions import QUESTIONS
from affray.rulesets.serenity.state import Body, Condition, Plan, State
from affray.tabletop.words import in_place


class SerenityWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {
        "stay up": "check to stay conscious", "endure": "Endurance check",
        "hold on": "check to cling to life",
        "resist": "resistance", "see through": "check to see through it",
        "break hold against {least}": "attempt to break free against {least}",
        "minuscule attack": "pinpoint attack",
    }  # fmt: skip
    deeds: ClassVar[dict[str, str]] = QUESTIONS.deeds
    own_words = QUESTIONS.own_words
    """The questions that people may answer in words of their own."""

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is something; where a throw lands is told though it hits nobody."""
        return question == LANDS_BY.name or GameWords.worth_telling(self, question, value)

    def figures(self, tally: Sequence[Mod], whole: bool) -> tuple[list[str], str]:
        """The dice and steps of a tally, and what is thrown."""
        return figures(tally, whole)

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        own = QUESTIONS.option(question, names, value)
        if own is not None:
            return own
        match value:
            case Act():
                return ACTIONS.words(names, value)
            case bool():
                return "yes" if value else "no"
            case _:
                return str(value)

    def typed(self, question: str, text: str) -> object:
        """What somebody means who types more than is listed: a declaration, or an injury."""
        return QUESTIONS.typed(question, text)

    def card(self, fight: State, who: Who) -> Card:
        """A fighter's card: life, stun, wounds, plot points, what is in hand and worn."""
        b: Body = fight.bodies[who]
        life = b.sheet.life
        bars = (
            Bar("stun", b.stun, life, rises=True),
            Bar("wounds", b.wounds, life, rises=True),
            Bar("actions", max(0, b.acts - b.used), b.acts),
        )
        armour = b.sheet.armour
        worn = msg(", {armour}", armour=counted(armour.name, armour.rating)) if armour.rating else ""
        turn = str(b.score) if b.entered else ""
        gear = (joined(", ", (_held(b, name) for name in b.hands)) or "bare hands") + worn
        states = tuple(_states(fight, b))
        left = Bar("life", max(0, life - b.stun - b.wounds), life, grave=b.bleeding or b.due > 0 or not up(b))
        idle, out = tuple(_idle(b)), not up(b)
        return Card(b.sheet.name, b.side, b.sheet.run_by, bars, turn, gear, states, out, life=left, idle=idle)

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres, and whether that is arm's length."""
        a, b = fight.bodies[one], fight.bodies[other]
        return msg(
            "{apart} m{near, select, true { (at arm's length)} other {}}",
            apart=figure(apart(a.spot, b.spot), "g"),
            near=near(a, b),
        )

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        harm = (
            [
                msg(
                    "{stun} stun, {counted} of {life}",
                    stun=b.stun,
                    counted=in_wounds(b.wounds),
                    life=b.sheet.life,
                )
            ]
            if b.stun or b.wounds
            else []
        )
        return joined(", ", [*_states(fight, b), *harm])

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        most = msg(", at most {counted}", counted=in_actions(t.most)) if t.most else ""
        out = (
            msg(
                ", {counted} planted",
                counted=msg("{n, plural, one {# charge} other {# charges}}", n=len(t.charges)),
            )
            if t.charges
            else ""
        )
        return msg("round {round}, {clock} s{most}{out}", round=t.round, clock=t.clock, most=most, out=out)


def _held(b: Body, name: str) -> str:
    magazine = next((w.magazine for w in b.kit if w.name == name), 0)
    if not magazine:
        return name
    return msg("{weapon} ({left} of {magazine})", weapon=name, left=left_in(b, name), magazine=magazine)


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return actions_left(b.acts - b.used)


def _called(fight: State, who: Who) -> Verbatim:
    return Verbatim(fight.bodies[who].sheet.name)


def _idle(b: Body) -> list[str]:
    """The states in which one does not act."""
    if b.dead:
        return ["dead"]
    flags = {"unconscious": b.out, "stunned": b.stunned, "sits out": b.sat}
    return [name for name, on in flags.items() if on]


def _states(fight: State, b: Body) -> list[str]:
    states = _idle(b)
    if b.dead:
        return states
    flags = {
        "dying": b.due > 0, "bleeding": b.bleeding, **Condition.flags(b), "dodging": b.dodging > 0,
        "covers a spot": b.watch is not None,
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    if b.held_by is not None:
        states.append(msg("held by {by}", by=_called(fight, b.held_by)))
    if b.holding is not None:
        states.append(msg("holds {whom}", whom=_called(fight, b.holding)))
    if b.menaced_by is not None:
        states.append(msg("at gunpoint of {by}", by=_called(fight, b.menaced_by)))
    if b.menacing is not None:
        states.append(msg("holds a gun to {whom}'s head", whom=_called(fight, b.menacing)))
    if b.stance:
        states.append(b.stance)
    if b.load or b.carry:
        states.append(msg("{n} carried over", n=b.load + b.carry))
    if b.cover:
        behind = msg("behind {name} (+{difficulty})", name=b.cover.name, difficulty=b.cover.difficulty)
        states.append(figured(behind, phrase("behind", b.cover.name)))
    states += [msg("{limb} out of use", limb=limb) for limb in b.limbs]
    states += [figured(msg("injury: {what}", what=what), "injury") for what in b.injuries]
    return states + ([plot_points(b.plot)] if b.plot else [])


# --- effects --------------------------------------------------------------------------------------


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def _harm(names: Names, effect: Any) -> str:
    if effect.stun < 0 or effect.wounds < 0:
        return msg(
            "{who} recovers {harm}",
            who=_n(names, effect),
            harm=in_harm(-effect.stun, -effect.wounds),
        )
    return msg(
        "{who} takes {harm}",
        who=_n(names, effect),
        harm=in_harm(effect.stun, effect.wounds),
    )


EFFECTS: EffectForms = {
    fx.RoundBegan: "A round begins",
    fx.TurnFell: lambda names, e: (
        msg("It is {name}'s turn", name=called(names, e.turn)) if e.turn is not None else ""
    ),
    fx.ActTogether: lambda names, e: msg(
        "{name} and others act at the same time", name=called(names, e.with_)
    ),
    fx.Parted: "Everything done at the same time takes effect now",
    fx.Guarded: lambda _, e: (
        "{who} uses a defence and will pay for it next round"
        if e.how == "next round"
        else "{who} uses a defence"
    ),
    fx.SatOut: "{who} sits this round out",
    fx.Capped: lambda names, e: msg(
        "The game master allows {counted} a round",
        counted=in_actions(e.most) if e.most else "any number of actions",
    ),
    fx.Closed: "The game master ends the fight",
    fx.TimePassed: lambda _, e: "1 second passes" if e.seconds == 1 else "{seconds} seconds pass",
    fx.Narrated: lambda _, e: "{who} avoids the burst" if e.what == OUT_OF_THE_FIRE else "{who}: {what}",
    Stopped: lambda names, e: stopped(_n(names, e), e),
    Missed: lambda names, e: missed(_n(names, e), names[e.by]),
    fx.Hurt: _harm,
    fx.Banked: lambda names, e: msg(
        "{who} will take {harm} once everyone has acted",
        who=_n(names, e),
        harm=in_harm(e.stun, e.wounds),
    ),
    fx.Bled: "{who} is bleeding",
    fx.Dying: "{who} {passed, select, true {clings to life} other {is dying}}",
    fx.StayedUp: "{who} stays conscious",
    fx.PassedOut: "{who} passes out",
    fx.Died: "{who} dies",
    fx.Stunned: "{who} is stunned",
    fx.LimbLost: lambda names, e: msg(
        "{who} can no longer use {arm, select, true {an arm} other {a leg}}",
        who=_n(names, e),
        arm=e.limb == "arm",
    ),
    fx.Injured: "{who} is injured: {what}",
    fx.ShookOff: "{who} shakes off: {what}",
    fx.Moved: lambda names, e: msg("{who} moves to {place}", who=_n(names, e), place=in_place(e.to)),
    fx.MovedBy: lambda names, e: msg(
        "{who} moves {nearer, select, true {towards} other {away from}} {whom}",
        who=_n(names, e),
        whom=names[e.at],
        nearer=e.step > 0,
    ),
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=in_place(e.to)),
    fx.LayDown: "{who} drops to the ground",
    fx.TookCover: lambda names, e: (
        msg("{who} takes cover behind the {name}", who=_n(names, e), name=e.cover.name)
        if e.cover
        else "{who} leaves cover"
    ),
    fx.Dodged: "{who} dodges",
    fx.Feinted: lambda _, e: (
        "{who}'s feint no longer fools anyone" if e.whom is None else "{who}'s feint fools {whom}"
    ),
    fx.HeldBy: lambda _, e: "{who} breaks free" if e.by is None else "{who} is held by {by}",
    fx.MenacedBy: lambda names, e: (
        "{who} no longer has a gun to the head"
        if e.by is None
        else msg("{name} holds a gun to {who}'s head", name=called(names, e.by), who=_n(names, e))
    ),
    fx.Watched: lambda names, e: msg("{who} covers {place}", who=_n(names, e), place=in_place(e.at)),
    fx.WatchedAt: lambda names, e: msg(
        "{who} covers the spot where {whom} is", who=_n(names, e), whom=names[e.at]
    ),
    fx.WatchEnded: "{who} stops covering the spot",
    fx.Loaded: lambda _, e: (
        "{who} has 1 round in the {weapon}" if e.left == 1 else "{who} has {left} rounds in the {weapon}"
    ),
    fx.Drew: "{who} draws the {weapon}",
    fx.Dropped: "{who} drops the {weapon}",
    fx.TookUp: "{who} picks up the {weapon}",
    fx.Planted: lambda names, e: msg(
        "{who} plants a {charge}", who=called(names, e.of), charge=e.charge.name
    ),
    fx.WentOff: lambda names, e: msg("Charge {n} goes off", n=e.n + 1),
    **Condition.forms(),
}

CORRECTED: EffectForms = {
    fx.PlotSpent: lambda names, e: msg(
        "{who} {spent, select, true {spends} other {gains}} {counted}",
        who=_n(names, e),
        counted=plot_points(abs(e.points)),
        spent=e.points >= 0,
    ),
    fx.InitiativeRolled: "{who} has initiative {score}",
    fx.Declared: lambda names, e: msg(
        "{who} declares {plan}",
        who=_n(names, e),
        plan=in_words(Plan(e.acts, e.guards, e.stance)),
    ),
}
"""What goes without saying in play, but not when a game master puts it right."""

WORDS = SerenityWords(EFFECTS, CORRECTED, QUESTIONS.told, QUESTIONS.asked)
