"""Tables of a game: rows as records, and cells that cannot be read."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from affray.core.errors import BadData
from affray.core.rows import TableFiles


class Axe(NamedTuple):
    name: str
    weight: int
    heavy: bool
    reach: int
    tags: tuple[str, ...]
    owner: str = "nobody"


@pytest.fixture
def tables(tmp_path, monkeypatch):
    (tmp_path / "axes" / "data").mkdir(parents=True)
    (tmp_path / "axes" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return TableFiles("axes")


def axes(tables, *rows):
    (tables.folder / "axes.csv").write_text("\n".join(("name,weight,heavy,feet,tags,note", *rows)) + "\n")
    return tables.records("axes", Axe, reach=lambda r: 30 * int(r["feet"]))


def test_each_field_is_read_as_its_type_says_or_from_the_row(tables):
    small, large = axes(tables, "hatchet,,no,1,,old", "great axe,7,yes,2,bulky slow,").values()
    assert small == Axe("hatchet", 0, False, 30, ())
    assert large == Axe("great axe", 7, True, 60, ("bulky", "slow"))


def test_every_cell_that_cannot_be_read_is_told_with_its_line(tables):
    with pytest.raises(BadData) as caught:
        axes(tables, "hatchet,x,no,1,,", "great axe,7,very,2,,", "pole,1,no,far,,")
    assert [str(fault).removeprefix(f"{tables.folder}/") for fault in caught.value.faults] == [
        "axes.csv:2: weight of hatchet cannot be read",
        "axes.csv:3: heavy of great axe cannot be read",
        "axes.csv:4: reach of pole cannot be read",
    ]
