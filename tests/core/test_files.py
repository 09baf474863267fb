"""Files as people name them: whatever is wrong with them is an OSError with words."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from affray import operations
from affray.core import files
from affray.core.errors import AffrayError

ODD = ["a\0b", "\ud800", "n" * 300, "", "a/" * 3000]


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_no_file_can_have_is_an_error_of_the_system(tmp_path, name):
    path = tmp_path / name
    assert not files.is_file(path)
    with pytest.raises(OSError):  # noqa: PT011 - which one is the system's affair
        files.read(path, 10)
    with pytest.raises(OSError):  # noqa: PT011
        files.write(path, "text")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_no_file_can_have_is_an_error_of_ours(tmp_path, name):
    for scene in (tmp_path / name, name, f"{name}.toml"):
        with pytest.raises(AffrayError):
            operations.load_scene(scene)
        with pytest.raises(AffrayError):
            operations.import_characters([scene])


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="expected a file, but this is not one"):
        files.read(tmp_path / "pipe", 10)
    with pytest.raises(OSError):  # noqa: PT011 - nobody reads from it
        files.write(tmp_path / "pipe", "text")


def test_a_pipe_that_was_handed_over_is_read():
    ours, theirs = os.pipe()
    os.write(theirs, b"a scene")
    os.close(theirs)
    assert files.read(Path(f"/dev/fd/{ours}"), 100) == b"a scene"
    os.close(ours)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_what_cannot_be_written_leaves_the_old_file(tmp_path, monkeypatch, call):
    path = tmp_path / "file"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space left"):
        files.write(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file", "old")]


def test_a_file_keeps_its_rights_and_its_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


def test_a_file_that_may_not_go_stays(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(FileExistsError):
        files.write(path, "new", over=False)
    with pytest.raises(FileExistsError), files.placing(path, over=False) as file:  # it came meanwhile
        file.write(b"new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file", "old")]
