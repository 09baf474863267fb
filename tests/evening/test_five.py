"""An evening for five, from the first page to the end screen, with its taps counted and printed.

Four people and four foes, whom the game master runs; nobody is automatic, and there are no standing orders.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from affray.core.ruleset import rulesets
from tests.evening.five import SCENES, Five
from tests.evening.house import House
from tests.page.webkit import windows
from tests.whole import WHOLE

pytestmark = pytest.mark.slow

GAMES = tuple(rulesets())
PART = ("traveller",)
"""The game of the part: the one whose questions are of most kinds."""
ROUNDS = 2 if WHOLE else 1
"""So many are played by hand; the first takes most taps."""
MOST = 40
"""So many taps a round takes at most, where each of the eight reacts once."""
REACTIONS = 8


@pytest.mark.parametrize("game", GAMES if WHOLE else PART)
def test_an_evening_for_five_takes_few_taps(
    game: str, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with House(f"sqlite:{tmp_path / 'fights.db'}", tmp_path / "errors") as house, windows() as phone:
        five = Five(browser, house.link, phone)
        five.open(SCENES / f"{game}.toml")
        five.gather()
        five.begin()
        begun = five.taps
        rounds = five.play(ROUNDS)
        five.to_the_end()
        with capsys.disabled():
            sys.stdout.write(
                f"\n{game}: {begun} taps to Begin, (taps, reactions) a round: {rounds};"
                f" {dict(five.answers)}; {five.unheeded} taps were not heeded at first\n"
            )
        five.close()
    assert len(rounds) == ROUNDS
    for taps, reactions in rounds:
        assert taps - max(0, reactions - REACTIONS) <= MOST
