"""The keys of a room's dice: drawn in time, kept beside the log, opened when the fight is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.errors import AffrayError
from affray.session import Session, log
from affray.session.sealed import Keys, fresh, seal
from affray.table.persistence import KEYS

if TYPE_CHECKING:
    from affray.table.persistence import Persistence
    from affray.table.room import Room


def sealed(session: Session, key: bytes = b"") -> bytes:
    """Seal the dice of a fight that has not begun by a key, which is drawn where none is given.

    The key, which comes from a seed, is to be attached, and does not stand in the log.
    """
    seeded, key, header = bool(key), key or fresh(), session.header
    header.seed, header.seal, header.key, header.seeded = 0, seal(key), "", seeded
    log.summed(header)
    session.log.keys = Keys(header)
    session.log.keys.learn(key.hex())
    return key.hex().encode() + b"\n"


async def learn_keys(session: Session, persistence: Persistence) -> None:
    """Learn the keys of a session that is opened."""
    session.log.keys.learn(*(await persistence.attached(KEYS)).decode("ascii").split())


class DiceKeys:
    """The keys of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def ready(self) -> None:
        """See that the next roll comes from a key which nobody has seen; in the room's lock.

        Raises AffrayError where the key cannot be kept.
        """
        room = self.room
        if not room.persistence.lasting:
            return
        if room.session.log.keys.lost:
            await learn_keys(room.session, room.persistence)
        if not self.fresh:
            await self._anew()

    @property
    def fresh(self) -> bool:
        """Whether the next roll can come from the key there is."""
        keys = self.room.session.log.keys
        return not self.room.persistence.lasting or (keys.seal in keys.known and not keys.told)

    async def held(self) -> bool:
        """See to the key as `ready` does; whether there is one, else the machine stops and says why."""
        try:
            await self.ready()
        except AffrayError as e:
            self.room.machine.stop(e)
            return False
        return True

    async def over(self) -> None:
        """Open the key of a fight that is over, so that its dice can be checked; in the room's lock."""
        room, session = self.room, self.room.session
        if room.persistence.lasting and session.over and session.log.keys.used:
            await self._anew()

    async def _anew(self) -> None:
        """Another key, on disk before its seal is told."""
        room, key = self.room, fresh()
        kept = await room.persistence.attached(KEYS)
        await room.persistence.attach(KEYS, kept + key.hex().encode() + b"\n")
        room.session.log.keys.learn(key.hex())
        await room.entries.put(room.session.lines.seal(key, kept=False), tell=False)
