"""Grids: files that say over what a sweep goes, and the cells that come of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Annotated, Any, NamedTuple

from pydantic import Field, ValidationError

from affray.balancing.cell import Axis, SweepCell
from affray.balancing.change import said, swapped
from affray.balancing.draft import Draft, Put
from affray.core.catalogue import OptionValue
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import Verbatim, figure, joined, msg
from affray.core.places import Loc
from affray.core.record import Name, Record, faults_of, parsed, placed

MOST_CELLS = 100_000
Opener = Callable[[str, Sequence[str]], Draft]
"""Gives the draft of a scene by path or name, with packs; raises AffrayError."""


class GridRecord(Record):
    """What a grid file says: a scene, fights per cell, and the axes."""

    scene: str = Field(min_length=1, description="A scene: its name, or its path relative to the grid file.")
    packs: tuple[str, ...] = ()
    n: int = Field(1_000, ge=1, le=100_000_000, description="Fights per cell.")
    seeds: tuple[Annotated[int, Field(ge=0, le=2**63 - 1)], ...] = Field((0,), min_length=1)
    policies: tuple[str, ...] = Field((), description="Default: the game's first.")
    options: dict[str, Annotated[tuple[OptionValue, ...], Field(min_length=1)]] = Field(
        default_factory=dict, description="Values for each house rule."
    )
    weapons: dict[str, Annotated[tuple[Name, ...], Field(min_length=1)]] = Field(
        default_factory=dict, description="The first weapon of each of these fighters."
    )
    fighters: dict[str, dict[str, Annotated[list[Any], Field(min_length=1)]]] = Field(
        default_factory=dict, description="Values for any key of a fighter in the scene."
    )


class GridAxis(NamedTuple):
    """One axis: its name, its place in the file, and the edits of each value."""

    name: str
    loc: Loc
    values: tuple[Axis, ...]
    edits: tuple[tuple[Put, ...], ...]


@dataclass(frozen=True, slots=True)
class SweepGrid:
    """A grid without faults: its cells, and the names of its axes."""

    source: str
    names: tuple[str, ...]
    sides: tuple[str, ...]
    cells: tuple[SweepCell, ...]

    @property
    def digest(self) -> str:
        """What tells this grid from every other: all that its results depend on."""
        plain = [[*cell] for cell in self.cells]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def read_grid(text: str, source: str, opened: Opener) -> SweepGrid:
    """The grid of a TOML text; raises BadData with every fault and its line."""
    data, lines = parsed(text, source)
    try:
        record = GridRecord.model_validate(data)
    except ValidationError as e:
        raise BadData(_placed(source, lines, faults_of(e, GridRecord, data))) from None
    draft = opened(record.scene, record.packs)
    faults = list(_unknown(record, draft))
    axes = [] if faults else list(_lines(record, draft))
    faults += _twice(axes)
    faults += [fault for axis in axes for fault in _of_axis(draft, axis)]
    if not axes and not faults:
        faults.append(
            ((), "is empty: expected at least one axis: options, weapons, fighters, seeds or policies")
        )
    if (count := prod(len(axis.values) for axis in axes)) > MOST_CELLS:
        faults.append(
            (
                (),
                msg(
                    "has {n} cells: expected at most {most}",
                    n=figure(count, ","),
                    most=figure(MOST_CELLS, ","),
                ),
            )
        )
    if faults:
        raise BadData(_placed(source, lines, faults))
    cells = tuple(_cells(record, draft, axes, source))
    sides = tuple(dict.fromkeys(side for cell in cells for side in _sides(draft, cell)))
    return SweepGrid(source, tuple(axis.name for axis in axes), sides, cells)


def _placed(source: str, lines: Mapping[Loc, int], faults: Sequence[tuple[Loc, str]]) -> list[Fault]:
    return [placed(source, lines, loc, message) for loc, message in faults]


def _unknown(record: GridRecord, draft: Draft) -> Iterator[tuple[Loc, str]]:
    """Names that the game or the scene does not know."""
    names = [f.name for f in draft.scene.fighters]
    tables: dict[str, tuple[str, Iterable[str], Iterable[str]]] = {
        "options": ("option", record.options, draft.ruleset.catalogue.options),
        "weapons": ("fighter", record.weapons, names),
        "fighters": ("fighter", record.fighters, names),
    }
    for key, (what, given, known) in tables.items():
        yield from (((key, name), unknown(what, name, known)) for name in given if name not in known)
    policies = draft.ruleset.policies
    strange = [policy for policy in record.policies if policy not in policies]
    yield from ((("policies",), unknown("policy", policy, policies)) for policy in strange)


def _lines(record: GridRecord, draft: Draft) -> Iterator[GridAxis]:
    """The axes, in a fixed order."""
    names = {f.name: n for n, f in enumerate(draft.scene.fighters)}
    for key, values in record.options.items():
        yield GridAxis(
            Verbatim(key), ("options", key), values, tuple((Put(("options", key), v),) for v in values)
        )
    for name, weapons in record.weapons.items():
        edits = tuple(tuple(_armed(draft, names[name], weapon)) for weapon in weapons)
        yield GridAxis(msg("{who} weapon", who=Verbatim(name)), ("weapons", name), weapons, edits)
    for name, keys in record.fighters.items():
        for key, listed in keys.items():
            puts = tuple((Put(("fighters", name, key), value),) for value in listed)
            heading = Verbatim(f"{name} {key}")
            yield GridAxis(heading, ("fighters", name, key), tuple(map(_shown, listed)), puts)
    if len(record.policies) > 1:
        yield GridAxis("policy", ("policies",), record.policies, ())
    if len(record.seeds) > 1:
        yield GridAxis("seed", ("seeds",), record.seeds, ())


def _twice(axes: Sequence[GridAxis]) -> Iterator[tuple[Loc, str]]:
    """Axes on which a value stands twice: its cells would be the same."""
    for axis in axes:
        if len(set(map(repr, axis.values))) < len(axis.values):
            yield axis.loc, "the same value appears twice"


def _armed(draft: Draft, at: int, weapon: str) -> Iterator[Put]:
    fighter, data = draft.scene.fighters[at], draft.data["fighters"][at]
    return swapped(fighter, data, draft.ruleset.levers.carried(fighter), 0, weapon)


def _shown(value: Any) -> Axis:
    """A value of an axis as it stands in the result."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " + ".join(value) or "none"
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return str(value["name"])
    return value if isinstance(value, str | int | float | bool) else json.dumps(value)


