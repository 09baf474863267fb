"""Scenes of the game: who fights, with what, where, and what is to be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field

from affray.core.catalogue import Catalogue, read_catalogue
from affray.core.errors import unknown
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.pack import Kind, from_pack, known
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Metres, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.fighter import at_hand
from affray.rulesets.traveller.figures import zeros
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import Cover, Post, Project, Sheet, Weapon, Zone
from affray.rulesets.traveller.state import Body, State, Table

CATALOGUE = read_catalogue(__package__)
HANDS = 2
UNCONSCIOUS = 2
"""So many characteristics at zero (TRV-UNC-01)."""


Score = Annotated[int, Field(ge=1, le=20)]
Now = Annotated[int, Field(ge=0, le=20)]
Level = Annotated[int, Field(ge=0, le=5)]
TechLevel = Annotated[int, Field(ge=0, le=20)]
SkillName = Annotated[str, known("skills", "skill", tables.skills)]
WeaponName = Annotated[str, known("weapons", "weapon", tables.weapons)]
ArmourName = Annotated[str, known("armours", "armour", tables.armours, tables.former_armours)]
PersonName = Annotated[str, known("people", "person", tables.people)]
CoverKind = Annotated[str, known("covers", "cover", tables.covers)]


class Characteristics(Record):
    """The six characteristics."""

    STR: Score
    DEX: Score
    END: Score
    INT: Score = 7
    EDU: Score = 7
    SOC: Score = 7

    def figures(self) -> tuple[int, ...]:
        """In the order of the sheet."""
        return self.STR, self.DEX, self.END, self.INT, self.EDU, self.SOC


class Present(Record):
    """What is left of characteristics at the start, where it is not all."""

    STR: Now | None = None
    DEX: Now | None = None
    END: Now | None = None
    INT: Now | None = None
    EDU: Now | None = None

    def left(self, b: Body) -> Body:
        """The body with no more than this."""
        return b._replace(
            strength=_least(self.STR, b.strength),
            dexterity=_least(self.DEX, b.dexterity),
            endurance=_least(self.END, b.endurance),
            intellect=_least(self.INT, b.intellect),
            education=_least(self.EDU, b.education),
        )


def _least(now: int | None, most: int) -> int:
    return most if now is None else min(now, most)


if TYPE_CHECKING:  # a class that is made anew is no base to a type checker
    FurtherColumns = Record
else:
    FurtherColumns = tables.WeaponColumn.record()


class WeaponRecord(FurtherColumns):
    """A weapon of your own; the range is in metres."""

    name: Name
    kind: Literal["melee", "ranged", "thrown", "gear"]
    dice: int = Field(ge=0, le=12)
    range: int = Field(0, ge=0, le=5_000)
    shots: int = Field(0, ge=0, le=1_000)
    scope: bool = False
    skill: SkillName = "gun combat"
    tags: tuple[Literal["laser", "blast", "medical"], ...] = ()

    def weapon(self) -> Weapon:
        """As the rules use it."""
        return Weapon(
            self.name,
            self.kind,
            self.dice,
            100 * self.range,
            self.shots,
            self.scope,
            self.skill,
            tuple(self.tags),
            tables.WeaponColumn.of(self.model_dump()),
        )


class ArmourRecord(Record):
    """A piece of armour of your own."""

    name: Name
    protection: int = Field(ge=0, le=50)
    against: Literal["all", "lasers"] = "all"


Arm = Annotated[WeaponName | WeaponRecord, from_pack("weapons")]
Piece = Annotated[ArmourName | ArmourRecord, from_pack("armours")]


class PersonRecord(Record):
    """A ready-made character."""

    name: Name
    characteristics: Characteristics
    skills: dict[SkillName, Level] = Field(default_factory=dict)
    armour: tuple[Piece, ...] = ()
    weapons: tuple[Arm, ...] = ()


class CoverRecord(Record):
    """Cover, from one end to the other, or all around a place.

    Without either it applies everywhere and against everyone.
    """

    name: Name
    kind: CoverKind
    ends: tuple[Spot, Spot] | None = None
    at: Spot | None = None

    def cover(self) -> Cover:
        """As the rules use it."""
        line = Line(point(*self.ends[0]), point(*self.ends[1])) if self.ends else None
        spot = point(*self.at) if self.at else None
        return Cover(self.name, self.kind, tables.covers()[self.kind].armour, line, spot)


class GroundRecord(Record):
    """Difficult ground: a circle, in metres."""

    name: Name
    at: Spot
    radius: Annotated[Metres, Field(gt=0, le=1_000)]


class PostRecord(Record):
    """A crew position in a vehicle, and the cover that it gives."""

    name: Name
    at: Spot
    cover: CoverKind | None = None

    def post(self) -> Post:
        """As the rules use it."""
        cover = tables.covers()[self.cover]._replace(name=self.name) if self.cover else None
        return Post(self.name, point(*self.at), cover)


class ProjectRecord(Record):
    """An extended action: the check that it starts with, and the rounds it takes."""

    name: Name
    skill: SkillName
    characteristic: Literal["STR", "DEX", "END", "INT", "EDU", "SOC"] = "EDU"
    dm: int = Field(0, ge=-10, le=10)
    rounds: int = Field(ge=1, le=100)
    wins: bool = Field(False, description="Whether the side that finishes it has won.")

    def project(self) -> Project:
        """As the rules use it."""
        return Project(**self.model_dump())


class FacilityRecord(Record):
    """Where the wounded are treated after the fight."""

    kind: Annotated[str, known("facilities", "facility", tables.facilities)]
    tl: TechLevel | None = None


class Combatant(FighterRecord):
    """A fighter: somebody from the list, or characteristics and skills."""

    person: Annotated[PersonName | PersonRecord | None, from_pack("people")] = None
    characteristics: Characteristics | None = None
    skills: dict[SkillName, Level] = Field(default_factory=dict)
    weapons: tuple[Arm, ...] | None = Field(None, description="By default those of the person.")
    in_hand: tuple[Name, ...] | None = Field(None, description="Two at most; by default the first.")
    armour: tuple[Piece, ...] | Annotated[int, Field(ge=0, le=50)] | None = Field(
        None, description="Names of pieces, or points; by default that of the person."
    )
    now: Present = Field(default_factory=Present, description="What is left of characteristics.")
    stance: Literal["standing", "crouched", "prone"] = "standing"
    unseen: bool = Field(False, description="Nobody knows where it is until it attacks.")
    opens: bool = Field(False, description="It may shoot once before the first round.")
    augment: TechLevel = Field(0, description="The highest tech level of its augmentations.")
    works: str | None = Field(None, description="The project that the autopilot sees to.")

    def armed(self) -> tuple[Weapon, ...]:
        """What it carries."""
        names = self.weapons if self.weapons is not None else somebody(self).weapons
        return tuple(w.weapon() if isinstance(w, WeaponRecord) else tables.weapons()[w] for w in names)

    def holding(self) -> tuple[str, ...]:
        """What it has in hand."""
        if self.in_hand is not None:
            return self.in_hand
        return tuple(w.name for w in self.armed()[:1] if not w.natural)


class Somebody(NamedTuple):
    """What comes with a person: figures, skills, armour, weapons."""

    figures: tuple[int, ...] = (0,) * 6
    skills: Mapping[str, int] = {}
    armour: tuple[str | ArmourRecord, ...] = ()
    weapons: tuple[str | WeaponRecord, ...] = ()


def somebody(f: Combatant) -> Somebody:
    """The person that a fighter is, if any."""
    match f.person:
        case str(name):
            known_one = tables.people()[name]
            return Somebody(known_one.figures, known_one.skills, known_one.armour, known_one.weapons)
        case PersonRecord() as p:
            return Somebody(p.characteristics.figures(), p.skills, p.armour, p.weapons)
        case _:
            return Somebody()


class TravellerScene(Scene):
    """A scene of Traveller."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
    kinds: ClassVar[Mapping[str, Kind]] = {
        "weapons": Kind(WeaponRecord, tables.weapons),
        "armours": Kind(ArmourRecord, tables.armours),
        "people": Kind(PersonRecord, tables.people),
    }
    ruleset: Literal["traveller"]
    ambushers: Name | None = Field(None, description="The side that ambushes all others.")
    covers: tuple[CoverRecord, ...] = ()
    difficult: tuple[GroundRecord, ...] = ()
    posts: tuple[PostRecord, ...] = ()
    projects: tuple[ProjectRecord, ...] = ()
    facility: FacilityRecord | None = None
    days: int = Field(
        0,
        ge=0,
        le=365,
        description="Days of healing played after the fight, before anyone is asked for more.",
    )
    fighters: tuple[Combatant, ...] = Field(min_length=2, max_length=60)

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            yield from self._of_fighter(fighter, here)
        sides = {f.side for f in self.starting}
        if self.ambushers is not None and self.ambushers not in sides:
            yield ("ambushers",), unknown("side in this scene", self.ambushers, sides)
        for n, cover in enumerate(self.covers):
            if cover.ends and cover.at:
                yield ("covers", n), "expected ends or a place, not both"

    def _of_fighter(self, fighter: Combatant, here: Loc) -> Iterator[tuple[Loc, str]]:
        if fighter.person is None and fighter.characteristics is None:
            yield here, "expected a person, or characteristics"
        carried = [w.name for w in fighter.armed()]
        if len(set(carried)) < len(carried):
            yield (*here, "weapons"), "expected no two of one name"
        if "unarmed" in carried:
            yield (*here, "weapons"), "bare hands are always there; expected weapons"
        for weapon in fighter.in_hand or ():
            if weapon not in carried:
                what = msg("weapon among those of {name}", name=Verbatim(fighter.name))
                yield (*here, "in_hand"), unknown(what, weapon, carried)
        held = fighter.in_hand or ()
        if len(held) > HANDS or len(set(held)) < len(held):
            yield (*here, "in_hand"), "expected at most two different things in hand"
        projects = [p.name for p in self.projects]
        if fighter.works is not None and fighter.works not in projects:
            yield (*here, "works"), unknown("project in this scene", fighter.works, projects)


