"""A duel with coins, a whole game in short: everybody acts at once, each rolls one die.

Who strikes pays a breath and takes a coin from the other on a high roll; who waits gets breath back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from affray.core.act import Act, Offer
from affray.core.catalogue import Catalogue, Option, Rule, Ruling
from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who, record
from affray.core.fight import Fight
from affray.core.follow import Follows, Gauge
from affray.core.live import Came, Happened
from affray.core.probe import Probe
from affray.core.ruleset import Bar, Card, Changed, Invariants, Measure, Ruleset
from affray.core.scene import FighterRecord, Scene
from affray.core.tally import Mod, tally
from affray.core.view import View, fact

PURSE, BREATH = 3, 2
RULES = {"COI-1": "Everybody acts at once.", "COI-2": "A strike costs a breath.", "COI-3": "4 or more hits."}


@record
class Body(NamedTuple):
    name: str
    side: str
    coins: int = PURSE
    breath: int = BREATH


@record
class Table(NamedTuple):
    round: int = 0


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


@dataclass(frozen=True, slots=True)
class Began(Effect):
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(round=table.round + 1)


class Duellist(View[Body]):
    __slots__ = ()
    standing: fact[Body, bool] = fact(lambda b: b.coins > 0)
    breath: fact[Body, int] = fact(lambda b: b.breath)


def step(play: Any) -> bool:
    if winner(play.fight):
        return False
    play.do(Began(), "COI-1")
    with play.holding(Robbed):
        for one in [Duellist(play, who) for who in play.fight.everyone]:
            if one.standing:
                act = play.choose(one, "act", lambda one=one: legal(play.fight, one.who), "COI-1")
                play.call(perform, one, act)
    return True


def perform(play: Any, one: Duellist, act: Act) -> None:
    if act.name == "wait":
        play.do(Breathed(one.who, 1), "COI-2")
        return
    assert act.at is not None
    play.need(Duellist(play, act.at).standing, "COI-1", "is out")
    play.need(one.breath > 0, "COI-2", "is out of breath")
    play.do(Breathed(one.who, -1), "COI-2")
    face = play.roll(one, "strike", lambda n: total(6), tally(Mod("COI-3", 1, "die")), "COI-3")
    if face >= play.house.strike_from:
        play.do(Robbed(act.at), "COI-3")


def menu(fight: Any, who: Who) -> list[Offer]:
    acts = [Act("wait"), *(Act("strike", foe) for foe in fight.everyone if foe != who)]
    return [Offer(a, int(a.at is not None), why_not(fight, who, a)) for a in acts]


def why_not(fight: Any, who: Who, act: Act) -> Any:
    probe: Any = Probe(fight)
    return probe.why_not(perform, Duellist(probe, who), act)


def legal(fight: Any, who: Who) -> list[Act]:
    return [offer.act for offer in menu(fight, who) if not offer.refused]


def winner(fight: Any) -> str | None:
    sides = {b.side for b in fight.fighters if b.coins}
    return None if len(sides) > 1 else sides.pop() if sides else "nobody"


def brave(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
    return options()[-1]


class Honest(Invariants):
    def after(self, before: Any, effect: Effect, now: Any) -> Iterator[str]:
        b = now.bodies[effect.who]
        if effect.who != TABLE and not (0 <= b.coins <= PURSE and 0 <= b.breath <= BREATH):
            yield f"{b} is out of bounds"


class CoinWords:
    def told(self, fight: Any, names: Any, told: Any) -> str:
        if isinstance(told, Happened):
            return (
                f"{told.effect}" if told.effect.who == TABLE else f"{names[told.effect.who]}: {told.effect}"
            )
        return "came in" if isinstance(told, Came) else f"{names[told.asked.who]}: {told.value}"

    def asked(self, names: Any, asked: Any, about: Any) -> str:
        return f"{names[asked.who]}?"

    def option(self, names: Any, question: str, value: Any) -> str:
        return str(value.name) if value.at is None else f"{value.name} {names[value.at]}"

    def card(self, fight: Any, who: Who) -> Card:
        b = fight.bodies[who]
        return Card(b.name, b.side, "autopilot", (Bar("coins", b.coins, PURSE),), "", "", (), not b.coins)

    def apart(self, *_: Any) -> str:
        return "here"

    fighter = table = apart


CATALOGUE = Catalogue(
    "coins", "Coins", "", {"COI": "All of it"},
    {name: Rule(name, "COI", text, text, "1", "", ("R-1",)) for name, text in RULES.items()},
    {"R-1": Ruling("R-1", "From which number on does a strike hit?", "4.", "It is fair.", "1")},
    {"strike.from": Option("strike.from", "R-1", 4, "The lowest hit.", {}, 1, 6)},
)  # fmt: skip


class Duel(Scene):
    catalogue: ClassVar[Catalogue] = CATALOGUE
    ruleset: Literal["coins"]
    fighters: tuple[FighterRecord, ...]


def start(scene: Duel) -> Any:
    bodies = [Body(f.name, f.side) for f in scene.starting]
    return Fight((*bodies, Table()), CATALOGUE.house(House, scene.options))


def measures(fight: Any, who: Who, act: Act) -> list[Measure]:
    return [Measure("coins lost", Changed(foe, loss)) for foe in fight.everyone]


def loss(before: Body, after: Body) -> int:
    return before.coins - after.coins


def follows(house: House) -> Follows:
    gauges = (Gauge("coins", "life", lambda b: b.coins), Gauge("breath", "points", lambda b: b.breath))
    return Follows("round", lambda b: not b.coins, lambda b: False, lambda b: (), gauges)


FOUR = "\n".join(
    f'[[fighters]]\nname = "{n}"\nside = "{s}"\nat = [0, 0]' for n, s in zip("ABCD", "xyxy", strict=True)
)
RULESET = Ruleset(
    id="coins", title="Coins", version="1", catalogue=CATALOGUE, scene=Duel, start=start, step=step,
    perform=perform, menu=menu, winner=winner, policies={"brave": brave}, measures=measures, loss=loss,
    words=CoinWords(), corrections={"robbed": Robbed},
    scenes={"four": f'ruleset = "coins"\ntitle = "Four"\n{FOUR}'},
    joining=lambda fight, f: Body(f.name, f.side), follows=follows, invariants=Honest(), view=Duellist,
)  # fmt: skip
