"""Effects: what has happened, one change of one body each.

Effects are the events of the log.  An effect is a frozen, slotted dataclass: effects of different
kinds are never equal, which named tuples would be (`Raised(0, 2) == Hurt(0, 2)`), and pricing adds
up equal outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, ClassVar, Literal, Self, TypeAlias, Union, get_args, get_origin, get_type_hints

from affray.core.errors import LogError
from affray.core.message import Verbatim, msg
from affray.core.names import attributes, attributes_of, keys_of, name_of, usual_of
from affray.core.space import Point


class Who(int):
    """A fighter's place in the fight, from 0; -1 is the table, which is nobody's."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Who({int(self)})"


TABLE = Who(-1)

Reads: TypeAlias = tuple[()] | tuple[str | Who, *tuple[str, ...]]
"""Whose body an effect reads besides that which it changes, and what of it: see `Effect`."""

PLAIN: dict[Any, str] = {
    int: "a whole number", str: "words", bool: "true or false", Who: "a fighter", float: "a number",
    Point: "a place", type(None): "nothing",
}  # fmt: skip
"""The simple types of fields, in words; no other type stands for one of them."""


class TooCoarse(Exception):
    """A rule has read something that the coarse form of an effect leaves out."""


class Effect:
    """A change of one body, `who`; a rule gives the amounts, `on` says what they do.

    `on` gets the body of `who` and those of `others`, and returns the changed body.  It reads
    and writes nothing else, which is what lets whole fights be compiled.

    A kind names its other body with `reads`: by the field that says who it is (None: nobody), or as TABLE,
    and then what of it makes a difference, if not all: `class MovedTo(BodyEffect, reads=("at", "spot"))`.
    Raises TypeError, when the game is loaded, for a field that the effect does not have.
    """

    __slots__ = ()
    who: Who
    known: ClassVar[dict[str, type[Effect]]] = {}
    logged: ClassVar[bool] = True
    reads: ClassVar[Reads] = ()
    apparent: ClassVar[bool] = False
    """Whether whoever sees its fighter sees what it is: an attack that misses, a spell that does nothing."""

    def __init_subclass__(cls, reads: Reads = (), **kw: Any) -> None:
        super().__init_subclass__(**kw)
        if reads:
            cls.reads = reads
            _reading(cls, *reads)
        if cls.logged:
            enter(Effect.known, cls)

    @property
    def others(self) -> tuple[Who, ...]:
        """Further bodies that `on` reads but does not change."""
        return ()

    def on(self, body: Any, /, *others: Any) -> Any:
        """The body after it."""
        raise NotImplementedError

    @property
    def pieces(self) -> tuple[Effect, ...]:
        """Effects that do the same one after another.

        Where `on` reads several figures that vary, pieces that read one each have fewer states to be
        known for bulk; together they must do just what `on` does.
        """
        return (self,)

    @property
    def bare(self) -> Effect:
        """The same for those who may not know what others have and roll.

        An effect that says what its number is made of says the number alone here.
        """
        return self

    @property
    def coarse(self) -> Effect:
        """One effect for all that come to the same within an action.

        As far as rules ask, that is: what it leaves out raises TooCoarse when it is read, and
        the price is then found without it.
        """
        return self

    @property
    def from_outside(self) -> Effect | None:
        """What somebody sees of it who sees the fighter but knows no figures; None for nothing."""
        return self if self.apparent else None

    def dependencies(self, other: Any) -> Any:
        """What of another body makes a difference to `on`: all of it, unless the kind says less."""
        return other

    @classmethod
    def kind(cls) -> str:
        """The name in the log."""
        return named(cls)

    def packed(self) -> dict[str, object]:
        """As plain data, for the log."""
        kind = type(self)
        return {"effect": named(kind), **{key: pack(getattr(self, name)) for name, key in keys_of(kind)}}

    @classmethod
    def unpacked(cls, data: dict[str, object]) -> Self:
        """The effect that `packed` gave; raises LogError for one that is not known or does not fit."""
        kind = data.get("effect")
        known = Effect.known.get(kind) if isinstance(kind, str) else None
        if known is None:
            raise LogError(msg("no effect is called {short}", short=_short(kind)), code="log/unknown-effect")
        values = {k: unpack(v) for k, v in data.items() if k != "effect"}
        made: Self = _made(known, str(kind), values, "log/bad-effect")
        return made


def _reading(kind: type[Effect], whom: str | Who, *facts: str) -> None:
    """Let effects of a kind read another body, and of that these facts or all."""
    fields = {name for base in kind.__mro__ for name in vars(base).get("__annotations__", {})}
    if isinstance(whom, str) and whom not in fields:
        raise TypeError(f"{kind.__name__} reads the body of {whom}, but has no such field")
    others = _in_field(whom) if isinstance(whom, str) else lambda _: (whom,)
    kind.others = property(others)  # type: ignore[assignment, method-assign]
    if facts:
        read = attrgetter(*facts)
        kind.dependencies = lambda _, other: read(other)  # type: ignore[assignment, method-assign]


def _in_field(name: str) -> Callable[[Effect], tuple[Who, ...]]:
    """Whom a field of an effect names, if anybody."""
    named_in = attrgetter(name)

    def others(effect: Effect) -> tuple[Who, ...]:
        who = named_in(effect)
        return () if who is None else (who,)

    return others


class Piece(Effect):
    """A piece of what an effect does: it stands in no log."""

    __slots__ = ()
    logged = False


class Remark(Effect):
    """Something told that changes nobody, such as armour stopping a hit; it stands in no log.

    So a game may tell more of the fights that it has played, and is no other version for it.
    """

    __slots__ = ()
    logged = False

    def on(self, body: Any, /) -> Any:
        """The body as it is."""
        return body

    def thrown(self, faces: tuple[int, ...]) -> Remark:
        """The same with the faces of the roll before it; empty where they are not known."""
        return self


