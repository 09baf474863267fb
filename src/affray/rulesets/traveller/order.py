"""The order of a round: ambush, Tactics, initiative, equals, putting off."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who
from affray.core.play import Play
from affray.core.tally import Mod, tally
from affray.core.turns import TurnOrder
from affray.core.view import parted_by
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.checks import best_of, level_mod, thrown
from affray.rulesets.traveller.declare import Action, SheetLine
from affray.rulesets.traveller.fighter import (
    Fighter,
    ally,
    begun,
    everyone,
    ready,
    table,
    turn_place,
    waiting_place,
    waits,
)
from affray.rulesets.traveller.figures import able, level
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import DEX, INT
from affray.rulesets.traveller.state import Body, Game, State, Table
from affray.tabletop.question import YesNo

AMBUSH = 6
"""What an ambush adds to the initiative of the one side and takes off that of the other."""


# --- before the first round ----------------------------------------------------------------------------


def muster(play: Game) -> None:
    """Plans are made and everybody rolls initiative (TRV-TAC-01, TRV-INIT-01)."""
    while (planner := table(play).first(unplanned)) is not None:
        play.call(plan, planner)
    play.call(without_plan)
    for one in everyone(play):
        play.call(roll_initiative, one, False)


PLAN = YesNo(
    name="make a plan",
    asks="{who}: make a Tactics check to give the whole side initiative?",
    tells="{who} makes a plan",
    rules=("TRV-TAC-01",),
)


def plan(play: Game, planner: Fighter) -> None:
    """A side's best tactician may make one Tactics check for all.

    See TRV-TAC-01, TRV-R4.
    """
    if PLAN.put(play, planner, ()):
        intellect = Mod("TRV-R4", planner.dm(INT), INT) if play.house.tactics_int else None
        lasting = fx.Condition.modifiers(planner, "tactics")
        parts = tally(level_mod(planner, "tactics", "TRV-TAC-01"), intellect, *lasting)
        effect = thrown(play, planner, "tactics", parts, "TRV-TAC-01", "TRV-R4")
        counted = effect if play.house.tactics_negative else max(0, effect)
        play.call(tell_plan, planner, counted)
    else:
        play.call(tell_plan, planner, 0)


def tell_plan(play: Game, planner: Fighter, effect: int) -> None:
    """The whole side has it."""
    for one in planner.ranked(ally):
        play.do(fx.TacticsCounted(one.who, effect), "TRV-TAC-01")


def without_plan(play: Game) -> None:
    """The ambushed have none (TRV-TAC-02)."""
    for one in table(play).all(surprised):
        play.do(fx.TacticsCounted(one.who, 0), "TRV-TAC-02")


def surprised(_: Table, b: Body) -> int | None:
    """A place for the ambushed."""
    return 0 if b.ambush < 0 and not b.planned else None


def unplanned(_: Table, b: Body) -> tuple[int, int, str] | None:
    """The places of those whose side has no plan yet, the best first.

    The ambushed make none (TRV-TAC-02).
    """
    if b.planned or b.ambush < 0 or not able(b):
        return None
    return -level("tactics")(b), -b.intellect, b.sheet.name


def roll_initiative(play: Game, one: Fighter, late: bool) -> None:
    """2D and DEX or INT; the Effect is the score for the whole fight.

    See TRV-INIT-01, -02.
    """
    if one.entered:
        return
    names = (DEX,) if play.house.initiative_dex_only else (DEX, INT)
    by = best_of(play, one, "initiative", "TRV-INIT-01", *names)
    parts = tally(Mod("TRV-INIT-01", one.dm(by), by))
    effect = thrown(play, one, "initiative", parts, "TRV-INIT-01", "TRV-R1")
    full = play.house.initiative_tie == "full"
    play.do(fx.InitiativeRolled(one.who, effect, full, late), "TRV-INIT-02", "TRV-INIT-04", "TRV-R3")
    side = one.about(_ambush)
    if side and table(play).round == 1:
        play.do(fx.Boosted(one.who, AMBUSH * side), "TRV-AMB-01" if side > 0 else "TRV-AMB-02", "TRV-AMB-03")


def end_ambush(play: Game, one: Fighter) -> None:
    """Surprise is over after the first round (TRV-AMB-03)."""
    if one.about(_boosted):
        play.do(fx.Boosted(one.who, 0), "TRV-AMB-03")


def _ambush(b: Body) -> int:
    return b.ambush


def _boosted(b: Body) -> bool:
    return b.boost != 0


# --- whose turn it is ------------------------------------------------------------------------------------


def open_turns(play: Game, one: Fighter) -> None:
    """The next in order, with all who are equal to it (TRV-INIT-03..05)."""
    if not one.able:
        play.do(fx.LeadEnded(one.who), "TRV-LEAD-02", "TRV-LEAD-03", "TRV-R6")
        return
    if one.alike(waiting_place):
        for equal in one.ranked(same_place):
            play.do(fx.Together(equal.who), "TRV-INIT-05")
        for equal in one.ranked(in_group):
            play.call(open_turn, equal)
        return
    play.call(open_turn, one)
    if not one.done:
        play.do(fx.TurnFell(one.who), "TRV-INIT-03")


def open_turn(play: Game, one: Fighter, late: bool = False) -> None:
    """A turn begins, or passes because of a dive (TRV-DIVE-03, TRV-R31).

    A `late` one has been put off: it is the same turn, in which a leader's DMs go on.
    """
    once, ends = play.house.reaction_penalty == "once", play.house.leadership_lasts == "next_turn"
    if one.loses:
        play.do(fx.TurnLost(one.who, ends), "TRV-DIVE-03", "TRV-R31")
        return
    weighs = ("TRV-REACT-01",) if one.about(_reacted) else ()
    play.do(fx.TurnBegan(one.who, once, ends and not late), "TRV-INIT-03", *weighs)


def _reacted(b: Body) -> bool:
    return b.reacted > 0


def in_combat(fight: State, who: Who) -> State:
    """The fight in this fighter's turn of the first round, before anybody has rolled for order.

    The shots before it have been let go.
    """
    opened: list[Effect] = [fx.OpeningOver(each) for each in fight.here if fight.bodies[each].opens]
    for effect in (*opened, fx.RoundBegan(), fx.TurnBegan(who), fx.TurnFell(who)):
        fight = fight.after(effect)
    return fight


def end_turn(play: Game, actor: Fighter) -> None:
    """The turn is over, and with it what reactions have cost (TRV-REACT-01)."""
    play.do(fx.TurnEnded(actor.who), "TRV-INIT-03")
    play.do(fx.TurnFell(None), "TRV-INIT-03")


def same_place(a: Body, b: Body) -> int | None:
    """A place for those who act at the same moment, oneself included."""
    return 0 if waits(a) and waits(b) and turn_place(a) == turn_place(b) else None


def in_group(a: Body, b: Body) -> int | None:
    """A place for those who have been found to act at the same moment."""
    return 0 if b.together and not b.opened else None


def grouped(_: Table, b: Body) -> int | None:
    """A place for those whose harm waits for others."""
    return 0 if b.together else None


def still_to_act(_: Table, b: Body) -> int | None:
    """A place for those in such a group who have not finished."""
    return 0 if b.together and not b.done and able(b) else None


def part(play: Game) -> None:
    """All of a group have acted: now harm among them takes effect (TRV-INIT-05)."""
    for one in table(play).all(grouped):
        play.do(fx.Together(one.who, False), "TRV-INIT-05")


def lapsing(t: Table, b: Body) -> tuple[bool, int, int, bool] | None:
    """The places of those who are next in order, and of leaders who cannot take their turn.

    What is left of the DMs of these ends before equals act (TRV-R6).
    """
    place = ready(t, b)
    if place is not None or b.done or b.opened or not b.entered or not (b.pool or b.gift) or able(b):
        return place
    return (*turn_place(b), False)


# --- at the same moment --------------------------------------------------------------------------------


def moment_place(b: Body) -> int | None:
    """A place for those whose turn it is, together with others, and who have something of it left."""
    return 0 if b.together and b.opened and not b.done and able(b) else None


def of_moment(_: Table, b: Body) -> str | None:
    """The same: whose answer is heard first is a matter of their names, not of any list."""
    return b.sheet.name if moment_place(b) is not None else None


def untangle(play: Game) -> None:
    """Several who were seized at one moment: nobody holds who is held by another."""
    for one in table(play).all(grappling):
        foe = one.foe_in_grip
        if foe is not None and foe.foe_in_grip != one:
            play.do(fx.Gripped(one.who, None), "TRV-INIT-05", "TRV-R41")


def grappling(_: Table, b: Body) -> int | None:
    """A place for those in a grapple."""
    return 0 if b.grip is not None else None


# --- putting off ---------------------------------------------------------------------------------------


def defer_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse to put off what is used in part."""
    play.need(actor.fresh, "TRV-DEFER-01", "part of the turn is already used")


