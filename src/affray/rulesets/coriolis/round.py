"""The combat turn: slots by initiative, actions, and what happens between.

`step` plays the next piece.  Whose slot it is is state, never a local variable, so that every
piece can be resumed and corrected.
"""

from __future__ import annotations

from affray.core.act import Act
from affray.core.message import msg
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm, initiative, melee, overwatch
from affray.rulesets.coriolis.actions import admits, legal, perform
from affray.rulesets.coriolis.fighter import Fighter, everyone, opposes, ready, standing, table
from affray.rulesets.coriolis.phrases import armed_with
from affray.rulesets.coriolis.slot import end_slot
from affray.rulesets.coriolis.state import AP, NORMAL, Body, Game
from affray.tabletop.question import Question


def what_now(who: str, _: str, counted_on: tuple[str, ...]) -> str:
    """Who has counted on a weapon is reminded of it."""
    if not counted_on:
        return msg("{who}: what now?", who=who)
    return msg(
        "{who}: what now? The first action must be an attack {armed}, or its initiative bonus is lost",
        who=who,
        armed=armed_with(counted_on[0]),
    )


def takes(who: str, action: str) -> str:
    """An action as it is chosen."""
    return msg("{who}: {action}", who=who, action=action)


ACT: Question[tuple[str, ...], Act] = Question(
    name="action", asks=what_now, tells=takes, rules=("COR-TRN-02",)
)


def step(play: Game) -> bool:
    """The next piece of the fight, and whether it goes on.

    A turn begins, a slot begins, or one action is taken.
    """
    if (hurt := harm.clocks_to_roll(play)) is not None:
        play.call(harm.roll_clocks, hurt)
        return True
    if play.house.engaged == "explicit":
        for one in everyone(play):
            play.call(melee.part, one)
    if overwatch.anybody_watches(play):
        play.call(overwatch.broken_by_melee)
    if play.call(over):
        return False
    actor = table(play).current
    if actor is not None and actor.unbroken:
        play.call(act, actor)
    elif (newcomer := table(play).first(initiative.arrived)) is not None:
        play.call(initiative.enter, newcomer)
    elif (following := table(play).first(ready)) is not None:
        play.call(initiative.settle)
        play.call(open_slot, table(play).first(ready) or following)
    else:
        play.call(begin_turn)
    return True


def over(play: Game) -> bool:
    """Whether all unbroken combatants are on one side, or the game master has said so (AMB-58)."""
    if table(play).closed:
        return True
    first = table(play).first(standing)
    return first is None or not first.some(opposes)


def begin_turn(play: Game) -> None:
    """A combat turn: points, clocks, the order.

    See COR-AP-01, -02, COR-INIT-06, -07, AMB-06.
    """
    play.do(fx.TurnBegan(play.house.time_turn_seconds), "COR-INIT-06", "COR-INIT-07")
    for one in everyone(play):
        play.call(refresh, one)
    play.call(harm.time_runs)
    play.call(initiative.fix_order)


def refresh(play: Game, one: Fighter) -> None:
    """Three action points at the start of the combat turn; by the option, at the start of the own slot."""
    counting = play.house.quick_clip == "since_reload"
    if play.house.overwatch_until == "end_of_combat_turn" and one.watching:
        play.do(fx.WatchEnded(one.who), "COR-OVW-03")
    keep = play.house.ap_refresh == "own_slot" and table(play).turn > 1
    play.do(
        fx.Refreshed(one.who, one.about(_points) if keep else AP + bonus_points(play, one), counting),
        "COR-AP-01",
        "COR-AP-02",
        "COR-TRN-01",
    )


def bonus_points(play: Game, one: Fighter) -> int:
    """By the option: a normal action more for those who surprise (AMB-05)."""
    free = play.house.surprise_free_action == "normal_action" and table(play).turn == 1
    return NORMAL if free and one.about(_surprises) else 0


def _surprises(b: Body) -> bool:
    return b.surprises


def _points(b: Body) -> int:
    return max(0, b.ap)


def _debt(b: Body) -> int:
    """What reactions have borrowed, below 0."""
    return min(0, b.ap)


def open_slot(play: Game, actor: Fighter) -> None:
    """A combatant's slot begins: its overwatch ends.

    The stunned let the slot pass (COR-INIT-02, COR-OVW-03).
    """
    play.do(fx.SlotFell(actor.who), "COR-INIT-02")
    if play.house.ap_refresh == "own_slot" and not actor.opened:
        play.do(fx.ActionPoints(actor.who, AP + bonus_points(play, actor) + actor.about(_debt)), "COR-AP-01")
    play.do(fx.SlotBegan(actor.who), "COR-TRN-01", *(["COR-OVW-03"] if actor.watching else []))
    overwatch.caught_in_melee(play, actor)
    if actor.stunned:
        end_slot(play, actor)
    elif play.house.overwatch_trigger == "any_time":
        overwatch.at_any_time(play)


def act(play: Game, actor: Fighter) -> None:
    """One action of the slot, chosen and performed (COR-TRN-02, -03).

    One stunned meanwhile is done.
    """
    if actor.stunned:
        end_slot(play, actor)
        return
    chosen = ACT.put(
        play,
        actor,
        (actor.boosted,) if actor.boosted and not actor.began else (),
        lambda: legal(play.fight, actor.who),
        admits=lambda chosen: admits(play.fight, actor.who, chosen),
        read_by=lambda chosen: () if chosen.name == "end" else ("COR-TRN-03",),
    )
    play.call(perform, actor, chosen)
