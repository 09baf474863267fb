"""Scenes: files from which fights start, and what all games' have in common.

Faults are found all at once, each with the line of the file and what was expected there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import Field, StrictBool, ValidationError

from affray.core.catalogue import Catalogue, OptionValue
from affray.core.errors import BadData, unknown
from affray.core.message import Verbatim, msg
from affray.core.pack import NOTHING, Content, Kind
from affray.core.places import Loc
from affray.core.profile import Profile
from affray.core.record import Name, Record, faults_of, line_of, model_in, parsed, placed

Metres = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Spot = tuple[Metres, Metres]


class FighterRecord(Record):
    """What every game's fighters have in a scene."""

    name: Name = Field(description="The fighter's name; each must be different.")
    side: Name = Field(description="Fighters on the same side do not fight each other.")
    at: Spot = Field(description="Where the fighter stands, in metres: [x, y].")
    run_by: Literal["person", "dice", "autopilot"] = Field(
        "autopilot", description="A person, a person with real dice, or the autopilot."
    )
    level: Literal["green", "regular", "veteran"] = Field(
        "regular", description="How well the autopilot plays this fighter."
    )
    temper: str = Field(
        "calm",
        pattern=r"^(calm|cautious|aggressive|guards \S.*)$",
        description="What the autopilot cares about besides winning: cautious, aggressive, or guards NAME.",
    )
    reserve: StrictBool = Field(
        False, description="Waits off the map until the game master lets them come in; in no odds until then."
    )
    count: int = Field(1, ge=1, le=30, description="How many of them: numbered from 1, a metre apart.")

    @property
    def profile(self) -> str:
        """How it is run, in words: `run_by`, and an unusual level or temper."""
        return str(Profile(self.run_by, self.level, self.temper))

    @property
    def called(self) -> list[str]:
        """The names of all of them."""
        return [self.name] if self.count == 1 else [f"{self.name} {n}" for n in range(1, self.count + 1)]


def namesakes(fighter: FighterRecord, here: Loc, names: Mapping[str, int]) -> Iterator[tuple[Loc, str]]:
    """That another fighter of a scene is called the same; `names` counts those of all of them."""
    if twice := [name for name in fighter.called if names[name] > 1]:
        yield (*here, "name"), _same_name(twice[0])


def _same_name(name: str) -> str:
    return msg("two fighters are called {name}; expected different names", name=Verbatim(repr(name)))


class Scene(Record):
    """What every game's scenes have: the game, the title, house rules."""

    catalogue: ClassVar[Catalogue]
    kinds: ClassVar[Mapping[str, Kind]] = {}
    """The tables that packs may fill."""
    ruleset: str = Field(description="The game, by id.")
    title: Name = Field(description="The title of the scene.")
    about: str = Field("", max_length=2000, description="A few words for the players.")
    options: dict[str, OptionValue] = Field(
        default_factory=dict, description="House rules that differ from the default."
    )

    @property
    def starting(self) -> tuple[Any, ...]:
        """The fighters who are there from the start: all but those in reserve."""
        return tuple(fighter for fighter in getattr(self, "fighters", ()) if not fighter.reserve)

    def faults(self) -> Iterator[tuple[Loc, str]]:
        """What is wrong across records; games add their own."""
        for key, message in self.catalogue.faults(self.options):
            yield ("options", key), message
        fighters: Sequence[FighterRecord] = getattr(self, "fighters", ())
        if fighters and len({fighter.side for fighter in self.starting}) < 2:
            yield ("fighters",), "expected at least two sides"
        names = [name for fighter in self.starting for name in fighter.called]
        twice = Counter(name for fighter in fighters for name in fighter.called)
        for n, fighter in enumerate(fighters):
            yield from namesakes(fighter, ("fighters", n), twice)
            ward = Profile(temper=fighter.temper).ward
            if ward and (ward not in names or ward in fighter.called):
                itself = "expected the name of another fighter to guard"
                fault = itself if ward in fighter.called else unknown("fighter", ward, names)
                yield ("fighters", n, "temper"), fault

    def newcomer(self, record: Mapping[str, Any], names: Sequence[str], content: Content = NOTHING) -> Any:
        """A fighter who comes in later, as in a scene; raises BadData."""
        kind = model_in(type(self).model_fields["fighters"].annotation)
        assert kind is not None
        try:
            fighter = kind.model_validate(record, context=content)
        except ValidationError as e:
            raise BadData([placed("newcomer", {}, *x) for x in faults_of(e, kind, record)]) from None
        n = len(self.starting)
        scene = self.model_copy(
            update={"fighters": (*self.starting, fighter.model_copy(update={"reserve": False}))}
        )
        # Its own alone: what else is wrong with the scene was so before, and the fight goes on with it.
        faults = [(loc[2:], message) for loc, message in scene.faults() if loc[:2] == ("fighters", n)]
        name = getattr(fighter, "name", "")
        if name in names:
            faults.append(
                (
                    ("name",),
                    msg("there is already a {name}; expected a different name", name=Verbatim(repr(name))),
                )
            )
        if getattr(fighter, "count", 1) != 1:
            faults.append((("count",), "expected 1: one newcomer at a time"))
        if faults:
            raise BadData([placed("newcomer", {}, *x) for x in dict.fromkeys(faults)])
        return fighter


S = TypeVar("S", bound=Scene)


def read_scene(text: str, kind: type[S], source: str = "scene", content: Content = NOTHING) -> S:
    """The scene in this TOML text; raises BadData with every fault and its line.

    Names in it may stand for what packs bring.
    """
    data, lines = parsed(text, source)
    scene, faults = checked(data, kind, content)
    if scene is None:
        in_order = sorted(faults, key=lambda x: line_of(lines, x[0]))
        raise BadData([placed(source, lines, loc, message) for loc, message in in_order])
    return scene


def checked(
    data: dict[str, Any], kind: type[S], content: Content = NOTHING
) -> tuple[S | None, list[tuple[Loc, str]]]:
    """The scene in plain data, or None and every fault with its place."""
    try:
        scene = kind.model_validate(data, context=content)
        faults = list(scene.faults())
    except ValidationError as e:
        # What goes across records is not looked at in a scene with faults, but for names, which plain data
        # shows.
        scene, faults = None, [*faults_of(e, kind, data), *_twice(data)]
    return (None if faults else scene), list(dict.fromkeys(faults))


def ruleset_named(text: str, source: str = "scene") -> str:
    """The game that a scene asks for; raises BadData when it names none."""
    data, lines = parsed(text, source)
    name = data.get("ruleset")
    if not isinstance(name, str):
        message = 'expected the id of a game, such as ruleset = "coriolis"'
        raise BadData([placed(source, lines, ("ruleset",), message)])
    return name


def _twice(data: dict[str, Any]) -> Iterator[tuple[Loc, str]]:
    """Fighters of one name, in data that is no scene yet."""
    fighters = data.get("fighters")
    met: list[object] = []
    for n, fighter in enumerate(fighters if isinstance(fighters, list) else ()):
        name = fighter.get("name") if isinstance(fighter, dict) else None
        if isinstance(name, str) and name in met:
            yield ("fighters", n, "name"), _same_name(name)
        met.append(name)
