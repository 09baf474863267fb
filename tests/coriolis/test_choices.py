"""What the sheet lets one choose is asked, and every answer that the rules admit can be given."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis.actions import legal, why_not
from affray.rulesets.coriolis.questions import QUESTIONS
from affray.rulesets.coriolis.scene import CATALOGUE, CoriolisScene
from affray.rulesets.coriolis.words import WORDS
from affray.testing.choices import unasked
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house, rolls

pytestmark = pytest.mark.slow

CHOICES = {
    "COR-INIT-08": "AMB-05",
    "COR-INIT-10": "weapon for initiative: knife",
    "COR-INIT-11": ("weapon for initiative: none", "AMB-03"),
    "COR-INIT-12": ("bonus effect: raise initiative", "defence six: raise initiative"),
    "COR-INIT-13": ("action: lower initiative", "lower initiative by: 3"),
    "COR-AP-12": "action: end",
    "COR-MEL-08": "bonus effect: done",
    "COR-MEL-11": ("action: melee attack", "action: quick melee attack", "defend: no"),
    "COR-MEL-12": "defend: no",
    "COR-DEF-03": ("defend: yes", "AMB-34"),
    "COR-DEF-04": "defend: yes",
    "COR-DEF-06": "defence six: unspent",
    "COR-DEF-07": "defence six: decrease damage",
    "COR-DEF-08": "defence six: decrease damage",
    "COR-DEF-09": "defence six: counterattack",
    "COR-DEF-10": "defence six: disarm",
    "COR-DEF-11": "defence six: raise initiative",
    "COR-DEF-14": "bonus effect",
    "COR-MBE-01": "increase damage: 1",
    "COR-MBE-02": "increase damage: 2",
    "COR-MBE-03": "bonus effect: critical injury",
    "COR-MBE-04": ("reroll injury: no", "reroll injury: yes"),
    "COR-MBE-05": "bonus effect: strike fear",
    "COR-MBE-06": "bonus effect: strike fear",
    "COR-MBE-07": "bonus effect: raise initiative",
    "COR-MBE-08": "bonus effect: raise initiative",
    "COR-MBE-09": ("bonus effect: disarm", "disarm what"),
    "COR-MBE-10": "bonus effect: grapple",
    "COR-RNG-03": ("action: quick shot", "action: normal shot", "action: aimed shot", "action: full auto"),
    "COR-RNG-09": "bonus effect: done",
    "COR-SIZ-05": "AMB-20",
    "COR-AUT-02": "next die: stop firing",
    "COR-AUT-04": ("next die", "dice at", "sixes at", "next target"),
    "COR-AUT-05": "next die: at Thug 2",
    "COR-RBE-01": "increase damage: 0",
    "COR-RBE-02": "increase damage: 2",
    "COR-RBE-03": "bonus effect: critical injury",
    "COR-RBE-04": "reroll injury: yes",
    "COR-RBE-05": "bonus effect: suppress",
    "COR-RBE-06": "bonus effect: suppress",
    "COR-RBE-07": "bonus effect: raise initiative",
    "COR-RBE-08": "bonus effect: raise initiative",
    "COR-RBE-09": "bonus effect: suppress",
    "COR-RBE-10": ("bonus effect: disarm", "disarm what"),
    "COR-OVW-02": "action: overwatch",
    "COR-OVW-04": ("overwatch shot: yes", "overwatch shot: no", "overwatch gun"),
    "COR-DMG-04": "increase damage: 0",
    "COR-CRT-01": "bonus effect: critical injury",
    "COR-CRT-03": "reroll injury: yes",
    "COR-TRN-02": "action",
    "COR-TRN-04": "action: end",
}
"""Who decides what a rule leaves open: a question, an option of it, or the ruling that does."""

OTHERS = {
    "COR-AOO-01": ("attack of opportunity: yes", "attack of opportunity: no", "strike with"),
    "COR-DEF-05": "defend with",
}
"""What rules leave open without saying so: with what one reacts."""

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {
        "overwatch.trigger": "any_time",
        "reactions.order": "gm",
        "init.lower": "between_turns",
        "interrupt.change": "yes",
    },
)


def with_two_of_each() -> Any:
    """Everybody with two blades and two guns in hand, within arm's length and on overwatch."""
    arms = ("axe", "knife", "heavy pistol", "carbine")
    red = [fighter(f"Red {n}", "red", (n, 0), agility=5, strength=5, hp=12, weapons=arms) for n in (1, 2)]
    blue = [fighter(f"Blue {n}", "blue", (n, 3), agility=5, strength=5, hp=12, weapons=arms) for n in (1, 2)]
    return fight(*[b._replace(watch=point(1, 1)) for b in red], *blue, house=house(), turn=1, current=2)


