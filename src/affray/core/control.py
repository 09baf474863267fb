"""Controls: what a game master can correct about one fighter, as the fighter's card shows it.

A game declares them beside its corrections, for a fighter as it is now.  Each is brought to a value by
one effect of these corrections, so whatever shows a card needs to know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer, unknown
from affray.core.fight import AnyFight
from affray.core.message import msg
from affray.core.space import Point

ControlKind: TypeAlias = Literal["step", "toggle", "choice", "act", "place"]
"""A figure that goes up and down, something on or off, one of several, something done, a place."""


class Control(NamedTuple):
    """One thing that can be corrected.

    `what` tells it from the others of a card, `label` is for people.  `now` is the figure, whether it is
    on, the number of the option (-1 for none), or the place.  `effect` makes of a value what brings it
    there.
    """

    what: str
    label: str
    kind: ControlKind
    effect: Callable[[Any], Effect]
    now: Any = None
    least: int = 0
    most: int | None = None
    options: tuple[str, ...] = ()

    def by(self, n: int) -> Effect:
        """The effect that raises a figure by n, as far as it goes; raises BadAnswer if it cannot change."""
        if self.kind != "step":
            raise self._misfit()
        return self.to(min(max(self.now + n, self.least), self.now + n if self.most is None else self.most))

    def to(self, value: int) -> Effect:
        """The effect that sets it: to a figure, 0 or 1, or the number of an option; raises BadAnswer."""
        if self.kind in ("act", "place"):
            raise self._misfit()
        high = {"toggle": 1, "choice": len(self.options) - 1}.get(self.kind, self.most)
        if value < self.least or (high is not None and value > high):
            raise BadAnswer(
                msg(
                    "{label}: expected {least} to {most}, got {value}",
                    label=self.label,
                    least=self.least,
                    most=MOST if high is None else high,
                    value=value,
                ),
                code="answer/unfit",
            )
        if value == self.now:
            raise BadAnswer(msg("already so: {label}", label=self.label), code="answer/unfit")
        return self.effect(value)

    def at(self, place: Point) -> Effect:
        """The effect that puts the fighter there; raises BadAnswer if this is not a place."""
        if self.kind != "place":
            raise self._misfit()
        return self.effect(place)

    def done(self) -> Effect:
        """The effect of doing it; raises BadAnswer if it needs a value."""
        if self.kind != "act":
            raise self._misfit()
        return self.effect(None)

    def _misfit(self) -> BadAnswer:
        return BadAnswer(msg("{label} cannot be corrected that way", label=self.label), code="answer/unfit")


MOST = 1_000
"""No figure without an end of its own is put higher."""

Controls: TypeAlias = Callable[[Any, Who], Iterable[Control]]
"""What a game lets be put right about a fighter."""


def nothing(_: AnyFight, __: Who) -> Sequence[Control]:
    """No controls, for a game that offers none."""
    return ()


def step(
    what: str, label: str, now: int, most: int | None, effect: Callable[[int], Effect], least: int = 0
) -> Control:
    """A figure from `least` to `most`, with the effect that brings it to a value."""
    return Control(what, label, "step", effect, now, least, most)


def toggle(what: str, label: str, on: bool, put: Callable[[], Effect], off: Callable[[], Effect]) -> Control:
    """A switch, with the effects that turn it on and off."""
    return Control(what, label, "toggle", lambda value: put() if value else off(), int(on))


def choice(
    what: str, label: str, options: Sequence[str], now: int, effect: Callable[[int], Effect]
) -> Control:
    """A choice of one option by its number; `now` is -1 if none of them holds."""
    return Control(what, label, "choice", effect, now, options=tuple(options))


def act(what: str, label: str, effect: Callable[[], Effect]) -> Control:
    """Something that is done once; undo takes it back."""
    return Control(what, label, "act", lambda _: effect())


def place(spot: Point, effect: Callable[[Point], Effect]) -> Control:
    """The place of a fighter, as something to correct."""
    return Control("place", "place", "place", effect, spot)


def cover(covers: Sequence[Any], now: Any, effect: Callable[[Any], Effect]) -> Iterable[Control]:
    """The choice of cover to be behind; nothing if the map has no named cover."""
    there = [None, *covers]
    if covers:
        yield choice(
            "cover",
            "cover",
            ("none", *(each.name for each in covers)),
            there.index(now) if now in there else -1,
            lambda n: effect(there[n]),
        )


def control(found: Iterable[Control], what: str) -> Control:
    """The control of this name; raises BadAnswer if there is none."""
    known = {each.what: each for each in found}
    if what not in known:
        raise BadAnswer(unknown("correction", what, known), code="answer/no-correction")
    return known[what]
