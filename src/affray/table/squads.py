"""Squads of a room: fighters for whom the game master chooses together.

They are kept beside the log: what is given by them are entries like any other.  Nobody but the game master
is told of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from affray.core.effect import Who
from affray.core.errors import BadAnswer, unknown
from affray.core.message import Verbatim, msg, word
from affray.session.controller import Given
from affray.session.squad import kin, kinds, squad_choice
from affray.table.wire import WireSquad

if TYPE_CHECKING:
    from affray.table.room import Room

Squad = tuple[str, ...]
FEWEST = 2
"""So many are a squad at least."""


class Squads:
    """Who is in which squad of one room, by name; `formed` are all squads."""

    def __init__(self, room: Room, formed: Iterable[Squad] = ()) -> None:
        self.room, self.formed = room, list(formed)

    async def change(self, names: Sequence[str], on: bool) -> None:
        """Make these one squad, or draw them out of theirs; raises BadAnswer."""
        room, session = self.room, self.room.session
        if strange := [name for name in names if name not in session.names]:
            raise BadAnswer(unknown("fighter", strange[0][:40], session.names), code="answer/no-fighter")
        chosen = frozenset(names)
        left = [tuple(name for name in squad if name not in chosen) for squad in self.formed]
        formed = [squad for squad in left if len(squad) >= FEWEST]
        if on:
            formed.append(tuple(dict.fromkeys(names)))
            self._one_kind(formed[-1])
            handed = room.controller.giving_each(self._automatic(formed[-1]), "person")
            if handed != session.log.handed:
                await room.entries.put(session.lines.hand(handed))
        await room.settings.keep(squads=formed)
        self.formed = formed
        room.audience.changed("squads")

    def _one_kind(self, squad: Squad) -> None:
        """Raise BadAnswer unless these are of one side and kind, and the game master's to play."""
        if len(squad) < FEWEST:
            raise BadAnswer("a squad needs at least two fighters", code="answer/squad-small")
        fight, (first, *others) = self.room.session.fight, [self._who(name) for name in squad]
        for name, who in zip(squad[1:], others, strict=True):
            if kin(fight, who) != kin(fight, first):
                said = msg(
                    "{name} cannot join {first}: a squad is one kind of fighter on one side",
                    name=name,
                    first=squad[0],
                )
                raise BadAnswer(said, code="answer/squad-differs")
        for name in squad:
            if by := self.room.admission.player_of(name):
                raise BadAnswer(
                    msg("{name} is played by {player} and cannot be in a squad", name=name, player=by),
                    code="answer/played",
                )

    def _automatic(self, squad: Squad) -> list[str]:
        """Those of a squad whom the autopilot runs so far."""
        return [name for name in squad if self.room.controller.of(self._who(name)) == "autopilot"]

    def _who(self, name: str) -> Who:
        return Who(self.room.session.names.index(name))

    # --- what it leads to ---------------------------------------------------------------------------

    def answer(self) -> Given | None:
        """What was chosen for the squad of whoever is asked; None where the game master is to say."""
        pending = self.room.session.pending
        if pending is None or pending.chance is not None or pending.asked.who < 0:
            return None
        name = self.room.session.names[pending.asked.who]
        squad = next((squad for squad in self.formed if name in squad), ())
        members = [self._who(each) for each in squad if self._led(each)]
        if len(members) < FEWEST or not self._led(name):
            return None
        chosen = squad_choice(self.room.session, members, pending)
        return Given(chosen[0], (), "order") if chosen else None

    def _led(self, name: str) -> bool:
        """Whether the game master plays this fighter."""
        room = self.room
        return (
            name in room.session.names
            and room.controller.of(self._who(name)) != "autopilot"
            and not room.admission.player_of(name)
        )

    def section(self) -> list[WireSquad]:
        """All squads, and who else could be one."""
        session, placed = self.room.session, frozenset(name for squad in self.formed for name in squad)
        told: list[WireSquad] = []
        for kind in kinds(session.fight):
            names = {who: session.names[who] for who in kind}
            own = [who for who, name in names.items() if not self.room.admission.player_of(name)]
            squads = [[who for who in own if names[who] in squad] for squad in self.formed]
            free = [who for who in own if names[who] not in placed]
            told += [self._told(squad, own, True) for squad in squads if squad]
            if len(free) >= FEWEST:
                told.append(self._told(free, own, False))
        return told

    def _told(self, members: Sequence[Who], kind: Sequence[Who], formed: bool) -> WireSquad:
        apart = [int(who) for who in kind if who not in members] if formed else []
        names = [self.room.session.names[who] for who in members]
        name = in_common(names)
        asked = self._asked(name, members) if formed else UNSET
        return WireSquad(name, [int(who) for who in members], formed, apart, asked)

    def _asked(self, name: str, members: Sequence[Who]) -> str | UnsetType:
        """What is to be chosen for a member, as it is put to the squad."""
        session = self.room.session
        pending = session.pending
        if pending is None or pending.chance is not None or pending.asked.who not in members:
            return UNSET
        names = list(session.names)
        names[pending.asked.who] = msg("{name} squad", name=name)
        return word(session.ruleset.words.asked(names, pending.asked, pending.about))


def in_common(names: Sequence[str]) -> str:
    """What several fighters are called; the first's name where that is nothing.

    >>> in_common(["Thug 1", "Thug 12"]), in_common(["Al", "Bo"])
    ('Thug', 'Al')
    """
    stems = {stem(name) for name in names}
    return Verbatim(stems.pop() if len(stems) == 1 else names[0])


def stem(name: str) -> str:
    """A name without the number behind it."""
    return name.rstrip("0123456789").rstrip()
