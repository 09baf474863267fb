"""Outlooks: what all who may see the same see alike, and how it is told of a long fight.

A fight is opened from a snapshot, which says how many lines everybody was told before it: so people see
it at once, with its last lines.  What came before is played and told again in a thread meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

from affray.core.ruleset import Ruleset
from affray.session.course import Course, State, Telling
from affray.session.entries import Standing
from affray.table.present import Present
from affray.table.sight import Eyes, Viewer
from affray.table.story import Story, Talk, early

if TYPE_CHECKING:
    from affray.table.room import Room

SOON = 1.0
"""Seconds until what came first is told again: those who come see the fight before."""

A = TypeVar("A")
Key: TypeAlias = tuple[bool, bool, frozenset[str]]
"""Whether all is seen, whether it is the game master, and the sides that are one's own."""


class Outlook:
    """What all viewers with the same rights and the same side see alike, made once.

    Nothing in it may depend on the viewer but by who may answer, which is part of the key.
    """

    def __init__(self, room: Room, eyes: Eyes, before: int | None = None) -> None:
        self.story = Story(room.session, eyes, room.talk, before)
        self.numbers = eyes.numbers
        self._made: dict[tuple[str, bool], Any] = {}
        self._of: Present | None = None

    def made(self, now: Present, name: str, answers: bool, make: Callable[[], A]) -> A:
        """A section as it was made, or is now."""
        if self._of is not now:
            self._of = now
            self._made.clear()
        key = name, answers
        if key not in self._made:
            self._made[key] = make()
        found: A = self._made[key]
        return found

    def forget(self, names: Sequence[str] = ()) -> None:
        """Something has changed: of everything, or of these sections."""
        self._made = {key: made for key, made in self._made.items() if names and key[0] not in names}


class Again(NamedTuple):
    """The first parts of a story, played again: lines are told of it as of a session."""

    ruleset: Ruleset
    names: Sequence[str]
    standing: Standing
    seq: int
    at_hand: State
    story: Sequence[Telling]
    unread: int = 0

    @property
    def moments(self) -> Self:
        """All of it is at hand."""
        return self


class Found(NamedTuple):
    """A course from its start, and what is told of its first parts, by who sees it."""

    course: Course
    stories: dict[Key, Story]


class Outlooks:
    """Those of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._there: dict[Key, Outlook] = {}
        self._earlier: dict[Key, Story] = {}
        """What was told again for those who have not come yet."""
        self._reading: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def of(self, eyes: Eyes) -> Outlook:
        """That of all with these rights on this side."""
        key = self._key(eyes)
        if key not in self._there:
            found = self._there[key] = Outlook(self.room, eyes, self._before(eyes))
            if key in self._earlier:
                found.story.complete(self._earlier.pop(key))
        return self._there[key]

    def eyes(self, viewer: Viewer) -> Eyes:
        """What a viewer may see."""
        room, session = self.room, self.room.session
        names, players = tuple(session.names), room.player_sides
        return Eyes(session.ruleset, viewer, room.sight, names, players, room.most())

    def forget(self, only: Sequence[str]) -> None:
        """Something has changed: of everything, or of these sections."""
        for outlook in self._there.values():
            outlook.forget(only)

    def clear(self) -> None:
        """Even the past looks different now."""
        self._there, self._earlier = {}, {}

    def lines_before(self, part: int) -> dict[str, int]:
        """How many lines were told before a part of the story, by what who was told them may see."""
        counted = ((each.story.eyes, each.story.lines_before(part)) for each in self._there.values())
        return {self._sign(eyes): n for eyes, n in counted if n is not None}

    # --- what came first ----------------------------------------------------------------------------

    async def ready(self, viewer: Viewer) -> None:
        """Wait until a viewer can be told the story, where it is not known how long it is."""
        if not self.known(viewer):
            await self.whole()

    async def whole(self) -> None:
        """Wait until all that has happened is at hand."""
        if self.room.session.moments.unread:
            await asyncio.shield(self._begun())

    def soon(self) -> None:
        """Have all that has happened at hand before long."""
        if self.room.session.moments.unread:
            self._timer = asyncio.get_running_loop().call_later(SOON, self._begun)

    def close(self) -> None:
        """Nobody wants it any more."""
        if self._timer is not None:
            self._timer.cancel()

    def known(self, viewer: Viewer) -> bool:
        """Whether a viewer can be told the last lines without those before."""
        if not self.room.session.moments.unread:
            return True
        eyes = self.eyes(viewer)
        return self._key(eyes) in self._there or self._before(eyes) is not None

    def _begun(self) -> asyncio.Task[None]:
        if self._reading is None:
            self._reading = self.room.start(self._read())
        return self._reading

    async def _read(self) -> None:
        """Play and tell again what came first, in a thread, and take it up."""
        session = self.room.session
        try:
            found: Found = await self.room.beside(self._work())
            if session.moments.unread:
                session.moments.read(found.course)
                self._take_up(found.stories)
        except Exception as e:
            self.room.failed(e)
        finally:
            self._reading = None

    def _take_up(self, stories: dict[Key, Story]) -> None:
        there = self._there
        self._earlier = {key: story for key, story in stories.items() if key not in there}
        fits = [there[key].story.complete(story) for key, story in stories.items() if key in there]
        self.room.stalling.anew()
        if not all(fits):
            self.forget(())
            self.room.changed()

    def _work(self) -> Callable[[], Found]:
        """What is done in the thread; it shares nothing that changes."""
        room, session = self.room, self.room.session
        eyes = {self._key(each): each for each in map(self.eyes, self._viewers())}
        names, standing, seq = tuple(session.names), session.standing, session.seq
        unread = session.moments.unread
        play, start, talk = session.moments.reading(), session.moments.start, Talk()
        talk.said, talk.revealed = list(early(room.talk.said, unread)), set(room.talk.revealed)

        def work() -> Found:
            course = play()
            again = Again(session.ruleset, names, standing, seq, start, course.story[:unread])
            stories = {key: Story(again, each, talk) for key, each in eyes.items()}
            for story in stories.values():
                story.follow()
            return Found(course, stories)

        return work

    def _viewers(self) -> list[Viewer]:
        return [seat.viewer for seat in self.room.seats if not seat.pending]

    def _before(self, eyes: Eyes) -> int | None:
        """How many lines they were told of what is not at hand; None where nobody knows."""
        session, revealed = self.room.session, self.room.talk.revealed
        if not session.moments.unread or session.moments.last_unread in {each.entry for each in revealed}:
            return None
        return session.moments.lines_before.get(self._sign(eyes))

    def _key(self, eyes: Eyes) -> Key:
        return eyes.all, eyes.viewer.master, eyes.sides(self.room.session.fight)

    def _sign(self, eyes: Eyes) -> str:
        """By what an outlook is known when the fight is opened again: all that its lines depend on."""
        everything, master, sides = self._key(eyes)
        revealed = sorted(self.room.talk.revealed)
        on = everything, master, sorted(sides), eyes.sight, eyes.names, sorted(eyes.players), revealed
        return sha256(repr(on).encode()).hexdigest()[:16]
