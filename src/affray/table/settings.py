"""The settings of a room: what belongs to it besides its log, and is kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.core.errors import AffrayError
from affray.core.message import word
from affray.session.correction import corrections, usage
from affray.table.cards import WireNextFight, WireNote, WireReserve
from affray.table.map_picture import MapPicture
from affray.table.persistence import FighterNote, NextFight, Notes
from affray.table.reserves import Reserve, waiting
from affray.table.seats import called
from affray.table.squads import Squads
from affray.table.story import Talk
from affray.table.visibility import Viewer, VisibilityRules
from affray.table.walls import DrawnWall, Walls

if TYPE_CHECKING:
    from affray.table.room import Room


class RoomSettings:
    """What a room has besides its log: title, archive, talk, notes, squads, reserves, picture, walls.

    While it `waits` the fight has not begun: nothing rolls, asks or acts.
    """

    def __init__(self, room: Room, notes: Notes, title: str = "", archived: bool = False) -> None:
        self.room, self.title, self.archived = room, title, archived
        self.visibility_rules, self.talk = notes.visibility_rules, notes.talk()
        self.map_picture, self.about = MapPicture(room, notes.picture, notes.fog), list(notes.about)
        self.reserves, self.next_fight = list(notes.reserves), notes.next_fight
        self.waits, self._begun = notes.waits, notes.begun
        self.squads, self.walls = Squads(room, notes.squads), Walls(room, notes.walls)
        self.corrections = [usage(*each) for each in corrections(room.session.ruleset).items()]
        """What to type for each correction of the game."""

    def notes(
        self,
        talk: Talk | None = None,
        rules: VisibilityRules | None = None,
        about: Sequence[FighterNote] | None = None,
        waits: bool | None = None,
        squads: Sequence[tuple[str, ...]] | None = None,
        reserves: Sequence[Reserve] | None = None,
        walls: Sequence[DrawnWall] | None = None,
    ) -> Notes:
        """What is kept of them, as they are or are going to be."""
        reserves = self.reserves if reserves is None else reserves
        rules, talk = rules or self.visibility_rules, talk or self.talk
        about, waits = self.about if about is None else about, self.waits if waits is None else waits
        begun = self.begun if self.waits and not waits else self._begun
        squads = self.squads.formed if squads is None else squads
        walls = self.walls.drawn if walls is None else walls
        picture, fog, following = self.map_picture.placement, self.map_picture.fog, self.next_fight
        return Notes.of(rules, talk, picture, about, waits, begun, squads, reserves, following, fog, walls)

    @property
    def begun(self) -> int:
        """The last entry before the fight began; in a copy that waited, before it went on.

        While it waits that is the last of all.
        """
        session = self.room.session
        return session.seq if self.waits else max(self._begun, session.log.begun)

    def notes_about(self, viewer: Viewer, name: str) -> list[WireNote]:
        """What is noted about a fighter, as far as the viewer may read it."""
        return [
            WireNote(each.mark, called(each.by), each.text, bool(each.secret))
            for each in self.about
            if each.fighter == name and (not each.secret or viewer.master)
        ]

    @property
    def in_reserve(self) -> list[WireReserve]:
        """Who waits off the map, for the game master."""
        found = waiting(self.reserves, self.room.session)
        return [WireReserve(each.name, word(each.side), each.hidden) for each in found]

    async def keep(
        self,
        talk: Talk | None = None,
        rules: VisibilityRules | None = None,
        about: Sequence[FighterNote] | None = None,
        waits: bool | None = None,
        squads: Sequence[tuple[str, ...]] | None = None,
        reserves: Sequence[Reserve] | None = None,
        walls: Sequence[DrawnWall] | None = None,
    ) -> None:
        """Keep them, as they are or are going to be."""
        await self.room.persistence.notes(self.notes(talk, rules, about, waits, squads, reserves, walls))

    async def keep_next(self, fight: NextFight | None) -> None:
        """Keep which fight waits for the people here; whoever has one is told that it does."""
        before, self.next_fight = self.next_fight, fight
        try:
            await self.keep()
        except AffrayError:
            self.next_fight = before
            raise
        self.room.audience.changed("title", "next")

    @property
    def following(self) -> WireNextFight | None:
        """The fight that waits for the people here, for the game master."""
        fight = self.next_fight
        return WireNextFight(fight.name, f"/s/{fight.session}") if fight else None

    def begin(self, behind: int) -> None:
        """Let the fight begin behind an entry, as it is kept."""
        self.waits, self._begun = False, behind
        self.room.entries.begun()

    async def archive(self, on: bool) -> None:
        """Put the session away, or take it out again."""
        await self.room.persistence.archive(on)
        self.archived = on
        self.room.audience.changed("title")

    async def catch_up(self) -> None:
        """Take in what another process has changed besides the log; in the room's lock."""
        there = await self.room.persistence.besides()
        if there is None:
            return
        talk, rules = there.notes.talk(), there.notes.visibility_rules
        begins = self.waits and not there.notes.waits
        anew = self.visibility_rules != rules or begins
        if anew or len(self.talk.revealed) != len(talk.revealed):
            await self.room.audience.shared_views.whole()
        before = self._shown
        if self.notes() != there.notes:
            self.talk.said, self.talk.revealed = talk.said, talk.revealed
            self.map_picture.placement, self.map_picture.fog = there.notes.picture, there.notes.fog
            self.about = list(there.notes.about)
            self.squads.formed, self.walls.drawn = list(there.notes.squads), list(there.notes.walls)
            self.reserves, self.next_fight = list(there.notes.reserves), there.notes.next_fight
        if begins:
            self.begin(there.notes.begun)
        self.archived, self.visibility_rules, self.title = there.archived, rules, there.title
        if not self.room.seats.same(there.seats):
            self.room.admission.replace(there.seats)
        if before != self._shown:
            self.room.audience.changed(anew=anew)

    @property
    def _shown(self) -> object:
        """What people see of them."""
        talk, picture = self.talk, (self.map_picture.placement, self.map_picture.fog)
        besides = (
            self.archived, self.about, self.waits, self.squads.formed, self.reserves, self.next_fight,
            self.walls.drawn,
        )  # fmt: skip
        return self.visibility_rules, talk.said, talk.revealed, self.title, picture, besides
