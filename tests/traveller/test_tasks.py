"""ACT, MSKL, FREE: skill checks, psionics, crew positions, words."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.pricing import price_action
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.actions import admits, menu
from affray.rulesets.traveller.sheet import Post
from affray.rulesets.traveller.tables import covers, skills
from affray.testing.script import causes, first
from tests.traveller.cast import act, asks, body, dms, do, fight, fighter, forbids, house, spot, wall

BO = fighter("Bo", "blue", (9, 0))


@pytest.mark.rule("TRV-ACT-SKILL", "TRV-ACT-01")
def test_a_check_with_full_attention_takes_the_significant_action():
    asha = fighter("Asha", full=(7, 7, 7, 7, 9, 7), skills={"mechanic": 2})
    here = fight(asha, BO)
    task = act("skill check", item="mechanic")
    assert asks(here, task).options == ("STR", "DEX", "END", "INT", "EDU", "SOC")
    play = do(here, task, "EDU", (4, 5))
    assert dms(play, "mechanic") == {"TRV-ACT-SKILL": 3}
    assert (first(play, fx.Narrated).result, body(play, 0).acts) == (4, 1)


@pytest.mark.parametrize(
    "made_up",
    [
        act("skill check", item="foo"), act("skill check"), act("aim", item="rifle"), act("talk", 1),
        act("stance", 1, item="prone"), act("move away", 1, to=(1, 1)),
        act("end", n=2), act("lead", item="x"),
    ],
)  # fmt: skip
def test_what_the_game_does_not_know_is_no_action(made_up):
    here = fight(fighter("Asha", skills={"mechanic": 2}), BO)
    assert admits(here, Who(0), made_up)


@pytest.mark.rule("TRV-ACT-SKILL")
def test_any_skill_of_the_list_can_be_tried_learned_or_not():
    here = fight(fighter("Asha", skills={"mechanic": 2}), BO)
    assert not [skill for skill in skills() if admits(here, Who(0), act("skill check", item=skill))]


@pytest.mark.rule("TRV-ACT-PSI", "TRV-R7")
def test_psionics_is_a_check_that_the_game_master_sets():
    here = fight(fighter("Asha", skills={"telepathy": 1}, reacted=0), BO)
    asked = asks(here, act("psionics"))
    assert (asked.asked.who, asked.asked.question) == (-1, "difficulty")
    play = do(here, act("psionics"), -2, (5, 5))
    assert dms(play, "psionics") == {"TRV-R1": -2}
    assert (first(play, fx.Narrated).result, body(play, 0).acts) == (0, 1)
    assert "TRV-ACT-PSI" in causes(play)


@pytest.mark.rule("TRV-ACT-CREW")
def test_a_crew_position_is_taken_with_a_significant_action_and_left_by_moving():
    post = Post("gunner", spot(1, 0), covers()["armoured vehicle"])
    here = fight(fighter("Asha"), BO, fighter("Cleo", at=(1, 1)), posts=(post,))
    take = act("take post", item="gunner")
    play = do(here, take)
    b = body(play, 0)
    assert (b.post, b.spot, b.acts, b.cover) == ("gunner", spot(1, 0), 1, post.cover)
    assert forbids(play.fight, take, who=2) == {"TRV-ACT-CREW"}
    assert body(do(play.fight, act("move", to=(3, 0))), 0).post == ""
    far = fight(fighter("Asha", at=(5, 0)), BO, posts=(post,))
    assert forbids(far, take) == {"TRV-ACT-CREW"}


@pytest.mark.rule("TRV-ACT-CREW", "TRV-R37")
@pytest.mark.parametrize("own", ["civilian vehicle", "vegetation", ""])
def test_what_stands_beside_a_crew_position_covers_as_well(own):
    beside = wall("wall", "stone wall", (2, -3), (2, 3))
    post = Post("gunner", spot(1, 0), covers()[own] if own else None)
    here = fight(fighter("Asha"), fighter("Bo", "blue", (30, 0)), posts=(post,), covers=(beside,))
    b = body(do(here, act("take post", item="gunner")), 0)
    found = sorted((beside, *([post.cover] if post.cover else [])), key=lambda c: -c.armour)
    assert (b.cover, b.more) == (found[0], tuple(found[1:]))


@pytest.mark.rule("TRV-MSKL-01")
def test_looking_out_and_telling_gear_are_minor_actions():
    asha = fighter("Asha", skills={"recon": 1})
    here = fight(asha, BO._replace(unseen=True))
    found = do(here, act("scout", 1), (4, 3))
    assert (body(found, 1).unseen, body(found, 0).acts) == (False, 2)
    assert body(do(here, act("scout", 1), (3, 3)), 1).unseen
    told = do(here, act("identify gear"), (3, 3))
    assert (first(told, fx.Narrated).result, body(told, 0).acts) == (-1, 2)
    assert "TRV-MSKL-01" in causes(told)


@pytest.mark.rule("TRV-MSKL-01", "TRV-R42")
@pytest.mark.option("scout.finds")
@pytest.mark.parametrize(("finds", "seen"), [("nearest", [2]), ("all", [1, 2])])
def test_looking_out_finds_the_nearest_who_hides_or_all_by_the_option(finds, seen):
    hidden = [fighter(n, "blue", (x, 0), unseen=True) for n, x in (("Bo", 30), ("Cleo", 20))]
    friend = fighter("Dov", "red", (2, 0), unseen=True)
    dead = fighter("Eve", "blue", (5, 0), unseen=True, strength=0, dexterity=0, endurance=0)
    asha = fighter("Asha", skills={"recon": 1})
    here = fight(asha, *hidden, friend, dead, house=house(scout_finds=finds))
    play = do(here, act("scout"), (3, 4))
    assert [n for n, b in enumerate(play.fight.fighters) if b.unseen] == [
        n for n in range(1, 5) if n not in seen
    ]
    assert ("TRV-R42" in causes(play), body(play, 0).acts) == (True, 2)
    assert do(here, act("scout"), (3, 3)).fight.fighters[1:] == here.fighters[1:]


def test_who_looks_out_is_not_told_by_the_menu_whether_anybody_hides():
    there, nobody = [
        fight(fighter("Asha", skills={"recon": 1}), BO, fighter("Cy", "blue", (20, 0), unseen=unseen))
        for unseen in (True, False)
    ]
    for here in (there, nobody):
        assert admits(here, Who(0), act("scout")) == ()
        assert act("scout") in [offer.act for offer in menu(here, Who(0)) if not offer.refused]
    prices = [price_action(RULESET, here, Who(0), act("scout")) for here in (there, nobody)]
    assert [m.name for m in prices[0].measures if m.headline] == ["succeeds"]
    assert len({tuple((m.name, tuple(m.weights.items())) for m in price.measures) for price in prices}) == 1
    assert act("scout") not in [offer.act for offer in menu(fight(fighter("Asha"), BO), Who(0))]


@pytest.mark.rule("TRV-FREE-01", "TRV-UNC-01")
@pytest.mark.parametrize("what", ["talk", "push a button"])
def test_a_word_or_a_button_takes_nothing(what):
    here = fight(fighter("Asha", acts=0), BO)
    play = do(here, act(what))
    assert body(play, 0).acts == 0
    assert "TRV-FREE-01" in causes(play)
    assert forbids(fight(fighter("Asha", out=True, strength=0, endurance=0), BO), act(what)) == {"TRV-UNC-01"}
