"""The log: a JSON object a line, only added to.

The first line is the header; each further line is an entry with its number, what it caused, the
hash of the state after it, and a checksum of the line.  Damage is an error that names the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar

import msgspec

from affray.core.effect import Effect, Who, pack, unpack
from affray.core.live import Answer, Asked, Concealed, Departed, Joined, Override
from affray.core.message import Verbatim, english, msg
from affray.session.entries import (
    Amend,
    FreeRoll,
    Handed,
    Logged,
    Redo,
    Sealed,
    SessionLine,
    Undo,
    Upgraded,
)
from affray.session.log_source import LogSource as LogSource
from affray.session.log_source import NamedLog as NamedLog
from affray.session.log_source import edited

FORMAT = 2
"""The version of the log's form; a log from a newer one is not read."""

FORMS: dict[str, int] = {"hands": 2, "throw": 2, "remove": 2, "hide": 2}
"""The version of the form of each kind of row, where it is not 1; such rows say it as `form`.

Of free rolls, of fighters who leave, and of whom the game master hides, there never was a first form: so an
Affray that knows none says that a newer one wrote them.
"""


def _unpaused(plain: dict[str, Any]) -> dict[str, Any]:
    """A row of hands from before the autopilot could be paused."""
    return {**plain, "paused": []}


UPCASTS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {("hands", 1): _unpaused}
"""How a row of a kind and an older form becomes one of the next form.

Rows are never written anew: whoever reads an old one sees it as it would be written today.
"""