def _of_axis(draft: Draft, axis: GridAxis) -> Iterator[tuple[Loc, str]]:
    """What the game has against each value of an axis by itself."""
    for n, edits in enumerate(axis.edits):
        try:
            _ = draft.changed(edits).fight
        except BadData as e:
            for fault in dict.fromkeys(fault.alone for fault in e.faults):
                yield (*axis.loc, n), fault


def _cells(record: GridRecord, draft: Draft, axes: Sequence[GridAxis], source: str) -> Iterator[SweepCell]:
    """The cells, the last axis the quickest; raises BadData for values at odds."""
    policies = record.policies or (next(iter(draft.ruleset.policies)),)
    inner = [axis for axis in axes if axis.edits]
    content = draft.content.plain()
    faults, index = [], 0
    for choice in product(*(range(len(axis.values)) for axis in inner)):
        changed = draft.changed(put for axis, n in zip(inner, choice, strict=True) for put in axis.edits[n])
        values = tuple((axis.name, axis.values[n]) for axis, n in zip(inner, choice, strict=True))
        try:
            _ = changed.fight
        except BadData as e:
            here = joined(", ", [joined(" = ", (name, Verbatim(_said(value)))) for name, value in values])
            faults.append(Fault(source, msg("{cell}: {why}", cell=here, why=e.faults[0].message)))
        for policy, seed in product(policies, record.seeds):
            more = [("policy", policy)] * (len(policies) > 1) + [("seed", seed)] * (len(record.seeds) > 1)
            game = draft.ruleset.id
            yield SweepCell(index, (*values, *more), game, changed.text, content, policy, seed, record.n)
            index += 1
    if faults:
        raise BadData(faults)


def _said(value: Axis) -> str:
    return f"{value:g}" if isinstance(value, float) else said(value)


def _sides(draft: Draft, cell: SweepCell) -> list[str]:
    return Draft.of(draft.ruleset, cell.text, cell.text, draft.content).sides
