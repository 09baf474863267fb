"""Attacks from afar: guns and what is thrown, range, scopes, cover, explosions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import squared
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.checks import checked, hit_or_missed
from affray.rulesets.traveller.declare import attack
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import dead, guns_in_hand, missiles_in_hand
from affray.rulesets.traveller.harm import damage, hit
from affray.rulesets.traveller.reaction import DIVE_FOR_COVER, Defence, reacted, reaction_mod
from affray.rulesets.traveller.sheet import BANDS, BEYOND, DEX, EXTREME, Cover, Weapon
from affray.rulesets.traveller.state import Body, Game, State

BAND_RULES = ("TRV-RANGE-01", "TRV-RANGE-02", "TRV-RANGE-03", "TRV-RANGE-04")
BAND_DMS = (1, 0, -2, -4)
"""The DM of each range band, from short to extreme."""
INTO_COVER, AT_PRONE = -2, -1
"""DMs of attacks on those in cover, and on those who lie down."""
DEALT = {False: "TRV-RNG-02", True: "TRV-THR-02"}
MISSED = {False: "TRV-RNG-03", True: "TRV-THR-03"}
"""The rules of a hit and of a miss, by whether the weapon is thrown."""


def shot_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse a shot without a gun (TRV-RNG-01)."""
    weapon = aimable(play, actor, target, act.item, "TRV-RNG-01")
    play.need(weapon is None or weapon.shoots, "TRV-RNG-01", "is no weapon to shoot with")


