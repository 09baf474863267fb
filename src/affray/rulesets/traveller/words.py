"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.game_words import GameWords, Names
from affray.core.live import Asked
from affray.core.message import Verbatim, figure, figured, joined, msg, word
from affray.core.phrases import (
    counted,
    modified,
    phrase,
    thing,
)
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.actions import ACTIONS
from affray.rulesets.traveller.checks import DIFFICULTY
from affray.rulesets.traveller.dice import is_check
from affray.rulesets.traveller.fighter import covers_from, foes_told
from affray.rulesets.traveller.figures import able, dead, full, physical
from affray.rulesets.traveller.phrases import CORRECTED, EFFECTS
from affray.rulesets.traveller.questions import QUESTIONS
from affray.rulesets.traveller.sheet import PHYSICAL, Cover, Reaction
from affray.rulesets.traveller.state import ACTS, Body, State
from affray.tabletop.words import in_place


class TravellerWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {"wake": "check to wake up", "metres thrown": "throw, in metres"}
    deeds: ClassVar[dict[str, str]] = QUESTIONS.deeds

    def result(self, asked: Asked, value: object) -> object:
        """What came of a roll: of a check its Effect."""
        check = is_check(asked.chance) and isinstance(value, int)
        return msg("Effect {value}", value=value) if check else value

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is something; a number is, even 0, but for an average difficulty."""
        if value == 0 and value is not False and question != DIFFICULTY.name:
            return True
        return value == () or GameWords.worth_telling(self, question, value)

    def outcome(self, fight: State, names: Names, effect: Effect) -> str:
        """An effect in one line, and whether somebody dies of it."""
        line = self.happened(names, effect)
        if not isinstance(effect, fx.Wounded | fx.Hurt) or not dead(fight.bodies[effect.who]):
            return line
        return msg("{line}. {who} dies", line=line, who=names[effect.who])

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        if (own := QUESTIONS.option(question, names, value)) is not None:
            return own
        match value:
            case Act():
                return ACTIONS.words(names, value)
            case Reaction():
                return reaction_in_words(value)
            case Point():
                return in_place(value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case tuple():
                return points_in_words(value)
            case None:
                return "nobody"
            case "":
                return "nothing"
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


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return LEFT.get(b.acts, "")


LEFT = {1: "minor action left", 2: "significant action left", 3: "whole turn left"}
"""What the parts of a turn that are left are good for."""


def reaction_in_words(value: Reaction) -> str:
    """A dodge, a parry, a dive and where to.

    >>> reaction_in_words(Reaction("dive", "wall"))
    'dive behind wall'
    """
    if value.cover:
        return joined(" ", (value.how, phrase("behind", value.cover)))
    return joined(" ", (value.how, phrase("to", in_place(value.to)))) if value.to else value.how


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
        b.stance: b.stance != "standing", **fx.Condition.flags(b), "turn delayed": b.deferring,
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


WORDS = TravellerWords({**EFFECTS, **fx.Condition.forms()}, CORRECTED, QUESTIONS.told, QUESTIONS.asked)
