"""How an Attack and hiding are resolved, step by step."""

from __future__ import annotations

from affray.rulesets.horizon.house import House
from affray.sheet import Flow, Step, Way

TAKES_HOLD = {
    "unchanged": "AP against Endurance: higher, and it takes hold",
    "changed": "AP against Endurance: as high, and it takes hold",
    "reroll": "AP against Endurance: higher, and it takes hold; equal, again",
}
WINS = {"unchanged": "Higher?", "changed": "As high, or higher?", "reroll": "Higher? (equal: again)"}
"""What a contest asks, by the option `ties`."""


def flows(house: House) -> tuple[Flow, ...]:
    """An Attack, and what is unseen."""
    return (attack(house), unseen(house))


def attack(house: House) -> Flow:
    """An Attack, wounding or not, on each of its targets."""
    armour_first = house.damage_order == "armour_first"
    pool = Step("pool", "do", "Defense cancels what it can", ("HZN-DEF-01", "HZN-DEF-03"),
                (Way("health" if armour_first else "armour"),))  # fmt: skip
    armour = Step("armour", "do", "Armour takes off its part",
                  ("HZN-RUL-12",), (Way("passes" if armour_first else "health"),))  # fmt: skip
    passes = Step(
        "passes", "ask", "A blow, a blast, or at point blank?", (),
        (Way("pool", "no"), Way("past", "yes")),
    )  # fmt: skip
    past = Step("past", "do", "Defense does not count", ("HZN-DEF-05",),
                (Way("health" if armour_first else "armour"),))  # fmt: skip
    last = (armour, passes, past, pool) if armour_first else (passes, past, pool, armour)
    then = "armour" if armour_first else "passes"
    return Flow(
        "attack",
        "An Attack",
        ("attack", "throw", "club"),
        (
            Step("declare", "start", "1 action, and a shot of the magazine", ("HZN-ACT-01", "HZN-ATK-07"),
                 (Way("ap"),)),
            Step("ap", "do", "AP: the score, +5 at 2 m or less, less the wound's penalty",
                 ("HZN-PBR-01", "HZN-PBR-02", "HZN-WND-02"), (Way("row"),)),
            Step("row", "do", "It lands: the damage of that row; half if it is makeshift",
                 ("HZN-ATK-01", "HZN-PRF-03", "HZN-PBR-09"), (Way("wound"),)),
            Step("wound", "ask", "A Wounding Attack?", (), (Way("dive", "no"), Way("contest", "yes"))),
            Step("contest", "roll", TAKES_HOLD[house.ties],
                 ("HZN-WND-03", "HZN-WND-04", "HZN-WND-05"), (Way("dive"),)),
            Step("dive", "ask", "Does the target Dive?", ("HZN-DIV-02", "HZN-DEF-08"),
                 (Way(then, "no"), Way("leap", "yes"))),
            Step("leap", "do", "The target leaps, with 2 armour a metre", ("HZN-DIV-06", "HZN-DIV-07"),
                 (Way(then),)),
            *last,
            Step("health", "do", "The rest off Health", ("HZN-RUL-11",), (Way("over"),)),
            Step("over", "end", "A condition that took hold begins", ("HZN-WND-04", "HZN-WND-07")),
        ),
    )  # fmt: skip


def unseen(house: House) -> Flow:
    """Hiding, being found, escaping."""
    return Flow(
        "unseen",
        "Unseen",
        (),
        (
            Step("sight", "start", "No enemy sees you: Disengaged", ("HZN-DIS-01", "HZN-DIS-04"),
                 (Way("hide"),)),
            Step("hide", "roll", "Hide: a Stealth test", ("HZN-STL-01",), (Way("seen"),)),
            Step("seen", "ask", "In an enemy's sight again?", ("HZN-STL-02",),
                 (Way("watch", "yes"), Way("lost", "no"))),
            Step("lost", "end", "Unfound for three rounds: escaped", ("HZN-ESC-02",)),
            Step("watch", "roll", "The enemy's Awareness against the Stealth score", ("HZN-STL-02",),
                 (Way("won"),)),
            Step("won", "ask", WINS[house.ties], (), (Way("found", "yes"), Way("still", "no"))),
            Step("still", "end", "Still unseen", ("HZN-STL-03",)),
            Step("found", "end", "Seen; the enemy can warn others at once", ("HZN-STL-04",)),
        ),
    )  # fmt: skip
