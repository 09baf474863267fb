"""Dice pools: skill tests, prayers over them, and opposed rolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from affray.core.message import msg
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.coriolis.dice import sixes, sixes_again
from affray.rulesets.coriolis.effects import Darkness
from affray.rulesets.coriolis.fighter import Fighter, level_mods, strained, table
from affray.rulesets.coriolis.harm import wound
from affray.rulesets.coriolis.state import Condition, Game
from affray.tabletop.question import NO_YES, Question, untold

PAIRS = {"desperation": 1, "desperation_two_sixes": 2}
"""What two sixes count for where two dice stand for a pool of none, by the option `pool.zero`."""


class Thrown(NamedTuple):
    """Dice on the table: how many show a six, and how many do not.

    Where two dice stand for a pool of none, `pair` is what two sixes of them count for.
    """

    sixes: int
    blanks: int
    pair: int = 0

    @property
    def got(self) -> int:
        """The sixes that count."""
        return self.sixes if not self.pair else self.pair if self.sixes == 2 else 0


Meaning: TypeAlias = Callable[[int, bool], tuple[str, ...]]
"""The rules that say what so many sixes mean, and whether no prayer can make them more."""


def skill_tally(actor: Fighter, skill: str, rule: str, gear: Mod | None, *mods: Mod | None) -> Tally:
    """Attribute, level and gear, what injuries and conditions put on it, and the modifiers given."""
    lasting = (*actor.injury_mods(skill), *Condition.modifiers(actor, skill))
    return tally(*actor.about(level_mods(skill, rule)), gear, *lasting, *mods)


def tested(
    play: Game,
    actor: Fighter,
    what: str,
    skill: str,
    pool: Tally,
    *rules: str,
    means: Meaning | None = None,
) -> int:
    """The sixes of a skill test, prayed over if the one who rolls may and will."""
    dice = thrown(play, actor, what, pool, *rules, means=means)
    if prays(play, actor, what, dice.got, dice.blanks):
        dice = again(play, actor, what, dice, means)
    if actor.about(strained(skill)):
        wound(play, actor, 1, "COR-CRT-02")
    return dice.got


def thrown(
    play: Game, actor: Fighter, what: str, pool: Tally, *rules: str, means: Meaning | None = None
) -> Thrown:
    """The dice of a skill test; what a pool of none rolls is an option (AMB-09)."""
    zero, dice, pair = play.house.pool_zero, max(0, pool.total), 0
    if not dice:
        pair = PAIRS.get(zero, 0)
        dice, rules = 2 if pair else int(zero == "minimum_one_die"), (*rules, "AMB-09")

    def read_by(got: int) -> tuple[str, ...]:
        last = got == dice or not may_pray(play, actor)
        return means(Thrown(got, dice - got, pair).got, last) if means else ()

    got = play.roll(actor, what, lambda _: sixes(dice), pool, *rules, read_by=read_by)
    return Thrown(got, dice - got, pair)


class Prayer(NamedTuple):
    """For what roll, the sixes so far, the dice without one, and the darkness points that come of it."""

    what: str
    sixes: int
    blanks: int
    darkness: int


PRAY: Question[Prayer, bool] = Question(
    name="pray",
    asks=lambda who, _, about: msg(
        "{who}'s {what}: {sixes, plural, =0 {no six} one {one six} other {# sixes}} so far. "
        "Pray to roll {n, plural, one {# die} other {# dice}} again "
        "({gains, select, true {+1 darkness point} other {costs 1 darkness point}})?",
        who=who,
        sixes=about.sixes,
        what=about.what,
        n=about.blanks,
        gains=about.darkness > 0,
    ),
    tells=untold,
    rules=("AMB-68",),
    options=NO_YES,
)


def prays(play: Game, actor: Fighter, what: str, got: int, blanks: int) -> bool:
    """Whether the dice without a six are rolled again, for darkness (AMB-68)."""
    if not blanks or not may_pray(play, actor):
        return False
    price = -1 if actor.npc else 1
    if not PRAY.put(play, actor, Prayer(what, got, blanks, price)):
        return False
    play.do(Darkness(price), "AMB-68")
    return True


def again(
    play: Game, actor: Fighter, what: str, dice: Thrown, means: Meaning | None = None, *of: str
) -> Thrown:
    """The dice after a prayer: those without a six are rolled once more (AMB-68).

    They are those of the roll of that name, or `of` these.
    """
    if not dice.blanks:
        return dice
    pool = tally(Mod("AMB-68", dice.blanks, "dice that show no six"))

    def with_more(new: int) -> Thrown:
        return dice._replace(sixes=dice.sixes + new, blanks=dice.blanks - new)

    return with_more(
        play.roll(
            actor,
            msg("{what}, prayed", what=what),
            sixes_again(*(of or (what,))),
            pool,
            "AMB-68",
            *(["AMB-09"] if dice.pair else []),
            read_by=lambda new: means(with_more(new).got, True) if means else (),
        )
    )


def may_pray(play: Game, actor: Fighter) -> bool:
    """Whether one may pray: players' combatants may.

    The game master's may only by the option, and with darkness to spend.
    """
    who = play.house.darkness_pray
    if actor.npc:
        return who == "both" and table(play).darkness > 0
    return who != "off"


def wins(
    play: Game,
    one: Fighter,
    other: Fighter,
    what: str,
    skill: str,
    first: Tally,
    second: Tally,
    rule: str,
    *resisting: str,
) -> bool:
    """An opposed roll: who tries needs strictly more sixes, at least one (AMB-46).

    Both go by the `rule`; `resisting` are the rules of the other one's roll alone.
    """
    mine, theirs = tested(play, one, what, skill, first, rule), 0
    if other.able:
        resisted = msg("{what}, resisted", what=what)
        theirs = tested(play, other, resisted, skill, second, rule, *resisting, "COR-ACT-19")
    if mine != theirs or mine == 0:
        return mine > theirs
    if play.house.opposed_tie == "reroll":
        return play.call(wins, one, other, what, skill, first, second, rule, *resisting)
    return play.house.opposed_tie == "initiator"
