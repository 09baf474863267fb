"""What a rule can read of a fighter and of the table: named facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from affray.core import view
from affray.core.effect import TABLE
from affray.core.space import Line, Point, bearing, crosses, passes, squared
from affray.core.view import View, derived, derived_of_two, parted_by
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.effects.gear import named
from affray.rulesets.horizon.sheet import LOCKED, Item, Wall, Weapon
from affray.rulesets.horizon.state import ACTIONS, Body, Game, Lying, Table

R = TypeVar("R")
BASE = 5
"""Metres of Move for each rank of AGI (HZN-MOV-02)."""


class fact(view.fact[Body, R]):  # noqa: N801 (used like a decorator)
    """A fact of one fighter."""

    __slots__ = ()


class table_fact(view.fact[Table, R]):  # noqa: N801 (used like a decorator)
    """A fact of the table."""

    __slots__ = ()


# --- of one body --------------------------------------------------------------------------------


@derived
def able(b: Body) -> bool:
    """Whether one can act: Health left, awake, and still in the fight.

    By the option whoever acts at the same moment as an equal can, too, whatever that one did.
    """
    return (b.health > 0 or b.together) and not b.stunned and not b.escaped


def dead(b: Body) -> bool:
    """Whether Health is as far below 0 as it goes above it."""
    return b.health <= -b.sheet.health


@cache
def carries(name: str) -> Callable[[Body], Item | None]:
    """The thing of this name, if it is carried."""
    return lambda b: named(b.kit, name)


def in_hand(b: Body) -> Item | None:
    """What is drawn or held."""
    return named(b.kit, b.hand) if b.hand else None


def in_use(b: Body) -> Weapon:
    """The profile in use: that of what is in hand, else the Unarmed style.

    See HZN-DHS-04.
    """
    item = in_hand(b)
    return item.weapon if item is not None and item.weapon is not None else b.sheet.style


def holds(b: Body) -> tuple[Weapon, bool, int]:
    """The profile in use, whether it is improvised, and the rounds in it."""
    item = in_hand(b)
    if item is None or item.weapon is None:
        return b.sheet.style, False, 0
    return item.weapon, item.improvised, item.rounds


def burdened(b: Body) -> bool:
    """Whether a heavy thing takes both hands."""
    item = in_hand(b)
    return item is not None and heavy(item)


def both_hands(b: Body) -> bool:
    """Whether what is in hand leaves no hand free."""
    item = in_hand(b)
    if item is None:
        return False
    return heavy(item) if item.weapon is None or item.improvised else item.weapon.hands > 1


def heavy(item: Item) -> bool:
    """Whether carrying a thing takes a test, and both hands."""
    return bool(item.bulk) and tables.bulks()[item.bulk].carry >= 0


@cache
def rank_in(skill: str) -> Callable[[Body], int]:
    """The rank in a skill; below 0 it is not unlocked."""
    field = tables.skills()[skill].field
    return lambda b: int(getattr(b.sheet.skills, field))


@cache
def best_trait(skill: str) -> Callable[[Body], tuple[int, str]]:
    """The best rank among the traits linked to a skill, and which it is.

    See HZN-SKL-03.
    """
    traits = tables.skills()[skill].traits
    return lambda b: max((int(getattr(b.sheet, t)), t) for t in reversed(traits))


@cache
def aug_bonus(skill: str) -> Callable[[Body], int]:
    """What Augs add to a test."""
    return lambda b: sum(a.ap for a in b.sheet.augs if a.skill == skill)


def melee_aug(b: Body) -> int:
    """What Melee Augs add to a combat test with what is in hand (HZN-IMP-06)."""
    item = in_hand(b)
    fits = item is not None and item.weapon is not None and item.weapon.kind == "melee"
    if not fits or (item is not None and item.improvised and not item.augs):
        return 0
    return sum(a.ap for a in b.sheet.augs if a.skill == "melee")


def turn_actions(b: Body) -> int:
    """Actions of a turn, with those that Augs give."""
    return ACTIONS + sum(a.actions for a in b.sheet.augs)


def extra_attacks(b: Body) -> int:
    """Attacks beyond the actions, from Augs."""
    return sum(a.attacks for a in b.sheet.augs)


def senses(b: Body) -> bool:
    """Whether Augs find what eyes do not see."""
    return any(a.senses for a in b.sheet.augs)


@cache
def score_for(skill: str) -> Callable[[Body], int]:
    """The score of the turn, or of a later test of this skill."""
    return lambda b: dict(b.tests).get(skill, b.tests[0][1] if b.tests else 0)


@cache
def has_tested(skill: str) -> Callable[[Body], bool]:
    """Whether this skill was tested this turn."""
    return lambda b: any(name == skill for name, _ in b.tests)


@cache
def arms_used(hands: int, which: str) -> Callable[[Body], int]:
    """The shattered arms in use: of one-armed things the sound arm comes first.

    See HZN-RUL-33.
    """
    if which == "director":
        return lambda b: min(b.arms, b.judged)
    return lambda b: b.arms if which == "all" or hands > 1 else max(0, b.arms - 1)


@cache
def pays(actions: int) -> Callable[[Body], bool]:
    """Whether so many actions are left."""
    return lambda b: b.actions >= actions


@cache
def owes_beyond(cost: int) -> Callable[[Body], bool]:
    """Whether an action would leave too few to pay a debt."""
    return lambda b: b.owed > 0 and b.actions - cost < b.owed


@cache
def idles(recover: str) -> Callable[[Body], bool]:
    """Whether nothing in the turn can read its score: it goes on debts or nothing."""

    def read(b: Body) -> bool:
        if recover != "deadline" and b.owed >= b.actions and b.owed:
            return True
        return b.actions <= 0 and b.extra <= 0

    return read


@cache
def ahead_idle(recover: str) -> Callable[[Body], bool]:
    """The same of a turn that is still to come."""
    read = idles(recover)
    return lambda b: read(b._replace(actions=max(0, turn_actions(b) - b.borrowed), extra=extra_attacks(b)))


@cache
def may_borrow(debt: str) -> Callable[[Body], bool]:
    """Whether an action of the next turn can be borrowed (HZN-RUL-14)."""
    if debt == "unlimited":
        return lambda b: True
    if debt == "one_per_round":
        return lambda b: b.dives < 1 and b.borrowed < turn_actions(b)
    return lambda b: b.borrowed < turn_actions(b)


@cache
def stride(mod: int, least: int, rounding: str, twice: str) -> Callable[[Body], int]:
    """Metres of a Move with this modifier, halved for each shattered leg.

    See HZN-MOV-01..03.
    """

    def read(b: Body) -> int:
        metres = max(least, BASE * b.sheet.agility + mod)
        if b.legs == 2 and twice == "zero":
            return 0
        for _ in range(b.legs):
            metres = halved(metres, rounding)
        return metres

    return read


def leap(b: Body) -> int:
    """Metres of a Dive: the better of STR and AGI (HZN-DIV-06)."""
    return max(b.sheet.strength, b.sheet.agility)


def full(b: Body) -> bool:
    """Whether the weapon in hand holds all it can."""
    item = in_hand(b)
    return item is None or item.weapon is None or item.rounds >= item.weapon.magazine


@derived
def turn_place(b: Body) -> tuple[int, ...]:
    """The place in the order of turns, lowest first."""
    return (-b.order, *[-figure for figure in b.tied])


def following_name(a: Body, b: Body) -> tuple[bool, str]:
    """What parts those whom nothing else parts: whose name comes next after one's own.

    After the last name comes the first, so nobody is everybody's first target for its name.
    """
    return called(b) <= called(a), called(b)


@parted_by(following_name)
def lies_off(a: Body, b: Body) -> int:
    """How far off somebody lies: it parts those who lie in one direction."""
    return gap(a, b)


@parted_by(lies_off)
def lies(a: Body, b: Body) -> int:
    """Where somebody lies as seen by a: it parts targets that are as good.

    The order of turns would not do: it can be thrown every round, and targets would change with it.
    """
    return bearing(a.spot, b.spot)


@derived
def waits(b: Body) -> bool:
    """Whether its turn of this round is still to come."""
    return b.entered and not b.over and able(b)


def called(b: Body) -> str:
    """What parts those whom nothing else parts, in place of the order of a list."""
    return b.sheet.name


def ready(_: Table, b: Body) -> tuple[tuple[int, ...], str] | None:
    """The place of those whose turn is still to come."""
    return (turn_place(b), called(b)) if waits(b) else None


def standing(_: Table, b: Body) -> int | None:
    """A place for everybody who can act."""
    return 0 if able(b) else None


# --- of two bodies ------------------------------------------------------------------------------


def hostile(a: Body, b: Body) -> bool:
    """Whether two are on different sides."""
    return a.side != b.side


def opposes(a: Body, b: Body) -> bool:
    """Whether somebody is able, and on another side."""
    return a.side != b.side and able(b)


def sees(a: Body, b: Body) -> bool:
    """Whether two are in natural sight, which is mutual: nothing stands between (HZN-DIS-01, -02)."""
    return _in_view(a, b, b.spot)


def _in_view(a: Body, b: Body, there: Point) -> bool:
    if (a.screened or b.screened) and (b.sheet.name in a.screened or a.sheet.name in b.screened):
        return False
    return not any(blocks(wall.line, a.spot, there) for wall in a.walls)


def alongside(a: Body, b: Body) -> bool:
    """Whether a acts at the same moment as b, who may have done so already.

    See HZN-RUL-06.
    """
    return a.together and b.stood is not None and a.order == b.order


def whereabouts(a: Body, b: Body) -> Point:
    """Where b is for what a does.

    Its equals are where they stood as the moment began (HZN-RUL-06).
    """
    return b.stood if b.stood is not None and alongside(a, b) else b.spot


def in_sight(a: Body, b: Body) -> bool:
    """Whether b is in natural sight of a, where b is for what a does."""
    return _in_view(a, b, whereabouts(a, b))


def beyond_harm(a: Body, b: Body) -> bool:
    """Whether b is dead, but not by the hand of an equal at this very moment."""
    return dead(b) and not alongside(a, b)


def blocks(line: Line, one: Point, other: Point) -> bool:
    """Whether a wall stands between two places; who stands at it looks past it."""
    return (
        crosses(one, other, line)
        and not passes(line.a, line.b, one, 0)
        and not passes(line.a, line.b, other, 0)
    )


def seen_by(b: Body, enemy: Body) -> bool:
    """Whether this enemy can see one with natural vision."""
    return enemy.side != b.side and able(enemy) and sees(b, enemy)


def knows_of(a: Body, b: Body) -> bool:
    """Whether a knows where b is: not hidden, noticed, or told of by an alarm."""
    if not b.hidden or a.side == b.side or a.sheet.name in b.noticed:
        return True
    return bool(b.betrayed) and a.side in b.betrayed


def knows_where(a: Body, b: Body) -> bool:
    """Whether a can look, is aware of combat and has found b; comrades always know.

    Who has escaped has been lost sight of, wherever somebody goes (HZN-ESC-02).
    """
    return a.side == b.side or (able(a) and a.aware and not b.escaped and can_aim(a, b))


def located_by(b: Body, enemy: Body) -> bool:
    """Whether an enemy both sees one and has noticed it."""
    return seen_by(b, enemy) and knows_of(enemy, b)


@derived_of_two
def can_aim(a: Body, b: Body) -> bool:
    """Whether a can attack b: in natural sight, or found by other means."""
    return knows_of(a, b) and (in_sight(a, b) or senses(a))


@derived_of_two
def gap(a: Body, b: Body) -> int:
    """The square of the distance between two, in square centimetres."""
    return squared(a.spot, b.spot)


@derived_of_two
def reach_to(a: Body, b: Body) -> int:
    """The same to where b is for what a does (HZN-RUL-06)."""
    return squared(a.spot, whereabouts(a, b))


@cache
def near(centimetres: int) -> Callable[[Body, Body], bool]:
    """Whether two are no farther from each other."""
    return derived_of_two(lambda a, b: reach_to(a, b) <= centimetres * centimetres)


@cache
def foe_within(centimetres: int) -> Callable[[Body, Body], bool]:
    """Whether somebody able of another side is no farther from one."""
    return lambda b, other: opposes(b, other) and gap(b, other) <= centimetres * centimetres


class Fighter(View[Body]):
    """A fighter as the rules see it."""

    __slots__ = ()

    able = fact(able)
    together = fact(lambda b: b.together)
    dead = fact(dead)
    aware = fact(lambda b: b.aware)
    surprise = fact(lambda b: b.surprise)
    acuity = fact(lambda b: b.sheet.acuity)
    strength = fact(lambda b: b.sheet.strength)
    agility = fact(lambda b: b.sheet.agility)
    leap = fact(leap)
    in_use = fact(in_use)
    in_hand = fact(in_hand)
    holds = fact(holds)
    burdened = fact(burdened)
    both_hands = fact(both_hands)
    hand = fact(lambda b: b.hand)
    full = fact(full)
    owed = fact(lambda b: b.owed)
    owes = fact(lambda b: b.owed > 0)
    arms = fact(lambda b: b.arms)
    legs = fact(lambda b: b.legs)
    torn = fact(lambda b: b.torn)
    tested = fact(lambda b: bool(b.tests))
    tested_skill = fact(lambda b: b.tests[0][0] if b.tests else "")
    fresh_weapon = fact(lambda b: bool(b.tests) and b.tested_with != b.hand)
    moved = fact(lambda b: b.moved)
    boosted = fact(lambda b: b.boosted)
    stride = fact(lambda b: b.stride)
    striking = fact(lambda b: b.striking)
    caught = fact(lambda b: b.caught)
    acted = fact(lambda b: b.acted)
    idle = fact(lambda b: b.actions <= 0)
    extra = fact(lambda b: b.extra > 0)
    wounding = fact(lambda b: b.wounding)
    prone = fact(lambda b: b.prone)
    hidden = fact(lambda b: b.hidden)
    stealth = fact(lambda b: b.stealth)
    working = fact(lambda b: b.working)
    task = fact(lambda b: b.task)
    finished = fact(lambda b: b.task is not None and b.progress >= b.task.goal)
    paused = fact(lambda b: b.paused)
    fleeing = fact(lambda b: b.fleeing)
    located = fact(lambda b: b.located)
    escaped = fact(lambda b: b.escaped)
    searched = fact(lambda b: b.searched)
    dived = fact(lambda b: b.dived)
    words = fact(lambda b: b.words)
    poised = fact(lambda b: b.poised)
    spot = fact(lambda b: b.spot)
    entered = fact(lambda b: b.entered)
    turn_actions = fact(turn_actions)
    extra_attacks = fact(extra_attacks)
    grapple = fact(lambda b: b.sheet.grapple)

    def can_pay(self, actions: int) -> bool:
        """Whether so many actions are left."""
        return self.about(pays(actions))

    def unlocked(self, skill: str) -> bool:
        """Whether a skill may be used actively."""
        return self.about(rank_in(skill)) > LOCKED

    def carried(self, name: str) -> Item | None:
        """The thing of this name."""
        return self.about(carries(name))

    @property
    def disengaged(self) -> bool:
        """Whether one is out of natural sight of every enemy who can act (HZN-DIS-01)."""
        return not self.some(seen_by)

    def near(self, other: Fighter, centimetres: int) -> bool:
        """Whether two are no farther from each other."""
        return self.between(other, near(centimetres))


class TableView(view.TableView[Table, Body, Fighter]):
    """The table as the rules see it."""

    __slots__ = ()
    fighter = Fighter

    round = table_fact(lambda t: t.round)
    fighting = table_fact(lambda t: t.fighting)
    before = table_fact(lambda t: t.before)
    opener = table_fact(lambda t: t.opener)
    way = table_fact(lambda t: t.way)
    floor = table_fact(lambda t: t.floor)
    heed = table_fact(lambda t: t.heed)
    closed = table_fact(lambda t: t.closed)

    def lying(self, name: str) -> Lying | None:
        """The thing of this name on the ground."""
        return self.about(on_ground(name))


@cache
def on_ground(name: str) -> Callable[[Table], Lying | None]:
    """The thing of this name on the ground."""
    return lambda t: next((x for x in t.ground if x.item.name == name), None)


@cache
def wall_named(name: str) -> Callable[[Body], Wall | None]:
    """The wall of this name."""
    return lambda b: next((w for w in b.walls if w.name == name), None)


def table(play: Game) -> TableView:
    """The table of this play."""
    return TableView(play, TABLE)


def everyone(play: Game) -> list[Fighter]:
    """All fighters, in the order of the scene."""
    return table(play).all(view.anybody)
