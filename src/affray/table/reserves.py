"""Reserves: fighters who wait off the map until the game master lets them come in.

They are no part of the fight: the rules do not know them, nor does anybody but the game master.  Each is
kept as what to join by, under a name that nobody else has.  Where the entry by which one came in is taken
back, that one waits again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from affray.core.effect import Who
from affray.core.errors import BadAnswer, NotFound
from affray.core.live import Answer, Joined
from affray.core.message import Verbatim, msg
from affray.core.scene import FighterRecord, Scene
from affray.session import Session
from affray.session.entries import SessionLine, by_people

MOST = 60
"""So many reserves are kept of one fight."""


class Reserve(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who waits: like one who is here, one of the game's people, or written out as in a scene.

    `mark` is the command by which it was kept.  `was` has who went back into reserve as this one.
    """

    mark: str
    name: str
    side: str
    like: str = ""
    people: str = ""
    record: dict[str, Any] | None = None
    hidden: bool = False
    was: str = ""


def of_scene(scene: Scene) -> list[Reserve]:
    """Those whom a scene keeps in reserve, each by the name that it has there."""
    return [
        Reserve(f"scene:{name}", name, fighter.side, record=_written(fighter, name))
        for fighter in getattr(scene, "fighters", ())
        if fighter.reserve
        for name in fighter.called
    ]


def _written(fighter: FighterRecord, name: str) -> dict[str, Any]:
    """One of them as in a scene."""
    record = fighter.model_dump(mode="json", exclude_unset=True, exclude={"reserve", "count"})
    return {**record, "name": name}


def waiting(reserves: Iterable[Reserve], session: Session) -> list[Reserve]:
    """Those who have not come in, or whose coming was taken back."""
    here = {session.names[who] for who in session.fight.here}
    return [each for each in reserves if each.name not in session.names and each.was not in here]


def reserved(reserves: Sequence[Reserve], session: Session, name: str) -> Reserve:
    """The reserve of this name, who waits; raises NotFound."""
    there = {each.name: each for each in waiting(reserves, session)}
    if name not in there:
        raise NotFound("reserve", name, there)
    return there[name]


def check_free(name: str, taken: Collection[str]) -> None:
    """Raise BadAnswer for a name that somebody has."""
    if name in taken:
        raise BadAnswer(
            msg("there is already a {name}; expected a different name", name=Verbatim(repr(name))),
            code="answer/no-name",
        )


def check_room(reserves: Sequence[Reserve]) -> None:
    """Raise BadAnswer where no more are kept."""
    if len(reserves) >= MOST:
        raise BadAnswer(
            msg("there are already {most} fighters in reserve; remove some first", most=MOST),
            code="answer/too-many",
        )


def not_acted(session: Session, who: Who) -> None:
    """Raise BadAnswer for somebody who has done something already, whom a fresh one would replace."""
    for line in session.standing.played:
        entry = line.entry
        if isinstance(entry, Answer) and entry.asked.who == who and entry.asked.question == "action":
            raise BadAnswer(
                msg("{name} has already acted: remove them instead", name=Verbatim(session.names[who])),
                code="answer/acted",
            )


def came_last(session: Session, name: str) -> bool:
    """Whether the last thing that people did was to let this one come in."""
    kept: tuple[SessionLine, ...] = tuple(session.standing.kept)
    places = by_people(kept)
    entry = kept[places[-1]].entry if places else None
    return isinstance(entry, Joined) and name == session.names[-1]
