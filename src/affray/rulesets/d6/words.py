"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.dice import added_up
from affray.core.effect import Effect, Who
from affray.core.game_words import ChoiceForms, EffectForms, GameWords, Names, called, faces
from affray.core.live import Rolled
from affray.core.message import Verbatim, figure, figured, joined, msg
from affray.core.phrases import (
    actions_left,
    fallen,
    roll_name,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import apart
from affray.core.tally import Mod
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.actions import ACTIONS
from affray.rulesets.d6.dice import BEST_LEFT_OUT, signed_code, written
from affray.rulesets.d6.fighter import able, alive, covered, hostile, knows_of
from affray.rulesets.d6.questions import QUESTIONS
from affray.rulesets.d6.sheet import HIDDEN
from affray.rulesets.d6.state import Body, Ready, State
from affray.tabletop.words import in_place


class SkirmishWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {"toss": "roll-off"}
    deeds: ClassVar[dict[str, str]] = QUESTIONS.deeds

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
        if (own := QUESTIONS.option(question, names, value)) is not None:
            return own
        match value:
            case Act():
                return ACTIONS.words(names, value)
            case Ready():
                return _ready(names, value)
            case bool():
                return "yes" if value else "no"
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


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return actions_left(b.actions - b.used)


def _ready(names: Names, held: Ready) -> str:
    """An action that waits, with at whom it goes if it goes at anybody."""
    words = ACTIONS.words(names, Act(held.name, held.at, item=held.item, n=held.n))
    action = ACTIONS.by_name[held.name]
    if held.at is not None:
        return words
    if action.at == "towards":
        return msg("{action} towards the one who triggers it", action=words)
    if action.at == "from":
        return msg("{action} from the one who triggers it", action=words)
    return msg("{action}, at the one who triggers it", action=words) if "attack" in action.tags else words


def _states(fight: State, b: Body) -> list[str]:
    if not able(b):
        return ["out of the fight" if alive(b, fight.house.death) else "dead"]
    flags = {
        "bloodied": b.bloodied, **fx.PRONE.flag(b), **fx.UNAWARE.flag(b), "unseen": b.unseen,
        **fx.BOUND.flag(b), "cannot turn around": b.facing is not None, "evading": b.evading,
        **fx.Condition.flags(b),
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
    fx.RoundBegan: "A round begins",
    fx.Declared: lambda _, e: (
        "{who} declares {actions, plural, one {# action} other {# actions}}, with {lead} first"
        if e.lead
        else "{who} declares {actions, plural, one {# action} other {# actions}}"
    ),
    fx.Ordered: lambda names, e: msg(
        "{who}'s place in the turn order: {sum}", who=_n(names, e), sum=_sum(e.mods)
    ),
    fx.Waited: "{who} {back, select, true {holds back} other {acts at the same moment as the others}}",
    fx.TurnBegan: "It is {who}'s turn",
    fx.Revealed: "Everyone has noticed {who}",
    fx.Aimed: "{who} aims at {at} with the {weapon}",
    fx.WentOnHold: lambda names, e: msg(
        "{who} holds an action ({action}) until someone {event}",
        who=_n(names, e),
        action=ACTIONS.words(names, Act(e.held.name, item=e.held.item, n=e.held.n)),
        event=e.held.event,
    ),
    fx.HeldFor: "{who}'s held action waits for {by}",
    fx.HeldAt: "{who}'s held action is for {at}",
    fx.LetGo: "{who} gives up the held action",
    fx.Triggered: "{who} acts at the same moment",
    fx.Stalled: lambda _, e: (
        "Nobody left can hurt anyone: the fight can no longer end by itself"
        if e.hopeless
        else "Nobody has been hurt for a long time"
    ),
    fx.Closed: "The fight is called off",
    fx.TimePassed: "{seconds} seconds pass",
    fx.Faced: lambda names, e: msg("To hit {who}: {sum}", who=_n(names, e), sum=_sum(e.mods)),
    fx.Flat: lambda names, e: msg(
        "{who} has no dice left for the {what}: {sum}", who=_n(names, e), what=e.what, sum=_sum(e.mods)
    ),
    fx.Missed: "The attack misses {who}",
    fx.Resisted: "{who} resists the spell",
    fx.Hurt: _hurt,
    fx.Healed: lambda names, e: msg("{who} gets back {points}", who=_n(names, e), points=_points(e.points)),
    fx.Moved: "{who} moves",
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=in_place(e.to)),
    fx.Turned: lambda names, e: msg(
        "{who} looks towards {place} and cannot turn around", who=_n(names, e), place=in_place(e.to)
    ),
    fx.TookCover: lambda names, e: (
        "{who} leaves cover"
        if e.cover is None
        else msg(
            "{who} {unseen, select, true {gets out of sight} other {takes cover}} behind the {cover}",
            who=_n(names, e),
            unseen=e.cover.kind == HIDDEN,
            cover=e.cover.name,
        )
    ),
    fx.ZoneLaid: "{who} lays suppressing fire {width} feet wide: {total} to beat",
    fx.ZoneEnded: "{who}'s suppressing fire stops",
    fx.Exploded: "A mine goes off",
    fx.Caught: "{who} is caught in {by}'s suppressing fire",
    fx.Drove: lambda names, e: msg(
        "{who} drives at {speed} speed", who=_n(names, e), speed=tables.speeds()[e.speed].name
    ),
    fx.Evading: "{who} drives evasively",
    fx.GotIn: "{who} gets in with {driver}",
    fx.TookWheel: lambda names, e: msg(
        "{who} takes the wheel of the {vehicle}", who=_n(names, e), vehicle=e.vehicle.name
    ),
    fx.GotOut: "{who} gets out of the vehicle",
    fx.LeftStanding: lambda names, e: msg(
        "The {vehicle} stands empty at {place}", vehicle=e.vehicle.name, place=in_place(e.spot)
    ),
    fx.Drew: "{who} draws the {weapon}",
    fx.Stowed: "{who} puts the {weapon} away",
    fx.Dropped: "{who} drops the {weapon}",
    fx.Loading: "{who} starts loading the {weapon}",
    fx.Loaded: "{who} has loaded the {weapon}",
    fx.Distracted: "{who} loses the spell",
    fx.Chanted: "{who} completes a component of {spell}",
    **fx.Condition.forms(),
}

CORRECTED: EffectForms = {
    fx.Seated: "{who} sits in the {vehicle}",
    fx.AimLost: "{who} loses the aim",
    fx.SpellEnded: "{who} gives up the spell",
    fx.Fired: "{who} uses up {shots} shots of the {weapon}",
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: ChoiceForms = {
    "end the fight": lambda who, _: msg("{who} calls it off", who=who),
}
"""What was decided, by question, where it is worth a line; "end the fight" was asked by version 1."""

WORDS = SkirmishWords(EFFECTS, CORRECTED, CHOICES, QUESTIONS.asked)
