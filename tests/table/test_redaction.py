"""What is withheld where a step cannot be played again with other foes, and what is a fault of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from affray import operations
from affray.core.errors import Illegal, Refusal
from affray.session import Session
from affray.table.persistence import Notes
from affray.table.redaction import CLOSED, redacted_question
from affray.table.room import Room
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.table.worlds import steps


def asked_for_dice() -> tuple[Session, Visibility]:
    """A fight in which Zara is to roll, and what somebody at her seat may see."""
    session = operations.start("coriolis/duel", seed=2)
    room = Room("x", session, notes=Notes(VisibilityRules("words", "hidden")))
    zara = session.fight.everyone[list(session.names).index("Zara")]
    for pending, _, _ in steps(session):
        if pending.chance is not None and pending.asked.who == zara and tuple(pending.tally):
            break
    return session, room.audience.feed_of(Viewer("player", "s2", "Ann", ("Zara",))).visibility


def raising(error: Exception) -> Callable[[Any], bool]:
    """A step that goes wrong."""

    def step(_: Any) -> bool:
        raise error

    return step


def test_what_does_not_come_from_foes_is_shown(caplog: pytest.LogCaptureFixture) -> None:
    session, visibility = asked_for_dice()
    assert redacted_question(session, visibility, session.asking).mods
    assert not caplog.records


@pytest.mark.parametrize(
    ("error", "faults"),
    [
        (Illegal([Refusal("COR-ACT-01", "no points are left")]), 0),
        (ZeroDivisionError("division by zero"), 2),
    ],
)
def test_where_rules_refuse_all_is_withheld_and_where_they_break_that_is_noted_too(
    error: Exception, faults: int, caplog: pytest.LogCaptureFixture
) -> None:
    session, visibility = asked_for_dice()
    pending, session.ruleset = session.asking, replace(session.ruleset, step=raising(error))
    assert redacted_question(session, visibility, pending) == CLOSED
    noted = [record for record in caplog.records if record.name == "affray.table"]
    assert len(noted) == faults, "once for each change"
    assert all(record.exc_info and record.exc_info[1] is error for record in noted)
