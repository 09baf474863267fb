"""Walls that a game master draws on the map: kept beside the log, and offered to the rules as cover.

They change nothing by themselves.  Where one stands between who acts and a foe, the game master can have that
foe be behind it: a correction, by which the rules count it for whatever crosses its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from affray.core.body import spot_of
from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer, NotFound, unknown
from affray.core.fight import AnyFight
from affray.core.ground import Cover, behind, cover_of
from affray.core.message import Verbatim, msg, word
from affray.core.space import Line, crosses, point
from affray.table import wire
from affray.table.fog import Corner, Fog
from affray.table.views import VisiblePosition

if TYPE_CHECKING:
    from affray.table.room import Room

MOST = 60
"""So many walls are drawn on one map."""
STEPS = 32
"""In so many places along a wall it is asked whether there is fog."""


class DrawnWall(msgspec.Struct, frozen=True):
    """A wall from one place to another, in the unit of the map; `kind` is the cover that it is, if any."""

    name: str
    ends: tuple[Corner, Corner]
    kind: str = ""

    @property
    def line(self) -> Line:
        """As the rules measure it."""
        return Line(*(point(*end) for end in self.ends))

    def cover(self, fight: AnyFight) -> Cover:
        """As it lies on the map."""
        return Cover(self.name, self.kind, self.line, wall=True, behind=behind(fight, self.name))

    def seen(self, fog: Fog) -> bool:
        """Whether nothing of it lies in the fog."""
        (ax, ay), (bx, by) = self.ends
        parts = (n / STEPS for n in range(STEPS + 1))
        return not any(fog.covers((ax + (bx - ax) * t, ay + (by - ay) * t)) for t in parts)


class Walls:
    """The walls of one room."""

    def __init__(self, room: Room, drawn: Iterable[DrawnWall] = ()) -> None:
        self.room, self.drawn = room, list(drawn)

    async def draw(self, wall: DrawnWall) -> None:
        """Draw one more; raises BadAnswer."""
        kinds = self.kinds
        if wall.name in self._names:
            said = msg("there is already a {name}; expected a different name", name=Verbatim(repr(wall.name)))
            raise BadAnswer(said, code="wall/taken")
        if wall.line.a == wall.line.b:
            raise BadAnswer("expected two places apart from each other", code="wall/no-line")
        if wall.kind not in (kinds or ("",)):
            raise BadAnswer(unknown("kind of cover", wall.kind[:40], kinds), code="wall/no-kind")
        if len(self.drawn) >= MOST:
            raise BadAnswer(
                msg("there are already {most} walls; remove some first", most=MOST), code="wall/too-many"
            )
        await self._keep([*self.drawn, wall])

    async def remove(self, name: str) -> None:
        """Take one away; who is behind it stays so until they move or the game master says otherwise."""
        self.named(name)
        await self._keep([wall for wall in self.drawn if wall.name != name])

    async def _keep(self, walls: list[DrawnWall]) -> None:
        await self.room.settings.keep(walls=walls)
        self.drawn = walls
        self.room.audience.changed("map", "walls")

    @property
    def _names(self) -> set[str]:
        """Names that are taken: those of drawn walls, and of what the scene has to be behind."""
        ground = self.room.session.ruleset.plan.ground(self.room.session.fight)
        return {wall.name for wall in self.drawn} | {str(cover.name) for cover in ground.covers}

    @property
    def kinds(self) -> Sequence[str]:
        """What a wall can be to the rules of the game; none where they know no such cover."""
        cover = self.room.session.ruleset.plan.wall
        return tuple(cover.kinds()) if cover else ()

    def named(self, name: str) -> DrawnWall:
        """The wall of this name; raises NotFound."""
        there = {wall.name: wall for wall in self.drawn}
        if name not in there:
            raise NotFound("wall", name[:40], there)
        return there[name]

    def behind(self, who: Who, name: str) -> Effect:
        """What has somebody be behind a wall, as the rules know it; raises BadAnswer, NotFound."""
        wall, cover = self.named(name), self.room.session.ruleset.plan.wall
        if cover is None or wall.kind not in cover.kinds():
            raise BadAnswer("this game has no cover that a wall could be", code="wall/no-cover")
        return cover.behind(who, wall.name, wall.kind, wall.line)

    # --- what is told of them -----------------------------------------------------------------------

    def told(self, all_of_them: bool) -> list[DrawnWall]:
        """Those of whom somebody is told: none in the fog, but to who sees everything."""
        fog = self.room.settings.map_picture.fog
        return [wall for wall in self.drawn if all_of_them or wall.seen(fog)]

    def section(self, seen: VisiblePosition) -> wire.WireWalls:
        """All of them, and who could be behind which, for the game master."""
        drawn = [wire.WireWall(wall.name, list(wall.ends), word(wall.kind)) for wall in self.drawn]
        kinds = [wire.NewcomerChoice(kind, word(kind)) for kind in self.kinds]
        return wire.WireWalls(drawn, kinds, list(self._offers(seen)) if kinds else [])

    def _offers(self, seen: VisiblePosition) -> Iterator[wire.WallOffer]:
        """Each wall between who acts and a foe who is not behind it yet."""
        acting, fight = seen.acting(), seen.fight
        here = None if acting is None else spot_of(fight.fighter(acting))
        if acting is None or here is None:
            return
        for who in fight.here:
            body = fight.fighter(who)
            there, now = spot_of(body), cover_of(body)
            if there is None or body.side == fight.fighter(acting).side or seen.card(who).out:
                continue
            for wall in self.drawn:
                if wall.name != now and crosses(here, there, wall.line):
                    yield wire.WallOffer(wall.name, int(who), int(acting), word(now))
