"""Names in logs: declared once, and never another because Python's change."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from affray.core import names
from affray.core.effect import _NAMES, RECORDS, Effect, Who, named, pack, record, unpack
from affray.core.errors import LogError
from affray.core.fight import Fight
from affray.session.digest import Digests
from tools import names as declared

CORPUS = Path(__file__).parents[1] / "session/corpus"
CLASSES = declared.logged()


@pytest.mark.parametrize("package", CLASSES)
def test_everything_that_is_logged_has_a_declared_name(package):
    assert list(declared.faults(package, CLASSES[package])) == [], "run: python -m tools.names"


def spoken(plain: Any) -> set[str]:
    """The names of effects and records in plain data."""
    if isinstance(plain, list):
        return set().union(*map(spoken, plain))
    if not isinstance(plain, dict):
        return set()
    mine = {plain[key] for key in ("effect", "is") if isinstance(plain.get(key), str)}
    return mine.union(*map(spoken, plain.values()))


@pytest.mark.slow
def test_no_name_that_was_ever_recorded_goes_missing():
    lines = (line for path in sorted(CORPUS.glob("*.jsonl")) for line in path.read_text().splitlines())
    recorded = set().union(*(spoken(json.loads(line)) for line in lines))
    assert len(recorded) > 150
    known = {each.name for package in CLASSES for each in declared.declared(package)}
    assert recorded - known == set()
    here = {*Effect.known, *RECORDS}
    assert {name for name in recorded if name not in here and not names.gone_from(name)} == set()


class Sack(NamedTuple):
    name: str
    coins: int
    torn: bool = False


Sack.log_name = "toy.Bag"  # type: ignore[attr-defined]
Sack.log_fields = {"coins": "money"}  # type: ignore[attr-defined]
record(Sack)


@dataclass(frozen=True, slots=True)
class Robbery(Effect):
    log_name = "toy.Stolen"
    log_fields = {"coins": "amount"}  # noqa: RUF012
    who: Who
    coins: int
    bag: Sack | None = None

    def on(self, body: Any, /) -> Any:
        return body


def test_what_a_class_is_called_in_python_is_not_what_is_written():
    effect = Robbery(Who(1), 3, Sack("purse", 5))
    bag = {"is": "toy.Bag", "name": "purse", "money": 5, "torn": False}
    assert effect.packed() == {"effect": "toy.Stolen", "who": {"who": 1}, "amount": 3, "bag": bag}
    assert Effect.unpacked(effect.packed()) == effect
    assert named(Sack) == "toy.Bag"


def test_a_field_that_an_old_record_lacks_has_its_declared_default():
    assert unpack({"is": "toy.Bag", "name": "purse", "money": 5}) == Sack("purse", 5, torn=False)
    with pytest.raises(LogError, match=r"toy\.Bag does not take these values: .*'coins'"):
        unpack({"is": "toy.Bag", "name": "purse"})


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package that declares names in a file; it is what this module would be in."""

    def declares(*rows: str) -> None:
        path = tmp_path / "names.csv"
        path.write_text("\n".join(["name,class,fields", *rows, ""]))
        forget()
        monkeypatch.setattr(names, "declared_in", lambda package: names.read(path))

    yield declares
    monkeypatch.undo()
    forget()


def forget():
    names._by_place.cache_clear()
    for known in (_NAMES, names._KEYS, names._ATTRIBUTES, names._USUAL):
        for cls in (Moved, Grown, Before):
            known.pop(cls, None)


class Moved(NamedTuple):
    name: str
    worth: int


class Grown(NamedTuple):
    name: str
    marks: tuple[str, ...] = ()
    height: int = 0


class Before(NamedTuple):
    name: str


def test_a_class_that_moved_and_a_field_that_was_renamed_are_written_as_ever(package):
    package("tests.Chest,core.test_names:Moved,name value=worth -lock")
    assert names.name_of(Moved) == "tests.Chest"
    assert names.keys_of(Moved) == (("name", "name"), ("worth", "value"))
    assert names.attributes_of(Moved) == {"name": "name", "value": "worth", "lock": ""}
    assert pack(Moved("x", 3))["value"] == 3  # type: ignore[index]


def test_a_field_that_came_later_is_left_out_where_it_is_as_usual(package):
    said = "name signs=marks? height? -depth"
    place = "core.test_names"
    package(f"tests.Grown,{place}:Grown,{said}", f"tests.Grown,{place}:Before,name")
    assert names.keys_of(Grown) == (("name", "name"), ("marks", "signs"), ("height", "height"))
    plain = {"is": "tests.Grown", "name": "x"}
    assert pack(Grown("x")) == pack(Before("x")) == plain
    assert pack(Grown("x", ("cut",))) == {**plain, "signs": ["cut"]}
    hashes = [Digests().of(Fight((body,), ())) for body in (Before("x"), Grown("x"), Grown("x", ("cut",)))]
    assert hashes[0] == hashes[1] != hashes[2]
    assert [declared._fields(each) for each in names.declared_in("tests")] == [said, "name"]


def test_what_is_gone_is_known_to_be_gone(package):
    package("tests.Chest,,name value")
    assert names.gone_from("tests.Chest")
    assert not names.gone_from("tests.Box")


def test_a_package_that_is_loaded_later_is_looked_at_again(tmp_path, monkeypatch):
    (tmp_path / "latecomer").mkdir()
    (tmp_path / "latecomer" / "__init__.py").touch()
    (tmp_path / "latecomer" / "names.csv").write_text("name,class,fields\nlatecomer.Old,,\n")
    assert not names.gone_from("latecomer.Old")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("latecomer")
    assert names.gone_from("latecomer.Old")
    monkeypatch.delitem(sys.modules, "latecomer")


def test_the_tool_names_what_was_declared_and_is_not_there(monkeypatch):
    rows = [names.Declared("x.Here", "core.test_names:Moved", (("name", "name"), ("lost", "lost"))),
            names.Declared("x.Away", "core.gone:Away")]  # fmt: skip
    monkeypatch.setattr(declared, "declared", lambda package: rows)
    assert list(declared.faults("tests", [Moved])) == [
        "x.Away: there is no core.gone:Away; enter where it is, or nothing if it is gone",
        "tests.Moved: there is no field lost; enter lost=NEW or -lost",
        "tests.Moved.worth: is not declared",
    ]
