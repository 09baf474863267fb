"""TRN, SUR: the order of turns, what parts equals, and surprise."""

import pytest

from affray.core.live import Joined, resume
from affray.core.space import point
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.initiative import fix_order
from affray.rulesets.horizon.round import step
from affray.rulesets.horizon.scene import HorizonFighter, joining
from affray.testing.script import causes, first, play_out
from tests.horizon.cast import (
    END,
    PLAIN,
    act,
    added,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    next_asked,
    offered,
    opened,
    rolls,
    steps,
    table,
    wall,
)

LOOKS = {"awareness": 2}


def fresh(name, side="red", **changes):
    """Somebody who has no place in the order."""
    return fighter(name, side, entered=False, **changes)


def ordered(*bodies, answers=(), house=PLAIN, **table):
    return play_out(fight(*bodies, house=house, current=None, **table), fix_order, *answers)


def whose(play, turns):
    """Whose turns follow each other when everybody ends at once."""
    run = steps(play.fight, *[END] * turns, pieces=2 * turns)
    return [int(e.turn) for e in run.done if isinstance(e, fx.TurnFell) and e.turn is not None]


# --- the order ------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-TRN-02", "HZN-TRN-03")
def test_turns_go_by_awareness_the_highest_first():
    trio = (fresh("Ada", skills=LOOKS), fresh("Bo", "blue", skills=LOOKS), fresh("Cy", skills=LOOKS))
    play = ordered(*trio, answers=((4, 1), (6, 6), (1, 1)))
    assert [b.order for b in play.fight.fighters] == [3, 6, 2]
    assert whose(play, 3) == [1, 0, 2]
    assert {"HZN-TRN-02", "HZN-TRN-03"} <= causes(play)


@pytest.mark.rule("HZN-TRN-04")
def test_without_awareness_the_score_is_the_rank_in_acuity():
    play = ordered(fresh("Ada", acuity=3, agility=9), fresh("Bo", "blue", skills=LOOKS), answers=((4, 4),))
    assert [b.order for b in play.fight.fighters] == [3, 4]
    assert "HZN-TRN-04" in causes(play)
    strict = ordered(
        fresh("Ada", acuity=3), fresh("Bo", "blue", acuity=1), house=house(untrained="forbidden")
    )
    assert [b.order for b in strict.fight.fighters] == [3, 1]


@pytest.mark.rule("HZN-TRN-01", "HZN-TRN-03")
def test_everybody_tests_as_combat_begins():
    start = opened({"name": "Ada", "side": "red", "at": (0, 0), "skills": {"awareness": 1}},
                   {"name": "Bo", "side": "blue", "at": (9, 0)})  # fmt: skip
    play = steps(start, (6,))
    assert (table(play).round, [b.order for b in play.fight.fighters]) == (1, [4, 2])
    assert "HZN-TRN-01" in causes(play)


@pytest.mark.option("order.ties")
def test_equals_go_by_acuity_then_agility_then_dice():
    quick = {"skills": {"awareness": 1}, "acuity": 1}
    play = ordered(fresh("Ada", acuity=2), fresh("Bo", "blue", **quick), answers=((4,),))
    assert (whose(play, 2), [b.order for b in play.fight.fighters]) == ([0, 1], [2, 2])
    play = ordered(fresh("Ada", agility=1), fresh("Bo", "blue", agility=4))
    assert whose(play, 2) == [1, 0]
    play = ordered(fresh("Ada"), fresh("Bo", "blue"), answers=((3,), (3,), (2,), (5,)))
    assert whose(play, 2) == [1, 0]


@pytest.mark.option("order.ties")
def test_by_the_options_surprise_parts_equals_or_the_director_does():
    pair = (fresh("Ada", acuity=4), fresh("Bo", "blue", acuity=2, surprise=True))
    assert whose(ordered(*pair), 2) == [0, 1]
    assert whose(ordered(*pair, house=house(order_ties="surprise_first")), 2) == [1, 0]
    equal = (fresh("Ada", agility=9), fresh("Bo", "blue"))
    play = ordered(*equal, house=house(order_ties="director"), answers=(False, True))
    assert whose(play, 2) == [1, 0]


