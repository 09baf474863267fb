"""The order of turns as one viewer is told it.

Told to each as the rules tell it.  Coriolis has everybody's initiative lie open; in Horizon, Serenity and
Traveller it comes of dice, so it is as open as those are; in D6 Skirmish the places are codes, which foes
keep to themselves unless their figures are shown (by an option they are dice, too).  Of a foe whose place
is not open only its play is told: it stands where it has acted or acts, and before that behind all others,
in the order of the scene.  While such a foe is still to come nobody but a game master is told who is next.
Nothing here depends on those of whom the viewer does not know: places say who comes before whom, and no
more, and `next` goes by those who are seen alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from affray.core.effect import Who
from affray.core.turns import RoundTurn
from affray.table.wire import WireStage

if TYPE_CHECKING:
    from affray.table.views import VisiblePosition

HERE: frozenset[str] = frozenset({"acted", "up", "held"})
"""What everybody has seen of somebody's turn."""


class ToldTurn(NamedTuple):
    """A fighter's turn as a viewer is told it.

    `before` is how many act before it, as far as the viewer knows; None where that is not to be said.
    """

    who: Who
    stage: WireStage = ""
    before: int | None = None


def order(seen: VisiblePosition) -> list[ToldTurn]:
    """Those of whom the viewer knows, in the order in which they act, and how their turns stand.

    Who is out comes last.  `next` are all who come next at the same moment; nobody is before the first
    turn of a round, when the order may still change.  So it is with how many come before somebody.
    """
    known = seen.visibility.known(seen.fight)
    turns = [_as_told(seen, turn) for turn in seen.position.turns if turn.who in known]
    within = [turn for turn in turns if not seen.card(turn.who).out]
    late = seen.position.late
    placed = [t for t in within if t.stage in HERE or t.who in late or place_open(seen, t.who)]
    unplaced = sorted(turn.who for turn in within if turn not in placed)
    upcoming = frozenset() if unplaced or seen.session.over else following(placed)
    out = sorted(turn.who for turn in turns if turn not in within)
    before = _before(placed) if upcoming else {}
    return [
        *[ToldTurn(turn.who, _stage(seen, turn, upcoming), before.get(turn.who)) for turn in placed],
        *[ToldTurn(who) for who in (*unplaced, *out)],
    ]


def place_open(seen: VisiblePosition, who: Who) -> bool:
    """Whether the viewer may know by what number somebody acts."""
    visibility, fight = seen.visibility, seen.fight
    if visibility.figures(fight, who) or seen.card(who).turn_open:
        return True
    return seen.session.ruleset.turns.thrown(fight.house) and visibility.dice(fight, who)


def following(turns: Sequence[RoundTurn]) -> frozenset[Who]:
    """Who comes next: the first still to come, with all who act at the same moment."""
    begun = any(turn.stage in ("acted", "up") for turn in turns)
    waiting = [turn for turn in turns if turn.stage == "waits"]
    if not begun or not waiting:
        return frozenset()
    return frozenset(turn.who for turn in waiting if turn.place == waiting[0].place)


def _before(turns: Sequence[RoundTurn]) -> dict[Who, int]:
    """How many act before each who is still to come; who acts at the same moment does not count."""
    up = sum(turn.stage == "up" for turn in turns)
    waiting = [turn for turn in turns if turn.stage == "waits"]
    places = [turn.place for turn in waiting]
    return {turn.who: up + places.index(turn.place) for turn in waiting}


def _as_told(seen: VisiblePosition, turn: RoundTurn) -> RoundTurn:
    """A turn, without what only somebody's condition tells, where that is not to be seen."""
    if turn.who in seen.position.late:
        return turn  # everybody saw it come in
    hides = (
        not seen.visibility.figures(seen.fight, turn.who)
        and seen.visibility.visibility_rules.foes == "nothing"
    )
    return turn._replace(stage="waits") if hides and turn.stage == "passes" else turn


def _stage(seen: VisiblePosition, turn: RoundTurn, upcoming: frozenset[Who]) -> WireStage:
    if seen.session.over or seen.position.waits:
        return ""
    return "next" if turn.who in upcoming else turn.stage
