"""Extended actions: work over several rounds, and what a wound does to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.checks import checked, difficulty
from affray.rulesets.traveller.declare import SIGNIFICANT, Action, Lines, Said, SheetLine
from affray.rulesets.traveller.effects.turn import same_work
from affray.rulesets.traveller.endings import end_fight
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.sheet import Project
from affray.rulesets.traveller.state import Body, Game, State, Table

SPOILED = -6
"""The Effect that ruins a project."""


def work_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what nobody can work on."""
    project = table(play).about(open_project(act.item))
    play.need(project is not None, "TRV-EXT-04", "there is no such project to work on")


def works(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A round of work on a project; the first one takes a skill check (TRV-ACT-SKILL)."""
    name = act.item
    project = table(play).about(open_project(name))
    if project is None:
        return
    if actor.about(goes_on(name)) or play.call(begun, actor, project):
        play.do(fx.WorkDone(actor.who, name), "TRV-ACT-SKILL")
        if actor.about(is_done(name, project.rounds)):
            finish(play, actor, project)


def begun(play: Game, actor: Fighter, project: Project) -> bool:
    """The check with which an extended action starts."""
    return _check(play, actor, project, "TRV-ACT-SKILL", difficulty(play, project.name)) >= 0


def finish(play: Game, actor: Fighter, project: Project) -> None:
    """The project is done; some of them win the fight."""
    play.do(fx.WorkEnded(actor.who), "TRV-ACT-SKILL")
    play.do(fx.ProjectEnded(project.name, False), "TRV-ACT-SKILL")
    if project.wins:
        end_fight(play, actor.side)


def disturbed(play: Game, one: Fighter, points: int) -> None:
    """Hurt at work: the check once more, harder by the damage (TRV-EXT-01..04)."""
    name = one.about(_at_work)
    project = table(play).about(open_project(name))
    if project is None:
        return
    effect = _check(play, one, project, "TRV-EXT-01", Mod("TRV-EXT-02", -points, "damage"))
    spoiled = effect == SPOILED if play.house.extended_spoil == "exactly" else effect <= SPOILED
    if spoiled:
        play.do(fx.WorkEnded(one.who), "TRV-EXT-04", "TRV-R11", "TRV-R32")
        play.do(fx.ProjectEnded(name, True), "TRV-EXT-04")
    elif effect < 0:
        play.do(fx.ProgressLost(one.who), "TRV-EXT-03")


def _check(play: Game, one: Fighter, project: Project, rule: str, mod: Mod | None) -> int:
    own = Mod("TRV-R1", project.dm, project.name)
    return checked(play, one, "extended action", project.skill, project.characteristic, rule, own, mod)


@cache
def open_project(name: str) -> Callable[[Table], Project | None]:
    """The project of this name, while it can be worked on."""
    return lambda t: next((p for p in t.projects if p.name == name and name not in t.ended), None)


@cache
def goes_on(name: str) -> Callable[[Body], bool]:
    """Whether a fighter is at work on this, so that no new check is due."""
    return lambda b: b.work is not None and b.work.name == name and b.work.on


@cache
def is_done(name: str, rounds: int) -> Callable[[Body], bool]:
    """Whether so many rounds of work are done."""
    return lambda b: same_work(b, name).progress >= rounds


def _at_work(b: Body) -> str:
    return b.work.name if b.work else ""


def projects(fight: State, _: Who) -> tuple[str, ...]:
    """What can still be worked on."""
    return tuple(p.name for p in fight.table.projects if p.name not in fight.table.ended)


WORK = Action(
    name="work",
    lines=Lines(projects),
    needs=work_needs,
    cost=SIGNIFICANT,
    rules=("TRV-ACT-SKILL",),
    run=works,
    family="work",
    takes={"item"},
    works=True,
    says=Said("work on {item}"),
    sheet=SheetLine(("TRV-ACT-SKILL", "TRV-EXT-01"), "a round of an extended action"),
)
