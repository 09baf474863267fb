"""Scenes of the game: who fights, with what, where, and behind what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from affray.core.catalogue import Catalogue, read_catalogue
from affray.core.errors import unknown
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.pack import Kind, from_pack, known
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import BANDS, Cover, Sheet, Skills, Weapon
from affray.rulesets.coriolis.state import Body, State, Table

CATALOGUE = read_catalogue(__package__)


Level = Annotated[int, Field(ge=0, le=5)]
Rating = Annotated[int, Field(ge=1, le=10)]


class Attributes(Record):
    """The four attributes, 1 to 5 for people, up to 10 for beasts and machines."""

    strength: Rating
    agility: Rating
    wits: Rating
    empathy: Rating


if TYPE_CHECKING:  # a class that is made anew is no base to a type checker
    FurtherColumns = Record
else:
    FurtherColumns = tables.WeaponColumn.record()


class WeaponRecord(FurtherColumns):
    """A weapon of your own."""

    name: Name
    kind: Literal["melee", "ranged"]
    bonus: int = Field(0, ge=-3, le=5)
    initiative: int = Field(0, ge=-3, le=5)
    damage: int = Field(ge=0, le=20)
    crit: int = Field(0, ge=0, le=6, description="Crit rating; 0 gives no critical injuries.")
    band: Literal["Close", "Short", "Long", "Extreme"] = "Close"
    tags: tuple[str, ...] = ()

    def weapon(self) -> Weapon:
        """As the rules use it."""
        data = self.model_dump()
        own = {name: value for name, value in data.items() if name in Weapon._fields}
        columns = tables.WeaponColumn.of(data)
        return Weapon(**{**own, "band": BANDS.index(self.band), "columns": columns})


class ArmourRecord(Record):
    """A suit of your own."""

    name: Name
    rating: int = Field(ge=0, le=15)
    tags: tuple[str, ...] = ()


WeaponName = Annotated[str, known("weapons", "weapon", tables.weapons)]
SkillName = Annotated[str, known("skills", "skill", tables.skills)]
ArmourName = Annotated[str, known("armours", "armour", tables.armours)]
ArchetypeName = Annotated[str, known("archetypes", "archetype", tables.archetypes)]


class ArchetypeRecord(Record):
    """A ready-made character."""

    name: Name
    attributes: Attributes
    skills: dict[SkillName, Level] = Field(default_factory=dict)


Arm = Annotated[WeaponName | WeaponRecord, from_pack("weapons")]
Armour = Annotated[ArmourName | Annotated[int, Field(ge=0, le=15)] | ArmourRecord, from_pack("armours")]


class CoverRecord(Record):
    """Cover, from one end to the other in metres.

    Without ends it applies everywhere and against everyone.
    """

    name: Name
    kind: Annotated[str, known("covers", "cover", tables.covers)]
    ends: tuple[Spot, Spot] | None = None

    def cover(self) -> Cover:
        """As the rules use it."""
        line = Line(point(*self.ends[0]), point(*self.ends[1])) if self.ends else None
        return Cover(self.name, tables.covers()[self.kind].rating, line)


class Combatant(FighterRecord):
    """A combatant: an archetype, or attributes and skills.

    Weapons and armour are given by name or in line.
    """

    archetype: Annotated[ArchetypeName | ArchetypeRecord | None, from_pack("archetypes")] = None
    attributes: Attributes | None = None
    skills: dict[SkillName, Level] = Field(default_factory=dict)
    weapons: tuple[Arm, ...] = ()
    in_hand: tuple[Name, ...] | None = Field(
        None, description="Names of the weapons in hand; by default the first."
    )
    armour: Armour = 0
    npc: bool = Field(False, description="Run by the game master: its defence costs darkness points.")
    size: Literal["small", "normal", "large", "huge"] = "normal"
    cover: str | None = Field(None, description="The name of the cover the fighter starts behind.")
    surprises: bool = Field(
        False, description="It attacks by surprise: +2 initiative in the first combat turn."
    )
    aware: bool = Field(True, description="False: unaware of the enemy until their first turn.")
    prone: bool = False
    driving: bool = False
    hit_points: int | None = Field(None, ge=1, le=100)
    mind_points: int | None = Field(None, ge=1, le=100)
    hp: int | None = Field(None, ge=0, le=100, description="Current hit points, if not at full.")
    mp: int | None = Field(None, ge=0, le=100, description="Mind points now, if not all.")
    reloads: int = Field(
        3, ge=0, le=20, description="How often each weapon can be reloaded, where clips are counted."
    )

    def armed(self) -> tuple[Weapon, ...]:
        """What it carries."""
        return tuple(w.weapon() if isinstance(w, WeaponRecord) else tables.weapons()[w] for w in self.weapons)

    def holding(self) -> tuple[str, ...]:
        """What it has in hand."""
        if self.in_hand is not None:
            return self.in_hand
        return tuple(w.name for w in self.armed()[:1] if not w.natural)


class CoriolisScene(Scene):
    """A scene of Coriolis."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
    kinds: ClassVar[Mapping[str, Kind]] = {
        "weapons": Kind(WeaponRecord, tables.weapons),
        "armours": Kind(ArmourRecord, tables.armours),
        "archetypes": Kind(ArchetypeRecord, tables.archetypes),
    }
    ruleset: Literal["coriolis"]
    darkness: int | None = Field(
        None, ge=0, le=50, description="Darkness points of the game master at the start."
    )
    covers: tuple[CoverRecord, ...] = ()
    fighters: tuple[Combatant, ...] = Field(min_length=2, max_length=60)

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        walls = [c.name for c in self.covers]
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            if fighter.archetype is None and fighter.attributes is None:
                yield here, "expected an archetype, or attributes"
            carried = [w.name for w in fighter.armed()]
            if double := [name for name, n in Counter(carried).items() if n > 1]:
                yield (
                    (*here, "weapons"),
                    msg(
                        "{name} has two weapons called {double}; expected different names",
                        name=Verbatim(fighter.name),
                        double=Verbatim(repr(double[0])),
                    ),
                )
            for weapon in fighter.in_hand or ():
                if weapon not in carried:
                    yield (
                        (*here, "in_hand"),
                        unknown(
                            msg("weapon among those of {name}", name=Verbatim(fighter.name)), weapon, carried
                        ),
                    )
            if len(fighter.in_hand or ()) > 2:
                yield (*here, "in_hand"), "expected at most two weapons in hand"
            if fighter.cover is not None and fighter.cover not in walls:
                yield (*here, "cover"), unknown("cover in this scene", fighter.cover, walls)


