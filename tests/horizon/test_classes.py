"""HZN-WSK: which skill and which traits a class of weapons is tested on, shown by dice."""

from typing import Any

import pytest

from affray.rulesets.horizon.sheet import TRAITS
from affray.testing.script import causes
from tests.horizon.cast import BOOK, act, added, body, do, fight, fighter, foe, rolls, steps

CLASSES = [
    # rule, class, skill, its dice, the better of these traits
    ("HZN-WSK-01", "pistol", "high-caliber combat", 1, ("acuity", "agility")),
    ("HZN-WSK-02", "shotgun", "high-caliber combat", 1, ("acuity", "agility")),
    ("HZN-WSK-03", "sniper-rifle", "high-caliber combat", 1, ("acuity", "agility")),
    ("HZN-WSK-04", "assault-rifle", "rapid-fire combat", 2, ("acuity", "strength")),
    ("HZN-WSK-05", "machine-gun", "rapid-fire combat", 2, ("acuity", "strength")),
    ("HZN-WSK-06", "smg", "rapid-fire combat", 2, ("acuity", "strength")),
    ("HZN-WSK-07", "grenade", "special combat", 3, ("agility", "strength")),
    ("HZN-WSK-08", "melee", "special combat", 3, ("agility", "strength")),
    ("HZN-WSK-09", "unarmed", "special combat", 3, ("agility", "strength")),
]
SKILLS = {"high-caliber combat": 1, "rapid-fire combat": 2, "special combat": 3}
FACES = {1: (6,), 2: (6, 4), 3: (6, 4, 1)}
WORTH = {1: 2, 2: 3, 3: 3}


@pytest.mark.rule("HZN-SKL-03")
@pytest.mark.rule("HZN-WSK-01", "HZN-WSK-02", "HZN-WSK-03", "HZN-WSK-04", "HZN-WSK-05",
                  "HZN-WSK-06", "HZN-WSK-07", "HZN-WSK-08", "HZN-WSK-09")  # fmt: skip
@pytest.mark.parametrize(("rule", "kind", "skill", "dice", "linked"), CLASSES)
def test_a_class_is_tested_on_its_skill_with_the_better_of_its_traits(rule, kind, skill, dice, linked):
    for name in [name for name, weapon in BOOK.weapons.items() if weapon.kind == kind]:
        for best in TRAITS.values():
            traits: dict[str, Any] = {trait: 9 if trait == best else 2 for trait in TRAITS.values()}
            bare: dict[str, Any] = {"style": name} if kind == "unarmed" else {"weapons": (name,)}
            ada = fighter(skills=SKILLS, actions=0, **traits, **bare)
            play = steps(fight(ada, foe(over=True), current=None), FACES[dice])
            bonus = 9 if best in linked else 2
            assert body(play).tests == ((skill, WORTH[dice] + bonus),)
            assert [roll.asked.chance for roll in rolls(play, "combat test")] == [f"{dice}d6 {bonus:+d}"]
            assert added(play, "combat test") == {"HZN-SKL-03": bonus}
            assert {rule, BOOK.weapons[name].rule} <= causes(play)


def test_nothing_is_tested_twice_in_a_turn():
    ada = fighter(skills=SKILLS, weapons=("lmg",), actions=0)
    begun = steps(fight(ada, foe(over=True, borrowed=2), current=None), (6, 4))
    assert not rolls(do(begun.fight, act("attack", 1)), "combat test")
