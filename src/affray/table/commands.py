"""Commands of the wire: what a client can send, told apart by `do`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from affray.table.fog import FogStroke

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


class WireCommand(msgspec.Struct, kw_only=True, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """What a client wants.

    `id` is its own, `seq` the state that it has seen (-1: any), as the server that carries it out told it.
    """

    id: Id
    seq: Seq = -1


class QuestionCommand(WireCommand, frozen=True):
    """About what is asked; `ask` names that question (empty: whatever it is)."""

    ask: Short = ""


class AnswerCommand(QuestionCommand, tag="answer", frozen=True):
    """Answer what is asked, by an option's number or in words."""

    n: Count | None = None
    text: Short | None = None


class PlaceCommand(QuestionCommand, tag="place", frozen=True):
    """An action with a place (metres) or number of one's own.

    `act` is its name, or empty.
    """

    act: Short = ""
    to: Place | None = None
    n: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None


class DiceCommand(QuestionCommand, tag="dice", frozen=True):
    """Real dice: their faces, in the order of `ask.dice.faces`, or the result."""

    faces: Faces | None = None
    total: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Short | None = None


class RollCommand(QuestionCommand, tag="roll", frozen=True):
    """The server's dice."""


class UndoCommand(WireCommand, tag="undo", frozen=True):
    """Take back the last n things that people did."""

    n: Count = 1


class RedoCommand(WireCommand, tag="redo", frozen=True):
    """Do the next n of them again."""

    n: Count = 1


class UndoToCommand(WireCommand, tag="undo_to", frozen=True):
    """Take back all that was entered after this entry of the log (0: everything)."""

    entry: Annotated[int, Meta(ge=0, le=1_000_000)]


class EarlierCommand(WireCommand, tag="earlier", frozen=True):
    """What an entry of the log was the answer to, with the options there were; with `odds`, their chances.

    The data are an `Earlier`.
    """

    entry: Count
    odds: bool = False


class OtherAnswer(WireCommand, frozen=True):
    """Another answer to an earlier question: an option's number, faces, or either in words."""

    entry: Count
    n: Count | None = None
    faces: Faces | None = None
    text: Short | None = None


class PreviewCommand(OtherAnswer, tag="preview", frozen=True):
    """What `amend` would come to; nothing is changed.

    The data are a `Preview`.
    """


class AmendCommand(OtherAnswer, tag="amend", frozen=True):
    """Another answer to an earlier question.

    Later entries stay where they still hold.
    """

    why: Short = ""


class OverrideCommand(WireCommand, tag="override", frozen=True):
    """A correction: `words` as at the terminal, such as `hurt Zara 2`, and perhaps why."""

    words: Short
    why: Short = ""


class CardCommand(WireCommand, tag="card", frozen=True):
    """What a fighter's card holds besides its figures.

    The data are a `FighterCard`; its controls are for the game master, its sheet for who runs the fighter.
    """

    name: Short


class CorrectCommand(WireCommand, tag="correct", frozen=True):
    """A correction by a control of a fighter's card, and perhaps why.

    `by` raises a figure (below 0: lowers it), `to` is its value, 1 or 0 for on or off, or the number of
    an option from 0; `at` is a place.  What is only done wants none of them.
    """

    name: Short
    what: Short
    by: Annotated[int, Meta(ge=-1_000, le=1_000)] | None = None
    to: Annotated[int, Meta(ge=-1_000, le=1_000)] | None = None
    at: Place | None = None
    why: Short = ""


class RemoveCommand(WireCommand, tag="remove", frozen=True):
    """A fighter taken out of the fight, and perhaps why; undo brings it back.

    The data say what `fell` away of what was under way, as for `amend`.
    """

    name: Short
    why: Short = ""


class NoteCommand(WireCommand, tag="note", frozen=True):
    """Words about a fighter for its card; `secret` ones are for the game master alone.

    `gone` takes a note of this `mark` away.
    """

    name: Short
    text: Annotated[str, Meta(max_length=500)] = ""
    secret: bool = True
    gone: Short = ""


class HideCommand(WireCommand, tag="hide", frozen=True):
    """Hide a fighter from the players, or show it again (`on` is false), and perhaps why.

    A hidden one does not exist for anybody but the game master; who is so when the fight begins never did.
    Who is played by a player cannot be hidden.
    """

    name: Short
    on: bool = True
    why: Short = ""


class NewcomersCommand(WireCommand, tag="newcomers", frozen=True):
    """Who could join; the data are a `Newcomers`."""