@pytest.mark.option("ties")
def test_who_foresees_and_is_tied_goes_by_the_option_on_ties():
    def foreseen(*answers, **options):
        ada, bo = (
            fresh("Ada", skills={"stealth": 1}),
            fresh("Bo", "blue", aware=False, agility=3, skills={"awareness": 1}),
        )
        start = fight(ada, bo, house=house(**options), current=None, round=0, fighting=False, opener="red",
                      way="distance")  # fmt: skip
        return body(steps(start, 0, *answers, (1,)), 1)

    assert foreseen((4,), (4,)).caught
    assert not foreseen((4,), (4,), ties="changed").caught
    assert not foreseen((4,), (4,), (1,), (4,), ties="reroll").caught


@pytest.mark.option("ties")
def test_a_search_that_comes_to_the_stealth_score_finds_by_the_option():
    start = fight(fighter(skills={"awareness": 1}), foe(hidden=True, stealth=4, checked=("Ada",)))
    assert body(do(start, act("look about"), (6,)), 1).noticed == ()
    changed = start._replace(house=house(ties="changed"))
    assert body(do(changed, act("look about"), (6,)), 1).noticed == ("Ada",)


@pytest.mark.option("order.scope")
def test_the_order_is_made_once_or_by_the_option_each_round():
    pair = (fighter(order=5, tied=(2, 2), over=True, skills=LOOKS), foe(order=1, tied=(2, 2), over=True))
    play = steps(fight(*pair, current=None))
    assert (table(play).round, [b.order for b in play.fight.fighters]) == (2, [5, 1])
    again = steps(fight(*pair, house=house(order_scope="round"), current=None), (1, 4))
    assert [b.order for b in again.fight.fighters] == [3, 2]


@pytest.mark.option("awareness.forced_counts")
def test_awareness_that_is_forced_does_not_use_up_the_search_but_by_the_option():
    pair = (fresh("Ada"), fresh("Bo", "blue", agility=3))
    assert not body(ordered(*pair)).searched
    assert body(ordered(*pair, house=house(awareness_forced_counts=True))).searched


@pytest.mark.option("join")
def test_who_comes_later_acts_in_the_next_round_or_by_the_option_at_once():
    late = HorizonFighter.model_validate({"name": "Cy", "side": "red", "at": (5, 5), "traits": {"acu": 9}})
    for how, turns in (("next_round", [1]), ("at_once", [2, 1])):
        start = fight(fighter(order=5, over=True), foe(order=1), house=house(join=how), current=None)
        log = [Joined(joining(start, late), "late", 0)]

        def rule(play):
            while not (play.fight.table.current is None and all(b.over for b in play.fight.fighters)):
                if play.fight.table.current is not None:
                    play.do(fx.TurnEnded(play.fight.table.current))
                    play.do(fx.TurnFell(None))
                else:
                    step(play)

        play, pending = resume(start, rule, log)
        assert pending is None
        assert [int(e.turn) for e in play.done if isinstance(e, fx.TurnFell) and e.turn is not None] == turns


# --- surprise -------------------------------------------------------------------------------------


def ambush(*, way="stealth", aware=False, guards=1, before=0, walls=(), red=None, options=None):
    """Red opens combat on blue guards who know nothing."""
    reds = [{"name": name, "side": "red", "at": (0, n), "traits": {"acu": 4}, **(red or {})}
            for n, name in enumerate(("Ada", "Abe"))]  # fmt: skip
    blues = [{"name": f"Guard {n}", "side": "blue", "at": (9, n), "aware": aware} for n in range(guards)]
    scene = {"opens": "red", "way": way, "before": before, "walls": walls}
    return opened(*reds, *blues, scene=scene, **(options or {}))


WALL = ({"name": "hedge", "ends": ((4, -9), (4, 9))},)


