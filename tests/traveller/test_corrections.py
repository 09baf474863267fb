"""What a game master puts right, and what follows from it by the rules."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.state import Body, State
from affray.rulesets.traveller.tables import covers
from affray.rulesets.traveller.words import WORDS
from affray.session.correction import corrected
from affray.testing.script import play_out
from tests.traveller.cast import fight, fighter, next_asked, spot

BO = Who(1)


def pair(**bo) -> State:
    """Asha, and Bo in her grip with a dagger in hand."""
    asha = fighter("Asha", grip=BO)
    return fight(asha, fighter("Bo", "blue", (1, 0), weapons=("dagger",), **{"grip": Who(0), **bo}))


def after(effect: Effect, **bo) -> tuple[Body, Body]:
    one, other = corrected(RULESET, pair(**bo), effect).fighters
    return one, other


@pytest.mark.rule("TRV-UNC-01", "TRV-R15")
def test_two_at_zero_are_unconscious_and_let_go():
    one, other = after(fx.Hurt(BO, 7, 0, 7))
    assert (other.out, other.grip, one.grip) == (True, None, None)
    assert after(fx.Hurt(BO, 7, 7, 7))[0].grip is None
    assert after(fx.Hurt(BO, 7, 0, 0))[1].grip == 0


@pytest.mark.rule("TRV-R33")
def test_a_fight_that_is_called_won_is_over_for_all():
    here = corrected(RULESET, pair(), fx.Won("blue"))
    assert (here.table.won, [b.grip for b in here.fighters]) == ("blue", [None, None])


@pytest.mark.rule("TRV-R25")
def test_damage_is_taken_by_the_victim_when_play_goes_on():
    here = corrected(RULESET, pair(), fx.Struck(BO, 9))
    assert here.bodies[1].due == (9,)
    asked = next_asked(here)
    assert (asked.asked.who, asked.asked.question) == (1, "damage goes to")


@pytest.mark.rule("TRV-R22")
def test_who_is_put_elsewhere_is_out_of_the_grapple():
    assert after(fx.Placed(BO, spot(9, 9)))[0].grip is None
    assert after(fx.Placed(BO, spot(0, 1)))[0].grip == 1


@pytest.mark.rule("TRV-ITEM-01")
def test_what_is_dropped_lies_on_the_ground():
    here = corrected(RULESET, pair(), fx.Dropped(BO, "dagger"))
    assert [thing.weapon.name for thing in here.table.ground] == ["dagger"]


def ruled(rule, *row):
    """A row that shows a rule."""
    return pytest.param(*row, marks=pytest.mark.rule(rule))


@pytest.mark.parametrize(
    ("effect", "bo", "why"),
    [
        ruled("TRV-R25", fx.Struck(BO, 0), {}, "at least 1 point"),
        ruled(
            "TRV-R15",
            fx.Struck(BO, 3),
            {"strength": 0, "dexterity": 0, "endurance": 0, "grip": None},
            "is dead",
        ),
        ruled(
            "TRV-R15",
            fx.Restored(BO, 1, 1, 1),
            {"strength": 0, "dexterity": 0, "endurance": 0, "grip": None},
            "is dead",
        ),
        ruled("TRV-WAKE-01", fx.Woke(BO), {}, "is not unconscious"),
        ruled("TRV-STAN-01", fx.Stance(BO, "asleep"), {}, "asleep is no stance"),
        ruled("TRV-DRAW-01", fx.Drew(BO, "dagger"), {}, "it is already in hand"),
        ruled("TRV-DRAW-01", fx.Drew(BO, "sword"), {}, "carries no sword"),
        ruled("TRV-DRAW-01", fx.Reloaded(BO, "sword"), {}, "carries no sword"),
        ruled("TRV-ITEM-01", fx.Dropped(BO, "sword"), {}, "carries no sword"),
    ],
)
def test_what_cannot_be_is_refused(effect, bo, why):
    with pytest.raises(BadAnswer, match=why):
        after(effect, **bo)


@pytest.mark.rule(
    "TRV-R15", "TRV-R25", "TRV-WAKE-01", "TRV-STAN-01", "TRV-DRAW-01", "TRV-ITEM-01", "TRV-GRAP-01"
)
def test_what_can_be_is_done():
    apart = {"grip": None}
    assert after(fx.Struck(BO, 1), **apart)[1].due == (1,)
    assert after(fx.Restored(BO, 1, 0, 0), strength=3, **apart)[1].strength == 4
    assert not after(fx.Woke(BO), out=True, **apart)[1].out
    assert after(fx.Stance(BO, "prone"), **apart)[1].stance == "prone"
    assert after(fx.Drew(BO, "dagger"), hands=(), **apart)[1].hands == ("dagger",)
    assert after(fx.Dropped(BO, "dagger"), **apart)[1].hands == ()
    assert after(fx.TookCover(BO, covers()["stone wall"]), **apart)[1].cover is not None
    assert after(fx.TookCover(BO, None))[1].cover is None


@pytest.mark.rule("TRV-GRAP-01")
def test_nobody_is_behind_cover_in_a_grapple():
    with pytest.raises(BadAnswer, match="is in a grapple"):
        after(fx.TookCover(BO, covers()["stone wall"]))


def test_what_is_told_of_a_correction_is_what_came_of_it():
    bar = operations.start("startown_bar", seed=1)
    for words, said in (
        ("hurt Bosun 0 0 2", "Bosun: END -2"),
        ("hurt Bosun 0 -9 -99", "Bosun: END +2"),
        ("hurt Bosun 0 0 -99", "Bosun: nothing changes"),
    ):
        before = len(bar.story)
        bar.say.correct(words.split(), "test")
        told, then, _ = bar.story[before]
        assert bar.ruleset.words.told(then, bar.names, told) == f"Correction (test): {said}"


@pytest.mark.rule("TRV-UNC-01")
def test_a_correction_knocks_out_nobody_who_woke_with_two_at_zero():
    here = fight(fighter("Asha"), fighter("Bo", "blue", strength=0, dexterity=0, endurance=3))
    for change in (fx.Restored(BO, 0, 0, 1), fx.Hurt(BO, 0, 0, -2), fx.Hurt(BO, 1, 0, 0)):
        assert not corrected(RULESET, here, change).bodies[1].out, change
    worse = corrected(RULESET, here, fx.Hurt(BO, 0, 0, 1))
    assert worse.bodies[1].out


@pytest.mark.rule("TRV-UNC-01", "TRV-WAKE-01")
@pytest.mark.parametrize("change", [fx.Restored(BO, 1, 0, 0), fx.Hurt(BO, -1, 0, 0)])
def test_the_log_says_whom_a_correction_wakes(change):
    here = fight(fighter("Asha"), fighter("Bo", "blue", strength=0, dexterity=0, out=True))
    play = play_out(here, lambda play: RULESET.corrected(play, change))
    assert not play.fight.bodies[1].out
    assert "Bo wakes up" in [WORDS.told(play.fight, ("Asha", "Bo"), told) for told in play.story]
