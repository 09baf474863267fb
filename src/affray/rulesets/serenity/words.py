"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.game_words import ChoiceForms, EffectForms, GameWords, Names, QuestionForms, called
from affray.core.message import Verbatim, figure, figured, joined, msg
from affray.core.missed import Missed, missed
from affray.core.phrases import (
    actions_left,
    counted,
    phrase,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.core.stopped import Stopped, stopped
from affray.core.tally import Mod
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.area import OUT_OF_THE_FIRE
from affray.rulesets.serenity.dice import figures
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.fighter import near, up
from affray.rulesets.serenity.state import Body, Plan, State


class SerenityWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {
        "stay up": "check to stay conscious", "endure": "Endurance check",
        "hold on": "check to cling to life",
        "resist": "resistance", "see through": "check to see through it",
        "break hold against {least}": "attempt to break free against {least}",
        "minuscule attack": "pinpoint attack",
    }  # fmt: skip
    deeds: ClassVar[dict[str, str]] = {"free attack": "pull the trigger", "spotted": "let them be spotted"}

    acting = frozenset({"action", "declare"})
    own_words = frozenset({"declare", "special injury"})
    """The questions that people may answer in words of their own."""

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is something; where a throw lands is told though it hits nobody."""
        return question == "lands by" or GameWords.worth_telling(self, question, value)

    def figures(self, tally: Sequence[Mod], whole: bool) -> tuple[list[str], str]:
        """The dice and steps of a tally, and what is thrown."""
        return figures(tally, whole)

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        match value:
            case Act():
                return act_in_words(names, value)
            case Plan():
                return plan_in_words(value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return msg("at the feet of {whom}", whom=names[value])
            case None:
                return "keep waiting" if question == "covering" else "harmlessly, away from everyone"
            case "":
                return "innate defence only"
            case _:
                return str(value)

    def typed(self, question: str, text: str) -> object:
        """What somebody means who types more than is listed: a declaration, or an injury."""
        if question == "special injury":
            return text
        return planned(text) if question == "declare" else None

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
                    counted=_counted(b.wounds, "wound"),
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
        most = msg(", at most {counted}", counted=_counted(t.most, "action")) if t.most else ""
        out = msg(", {counted} planted", counted=_counted(len(t.charges), "charge")) if t.charges else ""
        return msg("round {round}, {clock} s{most}{out}", round=t.round, clock=t.clock, most=most, out=out)


def _held(b: Body, name: str) -> str:
    magazine = next((w.magazine for w in b.kit if w.name == name), 0)
    if not magazine:
        return name
    return msg("{weapon} ({left} of {magazine})", weapon=name, left=left_in(b, name), magazine=magazine)


def plan_in_words(plan: Plan) -> str:
    """A declaration as a player says it."""
    parts = []
    if plan.acts:
        parts.append(_counted(plan.acts, "action"))
    if plan.guards:
        parts.append(_counted(plan.guards, "defence"))
    said: str = parts[0] if parts else "nothing"
    if len(parts) > 1:
        said = msg("{acts} and {guards}", acts=parts[0], guards=parts[1])
    return msg("{stance}, {said}", stance=plan.stance, said=said) if plan.stance else said


PLANNED = re.compile(
    r"(?:(?P<stance>all-out (?:attack|defence)), *)?"
    r"(?:(?P<acts>[0-9]) actions?)?(?: *and *)?(?:(?P<guards>[0-9]) defences?)?"
)
"""A declaration as somebody types it."""


def planned(text: str) -> Plan | None:
    """A declaration from words such as plan_in_words gives; None where it is none.

    >>> planned("5 actions and 1 defence"), planned("all-out defence, 6 defences"), planned("flee")
    (Plan(acts=5, guards=1, stance=''), Plan(acts=0, guards=6, stance='all-out defence'), None)
    """
    if text.casefold() == "nothing":
        return Plan(0)
    match = PLANNED.fullmatch(text.casefold())
    if match is None or not (match["acts"] or match["guards"]):
        return None
    return Plan(int(match["acts"] or 0), int(match["guards"] or 0), match["stance"] or "")


AT: dict[str, Callable[[str, str], str]] = {
    "cover a spot": lambda whom, _: msg("cover the spot where {whom} is", whom=whom),
    "hold at gunpoint": lambda whom, _: msg("hold {whom} at gunpoint", whom=whom),
    "throw": lambda whom, what: msg("throw {what} at {whom}", what=what, whom=whom),
}
"""Actions that are put into words as a whole, by at whom and with what they are."""
PREPOSITIONS = {
    "attack": "", "limb attack": "on", "vital attack": "on", "minuscule attack": "on",
    "walk": "towards", "hustle": "towards", "run": "towards", "back off": "from", "disarm": "",
    "feint": "against", "grapple": "",
}  # fmt: skip


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return actions_left(b.acts - b.used)


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    words = ["end the turn" if act.name == "end" else act.name]
    if act.at is not None and act.name in AT:
        words = [AT[act.name](names[act.at], act.item)]
        if act.name == "throw":
            return joined("", words)
    elif act.at is not None:
        words.append(phrase(PREPOSITIONS.get(act.name, "at"), names[act.at]))
    if act.to is not None:
        words.append(phrase("at" if act.name in ("autofire", "cover a spot") else "to", _place(act.to)))
    if act.item:
        words.append(_thing(act))
    if act.name == "set off":
        words.append(msg("charge {n}", n=act.n + 1))
    return joined(" ", words)


def _thing(act: Act) -> str:
    """The thing of an action, with how it is used."""
    if act.name in ("draw", "pick up", "reload", "plant", "throw"):
        return phrase("", act.item)
    if act.item == tables.UNARMED:
        return "with bare hands"
    return phrase("behind" if act.name == "take cover" else "with", act.item)


def _called(fight: State, who: Who) -> Verbatim:
    return Verbatim(fight.bodies[who].sheet.name)


def _place(to: Point) -> str:
    return msg("({x}, {y})", x=figure(to.x / 100, "g"), y=figure(to.y / 100, "g"))


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
        "dying": b.due > 0, "bleeding": b.bleeding, "prone": b.prone,
        "unaware": not b.aware and not b.out, "hidden": b.hidden, "dodging": b.dodging > 0,
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
    return states + ([_counted(b.plot, "plot point")] if b.plot else [])


# --- effects --------------------------------------------------------------------------------------


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def _counted(n: int, what: str) -> str:
    match what:
        case "action":
            return msg("{n, plural, one {# action} other {# actions}}", n=n)
        case "charge":
            return msg("{n, plural, one {# charge} other {# charges}}", n=n)
        case "defence":
            return msg("{n, plural, one {# defence} other {# defences}}", n=n)
        case "plot point":
            return msg("{n, plural, one {# plot point} other {# plot points}}", n=n)
        case "step":
            return msg("{n, plural, one {# step} other {# steps}}", n=n)
    return msg("{n, plural, one {# wound} other {# wounds}}", n=n)


def _harm(names: Names, effect: Any) -> str:
    if effect.stun < 0 or effect.wounds < 0:
        return msg(
            "{who} recovers {harm}",
            who=_n(names, effect),
            harm=harm_in_words(-effect.stun, -effect.wounds),
        )
    return msg(
        "{who} takes {harm}",
        who=_n(names, effect),
        harm=harm_in_words(effect.stun, effect.wounds),
    )


def harm_in_words(stun: int, wounds: int) -> str:
    """Stun and wounds, without what there is none of.

    >>> harm_in_words(2, 1), harm_in_words(0, 2), harm_in_words(0, 0)
    ('2 stun and 1 wound', '2 wounds', 'no harm')
    """
    if stun and wounds:
        return msg("{stun} stun and {wounds}", stun=stun, wounds=_counted(wounds, "wound"))
    return _counted(wounds, "wound") if wounds else msg("{stun} stun", stun=stun) if stun else "no harm"


def _menaced(names: Names, effect: Any) -> str:
    if effect.by is None:
        return msg("{who} no longer has a gun to the head", who=_n(names, effect))
    return msg("{name} holds a gun to {who}'s head", name=called(names, effect.by), who=_n(names, effect))


EFFECTS: EffectForms = {
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.TurnFell: lambda names, e: (
        msg("It is {name}'s turn", name=called(names, e.turn)) if e.turn is not None else ""
    ),
    fx.ActTogether: lambda names, e: msg(
        "{name} and others act at the same time", name=called(names, e.with_)
    ),
    fx.Parted: lambda names, e: "Everything done at the same time takes effect now",
    fx.Guarded: lambda names, e: (
        msg("{who} uses a defence and will pay for it next round", who=_n(names, e))
        if e.how == "next round"
        else msg("{who} uses a defence", who=_n(names, e))
    ),
    fx.SatOut: lambda names, e: msg("{who} sits this round out", who=_n(names, e)),
    fx.Capped: lambda names, e: msg(
        "The game master allows {counted} a round",
        counted=_counted(e.most, "action") if e.most else "any number of actions",
    ),
    fx.Closed: lambda names, e: "The game master ends the fight",
    fx.TimePassed: lambda names, e: (
        "1 second passes" if e.seconds == 1 else msg("{seconds} seconds pass", seconds=e.seconds)
    ),
    fx.Narrated: lambda names, e: (
        msg("{who} avoids the burst", who=_n(names, e))
        if e.what == OUT_OF_THE_FIRE
        else msg("{who}: {what}", who=_n(names, e), what=e.what)
    ),
    Stopped: lambda names, e: stopped(_n(names, e), e),
    Missed: lambda names, e: missed(_n(names, e), names[e.by]),
    fx.Hurt: _harm,
    fx.Banked: lambda names, e: msg(
        "{who} will take {harm} once everyone has acted",
        who=_n(names, e),
        harm=harm_in_words(e.stun, e.wounds),
    ),
    fx.Bled: lambda names, e: msg("{who} is bleeding", who=_n(names, e)),
    fx.Dying: lambda names, e: msg(
        "{who} {passed, select, true {clings to life} other {is dying}}", who=_n(names, e), passed=e.passed
    ),
    fx.StayedUp: lambda names, e: msg("{who} stays conscious", who=_n(names, e)),
    fx.PassedOut: lambda names, e: msg("{who} passes out", who=_n(names, e)),
    fx.Died: lambda names, e: msg("{who} dies", who=_n(names, e)),
    fx.Stunned: lambda names, e: msg("{who} is stunned", who=_n(names, e)),
    fx.LimbLost: lambda names, e: msg(
        "{who} can no longer use {arm, select, true {an arm} other {a leg}}",
        who=_n(names, e),
        arm=e.limb == "arm",
    ),
    fx.Injured: lambda names, e: msg("{who} is injured: {what}", who=_n(names, e), what=e.what),
    fx.ShookOff: lambda names, e: msg("{who} shakes off: {what}", who=_n(names, e), what=e.what),
    fx.Moved: lambda names, e: msg("{who} moves to {place}", who=_n(names, e), place=_place(e.to)),
    fx.MovedBy: lambda names, e: msg(
        "{who} moves {nearer, select, true {towards} other {away from}} {whom}",
        who=_n(names, e),
        whom=names[e.at],
        nearer=e.step > 0,
    ),
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=_place(e.to)),
    fx.Fell: lambda names, e: msg("{who} goes down", who=_n(names, e)),
    fx.LayDown: lambda names, e: msg("{who} drops to the ground", who=_n(names, e)),
    fx.Stood: lambda names, e: msg("{who} stands up", who=_n(names, e)),
    fx.TookCover: lambda names, e: (
        msg("{who} takes cover behind the {name}", who=_n(names, e), name=e.cover.name)
        if e.cover
        else msg("{who} leaves cover", who=_n(names, e))
    ),
    fx.Noticed: lambda names, e: msg(
        "{who} {aware, select, true {is now aware of the enemy} other {knows nothing of the enemy}}",
        who=_n(names, e),
        aware=e.aware,
    ),
    fx.Hid: lambda names, e: msg(
        "{who} is {hidden, select, true {hidden} other {out in the open}}", who=_n(names, e), hidden=e.hidden
    ),
    fx.Dodged: lambda names, e: msg("{who} dodges", who=_n(names, e)),
    fx.Feinted: lambda names, e: (
        msg("{who}'s feint no longer fools anyone", who=_n(names, e))
        if e.whom is None
        else msg("{who}'s feint fools {whom}", who=_n(names, e), whom=names[e.whom])
    ),
    fx.HeldBy: lambda names, e: (
        msg("{who} breaks free", who=_n(names, e))
        if e.by is None
        else msg("{who} is held by {by}", who=_n(names, e), by=names[e.by])
    ),
    fx.MenacedBy: _menaced,
    fx.Watched: lambda names, e: msg("{who} covers {place}", who=_n(names, e), place=_place(e.at)),
    fx.WatchedAt: lambda names, e: msg(
        "{who} covers the spot where {whom} is", who=_n(names, e), whom=names[e.at]
    ),
    fx.WatchEnded: lambda names, e: msg("{who} stops covering the spot", who=_n(names, e)),
    fx.Loaded: lambda names, e: (
        msg("{who} has 1 round in the {weapon}", who=_n(names, e), weapon=e.weapon)
        if e.left == 1
        else msg("{who} has {left} rounds in the {weapon}", who=_n(names, e), left=e.left, weapon=e.weapon)
    ),
    fx.Drew: lambda names, e: msg("{who} draws the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Dropped: lambda names, e: msg("{who} drops the {weapon}", weapon=e.weapon, who=_n(names, e)),
    fx.TookUp: lambda names, e: msg("{who} picks up the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Planted: lambda names, e: msg(
        "{who} plants a {charge}", who=called(names, e.of), charge=e.charge.name
    ),
    fx.WentOff: lambda names, e: msg("Charge {n} goes off", n=e.n + 1),
}

CORRECTED: EffectForms = {
    fx.PlotSpent: lambda names, e: msg(
        "{who} {spent, select, true {spends} other {gains}} {counted}",
        who=_n(names, e),
        counted=_counted(abs(e.points), "plot point"),
        spent=e.points >= 0,
    ),
    fx.InitiativeRolled: lambda names, e: msg(
        "{who} has initiative {score}", who=_n(names, e), score=e.score
    ),
    fx.Declared: lambda names, e: msg(
        "{who} declares {plan}",
        who=_n(names, e),
        plan=plan_in_words(Plan(e.acts, e.guards, e.stance)),
    ),
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: ChoiceForms = {
    "defence": lambda who, what: msg("{who} tries to {what}", who=who, what=what),
    "plot points": lambda who, n: msg(
        "{who} spends {counted} to reduce the damage", who=who, counted=_counted(int(n), "plot point")
    ),
    "plot points before": lambda who, n: msg(
        "{who} spends {counted} on the coming roll", who=who, counted=_counted(int(n), "plot point")
    ),
    "plot points after": lambda who, n: msg("{who} spends plot points to add {n}", who=who, n=n),
    "covering": lambda who, what: msg("{who} was ready for this: {what}", who=who, what=what),
    "free attack": lambda who, _: msg("{who} pulls the trigger", who=who),
    "spotted": lambda who, _: "A hidden fighter is spotted",
    "lands by": lambda who, what: msg("The throw goes wide and lands {what}", what=what),
    "special injury": lambda who, what: msg("The game master names the injury: {what}", what=what),
    "throwing steps": lambda who, n: msg(
        "The game master makes the throw {counted} harder", counted=_counted(int(n), "step")
    ),
    "which limb": lambda who, what: msg("{who} goes for the {what}", who=who, what=what),
}
"""What was decided, by question, where it is worth a line."""

QUESTIONS: QuestionForms = {
    "action": lambda who, _, __: msg("{who}: what now?", who=who),
    "declare": lambda who, _, about: (
        msg("{who}: how many actions and defences this round ({n} carried over)?", who=who, n=about[0])
        if about[0]
        else msg("{who}: how many actions and defences this round?", who=who)
    ),
    "defence": lambda who, foe, about: msg("{foe} attacks. How does {who} defend?", foe=foe, who=who),
    "plot points": lambda who, _, about: msg(
        "{who} takes {harm}. Spend how many plot points to reduce it?",
        who=who,
        harm=harm_in_words(about[0], about[1]),
    ),
    "plot points before": lambda who, _, about: msg(
        "{who}'s {what}: spend how many plot points on one more die?", who=who, what=about[0]
    ),
    "plot points after": lambda who, _, about: msg(
        "{who}'s {what}: {n} so far. Spend how many plot points (+1 each)?",
        who=who,
        what=about[0],
        n=about[1],
    ),
    "covering": lambda who, foe, _: msg(
        "{foe} shows up in the spot that {who} covers. Do what?", foe=foe, who=who
    ),
    "free attack": lambda who, foe, _: msg(
        "{foe} acts with {who}'s gun to the head. Fire?", foe=foe, who=who
    ),
    "spotted": lambda who, foe, about: msg("Does {foe} spot a hidden fighter?", foe=foe),
    "lands by": lambda who, foe, _: msg("{foe}'s throw goes wide. Where does it land?", foe=foe),
    "special injury": lambda who, foe, _: msg("{foe} suffers a special injury. Which one?", foe=foe),
    "throwing steps": lambda who, foe, _: msg("How many steps harder is this throw for {foe}?", foe=foe),
    "which limb": lambda who, foe, _: msg("{who} hits {foe}. Which limb?", who=who, foe=foe),
}

WORDS = SerenityWords(EFFECTS, CORRECTED, CHOICES, QUESTIONS)
