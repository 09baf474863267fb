"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.dice import added_up
from affray.core.effect import Effect, Who
from affray.core.game_words import ChoiceForms, EffectForms, GameWords, Names, QuestionForms, called, faces
from affray.core.live import Rolled
from affray.core.message import Verbatim, figure, figured, joined, msg
from affray.core.phrases import (
    actions_left,
    fallen,
    phrase,
    roll_name,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.core.tally import Mod
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.actions import AIMED
from affray.rulesets.d6.dice import BEST_LEFT_OUT, signed_code, written
from affray.rulesets.d6.fighter import able, alive, covered, hostile, knows_of
from affray.rulesets.d6.sheet import HIDDEN
from affray.rulesets.d6.state import Body, Ready, State


class SkirmishWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {"toss": "roll-off"}
    deeds: ClassVar[dict[str, str]] = {
        "held action goes off": "use the held action",
        "let go": "give up the held action",
    }

    def rolled(self, names: Names, told: Rolled) -> str:
        """A roll: whose, what for, with which code, its result, and its dice."""
        return msg(
            "{who}'s {question}, {chance}: {result}{dice}",
            who=self.name(names, told.asked.who),
            question=roll_name(self, told.asked.question),
            chance=_dice(told.asked.chance),
            result=told.value,
            dice=faces(told.dice, told.value),
        )

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is worth a line of its own."""
        return question in self.choices and value is not False

    def outcome(self, fight: State, names: Names, effect: Effect) -> str:
        """An effect in one line, with whoever is out of the fight by it, or cover that is of no use."""
        line = self.happened(names, effect)
        if isinstance(effect, fx.TookCover):
            return _useless(fight, names, effect) or line
        if not isinstance(effect, fx.Hurt) or not effect.points:
            return line
        b: Body = fight.bodies[effect.who]
        if not alive(b, fight.house.death) and alive(b._replace(hp=b.hp + effect.points), fight.house.death):
            return fallen(line, "dead")
        return fallen(line, "down") if b.hp <= 0 < b.hp + effect.points else line

    def figures(self, tally: Sequence[Mod], whole: bool) -> tuple[list[str], str]:
        """The parts of a code as codes, and the whole of it."""
        amounts = [mod.amount for mod in tally]
        return [signed_code(n) for n in amounts], written(sum(amounts))

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
                return msg("{n, plural, =0 {none} one {# action} other {# actions}}", n=value)
            case _:
                return str(value) or "none"

    def card(self, fight: State, who: Who) -> Card:
        """A combatant's card: hit points, actions left, place in the order, gear."""
        b: Body = fight.bodies[who]
        worn = msg(", armour {armour}", armour=b.sheet.armour) if b.sheet.armour else ""
        states = tuple(_states(fight, b))
        return Card(
            b.sheet.name,
            b.side,
            b.sheet.run_by,
            (Bar("HP", max(0, b.hp), b.sheet.hit_points), Bar("actions", b.actions - b.used, b.actions)),
            str(b.key) if b.declared else "",
            (joined(", ", _with_shots(b)) or "bare hands") + worn,
            states,
            not able(b),
            idle=() if able(b) else states,
        )

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """The distance in feet."""
        return msg("{feet} ft", feet=figure(apart(fight.bodies[one].spot, fight.bodies[other].spot), "g"))

    def fighter(self, fight: State, who: Who) -> str:
        """A combatant's state, short: what is out of the ordinary."""
        return joined(", ", _states(fight, fight.bodies[who]))

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        return msg("round {round}, {clock} s", round=t.round, clock=t.clock)


def _dice(chance: str) -> str:
    """The dice of a roll as people write them."""
    if chance.endswith(BEST_LEFT_OUT):
        return msg("{code} without the best", code=chance.removesuffix(BEST_LEFT_OUT))
    return added_up(chance)


def _with_shots(b: Body) -> list[str]:
    weapons = []
    for weapon, shots in zip(b.kit, b.shots, strict=True):
        if weapon.name in b.hands:
            weapons.append(
                weapon.name if weapon.melee else msg("{weapon} ({shots})", weapon=weapon.name, shots=shots)
            )
    return weapons


PREPOSITIONS = {
    "attack": "", "suppress": "",
    "move": "towards", "half move": "towards", "crawl": "towards", "drive": "towards",
    "move away": "from", "half move away": "from", "drive away": "from", "get in": "with",
}  # fmt: skip
"""How an action is at somebody, where not `at` them."""
DONE_TO = frozenset({
    "draw", "pick up", "stow", "drop", "load", "cast", "throw", "take cover", "get out of sight",
})  # fmt: skip
"""Actions that are done to a thing, and not with it."""


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return actions_left(b.actions - b.used)


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    if act.name == "hold":
        return (
            "hold an action for any foe"
            if act.at is None
            else msg("hold an action for {whom}", whom=names[act.at])
        )
    words = [_what(act)]
    if act.at is not None and act.name == "aim":
        words = [msg("aim at {whom}", whom=names[act.at])]
    elif act.at is not None:
        words.append(phrase(PREPOSITIONS.get(act.name, "at"), names[act.at]))
    if act.to is not None:
        words.append(msg("to {place}", place=_place(act.to)))
    if act.item and act.name not in DONE_TO:
        words.append(_with(act))
    if act.name == "suppress":
        words.append(msg("across {n} feet", n=act.n))
    return joined(" ", words)


def _what(act: Act) -> str:
    """An action with the thing that it is done to."""
    if act.item and act.name == "take cover":
        return msg("take cover behind {cover}", cover=act.item)
    if act.item and act.name == "get out of sight":
        return msg("get out of sight behind {cover}", cover=act.item)
    if act.item and act.name in DONE_TO:
        return msg("{what} {thing}", what=act.name, thing=act.item)
    return "end the turn" if act.name == "end" else act.name


def _with(act: Act) -> str:
    """The thing that an action is with."""
    if act.name in ("drive", "drive away"):
        return msg("at {speed} speed", speed=act.item)
    if act.name == "get in":
        return msg("at the wheel of {vehicle}", vehicle=act.item)
    return "with bare hands" if act.item == tables.FIST else msg("with {weapon}", weapon=act.item)


def _at_whoever(name: str, action: str) -> str:
    """An action that waits, with at whom it goes if it goes at anybody."""
    if name in ("move", "crawl"):
        return msg("{action} towards the one who triggers it", action=action)
    if name == "move away":
        return msg("{action} from the one who triggers it", action=action)
    return msg("{action}, at the one who triggers it", action=action) if name in AIMED else action


def _place(to: Point) -> str:
    return msg("({x}, {y})", x=figure(to.x / 100, "g"), y=figure(to.y / 100, "g"))


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
        states.append(
            msg("out of sight behind {cover}", cover=b.cover.name)
            if hidden
            else msg("behind {cover}", cover=b.cover.name)
        )
        if helped_against(fight, b) == []:
            states.append(msg("{cover}: shields from nobody", cover=b.cover.name))
    if b.aim is not None:
        states.append(msg("aims at {whom}", whom=Verbatim(fight.bodies[b.aim].sheet.name)))
    if b.held is not None:
        holds = msg("holds: {action}, when someone {event}", action=b.held.name, event=b.held.event)
        states.append(figured(holds, "holds"))
    if b.spell:
        states.append(msg("casts {spell} ({components} done)", spell=b.spell, components=b.components))
    if b.zone is not None:
        states.append(msg("suppresses {width} ft", width=b.zone.width))
    if b.aboard is not None:
        speed = tables.speeds()[fight.bodies[b.aboard].speed].name
        states.append(
            msg(
                "{drives, select, true {drives} other {rides}} at {speed} speed",
                speed=speed,
                drives=b.drives is not None,
            )
        )
    return states


def helped_against(fight: State, b: Body) -> list[str] | None:
    """The known foes against whom the cover helps; None where none is known."""
    foes = [foe for foe in fight.present if hostile(b, foe) and knows_of(b, foe)]
    return [foe.sheet.name for foe in foes if covered(foe.spot, b, b.cover)] if foes else None


def _useless(fight: State, names: Names, e: fx.TookCover) -> str:
    """Cover that does not stand between; empty where it helps against all."""
    b: Body = fight.bodies[e.who]
    helped = helped_against(fight, b)
    if helped is None or e.cover is None or b.cover != e.cover:
        return ""
    who, cover = _n(names, e), e.cover.name
    if not helped:
        return msg(
            "{who} takes cover behind the {cover}, which shields from no known foe",
            who=who,
            cover=cover,
        )
    foes = [Verbatim(f.sheet.name) for f in fight.present if hostile(b, f) and knows_of(b, f)]
    others = joined(", ", (name for name in foes if name not in helped))
    if not others:
        return ""
    return msg(
        "{who} takes cover behind the {cover}, which does not shield from {others}",
        who=who,
        cover=cover,
        others=others,
    )


# --- effects ----------------------------------------------------------------------------------------------


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def _points(n: int) -> str:
    return msg("{n, plural, one {# hit point} other {# hit points}}", n=n)


def _sum(mods: Sequence[Any]) -> str:
    return joined("", (str(sum(m.amount for m in mods)), _parts(mods)))


WHYS = {"never lower": "minimum"}
"""Why something is added, where the log has other words for it."""


def _parts(mods: Sequence[Any]) -> str:
    """What a number is made of, in brackets; of one part, what it is."""
    if len(mods) < 2:
        return msg(" ({why})", why=mods[0].why) if mods else ""
    first, *others = mods
    parts = [
        msg("{n} {what}", n=first.amount, what=first.why),
        *[msg("{n} {what}", n=figure(m.amount, "+d"), what=WHYS.get(m.why, m.why)) for m in others],
    ]
    return msg(" ({parts})", parts=joined(", ", parts))


def _hurt(names: Names, e: fx.Hurt) -> str:
    who, parts = _n(names, e), _parts(e.mods)
    if not e.points:
        return msg("{who} is not hurt{parts}", who=who, parts=parts)
    return msg("{who} loses {points}{parts}", who=who, points=_points(e.points), parts=parts)


EFFECTS: EffectForms = {
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.Declared: lambda names, e: (
        msg(
            "{who} declares {n, plural, one {# action} other {# actions}}, with {lead} first",
            who=_n(names, e),
            n=e.actions,
            lead=e.lead,
        )
        if e.lead
        else msg(
            "{who} declares {n, plural, one {# action} other {# actions}}", who=_n(names, e), n=e.actions
        )
    ),
    fx.Ordered: lambda names, e: msg(
        "{who}'s place in the turn order: {sum}", who=_n(names, e), sum=_sum(e.mods)
    ),
    fx.Waited: lambda names, e: msg(
        "{who} {back, select, true {holds back} other {acts at the same moment as the others}}",
        who=_n(names, e),
        back=e.back,
    ),
    fx.TurnBegan: lambda names, e: msg("It is {who}'s turn", who=_n(names, e)),
    fx.Revealed: lambda names, e: msg("Everyone has noticed {who}", who=_n(names, e)),
    fx.Noticed: lambda names, e: msg(
        "{who} {aware, select, true {notices the fight} other {knows nothing of the fight}}",
        who=_n(names, e),
        aware=e.aware,
    ),
    fx.Aimed: lambda names, e: msg(
        "{who} aims at {whom} with the {weapon}", who=_n(names, e), whom=names[e.at], weapon=e.weapon
    ),
    fx.WentOnHold: lambda names, e: msg(
        "{who} holds an action ({action}) until someone {event}",
        who=_n(names, e),
        action=act_in_words(names, Act(e.held.name, item=e.held.item, n=e.held.n)),
        event=e.held.event,
    ),
    fx.HeldFor: lambda names, e: msg("{who}'s held action waits for {by}", who=_n(names, e), by=names[e.by]),
    fx.HeldAt: lambda names, e: msg("{who}'s held action is for {whom}", who=_n(names, e), whom=names[e.at]),
    fx.LetGo: lambda names, e: msg("{who} gives up the held action", who=_n(names, e)),
    fx.Triggered: lambda names, e: msg("{who} acts at the same moment", who=_n(names, e)),
    fx.Stalled: lambda names, e: (
        "Nobody left can hurt anyone: the fight can no longer end by itself"
        if e.hopeless
        else "Nobody has been hurt for a long time"
    ),
    fx.Closed: lambda names, e: "The fight is called off",
    fx.TimePassed: lambda names, e: msg("{seconds} seconds pass", seconds=e.seconds),
    fx.Faced: lambda names, e: msg("To hit {who}: {sum}", who=_n(names, e), sum=_sum(e.mods)),
    fx.Flat: lambda names, e: msg(
        "{who} has no dice left for the {what}: {sum}", who=_n(names, e), what=e.what, sum=_sum(e.mods)
    ),
    fx.Missed: lambda names, e: msg("The attack misses {who}", who=_n(names, e)),
    fx.Resisted: lambda names, e: msg("{who} resists the spell", who=_n(names, e)),
    fx.Hurt: _hurt,
    fx.Healed: lambda names, e: msg("{who} gets back {points}", who=_n(names, e), points=_points(e.points)),
    fx.Moved: lambda names, e: msg("{who} moves", who=_n(names, e)),
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=_place(e.to)),
    fx.Fell: lambda names, e: msg("{who} drops prone", who=_n(names, e)),
    fx.Stood: lambda names, e: msg("{who} stands up", who=_n(names, e)),
    fx.Bound: lambda names, e: msg(
        "{who} {bound, select, true {can no longer move} other {can move again}}",
        who=_n(names, e),
        bound=e.bound,
    ),
    fx.Turned: lambda names, e: msg(
        "{who} looks towards {place} and cannot turn around", who=_n(names, e), place=_place(e.to)
    ),
    fx.TookCover: lambda names, e: (
        msg("{who} leaves cover", who=_n(names, e))
        if e.cover is None
        else msg(
            "{who} {unseen, select, true {gets out of sight} other {takes cover}} behind the {cover}",
            who=_n(names, e),
            unseen=e.cover.kind == HIDDEN,
            cover=e.cover.name,
        )
    ),
    fx.ZoneLaid: lambda names, e: msg(
        "{who} lays suppressing fire {width} feet wide: {total} to beat",
        who=_n(names, e),
        width=e.width,
        total=e.total,
    ),
    fx.ZoneEnded: lambda names, e: msg("{who}'s suppressing fire stops", who=_n(names, e)),
    fx.Exploded: lambda names, e: "A mine goes off",
    fx.Caught: lambda names, e: msg(
        "{who} is caught in {by}'s suppressing fire", who=_n(names, e), by=names[e.by]
    ),
    fx.Drove: lambda names, e: msg(
        "{who} drives at {speed} speed", who=_n(names, e), speed=tables.speeds()[e.speed].name
    ),
    fx.Evading: lambda names, e: msg("{who} drives evasively", who=_n(names, e)),
    fx.GotIn: lambda names, e: msg("{who} gets in with {whom}", who=_n(names, e), whom=names[e.driver]),
    fx.TookWheel: lambda names, e: msg(
        "{who} takes the wheel of the {vehicle}", who=_n(names, e), vehicle=e.vehicle.name
    ),
    fx.GotOut: lambda names, e: msg("{who} gets out of the vehicle", who=_n(names, e)),
    fx.LeftStanding: lambda names, e: msg(
        "The {vehicle} stands empty at {place}", vehicle=e.vehicle.name, place=_place(e.spot)
    ),
    fx.Drew: lambda names, e: msg("{who} draws the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Stowed: lambda names, e: msg("{who} puts the {weapon} away", who=_n(names, e), weapon=e.weapon),
    fx.Dropped: lambda names, e: msg("{who} drops the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Loading: lambda names, e: msg("{who} starts loading the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Loaded: lambda names, e: msg("{who} has loaded the {weapon}", who=_n(names, e), weapon=e.weapon),
    fx.Distracted: lambda names, e: msg("{who} loses the spell", who=_n(names, e)),
    fx.Chanted: lambda names, e: msg(
        "{who} completes a component of {spell}", who=_n(names, e), spell=e.spell
    ),
}

CORRECTED: EffectForms = {
    fx.Seated: lambda names, e: msg("{who} sits in the {vehicle}", who=_n(names, e), vehicle=e.vehicle),
    fx.AimLost: lambda names, e: msg("{who} loses the aim", who=_n(names, e)),
    fx.SpellEnded: lambda names, e: msg("{who} gives up the spell", who=_n(names, e)),
    fx.Fired: lambda names, e: msg(
        "{who} uses up {shots} shots of the {weapon}", who=_n(names, e), shots=e.shots, weapon=e.weapon
    ),
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: ChoiceForms = {
    "end the fight": lambda who, _: msg("{who} calls it off", who=who),
}
"""What was decided, by question, where it is worth a line; "end the fight" was asked by version 1."""

QUESTIONS: QuestionForms = {
    "action": lambda who, _, __: msg("{who}: what now?", who=who),
    "actions": lambda who, _, __: msg(
        "{who}: how many actions this round? Each after the first costs 1D on every roll "
        "and 3 points of every defence",
        who=who,
    ),
    "first skill": lambda who, _, __: msg(
        "{who}: which skill first? It sets the place in the turn order", who=who
    ),
    "hold back": lambda who, _, __: msg(
        "{who} acts at the same moment as others. Hold back and let them go first?", who=who
    ),
    "trigger": lambda who, _, __: msg("{who}: hold the action until someone does what?", who=who),
    "held action": lambda who, _, __: msg("{who}: hold which action?", who=who),
    "held action goes off": lambda who, foe, _: msg(
        "{foe} does what {who} has been waiting for. Use the held action now?", foe=foe, who=who
    ),
    "let go": lambda who, _, __: msg("Does {who} give up the held action?", who=who),
    "notices": lambda _, whom, __: msg("Does {whom} notice the fight?", whom=whom),
}

WORDS = SkirmishWords(EFFECTS, CORRECTED, CHOICES, QUESTIONS)
