"""A column of a table is declared once: rows, records of scenes and sheets have it."""

from __future__ import annotations

import runpy
from typing import Any, NamedTuple

import pytest
from pydantic import ValidationError

from affray import tabletop
from affray.core.errors import BadData
from affray.core.rows import TableFiles

TABLE = "name,weight,recoil,kick\nrifle,3,2,\npistol,1,,1\nknife,1,0,0\n"


class Arm(NamedTuple):
    name: str
    weight: int
    columns: tuple[tuple[str, int], ...] = ()


@pytest.fixture
def kind() -> Any:
    """The columns of a table that has none so far."""

    class Own(tabletop.TableColumn, table="arms", row=Arm):
        pass

    return Own


@pytest.fixture
def files(tmp_path: Any) -> TableFiles:
    files = TableFiles("tests")
    files.folder = tmp_path
    (tmp_path / "arms.csv").write_text(TABLE, encoding="utf-8")
    return files


def test_rows_have_what_is_not_0_and_the_column_reads_it(kind, files):
    recoil, kick = kind("recoil"), kind("kick")
    arms = files.records("arms", Arm, columns=kind.of)
    assert arms["rifle"] == Arm("rifle", 3, (("recoil", 2),))
    assert arms["knife"] == Arm("knife", 1)
    assert [(recoil(arm), kick(arm)) for arm in arms.values()] == [(2, 0), (0, 1), (0, 0)]
    assert kind.shown(arms.values()) == (recoil, kick)
    assert kind.shown([arms["pistol"], arms["knife"]]) == (kick,)
    heads, rows = kind.printed(("arm",), [(arm, (arm.name,)) for arm in arms.values()])
    assert heads == ("arm", "recoil", "kick")
    assert rows == (("rifle", 2, None), ("pistol", None, 1), ("knife", None, None))
    kind.check(files)


def test_a_cell_that_is_no_number_is_refused_with_its_line(kind, files):
    (files.folder / "arms.csv").write_text(TABLE + "bow,1,much,0\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"arms\.csv:5: columns of bow cannot be read"):
        files.records("arms", Arm, columns=kind.of)


def test_records_of_scenes_say_it_within_its_bounds(kind):
    kind("recoil", least=-1, most=3)
    record = kind.record()
    assert record().model_dump() == {"recoil": 0}
    assert [record(recoil=n).model_dump()["recoil"] for n in (-1, 3)] == [-1, 3]
    for n in (-2, 4):
        with pytest.raises(ValidationError):
            record(recoil=n)


def test_a_column_without_a_chapter_and_one_without_a_table_are_refused(kind, files):
    kind("recoil")
    with pytest.raises(BadData) as caught:
        kind.check(files)
    [fault] = caught.value.faults
    assert fault.place.endswith("arms.csv:1")
    assert str(fault.message) == "there is no column 'kick'; known: recoil"
    kind("kick")
    kind("weight")
    with pytest.raises(BadData) as caught:
        kind.check(files)
    assert [str(fault.message) for fault in caught.value.faults] == [
        "there is no column 'weight'; known: kick, recoil"
    ]


def test_a_column_that_a_field_of_another_name_comes_from_is_no_further_one(files):
    class Own(tabletop.TableColumn, table="arms", row=Arm, also=("recoil", "kick")):
        pass

    Own.check(files)
    assert Own.of({"name": "rifle", "recoil": "2"}) == ()


GAME = """
from tests.tabletop.test_column import Arm, tabletop

class Own(tabletop.TableColumn, table="arms", row=Arm):
    pass

Own("recoil")
"""


def test_two_of_one_name_and_a_late_one_are_refused_with_their_place(tmp_path):
    path = tmp_path / "toy.py"
    for last, said in (
        ('Own("recoil")\n', f"'recoil' is declared already: {path}:7"),
        ('Own.record(), Own("kick")\n', "the records of scenes are made already"),
    ):
        path.write_text(GAME + last, encoding="utf-8")
        with pytest.raises(BadData) as caught:
            runpy.run_path(str(path))
        [fault] = caught.value.faults
        assert (fault.place, str(fault.message)) == (f"{path}:8", said)
