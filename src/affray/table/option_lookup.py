"""Looking up options: which one is meant by a number, by words, or with a place of one's own."""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer
from affray.core.live import Answer, Asked, Pending
from affray.core.message import Verbatim, joined, msg
from affray.core.space import Point, point
from affray.session import Controller, Session
from affray.table import menu, wire
from affray.table.position import Position
from affray.table.views import VisiblePosition
from affray.table.visibility import Visibility


def numbered(seen: VisiblePosition, pending: Pending, n: int) -> Any:
    """The option of this number, of those that a viewer may see; raises BadAnswer."""
    options = menu.open_options(seen, pending)
    if n in options:
        return options[n]
    ends = "of an option, but it is time to roll"
    if pending.chance is None:
        ends = msg("from 1 to {options}", options=len(options)) if options else "that is offered"
    raise BadAnswer(msg("expected a number {ends}, got {n}", ends=ends, n=n), code="answer/not-offered")


def meant(seen: VisiblePosition, pending: Pending, command: wire.OddsCommand) -> Act:
    """The action whose odds are wanted, by the rules that would judge it; raises BadAnswer."""
    act = numbered(seen, pending, command.n)
    if not isinstance(act, Act):
        raise BadAnswer("only actions have odds", code="answer/no-odds")
    if command.to is None and command.number is None:
        return act
    place = wire.PlaceCommand(id=command.id, act=act.name, to=command.to, n=command.number)
    own: Act = made_of(seen, pending, place)
    pending.answer(own)
    return own


def typed(seen: VisiblePosition, pending: Pending, text: str) -> Any:
    """The option meant by words, of those that a viewer may see.

    Raises BadAnswer.
    """
    return seen.session.options.named(text, menu.open_options(seen, pending).values())


def made_of(seen: VisiblePosition, pending: Pending, command: wire.PlaceCommand) -> Any:
    """The answer with a place or a number of one's own; raises BadAnswer."""
    to = None if command.to is None else point(*command.to)
    wants, options = "to" if to is not None else "n", menu.open_options(seen, pending).values()
    acts = [o.act for o in menu.open_offers(seen) if o.wants == wants and o.act.name == command.act]
    if acts and to is not None:
        return acts[0]._replace(at=None, to=to)
    if acts and command.n is not None:
        return acts[0]._replace(n=command.n)
    if to is not None and not command.act and any(isinstance(o, Point) for o in options):
        return to
    fitting = [o for o in options if hasattr(o, "to") and not isinstance(o, Act)]
    if to is not None and fitting:
        return fitting[0]._replace(to=to)
    raise BadAnswer(
        msg("{act} does not want that here", act=Verbatim(repr(command.act))), code="answer/no-place"
    )


def orderable(session: Session, visibility: Visibility, question: str, answer: str) -> str:
    """Raise BadAnswer unless the words fit an option that the question has or had.

    A note for people if it has not come up yet, else empty.  Only what was asked of those who sit at
    the viewer's seat counts, and is told of.
    """
    pending = session.pending
    if pending is not None and pending.asked.question == question and _asked_of(visibility, pending.asked):
        typed(VisiblePosition(Position(session, Controller(session)), visibility), pending, answer)
        return ""
    asked: dict[str, int] = {}
    for line in session.standing.played:
        if isinstance(line.entry, Answer) and _asked_of(visibility, line.entry.asked):
            asked[line.entry.asked.question] = line.seq
    if question not in asked:
        known = joined(", ", sorted(asked)) or "nothing"
        who = "nobody" if visibility.all else "nobody here"
        return msg(
            "{who} has been asked {question} yet; so far: {known}",
            who=who,
            question=Verbatim(repr(question[:60])),
            known=known,
        )
    then = session.before(asked[question])
    typed(VisiblePosition(Position(then, Controller(then)), visibility), then.asking, answer)
    return ""


def _asked_of(visibility: Visibility, asked: Asked) -> bool:
    """Whether this was a question to this seat, and no dice."""
    return not asked.chance and (visibility.all or (asked.who != TABLE and visibility.mine(asked.who)))
