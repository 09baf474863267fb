"""What a rule can read of a combatant and of the table: named facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from affray.core import view
from affray.core.effect import TABLE
from affray.core.space import Point, bearing, crosses, within
from affray.core.view import View, another, derived, parted_by
from affray.rulesets.d6 import tables
from affray.rulesets.d6.dice import halved_code
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import HIDDEN, REACH, Cover, Spell, Weapon
from affray.rulesets.d6.state import Body, Game, Table

R = TypeVar("R")


class fact(view.fact[Body, R]):  # noqa: N801 (used like a decorator)
    """A fact of one combatant."""

    __slots__ = ()


class table_fact(view.fact[Table, R]):  # noqa: N801 (used like a decorator)
    """A fact of the table."""

    __slots__ = ()


# --- of one body --------------------------------------------------------------------------------


@derived
def able(b: Body) -> bool:
    """Whether one is in the fight, with more than no hit points (DSX-R33)."""
    return b.hp > 0


def alive(b: Body, death: str) -> bool:
    """Whether one is not dead: above minus the full hit points, or above 0 (DSX-R33)."""
    return b.hp > (0 if death == "zero" else -b.sheet.hit_points)


@cache
def living(death: str) -> Callable[[Body], bool]:
    """Whether one is not dead."""
    return lambda b: alive(b, death)


def weapon_named(b: Body, name: str) -> Weapon | None:
    """The weapon of this name in the kit, or bare hands."""
    if name == tables.FIST:
        return tables.weapons()[name]
    return next((w for w in b.kit if w.name == name), None)


def weapons_at_hand(b: Body) -> tuple[Weapon, ...]:
    """The weapons in hand, and the fists."""
    return (*[w for w in b.kit if w.name in b.hands], tables.weapons()[tables.FIST])


def loaded(b: Body, name: str) -> int:
    """The shots in a weapon of the kit."""
    return next((n for w, n in zip(b.kit, b.shots, strict=True) if w.name == name), 0)


@cache
def wields(name: str) -> Callable[[Body], Weapon | None]:
    """The weapon of this name when it is in hand; fists always are."""
    return lambda b: weapon_named(b, name) if name in b.hands or name == tables.FIST else None


@cache
def has_shots(name: str, shots: int) -> Callable[[Body], bool]:
    """Whether a weapon has so many shots."""
    return lambda b: loaded(b, name) >= shots


@cache
def knows(spell: str) -> Callable[[Body], Spell | None]:
    """The spell of this name."""
    return lambda b: next((s for s in b.sheet.spells if s.name == spell), None)


def code(b: Body, skill: str, house: House) -> int:
    """The code of a skill in pips, halved for the bloodied (DSX-BLOOD-03, DSX-R24)."""
    pips: int = getattr(b.sheet.skills, tables.field(skill))
    return halved_code(pips, house.bloodied_halves, house.half_rounds) if b.bloodied else pips


@cache
def skill(name: str, house: House) -> Callable[[Body], int]:
    """The code of a skill in pips, as it is now."""
    return lambda b: code(b, name, house)


def defence(b: Body, which: str, house: House) -> int:
    """The code that a defence is made of, in pips (DSX-R24)."""
    pips: int = getattr(b.sheet, which)
    if b.bloodied and house.bloodied_reflexes and which == "reflexes":
        return halved_code(pips, house.bloodied_halves, house.half_rounds)
    return pips


@cache
def defending(which: str, house: House) -> Callable[[Body], int]:
    """The code behind a defence, in pips."""
    return lambda b: defence(b, which, house)


def extra(b: Body, penalty: str) -> int:
    """Actions beyond the first that count against rolls and defences (DSX-R6)."""
    more = max(0, b.actions - 1)
    return min(1, more) if penalty == "flat" else more


@cache
def extras(penalty: str) -> Callable[[Body], int]:
    """Actions beyond the first that count."""
    return lambda b: extra(b, penalty)


def armed(b: Body) -> bool:
    """Whether there is a weapon in hand."""
    return bool(b.hands)


def pace(b: Body, rounds: str) -> int:
    """Movement in whole feet, halved for the bloodied (DSX-BLOOD-02)."""
    feet = b.sheet.movement
    return (-(-feet // 2) if rounds == "up" else feet // 2) if b.bloodied else feet


@cache
def paces(rounds: str) -> Callable[[Body], int]:
    """Movement in whole feet."""
    return lambda b: pace(b, rounds)


def skills_at_hand(b: Body) -> tuple[str, ...]:
    """The skills that what is carried, known or driven could call for, the readiest first."""
    ready = [w.skill for w in b.kit if w.name in b.hands]
    if b.sheet.spells:
        ready.append("casting")
    if b.drives is not None:
        ready.append("vehicle operation")
    carried = [w.skill for w in b.kit if w.name not in b.dropped or at_hand(b, w.name)]
    return tuple(dict.fromkeys([*ready, *carried, "brawling"]))


def at_hand(b: Body, name: str) -> bool:
    """Whether a dropped weapon lies within reach (DSX-R40)."""
    lies = (spot for dropped, spot in zip(b.dropped, b.lying, strict=True) if dropped == name)
    return any(within(b.spot, spot, REACH) for spot in lies)


def blood_rule(b: Body) -> str:
    """The rule by which codes are halved: by the wounds, or until healed above half."""
    if not b.bloodied:
        return ""
    return "DSX-BLOOD-03" if 2 * b.hp < b.sheet.hit_points else "DSX-BLOOD-04"


def hands_free(b: Body) -> int:
    """Hands that hold nothing."""
    return 2 - sum([w.hands for w in b.kit if w.name in b.hands])


def usable(b: Body) -> bool:
    """Whether one is able and knows of the fight, and so acts in a round (DSX-INIT-01)."""
    return able(b) and b.aware


# --- of two bodies --------------------------------------------------------------------------------


def hostile(a: Body, b: Body) -> bool:
    """Whether two are on different sides, and the other is in the fight."""
    return a.side != b.side and able(b)


def close(a: Body, b: Body) -> bool:
    """Whether two are within melee reach of each other."""
    return within(a.spot, b.spot, REACH)


@cache
def in_reach(reach: int) -> Callable[[Body, Body], bool]:
    """Whether somebody is no further off than this."""
    return lambda a, b: within(a.spot, b.spot, reach)


def covered(spot: Point, target: Body, cover: Cover | None) -> bool:
    """Whether a cover of the target stands between it and a place."""
    return cover is not None and (cover.line is None or crosses(spot, target.spot, cover.line))


def cover_kinds(attacker: Body, target: Body) -> tuple[str, ...]:
    """The kinds of cover that the target has from this attacker."""
    if target.cover is None and not target.more:
        return ()
    covers = (target.cover, *target.more)
    return tuple([c.kind for c in covers if c is not None and covered(attacker.spot, target, c)])


def hidden(attacker: Body, target: Body) -> bool:
    """Whether the target is out of this one's sight (DSX-SUPP-08)."""
    return HIDDEN in cover_kinds(attacker, target)