class _Row(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`since` is behind how many entries and effects the step began that waits.

    It is what a later version of the rules has to know; rows from before there was one have none.
    `sum` is the checksum of the row, which needs no rules to be checked; it, too, came later.
    """

    effects: list[dict[str, Any]]
    hash: str
    since: tuple[int, int] | None = None
    sum: str = ""

    @property
    def kind(self) -> str:
        """What kind of row it is: the value of "do"."""
        return str(self.__struct_config__.tag)


class CarriedFighters(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who was carried into a fight: the campaign, the table, and the bodies by name."""

    campaign: str
    table: dict[str, Any]
    fighters: dict[str, dict[str, Any]]


class Header(_Row, kw_only=True, tag_field="do", tag="start", omit_defaults=True):
    """The first line: form, game and version, scene, house rules on top, seed or seal.

    `seal` is that of the key from which the machine's dice come; the key itself stands in logs alone that
    are kept by whoever plays alone.

    `seeded` says that the key of that seal comes from a seed, which whoever asked for it knows.

    `content` is what packs brought; `carried` is who comes from a campaign, and how; `effects` is
    what happens before anything is asked.
    """

    affray: int
    ruleset: str
    version: str
    source: str
    scene: str
    options: dict[str, str | int | bool]
    seed: int
    seal: str = ""
    key: str = ""
    seeded: bool = False
    content: dict[str, Any] = {}
    carried: CarriedFighters | None = None


class AnswerRow(_Row, kw_only=True, tag_field="do", tag="answer", omit_defaults=True):
    """The answer to one request; `sides` are the sizes of its dice."""

    seq: int
    by: str
    who: int
    question: str
    value: Any
    chance: str = ""
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()

    def entry(self) -> Answer:
        """As the core takes it."""
        asked = Asked(Who(self.who), self.question, self.chance)
        return Answer(asked, unpack(self.value), self.dice)


class OverrideRow(_Row, kw_only=True, tag_field="do", tag="override"):
    """A correction."""

    seq: int
    by: str
    effect: dict[str, Any]
    why: str
    after: int

    def entry(self) -> Override:
        """As the core takes it."""
        return Override(Effect.unpacked(self.effect), self.why, self.after)


class JoinedRow(_Row, kw_only=True, tag_field="do", tag="join"):
    """A newcomer."""

    seq: int
    by: str
    body: dict[str, Any]
    why: str
    after: int
    hidden: bool = False

    def entry(self) -> Joined:
        """As the core takes it."""
        return Joined(unpack(self.body), self.why, self.after, self.hidden)


class ConcealedRow(_Row, kw_only=True, tag_field="do", tag="hide"):
    """Somebody hidden from the players, or shown to them."""

    seq: int
    by: str
    who: int
    hidden: bool
    why: str
    after: int

    def entry(self) -> Concealed:
        """As the core takes it."""
        return Concealed(Who(self.who), self.hidden, self.why, self.after)


class UndoRow(_Row, kw_only=True, tag_field="do", tag="undo"):
    """Going back."""

    seq: int
    by: str
    n: int

    def entry(self) -> Undo:
        """As a session takes it."""
        return Undo(self.n)


class RedoRow(_Row, kw_only=True, tag_field="do", tag="redo"):
    """Going forth again."""

    seq: int
    by: str
    n: int

    def entry(self) -> Redo:
        """As a session takes it."""
        return Redo(self.n)


class HandedRow(_Row, kw_only=True, tag_field="do", tag="hands"):
    """Who runs whom."""

    seq: int
    by: str
    given: tuple[tuple[str, str], ...]
    orders: tuple[tuple[str, str, str], ...]
    paused: tuple[str, ...]

    def entry(self) -> Handed:
        """As a session takes it."""
        return Handed(self.given, self.orders, self.paused)


class SealedRow(_Row, kw_only=True, tag_field="do", tag="seal", omit_defaults=True):
    """Another key for the machine's dice; see `Sealed`."""

    seq: int
    by: str
    seal: str
    opened: str = ""
    key: str = ""

    def entry(self) -> Sealed:
        """As a session takes it."""
        return Sealed(self.seal, self.opened, self.key)


class FreeRollRow(_Row, kw_only=True, tag_field="do", tag="throw", omit_defaults=True):
    """Dice thrown beside the fight; see `FreeRoll`."""

    seq: int
    by: str
    name: str
    notation: str
    dice: tuple[int, ...]
    sides: tuple[int, ...]
    result: int
    after: int = 0
    seat: str = ""
    why: str = ""
    secret: bool = False

    def entry(self) -> FreeRoll:
        """As a session takes it."""
        return FreeRoll(*(getattr(self, name) for name in FreeRoll._fields))


class AnswerOf(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer within another row; `sides` are the sizes of its dice, where those are known."""

    by: str
    who: int
    question: str
    value: Any
    chance: str = ""
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()

    def line(self) -> SessionLine:
        """As a session takes it; its number is that of the row."""
        asked = Asked(Who(self.who), self.question, self.chance)
        return SessionLine(Answer(asked, unpack(self.value), self.dice), self.by)

    @classmethod
    def of(cls, answer: Answer, by: str, sides: tuple[int, ...] = ()) -> Self:
        """An answer as it goes into the log."""
        who, question, chance = answer.asked
        packed, dice = pack(answer.value), answer.dice
        return cls(
            by=by, who=int(who), question=question, chance=chance, value=packed, dice=dice, sides=sides
        )


class AmendRow(_Row, kw_only=True, tag_field="do", tag="amend", omit_defaults=True):
    """An earlier answer made another one; see `Amend` for the places.

    `now` is what happens from there on, `each` how many effects of it each entry caused.
    """

    seq: int
    by: str
    at: int
    answer: AnswerOf
    why: str = ""
    fell: tuple[int, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, AnswerOf], ...] = ()
    now: list[dict[str, Any]] = []
    each: tuple[int, ...] = ()

    def entry(self) -> Amend:
        """As a session takes it."""
        answer = self.answer.line().entry
        assert isinstance(answer, Answer)
        added = tuple((place, each.line()) for place, each in self.added)
        sides = tuple(each.sides for _, each in self.added)
        return Amend(self.at, answer, self.why, self.fell, self.moved, added, sides)


class RemovedRow(_Row, kw_only=True, tag_field="do", tag="remove", omit_defaults=True):
    """A fighter taken out of the fight before the entry at `at`, behind so many effects; see `Amend`.

    Of a `hidden` one the players are not told; newcomers at the places of `first` come in before that.
    `now` is what happens from there on, `each` how many effects of it each entry caused.
    """

    seq: int
    by: str
    at: int
    who: int
    after: int
    hidden: bool = False
    why: str = ""
    fell: tuple[int, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    first: tuple[int, ...] = ()
    now: list[dict[str, Any]] = []
    each: tuple[int, ...] = ()

    def entry(self) -> Amend:
        """As a session takes it."""
        left = Departed(Who(self.who), self.why, self.after, self.hidden)
        return Amend(self.at, left, self.why, self.fell, self.moved, first=self.first)


class UpgradedRow(_Row, kw_only=True, tag_field="do", tag="upgraded", omit_defaults=True):
    """From here on another version of the rules has played; see `Upgraded`.

    `effects` is what happens from there on, `each` how many effects of it each entry caused.
    """

    seq: int
    by: str
    before: str
    version: str
    place: int
    stand: int
    bodies: list[dict[str, Any]]
    fell: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    each: tuple[int, ...] = ()

    def entry(self) -> Upgraded:
        """As a session takes it."""
        bodies, gone = tuple(unpack(body) for body in self.bodies), tuple(map(Who, self.gone))
        return Upgraded(self.before, self.version, self.place, self.stand, bodies, self.fell, gone)


Row: TypeAlias = (
    AnswerRow
    | OverrideRow
    | JoinedRow
    | ConcealedRow
    | UndoRow
    | RedoRow
    | HandedRow
    | SealedRow
    | FreeRollRow
    | AmendRow
    | RemovedRow
    | UpgradedRow
)

_encode = msgspec.json.Encoder(enc_hook=english).encode
_header = msgspec.json.Decoder(Header)
_row = msgspec.json.Decoder(Row)


class After(NamedTuple):
    """What an entry comes to: effects, by entry, hash, where the step began, and its dice's sizes."""

    effects: Sequence[Effect]
    each: tuple[int, ...]
    hash: str
    since: tuple[int, int]
    sides: tuple[int, ...] = ()


def begun(header: Header, effects: Sequence[Effect], state: str) -> None:
    """Put into a header what happens before anything is asked, and the hash after it."""
    header.effects, header.hash = [e.packed() for e in effects], state
    summed(header)


def row(seq: int, line: SessionLine, after: After) -> Row:
    """An entry as it goes into the log, with what it caused and the hash after it."""
    effects = [e.packed() for e in after.effects]
    common: dict[str, Any] = {
        "seq": seq,
        "by": line.by,
        "effects": effects,
        "hash": after.hash,
        "since": after.since,
    }
    if isinstance(line.entry, Amend):
        return summed(_amend_row(line.entry, {**common, "effects": [], "now": effects, "each": after.each}))
    if isinstance(line.entry, Upgraded):
        return summed(_upgraded_row(line.entry, {**common, "each": after.each}))
    if isinstance(line.entry, Answer) and line.entry.dice:
        common["sides"] = after.sides
    return summed(_row_of(line.entry, common))


def _row_of(entry: Logged, common: dict[str, Any]) -> Row:
    match entry:
        case Answer(asked, value, dice):
            return AnswerRow(
                who=int(asked.who),
                question=asked.question,
                chance=asked.chance,
                value=pack(value),
                dice=dice,
                **common,
            )
        case Override(effect, why, after):
            return OverrideRow(effect=effect.packed(), why=why, after=after, **common)
        case Joined(body, why, after, hidden):
            packed = pack(body)
            assert isinstance(packed, dict)
            return JoinedRow(body=packed, why=why, after=after, hidden=hidden, **common)
        case Concealed(who, hidden, why, after):
            return ConcealedRow(who=int(who), hidden=hidden, why=why, after=after, **common)
        case Undo(n):
            return UndoRow(n=n, **common)
        case Redo(n):
            return RedoRow(n=n, **common)
        case Handed(given, orders, paused):
            return HandedRow(given=given, orders=orders, paused=paused, **common)
        case Sealed(seal, opened, key):
            return SealedRow(seal=seal, opened=opened, key=key, **common)
        case FreeRoll():
            return FreeRollRow(**entry._asdict(), **common)
        case _:  # pragma: no cover
            raise TypeError(entry)


def _upgraded_row(entry: Upgraded, common: dict[str, Any]) -> UpgradedRow:
    bodies: list[Any] = [pack(body) for body in entry.bodies]
    return UpgradedRow(
        before=entry.before,
        version=entry.version,
        place=entry.place,
        stand=entry.effects,
        bodies=bodies,
        fell=entry.fell,
        gone=tuple(map(int, entry.gone)),
        **common,
    )


def _amend_row(entry: Amend, common: dict[str, Any]) -> Row:
    if isinstance(entry.answer, Departed):
        left, given = entry.answer, {"at": entry.at, "fell": entry.fell, "moved": entry.moved, **common}
        who = int(left.who)
        given |= {"hidden": left.hidden, "first": entry.first}
        return RemovedRow(who=who, why=left.why, after=left.after, **given)
    came = zip(entry.added, entry.sides, strict=True)
    added = [(n, AnswerOf.of(e.entry, e.by, s)) for (n, e), s in came if isinstance(e.entry, Answer)]
    return AmendRow(
        at=entry.at,
        answer=AnswerOf.of(entry.answer, common["by"]),
        why=entry.why,
        fell=entry.fell,
        moved=entry.moved,
        added=tuple(added),
        **common,
    )


# --- checksums --------------------------------------------------------------------------------------

R = TypeVar("R", bound=Header | Row)


def summed(row: R) -> R:
    """The same row with its checksum."""
    row.sum = _sum(row)
    return row


def _sum(row: Header | Row) -> str:
    return checksum(encoded(msgspec.structs.replace(row, sum="") if row.sum else row))


def checksum(text: bytes) -> str:
    """The checksum of a row's compact JSON, 8 hexadecimal digits."""
    return blake2b(text, digest_size=4).hexdigest()


def untouched(where: LogSource, row: Header | Row) -> None:
    """See that a row is as it was written; raises LogError.

    Rows from before there were checksums say nothing about that.
    """
    if row.sum and row.sum != (got := _sum(row)):
        raise where.error(0 if isinstance(row, Header) else row.seq, edited(row.sum, got), "log/edited")


# --- reading ----------------------------------------------------------------------------------------


def in_order(where: LogSource, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, as long as their numbers go up by one; raises LogError at a gap."""
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq:
            raise where.error(
                seq, msg("expected entry {seq}, got entry {seq2}", seq=seq, seq2=row.seq), "log/gap"
            )
        yield row


def header_of(where: LogSource, text: bytes) -> Header:
    """A header from its bytes; raises LogError."""
    try:
        plain = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise where.error(0, "expected the header of a log") from None
    version = plain.get("affray")
    if isinstance(version, int) and version > FORMAT:
        said = msg(
            "was written by a newer version of Affray (format {version}; this one reads up to {format})",
            version=version,
            format=FORMAT,
        )
        raise where.error(0, said, "log/newer")
    try:
        return _header.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise where.error(0, msg("expected the header of a log: {e}", e=e)) from None


def row_of(where: LogSource, seq: int, text: bytes) -> Row:
    """An entry from its bytes, as it would be today; raises LogError."""
    try:
        row: Row = _row.decode(text)
        if row.kind not in FORMS:
            return row
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass  # of another form, perhaps; what is wrong otherwise is found below
    try:
        return _upcast(where, seq, msgspec.json.decode(text, type=dict[str, Any]))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise where.error(seq, msg("expected an entry: {e}", e=e)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as e:  # what an upcast makes of damage
        raise where.error(seq, msg("expected an entry: {e}", e=Verbatim(repr(e)))) from None


def _upcast(where: LogSource, seq: int, plain: dict[str, Any]) -> Row:
    kind, form = plain.get("do"), plain.pop("form", 1)
    known = FORMS.get(str(kind), 1)
    if not isinstance(form, int) or form > known:
        raise where.error(
            seq,
            msg(
                "was written by a newer version of Affray ({kind}, format {form_})",
                kind=Verbatim(repr(kind)),
                form_=form,
            ),
            "log/newer",
        )
    was = plain.pop("sum", "") if form < known else ""
    if was and was != (got := checksum(_encode({**plain, "form": form} if form > 1 else plain))):
        raise where.error(seq, edited(was, got), "log/edited")
    for n in range(form, known):
        plain = UPCASTS[str(kind), n](plain)
    row: Row = msgspec.convert(plain, Row)
    return summed(row) if was else row


def encoded(row: Header | Row) -> bytes:
    """A row as bytes, the same whoever keeps it."""
    form = FORMS.get(row.kind, 1)
    return (
        _encode(row) if form == 1 else _encode({**msgspec.to_builtins(row, enc_hook=english), "form": form})
    )


def text(header: Header, rows: Sequence[Row]) -> str:
    """A whole log as one text."""
    return b"".join(encoded(row) + b"\n" for row in (header, *rows)).decode("utf-8")


# --- keeping ----------------------------------------------------------------------------------------


class Keeper(Protocol):
    """What keeps the entries of one session, one after the other."""

    @property
    def path(self) -> Path | None:
        """The file they are in, if it is one of their own."""

    def append(self, row: Row) -> None:
        """Keep an entry; it is on disk when this returns.

        Raises AffrayError when it cannot be, and Conflict when somebody else has made that entry.
        """

    def news(self, since: int) -> Sequence[Row]:
        """What others have added after that entry."""

    def close(self) -> None:
        """Let go."""
