"""Pricing: actions and a whole menu; and the same by hand in icepool."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.scene import read_scene
from affray.odds import Prices, price_action, price_menu
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis.state import State
from tests.odds import oracle

SCENE = """
ruleset = "coriolis"
title = "Two who fight, and one who watches"
options = { "darkness.pray" = "off", "auto.stop" = "until_one" }

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

[[fighters]]
name = "C"
side = "other"
at = [25, 0]
archetype = "soldier"
weapons = ["carbine"]
"""
ME, FOE = Who(0), Who(1)
SWORD, CARBINE = "sword", "carbine"
ACTS = {
    "melee attack, 8 v 8 dice, armour 5": Act("melee attack", FOE, item=SWORD),
    "quick shot": Act("quick shot", FOE, item=CARBINE),
    "normal shot": Act("normal shot", FOE, item=CARBINE),
    "aimed shot": Act("aimed shot", FOE, item=CARBINE),
    "full auto until a one": Act("full auto", FOE, item=CARBINE),
}


def main() -> None:
    """Print milliseconds of CPU time.

    A price is *new* when nothing was priced before in the process, *next* in a state where the
    fight has gone on since (somebody has lost a hit point), and *again* when it is remembered.
    """
    near = opened(SCENE)
    far = opened(SCENE.replace("at = [1, 0]", "at = [10, 0]"))
    print(f"  {'':<38}{'new':>9}{'next':>9}{'again':>9}  ms")
    for what, act in ACTS.items():
        fight = near if act.item == SWORD else far
        line(what, fight, lambda f, rows, act=act: price_action(RULESET, f, ME, act, rows=rows))  # type: ignore[misc]
    size = len(price_menu(RULESET, far, ME))
    line(f"a menu of {size} actions", far, lambda f, rows: price_menu(RULESET, f, ME, rows=rows))
    print("  the same questions by hand in icepool, and how much longer or shorter ours took:")
    by_hand("melee attack, 8 v 8 dice, armour 5", near, lambda: oracle.melee(8, 8, 2, 2, 5, 10, 10, 6))
    by_hand("normal shot", far, lambda: oracle.shot_with_all(8, 3, 2, 5, 10, 6))


def opened(text: str) -> State:
    """The scene in the slot of A, first combat turn."""
    fight = RULESET.start(read_scene(text, RULESET.scene))
    bodies = [b._replace(score=4 - n, entered=True) for n, b in enumerate(fight.fighters)]
    return fight._replace(bodies=(*bodies, fight.table._replace(turn=1, current=ME)))


def line(what: str, fight: State, price: Callable[[State, Prices], object]) -> None:
    """One line: new, in the next state, and remembered."""
    new, after, again = times(fight, price)
    print(f"  {what:<38}{new:9.2f}{after:9.2f}{again:9.3f}")


def times(fight: State, price: Callable[[State, Prices], object]) -> tuple[float, float, float]:
    """Milliseconds of a new price, of one in a later state, of a remembered one."""
    hurt = fight.bodies[FOE]
    later = fight._replace(bodies=(fight.bodies[0], hurt._replace(hp=hurt.hp - 1), *fight.bodies[2:]))
    new = milliseconds(lambda: price(fight, Prices()))
    least = float("inf")
    for _ in range(7):
        rows = Prices()
        price(fight, rows)
        least = min(least, milliseconds(lambda rows=rows: price(later, rows), 1))  # type: ignore[misc]
    return new, least, milliseconds(lambda: price(fight, rows))


def by_hand(what: str, fight: State, question: Callable[[], object]) -> None:
    """One line: milliseconds in icepool, and the ratios of ours to it."""
    new, after, _ = times(fight, lambda f, rows: price_action(RULESET, f, ME, ACTS[what], rows=rows))
    theirs = milliseconds(question)
    print(f"  {what:<38}{theirs:9.2f} ms; new {new / theirs:.2f} x, next {after / theirs:.2f} x")


def milliseconds(run: Callable[[], object], times: int = 9) -> float:
    """The least of several runs, in milliseconds of CPU time."""
    least = float("inf")
    for _ in range(times):
        before = process_time()
        run()
        least = min(least, process_time() - before)
    return least * 1000


if __name__ == "__main__":
    main()
