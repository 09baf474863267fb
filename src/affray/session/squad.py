"""Squads: fighters of one kind for whom one choice is made, and given to each whose turn comes.

Each is still a body with a turn, wounds and dice of its own: what is given is an answer like any other, and
the log has it as an order.  A choice holds in the round in which it was made.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.fight import AnyFight
from affray.core.live import Answer, Pending
from affray.session.session import Session


class SquadChoice(NamedTuple):
    """What was answered for a member, and by whom: of how many entries it was the last, and its number."""

    who: Who
    value: Any
    by: str
    entries: int
    seq: int


def kin(fight: AnyFight, who: Who) -> object:
    """What those have in common who can be one squad: their side and, but for the name, their sheet."""
    body: Any = fight.fighter(who)
    sheet: Any = getattr(body, "sheet", None)
    apart = {name: "" for name in ("name", "run_by") if name in getattr(sheet, "_fields", ())}
    return body.side, sheet._replace(**apart) if apart else type(body)


def kinds(fight: AnyFight) -> list[tuple[Who, ...]]:
    """All who are in the fight, by what they have in common."""
    by_kin: list[tuple[object, list[Who]]] = []
    for who in fight.here:
        own = kin(fight, who)
        same = next((members for common, members in by_kin if common == own), None)
        if same is None:
            by_kin.append((own, [who]))
        else:
            same.append(who)
    return [tuple(members) for _, members in by_kin]


def squad_choice(session: Session, members: Collection[Who], pending: Pending) -> tuple[Any, ...]:
    """What was chosen this round for a squad where this is asked of a member; empty if it is to be asked.

    What somebody does goes by how often it was asked that: the first deed of one is the first of the next.
    First come those of members who have done the same so far, then those that were chosen first.
    """
    me = pending.asked.who
    if pending.chance is not None or me not in members:
        return ()
    own = kin(session.fight, me)
    here = [who for who in members if who in session.fight.here and kin(session.fight, who) == own]
    for choice in _candidates(_answers(session, here, pending.asked.question), me, _is_deed(pending)):
        value = _for(choice.value, choice.who, me)
        if _fits(session, pending, choice, value):
            return (value,)
    return ()


def _is_deed(pending: Pending) -> bool:
    """Whether a turn is made of answers to this; what can be left alone is an answer to somebody else."""
    return any(isinstance(option, Act) for option in pending.options) and None not in pending.options


def _answers(session: Session, members: Collection[Who], question: str) -> dict[Who, list[SquadChoice]]:
    """How members have answered a question this round, each in turn."""
    first, lines = session.moments.this_round
    answers: dict[Who, list[SquadChoice]] = {who: [] for who in members}
    for n, (entry, by, seq) in enumerate(lines, first + 1):
        if isinstance(entry, Answer) and entry.asked[1:] == (question, "") and entry.asked.who in answers:
            answers[entry.asked.who].append(SquadChoice(entry.asked.who, entry.value, by, n, seq))
    return answers


def _candidates(answers: dict[Who, list[SquadChoice]], me: Who, deed: bool) -> list[SquadChoice]:
    """What people have said that may hold for a member, the best first."""
    if not deed:
        said = [choice for each in answers.values() for choice in each if choice.by == "person"]
        return sorted(said, key=lambda choice: choice.entries)
    done = _deeds(answers[me])
    longer = [each for who, each in answers.items() if who != me and len(each) > len(done)]
    known = [each for each in longer if each[len(done)].by == "person"]
    known.sort(key=lambda each: (_deeds(each[: len(done)]) != done, each[len(done)].entries))
    return [each[len(done)] for each in known]


def _deeds(answers: Sequence[SquadChoice]) -> list[Any]:
    """What a member has done, as if it were nobody's own."""
    return [_for(choice.value, choice.who, None) for choice in answers]


def _for(value: Any, one: Who, other: Who | None) -> Any:
    """An answer of one fighter as another's: who did it to itself does it to itself."""
    if type(value) is Who:
        return other if value == one else value
    if not isinstance(value, tuple):
        return value
    parts = [_for(part, one, other) for part in value]
    if all(a is b for a, b in zip(parts, value, strict=True)):
        return value
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def _fits(session: Session, pending: Pending, choice: SquadChoice, value: Any) -> bool:
    """Whether an answer is legal here, and means what was chosen."""
    try:
        pending.answer(value)
    except BadAnswer:
        return False
    if isinstance(value, Act):
        return not _too_late(session, pending, choice, value.at)
    # So many of one are not so many of three: a number is chosen from what there is.
    if type(value) is int:
        return list(session.before(choice.seq).asking.options) == list(pending.options)
    return True


def _too_late(session: Session, pending: Pending, choice: SquadChoice, at: Who | None) -> bool:
    """Whether a foe was still in the fight when the choice was made, and is out of it now."""
    fight = session.fight
    if at is None or at < 0 or fight.fighter(at).side == fight.fighter(pending.asked.who).side:
        return False
    out = session.ruleset.follows(fight.house).out
    return out(fight.bodies[at]) and not out(session.moments.at(choice.entries).fight.bodies[at])