def named(cls: type[Any]) -> str:
    """The name of a class in the log, such as "coriolis.Hurt"; see `names`."""
    if cls not in _NAMES:
        _NAMES[cls] = name_of(cls)
    return _NAMES[cls]


_NAMES: dict[type[Any], str] = {}


def enter(known: dict[str, type[Any]], cls: type[Any]) -> None:
    """Note a class by its name in the log; raises TypeError when another has it."""
    other = known.get(named(cls), cls)
    # By name and not by identity: a module that is loaded again, as in a notebook, makes its classes anew.
    if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
        raise TypeError(
            msg(
                "{module} and {module2} both have a {named}",
                module=cls.__module__,
                module2=other.__module__,
                named=named(cls),
            )
        )
    known[named(cls)] = cls


def pack(value: object) -> object:
    """A value of an effect or an answer as plain data that JSON can hold."""
    # By exact type: a Who is an int as well, and has to come back as a Who.
    kind = type(value)
    if kind in AS_IS or not isinstance(value, tuple | Who):
        return value
    if isinstance(value, Who):
        return {"who": int(value)}
    if kind is Point:
        return {"at": [value.x, value.y]}  # type: ignore[attr-defined]
    if not hasattr(kind, "_fields"):
        return [pack(v) for v in value]
    packed: dict[str, object] = {"is": named(kind)}
    for (_, key), v in zip(keys_of(kind), value, strict=True):
        packed[key] = v if type(v) in AS_IS else pack(v)
    for name, key, usual in usual_of(kind):
        if getattr(value, name) == usual:
            del packed[key]
    return packed


AS_IS = frozenset((int, str, bool, float, type(None)))
"""The types of values that JSON has as well."""


def unpack(data: object) -> Any:
    """What `pack` was given; raises LogError for a record of a kind that is not known."""
    if isinstance(data, list):
        return tuple(unpack(v) for v in data)
    if not isinstance(data, dict):
        return data
    match data:
        case {"who": int(n)} if len(data) == 1:
            return Who(n)
        case {"at": [int(x), int(y)]} if len(data) == 1:
            return Point(x, y)
    if "is" not in data:
        raise LogError(
            msg("expected a fighter, a place or a record, got {short}", short=_short(data)),
            code="log/bad-record",
        )
    kind = data["is"]
    known = RECORDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        raise LogError(msg("no record is called {short}", short=_short(kind)), code="log/unknown-record")
    values = {k: unpack(v) for k, v in data.items() if k != "is"}
    return _made(known, kind, values, "log/bad-record")


def _short(value: object) -> str:
    """A value for a sentence, the longer ones cut."""
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:60]}…"


def _made(kind: type[Any], name: str, values: dict[str, Any], code: str) -> Any:
    """The thing of these values; raises LogError for the first that does not fit."""
    known = attributes_of(kind)
    given = {known.get(key, key): value for key, value in values.items() if known.get(key) != ""}
    try:
        made = kind(**given)
    except TypeError as e:
        raise LogError(msg("{name} does not take these values: {e}", name=name, e=e), code=code) from None
    if fault := misfit(made):
        raise LogError(msg("{name}: {fault}", name=name, fault=fault), code=code)
    return made


def misfit(thing: Any) -> str:
    """The first field with a value of another type than its own, in words.

    Empty when all fit.  Records within it are taken to be checked already.
    """
    for name, fits, hint in _fields(type(thing)):  # type: ignore[arg-type]
        value = getattr(thing, name)
        if not fits(value):
            return msg(
                "{name} is {value}, expected {said}", name=name, value=Verbatim(repr(value)), said=_said(hint)
            )
    return ""


Fits = Callable[[Any], bool]
"""Whether a value is of a type: found once for each type, and asked for each line of a log."""


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, Fits, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((name, fitting(hints[name]), hints[name]) for name in attributes(kind))


def fitting(hint: Any) -> Fits:
    """Whether a value is of this type, as `get_type_hints` gives it."""
    if hint is Any or hint is object:
        return lambda _: True
    # A bool and a Who are ints to Python; in a log they are different things, so simple types fit exactly.
    if isinstance(hint, type) and not get_args(hint):
        return (lambda value: type(value) is hint) if hint in PLAIN else lambda value: isinstance(value, hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        kinds = [fitting(arg) for arg in args]
        return lambda value: any(fits(value) for fits in kinds)
    if origin is Literal:
        return lambda value: value in args
    return _row(args) if origin is tuple else lambda _: True


def _row(args: tuple[Any, ...]) -> Fits:
    kinds = [fitting(arg) for arg in args if arg is not ...]
    if ... in args:
        [one] = kinds
        return lambda value: isinstance(value, tuple) and all(map(one, value))
    return lambda value: (
        isinstance(value, tuple)
        and len(kinds) == len(value)
        and all(fits(part) for fits, part in zip(kinds, value, strict=True))
    )


def _said(hint: Any) -> str:
    """A type in words.

    >>> _said(tuple[Who, ...] | None)
    'a row of each a fighter, or nothing'
    """
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return ", or ".join(map(_said, args))
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(str, args))
    if get_origin(hint) is tuple:
        return (
            "a row of "
            + ("each " if args[-1] is ... else "")
            + ", ".join(_said(a) for a in args if a is not ...)
        )
    return PLAIN.get(hint) or msg("a {getattr}", getattr=getattr(hint, "__name__", hint))


RECORDS: dict[str, type[Any]] = {}


def record(cls: type[Any]) -> type[Any]:
    """Let named tuples of this kind stand in effects, answers and the log."""
    enter(RECORDS, cls)
    return cls