def start(scene: CoriolisScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    covers = {c.name: c.cover() for c in scene.covers}
    bodies = [body for f in scene.starting for body in _bodies(f, house, covers)]
    darkness = house.darkness_start if scene.darkness is None else scene.darkness
    return Fight((*bodies, Table(darkness=darkness, covers=tuple(covers.values()))), house)


def joining(fight: State, data: Combatant) -> Body:
    """The body of somebody who comes in later (AMB-67).

    The first slot is in the next combat turn.
    """
    covers = {c.name: c for c in fight.table.covers}
    body = next(_bodies(data, fight.house, covers))
    waits = fight.house.join == "next_turn" and fight.table.turn > 0
    return body._replace(over=waits, ap=0 if waits else body.ap)


def _bodies(f: Combatant, house: House, covers: dict[str, Cover]) -> Iterator[Body]:
    x, y = f.at
    for n, name in enumerate(f.called):
        sheet = _sheet(f, name, house)
        yield Body(
            sheet,
            f.side,
            sheet.hit_points if f.hp is None else min(f.hp, sheet.hit_points),
            sheet.mind_points if f.mp is None else min(f.mp, sheet.mind_points),
            point(x, y + n),
            f.armed(),
            f.holding(),
            aware=f.aware,
            surprises=f.surprises,
            prone=f.prone,
            cover=covers.get(f.cover or ""),
        )


def _sheet(f: Combatant, name: str, house: House) -> Sheet:
    attributes, skills = _trained(f)
    s, a, w, e = attributes.strength, attributes.agility, attributes.wits, attributes.empathy
    edges = (house.range_close, house.range_short, house.range_long, house.range_extreme)
    return Sheet(
        name,
        f.npc,
        s,
        a,
        w,
        e,
        skills,
        _rating(f.armour),
        f.hit_points or s + a,
        f.mind_points or w + e,
        {"large": 1, "huge": house.size_huge}.get(f.size, 0),
        f.size == "small",
        tuple(100 * edge for edge in edges),
        house.stress_track == "mind_points",
        f.driving,
        f.profile,
        f.reloads,
        house.engaged == "explicit",
    )


def _trained(f: Combatant) -> tuple[Attributes | tables.Archetype, Skills]:
    """Attributes and skills: its own, on top of those of its archetype."""
    kind = tables.archetypes()[f.archetype] if isinstance(f.archetype, str) else f.archetype
    own = kind.attributes if isinstance(kind, ArchetypeRecord) else kind
    attributes = f.attributes or own
    assert attributes is not None
    base = kind.skills if isinstance(kind, tables.Archetype) else Skills()
    more = kind.skills if isinstance(kind, ArchetypeRecord) else {}
    return attributes, base._replace(
        **{tables.skills()[skill].field: level for skill, level in {**more, **f.skills}.items()}
    )


def _rating(armour: str | int | ArmourRecord) -> int:
    match armour:
        case str():
            return tables.armours()[armour].rating
        case ArmourRecord():
            return armour.rating
        case _:
            return armour
