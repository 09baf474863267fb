"""Handlers of an earlier answer that is changed: what it was given to, what would differ, the change."""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.errors import BadAnswer
from affray.core.message import word
from affray.session import Controller, Given, Session
from affray.session.amendment import Amendment
from affray.table import menu, wire
from affray.table.differences import Situation, differences
from affray.table.handler import Handler
from affray.table.history import answer_of, answered, visibility_at
from affray.table.jobs import SLICES, MenuChance, menu_odds
from affray.table.menu_chances import menu_job, told_to
from affray.table.option_lookup import numbered, typed
from affray.table.other_answers import WireEarlier, WirePreview, fallen
from affray.table.position import Position
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer, Visibility


class AmendmentHandlers(Handler):
    """An earlier answer, and what becomes of those after it."""

    async def earlier(self, viewer: Viewer, command: wire.EarlierCommand) -> WireEarlier:
        """What an entry was the answer to, with the options there were."""
        room, now, twin = self.room, self.seen(viewer).visibility, self.room.session.trial()
        then = await room.jobs.beside(room.id, lambda: twin.before(command.entry), seat=viewer.seat)
        was, seen = answer_of(twin, command.entry), _seen_at(now, then)
        found = await self._chances(viewer, then) if command.odds else {}

        def told() -> WireEarlier:
            pending, chances = then.asking, told_to(seen, found)
            asked = menu.ask(seen, command.entry)
            assert asked is not None
            options = menu.open_options(seen, pending)
            chosen = (n for n, option in options.items() if _is(option, was.value))
            actions = menu.actions(seen, chances, bool(chances))
            return WireEarlier(asked, actions, next(chosen, 0), word(answered(then, was)), list(was.dice))

        earlier: WireEarlier = await room.jobs.beside(room.id, told, seat=viewer.seat)
        return earlier

    async def _chances(self, viewer: Viewer, then: Session) -> dict[Act, MenuChance]:
        """The chances of a menu as it was; others have a turn in between."""
        job, found = menu_job(then), dict[Act, MenuChance]()
        for _ in range(SLICES):
            if job is None or not job.acts:
                break
            priced = await self.room.jobs.soon(self.room.id, menu_odds, job, seat=viewer.seat)
            found |= priced.chances
            job = job._replace(acts=priced.left)
        return found

    async def preview(self, viewer: Viewer, command: wire.PreviewCommand) -> WirePreview:
        """What would come of another answer; nothing is kept, undone or told."""
        self._check_seen(viewer, command)
        room, twin, now = self.room, self.room.session.trial(), self.seen(viewer)
        fill = _by_habit if room.entries.dice_keys.fresh else _without_dice
        before = Situation.of(now)

        def told() -> WirePreview:
            run = twin.lines.dry_run(command.entry, *_otherwise(now.visibility, twin, command))
            amended = run.run(fill=fill)
            fell = fallen(twin, amended.fell)
            differ = differences(before, Situation.of(_seen_at(now.visibility, run.then)))
            return WirePreview(amended.hold, fell, len(amended.added), amended.waits, differ)

        preview: WirePreview = await room.jobs.beside(room.id, told, seat=viewer.seat)
        return preview

    async def amend(self, viewer: Viewer, command: wire.AmendCommand) -> Any:
        """Another answer to an earlier question; what fell away of what came later."""
        self._check_seen(viewer, command)
        session, now = self.room.session, self.seen(viewer).visibility
        await self.room.entries.dice_keys.ready()

        def amending() -> Amendment:
            value, dice = _otherwise(now, session, command)
            return session.lines.amend(command.entry, value, dice, command.why, _by_habit)

        amended = await self.room.tasks.beside(amending)
        fell = fallen(session, amended.fell)
        with self.room.entries.rewriting(viewer):
            await self.put(amended.line, viewer, command)
        return {"fell": fell, "added": len(amended.added), "waits": amended.waits}

    def _check_seen(self, viewer: Viewer, command: wire.OtherAnswer) -> None:
        self.check_fresh(
            command, self.room.entries.rewound_for(viewer), "something has been undone in the meantime"
        )


def _otherwise(
    now: Visibility, session: Session, command: wire.OtherAnswer
) -> tuple[object, tuple[int, ...]]:
    """The new answer, as the question stood then."""
    if sum(given is not None for given in (command.n, command.faces, command.text)) != 1:
        raise BadAnswer("expected one of n, faces and text", code="answer/no-number")
    then = session.before(command.entry)
    seen, pending = _seen_at(now, then), then.asking
    if command.n is not None:
        return numbered(seen, pending, command.n), ()
    text = command.text if command.faces is None else " ".join(map(str, command.faces))
    if pending.chance is not None:
        return pending.chance.read(text or "")
    return typed(seen, pending, text or ""), ()


def _seen_at(now: Visibility, then: Session) -> VisiblePosition:
    """What a viewer may see of an earlier moment, or of one that may come."""
    return VisiblePosition(Position(then, Controller(then)), visibility_at(now, then))


def _by_habit(session: Session) -> Given | None:
    """The answer to a question that comes up anew, if nobody has to give it; whatever the level, by habit."""
    return Controller(session).answer()


def _without_dice(session: Session) -> Given | None:
    """The same, but for dice: they will come from a key that is not drawn yet."""
    return None if session.asking.chance is not None else _by_habit(session)


def _is(option: object, value: object) -> bool:
    """Whether an option is this one: yes is not 1."""
    return type(option) is type(value) and option == value
