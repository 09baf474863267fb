"""Messages of the engine: its commands besides the wire's, and what it says."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_args

import msgspec
from msgspec import Meta

from affray.table import wire
from affray.table.other_answers import WireEarlier, WirePreview
from affray.table.start import Name, Seed, Text

PROTOCOL = 1
"""The version of these messages; a program may ask for it by `hello`."""
LONGEST = 4_000_000
"""Bytes of a line; the commands of the wire have their own bound, `wire.MOST`."""
FIGHTS = 1_000
"""Fights for each option that `go` plays where no budget is given."""

Log: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
Fights: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=3_600)]


# --- what it takes ----------------------------------------------------------------------------------


class HelloCommand(wire.WireCommand, tag="hello", frozen=True):
    """Who is there; the data are a `Greeting`."""


class GamesCommand(wire.WireCommand, tag="games", frozen=True):
    """The games, their scenes and house rules; the data are a list of `GameAbout`."""


class ScenesCommand(wire.WireCommand, tag="scenes", frozen=True):
    """The scenes of a game, or of all; the data are a list of `SceneAbout`."""

    game: Name = ""


class RuleCommand(wire.WireCommand, tag="rule", frozen=True):
    """Rules, rulings and house rules of a game, by an id or by words.

    The data are a list of at most n, the best first, each as in `affray rules GAME ID --json`.
    """

    game: Name
    words: Name
    n: Annotated[int, Meta(ge=1, le=100)] = 10


class NewCommand(wire.WireCommand, tag="new", frozen=True):
    """A fight from a scene, by name or as TOML, in place of the one before.

    `seed` is where the machine's dice come from, `options` are house rules on top of the scene's.
    The data are a `Stand`.
    """

    scene: Name | None = None
    toml: Text | None = None
    seed: Seed = 0
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict)


class LoadCommand(wire.WireCommand, tag="load", frozen=True):
    """The fight of a log, as `export` gave it, in place of the one before.

    The data are a `Stand`.
    """

    log: Log


class ViewCommand(wire.WireCommand, tag="view", frozen=True):
    """Everything that is to be seen; the data are the sections of a view."""


class LegalCommand(wire.WireCommand, tag="legal", frozen=True):
    """What is asked and what can be answered, with odds; the data are a `Stand`."""

    odds: bool = True


class LogCommand(wire.WireCommand, tag="log", frozen=True):
    """The lines of the log after this one; the data are a list of `LogLine`."""

    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class GoCommand(wire.WireCommand, tag="go", frozen=True):
    """Find the best answer to what is asked, in so many fights for each option or so many seconds.

    What is found on the way comes as `Info`, the data at the end are a `BestAnswer`.
    """

    fights: Fights | None = None
    seconds: Seconds | None = None


class StopCommand(wire.WireCommand, tag="stop", frozen=True):
    """End `go` with what has been found."""


class QuitCommand(wire.WireCommand, tag="quit", frozen=True):
    """End."""


OwnCommand: TypeAlias = (
    HelloCommand | GamesCommand | ScenesCommand | RuleCommand | NewCommand | LoadCommand
    | ViewCommand | LegalCommand | LogCommand | GoCommand | StopCommand | QuitCommand
)  # fmt: skip
OWN: dict[str, type[wire.WireCommand]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(OwnCommand)
}
"""The commands that are the engine's own, by name."""
KINDS: dict[str, type[wire.WireCommand]] = {**OWN, **wire.COMMANDS}
"""All commands of the engine; those of the wire are carried out as at a table."""


# --- what it says -----------------------------------------------------------------------------------


class Greeting(msgspec.Struct):
    """The engine: versions, the longest line in bytes, its commands and games."""

    affray: str
    protocol: int
    longest: int
    commands: list[str]
    games: list[str]


class House(msgspec.Struct):
    """A house rule that can be switched: its key, its default, what it may be."""

    key: str
    default: str | int | bool
    expected: str
    summary: str


class GameAbout(msgspec.Struct):
    """A game: how many rules it has, its scenes, its house rules."""

    id: str
    title: str
    rules: int
    scenes: list[str]
    options: list[House]


class SceneAbout(msgspec.Struct):
    """A scene that comes with a game."""

    name: str
    game: str
    title: str
    about: str


class Stand(msgspec.Struct):
    """Where the fight stands: what is asked, and the actions of the menu.

    Each option and action has its number for `answer`; dice are for `roll` or `dice`.
    """

    seq: int
    title: wire.Title
    ask: wire.WireAsk | None
    actions: list[wire.Action]


class RatedOption(msgspec.Struct):
    """An option and how often it wins: `less` often than the best (± margin)."""

    label: str
    wins: float | None
    less: float
    margin: float
    fights: int
    habit: bool


class BestAnswer(msgspec.Struct):
    """The best answer, as a command to send; all options, the best first, and why."""

    best: dict[str, Any]
    label: str
    reason: str
    fights: int
    options: list[RatedOption]
    note: str = ""


class Info(msgspec.Struct, tag_field="t", tag="info"):
    """What `go` has found so far: the best answer, and how often it wins."""

    id: str
    fights: int
    best: dict[str, Any]
    label: str
    wins: float | None


_command = msgspec.json.Decoder(OwnCommand | wire.AnyCommand)


def read(line: bytes) -> wire.WireCommand:
    """The command in a line; raises msgspec's errors."""
    command: wire.WireCommand = _command.decode(line)
    return command


def schema() -> dict[str, Any]:
    """A JSON Schema of every line that comes or goes, and of the data of answers."""
    said: list[type] = [wire.WireDone, wire.WireRefused, wire.Pong, Info]
    data = [
        Greeting,
        GameAbout,
        SceneAbout,
        Stand,
        BestAnswer,
        wire.WirePast,
        wire.WireTool,
        WireEarlier,
        WirePreview,
        wire.Forked,
        wire.LogLine,
    ]
    heard: list[type] = list(KINDS.values())
    _, definitions = msgspec.json.schema_components(
        [*heard, *said, *data, *wire.SECTIONS.values()], ref_template="#/$defs/{name}"
    )
    either = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (*heard, *said)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines of `affray engine`",
        "anyOf": either,
        "$defs": definitions,
    }