class JoinCommand(WireCommand, tag="join", frozen=True):
    """A fighter who comes in: `like` one who is here, one of the `people` of the game, or as in a scene.

    The last is a record, or its TOML.  Of the others name, side and place can be given; else the name
    counts on, the side is that of the other or of nobody, and the place is beside.  Of a `hidden` one,
    and of another like one who is hidden, the players are not told.  `reserve` is the name of one who
    waits to come in.
    """

    like: Short = ""
    people: Short = ""
    name: Short = ""
    side: Short = ""
    at: Place | None = None
    record: dict[str, Any] | None = None
    toml: Long | None = None
    why: Short = ""
    hidden: bool = False
    reserve: Short = ""


class ReserveCommand(WireCommand, tag="reserve", frozen=True):
    """A fighter `keep`s waiting off the map, given as for `join`; `join` with `reserve` brings it in.

    `back` takes one out of the fight who has not acted, to wait, `drop` takes away one who waits.  The data
    are the `name` by which it comes in.
    """

    act: Literal["keep", "back", "drop"] = "keep"
    like: Short = ""
    people: Short = ""
    name: Short = ""
    side: Short = ""
    record: dict[str, Any] | None = None
    toml: Long | None = None
    hidden: bool = False


class HandsCommand(WireCommand, tag="hands", frozen=True):
    """Who runs a fighter, or "all": `person`, `dice`, `autopilot veteran cautious`."""

    name: Short
    manner: Short  # the name on the wire; a `Profile` in words


class OrderCommand(WireCommand, tag="order", frozen=True):
    """A standing answer to a question; an empty one ends it."""

    name: Short
    question: Short
    answer: Short = ""


class SquadCommand(WireCommand, tag="squad", frozen=True):
    """Fighters of one kind who are one squad from now on, and in no other; people run all of them.

    Without `on` they are drawn out of their squads.  A squad of which one is left is none.
    """

    names: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=100)]
    on: bool = True


class OddsCommand(QuestionCommand, tag="odds", kw_only=True, frozen=True):
    """Everything that action n of the list can come to.

    With a place (metres) or number of one's own, if the action wants one; the rules judge it first.
    """

    n: Count
    to: Place | None = None
    number: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None


class AdviseCommand(QuestionCommand, tag="advise", frozen=True):
    """How often each option wins."""


class ReceiptCommand(WireCommand, tag="receipt", frozen=True):
    """What stands behind a line of the log."""

    line: Count


class AtCommand(WireCommand, tag="at", frozen=True):
    """What was to be seen after this entry of the log (0: the start).

    The data are a `Past`.
    """

    entry: Annotated[int, Meta(ge=0, le=1_000_000)]


class LinesCommand(WireCommand, tag="lines", frozen=True):
    """Lines of the log before that one, at most n; the data are a list of `LogLine`.

    A view has the last 200 only.  What they were entered by, `LogLine.entry`, is for `at` and `fork`.
    """

    before: Count
    n: Annotated[int, Meta(ge=1, le=500)] = 200


class PaletteCommand(WireCommand, tag="palette", frozen=True):
    """Everything that this viewer can do now; the data are a list of `Tool`."""


class SeatCommand(WireCommand, tag="seat", kw_only=True, frozen=True):
    """What becomes of a seat.

    `link` makes a new link for it, of the whole table without a seat; `phrase` a phrase that gives the game
    master's seat back, once, in place of the one before.  `hand` makes a player who is connected game
    master in one's own place.  `show` and `hide` say whether big screens show the code of the table.
    """

    seat: Short = ""
    act: Literal["approve", "revoke", "give", "rename", "link", "add", "phrase", "hand", "show", "hide"]
    role: Literal["gm", "player", "spectator", "display"] = "player"
    name: Short = ""
    fighters: Annotated[tuple[Short, ...], Meta(max_length=100)] = ()


class VisibilityCommand(WireCommand, tag="sight", frozen=True):
    """What players see of foes, dice and odds; whether they may take back; whether a clock is shown."""

    foes: Literal["numbers", "words", "nothing"] | None = None
    rolls: Literal["open", "hidden"] | None = None
    odds: bool | None = None
    undo: bool | None = None
    clock: bool | None = None


class RevealCommand(WireCommand, tag="reveal", frozen=True):
    """Show everybody a line of the log that was secret."""

    line: Count


