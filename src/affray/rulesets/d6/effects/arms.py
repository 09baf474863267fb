"""Effects on what is in hand and loaded, and on spells under way."""

from __future__ import annotations

from affray.rulesets.d6.effects.outward import OutwardEffect
from affray.rulesets.d6.state import Body, BodyEffect


def place(b: Body, weapon: str) -> int:
    """Where a weapon stands in the kit; -1 for none."""
    return next((n for n, w in enumerate(b.kit) if w.name == weapon), -1)


def _put(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    return (*numbers[:at], number, *numbers[at + 1 :])


class Drew(OutwardEffect):
    """A weapon in hand."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        if place(b, self.weapon) < 0 or self.weapon in b.hands:
            return b
        return taken_up(b, self.weapon)._replace(hands=(*b.hands, self.weapon))


def taken_up(b: Body, weapon: str) -> Body:
    """The same, with a weapon no longer on the ground."""
    left = [(name, spot) for name, spot in zip(b.dropped, b.lying, strict=True) if name != weapon]
    return b._replace(dropped=tuple([name for name, _ in left]), lying=tuple([spot for _, spot in left]))


class Stowed(OutwardEffect):
    """A weapon put away."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        return b._replace(hands=tuple(name for name in b.hands if name != self.weapon))


class Dropped(OutwardEffect):
    """A weapon let go of: it lies on the ground."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        if place(b, self.weapon) < 0 or self.weapon in b.dropped:
            return b
        hands = tuple(name for name in b.hands if name != self.weapon)
        return b._replace(hands=hands, dropped=(*b.dropped, self.weapon), lying=(*b.lying, b.spot))


class Fired(BodyEffect):
    """Shots spent, or explosives thrown."""

    weapon: str
    shots: int

    def on(self, b: Body, /) -> Body:
        at = place(b, self.weapon)
        return b._replace(shots=_put(b.shots, at, max(0, b.shots[at] - self.shots))) if at >= 0 else b


class Loading(BodyEffect):
    """One of the actions that loading takes; not the last."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        at = place(b, self.weapon)
        return b._replace(loading=_put(b.loading, at, b.loading[at] + 1)) if at >= 0 else b


class Loaded(BodyEffect):
    """A weapon loaded: full again, one spare load less."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        at = place(b, self.weapon)
        if at < 0:
            return b
        return b._replace(
            shots=_put(b.shots, at, b.kit[at].shots),
            loading=_put(b.loading, at, 0),
            spares=max(0, b.spares - 1),
        )


class Chanted(BodyEffect):
    """A component of a spell is done; another spell under way is given up."""

    spell: str

    def on(self, b: Body, /) -> Body:
        done = b.components + 1 if b.spell == self.spell else 1
        return b._replace(spell=self.spell, components=done, chanted=True)


class Distracted(OutwardEffect, spell="", components=0, chanted=False):
    """A spell under way is lost by a wound."""


class SpellEnded(BodyEffect, spell="", components=0, chanted=False):
    """A spell is cast, or given up."""
