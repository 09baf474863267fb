"""The wire: every message between a live table and its clients, as JSON text.

A client sends commands; each is answered once, by `Done` or `Refused`, to its sender.  Views go to
everybody, in sections: first all of them, then those that changed, each as a whole.  Of the log,
`new` lines are to be added; a section `log` takes the place of all lines there were.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Short: TypeAlias = Annotated[str, Meta(max_length=200)]
Long: TypeAlias = Annotated[str, Meta(max_length=4_000)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
Seq: TypeAlias = Annotated[int, Meta(ge=-1, le=1 << 53)]
Place: TypeAlias = tuple[
    Annotated[float, Meta(ge=-100_000, le=100_000)], Annotated[float, Meta(ge=-100_000, le=100_000)]
]
Faces: TypeAlias = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...], Meta(min_length=1, max_length=200)
]

MOST = 64_000
"""Bytes of a command; a longer one is refused unread."""


# --- commands ---------------------------------------------------------------------------------------


class Command(msgspec.Struct, kw_only=True, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """What a client wants.

    `id` is its own, `seq` the state that it has seen (-1: any).
    """

    id: Id
    seq: Seq = -1


class Answer(Command, tag="answer", frozen=True):
    """Answer what is asked, by an option's number or in words."""

    n: Count | None = None
    text: Short | None = None


class PlaceAt(Command, tag="place", frozen=True):
    """An action with a place (metres) or number of one's own.

    `act` is its name, or empty.
    """

    act: Short = ""
    to: Place | None = None
    n: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None


class Dice(Command, tag="dice", frozen=True):
    """Real dice: their faces, in the order of `ask.dice.faces`, or the result."""

    faces: Faces | None = None
    total: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Short | None = None


class Roll(Command, tag="roll", frozen=True):
    """The server's dice."""


class Undo(Command, tag="undo", frozen=True):
    """Take back the last n things that people did."""

    n: Count = 1


class Redo(Command, tag="redo", frozen=True):
    """Do the next n of them again."""

    n: Count = 1


class UndoTo(Command, tag="undo_to", frozen=True):
    """Take back all that was entered after this entry of the log (0: everything)."""

    entry: Annotated[int, Meta(ge=0, le=1_000_000)]


class Amend(Command, tag="amend", frozen=True):
    """Another answer to an earlier question.

    Later entries stay where they still hold.
    """

    entry: Count
    n: Count | None = None
    faces: Faces | None = None
    text: Short | None = None
    why: Short = ""


class Override(Command, tag="override", frozen=True):
    """A correction: `words` as at the terminal, such as `hurt Zara 2`."""

    words: Short
    why: Short


class Join(Command, tag="join", frozen=True):
    """A fighter who comes in, as in a scene: a record, or its TOML."""

    record: dict[str, Any] | None = None
    toml: Long | None = None
    why: Short = "joins"


class Hands(Command, tag="hands", frozen=True):
    """Who runs a fighter, or "all": `person`, `dice`, `autopilot veteran cautious`."""

    name: Short
    manner: Short


class Order(Command, tag="order", frozen=True):
    """A standing answer to a question; an empty one ends it."""

    name: Short
    question: Short
    answer: Short = ""


class Odds(Command, tag="odds", frozen=True):
    """Everything that action n of the list can come to."""

    n: Count


class Advise(Command, tag="advise", frozen=True):
    """How often each option wins."""


class Receipt(Command, tag="receipt", frozen=True):
    """What stands behind a line of the log."""

    line: Count


class At(Command, tag="at", frozen=True):
    """What was to be seen after this entry of the log (0: the start).

    Its sections are the data of the answer.
    """

    entry: Annotated[int, Meta(ge=0, le=1_000_000)]


class SeatCommand(Command, tag="seat", kw_only=True, frozen=True):
    """What becomes of a seat.

    `link` makes a new link for it, of the whole table without a seat.
    """

    seat: Short = ""
    act: Literal["approve", "revoke", "give", "rename", "link", "add"]
    role: Literal["gm", "player", "spectator", "display"] = "player"
    name: Short = ""
    fighters: Annotated[tuple[Short, ...], Meta(max_length=100)] = ()


class SightCommand(Command, tag="sight", frozen=True):
    """What players see of foes, dice and odds; whether they may take back."""

    foes: Literal["numbers", "words", "nothing"] | None = None
    rolls: Literal["open", "hidden"] | None = None
    odds: bool | None = None
    undo: bool | None = None


class Reveal(Command, tag="reveal", frozen=True):
    """Show everybody a line of the log that was secret."""

    line: Count


