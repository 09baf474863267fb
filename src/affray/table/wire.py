"""The wire: every message between a live table and its clients, as JSON text.

A client sends commands, which stand in `affray.table.commands`; each is answered once, by `Done` or
`Refused`, to its sender.  Views go to everybody, in sections: first all of them, then those that changed,
each as a whole.  Of the log, `new` lines are to be added; a section `log` takes the place of all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from affray.core.act_kinds import ActKind
from affray.core.dice import Throw
from affray.core.ruleset import FightEnd
from affray.languages import reader
from affray.table.cards import *  # noqa: F403 (the wire is commands, cards, sections and answers)
from affray.table.cards import Door, SharedFighter, WireFog, WireNextFight, WireNote, WireReserve, WireWalls
from affray.table.commands import *  # noqa: F403
from affray.table.commands import AnyCommand
from affray.table.replies import *  # noqa: F403

MOST = 64_000
"""Bytes of a command; a longer one is refused unread."""


NoticeCode: TypeAlias = Literal["", "away", "stopped", "fault", "stall", "rules"]


class WireHouseRule(msgspec.Struct):
    """A house rule that is not as on the sheet: its key, what it is about, and how it is played here."""

    key: str
    rule: str
    value: str


class Title(msgspec.Struct):
    """What is played, and where it stands; `seal` is of the key from which the server's dice come now.

    `winner` is for people; `end` says whether a side has won or nobody has, and is empty while it is open.
    `dice` are those of the game, as people write them, for who throws some beside the fight.
    `notice` is for people, too; `notice_code` says what it is of: nothing can be kept now (away), the
    autopilot has stopped for that (stopped) or for another fault (fault), no end is in sight (stall), it
    was played by older rules (rules).
    While the fight `waits` for its game master to begin, `house` has what is played otherwise than on the
    sheet.
    """

    game: str
    game_title: str
    scene: str
    name: str
    round: str
    over: bool
    winner: str
    notice: str = ""
    past: int | None = None
    archived: bool = False
    seal: str = ""
    end: FightEnd = ""
    notice_code: NoticeCode = ""
    dice: list[str] = []
    waits: bool = False
    house: list[WireHouseRule] = []
    moved: bool | msgspec.UnsetType = msgspec.UNSET
    """True once everybody goes on to the next fight, to which `/s/SESSION/next` leads them."""


class Me(msgspec.Struct):
    """Who looks: role, seat, fighters, open commands.

    For a game master also what players see, what corrections there are, as they are typed, and whether
    a recovery `phrase` leads here.  `shared` has who else runs one of these fighters.
    """

    role: str
    seat: str
    name: str
    fighters: list[str]
    may: list[str]
    pending: bool = False
    sight: dict[str, Any] | None = None
    corrections: list[str] | None = None
    shared: list[SharedFighter] = []
    phrase: bool = False


class Track(msgspec.Struct, omit_defaults=True):
    """A figure of a fighter, or a word for it; one that `rises` counts harm.

    A `grave` one looks bad however much is left: its fighter is out, or about to be.
    """

    name: str
    now: int | None = None
    most: int | None = None
    word: str | None = None
    rises: bool = False
    grave: bool = False


WireStage: TypeAlias = Literal["", "acted", "up", "next", "waits", "passes", "held"]


class WireFighter(msgspec.Struct):
    """A fighter in the order, which is that in which they act.

    `turn` is its place in words, `now` whether it is asked now.  `stage` is how its turn of this round
    stands: over (acted), now (up), the next to come, still to come (waits), lost when it comes (passes), put
    off (held); empty where there is none, or nothing of it may be told.  `mark` is the colour and shape of
    its side, one of four, the same for everybody from the first moment on.  `before` is how many act before
    it, of those of whom the viewer knows, where that can be said.  Of one's own side `idle` says why
    somebody does not act.
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
    stage: WireStage = ""
    mark: int = 0
    before: int | None = None
    idle: list[str] = []
    hidden: bool | msgspec.UnsetType = msgspec.UNSET
    """True where the game master hides it from the players, who are not sent it."""
    notes: list[WireNote] | msgspec.UnsetType = msgspec.UNSET
    """What is noted about it and the viewer may read, if anything is."""


