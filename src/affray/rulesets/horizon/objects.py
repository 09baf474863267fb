"""Things: picking up, dropping, dragging, throwing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.space import Point, towards, within
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import movement
from affray.rulesets.horizon.declare import Action, Lines, SheetLine, affordable, foes, spend
from affray.rulesets.horizon.fighter import Fighter, heavy, in_hand, table
from affray.rulesets.horizon.heaving import ARM, FAILED, heave
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.profile import retested
from affray.rulesets.horizon.state import Body, Game, Lying, State, Table
from affray.tabletop.question import YesNo

LINE = 2_000
"""How long a Grapple Line is, in centimetres; the sheet does not say."""


def picks_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A thing from the ground into the hand, or with the hand full into the kit.

    Heavy ones take both hands and a test.  See HZN-OBJ-01, -02, -09, -10, HZN-IMP-02.
    """
    name = act.item
    lying = reach_for(play, actor, name)
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    both = lying is not None and heavy(lying.item)
    play.need(not (both and actor.hand), "HZN-OBJ-03", "takes both hands")
    limit = play.house.carry_limit
    fits = lying is None or not limit or actor.about(bears(lying.item.weight, limit))
    play.need(fits, "HZN-RUL-58", "is too heavy with all the rest")
    play.need(actor.carried(name) is None, "HZN-OBJ-01", "already carries one of that name")
    cost = 0 if lying is not None and lying.item.handy else 1
    affordable(play, actor, cost)
    easy = ("HZN-OBJ-02",) if not cost else ("HZN-OBJ-01", "HZN-OBJ-09")
    if cost:
        spend(play, actor, cost, *easy)
    if lying is None or play.call(heave, actor, lying.item, "carry") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot lift it"), "HZN-OBJ-03")
        return
    made = ("HZN-IMP-01", "HZN-IMP-02") if lying.item.improvised else ()
    play.do(fx.TookUp(actor.who, name), *easy, "HZN-OBJ-10", *made)
    play.do(fx.Lifted(name), *easy)
    retested(play, actor)


@cache
def bears(weight: float, limit: int) -> Callable[[Body], bool]:
    """By the option: whether STR bears so much more (HZN-RUL-58)."""
    return lambda b: sum([i.weight for i in b.kit]) + weight <= limit * b.sheet.strength


def reach_for(play: Game, actor: Fighter, name: str) -> Lying | None:
    """Refuse what does not lie within arm's reach (HZN-OBJ-10)."""
    lying = table(play).lying(name)
    play.need(lying is not None, "HZN-OBJ-01", "it does not lie there")
    near = lying is None or table(play).between(actor, lies_near(name, ARM))
    play.need(near, "HZN-OBJ-10", "is out of reach")
    return lying


@cache
def lies_near(name: str, reach: int) -> Callable[[Table, Body], bool]:
    """Whether a thing lies within so many centimetres."""
    return lambda t, b: any(x.item.name == name and within(x.spot, b.spot, reach) for x in t.ground)


