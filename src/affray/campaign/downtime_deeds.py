"""What is done between fights, as people say it: a deed, and all that it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.campaign.overview import downtime_of
from affray.core.act import Act
from affray.core.downtime import BETWEEN, MOST, REST, SPANS, WAIT, Deed, Returned
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer
from affray.core.live import Answer, Joined, Override, Pending
from affray.core.message import Verbatim, figure, msg
from affray.session import Controller, Given, Session, SessionLine
from affray.session.entries import Logged

Ask = Callable[[Pending], Given | None]
"""Asks a person for an answer to what waits; None leaves it to the machine."""


def deed_of(campaign: Session, words: str) -> Deed:
    """The deed that somebody has typed; raises BadAnswer.

    `wait 3 hours`, `rest 2 days`, or the words of a deed that can be done now, or their start.
    """
    downtime_of(campaign)
    said = words.split()
    if said and said[0].casefold() in (WAIT, REST):
        return _passing(said[0].casefold(), said[1:])
    deed = campaign.options.named(words, among=_deeds(campaign))
    assert isinstance(deed, Deed)
    return deed


def _deeds(campaign: Session) -> list[Deed]:
    if campaign.asking.asked.question != BETWEEN:
        raise BadAnswer(
            msg(
                "answer this first: {question}",
                question=Verbatim(repr(campaign.asking.asked.question)),
            ),
            code="answer/waits",
        )
    return list(campaign.asking.options)


def _passing(name: str, said: Sequence[str]) -> Deed:
    """So many spans of time, from words such as `3 hours`, `day`."""
    number, span = (said[0], said[1]) if len(said) == 2 else ("1", said[0] if len(said) == 1 else "")
    span = span.casefold().removesuffix("s")
    if span not in SPANS:
        raise BadAnswer(
            msg(
                "there is no unit of time {span}, as in {typed}; known: {known}",
                span=Verbatim(repr(span)),
                typed=Verbatim(f"{name} 3 days"),
                known=Verbatim(", ".join(SPANS)),
            ),
            code="answer/no-time",
        )
    if not (number.isascii() and number.isdecimal()):
        raise BadAnswer(
            msg(
                "expected a whole number of {span, select, minute {minutes} hour {hours} other {days}}, "
                "got {number}",
                span=Verbatim(span),
                number=Verbatim(repr(number)),
            ),
            code="answer/no-number",
        )
    if len(number) > len(str(MOST)):
        raise BadAnswer(
            msg(
                "expected 1 to {most} {span, select, minute {minutes} hour {hours} other {days}} at once, "
                "got {number}",
                most=figure(MOST, ","),
                span=Verbatim(span),
                number=Verbatim(number),
            ),
            code="answer/no-number",
        )
    return Deed(TABLE, Act(name, item=span, n=int(number)))


def do(campaign: Session, deed: Deed, ask: Ask | None = None) -> None:
    """Do it, and answer all that it asks; raises BadAnswer where it is forbidden.

    Dice are thrown by the machine and choices made by the autopilot, unless `ask` gives an answer.
    """
    _deeds(campaign)
    campaign.answer(deed)
    settle(campaign, ask)


def settle(campaign: Session, ask: Ask | None = None) -> None:
    """Answer what waits, until the game master is asked what is done next."""
    while (pending := campaign.asking).asked.question != BETWEEN:
        given = ask(pending) if ask else None
        if given is None:
            by_machine(campaign)
        else:
            campaign.answer(given.value, given.dice, by=given.by)


def up_to_dice(campaign: Session) -> None:
    """Let the autopilot choose, until dice are wanted or the game master is asked."""
    while (pending := campaign.asking).asked.question != BETWEEN and pending.chance is None:
        by_machine(campaign)


def by_machine(campaign: Session) -> None:
    """Answer what waits: dice from the seed, choices by the autopilot."""
    controller, pending = Controller(campaign), campaign.asking
    given = controller.throw(pending) if pending.chance else controller.judge(pending)
    campaign.answer(given.value, given.dice, by=given.by)


def take_back(campaign: Session, n: int = 1) -> int:
    """Take back the last n things that were done; how many entries that were.

    Raises BadAnswer where so many were not done.
    """
    lines = _things(campaign.standing.kept)
    if not lines:
        raise BadAnswer("there is nothing to undo yet", code="answer/nothing-done")
    _within(n, len(lines))
    entries = len(campaign.standing.kept) - lines[-n]
    campaign.say.undo_entries(entries)
    return entries


def _within(n: int, most: int, again: bool = False) -> None:
    """See that so many things can be taken back, or done again; raises BadAnswer."""
    if not 1 <= n <= most:
        raise BadAnswer(
            msg(
                "expected 1 to {most} things to {again, select, true {redo} other {undo}}, got {n}",
                most=figure(most, "d"),
                again=again,
                n=figure(n, "d"),
            ),
            code="answer/no-number",
        )


def has_done(campaign: Session) -> int:
    """How many things there are that could be taken back."""
    return len(_things(campaign.standing.kept))


def has_undone(campaign: Session) -> int:
    """How many things there are that could be done again."""
    return len(_things(campaign.standing.undone))


def do_again(campaign: Session, n: int = 1) -> int:
    """Do the last n things again that were taken back; how many entries that were.

    Raises BadAnswer where so many were not taken back.
    """
    if not campaign.standing.undone:
        raise BadAnswer("there is nothing to redo", code="answer/nothing-undone")
    ends = [*_things(campaign.standing.undone)[1:], len(campaign.standing.undone)]
    _within(n, len(ends), again=True)
    campaign.say.redo_entries(ends[n - 1])
    return ends[n - 1]


def _things(lines: Sequence[SessionLine]) -> list[int]:
    """Where each thing begins that was done; newcomers of a fight come as one."""
    places: list[int] = []
    for n, line in enumerate(lines):
        if _begins(line) and not (n and _together(lines[n - 1].entry, line.entry)):
            places.append(n)
    return places


def _together(before: Logged, entry: Logged) -> bool:
    """Whether a fight's newcomers, or its return, follow another newcomer of it."""
    joins = isinstance(entry, Joined)
    back = isinstance(entry, Override) and isinstance(entry.effect, Returned)
    return isinstance(before, Joined) and (joins or back) and before.why == entry.why  # type: ignore[union-attr]


def _begins(line: SessionLine) -> bool:
    """Whether an entry is a thing that somebody did, and no answer on the way."""
    entry = line.entry
    return not isinstance(entry, Answer) or entry.asked.question == BETWEEN
