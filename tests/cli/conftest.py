"""The commands speak English here, whoever runs the tests."""

from __future__ import annotations

import pytest

from affray.cli import locale


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    """English, unless a test says otherwise; and English again after it."""
    monkeypatch.setenv("AFFRAY_LANGUAGE", "en")
    yield
    locale.speak("en")
