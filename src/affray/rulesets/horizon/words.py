"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Rolled, Told
from affray.core.play import Play
from affray.core.ruleset import Bar, Card
from affray.core.space import Point, apart
from affray.core.tally import Tally
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import Fighter, able, dead, in_hand, in_use, sees, turn_actions
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.profile import reading, row
from affray.rulesets.horizon.state import Body, Game, State

Names = Sequence[str]


class HorizonWords:
    """How the game says things."""

    def told(self, fight: State, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled(asked, _, value, dice, _):
                shown = f" ({_dice(dice, told.tally)})" if dice else ""
                unit = "" if asked.question == "roll-off" else " AP"
                return f"{_name(names, asked.who)}, {asked.question}: {value}{unit}{shown}"
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
        if asked.question == "action":
            return f"{_name(names, asked.who)}: {self.option(names, 'action', value)}"
        if value is False or value is None or value == 0:
            return ""
        who, said = _name(names, asked.who), self.option(names, asked.question, value)
        form = CHOICES.get(asked.question)
        return form(who, said) if form else f"{who}, {asked.question}: {said}"

    def asked(self, names: Names, asked: Asked, about: tuple[Any, ...]) -> str:
        """A question as it is put to a person."""
        who = _name(names, asked.who)
        whom = next((names[x.who] for x in about if hasattr(x, "who") and x.who >= 0), "")
        form = QUESTIONS.get(asked.question)
        return form(who, whom, about) if form else f"{who}: {asked.question}?"

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        match value:
            case Act():
                return act_in_words(names, value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case None:
                return NOTHING.get(question, "no")
            case _:
                return str(value)

    def card(self, fight: State, who: Who) -> Card:
        """A fighter's card: Health, actions, what is in hand and worn."""
        b: Body = fight.bodies[who]
        bars = (
            Bar("Health", max(0, b.health), b.sheet.health),
            Bar("Actions", b.actions, max(b.actions, turn_actions(b))),
            Bar("Defense", b.pool, max(b.pool, 1)),
        )
        worn = f", armour {b.sheet.armour}" if b.sheet.armour else ""
        turn = str(b.order) if b.entered else ""
        states = (*_states(b), *_row(fight, who))
        return Card(b.sheet.name, b.side, b.sheet.run_by, bars, turn, _gear(b) + worn, states, not able(b))

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres, and whether anything stands between."""
        a, b = fight.bodies[one], fight.bodies[other]
        return f"{apart(a.spot, b.spot):g} m{'' if sees(a, b) else ', out of sight'}"

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's state, short: what is out of the ordinary."""
        return ", ".join(_states(fight.bodies[who]))

    def table(self, fight: State) -> str:
        """The round, and what lies about."""
        t = fight.table
        lying = ", ".join(x.item.name for x in t.ground)
        when = f"round {t.round}" if t.fighting else "before combat"
        return f"{when}; on the ground: {lying}" if lying else when


def _name(names: Names, who: Who) -> str:
    return names[who] if who >= 0 else "The Director"


def _gear(b: Body) -> str:
    item = in_hand(b)
    if item is None:
        return f"bare hands ({in_use(b).short})"
    rounds = f" {item.rounds}/{item.weapon.magazine}" if item.weapon and item.weapon.fires else ""
    return item.name + rounds


def _row(fight: State, who: Who) -> Iterator[str]:
    """What the score of a running turn reads with what is in hand."""
    play: Game = Play(fight)
    actor = Fighter(play, who)
    if fight.table.current != who or not actor.tested or not actor.able:
        return
    weapon, improvised, _ = actor.holds
    ap, guard = (reading(play, actor, weapon, what).total for what in ("attack", "defend"))
    attack = row(play, weapon, ap)
    reach = f", {attack.range} m" if attack.range else f", thrown {attack.thrown} m" if attack.thrown else ""
    damage = halved(attack.damage[0]) if improvised else attack.damage[0]
    defense, move = row(play, weapon, guard).defense, f"{attack.move:+d} m" if attack.move else "Base"
    yield f"{ap} AP: damage {damage}, Defense {defense}, Move {move}{reach}"


def act_in_words(names: Names, act: Act) -> str:
    """An action as a player says it."""
    whom = names[act.at] if act.at is not None else ""
    where = f"to {_place(act.to)}" if act.to is not None else ""
    match act.name:
        case "end":
            return "end the turn"
        case "attack" | "throw" | "club":
            aim = f"at {whom}" if whom and act.name != "attack" else whom
            return " ".join(filter(None, [BLOWS[act.name], aim, WOUNDING.get(act.item, "")]))
        case "attack wall":
            return f"attack the {act.item}"
        case "speak":
            return f"speak ({_plural(act.n, 'word')})"
        case "dive":
            return " ".join(filter(None, ["dive", f"away from {whom}" if whom else where or "on the spot"]))
        case "drag":
            return f"drag the {act.item} {f'towards {whom}' if whom else where}"
        case "switch":
            return f"switch to the {act.item}"
        case "hurl":
            return f"hurl what is in hand {f'towards {whom}' if whom else where}"
    prep = PREPOSITIONS.get(act.name, "towards")
    parts = [act.name, f"{prep} {whom}".strip() if whom else "", where, act.item and f"the {act.item}"]
    return " ".join(part for part in parts if part)


BLOWS = {"attack": "attack", "throw": "throw what is in hand", "club": "use the gun as a club"}
"""Ways to attack."""
WOUNDING = {
    "stagger": "to stagger",
    "down": "to bring down",
    "arm": "to shatter an arm",
    "leg": "to shatter a leg",
    "body": "to shatter the body",
    "head": "to shatter the head",
}
"""What a Wounding Attack is for."""
PREPOSITIONS = {"fall back": "from", "push back": "from", "sprint back": "from", "get behind": ""}


def _place(to: Point) -> str:
    return f"({to.x / 100:g}, {to.y / 100:g})"


def _states(b: Body) -> list[str]:
    if dead(b):
        return ["dead"]
    states = [] if b.health > 0 else [f"down at {b.health} Health"]
    flags = {
        "knocked out": b.stunned, "escaped": b.escaped, "unaware": not b.aware, "hidden": b.hidden,
        "prone": b.prone, "body shattered": b.torn, "fleeing": b.fleeing, "has surprise": b.surprise,
    }  # fmt: skip
    states += [name for name, on in flags.items() if on]
    if b.owed:
        states.append(f"owes {_plural(b.owed, 'action')}")
    counts = {
        "arms shattered: {}": b.arms, "legs shattered: {}": b.legs,
        "Defense {}": b.pool, "Dive armour {}": b.diving, "borrowed {}": b.borrowed,
    }  # fmt: skip
    states += [text.format(n) for text, n in counts.items() if n]
    if b.task is not None:
        states.append(f"{b.task.name} {b.progress}/{b.task.goal}{' (paused)' if b.paused else ''}")
    return states


# --- effects --------------------------------------------------------------------------------------


def happened(names: Names, effect: Effect) -> str:
    """An effect in one line; empty when it goes without saying."""
    form = EFFECTS.get(type(effect))
    return form(names, effect) if form else ""


def _n(names: Names, effect: Any) -> str:
    return _name(names, effect.who)


def _plural(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _with(weapon: str) -> str:
    """What an Attack is made with: a thing has an article, a style has none."""
    return weapon if weapon in _styles() else f"the {weapon}"


@cache
def _styles() -> frozenset[str]:
    return frozenset(w.short for w in tables.book(House()).weapons.values() if w.unarmed)


def _dice(dice: Sequence[int], tally: Tally) -> str:
    """The faces, and what is added to what they are worth."""
    faces = " ".join(map(str, dice))
    return f"{faces}, {tally.total:+d}" if tally.total else faces


EFFECTS: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.CombatBegan: lambda names, e: "Combat begins",
    fx.Waited: lambda names, e: f"{e.seconds} seconds pass",
    fx.Opened: lambda names, e: f"{names[e.by]} opens combat",
    fx.MetAgain: lambda names, e: f"{names[e.by]} meets the enemy again: a new combat",
    fx.RoundBegan: lambda names, e: "A round begins",
    fx.OrderRolled: lambda names, e: f"{_n(names, e)} has {e.score} AP in the order of turns",
    fx.TurnFell: lambda names, e: f"It is {_name(names, e.turn)}'s turn" if e.turn is not None else "",
    fx.ActsTogether: lambda names, e: f"{_n(names, e)} acts at the same moment as others",
    fx.Scored: lambda names, e: f"{_n(names, e)} scores {e.ap} AP in {e.skill}",
    fx.Rescored: lambda names, e: f"{_n(names, e)} scores {e.ap} AP this turn",
    fx.Actions: lambda names, e: f"{_n(names, e)} has {_plural(e.actions, 'action')}",
    fx.Spoke: lambda names, e: f"{_n(names, e)} says {_plural(e.words, 'word')}",
    fx.Poised: lambda names, e: f"{_n(names, e)} {'stays alert' if e.poised else 'stands easy'}",
    fx.SetToWork: lambda names, e: (
        f"{_n(names, e)} gives the turn to the work" if e.given else f"{_n(names, e)} has the turn back"
    ),
    fx.Searched: lambda names, e: f"{_n(names, e)} has looked about: {e.score} AP",
    fx.Narrated: lambda names, e: f"{_n(names, e)} {e.what}" + (f": {e.score} AP" if e.score >= 0 else ""),
    fx.Closed: lambda names, e: "The Director ends the fight",
    fx.Attacked: lambda names, e: (
        f"{_n(names, e)} attacks with {_with(e.weapon)}: {e.ap} AP, damage {e.damage}"
        + (f", {WOUNDING[e.wound]}" if e.wound else "")
    ),
    fx.Defended: lambda names, e: f"{_n(names, e)} defends: {e.by} more",
    fx.Warded: lambda names, e: f"Defense cancels {e.by} for {_n(names, e)}",
    fx.Soaked: lambda names, e: f"Armour takes {e.by} off for {_n(names, e)}",
    fx.Hurt: lambda names, e: (
        f"{_n(names, e)} {'loses' if e.points > 0 else 'gets back'} {abs(e.points)} Health"
    ),
    fx.Wounded: lambda names, e: (
        f"{_n(names, e)} suffers: {tables.conditions()[e.condition].title}"
        if e.condition in tables.conditions()
        else f"{_n(names, e)} suffers {e.condition}"
    ),
    fx.Resisted: lambda names, e: f"{_n(names, e)} resists it",
    fx.Recovered: lambda names, e: f"{_n(names, e)} recovers",
    fx.Healed: lambda names, e: f"{_n(names, e)} is healed: {e.condition}",
    fx.KnockedOut: lambda names, e: f"{_n(names, e)} is {'knocked out' if e.out else 'awake again'}",
    fx.Borrowed: lambda names, e: f"{_n(names, e)} borrows an action of the next turn",
    fx.Lamed: lambda names, e: f"{_n(names, e)} loses {_plural(e.actions, 'action')} of the next turn",
    fx.Dived: lambda names, e: f"{_n(names, e)} dives: armour {e.armour}",
    fx.Rose: lambda names, e: f"{_n(names, e)} stands up",
    fx.Drew: lambda names, e: (
        f"{_n(names, e)} has {e.item or 'empty hands'}" + (" in hand" if e.item else "")
    ),
    fx.Fired: lambda names, e: "",
    fx.Reloaded: lambda names, e: f"{_n(names, e)} reloads the {e.item} by {e.by}",
    fx.Loaded: lambda names, e: f"{_n(names, e)}'s {e.item} holds {e.rounds}",
    fx.UsedUp: lambda names, e: f"{_n(names, e)}'s {e.item} is used up",
    fx.Dropped: lambda names, e: f"{_n(names, e)} lets go of the {e.item}",
    fx.TookUp: lambda names, e: f"{_n(names, e)} picks up the {e.item}",
    fx.Dragged: lambda names, e: f"{names[e.by]} has the {e.item} at hand",
    fx.Shifted: lambda names, e: f"It lands at {_place(e.to)}",
    fx.Helps: lambda names, e: f"{_n(names, e)} lends a hand" if e.helping else "",
    fx.MovedTo: lambda names, e: f"{_n(names, e)} leaps to {_place(e.to)}",
    fx.MovedBy: lambda names, e: (
        f"{_n(names, e)} moves {'towards' if e.step > 0 else 'away from'} {names[e.at]}"
    ),
    fx.MovedOn: lambda names, e: f"{_n(names, e)} moves towards {_place(e.to)}",
    fx.Placed: lambda names, e: f"{_n(names, e)} is placed at {_place(e.to)}",
    fx.Screened: lambda names, e: (
        f"{_n(names, e)} {'is out of sight of' if e.out_of_sight else 'can be seen by'} {names[e.from_]}"
    ),
    fx.Hid: lambda names, e: f"{_n(names, e)} hides: {e.stealth} AP",
    fx.Revealed: lambda names, e: f"{_n(names, e)} is no longer hidden",
    fx.Betrayed: lambda names, e: f"{names[e.by]} tells all comrades where {_n(names, e)} is",
    fx.Watched: lambda names, e: (
        f"{names[e.by]} {'notices' if e.noticed else 'does not notice'} {_n(names, e)}"
    ),
    fx.Alerted: lambda names, e: f"{_n(names, e)} {'is on guard' if e.aware else 'knows of nothing'}",
    fx.Caught: lambda names, e: f"{_n(names, e)} is caught by surprise",
    fx.Surprises: lambda names, e: f"{_n(names, e)} {'has' if e.has else 'loses'} the bonus of surprise",
    fx.Worked: lambda names, e: f"{_n(names, e)} works on it: {e.by} AP",
    fx.WorkUndone: lambda names, e: f"The work of {_n(names, e)} this turn is undone",
    fx.Finished: lambda names, e: f"{_n(names, e)} has done the work",
    fx.Paused: lambda names, e: f"The work of {_n(names, e)} {'is paused' if e.paused else 'goes on'}",
    fx.Boosted: lambda names, e: f"{_n(names, e)} tries to go farther",
    fx.ArmsJudged: lambda names, e: f"Shattered arms that {_n(names, e)} uses: {e.arms}",
    fx.Fled: lambda names, e: f"{_n(names, e)} {'flees' if e.fleeing else 'no longer flees'}",
    fx.Located: lambda names, e: f"{_n(names, e)} is located",
    fx.RoundLost: lambda names, e: "" if e.anew else f"{_n(names, e)} was not found this round",
    fx.Escaped: lambda names, e: f"{_n(names, e)} has escaped",
}

CORRECTED: dict[type[Effect], Callable[[Names, Any], str]] = {
    fx.Fired: lambda names, e: f"{_n(names, e)}'s {e.item} holds one Attack less",
    fx.RoundLost: lambda names, e: f"The count of {_n(names, e)} starts anew",
    fx.TurnFell: lambda names, e: "It is nobody's turn",
    fx.Helps: lambda names, e: f"{_n(names, e)} lets go",
}
"""What goes without saying in play, but not when a Director puts it right."""

CHOICES: dict[str, Callable[[str, str], str]] = {
    "dive": lambda who, how: f"{who} dives",
    "next target": lambda who, whom: f"{who} strikes {whom} too",
    "alert": lambda who, _: f"{who} raises the alarm",
    "difficulty": lambda who, n: f"{who} sets the difficulty: {n} AP",
    "helpers": lambda who, n: f"{who} lets {n} help",
    "penalty to foresee": lambda who, n: f"{who} allows an Awareness test at {n} AP",
    "out of turn": lambda who, what: f"{who}, out of turn: {what}",
}
"""What was decided, by question, where it is worth a line of its own."""

NOTHING = {"next target": "nobody else", "penalty to foresee": "no test", "out of turn": "nothing"}
"""What it is called to take none, by question."""


def _force(about: tuple[Any, ...]) -> str:
    """What is known of an Attack before one may Dive."""
    return f" for {about[1]}{', past Defense' if about[2] else ''}" if about[1] >= 0 else ""


QUESTIONS: dict[str, Callable[[str, str, tuple[Any, ...]], str]] = {
    "action": lambda who, _, __: f"{who}: what now?",
    "dive": lambda who, foe, about: f"{foe} attacks{_force(about)}. Does {who} dive (1 action)?",
    "next target": lambda who, first, about: (
        f"{who}: whom does the blast strike besides {f'the {about[2]}' if about[2] else first}?"
    ),
    "alert": lambda who, foe, _: f"{who} notices {foe}. Warn the others?",
    "difficulty": lambda who, one, about: (
        f"{one} wants to {about[2]} the {about[1]}: how hard is it (about {about[3]} AP)?"
    ),
    "arms in use": lambda who, one, _: f"How many shattered arms does {one} use this turn?",
    "helpers": lambda who, one, _: f"How many may help {one}?",
    "lend a hand": lambda who, one, _: f"Does {who} help {one}?",
    "allow the work": lambda who, one, about: f"May {one} work on it now?",
    "allow the line": lambda who, one, about: f"May {one} use the Grapple Line for the {about[1]}?",
    "allow another dive": lambda who, one, _: f"May {one} dive once more in this scene?",
    "allow another search": lambda who, one, _: f"May {one} search this scene once more?",
    "let it be said": lambda who, one, about: f"{one} says {_plural(about[1], 'word')}: is it heard out?",
    "penalty to foresee": lambda who, one, _: f"At what penalty may {one} foresee the attack?",
    "expects nothing": lambda who, one, _: f"Does {one} expect nothing?",
    "out of sight": lambda who, one, _: f"Is {one} out of sight there?",
    "meet again": lambda who, _, __: f"{who} has escaped: meet the enemy again?",
    "goes first": lambda who, one, _: f"Does {one} go before its equals?",
    "out of turn": lambda who, _, __: f"{who}: anything out of turn?",
}

WORDS = HorizonWords()
