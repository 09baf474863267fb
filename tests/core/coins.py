"""A duel with coins, a whole game in short: everybody acts at once, each rolls one die.

Who strikes pays a breath and takes a coin from the other on a high roll; who waits gets breath back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from affray import tabletop
from affray.core.act import Act
from affray.core.catalogue import Catalogue, Option, Rule, Ruling
from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who, record
from affray.core.follow import Follows, Gauge
from affray.core.ruleset import Bar, Card, Changed, Invariants, Measure, Ruleset
from affray.core.tally import Mod, tally
from affray.core.view import View, fact

PURSE, BREATH = 3, 2
RULES = {"COI-1": "Everybody acts at once.", "COI-2": "A strike costs a breath.", "COI-3": "4 or more hits."}
CATALOGUE = Catalogue(
    "coins", "Coins", "", {"COI": "All of it"},
    {name: Rule(name, "COI", text, text, "1", "", ("R-1",)) for name, text in RULES.items()},
    {"R-1": Ruling("R-1", "From which number on does a strike hit?", "4.", "It is fair.", "1")},
    {"strike.from": Option("strike.from", "R-1", 4, "The lowest hit.", {}, 1, 6)},
)  # fmt: skip


@record
class Body(NamedTuple):
    name: str
    side: str
    coins: int = PURSE
    breath: int = BREATH


class House(NamedTuple):
    strike_from: int = 4


@dataclass(frozen=True, slots=True)
class Robbed(Effect):
    who: Who
    coins: int = 1

    def on(self, b: Body, /) -> Body:
        return b._replace(coins=max(0, b.coins - self.coins))


@dataclass(frozen=True, slots=True)
class Breathed(Effect):
    who: Who
    by: int

    def on(self, b: Body, /) -> Body:
        return b._replace(breath=min(BREATH, b.breath + self.by))


def stands(b: Body) -> bool:
    return b.coins > 0


class Duellist(View[Body]):
    __slots__ = ()
    standing: fact[Body, bool] = fact(stands)
    breath: fact[Body, int] = fact(lambda b: b.breath)


def has_breath(play: Any, one: Duellist, action: AnyAction, act: Act, price: int) -> None:
    play.need(one.breath > 0, "COI-2", "is out of breath")


def pays(play: Any, one: Duellist, action: AnyAction, act: Act, price: int) -> bool:
    play.do(Breathed(one.who, -1), "COI-2")
    return True


def others(fight: Any, who: Who) -> list[Who]:
    return [other for other in fight.everyone if other != who]


def breathes(play: Any, one: Duellist, _: Duellist, act: Act) -> None:
    play.do(Breathed(one.who, 1), "COI-2")


def foe_stands(play: Any, one: Duellist, foe: Duellist, act: Act) -> None:
    play.need(foe.standing, "COI-1", "is out")


def strikes(play: Any, one: Duellist, foe: Duellist, act: Act) -> None:
    face = play.roll(one, "strike", die, tally(Mod("COI-3", 1, "die")), "COI-3")
    if face >= play.house.strike_from:
        play.do(Robbed(foe.who), "COI-3")


def die(number: int) -> Any:
    return total(6)


def loss(before: Body, after: Body) -> int:
    return before.coins - after.coins


def purses(fight: Any, who: Who, act: Act) -> list[Measure]:
    return [Measure("coins lost", Changed(foe, loss)) for foe in fight.everyone]


AnyAction = tabletop.Action[Any, Any, House, Duellist]
WAIT: AnyAction = tabletop.Action(
    name="wait", run=breathes, rules=("COI-2",), family="purses", sheet=tabletop.SheetLine(note="for breath")
)
STRIKE: AnyAction = tabletop.Action(
    name="strike", lines=tabletop.MenuLines(whom=others), needs=foe_stands, cost=1, run=strikes,
    rules=("COI-2",), family="purses", tags={"attack", "targeted"},
)  # fmt: skip
ACT = tabletop.what_now("COI-1")
CONDUCT: tabletop.Conduct[Any, Any, House, Duellist, AnyAction] = tabletop.Conduct(
    Duellist, affords=has_breath, pay=pays
)
ACTIONS = tabletop.Actions(
    (WAIT, STRIKE), CONDUCT, {"purses": purses}, tabletop.Wording(), CATALOGUE, House()
)
QUESTIONS = tabletop.Questions((ACT,), CATALOGUE)


class AtOnce(tabletop.Rotation):
    """A round in which everybody acts at once: who is robbed is so when all have acted."""

    __slots__ = ()

    def step(self, play: Any) -> bool:
        if play.call(self.over):
            return False
        play.do(tabletop.RoundBegan(), self.rule)
        with play.holding(Robbed):
            for one in self.view(play, TABLE).ranked(self.standing):
                play.call(self.turn, one)
        return True

    def take(self, play: Any, one: Any, act: Act) -> None:
        play.call(self.actions.perform, one, act)


ROUND = AtOnce(Duellist, stands, ACT, ACTIONS, "COI-1")


def brave(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
    return options()[-1]


def follows(house: House) -> Follows:
    gauges = (Gauge("coins", "life", lambda b: b.coins), Gauge("breath", "points", lambda b: b.breath))
    return Follows("round", lambda b: not b.coins, lambda b: False, lambda b: (), gauges)


class Honest(Invariants):
    def after(self, before: Any, effect: Effect, now: Any) -> Iterator[str]:
        b = now.bodies[effect.who]
        if effect.who != TABLE and not (0 <= b.coins <= PURSE and 0 <= b.breath <= BREATH):
            yield f"{b} is out of bounds"


class CoinWords(tabletop.PlainWords):
    actions, asks = ACTIONS, QUESTIONS

    def card(self, fight: Any, who: Who) -> Card:
        b = fight.bodies[who]
        return Card(b.name, b.side, "autopilot", (Bar("coins", b.coins, PURSE),), "", "", (), not b.coins)


TOLD = {**ROUND.told, Robbed: "{who} loses {coins}", Breathed: "{who} breathes {by}"}
FOUR = "\n".join(
    f'[[fighters]]\nname = "{n}"\nside = "{s}"\nat = [0, 0]' for n, s in zip("ABCD", "xyxy", strict=True)
)
SCENES = {"scenes": {"four": f'ruleset = "coins"\ntitle = "Four"\n{FOUR}'}}
RULESET = Ruleset(
    **tabletop.declared(ACTIONS, QUESTIONS, ROUND, lambda one: Body(one.name, one.side)) | SCENES,
    version="1", policies={"brave": brave}, loss=loss, words=CoinWords(TOLD, questions=QUESTIONS.asked),
    corrections={"robbed": Robbed}, follows=follows, invariants=Honest(),
)  # fmt: skip
