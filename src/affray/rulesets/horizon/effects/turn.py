"""Effects of round and turn: order, actions, tests, what is said and done."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import added, listed, own, taken
from affray.rulesets.horizon.effects.harm import apart
from affray.rulesets.horizon.state import Body, BodyEffect, Camp, Condition, Table, TableEffect
from affray.tabletop import Transition, moment


class CombatBegan(TableEffect, fighting=True, before=0, current=None, round=0):
    """Combat begins; a side may have opened it."""


@dataclass(frozen=True, slots=True)
class Opened(Effect, reads=("by", "side")):
    """Somebody opens combat for its side; it begins at once."""

    by: Who
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        return table._replace(opener=others[0].side, fighting=True, before=0, round=0, current=None)


@dataclass(frozen=True, slots=True)
class MetAgain(Opened):
    """Those who escaped meet their enemies again: a new combat."""

    def on(self, table: Table, /, *others: Body) -> Table:
        return Opened.on(self, table, *others)._replace(way="")


class Regrouped(
    BodyEffect, entered=False, over=False, tied=(), escaped=False, fleeing=False, lost=0, located=False,
    surprise=False, striking=False, caught=False, aware=own("aware"), actions=0, tests=(),
):  # fmt: skip
    """A fighter in a new combat: no place in the order, nobody escaped.

    Those who are met again know nothing.
    """

    aware: bool


class WaitBegan(TableEffect):
    """Everybody has one more turn before combat begins."""

    def on(self, table: Table, /) -> Table:
        return table._replace(before=max(0, table.before - 1), current=None)


class RoundBegan(TableEffect, round=added(1), current=None):
    """A round begins."""


@moment
class RoundFor(BodyEffect):
    """A fighter in a new round: its turn is to come, it may speak again."""

    anew: bool = False
    """Whether the order is made anew."""

    def on(self, b: Body, /) -> Body:
        if self.anew:
            b = b._replace(entered=False, tied=())
        return apart(b)._replace(over=False, words=0, dives=0, located=False, stood=None)


class OrderRolled(BodyEffect):
    """The Awareness score by which one takes turns, and what parts it from equals."""

    score: int
    ranks: tuple[int, ...] = ()

    def on(self, b: Body, /) -> Body:
        return b._replace(order=self.score, entered=True, tied=self.ranks)


class ActsTogether(BodyEffect):
    """Acts at the same moment as those of the same score."""

    def on(self, b: Body, /) -> Body:
        return b._replace(together=True, stood=b.spot)


class TieBroken(BodyEffect, tied=listed("face")):
    """A die between equals, or the Director's word as one."""

    face: int


@dataclass(frozen=True, slots=True)
class TurnFell(Effect):
    """Whose turn it is; None when it is nobody's."""

    turn: Who | None
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(current=self.turn)


@moment
class TurnBegan(BodyEffect):
    """A turn: its actions less those borrowed.

    Nothing is left of the last turn's protection.
    """

    actions: int
    extra: int = 0
    keeps: bool = False
    """Whether the test of this round was taken as the round began."""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            actions=max(0, self.actions - b.borrowed),
            borrowed=max(0, b.borrowed - self.actions),
            extra=self.extra,
            acted=False,
            tests=b.tests if self.keeps else (),
            tested_with=b.tested_with if self.keeps else "",
            moved=False,
            boosted=False,
            judged=b.judged if self.keeps else 0,
            stride=0,
            striking=b.striking and self.keeps,
            wounding=False,
            struck=(),
            pool=0,
            diving=0,
            soaked=0,
            prone=False,
            working=False,
            gained=0,
        )


@moment
class TurnEnded(BodyEffect):
    """A turn is over."""

    def on(self, b: Body, /) -> Body:
        return apart(b)._replace(over=True, actions=0, extra=0, stride=0, struck=())


class Scored(BodyEffect):
    """The score of a combat test: it counts for the whole turn."""

    skill: str
    ap: int
    weapon: str = ""

    def on(self, b: Body, /) -> Body:
        return b._replace(
            tests=(*b.tests, (self.skill, self.ap)),
            tested_with=b.tested_with or self.weapon,
            surprise=False,
            striking=b.striking or b.surprise,
        )


class Rescored(BodyEffect):
    """The score of the turn is another, by the Director's word."""

    ap: int

    def on(self, b: Body, /) -> Body:
        return b._replace(tests=tuple((skill, self.ap) for skill, _ in b.tests[:1]) + b.tests[1:])


class ScoreCleared(BodyEffect, tests=(), tested_with=""):
    """The test of the last round no longer counts."""


class Spent(BodyEffect, actions=taken("actions"), acted=True):
    """Actions are taken."""

    actions: int


class SpentExtra(BodyEffect, extra=taken(1), acted=True):
    """An Attack beyond the actions is taken."""


class Actions(BodyEffect):
    """So many actions, by the Director's word."""

    actions: int

    def on(self, b: Body, /) -> Body:
        return b._replace(actions=max(0, self.actions))


class Spoke(BodyEffect):
    """Words said in this round."""

    words: int
    counted: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(words=b.words + self.words if self.counted else b.words)


class Poised(BodyEffect, poised=own("poised")):
    """Asked at every moment for what can be done out of turn, or no longer."""

    poised: bool = True


POISES = Transition(Poised, "{who} {poised, select, true {stays alert} other {stands easy}}", "alert")
ALERT = Condition(
    "alert", POISES, POISES._replace(values=(False,)), holds=lambda b: b.poised, label="on the alert"
)


class Heeded(TableEffect, heed=True):
    """Somebody is on the alert."""


class Searched(BodyEffect, searched=True):
    """The search of a scene is used; what was found is the Director's to say."""

    score: int


class Narrated(BodyEffect):
    """Something that the table makes of it."""

    what: str
    score: int = -1


class Closed(TableEffect, closed=True):
    """The Director ends the fight."""


@dataclass(frozen=True, slots=True)
class Waited(Effect):
    """So many seconds go by between fights."""

    seconds: int
    who: Who = TABLE

    def on(self, camp: Camp, /) -> Camp:
        return camp._replace(clock=camp.clock + self.seconds)