@pytest.mark.rule("HZN-SKL-04")
@pytest.mark.rule("HZN-SUR-01", "HZN-SUR-02", "HZN-SUR-03", "HZN-SUR-05")
def test_who_opens_combat_unseen_gains_its_acuity_and_all_its_allies_too():
    play = steps(ambush(walls=WALL), (3,), (2,))
    assert [b.order for b in play.fight.fighters] == [8, 8, 2]
    assert [b.surprise for b in play.fight.fighters] == [True, True, False]
    assert {"HZN-SUR-01", "HZN-SUR-02", "HZN-SUR-05"} <= causes(play)
    looks = steps(ambush(walls=WALL, red={"skills": {"awareness": 1}}), (6,), (6,), (3,), (2,))
    assert added(looks, "turn order") == {"HZN-SKL-04": 4, "HZN-SUR-03": 4}


@pytest.mark.rule("HZN-SKL-03")
@pytest.mark.rule("HZN-SUR-04")
def test_it_is_added_to_the_first_combat_test_and_to_no_later_one():
    gunner = fighter(acuity=4, surprise=True, skills={"special combat": 1}, order=9)
    play = steps(fight(gunner, foe(over=True), current=None), (3,))
    assert (body(play).tests, body(play).surprise) == ((("special combat", 2 + 4),), False)
    assert added(play, "combat test") == {"HZN-SKL-03": 2, "HZN-SUR-04": 4}
    later = steps(fight(body(play)._replace(over=False), foe(over=True), current=None), (3,))
    assert body(later).tests == (("special combat", 2),)


@pytest.mark.option("surprise.first_round")
def test_it_waits_for_the_first_test_but_by_the_option_only_in_the_first_round():
    gunner = fighter(acuity=4, surprise=True, order=9)
    for only_first, score in ((False, 6), (True, 2)):
        start = fight(
            gunner, foe(over=True), house=house(surprise_first_round=only_first), round=2, current=None
        )
        assert body(steps(start)).tests == (("special combat", score),)


@pytest.mark.rule("HZN-SUR-06")
def test_enemies_may_have_it_in_the_same_way():
    pair = ({"name": "Ada", "side": "red", "at": (0, 0), "aware": False},
            {"name": "Bo", "side": "blue", "at": (9, 0)})  # fmt: skip
    play = steps(opened(*pair, scene={"opens": "blue", "walls": WALL}))
    assert [b.surprise for b in play.fight.fighters] == [False, True]
    assert "HZN-SUR-06" in causes(play)


def test_one_who_knows_ends_it_for_all():
    start = ambush(walls=WALL, guards=2)
    knows = start.bodies[3]._replace(aware=True)
    play = steps(start._replace(bodies=(*start.bodies[:3], knows, start.bodies[4])), (3,), (2,), (5,), (6,))
    assert not any(b.surprise for b in play.fight.fighters)


@pytest.mark.option("surprise.scope")
@pytest.mark.rule("HZN-SUR-01")
@pytest.mark.rule("HZN-SUR-04")
def test_by_the_option_surprise_counts_against_those_alone_who_are_caught():
    per_target = {"options": {"surprise__scope": "target"}}
    start = ambush(walls=WALL, guards=2, **per_target)
    knows = start.bodies[3]._replace(aware=True)
    mixed = start._replace(bodies=(*start.bodies[:3], knows, start.bodies[4]))
    play = steps(mixed, (3,), (2,), (5,), (6,))
    assert [b.surprise for b in play.fight.fighters] == [True, True, False, False]
    assert [b.caught for b in play.fight.fighters] == [False, False, True, False]
    assert play.fight.fighters[0].order == 4 + 4
    turn = steps(play.fight, pieces=1)
    mine = table(turn).current
    assert mine in (0, 1)
    me = turn.fight.fighters[mine]
    assert (me.tests, me.striking) == ((("special combat", 2),), True)  # nothing is added to the test
    near = [me._replace(walls=(), spot=point(9, 0)), *[b._replace(walls=(), borrowed=2)
            for b in turn.fight.fighters[2:]]]  # fmt: skip
    struck = [do(fight(*near, house=play.fight.house), act("attack", at)) for at in (1, 2)]
    assert [first(p, fx.Attacked).ap for p in struck] == [2 + 5 + 4, 2 + 5]
    assert ["HZN-SUR-04" in causes(p) for p in struck] == [True, False]
    nobody = ambush(guards=2, aware=True, **per_target)
    assert not any(b.surprise for b in steps(nobody, (3,), (2,), (5,), (6,)).fight.fighters)


