"""Bodies: named tuples of which changed copies are made all the time."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

N = TypeVar("N", bound=NamedTuple)


def body(kind: type[N]) -> type[N]:
    """Let `_replace` of this kind take half its time.

    >>> @body
    ... class Post(NamedTuple):
    ...     height: int
    ...     painted: bool = False
    >>> Post(3)._replace(painted=True)
    Post(height=3, painted=True)
    """
    places = {name: n for n, name in enumerate(kind._fields)}
    new = tuple.__new__

    def _replace(self: N, /, **changes: Any) -> N:
        values: list[Any] = [*self]
        try:
            for name, value in changes.items():
                values[places[name]] = value
        except KeyError as e:
            raise ValueError(f"{kind.__name__} has no field {e}") from None
        return new(kind, values)

    kind._replace = _replace  # type: ignore[misc, assignment]
    return kind
