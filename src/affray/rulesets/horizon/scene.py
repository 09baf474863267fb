"""Scenes of the game: who fights, with what, where, and who knows of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from affray.core.catalogue import Catalogue, read_catalogue
from affray.core.errors import BadData, Fault, unknown
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.pack import NOTHING, Content, Kind, Named, from_pack, known
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.effects.gear import free_name
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import TRAITS, Aug, Item, Own, Sheet, Skills, Task, Wall, Weapon
from affray.rulesets.horizon.state import ACTIONS, Body, Lying, State, Table

CATALOGUE = read_catalogue(__package__)
HEADER = "HZN-PRF-04"
"""The rule that a weapon of your own stands under."""
STYLE = "kick-boxing"
"""The Unarmed style of who names none."""
SPARE = 3
"""Reload actions that ammunition outside a magazine lasts for, where it is counted."""
OFF = "the two weapons of the older layout are off in this scene"
HEALTH, PER_RANK = 30, 10
"""Health of a fighter, and what each rank of RES adds."""


def _weapons() -> Iterable[str]:
    return tables.book(House()).weapons


def _weapon(name: str, info: ValidationInfo) -> str:
    """A weapon of the game by any of its names, unless packs replace them all."""
    content: Content = info.context or NOTHING
    weapon = tables.book(House()).aliases.get(name.casefold())
    if weapon is None or "weapons" in content.replaces:
        raise ValueError(unknown("weapon", name, content.names("weapons", _weapons())))
    return weapon


def _tests() -> tuple[str, ...]:
    return (*tables.skills(), "melee")


def _figure(text: str) -> tuple[int, ...]:
    """A column as a slope, what is added to the score, and what is added to the whole."""
    match = re.fullmatch(r"(\d+)(?:/([1-9]\d*))?(?: ([+-]?\d+))?(?: ([+-]?\d+))?", text.strip())
    if match is None:
        raise ValueError('expected a slope and what is added, such as "4/5 10" or "1/2 0 24"')
    over, under, offset, add = match.groups(default="")
    return int(over), int(under or 1), int(offset or 0), int(add or 0)


def _steps(text: str) -> tuple[tuple[int, int], ...]:
    """A column in steps: up to which score what holds."""
    if not re.fullmatch(r"-?\d+|\d+:-?\d+(?: \d+:-?\d+)*", text.strip()):
        raise ValueError('expected metres, or steps such as "10:-5 30:0"')
    parts = [part.split(":") for part in text.split()]
    steps = [(tables.LAST if len(part) == 1 else int(part[0]), int(part[-1])) for part in parts]
    if [last for last, _ in steps] != sorted({last for last, _ in steps}):
        raise ValueError("expected steps of rising scores")
    return tuple(steps)


def _checked(read: Callable[[str], object]) -> AfterValidator:
    """A text that can be read so."""

    def check(text: str) -> str:
        read(text)
        return text

    return AfterValidator(check)


Rank = Annotated[int, Field(ge=0, le=10)]
Trait = Annotated[int, Field(ge=0, le=15)]
Figure = Annotated[str, Field(max_length=40), _checked(_figure)]
Steps = Annotated[str, Field(max_length=200), _checked(_steps)]
WeaponName = Annotated[str, Named(_weapon, _weapons)]
SkillName = Annotated[str, known("skills", "skill", tables.skills)]
ArmourName = Annotated[str, known("armours", "armour", tables.armours)]
TaskName = Annotated[Name, Named(str, tables.tasks)]
ArchetypeName = Annotated[str, known("archetypes", "archetype", tables.archetypes)]


class Traits(Record):
    """The four traits, 0 to 9 for people."""

    str: Trait = 2
    agi: Trait = 2
    acu: Trait = 2
    res: Trait = 2


class WeaponRecord(Record):
    """A weapon of your own; the rest is as with the game's of its class."""

    name: Name
    kind: Literal[
        "pistol",
        "shotgun",
        "sniper-rifle",
        "assault-rifle",
        "machine-gun",
        "smg",
        "grenade",
        "melee",
        "unarmed",
    ]
    tier: int = Field(1, ge=1, le=4)
    damage: Figure | None = Field(
        None, description='A slope of the score, what is added to it, and to the whole: "4/5 10", "1/2 0 24".'
    )
    defense: Figure | None = None
    move: Steps | None = Field(None, description='Metres by the last score of each step: "10:-5 30:0".')
    range: Steps | None = Field(None, description="Metres, of a Melee weapon how far it is thrown.")
    magazine: int | None = Field(None, ge=1, le=500)
    reload: int | None = Field(None, ge=0, le=500)
    hands: Literal[1, 2] | None = None
    weight: float | None = Field(None, ge=0, le=1_000)
    ignores_defense: bool = Field(False, description="Its Attacks ignore Defense, whatever its class.")

    def weapon(self, house: House) -> Weapon:
        """As the rules use it."""
        every = tables.book(House()).weapons.values()
        like = next(w for w in every if (w.kind, w.tier) == (self.kind, self.tier))
        like = tables.book(house).weapons.get(like.name, like)
        own = Own(
            like.name,
            _figure(self.damage) if self.damage else (),
            _figure(self.defense) if self.defense else (),
            _steps(self.move) if self.move else (),
            _steps(self.range) if self.range and not like.unarmed else (),
        )
        passes = ("passes-pool",) if self.ignores_defense and not like.passes_pool else ()
        magazine = self.magazine if self.magazine and like.fires else like.magazine
        reload = like.reload if self.reload is None or not like.fires else self.reload
        return like._replace(
            name=self.name, title=self.name, rule=HEADER, hands=self.hands or like.hands,
            weight=like.weight if self.weight is None else f"{self.weight:g}",
            magazine=magazine, reload=reload, own=own, tags=(*like.tags, *passes),
        )  # fmt: skip


