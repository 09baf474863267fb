"""Arguments of public functions, looked at before anything is done with them."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from os import PathLike
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from affray.core.errors import AffrayError

P = ParamSpec("P")
T = TypeVar("T")


class BadArgument(AffrayError):
    """An argument of another type than expected; `name` is that of the argument."""

    code = "argument/type"

    def __init__(self, function: str, name: str, expected: str, value: object) -> None:
        super().__init__(f"{function}: {name}: expected {expected}, got {_short(value)}")
        self.name = name


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function, which raises BadArgument for a value that its annotations do not admit.

    >>> @checked
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> twice("2")
    Traceback (most recent call last):
    ...
    affray.public.arguments.BadArgument: twice: n: expected a whole number, got '2'
    """
    signature = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        given = signature.bind(*args, **kwargs).arguments
        hints = _hints(function)
        for name, value in given.items():
            many = signature.parameters[name].kind
            for each in _each(many, value):
                if name in hints and not admits(hints[name], each):
                    raise BadArgument(function.__qualname__, name, in_words(hints[name]), each)
        return function(*args, **kwargs)

    return call


def admits(hint: Any, value: object) -> bool:
    """Whether a value is of an annotated type, as far as that can be seen without using it up."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if origin in (Union, types.UnionType):
        return any(admits(each, value) for each in inner)
    if origin is Sequence:
        return (
            isinstance(value, Sequence)
            and not isinstance(value, str | bytes)
            and all(admits(inner[0], each) for each in value)
        )
    if origin is Mapping:
        return isinstance(value, Mapping) and all(
            admits(inner[0], key) and admits(inner[1], each) for key, each in value.items()
        )
    if origin is not None and isinstance(origin, type):
        return isinstance(value, origin)
    return _is(hint, value)


def _is(hint: Any, value: object) -> bool:
    if hint in (int, float):
        return isinstance(value, int | hint) and not isinstance(value, bool)
    return not isinstance(hint, type) or isinstance(value, hint)


def in_words(hint: Any) -> str:
    """A type, as a message says it.

    >>> in_words(int | None)
    'a whole number or None'
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(in_words, inner)))
    if origin is Sequence:
        return f"a list, each of it {in_words(inner[0])}"
    if origin is Mapping:
        return f"a mapping of {in_words(inner[0])} to {in_words(inner[1])}"
    name = getattr(origin or hint, "__name__", str(hint))
    return WORDS.get(origin or hint, f"{'an' if name[:1] in 'AEIO' else 'a'} {name}")


WORDS: dict[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    Path: "a path",
    PathLike: "a path",
    types.NoneType: "None",
    Callable: "something to call",
    Any: "anything",
}
"""What types are called."""


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(function)


def _each(kind: Any, value: Any) -> Iterable[Any]:
    """The values that one parameter was given."""
    values: Iterable[Any] = (value,)
    if kind is inspect.Parameter.VAR_POSITIONAL:
        values = value
    elif kind is inspect.Parameter.VAR_KEYWORD:
        values = value.values()
    return values


def _short(value: object) -> str:
    said = repr(value).replace("\n", " ")
    return said if len(said) <= 60 else f"{said[:57]}…"
