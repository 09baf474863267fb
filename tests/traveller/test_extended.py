"""EXT: work over several rounds, and what a wound does to it."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.sheet import Project
from affray.rulesets.traveller.state import State, Work
from affray.testing.script import causes, kinds
from tests.traveller.cast import (
    act,
    asks,
    body,
    dms,
    do,
    fight,
    fighter,
    forbids,
    house,
    rolls,
    runs,
    table,
    total,
)

DRIVE = Project("the drive", "engineer", "EDU", 0, 3)
WORK, END = act("work", item="the drive"), act("end")
SHOT = act("ranged attack", 0, item="revolver")


def engine(work: Work | None = None, project: Project = DRIVE, **options) -> State:
    """Asha, Engineer 1, at the drive; it is the turn of Bo, who has a revolver."""
    asha = fighter("Asha", skills={"engineer": 1}, work=work, score=1)
    bo = fighter("Bo", "blue", (6, 0), weapons=("revolver",), score=2)
    return fight(asha, bo, current=1, house=house(**options), projects=(project,))


@pytest.mark.rule("TRV-ACT-SKILL", "TRV-EXT-01")
def test_the_first_round_takes_a_check_and_the_others_do_not():
    begun = do(engine(), WORK, (3, 4))
    assert dms(begun, "extended action") == {"TRV-ACT-SKILL": 1}
    assert body(begun, 0).work == Work("the drive", 1, fresh=True)
    again = do(begun.fight.after(fx.Refreshed(Who(0))), WORK)
    assert body(again, 0).work == Work("the drive", 2, fresh=True)
    assert "Narrated" not in kinds(again)
    failed = do(engine(), WORK, (3, 3))
    assert (body(failed, 0).work, body(failed, 0).acts) == (None, 1)


@pytest.mark.rule("TRV-R33", "TRV-ACT-SKILL")
def test_the_last_round_finishes_it_and_may_win_the_fight():
    nearly = Work("the drive", 2)
    done = do(engine(nearly), WORK)
    assert (body(done, 0).work, table(done).ended, table(done).won) == (None, ("the drive",), "")
    assert forbids(done.fight.after(fx.Refreshed(Who(0))), WORK) == {"TRV-EXT-04"}
    wrestlers = (fighter("Cleo", "red", (9, 0), grip=Who(3)), fighter("Dov", "blue", (9, 1), grip=Who(2)))
    here = engine(nearly, DRIVE._replace(wins=True))
    won = do(Fight((*here.fighters, *wrestlers, here.table), here.house), WORK)
    assert table(won).won == "red"
    assert (body(won, 2).grip, body(won, 3).grip) == (None, None)


@pytest.mark.rule("TRV-EXT-01", "TRV-ACT-SKILL")
def test_doing_something_else_keeps_the_progress_but_takes_a_new_check():
    left = do(engine(Work("the drive", 2)), act("skill check", item="engineer"), (6, 6))
    assert body(left, 0).work == Work("the drive", 2, on=False)
    asked = asks(left.fight.after(fx.Refreshed(Who(0))), WORK)
    assert asked.asked.question == "extended action"


@pytest.mark.rule("TRV-EXT-01", "TRV-EXT-02", "TRV-ACT-SKILL")
def test_who_is_hurt_at_work_checks_again_with_the_damage_against_it():
    play = do(engine(Work("the drive", 1)), SHOT, "", (4, 4), (2, 2), (6, 6), who=1)
    assert dms(play, "extended action") == {"TRV-EXT-01": 1, "TRV-EXT-02": -4}
    assert body(play, 0).work == Work("the drive", 1)
    assert body(play, 0).endurance == 3


def test_who_has_left_the_work_does_not():
    play = do(engine(Work("the drive", 1, on=False)), SHOT, "", (4, 4), (2, 2), who=1)
    assert body(play, 0).work == Work("the drive", 1, on=False)


def test_who_falls_unconscious_has_left_the_work():
    out = engine(Work("the drive", 1)).after(fx.FellUnconscious(Who(0)))
    assert out.bodies[0].work == Work("the drive", 1, on=False)


@pytest.mark.rule("TRV-EXT-03")
def test_a_failure_wipes_out_this_rounds_progress():
    fresh = do(engine(Work("the drive", 2, fresh=True)), SHOT, "", (4, 4), (2, 2), (5, 5), who=1)
    assert total(fresh, "extended action") == -3
    assert body(fresh, 0).work == Work("the drive", 1, blocked=True)
    before = do(engine(Work("the drive", 2)), SHOT, "", (4, 4), (2, 2), (5, 5), who=1)
    assert body(before, 0).work == Work("the drive", 2, blocked=True)
    later = runs(before.fight, END, WORK)
    assert body(later, 0).work == Work("the drive", 2, blocked=True)
    assert "TRV-EXT-03" in causes(before)


@pytest.mark.rule("TRV-EXT-04", "TRV-R32")
@pytest.mark.option("extended.spoil")
@pytest.mark.parametrize(
    ("how", "dice", "ruined"),
    [
        ("at_most", (2, 3), True),
        ("at_most", (1, 3), True),
        ("at_most", (3, 3), False),
        ("exactly", (2, 3), True),
        ("exactly", (1, 3), False),
    ],
)
def test_an_effect_of_minus_six_ruins_the_project(how, dice, ruined):
    here = engine(Work("the drive", 2), extended_spoil=how)
    play = do(here, SHOT, "", (4, 4), (2, 2), dice, who=1)
    assert (table(play).ended == ("the drive",)) == ruined
    assert (body(play, 0).work is None) == ruined


@pytest.mark.rule("TRV-EXT-01")
def test_a_knife_that_slips_after_the_fight_disturbs_no_work_of_the_fight():
    doctor = fighter("Cleo", "red", (1, 0), skills={"medic": 0})
    asha = fighter("Asha", endurance=3, work=Work("the drive", 1))
    bo = fighter("Bo", "blue", (6, 0), strength=1, dexterity=0, endurance=0, out=True)
    here = fight(asha, bo, doctor, current=None, projects=(DRIVE,), facility="sickbay", tl=10)
    over = runs(here)
    assert body(over, 0).work == Work("the drive", 1, on=False)
    hurt = runs(over.fight, act("surgery", 0), (3, 4))
    assert rolls(hurt, "surgery")
    assert not rolls(hurt, "extended action")
