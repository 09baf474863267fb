"""Checks: 2D and DMs against 8, and what leaders and reactions do to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.core.message import figure, msg
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.dice import check
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import UNTRAINED, able
from affray.rulesets.traveller.state import Body, Game
from affray.tabletop import Names
from affray.tabletop.question import Question, YesNo

Meaning: TypeAlias = Callable[[int], tuple[str, ...]]
"""The rules that say what an Effect means."""


def checked(
    play: Game,
    one: Fighter,
    what: str,
    skill: str,
    characteristic: str,
    rule: str,
    *mods: Mod | None,
    also: tuple[str, ...] = (),
    means: Meaning | None = None,
) -> int:
    """The Effect of a skill check, at least 0 when it succeeds.

    See TRV-R1; `characteristic` may be empty.  Who has reacted is worse at it (TRV-REACT-01), and
    a leader may help (TRV-LEAD-02, -04).
    """
    parts = skill_tally(play, one, skill, characteristic, rule)
    spurred = play.call(spur, one, what)
    return thrown(play, one, what, tally(*parts, spurred, *mods), "TRV-R1", rule, *also, means=means)


def thrown(
    play: Game, one: Fighter, what: str, parts: Tally, *rules: str, means: Meaning | None = None
) -> int:
    """2D and the DMs against 8, if there are any (TRV-CORE-01)."""
    modified = ("TRV-CORE-01",) if parts else ()
    return play.roll(one, what, check, parts, *modified, *rules, read_by=means)


def hit_or_missed(hit: str, missed: str) -> Meaning:
    """The rule that says what an attack with this Effect comes to."""
    return lambda effect: (hit if effect >= 0 else missed,)


def skill_tally(play: Game, one: Fighter, skill: str, characteristic: str, rule: str) -> Tally:
    """Level, the DMs of a characteristic and of conditions, and what reactions have cost."""
    return tally(
        Mod(rule, one.dm(characteristic), characteristic) if characteristic else None,
        level_mod(one, skill, rule),
        Mod("TRV-REACT-01", -one.penalty, "reactions"),
        *fx.Condition.modifiers(one, skill),
    )


def level_mod(one: Fighter, skill: str, rule: str) -> Mod:
    """What a skill adds; -3 for one that was never learned (TRV-R27)."""
    level = one.level(skill)
    return (
        Mod("TRV-R27", level, msg("no {skill}", skill=skill))
        if level == UNTRAINED
        else Mod(rule, level, skill)
    )


CHARACTERISTIC: Question[tuple[str, ...], str] = Question(
    name="characteristic",
    asks=lambda who, _, about: msg("{who}'s {check}: which characteristic?", who=who, check=about[0]),
    tells="{who} uses {what}",
)


def best_of(play: Game, one: Fighter, what: str, rule: str, *names: str) -> str:
    """The characteristic that counts, chosen where it makes a difference."""
    if len({one.dm(name) for name in names}) == 1:
        return names[0]
    return CHARACTERISTIC.put(play, one, (what, *names), lambda: names, by=(rule,))


SPUR_ON = YesNo(
    name="spur on",
    asks=lambda who, ally, about: msg(
        "{who}: give {ally} +1 on this check ({check})?", who=who, ally=ally, check=about[1]
    ),
    tells="{who} spurs them on",
    rules=("TRV-LEAD-02", "TRV-LEAD-04"),
)
CONFUSION = YesNo(
    name="use their confusion",
    asks=lambda who, foe, about: msg(
        "{foe} failed. {who}: take +1 on this check ({check})?", who=who, check=about[1], foe=foe
    ),
    tells="{who} uses the enemy's confusion",
    rules=("TRV-LEAD-03", "TRV-LEAD-04"),
)


def spur(play: Game, one: Fighter, what: str) -> Mod | None:
    """One DM+1 from a leader's pool, or from the failure of a leader of the enemy.

    See TRV-LEAD-02, -03, -04, TRV-R6.
    """
    for leader in one.ranked(leading):
        if play.call(spurs, leader, one, what):
            return Mod("TRV-LEAD-02", 1, "leadership")
    blunderer = one.least(blundering)
    if blunderer is not None and CONFUSION.put(play, one, (blunderer, what)):
        play.do(fx.PoolUsed(blunderer.who, True), "TRV-LEAD-03", "TRV-LEAD-04")
        return Mod("TRV-LEAD-03", 1, "the enemy's leader failed")
    return None


def spurs(play: Game, leader: Fighter, one: Fighter, what: str) -> bool:
    """Whether a leader gives one of the DMs of the pool to this check."""
    given = SPUR_ON.put(play, leader, (one, what))
    if given:
        play.do(fx.PoolUsed(leader.who), "TRV-LEAD-02", "TRV-LEAD-04")
    return given


def leading(a: Body, b: Body) -> str | None:
    """A place for those on the same side who have DMs to hand out."""
    return b.sheet.name if a.side == b.side and b.pool > 0 and able(b) else None


def blundering(a: Body, b: Body) -> str | None:
    """A place for leaders of another side whose failure is not used up."""
    return b.sheet.name if a.side != b.side and b.gift > 0 else None


def difficulty(play: Game, what: str) -> Mod | None:
    """What the game master says of how hard it is, by the option (TRV-R1)."""
    return set_by_table(play, what) if play.house.check_difficulty == "gm" else None


def difficulty_in_words(_: Names, dm: int) -> str:
    """What a difficulty is called, and its DM."""
    return msg("{difficulty} ({value})", difficulty=tables.difficulties()[dm], value=figure(dm, "+d"))


DIFFICULTY: Question[tuple[str], int] = Question(
    name="difficulty",
    asks=lambda _, __, about: msg("How hard is it: {task}?", task=about[0]),
    tells="{who}: {what}",
    rules=("TRV-R1",),
    options=tuple(tables.difficulties()),
    says=difficulty_in_words,
)


def set_by_table(play: Game, what: str) -> Mod:
    """A DM that the game master gives, nothing unless something is said."""
    dm = DIFFICULTY.put(play, table(play), (what,))
    return Mod("TRV-R1", dm, tables.difficulties()[dm])
