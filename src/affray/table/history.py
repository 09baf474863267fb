"""The past: the view of an earlier moment, and the log to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.autopilot.controller import AutopilotController
from affray.core import safe
from affray.core.errors import AffrayError, LogError
from affray.core.live import Answer
from affray.core.message import joined, msg, word
from affray.session import Controller, Session, log
from affray.table import menu, views, wire
from affray.table.faults import NotYours
from affray.table.free_rolls import entry_meant, entry_told, private
from affray.table.map_section import the_map
from affray.table.position import Position
from affray.table.story import SHOWN, Talk, VisibleStory
from affray.table.visibility import Viewer, Visibility

if TYPE_CHECKING:
    from affray.table.room import Room


async def shown(room: Room, viewer: Viewer, entry: int) -> wire.WirePast:
    """The sections of an earlier moment; raises LogError when there was none.

    The moment is taken at once; its story is told in a thread, while the room goes on.
    """
    now, twin = room.audience.feed_of(viewer).visibility, room.session.trial()
    meant, name, kept = _meant(now, twin, entry), room.title, room.settings
    picture, walls = kept.map_picture.section(now.all), kept.walls.told(now.all)

    def told() -> wire.WirePast:
        past = twin.at(meant)
        visibility = visibility_at(now, past)
        seen, story = (
            views.VisiblePosition(Position(past, AutopilotController(past)), visibility),
            VisibleStory(past, visibility, Talk(), own=private(visibility, past.log.free_rolls)),
        )
        story.follow()
        title, lines = views.title(seen, name), [each.line for each in story.lines[-SHOWN:]]
        title.past = entry_told(now, twin.log.secret, meant)
        ground = the_map(seen, picture, walls)
        view = wire.WirePast(title, views.order(seen), ground, views.pools(seen), lines)
        if viewer.master:
            asked, said = _asked(now, twin, entry)
            view.asked, view.said = asked, word(said)
        return view

    earlier: wire.WirePast = await room.jobs.beside(room.id, told, seat=viewer.seat)
    return earlier


def _meant(visibility: Visibility, session: Session, entry: int) -> int:
    """The entry of the log that a viewer means; raises LogError where it was told of none.

    Nobody but who sees everything looks further back than to where the fight began.
    """
    last = entry_told(visibility, session.log.secret, session.seq)
    if not 0 <= entry <= last:
        raise LogError(
            msg("there is no entry {upto}; expected 0 to {seq}", upto=entry, seq=last), code="log/no-entry"
        )
    meant = entry_meant(visibility, session.log.secret, entry)
    return meant if visibility.all else max(meant, visibility.beginning.entry)


def _asked(now: Visibility, session: Session, entry: int) -> tuple[wire.WireAsk | None, str]:
    """What that entry was the answer to, and the answer in words; nothing of one that does not count."""
    try:
        before = session.before(entry)
    except AffrayError:
        return None, ""
    seen = views.VisiblePosition(Position(before, Controller(before)), visibility_at(now, before))
    return menu.ask(seen, entry), answered(before, answer_of(session, entry))


def visibility_at(now: Visibility, moment: Session) -> Visibility:
    """What may be seen of another moment of a fight by whoever sees this now, or of what would come of it."""
    rules, names = now.visibility_rules, tuple(moment.names)
    return Visibility(
        moment.ruleset, now.viewer, rules, names, now.players, now.most, now.numbers, now.beginning
    )


def answer_of(session: Session, entry: int) -> Answer:
    """The answer of an entry that counts and is one."""
    return next(
        line.entry for line in session.standing.played if line.seq == entry and isinstance(line.entry, Answer)
    )


def answered(session: Session, answer: Answer) -> str:
    """An answer to what is asked in a session, in words."""
    if session.asking.chance is not None:
        return f"{' '.join(map(str, answer.dice))} = {answer.value}" if answer.dice else str(answer.value)
    return session.options.in_words(answer.value)


def exported(room: Room, viewer: Viewer, form: str) -> Any:
    """The log; in another form, or to others than the game master, the story."""
    if form in ("log", "toml"):
        if not viewer.master:
            raise NotYours(
                "only the game master can have the log and the scene; you can have the story as Markdown"
            )
        header = room.session.header
        return log.text(header, room.session.log.rows) if form == "log" else header.scene
    lines = [told.line for told in room.audience.feed_of(viewer).story.lines]
    if form == "json":
        return [{"n": line.n, "words": line.words, "dice": line.dice} for line in lines]
    told = joined(
        "\n", (msg("{n}. {markdown}", n=line.n, markdown=safe.markdown(line.words)) for line in lines)
    )
    return f"# {safe.markdown(room.title)}\n\n{told}\n"