def start(scene: TravellerScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    facility = scene.facility
    tl = 0 if facility is None else tables.facilities()[facility.kind] if facility.tl is None else facility.tl
    table = Table(
        covers=tuple(c.cover() for c in scene.covers),
        rough=tuple(Zone(z.name, point(*z.at), round(z.radius * 100)) for z in scene.difficult),
        posts=tuple(p.post() for p in scene.posts),
        projects=tuple(p.project() for p in scene.projects),
        facility=facility.kind if facility else "",
        tl=tl,
        days=scene.days,
    )
    bodies = [body for f in scene.starting for body in _bodies(f, table, house, scene.ambushers)]
    return Fight((*bodies, table), house)


def joining(fight: State, data: Combatant) -> Body:
    """The body of somebody who comes in later (TRV-R38)."""
    return next(_bodies(data, fight.table, fight.house, None))


def _bodies(f: Combatant, table: Table, house: House, ambushers: str | None) -> Iterator[Body]:
    kit, (x, y) = f.armed(), f.at
    for n, name in enumerate(f.called):
        sheet = _sheet(f, name)
        body = Body(
            sheet,
            f.side,
            sheet.strength,
            sheet.dexterity,
            sheet.endurance,
            sheet.intellect,
            sheet.education,
            point(x, y + n),
            kit,
            tuple(w.shots for w in kit),
            f.holding(),
            ambush=0 if ambushers is None else 1 if f.side == ambushers else -1,
            stance=f.stance,
            unseen=f.unseen,
            opens=f.opens,
        )
        body = f.now.left(body)
        covers, out = at_hand(table, body), zeros(body) == UNCONSCIOUS
        if out and house.unconscious_prone:
            body = body._replace(stance="prone")
        yield body._replace(cover=covers[0] if covers else None, more=covers[1:], out=out, wake_at=60)


def _sheet(f: Combatant, name: str) -> Sheet:
    person = somebody(f)
    figures = f.characteristics.figures() if f.characteristics else person.figures
    skills = {**person.skills, **f.skills}
    worn = _worn(f.armour if f.armour is not None else person.armour)
    return Sheet(
        name,
        figures[0],
        figures[1],
        figures[2],
        figures[3],
        figures[4],
        figures[5],
        tuple(skills.items()),
        tuple(piece.protection for piece in worn if not piece.lasers_only),
        tuple(piece.protection for piece in worn if piece.lasers_only),
        f.augment,
        f.works or "",
        f.profile,
    )


def _worn(armour: int | tuple[str | ArmourRecord, ...]) -> list[tables.ArmourKind]:
    """What is worn, piece by piece."""
    if isinstance(armour, int):
        return [tables.ArmourKind("armour", armour, False)] if armour else []
    return [
        tables.ArmourKind(piece.name, piece.protection, piece.against == "lasers")
        if isinstance(piece, ArmourRecord)
        else tables.armours()[piece]
        for piece in armour
    ]
