"""Kept fights as the start page lists them: what is played, how far it is, who is there."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from affray.builder.outlook import against
from affray.campaign import desk
from affray.campaign.overview import is_over
from affray.core.errors import AffrayError
from affray.core.message import Verbatim, msg, word
from affray.core.phrases import the_side
from affray.core.ruleset import end_of, ruleset
from affray.server.map_thumbnail import thumbnail
from affray.server.tables import Tables
from affray.session import Session
from affray.store import Listed, stored_sessions

ROOM = "kept"
"""All that is read for the list shares one queue."""
MOST = 8
"""So many fights are looked into; of those before them the list has a line: name, game and day."""
PATIENCE = 2.0
"""Seconds that the list waits for what is in them: what comes later stands there next time."""
REMEMBERED = 200


class FightStanding(NamedTuple):
    """How a fight stands: the round and how it goes, in words, and its map."""

    round: str
    said: str
    over: bool
    picture: str


class KeptFight(NamedTuple):
    """A fight of the list; `standing` is None where it is not known."""

    id: str
    name: str
    game: str
    when: str
    day: str
    players: tuple[str, ...]
    standing: FightStanding | None


async def as_kept(tables: Tables, session: str) -> desk.Kept:
    """A session as plain values, for a job; raises NotFound, StoreError."""
    events = await stored_sessions.kept(tables.store, session)
    snapshot = await tables.store.snapshot(session)
    return desk.Kept(session, tuple(each.body for each in events), snapshot.body if snapshot else None)


def standing(kept: desk.Kept) -> FightStanding:
    """How a fight stands that a store has kept; raises LogError for entries that do not fit."""
    return standing_of(desk.opened(kept))


def standing_of(session: Session) -> FightStanding:
    """How a fight stands."""
    rules, fight = session.ruleset, session.fight
    follows = rules.follows(fight.house)
    cards = [rules.words.card(fight, who) for who in fight.here]
    over, winner = is_over(session), rules.winner(fight)
    said: str
    if end_of(winner, over) == "won":
        said = msg("won by {winner}", winner=the_side(word(winner or "")))
    elif over:
        said = word("over, nobody won")
    else:
        up = Counter(card.side for card in cards if not card.out)
        sides = dict.fromkeys(card.side for card in cards)
        said = against(up[side] for side in sides)
    now = msg("{word} {n}", word=follows.word, n=getattr(fight.table, follows.round))
    return FightStanding(now, said, over, thumbnail(rules, fight))


class KeptFights:
    """Reads how fights stand, and remembers it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._known: dict[tuple[str, int], FightStanding] = {}
        self._reading: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def listed(self, fights: list[Listed], now: datetime) -> list[KeptFight]:
        """The list; all of them are looked into."""
        await self._read(fights)
        players = await asyncio.gather(*(self._players(each.session) for each in fights))
        return [self._kept(each, there, now) for each, there in zip(fights, players, strict=True)]

    def _kept(self, listed: Listed, players: tuple[str, ...], now: datetime) -> KeptFight:
        changed = datetime.fromtimestamp(listed.changed / 1_000)
        known = self._known.get((listed.session, listed.last))
        game, when = title(listed.game), day(changed, now)
        return KeptFight(listed.session, listed.name, game, when, f"{changed:%Y-%m-%dT%H:%M}", players, known)

    async def _players(self, session: str) -> tuple[str, ...]:
        seats = await self.tables.store.seats(session)
        return tuple(seat.name for seat in seats if seat.role == "player" and seat.name and not seat.revoked)

    async def _read(self, fights: list[Listed]) -> None:
        """Look into those of which it is not known how they stand, for as long as one waits for a page."""
        tasks = [self._begun(each) for each in fights if (each.session, each.last) not in self._known]
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)

    def _begun(self, listed: Listed) -> asyncio.Task[None]:
        key = listed.session, listed.last
        if key not in self._reading:
            task = self._reading[key] = asyncio.create_task(self._learn(listed))
            task.add_done_callback(lambda _: self._reading.pop(key, None))
        return self._reading[key]

    async def _learn(self, listed: Listed) -> None:
        """How one stands; one that cannot be read is listed all the same."""
        with suppress(AffrayError):
            room = self.tables.rooms.get(listed.session)
            if room is not None and room.session.seq == listed.last:
                self._note(listed.session, listed.last, standing_of(room.session))
                return
            kept = await as_kept(self.tables, listed.session)
            found = await self.tables.jobs.soon(ROOM, standing, kept)
            self._note(listed.session, len(kept.rows) - 1, found)

    def _note(self, session: str, last: int, found: FightStanding) -> None:
        while len(self._known) >= REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[session, last] = found


def title(game: str) -> str:
    """What a game is called; one that is not there by its id."""
    with suppress(AffrayError):
        return word(ruleset(game).title)
    return Verbatim(game)


def day(then: datetime, now: datetime) -> str:
    """When something was, as one says it.

    >>> at = datetime(2026, 11, 26, 21, 5)
    >>> day(at, at), day(at - timedelta(days=1), at), day(datetime(2025, 3, 1), at)
    ('today, 21:05', 'yesterday, 21:05', '2025-03-01')
    """
    time = Verbatim(f"{then:%H:%M}")
    if then.date() == now.date():
        return msg("today, {time}", time=time)
    if then.date() == (now - timedelta(days=1)).date():
        return msg("yesterday, {time}", time=time)
    return Verbatim(f"{then:%Y-%m-%d}")
