"""Pricing: one action, a whole menu, full auto; and one by hand in icepool.

The last is the same question.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import icepool

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.scene import read_scene
from affray.odds import price_action, price_menu
from affray.odds.pricing import Prices
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis.state import State

SCENE = """
ruleset = "coriolis"
title = "Two who fight"
options = { "darkness.pray" = "off" }

[[fighters]]
name = "A"
side = "one"
at = [0, 0]
attributes = { strength = 5, agility = 5, wits = 3, empathy = 3 }
skills = { "melee combat" = 2, "ranged combat" = 2 }
weapons = ["sword", "carbine"]
in_hand = ["sword", "carbine"]
armour = 5

[[fighters]]
name = "B"
side = "other"
at = [1, 0]
attributes = { strength = 5, agility = 5, wits = 3, empathy = 3 }
skills = { "melee combat" = 2, "ranged combat" = 2 }
weapons = ["sword"]
armour = 5
"""
ME, FOE = Who(0), Who(1)


def main() -> None:
    """Print milliseconds of CPU time; each price is cold unless it says otherwise."""
    near = opened(SCENE)
    far = opened(SCENE.replace("at = [1, 0]", "at = [10, 0]"))
    show("melee attack, 8 dice v 8, armour 5", lambda: price(near, Act("melee attack", FOE, item="sword")))
    for kind in ("quick shot", "normal shot", "aimed shot", "full auto"):
        show(kind, lambda kind=kind: price(far, Act(kind, FOE, item="carbine")))  # type: ignore[misc]
    menu = price_menu(RULESET, far, ME)
    show(f"a menu of {len(menu)} actions", lambda: price_menu(RULESET, far, ME))
    prices = Prices()
    price_menu(RULESET, far, ME, rows=prices)
    show("the same menu, remembered", lambda: price_menu(RULESET, far, ME, rows=prices))
    ours = milliseconds(lambda: price(far, Act("normal shot", FOE, item="carbine")))
    theirs = milliseconds(lambda: by_hand(8, 5))
    print(f"  normal shot {ours:.2f} ms, by hand in icepool {theirs:.2f} ms: ratio {ours / theirs:.2f}")


def opened(text: str) -> State:
    """The scene in the slot of A, first combat turn."""
    fight = RULESET.start(read_scene(text, RULESET.scene))
    bodies = [b._replace(score=4 - n, entered=True) for n, b in enumerate(fight.fighters)]
    return fight._replace(bodies=(*bodies, fight.table._replace(turn=1, current=ME)))


def price(fight: State, act: Act) -> object:
    """The price of an action, with nothing remembered."""
    return price_action(RULESET, fight, ME, act)


def by_hand(dice: int, armour: int) -> object:
    """The same shot as somebody would write it in icepool.

    Damage through armour, the injury, the stress.  Sixes beyond the first go into damage but for
    two that buy a critical injury; what is left frightens.
    """
    six, d66 = icepool.d6 == 6, icepool.d(6) * 10 + icepool.d(6)

    def outcome(hits: int, stopped: int, injury: int) -> tuple[int, int, int]:
        if not hits:
            return 0, 0, 0
        extra = hits - 1
        into = extra - 2 if extra >= 2 else extra
        through = max(0, 3 + into - stopped)
        left = extra - into
        crit = left >= 2 and through > 0
        return through, injury if crit else 0, left - 2 * crit

    return icepool.map(outcome, dice @ six, armour @ six, d66)


def milliseconds(run: Callable[[], object], times: int = 7) -> float:
    """The least of several runs, in milliseconds of CPU time."""
    least = float("inf")
    for _ in range(times):
        before = process_time()
        run()
        least = min(least, process_time() - before)
    return least * 1000


def show(what: str, run: Callable[[], object]) -> None:
    """One line."""
    print(f"  {what:<36} {milliseconds(run):8.2f} ms")


if __name__ == "__main__":
    main()