def gunners_in_a_crowd(split: str) -> Any:
    """Everybody with an automatic weapon in hand, the foes within arm's length of each other."""
    red = [fighter(f"Red {n}", "red", (0, n), agility=12, hp=9, weapons=("carbine",)) for n in (1, 2)]
    blue = [fighter(f"Blue {n}", "blue", (9, n), agility=12, hp=9, weapons=("carbine",)) for n in (1, 2, 3)]
    return fight(*red, *blue, house=house(auto_split=split))


SITUATIONS = (
    with_two_of_each(),
    gunners_in_a_crowd("divide_pool_first"),
    gunners_in_a_crowd("assign_sixes_after"),
)


def test_what_the_rules_leave_open_and_every_question_there_are_words_for_is_asked():
    """In the same fights, since they are many."""
    every = {**CHOICES, **OTHERS, "COR-TRN-02": ("action", *QUESTIONS.by_name)}
    assert unasked(RULESET, every, SITUATIONS, HOUSES, fights=40, answers=250) == []


def test_every_rule_that_leaves_a_choice_says_who_makes_it():
    assert set(CHOICES) == {rule.id for rule in CATALOGUE.rules.values() if "C" in rule.needs}


# --- with what (AMB-32, COR-DEF-05) ----------------------------------------------------------------


def struck_with_axe_and_sword() -> Any:
    both = fighter("Bo", "blue", (1, 0), weapons=("sword", "axe"), strength=3, skills={"melee combat": 1})
    return fight(fighter(weapons=("knife",), strength=3, hp=9), both)


@pytest.mark.rule("COR-DEF-05", "COR-DEF-09")
@pytest.mark.parametrize(("weapon", "damage"), [("sword", 2), ("axe", 3)])
def test_the_weapon_chosen_to_defend_with_is_the_one_that_strikes_back(weapon, damage):
    start, strike = struck_with_axe_and_sword(), act("melee attack", 1, item="knife")
    waiting = asks(start, strike, True)
    assert (waiting.asked.question, tuple(waiting.options)) == ("defend with", ("sword", "axe"))
    rolling = asks(start, strike, True, weapon)
    assert rolling.chance is not None
    own = asks(start, strike, True, weapon, (1,) * dice(rolling))
    play = do(
        start, strike, True, weapon, (1,) * dice(rolling), (6, *(1,) * (dice(own) - 1)), "counterattack"
    )
    assert body(play, 0).hp == 9 - damage
    assert len(rolls(play, "defence")) == 1


def dice(waiting: Any) -> int:
    """How many dice are asked for."""
    return int(waiting.chance.expected.split(" of ")[1].split("d")[0])


@pytest.mark.rule("COR-DEF-05", "AMB-30")
@pytest.mark.parametrize("weapons", [("sword",), (), ("heavy pistol",)])
def test_with_one_weapon_or_none_nothing_is_asked(weapons):
    bo = fighter("Bo", "blue", (1, 0), weapons=weapons)
    waiting = asks(fight(fighter(weapons=("knife",)), bo), act("melee attack", 1, item="knife"), True)
    assert waiting.asked.question == "melee attack"


# --- reloading (AMB-21, AMB-54) --------------------------------------------------------------------


def half_empty(**state: Any) -> Any:
    shooter = fighter(weapons=("carbine",), **state)
    return fight(shooter, fighter("Bo", "blue", (9, 0)), house=house(quick_clip="since_reload"))


@pytest.mark.rule("COR-ACT-08", "AMB-21")
@pytest.mark.option("quick.clip")
@pytest.mark.parametrize(
    ("state", "offered"), [({}, False), ({"quick": ("carbine",)}, True), ({"empty": ("carbine",)}, True)]
)
def test_a_reload_is_offered_as_soon_as_it_changes_anything(state, offered):
    start, reload = half_empty(**state), act("reload", item="carbine")
    assert (reload in legal(start, Who(0))) is offered
    assert not why_not(start, Who(0), reload)
    assert body(do(start, reload), 0).quick == ()


# --- two weapons of one name -----------------------------------------------------------------------


@pytest.mark.rule("AMB-53")
def test_a_scene_in_which_somebody_has_two_weapons_of_one_name_is_refused():
    scene = {
        "ruleset": "coriolis",
        "title": "Twice",
        "fighters": [
            {
                "name": "Asha",
                "side": "red",
                "at": [0, 0],
                "archetype": "scout",
                "weapons": ["knife", "knife"],
            },
            {"name": "Bo", "side": "blue", "at": [5, 0], "archetype": "scout"},
        ],
    }
    faults = [*CoriolisScene.model_validate(scene).faults()]
    assert faults == [
        (("fighters", 0, "weapons"), "Asha has two weapons called 'knife'; expected different names")
    ]


# --- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("overwatch target", None, "fire at nobody"),
        ("next die", None, "stop firing"),
        ("next die", Who(1), "at Bo"),
        ("weapon for initiative", "", "none"),
    ],
)
def test_options_say_what_they_do(question, value, said):
    assert WORDS.option(("Asha", "Bo"), question, value) == said
