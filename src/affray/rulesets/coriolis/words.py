"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Rolled, Told
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.bonus import CRITICAL
from affray.rulesets.coriolis.dice import counts_sixes
from affray.rulesets.coriolis.fighter import band, unbroken
from affray.rulesets.coriolis.melee import COUNTER_CRITICAL
from affray.rulesets.coriolis.sheet import BANDS
from affray.rulesets.coriolis.state import AP, Body, State

Names = Sequence[str]


class CoriolisWords:
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
                line = happened(fight, names, effect)
                if typed and not line:
                    line = CORRECTED[type(effect)](names, effect)
                return f"Correction ({typed}): {line}" if typed else line
            case Came(who, why):
                return f"{_name(names, who)} joins the fight ({why})"

    def _chose(self, names: Names, asked: Asked, value: object) -> str:
        if asked.question == "action":
            return f"{_name(names, asked.who)}: {self.option(names, 'action', value)}"
        nothing = not value and not isinstance(value, Who)  # the first fighter is 0
        if nothing or value in ("done", "unspent") or asked.question in ("pray",):
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
            case bool():
                return "yes" if value else "no"
            case Who():
                return f"at {names[value]}" if question == "next die" else names[value]
            case None:
                return "fire at nobody" if question == "overwatch target" else "stop firing"
            case "":
                return "none"
            case _:
                return str(value)

    def card(self, fight: State, who: Who) -> Card:
        """A combatant's card: points, initiative, what is in hand and worn."""
        b: Body = fight.bodies[who]
        sheet, score = b.sheet, b.score + b.boost
        bars = (
            Bar("HP", b.hp, sheet.hit_points),
            Bar("MP", b.mp, sheet.mind_points),
            Bar("AP", max(0, b.ap), AP),
        )
        worn = f", armour {sheet.armour}" if sheet.armour else ""
        turn = str(score) if b.entered else ""
        gear = (", ".join(b.hands) or "bare hands") + worn
        states, out = tuple(_states(fight, b)), not unbroken(b)
        return Card(sheet.name, b.side, sheet.run_by, bars, turn, gear, states, out, turn_open=True)

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres and range band."""
        a, b = fight.bodies[one], fight.bodies[other]
        bands = (*BANDS, "out of reach")
        return f"{apart(a.spot, b.spot):g} m {bands[band(a, b)]}"

    def fighter(self, fight: State, who: Who) -> str:
        """A combatant's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        return ", ".join(_states(fight, b))

    def table(self, fight: State) -> str:
        """Turn, time and darkness."""
        t = fight.table
        return f"combat turn {t.turn}, {t.clock} s, darkness {t.darkness}"


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else "The game master"


def _result(asked: Asked, value: object) -> str:
    if counts_sixes(asked.chance) and isinstance(value, int):
        return _sixes(value)
    return str(value)


def _sixes(n: int) -> str:
    return "no six" if n == 0 else "one six" if n == 1 else f"{n} sixes"


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    name = "end the slot" if act.name == "end" else act.name
    if act.name == "first aid" and act.item not in ("", "broken"):
        kind = tables.injuries().get(int(act.item)) if act.item.isdigit() else None
        whom = f" on {_whom(names, act)}" if act.at is not None else ""
        return f"first aid{whom} ({kind.name if kind else act.item})"
    words = [name]
    if act.at is not None:
        prep = {
            "sprint": "towards",
            "fall back": "from",
            "crawl": "towards",
            "overwatch": "towards",
            "first aid": "on",
            "calm": "",
        }
        words.append(f"{prep.get(act.name, 'at')} {_whom(names, act)}".strip())
    if act.to is not None:
        words.append(f"to {_place(act.to)}")
    if act.item and act.name != "first aid":
        words.append(
            {"draw": "", "pick up": "", "reload": "", "take cover": "behind "}.get(act.name, "with ")
            + act.item
        )
    if act.name == "lower initiative":
        words.append(f"to {act.n}")
    return " ".join(words)


def _whom(names: Names, act: Act) -> str:
    return names[act.at] if act.at is not None else ""


def _place(to: Point) -> str:
    return f"({to.x / 100:g}, {to.y / 100:g})"


