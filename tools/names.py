"""Declare the names of logs in each package: `python -m tools.names`.

What has been declared is never changed: it stands in somebody's log.  Where a class or a field is not there
any more that was declared, the tool says so and leaves the row alone: enter its new place or name, or that
it is gone (see `affray.core.names`).
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from affray import operations
from affray.core import names
from affray.core.effect import RECORDS, Effect, named
from affray.core.names import COLUMNS, Declared
from affray.core.ruleset import rulesets

SOURCE = Path(__file__).resolve().parent.parent / "src"


def logged() -> dict[str, list[type[Any]]]:
    """Every class of ours that stands in logs or in hashes of states, by package."""
    houses = {type(operations.start(each.name).fight.house) for each in operations.shipped()}
    found: dict[str, list[type[Any]]] = {}
    for cls in {*RECORDS.values(), *Effect.known.values(), *houses}:
        package = names.package_of(cls.__module__)
        if package in {names.OURS, *(f"{names.GAMES}.{game}" for game in rulesets())}:
            found.setdefault(package, []).append(cls)
    return {package: sorted(classes, key=named) for package, classes in sorted(found.items())}


def path_of(package: str) -> Path:
    """The file of a package."""
    return SOURCE.joinpath(*package.split(".")) / names.FILE


def declared(package: str) -> list[Declared]:
    """What a package has declared so far."""
    return list(names.read(path_of(package))) if path_of(package).exists() else []


def faults(package: str, classes: list[type[Any]]) -> Iterator[str]:
    """What is declared and not there any more, or there and not declared."""
    known, there = {each.place: each for each in declared(package)}, {names.place_of(c): c for c in classes}
    for place, each in known.items():
        if place and place not in there:
            yield f"{each.name}: there is no {place}; enter where it is, or nothing if it is gone"
    for place, cls in there.items():
        said = dict(known[place].keys) if place in known else {}
        mine = names.attributes(cls)
        gone = (f"there is no field {a}; enter {k}=NEW or -{k}" for a, k in said.items() if a not in mine)
        yield from (f"{named(cls)}: {said}" for said in gone)
        yield from (f"{named(cls)}.{a}: is not declared" for a in mine if a not in said)


def lost(line: str) -> bool:
    """Whether a fault is of something that was declared."""
    return "there is no" in line


def write(package: str, classes: list[type[Any]]) -> None:
    """Declare what is new."""
    known = {each.place: each for each in declared(package)}
    rows = [each for each in declared(package) if not each.place]
    rows += [each for place, each in known.items() if place]
    for cls in classes:
        place = names.place_of(cls)
        if place not in known:
            rows.append(Declared(named(cls), place, tuple((a, a) for a in names.attributes(cls))))
        else:
            had = dict(known[place].keys)
            new = tuple((a, a) for a in names.attributes(cls) if a not in had)
            rows[rows.index(known[place])] = known[place]._replace(keys=known[place].keys + new)
    path_of(package).parent.mkdir(exist_ok=True)
    with path_of(package).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((each.name, each.place, _fields(each)) for each in sorted(rows))


def _fields(each: Declared) -> str:
    keys = [(key if key == name else f"{key}={name}", key in each.late) for name, key in each.keys]
    said = [f"{key}?" if late else key for key, late in keys]
    return " ".join([*said, *(f"-{key}" for key in sorted(each.gone))])


def main() -> None:
    """Declare what is new; name what is lost."""
    found = []
    for package, classes in logged().items():
        missing = [f"{package}: {line}" for line in faults(package, classes) if lost(line)]
        found += missing
        if not missing:
            write(package, classes)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
