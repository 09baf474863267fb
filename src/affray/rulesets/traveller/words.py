"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Rolled, Told
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.dice import is_check
from affray.rulesets.traveller.fighter import covers_from, opposes
from affray.rulesets.traveller.figures import able, dead
from affray.rulesets.traveller.phrases import CHOICES, CORRECTED, EFFECTS, QUESTIONS, place
from affray.rulesets.traveller.sheet import PHYSICAL, Cover, Reaction
from affray.rulesets.traveller.state import ACTS, Body, State

Names = Sequence[str]


class TravellerWords:
    """How the game says things."""

    def told(self, fight: State, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled(asked, _, value, dice, _):
                shown = f" ({' '.join(map(str, dice))})" if dice else ""
                return f"{_name(names, asked.who)} rolls {asked.question}: {_result(asked, value)}{shown}"
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
        said = self.option(names, asked.question, value)
        if asked.question == "action":
            return f"{_name(names, asked.who)}: {said}"
        nothing = value in ("", None) or value is False
        if nothing or (value == 0 and asked.question == "difficulty"):
            return ""
        form = CHOICES.get(asked.question)
        who = _name(names, asked.who)
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
            case Reaction():
                return reaction_in_words(value)
            case Point():
                return place(value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case int() if question == "difficulty":
                return f"{tables.difficulties()[value]} ({value:+d})"
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
        worn = sum(sheet.armour)
        gear = (", ".join(b.hands) or "bare hands") + (f", armour {worn}" if worn else "")
        turn = str(b.score + b.tactics + b.boost) if b.entered else ""
        return Card(sheet.name, b.side, sheet.run_by, bars, turn, gear, tuple(_states(fight, b)), not able(b))

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres."""
        return f"{apart(fight.bodies[one].spot, fight.bodies[other].spot):g} m"

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        return ", ".join(_states(fight, b))

    def table(self, fight: State) -> str:
        """Round and time."""
        t = fight.table
        return f"round {t.round}, {t.clock} s" + (f", day {t.day}" if t.day else "")


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else "The game master"


def _result(asked: Asked, value: object) -> str:
    if is_check(asked.chance) and isinstance(value, int):
        return f"Effect {value}"
    return str(value)


PREPOSITIONS = {
    "move": "towards", "move away": "from", "scout": "for", "grapple": "with",
    **dict.fromkeys(("first aid", "surgery", "medical care"), "for"),
}  # fmt: skip


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    words = [{"end": "end the turn", "talk": "say something", "done": "nothing more"}.get(act.name, act.name)]
    if act.name == "stance":
        return {"standing": "stand up", "crouched": "crouch", "prone": "lie down"}.get(act.item, act.item)
    if act.at is not None:
        preposition, whom = PREPOSITIONS.get(act.name), names[act.at]
        words.append(f"at {whom}" if preposition is None else f"{preposition} {whom}")
    if act.to is not None:
        words.append(f"to {place(act.to)}")
    if act.item:
        words.append(WITH.get(act.name, "") + act.item)
    return " ".join(words)


WITH = {
    **dict.fromkeys(("ranged attack", "thrown attack", "melee attack"), "with "),
    "take cover": "behind ",
    "work": "on ",
}


def reaction_in_words(value: Reaction) -> str:
    """A dodge, a parry, a dive and where to.

    >>> reaction_in_words(Reaction("dive", "wall"))
    'dive behind wall'
    """
    behind = f" behind {value.cover}" if value.cover else f" to {place(value.to)}" if value.to else ""
    return value.how + behind


def points_in_words(points: tuple[Any, ...]) -> str:
    """Points of STR, DEX and END.

    >>> points_in_words((2, 0, 3))
    'STR 2, END 3'
    """
    return ", ".join(f"{c} {n}" for c, n in zip(PHYSICAL, points, strict=False) if n) or "nothing"


def _states(fight: State, b: Body) -> list[str]:
    if dead(b):
        return ["dead"]
    states = []
    flags = {
        "unconscious": b.out, b.stance: b.stance != "standing", "unseen": b.unseen,
        "puts off the turn": b.deferring, "loses the next turn": b.loses,
        "acts at once with others": b.together,
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    numbers = {"aim": b.aim, "leads": b.pool, "reactions": -(b.penalty + b.reacted)}
    states += [f"{name} {n:+d}" for name, n in numbers.items() if n]
    if b.due:
        states.append(f"damage to come {sum(b.due)}")
    if b.grip is not None:
        states.append(f"grapples with {fight.bodies[b.grip].sheet.name}")
    states += [_covered(fight, b, cover) for cover in (b.cover, *b.more) if cover is not None]
    if b.post:
        states.append(f"at {b.post}")
    if b.work:
        states.append(f"{b.work.name}: {b.work.progress} rounds done")
    states += [f"{w.name} empty" for w, left in zip(b.kit, b.left, strict=True) if w.shots and not left]
    return states


def _covered(fight: State, b: Body, cover: Cover) -> str:
    """What one is behind, and from whom, of those enemies that are known; else what one is beside."""
    foes = [foe for foe in fight.fighters if opposes(b, foe) and not foe.unseen]
    hidden_from = [foe.sheet.name for foe in foes if covers_from(b, foe) == cover]
    if not hidden_from:
        return f"beside {cover.name}"
    if len(hidden_from) == len(foes):
        return f"behind {cover.name} ({cover.armour})"
    return f"behind {cover.name} ({cover.armour}) from {', '.join(hidden_from)}"


def happened(names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


WORDS = TravellerWords()