@cache
def hides_from(spot: Point) -> Callable[[Body], bool]:
    """Whether one is out of sight from a place (DSX-SUPP-09)."""
    return lambda b: b.cover is not None and b.cover.kind == HIDDEN and covered(spot, b, b.cover)


def behind(a: Body, b: Body) -> bool:
    """Whether a stands behind b, who cannot turn around (DSX-ADV-03)."""
    if b.facing is None:
        return False
    look = (b.facing.x - b.spot.x, b.facing.y - b.spot.y)
    return look[0] * (a.spot.x - b.spot.x) + look[1] * (a.spot.y - b.spot.y) < 0


def surprised(attacker: Body, target: Body) -> bool:
    """Whether the target does not know of an attack by this one (DSX-AWARE-01)."""
    return not target.aware or attacker.unseen


def knows_of(a: Body, b: Body) -> bool:
    """Whether one knows where another is: not unseen, and oneself aware."""
    return a.side == b.side or (a.aware and not b.unseen)


def known_foe(a: Body, b: Body) -> bool:
    """Whether somebody is on another side, in the fight, and known of."""
    return a.side != b.side and able(b) and a.aware and not b.unseen


def better_placed(a: Body, b: Body) -> int:
    """How many reasons a has for an advantage over b (DSX-ADV-01..03)."""
    if not b.aware:
        return 0
    arms = armed(a) and not armed(b)
    larger = not armed(a) and not armed(b) and a.sheet.size > b.sheet.size
    return int(arms) + int(larger) + int(behind(a, b))


