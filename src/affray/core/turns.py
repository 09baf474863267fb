"""In which order fighters act in a round, by the ranks that the round itself goes by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.core.effect import TABLE, Who
from affray.core.fight import GameFight
from affray.core.play import AnyPlay, Play

Stage: TypeAlias = Literal["", "acted", "up", "waits", "passes", "held"]
"""How it stands with somebody's turn of this round.

It is over (acted), it is now (up), it is still to come (waits), it will come and be lost (passes), it was
put off and may be taken at any moment (held).  Empty for whoever has none: no initiative was thrown yet, or
nothing is known of the fight.
"""
Rank: TypeAlias = Callable[[Any, Any], Any]
"""What a table and a body come to: a place that sorts, or None for those who are not meant."""


class RoundTurn(NamedTuple):
    """A fighter's turn of this round; those of one `place` act at the same moment."""

    who: Who
    stage: Stage = ""
    place: Any = None


def nobody(_: Any, __: Any) -> None:
    """No place in the order, for anybody."""


def no_one(_: GameFight) -> Sequence[Who]:
    """Nobody's turn."""
    return ()


def never(_: Any) -> bool:
    """False, of any body and under any house rules."""
    return False


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """How a game says in which order its fighters act.

    `waiting` is the rank by which its round finds who is next; `up` gives those whose turn it is, in the
    order in which they are asked.  `acted` and `held` rank those whose turn is over, or put off; of those
    who wait `passes` says whose turn will come to nothing.  `thrown` says whether the places come of dice
    that everybody at the table has seen, by the house rules.  A game that says nothing has no order but
    that of the scene.
    """

    waiting: Rank = nobody
    up: Callable[[GameFight], Sequence[Who]] = no_one
    acted: Rank = nobody
    held: Rank = nobody
    passes: Callable[[Any], bool] = never
    thrown: Callable[[Any], bool] = never

    def of(self, fight: GameFight) -> tuple[RoundTurn, ...]:
        """Everybody's turn, in the order in which they act.

        First who has acted, then whose turn it is, who is still to come, who has put it off, and in the
        order of the scene who has none.
        """
        play: AnyPlay = Play(fight)
        turns: dict[Who, RoundTurn] = {who: RoundTurn(who, "up") for who in self.up(fight)}
        acted = self._ranked(play, self.acted, "acted", turns)
        waiting = {
            who: turn._replace(stage="passes") if self.passes(fight.bodies[who]) else turn
            for who, turn in self._ranked(play, self.waiting, "waits", {**turns, **acted}).items()
        }
        placed = {**acted, **turns, **waiting}
        placed |= self._ranked(play, self.held, "held", placed)
        return (*placed.values(), *[RoundTurn(who) for who in fight.here if who not in placed])

    def _ranked(
        self, play: AnyPlay, rank: Rank, stage: Stage, others: dict[Who, RoundTurn]
    ) -> dict[Who, RoundTurn]:
        table, bodies = play.fight.table, play.fight.bodies
        found = [who for who in play.ranked(rank, TABLE) if who not in others]
        return {who: RoundTurn(who, stage, rank(table, bodies[who])) for who in found}