def _states(fight: State, b: Body) -> list[str]:
    states = []
    if b.dead:
        return ["dead"]
    if b.hp == 0:
        states.append("Broken")
    if b.mp == 0 and b.sheet.breaks_down:
        states.append("broken down")
    flags = {
        "unconscious": b.out, "stunned": b.stun > 0, "prone": b.prone, "unaware": not b.aware,
        "on overwatch": b.watch is not None,
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    if b.held_by is not None:
        states.append(f"pinned by {fight.bodies[b.held_by].sheet.name}")
    if b.holding is not None:
        states.append(f"pins {fight.bodies[b.holding].sheet.name}")
    if b.cover:
        states.append(f"behind {b.cover.name} ({b.cover.rating})")
    states += [f"{name} empty" for name in b.empty]
    states += [tables.injury(i.code).name + (" (treated)" if i.treated else "") for i in b.injuries]
    return states


# --- effects --------------------------------------------------------------------------------------


def happened(fight: State, names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


def _n(names: Names, effect: Any) -> str:
    return _name(names, effect.who)


def _points(n: int, what: str) -> str:
    return f"{n} {what} point{'' if n == 1 else 's'}"


EFFECTS: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.TurnBegan: lambda names, e: "A combat turn begins",
    fx.SlotFell: lambda names, e: f"It is {_name(names, e.slot)}'s slot" if e.slot is not None else "",
    fx.Boosted: lambda names, e: (
        f"{_n(names, e)} gets +{e.by} initiative this turn" + (f" ({e.weapon})" if e.weapon else "")
    ),
    fx.BoostLost: lambda names, e: f"{_n(names, e)} loses the weapon's initiative and acts later",
    fx.Raised: lambda names, e: (
        f"{_n(names, e)} raises initiative by {e.by}" + ("" if e.now else " from the next turn")
    ),
    fx.Lifting: lambda names, e: f"{_n(names, e)} raises initiative by {e.by} for the next turn",
    fx.Lowered: lambda names, e: f"{_n(names, e)} lowers initiative to {e.to}",
    fx.Closed: lambda names, e: "The game master ends the fight",
    fx.TimePassed: lambda names, e: f"{e.seconds} seconds pass",
    fx.Waited: lambda names, e: f"{e.seconds} seconds pass",
    fx.Darkness: lambda names, e: f"Darkness points {e.by:+d}",
    fx.Narrated: lambda names, e: (
        f"{_n(names, e)}: {e.what}" + (f", {_sixes(e.sixes)}" if e.sixes >= 0 else "")
    ),
    fx.CameInto: lambda names, e: f"{_n(names, e)} comes into the arc of {names[e.at]}",
    fx.CameUpTo: lambda names, e: f"{_n(names, e)} comes within reach of {names[e.at]}",
    fx.Moved: lambda names, e: f"{_n(names, e)} moves",
    fx.Stayed: lambda names, e: f"{_n(names, e)} stays where it is",
    fx.Placed: lambda names, e: f"{_n(names, e)} is placed at {_place(e.to)}",
    fx.Fell: lambda names, e: f"{_n(names, e)} is prone",
    fx.Stood: lambda names, e: f"{_n(names, e)} stands up",
    fx.TookCover: lambda names, e: (
        f"{_n(names, e)} is behind {e.cover.name}" if e.cover else f"{_n(names, e)} leaves cover"
    ),
    fx.CoverWorn: lambda names, e: f"The cover of {_n(names, e)} wears",
    fx.Noticed: lambda names, e: f"{_n(names, e)} is {'aware' if e.aware else 'unaware'}",
    fx.Watched: lambda names, e: f"{_n(names, e)} is on overwatch towards {_place(e.at)}",
    fx.WatchedAt: lambda names, e: f"{_n(names, e)} is on overwatch towards {names[e.at]}",
    fx.WatchEnded: lambda names, e: f"{_n(names, e)} is no longer on overwatch",
    fx.Engaged: lambda names, e: f"{_n(names, e)} is in melee with {names[e.at]}",
    fx.Parted: lambda names, e: f"{_n(names, e)} is no longer in melee with {names[e.at]}",
    fx.HeldBy: lambda names, e: (
        f"{_n(names, e)} is " + ("free" if e.by is None else f"pinned by {names[e.by]}")
    ),
    fx.Drew: lambda names, e: f"{_n(names, e)} has the {e.weapon} in hand",
    fx.Dropped: lambda names, e: f"{_n(names, e)} drops the {e.weapon}",
    fx.TookUp: lambda names, e: f"{_n(names, e)} picks up the {e.weapon}",
    fx.ClipEmptied: lambda names, e: f"{_n(names, e)}'s {e.weapon} is empty",
    fx.Reloaded: lambda names, e: f"{_n(names, e)} reloads the {e.weapon}",
    fx.GotWeapon: lambda names, e: f"{_n(names, e)} gets the {e.weapon.name}",
    fx.Hurt: lambda names, e: (
        f"{_n(names, e)} {'loses' if e.points > 0 else 'gets back'} {_points(abs(e.points), 'hit')}"
    ),
    fx.Stressed: lambda names, e: (
        f"{_n(names, e)} {'loses' if e.points > 0 else 'gets back'} {_points(abs(e.points), 'mind')}"
    ),
    fx.Injured: lambda names, e: (
        f"{_n(names, e)}: {tables.injury(e.code).name}. {tables.injury(e.code).text}"
    ),
    fx.CameBack: lambda names, e: f"{_n(names, e)} is up again",
    fx.Helped: lambda names, e: f"{_n(names, e)} gets back {_points(e.points, 'hit')}",
    fx.Calmed: lambda names, e: f"{_n(names, e)} gets back {_points(e.points, 'mind')}",
    fx.Treated: lambda names, e: f"{_n(names, e)}'s injury is treated: {tables.injury(e.code).name}",
    fx.AidFailed: lambda names, e: f"First aid on {_n(names, e)} fails",
    fx.Healed: lambda names, e: f"{_n(names, e)} has recovered from {tables.injury(e.code).name}",
    fx.Died: lambda names, e: f"{_n(names, e)} dies",
    fx.Spent: lambda names, e: "",
}

CORRECTED: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.ActionPoints: lambda names, e: f"{_n(names, e)} has {_points(e.ap, 'action')}",
    fx.ScoreRolled: lambda names, e: f"{_n(names, e)} has initiative {e.score}",
}
"""What goes without saying in play, but not when a game master puts it right."""

