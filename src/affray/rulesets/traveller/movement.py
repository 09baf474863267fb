"""Minor actions of the body: moving, taking cover, changing stance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.space import Point, passes, within
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.declare import MINOR, SIGNIFICANT, Action, Lines, Said, SheetLine, foes
from affray.rulesets.traveller.fighter import Fighter, at_hand, table, threat
from affray.rulesets.traveller.figures import REACH, dead, wounded
from affray.rulesets.traveller.hiding import between, haven, hides, near
from affray.rulesets.traveller.sheet import Cover, Post
from affray.rulesets.traveller.state import Body, Game, State, Table
from affray.tabletop import Names
from affray.tabletop.words import in_place

STEP = 600
"""How far one moves with a minor action, in centimetres: four tiles."""
STANCES = ("standing", "crouched", "prone")


def move_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse to go nowhere, or too far."""
    to = act.to
    play.need(to is not None or act.at is not None, "TRV-MOVE-01", "there is nowhere to go")
    if to is not None:
        hard = table(play).between(actor, on_way(to))
        step = reach(play, actor, hard)
        play.need(
            actor.about(reaches(to, step)),
            rule_of(actor, hard),
            "the place is more than {step} m away",
            step=figure(step / 100, "g"),
        )


def moves(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Move up to 6 m: to a place, to somebody, or away (TRV-MOVE-01..03)."""
    if act.to is not None:
        hard = table(play).between(actor, on_way(act.to))
        play.do(fx.Headed(actor.who, act.to), *rules_of(actor, hard))
    elif act.at is not None:
        go(play, actor, act.at, act.name == MOVE_AWAY.name)
    arrive(play, actor, "TRV-MOVE-01")


def go(play: Game, actor: Fighter, at: Who, back: bool) -> None:
    """Head for somebody, or away; look twice, for hard ground on the way."""
    for hard in (table(play).between(actor, in_rough), True):
        step = reach(play, actor, hard)
        play.do(fx.HeadedFor(actor.who, at, -step if back else step), *rules_of(actor, hard))
        if hard or not table(play).between(actor, rough_way):
            return


def rule_of(actor: Fighter, hard: bool) -> str:
    """The rule that says how far one gets."""
    return "TRV-MOVE-03" if actor.prone else "TRV-MOVE-02" if hard else "TRV-MOVE-01"


def rules_of(actor: Fighter, hard: bool) -> tuple[str, ...]:
    """All the rules that say how far one gets."""
    slow = ("TRV-MOVE-02",) if hard else ()
    return ("TRV-MOVE-01", *slow, *(("TRV-MOVE-03",) if actor.prone else ()))


def reach(play: Game, actor: Fighter, hard: bool) -> int:
    """How far one gets, in centimetres (TRV-R29)."""
    if play.house.wounded_slowed and actor.needs_surgery:
        return REACH
    parts = (2 if hard else 1, 4 if actor.prone else 1)
    return STEP // (max(parts) if play.house.move_combined == "smaller" else parts[0] * parts[1])


def cover_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what does not hide one, or what one is behind (TRV-R37).

    Behind is where it stands between one and the nearest enemy that one knows of.
    """
    cover = table(play).about(cover_named(act.item))
    play.need(cover is not None, "TRV-R37", "there is no such cover")
    foe = actor.least(threat)
    if cover is not None:
        play.need(not is_behind(actor, cover, foe), "TRV-R37", "is already behind it")
        helps = foe is None or actor.between(foe, hideable(cover))
        play.need(helps, "TRV-R37", "it gives no cover from the nearest enemy")


def takes_cover(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Move behind something, as near as one gets (TRV-MOVE-01, TRV-R37)."""
    cover, foe = table(play).about(cover_named(act.item)), actor.least(threat)
    if cover is None:
        return
    at = None if foe is None else foe.who
    for hard in (table(play).between(actor, in_rough), True):
        play.do(fx.HeadedBehind(actor.who, cover, reach(play, actor, hard), at), *rules_of(actor, hard))
        if hard or not table(play).between(actor, rough_way):
            break
    arrive(play, actor, "TRV-MOVE-01")


def is_behind(actor: Fighter, cover: Cover, foe: Fighter | None) -> bool:
    """Whether one is where a cover hides one from a foe, or, without one, beside it."""
    return actor.about(is_beside(cover)) if foe is None else actor.between(foe, hidden_by(cover))


def arrive(play: Game, actor: Fighter, *rules: str) -> None:
    """The movement takes place; who ends it beside a cover is behind it (TRV-R37)."""
    play.do(fx.Moved(actor.who), *rules)
    find_cover(play, actor)


def find_cover(play: Game, one: Fighter, *rules: str) -> None:
    """What there is to hide behind at the place to which one has come (TRV-R37)."""
    covers = table(play).between(one, at_hand)
    if covers:
        play.do(fx.TookCover(one.who, covers[0], covers[1:]), *rules, "TRV-R37")


def stance_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is no stance, or one's own."""
    stance = act.item
    play.need(stance in STANCES, "TRV-STAN-01", "is no stance")
    play.need(actor.stance != stance, "TRV-STAN-01", "is already {stance}", stance=stance)


def changes_stance(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Stand, crouch or lie (TRV-STAN-01)."""
    play.do(fx.Stance(actor.who, act.item), "TRV-STAN-01")


def post_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse a crew position that is not at arm's length, or taken (TRV-ACT-CREW)."""
    post = table(play).about(post_named(act.item))
    play.need(post is not None, "TRV-ACT-CREW", "there is no such crew position")
    near = post is not None and actor.about(reaches(post.spot, REACH))
    play.need(near, "TRV-ACT-CREW", "it is not at arm's length")
    taken = actor.about(at_post(act.item)) or actor.some(shares(act.item))
    play.need(not taken, "TRV-ACT-CREW", "somebody is already there")


def takes_post(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take up a crew position in a vehicle; what stands beside it covers, too (TRV-ACT-CREW, TRV-R37)."""
    post = table(play).about(post_named(act.item))
    if post is not None:
        play.do(fx.TookPost(actor.who, act.item, post.spot, post.cover), "TRV-ACT-CREW")
        besides = table(play).about(standing_near(post.spot))
        if besides:
            best, *more = sorted((*filter(None, (post.cover,)), *besides), key=lambda c: -c.armour)
            play.do(fx.TookCover(actor.who, best, tuple(more)), "TRV-R37")


# --- facts -----------------------------------------------------------------------------------------


@cache
def reaches(to: Point, step: int) -> Callable[[Body], bool]:
    """Whether a place is within so many centimetres."""
    return lambda b: within(b.spot, to, step)


@cache
def on_way(to: Point) -> Callable[[Table, Body], bool]:
    """Whether there is difficult ground on the way to a place."""
    return lambda t, b: any(passes(b.spot, to, zone.spot, zone.radius) for zone in t.rough)


def in_rough(t: Table, b: Body) -> bool:
    """Whether one stands on difficult ground."""
    return any(within(b.spot, zone.spot, zone.radius) for zone in t.rough)


def rough_way(t: Table, b: Body) -> bool:
    """Whether there is difficult ground on the way that was announced."""
    return any(passes(b.spot, b.heading or b.spot, zone.spot, zone.radius) for zone in t.rough)


@cache
def is_beside(cover: Cover) -> Callable[[Body], bool]:
    """Whether one has come to this, to hide behind it."""
    return lambda b: cover in (b.cover, *b.more)


@cache
def hidden_by(cover: Cover) -> Callable[[Body, Body], bool]:
    """Whether one is behind this, as seen from another."""
    beside = is_beside(cover)
    return lambda a, b: beside(a) and between(cover, a.spot, b.spot)


@cache
def hideable(cover: Cover) -> Callable[[Body, Body], bool]:
    """Whether there is a place at which this hides one from another."""

    def read(a: Body, b: Body) -> bool:
        if cover.line is None:
            return cover.spot is None or not within(cover.spot, b.spot, REACH)
        return hides(cover, a.spot, b.spot) or haven(a.spot, cover.line, b.spot) is not None

    return read


@cache
def cover_named(name: str) -> Callable[[Table], Cover | None]:
    """The cover of this name."""
    return lambda t: next((c for c in t.covers if c.name == name), None)


@cache
def standing_near(spot: Point) -> Callable[[Table], tuple[Cover, ...]]:
    """What there is to hide behind at a place."""
    return lambda t: tuple(c for c in t.covers if near(c, spot))


@cache
def post_named(name: str) -> Callable[[Table], Post | None]:
    """The crew position of this name."""
    return lambda t: next((p for p in t.posts if p.name == name), None)


@cache
def at_post(name: str) -> Callable[[Body], bool]:
    """Whether one is in this crew position."""
    return lambda b: b.post == name


@cache
def shares(name: str) -> Callable[[Body, Body], bool]:
    """Whether somebody else is in this crew position."""
    return lambda a, b: b.post == name


# --- the actions -----------------------------------------------------------------------------------

IN_WORDS = {"standing": "stand up", "crouched": "crouch", "prone": "lie down"}
TOWARDS = Said("move towards {whom}")


def wounded_friends(fight: State, who: Who) -> Iterator[Who]:
    """The wounded of one's own side who live, oneself among them."""
    side = fight.bodies[who].side
    for other in fight.here:
        patient: Body = fight.bodies[other]
        if patient.side == side and not dead(patient) and wounded(patient):
            yield other


def goals(fight: State, who: Who) -> list[Who]:
    """The enemies, and the wounded of one's own side."""
    return [*foes(fight, who), *(other for other in wounded_friends(fight, who) if other != who)]


def move_in_words(names: Names, act: Act) -> str:
    """To somebody, or to a place."""
    if act.to is not None and act.at is None:
        return msg("move to {place}", place=in_place(act.to))
    return TOWARDS(names, act)


def covers(fight: State, _: Who) -> tuple[str, ...]:
    """What there is to hide behind."""
    return tuple(c.name for c in fight.table.covers)


def other_stances(fight: State, who: Who) -> tuple[str, ...]:
    """The stances in which one is not."""
    return tuple(name for name in STANCES if name != fight.bodies[who].stance)


def stance_in_words(_: Names, act: Act) -> str:
    """How one gets into a stance."""
    return IN_WORDS.get(act.item, act.item)


def posts(fight: State, _: Who) -> tuple[str, ...]:
    """The crew positions."""
    return tuple(post.name for post in fight.table.posts)


MOVE = Action(
    name="move",
    lines=Lines(whom=goals),
    needs=move_needs,
    cost=MINOR,
    rules=("TRV-MOVE-01",),
    run=moves,
    tags={"move"},
    wants="to",
    takes={"at", "to"},
    slow=True,
    says=move_in_words,
    sheet=SheetLine(note=msg("{metres} m; difficult 1/2, prone 1/4", metres=STEP // 100)),
)
MOVE_AWAY = Action(
    name="move away",
    lines=Lines(whom=foes),
    needs=move_needs,
    cost=MINOR,
    rules=("TRV-MOVE-01",),
    run=moves,
    tags={"move", "targeted"},
    takes={"at"},
    slow=True,
    says=Said("move away from {whom}"),
    sheet=SheetLine(note="as far, away from another fighter"),
)
TAKE_COVER = Action(
    name="take cover",
    lines=Lines(covers),
    needs=cover_needs,
    cost=MINOR,
    rules=("TRV-MOVE-01",),
    run=takes_cover,
    tags={"move"},
    takes={"item"},
    slow=True,
    says=Said("take cover behind {item}"),
    sheet=SheetLine(("TRV-MOVE-01", "TRV-R37"), "a move to it"),
)
STANCE = Action(
    name="stance",
    lines=Lines(other_stances),
    needs=stance_needs,
    cost=MINOR,
    rules=("TRV-STAN-01",),
    run=changes_stance,
    tags={"move"},
    takes={"item"},
    says=stance_in_words,
    sheet=SheetLine(note="standing, crouched, prone"),
)
TAKE_POST = Action(
    name="take post",
    lines=Lines(posts),
    needs=post_needs,
    cost=SIGNIFICANT,
    rules=("TRV-ACT-CREW",),
    run=takes_post,
    takes={"item"},
    single=True,
    says=Said("take post: {item}"),
    sheet=SheetLine(note="crew position in a vehicle"),
)
