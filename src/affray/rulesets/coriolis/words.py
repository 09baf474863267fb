"""The game in words: what happened, what is asked, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.game_words import EffectForms, GameWords, Names, called
from affray.core.live import Asked
from affray.core.message import Verbatim, figure, figured, joined, msg
from affray.core.missed import Missed, missed
from affray.core.phrases import fallen
from affray.core.ruleset import Bar, Card
from affray.core.space import apart
from affray.core.stopped import Stopped, stopped
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.actions import ACTIONS
from affray.rulesets.coriolis.bonus import DISARM, DONE, FEAR, GRAPPLE, RAISE, SUPPRESS
from affray.rulesets.coriolis.dice import counts_sixes
from affray.rulesets.coriolis.fighter import band, unbroken
from affray.rulesets.coriolis.melee import CANCEL, COUNTER, COUNTER_CRITICAL, IN_RETURN, UNSPENT
from affray.rulesets.coriolis.phrases import sixes
from affray.rulesets.coriolis.questions import QUESTIONS
from affray.rulesets.coriolis.sheet import BANDS
from affray.rulesets.coriolis.state import AP, Body, Condition, Injury, State
from affray.tabletop.words import in_place


class CoriolisWords(GameWords):
    """How the game says things."""

    rolls: ClassVar[dict[str, str]] = {"hours down": "hours out of action", "time limit": "time left to live"}
    deeds: ClassVar[dict[str, str]] = QUESTIONS.deeds

    def result(self, asked: Asked, value: object) -> object:
        """What came of a roll."""
        if counts_sixes(asked.chance) and isinstance(value, int):
            return sixes(value)
        return FACES.get(str(value), value)

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is something."""
        return value not in (DONE, UNSPENT) and GameWords.worth_telling(self, question, value)

    def outcome(self, fight: State, names: Names, effect: Effect) -> str:
        """An effect in one line, with whoever is out of the fight by it."""
        line, how = self.happened(names, effect), _fall(fight, effect)
        return fallen(line, how) if line and how else line

    def figures(self, tally: Sequence[Mod], whole: bool) -> tuple[list[str], str]:
        """The dice that are added and taken away, and how many there are."""
        dice = [mod.amount for mod in tally]
        total = msg("{n, plural, one {# die} other {# dice}}", n=max(0, sum(dice)))
        return [figure(n, "+d") for n in dice], total

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        if (own := QUESTIONS.option(question, names, value)) is not None:
            return own
        match value:
            case Act():
                return ACTIONS.words(names, value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case "":
                return "none"
            case str():
                return "bare hands" if value == tables.UNARMED else EFFECTS_OF_SIXES.get(value, value)
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
        worn = msg(", armour {armour}", armour=sheet.armour) if sheet.armour else ""
        turn = str(score) if b.entered else ""
        gear = (joined(", ", b.hands) or "bare hands") + worn
        states, out = tuple(_states(fight, b)), not unbroken(b)
        idle = tuple(_idle(b))
        return Card(
            sheet.name, b.side, sheet.run_by, bars, turn, gear, states, out, turn_open=True, idle=idle
        )

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Metres and range band."""
        a, b = fight.bodies[one], fight.bodies[other]
        bands = (*BANDS, "out of reach")
        return msg("{metres} m {band}", metres=figure(apart(a.spot, b.spot), "g"), band=bands[band(a, b)])

    def fighter(self, fight: State, who: Who) -> str:
        """A combatant's state, short: what is out of the ordinary."""
        b: Body = fight.bodies[who]
        return joined(", ", _states(fight, b))

    def table(self, fight: State) -> str:
        """Turn, time and darkness."""
        t = fight.table
        return msg(
            "combat turn {turn}, {clock} s, darkness {darkness}",
            turn=t.turn,
            clock=t.clock,
            darkness=t.darkness,
        )


EFFECTS_OF_SIXES = {
    DONE: "nothing more", UNSPENT: "nothing", CANCEL: "decrease damage (cancels a six)",
    COUNTER: "counterattack (deals damage)", COUNTER_CRITICAL: IN_RETURN,
    FEAR: "strike fear (stress)", SUPPRESS: "suppress (stress)", RAISE: "raise initiative (+2)",
    DISARM: "disarm (a weapon drops)", GRAPPLE: "grapple (pins the target)",
}  # fmt: skip
"""What sixes buy, with what it is good for."""
FACES = {"blank": "no six", "one": "a 1", "six": "a six"}
"""What the die of a burst shows."""


def left(b: Body) -> str:
    """What is left of a turn; nothing where it is used up."""
    return msg("{n} AP left", n=b.ap) if b.ap > 0 else ""


def _idle(b: Body) -> list[str]:
    """The states in which one does not act."""
    if b.dead:
        return ["dead"]
    flags = {
        "Broken": b.hp == 0, "broken down": b.mp == 0 and b.sheet.breaks_down, "unconscious": b.out,
        "stunned": b.stun > 0,
    }  # fmt: skip
    return [name for name, on in flags.items() if on]


def _states(fight: State, b: Body) -> list[str]:
    states = _idle(b)
    if b.dead:
        return states
    flags = {**Condition.flags(b), "on overwatch": b.watch is not None}
    states += [name for name, on in flags.items() if on]
    if b.held_by is not None:
        states.append(msg("pinned by {whom}", whom=Verbatim(fight.bodies[b.held_by].sheet.name)))
    if b.holding is not None:
        states.append(msg("pins {whom}", whom=Verbatim(fight.bodies[b.holding].sheet.name)))
    if b.cover:
        behind = msg("behind {cover} ({rating})", cover=b.cover.name, rating=b.cover.rating)
        states.append(figured(behind, msg("behind {cover}", cover=b.cover.name)))
    states += [msg("{weapon} empty", weapon=weapon) for weapon in b.empty]
    states += [_injury(i) for i in b.injuries]
    return states


def _injury(injury: Injury) -> str:
    name = tables.injury(injury.code).name
    return figured(msg("{injury} (treated)", injury=name), name) if injury.treated else name


# --- effects --------------------------------------------------------------------------------------


def _fall(fight: State, effect: Effect) -> str:
    """How harm has put somebody out; empty where it has not, or where that is told by itself."""
    if not isinstance(effect, fx.Hurt | fx.Stressed) or effect.points <= 0:
        return ""
    b: Body = fight.bodies[effect.who]
    if isinstance(effect, fx.Hurt):
        return "down" if b.hp == 0 and not b.dead else ""
    return "mind" if b.mp == 0 and b.sheet.breaks_down and not b.dead else ""


def _n(names: Names, effect: Any) -> str:
    return called(names, effect.who)


def _hit_points(n: int) -> str:
    return msg("{n, plural, one {# hit point} other {# hit points}}", n=n)


def _mind_points(n: int) -> str:
    return msg("{n, plural, one {# mind point} other {# mind points}}", n=n)


EFFECTS: EffectForms = {
    fx.TurnBegan: "A combat turn begins",
    fx.SlotFell: lambda names, e: (
        msg("It is {who}'s turn", who=called(names, e.slot)) if e.slot is not None else ""
    ),
    fx.Boosted: lambda _, e: (
        "{who} has +{by} initiative this combat turn ({weapon})"
        if e.weapon
        else "{who} has +{by} initiative this combat turn"
    ),
    fx.BoostLost: "{who} loses the weapon's initiative bonus and acts later",
    fx.Raised: lambda _, e: (
        "{who} raises initiative by {by}"
        if e.now
        else "{who} raises initiative by {by} from the next combat turn"
    ),
    fx.Lifting: "{who} raises initiative by {by} for the next combat turn",
    fx.Lowered: "{who} lowers initiative to {to}",
    fx.Closed: "The game master ends the fight",
    fx.TimePassed: "{seconds} seconds pass",
    fx.Waited: "{seconds} seconds pass",
    fx.Darkness: lambda names, e: msg(
        "The game master {gains, select, true {gains} other {spends}} "
        "{n, plural, one {# darkness point} other {# darkness points}}",
        gains=e.by >= 0,
        n=abs(e.by),
    ),
    fx.Narrated: lambda names, e: (
        msg("{who}: {what}, {sixes}", who=_n(names, e), what=e.what, sixes=sixes(e.sixes))
        if e.sixes >= 0
        else "{who}: {what}"
    ),
    fx.CameInto: lambda names, e: msg(
        "{who} comes into {whom}'s field of fire", who=_n(names, e), whom=names[e.at]
    ),
    fx.CameUpTo: lambda names, e: msg(
        "{who} comes within {whom}'s reach", who=_n(names, e), whom=names[e.at]
    ),
    fx.Moved: "{who} moves",
    fx.Stayed: "{who} stays put",
    fx.Placed: lambda names, e: msg("{who} is moved to {place}", who=_n(names, e), place=in_place(e.to)),
    fx.TookCover: lambda names, e: (
        msg("{who} takes cover behind the {cover}", who=_n(names, e), cover=e.cover.name)
        if e.cover
        else "{who} leaves cover"
    ),
    fx.CoverWorn: "{who}'s cover gets weaker",
    fx.Watched: lambda names, e: msg(
        "{who} goes on overwatch, facing {place}", who=_n(names, e), place=in_place(e.at)
    ),
    fx.WatchedAt: lambda names, e: msg(
        "{who} goes on overwatch, facing {whom}", who=_n(names, e), whom=names[e.at]
    ),
    fx.WatchEnded: "{who} is no longer on overwatch",
    fx.Engaged: lambda names, e: msg("{who} and {whom} are in melee", who=_n(names, e), whom=names[e.at]),
    fx.Parted: lambda names, e: msg(
        "{who} and {whom} are no longer in melee", who=_n(names, e), whom=names[e.at]
    ),
    fx.HeldBy: lambda names, e: (
        "{who} breaks free"
        if e.by is None
        else msg("{who} is pinned by {whom}", who=_n(names, e), whom=names[e.by])
    ),
    fx.Drew: "{who} draws the {weapon}",
    fx.Dropped: "{who} drops the {weapon}",
    fx.TookUp: "{who} picks up the {weapon}",
    fx.ClipEmptied: "{who}'s {weapon} is empty",
    fx.Reloaded: "{who} reloads the {weapon}",
    fx.GotWeapon: lambda names, e: msg("{who} gets the {weapon}", who=_n(names, e), weapon=e.weapon.name),
    Stopped: lambda names, e: stopped(_n(names, e), e),
    Missed: lambda names, e: missed(_n(names, e), names[e.by]),
    fx.Hurt: lambda names, e: msg(
        "{who} {lost, select, true {loses} other {gets back}} {points}",
        who=_n(names, e),
        points=_hit_points(abs(e.points)),
        lost=e.points > 0,
    ),
    fx.Stressed: lambda names, e: msg(
        "{who} {lost, select, true {loses} other {gets back}} {points}",
        who=_n(names, e),
        points=_mind_points(abs(e.points)),
        lost=e.points > 0,
    ),
    fx.Injured: lambda names, e: msg(
        "{who} suffers a critical injury: {injury}. "
        "{text}{out, select, true { {who} is unconscious.} other {}}",
        who=_n(names, e),
        injury=tables.injury(e.code).name,
        text=tables.injury(e.code).text,
        out=tables.at_once(e.code).out,
    ),
    fx.CameBack: "{who} is up again",
    fx.Helped: lambda names, e: msg(
        "{who} gets back {points}", who=_n(names, e), points=_hit_points(e.points)
    ),
    fx.Calmed: lambda names, e: msg(
        "{who} gets back {points}", who=_n(names, e), points=_mind_points(e.points)
    ),
    fx.Treated: lambda names, e: msg(
        "{who}'s injury has been treated: {injury}", who=_n(names, e), injury=tables.injury(e.code).name
    ),
    fx.AidFailed: "First aid on {who} fails",
    fx.Healed: lambda names, e: msg(
        "{who} has recovered from {injury}", who=_n(names, e), injury=tables.injury(e.code).name
    ),
    fx.Died: "{who} dies",
    fx.Spent: "",
    **Condition.forms(),
}

CORRECTED: EffectForms = {
    fx.ActionPoints: lambda names, e: msg(
        "{who} has {n, plural, one {# action point} other {# action points}}", who=_n(names, e), n=e.ap
    ),
    fx.ScoreRolled: "{who} has initiative {score}",
}
"""What goes without saying in play, but not when a game master puts it right."""

WORDS = CoriolisWords(EFFECTS, CORRECTED, QUESTIONS.told, QUESTIONS.asked)