@pytest.mark.rule("HZN-SUR-07")
@pytest.mark.rule("HZN-SUR-01")
def test_who_sneaks_into_range_attacks_unannounced_and_who_is_seen_does_not():
    plain = steps(ambush(), (3,), (2,))
    assert not any(b.surprise for b in plain.fight.fighters)
    start = ambush(before=2, walls=WALL, red={"skills": {"stealth": 2}})
    hidden = do(start, act("hide"), (6, 6))
    assert (body(hidden).hidden, body(hidden).stealth) == (True, 8)
    play = do(hidden.fight, act("open combat"))
    begun = steps(play.fight, (3,), (2,))
    assert body(begun).surprise
    assert "HZN-SUR-07" in causes(begun)
    assert (table(play).opener, table(play).fighting) == ("red", True)


@pytest.mark.rule("HZN-SUR-01")
def test_who_knows_of_no_enemy_opens_no_combat():
    start = opened(scene={"before": 1})
    unaware = start._replace(bodies=(start.bodies[0]._replace(aware=False), *start.bodies[1:]))
    assert "open combat" in offered(start)
    assert forbids(unaware, act("open combat")) == {"HZN-SUR-01"}


@pytest.mark.rule("HZN-SUR-08")
def test_from_afar_awareness_is_penalised_or_not_allowed():
    start = ambush(way="distance", red={"skills": {"stealth": 1}})
    none = steps(start, None, (3,), (2,))
    assert body(none).surprise
    low = steps(start, -10, (1,), (3,), (2,))
    assert body(low).surprise
    sharp = start.bodies[2].sheet._replace(skills=start.bodies[2].sheet.skills._replace(awareness=3))
    keen = start._replace(bodies=(*start.bodies[:2], start.bodies[2]._replace(sheet=sharp), start.bodies[3]))
    found = steps(keen, 0, (1,), (6, 6, 6), (4, 4, 1), (5,), (1,))
    assert not body(found).surprise
    assert {"HZN-SUR-08"} <= causes(low) & causes(found)
    far = steps(keen, -10, (1,), (6, 6, 6), (4, 4, 1), (5,), (1,))
    (foreseen,) = rolls(far, "foresee")
    assert (foreseen.value, [mod.amount for mod in foreseen.tally]) == (2 + 6 - 10, [2, -10])


@pytest.mark.rule("HZN-SUR-09")
def test_in_a_crowd_the_director_decides():
    start = ambush(way="crowd")
    assert body(steps(start, True, (3,), (2,))).surprise
    seen = steps(start, False, (3,), (2,))
    assert not body(seen).surprise
    assert "HZN-SUR-09" in causes(seen)


# --- before combat --------------------------------------------------------------------------------


@pytest.mark.rule("HZN-TRN-01")
def test_before_combat_everybody_has_turns_for_nothing_and_then_it_begins():
    start = opened(scene={"before": 2})
    play = steps(start, END, END, END, END, (1,), (2,), pieces=10)
    assert (table(play).fighting, table(play).round) == (True, 1)
    assert "attack" not in offered(start)
    assert forbids(start, act("defend")) >= {"HZN-TRN-01"}
    assert next_asked(start, pieces=2).asked.question == "action"


def test_outside_combat_one_moves_and_draws_for_nothing():
    start = opened({"name": "Ada", "side": "red", "at": (0, 0), "weapons": ["lmg"], "in_hand": ""},
                   {"name": "Bo", "side": "blue", "at": (9, 0)}, scene={"before": 1})  # fmt: skip
    play = do(start, act("draw", item="LMG"))
    assert (body(play).hand, body(play).actions) == ("LMG", 2)
    play = do(play.fight, act("move", to=(0, 10)))
    assert (body(play).spot, body(play).actions) == ((0, 1000), 2)
    assert first(play, fx.MoveUsed).who == 0
    assert not rolls(play, "combat test")


def test_walls_are_known_to_all():
    assert wall("hedge", (4, -9), (4, 9)) == ambush(walls=WALL).bodies[0].walls[0]
