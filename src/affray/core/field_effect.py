"""Effects that put values into fields of a body: what most effects do, said in one line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from affray.core.effect import Effect, Reads


class _Own(str):
    """The name of a field of the effect, whose value is put into one of the body."""

    __slots__ = ()


class _Added(NamedTuple):
    """What is added to a field of the body, 1 or -1 times: a number, or the field of the effect with it."""

    amount: int | str
    times: int

    def after(self, now: int, effect: FieldEffect) -> int:
        """The new value of the field."""
        amount = self.amount if isinstance(self.amount, int) else getattr(effect, self.amount)
        return now + amount if self.times > 0 else now - amount


class _Listed(NamedTuple):
    """The field of the effect whose value comes last in a field of the body."""

    amount: str

    def after(self, now: tuple[Any, ...], effect: FieldEffect) -> tuple[Any, ...]:
        """The new value of the field."""
        return (*now, getattr(effect, self.amount))


def own(name: str) -> Any:
    """What to put into a field of the body: what this field of the effect says."""
    return _Own(name)


def added(amount: int | str) -> Any:
    """What to add to a field of the body: so much, or what this field of the effect says."""
    return _Added(amount, 1)


def taken(amount: int | str) -> Any:
    """What to take from a field of the body: so much, or what this field of the effect says."""
    return _Added(amount, -1)


def listed(name: str) -> Any:
    """What comes last in a field of the body: what this field of the effect says."""
    return _Listed(name)


@dataclass_transform(frozen_default=True)
class FieldEffect(Effect):
    """An effect that puts these values into fields of a body, or of the table.

    A game says of which record: `class BodyEffect(FieldEffect, record=Body): who: Who`.  Each effect is
    then a line: `class Fell(BodyEffect, prone=True)`, or with a field of its own
    `class Headed(BodyEffect, heading=own("to")): to: Point`; so with `added`, `taken` and `listed`.
    Raises TypeError, when the game is loaded, for a field that the record or the effect does not have.
    A field called like an option of `dataclass`, such as `order`, cannot be set so.
    """

    logged = False
    record: ClassVar[type[Any]]
    fixed: ClassVar[dict[str, Any]]
    """What is put into fields of the record."""
    carried: ClassVar[dict[str, str]]
    """The fields of the effect whose values are put into some of the record's, by the record's."""
    changed: ClassVar[dict[str, _Added | _Listed]]
    """What is added to fields of the record, or comes last in them."""

    def __init_subclass__(cls, record: type[Any] | None = None, reads: Reads = (), **values: Any) -> None:
        cls.logged = record is None
        cls.record = record or cls.record
        super().__init_subclass__(reads)
        # No slots: they would take a second class, made without these values.  Nor methods that all can
        # share: to write and compile them for each of hundreds takes a tenth of a start.
        dataclass(frozen=True, repr=False, eq=False)(cls)
        cls.carried = {field: str(value) for field, value in values.items() if isinstance(value, _Own)}
        cls.changed = {field: value for field, value in values.items() if isinstance(value, _Added | _Listed)}
        others = {*cls.carried, *cls.changed}
        cls.fixed = {field: value for field, value in values.items() if field not in others}
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
        values = {**self.fixed, **{field: getattr(self, name) for field, name in self.carried.items()}}
        for field, change in self.changed.items():
            values[field] = change.after(getattr(body, field), self)
        return body._replace(**values) if values else body


def _checked(cls: type[FieldEffect], values: dict[str, Any]) -> None:
    """Every field is one that the record has, and every own one is the effect's; raises TypeError."""
    for field in values:
        if field not in cls.record._fields:
            raise TypeError(f"{cls.__name__} sets {field}, which {cls.record.__name__} does not have")
    amounts = (change.amount for change in cls.changed.values())
    for name in (*cls.carried.values(), *(each for each in amounts if isinstance(each, str))):
        if name not in cls.__match_args__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__} puts its own {name} somewhere, but has no such field")
