"""The past: the view of an earlier moment, and the log to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.core import safe
from affray.core.errors import AffrayError
from affray.core.live import Answer
from affray.pilot.hands import Hands
from affray.session import Session, log
from affray.table import menu, views, wire
from affray.table.faults import NotYours
from affray.table.ground import the_map
from affray.table.present import Present
from affray.table.sight import Eyes, Viewer
from affray.table.story import SHOWN, Story, Talk

if TYPE_CHECKING:
    from affray.table.room import Room


async def shown(room: Room, viewer: Viewer, entry: int) -> wire.Past:
    """The sections of an earlier moment; raises LogError when there was none.

    The moment is taken at once; its story is told in a thread, while the room goes on.
    """
    past = room.session.at(entry)
    seen = room.perspective_of(viewer).eyes
    eyes = Eyes(past.ruleset, viewer, room.sight, tuple(past.names), seen.players, seen.most, seen.numbers)
    title = views.title(views.Look(Present(past, Hands(past)), eyes), room.title)
    title.past = entry
    asked, said = _asked(room, viewer, entry) if viewer.master else (None, "")
    ground = room.pictures.section

    def told() -> wire.Past:
        look, story = views.Look(Present(past, Hands(past)), eyes), Story(past, eyes, Talk())
        story.follow()
        lines = [each.line for each in story.lines[-SHOWN:]]
        found = wire.Past(title, views.order(look), the_map(look, ground), views.pools(look), lines)
        if viewer.master:
            found.asked, found.said = asked, said
        return found

    found: wire.Past = await room.thinking.beside(room.id, told, seat=viewer.seat)
    return found


def _asked(room: Room, viewer: Viewer, entry: int) -> tuple[wire.Ask | None, str]:
    """What that entry was the answer to, and the answer in words.

    None and no words if it is none that counts.
    """
    try:
        before = room.session.before(entry)
    except AffrayError:
        return None, ""
    answer = next(line.entry for line in room.session.standing.played if line.seq == entry)
    eyes = Eyes(before.ruleset, viewer, room.sight, tuple(before.names))
    asked = menu.ask(views.Look(Present(before, Hands(before)), eyes), entry)
    return asked, answered(before, answer) if isinstance(answer, Answer) else ""


def answered(session: Session, answer: Answer) -> str:
    """An answer to what is asked in a session, in words."""
    if session.asking.chance is not None:
        return f"{' '.join(map(str, answer.dice))} = {answer.value}" if answer.dice else str(answer.value)
    return " ".join(session.options.in_words(answer.value).split())


def exported(room: Room, viewer: Viewer, form: str) -> Any:
    """The log; in another form, or to others than the game master, the story."""
    if form in ("log", "toml"):
        if not viewer.master:
            raise NotYours("the log and the scene are the game master's; the story is there as Markdown")
        header = room.session.header
        return log.text(header, room.session.log.rows) if form == "log" else header.scene
    lines = [told.line for told in room.perspective_of(viewer).story.lines]
    if form == "json":
        return [{"n": line.n, "words": line.words, "dice": line.dice} for line in lines]
    told = "\n".join(f"{line.n}. {safe.markdown(line.words)}" for line in lines)
    return f"# {safe.markdown(room.title or room.session.scene.title)}\n\n{told}\n"