def shoots(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """A ranged attack (TRV-RNG-01..03)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    play.do(fx.Fired(actor.who, act.item), "TRV-LOAD-01")
    defence = play.call(reacted, target, actor, weapon)
    play.call(volley, actor, target, weapon, defence)
    after_attack(play, actor)


def throw_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse to throw what is not thrown (TRV-THR-01)."""
    weapon = aimable(play, actor, target, act.item, "TRV-THR-01")
    play.need(weapon is None or weapon.thrown, "TRV-THR-01", "is nothing to throw")


def throws(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """A thrown attack (TRV-THR-01..03)."""
    weapon, name = actor.weapon(act.item), act.item
    if weapon is None:
        return
    defence = play.call(reacted, target, actor, weapon)
    play.call(volley, actor, target, weapon, defence)
    if weapon.blast:
        play.do(fx.Fired(actor.who, name), "TRV-THR-01")
    else:
        play.do(fx.Landed(actor.who, name), "TRV-THR-01")
        play.do(fx.Lay(target.who), "TRV-THR-01")
        play.do(fx.Dropped(actor.who, name), "TRV-THR-01")
    after_attack(play, actor)


def aimable(play: Game, actor: Fighter, target: Fighter, name: str, rule: str) -> Weapon | None:
    """Refuse an attack without a loaded weapon in hand, or out of range (TRV-R12)."""
    weapon = actor.weapon(name)
    play.need(weapon is not None and bool(weapon.reach), rule, "the weapon is not in hand")
    play.need(actor.loaded(name), "TRV-LOAD-01", "is empty")
    play.need(not target.dead, rule, "the target is dead")
    play.need(target != actor, rule, "the target is the attacker")
    play.need(not target.unseen, "TRV-R9", "the target is not seen")
    if weapon is not None and weapon.reach:
        play.need(actor.band_to(target, weapon) != BEYOND, "TRV-RANGE-04", "the target is out of range")
    return weapon


def after_attack(play: Game, actor: Fighter) -> None:
    """The aim is used up, and everybody knows where the attack came from.

    See TRV-R8, TRV-R9.
    """
    if actor.aiming:
        play.do(fx.AimEnded(actor.who), "TRV-AIM-01", "TRV-R8")
    if actor.unseen:
        play.do(fx.Seen(actor.who), "TRV-R9")


def volley(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, defence: Defence) -> None:
    """The roll of a ranged or a thrown attack, and the hit."""
    rule = "TRV-THR-01" if weapon.thrown else "TRV-RNG-01"
    what = "thrown attack" if weapon.thrown else "ranged attack"
    points = play.call(dealt, actor, target, weapon, defence, what, rule)
    if points is None:
        play.do(fx.Missed(target.who), MISSED[weapon.thrown])
        return
    play.call(hit, actor, target, points, DEALT[weapon.thrown])
    if weapon.blast:
        play.call(blast, actor, target, weapon)


def dealt(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, defence: Defence, what: str, rule: str
) -> int | None:
    """All dice of the attack up to the points that come through; None for a miss."""
    effect = play.call(aimed, actor, target, weapon, defence, what, rule)
    if effect < 0:
        return None
    cover, struck = covering(actor, target, defence), DEALT[weapon.thrown]
    return damage(play, actor, target, weapon, weapon.dice, effect, cover, struck)


def aimed(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, defence: Defence, what: str, rule: str
) -> int:
    """The Effect of the check: range, the target, its reaction, aim."""
    far = range_mod(actor, target, weapon)
    return checked(
        play,
        actor,
        what,
        weapon.skill,
        DEX,
        rule,
        Mod("TRV-AIM-01", actor.aim, "aim"),
        far,
        *target_mods(play, actor, target, defence),
        reaction_mod(play, target, defence.how, weapon),
        also=() if far.amount else (far.rule,),
        means=hit_or_missed(DEALT[weapon.thrown], MISSED[weapon.thrown]),
    )


def range_mod(actor: Fighter, target: Fighter, weapon: Weapon) -> Mod:
    """What the distance does; the unscoped see badly far away.

    See TRV-RANGE-01..04, TRV-SCOPE-01.
    """
    band = actor.band_to(target, weapon)
    if band == BEYOND:
        return Mod("TRV-RANGE-04", BAND_DMS[EXTREME], BANDS[EXTREME])
    far = band == EXTREME and not weapon.scope and actor.between(target, nearer(4 * weapon.reach))
    begun = table(actor.play).begun
    rule = ("TRV-SCOPE-01" if begun else "TRV-SCOPE-02") if far else BAND_RULES[band]
    return Mod(rule, BAND_DMS[band], msg("{band} range", band=BANDS[band]))


@cache
def nearer(edge: int) -> Callable[[Body, Body], bool]:
    """Whether two are less than half of `edge` centimetres apart."""
    return lambda a, b: 4 * squared(a.spot, b.spot) < edge * edge


def target_mods(play: Game, actor: Fighter, target: Fighter, defence: Defence) -> tuple[Mod, ...]:
    """Cover and lying down make a target harder to hit, but not both.

    See TRV-COVER-07, TRV-R14.
    """
    dived, mods = defence.how == DIVE_FOR_COVER, []
    if covering(actor, target, defence) is not None:
        mods.append(Mod("TRV-DIVE-05" if dived else "TRV-COVER-07", INTO_COVER, "target in cover"))
    if (dived or target.prone) and (not mods or play.house.cover_prone_adds):
        mods.append(Mod("TRV-DIVE-06" if dived else "TRV-R14", AT_PRONE, "prone target"))
    return tuple(mods)


def covering(actor: Fighter, target: Fighter, defence: Defence) -> Cover | None:
    """The cover that stands between, after a dive for it."""
    return defence.cover if defence.how == DIVE_FOR_COVER else target.cover_from(actor)


# --- explosions --------------------------------------------------------------------------------------


def blast(play: Game, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """Whoever stands near the target is harmed as well, friend or foe (TRV-R36)."""
    for victim in target.ranked(in_blast):
        play.call(caught, attacker, target, victim, weapon)


def caught(play: Game, attacker: Fighter, target: Fighter, victim: Fighter, weapon: Weapon) -> None:
    """The dice of the ring in which a bystander stands."""
    dice = victim.between(target, ring)
    points = play.call(damage, attacker, victim, weapon, dice, 0, victim.cover_from(target), "TRV-R36")
    play.call(hit, attacker, victim, points, "TRV-R36")


def ring(a: Body, b: Body) -> int:
    """The dice at this distance from an explosion; 0 beyond."""
    gap = squared(a.spot, b.spot)
    return next((dice for edge, dice in tables.blasts() if gap <= edge * edge), 0)


def in_blast(a: Body, b: Body) -> int | None:
    """The places of those who are caught in an explosion around somebody else."""
    return -ring(a, b) if a.sheet != b.sheet and ring(a, b) and not dead(b) else None


# --- the actions -----------------------------------------------------------------------------------


def guns(fight: State, who: Who) -> tuple[str, ...]:
    """What one can shoot with."""
    return guns_in_hand(fight.bodies[who])


def missiles(fight: State, who: Who) -> tuple[str, ...]:
    """What one can throw."""
    return missiles_in_hand(fight.bodies[who])


SHOOT = attack(
    name="ranged attack",
    items=guns,
    needs=shot_needs,
    run=shoots,
    rule="TRV-RNG-01",
    note="2D + skill + DEX",
)
THROW = attack(
    name="thrown attack",
    items=missiles,
    needs=throw_needs,
    run=throws,
    rule="TRV-THR-01",
    note="2D + Athletics + DEX",
)
