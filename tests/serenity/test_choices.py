"""What the sheet lets one choose: each is asked, and every answer that the rules admit can be given."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.serenity import RULESET
from affray.testing.choices import unasked
from tests.serenity.cast import PISTOL, fight, fighter, house, near

pytestmark = pytest.mark.slow

CHOICES = {
    "SER-INIT-03": ("action: sit out", "SER-R3"),
    "SER-ACT-01": ("declare: 1 action", "action"),
    "SER-ACT-02": ("declare: 2 actions", "declare: 4 actions", "declare: 2 actions and 2 defences", "SER-R4"),
    "SER-ACT-04": "SER-R4",
    "SER-ACT-05": ("declare: 1 defence", "declare: 3 actions and 1 defence"),
    "SER-ACT-06": ("defence: dodge", "SER-R6"),
    "SER-FREE-01": "defence: innate defence only",
    "SER-FREE-02": ("action: look around", "spotted: yes", "SER-R36"),
    "SER-FREE-03": ("action: drop to the ground", "SER-R32"),
    "SER-FREE-04": "action: say",
    "SER-DMG-05": ("plot points: 1", "SER-R8"),
    "SER-LIMB-01": ("action: limb attack", "which limb: arm", "which limb: leg"),
    "SER-VITAL-01": "action: vital attack",
    "SER-TINY-01": "action: minuscule attack",
    "SER-TINY-03": ("special injury", "SER-R15"),
    "SER-AOA-01": ("declare: all-out attack, 1 action", "declare: all-out attack, 4 actions"),
    "SER-AOA-02": "declare: all-out attack, 2 actions",
    "SER-DISARM-01": ("action: disarm", "SER-R16"),
    "SER-DISARM-02": "action: disarm",
    "SER-FEINT-02": "action: feint",
    "SER-GRAP-02": "action: grapple",
    "SER-GRAP-06": ("action: break hold", "action: let go", "SER-R18"),
    "SER-THROW-01": ("action: throw", "throwing steps", "SER-R19"),
    "SER-RIGHTS-01": ("action: hold at gunpoint", "free attack: yes", "free attack: no"),
    "SER-RIGHTS-03": "free attack",
    "SER-COVERING-01": ("action: cover a spot", "covering: keep waiting", "covering: attack", "SER-R37"),
    "SER-BLOCK-01": "defence: block",
    "SER-DODGE-01": "defence: dodge",
    "SER-AOD-01": ("declare: all-out defence, 1 defence", "declare: all-out defence, 4 defences"),
    "SER-AOD-02": "declare: all-out defence, 2 defences",
    "SER-AUTO-01": ("action: attack", "action: burst", "action: autofire"),
    "SER-BURST-04": "action: burst",
    "SER-EXPL-01": (
        "action: throw explosive", "action: plant", "action: set off", "SER-R38",
        "lands by: harmlessly, away from everyone", "lands by: at the feet of Ana",
    ),
}  # fmt: skip
"""Who decides, by rule: all of those whose `needs` name a decision, and more."""


def situations():
    """A gun to a head, a hold, one who drops grenades, one with a chair that the game master judges."""
    menaced = fight(fighter(menaced_by=Who(1), life=90), near(menacing=Who(0), weapons=(PISTOL,), life=90))
    held = fight(fighter(held_by=Who(1), life=90), near(holding=Who(0), life=90))
    clumsy: dict[str, Any] = {"weapons": ("grenade",) * 9, "attributes": {"agility": "d2"}, "life": 90}
    bombers = fight(fighter(**clumsy), near(**clumsy))
    thrower = fighter(weapons=("chair",), skills={"athletics": "d12"}, acts=1, life=90)
    return [
        menaced,
        held,
        *[bombers] * 4,
        fight(thrower, near(life=90), house=house(throw_steps="gm")),
    ]


def test_what_the_sheet_lets_one_choose_is_asked():
    assert not unasked(RULESET, CHOICES, situations=situations())


def test_every_rule_that_names_a_decision_is_in_the_table():
    decided = {rule.id for rule in RULESET.catalogue.rules.values() if "C" in rule.needs}
    assert decided
    assert decided <= {*CHOICES}
