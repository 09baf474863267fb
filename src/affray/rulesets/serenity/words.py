"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Rolled, Told
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.fighter import near, up
from affray.rulesets.serenity.state import Body, Plan, State

Names = Sequence[str]


class SerenityWords:
    """How the game says things."""

    own_words = frozenset({"declare", "special injury"})
    """The questions that people may answer in words of their own."""

    def told(self, fight: State, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled(asked, _, value, dice, _):
                shown = f" ({' '.join(map(str, dice))})" if dice else ""
                return f"{_name(names, asked.who)} rolls {asked.question}: {value}{shown}"
            case Chose(asked, value, _):
                return self._chose(names, asked, value)
            case Happened(effect, _, typed):
                line = happened(names, effect)
                if typed and not line:
                    line = CORRECTED[type(effect)](names, effect)
                return f"Correction ({typed}): {line}" if typed else line
            case Came(who, why):
                return f"{_name(names, who)} joins the fight ({why})"

    def _chose(self, names: Names, asked: Asked, value: object) -> str:
        if asked.question in ("action", "declare"):
            return f"{_name(names, asked.who)}: {self.option(names, asked.question, value)}"
        if asked.question != "lands by" and not is_something(value):
            return ""
        who, said = _name(names, asked.who), self.option(names, asked.question, value)
        form = CHOICES.get(asked.question)
        return form(who, said) if form else f"{who}, {asked.question}: {said}"

    def asked(self, names: Names, asked: Asked, about: tuple[Any, ...]) -> str:
        """A question as it is put to a person."""
        who = _name(names, asked.who)
        against = next((names[x.who] for x in about if hasattr(x, "who") and x.who >= 0), "")
        form = QUESTIONS.get(asked.question)
        return form(who, against, about) if form else f"{who}: {asked.question}?"

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
                return f"at the feet of {names[value]}"
            case None:
                return "go on waiting" if question == "covering" else "harmlessly, away from everybody"
            case "":
                return "as it stands"
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
        worn = f", {b.sheet.armour.name} {b.sheet.armour.rating}" if b.sheet.armour.rating else ""
        turn = str(b.score) if b.entered else ""
        gear = (", ".join(_held(b, name) for name in b.hands) or "bare hands") + worn
        states = tuple(_states(fight, b))
        return Card(b.sheet.name, b.side, b.sheet.run_by, bars, turn, gear, states, not up(b))

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres, and whether that is arm's length."""
        a, b = fight.bodies[one], fight.bodies[other]
        return f"{apart(a.spot, b.spot):g} m{' (at arm' + chr(39) + 's length)' if near(a, b) else ''}"

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        harm = (
            [f"{b.stun} stun, {_counted(b.wounds, 'wound')} of {b.sheet.life}"] if b.stun or b.wounds else []
        )
        return ", ".join([*_states(fight, b), *harm])

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        most = f", at most {_counted(t.most, 'action')}" if t.most else ""
        out = f", {_counted(len(t.charges), 'charge')} planted" if t.charges else ""
        return f"round {t.round}, {t.clock} s{most}{out}"


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else "The game master"


def _held(b: Body, name: str) -> str:
    magazine = next((w.magazine for w in b.kit if w.name == name), 0)
    return f"{name} ({left_in(b, name)} of {magazine})" if magazine else name


def is_something(value: object) -> bool:
    """Whether an answer is more than no, nothing or none; the first fighter is somebody."""
    return isinstance(value, Who) or bool(value)


def plan_in_words(plan: Plan) -> str:
    """A declaration as a player says it."""
    parts = []
    if plan.acts:
        parts.append(_counted(plan.acts, "action"))
    if plan.guards:
        parts.append(_counted(plan.guards, "defence"))
    said = " and ".join(parts) or "nothing"
    return f"{plan.stance}, {said}" if plan.stance else said


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


PREPOSITIONS = {
    "walk": "towards", "hustle": "towards", "run": "towards", "back off": "from", "cover a spot": "by",
    "feint": "against", "grapple": "", "hold at gunpoint": "",
}  # fmt: skip


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    words = ["end the turn" if act.name == "end" else act.name]
    if act.at is not None:
        preposition, whom = PREPOSITIONS.get(act.name), names[act.at]
        words.append(f"at {whom}" if preposition is None else f"{preposition} {whom}".strip())
    if act.to is not None:
        words.append(f"{'at' if act.name in ('autofire', 'cover a spot') else 'to'} {_place(act.to)}")
    if act.item:
        alone = ("draw", "pick up", "reload", "plant")
        words.append(f"behind {act.item}" if act.name == "take cover" else _thing(act, alone))
    if act.name == "set off":
        words.append(f"charge {act.n + 1}")
    return " ".join(words)


def _thing(act: Act, alone: tuple[str, ...]) -> str:
    return act.item if act.name in alone else f"with {act.item}"


def _place(to: Point) -> str:
    return f"({to.x / 100:g}, {to.y / 100:g})"


def _states(fight: State, b: Body) -> list[str]:
    if b.dead:
        return ["dead"]
    flags = {
        "unconscious": b.out, "stunned": b.stunned, "dying": b.due > 0, "bleeding": b.bleeding,
        "prone": b.prone, "unaware": not b.aware and not b.out, "hidden": b.hidden,
        "dodging": b.dodging > 0, "covers a spot": b.watch is not None, "sits out": b.sat,
    }  # fmt: skip
    states = [name for name, on in flags.items() if on]
    ties = (
        ("held by", b.held_by), ("holds", b.holding), ("menaced by", b.menaced_by),
        ("holds a gun to the head of", b.menacing),
    )  # fmt: skip
    for text, other in ties:
        if other is not None:
            states.append(f"{text} {fight.bodies[other].sheet.name}")
    if b.stance:
        states.append(b.stance)
    if b.load or b.carry:
        states.append(f"{b.load + b.carry} carried over")
    if b.cover:
        states.append(f"behind {b.cover.name} (+{b.cover.difficulty})")
    states += [f"{limb} out of use" for limb in b.limbs]
    states += [f"injury: {what}" for what in b.injuries]
    return states + ([_counted(b.plot, "plot point")] if b.plot else [])


# --- effects --------------------------------------------------------------------------------------


def happened(names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


def _n(names: Names, effect: Any) -> str:
    return _name(names, effect.who)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _harm(names: Names, effect: Any) -> str:
    if effect.stun < 0 or effect.wounds < 0:
        return f"{_n(names, effect)} gets better: {-effect.stun} stun and {_wounds(-effect.wounds)} less"
    return f"{_n(names, effect)} takes {effect.stun} stun and {_wounds(effect.wounds)}"


def _wounds(n: int) -> str:
    return _counted(n, "wound")


def _menaced(names: Names, effect: Any) -> str:
    if effect.by is None:
        return f"{_n(names, effect)} has no gun at the head any more"
    return f"{_name(names, effect.by)} holds a gun to the head of {_n(names, effect)}"


def _by(text: str, free: str) -> Callable[[Names, Any], str]:
    def form(names: Names, e: Any) -> str:
        by = e.by if hasattr(e, "by") else e.whom
        return f"{_n(names, e)} {free}" if by is None else f"{_n(names, e)} {text} {names[by]}"

    return form


EFFECTS: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.TurnFell: lambda names, e: f"It is {_name(names, e.turn)}'s turn" if e.turn is not None else "",
    fx.ActTogether: lambda names, e: f"{_name(names, e.with_)} and others act at the same time",
    fx.Parted: lambda names, e: "What was done at the same time counts now",
    fx.Guarded: lambda names, e: (
        f"{_n(names, e)} uses a defence" + (" that the next round pays for" if e.how == "next round" else "")
    ),
    fx.SatOut: lambda names, e: f"{_n(names, e)} sits the round out",
    fx.Capped: lambda names, e: (
        f"The game master allows {_counted(e.most, 'action') if e.most else 'any number of actions'} a round"
    ),
    fx.Closed: lambda names, e: "The game master ends the fight",
    fx.TimePassed: lambda names, e: "1 second passes" if e.seconds == 1 else f"{e.seconds} seconds pass",
    fx.Narrated: lambda names, e: f"{_n(names, e)}: {e.what}",
    fx.Hurt: _harm,
    fx.Banked: lambda names, e: (
        f"{_n(names, e)} will take {e.stun} stun and {_wounds(e.wounds)} when all have acted"
    ),
    fx.Bled: lambda names, e: f"{_n(names, e)} bleeds",
    fx.Dying: lambda names, e: f"{_n(names, e)} " + ("holds on" if e.passed else "is dying"),
    fx.StayedUp: lambda names, e: f"{_n(names, e)} stays conscious",
    fx.PassedOut: lambda names, e: f"{_n(names, e)} passes out",
    fx.Died: lambda names, e: f"{_n(names, e)} dies",
    fx.Stunned: lambda names, e: f"{_n(names, e)} is stunned",
    fx.LimbLost: lambda names, e: (
        f"{_n(names, e)} can no longer use {'an' if e.limb == 'arm' else 'a'} {e.limb}"
    ),
    fx.Injured: lambda names, e: f"{_n(names, e)} is injured: {e.what}",
    fx.ShookOff: lambda names, e: f"{_n(names, e)} shakes it off: {e.what}",
    fx.Moved: lambda names, e: f"{_n(names, e)} moves to {_place(e.to)}",
    fx.MovedBy: lambda names, e: (
        f"{_n(names, e)} moves {'towards' if e.step > 0 else 'away from'} {names[e.at]}"
    ),
    fx.Placed: lambda names, e: f"{_n(names, e)} is placed at {_place(e.to)}",
    fx.Fell: lambda names, e: f"{_n(names, e)} is on the ground",
    fx.LayDown: lambda names, e: f"{_n(names, e)} goes to the ground",
    fx.Stood: lambda names, e: f"{_n(names, e)} stands up",
    fx.TookCover: lambda names, e: (
        f"{_n(names, e)} is behind {e.cover.name}" if e.cover else f"{_n(names, e)} leaves cover"
    ),
    fx.Noticed: lambda names, e: f"{_n(names, e)} is {'aware' if e.aware else 'unaware'}",
    fx.Hid: lambda names, e: f"{_n(names, e)} is {'hidden' if e.hidden else 'in plain sight'}",
    fx.Dodged: lambda names, e: f"{_n(names, e)} dodges",
    fx.Feinted: _by("has fooled", "fools nobody any more"),
    fx.HeldBy: _by("is held by", "is free"),
    fx.MenacedBy: _menaced,
    fx.Watched: lambda names, e: f"{_n(names, e)} covers {_place(e.at)}",
    fx.WatchedAt: lambda names, e: f"{_n(names, e)} covers the spot where {names[e.at]} is",
    fx.WatchEnded: lambda names, e: f"{_n(names, e)} no longer covers a spot",
    fx.Loaded: lambda names, e: (
        f"{_n(names, e)} has 1 round in the {e.weapon}"
        if e.left == 1
        else f"{_n(names, e)} has {e.left} rounds in the {e.weapon}"
    ),
    fx.Drew: lambda names, e: f"{_n(names, e)} has the {e.weapon} in hand",
    fx.Dropped: lambda names, e: f"The {e.weapon} leaves the hand of {_n(names, e)}",
    fx.TookUp: lambda names, e: f"{_n(names, e)} picks up the {e.weapon}",
    fx.Planted: lambda names, e: f"{_name(names, e.of)} plants a {e.charge.name}",
    fx.WentOff: lambda names, e: f"Charge {e.n + 1} goes off",
}

CORRECTED: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.PlotSpent: lambda names, e: (
        f"{_n(names, e)} {'spends' if e.points >= 0 else 'gains'} {_counted(abs(e.points), 'plot point')}"
    ),
    fx.InitiativeRolled: lambda names, e: f"{_n(names, e)} has initiative {e.score}",
    fx.Declared: lambda names, e: (
        f"{_n(names, e)} declares {plan_in_words(Plan(e.acts, e.guards, e.stance))}"
    ),
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: dict[str, Callable[[str, str], str]] = {
    "defence": lambda who, what: f"{who} chooses to {what}",
    "plot points": lambda who, n: f"{who} spends {_counted(int(n), 'plot point')} against the damage",
    "plot points before": lambda who, n: f"{who} spends {_counted(int(n), 'plot point')} on a roll to come",
    "plot points after": lambda who, n: f"{who} adds {n} by plot points",
    "covering": lambda who, what: f"{who} has waited for this: {what}",
    "free attack": lambda who, _: f"{who} pulls the trigger",
    "spotted": lambda who, _: "Somebody in hiding is spotted",
    "lands by": lambda who, what: f"The throw goes wrong and lands {what}",
    "special injury": lambda who, what: f"The game master names the injury: {what}",
    "throwing steps": lambda who, n: f"The game master makes the throw {_counted(int(n), 'step')} harder",
    "which limb": lambda who, what: f"{who} goes for the {what}",
}
"""What was decided, by question, where it is worth a line."""

QUESTIONS: dict[str, Callable[[str, str, tuple[Any, ...]], str]] = {
    "action": lambda who, _, __: f"{who}: what now?",
    "declare": lambda who, _, about: (
        f"{who}: what do you mean to do this round?" + (f" ({about[0]} carried over)" if about[0] else "")
    ),
    "defence": lambda who, foe, about: f"{foe} attacks. How does {who} defend?",
    "plot points": lambda who, _, about: (
        f"{who} is to take {about[0]} stun and {_wounds(about[1])}: how many plot points against it?"
    ),
    "plot points before": lambda who, _, about: f"{who}, {about[0]}: how many plot points for one more die?",
    "plot points after": lambda who, _, about: (
        f"{who}, {about[0]}, has {about[1]}: how many plot points to add as many?"
    ),
    "covering": lambda who, foe, _: f"{foe} shows up where {who} looks: do what?",
    "free attack": lambda who, foe, _: f"{foe} acts with {who}'s gun at the head. Fire?",
    "spotted": lambda who, foe, about: f"Does {foe} spot somebody in hiding?",
    "lands by": lambda who, foe, _: f"{foe}'s throw goes wrong: where does it land?",
    "special injury": lambda who, foe, _: f"{foe} has a special injury: what is it?",
    "throwing steps": lambda who, foe, _: f"How many steps harder is it for {foe} to throw this?",
    "which limb": lambda who, foe, _: f"{who} hits {foe} where?",
}

WORDS = SerenityWords()
