"""Heavy things: the test to move, carry or throw them, and who helps."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.errors import Refusal
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.space import within
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.fighter import Fighter, able, called, rank_in, table
from affray.rulesets.horizon.sheet import Item
from affray.rulesets.horizon.skill import ENDURANCE, passes, tested
from affray.rulesets.horizon.state import Body, Game
from affray.tabletop.question import Question, YesNo

ARM = 100
"""How far one reaches to pick up or shift a thing, in centimetres (HZN-OBJ-10)."""
LESS = 5
"""By how much each helper lowers the difficulty (HZN-OBJ-04)."""
FAILED = -1
"""Stands for the best STR where not all who take part pass the test."""


DIFFICULTY: Question[tuple[Fighter, str, str, int], int] = Question(
    name="difficulty",
    asks=lambda who, one, about: msg(
        "{one} wants to {what} the {item}. How hard is it (about {ap} AP)?",
        one=one,
        what=about[2],
        item=thing(about[1]),
        ap=about[3],
    ),
    tells="{who} sets the difficulty: {what} AP",
    rules=("HZN-OBJ-03",),
)
HELPERS: Question[tuple[Fighter], int] = Question(
    name="helpers",
    asks="How many fighters may help {foe}?",
    tells="{who} lets {what} help",
    rules=("HZN-OBJ-04", "HZN-OBJ-06"),
)
LEND_A_HAND = YesNo(name="lend a hand", asks="Does {who} help {foe}?", rules=("HZN-OBJ-04",))


def heave(play: Game, actor: Fighter, item: Item, what: str) -> int:
    """Move, carry or throw a thing: the best STR of all who help, or FAILED.

    Everybody tests Endurance against the lowered difficulty (HZN-OBJ-03..07, HZN-RUL-51, -52).
    """
    bulk = tables.bulks().get(item.bulk)
    guide = -1 if bulk is None else int(getattr(bulk, what))
    if bulk is None or guide < 0:
        return actor.strength
    difficulty = DIFFICULTY.put(
        play,
        table(play),
        (actor, item.name, what, guide),
        lambda: tuple(sorted({0, guide})),
        by=(bulk.rule,),
        admits=_difficulty,
    )
    if not difficulty:
        return actor.strength
    play.call(muster, actor)
    helpers = actor.ranked(helping)
    least = min(difficulty, play.house.helpers_least)
    lowered = max(least, difficulty - LESS * len(helpers))
    best = max([one.strength for one in (actor, *helpers)])
    together = ("HZN-OBJ-05",) if helpers else ()
    failures = sum(not play.call(lifts, one, lowered, together) for one in (actor, *helpers))
    for one in helpers:
        play.do(fx.Helps(one.who, False), "HZN-OBJ-05")
    return FAILED if failures else best


def _difficulty(value: object) -> Sequence[Refusal]:
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return () if fits else (Refusal("HZN-OBJ-03", "expected a whole number from 0 up"),)


def muster(play: Game, actor: Fighter) -> None:
    """Who helps: as many as the Director lets, of those at hand who want to.

    See HZN-OBJ-04, -06.
    """
    near = actor.ranked(could_help)
    if not near:
        return
    cap = HELPERS.put(play, table(play), (actor,), lambda: tuple(range(len(near) + 1)))
    for one in near[:cap]:
        if LEND_A_HAND.put(play, one, (actor,)):
            play.do(fx.Helps(one.who, True), "HZN-OBJ-04")


def could_help(b: Body, other: Body) -> tuple[int, int, str] | None:
    """A place for comrades within reach who can act, the most enduring first."""
    if other.side != b.side or other.sheet.name == b.sheet.name or not able(other) or other.owed:
        return None
    if not within(b.spot, other.spot, 2 * ARM):
        return None
    return -rank_in(ENDURANCE)(other), -other.sheet.strength, called(other)


def helping(b: Body, other: Body) -> int | None:
    """A place for those who lend a hand."""
    return 0 if other.helping else None


def lifts(play: Game, one: Fighter, difficulty: int, together: tuple[str, ...]) -> bool:
    """One of those taking part against the lowered difficulty.

    See HZN-OBJ-05, HZN-RUL-10.
    """
    if difficulty <= 0:
        return True
    score = tested(play, one, "heave", ENDURANCE, "HZN-OBJ-03", *together)
    return passes(play, score, difficulty)


def carries_on(play: Game, actor: Fighter) -> bool:
    """Whether one who has both hands full can go on with the load: a new test.

    See HZN-OBJ-03.
    """
    item = actor.in_hand
    if not actor.burdened or item is None or play.call(heave, actor, item, "carry") != FAILED:
        return True
    play.do(fx.Narrated(actor.who, "cannot carry it any farther"), "HZN-OBJ-03")
    return False
