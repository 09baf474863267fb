"""Dice in the rows of a log: as many as were thrown, each a face that the die has (SEC 15)."""

from __future__ import annotations

import json

import pytest

from affray.core.errors import LogError
from affray.session import log, opening
from tests.session.fights import SCENES, fresh, run_by_itself

WRONG = {
    "one too many": lambda dice: [*dice, 1],
    "naught": lambda dice: [0] * len(dice),
    "less than naught": lambda dice: [-4] * len(dice),
    "more than the die has": lambda dice: [10**9] * len(dice),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("scene", SCENES)
def test_dice_that_cannot_be_are_refused_with_their_line(scene, wrong, tmp_path):
    session = fresh(scene, seed=1)
    controller = run_by_itself(session)
    while not (session.log.rows and getattr(session.log.rows[-1], "dice", ())):
        controller.run(1)
    *lines, last = log.text(session.header, session.log.rows).splitlines()
    row = json.loads(last)
    del row["sum"]
    row["dice"] = WRONG[wrong](row["dice"])
    path = tmp_path / "fight.jsonl"
    path.write_text("\n".join([*lines, json.dumps(row)]) + "\n")
    with pytest.raises(
        LogError, match=rf"fight\.jsonl:{len(lines) + 1}: (expected the faces of|a d\d+ shows)"
    ):
        opening.replay(path)
