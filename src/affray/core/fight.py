"""A fight: all fighters' bodies, the table's, and the house rules; frozen."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from affray.core.body import FighterBody, without
from affray.core.effect import Effect, Who

# A fight is frozen, so one of a game's own bodies is also one of whatever these bodies are.
B = TypeVar("B", covariant=True)
T = TypeVar("T", covariant=True)
H = TypeVar("H", covariant=True)


class Fight(NamedTuple, Generic[B, T, H]):
    """The whole state: one body per fighter and, last, the table's own.

    The table is what belongs to no fighter: the turn, whose slot it is, pools of points.
    It stands last, so that `bodies[TABLE]` is it.  Those who are `gone` were taken out of the fight: their
    bodies keep their places, and no rule finds them.
    """

    bodies: tuple[Any, ...]
    house: H
    gone: tuple[Who, ...] = ()
    hidden: frozenset[Who] = frozenset()
    """Whom the game master hides from the players: no business of the rules."""

    @property
    def fighters(self) -> tuple[B, ...]:
        """The bodies of the fighters, by `Who`."""
        return self.bodies[:-1]

    def fighter(self, who: Who) -> B:
        """The body of one fighter."""
        body: B = self.bodies[who]
        return body

    @property
    def table(self) -> T:
        """What belongs to no fighter."""
        body: T = self.bodies[-1]
        return body

    def after(self, effect: Effect) -> Fight[B, T, H]:
        """The fight once the effect has happened."""
        bodies, who = self.bodies, effect.who
        others = effect.others
        changed = effect.on(bodies[who], *[bodies[w] for w in others]) if others else effect.on(bodies[who])
        return Fight(
            (*bodies[:who], changed, *bodies[who + 1 :]) if who >= 0 else (*bodies[:-1], changed),
            self.house,
            self.gone,
            self.hidden,
        )

    def joined(self, body: Any, hidden: bool = False) -> Fight[B, T, H]:
        """The fight with one more fighter, after those there are; a `hidden` one no player sees."""
        grown = self._replace(bodies=(*self.bodies[:-1], body, self.bodies[-1]))
        return grown.hiding(grown.everyone[-1], True) if hidden else grown

    def left(self, who: Who) -> Fight[B, T, H]:
        """The fight without one of them: nobody who stays, nor the table, refers to that one any more."""
        bodies = tuple(body if n == who else without(body, who) for n, body in enumerate(self.bodies))
        return self._replace(bodies=bodies, gone=tuple(sorted((*self.gone, who))))

    def hiding(self, who: Who, hidden: bool) -> Fight[B, T, H]:
        """The fight with somebody hidden from the players, or shown to them."""
        return self._replace(hidden=self.hidden | {who} if hidden else self.hidden - {who})

    @property
    def everyone(self) -> tuple[Who, ...]:
        """All fighters there have been, in the order of the scene."""
        return tuple(map(Who, range(len(self.bodies) - 1)))

    @property
    def here(self) -> tuple[Who, ...]:
        """Those of them who are in the fight."""
        gone = self.gone
        return tuple([who for who in self.everyone if who not in gone]) if gone else self.everyone

    @property
    def present(self) -> tuple[B, ...]:
        """The bodies of those who are in the fight, in the order of `here`."""
        return tuple([self.bodies[who] for who in self.here]) if self.gone else self.fighters


AnyFight: TypeAlias = Fight[FighterBody, Any, Any]
"""A fight of any game, for those who know no game: of its bodies they know what all have."""
GameFight: TypeAlias = Fight[Any, Any, Any]
"""A fight as its own game gets it, whose bodies are that game's: what a `Ruleset` declares."""
