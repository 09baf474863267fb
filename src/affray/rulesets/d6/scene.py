"""Scenes of the game: who fights, with what, where, behind and in what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from affray.core.catalogue import Catalogue, read_catalogue
from affray.core.effect import Who
from affray.core.errors import unknown
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.pack import Kind, from_pack, known
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.d6 import tables
from affray.rulesets.d6.dice import value, written
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import FOOT, Cover, Mine, Sheet, Skills, Spell, Vehicle, Weapon
from affray.rulesets.d6.state import Body, State, Table

CATALOGUE = read_catalogue(__package__)
HANDS = 2
UNTRAINED = "2D"
"""The code of a skill that nobody gave."""
BASE = 20
"""Hit points beside the pips of the physique."""


def _code(text: str) -> str:
    value(text)
    return text


Code = Annotated[str, Field(max_length=6, description="Dice and pips, such as 3D+1."), AfterValidator(_code)]
SkillName = Annotated[str, known("skills", "skill", tables.skills)]
WeaponName = Annotated[str, known("weapons", "weapon", tables.arms)]
SpellName = Annotated[str, known("spells", "spell", tables.spells)]
ArmourName = Annotated[str, known("armours", "armour", tables.armours, tables.former_armours)]
ArchetypeName = Annotated[str, known("archetypes", "archetype", tables.archetypes)]
SizeName = Annotated[str, known("sizes", "size", tables.sizes)]
VehicleName = Annotated[str, known("kinds of vehicles", "vehicle", tables.vehicles)]
Feet = Annotated[int, Field(ge=0, le=10_000)]
Damage = Annotated[int, Field(ge=0, le=100)]


if TYPE_CHECKING:  # a class that is made anew is no base to a type checker
    FurtherColumns = Record
else:
    FurtherColumns = tables.WeaponColumn.record()


class WeaponRecord(FurtherColumns):
    """A weapon of your own; range and radius in feet."""

    name: Name
    kind: Literal["melee", "ranged", "explosive"] = "melee"
    skill: SkillName = "melee combat"
    damage: Damage
    shots: int = Field(0, ge=0, le=1_000, description="Shots when full; for explosives, how many.")
    automatic: bool = False
    range: Feet = 5
    load: int = Field(1, ge=0, le=6, description="Actions to load it.")
    hands: int = Field(1, ge=0, le=2)
    radius: Feet = 0

    def weapon(self) -> Weapon:
        """As the rules use it."""
        return Weapon(
            self.name, self.kind, self.skill, self.damage, self.shots, self.automatic,
            self.range * FOOT, self.load, self.hands, self.radius * FOOT,
            tables.WeaponColumn.of(self.model_dump()),
        )  # fmt: skip


class SpellRecord(Record):
    """A spell of your own; range and radius in feet."""

    name: Name
    components: str = Field("", pattern="^V?S?M?$", description="Any of V, S and M, in this order.")
    damage: Damage
    range: Feet = 60
    radius: Feet = 0
    defence: Literal["reflexes", "willpower"] = "reflexes"

    def spell(self) -> Spell:
        """As the rules use it."""
        reach, radius = self.range * FOOT, self.radius * FOOT
        return Spell(self.name, self.components, self.damage, reach, radius, self.defence)


class ArmourRecord(Record):
    """An armour of your own."""

    name: Name
    rating: int = Field(ge=0, le=100)


Arm = Annotated[WeaponName | WeaponRecord, from_pack("weapons")]
Charm = Annotated[SpellName | SpellRecord, from_pack("spells")]
Armour = Annotated[ArmourName | Annotated[int, Field(ge=0, le=100)] | ArmourRecord, from_pack("armours")]


class ArchetypeRecord(Record):
    """A ready-made character."""

    name: Name
    skills: dict[SkillName, Code] = Field(default_factory=dict)
    reflexes: Code
    willpower: Code
    perception: Code = UNTRAINED
    hit_points: int = Field(ge=1, le=1_000)
    armour: int = Field(0, ge=0, le=100)
    weapons: tuple[Arm, ...] = ()
    spells: tuple[Charm, ...] = ()


class CoverRecord(Record):
    """Cover, from one end to the other in feet.

    Without ends it applies everywhere and against everyone.
    """

    name: Name
    kind: Annotated[str, known("covers", "cover", lambda: (*tables.covers(), *tables.cover_kinds()))]
    ends: tuple[Spot, Spot] | None = None

    def cover(self) -> Cover:
        """As the rules use it."""
        line = Line(point(*self.ends[0]), point(*self.ends[1])) if self.ends else None
        return Cover(self.name, tables.covers().get(self.kind, self.kind), line)


class VehicleRecord(Record):
    """A vehicle: one of the list, or figures of its own; movement in feet a round."""

    name: Name
    kind: VehicleName | None = None
    size: SizeName = "large"
    handling: int = Field(0, ge=-60, le=60)
    armour: int = Field(0, ge=0, le=100)
    movement: Feet = 150
    enclosed: bool = True

    def vehicle(self) -> Vehicle:
        """As the rules use it."""
        if self.kind is not None:
            return tables.vehicles()[self.kind]._replace(name=self.name)
        return Vehicle(self.name, self.size, self.handling, self.armour, self.movement, self.enclosed)


class MineRecord(Record):
    """An explosive that lies in wait; 15 is its attack number if none is given."""

    name: Name
    at: Spot
    damage: Damage = 18
    radius: Feet = 15
    attack: int = Field(15, ge=0, le=100)

    def mine(self) -> Mine:
        """As the rules use it."""
        return Mine(self.name, point(*self.at), self.damage, self.radius * FOOT, self.attack)


class Combatant(FighterRecord):
    """A combatant: an archetype, or codes of its own.

    Weapons, armour and spells stand by name or in line.
    """

    at: Spot = Field(description="Where it stands, in feet: [x, y].")
    count: int = Field(1, ge=1, le=30, description="So many alike, numbered from 1, five feet apart.")
    archetype: Annotated[ArchetypeName | ArchetypeRecord | None, from_pack("archetypes")] = None
    skills: dict[SkillName, Code] = Field(default_factory=dict)
    reflexes: Code | None = None
    willpower: Code | None = None
    perception: Code | None = None
    physique: Code = Field("3D", description="Hit points are 20 and its pips, where not given.")
    hit_points: int | None = Field(None, ge=1, le=1_000)
    hp: int | None = Field(None, ge=1, le=1_000, description="Current hit points, if not at full.")
    armour: Armour | None = None
    movement: int = Field(30, ge=0, le=1_000, description="Feet in one move.")
    size: SizeName = "medium"
    resistance: int = Field(0, ge=0, le=100, description="Spell resistance.")
    weapons: tuple[Arm, ...] | None = None
    in_hand: tuple[Name, ...] | None = Field(None, description="Weapons in hand; by default the first.")
    spells: tuple[Charm, ...] | None = None
    spares: int = Field(6, ge=0, le=100, description="How often it can load.")
    aware: bool = Field(True, description="False: it does not know of its enemies yet.")
    unseen: bool = Field(False, description="Nobody knows of it until it attacks.")
    prone: bool = False
    bound: bool = Field(False, description="It cannot move.")
    facing: Spot | None = Field(None, description="Where it looks that cannot turn around.")
    cover: str | None = Field(None, description="The name of the cover the fighter starts behind.")
    drives: str | None = Field(None, description="The name of the vehicle it drives.")
    rides: str | None = Field(None, description="The name of the vehicle it sits in.")

    def kind(self) -> ArchetypeRecord | None:
        """The archetype, if it is one."""
        return _ready(self.archetype) if isinstance(self.archetype, str) else self.archetype

    def armed(self) -> tuple[Weapon, ...]:
        """What it carries."""
        kind = self.kind()
        given = self.weapons if self.weapons is not None else kind.weapons if kind else ()
        return tuple(w.weapon() if isinstance(w, WeaponRecord) else tables.weapons()[w] for w in given)

    def known(self) -> tuple[Spell, ...]:
        """The spells it knows."""
        kind = self.kind()
        given = self.spells if self.spells is not None else kind.spells if kind else ()
        return tuple(s.spell() if isinstance(s, SpellRecord) else tables.spells()[s] for s in given)

    def holding(self) -> tuple[str, ...]:
        """What it has in hand."""
        return self.in_hand if self.in_hand is not None else tuple(w.name for w in self.armed()[:1])


@cache
def _ready(name: str) -> ArchetypeRecord:
    """An archetype of the game as a record."""
    kind = tables.archetypes()[name]
    return ArchetypeRecord(
        name=name,
        skills={s.replace("_", " "): written(pips) for s, pips in kind.skills._asdict().items()},
        reflexes=written(kind.reflexes),
        willpower=written(kind.willpower),
        perception=written(kind.perception),
        hit_points=kind.hit_points,
        armour=kind.armour,
        weapons=kind.weapons,
        spells=kind.spells,
    )


class SkirmishScene(Scene):
    """A scene of the game."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
    kinds: ClassVar[Mapping[str, Kind]] = {
        "weapons": Kind(WeaponRecord, tables.weapons),
        "armours": Kind(ArmourRecord, tables.armours),
        "spells": Kind(SpellRecord, tables.spells),
        "archetypes": Kind(ArchetypeRecord, tables.archetypes),
    }
    ruleset: Literal["d6"]
    covers: tuple[CoverRecord, ...] = ()
    vehicles: tuple[VehicleRecord, ...] = ()
    mines: tuple[MineRecord, ...] = ()
    fighters: tuple[Combatant, ...] = Field(min_length=2, max_length=60)

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        drivers = Counter(f.drives for f in self.starting if f.drives)
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            if fighter.archetype is None and (fighter.reflexes is None or fighter.willpower is None):
                yield here, "expected an archetype, or reflexes and willpower"
            yield from ((((*here, key), text)) for key, text in _of_arms(fighter))
            yield from ((((*here, key), text)) for key, text in self._of_places(fighter, drivers))

    def _of_places(self, f: Combatant, drivers: Counter[str]) -> Iterator[tuple[str, str]]:
        walls, cars = [c.name for c in self.covers], [v.name for v in self.vehicles]
        if f.cover is not None and f.cover not in walls:
            yield "cover", unknown("cover in this scene", f.cover, walls)
        for key, name in (("drives", f.drives), ("rides", f.rides)):
            if name is not None and name not in cars:
                yield key, unknown("vehicle in this scene", name, cars)
        if f.rides in cars and not drivers[f.rides or ""]:
            yield "rides", msg("nobody drives {rides}", rides=Verbatim(repr(f.rides)))
        if f.drives and (drivers[f.drives] > 1 or f.count > 1):
            yield "drives", msg("{drives} has more than one driver", drives=Verbatim(repr(f.drives)))
        if f.drives and f.rides:
            yield "rides", "expected to drive or to ride, not both"


