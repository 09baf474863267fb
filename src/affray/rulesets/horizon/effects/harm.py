"""Effects on the body: Attacks, damage, protection, wounds, healing."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.field_effect import added, own
from affray.core.view import derived
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.state import Body, BodyEffect, Condition
from affray.tabletop import Transition


class Attacked(BodyEffect, reads=("at", "sheet.name")):
    """An Attack of so many AP and so much damage is made; hiding ends."""

    weapon: str
    ap: int
    damage: int
    wound: str = ""
    at: Who | None = None
    """Whom it is aimed at, if it is another fighter."""

    def on(self, b: Body, /, *others: Body) -> Body:
        names = [other.sheet.name for other in others if other.sheet.name not in b.struck]
        return b._replace(
            hidden=False, noticed=(), checked=(), betrayed=(), struck=(*b.struck, *names),
            wounding=b.wounding or bool(self.wound),
        )  # fmt: skip


class Defended(BodyEffect, pool=added("by")):
    """A Defend action adds to the pool."""

    by: int


class Warded(BodyEffect):
    """The pool cancels damage, and is so much smaller."""

    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(pool=max(0, b.pool - self.by))


class Soaked(BodyEffect, soaked=added("worn")):
    """Armour takes damage off."""

    by: int
    worn: int = 0
    """How much of it is used up, where armour is a pool."""


@derived
def full_health(b: Body) -> int:
    """Health when nothing is lost."""
    return b.sheet.health


class Hurt(BodyEffect):
    """Health lost; it stops where one is dead.

    Below 0 it is given back, up to the full number.
    """

    points: int

    def on(self, b: Body, /) -> Body:
        full = full_health(b)
        return b._replace(health=min(full, max(-full, b.health - self.points)))


def afflicted(b: Body, condition: str, add: bool) -> Body:
    """A body that a condition has taken hold of."""
    kind = tables.conditions().get(condition)
    if kind is not None and kind.debt:
        return b._replace(owed=b.owed + kind.debt if add else max(b.owed, kind.debt))
    return b._replace(
        arms=min(2, b.arms + (condition == "arm")),
        legs=min(2, b.legs + (condition == "leg")),
        torn=b.torn or condition == "body",
    )


def apart(b: Body) -> Body:
    """A body apart from its equals: what waited takes hold (HZN-RUL-06)."""
    after = b._replace(together=False, later=())
    for condition, add in b.later:
        after = afflicted(after, condition, add)
    return after


class Wounded(BodyEffect):
    """A condition takes hold; debts of actions add up or the larger counts.

    On one who acts with an equal, once it has acted (HZN-RUL-06).
    """

    condition: str
    add: bool = False

    def on(self, b: Body, /) -> Body:
        if b.together:
            return b._replace(later=(*b.later, (self.condition, self.add)))
        return afflicted(b, self.condition, self.add)


class Resisted(BodyEffect):
    """A condition does not take hold; nothing changes."""

    condition: str


class ArmsJudged(BodyEffect, judged=own("arms")):
    """So many shattered arms are in use this turn, by the Director's word."""

    arms: int


class Recovered(BodyEffect):
    """One action of a debt is paid."""

    def on(self, b: Body, /) -> Body:
        return b._replace(owed=max(0, b.owed - 1))


class Healed(BodyEffect):
    """A condition is gone, by the Director's word."""

    condition: str

    def on(self, b: Body, /) -> Body:
        match self.condition:
            case "arm":
                return b._replace(arms=max(0, b.arms - 1))
            case "leg":
                return b._replace(legs=max(0, b.legs - 1))
            case "body":
                return b._replace(torn=False)
            case _:
                return b._replace(owed=0)


class KnockedOut(BodyEffect, stunned=own("out")):
    """Unconscious, or awake again, by the Director's word."""

    out: bool = True


KNOCKS_OUT = Transition(
    KnockedOut, "{who} is {out, select, true {knocked out} other {awake again}}", "knock-out"
)
OUT = Condition(
    "out", KNOCKS_OUT, KNOCKS_OUT._replace(values=(False,)), holds=lambda b: b.stunned, label="knocked out"
)


class Borrowed(BodyEffect, borrowed=added(1), dives=added(1)):
    """An action of the next turn is taken now."""


class Lamed(BodyEffect):
    """Stagger or Down takes actions of the next turn, which has so many at most."""

    actions: int
    most: int = 2

    def on(self, b: Body, /) -> Body:
        return b._replace(borrowed=max(b.borrowed, min(b.borrowed + self.actions, self.most)))


class Dived(BodyEffect):
    """A Dive: armour until the next turn, lying down."""

    armour: int
    add: bool = False
    scene: bool = False
    """Whether it was the one of a scene outside combat."""

    def on(self, b: Body, /) -> Body:
        armour = b.diving + self.armour if self.add else max(b.diving, self.armour)
        return b._replace(diving=armour, prone=True, dived=b.dived or self.scene)


class Rose(BodyEffect, prone=False, diving=0):
    """One is on one's feet: what a Dive outside combat gave is over."""


class Marked(BodyEffect, mark=own("mark")):
    """The place among the targets of a blast; 0 is none."""

    mark: int