class ArmourRecord(Record):
    """Something worn, of your own."""

    name: Name
    armour: int = Field(ge=0, le=50, description="What it takes off each Attack.")


Arm = Annotated[WeaponName | WeaponRecord, from_pack("weapons")]
Worn = Annotated[ArmourName | Annotated[int, Field(ge=0, le=50)] | ArmourRecord, from_pack("armours")]


class ArchetypeRecord(Record):
    """A ready-made character."""

    name: Name
    traits: Traits
    skills: dict[SkillName, Rank] = Field(default_factory=dict)
    weapons: tuple[Arm, ...] = ()
    style: Arm = STYLE
    armour: Worn = 0


class AugRecord(Record):
    """An augmentation of your own; the game describes none."""

    name: Name
    actions: int = Field(0, ge=0, le=3, description="Actions more per turn.")
    attacks: int = Field(0, ge=0, le=5, description="Attacks more per turn.")
    skill: Annotated[str, known("tests", "test", _tests)] | None = Field(
        None, description='A test that it helps; "melee" is a combat test with a Melee weapon.'
    )
    ap: int = Field(0, ge=-10, le=10, description="AP that it adds to that test.")
    senses: bool = Field(False, description="It finds enemies who are out of natural sight.")


class TaskRecord(Record):
    """An Extended Action: one of the table, or your own."""

    name: TaskName
    skill: SkillName | None = None
    goal: int | None = Field(None, ge=1, le=500, description="AP that it takes in all.")


class WallRecord(Record):
    """Something that breaks the line of sight, from one end to the other in metres."""

    name: Name
    ends: tuple[Spot, Spot]
    health: int = Field(0, ge=0, le=10_000, description="What breaks it; 0 cannot be broken.")


class ThingRecord(Record):
    """A thing on the ground: a weapon, an improvised one, or an object of the table."""

    name: Name
    at: Spot
    weapon: Arm | None = None
    improvised: Annotated[str, known("makeshifts", "makeshift weapon", tables.makeshifts)] | None = None
    tier: int | None = Field(None, ge=1, le=4, description="By the Director: the Melee tier it counts as.")
    object: Annotated[str, known("objects", "object", tables.bulks)] | None = None
    handy: bool = Field(False, description="The Director finds it easy to grab: no action.")
    augs: bool = Field(False, description="The Director lets Melee Augs work with it.")


class HorizonFighter(FighterRecord):
    """A fighter: an archetype, or traits and skills of its own; weapons by name."""

    archetype: Annotated[ArchetypeName | ArchetypeRecord | None, from_pack("archetypes")] = None
    traits: Traits | None = None
    skills: dict[SkillName, Rank] = Field(
        default_factory=dict, description="Ranks of unlocked skills; others are locked."
    )
    weapons: tuple[Arm, ...] | None = None
    in_hand: str | None = Field(
        None, description='The weapon drawn; by default the first, "" for bare hands.'
    )
    style: Arm | None = Field(None, description="The Unarmed style.")
    armour: Worn | None = None
    health: int | None = Field(None, ge=1, le=1000, description="Full Health, if not by RES.")
    now: int | None = Field(None, ge=-1000, le=1000, description="Health now, if not all.")
    augs: tuple[AugRecord, ...] = ()
    task: TaskRecord | None = None
    aware: bool = Field(True, description="False: it does not know of its enemies as combat begins.")
    hidden: int | None = Field(None, ge=-20, le=100, description="Hidden, with this Stealth score.")
    grapple_line: bool = False
    spare: int = Field(SPARE, ge=0, le=50, description="Reload actions, where ammunition is counted.")

    @property
    def kind(self) -> tables.Archetype | ArchetypeRecord | None:
        """The archetype it is of, if any."""
        return tables.archetypes()[self.archetype] if isinstance(self.archetype, str) else self.archetype

    def carried(self) -> tuple[str | WeaponRecord, ...]:
        """The weapons it carries."""
        if self.weapons is not None:
            return self.weapons
        return self.kind.weapons if self.kind else ()

    def fights_bare(self) -> str | WeaponRecord:
        """Its Unarmed style."""
        return self.style or (self.kind.style if self.kind else STYLE)


