"""The shelf: scenes that are kept, in memory and in a folder."""

from __future__ import annotations

import pytest

from affray.builder.shelf import InFolder, InMemory, SceneNotKept, kept, listed
from affray.core.errors import NotFound

TEXT = 'ruleset = "d6"\ntitle = "At the ford"\n'


@pytest.fixture(params=["memory", "folder"])
def shelf(request, tmp_path):
    return InMemory() if request.param == "memory" else InFolder(tmp_path / "scenes")


def test_a_scene_is_kept_under_its_title_listed_read_and_removed(shelf):
    assert listed(shelf) == []
    first = kept(shelf, TEXT)
    assert first == ("at-the-ford", "At the ford", "d6")
    second = kept(shelf, TEXT)
    assert second.name == "at-the-ford-2"
    again = kept(shelf, TEXT.replace("ford", "gate"), first.name)
    assert again == ("at-the-ford", "At the gate", "d6")
    assert [each.name for each in listed(shelf)] == ["at-the-ford", "at-the-ford-2"]
    assert shelf.text("at-the-ford-2") == TEXT
    shelf.remove("at-the-ford-2")
    assert shelf.names() == ["at-the-ford"]


@pytest.mark.parametrize("name", ["nothing", "../secrets", "", "x" * 300, "UP", "a/b", "a\0b"])
def test_what_is_not_there_is_not_found(shelf, name):
    with pytest.raises(NotFound):
        shelf.text(name)
    with pytest.raises(NotFound):
        shelf.remove(name)


def test_a_name_that_is_not_there_is_not_taken_as_it_is(shelf):
    assert kept(shelf, TEXT, "../../secrets").name == "at-the-ford"


def test_a_folder_keeps_what_others_lay_there_and_lists_what_is_no_scene_by_its_name(tmp_path):
    (tmp_path / "Notes of mine.toml").write_text("x = 1")
    (tmp_path / "broken.toml").write_text("[[[")
    assert listed(InFolder(tmp_path)) == [("broken", "broken", "")]


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path):
    (tmp_path / "scenes").write_text("a file")
    with pytest.raises(SceneNotKept, match="cannot be saved"):
        kept(InFolder(tmp_path / "scenes"), TEXT)


def test_a_shelf_is_full_some_day(shelf, monkeypatch):
    monkeypatch.setattr("affray.builder.shelf.SHELVED", 1)
    kept(shelf, TEXT)
    with pytest.raises(SceneNotKept, match="already have 1 scenes"):
        kept(shelf, TEXT)
    assert kept(shelf, TEXT, "at-the-ford").name == "at-the-ford"
