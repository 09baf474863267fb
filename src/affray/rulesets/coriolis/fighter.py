"""What a rule can read of a combatant and of the table: named facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from affray.core import view
from affray.core.effect import TABLE, Who
from affray.core.space import crosses
from affray.core.tally import Mod
from affray.core.view import View, derived, derived_of_two
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.effects.place import PRONE
from affray.rulesets.coriolis.effects.turn import slot_score
from affray.rulesets.coriolis.sheet import BEYOND, CLOSE, Weapon
from affray.rulesets.coriolis.state import Body, Game, Table, down
from affray.rulesets.coriolis.tables import BLEED, Wound

R = TypeVar("R")


class fact(view.fact[Body, R]):  # noqa: N801 (used like a decorator)
    """A fact of one combatant."""

    __slots__ = ()


class table_fact(view.fact[Table, R]):  # noqa: N801 (used like a decorator)
    """A fact of the table."""

    __slots__ = ()


# --- of one body --------------------------------------------------------------------------------


@derived
def unbroken(b: Body) -> bool:
    """Whether hit points are left, the mind has not broken down, and one is conscious and alive."""
    return not (b.dead or down(b))


@derived
def able(b: Body) -> bool:
    """Whether one can act: unbroken and not stunned."""
    return b.stun == 0 and unbroken(b)


def free(b: Body) -> bool:
    """Whether one is neither pinned nor pinning."""
    return b.held_by is None and b.holding is None


def knows_of(a: Body, b: Body) -> bool:
    """Whether one knows of another: the unaware know of no enemy."""
    return a.side == b.side or a.aware


def weapon_named(b: Body, name: str) -> Weapon:
    """The weapon of this name in the kit, or bare hands."""
    for w in b.kit:
        if w.name == name:
            return w
    return tables.weapons()[tables.UNARMED]


def in_hand(b: Body, name: str) -> bool:
    """Whether the weapon is ready to use."""
    return name in b.hands or name in natural(b)


def natural(b: Body) -> tuple[str, ...]:
    """Weapons that are always ready, such as claws; bare hands last."""
    return (*(w.name for w in b.kit if w.natural and w.name != tables.UNARMED), tables.UNARMED)


def _injury_mods(skill: str, advanced: bool) -> Callable[[Body], tuple[Mod, ...]]:
    def read(b: Body) -> tuple[Mod, ...]:
        mods = []
        for injury in b.injuries:
            kind = tables.injury(injury.code)
            off = kind.off(skill) + (kind.off("advanced") if advanced else 0)
            if off:
                mods.append(Mod("COR-CRT-02", off, kind.name))
        return tuple(mods)

    return read


@cache
def injury_mods(skill: str) -> Callable[[Body], tuple[Mod, ...]]:
    """What the injuries of a body take off a test of this skill."""
    return _injury_mods(skill, tables.skills()[skill].advanced)


@cache
def strained(skill: str) -> Callable[[Body], bool]:
    """Whether a test of this skill costs a hit point."""
    tiring = skill in ("force", "dexterity", "melee combat")
    return lambda b: tiring and straining(b)


@cache
def level(skill: str) -> Callable[[Body], int]:
    """Attribute and level of a skill."""
    kind = tables.skills()[skill]
    attribute, field = kind.attribute, kind.field
    return lambda b: int(getattr(b.sheet, attribute)) + int(getattr(b.sheet.skills, field))


@cache
def level_mods(skill: str, rule: str) -> Callable[[Body], tuple[Mod, ...]]:
    """The same as two figures: the attribute, then the level."""
    kind = tables.skills()[skill]
    attribute, field = kind.attribute, kind.field

    def read(b: Body) -> tuple[Mod, ...]:
        return (
            Mod(rule, int(getattr(b.sheet, attribute)), attribute),
            Mod(rule, int(getattr(b.sheet.skills, field)), skill),
        )

    return read


@cache
def trained(skill: str) -> Callable[[Body], bool]:
    """Whether the skill may be tried: advanced ones need a level."""
    kind = tables.skills()[skill]
    return lambda b: not kind.advanced or getattr(b.sheet.skills, kind.field) > 0


@cache
def pays(ap: int) -> Callable[[Body], bool]:
    """Whether so many action points are there."""
    return lambda b: b.ap >= ap


@cache
def broken_by(points: int) -> Callable[[Body], bool]:
    """Whether so much damage leaves no hit points (COR-DMG-10)."""
    return lambda b: b.hp <= points


@cache
def wields(name: str) -> Callable[[Body], Weapon | None]:
    """The weapon, when it is in hand."""
    return lambda b: weapon_named(b, name) if in_hand(b, name) else None


@cache
def loaded(name: str) -> Callable[[Body], bool]:
    """Whether its clip is not empty."""
    return lambda b: name not in b.empty


@cache
def clips_left(name: str) -> Callable[[Body], int]:
    """How often it can still be reloaded, where clips are counted."""
    return lambda b: b.sheet.reloads - b.reloaded.count(name)


@cache
def carries(name: str) -> Callable[[Body], bool]:
    """Whether it is in the kit."""
    return lambda b: any(w.name == name for w in b.kit)


@cache
def quick_shots(name: str) -> Callable[[Body], int]:
    """Quick shots counted so far with this weapon."""
    return lambda b: b.quick.count(name)


@cache
def manages(weapon: Weapon) -> Callable[[Body], bool]:
    """Whether the arms are there to use a weapon."""
    return lambda b: not weapon.two_handed or not one_handed(b)


straining = Wound("strain")
"""Whether exertion hurts."""
one_handed = Wound("one-handed")
"""Whether an injury leaves one arm to use."""
paralysed = Wound("body-paralysed", falls=True)
"""Whether an injury lets nothing move below the neck."""
legs_gone = Wound("legs-paralysed", falls=True)
"""Whether an injury keeps one from standing."""
slowed = Wound("slow")
"""Whether an injury halves the movement."""


def best_melee(b: Body) -> str:
    """The melee weapon in hand with the most dice, else bare hands."""
    return defends_with(b)[0]


def defends_with(b: Body) -> tuple[str, ...]:
    """The melee weapons in hand, most dice first; else bare hands."""
    weapons = [(w.bonus, w.damage, w.name) for w in b.kit if w.melee and in_hand(b, w.name) and manages(w)(b)]
    return tuple(name for _, _, name in sorted(weapons, reverse=True)) or (tables.UNARMED,)


@cache
def strikes_with(light_only: bool) -> Callable[[Body], tuple[str, ...]]:
    """What one can strike with at an opportunity, bare hands last (AMB-32)."""

    def read(b: Body) -> tuple[str, ...]:
        names = dict.fromkeys((*defends_with(b), tables.UNARMED))
        return tuple(name for name in names if not light_only or weapon_named(b, name).light)

    return read


def melee_in_hand(b: Body) -> tuple[str, ...]:
    """What one can strike with: melee weapons in hand, and bare hands."""
    return tuple(dict.fromkeys((*(w.name for w in b.kit if w.melee and w.name in b.hands), *natural(b))))


def ranged_in_hand(b: Body) -> tuple[str, ...]:
    """What one can shoot with: ranged weapons in hand."""
    return tuple(w.name for w in b.kit if not w.melee and w.name in b.hands)


def loaded_guns(b: Body) -> tuple[Weapon, ...]:
    """The loaded ranged weapons in hand."""
    return tuple(
        w for w in b.kit if not w.melee and w.name in b.hands and w.name not in b.empty and manages(w)(b)
    )


def loaded_gun(b: Body) -> str:
    """The first loaded ranged weapon in hand; empty when there is none."""
    guns = loaded_guns(b)
    return guns[0].name if guns else ""


def quickest(b: Body) -> str:
    """What is in hand with the most initiative, bare hands when they are empty."""
    held = [weapon_named(b, name) for name in (*b.hands, *natural(b)[:-1]) or (tables.UNARMED,)]
    best = max(held, key=lambda w: w.initiative)
    return best.name if best.initiative > 0 else ""


def droppable(b: Body) -> tuple[str, ...]:
    """What can be struck from the hands."""
    return tuple(name for name in b.hands if not weapon_named(b, name).natural)


@derived
def turn_place(b: Body) -> tuple[int, ...]:
    """The place in the order, lowest first: by the score with boosts, then by the dice of roll-offs."""
    now = slot_score(b)
    if not b.tied or b.tied[0] != now:
        return (-now,)
    return (-now, *[-face for face in b.tied[1:]])


def unclocked(b: Body) -> bool:
    """Whether a clock has still to be rolled: of being down, or of an injury."""
    return (len(b.injuries) > b.timed and not b.dead) or down_unclocked(b)


def down_unclocked(b: Body) -> bool:
    """Whether it has still to be rolled how long one who is down stays so."""
    return not unbroken(b) and b.hours == 0 and not b.dead


def treatable(b: Body) -> tuple[int, ...]:
    """The injuries whose clock or bleeding first aid can stop."""
    kinds = [(i, tables.injury(i.code)) for i in b.injuries if not i.treated]
    return tuple(i.code for i, kind in kinds if kind.fatal or BLEED in kind.codes)


# --- of two bodies ------------------------------------------------------------------------------


@derived_of_two
def band(a: Body, b: Body) -> int:
    """The range band between them: 0 Close to 3 Extreme, 4 beyond (COR-DST-01..06)."""
    (ax, ay), (bx, by) = a.spot, b.spot
    gap = (ax - bx) ** 2 + (ay - by) ** 2
    for n, edge in enumerate(a.sheet.edges):
        if gap <= edge * edge:
            return n
    return BEYOND


def hostile(a: Body, b: Body) -> bool:
    """Whether two are on different sides."""
    return a.side != b.side


def engages(a: Body, b: Body) -> bool:
    """Whether two engage each other in melee (AMB-31).

    They are hostile, both aware, neither Broken nor helpless, and at Close range of each other; by the
    option only once a melee attack has been made.
    """
    return (
        a.side != b.side
        and band(a, b) == CLOSE
        and (not a.sheet.engages_by_attack or b.sheet.name in a.locked)
        and _can_be_engaged(a)
        and _can_be_engaged(b)
    )


@derived
def _can_be_engaged(b: Body) -> bool:
    """Aware, neither Broken nor helpless."""
    return b.aware and able(b) and b.held_by is None


def apart(a: Body, b: Body) -> int | None:
    """A place for those of one's melee who are no longer at arm's length."""
    return 0 if b.sheet.name in a.locked and band(a, b) != CLOSE else None


def behind_cover(b: Body, from_: Body) -> bool:
    """Whether a line of fire between them passes b's cover (AMB-42)."""
    cover = b.cover
    return cover is not None and (cover.line is None or crosses(b.spot, from_.spot, cover.line))


