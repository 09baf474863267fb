"""Scenes of the game: who fights, with what, where, and who knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from affray.core.catalogue import Catalogue, read_catalogue
from affray.core.errors import unknown
from affray.core.fight import Fight
from affray.core.places import Loc
from affray.core.record import Name, Record
from affray.core.scene import FighterRecord, Scene, Spot
from affray.core.space import Line, point
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.effects.gear import free_name
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import TRAITS, Aug, Item, Sheet, Skills, Task, Wall
from affray.rulesets.horizon.state import ACTIONS, Body, Lying, State, Table

CATALOGUE = read_catalogue(__package__)
SPARE = 3
"""Reload actions that ammunition outside a magazine lasts for, where it is counted."""
HEALTH, PER_RANK = 30, 10
"""Health of a fighter, and what each rank of RES adds."""


def _known(what: str, names: Any) -> AfterValidator:
    def check(name: str) -> str:
        if name not in names():
            raise ValueError(unknown(what, name, names()))
        return name

    return AfterValidator(check)


def _weapon(name: str) -> str:
    found = tables.book(House()).aliases.get(name.casefold())
    if found is None:
        raise ValueError(unknown("weapon", name, tables.book(House()).weapons))
    return found


def _tests() -> tuple[str, ...]:
    return (*tables.skills(), "melee")


Rank = Annotated[int, Field(ge=0, le=10)]
Trait = Annotated[int, Field(ge=0, le=15)]
WeaponName = Annotated[str, AfterValidator(_weapon)]
SkillName = Annotated[str, _known("skill", tables.skills)]


class Traits(Record):
    """The four traits, 0 to 9 for people."""

    str: Trait = 2
    agi: Trait = 2
    acu: Trait = 2
    res: Trait = 2


class AugRecord(Record):
    """An augmentation of one's own; the game describes none."""

    name: Name
    actions: int = Field(0, ge=0, le=3, description="Actions more per turn.")
    attacks: int = Field(0, ge=0, le=5, description="Attacks more per turn.")
    skill: Annotated[str, _known("test", _tests)] | None = Field(
        None, description='A test that it helps; "melee" is a combat test with a Melee weapon.'
    )
    ap: int = Field(0, ge=-10, le=10, description="AP that it adds to that test.")
    senses: bool = Field(False, description="It finds enemies who are out of natural sight.")


class TaskRecord(Record):
    """An Extended Action: one of the table, or one's own."""

    name: Name
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
    weapon: WeaponName | None = None
    improvised: Annotated[str, _known("makeshift weapon", tables.makeshifts)] | None = None
    tier: int | None = Field(None, ge=1, le=4, description="By the Director: the Melee tier it counts as.")
    object: Annotated[str, _known("object", tables.bulks)] | None = None
    handy: bool = Field(False, description="The Director finds it easy to grab: no action.")
    augs: bool = Field(False, description="The Director lets Melee Augs work with it.")


class HorizonFighter(FighterRecord):
    """A fighter: an archetype, or traits and skills of its own; weapons by name."""

    archetype: Annotated[str, _known("archetype", tables.archetypes)] | None = None
    traits: Traits | None = None
    skills: dict[SkillName, Rank] = Field(
        default_factory=dict, description="Ranks of unlocked skills; others are locked."
    )
    weapons: tuple[WeaponName, ...] | None = None
    in_hand: str | None = Field(
        None, description='The weapon drawn; by default the first, "" for bare hands.'
    )
    style: WeaponName | None = Field(None, description="The Unarmed style.")
    armour: Annotated[str, _known("armour", tables.armours)] | Annotated[int, Field(ge=0, le=50)] | None = (
        None
    )
    health: int | None = Field(None, ge=1, le=1000, description="Full Health, if not by RES.")
    now: int | None = Field(None, ge=-1000, le=1000, description="Health now, if not all.")
    augs: tuple[AugRecord, ...] = ()
    task: TaskRecord | None = None
    aware: bool = Field(True, description="False: it does not know of its enemies as combat begins.")
    hidden: int | None = Field(None, ge=-20, le=100, description="Hidden, with this Stealth score.")
    grapple_line: bool = False
    spare: int = Field(SPARE, ge=0, le=50, description="Reload actions, where ammunition is counted.")

    def carried(self) -> tuple[str, ...]:
        """The weapons it carries, by name."""
        kind = tables.archetypes().get(self.archetype or "")
        if self.weapons is not None:
            return self.weapons
        return kind.weapons if kind else ()


