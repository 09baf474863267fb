"""How attacks are resolved, step by step."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.tables import AVERAGE, EASY
from affray.sheet import Flow, Step, Way


def flows(house: House) -> tuple[Flow, ...]:
    """An attack, a burst, autofire, an explosive, a hold."""
    return (attack(house), autofire(house), explosive(), grapple(house))


def attack(house: House) -> Flow:
    """A shot or a blow, aimed at something or not."""
    return Flow(
        "attack",
        "An attack",
        ("attack", "limb attack", "vital attack", "minuscule attack"),
        (
            Step("declare", "start", "Use a declared action", ("SER-ACT-01", "SER-ATK-01"), (Way("defend"),)),
            Step("defend", "ask", "Is the target aware, and does it dodge or block?", ("SER-ACT-05",),
                 (Way("innate", "no"), Way("active", "yes"))),
            Step("innate", "do", msg("Unaware: {easy}; else it rolls Agility", easy=EASY),
                 ("SER-INNATE-02", "SER-INNATE-03"), (Way("cover"),)),
            Step("active", "roll", "Agility + Athletics to dodge, or + skill to block",
                 ("SER-DODGE-02", "SER-BLOCK-02"), (Way("cover"),)),
            Step("cover", "do", "Against shots: cover adds to it", ("SER-COVER-00",), (Way("roll"),)),
            Step("roll", "roll", msg("Roll {attributes} + skill, moved by steps",
                                     attributes=_attributes(house)), ("SER-ATK-01",),
                 (Way("hit"),)),
            Step("hit", "ask", "The defence reached?", ("SER-R28",),
                 (Way("damage", "yes"), Way("miss", "no"))),
            Step("miss", "end", msg("Miss{bare}", bare=_bare(house)),
                 ("SER-BLOCK-03",) if _bare(house) else ()),
            *_harm(house),
        ),
    )  # fmt: skip


def _attributes(house: House) -> str:
    return "Agility" if house.attack_attribute == "agility" else "Agility (Strength in melee)"


def _bare(house: House) -> str:
    blocked = house.block_unarmed == "weapon"
    return "; after a bare-handed block the weapon's dice" if blocked else ""


def _harm(house: House) -> tuple[Step, ...]:
    """The steps of harm, from the hit to the end."""
    odd = "odd point to stun" if house.damage_odd == "stun" else "odd point to wounds"
    return (
        Step("damage", "roll", msg("Margin, half stun, half wounds ({odd}); plus the weapon's dice, less "
"armour", odd=odd),
             ("SER-DMG-01", "SER-DMG-02", "SER-DMG-03"), (Way("check"),)),
        Step("check", "do", "Less plot points; then the checks of wounds and of passing out, if they are due",
             ("SER-DMG-05", "SER-HURT-01", "SER-DIE-02", "SER-OUT-01"), (Way("special"),)),
        Step("special", "end", msg("A special target: Endurance against {average}, or it takes effect",
                                   average=AVERAGE),
             ("SER-LIMB-03", "SER-VITAL-03", "SER-TINY-03")),
    )  # fmt: skip


def autofire(house: House) -> Flow:
    """Fire on an area."""
    margin = "placing roll less the defence" if house.autofire_basic == "margin" else "7 less the defence"
    return Flow(
        "autofire",
        "Autofire",
        ("autofire",),
        (
            Step("declare", "start", "One action, ten rounds", ("SER-AUTO-01", "SER-R24"), (Way("place"),)),
            Step("place", "roll", "Roll the attack, with steps of range", ("SER-AUTOF-01",), (Way("there"),)),
            Step("there", "ask", msg("{easy} or more?", easy=EASY), ("SER-AUTOF-01",),
                 (Way("each", "yes"), Way("wide", "no"))),
            Step("wide", "end", "The fire goes wide"),
            Step("each", "roll", "Everybody in it rolls a defence, plus cover",
                 ("SER-AUTOF-02", "SER-AUTOF-04"), (Way("safe"),)),
            Step("safe", "ask", msg("{average} or more?", average=AVERAGE), ("SER-AUTOF-03",),
                 (Way("caught", "no"), Way("out", "yes"))),
            Step("out", "end", "Not hit", ("SER-AUTOF-03",)),
            Step("caught", "end", msg("Hit: {margin}, and the weapon's dice", margin=margin),
                 ("SER-AUTOF-05",)),
        ),
    )  # fmt: skip


def explosive() -> Flow:
    """A grenade that is thrown."""
    return Flow(
        "explosive",
        "An explosive",
        ("throw explosive",),
        (
            Step("throw", "roll", "Roll Agility + Athletics, with steps of range", ("SER-R38",),
                 (Way("there"),)),
            Step("there", "ask", msg("{easy} or more?", easy=EASY), ("SER-R38",), (Way("each", "yes"),
                                                                                   Way("astray", "no"))),
            Step("astray", "do", "The game master says where it lands", ("SER-R38",), (Way("each"),)),
            Step("each", "end",
                 "Everybody near takes dice of their own, by the ring they are in; armour counts",
                 ("SER-EXPL-01", "SER-EXPL-02")),
        ),
    )  # fmt: skip


def grapple(house: House) -> Flow:
    """A hold, and how one gets out of it."""
    against = "the holder's Agility + Unarmed" if house.grapple_break == "contest" else "11"
    return Flow(
        "hold",
        "A hold",
        ("grapple", "break hold"),
        (
            Step("try", "start", "At arm's length: one action", ("SER-GRAP-01",), (Way("roll"),)),
            Step("roll", "roll", "Agility + Unarmed against Agility + Strength", ("SER-GRAP-02",),
                 (Way("held"),)),
            Step("held", "ask", "Reached?", ("SER-R18",), (Way("down", "yes"), Way("not", "no"))),
            Step("not", "end", "Nothing happens"),
            Step("down", "do", "Held: down, hit at 3, own attacks at -2 steps", ("SER-GRAP-03",),
                 (Way("break"),)),
            Step("break", "roll", msg("One action: Agility + Strength against {against}", against=against),
                 ("SER-GRAP-06",),
                 (Way("free"),)),
            Step("free", "end", "Reached: free", ("SER-GRAP-06",)),
        ),
    )  # fmt: skip
