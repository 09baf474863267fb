"""Whoever started the server is told when it is there; see also `test_serving.py`."""

from __future__ import annotations

import socket

import pytest

from affray.server.notify import notify


@pytest.fixture
def told(tmp_path):
    """Where states are sent to, and the socket at which they come."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(60)
        yield str(tmp_path / "notify"), line


def test_a_state_goes_where_the_environment_says(told, monkeypatch):
    where, line = told
    monkeypatch.setenv("NOTIFY_SOCKET", where)
    notify("READY=1")
    assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize("where", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_where_nobody_listens_nothing_happens(monkeypatch, where):
    monkeypatch.setenv("NOTIFY_SOCKET", where)
    notify("READY=1")
