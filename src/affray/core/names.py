"""What effects, records and fields are called in logs, declared for good.

A package has them in `names.csv`, a row for each class: its name in the log, where the class is, its
fields.  Whoever renames or moves a class changes the second column, and a renamed field is written
`its name in the log=its name now`: what is written stays the same.  A field that is gone stands there as
`-name`, and so does a class that is gone, as a row without a place: what old logs say of them is left out.
A field that came later may stand there as `name?`: where it is as usual it is left out, so that logs and
hashes of states are what they were without it.
A class may say it itself, too: `log_name`, and `log_fields` by attribute.  What nobody has declared, such as
in a game that somebody is just writing, is called as in Python.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from affray.core.files import is_file

OURS = "affray"
GAMES = "affray.rulesets"
FILE = Path("names.csv")
COLUMNS = ("name", "class", "fields")


class Declared(NamedTuple):
    """A name in logs: where its class is ("" where it is gone), and its fields.

    `keys` are pairs of an attribute and its key, `gone` the keys of fields that are no more, `late` those
    of fields that are left out where they are as usual.
    """

    name: str
    place: str
    keys: tuple[tuple[str, str], ...] = ()
    gone: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()


def package_of(module: str) -> str:
    """The package that declares the names of a module's classes."""
    parts = module.split(".")
    if module.startswith(GAMES + "."):
        # Each game declares its own, so that it can become a package of its own with its logs.
        return ".".join(parts[:3])
    return parts[0]


def place_of(cls: type[Any]) -> str:
    """Where a class is, within its package."""
    within = cls.__module__.removeprefix(package_of(cls.__module__)).removeprefix(".")
    return f"{within}:{cls.__qualname__}"


def declared_in(package: str) -> tuple[Declared, ...]:
    """What a package declares; nothing if it has no such file, or is not loaded so far."""
    file = getattr(sys.modules.get(package), "__file__", None)
    return _declared(Path(file).parent / FILE if file else FILE)


@cache
def _declared(path: Path) -> tuple[Declared, ...]:
    return read(path) if is_file(path) else ()


def read(path: Path) -> tuple[Declared, ...]:
    """The names in a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(_row(row["name"], row["class"], row["fields"]) for row in csv.DictReader(file))


def _row(name: str, place: str, said: str) -> Declared:
    parts = said.split()
    gone = frozenset(each[1:] for each in parts if each.startswith("-"))
    late = frozenset(each.rstrip("?").partition("=")[0] for each in parts if each.endswith("?"))
    there = [each.rstrip("?").partition("=") for each in parts if not each.startswith("-")]
    keys = tuple((attribute if changed else key, key) for key, changed, attribute in there)
    return Declared(name, place, keys, gone, late)


@cache
def _by_place(package: str) -> dict[str, Declared]:
    return {each.place: each for each in declared_in(package) if each.place}


def gone_from(name: str) -> bool:
    """Whether a name stands in some package's file without a class."""
    own = name.partition(".")[0]
    packages = (f"{GAMES}.{own}", own)
    return any(each.name == name and not each.place for p in packages for each in declared_in(p))


def name_of(cls: type[Any]) -> str:
    """The name of a class in the log, such as "coriolis.Hurt"."""
    if "log_name" in vars(cls):
        return str(vars(cls)["log_name"])
    package = package_of(cls.__module__)
    declared = _by_place(package).get(place_of(cls))
    return declared.name if declared else f"{package.rpartition('.')[2]}.{cls.__name__}"


_KEYS: dict[type[Any], tuple[tuple[str, str], ...]] = {}


def keys_of(cls: type[Any]) -> tuple[tuple[str, str], ...]:
    """The fields of a class in its own order, each with its key in the log."""
    if cls not in _KEYS:
        _KEYS[cls] = _keys_of(cls)
    return _KEYS[cls]


def _keys_of(cls: type[Any]) -> tuple[tuple[str, str], ...]:
    declared = _by_place(package_of(cls.__module__)).get(place_of(cls))
    said = {**dict(declared.keys if declared else ()), **vars(cls).get("log_fields", {})}
    return tuple((name, said.get(name, name)) for name in attributes(cls))


_USUAL: dict[type[Any], tuple[tuple[str, str, Any], ...]] = {}


def usual_of(cls: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a record that are left out where they are as usual: attribute, key, and what is usual."""
    if cls not in _USUAL:
        declared = _by_place(package_of(cls.__module__)).get(place_of(cls))
        late = declared.late if declared else frozenset()
        usual = getattr(cls, "_field_defaults", {})
        _USUAL[cls] = tuple((name, key, usual[name]) for name, key in keys_of(cls) if key in late)
    return _USUAL[cls]


_ATTRIBUTES: dict[type[Any], dict[str, str]] = {}


def attributes_of(cls: type[Any]) -> dict[str, str]:
    """The attribute of each key in the log; "" for a key that is gone."""
    if cls not in _ATTRIBUTES:
        _ATTRIBUTES[cls] = _attributes_of(cls)
    return _ATTRIBUTES[cls]


def _attributes_of(cls: type[Any]) -> dict[str, str]:
    declared = _by_place(package_of(cls.__module__)).get(place_of(cls))
    gone = dict.fromkeys(declared.gone if declared else (), "")
    return {**gone, **{key: name for name, key in keys_of(cls)}}


def attributes(cls: Any) -> tuple[str, ...]:
    """The fields of a record or an effect, as Python has them."""
    names = getattr(cls, "_fields", None)
    return (
        tuple(names) if names is not None else tuple(f.name for f in fields(cls)) if is_dataclass(cls) else ()
    )
