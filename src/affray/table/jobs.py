"""Jobs: what would hold up an event loop, as functions of plain values.

They run in any thread or process.  Games are called by their ids; their prices are kept there between jobs.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from threading import Lock
from time import thread_time
from typing import Any, NamedTuple

from affray.autopilot.advice import advise_at
from affray.autopilot.pilot import Pilot
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer
from affray.core.live import AnyLive, Live, Moment, Pending, waits_for
from affray.core.message import joined, word
from affray.core.profile import Profile
from affray.core.ruleset import Ruleset, fight_out, ruleset
from affray.pricing import ActionOdds, Prices, price_action, rounded, told_apart
from affray.session.controller import Given
from affray.table.assumptions import assumed
from affray.table.menu import ToldChance, percent, told_chance
from affray.table.visibility import State

SLICE, SLICES = 0.1, 10
"""Seconds of CPU time after which the odds so far are shown and others get a turn, and turns of one menu.

What is not there by then is left out.
"""
BUDGET, SAMPLES = 4_000, 1_000
"""How thorough: paths followed, else samples."""
KEPT, ASSUMED = 24, 200
"""Kinds of fights of which prices are kept, and actions of each of which is known what they assume."""


class MenuJob(NamedTuple):
    """Actions to be priced, of one fighter in one fight."""

    game: str
    fight: State
    who: Who
    acts: tuple[Act, ...]


class MenuChance(NamedTuple):
    """A chance: as it is, and as it is told to those who do not see what foes have."""

    exact: ToldChance
    rounded: ToldChance


class PricedMenu(NamedTuple):
    """The chances that were found, and the actions that are left."""

    chances: dict[Act, MenuChance]
    left: tuple[Act, ...]


def menu_odds(menu: MenuJob) -> PricedMenu:
    """The chances of as many actions as a slice of time allows; one at least."""
    end = thread_time() + SLICE
    chances: dict[Act, MenuChance] = {}
    for n, act in enumerate(menu.acts):
        if n and thread_time() > end:
            return PricedMenu(chances, menu.acts[n:])
        try:
            odds = action_odds(menu.game, menu.fight, menu.who, act, budget=BUDGET, samples=SAMPLES)
            odds = _told_apart(menu.game, menu.fight, odds, budget=BUDGET, samples=SAMPLES)
        except AffrayError:
            continue
        chances[act] = _told(ruleset(menu.game), odds)
    return PricedMenu(chances, ())


def _told(rules: Ruleset, odds: ActionOdds) -> MenuChance:
    """The chance of what an action is for."""
    return MenuChance(told_chance(rules, odds), told_chance(rules, rounded(odds)))


def action_odds(game: str, fight: State, who: Who, act: Act, **how: Any) -> ActionOdds:
    """The odds of one action by the game's first policy; raises AffrayError."""
    rules, kept = ruleset(game), _kept(game, fight)
    policy = next(iter(rules.policies))
    with kept.lock:
        return price_action(rules, fight, who, act, policy=policy, prices=kept.prices, **how)


def _told_apart(game: str, fight: State, odds: ActionOdds, **how: Any) -> ActionOdds:
    """These odds, and what the action is for without help, if any is in it."""
    rules, kept = ruleset(game), _kept(game, fight)
    policy = next(iter(rules.policies))
    with kept.lock:
        return told_apart(rules, fight, odds.who, odds.act, odds, policy=policy, prices=kept.prices, **how)


def distributions(
    game: str, fight: State, who: Who, act: Act, whole: bool, told: frozenset[Who] = frozenset()
) -> dict[str, Any]:
    """The odds of an action as plain values: all of them if `whole`, else those of the menu, rounded.

    The rest would tell what a foe has.  `told` are the fighters whose choices are told of.
    """
    apart = _told_apart(game, fight, action_odds(game, fight, who, act))
    shown = (apart if whole else rounded(apart)).measures
    return {
        "exact": apart.exact and whole,
        "samples": apart.samples,
        "rounded": not whole,
        "measures": [
            {
                "name": word(m.name),
                "kind": m.measure.kind,
                "headline": m.headline,
                "mean": round(float(m.mean), 4),
                "values": [[_plain(v), round(p, 6)] for v, p in m.probabilities.items()],
            }
            for m in shown
        ],
        **_assumed(game, fight, who, act, told, whole),
    }


