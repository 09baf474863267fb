"""States as integers: the values of each field are counted up as they are met.

Trees branch by such an id.  Each field counts for itself: its ids stay few and close together, which
keeps the children of field trees dense (see `children`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from affray.core.fight import Fight, GameFight
from affray.simulation.tracked import BodyIds


class StateIds:
    """The ids of values, and bodies and fights by these, for fights of so many fighters."""

    def __init__(self, fight: GameFight) -> None:
        self.house, self.gone = fight.house, fight.gone
        self.fighters = len(fight.bodies) - 1  # the table is the last body
        self.body_type, self.table_type = type(fight.bodies[0]), type(fight.bodies[-1])
        self.body_fields = {name: n for n, name in enumerate(self.body_type._fields)}
        size = len(self.body_fields)
        self.table_fields = {name: size + n for n, name in enumerate(self.table_type._fields)}
        self.fields = size + len(self.table_fields)  # a field tree may read both, so they share one numbering
        self.width = self.fighters * size + len(self.table_fields)
        """Integers of one state."""
        self.values: list[list[Any]] = [[] for _ in range(self.fields)]
        self.by_value: list[dict[Any, int]] = [{} for _ in range(self.fields)]

    def value(self, field: int, value: Any) -> int:
        """The id of a value of a field."""
        ids = self.by_value[field]
        id_ = ids.get(value)
        if id_ is None:
            id_ = ids[value] = len(ids)
            self.values[field].append(value)
        return id_

    def encoded(self, fight: GameFight) -> array[int]:
        """The state as ids: the fields of the table, then those of each fighter."""
        size = len(self.body_fields)
        flat = array("i", [self.value(size + n, v) for n, v in enumerate(fight.bodies[-1])])
        for body in fight.bodies[:-1]:
            flat.extend([self.value(n, v) for n, v in enumerate(body)])
        return flat

    def decoded(self, flat: Sequence[int]) -> GameFight:
        """The fight of these ids."""
        bodies = [self.body_of(flat, self.at(who)) for who in range(self.fighters)]
        return Fight((*bodies, self.table_of(flat)), self.house, self.gone)

    def at(self, who: int) -> int:
        """Where the fields of a fighter begin in a state.

        For the table (-1) it is so far before the state that the numbers of its fields, which come
        after those of a body, lead to its beginning.
        """
        size = len(self.body_fields)
        return len(self.table_fields) + who * size if who >= 0 else -size

    def ids_at(self, flat: Sequence[int], at: int) -> BodyIds:
        """The body or table whose fields begin there."""
        size = len(self.body_fields)
        if at < 0:
            return BodyIds(flat, self.table_fields, size)
        return BodyIds(flat[at : at + size], self.body_fields, 0)

    def ids_of(self, body: Any) -> BodyIds:
        """A body or table."""
        names, first = (
            (self.body_fields, 0)
            if type(body) is self.body_type
            else (self.table_fields, len(self.body_fields))
        )
        return BodyIds([self.value(first + n, v) for n, v in enumerate(body)], names, first)

    def body_of(self, flat: Sequence[int], at: int) -> Any:
        """The body whose fields begin there."""
        return self.body_type(
            *[values[flat[at + n]] for n, values in enumerate(self.values[: len(self.body_fields)])]
        )

    def table_of(self, flat: Sequence[int]) -> Any:
        """The table of a state."""
        return self.table_type(
            *[values[id_] for values, id_ in zip(self.values[len(self.body_fields) :], flat, strict=False)]
        )