class HorizonScene(Scene):
    """A scene of Horizon."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
    kinds: ClassVar[Mapping[str, Kind]] = {
        "weapons": Kind(WeaponRecord, _weapons),
        "armours": Kind(ArmourRecord, tables.armours),
        "archetypes": Kind(ArchetypeRecord, tables.archetypes),
    }
    ruleset: Literal["horizon"]
    fighters: tuple[HorizonFighter, ...] = Field(min_length=2, max_length=60)
    walls: tuple[WallRecord, ...] = ()
    things: tuple[ThingRecord, ...] = ()
    opens: Name | None = Field(None, description="The side that opens combat.")
    way: Literal["stealth", "distance", "crowd"] = Field(
        "stealth", description="How that side hopes to surprise those who are not aware."
    )
    before: int = Field(0, ge=0, le=20, description="Turns that everybody has before combat begins.")
    floor: bool = Field(
        False,
        description="Before each turn everybody else is asked for what can be done out of turn; "
        "whoever stays alert is asked at every moment in any scene.",
    )

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            yield from (((*here, *loc), message) for loc, message in self._arms(fighter))
        sides = {f.side for f in self.starting}
        if self.opens is not None and self.opens not in sides:
            yield ("opens",), unknown("side", self.opens, sides)
        yield from self._scenery()

    def _arms(self, fighter: HorizonFighter) -> Iterator[tuple[Loc, str]]:
        """What is wrong with what one carries."""
        carried = [armed(arm, House()) for arm in fighter.carried()]
        if fighter.archetype is None and fighter.traits is None:
            yield (), "expected an archetype, or traits"
        if fighter.in_hand and named(fighter.in_hand) not in [weapon.name for weapon in carried]:
            what = msg("weapon among those of {name}", name=Verbatim(fighter.name))
            yield ("in_hand",), unknown(what, fighter.in_hand, [weapon.name for weapon in carried])
        style = armed(fighter.fights_bare(), House())
        if not style.unarmed:
            yield ("style",), msg("{name} is no Unarmed style", name=Verbatim(repr(style.name)))
        if any(weapon.unarmed for weapon in carried):
            yield ("weapons",), "an Unarmed style is not carried; expected it under style"
        task = fighter.task
        if task is not None and task.name not in tables.tasks() and (task.skill is None or task.goal is None):
            yield ("task",), "expected a skill and a goal, or the name of a task of the table"
        if self.options.get("legacy.tables") == "off" and any(w.name in tables.bands() for w in carried):
            yield ("weapons",), OFF

    def _scenery(self) -> Iterator[tuple[Loc, str]]:
        walls, things = Counter(w.name for w in self.walls), Counter(t.name for t in self.things)
        for what, counted in (("walls", walls), ("things", things)):
            for n, record in enumerate(getattr(self, what)):
                if counted[record.name] > 1:
                    yield (
                        (what, n, "name"),
                        msg("two {what} are called {name}", what=what, name=Verbatim(repr(record.name))),
                    )
        for n, thing in enumerate(self.things):
            if self.options.get("legacy.tables") == "off" and thing.weapon in tables.bands():
                yield ("things", n, "weapon"), OFF
            if thing.weapon is None and thing.improvised is None and thing.object is None:
                yield ("things", n), "expected a weapon, an improvised one or an object"


# --- the fight ------------------------------------------------------------------------------------


def start(scene: HorizonScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    walls = tuple(Wall(w.name, Line(point(*w.ends[0]), point(*w.ends[1])), w.health) for w in scene.walls)
    bodies = [body for f in scene.starting for body in _bodies(f, house, walls)]
    ground = tuple(Lying(thing(t, house), point(*t.at)) for t in scene.things)
    table = Table(
        fighting=not scene.before,
        before=scene.before,
        opener=scene.opens or "",
        way=scene.way,
        ground=ground,
        floor=scene.floor,
    )
    return Fight((*bodies, table), house)


def joining(fight: State, data: HorizonFighter) -> Body:
    """The body of somebody who comes in later (HZN-RUL-61)."""
    walls = (fight.present or fight.fighters)[0].walls if fight.fighters else ()
    body = next(_bodies(data, fight.house, walls))
    return body._replace(over=fight.house.join == "next_round" and fight.table.round > 0)


def thing(t: ThingRecord, house: House) -> Item:
    """A thing on the ground as the rules use it (HZN-IMP-05)."""
    made = tables.makeshifts().get(t.improvised or "")
    if made is not None:
        tier = t.tier or made.tier
        weapons = tables.book(house).weapons.values()
        profile = next(w for w in weapons if w.kind == "melee" and w.tier == tier)
        bulk = t.object or made.bulk
        return Item(t.name, profile, 0, 0, True, made.light, bulk, t.handy, t.augs)
    weapon = None if t.weapon is None else armed(t.weapon, house)
    rounds = weapon.magazine if weapon is not None and weapon.fires else 0
    return Item(t.name, weapon, rounds, SPARE, bulk=t.object or "", handy=t.handy)


def _bodies(f: HorizonFighter, house: House, walls: tuple[Wall, ...]) -> Iterator[Body]:
    x, y = f.at
    for n, name in enumerate(f.called):
        sheet = _sheet(f, name, house)
        kit = _kit(f, house)
        yield Body(
            sheet,
            f.side,
            sheet.health if f.now is None else max(-sheet.health, min(f.now, sheet.health)),
            point(x, y + n),
            kit,
            _hand(f, kit),
            aware=f.aware,
            hidden=f.hidden is not None,
            stealth=f.hidden or 0,
            walls=walls,
            task=_task(f.task) if f.task else None,
            actions=ACTIONS + sum(a.actions for a in sheet.augs),
        )


def named(name: str) -> str:
    """A weapon by any of its names, as the rules call it."""
    return tables.book(House()).aliases.get(name.casefold(), name)


def armed(arm: str | WeaponRecord, house: House) -> Weapon:
    """A weapon of the game, or your own; raises BadData where it is off."""
    if isinstance(arm, WeaponRecord):
        return arm.weapon(house)
    weapon = tables.book(house).weapons.get(arm)
    if weapon is None:
        title = tables.book(House()).weapons[arm].title
        said = msg(
            "the two weapons of the older layout are off in this scene, and {title} is one of them",
            title=title,
        )
        raise BadData([Fault("legacy.tables", said)])
    return weapon


def _kit(f: HorizonFighter, house: House) -> tuple[Item, ...]:
    """What is carried; the second of a kind gets a number."""
    kit: list[Item] = []
    for arm in f.carried():
        weapon = armed(arm, house)
        own = free_name(weapon.short, [i.name for i in kit])
        kit.append(Item(own, weapon, weapon.magazine if weapon.fires else 0, f.spare))
    return tuple(kit)


def _hand(f: HorizonFighter, kit: tuple[Item, ...]) -> str:
    if f.in_hand == "" or not kit:
        return ""
    wanted = named(f.in_hand or "")
    return next((i.name for i in kit if i.weapon is not None and i.weapon.name == wanted), kit[0].name)


def _task(t: TaskRecord) -> Task:
    kind = tables.tasks().get(t.name)
    skill = t.skill or (kind.skill if kind else "")
    return Task(t.name, skill, t.goal or (kind.goal if kind else 0))


def _traits(f: HorizonFighter) -> dict[str, int]:
    """Its own traits, or those of its archetype."""
    match f.traits or f.kind:
        case Traits() as own:
            return own.model_dump()
        case ArchetypeRecord() as kind:
            return kind.traits.model_dump()
        case tables.Archetype() as kind:
            return dict(zip(TRAITS, kind.traits, strict=True))
        case _:
            return {}


def _skills(f: HorizonFighter) -> Skills:
    """Its own skills, on top of those of its archetype."""
    kind = f.kind
    base = kind.skills if isinstance(kind, tables.Archetype) else Skills()
    more = kind.skills if isinstance(kind, ArchetypeRecord) else {}
    return base._replace(
        **{tables.skills()[skill].field: rank for skill, rank in {**more, **f.skills}.items()}
    )


def _armour(worn: str | int | ArmourRecord) -> int:
    match worn:
        case str():
            return tables.armours()[worn]
        case ArmourRecord():
            return worn.armour
        case _:
            return worn


def _sheet(f: HorizonFighter, name: str, house: House) -> Sheet:
    kind, traits = f.kind, _traits(f)
    worn = f.armour if f.armour is not None else kind.armour if kind else 0
    augs = tuple(Aug(a.name, a.actions, a.attacks, a.skill or "", a.ap, a.senses) for a in f.augs)
    return Sheet(
        name,
        traits["str"],
        traits["agi"],
        traits["acu"],
        traits["res"],
        _skills(f),
        f.health or HEALTH + PER_RANK * traits["res"],
        _armour(worn),
        armed(f.fights_bare(), house),
        augs,
        f.grapple_line,
        f.profile,
    )
