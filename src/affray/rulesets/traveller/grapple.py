"""Grappling: getting hold, the opposed check of every turn, the seven outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.message import figure, msg
from affray.core.phrases import thing
from affray.core.space import Point, within
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import order
from affray.rulesets.traveller.checks import best_of, checked
from affray.rulesets.traveller.declare import (
    SIGNIFICANT,
    Action,
    Lines,
    Said,
    SheetLine,
    anybody,
    awake,
    foes,
)
from affray.rulesets.traveller.dice import die
from affray.rulesets.traveller.endings import let_go
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.gear import drop
from affray.rulesets.traveller.harm import strike, worn
from affray.rulesets.traveller.melee import within_reach
from affray.rulesets.traveller.movement import arrive, go, on_way, reach
from affray.rulesets.traveller.sheet import DEX, STR
from affray.rulesets.traveller.state import Body, Game, State
from affray.tabletop import UNLISTED
from affray.tabletop.question import Question, YesNo

UNARMED = "melee (unarmed)"
CARRY_ON, PRONE, DISARM, THROW, HURT, BREAK_FREE, DRAG = (
    "carry on", "put prone", "disarm", "throw", "hurt", "break free", "drag",
)  # fmt: skip
KEEPS = 6
"""The Effect from which the winner may keep the weapon."""
DRAGS = 300
"""How far one drags, in centimetres."""
BASE = 2
"""Points of damage to which the Effect of the winner is added (TRV-GRAP-08)."""
STAY, AWAY = "", "away"


def hold_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse to seize whom one does not reach, who is in a grapple, or unconscious."""
    within_reach(play, actor, target, "TRV-GRAP-01")
    play.need(not target.gripped, "TRV-GRAP-01", "the target is in a grapple")
    play.need(not target.out, "TRV-UNC-01", "the target is unconscious")