class Say(Command, tag="say", frozen=True):
    """A line of talk in the log."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Name(Command, tag="name", frozen=True):
    """What the session is called."""

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class Export(Command, tag="export", frozen=True):
    """The whole log, or the story as Markdown or JSON."""

    form: Literal["log", "markdown", "json"] = "log"


class Ping(Command, tag="ping", frozen=True):
    """Whether anybody is there."""


AnyCommand: TypeAlias = (
    Answer | PlaceAt | Dice | Roll | Undo | Redo | UndoTo | Amend | Override | Join | Hands | Order | Odds
    | Advise | Receipt | At | SeatCommand | SightCommand | Reveal | Say | Name | Export | Ping
)  # fmt: skip

COMMANDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Answer, PlaceAt, Dice, Roll, Undo, Redo, UndoTo, Amend, Override, Join, Hands, Order, Odds,
        Advise, Receipt, At, SeatCommand, SightCommand, Reveal, Say, Name, Export, Ping,
    )
}  # fmt: skip
"""Every command by its name on the wire."""


# --- sections ---------------------------------------------------------------------------------------


class Title(msgspec.Struct):
    """What is played, and where it stands."""

    game: str
    game_title: str
    scene: str
    name: str
    round: str
    over: bool
    winner: str
    notice: str = ""
    past: int | None = None


class Me(msgspec.Struct):
    """Who looks: role, seat, fighters, open commands.

    For a game master also what players see, and what corrections there are, as they are typed.
    """

    role: str
    seat: str
    name: str
    fighters: list[str]
    may: list[str]
    pending: bool = False
    sight: dict[str, Any] | None = None
    corrections: list[str] | None = None


class Track(msgspec.Struct, omit_defaults=True):
    """A figure of a fighter, or a word for it; one that `rises` counts harm."""

    name: str
    now: int | None = None
    most: int | None = None
    word: str | None = None
    rises: bool = False


class Fighter(msgspec.Struct):
    """A fighter in the order.

    `turn` is its place in words, `now` whether it is its moment.
    """

    id: int
    name: str
    side: str
    mine: bool
    foe: bool
    turn: str
    now: bool
    out: bool
    tracks: list[Track]
    states: list[str]
    gear: str
    apart: str
    hand: str | None


class Option(msgspec.Struct, omit_defaults=True):
    """An answer that can be given, by its number."""

    n: int
    label: str
    default: bool = False


class DiceAsked(msgspec.Struct):
    """Dice that are to be thrown: as people write them, the sides of each."""

    notation: str
    faces: list[int]
    count: int
    totals: bool


class Bill(msgspec.Struct):
    """A part of a number: what for, how much, by which rule."""

    label: str
    value: int
    rule: str
    title: str = ""


class Rule(msgspec.Struct):
    """A rule by its id."""

    id: str
    title: str


class Ask(msgspec.Struct):
    """What is asked, of whom; options and dice only for who may answer.

    `withheld` says that the receipt has further parts, which would tell the figures of foes.
    """

    id: str
    who: int
    name: str
    mine: bool
    question: str
    about: str
    kind: Literal["choice", "dice", "action"]
    options: list[Option]
    dice: DiceAsked | None
    receipt: list[Bill]
    withheld: bool
    rules: list[Rule]
    waiting_for: list[str]
    order: str | None = None
    wants: str = ""


class WhyNot(msgspec.Struct):
    """A reason against an action."""

    rule: str
    why: str


class Action(msgspec.Struct):
    """An action of the menu; `n` is 0 for what is forbidden."""

    n: int
    act: str
    label: str
    group: str
    target: str
    cost: str
    chance: str
    why_not: list[WhyNot]
    wants: str
    odds: bool


class Token(msgspec.Struct):
    """A fighter on the map, in metres."""

    id: int
    name: str
    side: str
    at: tuple[float, float]
    out: bool
    mine: bool
    foe: bool


class Cover(msgspec.Struct):
    """Something to be behind, in metres."""

    name: str
    rating: str
    at: list[tuple[float, float]]


class Zone(msgspec.Struct):
    """A round area, in metres."""

    name: str
    at: tuple[float, float]
    radius: float


class Ground(msgspec.Struct):
    """The map; `bands` has, by fighter, how far each is from who is to act."""

    bands: list[dict[str, Any]] | None
    tokens: list[Token]
    cover: list[Cover]
    zones: list[Zone]
    scale: list[float]


class Pool(msgspec.Struct):
    """A figure that belongs to no fighter."""

    name: str
    value: str


class LogLine(msgspec.Struct):
    """A line of the story: its number for this viewer, and the log's entry.

    `kind` is act, roll, effect, table, override or talk.
    """

    n: int
    entry: int
    words: str
    kind: str
    dice: list[int]
    by: str
    rules: list[str]
    secret: bool = False
    receipt: bool = False


class Seated(msgspec.Struct):
    """A seat and whether anybody sits there."""

    seat: str
    name: str
    role: str
    connected: bool
    fighters: list[str]
    pending: bool


class Link(msgspec.Struct):
    """Who is connected, and for whom the fight waits."""

    seats: list[Seated]
    waiting_for: list[str]


class UndoState(msgspec.Struct):
    """How many things that people did can be taken back, or done again.

    The last entry's number.
    """

    can: int
    redo: int
    entries: int


# --- what the server says ---------------------------------------------------------------------------


class View(msgspec.Struct, tag_field="t", tag="view"):
    """Everything that this viewer sees; `epoch` changes when the server begins anew."""

    seq: int
    sections: dict[str, msgspec.Raw]
    epoch: str


class Event(msgspec.Struct, tag_field="t", tag="event"):
    """What has changed for this viewer."""

    seq: int
    sections: dict[str, msgspec.Raw]
    new: list[msgspec.Raw]


class Done(msgspec.Struct, tag_field="t", tag="done", omit_defaults=True):
    """A command has been carried out."""

    id: str
    seq: int
    data: Any = None


class Refused(msgspec.Struct, tag_field="t", tag="refused"):
    """A command has not been carried out, and why.

    `retry` if it makes sense to try again.
    """

    id: str
    code: str
    why: str
    retry: bool = False


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    """Somebody is there."""


class Bye(msgspec.Struct, tag_field="t", tag="bye"):
    """The server closes the line."""

    why: str


encode = msgspec.json.Encoder().encode
_command = msgspec.json.Decoder(AnyCommand)


def decoded(data: bytes | str) -> AnyCommand:
    """The command in a message; raises msgspec's errors."""
    found: AnyCommand = _command.decode(data)
    return found