class WireOption(msgspec.Struct, omit_defaults=True):
    """An answer that can be given, by its number.

    Where `label` is said in another language, `plain` has it as standing answers go by it.  An answer that
    is a number has that.
    """

    n: int
    label: str
    default: bool = False
    plain: str = ""
    number: int | None = None


class DiceAsked(msgspec.Struct):
    """Dice to be thrown, as people write them; of a `series` those that follow may be read off, too.

    `totals` says what can be typed instead of the faces, if anything: the result, or how many dice count.
    `told` is what the game calls that, if it has a word for it; it is a whole number from `least` to `most`.
    """

    notation: str
    faces: list[int]
    count: int
    totals: Literal["", "result", "count"]
    series: bool = False
    told: str = ""
    least: int | msgspec.UnsetType = msgspec.UNSET
    most: int | msgspec.UnsetType = msgspec.UNSET


class Bill(msgspec.Struct):
    """A part of a number: what for, how much, by which rule; `shown` is how much as people say it."""

    label: str
    value: int
    rule: str
    title: str = ""
    shown: str = ""


class WireRule(msgspec.Struct):
    """A rule by its id."""

    id: str
    title: str


class WireAsk(msgspec.Struct):
    """What is asked, of whom; options and dice only for who may answer.

    `withheld` says that the receipt has further parts, which would tell the figures of foes.
    Who may answer is told what is `left` of the turn, and what somebody else is doing `meanwhile`; others are
    told of any deed that the log tells them.
    Where the table has a clock, `since` is when it was first asked, in milliseconds.
    """

    id: str
    who: int
    name: str
    mine: bool
    question: str
    about: str
    kind: Literal["choice", "dice", "action"]
    options: list[WireOption]
    dice: DiceAsked | None
    receipt: list[Bill]
    sum: str
    withheld: bool
    rules: list[WireRule]
    waiting_for: list[str]
    order: str | None = None
    wants: str = ""
    left: str = ""
    meanwhile: WireDeed | None = None
    since: int | None = None


class WireDeed(msgspec.Struct):
    """What somebody else is doing while this is asked: who, what kind of action, at whom.

    `target` is empty where it is at nobody, or not to be known; `asked` says that it is who is asked.
    """

    name: str
    kind: ActKind
    target: str
    asked: bool


class WhyNot(msgspec.Struct):
    """A reason against an action."""

    rule: str
    why: str


class WireChance(msgspec.Struct, omit_defaults=True):
    """The chance of what an action is for, as closely as it is told.

    `figure` is how it is written; `likely` is from 0 to 1, or `amount` how much it comes to on average;
    `helped` if help from outside the action is in it, such as a prayer.
    """

    figure: str
    likely: float | None = None
    amount: float | None = None
    helped: bool = False


class Action(msgspec.Struct):
    """An action of the menu; `n` is 0 for what is forbidden.

    `chance` says how likely what it is for is; `told` has the same as figures, where any are told.
    Once all of those are found, those with the best come first, and what comes to nothing is `futile`.
    """

    n: int
    act: str
    kind: ActKind
    label: str
    group: str
    target: str
    cost: str
    chance: str
    why_not: list[WhyNot]
    wants: str
    odds: bool
    blast: float = 0.0
    """The radius of the circle that it hits, on the map; 0 for none."""
    reach: float = 0.0
    """How far from who acts it can be placed; 0 where nothing is said."""
    told: WireChance | msgspec.UnsetType = msgspec.UNSET
    named: bool | msgspec.UnsetType = msgspec.UNSET
    """True where the group names the target."""
    futile: bool | msgspec.UnsetType = msgspec.UNSET
    """True where what it is for cannot come about, or has no use now."""


class Token(msgspec.Struct):
    """A fighter on the map, in metres."""

    id: int
    name: str
    side: str
    at: tuple[float, float]
    out: bool
    mine: bool
    foe: bool
    hidden: bool | msgspec.UnsetType = msgspec.UNSET
    """True where the game master hides it from the players, who are not sent it."""


