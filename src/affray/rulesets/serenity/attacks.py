"""Attacks as actions: ordinary and aimed ones, disarming, bursts, throwing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from affray.core.act import Act
from affray.core.message import joined, msg
from affray.core.phrases import phrase
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import strike
from affray.rulesets.serenity.declare import AtFoes, Blow, SheetLine, fit
from affray.rulesets.serenity.fighter import Fighter, automatics, improvised, strikers, table
from affray.rulesets.serenity.needs import Asked, Needs
from affray.rulesets.serenity.state import Body, Game
from affray.rulesets.serenity.strike import How
from affray.tabletop import Names
from affray.tabletop.question import Question

STEPS = (1, 2, 3, 4)
"""What the game master may say that a throw is harder by (SER-R19)."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an attack is made: what it is aimed at, on which setting, or that a thing is thrown."""

    aim: str = ""
    mode: str = "single"
    throws: bool = False

    def how(self, actor: Fighter, name: str) -> How | None:
        """The attack with a weapon; None when it is not ready."""
        weapon = actor.weapon(name)
        if weapon is None or weapon.explosive or weapon.thrown != self.throws:
            return None
        return How(weapon, self.aim, mode=self.mode)

    def ready(self, play: Game, actor: Fighter, act: Act) -> bool:
        """Whether there is a weapon for it."""
        return self.how(actor, act.item) is not None

    def against(self, play: Game, actor: Fighter, target: Fighter, act: Act, ahead: int) -> Needs:
        """What the attack needs."""
        how = self.how(actor, act.item)
        yield how is not None, "SER-ATK-01", "the weapon is not ready"
        if how is not None:
            yield from strike.against(play, actor, target, how, ahead)

    def run(self, play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
        """Attack somebody with a weapon.

        See SER-ATK-01, SER-LIMB-01, SER-VITAL-01, SER-TINY-01, SER-DISARM-01, SER-BURST-04, SER-THROW-01.
        """
        how = self.how(actor, act.item)
        if how is None:
            return
        how = strike.at_limb(play, actor, target, how)
        if self.throws:
            thrown(play, actor, target, how)
            return
        if how.weapon.gun:
            play.do(fx.Fired(actor.who, act.item, strike.ROUNDS[how.mode]), strike.MODE_RULES[how.mode])
        if how.mode == "burst":
            play.call(strike.burst, actor, target, how)
        else:
            strike.strike(play, actor, target, how)


THROWING_STEPS: Question[tuple[Fighter], int] = Question(
    name="throwing steps",
    asks="How many steps harder is this throw for {foe}?",
    tells=lambda who, n: msg(
        "The game master makes the throw {counted} harder",
        counted=msg("{n, plural, one {# step} other {# steps}}", n=int(n)),
    ),
    rules=("SER-THROW-01",),
    options=STEPS,
)


def thrown(play: Game, actor: Fighter, target: Fighter, how: How) -> None:
    """A thing leaves the hand; by the option the game master picks the steps.

    See SER-R19.
    """
    if play.house.throw_steps == "gm":
        how = how._replace(steps=-THROWING_STEPS.put(play, table(play), (actor,)))
    play.do(fx.FellBy(target.who, how.weapon), "SER-THROW-01")
    play.do(fx.Dropped(actor.who, how.weapon.name), "SER-THROW-01")
    strike.strike(play, actor, target, how)


# --- each of them -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Attack(Blow):
    """An attack, and the manner in which it is made."""

    manner: Manner


def attack(
    *,
    name: str,
    manner: Manner,
    sheet: SheetLine,
    rules: tuple[str, ...] = ("SER-ATK-01",),
    weapons: Callable[[Body], Sequence[str]] = strikers,
    at: str = "at",
    says: Callable[[Names, Act], str] | None = None,
) -> Attack:
    """An attack on somebody."""
    return Attack(
        name=name,
        lines=AtFoes(weapons),
        free=fit,
        needs=Asked(manner.against),
        ready=manner.ready,
        rules=rules,
        run=manner.run,
        family="attack",
        tags={"attack", "targeted"},
        at=at,
        says=says,
        sheet=sheet,
        manner=manner,
    )


def throw_in_words(names: Names, act: Act) -> str:
    """What at whom."""
    if act.at is None:
        return joined(" ", (act.name, phrase("", act.item)))
    return msg("throw {what} at {whom}", what=act.item, whom=names[act.at])


ATTACK = attack(name="attack", manner=Manner(), at="", sheet=SheetLine())
LIMB = attack(name="limb attack", manner=Manner("limb"), at="on", sheet=SheetLine(("SER-LIMB-01",)))
VITAL = attack(name="vital attack", manner=Manner("vital"), at="on", sheet=SheetLine(("SER-VITAL-01",)))
MINUSCULE = attack(
    name="minuscule attack", manner=Manner("minuscule"), at="on", sheet=SheetLine(("SER-TINY-01",))
)
DISARM = attack(
    name="disarm",
    manner=Manner(strike.DISARM),
    at="",
    sheet=SheetLine(("SER-DISARM-01", "SER-DISARM-02")),
)
BURST = attack(
    name="burst",
    manner=Manner(mode="burst"),
    weapons=automatics,
    rules=("SER-AUTO-01", "SER-BURST-02", "SER-BURST-04", "SER-R23"),
    sheet=SheetLine(("SER-BURST-04",), msg("3 rolls, {burst} rounds", burst=strike.ROUNDS["burst"])),
)
THROW = attack(
    name="throw",
    manner=Manner(throws=True),
    weapons=improvised,
    rules=("SER-THROW-01", "SER-R19"),
    says=throw_in_words,
    sheet=SheetLine(("SER-THROW-01",), "what was not made for it"),
)
