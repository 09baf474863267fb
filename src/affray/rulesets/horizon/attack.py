"""Attack: the actions of striking, shooting and throwing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.probe import Probe
from affray.core.tally import Mod
from affray.rulesets.horizon import blast, blow, harm, heaving, tables, wounding
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import ANYWHERE, Blow, attack_ap
from affray.rulesets.horizon.declare import CONDUCT, Action, Lines, SheetLine, foes, spend
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import Fighter, beyond_harm, can_aim, in_hand
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.profile import first_read, reading, retested, row, serves
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.state import Body, Game, State, Table
from affray.rulesets.horizon.strike import halving, strike


def attacks(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """One Attack on one target, wounding or not; a blast strikes others too.

    See HZN-ATK-01..08.
    """
    way, wound = blow.blow(actor, act.name), act.item
    able_to(play, actor, way)
    play.need(target != actor, "HZN-ATK-01", "the target is the attacker")
    play.need(not actor.between(target, beyond_harm), "HZN-ATK-01", "the target is dead")
    play.need(not target.escaped, "HZN-ESC-02", "the target has escaped")
    play.need(actor.between(target, can_aim), "HZN-DIS-01", "the target is out of sight")
    penalty = wounding.needs(play, actor, target, wound)
    if actor.tested:
        within = blow.in_reach(play, actor, target, way) or halving(play, way)
        play.need(within, "HZN-ATK-08", "the target is out of range")
        ap = attack_ap(play, actor, target, way, penalty).total if wound else 1
        play.need(ap >= 1 or play.house.wound_below_one, "HZN-RUL-40", "the penalty leaves no AP")
    if first_read(play, actor) and not possible(play, actor, target, way, penalty):
        play.do(fx.Narrated(actor.who, "cannot make that Attack at this score"), "HZN-ATK-08")
        return
    pay(play, actor)
    play.call(let_fly, actor, target, way, wound)


def possible(play: Game, actor: Fighter, target: Fighter, way: Blow, penalty: Mod | None) -> bool:
    """Whether the score, now that it is known, lets the Attack be made."""
    within = blow.in_reach(play, actor, target, way) or halving(play, way)
    enough = play.house.wound_below_one or penalty is None
    return within and (enough or attack_ap(play, actor, target, way, penalty).total >= 1)


def able_to(play: Game, actor: Fighter, way: Blow) -> None:
    """Refuse whoever has nothing to attack with, or no action left."""
    play.need(actor.extra or actor.can_pay(1), "HZN-ACT-01", "has no action left")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    play.need(
        serves(play, actor, way.weapon, "attack"), "HZN-RUL-05", "has tested with another weapon this turn"
    )
    if way.how == blow.ATTACK:
        loaded = not way.weapon.fires or actor.holds[2] > 0
        play.need(loaded, "HZN-REL-02", "the magazine is empty")
        return
    play.need(bool(way.item), "HZN-PBR-06", "has nothing in hand")
    if way.how == blow.CLUB:
        play.need(not way.weapon.strikes, "HZN-PBR-06", "it is made to be struck with")
    else:
        far = not way.weapon.blast
        play.need(far, "HZN-ATK-06", "a grenade is thrown by attacking with it")


def pay(play: Game, actor: Fighter) -> None:
    """An Attack that an Aug gives, else an action."""
    if actor.extra:
        play.do(fx.SpentExtra(actor.who), "HZN-ACT-05")
    else:
        spend(play, actor, 1)


def let_fly(play: Game, actor: Fighter, target: Fighter, way: Blow, wound: str) -> None:
    """The Attack itself, and what becomes of ammunition and of what was thrown."""
    if way.how == blow.ATTACK and way.weapon.fires:
        play.do(fx.Fired(actor.who, way.item), "HZN-ATK-07", "HZN-REL-01")
    if way.how == blow.ATTACK and way.weapon.blast:
        play.call(blast.explode, actor, target, way, wound)
        play.do(fx.UsedUp(actor.who, way.item), "HZN-ATK-06", "HZN-RUL-26")
        retested(play, actor)
        return
    if way.how == blow.THROW and not heaved(play, actor, way):
        play.do(fx.Narrated(actor.who, "cannot throw it"), "HZN-OBJ-03")
        return
    play.call(strike, actor, target, way, wound, wound, 0)
    if way.how == blow.THROW:
        land(play, actor, target, way.item)
        retested(play, actor)


def heaved(play: Game, actor: Fighter, way: Blow) -> bool:
    """Whether what is thrown is light enough, or a test says so (HZN-OBJ-03)."""
    item = actor.carried(way.item)
    return item is None or not item.bulk or play.call(heaving.heave, actor, item, "throw") != heaving.FAILED


def land(play: Game, actor: Fighter, target: Fighter, item: str) -> None:
    """What was thrown lies where the target stands (HZN-RUL-20)."""
    play.do(fx.Landed(actor.who, item), "HZN-PRF-08")
    play.do(fx.Dropped(actor.who, item), "HZN-PRF-08")
    play.do(fx.Flew(target.who), "HZN-PRF-08")


def attacks_wall(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """An Attack on something that is no enemy (HZN-ATK-02)."""
    way, name = blow.blow(actor, blow.ATTACK), act.item
    able_to(play, actor, way)
    far = wall_reach(play, actor, way) if actor.tested else ANYWHERE
    play.need(actor.about(harm.stands(name)), "HZN-ATK-02", "there is nothing of that name to break")
    play.need(far == ANYWHERE or actor.about(harm.wall_near(name, far)), "HZN-ATK-08", "is out of range")
    first_read(play, actor)
    far = wall_reach(play, actor, way)
    if far != ANYWHERE and not actor.about(harm.wall_near(name, far)):
        play.do(fx.Narrated(actor.who, "cannot reach it at this score"), "HZN-ATK-08")
        return
    pay(play, actor)
    if way.weapon.fires:
        play.do(fx.Fired(actor.who, way.item), "HZN-ATK-07")
    play.call(batter, actor, way, name)
    if way.weapon.blast:
        play.do(fx.UsedUp(actor.who, way.item), "HZN-ATK-06", "HZN-RUL-26")
        retested(play, actor)


def wall_reach(play: Game, actor: Fighter, way: Blow) -> int:
    """How far off a wall may be; by the option farther, at half damage."""
    return ANYWHERE if halving(play, way) else blow.reach(play, actor, way)


def batter(play: Game, actor: Fighter, way: Blow, name: str) -> None:
    """What an Attack does to a wall."""
    near = actor.about(harm.wall_near(name, blow.POINT_BLANK))
    mod = Mod("HZN-PBR-01", blow.CLOSE, "point blank") if near or way.at_hand else None
    ap = reading(play, actor, way.weapon, "attack", mod)
    damage = row(play, way.weapon, ap.total).damage[0]
    damage = halved(damage) if way.makeshift else damage
    far = blow.reach(play, actor, way)
    beyond = far != ANYWHERE and not actor.about(harm.wall_near(name, far))
    damage = halved(damage) if beyond else damage
    play.do(fx.Attacked(actor.who, way.called, ap.total, damage), "HZN-ATK-02", "HZN-PRF-03", tally=ap)
    if way.weapon.blast:
        play.call(blast.at_wall, actor, way, name)
    harm.crumble(play, actor, name, damage)


# --- the actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtFoes:
    """Attacks on each enemy, with what is in hand; those that wound where a plain one could be made."""

    serves: Callable[[Weapon], bool] | None = None
    """Which weapons can be used so; without it all can, and bare hands."""

    def __call__(self, name: str, fight: State, who: Who) -> Iterator[Act]:
        """Legal or not."""
        item = in_hand(fight.bodies[who])
        held = None if item is None else item.weapon
        if self.serves is not None and (held is None or not self.serves(held)):
            return
        plain = [Act(name, foe) for foe in foes(fight, who)]
        yield from plain
        probe: Probe[Body, Table, House] = Probe(fight)
        me, action = Fighter(probe, who), BLOWS[name]
        fair = [act for act in plain if probe.allows(CONDUCT.take, me, action, act)]
        yield from (act._replace(item=wound) for wound in tables.conditions() for act in fair)


def by_wound(_: State, __: Who) -> Callable[[Act], int]:
    """By the condition that an Attack is made for, plain ones first; of each throws last."""
    places = {wound: 2 * n for n, wound in enumerate(("", *tables.conditions()))}
    return lambda act: places[act.item] + (act.name == THROW.name)


ATTACK = Action(
    name=blow.ATTACK,
    lines=AtFoes(),
    run=attacks,
    cost=1,
    combat=True,
    takes=lambda fight, b, act: 0 if b.extra else None,  # an Aug gives it
    pays=False,
    family="attack",
    tags={"attack", "targeted"},
    says=Said("attack {whom}", "", wounding.TO_WOUND),
    sheet=SheetLine(("HZN-ATK-01", "HZN-ATK-03"), "the damage of your row"),
)
THROW = replace(
    ATTACK,
    name=blow.THROW,
    lines=AtFoes(lambda weapon: not weapon.blast),
    says=Said("throw the held item at {whom}", "throw the held item", wounding.TO_WOUND),
    sheet=SheetLine(("HZN-PRF-08", "HZN-PBR-06"), "a Melee weapon, or anything else at half damage"),
)
CLUB = replace(
    ATTACK,
    name=blow.CLUB,
    lines=AtFoes(lambda weapon: not weapon.blast and not weapon.strikes),
    says=Said("club {whom} with the gun", "club with the gun", wounding.TO_WOUND),
    sheet=SheetLine(("HZN-PBR-06",), "strike with a gun, at half damage"),
)
BLOWS = {action.name: action for action in (ATTACK, THROW, CLUB)}
WALL = replace(
    ATTACK,
    name="attack wall",
    lines=Lines(lambda fight, who: (wall.name for wall in fight.bodies[who].walls if wall.health)),
    run=attacks_wall,
    family="wall",
    tags={"attack"},
    says=Said("attack the {item}"),
    sheet=SheetLine(("HZN-ATK-02",), "or any other thing"),
)
