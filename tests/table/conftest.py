"""Whatever a table finds out beside the play is found whole, however slow the machine is."""

from __future__ import annotations

from math import inf

import pytest

from affray.table import jobs


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No odds of a menu are left out for lack of time; a test of that sets the time itself."""
    monkeypatch.setattr(jobs, "SLICE", inf)
