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
from affray.core.pack import Kind, Named, from_pack, known
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.dice import place_of
from affray.rulesets.serenity.effects.arms import HANDS
from affray.rulesets.serenity.effects.harm import DRIP
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import Armour, Cover, Sheet, Skill, Weapon
from affray.rulesets.serenity.state import Body, Charge, Clip, State, Table

CATALOGUE = read_catalogue(__package__)
TOUGH = {"tough as nails": 2, "tougher than nails": 4}
"""Life points that traits add."""


def _skill(name: str) -> str:
    general, _, speciality = name.partition("/")
    if general not in tables.skills() or (not speciality and "/" in name):
        raise ValueError(unknown("skill", general, tables.skills()))
    return name


Die = Literal["d2", "d4", "d6", "d8", "d10", "d12"]
WeaponName = Annotated[str, known("weapons", "weapon", tables.weapons)]
ArmourName = Annotated[str, known("armours", "armour", tables.armours)]
SampleName = Annotated[str, known("people", "sample", tables.people)]
SkillName = Annotated[str, Named(_skill, tables.skills)]
TraitName = Annotated[str, known("traits", "trait", tables.traits)]


class Attributes(Record):
    """The six attributes, as dice."""

    agility: Die
    strength: Die
    vitality: Die
    alertness: Die
    intelligence: Die
    willpower: Die


if TYPE_CHECKING:  # a class that is made anew is no base to a type checker
    FurtherColumns = Record
else:
    FurtherColumns = tables.WeaponColumn.record()


class WeaponRecord(FurtherColumns):
    """A weapon of your own; range in metres, a rate or magazine of 0 has no limit."""

    name: Name
    kind: Literal["melee", "ranged", "improvised"]
    damage: str = Field(
        pattern=r"^d(2|4|6|8|10|12)(\+d(2|4|6|8|10|12))?$", description='As "d6" or "d12+d4".'
    )
    harm: Literal["stun", "wound", "basic"] = "basic"
    range: int = Field(0, ge=0, le=5_000)
    rate: int = Field(0, ge=0, le=20)
    magazine: int = Field(0, ge=0, le=500)
    skill: Annotated[str, known("skills", "skill", tables.skills)] = "melee weapons"
    speciality: str = ""
    tags: tuple[Literal["two-handed", "automatic", "shot", "awkward", "big"], ...] = ()

    def weapon(self) -> Weapon:
        """As the rules use it."""
        return Weapon(
            self.name,
            self.kind,
            tables.damage_place(self.damage),
            self.harm,
            100 * self.range,
            self.rate,
            self.magazine,
            self.skill,
            self.speciality,
            tuple(self.tags),
            tables.WeaponColumn.of(self.model_dump()),
        )


class ArmourRecord(Record):
    """A suit of your own; steps of attributes that it costs are below 0."""

    name: Name
    rating: int = Field(ge=0, le=20)
    agility: int = Field(0, ge=-6, le=0)
    alertness: int = Field(0, ge=-6, le=0)

    def armour(self) -> Armour:
        """As the rules use it."""
        return Armour(self.name, self.rating, self.agility, self.alertness)


class SampleRecord(Record):
    """A ready-made character."""

    name: Name
    attributes: Attributes
    skills: dict[SkillName, Die] = Field(default_factory=dict)
    traits: tuple[TraitName, ...] = ()


Arm = Annotated[WeaponName | WeaponRecord, from_pack("weapons")]
Worn = Annotated[ArmourName | Annotated[int, Field(ge=0, le=20)] | ArmourRecord, from_pack("armours")]


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
        return Cover(self.name, self.kind, tables.covers()[self.kind].difficulty, line)


class ChargeRecord(Record):
    """An explosive that has been planted, and whose side can set it off."""

    explosive: Annotated[str, known("explosives", "explosive", tables.explosives)]
    side: Name
    at: Spot

    def charge(self) -> Charge:
        """As the rules use it."""
        return Charge(tables.weapons()[self.explosive], point(*self.at), self.side)


class Person(FighterRecord):
    """A fighter: a sample, or attributes and skills.

    Weapons and armour are given by name or in line.
    """

    sample: Annotated[SampleName | SampleRecord | None, from_pack("people")] = None
    attributes: Attributes | None = None
    skills: dict[SkillName, Die] = Field(default_factory=dict)
    traits: tuple[TraitName, ...] = ()
    weapons: tuple[Arm, ...] = ()
    in_hand: tuple[Name, ...] | None = Field(
        None, description="Names of the weapons in hand; by default the first."
    )
    armour: Worn = 0
    life: int | None = Field(None, ge=1, le=100, description="Life points; by default Vitality + Willpower.")
    stun: int = Field(0, ge=0, le=100)
    wounds: int = Field(0, ge=0, le=100)
    plot: int = Field(0, ge=0, le=12, description="Plot points.")
    aware: bool = True
    hidden: bool = False
    prone: bool = False
    cover: str | None = None

    def armed(self) -> tuple[Weapon, ...]:
        """All weapons carried."""
        return tuple(tables.weapons()[w] if isinstance(w, str) else w.weapon() for w in self.weapons)

    def holding(self) -> tuple[str, ...]:
        """The weapons in hand."""
        if self.in_hand is not None:
            return self.in_hand
        return tuple(w.name for w in self.armed() if w.melee or w.gun)[:1]