class HorizonScene(Scene):
    """A scene of Horizon."""

    catalogue: ClassVar[Catalogue] = CATALOGUE
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
        False, description="Before each turn everybody else is asked for what can be done out of turn."
    )

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records."""
        yield from super().faults()
        names = Counter(name for f in self.fighters for name in _numbered(f))
        for n, fighter in enumerate(self.fighters):
            here: Loc = ("fighters", n)
            if twice := [name for name in _numbered(fighter) if names[name] > 1]:
                yield (*here, "name"), f"two fighters are called {twice[0]!r}; expected a name of its own"
            yield from (((*here, *loc), message) for loc, message in self._arms(fighter))
        sides = {f.side for f in self.fighters}
        if len(sides) < 2:
            yield ("fighters",), "expected at least two sides"
        if self.opens is not None and self.opens not in sides:
            yield ("opens",), unknown("side", self.opens, sides)
        yield from self._scenery()

    def _arms(self, fighter: HorizonFighter) -> Iterator[tuple[Loc, str]]:
        """What is wrong with what one carries."""
        book = tables.book(House())
        if fighter.archetype is None and fighter.traits is None:
            yield (), "expected an archetype, or traits"
        if fighter.in_hand:
            found = book.aliases.get(fighter.in_hand.casefold())
            if found not in fighter.carried():
                what = f"weapon among those of {fighter.name}"
                yield ("in_hand",), unknown(what, fighter.in_hand, fighter.carried())
        if fighter.style is not None and not book.weapons[fighter.style].unarmed:
            yield ("style",), f"{fighter.style!r} is no Unarmed style"
        if any(book.weapons[name].unarmed for name in fighter.carried()):
            yield ("weapons",), "an Unarmed style is not carried; expected it under style"
        task = fighter.task
        if task is not None and task.name not in tables.tasks() and (task.skill is None or task.goal is None):
            yield ("task",), "expected a skill and a goal, or the name of a task of the table"
        if self.options.get("legacy.tables") == "off" and any(n in tables.bands() for n in fighter.carried()):
            yield ("weapons",), "the two weapons of the older layout are off in this scene"

    def _scenery(self) -> Iterator[tuple[Loc, str]]:
        walls, things = Counter(w.name for w in self.walls), Counter(t.name for t in self.things)
        for what, counted in (("walls", walls), ("things", things)):
            for n, record in enumerate(getattr(self, what)):
                if counted[record.name] > 1:
                    yield (what, n, "name"), f"two {what} are called {record.name!r}"
        for n, thing in enumerate(self.things):
            if thing.weapon is None and thing.improvised is None and thing.object is None:
                yield ("things", n), "expected a weapon, an improvised one or an object"


def _numbered(fighter: HorizonFighter) -> list[str]:
    if fighter.count == 1:
        return [fighter.name]
    return [f"{fighter.name} {n}" for n in range(1, fighter.count + 1)]


# --- the fight ------------------------------------------------------------------------------------


def start(scene: HorizonScene) -> State:
    """The fight as the scene opens."""
    house = CATALOGUE.house(House, scene.options)
    walls = tuple(Wall(w.name, Line(point(*w.ends[0]), point(*w.ends[1])), w.health) for w in scene.walls)
    bodies = [body for f in scene.fighters for body in _bodies(f, house, walls)]
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
    walls = fight.fighters[0].walls if fight.fighters else ()
    body = next(_bodies(data, fight.house, walls))
    return body._replace(over=fight.house.join == "next_round" and fight.table.round > 0)


def thing(t: ThingRecord, house: House) -> Item:
    """A thing on the ground as the rules use it (HZN-IMP-05)."""
    weapons = tables.book(house).weapons
    made = tables.makeshifts().get(t.improvised or "")
    if made is not None:
        tier = t.tier or made.tier
        profile = next(w for w in weapons.values() if w.kind == "melee" and w.tier == tier)
        bulk = t.object or made.bulk
        return Item(t.name, profile, 0, 0, True, made.light, bulk, t.handy, t.augs)
    weapon = weapons.get(t.weapon or "")
    rounds = weapon.magazine if weapon is not None and weapon.fires else 0
    return Item(t.name, weapon, rounds, SPARE, bulk=t.object or "", handy=t.handy)


def _bodies(f: HorizonFighter, house: House, walls: tuple[Wall, ...]) -> Iterator[Body]:
    x, y = f.at
    for n, name in enumerate(_numbered(f)):
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


def _kit(f: HorizonFighter, house: House) -> tuple[Item, ...]:
    """What is carried; the second of a kind gets a number."""
    found: list[Item] = []
    for name in f.carried():
        weapon = tables.book(house).weapons[name]
        own = free_name(weapon.short, [i.name for i in found])
        found.append(Item(own, weapon, weapon.magazine if weapon.fires else 0, f.spare))
    return tuple(found)


def _hand(f: HorizonFighter, kit: tuple[Item, ...]) -> str:
    if f.in_hand == "" or not kit:
        return ""
    wanted = tables.book(House()).aliases.get((f.in_hand or "").casefold(), "")
    return next((i.name for i in kit if i.weapon is not None and i.weapon.name == wanted), kit[0].name)


def _task(t: TaskRecord) -> Task:
    kind = tables.tasks().get(t.name)
    skill = t.skill or (kind.skill if kind else "")
    return Task(t.name, skill, t.goal or (kind.goal if kind else 0))


def _sheet(f: HorizonFighter, name: str, house: House) -> Sheet:
    kind = tables.archetypes().get(f.archetype or "")
    traits = dict(zip(TRAITS, kind.traits, strict=True)) if kind else {}
    if f.traits is not None:
        traits = f.traits.model_dump()
    ranks = {tables.skills()[skill].field: rank for skill, rank in f.skills.items()}
    skills = (kind.skills if kind else Skills())._replace(**ranks)
    worn = f.armour if f.armour is not None else kind.armour if kind else 0
    style = f.style or (kind.style if kind else "kick-boxing")
    augs = tuple(Aug(a.name, a.actions, a.attacks, a.skill or "", a.ap, a.senses) for a in f.augs)
    return Sheet(
        name,
        traits["str"],
        traits["agi"],
        traits["acu"],
        traits["res"],
        skills,
        f.health or HEALTH + PER_RANK * traits["res"],
        tables.armours()[worn] if isinstance(worn, str) else worn,
        tables.book(house).weapons[style],
        augs,
        f.grapple_line,
        f.run_by,
    )