class SayCommand(WireCommand, tag="say", frozen=True):
    """A line of talk in the log."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class ThrowCommand(WireCommand, tag="throw", frozen=True):
    """Dice beside the fight, such as `2d6+1`, `5d6>5` (so many show more), `4d6k3` or `d66`.

    Real ones by their `faces`, else the server's.  `secret` ones are for the game master and whoever threw
    them; `why` is what they are for.  The data are a `FreeRoll`.
    """

    notation: Annotated[str, Meta(min_length=1, max_length=100)]
    faces: Faces | None = None
    secret: bool = False
    why: Short = ""


class NameCommand(WireCommand, tag="name", frozen=True):
    """What the session is called."""

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class ExportCommand(WireCommand, tag="export", frozen=True):
    """The log as JSON lines, the scene as TOML, the story as Markdown or JSON."""

    form: Literal["log", "toml", "markdown", "json"] = "log"


class PauseCommand(WireCommand, tag="pause", frozen=True):
    """Whether the autopilot of a fighter, or of "all", asks before each choice.

    What it intends is then in the section `pause`.
    """

    name: Short = "all"
    on: bool = True


class LetGoCommand(WireCommand, tag="let", frozen=True):
    """Let the autopilot do what it intends; `ask` is the id of that `Intent`.

    To choose otherwise send `answer`, to take over `hands` with `person`.
    """

    ask: Short


class ForkCommand(WireCommand, tag="fork", frozen=True):
    """Another session that goes on from after an entry; else a copy of all.

    The data are a `Forked`.  With `lobby` it waits for `begin`, as it does if this one still waits.
    """

    entry: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    text: Annotated[str, Meta(max_length=100)] = ""
    lobby: bool = False


class BeginCommand(WireCommand, tag="begin", frozen=True):
    """Let a fight begin that waits; until then nothing rolls, asks or acts."""


class ArchiveCommand(WireCommand, tag="archive", frozen=True):
    """Put the session away, or take it out again; nothing is lost by it."""

    on: bool = True


class ShareCommand(WireCommand, tag="share", frozen=True):
    """A link to look at what has happened, moment by moment, and do nothing.

    It leads to `/s/SESSION/replay`, whose socket is asked for `?as=replay`, in the role `replay`.

    `whole` shows everything, as the game master sees it.  `close` ends all such links; the data of the
    others are those of `seat` with `link`.
    """

    act: Literal["open", "close"] = "open"
    whole: bool = False


class PictureCommand(WireCommand, tag="picture", frozen=True):
    """Where the picture below the map lies: its lower left corner and width, in the unit of the map.

    `remove` takes it away.  The picture itself comes by `POST /s/SESSION/picture`, as it is.
    """

    at: Place | None = None
    width: Annotated[float, Meta(ge=0.01, le=100_000)] | None = None
    remove: bool = False


class FogCommand(WireCommand, tag="fog", frozen=True):
    """Fog over the picture: whether there is any, all of it covered or uncovered anew, or one more stroke.

    Players get the picture with what is covered painted over.  Who stands there is hidden by `hide` alone.
    """

    on: bool | None = None
    all: Literal["covered", "uncovered"] | None = None
    stroke: FogStroke | None = None


class WallCommand(WireCommand, tag="wall", frozen=True):
    """A wall drawn on the map between two places, or one taken away.

    Its `kind` is one of those of the section `walls`.  By itself it changes nothing in the fight: `behind`
    does.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    act: Literal["draw", "remove"] = "draw"
    ends: tuple[Place, Place] | None = None
    kind: Short = ""


class BehindCommand(WireCommand, tag="behind", frozen=True):
    """A correction: a fighter is behind a drawn wall, and perhaps why.

    The rules count it as cover of its kind, for whatever crosses its line.
    """

    name: Short
    wall: Short
    why: Short = ""


class PingCommand(WireCommand, tag="ping", frozen=True):
    """Whether anybody is there."""


AnyCommand: TypeAlias = (
    AnswerCommand
    | PlaceCommand
    | DiceCommand
    | RollCommand
    | UndoCommand
    | RedoCommand
    | UndoToCommand
    | EarlierCommand
    | PreviewCommand
    | AmendCommand
    | OverrideCommand
    | CardCommand
    | CorrectCommand
    | RemoveCommand
    | NoteCommand
    | HideCommand
    | NewcomersCommand
    | JoinCommand
    | ReserveCommand
    | HandsCommand
    | OrderCommand
    | SquadCommand
    | OddsCommand
    | AdviseCommand
    | ReceiptCommand
    | AtCommand
    | LinesCommand
    | PaletteCommand
    | SeatCommand
    | VisibilityCommand
    | RevealCommand
    | SayCommand
    | ThrowCommand
    | NameCommand
    | ExportCommand
    | PauseCommand
    | LetGoCommand
    | ForkCommand
    | BeginCommand
    | ArchiveCommand
    | ShareCommand
    | PictureCommand
    | FogCommand
    | WallCommand
    | BehindCommand
    | PingCommand
)

COMMANDS: dict[str, type[WireCommand]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyCommand)
}
"""Every command by its name on the wire."""