def drops(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Let go of anything, at once and for nothing (HZN-OBJ-08)."""
    play.need(actor.carried(act.item) is not None, "HZN-OBJ-08", "does not carry it")
    let_go(play, actor, act.item)
    retested(play, actor)


def let_go(play: Game, actor: Fighter, name: str) -> None:
    """What was carried lies at one's feet."""
    play.do(fx.Landed(actor.who, name), "HZN-OBJ-08")
    play.do(fx.Dropped(actor.who, name), "HZN-OBJ-08", "HZN-MOV-05")


# --- moving and throwing them ----------------------------------------------------------------------


def drag_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is out of reach, and a full hand (HZN-OBJ-03)."""
    movement.unmoved(play, actor)
    reach_for(play, actor, act.item)
    play.need(not actor.both_hands, "HZN-OBJ-03", "has no hand free")
    movement.somewhere(play, actor, act)


def drags(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Move with a thing in tow, with what is in the other hand (HZN-OBJ-03)."""
    name, lying = act.item, table(play).lying(act.item)
    play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
    if lying is None or play.call(heave, actor, lying.item, "move") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot move it"), "HZN-OBJ-03")
        return
    far = 100 * movement.metres(play, actor)
    play.call(movement.go, actor, act.to, act.at, far, False, ("HZN-OBJ-03",))
    play.do(fx.Dragged(name, actor.who), "HZN-OBJ-03")


def hurl_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse to throw nothing, or nowhere (HZN-OBJ-07)."""
    play.need(actor.in_hand is not None, "HZN-OBJ-07", "has nothing in hand")
    movement.somewhere(play, actor, act)


def hurls(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Throw what is in hand somewhere, as far as the best STR of its carriers.

    See HZN-OBJ-07.
    """
    item = actor.in_hand
    if item is None:
        return
    far = play.call(heave, actor, item, "throw")
    let_go(play, actor, item.name)
    retested(play, actor)
    if far == FAILED:
        play.do(fx.Narrated(actor.who, "cannot throw it"), "HZN-OBJ-03")
    else:
        spot = act.to if act.to is not None else target.about(_spot)
        play.do(fx.Shifted(actor.about(_flight(spot, 100 * far))), "HZN-OBJ-07")


def _spot(b: Body) -> Point:
    return b.spot


@cache
def _flight(to: Point, far: int) -> Callable[[Body], Point]:
    return lambda b: towards(b.spot, to, far)


LINE_ALLOWED = YesNo(
    name="allow the line",
    asks=lambda who, one, about: msg(
        "May {one} use the Grapple Line for the {item}?", one=one, item=thing(about[1])
    ),
    tells="{who} allows the Grapple Line",
    rules=("HZN-OBJ-11",),
)


def hauls(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Pull a thing in on a Grapple Line, if the Director allows (HZN-OBJ-11)."""
    name = act.item
    play.need(actor.grapple, "HZN-OBJ-11", "has no Grapple Line")
    lying = table(play).lying(name)
    play.need(lying is not None, "HZN-OBJ-11", "it does not lie there")
    near = lying is None or table(play).between(actor, lies_near(name, LINE))
    play.need(near, "HZN-OBJ-11", "is out of the line's reach")
    affordable(play, actor, 1)
    if not LINE_ALLOWED.put(play, table(play), (actor, name)) or lying is None:
        play.do(fx.Narrated(actor.who, "may not use the line for that"), "HZN-OBJ-11")
        return
    spend(play, actor, 1)
    if play.call(heave, actor, lying.item, "move") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot haul it in"), "HZN-OBJ-11")
    else:
        play.do(fx.Dragged(name, actor.who), "HZN-OBJ-11")


# --- the actions -----------------------------------------------------------------------------------


def at_hand(fight: State, who: Who) -> tuple[str, ...]:
    """The things within arm's reach."""
    spot = fight.bodies[who].spot
    return tuple(x.item.name for x in fight.table.ground if within(x.spot, spot, ARM))


def _handled(fight: State, _: Body, act: Act) -> int:
    """Handy things take no action (HZN-OBJ-02)."""
    return 0 if any(x.item.name == act.item and x.item.handy for x in fight.table.ground) else 1


def _held(fight: State, who: Who) -> Iterator[str]:
    b = fight.bodies[who]
    return (i.name for i in b.kit if i.name == b.hand)


def _unwieldy(fight: State, who: Who) -> bool:
    """Whether what is in hand is no weapon."""
    item = in_hand(fight.bodies[who])
    return item is not None and (item.weapon is None or item.improvised)


def by_thing(fight: State, who: Who) -> Callable[[Act], int]:
    """By the place of the thing among those within reach."""
    names = at_hand(fight, who)
    return lambda act: names.index(act.item)


DROP = Action(
    name="drop",
    lines=Lines(_held),
    run=drops,
    rules=("HZN-OBJ-08",),
    says=Said("drop the {item}"),
    sheet=SheetLine(note="what is in hand"),
)
HURL = Action(
    name="hurl",
    lines=Lines(whom=foes, when=_unwieldy),
    needs=hurl_needs,
    run=hurls,
    cost=1,
    family="hurl",
    wants="to",
    says=Said("hurl the held item {where}"),
    sheet=SheetLine(("HZN-OBJ-07",), "a heavy thing, STR in metres"),
)
PICK_UP = Action(
    name="pick up",
    lines=Lines(at_hand),
    run=picks_up,
    cost=1,
    takes=_handled,
    pays=False,
    family="pick up",
    says=Said("pick up the {item}"),
    sheet=SheetLine(("HZN-OBJ-01", "HZN-IMP-02"), "within 1 m"),
)
DRAG = Action(
    name="drag",
    lines=Lines(at_hand, foes),
    needs=drag_needs,
    run=drags,
    cost=1,
    reads=True,
    family="drag",
    wants="to",
    says=Said("drag the {item} {where}"),
    sheet=SheetLine(("HZN-OBJ-03",), "what is too heavy to carry"),
)
HAUL = Action(
    name="haul",
    lines=Lines(
        lambda fight, who: (x.item.name for x in fight.table.ground),
        when=lambda fight, who: fight.bodies[who].sheet.grapple,
    ),
    run=hauls,
    cost=1,
    pays=False,
    family="haul",
    says=Said("haul the {item}"),
    sheet=SheetLine(("HZN-OBJ-11",), "what hangs on a Grapple Line"),
)
