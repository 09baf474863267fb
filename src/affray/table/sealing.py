"""The keys of a room's dice: drawn in time, kept beside the log, opened when the fight is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.errors import AffrayError
from affray.session import Session, log
from affray.session.sealed import Keys, fresh, seal
from affray.table.keeper import KEYS

if TYPE_CHECKING:
    from affray.table.keeper import Keeper
    from affray.table.room import Room


def sealed(session: Session, key: bytes = b"") -> bytes:
    """Seal the dice of a fight that has not begun, its key to be attached and not in the log.

    Without a key it is drawn.
    """
    key, header = key or fresh(), session.header
    header.seed, header.seal, header.key = 0, seal(key), ""
    log.summed(header)
    session.log.keys = Keys(header)
    session.log.keys.learn(key.hex())
    return key.hex().encode() + b"\n"


async def begun(session: Session, keeper: Keeper) -> None:
    """Learn the keys of a session that is opened."""
    session.log.keys.learn(*(await keeper.attached(KEYS)).decode("ascii").split())


class Sealing:
    """The keys of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def ready(self) -> None:
        """See that the next roll comes from a key which nobody has seen; in the room's lock.

        Raises AffrayError where the key cannot be kept.
        """
        room, keys = self.room, self.room.session.log.keys
        if not room.keeper.lasting:
            return
        if keys.lost:
            await begun(room.session, room.keeper)
        if keys.seal not in keys.known or keys.told:
            await self._anew()

    async def held(self) -> bool:
        """See to the key as `ready` does; whether there is one, else the machine stops and says why."""
        try:
            await self.ready()
        except AffrayError as e:
            self.room.stop(e)
            return False
        return True

    async def over(self) -> None:
        """Open the key of a fight that is over, so that its dice can be checked; in the room's lock."""
        room, session = self.room, self.room.session
        if room.keeper.lasting and session.over and session.log.keys.used:
            await self._anew()

    async def _anew(self) -> None:
        """Another key, on disk before its seal is told."""
        room, key = self.room, fresh()
        kept = await room.keeper.attached(KEYS)
        await room.keeper.attach(KEYS, kept + key.hex().encode() + b"\n")
        room.session.log.keys.learn(key.hex())
        await room.put(room.session.lines.seal(key, kept=False), tell=False)
