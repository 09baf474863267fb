"""How attacks are resolved, step by step."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.d6.blast import MODERATE
from affray.rulesets.d6.house import House
from affray.sheet import Flow, Step, Way

ARMOUR = Step("armour", "do", "Take off the armour", ("DSX-DMG-01",), (Way("hurt"),))
HURT = Step(
    "hurt",
    "do",
    "What is left comes off the hit points; below half: bloodied",
    ("DSX-DMG-02", "DSX-BLOOD-01"),
    (Way("over"),),
)
OVER = Step("over", "end", "The attack is over")
HARM = (ARMOUR, HURT, OVER)


def flows(house: House) -> tuple[Flow, ...]:
    """An attack, suppressing fire, an explosion, a spell."""
    return (_attack(house), _suppress(house), _blast(house), _spell(house))


def _listed(house: House) -> str:
    return "listed damage, rolled" if house.damage_rolled else "listed damage"


def _attack(house: House) -> Flow:
    return Flow(
        "attack",
        "An attack",
        ("attack", "burst"),
        (
            Step(
                "declare", "start", "Declare it; a shot or a burst is spent", ("DSX-ACT-02",), (Way("knows"),)
            ),
            Step(
                "knows", "ask", "Does the target know of it?", (), (Way("defence", "yes"), Way("five", "no"))
            ),
            Step("five", "do", _five(house), ("DSX-AWARE-01",), (Way("roll"),)),
            Step(
                "defence",
                "do",
                "The number: Reflexes, cover, further actions",
                ("DSX-ATK-01", "DSX-COVER-00", "DSX-MULTI-02"),
                (Way("roll"),),
            ),
            Step(
                "roll",
                "roll",
                "Roll the skill's code, with bonus and penalty dice",
                ("DSX-CORE-01", "DSX-MULTI-01", "DSX-BURST-03"),
                (Way("hit"),),
            ),
            Step("hit", "ask", "Is the number reached?", (), (Way("damage", "yes"), Way("miss", "no"))),
            Step("miss", "end", "Miss: nothing happens", ("DSX-ATK-04",)),
            Step(
                "damage",
                "do",
                msg("Damage: {damage}, and what was rolled beyond the number", damage=_listed(house)),
                ("DSX-ATK-02", "DSX-ATK-03"),
                (Way("armour"),),
            ),
            *HARM,
        ),
    )


def _five(house: House) -> str:
    return "The number is 5; 0 from behind" if house.unaware_behind == "zero" else "The number is 5"


def _suppress(house: House) -> Flow:
    whom = "Everyone exposed" if house.suppress_whom == "exposed" else "Everyone who moves through it"
    return Flow(
        "suppress",
        "Suppressing fire",
        ("suppress",),
        (
            Step("lay", "start", "Spend 5 shots for each 5 ft of width", ("DSX-SUPP-04",), (Way("roll"),)),
            Step("roll", "roll", "Roll once for all", ("DSX-SUPP-03", "DSX-SUPP-06"), (Way("each"),)),
            Step(
                "each",
                "do",
                msg("{whom}: once a round from each cone", whom=whom),
                ("DSX-R17",),
                (Way("hit"),),
            ),
            Step(
                "hit",
                "ask",
                "Does the roll reach this target's number?",
                (),
                (Way("whole", "yes"), Way("half", "no")),
            ),
            Step("half", "do", "Half of the listed damage", ("DSX-SUPP-01",), (Way("armour"),)),
            Step(
                "whole",
                "do",
                msg("Damage: {damage} and the margin", damage=_listed(house)),
                ("DSX-SUPP-07",),
                (Way("armour"),),
            ),
            ARMOUR,
            HURT,
            Step("over", "end", "The cone stays for those who come", ("DSX-SUPP-02",)),
        ),
    )


def _blast(house: House) -> Flow:
    by_roll = house.blast_compared == "roll"
    roll, rule = (
        ("Roll throwing once", "DSX-AREA-02") if by_roll else ("Each in the radius rolls Reflexes", "DSX-R21")
    )
    full = (
        "For each in the radius: is Reflexes reached?"
        if by_roll
        else msg("Is it below {number}?", number=MODERATE)
    )
    return Flow(
        "blast",
        "An explosion",
        ("throw",),
        (
            Step("throw", "start", "Throw it at a fighter or a place", ("DSX-AREA-01",), (Way("roll"),)),
            Step("roll", "roll", roll, (rule,), (Way("full"),)),
            Step(
                "full",
                "ask",
                full,
                ("DSX-AREA-02",),
                (Way("set", "yes"), Way("half", "no")),
            ),
            Step("half", "do", "Half of the set damage", ("DSX-AREA-02",), (Way("armour"),)),
            Step("set", "do", "The set damage, without a margin", ("DSX-AREA-01",), (Way("armour"),)),
            ARMOUR,
            HURT._replace(rules=("DSX-DMG-02",)),
            OVER,
        ),
    )


def _spell(house: House) -> Flow:
    later = (
        "Go on with the next, this round or the next; a wound may break it off"
        if house.spell_concentration
        else "Go on with the next, this round or the next"
    )
    return Flow(
        "spell",
        "A spell",
        ("cast",),
        (
            Step("part", "start", "Do one component: an action", ("DSX-CAST-01",), (Way("last"),)),
            Step("last", "ask", "Was it the last?", (), (Way("roll", "yes"), Way("later", "no"))),
            Step("later", "end", later, ("DSX-CAST-01",)),
            Step("roll", "roll", "Roll casting", ("DSX-ATK-01",), (Way("resists"),)),
            Step(
                "resists",
                "ask",
                "Is it below the target's spell resistance?",
                (),
                (Way("area", "no"), Way("nothing", "yes")),
            ),
            Step("nothing", "end", "It does nothing to this target", ("DSX-SR-01",)),
            Step("area", "ask", "Does it have a radius?", (), (Way("one", "no"), Way("all", "yes"))),
            Step("all", "end", "Each in the radius: set damage, or half", ("DSX-AREA-02", "DSX-AREA-03")),
            Step(
                "one",
                "do",
                "When the number is reached: listed damage and the margin",
                ("DSX-AREA-04",),
                (Way("armour"),),
            ),
            *HARM,
        ),
    )
