"""Handlers of commands that only read: odds, advice, receipts, earlier moments, the log."""

from __future__ import annotations

from typing import Any

from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer
from affray.core.message import word
from affray.table import history, wire
from affray.table.faults import NotYours
from affray.table.handler import Handler
from affray.table.jobs import advised, distributions
from affray.table.option_lookup import meant
from affray.table.palette import tools
from affray.table.visibility import Viewer

TRIES = 100
"""Fights for each option when somebody asks for advice."""


class ReadHandlers(Handler):
    """What somebody wants to know."""

    async def odds(self, viewer: Viewer, command: wire.OddsCommand) -> Any:
        """The distributions of an action; of foes whose figures are hidden, only what the menu shows."""
        room, pending = self.room, self.asked(viewer, command)
        self._odds_open(viewer)
        act = meant(self.seen(viewer), pending, command)
        whole = viewer.master or room.settings.visibility_rules.foes == "numbers"
        label, game = room.session.options.in_words(act), room.session.ruleset.id
        asked = game, room.session.fight, pending.asked.who, act, whole, self._told_of(viewer, whole)
        return {
            "label": word(label),
            **await room.jobs.soon(room.id, distributions, *asked, seat=viewer.seat),
        }

    def _told_of(self, viewer: Viewer, whole: bool) -> frozenset[Who]:
        """Those whose choices in an action a viewer is told of: whom all figures are seen of, if not all."""
        visibility, fight = self.seen(viewer).visibility, self.room.session.fight
        known = visibility.known(fight)
        if viewer.master:
            return known | {TABLE}
        return known if whole else frozenset(who for who in known if visibility.whole(fight, who))

    def _odds_open(self, viewer: Viewer) -> None:
        if not viewer.master and not self.room.settings.visibility_rules.odds:
            raise NotYours("the game master has hidden the odds")

    async def advise(self, viewer: Viewer, command: wire.AdviseCommand) -> Any:
        """How often each option wins.

        Tells a player how foes stand, so only with open figures and where all of them are known.
        """
        room, pending = self.room, self.asked(viewer, command)
        self._odds_open(viewer)
        self._all_seen(viewer)
        if pending.chance is not None:
            raise BadAnswer("waiting for a roll: there is nothing to decide", code="answer/nothing-to-decide")
        if pending.asked.who == TABLE:
            raise BadAnswer(
                "this question is for the game master, who takes no side", code="answer/nothing-to-decide"
            )
        moment, seed = room.session.moments.now, room.controller.seed()
        asked = room.session.ruleset.id, moment, TRIES, seed
        return await room.jobs.long(advised, *asked, room=room.id, seat=viewer.seat)

    def _all_seen(self, viewer: Viewer) -> None:
        """Raise unless nothing about foes is kept from this viewer: a fight is tried with all of them."""
        visibility, fight = self.seen(viewer).visibility, self.room.session.fight
        if visibility.all:
            return
        if self.room.settings.visibility_rules.foes != "numbers" or visibility.unknown_names(fight):
            raise NotYours("win odds would give away how the foes are doing")

    async def receipt(self, viewer: Viewer, command: wire.ReceiptCommand) -> Any:
        """What stands behind a line of the viewer's log."""
        part = self.part_of(viewer, command)
        return self.room.audience.feed_of(viewer).receipt(part)

    async def at(self, viewer: Viewer, command: wire.AtCommand) -> Any:
        """The view of an earlier moment."""
        return await history.shown(self.room, viewer, command.entry)

    async def lines(self, viewer: Viewer, command: wire.LinesCommand) -> Any:
        """Lines of the viewer's log before one."""
        feed = self.room.audience.feed_of(viewer)
        end = min(command.before - 1, len(feed.story.lines))
        return feed.told(feed.story.lines[max(0, end - command.n) : end])

    async def palette(self, viewer: Viewer, command: wire.PaletteCommand) -> Any:
        """Everything that this viewer can do now."""
        return tools(self.room, viewer)

    async def export(self, viewer: Viewer, command: wire.ExportCommand) -> Any:
        """The log; to others than the game master, the story as they know it."""
        return history.exported(self.room, viewer, command.form)

    async def ping(self, viewer: Viewer, command: wire.PingCommand) -> None:
        """Somebody is there."""
