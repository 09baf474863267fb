"""Skill tests: dice by rank, the best linked trait, and who wins a contest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.horizon.dice import halved, of_rank
from affray.rulesets.horizon.fighter import Fighter, aug_bonus, best_trait, rank_in
from affray.rulesets.horizon.sheet import LOCKED
from affray.rulesets.horizon.state import Condition, Game

RULES = ("HZN-SKL-01", "HZN-SKL-02", "HZN-SKL-05")
"""The rules that say what the dice of a test mean."""
AWARENESS = "awareness"
ENDURANCE = "endurance"


def bonus(play: Game, actor: Fighter, skill: str, *mods: Mod | None) -> Tally:
    """What is added to the dice once: the best linked trait, Augs, conditions, mods."""
    best, trait = actor.about(best_trait(skill))
    locked = actor.about(rank_in(skill)) == LOCKED
    rule = "HZN-SKL-03"
    if skill == AWARENESS:
        rule = "HZN-TRN-04" if locked else "HZN-SKL-04"
    return tally(
        Mod(rule, best, trait),
        Mod("HZN-ACT-05", actor.about(aug_bonus(skill)), "Augs"),
        Mod("HZN-RUL-08", -5, "not unlocked") if _weak(play, skill, locked) else None,
        *Condition.modifiers(actor, skill),
        *mods,
    )


def _weak(play: Game, skill: str, locked: bool) -> bool:
    return locked and skill != AWARENESS and play.house.untrained == "minus5"


def allowed(play: Game, actor: Fighter, skill: str) -> bool:
    """Whether a test may be tried at all (HZN-RUL-08)."""
    return play.house.untrained != "forbidden" or skill == AWARENESS or actor.unlocked(skill)


Meaning: TypeAlias = Callable[[int], tuple[str, ...]]
"""The rules that say what a score means."""


def tested(
    play: Game,
    actor: Fighter,
    what: str,
    skill: str,
    *rules: str,
    mods: tuple[Mod, ...] = (),
    means: Meaning | None = None,
) -> int:
    """The score of a skill test; a shattered body halves it (HZN-SKL-01..05)."""
    added = bonus(play, actor, skill, *mods)
    return rolled(play, actor, what, skill, added, actor.torn, *rules, means=means)


def rolled(
    play: Game,
    actor: Fighter,
    what: str,
    skill: str,
    added: Tally,
    halve: bool,
    *rules: str,
    means: Meaning | None = None,
) -> int:
    """The dice of a test, none for who has not unlocked the skill."""
    if not allowed(play, actor, skill):
        return 0
    halving = play.house.halves_round if halve else ""
    rank = actor.about(rank_in(skill))
    if rank < 1:
        return halved(added.total, halving) if halving else added.total
    torn = ("HZN-WND-11",) if halve else ()
    return play.roll(actor, what, of_rank(rank, halving), added, *RULES, *rules, *torn, read_by=means)


def prevails(play: Game, changing: int, keeping: int) -> bool | None:
    """Whether who wants a change wins; None where both roll again (HZN-RUL-09)."""
    if changing != keeping:
        return changing > keeping
    return None if play.house.ties == "reroll" else play.house.ties == "changed"


def passes(play: Game, score: int, difficulty: int) -> bool:
    """Whether a score is enough for a fixed difficulty (HZN-RUL-10)."""
    return score > difficulty or (score == difficulty and play.house.difficulty_equal)
