"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.act import Act
from affray.core.dice import added_up
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Rolled, Told
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.actions import AIMED
from affray.rulesets.d6.fighter import able, alive, covered, hostile, knows_of
from affray.rulesets.d6.sheet import HIDDEN
from affray.rulesets.d6.state import Body, Ready, State

Names = Sequence[str]


class SkirmishWords:
    """How the game says things."""

    def told(self, fight: State, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled(asked, _, value, dice, _):
                shown = f" ({' '.join(map(str, dice))})" if dice else ""
                chance = added_up(asked.chance)
                return f"{_name(names, asked.who)} rolls {asked.question} with {chance}: {value}{shown}"
            case Chose(asked, value, _):
                return self._chose(names, asked, value)
            case Happened(effect, _, typed):
                line = happened(names, effect)
                if isinstance(effect, fx.TookCover):
                    line = _useless(fight, names, effect) or line
                if typed and not line:
                    line = CORRECTED[type(effect)](names, effect)
                return f"Correction ({typed}): {line}" if typed else line
            case Came(who, why):
                return f"{_name(names, who)} joins the fight ({why})"

    def _chose(self, names: Names, asked: Asked, value: object) -> str:
        who = _name(names, asked.who)
        if asked.question == "action":
            return f"{who}: {self.option(names, 'action', value)}"
        form = CHOICES.get(asked.question)
        return form(who, self.option(names, asked.question, value)) if form and value is not False else ""

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
            case Ready():
                held = act_in_words(names, Act(value.name, value.at, item=value.item, n=value.n))
                return held if value.at is not None else _at_whoever(value.name, held)
            case bool():
                return "yes" if value else "no"
            case int() if question == "actions":
                return "none" if value == 0 else "1 action" if value == 1 else f"{value} actions"
            case _:
                return str(value) or "none"

    def card(self, fight: State, who: Who) -> Card:
        """A combatant's card: hit points, actions left, place in the order, gear."""
        b: Body = fight.bodies[who]
        worn = f", armour {b.sheet.armour}" if b.sheet.armour else ""
        return Card(
            b.sheet.name,
            b.side,
            b.sheet.run_by,
            (Bar("HP", max(0, b.hp), b.sheet.hit_points), Bar("actions", b.actions - b.used, b.actions)),
            str(b.key) if b.declared else "",
            (", ".join(_with_shots(b)) or "bare hands") + worn,
            tuple(_states(fight, b)),
            not able(b),
        )

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """The distance in feet."""
        return f"{apart(fight.bodies[one].spot, fight.bodies[other].spot):g} ft"

    def fighter(self, fight: State, who: Who) -> str:
        """A combatant's state, short: what is out of the ordinary."""
        return ", ".join(_states(fight, fight.bodies[who]))

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        return f"round {t.round}, {t.clock} s"


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else "The game master"


def _with_shots(b: Body) -> list[str]:
    weapons = []
    for weapon, shots in zip(b.kit, b.shots, strict=True):
        if weapon.name in b.hands:
            weapons.append(weapon.name if weapon.melee else f"{weapon.name} ({shots})")
    return weapons


PREPOSITIONS = {
    "move": "towards", "half move": "towards", "crawl": "towards", "drive": "towards",
    "move away": "from", "half move away": "from", "drive away": "from", "hold": "for",
    "get in": "with",
}  # fmt: skip
THINGS = {
    "draw": "", "pick up": "", "stow": "", "drop": "", "load": "", "cast": "", "throw": "",
    "take cover": "behind ", "get out of sight": "behind ", "drive": "at speed ", "drive away": "at speed ",
    "get in": "at the wheel of ",
}  # fmt: skip


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    name = "end the turn" if act.name == "end" else act.name
    words = [name]
    if act.item and act.name in ("cast", "throw"):
        words.append(act.item)
    if act.at is not None:
        preposition, whom = PREPOSITIONS.get(act.name), names[act.at]
        words.append(f"at {whom}" if preposition is None else f"{preposition} {whom}")
    if act.name == "hold":
        words.append("to do something" if act.at is not None else "for any foe to do something")
    if act.to is not None:
        words.append(f"to {_place(act.to)}")
    if act.item and act.name not in ("cast", "throw"):
        words.append(THINGS.get(act.name, "with ") + act.item)
    if act.name == "suppress":
        words.append(f"over {act.n} feet")
    return " ".join(words)


def _at_whoever(name: str, held: str) -> str:
    """An action that waits, with at whom it goes if it goes at anybody."""
    if name in ("move", "crawl"):
        return f"{held} towards whoever sets it off"
    if name == "move away":
        return f"{held} from whoever sets it off"
    return f"{held}, at whoever sets it off" if name in AIMED else held


def _place(to: Point) -> str:
    return f"({to.x / 100:g}, {to.y / 100:g})"


def _states(fight: State, b: Body) -> list[str]:
    if not able(b):
        return ["out of the fight" if alive(b, fight.house.death) else "dead"]
    flags = {
        "bloodied": b.bloodied, "prone": b.prone, "unaware": not b.aware, "unseen": b.unseen,
        "cannot move": b.bound, "cannot turn around": b.facing is not None, "evading": b.evading,
    }  # fmt: skip
    states = [name for name, on in flags.items() if on]
    if b.cover is not None:
        hidden = b.cover.kind == HIDDEN
        states.append(f"out of sight behind {b.cover.name}" if hidden else f"behind {b.cover.name}")
        if helped_against(fight, b) == []:
            states.append(f"{b.cover.name} shields from nobody")
    if b.aim is not None:
        states.append(f"aims at {fight.bodies[b.aim].sheet.name}")
    if b.held is not None:
        states.append(f"holds: {b.held.name}, when somebody {b.held.event}")
    if b.spell:
        states.append(f"casts {b.spell} ({b.components} done)")
    if b.zone is not None:
        states.append(f"suppresses {b.zone.width} ft")
    if b.aboard is not None:
        speed = tables.speeds()[fight.bodies[b.aboard].speed].name
        states.append(f"{'drives' if b.drives else 'rides'} at {speed} speed")
    return states


def helped_against(fight: State, b: Body) -> list[str] | None:
    """The known foes against whom the cover helps; None where none is known."""
    foes = [foe for foe in fight.fighters if hostile(b, foe) and knows_of(b, foe)]
    return [foe.sheet.name for foe in foes if covered(foe.spot, b, b.cover)] if foes else None


def _useless(fight: State, names: Names, e: fx.TookCover) -> str:
    """Cover that does not stand between; empty where it helps against all."""
    b: Body = fight.bodies[e.who]
    helped = helped_against(fight, b)
    if helped is None or e.cover is None or b.cover != e.cover:
        return ""
    who, cover = _n(names, e), e.cover.name
    if not helped:
        return f"{who} is behind {cover}, which adds nothing: it stands between {who} and no foe"
    foes = [f.sheet.name for f in fight.fighters if hostile(b, f) and knows_of(b, f)]
    others = ", ".join(name for name in foes if name not in helped)
    if not others:
        return ""
    return f"{who} is behind {cover}, which adds nothing against {others}: it does not stand between"


# --- effects ----------------------------------------------------------------------------------------------


def happened(names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


def _n(names: Names, effect: Any) -> str:
    return _name(names, effect.who)


def _points(n: int) -> str:
    return f"{n} hit point{'' if n == 1 else 's'}"


def _sum(mods: Sequence[Any]) -> str:
    return f"{sum(m.amount for m in mods)}{_parts(mods)}"


def _parts(mods: Sequence[Any]) -> str:
    """What a number is made of, in brackets; of one part, what it is."""
    if len(mods) < 2:
        return f" ({mods[0].why})" if mods else ""
    first, *others = mods
    said = [f"{first.amount} {first.why}", *[f"{m.amount:+d} {m.why}" for m in others]]
    return f" ({', '.join(said)})"


def _hurt(names: Names, e: fx.Hurt) -> str:
    said = f"loses {_points(e.points)}" if e.points else "is not hurt"
    return f"{_n(names, e)} {said}{_parts(e.mods)}"


EFFECTS: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.Declared: lambda names, e: (
        f"{_n(names, e)} declares {e.actions} action{'' if e.actions == 1 else 's'}"
        + (f", {e.lead} first" if e.lead else "")
    ),
    fx.Ordered: lambda names, e: f"{_n(names, e)} stands at {_sum(e.mods)} in the order",
    fx.Waited: lambda names, e: f"{_n(names, e)} {'holds back' if e.back else 'goes with the others'}",
    fx.TurnBegan: lambda names, e: f"It is {_n(names, e)}'s turn",
    fx.Revealed: lambda names, e: f"Everybody knows of {_n(names, e)} now",
    fx.Noticed: lambda names, e: f"{_n(names, e)} is {'aware' if e.aware else 'unaware'} of the fight",
    fx.Aimed: lambda names, e: f"{_n(names, e)} aims at {names[e.at]} with the {e.weapon}",
    fx.WentOnHold: lambda names, e: (
        f"{_n(names, e)} holds ({act_in_words(names, Act(e.held.name, item=e.held.item, n=e.held.n))}) "
        f"until somebody {e.held.event}"
    ),
    fx.HeldFor: lambda names, e: f"{_n(names, e)} waits for {names[e.by]}",
    fx.HeldAt: lambda names, e: f"{_n(names, e)} will do it to {names[e.at]}",
    fx.LetGo: lambda names, e: f"{_n(names, e)} waits no longer",
    fx.Triggered: lambda names, e: f"{_n(names, e)} acts at the same moment",
    fx.Stalled: lambda names, e: (
        "Nobody left can hurt anybody: the fight can no longer end by itself"
        if e.hopeless
        else "Nobody has been hurt for a long time"
    ),
    fx.Closed: lambda names, e: "The fight is called off",
    fx.TimePassed: lambda names, e: f"{e.seconds} seconds pass",
    fx.Faced: lambda names, e: f"To hit {_n(names, e)}: {_sum(e.mods)}",
    fx.Flat: lambda names, e: f"{_n(names, e)} has no dice for the {e.what}: {_sum(e.mods)}",
    fx.Missed: lambda names, e: f"{_n(names, e)} is missed",
    fx.Resisted: lambda names, e: f"{_n(names, e)} resists the spell",
    fx.Hurt: _hurt,
    fx.Healed: lambda names, e: f"{_n(names, e)} gets back {_points(e.points)}",
    fx.Moved: lambda names, e: f"{_n(names, e)} moves",
    fx.Placed: lambda names, e: f"{_n(names, e)} is placed at {_place(e.to)}",
    fx.Fell: lambda names, e: f"{_n(names, e)} is prone",
    fx.Stood: lambda names, e: f"{_n(names, e)} stands up",
    fx.Bound: lambda names, e: f"{_n(names, e)} {'cannot' if e.bound else 'can'} move",
    fx.Turned: lambda names, e: f"{_n(names, e)} looks towards {_place(e.to)} and cannot turn around",
    fx.TookCover: lambda names, e: (
        f"{_n(names, e)} leaves cover"
        if e.cover is None
        else f"{_n(names, e)} is {'out of sight ' if e.cover.kind == HIDDEN else ''}behind {e.cover.name}"
    ),
    fx.ZoneLaid: lambda names, e: f"{_n(names, e)} suppresses {e.width} feet with {e.total}",
    fx.ZoneEnded: lambda names, e: f"{_n(names, e)}'s suppressing fire stops",
    fx.Exploded: lambda names, e: "A mine goes off",
    fx.Caught: lambda names, e: f"{_n(names, e)} is caught in the fire of {names[e.by]}",
    fx.Drove: lambda names, e: f"{_n(names, e)} drives at {tables.speeds()[e.speed].name} speed",
    fx.Evading: lambda names, e: f"{_n(names, e)} drives evasively",
    fx.GotIn: lambda names, e: f"{_n(names, e)} gets in with {names[e.driver]}",
    fx.TookWheel: lambda names, e: f"{_n(names, e)} takes the wheel of the {e.vehicle.name}",
    fx.GotOut: lambda names, e: f"{_n(names, e)} gets out of the vehicle",
    fx.LeftStanding: lambda names, e: f"The {e.vehicle.name} stands empty at {_place(e.spot)}",
    fx.Drew: lambda names, e: f"{_n(names, e)} has the {e.weapon} in hand",
    fx.Stowed: lambda names, e: f"{_n(names, e)} puts the {e.weapon} away",
    fx.Dropped: lambda names, e: f"{_n(names, e)} drops the {e.weapon}",
    fx.Loading: lambda names, e: f"{_n(names, e)} is loading the {e.weapon}",
    fx.Loaded: lambda names, e: f"{_n(names, e)} has loaded the {e.weapon}",
    fx.Distracted: lambda names, e: f"{_n(names, e)} loses the spell",
    fx.Chanted: lambda names, e: f"{_n(names, e)} does a component of {e.spell}",
}

CORRECTED: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.Seated: lambda names, e: f"{_n(names, e)} sits in the {e.vehicle}",
    fx.AimLost: lambda names, e: f"{_n(names, e)} loses the aim",
    fx.SpellEnded: lambda names, e: f"{_n(names, e)} gives up the spell",
    fx.Fired: lambda names, e: f"{_n(names, e)} has {e.shots} shots less in the {e.weapon}",
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: dict[str, Callable[[str, str], str]] = {
    "trigger": lambda who, what: f"{who} waits until somebody {what}",
    "held action": lambda who, what: f"{who} holds: {what}",
    "end the fight": lambda who, _: f"{who} calls it off",
}
"""What was decided, by question, where it is worth a line; "end the fight" was asked by version 1."""

QUESTIONS: dict[str, Callable[[str, str, tuple[Any, ...]], str]] = {
    "action": lambda who, _, __: f"{who}: what now?",
    "actions": lambda who, _, __: (
        f"{who}: how many actions this round? Each beyond the first: 1D off rolls, 3 off defences."
    ),
    "first skill": lambda who, _, __: f"{who}: with which skill first?",
    "hold back": lambda who, _, __: f"Does {who} hold back and let the others go first?",
    "trigger": lambda who, _, __: f"{who}: what sets the held action off?",
    "held action": lambda who, _, __: f"{who}: which action waits?",
    "held action goes off": lambda who, foe, _: f"{foe} does what {who} waits for. Does {who} act with it?",
    "let go": lambda who, _, __: f"Does {who} give up what is held ready?",
    "notices": lambda who, one, _: f"Does {one} notice the fight?",
}

WORDS = SkirmishWords()
