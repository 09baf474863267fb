"""The combat test, and what its score reads all turn."""

from __future__ import annotations

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import Fighter, arms_used, has_tested, melee_aug, score_for, table
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.skill import bonus, rolled
from affray.rulesets.horizon.state import Condition, Game
from affray.rulesets.horizon.tables import Row
from affray.tabletop.question import Question

READINGS = ("attack", "defend", "move")
"""What the score of the turn is read for."""


def combat_test(play: Game, actor: Fighter) -> None:
    """One test with the skill of the weapon in use; it counts for the whole turn.

    See HZN-PRF-01, -02, HZN-ACT-04.  Halvings are left to whoever reads the score.
    """
    weapon = actor.in_use
    bare = ("HZN-DHS-04",) if weapon.unarmed else ()
    rules = ("HZN-PRF-01", "HZN-PRF-02", *of_class(weapon), *bare)
    score = combat_score(play, actor, weapon, "combat test", *rules)
    play.do(fx.Scored(actor.who, weapon.skill, score, actor.hand), "HZN-PRF-03", "HZN-ACT-04", *rules)
    if play.house.arms == "director" and actor.arms:
        judge(play, actor, actor.about(arms_used(weapon.hands, "used")))


def of_class(weapon: Weapon) -> tuple[str, str]:
    """The rules of the weapon's class, and of the weapon."""
    return tables.classes()[weapon.kind]["rule"], weapon.rule


def combat_score(play: Game, actor: Fighter, weapon: Weapon, what: str, *rules: str) -> int:
    """The dice of the weapon's skill with all that is added to them."""
    whole = play.house.surprise_scope == "side"
    has = actor.surprise or actor.striking
    surprise = whole and has and not (play.house.surprise_first_round and table(play).round > 1)
    added = bonus(
        play,
        actor,
        weapon.skill,
        Mod("HZN-SUR-04", actor.acuity, "surprise") if surprise else None,
        Mod("HZN-IMP-06", actor.about(melee_aug), "Melee Augs"),
    )
    return rolled(play, actor, what, weapon.skill, added, False, *rules)


ARMS: Question[tuple[Fighter], int] = Question(
    name="arms in use",
    asks="How many shattered arms does {foe} use this turn?",
    rules=("HZN-RUL-33",),
)


def judge(play: Game, actor: Fighter, usual: int) -> None:
    """By the option: the Director says how many shattered arms are in use this turn.

    See HZN-RUL-33.
    """
    counts = sorted(range(actor.arms + 1), key=lambda n: n != usual)
    arms = ARMS.put(play, table(play), (actor,), lambda: tuple(counts))
    play.do(fx.ArmsJudged(actor.who, arms), "HZN-RUL-33")


def retested(play: Game, actor: Fighter) -> None:
    """By the option: taking up a weapon of another skill brings a new test.

    See HZN-RUL-05.
    """
    change = play.house.weapon_change == "retest" and table(play).current == actor
    if change and actor.tested and not actor.about(has_tested(actor.in_use.skill)):
        play.call(combat_test, actor)


def first_read(play: Game, actor: Fighter) -> bool:
    """Take the test now if it was not taken, before the first action that reads it (HZN-RUL-04).

    The answer is whether it was taken now: what the score allows has to be looked at again then.
    """
    if actor.tested:
        return False
    play.call(combat_test, actor)
    return True


def serves(play: Game, actor: Fighter, weapon: Weapon, what: str) -> bool:
    """Whether the score can be read on this profile to attack, defend or move.

    See HZN-RUL-05.
    """
    if not actor.tested or play.house.weapon_change in ("carry", "retest"):
        return True
    if play.house.weapon_change == "locked":
        return not actor.fresh_weapon or (what == "move" and weapon.unarmed)
    return what != "attack" or weapon.unarmed or weapon.skill == actor.tested_skill


def reading(
    play: Game, actor: Fighter, weapon: Weapon, what: str, *mods: Mod | None, score: int | None = None
) -> Tally:
    """The AP at which a row is read: the score, halved for wounds, and the mods, those of conditions too.

    See HZN-RUL-32.
    """
    points = actor.about(score_for(weapon.skill)) if score is None else score
    applied = [Mod("HZN-PRF-03", points, "score of the turn" if score is None else "rolled again")]
    given = [mod for mod in (*mods, *Condition.modifiers(actor, what)) if mod is not None]
    if play.house.halves_order == "last":
        applied += given
    applied += halves(play, actor, weapon, what, sum([mod.amount for mod in applied]))
    return tally(*applied, *([] if play.house.halves_order == "last" else given))


def halves(play: Game, actor: Fighter, weapon: Weapon, what: str, ap: int) -> list[Mod]:
    """What shattered arms and a shattered body take off (HZN-WND-09, -11)."""
    house = play.house
    arms = actor.about(arms_used(weapon.hands, house.arms))
    if house.arms_attack_only and what != "attack":
        arms = 0
    if arms > 1 and house.halves_twice == "zero":
        return [Mod("HZN-WND-09", -ap, "two shattered arms")]
    halvings = []
    causes = [("HZN-WND-09", "shattered arm")] * arms + [("HZN-WND-11", "shattered body")] * actor.torn
    for rule, why in causes:
        half = halved(ap, house.halves_round)
        halvings.append(Mod(rule, half - ap, why))
        ap = half
    return halvings


def row(play: Game, weapon: Weapon, ap: int) -> Row:
    """What an AP reads on a profile."""
    return tables.book(play.house).read(weapon, ap)


def banded(play: Game, weapon: Weapon) -> tuple[str, ...]:
    """The rules of the older layout, where it is in use."""
    return ("HZN-PRF-10", "HZN-PRF-11") if tables.book(play.house).banded(weapon.profile) else ()
