"""Extended Actions: work that takes several turns out of the enemy's sight."""

from __future__ import annotations

from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter, table
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.sheet import Task
from affray.rulesets.horizon.skill import allowed, tested
from affray.rulesets.horizon.state import ACTIONS, Game
from affray.tabletop.question import YesNo


def ready(play: Game, actor: Fighter) -> Task | None:
    """Refuse whoever cannot give this turn to an Extended Action; the task."""
    declare.steady(play, actor)
    task = actor.task
    play.need(task is not None, "HZN-EXT-03", "has nothing to work on")
    play.need(not actor.owes, "HZN-RUL-35", "has to recover first")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    play.need(not actor.acted, "HZN-EXT-04", "has already done something else this turn")
    if task is not None:
        play.need(allowed(play, actor, task.skill), "HZN-RUL-08", "has not unlocked the skill")
    return task


ALLOW = YesNo(
    name="allow the work",
    asks="May {foe} work on the task now?",
    tells="{who} allows the work",
    rules=("HZN-EXT-02",),
)


def works(play: Game, actor: Fighter, *_: object) -> None:
    """One roll a turn, instead of all else, if the Director allows it.

    See HZN-EXT-01..04, HZN-DIS-04.
    """
    task = ready(play, actor)
    play.need(actor.disengaged, "HZN-EXT-01", "is seen by an enemy")
    declare.affordable(play, actor, 1)
    if not ALLOW.put(play, table(play), (actor, task)):
        play.do(fx.Narrated(actor.who, "may not work on that now"), "HZN-EXT-02")
        if actor.working:
            play.do(fx.SetToWork(actor.who, False), "HZN-EXT-02")
        return
    assert task is not None
    score = tested(play, actor, task.name, task.skill, "HZN-EXT-03")
    play.do(fx.Worked(actor.who, score), "HZN-EXT-01", "HZN-EXT-03", "HZN-EXT-04", "HZN-DIS-04")
    if actor.finished:
        play.do(fx.Finished(actor.who), "HZN-EXT-03")


WORK = Action(
    name="work",
    lines=Lines(when=lambda fight, who: fight.bodies[who].task is not None),
    free=declare.anybody,
    run=works,
    cost=ACTIONS,
    takes=lambda fight, b, act: max(1, b.actions),
    pays=False,
    family="work",
    says=Said(called="work on the task"),
    sheet=SheetLine(
        ("HZN-EXT-03", "HZN-EXT-04"),
        "an Extended Action, while Disengaged",
        called="work on the task",
    ),
)
