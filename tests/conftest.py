"""How Hypothesis runs, and what of the contract is quick.

No deadline on a busy machine, and the same examples every time in CI.
"""

import os
from collections.abc import Generator
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from affray.testing.contract import RulesetContract

os.environ["AFFRAY_LANGUAGE"] = "en"  # whoever runs the tests, and what they start
settings.register_profile("here", deadline=None)
settings.register_profile("everywhere the same", deadline=None, derandomize=True)
settings.load_profile("everywhere the same" if os.environ.get("CI") else "here")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples in docstrings are the package's; here are none, and to look for them takes long."""
    return [one for one in (yield) if not isinstance(one, DoctestModule)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of each game one scene is quick to hold to the contract; the others are slow."""
    for item in items:
        game: Any = getattr(item, "cls", None)
        if isinstance(game, type) and issubclass(game, RulesetContract):
            scene = getattr(item, "callspec", None) and item.callspec.params.get("scene")  # type: ignore[attr-defined]
            if scene and scene != next(iter(game.ruleset.scenes)):
                item.add_marker(pytest.mark.slow)
