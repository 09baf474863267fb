"""Who is told of whom: grenades, alarms and surprise among three sides; no dice for nothing."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET, surprise
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.actions import menu
from affray.rulesets.horizon.fighter import knows_of
from affray.testing.roaming import roam
from affray.testing.script import causes, play_out
from tests.horizon.cast import (
    END,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    item,
    lost,
    made,
    opened,
    rolls,
    steps,
)
from tests.whole import part_of

GRENADE: dict[str, Any] = {"weapons": ("scrap-grenade",), "score": 5}


@pytest.mark.rule("HZN-STL-03", "HZN-PRF-07")
def test_the_thrower_of_a_grenade_is_offered_nobody_who_hides_from_it():
    hidden = foe("Hal", (10, 1), hidden=True, stealth=9, checked=("Ada",))
    start = fight(fighter(**GRENADE), foe(), hidden, foe("Cy", (10, 2)))
    throw = act("attack", 1)
    assert asks(start, throw).options == (None, Who(3))
    found = start.after(fx.Watched(Who(2), Who(0), True))
    assert asks(found, throw).options == (None, Who(2), Who(3))
    alone = fight(fighter(**GRENADE), foe(), hidden)
    assert lost(do(alone, throw), 2) == 0


@pytest.mark.rule("HZN-STL-03")
def test_no_line_of_the_menu_names_one_who_hides_unnoticed():
    hidden = foe("Hal", (3, 1), hidden=True, stealth=9, checked=("Ada",))
    start = fight(fighter(skills={"endurance": 1}, weapons=(made("rock"),), score=8), foe(), hidden)
    assert all(offer.act.at != Who(2) for offer in menu(start, Who(0)))
    assert any(offer.act.at == Who(1) for offer in menu(start, Who(0)))


@pytest.mark.slow
@pytest.mark.rule("HZN-STL-03")
@pytest.mark.parametrize("scene", [*part_of(RULESET.scenes, 2)])
def test_no_option_of_any_question_names_somebody_the_chooser_does_not_know_of(scene):
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene))
    bodies = [b._replace(hidden=n % 2 == 0, stealth=6) for n, b in enumerate(start.fighters)]
    hiding = start._replace(bodies=(*bodies, start.table._replace(floor=True)))
    seen = 0
    for seed in range(12):
        for stop in roam(RULESET, hiding, Stream(seed), most=150, checked=False).stops:
            if stop.asked.who < 0:
                continue
            me = stop.fight.bodies[stop.asked.who]
            for option in stop.options:
                at = option if isinstance(option, Who) else getattr(option, "at", None)
                if at is not None:
                    seen += 1
                    assert knows_of(me, stop.fight.bodies[at]), (stop.asked, option)
    assert seen > 100


# --- three sides ----------------------------------------------------------------------------------


def third(name="Cy", at=(9, 0), **changes):
    return fighter(name, "green", at, borrowed=2, **changes)


@pytest.mark.rule("HZN-STL-04")
def test_an_alarm_tells_comrades_and_no_third_side():
    ada = fighter(hidden=True, stealth=3, over=True)
    blue = [foe(skills={"awareness": 1}), foe("Di", (10, 1))]
    play = steps(fight(ada, *blue, third(skills={"awareness": 1}), current=1), (6,), True, (1,), END)
    one = body(play)
    assert (one.hidden, one.betrayed) == (True, ("blue",))
    known = [knows_of(body(play, n), one) for n in (1, 2, 3)]
    assert known == [True, True, False]
    assert [told.asked.who for told in rolls(play, "notice")] == [1, 3]
    seen = fight(one, body(play, 1), body(play, 2), body(play, 3)._replace(actions=2), current=3)
    assert "HZN-DIS-01" in forbids(seen, act("attack", 0), who=3)
    assert "HZN-STL-04" in causes(play)


@pytest.mark.rule("HZN-SUR-01", "HZN-SUR-05")
def test_what_one_side_knows_does_not_warn_another():
    def start(*aware):
        sides = ("red", "blue", "blue", "green")
        people: list[dict[str, Any]] = [
            {"name": name, "side": side, "at": (20 * n, 0), "aware": name in aware}
            for n, (name, side) in enumerate(zip(("Ada", "Bo", "Bea", "Cy"), sides, strict=True))
        ]
        scene = {"opens": "red", "walls": [{"name": "w", "ends": ((9, -40), (9, 40))}]}
        return body(play_out(opened(*people, scene=scene), surprise.settle), 0).surprise

    assert start("Ada")
    assert start("Ada", "Cy")
    assert start("Ada", "Bo")  # of green nobody knows
    assert not start("Ada", "Bo", "Cy")


# --- no dice for nothing --------------------------------------------------------------------------


@pytest.mark.rule("HZN-TRN-03")
def test_who_is_out_rolls_no_turn_order_and_comes_in_on_waking():
    people: list[dict[str, Any]] = [
        {"name": "Ada", "side": "red", "at": (0, 0), "skills": {"awareness": 1}},
        {"name": "Al", "side": "red", "at": (0, 1), "skills": {"awareness": 1}, "now": -3},
        {"name": "Bo", "side": "blue", "at": (9, 0), "skills": {"awareness": 1}},
    ]
    begun = steps(opened(*people), (6,), (4,))
    assert [told.asked.who for told in rolls(begun, "turn order")] == [0, 2]
    woken = begun.fight.after(fx.Hurt(Who(1), -9))
    assert [told.asked.who for told in rolls(steps(woken, (5,)), "turn order")] == [1]


@pytest.mark.rule("HZN-PRF-02")
@pytest.mark.parametrize(
    ("state", "tests"),
    [
        ({"borrowed": 2}, 0),
        ({"borrowed": 1}, 1),
        ({"owed": 2}, 0),
        ({"owed": 1}, 1),
        ({"borrowed": 1, "owed": 1}, 0),
    ],
)
def test_a_turn_that_can_do_nothing_with_a_score_rolls_none(state: dict[str, Any], tests: int):
    ada = fighter(skills={"special combat": 1}, actions=0, **state)
    play = steps(fight(ada, foe(over=True), current=None), *[(6,)] * tests)
    assert len(rolls(play, "combat test")) == tests
    ahead = fight(ada._replace(over=True), foe(over=True), current=None, house=house(test_time="round_start"))
    assert len(rolls(steps(ahead, *[(6,)] * tests), "combat test")) == tests


@pytest.mark.rule("HZN-PRF-02", "HZN-SUR-04")
def test_an_action_after_all_takes_the_test_first_and_surprise_waits_for_it():
    ada = fighter(skills={"special combat": 1}, acuity=3, actions=0, borrowed=2, surprise=True)
    idle = steps(fight(ada, foe(over=True), current=None))
    given = idle.fight.after(fx.Actions(Who(0), 1))
    play = do(given, act("defend"), (6,))
    assert body(play).tests == (("special combat", 2 + 2 + 3),)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-IMP-01")
def test_a_rock_attacks_as_a_rock():
    words, names = RULESET.words, ("Ada", "Bo")
    armed = fight(fighter(weapons=(made("rock"),), score=9), foe(at=(1, 0)))
    for way in ("attack", "throw"):
        play = do(armed, act(way, 1))
        said = [words.told(play.fight, names, told) for told in play.story]
        assert any("attacks with the rock" in line for line in said)
        assert not any("Rusty" in line for line in said)


@pytest.mark.rule("HZN-REL-08")
def test_bare_hands_have_nothing_to_reload():
    assert forbids(fight(fighter(weapons=(item("lmg", 3),), hand=""), foe()), act("reload")) == {"HZN-REL-08"}


@pytest.mark.rule("HZN-DEF-09")
def test_a_weapon_of_ones_own_may_ignore_defense():
    arm: dict[str, Any] = {"name": "thermal lance", "kind": "machine-gun", "tier": 2, "ignores_defense": True}
    people: list[dict[str, Any]] = [
        {"name": "Ada", "side": "red", "at": (0, 0), "weapons": [arm], "skills": {"rapid-fire combat": 1}},
        {"name": "Bo", "side": "blue", "at": (10, 0)},
    ]
    for tagged in (True, False):
        arm["ignores_defense"] = tagged
        start = opened(*people)
        ada = start.bodies[0]._replace(
            tests=(("rapid-fire combat", 5),), tested_with="thermal lance", actions=2
        )
        bo = start.bodies[1]._replace(pool=6, borrowed=2)
        play = do(fight(ada, bo), act("attack", 1))
        assert (lost(play), body(play, 1).pool) == ((8, 6) if tagged else (2, 0))
        assert ("HZN-DEF-09" in causes(play)) == tagged
        assert "HZN-DEF-06" not in causes(play)
