"""Bodies under trace: which fields a fact or an effect reads of them, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.core.view import Noted

if TYPE_CHECKING:
    from affray.simulation.facts import FactTrees

PAIR = 2
"""From here on a field tree reads a derived fact of two bodies: one and the other, or the other and one."""
Read = tuple[int, int, int]
"""One read of a field: which body, which field, the id of the value."""


class BodyIds(NamedTuple):
    """A body or the table as the ids of its fields' values; `first` is the number of its first field."""

    ids: Sequence[int]
    names: dict[str, int]
    first: int


class TrackedBody(Noted):
    """A body that notes which of its fields are read, and what is changed, in order.

    What has been read or changed becomes an attribute of its own, so that `__getattr__` is not asked again:
    a field is noted once, and a rule that reads back what it has just changed reads the change, unnoted.
    """

    def __init__(self, facts: FactTrees, body: BodyIds, slot: int, log: list[Read]) -> None:
        self._facts, self._body, self._slot, self._log = facts, body, slot, log
        self._changed: dict[str, Any] = {}
        self._derived: dict[object, Any] = {}

    def written(self) -> tuple[int, ...]:
        """What is changed: field, value, field, value, …"""
        names, value = self._body.names, self._facts.ids.value
        return tuple(n for name, v in self._changed.items() for n in (names[name], value(names[name], v)))

    def derive(self, read: Callable[..., Any], *others: Any) -> Any:
        """A derived fact of this body, or of this one and another, noted as one read.

        Of a changed body it is read piece by piece: its value is not that of the body in the state.
        """
        if self._changed or any(other._changed for other in others):
            return read(self, *others)
        if read not in self._derived:
            bodies = [other._body for other in others]
            field, value, self._derived[read] = self._facts.derive(read, self._body, *bodies)
            self._log.append((self._slot + PAIR * len(others), field, value))
        return self._derived[read]

    def __getattr__(self, name: str) -> Any:
        body = self._body
        field = body.names[name]
        id_ = body.ids[field - body.first]
        self._log.append((self._slot, field, id_))
        value = self.__dict__[name] = self._facts.values[field][id_]
        return value

    def _replace(self, **changes: Any) -> TrackedBody:
        after = TrackedBody(self._facts, self._body, self._slot, self._log)
        after.__dict__.update(self.__dict__)
        after.__dict__.update(changes)
        after._changed = {**self._changed, **changes}
        return after
