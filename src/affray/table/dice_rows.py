"""Dice of a series that are read off in a row: an entry for each, and for what is chosen between."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.core.message import msg
from affray.core.ruleset import Ruleset
from affray.core.series import Series
from affray.session import Session, SessionLine
from affray.session.amendment import played_on


def series_of(ruleset: Ruleset, pending: Pending) -> Series | None:
    """The series to which the dice belong that are asked for, if there is one."""
    if pending.chance is None or len(pending.chance.sides) != 1:
        return None
    return next((each for each in ruleset.series if each.roll == pending.asked.question), None)


def row_of(session: Session, series: Series, faces: Sequence[int]) -> list[SessionLine]:
    """The entries of so many dice, one after another, all as the first; nothing is entered.

    Raises BadAnswer where a die cannot be, or the series is over before the last of them.
    """
    trial, asked, lines = session.trial(len(session.standing.played)), session.asking.asked, []
    for n, face in enumerate(faces):
        between = trial.pending
        if (
            n
            and between is not None
            and (between.asked.who, between.asked.question) == (asked.who, series.question)
        ):
            lines.append(SessionLine(between.answer(series.on(between.about))))
            played_on(trial, lines[-1])
        pending = trial.pending
        if pending is None or pending.asked != asked or pending.chance is None:
            raise BadAnswer(
                msg("die {n} of {all} ends it; type no more than that", n=n, all=len(faces)),
                code="answer/dice-left",
            )
        lines.append(SessionLine(pending.answer(*pending.chance.read(str(face))), "dice"))
        played_on(trial, lines[-1])
    return lines
