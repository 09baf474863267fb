"""Weapons in hand, a word, a look around, sitting the round out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import within
from affray.rulesets.serenity import covering, declare, initiative
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import Action, Lines, Rule, SheetLine, fit, wielded
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.fighter import Fighter, carries, table
from affray.rulesets.serenity.state import Body, Game, State, Table
from affray.rulesets.serenity.tables import ARM
from affray.rulesets.serenity.turn import end_turn
from affray.tabletop.action import anything_goes
from affray.tabletop.question import YesNo

# --- weapons ----------------------------------------------------------------------------------------


def handling(
    *,
    name: str,
    of: Callable[[State, Who], Iterable[str]],
    needs: Rule,
    run: Rule,
    ready: Callable[[Game, Fighter, Act], bool] = declare.always,
) -> Action:
    """What is done with a weapon, for an action (SER-R35)."""
    return Action(
        name=name,
        lines=Lines(of),
        needs=needs,
        ready=ready,
        cost=1,
        rules=("SER-R35",),
        run=run,
        family="plain",
        item="",
        sheet=SheetLine(),
    )


def to_draw(fight: State, who: Who) -> Iterator[str]:
    """What is carried to strike or shoot with, and not in hand."""
    b: Body = fight.bodies[who]
    return (w.name for w in dict.fromkeys(b.kit) if w.name not in b.hands and (w.melee or w.gun))


def draw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is not carried, or in hand already (SER-R35)."""
    play.need(actor.about(carries(act.item)), "SER-R35", "does not carry it")
    play.need(act.item not in actor.hands, "SER-R35", "it is already in hand")


def draw(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Put a weapon in hand (SER-R35)."""
    play.do(fx.Drew(actor.who, act.item), "SER-R35")


DRAW = handling(name="draw", of=to_draw, needs=draw_needs, run=draw)


def to_load(fight: State, who: Who) -> Iterator[str]:
    """What in hand has not all its rounds."""
    b: Body = fight.bodies[who]
    held = (w for w in dict.fromkeys(b.kit) if w.name in b.hands)
    return (w.name for w in held if left_in(b, w.name) < w.magazine)


def load_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is not in hand, or loaded (SER-R35)."""
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and weapon.magazine > 0, "SER-R35", "there is nothing in hand to load")
    if weapon is not None:
        play.need(not actor.loaded(act.item, weapon.magazine), "SER-R35", "is loaded")


def reload(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Fill a weapon again (SER-R35)."""
    weapon = actor.weapon(act.item)
    if weapon is not None:
        play.do(fx.Loaded(actor.who, weapon.magazine, act.item), "SER-R35")


RELOAD = handling(name="reload", of=to_load, needs=load_needs, run=reload, ready=wielded)


def pick_up_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what does not lie there, or is carried already (SER-R35)."""
    play.need(table(play).between(actor, lies_near(act.item)), "SER-R35", "it is not within reach")
    play.need(not actor.about(carries(act.item)), "SER-R35", "already carries one of that name")


def pick_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take a weapon from the ground at arm's length (SER-R35)."""
    play.do(fx.TookUp(actor.who, act.item), "SER-R35")
    play.do(fx.Lifted(actor.who, act.item), "SER-R35")


PICK_UP = handling(
    name="pick up",
    of=lambda fight, who: lying_near(fight.table, fight.bodies[who]),
    needs=pick_up_needs,
    run=pick_up,
)


def lying_near(t: Table, b: Body) -> tuple[str, ...]:
    """The weapons on the ground at arm's length."""
    names = (thing.weapon.name for thing in t.ground if within(thing.spot, b.spot, ARM))
    return tuple(dict.fromkeys(names))


@cache
def lies_near(name: str) -> Callable[[Table, Body], bool]:
    """Whether a weapon lies at arm's length."""
    return lambda t, b: name in lying_near(t, b)


# --- for nothing ------------------------------------------------------------------------------------


def say(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A short phrase, for nothing (SER-FREE-04)."""
    play.do(fx.Narrated(actor.who, "says a few words"), "SER-FREE-04")


SPOTTED = YesNo(
    name="spotted",
    asks="Does {foe} spot a hidden fighter?",
    tells="A hidden fighter is spotted",
    deed="let them be spotted",
    rules=("SER-FREE-02",),
)


def look_around(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A quick look, for nothing; what it shows is the game master's to say.

    See SER-FREE-02.
    """
    play.do(fx.Noticed(actor.who), "SER-FREE-02")
    for foe in actor.ranked(hiding):
        if SPOTTED.put(play, table(play), (actor, foe)):
            play.do(fx.Hid(foe.who, False), "SER-FREE-02")
            covering.appeared(play, foe)


def hiding(a: Body, b: Body) -> int | None:
    """A place for foes in hiding."""
    return 0 if b.hidden and b.side != a.side and not b.dead else None


def sit_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever has done something, or has a gun at the head (SER-INIT-03)."""
    play.need(not actor.busy, "SER-INIT-03", "has already done something this round")
    play.need(not actor.menaced, "SER-INIT-03", "is held at gunpoint")


def sit_out(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Do nothing at all in this round, for a new place in the order.

    See SER-INIT-03, SER-R3.
    """
    play.do(fx.SatOut(actor.who), "SER-INIT-03")
    declare.stop_watching(play, actor)
    if play.house.init_again == "at_once":
        play.call(initiative.roll, actor, "SER-INIT-03")
    end_turn(play, actor)


def for_nothing(
    *,
    name: str,
    run: Rule,
    rule: str,
    needs: Rule = anything_goes,
    ends: bool = False,
    note: str = "",
) -> Action:
    """What takes no action, and wakes nobody."""
    return Action(
        name=name,
        free=fit,
        needs=needs,
        cost=None,
        rules=(rule,),
        run=run,
        family="plain",
        tags={"end"} if ends else frozenset(),
        sheet=SheetLine(note=note),
    )


LOOK_AROUND = for_nothing(name="look around", run=look_around, rule="SER-FREE-02")
SAY = for_nothing(name="say", run=say, rule="SER-FREE-04")
SIT_OUT = for_nothing(
    name="sit out", run=sit_out, rule="SER-INIT-03", needs=sit_needs, ends=True, note="new initiative"
)