class WireCover(msgspec.Struct, omit_defaults=True):
    """Something to be behind, or that one cannot see through.

    `at` has the ends of a `line`, or the middle of what helps all `around` it, as far as `radius`;
    what helps `everywhere` has no place.
    """

    name: str
    rating: str
    at: list[tuple[float, float]]
    shape: Literal["line", "around", "everywhere"] = "line"
    radius: float = 0.0
    wall: bool = False
    behind: list[int] = []
    """The fighters who use it."""


class WireZone(msgspec.Struct, omit_defaults=True):
    """An area: a circle around `at`, or the polygon of `points`.

    `kind` is rough, fire (under fire), mine, charge, thing (it lies there) or post; `who` whose it is.
    """

    name: str
    at: tuple[float, float]
    radius: float
    kind: str = "rough"
    points: list[tuple[float, float]] = []
    note: str = ""
    who: int | None = None


class WireArc(msgspec.Struct, omit_defaults=True):
    """Where somebody watches: from `at` to `aim`, so wide, so far (0: for ever)."""

    name: str
    who: int
    at: tuple[float, float]
    aim: tuple[float, float]
    degrees: float = 90.0
    reach: float = 0.0
    kind: str = "watch"


class WireRing(msgspec.Struct):
    """How far who is to act reaches, by what: a weapon's bands, a blow, a move."""

    name: str
    kind: Literal["band", "melee", "move"]
    radius: float


class Picture(msgspec.Struct):
    """What lies below the map: its lower left corner, its size on the map."""

    url: str
    at: tuple[float, float]
    width: float
    height: float


class WireGround(msgspec.Struct):
    """The map; `bands` has, by fighter, how far each is from who is to act.

    All lengths are in `unit`, "m" or "ft".
    """

    bands: list[dict[str, Any]] | None
    tokens: list[Token]
    cover: list[WireCover]
    zones: list[WireZone]
    scale: list[float]
    unit: str = "m"
    arcs: list[WireArc] = []
    rings: list[WireRing] = []
    picture: Picture | None = None


class WirePool(msgspec.Struct):
    """A figure that belongs to no fighter."""

    name: str
    value: str


class LogLine(msgspec.Struct):
    """A line of the story: its number for this viewer, and the log's entry.

    `kind` is act, roll, effect, table, override, talk, or throw for dice beside the fight.  `brief` has the
    words of a roll without the faces of its `dice`, for whoever draws those: `sides` has their sizes, as far
    as those are known, and of a pool `counts` how many of them count, the highest ones.
    `throw` is what is special about them: thrown `again`, for dice that `was` has in the same order, or with
    those that `stood`; a `wild` die, one `more` for what it showed, or `spoiled` where the best is lost.
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
    brief: str | msgspec.UnsetType = msgspec.UNSET
    sides: list[int] | msgspec.UnsetType = msgspec.UNSET
    counts: int | msgspec.UnsetType = msgspec.UNSET
    throw: Throw | msgspec.UnsetType = msgspec.UNSET
    was: list[int] | msgspec.UnsetType = msgspec.UNSET


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


class Intent(msgspec.Struct):
    """What the autopilot is about to do, by its number among the options, and why.

    `chance` is what it is for and how likely that is, such as "to hit 83 %"; empty if nothing is rolled.
    `likely` is that from 0 to 1.  `reason` is why without what it is about to do, empty where `why` cannot
    do without.
    """

    ask: str
    who: int
    name: str
    n: int
    label: str
    chance: str
    why: str
    likely: float | None = None
    reason: str = ""


class PauseState(msgspec.Struct):
    """Whose autopilot waits for the game master; `all` if everybody's does.

    `waits` says that it does now; `intent` follows once it has been thought out.
    """

    all: bool
    names: list[str]
    waits: bool = False
    intent: Intent | None = None


class WireStanding(msgspec.Struct):
    """A standing answer to a question, of somebody who sits here."""

    name: str
    question: str
    answer: str


class WireSquad(msgspec.Struct):
    """Fighters of one kind for whom the game master chooses together.

    If not `formed` they could be one.  `name` is what their names have in common, `apart` has others of their
    kind, `asked` is what is to be chosen for a member, as it is put to all.
    """

    name: str
    members: list[int]
    formed: bool
    apart: list[int]
    asked: str | msgspec.UnsetType = msgspec.UNSET


class UndoState(msgspec.Struct):
    """How many things that people did can be taken back, or done again.

    `entries` is the last entry's number.  `times` is how often something was taken back or changed since
    the table was opened, `by` who did so last.  `takes` is the first entry that one step back would take.
    """

    can: int
    redo: int
    entries: int
    times: int = 0
    by: str = ""
    takes: int = 0


SECTIONS: dict[str, Any] = {
    "title": Title, "me": Me, "order": list[WireFighter], "ask": WireAsk | None, "actions": list[Action],
    "map": WireGround, "pools": list[WirePool], "log": list[LogLine], "link": Link, "undo": UndoState,
    "pause": PauseState, "orders": list[WireStanding], "squads": list[WireSquad], "door": Door,
    "reserves": list[WireReserve], "next": WireNextFight | None, "fog": WireFog, "walls": WireWalls,
}  # fmt: skip
"""Every section by its name.

