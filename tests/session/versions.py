"""Two versions of games: today's under the next number, with rules that were changed on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who, record
from affray.core.fight import Fight
from affray.core.follow import Follows, Gauge
from affray.core.ruleset import Invariants, Ruleset, ruleset
from affray.core.tally import Mod, tally
from affray.core.upcasts import Upcasts
from affray.core.view import View, fact
from affray.session import opening as sessions
from affray.tabletop import RoundBegan, Rounds
from tests.core import coins


def installs(monkeypatch: Any, *games: Ruleset) -> None:
    """Let sessions find these games in place of those that are installed."""
    found = {game.id: game for game in games}

    def installed(name: str) -> Ruleset:
        own, slash, _ = name.partition("/")
        if own not in found:
            return ruleset(name)
        campaign = found[own].campaign
        return campaign if slash and campaign else found[own]

    monkeypatch.setattr(sessions, "installed", installed)


def following(game: Ruleset) -> str:
    """The number of the version after a game's present one."""
    return str(int(game.version) + 1)


def next_of(game: Ruleset, **changes: Any) -> Ruleset:
    """A game's next version."""
    number = following(game)
    campaign = replace(game.campaign, version=number) if game.campaign else None
    return replace(game, version=number, campaign=campaign, **changes)


def renaming(game: Ruleset, way: str) -> Ruleset:
    """A game's next version, in which each "roll" or each "choose" is called otherwise."""

    def renamed(step: Callable[..., bool]) -> Callable[..., bool]:
        def stepped(play: Any) -> bool:
            asks = getattr(play, way)
            setattr(play, way, lambda who, what, *rest, **kw: asks(who, f"{what} of today", *rest, **kw))
            try:
                return step(play)
            finally:
                delattr(play, way)

        return stepped

    found = next_of(game, step=renamed(game.step))
    if found.campaign is None:
        return found
    return replace(found, campaign=replace(found.campaign, step=renamed(found.campaign.step)))


# --- the duel with coins, second version ----------------------------------------------------------------


@record
class Purse(NamedTuple):
    """What was a body: `coins` is called `gold`, and there is `luck`."""

    name: str
    side: str
    gold: int = coins.PURSE
    luck: int = 7


@dataclass(frozen=True, slots=True)
class Stolen(Effect):
    """What was `Robbed`, with a new field."""

    who: Who
    gold: int = 1
    by: str = "nobody"

    def on(self, b: Purse, /) -> Purse:
        return b._replace(gold=max(0, b.gold - self.gold))


class Thief(View[Purse]):
    __slots__ = ()
    standing: fact[Purse, bool] = fact(lambda b: b.gold > 0)


def step(play: Any) -> bool:
    """Another order: the last acts first; a strike throws a die of eight, and needs no breath."""
    if len({b.side for b in play.fight.fighters if b.gold}) < 2:
        return False
    play.do(RoundBegan(), "COI-1")
    with play.holding(Stolen):
        for one in [Thief(play, who) for who in reversed(play.fight.everyone)]:
            if one.standing:
                act = play.choose(one, "deed", lambda one=one: legal(play.fight, one.who), "COI-1")
                play.call(perform, one, act)
    return True


def perform(play: Any, one: Thief, act: Act) -> None:
    if act.at is not None:
        face = play.roll(one, "strike", lambda n: total(8), tally(Mod("COI-3", 1, "die")), "COI-3")
        if face >= play.house.strike_from:
            play.do(Stolen(act.at, by="a thief"), "COI-3")


def legal(fight: Any, who: Who) -> list[Act]:
    return [
        Act("wait"),
        *(Act("strike", foe) for foe in fight.everyone if foe != who and fight.bodies[foe].gold),
    ]


def start(scene: Any) -> Any:
    bodies = [Purse(f.name, f.side) for f in scene.fighters]
    return Fight((*bodies, Rounds()), coins.CATALOGUE.house(coins.House, scene.options))


def winner(fight: Any) -> str | None:
    sides = {b.side for b in fight.fighters if b.gold}
    return None if len(sides) > 1 else sides.pop() if sides else "nobody"


class ThiefWords(coins.CoinWords):
    def card(self, fight: Any, who: Who) -> Any:
        b = fight.bodies[who]
        return (
            super()
            .card(fight._replace(bodies=tuple(_old(b) for b in fight.bodies)), who)
            ._replace(name=b.name)
        )


def _old(body: Any) -> Any:
    return coins.Body(body.name, body.side, body.gold) if isinstance(body, Purse) else body


def _stolen(plain: dict[str, Any]) -> dict[str, Any]:
    return {"effect": "tests.Stolen", "who": plain["who"], "gold": plain["coins"]}


def _purse(plain: dict[str, Any]) -> dict[str, Any]:
    return {"is": "tests.Purse", "name": plain["name"], "side": plain["side"], "gold": plain["coins"]}


FIRST = coins.RULESET
SECOND = replace(
    FIRST,
    version="2",
    start=start,
    step=step,
    perform=perform,
    take=perform,
    winner=winner,
    words=ThiefWords(coins.TOLD),
    corrections={"stolen": Stolen},
    joining=lambda fight, f: Purse(f.name, f.side),
    follows=lambda house: Follows(
        "round",
        lambda b: not b.gold,
        lambda b: False,
        lambda b: (),
        (Gauge("gold", "life", lambda b: b.gold),),
    ),
    invariants=Invariants(),
    view=Thief,
    upcasts=Upcasts(
        effects={("1", "tests.Robbed"): _stolen, ("1", "tests.Breathed"): lambda plain: None},
        records={("1", "tests.Body"): _purse},
        answers={("1", "action"): lambda plain: {**plain, "question": "deed"}},
    ),
)
"""Classes, fields and questions renamed, a field new, an effect gone, another order, other dice."""
THIRD = replace(SECOND, version="3", upcasts=SECOND.upcasts._replace(answers={
    **SECOND.upcasts.answers, ("2", "deed"): lambda plain: {**plain, "question": "choice"}}))  # fmt: skip
assert TABLE == -1