class SerenityScene(Scene):
    """A scene of Serenity."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
    kinds: ClassVar[Mapping[str, Kind]] = {
        "weapons": Kind(WeaponRecord, tables.weapons),
        "armours": Kind(ArmourRecord, tables.armours),
        "people": Kind(SampleRecord, tables.people),
    }
    ruleset: Literal["serenity"]
    most_actions: int = Field(0, ge=0, le=9, description="The game master's limit; 0 for none.")
    covers: tuple[CoverRecord, ...] = ()
    charges: tuple[ChargeRecord, ...] = ()
    fighters: tuple[Person, ...] = Field(min_length=2, max_length=60)

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        walls = [c.name for c in self.covers]
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            if fighter.cover is not None and fighter.cover not in walls:
                yield (*here, "cover"), unknown("cover in this scene", fighter.cover, walls)
            for key, message in _of_person(fighter):
                yield (*here, *key), message


def _of_person(f: Person) -> Iterator[tuple[Loc, str]]:
    """What is wrong within one fighter."""
    if f.sample is None and f.attributes is None:
        yield (), "expected a sample, or attributes"
        return
    armed = f.armed()
    ready = [w.name for w in armed if w.melee or w.gun]
    for weapon in f.in_hand or ():
        if weapon not in ready:
            yield ("in_hand",), unknown(msg("weapon among those of {name}", name=f.name), weapon, ready)
    if len(f.in_hand or ()) > HANDS:
        yield ("in_hand",), "expected at most two weapons in hand"
    if len(set(f.in_hand or ())) < len(f.in_hand or ()):
        yield ("in_hand",), "expected each weapon in hand once"
    single = [w.name for w in armed if not w.explosive]
    if twice := [name for name, n in Counter(single).items() if n > 1]:
        yield (
            ("weapons",),
            msg("there are two of {twice}; expected different names", twice=Verbatim(repr(twice[0]))),
        )
    if f.stun + f.wounds >= _life(f):
        yield ("wounds",), msg("expected stun and wounds below the {life} life points", life=_life(f))


def start(scene: SerenityScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    covers = {c.name: c.cover() for c in scene.covers}
    bodies = [body for f in scene.starting for body in _bodies(f, covers)]
    charges = tuple(c.charge() for c in scene.charges)
    table = Table(most=scene.most_actions, covers=tuple(covers.values()), charges=charges)
    return Fight((*bodies, table), house)


def joining(fight: State, data: Person) -> Body:
    """The body of somebody who comes in later, with the next round, and is seen (SER-R36, SER-R37)."""
    covers = {c.name: c for c in fight.table.covers}
    body = next(_bodies(data, covers, fight.table.clock))
    return body._replace(over=fight.table.round > 0, appearing=True)


def _bodies(f: Person, covers: dict[str, Cover], clock: int = 0) -> Iterator[Body]:
    x, y = f.at
    armed = f.armed()
    clips = tuple(Clip(w.name, w.magazine) for w in armed if w.magazine)
    for n, name in enumerate(f.called):
        sheet = _sheet(f, name)
        bleeds = 2 * f.wounds >= sheet.life
        yield Body(
            sheet,
            f.side,
            point(x, y + n),
            armed,
            f.holding(),
            clips,
            f.plot,
            f.stun,
            f.wounds,
            bleeding=bleeds,
            drips=clock + DRIP if bleeds else 0,
            aware=f.aware,
            hidden=f.hidden,
            prone=f.prone,
            cover=covers.get(f.cover or ""),
        )


def _places(f: Person) -> dict[str, int]:
    """The attributes as places on the ladder."""
    given = f.attributes or (f.sample.attributes if isinstance(f.sample, SampleRecord) else None)
    if given is not None:
        return {name: place_of(getattr(given, name)) for name in tables.ATTRIBUTES}
    assert isinstance(f.sample, str)
    return {name: getattr(tables.people()[f.sample], name) for name in tables.ATTRIBUTES}


def _traits(f: Person) -> tuple[str, ...]:
    """The traits of the sample, and your own."""
    if isinstance(f.sample, SampleRecord):
        return (*f.sample.traits, *f.traits)
    return (*(tables.people()[f.sample].traits if f.sample else ()), *f.traits)


def _levels(f: Person) -> dict[str, int]:
    """The skills of the sample, and your own, as places on the ladder."""
    if isinstance(f.sample, SampleRecord):
        levels = {skill: place_of(die) for skill, die in f.sample.skills.items()}
    else:
        levels = {s.name: s.place for s in (tables.people()[f.sample].skills if f.sample else ())}
    return levels | {skill: place_of(die) for skill, die in f.skills.items()}


def _life(f: Person) -> int:
    """Vitality and Willpower as die sizes, and what traits add."""
    places = _places(f)
    own = f.life or 2 * (places["vitality"] + places["willpower"])
    return own + sum(TOUGH.get(trait, 0) for trait in _traits(f))


def _worn(f: Person) -> Armour:
    """The suit."""
    match f.armour:
        case str():
            return tables.armours()[f.armour]
        case int():
            return Armour("armour", f.armour)
    return f.armour.armour()


def _sheet(f: Person, name: str) -> Sheet:
    armour = _worn(f)
    return Sheet(
        name,
        **_places(f),
        skills=tuple(Skill(skill, place) for skill, place in _levels(f).items()),
        life=_life(f),
        traits=_traits(f),
        armour=armour if armour.rating else Armour(),
        run_by=f.profile,
    )