def defers(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Put the turn off, before anything of it is used (TRV-DEFER-01)."""
    play.do(fx.Deferred(actor.who), "TRV-DEFER-01")
    play.do(fx.TurnFell(None), "TRV-DEFER-01")


def comes_between(t: Table, b: Body) -> tuple[object, ...] | None:
    """The places of those who are heard before the turn in hand goes on.

    First who came into a running fight (TRV-R38), then who may take a turn that was put off.
    """
    if not b.entered:
        return (False,) if t.round and able(b) else None
    late = put_off(t, b)
    return None if late is None or b.asked else (True, *late)


def come_between(play: Game, one: Fighter) -> None:
    """A newcomer gets a place in the order; who has put off the turn may take it."""
    if one.entered:
        play.call(cut_in, one)
    else:
        play.call(roll_initiative, one, True)


ACT_NOW = YesNo(
    name="act now",
    asks="{who} has delayed the turn. Act now?",
    tells="{who} acts now",
    rules=("TRV-DEFER-01",),
)


def cut_in(play: Game, one: Fighter) -> None:
    """Take a turn that was put off now, or later in the round (TRV-DEFER-01, TRV-R30)."""
    if ACT_NOW.put(play, one, ()):
        play.call(open_turn, one, True)
        play.do(fx.TurnFell(None if one.done else one.who), "TRV-DEFER-01")
    else:
        play.do(fx.Passed(one.who), "TRV-DEFER-01")


def new_moment(play: Game) -> None:
    """Something has been done: those who have put off their turn may think again."""
    for one in table(play).all(passed):
        play.do(fx.Passed(one.who, False), "TRV-DEFER-01")


def passed(_: Table, b: Body) -> int | None:
    """A place for those who let the last moment pass."""
    return 0 if b.deferring and b.asked else None


DEFER = Action(
    name="defer",
    needs=defer_needs,
    cost=None,
    rules=("TRV-DEFER-01",),
    run=defers,
    tags={"end"},
    says=lambda _, __: "delay the turn",
    sheet=SheetLine(note="to later in the round", called="delay the turn"),
)


def opening(one: Fighter) -> bool:
    """Whether it is a shot before the fight that one may fire."""
    return one.opens and not table(one.play).begun


def course(play: Game, action: Action, actor: Fighter, target: Fighter, act: Act) -> None:
    """An action, with all that it brings about.

    A shot before the fight is the only one.  Who has put off the turn may think again.
    """
    before = opening(actor)
    action.run(play, actor, target, act)
    if before:
        play.do(fx.OpeningOver(actor.who), "TRV-SCOPE-02")
    elif action is not DEFER and table(play).first(passed) is not None:
        play.call(new_moment)


# --- the order as people see it ------------------------------------------------------------------------


def opener(_: Table, b: Body) -> tuple[int, str] | None:
    """The places of those who may shoot before the fight, the most dexterous first."""
    return (-b.dexterity, b.sheet.name) if b.opens and able(b) else None


def up(fight: State) -> list[Who]:
    """Whose turn it is: who has the floor, then all who have begun with it, or were interrupted.

    Before the first round it is who may shoot first.
    """
    current = fight.table.current
    if fight.table.round == 0:
        return Play(fight).ranked(opener, TABLE)[:1]
    others = [who for who in Play(fight).ranked(begun, TABLE) if who != current and able(fight.bodies[who])]
    return others if current is None else [current, *others]


def by_name(_: Table, b: Body) -> str:
    """Who of those who act at the same moment is heard first (see `of_moment`)."""
    return b.sheet.name


@parted_by(by_name)
def waiting(t: Table, b: Body) -> tuple[object, ...] | None:
    """The places of those whose turn is still to come, or who may shoot before the fight."""
    return ready(t, b) if t.round else opener(t, b)


def acted(_: Table, b: Body) -> tuple[object, ...] | None:
    """The places of those whose turn is over."""
    return turn_place(b) if b.entered and b.done else None


def put_off(_: Table, b: Body) -> tuple[object, ...] | None:
    """The places of those who have put the turn off."""
    return (*turn_place(b), b.sheet.name) if b.deferring and able(b) else None


def dives(b: Body) -> bool:
    """Whether the turn is lost by a dive (TRV-DIVE-03)."""
    return b.loses


def by_dice(_: House) -> bool:
    """Everybody has seen what was thrown for initiative."""
    return True


TURNS = TurnOrder(waiting=waiting, up=up, acted=acted, held=put_off, passes=dives, thrown=by_dice)
"""By initiative, then DEX; equals at the same moment; turns can be put off (TRV-INIT-03..05)."""