def advantage_rule(a: Body, b: Body) -> str:
    """The rule that gives a the advantage over b that it has."""
    if behind(a, b):
        return "DSX-ADV-03"
    return "DSX-ADV-01" if armed(a) and not armed(b) else "DSX-ADV-02"


# --- places in an order ---------------------------------------------------------------------------


def standing(_: Table, b: Body) -> int | None:
    """A place for everybody in the fight."""
    return 0 if able(b) else None


def undeclared(_: Table, b: Body) -> int | None:
    """A place for those who still have to say how much they will do."""
    return 0 if usable(b) and not b.declared and not b.done and b.held is None else None


def acting(_: Table, b: Body) -> int | None:
    """A place for those whose turn it is."""
    return 0 if b.acting and able(b) else None


def _turn_place(b: Body) -> tuple[int, int, int]:
    """Highest key first; who holds back comes after its equals (DSX-INIT-01, -05)."""
    return -b.key, b.waits == 2, -b.toss


def next_by_name(a: Body, b: Body) -> tuple[bool, str]:
    """Who of those whom nothing else parts: the first by name after a, and round again."""
    return b.sheet.name <= a.sheet.name, b.sheet.name


@parted_by(next_by_name)
def lies(a: Body, b: Body) -> int:
    """Where somebody lies as seen by a; of those on one spot the next by name."""
    return bearing(a.spot, b.spot)


@parted_by(lies)
def first_of(_: Body, b: Body) -> tuple[int, ...]:
    """Who of equals comes first: by order of turns, by bearing, then by name."""
    return _turn_place(b)


