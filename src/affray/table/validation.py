"""What is wrong with a message: every fault at once, each with its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import inspect

from affray.core.errors import AffrayError, BadData, unknown
from affray.core.message import Verbatim, figure, joined, msg
from affray.table import wire

MOST, COUNTED = 50, 400
"""So many faults of one message are told, then how many more there are, up to so many.

No more parts of a message than that are looked at, one by one.
"""
SUGGESTED, LONGEST = 5, 200
"""For so many unknown fields close ones are looked for; so many letters of what was sent are told."""
SEARCHED = 16_000
"""Bytes of a message in which a number that is too large is looked for."""
AT = " - at `$"
QUOTED = re.compile(r"`([^`]*)`")
KINDS = {
    "bool": "true or false", "int": "a whole number", "float": "a number", "str": "text", "array": "a list",
    "object": "an object", "null": "nothing",
}  # fmt: skip
BYTE = re.compile(r"^JSON is malformed: (?P<said>.*) \((?P<place>byte \d+)\)$")
SIMPLE = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
BOUND = re.compile(r" (?P<long>of length )?(?P<side><=|>=) (?P<bound>-?\d+)$")
RANGE = "expected a number that fits into 64 bits, such as 1e300; this one is too large"
ENDS = "it ends too early"
ELEMENT = re.compile(r"^\[\d+\]")


def faults_in(message: bytes | str, kinds: Mapping[str, type[msgspec.Struct]]) -> list[wire.WireFault]:
    """All that keeps a message from being one of these, told apart by `do`.

    Empty for one that is.  The place is a field, such as `faces[2]`, or a byte of what is no JSON.
    """
    plain = _plain(message)
    if isinstance(plain, wire.WireFault):
        return [plain]
    kind = kinds.get(plain["do"]) if isinstance(plain.get("do"), str) else None
    if kind is None:
        return [_unnamed(plain, kinds)]
    return _some(faults_of({k: v for k, v in plain.items() if k != "do"}, kind))


def record_faults(message: bytes | str, kind: type[msgspec.Struct]) -> list[wire.WireFault]:
    """All that keeps a message from being a record of this one kind."""
    plain = _plain(message)
    return [plain] if isinstance(plain, wire.WireFault) else _some(faults_of(plain, kind))


def _plain(message: bytes | str) -> dict[str, Any] | wire.WireFault:
    """The object that a message is, or why it is none."""
    try:
        plain = msgspec.json.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        return _too_large(message) if "out of range" in str(e) else _malformed(e)
    return (
        plain
        if isinstance(plain, dict)
        else wire.WireFault("", msg("expected an object, got {kind}", kind=_kind(plain)))
    )


def _some(faults: Iterator[wire.WireFault]) -> list[wire.WireFault]:
    """As many as are told, and how many more there are."""
    first = list(islice(faults, MOST + COUNTED))
    more = "many" if len(first) == MOST + COUNTED else len(first) - MOST
    return first[:MOST] + (
        [wire.WireFault("", msg("and {more} more faults", more=more))] if len(first) > MOST else []
    )


def faults_of(
    plain: Mapping[str, Any], kind: type[msgspec.Struct], without: Collection[str] = ()
) -> Iterator[wire.WireFault]:
    """What keeps these fields from being such a record, `without` some of them."""
    all_fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    fields = {name: field for name, field in all_fields.items() if name not in without}
    for name, field in fields.items():
        if name in plain:
            yield from _misfits(name, plain[name], field.type)
        elif field.required:
            yield wire.WireFault(name, "required, but missing")
    strange = (name[:64] for name in plain if name not in fields)
    for n, name in enumerate(strange):
        yield wire.WireFault(
            name,
            unknown("field", name, fields)
            if n < SUGGESTED
            else msg("there is no field {name}", name=Verbatim(repr(name))),
        )


def _unnamed(plain: Mapping[str, Any], kinds: Mapping[str, Any]) -> wire.WireFault:
    if "do" not in plain:
        return wire.WireFault("do", msg("required, but missing: one of {kinds}", kinds=joined(", ", kinds)))
    if not isinstance(plain["do"], str):
        return wire.WireFault(
            "do",
            msg("expected one of {kinds}, got {kind}", kinds=joined(", ", kinds), kind=_kind(plain["do"])),
        )
    return wire.WireFault("do", unknown("command", plain["do"][:64], kinds))


def _misfits(name: str, value: Any, wanted: Any) -> Iterator[wire.WireFault]:
    """What is wrong with one field; of a list, with each of its elements."""
    first = _misfit(value, wanted)
    if first is None:
        return
    said, path = first
    if isinstance(value, list) and ELEMENT.match(path):
        for n, element in enumerate(value[:COUNTED]):
            misfit = _misfit([element], wanted)
            if misfit and ELEMENT.match(misfit[1]):
                yield wire.WireFault(ELEMENT.sub(f"{name}[{n}]", misfit[1]), misfit[0])
            elif misfit:  # a list of a fixed length: one at a time does not fit it
                break
        else:
            return
    yield wire.WireFault(name + path, said)


def _misfit(value: Any, wanted: Any) -> tuple[str, str] | None:
    """What is wrong with a value, and where in it."""
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as e:
        said, path = _placed(str(e))
        simple = SIMPLE.fullmatch(said)
        if simple:
            wanted, got = map(_types, simple.groups())
            return msg("expected {wanted}, got {shown}", wanted=wanted, shown=got), path
        said = _bounded(QUOTED.sub(_in_words, said), value, path)
        if said.startswith("Invalid enum value"):
            got = said.removeprefix("Invalid enum value")
            said = msg(
                "expected one of {words_of}, got{got}", words_of=joined(", ", _words_of(wanted)), got=got
            )
        return said[:1].lower() + said[1:], path
    except UnicodeError:
        return "expected text, got an incomplete character", ""
    return None


def _placed(error: str) -> tuple[str, str]:
    """What an error says, cut where it repeats all that was sent, and the place that it names."""
    said, at, path = error.rpartition(AT)
    said, path = (said, path[:-1]) if at and path.endswith("`") else (error, "")
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}...", path


def _bounded(said: str, value: Any, path: str) -> str:
    """With bounds in words, and how long a text is that goes beyond one."""
    bound = BOUND.search(said)
    if bound is None:
        return said
    long, most = bound["long"], f"{int(bound['bound']):,}"
    side = "at most" if bound["side"] == "<=" else "at least"
    got = (
        msg(", got {value}", value=figure(len(value), ","))
        if long and not path and isinstance(value, str)
        else ""
    )
    what = (
        msg("of {side} {most}{long, select, true { letters} other {}}", side=side, most=most, long=bool(long))
        if isinstance(value, str)
        else msg("of {side} {most}", side=side, most=most)
    )
    return f"{said[: bound.start()]} {what}{got}{said[bound.end() :]}"


def _in_words(types: re.Match[str]) -> str:
    return _types(types[1])


def _types(types: str) -> str:
    """Types in words that are not those of one language."""
    return joined(" or ", (KINDS.get(name, name) for name in types.split(" | ")))


def _words_of(wanted: Any) -> list[str]:
    """The words of a field that takes certain words only."""
    info = inspect.type_info(wanted)
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return [str(word) for kind in kinds if isinstance(kind, inspect.LiteralType) for word in kind.values]


def _malformed(error: Exception) -> wire.WireFault:
    """Why it is no JSON, and at which byte."""
    if isinstance(error, RecursionError):
        return wire.WireFault("", "expected JSON: this is nested too deeply")
    match = BYTE.match(str(error))
    if match:
        return wire.WireFault(match["place"], msg("expected JSON: {said}", said=match["said"]))
    return wire.WireFault("", msg("expected JSON: {ends}", ends=ENDS if "truncated" in str(error) else error))


def _too_large(message: bytes | str) -> wire.WireFault:
    """Where in a message a number stands that nothing here can hold; not where it is long."""
    if len(message) > SEARCHED:
        return wire.WireFault("", RANGE)
    try:
        plain = json.loads(message, parse_int=float)
    except (ValueError, OverflowError, RecursionError):
        return wire.WireFault("", RANGE)
    return wire.WireFault(_infinite(plain) or "", RANGE)


def _infinite(plain: Any) -> str | None:
    """The place of the first number that is too large; None where it is not found soon."""
    looked = islice(values_in(plain), COUNTED)
    return next((place for place, value in looked if isinstance(value, float) and math.isinf(value)), None)


def values_in(plain: Any) -> Iterator[tuple[str, Any]]:
    """All values with their places, in their order, as deep as they go."""
    left = [iter([("", plain)])]
    while left:
        step = next(left[-1], None)
        if step is None:
            left.pop()
        else:
            yield step
            left.append(_within(*step))


def _within(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What stands right in a value, with its place."""
    if isinstance(value, list):
        yield from ((f"{place}[{n}]"[:64], each) for n, each in enumerate(value))
    if isinstance(value, dict):
        yield from ((f"{place}.{key}"[:64] if place else key[:64], each) for key, each in value.items())


def _kind(value: Any) -> str:
    """What a value is called."""
    names = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return KINDS[names.get(type(value), "null")]


def in_one_line(faults: list[wire.WireFault]) -> str:
    """Faults in one line."""
    return joined(
        "; ",
        (
            msg("{place}: {message}", place=Verbatim(fault.place), message=fault.message)
            if fault.place
            else fault.message
            for fault in faults
        ),
    )


def faults_behind(error: AffrayError) -> list[wire.WireFault]:
    """The faults of a file that was sent, each with its place."""
    return (
        _some(wire.WireFault(fault.place, fault.message) for fault in error.faults)
        if isinstance(error, BadData)
        else []
    )