def _of_arms(f: Combatant) -> Iterator[tuple[str, str]]:
    arms = {w.name: w for w in f.armed()}
    if len(arms) < len(f.armed()):
        yield "weapons", "expected no two weapons of one name"
    strange = [name for name in f.holding() if name not in arms]
    yield from (
        ("in_hand", unknown(msg("weapon among those of {name}", name=Verbatim(f.name)), name, arms))
        for name in strange
    )
    if not strange and sum(arms[name].hands for name in f.holding()) > HANDS:
        yield "in_hand", "expected no more than two hands can hold"


# --- the fight ------------------------------------------------------------------------------------------


def start(scene: SkirmishScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    covers = {c.name: c.cover() for c in scene.covers}
    vehicles = {v.name: v.vehicle() for v in scene.vehicles}
    pairs = [(f, body) for f in scene.starting for body in _bodies(f, covers, house)]
    drivers = {f.drives: Who(n) for n, (f, _) in enumerate(pairs) if f.drives}
    bodies = [_seated(f, body, vehicles, drivers) for f, body in pairs]
    spots = [body.spot if body.aboard is None else bodies[body.aboard].spot for body in bodies]
    placed = [body._replace(spot=spot) for body, spot in zip(bodies, spots, strict=True)]
    mines = tuple(m.mine() for m in scene.mines)
    return Fight(
        (*placed, Table(covers=tuple(covers.values()), mines=mines, vehicles=tuple(vehicles.values()))), house
    )


def _seated(f: Combatant, body: Body, vehicles: dict[str, Vehicle], drivers: dict[str, Who]) -> Body:
    if f.drives is not None:
        return body._replace(drives=vehicles[f.drives], aboard=drivers[f.drives])
    return body._replace(aboard=drivers.get(f.rides)) if f.rides is not None else body


def joining(fight: State, data: Combatant) -> Body:
    """The body of somebody who comes in later; it declares at once.

    It may drive a vehicle of the scene that nobody drives, or get into one.
    """
    t = fight.table
    body = next(_bodies(data, {c.name: c for c in t.covers}, fight.house))
    who = Who(len(fight.fighters))
    driven = {b.drives.name: w for w in fight.here if (b := fight.bodies[w]).drives is not None}
    drivers = {**driven, **({data.drives: who} if data.drives else {})}
    seated = _seated(data, body, {v.name: v for v in t.vehicles}, drivers)
    if data.rides is not None and seated.aboard is None:  # its driver has got out
        beside = next((p.spot for p in t.parked if p.vehicle.name == data.rides), seated.spot)
        return seated._replace(spot=beside)
    if seated.aboard is None or seated.aboard == who:
        return seated
    return seated._replace(spot=fight.bodies[seated.aboard].spot)


def _bodies(f: Combatant, covers: dict[str, Cover], house: House) -> Iterator[Body]:
    x, y = f.at
    kit = tuple([tables.belted(w, house.machine_gun_shots) for w in f.armed()])
    for n, name in enumerate(f.called):
        sheet = _sheet(f, name)
        full = sheet.hit_points
        hp = full if f.hp is None else min(f.hp, full)
        yield Body(
            sheet,
            f.side,
            hp,
            point(x, y + 5 * n),
            kit,
            f.holding(),
            tuple(w.shots if house.bow_ready or w.load <= 1 else 0 for w in kit),
            (0,) * len(kit),
            spares=f.spares,
            bloodied=2 * hp < full,
            aware=f.aware,
            unseen=f.unseen,
            prone=f.prone,
            bound=f.bound,
            facing=point(*f.facing) if f.facing else None,
            cover=covers.get(f.cover or ""),
        )


def _sheet(f: Combatant, name: str) -> Sheet:
    kind = f.kind()
    own = kind.skills if kind else {}
    return Sheet(
        name,
        Skills(**{tables.field(skill): value(code) for skill, code in {**own, **f.skills}.items()}),
        value(f.reflexes or (kind.reflexes if kind else UNTRAINED)),
        value(f.willpower or (kind.willpower if kind else UNTRAINED)),
        value(f.perception or (kind.perception if kind else UNTRAINED)),
        f.hit_points or (kind.hit_points if kind else BASE + value(f.physique)),
        _rating(f.armour, kind.armour if kind else 0),
        f.movement,
        list(tables.sizes()).index(f.size),
        f.resistance,
        f.known(),
        f.profile,
    )


def _rating(armour: str | int | ArmourRecord | None, otherwise: int) -> int:
    match armour:
        case str():
            return tables.armours()[armour]
        case ArmourRecord():
            return armour.rating
        case None:
            return otherwise
        case _:
            return armour
