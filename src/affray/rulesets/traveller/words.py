"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.dice import alone
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Hid, Rolled, Told, Went
from affray.core.message import Verbatim, figure, figured, joined, msg, word
from affray.core.phrases import (
    GAME_MASTER,
    comes_or_goes,
    correction,
    counted,
    decision,
    ends_turn,
    modified,
    phrase,
    roll_name,
    thing,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.actions import ATTACKS
from affray.rulesets.traveller.dice import is_check
from affray.rulesets.traveller.fighter import covers_from, foes_told
from affray.rulesets.traveller.figures import able, dead, full, physical
from affray.rulesets.traveller.phrases import CHOICES, CORRECTED, EFFECTS, QUESTIONS, place
from affray.rulesets.traveller.sheet import PHYSICAL, Cover, Reaction
from affray.rulesets.traveller.state import ACTS, Body, State

Names = Sequence[str]


class TravellerWords:
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {"wake": "check to wake up", "metres thrown": "throw, in metres"}
    """Rolls that people call otherwise than by their question."""
    deeds: ClassVar[dict[str, str]] = {"another day": "let another day pass"}
    """What is done by whoever answers a question with yes, where the question is no verb."""

    def told(self, fight: State, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled(asked, _, value, dice, _):
                told_once = not dice or alone(dice, value)
                shown = "" if told_once else msg(" ({dice})", dice=" ".join(map(str, dice)))
                return msg(
                    "{name}'s {question}: {result}{shown}",
                    name=_name(names, asked.who),
                    question=roll_name(self, asked.question),
                    result=_result(asked, value),
                    shown=shown,
                )
            case Chose(asked, value, _):
                return self._chose(names, asked, value)
            case Happened(effect, _, typed):
                line = _told(fight, names, effect)
                if typed and not line:
                    line = CORRECTED[type(effect)](names, effect)
                return correction(typed, line) if typed else line
            case Came(who) | Went(who) | Hid(who):
                return comes_or_goes(_name(names, who), told)

    def _chose(self, names: Names, asked: Asked, value: object) -> str:
        said = self.option(names, asked.question, value)
        if asked.question == "action":
            ends = isinstance(value, Act) and value.name == "end"
            name = _name(names, asked.who)
            return ends_turn(name) if ends else msg("{name}: {said}", name=name, said=said)
        nothing = value in ("", None) or value is False
        if nothing or (value == 0 and asked.question == "difficulty"):
            return ""
        form = CHOICES.get(asked.question)
        who = _name(names, asked.who)
        if form:
            return form(who, said)
        if value is True:
            return decision(self, who, asked.question, True)
        return msg("{who}, {question}: {said}", who=who, question=asked.question, said=said)

    def asked(self, names: Names, asked: Asked, about: tuple[Any, ...]) -> str:
        """A question as it is put to a person."""
        who = _name(names, asked.who)
        against = next((names[x.who] for x in about if hasattr(x, "who") and x.who >= 0), "")
        form = QUESTIONS.get(asked.question)
        return (
            form(who, against, about) if form else msg("{who}: {question}?", who=who, question=asked.question)
        )

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        match value:
            case Act():
                return act_in_words(names, value)
            case Reaction():
                return reaction_in_words(value)
            case Point():
                return place(value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case int() if question == "difficulty":
                return msg(
                    "{difficulty} ({value})",
                    difficulty=tables.difficulties()[value],
                    value=figure(value, "+d"),
                )
            case tuple():
                return points_in_words(value)
            case None:
                return "nobody"
            case "":
                return {"move off": "stay"}.get(question, "nothing")
            case _:
                return str(value)

    def card(self, fight: State, who: Who) -> Card:
        """A fighter's card: characteristics, initiative, what is in hand and worn."""
        b: Body = fight.bodies[who]
        sheet = b.sheet
        bars = (
            Bar("STR", b.strength, sheet.strength),
            Bar("DEX", b.dexterity, sheet.dexterity),
            Bar("END", b.endurance, sheet.endurance),
            Bar("turn", max(0, b.acts), ACTS),
        )
        life = Bar("life", sum(physical(b)), sum(full(b)))
        worn = sum(sheet.armour)
        gear = joined(", ", map(thing, b.hands)) or word("bare hands")
        gear += msg(", armour {worn}", worn=worn) if worn else ""
        turn = str(b.score + b.tactics + b.boost) if b.entered else ""
        states = tuple(_states(fight, b))
        idle, out = tuple(_idle(b)), not able(b)
        return Card(sheet.name, b.side, sheet.run_by, bars, turn, gear, states, out, life=life, idle=idle)

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres."""
        return msg("{metres} m", metres=figure(apart(fight.bodies[one].spot, fight.bodies[other].spot), "g"))

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        return joined(", ", _states(fight, b))

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        return msg("round {round}, {clock} s", round=t.round, clock=t.clock) + (
            msg(", day {day}", day=t.day) if t.day else ""
        )


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else GAME_MASTER


def _result(asked: Asked, value: object) -> str:
    if is_check(asked.chance) and isinstance(value, int):
        return msg("Effect {value}", value=value)
    return str(value)


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return LEFT.get(b.acts, "")


LEFT = {1: "minor action left", 2: "significant action left", 3: "whole turn left"}
"""What the parts of a turn that are left are good for."""


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    if act.name == "stance":
        return {"standing": "stand up", "crouched": "crouch", "prone": "lie down"}.get(act.item, act.item)
    if act.name in ATTACKS and (act.item or act.at is not None):
        return _attack(act.name, names[act.at] if act.at is not None else "", act.item)
    if act.at is not None:
        whom = names[act.at]
        return AT[act.name](whom) if act.name in AT else joined(" ", (act.name, phrase("at", whom)))
    if act.item and act.name in WITH_ITEM:
        return WITH_ITEM[act.name](thing(act.item))
    if act.to is not None:
        return msg("move to {place}", place=place(act.to))
    return PLAIN.get(act.name, act.name)


PLAIN = {"end": "end the turn", "talk": "say something", "done": "nothing more", "defer": "delay the turn"}
"""Actions that people call otherwise than the rules do."""


def _attack(name: str, whom: str, weapon: str) -> str:
    """An attack as a player says it; the menu names some without a target."""
    armed = "with bare hands" if weapon == tables.UNARMED else phrase("with", thing(weapon)) if weapon else ""
    attack = phrase("", name) if not whom else msg("{attack} on {whom}", attack=name, whom=whom)
    return joined(" ", (attack, armed)) if armed else attack


AT: dict[str, Callable[[str], str]] = {
    "move": lambda whom: msg("move towards {whom}", whom=whom),
    "move away": lambda whom: msg("move away from {whom}", whom=whom),
    "scout": lambda whom: msg("scout for {whom}", whom=whom),
    "grapple": lambda whom: msg("grapple with {whom}", whom=whom),
    "first aid": lambda whom: msg("first aid for {whom}", whom=whom),
    "surgery": lambda whom: msg("surgery for {whom}", whom=whom),
    "medical care": lambda whom: msg("medical care for {whom}", whom=whom),
}
"""Actions in relation to somebody."""
WITH_ITEM: dict[str, Callable[[str], str]] = {
    "take cover": lambda cover: msg("take cover behind {cover}", cover=cover),
    "draw": lambda item: msg("draw {item}", item=item),
    "pick up": lambda item: msg("pick up {item}", item=item),
    "put down": lambda item: msg("put down {item}", item=item),
    "reload": lambda item: msg("reload {item}", item=item),
    "skill check": lambda skill: msg("skill check: {skill}", skill=skill),
    "work": lambda project: msg("work on {project}", project=project),
    "take post": lambda post: msg("take post: {post}", post=post),
}
"""Actions with a thing, behind it, on it."""


def reaction_in_words(value: Reaction) -> str:
    """A dodge, a parry, a dive and where to.

    >>> reaction_in_words(Reaction("dive", "wall"))
    'dive behind wall'
    """
    if value.cover:
        return joined(" ", (value.how, phrase("behind", value.cover)))
    return joined(" ", (value.how, phrase("to", place(value.to)))) if value.to else value.how


def points_in_words(points: tuple[Any, ...]) -> str:
    """Points of STR, DEX and END.

    >>> points_in_words((2, 0, 3))
    'STR 2, END 3'
    """
    return joined(", ", (counted(c, n) for c, n in zip(PHYSICAL, points, strict=False) if n)) or "nothing"


def _idle(b: Body) -> list[str]:
    """The states in which one does not act."""
    if dead(b):
        return ["dead"]
    flags = {"unconscious": b.out, "loses the next turn": b.loses}
    return [name for name, on in flags.items() if on]


def _states(fight: State, b: Body) -> list[str]:
    states = _idle(b)
    if dead(b):
        return states
    flags = {
        b.stance: b.stance != "standing", "unseen": b.unseen, "turn delayed": b.deferring,
        "acts together with others": b.together,
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    numbers = {"aim": b.aim, "leads": b.pool, "reactions": -(b.penalty + b.reacted)}
    states += [figured(modified(name, n), "") for name, n in numbers.items() if n]
    if b.due:
        states.append(msg("{due} damage to come", due=sum(b.due)))
    if b.grip is not None:
        states.append(msg("grapples with {name}", name=Verbatim(fight.bodies[b.grip].sheet.name)))
    states += [_covered(fight, b, cover) for cover in (b.cover, *b.more) if cover is not None]
    if b.post:
        states.append(msg("at {post}", post=b.post))
    if b.work:
        done = msg(
            "{name}: {progress, plural, one {# round} other {# rounds}} done",
            name=b.work.name,
            progress=b.work.progress,
        )
        states.append(figured(done, b.work.name))
    states += [
        msg("{weapon} empty", weapon=thing(w.name))
        for w, left in zip(b.kit, b.left, strict=True)
        if w.shots and not left
    ]
    return states


def _covered(fight: State, b: Body, cover: Cover) -> str:
    """What one is behind, and from whom, of those enemies that are known; else what one is beside."""
    foes = foes_told(fight, b)
    hidden_from = [Verbatim(foe.sheet.name) for foe in foes if covers_from(b, foe) == cover]
    if not hidden_from:
        return msg("beside {name}", name=cover.name)
    if len(hidden_from) == len(foes):
        whole = msg("behind {name} ({armour})", name=cover.name, armour=cover.armour)
        return figured(whole, phrase("behind", cover.name))
    foes_hidden = joined(", ", hidden_from)
    return figured(
        msg("behind {name} ({armour}) from {foes}", name=cover.name, armour=cover.armour, foes=foes_hidden),
        msg("behind {name} from {foes}", name=cover.name, foes=foes_hidden),
    )


def _told(fight: State, names: Names, effect: Effect) -> str:
    """An effect in one line, and whether somebody dies of it."""
    line = happened(names, effect)
    if not isinstance(effect, fx.Wounded | fx.Hurt) or not dead(fight.bodies[effect.who]):
        return line
    return msg("{line}. {who} dies", line=line, who=names[effect.who])


def happened(names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


WORDS = TravellerWords()
