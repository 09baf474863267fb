"""Effects that put values into fields of a body: what most effects do, said in one line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from affray.core.effect import Effect, Reads


class _Own(str):
    """The name of a field of the effect, whose value is put into one of the body."""

    __slots__ = ()


def own(name: str) -> Any:
    """What to put into a field of the body: what this field of the effect says."""
    return _Own(name)


@dataclass_transform(frozen_default=True)
class FieldEffect(Effect):
    """An effect that puts these values into fields of a body, or of the table.

    A game says of which record: `class BodyEffect(FieldEffect, record=Body): who: Who`.  Each effect is
    then a line: `class Fell(BodyEffect, prone=True)`, or with a field of its own
    `class Headed(BodyEffect, heading=own("to")): to: Point`.
    Raises TypeError, when the game is loaded, for a field that the record or the effect does not have.
    A field called like an option of `dataclass`, such as `order`, cannot be set so.
    """

    logged = False
    record: ClassVar[type[Any]]
    fixed: ClassVar[dict[str, Any]]
    """What is put into fields of the record."""
    carried: ClassVar[dict[str, str]]
    """The fields of the effect whose values are put into some of the record's, by the record's."""

    def __init_subclass__(cls, record: type[Any] | None = None, reads: Reads = (), **values: Any) -> None:
        cls.logged = record is None
        cls.record = record or cls.record
        super().__init_subclass__(reads)
        # No slots: they would take a second class, made without these values.  Nor methods that all can
        # share: to write and compile them for each of hundreds takes a tenth of a start.
        dataclass(frozen=True, repr=False, eq=False)(cls)
        cls.carried = {field: str(value) for field, value in values.items() if isinstance(value, _Own)}
        cls.fixed = {field: value for field, value in values.items() if field not in cls.carried}
        _checked(cls, values)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__qualname__}({values})"

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((*vars(self).values(),))

    def on(self, body: Any, /) -> Any:
        """The body with these values; an effect that has none changes nothing."""
        if not self.fixed and not self.carried:
            return body
        return body._replace(
            **self.fixed, **{field: getattr(self, name) for field, name in self.carried.items()}
        )


def _checked(cls: type[FieldEffect], values: dict[str, Any]) -> None:
    """Every field is one that the record has, and every own one is the effect's; raises TypeError."""
    for field in values:
        if field not in cls.record._fields:
            raise TypeError(f"{cls.__name__} sets {field}, which {cls.record.__name__} does not have")
    for name in cls.carried.values():
        if name not in cls.__match_args__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__} puts its own {name} somewhere, but has no such field")
