"""How attacks are resolved, step by step."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.coriolis.house import House
from affray.sheet import Flow, Step, Way

SPENDING = ("COR-MEL-08", "COR-RNG-09")
"""The rules of what further sixes buy, in melee and at range."""


def flows(house: House) -> tuple[Flow, ...]:
    """A shot, a blow, what a hit of both does, a burst."""
    return (shot(house), blow(house), hit(house), burst(house))


def shot(house: House) -> Flow:
    """A quick, normal or aimed shot."""
    return Flow(
        "shot",
        "A shot",
        ("quick shot", "normal shot", "aimed shot"),
        (
            Step("declare", "start", "Declare the shot and pay its AP", ("COR-RNG-03",), (Way("roll"),)),
            Step(
                "roll",
                "roll",
                "Roll attribute + ranged combat + weapon + modifiers",
                ("COR-RNG-01", "COR-RNG-04"),
                (Way("hit"),),
            ),
            Step("hit", "ask", "A six?", ("COR-RNG-02",), (Way("more", "yes"), Way("miss", "no"))),
            Step("miss", "end", "Miss: it is over", ("COR-RNG-06",)),
            Step("more", "end", "A hit does its damage", ("COR-RNG-05", "COR-RNG-07")),
        ),
    )


DIVIDED = {
    "name_before_each_die": "Onto the same target, or one close to it",
    "divide_pool_first": "Onto any target that the dice were divided among",
    "assign_sixes_after": "The sixes are given out at the end, each target close to the one before",
}
"""How a burst is divided, by the option `auto.split`."""


def burst(house: House) -> Flow:
    """Automatic fire, die by die."""
    on = "until a 1" if house.auto_stop == "until_one" else "or stop"
    divided = DIVIDED[house.auto_split]
    return Flow(
        "burst",
        "Automatic fire",
        ("full auto",),
        (
            Step("declare", "start", "Pay 3 AP", ("COR-SHT-09",), (Way("roll"),)),
            Step("roll", "roll", "Roll the shot with 2 dice fewer", ("COR-AUT-01",), (Way("die"),)),
            Step("die", "roll", "Roll one further die; sixes add up", ("COR-AUT-02",), (Way("one"),)),
            Step("one", "ask", "A 1?", ("COR-AUT-03",), (Way("on", "no"), Way("empty", "yes"))),
            Step("empty", "do", "The clip is empty", ("COR-AUT-03",), (Way("sum"),)),
            Step(
                "on",
                "ask",
                msg("One more die, {on}? {divided}", on=on, divided=divided),
                ("COR-AUT-04", "COR-AUT-05"),
                (Way("sum", "stop"), Way("die", "more")),
            ),
            Step(
                "sum",
                "ask",
                "Any sixes on this target?",
                ("COR-DMG-01",),
                (Way("more", "yes"), Way("miss", "no")),
            ),
            Step("miss", "end", "Nothing hits it", ("COR-RNG-06",)),
            Step("more", "end", "Go on as after a shot with a six", ("COR-RNG-05", "COR-RNG-09")),
        ),
    )


def blow(house: House) -> Flow:
    """A melee attack, quick or not."""
    return Flow(
        "blow",
        "A blow",
        ("melee attack", "quick melee attack"),
        (
            Step(
                "declare",
                "start",
                "Declare the blow and pay its AP",
                ("COR-MEL-11", "COR-MQ-01"),
                (Way("defend"),),
            ),
            Step(
                "defend",
                "ask",
                msg("Does the target defend, for {cost} AP?", cost=house.defence_cost),
                ("COR-DEF-02", "COR-DEF-04"),
                (Way("alone", "no"), Way("both", "yes")),
            ),
            Step(
                "alone",
                "roll",
                "The attacker rolls attribute + melee combat + weapon",
                ("COR-MEL-01", "COR-MEL-05", "COR-MEL-12"),
                (Way("hit"),),
            ),
            Step("both", "roll", "Both roll melee combat", ("COR-DEF-05",), (Way("buy"),)),
            Step(
                "buy",
                "do",
                "The defender's sixes cancel sixes, strike back, disarm, raise initiative",
                ("COR-DEF-06", "COR-DEF-07", "COR-DEF-09", "COR-DEF-10", "COR-DEF-11"),
                (Way("hit"),),
            ),
            Step("hit", "ask", "Is a six left?", ("COR-MEL-02",), (Way("more", "yes"), Way("miss", "no"))),
            Step("miss", "end", "Miss: it is over", ("COR-MEL-07",)),
            Step("more", "end", "A hit does its damage", ("COR-DMG-05",)),
        ),
    )


def hit(house: House) -> Flow:
    """What a hit does, from the first six to the end."""
    early = house.bonus_timing == "all_before_armour"
    after = "over" if early else "buy-effects"
    negated = "over" if early or house.negated == "everything" else "buy-effects"
    buying = Step(
        "buy-effects", "do", "Other extra sixes buy effects", SPENDING, (Way("armour" if early else "over"),)
    )
    steps = [
        Step(
            "more",
            "start",
            "The weapon's damage, +1 for each extra six put into it",
            ("COR-MBE-01", "COR-RBE-01", "COR-DMG-04"),
            (Way("buy-effects" if early else "armour"),),
        ),
        Step(
            "armour",
            "roll",
            "The target rolls armour, against shots cover too: -1 for each six",
            ("COR-DMG-02", "COR-RNG-07"),
            (Way("left"),),
        ),
        Step("left", "ask", "Any damage left?", ("COR-DMG-07",), (Way("hurt", "yes"), Way("stopped", "no"))),
        Step("stopped", "do", "Negated: no harm", ("COR-DMG-09",), (Way(negated),)),
        Step(
            "hurt",
            "do",
            "Hit points down; at 0 Broken",
            ("COR-DMG-03", "COR-DMG-10", "COR-BRK-01"),
            (Way(after),),
        ),
        Step("over", "end", "The attack is over"),
    ]
    steps.insert(1 if early else 5, buying)
    return Flow(
        "hit",
        "A hit",
        ("quick shot", "normal shot", "aimed shot", "melee attack", "quick melee attack"),
        tuple(steps),
    )