@derived
def waits(b: Body) -> bool:
    """Whether the slot of this combat turn is still to come."""
    return b.entered and not b.over and unbroken(b)


def ready(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose slot of this combat turn is still to come."""
    return turn_place(b) if waits(b) else None


def standing(_: Table, b: Body) -> int | None:
    """A place for everybody unbroken."""
    return 0 if unbroken(b) else None


def needs_clock(_: Table, b: Body) -> int | None:
    """A place for those with a clock still to be rolled."""
    return 0 if unclocked(b) else None


def opposes(a: Body, b: Body) -> bool:
    """Whether somebody is unbroken, and on another side."""
    return a.side != b.side and unbroken(b)


class Fighter(View[Body]):
    """A combatant as the rules see it."""

    __slots__ = ()

    unbroken = fact(unbroken)
    able = fact(able)
    free = fact(free)
    prone = fact(PRONE.holds)
    aware = fact(lambda b: b.aware)
    dead = fact(lambda b: b.dead)
    stunned = fact(lambda b: b.stun > 0)
    npc = fact(lambda b: b.sheet.npc)
    pinned = fact(lambda b: b.held_by is not None)
    pinning = fact(lambda b: b.holding is not None)
    watching = fact(lambda b: b.watch is not None)
    armour = fact(lambda b: b.sheet.armour)
    size = fact(lambda b: b.sheet.size)
    small = fact(lambda b: b.sheet.small)
    driving = fact(lambda b: b.sheet.driving)
    cover_rating = fact(lambda b: b.cover.rating if b.cover else 0)
    hidden = fact(lambda b: b.cover is not None)
    began = fact(lambda b: b.began)
    opened = fact(lambda b: b.opened)
    boost = fact(lambda b: b.boost)
    boosted = fact(lambda b: b.boosted)
    score = fact(lambda b: b.score)
    entered = fact(lambda b: b.entered)
    over = fact(lambda b: b.over)
    slowed = fact(slowed)
    paralysed = fact(paralysed)
    legs_gone = fact(legs_gone)
    best_melee = fact(best_melee)
    melee_in_hand = fact(melee_in_hand)
    ranged_in_hand = fact(ranged_in_hand)
    loaded_gun = fact(loaded_gun)
    droppable = fact(droppable)
    quickest = fact(quickest)
    treatable = fact(treatable)
    broken = fact(lambda b: b.hp == 0)
    shaken = fact(lambda b: b.mp == 0 and b.sheet.breaks_down)
    hands = fact(lambda b: b.hands)

    @property
    def helpless(self) -> bool:
        """Broken, stunned, pinned or otherwise unable to turn a weapon aside (AMB-17)."""
        return self.pinned or not self.able

    @property
    def engaged(self) -> bool:
        """Whether one is in melee with anybody (AMB-31)."""
        return self.some(engages)

    @property
    def holder(self) -> Fighter | None:
        """Who pins this one."""
        return self.of(_held_by)

    @property
    def held(self) -> Fighter | None:
        """Whom this one pins."""
        return self.of(_holding)

    def can_pay(self, ap: int) -> bool:
        """Whether so many action points are there."""
        return self.about(pays(ap))

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of this name when it is in hand."""
        return self.about(wields(name))

    def loaded(self, name: str) -> bool:
        """Whether its clip is not empty."""
        return self.about(loaded(name))

    def level(self, skill: str) -> int:
        """Attribute and level of a skill."""
        return self.about(level(skill))

    def trained(self, skill: str) -> bool:
        """Whether the skill may be tried."""
        return self.about(trained(skill))

    def injury_mods(self, skill: str) -> tuple[Mod, ...]:
        """What injuries take off a test."""
        return self.about(injury_mods(skill))

    def band_to(self, other: Fighter) -> int:
        """The range band: 0 Close to 4 beyond Extreme."""
        return self.between(other, band)

    def covered_from(self, other: Fighter) -> bool:
        """Whether the own cover lies between."""
        return self.between(other, behind_cover)


class TableView(view.TableView[Table, Body, Fighter]):
    """The table as the rules see it."""

    __slots__ = ()
    fighter = Fighter

    turn = table_fact(lambda t: t.turn)
    clock = table_fact(lambda t: t.clock)
    darkness = table_fact(lambda t: t.darkness)
    closed = table_fact(lambda t: t.closed)


def _held_by(b: Body) -> Who | None:
    return b.held_by


def _holding(b: Body) -> Who | None:
    return b.holding


def table(play: Game) -> TableView:
    """The table of this play."""
    return TableView(play, TABLE)


def everyone(play: Game) -> list[Fighter]:
    """All combatants, in the order of the scene."""
    return table(play).all(view.anybody)
