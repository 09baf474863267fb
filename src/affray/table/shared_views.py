"""Shared views: what all who may see the same see alike, and how it is told of a long fight.

A fight is opened from a snapshot, which says how many lines everybody was told before it: so people see
it at once, with its last lines.  What came before is played and told again in a thread meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

import msgspec

from affray.core.follow import stock
from affray.core.live import Joined
from affray.core.ruleset import Ruleset
from affray.session import Session
from affray.session.course import Course, State, Telling
from affray.session.entries import SessionLine, Standing, folded, hidden_after
from affray.table.free_rolls import lines_seen, private
from affray.table.position import Position
from affray.table.story import Heard, Talk, VisibleStory, early, in_order
from affray.table.visibility import Beginning, Viewer, Visibility

if TYPE_CHECKING:
    from affray.table.room import Room

SOON = 1.0
"""Seconds until what came first is told again: those who come see the fight before."""

A = TypeVar("A")
Key: TypeAlias = tuple[bool, bool, frozenset[str], str]
"""Whether all is seen, whether it is the game master, the sides that are one's own, and the seat where it
sees free rolls that the others on them do not."""


class SharedView:
    """What all viewers with the same rights and the same side see alike, made once.

    Nothing in it may depend on the viewer but by who may answer, which is part of the key.
    """

    def __init__(self, room: Room, visibility: Visibility, before: int | None = None) -> None:
        own = private(visibility, room.session.log.free_rolls)
        self.story = VisibleStory(room.session, visibility, room.settings.talk, before, own)
        self.numbers = visibility.numbers
        self._made: dict[tuple[str, bool, str], Any] = {}
        self._of: Position | None = None

    def made(
        self, now: Position, name: str, make: Callable[[], A], answers: bool = False, words: str = ""
    ) -> A:
        """A section as it was made, or is now; `words` is the language in which it was encoded."""
        if self._of is not now:
            self._of = now
            self._made.clear()
        key = name, answers, words
        if key not in self._made:
            self._made[key] = make()
        section: A = self._made[key]
        return section

    def forget(self, names: Sequence[str] = ()) -> None:
        """Something has changed: of everything, or of these sections."""
        self._made = {key: made for key, made in self._made.items() if names and key[0] not in names}


class EarlierStory(NamedTuple):
    """The first parts of a story, played again: lines are told of it as of a session."""

    ruleset: Ruleset
    names: Sequence[str]
    standing: Standing
    seq: int
    at_hand: State
    story: Sequence[Telling]
    free_rolls: Sequence[SessionLine] = ()
    secret: Sequence[int] = ()
    unread: int = 0

    @property
    def log(self) -> Self:
        """Its free rolls are here."""
        return self

    @property
    def moments(self) -> Self:
        """All of it is at hand."""
        return self


class ReplayedStories(NamedTuple):
    """A course from its start, and what is told of its first parts, by who sees it."""

    course: Course
    stories: dict[Key, VisibleStory]


class SharedViews:
    """The shared views of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._there: dict[Key, SharedView] = {}
        self._earlier: dict[Key, VisibleStory] = {}
        """What was told again for those who have not come yet."""
        self._life: dict[str, int] | None = None
        self._names: list[str] = []
        self._began: Beginning | None = None
        self._reading: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def of(self, visibility: Visibility) -> SharedView:
        """That of all with these rights on this side."""
        key = self._key(visibility)
        if key not in self._there:
            view = self._there[key] = SharedView(self.room, visibility, self._before(visibility))
            if key in self._earlier:
                view.story.complete(self._earlier.pop(key))
        return self._there[key]

    def visibility(self, viewer: Viewer) -> Visibility:
        """What a viewer may see."""
        room, session = self.room, self.room.session
        if not self._names:
            self._names = list(session.names)
        rules, players = room.settings.visibility_rules, room.admission.player_sides
        began = self._beginning()
        return Visibility(session.ruleset, viewer, rules, self._names, players, self.most(), beginning=began)

    def _beginning(self) -> Beginning:
        """Where the fight began, and who was hidden then."""
        session, begun = self.room.session, self.room.settings.begun
        if self._began is None or self._began.entry != begun:
            played, fighters = folded(session.log.lines[:begun]).played, session.moments.start.everyone
            self._began = Beginning(begun, hidden_after(played, len(fighters)))
        return self._began

    def most(self) -> dict[str, int]:
        """How much life each fighter came with, by name."""
        if self._life is None:
            self._life = life_at_first(self.room.session)
        return self._life

    def forget(self, only: Sequence[str]) -> None:
        """Something has changed: of everything, or of these sections."""
        for shared_view in self._there.values():
            shared_view.forget(only)

    def people_changed(self) -> None:
        """Somebody has come or gone whom nobody but the game master sees: all views stay as they are."""
        self._names[:] = self.room.session.names
        self.most().update(life_at_first(self.room.session))

    def clear(self) -> None:
        """Even the past looks different now."""
        self._there, self._earlier, self._life, self._names = {}, {}, None, []

    def lines_before(self, part: int) -> dict[str, int]:
        """How many lines were told before a part of the story, by what who was told them may see."""
        counted = ((each.story.visibility, each.story.lines_before(part)) for each in self._there.values())
        return {self._sign(visibility): n for visibility, n in counted if n is not None}

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
        visibility = self.visibility(viewer)
        return self._key(visibility) in self._there or self._before(visibility) is not None

    def _begun(self) -> asyncio.Task[None]:
        if self._reading is None:
            self._reading = self.room.tasks.start(self._read())
        return self._reading

    async def _read(self) -> None:
        """Play and tell again what came first, in a thread, and take it up."""
        session = self.room.session
        try:
            replayed: ReplayedStories = await self.room.tasks.beside(self._work())
            if session.moments.unread:
                session.moments.read(replayed.course)
                self._take_up(replayed.stories)
        except Exception as e:
            self.room.failed(e)
        finally:
            self._reading = None

    def _take_up(self, stories: dict[Key, VisibleStory]) -> None:
        there = self._there
        self._earlier = {key: story for key, story in stories.items() if key not in there}
        fits = [there[key].story.complete(story) for key, story in stories.items() if key in there]
        self.room.machine.stall.anew()
        if not all(fits):
            self.forget(())
            self.room.audience.changed()

    def _work(self) -> Callable[[], ReplayedStories]:
        """What is done in the thread; it shares nothing that changes."""
        session = self.room.session
        visibility = {self._key(each): each for each in map(self.visibility, self._viewers())}
        for each in visibility.values():  # those of a room learn who comes and goes meanwhile
            each.names, each.most = list(each.names), dict(each.most)
        names, standing, seq = tuple(session.names), session.standing, session.seq
        unread = session.moments.unread
        play, start = session.moments.reading(), session.moments.start
        before = {key: self._first(each, unread) for key, each in visibility.items()}
        talk, rolls, secret = Talk(), tuple(session.log.free_rolls), tuple(session.log.secret)
        talk.revealed = set(self.room.settings.talk.revealed)

        def work() -> ReplayedStories:
            course = play()
            told = course.story[:unread]
            again = EarlierStory(session.ruleset, names, standing, seq, start, told, rolls, secret)
            stories = {key: VisibleStory(again, each, talk, own=key[3]) for key, each in visibility.items()}
            for key, story in stories.items():
                story.hear(before[key])
            for story in stories.values():
                story.follow()
            return ReplayedStories(course, stories)

        return work

    def _first(self, visibility: Visibility, unread: int) -> Sequence[Heard]:
        """What a viewer heard beside the fight before a part of the story."""
        said, rolls = self.room.settings.talk.said, self.room.session.log.free_rolls
        own, thrown = private(visibility, rolls), self.room.settings.talk.thrown
        return early(in_order(said, lines_seen(visibility, rolls, own, revealed=thrown)), unread)

    def _viewers(self) -> list[Viewer]:
        return [seat.viewer for seat in self.room.seats if not seat.pending]

    def _before(self, visibility: Visibility) -> int | None:
        """How many lines they were told of what is not at hand; None where nobody knows."""
        session, revealed = self.room.session, self.room.settings.talk.revealed
        if not session.moments.unread or session.moments.last_unread in {each.entry for each in revealed}:
            return None
        return session.moments.lines_before.get(self._sign(visibility))

    def _key(self, visibility: Visibility) -> Key:
        sides, own = visibility.sides(self.room.session.fight), self.private(visibility)
        return visibility.all, visibility.viewer.master, sides, own

    def private(self, visibility: Visibility) -> str:
        """The seat of a viewer who sees free rolls that others on its side do not; else nothing."""
        return private(visibility, self.room.session.log.free_rolls)

    def _sign(self, visibility: Visibility) -> str:
        """By what a view is known when the fight is opened again: all that its lines depend on.

        Snapshots on disk hold such digests, so this is spelled as it ever was, whatever classes are called.
        """
        everything, master, sides, _ = self._key(visibility)
        told_by = msgspec.structs.replace(visibility.visibility_rules, clock=False)
        rules = repr(told_by).replace("VisibilityRules", "Sight").replace(", clock=False", "")
        revealed = repr(sorted(self.room.settings.talk.revealed)).replace("RevealedLine", "Shown")
        people = [repr(tuple(visibility.names)), repr(sorted(visibility.players))]
        began = visibility.beginning
        unmet = (
            [] if everything or not began.hidden else [repr((began.entry, sorted(map(int, began.hidden))))]
        )
        on = ", ".join(
            [repr(everything), repr(master), repr(sorted(sides)), rules, *people, revealed, *unmet]
        )
        return sha256(("(" + on + ")").encode()).hexdigest()[:16]


def life_at_first(session: Session) -> dict[str, int]:
    """How much life each fighter came with, by name."""
    fight = session.ruleset.start(session.scene)
    joined = [line.entry.body for line in session.standing.played if isinstance(line.entry, Joined)]
    gauge = session.ruleset.follows(fight.house).gauges[0]
    life = [sum(n for _, n in stock(gauge, body)) for body in (*fight.fighters, *joined)]
    return dict(zip(session.names, life, strict=True))