`pause`, `squads`, `reserves`, `next`, `fog` and `walls` are for the game master, `door` for displays, too.
Who waits to be let in has `title`, `me`, `link` and an empty log.
"""


# --- data of answers --------------------------------------------------------------------------------


class WirePast(msgspec.Struct):
    """An earlier moment: sections as they were.

    `asked` is what that entry was the answer to, with its options, and `said` the answer in words.
    """

    title: Title
    order: list[WireFighter]
    map: WireGround
    pools: list[WirePool]
    log: list[LogLine]
    asked: WireAsk | None = None
    said: str = ""


class WireTool(msgspec.Struct, omit_defaults=True):
    """What can be done: a command without its id; `wants` are fields to fill in.

    `group` is act, roll, hands, order, back, table or correct.
    """

    label: str
    group: str
    do: dict[str, Any]
    wants: list[str] = []
    hint: str = ""


class WireFreeRoll(msgspec.Struct):
    """What dice beside the fight came to; `chance` is how likely that or more was, from 0 to 1, if known."""

    notation: str
    dice: list[int]
    sides: list[int]
    result: int
    chance: float | None = None


class Forked(msgspec.Struct):
    """A new session, and where it is to be found."""

    session: str
    name: str
    path: str


def published(name: str) -> str:
    """What a record of the wire is called outside: in schemas, in TypeScript and in the documentation.

    >>> published("WireFighter"), published("Token")
    ('Fighter', 'Token')
    """
    return name.removeprefix("Wire")


def schemas(kinds: Iterable[Any], template: str) -> tuple[list[Any], dict[str, dict[str, Any]]]:
    """JSON schemas of these types, and those of all records in them by their published names.

    `template` is how a schema refers to a record, with `{name}` in it.
    """
    outer, records = msgspec.json.schema_components(kinds, ref_template=template)
    place = template.partition("{name}")[0]
    named = {published(name): _renamed(schema, place) for name, schema in records.items()}
    return [_renamed(schema, place) for schema in outer], named


def _renamed(schema: Any, place: str) -> Any:
    """A schema in which records have their published names, as titles and behind `place`."""
    if isinstance(schema, list):
        return [_renamed(part, place) for part in schema]
    if isinstance(schema, dict):
        titled = {"title": published(schema["title"])} if isinstance(schema.get("title"), str) else {}
        return {key: _renamed(part, place) for key, part in schema.items()} | titled
    if isinstance(schema, str) and schema.startswith(place):
        return place + published(schema.removeprefix(place))
    return schema


encode = reader.encode
"""Puts messages into the words of whoever reads."""
_command = msgspec.json.Decoder(AnyCommand)


def decoded(data: bytes | str) -> AnyCommand:
    """The command in a message; raises msgspec's errors."""
    command: AnyCommand = _command.decode(data)
    return command