def waiting(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose turn of the round is still to come."""
    ready = usable(b) and not b.done and not b.acting and b.held is None
    return _turn_place(b) if ready else None


def finished(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those whose turn of the round is over."""
    return _turn_place(b) if b.done and b.held is None else None


def on_hold(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those who hold an action, and may act at any moment (DSX-HOLD-01)."""
    return _turn_place(b) if b.held is not None and usable(b) and not b.acting else None


def equal(a: Body, b: Body) -> int | None:
    """A place for those who act at the same moment as a, and for a (DSX-INIT-04)."""
    return 0 if waiting(_NOBODY, b) is not None and _turn_place(a) == _turn_place(b) else None


_NOBODY = Table()


def oblivious(_: Table, b: Body) -> int | None:
    """A place for those who do not know of the fight."""
    return 0 if able(b) and not b.aware else None


def foe(a: Body, b: Body) -> int | None:
    """A place for everybody able on another side."""
    return 0 if hostile(a, b) else None


@cache
def listens(event: str) -> Callable[[Body, Body], int | None]:
    """A place for those able who hold an action for such an event (DSX-HOLD-01)."""

    def rank(a: Body, b: Body) -> int | None:
        meant = b.held is not None and b.held.event in (event, "acts") and able(b)
        return (
            0
            if meant and a.sheet.name != b.sheet.name and (b.held_for is not None or a.side != b.side)
            else None
        )

    return rank


class Fighter(View[Body]):
    """A combatant as the rules see it."""

    __slots__ = ()

    able = fact(able)
    aware = fact(lambda b: b.aware)
    unseen = fact(lambda b: b.unseen)
    prone = fact(lambda b: b.prone)
    bound = fact(lambda b: b.bound)
    armed = fact(armed)
    fought = fact(lambda b: b.fought)
    led = fact(lambda b: b.led)
    lead = fact(lambda b: b.lead)
    actions = fact(lambda b: b.actions)
    used = fact(lambda b: b.used)
    left = fact(lambda b: b.actions - b.used)
    moves = fact(lambda b: b.moves)
    halves = fact(lambda b: b.halves)
    fresh = fact(lambda b: b.used == 0 and b.halves == 0)
    armour = fact(lambda b: b.sheet.armour)
    resistance = fact(lambda b: b.sheet.resistance)
    perception = fact(lambda b: b.sheet.perception)
    waits = fact(lambda b: b.waits)
    key = fact(lambda b: b.key)
    aimed = fact(lambda b: b.aimed)
    aims_with = fact(lambda b: b.aims_with)
    bloodied = fact(lambda b: b.bloodied)
    blood_rule = fact(blood_rule)
    riding = fact(lambda b: b.aboard is not None)
    driving = fact(lambda b: b.drives is not None)
    speed = fact(lambda b: b.speed)
    evading = fact(lambda b: b.evading)
    vehicle = fact(lambda b: b.drives)
    cover = fact(lambda b: b.cover)
    zoned = fact(lambda b: b.zone is not None)
    zone_total = fact(lambda b: b.zone.total if b.zone else 0)
    zone_damage = fact(lambda b: b.zone.damage if b.zone else 0)
    spell = fact(lambda b: b.spell)
    components = fact(lambda b: b.components)
    held = fact(lambda b: b.held)
    hands = fact(lambda b: b.hands)
    hands_free = fact(hands_free)
    skills_at_hand = fact(skills_at_hand)

    driver = another[Body](lambda b: b.aboard)
    """Who drives the vehicle this one is in."""
    aims_at = another[Body](lambda b: b.aim)
    held_for = another[Body](lambda b: b.held_for)
    """Whose deed sets off the held action, if it is one combatant's."""
    held_at = another[Body](lambda b: b.held_at)
    """At whom the held action goes, if it was said."""

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of this name when it is in hand."""
        return self.about(wields(name))

    def has_shots(self, name: str, shots: int) -> bool:
        """Whether a weapon has so many shots."""
        return self.about(has_shots(name, shots))

    def knows(self, spell: str) -> Spell | None:
        """The spell of this name."""
        return self.about(knows(spell))

    def code(self, name: str) -> int:
        """The code of a skill in pips, as it is now."""
        return self.about(skill(name, self.play.house))

    def extra(self) -> int:
        """Actions beyond the first that count against rolls and defences."""
        return self.about(extras(self.play.house.multi_penalty))

    def pace(self) -> int:
        """Movement in whole feet."""
        return self.about(paces(self.play.house.half_rounds))

    def living(self) -> bool:
        """Whether this one is not dead."""
        return self.about(living(self.play.house.death))

    def manages(self, pips: int) -> bool:
        """Whether a roll of so many pips can be made at all (DSX-R8)."""
        return pips > 0 or bool(self.play.house.dice_least == "one")


class TableView(view.TableView[Table, Body, Fighter]):
    """The table as the rules see it."""

    __slots__ = ()
    fighter = Fighter

    round = table_fact(lambda t: t.round)
    quiet = table_fact(lambda t: t.quiet)
    closed = table_fact(lambda t: t.closed)


def table(play: Game) -> TableView:
    """The table of this play."""
    return TableView(play, TABLE)


def everyone(play: Game) -> list[Fighter]:
    """All combatants, in the order of the scene."""
    return table(play).all(view.anybody)