def _assumed(
    game: str, fight: State, who: Who, act: Act, told: frozenset[Who], whole: bool
) -> dict[str, list[Any]]:
    """What odds assume, found out once; nothing where that cannot be found, for the odds are known."""
    kept, key = _kept(game, fight).assumed, (fight, who, act, told, whole)
    if (known := kept.get(key)) is not None:
        return known
    try:
        found = assumed(ruleset(game), fight, who, act, told, whole)
    except AffrayError:
        return {"assumed": [], "otherwise": []}
    if len(kept) >= ASSUMED:
        kept.clear()
    kept[key] = found
    return found


def judged(game: str, moment: Moment, profile: Profile, seed: int) -> Given | None:
    """What the autopilot answers for somebody of this profile; None if nothing is asked."""
    pending = asked_at(game, moment)
    if pending is None:
        return None
    with _JUDGING:
        verdict = _PILOTS.setdefault(game, Pilot(ruleset(game))).judge(moment, pending, profile, seed)
        return Given(verdict.value, (), "autopilot", verdict.why)


class Intended(NamedTuple):
    """What the autopilot would answer and why, and how likely it is to come off."""

    given: Given
    chance: str
    likely: float | None = None
    reason: str = ""


def intended(game: str, moment: Moment, profile: Profile, seed: int) -> Intended | None:
    """What `judged` would answer, with its chance; None if nothing is asked."""
    pending = asked_at(game, moment)
    if pending is None:
        return None
    with _JUDGING:
        pilot = _PILOTS.setdefault(game, Pilot(ruleset(game)))
        verdict = pilot.judge(moment, pending, profile, seed)
        given = Given(verdict.value, (), "autopilot", verdict.why)
        chance = pilot.at_once(pending, given.value)
    if chance is None:
        return Intended(given, "", None, verdict.reason)
    return Intended(given, joined(" ", (chance[0], percent(chance[1]))), round(chance[1], 4), verdict.reason)


def advised(game: str, moment: Moment, n: int, seed: int) -> dict[str, Any]:
    """Advice to whoever is asked at a moment, as plain values; raises BadAnswer."""
    pending = asked_at(game, moment)
    if pending is None:
        raise BadAnswer("the fight is over: there is nothing to decide", code="answer/over")
    advice = advise_at(Pilot(ruleset(game)), moment, pending, n=n, seed=seed)
    return {
        "who": advice.who,
        "reason": word(advice.reason),
        "note": word(advice.note),
        "n": advice.n,
        "left_out": advice.left_out,
        "options": [
            {"words": word(c.words), "wins": c.wins.value if c.wins else None, "less": c.less,
             "margin": c.margin, "habit": c.habit}
            for c in advice.options
        ],
    }  # fmt: skip


def asked_at(game: str, moment: Moment) -> Pending | None:
    """What a fight waits for at a moment; None at its end."""
    rules = ruleset(game)
    play: AnyLive = Live(moment.fight, moment.entries, moment.effects, rules.corrected, rules.left)
    return waits_for(partial(fight_out, play, rules))


class KeptPrices(NamedTuple):
    """Prices, which are for one thread at a time; and what the odds of actions assume, which is for all."""

    prices: Prices
    lock: Lock
    assumed: dict[object, dict[str, list[Any]]]


_KEPT: OrderedDict[object, KeptPrices] = OrderedDict()
_PILOTS: dict[str, Pilot] = {}
_KEEPING, _JUDGING = Lock(), Lock()


def _kept(game: str, fight: State) -> KeptPrices:
    """What is remembered of fights with so many fighters and these rules."""
    key = game, fight.house, len(fight.bodies)
    with _KEEPING:
        kept = _KEPT[key] if key in _KEPT else KeptPrices(Prices(), Lock(), {})
        _KEPT[key] = kept
        _KEPT.move_to_end(key)
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
        return kept


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int) else word(str(value))
