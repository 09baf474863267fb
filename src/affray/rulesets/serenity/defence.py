"""Defences: innate, dodge, block; which one stands, and its number."""

from __future__ import annotations

from affray.core.tally import Mod, Tally
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.fighter import Fighter, behind_cover, manages
from affray.rulesets.serenity.roll import ALL_OUT, attribute_die, lost, several, skill_die, throw
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Game
from affray.rulesets.serenity.tables import EASY, UNARMED
from affray.tabletop.question import Question

INNATE, DODGE, BLOCK, FIXED, HELD = "innate", "dodge", "block", "fixed", "easy"
INNATE_ROLL = ("SER-INNATE-01", "SER-INNATE-03", "SER-FREE-01")
"""The rules of a roll of innate defence."""
RULES = {
    INNATE: ("SER-INNATE-03",),
    DODGE: ("SER-DODGE-02", "SER-R22"),
    BLOCK: ("SER-BLOCK-02",),
    FIXED: ("SER-INNATE-02",),
    HELD: ("SER-GRAP-05", "SER-R18"),
}
"""The rules that give the number of each defence."""
DEFEND: Question[tuple[Fighter, bool], str] = Question(
    name="defence",
    asks="{foe} attacks. How does {who} defend?",
    tells="{who} tries to {what}",
    rules=("SER-ACT-05",),
    says=lambda _, what: what or "innate defence only",
)


def chosen(play: Game, target: Fighter, actor: Fighter, melee: bool, still: bool = False) -> str:
    """The defence that stands against an attack, paid and rolled if it is a dodge.

    `still` says whether the target is held at gunpoint and does not move (SER-R20).
    """
    if target.held:
        return HELD
    if not target.up or target.unaware_of(actor):
        return FIXED
    if still:
        return FIXED if play.house.rights_defence == "fixed" else INNATE
    fooled = actor.fooled == target
    options = ("",) if fooled else ("", *open_to(play, target, melee))
    what = ""
    if len(options) > 1:
        what = DEFEND.put(play, target, (actor, melee), lambda: options)
    if what:
        guard(play, target, "SER-BLOCK-01" if what == BLOCK else "SER-DODGE-01")
    if what == DODGE:
        dodge(play, target)
    standing = DODGE if target.dodging and not fooled else INNATE
    return BLOCK if what == BLOCK else standing


def left_of(target: Fighter, kind: str) -> str:
    """What is left of a defence after an earlier bullet of the same burst (SER-R23)."""
    if not target.up:
        return kind if kind == HELD else FIXED
    return INNATE if kind == DODGE and not target.dodging else kind


def open_to(play: Game, target: Fighter, melee: bool) -> tuple[str, ...]:
    """The active defences that a fighter could use now.

    See SER-AOA-02, SER-INIT-03, SER-BLOCK-01, SER-RIGHTS-01, SER-VITAL-03, SER-ACT-03.
    """
    if target.stance == ALL_OUT_ATTACK or target.sat or target.menaced or target.stunned:
        return ()
    now = play.house.defence_undeclared == "now"
    ahead = int(target.guard_left or now)
    defences = []
    level, die = dodge_die(play, target, ahead)
    if not target.dodging and not lost(level, die):
        defences.append(DODGE)
    if melee and target.about(manages(shield(target))):
        level, die = block_die(play, target, ahead)
        if not lost(level, die):
            defences.append(BLOCK)
    return tuple(defences)


def guard(play: Game, target: Fighter, rule: str) -> None:
    """Pay for a defence: declared, or on the next round's account.

    See SER-ACT-05, -06, SER-R6.
    """
    if target.guard_left:
        how, why = "declared", "SER-ACT-05"
    else:
        how = "now" if play.house.defence_undeclared == "now" else "next round"
        why = "SER-ACT-06"
    play.do(fx.Guarded(target.who, how), rule, why)
    if target.watching:
        play.do(fx.WatchEnded(target.who), "SER-COVERING-01")


def all_out(target: Fighter) -> Mod | None:
    """The bonus of an all-out defence (SER-AOD-01)."""
    if target.stance != ALL_OUT_DEFENCE:
        return None
    return Mod("SER-AOD-01", ALL_OUT, ALL_OUT_DEFENCE)


def dodge_die(play: Game, target: Fighter, ahead: int = 0) -> tuple[int, Tally]:
    """The skill and the skill die of a dodge (SER-DODGE-02)."""
    level = target.level("athletics", "dodge")
    mods = (several(play, target, ahead), all_out(target))
    return level, skill_die(play, level, "dodge", "SER-DODGE-02", *mods)


def dodge(play: Game, target: Fighter) -> None:
    """One roll that stands until the own turn; by the option one for each attack."""
    total = roll_dodge(play, target) if play.house.dodge_rolls == "kept" else 1
    play.do(fx.Dodged(target.who, max(1, total)), "SER-DODGE-02", "SER-R22")


def roll_dodge(play: Game, target: Fighter) -> int:
    """Agility and Athletics or Dodge (SER-DODGE-02)."""
    first = attribute_die(play, target, "agility", "SER-DODGE-02")
    return throw(play, target, "dodge", first, dodge_die(play, target)[1], "SER-DODGE-02")


def shield(target: Fighter) -> Weapon:
    """What a block is made with."""
    return target.weapon(target.best_melee) or tables.weapons()[UNARMED]


def block_die(play: Game, target: Fighter, ahead: int = 0) -> tuple[int, Tally]:
    """The skill and the skill die of a block (SER-BLOCK-02)."""
    weapon = shield(target)
    level = target.level(weapon.skill, weapon.speciality)
    mods = (several(play, target, ahead), all_out(target))
    return level, skill_die(play, level, weapon.skill, "SER-BLOCK-02", *mods)


def number(play: Game, target: Fighter, actor: Fighter, kind: str, melee: bool) -> int:
    """What an attack has to reach; cover adds to it (SER-COVER-00, SER-R13)."""
    cover = 0 if melee else covering(play, target, actor, kind)
    return bare(play, target, kind) + cover


def bare(play: Game, target: Fighter, kind: str) -> int:
    """The number of a defence without cover."""
    if kind in (FIXED, HELD):
        return EASY
    if kind == DODGE:
        return target.dodging if play.house.dodge_rolls == "kept" else roll_dodge(play, target)
    if kind == BLOCK:
        first = attribute_die(play, target, "agility", "SER-BLOCK-02")
        return throw(play, target, "block", first, block_die(play, target)[1], "SER-BLOCK-02")
    first = attribute_die(play, target, "agility", "SER-INNATE-03")
    return throw(play, target, "innate defence", first, Tally(), *INNATE_ROLL)


def covering(play: Game, target: Fighter, actor: Fighter, kind: str) -> int:
    """What cover adds; by the option nothing for the unaware (SER-R13)."""
    if not target.covered or (kind == FIXED and not play.house.cover_unaware):
        return 0
    return target.cover_difficulty if target.between(actor, behind_cover) else 0


def rules_of(play: Game, target: Fighter, actor: Fighter, kind: str, melee: bool) -> tuple[str, ...]:
    """The rules that gave the number."""
    cover = 0 if melee else covering(play, target, actor, kind)
    rules = RULES[kind]
    if kind == FIXED and target.up and target.unaware_of(actor):
        rules = (*rules, "SER-SNEAK-01")
    if actor.fooled == target:
        rules = (*rules, "SER-FEINT-03")
    return (*rules, "SER-COVER-00", tables.cover_rules().get(cover, "SER-R13")) if cover else rules