def seizes(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Get hold of somebody at arm's length (TRV-R22)."""
    held = play.call(opposed, actor, target)[0] >= 1
    if actor.unseen:
        play.do(fx.Seen(actor.who), "TRV-R9")
    if held:
        for one, other in ((actor, target), (target, actor)):
            play.do(fx.Gripped(one.who, other.who), "TRV-GRAP-01", "TRV-R22")
        order.end_turn(play, actor)


def wrestle_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who is in no grapple, or has had this check."""
    play.need(actor.gripped, "TRV-GRAP-01", "is in no grapple")
    play.need(not actor.gripped or must_wrestle(play, actor), "TRV-R22", "has already wrestled this round")


def wrestles(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """The opposed check that takes the place of a turn in a grapple (TRV-GRAP-01, -02)."""
    foe = actor.foe_in_grip
    if foe is not None:
        for one in (actor, foe):
            play.call(distracted, one)
        play.call(struggle, actor, foe)
    order.end_turn(play, actor)


def distracted(play: Game, one: Fighter) -> None:
    """Who wrestles neither aims nor works (TRV-R8)."""
    play.do(fx.Wrestled(one.who), "TRV-GRAP-01", "TRV-R22")
    if one.aiming:
        play.do(fx.AimEnded(one.who), "TRV-AIM-02", "TRV-R8")
    if one.working:
        play.do(fx.WorkLeft(one.who), "TRV-EXT-01")


def struggle(play: Game, actor: Fighter, foe: Fighter) -> None:
    """Both roll, and who wins chooses."""
    who, effect = play.call(opposed, actor, foe)
    if who > 0:
        play.call(won, actor, foe, effect)
    elif who < 0:
        play.call(won, foe, actor, effect)


def must_wrestle(play: Game, actor: Fighter) -> bool:
    """Whether the check of a grapple is all there is to this turn (TRV-R22)."""
    return actor.gripped and not (play.house.grapple_turns == "once" and actor.wrestled)


def end_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse it to one in a grapple, without the check."""
    play.need(not must_wrestle(play, actor), "TRV-GRAP-01", "has to wrestle this turn")


def ends(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """End the turn; before the fight only a shot is let go."""
    if not order.opening(actor):
        order.end_turn(play, actor)


def opposed(play: Game, one: Fighter, other: Fighter) -> tuple[int, int]:
    """Who wins, 1 for the first and -1 for the second, and with which Effect.

    0 is a tie (TRV-R22).
    """
    mine, theirs = play.call(grip_check, one), play.call(grip_check, other)
    who = (mine > theirs) - (mine < theirs)
    if play.house.grapple_effect == "margin":
        return who, abs(mine - theirs)
    return who, max(mine, theirs)


def grip_check(play: Game, one: Fighter) -> int:
    """Melee (unarmed) with STR or DEX."""
    by = best_of(play, one, "grapple", "TRV-GRAP-01", STR, DEX)
    return checked(play, one, "grapple", UNARMED, by, "TRV-GRAP-01")


# --- the outcomes ------------------------------------------------------------------------------------


OUTCOME: Question[tuple[Fighter, int], str] = Question(
    name="grapple outcome",
    asks=lambda who, foe, about: msg(
        "{who} wins the grapple with {foe} (Effect {result}). What now?", who=who, foe=foe, result=about[1]
    ),
    tells="{who} wins the grapple: {what}",
    rules=("TRV-GRAP-02", "TRV-R23"),
)


def won(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The winner chooses what comes of it (TRV-GRAP-02, TRV-R23)."""
    chosen = OUTCOME.put(play, winner, (loser, effect), lambda: outcomes(loser))
    OUTCOMES[chosen](play, winner, loser, effect)


def outcomes(loser: Fighter) -> tuple[str, ...]:
    """What can come of it; a foe who holds nothing cannot be disarmed."""
    left_out = [*([] if loser.droppable else [DISARM]), *([PRONE] if loser.prone else [])]
    return tuple(name for name in OUTCOMES if name not in left_out)


def carry_on(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The grapple goes on, and nothing else (TRV-GRAP-11)."""
    play.do(fx.Narrated(winner.who, "the grapple goes on"), "TRV-GRAP-11")


def put_prone(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The loser goes to the ground (TRV-GRAP-03)."""
    play.do(fx.Stance(loser.who, "prone"), "TRV-GRAP-03")


DISARM_WHAT: Question[tuple[Fighter], str] = Question(
    name="disarm what",
    asks="What does {foe} drop?",
    tells="{who} knocks the {what} away",
    rules=("TRV-GRAP-04",),
)
KEEP = YesNo(
    name="keep the weapon",
    asks=lambda who, _, about: msg("Does {who} keep the {weapon}?", who=who, weapon=thing(about[1])),
    tells="{who} keeps the weapon",
    rules=("TRV-GRAP-05",),
)


def disarm(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """Something falls from the hand; a good winner may keep it (TRV-GRAP-04, -05)."""
    held = loser.droppable
    item = held[0]
    if len(held) > 1:
        item = DISARM_WHAT.put(play, winner, (loser,), lambda: held)
    drop(play, loser, item, "TRV-GRAP-04")
    if effect >= KEEPS and KEEP.put(play, winner, (loser, item)):
        play.do(fx.Lay(winner.who), "TRV-GRAP-05")
        play.do(fx.TookUp(winner.who, item), "TRV-GRAP-05")
        play.do(fx.Lifted(winner.who, item), "TRV-GRAP-05")


def throw(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The loser is thrown 1D metres for 1D damage, and the grapple is over (TRV-GRAP-06, -07)."""
    metres = play.roll(winner, "metres thrown", die, tally(), "TRV-GRAP-06")
    play.do(fx.Thrown(loser.who, winner.who, 100 * metres), "TRV-GRAP-06")
    let_go(play, winner, "TRV-GRAP-07")
    points = play.roll(winner, "damage", die, stopped(play, loser), "TRV-GRAP-06")
    if points > 0:
        strike(play, winner, loser, points, "TRV-GRAP-06", "TRV-R24")


def hurt(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The loser takes damage of 2 and the Effect (TRV-GRAP-08)."""
    base = Mod("TRV-GRAP-08", BASE, "grip")
    points = tally(base, Mod("TRV-GRAP-08", effect, "Effect"), *stopped(play, loser)).total
    if points > 0:
        strike(play, winner, loser, points, "TRV-GRAP-08", "TRV-R23", "TRV-R24")


def stopped(play: Game, loser: Fighter) -> Tally:
    """What armour takes off, by the option (TRV-R24)."""
    return tally(worn(play, loser, False)) if play.house.grapple_armour else tally()


MOVE_OFF: Question[tuple[Fighter], Point | str] = Question(
    name="move off",
    asks="{who} has broken free of {foe}. Move away?",
    tells="{who} moves away",
    rules=("TRV-GRAP-09",),
    options=(STAY, AWAY),
    says=lambda _, to: "stay" if to == STAY else None,
)


def break_free(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The grapple is over, and the winner moves off (TRV-GRAP-09)."""
    let_go(play, winner, "TRV-GRAP-09")
    to = MOVE_OFF.put(
        play,
        winner,
        (loser,),
        admits=lambda to: too_far(winner, to, way(play, winner, to), "TRV-GRAP-09"),
    )
    if isinstance(to, Point):
        play.do(fx.Headed(winner.who, to), "TRV-GRAP-09")
        arrive(play, winner, "TRV-GRAP-09")
    elif to == AWAY:
        go(play, winner, loser.who, True)
        arrive(play, winner, "TRV-GRAP-09")


def way(play: Game, winner: Fighter, to: object) -> int:
    """How far a move to this place could go."""
    hard = isinstance(to, Point) and table(play).between(winner, on_way(to))
    return reach(play, winner, hard)


DRAG_TO: Question[tuple[Fighter], Point] = Question(
    name="drag to",
    asks="Where does {who} drag {foe} (up to 3 m)?",
    tells="{who} drags them to {what}",
    rules=("TRV-GRAP-10",),
)


def drag(play: Game, winner: Fighter, loser: Fighter, effect: int) -> None:
    """The opponent is dragged up to 3 metres, and the winner goes along.

    See TRV-GRAP-10.
    """
    to = DRAG_TO.put(
        play,
        winner,
        (loser,),
        lambda: loser.about(around),
        admits=lambda to: too_far(loser, to, DRAGS, "TRV-GRAP-10"),
    )
    play.do(fx.Placed(loser.who, to), "TRV-GRAP-10")
    play.do(fx.Followed(winner.who, loser.who), "TRV-GRAP-10")


def too_far(one: Fighter, to: object, step: int, rule: str) -> Sequence[Refusal]:
    """Why one cannot get to a place."""
    if isinstance(to, Point) and one.about(_reaches(to, step)):
        return ()
    return (Refusal(rule, msg("expected a place within {step} m", step=figure(step / 100, "g"))),)


OUTCOMES: dict[str, Callable[[Game, Fighter, Fighter, int], None]] = {
    CARRY_ON: carry_on,
    PRONE: put_prone,
    DISARM: disarm,
    THROW: throw,
    HURT: hurt,
    BREAK_FREE: break_free,
    DRAG: drag,
}


def around(b: Body) -> tuple[Point, ...]:
    """Where one can be dragged, as listed: nowhere, and 3 m along the axes."""
    x, y = b.spot
    ways = ((0, 0), (DRAGS, 0), (-DRAGS, 0), (0, DRAGS), (0, -DRAGS))
    return tuple(Point(x + dx, y + dy) for dx, dy in ways)


@cache
def _reaches(to: Point, step: int) -> Callable[[Body], bool]:
    return lambda b: within(b.spot, to, step)


# --- the actions -------------------------------------------------------------------------------------


def gripped(fight: State, who: Who) -> bool:
    """Whether somebody is in a grapple."""
    return fight.bodies[who].grip is not None


def check_first(fight: State, who: Who) -> Callable[[Act], int] | None:
    """In a grapple the check that is due comes before everything, and the end of the turn behind it."""
    b: Body = fight.bodies[who]
    due = b.grip is not None and not (fight.house.grapple_turns == "once" and b.wrestled)
    return _check_first if due else None


def _check_first(act: Act) -> int:
    return {WRESTLE.name: -1, END.name: 1}.get(act.name, 0)


END = Action(
    name="end",
    free=anybody,
    needs=end_needs,
    cost=None,
    rules=(),
    run=ends,
    tags={"end"},
    says=lambda _, __: "end the turn",
    sheet=UNLISTED,
)
GRAPPLE = Action(
    name="grapple",
    lines=Lines(whom=foes),
    needs=hold_needs,
    cost=SIGNIFICANT,
    rules=("TRV-GRAP-01", "TRV-R22"),
    run=seizes,
    family="grapple",
    tags={"attack", "targeted"},
    takes={"at"},
    says=Said("grapple with {whom}"),
    sheet=SheetLine(("TRV-GRAP-01",), "opposed Melee (unarmed)"),
)
WRESTLE = Action(
    name="wrestle",
    lines=Lines(when=gripped),
    free=awake,
    needs=wrestle_needs,
    cost=None,
    rules=("TRV-GRAP-01",),
    run=wrestles,
    family="wrestle",
    tags={"attack"},
    sheet=SheetLine(note="the check of a grapple, in place of a turn"),
)
