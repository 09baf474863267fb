"""The audience of a room: who is connected, what each has seen, and who is told what."""

from __future__ import annotations

import secrets
from time import monotonic
from typing import TYPE_CHECKING

from affray.table import views, wire
from affray.table.client import Client, crowded
from affray.table.feed import ViewerFeed
from affray.table.goodbyes import CLOSED, Goodbye
from affray.table.pollers import Pollers
from affray.table.position import Position
from affray.table.seats import called
from affray.table.shared_views import SharedViews
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

NUMBERS = 28
"""Bits of the numbers that one server gives; those before them are drawn, up to 52 that any program holds."""


class Audience:
    """Those who look at one room.

    `seq` numbers what clients are told, from `first` on, drawn anew whenever a server opens a session
    that others can open: so a number says which server has told it, and no other takes it for its own.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.first = drawn() if room.persistence.lasting else int(room.clock() * 1000)
        self.seq, self.epoch = self.first, str(self.first)
        self.clients: set[Client] = set()
        self.pollers, self.shared_views = Pollers(monotonic), SharedViews(room)
        self.feeds: dict[Viewer, ViewerFeed] = {}
        self.untold = False
        """Whether the log has entries of which nobody has been told yet."""
        self._position = self._now()

    # --- people come and go -------------------------------------------------------------------------

    def enter(self, viewer: Viewer, since: int | None = None, epoch: str = "", seat: str = "") -> Client:
        """Somebody connects; tells them what they have missed, or everything.

        `seat` is that by which they are here, where they look as another.
        """
        client = Client(viewer, seat=seat)
        crowded(self.clients, client)
        feed = self.feed(viewer)
        missed = feed.missed(since) if since is not None and epoch == self.epoch else None
        self.clients.add(client)
        if missed is None:
            client.anew()
        for event in missed or ():
            client.tell(event)
        self.changed("link")
        return client

    def leave(self, client: Client) -> None:
        """Somebody's line is gone."""
        self.clients.discard(client)
        self._let_go()
        self.changed("link")

    def reseat(self, seat: str, viewer: Viewer | None, why: Goodbye = CLOSED) -> None:
        """Show another view at a seat from now on; None ends its lines, and says why."""
        for client in [c for c in self.clients if c.seat == seat]:
            if viewer is None:
                client.end(why)
                self.clients.discard(client)
            elif client.viewer.seat:
                self._look_as(client, viewer._replace(language=client.viewer.language))
        self.pollers.forget(seat)
        self._let_go()

    def _look_as(self, client: Client, viewer: Viewer) -> None:
        if client.viewer != viewer:
            client.viewer = viewer
            self.feed(viewer)
            client.anew()

    def close(self, why: Goodbye) -> None:
        """Send everybody away."""
        self.shared_views.close()
        for client in self.clients:
            client.close(why)

    # --- what each one sees -------------------------------------------------------------------------

    def feed(self, viewer: Viewer) -> ViewerFeed:
        """What this viewer is told; news are kept for it from now on."""
        if viewer not in self.feeds:
            self.tell_rest()
            self.feeds[viewer] = ViewerFeed(self.room, viewer)
        return self.feeds[viewer]

    def feed_of(self, viewer: Viewer) -> ViewerFeed:
        """What this viewer is told; nobody has to be connected."""
        if viewer not in self.feeds:
            self.tell_rest()
        return self.feeds.get(viewer) or ViewerFeed(self.room, viewer)

    def polled_by(self, viewer: Viewer) -> ViewerFeed:
        """What somebody sees who asks now and then; news are kept from now on."""
        self.pollers.note(viewer)
        return self.feed(viewer)

    def full(self, viewer: Viewer) -> bytes:
        """A whole view; nobody has to be connected."""
        return self.feed_of(viewer).full()

    def missed(self, viewer: Viewer, since: int | None, epoch: str = "") -> list[bytes]:
        """The messages after one that was seen; a whole view where those are not known."""
        self.tell_rest()
        feed = self.polled_by(viewer)
        known = since is not None and epoch == self.epoch
        events = feed.missed(since) if known and since is not None else None
        return [feed.full()] if events is None else events

    def read_up(self) -> None:
        """Have the story told for all who sit here, in a thread, before anybody comes."""
        for seat in self.room.seats:
            if not seat.pending and self.shared_views.known(seat.viewer):
                ViewerFeed(self.room, seat.viewer)

    def link(self, seen: views.VisiblePosition) -> wire.Link:
        """Who is connected; only the game master sees who waits to be let in."""
        # A display looks from no seat, but by the link of one; whoever opens one beside a seat is not there.
        here = {(client.seat, client.viewer.role) for client in self.clients}
        seats = [
            wire.Seated(s.id, called(s.name), s.role, (s.id, s.role) in here, list(s.fighters), s.pending)
            for s in self.room.seats
            if seen.visibility.viewer.master or not (s.pending or s.role == "replay")
        ]
        return wire.Link(seats, views.waiting_for(seen))

    @property
    def position(self) -> Position:
        """What is worked out once for all who look now."""
        if not self._position.holds or self._position.waits != self.room.settings.waits:
            self._position = self._now()
        return self._position

    def _now(self) -> Position:
        return Position(self.room.session, self.room.controller, self.room.settings.waits)

    def _let_go(self) -> None:
        """Keep nothing more for those who are neither connected nor have asked of late."""
        used = {client.viewer for client in self.clients} | self.pollers.of_late()
        self.feeds = {viewer: feed for viewer, feed in self.feeds.items() if viewer in used}

    # --- what changes -------------------------------------------------------------------------------

    def changed(self, *only: str, anew: bool = False) -> None:
        """Tell everybody what has changed for them; `only` in these sections.

        `anew` where even the past looks different.
        """
        only = () if self.untold else only
        self.seq += 1
        self.untold = False
        if anew:
            self.shared_views.clear()
            self.feeds = {viewer: ViewerFeed(self.room, viewer) for viewer in self.feeds}
            for client in self.clients:
                client.anew()
            return
        self._let_go()
        self.shared_views.forget(only)
        events = {viewer: feed.update(only) for viewer, feed in self.feeds.items()}
        for client in self.clients:
            event = events.get(client.viewer)
            if event is not None:
                client.tell(event)

    def tell_rest(self) -> None:
        """Tell what the machine has done since people were told."""
        if self.untold:
            self.changed()


def drawn() -> int:
    """Where the numbers of a server that opens a session begin."""
    return (secrets.randbits(52 - NUMBERS) or 1) << NUMBERS
