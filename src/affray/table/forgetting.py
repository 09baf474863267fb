"""Forgetting: a note, the picture or a person goes out of what is kept of a session, for good.

Each is a change to the session as the store has it.  The rules' part of the log stays as it is, byte for
byte, so the fight replays; of a person's own rows there are the dice, without name and reason.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from affray.core.errors import BadAnswer, NotFound
from affray.core.message import english, joined, msg
from affray.session import log
from affray.store.purging import Change
from affray.store.records import SessionDump, StoreEvent, StoreSeat
from affray.table.map_picture import NAME
from affray.table.persistence import NOTES, Notes
from affray.table.seats import GAME_MASTER, MAY

SOMEBODY = "Somebody"
"""What is left of a name where one has to stand."""
UNREACHED = msg("Earlier backups, copies, exported logs and reports still contain it.")
"""What cannot be reached."""
VACUUM = msg("The database removes the rows themselves with its next vacuum.")
"""What a store says that cannot see to the bytes."""
UNSWEPT = msg(
    "Traces may still be in the file, which could not be cleared now: a running server tries again, and "
    "so does this command."
)
"""What is said where somebody reads the file, or the disk is full."""
LEFT: dict[str, str] = {
    "": UNREACHED,
    "vacuum": joined(" ", (UNREACHED, VACUUM)),
    "unswept": joined(" ", (UNREACHED, UNSWEPT)),
}
"""What is left of something that was forgotten, as `purging.forget` gives it, in words."""


def note(mark: str) -> Change:
    """Forget a note about a fighter, by its mark."""

    def change(dump: SessionDump) -> SessionDump:
        if not any(each.mark == mark for each in notes_of(dump).about):
            raise NotFound("note", mark[:40], ())
        return _noted(dump, lambda notes: _with(notes, about=[n for n in notes.about if n.mark != mark]))

    return change


def notes_like(text: str) -> Change:
    """Forget the notes that begin so."""

    def change(dump: SessionDump) -> SessionDump:
        marks = [each.mark for each in notes_of(dump).about if text and each.text.startswith(text)]
        if not marks:
            raise NotFound("note", text[:40], ())
        for mark in marks:
            dump = note(mark)(dump)
        return dump

    return change


def people_called(name: str, at: int) -> Change:
    """Forget who had the seats of this name; the table's own name is nobody's."""

    def change(dump: SessionDump) -> SessionDump:
        seats = [each for each in dump.seats if each.role in MAY and each.name not in ("", GAME_MASTER)]
        wanted = dict.fromkeys(seat_id(each) for each in seats if each.name.casefold() == name.casefold())
        if not wanted:
            raise NotFound("person", name[:40], dict.fromkeys(each.name for each in seats))
        for seat in wanted:
            dump = person(seat, at)(dump)
        return dump

    return change


def picture(dump: SessionDump) -> SessionDump:
    """Delete the picture under the map."""
    kept = tuple(each for each in dump.attachments if not each.name.startswith(NAME))
    if len(kept) == len(dump.attachments) and notes_of(dump).picture is None:
        raise BadAnswer("there is no picture under the map", code="picture/none")
    return _noted(dump._replace(attachments=kept), lambda notes: _with(notes, picture=None))


def person(seat: str, at: int) -> Change:
    """Forget who sat at a seat: the name, the links, what they said and what they threw dice for.

    `at` is now, in milliseconds since 1970.
    """

    def change(dump: SessionDump) -> SessionDump:
        mine = [each for each in dump.seats if each.role in MAY and seat_id(each) == seat]
        if not mine:
            raise NotFound("seat", seat[:40], ())
        names = {each.name for each in mine}
        gone = [_nobody(each, seat, at) if each in mine else each for each in dump.seats]
        events = [_unnamed(event, seat) for event in dump.events]
        left = dump._replace(seats=tuple(gone), events=tuple(events))
        return _noted(left, lambda notes: _without(notes, seat, names))

    return change


def seat_id(kept: StoreSeat) -> str:
    """The id of a seat as it is kept."""
    return str(msgspec.json.decode(kept.detail, type=dict[str, object]).get("id", ""))


def notes_of(dump: SessionDump) -> Notes:
    """What belongs to the room of a session."""
    kept = next((each for each in dump.seats if each.role == NOTES), None)
    return msgspec.json.decode(kept.detail, type=Notes) if kept else Notes()


def _noted(dump: SessionDump, change: Callable[[Notes], Notes]) -> SessionDump:
    """With other notes."""
    text = msgspec.json.encode(change(notes_of(dump)), enc_hook=english).decode()
    seats = [each._replace(detail=text) if each.role == NOTES else each for each in dump.seats]
    return dump._replace(seats=tuple(seats))


def _with(notes: Notes, **changed: object) -> Notes:
    return msgspec.structs.replace(notes, **changed)


def _without(notes: Notes, seat: str, names: set[str]) -> Notes:
    """Without what somebody said, and without their name at notes."""
    said = [each for each in notes.said if not _by(each, seat, names)]
    about = [each._replace(by="") if each.by in names else each for each in notes.about]
    return _with(notes, said=said, about=about)


def _by(said: tuple[int | str, ...], seat: str, names: set[str]) -> bool:
    """Whether a line of talk is somebody's: by its command, or of old ones by the name."""
    command = str(said[3]) if len(said) > 3 else ""
    return command.startswith(f"{seat}:") if command else said[1] in names


def _nobody(kept: StoreSeat, seat: str, at: int) -> StoreSeat:
    """A seat of which nothing is left but that there was one, for ids are not given twice, or the host's."""
    former = msgspec.json.decode(kept.detail, type=dict[str, object]).get("former")
    detail = msgspec.json.encode({"id": seat, **({"former": True} if former else {})}).decode()
    return kept._replace(name="", detail=detail, revoked=kept.revoked or at)


def _unnamed(event: StoreEvent, seat: str) -> StoreEvent:
    """An event without the name and reason of a person's dice; all others as they are."""
    if event.kind != "throw":
        return event
    row = log.row_of(log.NamedLog("session"), event.seq, event.body)
    if not isinstance(row, log.FreeRollRow) or (row.seat or event.seat) != seat:
        return event
    clean = log.summed(msgspec.structs.replace(row, name=SOMEBODY, why=""))
    return event._replace(body=log.encoded(clean))