CHOICES: dict[str, Callable[[str, str], str]] = {
    "defend": lambda who, _: f"{who} defends",
    "attack of opportunity": lambda who, _: f"{who} strikes at the opportunity",
    "overwatch shot": lambda who, _: f"{who} fires from overwatch",
    "reroll injury": lambda who, _: f"{who} rolls the injury again",
    "weapon for initiative": lambda who, what: f"{who} counts on the {what}",
    "increase damage": lambda who, n: f"{who} puts {n} extra six{'es' if n != '1' else ''} into damage",
    "bonus effect": lambda who, what: (
        f"{who} buys with a six: {what}" if what != CRITICAL else f"{who} buys a critical injury"
    ),
    "defence six": lambda who, what: (
        f"{who} spends a defence six: {what}"
        if what != COUNTER_CRITICAL
        else f"{who} buys a critical injury in return"
    ),
    "overwatch gun": lambda who, what: f"{who} fires the {what}",
    "strike with": lambda who, what: f"{who} strikes with: {what}",
    "defend with": lambda who, what: f"{who} defends with: {what}",
    "overwatch target": lambda who, at: f"{who} fires from overwatch at {at}",
    "disarm what": lambda who, what: f"{who} strikes the {what} away",
    "next die": lambda who, at: f"{who} rolls the next die {at}",
    "dice at": lambda who, n: (
        f"{who} rolls {n} of the dice at this target"
        if n != "1"
        else f"{who} rolls one of the dice at this target"
    ),
    "sixes at": lambda who, n: (
        f"{who} puts {n} sixes into this target" if n != "1" else f"{who} puts one six into this target"
    ),
    "next target": lambda who, foe: f"{who} goes on to {foe}",
}
"""What was decided, by question, where it is worth a line."""

QUESTIONS: dict[str, Callable[[str, str, tuple[Any, ...]], str]] = {
    "action": lambda who, _, about: (
        f"{who}: what now? Unless the first action is an attack with the {about[0]}, its initiative is lost"
        if about
        else f"{who}: what now?"
    ),
    "defend": lambda who, foe, about: f"{foe} attacks with {about[1]}. Does {who} defend ({about[2]} AP)?",
    "defence six": lambda who, _, about: (
        f"{who} has {_sixes(about[1])} in defence against {about[0]}: spend one on what?"
    ),
    "increase damage": lambda who, foe, about: (
        f"{who} hits {foe}: how many extra sixes (of {about[2]}) go into damage?"
    ),
    "bonus effect": lambda who, foe, about: f"{who} has {_sixes(about[2])} left against {foe}: buy what?",
    "reroll injury": lambda who, foe, about: (
        f"{who} rolled {about[1]} for {foe}: reroll for worse? ({_sixes(about[2])} left)"
    ),
    "disarm what": lambda who, foe, _: f"What does {foe} drop?",
    "attack of opportunity": lambda who, foe, _: f"{foe} moves past. Does {who} strike (1 AP, +2 dice)?",
    "overwatch shot": lambda who, foe, _: f"{foe} acts in the arc. Does {who} fire (2 AP)?",
    "next die": lambda who, foe, about: f"{who} has {_sixes(about[1])} on {foe}: the next die?",
    "dice at": lambda who, foe, about: (
        f"{who}: how many of the {about[1]} dice go at {foe}? The rest go at the next target"
    ),
    "sixes at": lambda who, foe, about: (
        f"{who}: how many of the {about[1]} sixes hit {foe}? The rest hit the next target"
    ),
    "next target": lambda who, foe, _: f"{who}: who is next to {foe} in the burst?",
    "overwatch gun": lambda who, foe, _: f"Which gun does {who} fire at {foe}?",
    "strike with": lambda who, foe, _: f"What does {who} strike at {foe} with?",
    "defend with": lambda who, foe, _: f"What does {who} defend with against {foe}?",
    "change the action": lambda who, _, __: f"{who} was fired at: do something else for the same points?",
    "pray": lambda who, _, about: (
        f"{who} has {_sixes(about[1])} on {about[0]}: "
        f"pray and roll {about[2]} dice again (darkness {about[3]:+d})?"
    ),
    "weapon for initiative": lambda who, _, __: (
        f"{who}: count a weapon's initiative? The first action must be an attack with it"
    ),
    "lower initiative by": lambda who, _, __: f"By how much does {who} lower initiative, for good?",
    "overwatch target": lambda who, _, __: f"{who}: overwatch target?",
    "who reacts": lambda who, foe, _: f"Who reacts to {foe} first?",
}

WORDS = CoriolisWords()
