"""How attacks, grapples and wounds are resolved, step by step."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.traveller.house import House
from affray.sheet import Flow, Step, Way

ORDERS = {
    "choose": "END goes first, then STR or DEX, then the third",
    "free_later": "END goes first, then STR or DEX; later wounds as you like",
    "fixed": "END goes first, then STR, then DEX",
    "larger": "END goes first, then the larger of STR and DEX",
}
"""Where damage goes, by the option `wounds.order`."""


def flows(house: House) -> tuple[Flow, ...]:
    """A shot, a blow, a turn in a grapple."""
    return (shot(house), blow(), grapple(house))


def shot(house: House) -> Flow:
    """A ranged attack, with the reaction before it."""
    return Flow(
        "shot",
        "A shot",
        ("ranged attack",),
        (
            Step("declare", "start", "Declare the shot: a significant action", ("TRV-RNG-01", "TRV-ACT-01"),
                 (Way("react"),)),
            Step("react", "ask", "Does the target react?", ("TRV-REACT-01",),
                 (Way("roll", "no"), Way("dodge", "yes"))),
            Step("dodge", "do", "Dodge, or dive for cover", ("TRV-DODGE-01", "TRV-DIVE-01"), (Way("roll"),)),
            Step("roll", "roll", "Roll 2D + skill + DEX DM + modifiers", ("TRV-CORE-01",), (Way("hit"),)),
            Step("hit", "ask", "8 or more?", ("TRV-R1",), (Way("damage", "yes"), Way("miss", "no"))),
            Step("miss", "end", "It misses", ("TRV-RNG-03",)),
            *_harm(house, "TRV-RNG-02", "Roll weapon dice + Effect, less armour and cover"),
        ),
    )  # fmt: skip


def blow() -> Flow:
    """A melee attack, with the reaction before it."""
    return Flow(
        "blow",
        "A blow",
        ("melee attack",),
        (
            Step("declare", "start", "Declare the blow: a significant action", ("TRV-MEL-01", "TRV-ACT-01"),
                 (Way("react"),)),
            Step("react", "ask", "Does the target react?", ("TRV-REACT-01",),
                 (Way("roll", "no"), Way("parry", "yes"))),
            Step("parry", "do", "Parry, or dodge", ("TRV-PARRY-01", "TRV-DODGE-01"), (Way("roll"),)),
            Step("roll", "roll", "Roll 2D + Melee + STR or DEX DM", ("TRV-CORE-01",), (Way("hit"),)),
            Step("hit", "ask", "8 or more?", ("TRV-R1",), (Way("damage", "yes"), Way("miss", "no"))),
            Step("miss", "end", "It misses", ("TRV-MEL-03",)),
            Step("damage", "roll", "Roll weapon dice + STR DM + Effect, less armour", ("TRV-MEL-02",),
                 (Way("as"),)),
            Step("as", "end", "Then as with a shot"),
        ),
    )  # fmt: skip


def _harm(house: House, rule: str, text: str) -> tuple[Step, ...]:
    """What a hit does."""
    return (
        Step("damage", "roll", text, (rule,), (Way("end"),)),
        Step("end", "do", ORDERS[house.wounds_order], ("TRV-R15",), (Way("zero"),)),
        Step("zero", "ask", "Two of them at zero?", (), (Way("out", "yes"), Way("on", "no"))),
        Step("on", "end", "Fight on"),
        Step("out", "end", "Unconscious; with all three at zero dead", ("TRV-UNC-01",)),
    )


def grapple(house: House) -> Flow:
    """A turn in a grapple."""
    own = "the winner's Effect" if house.grapple_effect == "own" else "the margin"
    return Flow(
        "grapple",
        "A turn in a grapple",
        ("wrestle",),
        (
            Step("roll", "start", "Both roll 2D + Melee (unarmed) + STR or DEX DM", ("TRV-GRAP-01",),
                 (Way("tie"),)),
            Step("tie", "ask", "Equal?", (), (Way("choose", "no"), Way("same", "yes"))),
            Step("same", "end", "Nothing changes", ("TRV-R22",)),
            Step("choose", "do", "The winner chooses", ("TRV-GRAP-02",), (Way("what"),)),
            Step(
                "what", "end",
                msg("One of the seven outcomes; what counts is {own}", own=own),
                ("TRV-R23",),
            ),
        ),
    )  # fmt: skip
