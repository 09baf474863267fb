"""DEF: defending in melee, and what a defender's sixes buy."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import Chose, Rolled
from affray.core.space import Point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.state import State, Thing
from affray.rulesets.coriolis.words import WORDS
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, dice_of, do, fight, fighter, house, opened, rolls, table

SWORD = act("melee attack", 1, item="sword")
CUTS = (6, 6, 1, 1, 1)
HIT = (6, 1, 1, 1, 1)
MISS = (1, 1, 1, 1, 1)


def duel(
    foe: dict[str, Any] | None = None, weapons: tuple[str, ...] = ("axe",), darkness: int = 2, **options: Any
) -> State:
    """Asha with 5 dice and a sword (2 damage) against Bo with 3 strength and an axe (3 damage, crit 2)."""
    asha = fighter("Asha", strength=4, hp=10, weapons=("sword",))
    bo = fighter("Bo", "blue", (1, 0), weapons=weapons, **{"strength": 3, "hp": 20, **(foe or {})})
    return fight(asha, bo, house=house(**options), darkness=darkness)


# --- declaring it ---------------------------------------------------------------------------------


@pytest.mark.rule("COR-DEF-01", "COR-DEF-02")
def test_one_who_is_attacked_in_melee_may_defend_for_one_point():
    asked = asks(duel(), SWORD)
    assert (asked.asked.who, asked.asked.question, asked.options) == (1, "defend", (False, True))
    play = do(duel(), SWORD, True, MISS, (1, 1, 1))
    assert (body(play, 0).ap, body(play, 1).ap) == (1, 2)
    assert {"COR-DEF-01", "COR-DEF-02"} <= causes(play)


@pytest.mark.option("defence.cost")
@pytest.mark.parametrize("cost", [0, 1])
def test_the_question_says_what_a_defence_costs(cost):
    asked = asks(duel(defence_cost=cost), SWORD)
    said = WORDS.asked(("Asha", "Bo"), asked.asked, asked.about)
    assert said == f"Asha attacks with the sword. Does Bo defend ({cost} AP)?"


@pytest.mark.rule("COR-DEF-01", "COR-DEF-02", "COR-DEF-04")
@pytest.mark.parametrize(
    "state", [{"ap": 0}, {"aware": False}, {"stun": 1}, {"held_by": Who(0)}, {"holding": Who(0)}, {"hp": 0}]
)
def test_who_cannot_react_is_not_asked(state):
    here = duel()
    bodies = (here.fighters[0], here.fighters[1]._replace(**state), here.table)
    assert asks(here._replace(bodies=bodies), SWORD).asked.question == "melee attack"


@pytest.mark.rule("COR-DEF-03", "COR-DEF-01", "COR-DEF-02", "COR-ACT-13")
def test_an_npc_defends_for_a_darkness_point():
    play = do(duel({"npc": True}), SWORD, True, MISS, (1, 1, 1))
    assert (table(play).darkness, body(play, 1).ap) == (1, 2)
    assert "COR-DEF-03" in causes(play)
    assert asks(duel({"npc": True}, darkness=0), SWORD).asked.question == "melee attack"


@pytest.mark.rule("COR-DEF-01", "COR-DEF-03")
def test_a_players_combatant_pays_no_darkness():
    play = do(duel(darkness=0), SWORD, True, MISS, (1, 1, 1))
    assert table(play).darkness == 0
    assert "COR-DEF-03" not in causes(play)


@pytest.mark.rule("COR-DEF-04")
def test_the_defence_is_declared_before_any_dice():
    play = do(duel(), SWORD, True, MISS, (1, 1, 1))
    asked = [told.asked.question for told in play.story if isinstance(told, Chose | Rolled)]
    assert asked == ["defend", "melee attack", "defence"]
    assert "COR-DEF-04" in causes(play)


# --- the roll -------------------------------------------------------------------------------------


@pytest.mark.rule("COR-DEF-05")
def test_both_roll_melee_combat():
    play = do(duel(), SWORD, True, MISS, (1, 1, 1))
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 4, "COR-MEL-05": 1}
    assert dice_of(play, "defence") == {"COR-DEF-05": 3}
    assert "COR-DEF-05" in causes(play)
    assert "COR-MEL-12" not in causes(play)


@pytest.mark.rule("COR-MEL-05", "COR-DEF-05")
def test_the_defenders_weapon_adds_its_bonus():
    play = do(duel(weapons=("baton",)), SWORD, True, MISS, (1, 1, 1, 1, 1))
    assert dice_of(play, "defence") == {"COR-DEF-05": 3, "COR-MEL-05": 2}


@pytest.mark.rule("COR-DEF-12")
def test_bare_hands_against_a_weapon_have_two_dice_fewer():
    play = do(duel(weapons=()), SWORD, True, MISS, (1,))
    assert dice_of(play, "defence") == {"COR-DEF-05": 3, "COR-DEF-12": -2}
    assert "COR-DEF-12" in causes(play)
    bare = do(duel(weapons=()), act("melee attack", 1, item="unarmed"), True, (1,) * 4, (1, 1, 1))
    assert "COR-DEF-12" not in causes(bare)


@pytest.mark.rule("AMB-30")
def test_claws_are_no_weapon_in_hand_for_either_side():
    clawed = do(duel(weapons=("claws",)), SWORD, True, MISS, (1,))
    assert dice_of(clawed, "defence") == {"COR-DEF-05": 3, "COR-DEF-12": -2}
    start = duel(weapons=())
    beast = fighter("Beast", strength=3, weapons=("claws",))
    play = do(fight(beast, *start.fighters[1:], house=start.house), act("melee attack", 1, item="claws"),
              True, (1,) * 3, (1, 1, 1))  # fmt: skip
    assert "COR-DEF-12" not in causes(play)


@pytest.mark.option("unarmed.ranged_counts")
@pytest.mark.parametrize(("counts", "dice"), [(False, 1), (True, 3)])
def test_whether_a_gun_in_hand_keeps_one_from_being_unarmed(counts, dice):
    play = do(duel(weapons=("carbine",), unarmed_ranged_counts=counts), SWORD, True, MISS, (1,) * dice)
    assert rolls(play, "defence")[0].tally.total == dice


# --- what its sixes buy ---------------------------------------------------------------------------


@pytest.mark.rule("COR-DEF-06")
def test_each_six_of_the_defender_buys_one_effect():
    play = do(duel(), SWORD, True, MISS, (6, 6, 6), "counterattack", "disarm", "raise initiative")
    assert (body(play, 0).hp, body(play, 0).hands, body(play, 1).bought) == (7, (), 2)
    assert "COR-DEF-06" in causes(play)


@pytest.mark.rule("COR-DEF-07", "COR-DEF-13")
def test_a_six_cancels_one_of_the_attackers():
    play = do(duel(), SWORD, True, HIT, (6, 1, 1), "decrease damage")
    assert body(play, 1).hp == 20
    assert "COR-DEF-07" in causes(play)
    play = do(duel(), SWORD, True, CUTS, (6, 1, 1), "decrease damage")
    assert body(play, 1).hp == 18
    assert {"COR-DEF-13", "COR-MEL-09"} <= causes(play)


@pytest.mark.rule("COR-DEF-08")
def test_and_may_be_bought_again():
    play = do(duel(), SWORD, True, CUTS, (6, 6, 1), "decrease damage", "decrease damage")
    assert body(play, 1).hp == 20
    assert "COR-DEF-08" in causes(play)
    assert "COR-DEF-08" not in causes(do(duel(), SWORD, True, CUTS, (6, 1, 1), "decrease damage"))


@pytest.mark.rule("COR-DEF-08")
def test_but_not_when_no_six_is_left_to_cancel():
    asked = asks(duel(), SWORD, True, HIT, (6, 6, 1), "decrease damage")
    assert asked.options == ("unspent", "counterattack", "disarm", "raise initiative")


@pytest.mark.rule("COR-DEF-09")
def test_a_counterattack_deals_the_defenders_weapon_damage_through_armour():
    here = duel()
    mailed = here.fighters[0]._replace(sheet=here.fighters[0].sheet._replace(armour=2))
    here = here._replace(bodies=(mailed, *here.bodies[1:]))
    play = do(here, SWORD, True, MISS, (6, 1, 1), "counterattack", (6, 1))
    assert (body(play, 0).hp, body(play, 1).hp, body(play, 1).ap) == (8, 20, 2)
    assert "COR-DEF-09" in causes(play)
    assert "COR-RNG-07" not in causes(play)


def test_attack_and_counterattack_are_simultaneous_so_both_can_fall():
    here = duel({"hp": 2}).after(fx.Hurt(Who(0), 8))
    play = do(here, SWORD, True, HIT, (6, 1, 1), "counterattack")
    assert (body(play, 0).hp, body(play, 1).hp) == (0, 0)


@pytest.mark.rule("COR-DEF-10")
def test_a_disarmed_attacker_drops_its_weapon_once_the_attack_is_resolved():
    play = do(duel(), SWORD, True, HIT, (6, 1, 1), "disarm")
    assert (body(play, 1).hp, body(play, 0).hands) == (18, ())
    assert kinds(play)[-3:] == ["Hurt", "Landed", "Dropped"]
    assert [(thing.weapon.name, thing.spot) for thing in table(play).ground] == [("sword", Point(0, 0))]
    assert isinstance(table(play).ground[0], Thing)
    assert "COR-DEF-10" in causes(play)


FIST = act("melee attack", 1, item="unarmed")


def holding(*hands: str) -> State:
    """The duel, where Asha carries a sword and a knife and has so much of it in hand."""
    asha = fighter("Asha", strength=4, hp=10, weapons=("sword", "knife"), hands=hands)
    return duel()._replace(bodies=(asha, *duel().bodies[1:]))


@pytest.mark.rule("COR-DEF-10")
def test_bare_hands_cannot_be_struck_from_the_attacker():
    asked = asks(holding(), FIST, True, (1,) * 4, (6, 1, 1))
    assert "disarm" not in asked.options


@pytest.mark.rule("COR-DEF-10", "AMB-53")
def test_the_defender_names_what_the_attacker_drops():
    """Whatever it holds, though it strikes with something else; that of the attack is listed first."""
    here = holding("knife", "sword")
    asked = asks(here, SWORD, True, HIT, (6, 1, 1), "disarm")
    assert (asked.asked.who, asked.asked.question, asked.options) == (1, "disarm what", ("sword", "knife"))
    play = do(here, SWORD, True, HIT, (6, 1, 1), "disarm", "knife")
    assert (body(play, 1).hp, body(play, 0).hands) == (18, ("sword",))
    play = do(holding("sword"), FIST, True, (1,) * 4, (6, 1, 1), "disarm")
    assert body(play, 0).hands == ()


@pytest.mark.rule("COR-DEF-11", "COR-INIT-12")
def test_a_six_raises_the_defenders_initiative():
    play = do(duel(), SWORD, True, MISS, (6, 1, 1), "raise initiative")
    assert (body(play, 1).score, body(play, 1).bought) == (3, 2)
    assert {"COR-DEF-11", "COR-INIT-12"} <= causes(play)


@pytest.mark.rule("COR-DEF-13")
def test_the_effects_of_the_defence_come_before_the_damage():
    play = do(duel(), SWORD, True, HIT, (6, 1, 1), "counterattack")
    assert [e.who for e in play.done if isinstance(e, fx.Hurt)] == [0, 1]
    assert "COR-DEF-13" in causes(play)
    assert "COR-MEL-06" not in causes(play)


@pytest.mark.rule("COR-DEF-14")
def test_what_is_left_of_the_attackers_extra_sixes_buys_effects_after_the_damage():
    play = do(duel(), SWORD, True, (6, 6, 6, 1, 1), (6, 1, 1), "decrease damage", 0, "strike fear")
    assert kinds(play)[-2:] == ["Hurt", "Stressed"]
    assert (body(play, 1).hp, body(play, 1).mp) == (18, 3)
    assert "COR-DEF-14" in causes(play)


def test_sixes_may_be_left_unspent():
    play = do(duel(), SWORD, True, HIT, (6, 6, 1), "unspent")
    assert (body(play, 0).hp, body(play, 1).hp) == (10, 18)


# --- the options ----------------------------------------------------------------------------------


@pytest.mark.option("counter.repeat")
@pytest.mark.parametrize("again", [False, True])
def test_whether_several_counterattacks_may_be_bought(again):
    here = duel(counter_repeat=again)
    asked = asks(here, SWORD, True, MISS, (6, 6, 1), "counterattack")
    assert ("counterattack" in asked.options) is again
    if again:
        assert body(do(here, SWORD, True, MISS, (6, 6, 1), "counterattack", "counterattack"), 0).hp == 4


@pytest.mark.option("counter.crit")
@pytest.mark.parametrize("allowed", [False, True])
def test_whether_a_counterattack_may_bring_an_injury_for_further_sixes(allowed):
    here = duel({"strength": 4}, counter_crit=allowed)
    before = asks(here, SWORD, True, MISS, (6, 6, 6, 1))
    assert "counter critical" not in before.options
    asked = asks(here, SWORD, True, MISS, (6, 6, 6, 1), "counterattack")
    assert ("counter critical" in asked.options) is allowed
    if allowed:
        play = do(here, SWORD, True, MISS, (6, 6, 6, 1), "counterattack", "counter critical", (1, 1))
        assert (body(play, 0).hp, [i.code for i in body(play, 0).injuries]) == (7, [11])


@pytest.mark.rule("COR-DEF-10")
@pytest.mark.option("counter.crit")
def test_what_an_injury_has_made_one_drop_is_not_dropped_again():
    here = duel({"strength": 5}, counter_crit=True)
    play = do(here, SWORD, True, MISS, (6, 6, 6, 6, 1), "disarm", "counterattack", "counter critical", (1, 3))
    assert [thing.weapon.name for thing in table(play).ground] == ["sword"]
    assert kinds(play).count("Landed") == 1


@pytest.mark.rule("COR-DEF-09")
@pytest.mark.option("crit.needs_damage")
@pytest.mark.option("counter.crit")
def test_and_only_where_it_drew_blood():
    here = duel({"strength": 4}, counter_crit=True)
    mailed = here.fighters[0]._replace(sheet=here.fighters[0].sheet._replace(armour=3))
    here = here._replace(bodies=(mailed, *here.bodies[1:]))
    asked = asks(here, SWORD, True, MISS, (6, 6, 6, 1), "counterattack", (6, 6, 6))
    assert "counter critical" not in asked.options
    either_way = here._replace(house=here.house._replace(crit_needs_damage=False))
    asked = asks(either_way, SWORD, True, MISS, (6, 6, 6, 1), "counterattack", (6, 6, 6))
    assert "counter critical" in asked.options


@pytest.mark.option("defence.repeat_initiative")
@pytest.mark.parametrize("again", [False, True])
def test_whether_the_defender_may_raise_initiative_again(again):
    here = duel(defence_repeat_initiative=again)
    asked = asks(here, SWORD, True, MISS, (6, 6, 1), "raise initiative")
    assert ("raise initiative" in asked.options) is again
    assert not {"disarm", "counterattack"} - set(asked.options)


@pytest.mark.option("npc.dp")
@pytest.mark.parametrize(("how", "left"), [("defence", 2), ("all_reactions", 1)])
def test_whether_other_reactions_of_npcs_cost_darkness(how, left):
    npc = fighter("Bo", "blue", (1, 0), npc=True)
    here = fight(fighter("Asha", hp=20), npc, house=house(npc_dp=how))
    play = do(here, act("sprint", to=(-9, 0)), True, False, (1, 1, 1, 1))
    assert table(play).darkness == left


@pytest.mark.option("npc.dp")
@pytest.mark.parametrize(("how", "asked"), [("defence", True), ("all_reactions", False)])
def test_and_without_darkness_they_do_not_happen(how, asked):
    npc = fighter("Bo", "blue", (1, 0), npc=True)
    sniper = fighter("Cleo", "blue", (0, 9), npc=True, weapons=("carbine",), watch=Point(0, 0))
    here = fight(fighter("Asha", hp=20), npc, sniper, house=house(npc_dp=how), darkness=0)
    answers = [] if not asked else [False, False]
    play = do(here, act("sprint", to=(-9, 0)), *answers)
    assert first(play, fx.Moved).who == 0


@pytest.mark.option("darkness.start")
@pytest.mark.parametrize("points", [0, 2, 10])
def test_the_darkness_points_at_the_start(points):
    assert opened(darkness__start=points).table.darkness == points
    assert opened().table.darkness == 2


# --- praying --------------------------------------------------------------------------------------


@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize(
    ("who", "npc", "asked"),
    [
        ("off", False, False),
        ("off", True, False),
        ("players", False, True),
        ("players", True, False),
        ("both", False, True),
        ("both", True, True),
    ],
)
def test_who_may_pray(who, npc, asked):
    asha = fighter("Asha", npc=npc, weapons=("sword",))
    here = fight(asha, fighter("Bo", "blue", (1, 0), npc=True, ap=0, hp=20), house=house(darkness_pray=who))
    play = do(here, SWORD, (1, 1, 6), *([False] if asked else []))
    assert body(play, 1).hp == 18


@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize(("npc", "left"), [(False, 3), (True, 1)])
def test_a_prayer_rerolls_what_is_no_six_once_for_darkness(npc, left):
    asha = fighter("Asha", npc=npc, weapons=("sword",))
    here = fight(
        asha, fighter("Bo", "blue", (1, 0), npc=True, ap=0, hp=20), house=house(darkness_pray="both")
    )
    play = do(here, SWORD, (1, 1, 6), True, (6, 1), 1)
    assert (table(play).darkness, body(play, 1).hp) == (left, 17)


@pytest.mark.option("darkness.pray")
def test_an_npc_without_darkness_cannot_and_armour_is_not_prayed_over():
    asha = fighter("Asha", npc=True, weapons=("sword",))
    bo = fighter("Bo", "blue", (1, 0), armour=2, ap=0, hp=20)
    here = fight(asha, bo, house=house(darkness_pray="both"), darkness=0)
    play = do(here, SWORD, (1, 1, 6), (1, 1))
    assert body(play, 1).hp == 18
