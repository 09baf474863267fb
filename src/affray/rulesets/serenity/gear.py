"""Weapons in hand, a word, a look around, sitting the round out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.space import within
from affray.rulesets.serenity import covering, declare, initiative
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter, carries, table
from affray.rulesets.serenity.rights import NO_YES
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.tables import ARM


def draw(play: Game, actor: Fighter, name: str) -> None:
    """Put a weapon in hand (SER-R35)."""
    declare.at_liberty(play, actor)
    play.need(actor.about(carries(name)), "SER-R35", "does not carry it")
    play.need(name not in actor.hands, "SER-R35", "it is already in hand")
    if declare.begin(play, actor, 1, False, "SER-R35"):
        play.do(fx.Drew(actor.who, name), "SER-R35")


def reload(play: Game, actor: Fighter, name: str) -> None:
    """Fill a weapon again (SER-R35)."""
    declare.at_liberty(play, actor)
    weapon = actor.weapon(name)
    play.need(weapon is not None and weapon.magazine > 0, "SER-R35", "there is nothing in hand to load")
    if weapon is None:
        return
    play.need(not actor.loaded(name, weapon.magazine), "SER-R35", "is loaded")
    if declare.begin(play, actor, 1, False, "SER-R35"):
        play.do(fx.Loaded(actor.who, weapon.magazine, name), "SER-R35")


def pick_up(play: Game, actor: Fighter, name: str) -> None:
    """Take a weapon from the ground at arm's length (SER-R35)."""
    declare.at_liberty(play, actor)
    play.need(table(play).between(actor, lies_near(name)), "SER-R35", "it is not within reach")
    play.need(not actor.about(carries(name)), "SER-R35", "already carries one of that name")
    if declare.begin(play, actor, 1, False, "SER-R35"):
        play.do(fx.TookUp(actor.who, name), "SER-R35")
        play.do(fx.Lifted(actor.who, name), "SER-R35")


def lying_near(t: Table, b: Body) -> tuple[str, ...]:
    """The weapons on the ground at arm's length."""
    names = (thing.weapon.name for thing in t.ground if within(thing.spot, b.spot, ARM))
    return tuple(dict.fromkeys(names))


@cache
def lies_near(name: str) -> Callable[[Table, Body], bool]:
    """Whether a weapon lies at arm's length."""
    return lambda t, b: name in lying_near(t, b)


def say(play: Game, actor: Fighter) -> None:
    """A short phrase, for nothing (SER-FREE-04)."""
    declare.fit(play, actor)
    play.do(fx.Narrated(actor.who, "says a few words"), "SER-FREE-04")


def look_around(play: Game, actor: Fighter) -> None:
    """A quick look, for nothing; what it shows is the game master's to say.

    See SER-FREE-02.
    """
    declare.fit(play, actor)
    play.do(fx.Noticed(actor.who), "SER-FREE-02")
    for foe in actor.ranked(hiding):
        if play.choose(table(play), "spotted", lambda: NO_YES, "SER-FREE-02", about=(actor, foe)):
            play.do(fx.Hid(foe.who, False), "SER-FREE-02")
            covering.appeared(play, foe)


def hiding(a: Body, b: Body) -> int | None:
    """A place for foes in hiding."""
    return 0 if b.hidden and b.side != a.side and not b.dead else None


def sit_out(play: Game, actor: Fighter) -> None:
    """Do nothing at all in this round, for a new place in the order.

    See SER-INIT-03, SER-R3.
    """
    declare.fit(play, actor)
    play.need(not actor.busy, "SER-INIT-03", "has already done something this round")
    play.need(not actor.menaced, "SER-INIT-03", "is held at gunpoint")
    play.do(fx.SatOut(actor.who), "SER-INIT-03")
    declare.stop_watching(play, actor)
    if play.house.init_again == "at_once":
        play.call(initiative.roll, actor, "SER-INIT-03")
