"""Every roll of a fight with its chances, found by playing its log again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from affray.core.dice import Chance
from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import AnyFight
from affray.core.live import AnyLive, Entry, waits_for
from affray.core.play import AnyPlay
from affray.core.request import ChanceRequest, Request
from affray.core.ruleset import fight_out
from affray.session import Session

A = TypeVar("A")


class Cast(NamedTuple):
    """A roll that was made: by whom, what for, of what chances, and what came up."""

    who: Who
    what: str
    chance: Chance[Any]
    value: Any


class Weighed(AnyLive):
    """A live play that keeps every roll with its chances."""

    def __init__(
        self,
        fight: AnyFight,
        entries: Sequence[Entry],
        before: int,
        corrected: Callable[[AnyPlay, Effect], None],
    ) -> None:
        self.casts: list[Cast] = []
        super().__init__(fight, entries, before, corrected)

    def answer(self, request: Request) -> Any:
        """The answer of the next entry; dice are noted."""
        value = super().answer(request)
        if type(request) is ChanceRequest:
            self.casts.append(Cast(request.who.who, request.question, request.chance, value))
        return value


def casts(session: Session) -> list[Cast]:
    """Every roll of a fight that counts, in order.

    Of what an older version has played the chances are not known: those rolls are left out.
    """
    fight, entries, before = session.moments.ruled
    play = Weighed(fight, entries, before, session.ruleset.corrected)
    waits_for(partial(fight_out, play, session.ruleset))
    return [cast for cast in play.casts if cast.who != TABLE]
