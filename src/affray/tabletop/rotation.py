"""The plainest round: everybody who is up acts once, in the order of the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who, record
from affray.core.errors import BadData, Fault
from affray.core.fight import GameFight
from affray.core.game_words import EffectForms
from affray.core.message import msg
from affray.core.play import AnyPlay
from affray.core.ruleset import NOBODY, Solving
from affray.core.view import View
from affray.tabletop.actions import Actions
from affray.tabletop.checks import unknown_rules
from affray.tabletop.place import declared_at
from affray.tabletop.question import Question


@record
class Rounds(NamedTuple):
    """What belongs to no fighter: which round it is."""

    round: int = 0


@dataclass(frozen=True, slots=True)
class RoundBegan(Effect):
    """Another round."""

    who: Who = TABLE

    def on(self, table: Any, /) -> Any:
        """The table in its next round."""
        return table._replace(round=table.round + 1)


@dataclass(frozen=True, slots=True)
class Acted(Effect):
    """A turn is over; or, as a round begins, still to come."""

    who: Who
    acted: bool = True

    def on(self, b: Any, /) -> Any:
        """The body, which has acted or has not."""
        return b._replace(acted=self.acted)


def anybody(_: object, __: object) -> int:
    """A place for everybody."""
    return 0


@dataclass(frozen=True, slots=True, eq=False)
class Rotation:
    """Rounds in which everybody who is `up` is asked once, by the `rule`, which action to take.

    Bodies say whether they have `acted`; the table is a `Rounds`.  Whose turn it is, is state.
    """

    view: type[View[Any]]
    up: Callable[[Any], bool]
    act: Question[tuple[()], Act]
    actions: Actions[Any, Any, Any, Any, Any]
    rule: str
    told: ClassVar[EffectForms] = {
        RoundBegan: lambda *_: "A round begins",
        Acted: lambda names, e: msg("{who} is done", who=names[e.who]) if e.acted else "",
    }
    """Its effects in words."""

    def __post_init__(self) -> None:
        unknown = unknown_rules((self.rule,), self.actions.catalogue)
        if faults := [Fault(declared_at(), reason) for reason in unknown]:
            raise BadData(faults)

    def step(self, play: AnyPlay) -> bool:
        """The next piece of the fight, and whether it goes on."""
        if play.call(self.over):
            return False
        if (one := self.view(play, TABLE).least(self.due)) is None:
            play.call(self.begin)
        else:
            play.call(self.turn, one)
        return True

    def over(self, play: AnyPlay) -> bool:
        """Whether all who are up are on one side."""
        one = self.view(play, TABLE).least(self.standing)
        return one is None or not one.some(self.opposes)

    def begin(self, play: AnyPlay) -> None:
        """Everybody may act again."""
        play.do(RoundBegan(), self.rule)
        for one in self.view(play, TABLE).ranked(anybody):
            play.do(Acted(one.who, False), self.rule)

    def turn(self, play: AnyPlay, one: View[Any]) -> None:
        """One action of one fighter."""
        act = self.act.put(play, one, (), lambda: self.actions.legal(play.fight, one.who))
        play.call(self.take, one, act)

    def take(self, play: AnyPlay, one: View[Any], act: Act) -> None:
        """What the round does with an action: it is performed, and the turn is over."""
        play.call(self.actions.perform, one, act)
        play.do(Acted(one.who), self.rule)

    # --- who is meant -----------------------------------------------------------------------------

    def standing(self, _: object, b: Any) -> int | None:
        """A place for whoever is up."""
        return 0 if self.up(b) else None

    def due(self, _: object, b: Any) -> int | None:
        """A place for whoever is up and has not acted in this round."""
        return 0 if self.up(b) and not b.acted else None

    def opposes(self, one: Any, other: Any) -> bool:
        """Whether somebody is up on another side."""
        return self.up(other) and bool(other.side != one.side)

    # --- the fight as a whole ---------------------------------------------------------------------

    def winner(self, fight: GameFight) -> str | None:
        """The only side with anybody up; "nobody" when none is, None while it is open."""
        return last_side(self.up)(fight)

    @property
    def solving(self) -> Solving:
        """Which round it is no longer matters for who wins."""
        return Solving(roundless, rounds=round_of)


def last_side(up: Callable[[Any], bool]) -> Callable[[GameFight], str | None]:
    """What says who has won: the only side with anybody up, "nobody" when none is, None while it is open."""

    def winner(fight: GameFight) -> str | None:
        sides = {b.side for b in fight.present if up(b)}
        return None if len(sides) > 1 else sides.pop() if sides else NOBODY

    return winner


def roundless(fight: GameFight) -> GameFight:
    """The fight in whichever round."""
    return fight._replace(bodies=(*fight.fighters, fight.table._replace(round=0)))


def round_of(fight: GameFight) -> int:
    """The number of the round."""
    number: int = fight.table.round
    return number


def foes(fight: GameFight, who: Who) -> tuple[Who, ...]:
    """Everybody on another side, for a line each in the menu."""
    side = fight.bodies[who].side
    return tuple(other for other in fight.here if fight.bodies[other].side != side)
