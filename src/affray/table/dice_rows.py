"""Dice of a series that are read off in a row: an entry for each, and for what is chosen between."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.core.message import msg
from affray.core.ruleset import Ruleset
from affray.core.series import Series
from affray.session import Session, SessionLine, log

MOST = 60
"""So many dice are read off in a row at most: the rules play on for each."""


def series_of(ruleset: Ruleset, pending: Pending) -> Series | None:
    """The series to which the dice belong that are asked for, if there is one."""
    if pending.chance is None or len(pending.chance.sides) != 1:
        return None
    return next((each for each in ruleset.series if each.roll == pending.asked.question), None)


def rows_of(trial: Session, series: Series, faces: Sequence[int]) -> list[log.Row]:
    """The entries of so many dice, one after another, all as the first, entered at a copy of the fight.

    Raises BadAnswer where there are too many, a die cannot be, or the series is over before the last of them.
    """
    if len(faces) > MOST:
        raise BadAnswer(msg("type at most {most} dice in a row", most=MOST), code="answer/too-many-dice")
    since, asked = trial.seq, trial.asking.asked
    for n, face in enumerate(faces):
        between = trial.pending
        if between is not None and (between.asked.who, between.asked.question) == (
            asked.who,
            series.question,
        ):
            trial.enter(SessionLine(between.answer(series.on(between.about))))
        pending = trial.pending
        if pending is None or pending.asked != asked or pending.chance is None:
            raise BadAnswer(
                msg("the roll ends with die {n} of {all}; type no more than that", n=n, all=len(faces)),
                code="answer/dice-left",
            )
        trial.enter(SessionLine(pending.answer(*pending.chance.read(str(face))), "dice"))
    return list(trial.log.rows[since:])
