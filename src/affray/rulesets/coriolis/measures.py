"""What people ask of an action: of its target, of who acts, of the weapon, of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, EffectHappened, Measure, UnitRan
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.fighter import unbroken
from affray.rulesets.coriolis.state import Body, State, Table

PUT_OUT = 5
"""What being put out of action weighs among choices, in hit points; an injury weighs two."""


def loss(before: Body, after: Body) -> int:
    """How much worse off a combatant is, by points of body and mind, injuries, and being out of action."""
    injuries = 2 * (len(after.injuries) - len(before.injuries))
    return lost(before, after) + before.mp - after.mp + injuries + PUT_OUT * put_out(before, after)


def of_loss(fight: State, who: Who) -> Iterator[Measure]:
    """The questions about an action that is not begun: nothing is to come of it, to anybody.

    It only loses the bonus of the weapon that was counted on (COR-INIT-11).
    """
    yield Measure("loses the weapon's initiative bonus", Changed(who, _slower))
    for one in fight.here:
        yield from _of_body(one, _name(fight, one), aside=True)


def _name(fight: State, who: Who) -> str:
    return Verbatim(fight.bodies[who].sheet.name)


# --- of each family ------------------------------------------------------------------------------------


def of_rest(fight: State, who: Who, _: Act, but: Who | None = None) -> Iterator[Measure]:
    """What can come of anything, to who acts and to all others, and to the table."""
    yield from _of_body(who, _name(fight, who))
    for other in fight.here:
        if other not in (who, but):
            yield from _of_body(other, _name(fight, other), aside=True)
    yield Measure("darkness points", Changed(TABLE, _darker), aside=True)


def of_blow(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What comes of a blow at somebody."""
    yield from of_attack(fight, who, act.at, act)


def of_squeeze(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What comes of an attack on the one pinned."""
    yield from of_attack(fight, who, fight.bodies[who].holding, act)


def of_attack(fight: State, who: Who, target: Who | None, act: Act) -> Iterator[Measure]:
    """What comes of an attack on somebody, or on nobody."""
    if target is not None:
        yield from _of_target(target, _name(fight, target))
    yield from of_rest(fight, who, act, target)


def of_shot(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What comes of a shot, for the clip, too."""
    *rest, last = of_blow(fight, who, act)
    yield from rest
    if act.item:
        yield Measure("clip emptied", Changed(who, _emptied(act.item)))
    yield last


def of_going(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """A movement is to arrive."""
    yield Measure("gets there", EffectHappened(fx.Moved, _arrives), headline=True, kind="arrival")
    yield from of_rest(fight, who, act)


def of_watch(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """One is on overwatch then, or was fired at first."""
    yield Measure("is on overwatch", Changed(who, _watches), headline=True)
    yield from of_rest(fight, who, act)


def of_freeing(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """One is free then, or not."""
    yield Measure("is free", Changed(who, _is_free), headline=True)
    yield from of_rest(fight, who, act)


def of_told(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """What the game master tells succeeds, or does not."""
    yield Measure("succeeds", EffectHappened(fx.Narrated, _succeeds), headline=True)
    yield from of_rest(fight, who, act)


def of_aid(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """An injury is treated, or hit points come back."""
    if act.item.isdigit() and act.at is not None:
        yield Measure("the injury is treated", Changed(act.at, _treated), headline=True)
    elif act.at is not None:
        name = _name(fight, act.at)
        yield from _up(act.at, name, msg("hit points of {name} given back", name=name), _helped)
    yield from of_rest(fight, who, act)


def of_calming(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Mind points come back."""
    if act.at is not None:
        name = _name(fight, act.at)
        yield from _up(act.at, name, msg("mind points of {name} given back", name=name), _calmed)
    yield from of_rest(fight, who, act)


FAMILIES: dict[str, Callable[[State, Who, Act], Iterator[Measure]]] = {
    "plain": of_rest, "blow": of_blow, "squeeze": of_squeeze, "shot": of_shot, "going": of_going,
    "watch": of_watch, "freeing": of_freeing, "told": of_told, "aid": of_aid, "calming": of_calming,
}  # fmt: skip
"""What is measured of each family of actions."""


# --- of somebody ---------------------------------------------------------------------------------------


def _of_target(target: Who, name: str) -> list[Measure]:
    return [
        Measure(msg("hits {name}", name=name), UnitRan(hit, 1, target), headline=True, kind="hit"),
        Measure(
            msg("{name} is put out of action", name=name), Changed(target, put_out), headline=True, kind="out"
        ),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), kind="harm"),
        Measure(msg("critical injury to {name}", name=name), Changed(target, _injured)),
        Measure(msg("stress to {name}", name=name), Changed(target, lambda a, b: a.mp - b.mp)),
        Measure(msg("{name} dies", name=name), Changed(target, _dies), kind="death"),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(target, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
        Measure(msg("{name} is pinned", name=name), Changed(target, _is_caught), aside=True),
    ]


def _up(patient: Who, name: str, points: str, given: Callable[[Body, Body], int]) -> Iterator[Measure]:
    yield Measure(msg("{name} is up again", name=name), Changed(patient, _rises), headline=True)
    yield Measure(points, Changed(patient, given))


def _of_body(who: Who, name: str, aside: bool = False) -> list[Measure]:
    return [
        Measure(msg("damage to {name}", name=name), Changed(who, lost), aside=aside, kind="harm"),
        Measure(
            msg("{name} is put out of action", name=name), Changed(who, put_out), aside=aside, kind="out"
        ),
        Measure(msg("critical injury to {name}", name=name), Changed(who, _injured), aside=True),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(who, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
    ]


# --- of an effect --------------------------------------------------------------------------------


def _arrives(_: fx.Moved) -> bool:
    """One who is stopped on the way has come some of it, but moves no further."""
    return True


def _succeeds(e: fx.Narrated) -> bool:
    return e.sixes > 0


# --- of a body before and after ------------------------------------------------------------------


def lost(before: Body, after: Body) -> int:
    """Hit points lost; below 0 when some were given back."""
    return before.hp - after.hp


def put_out(before: Body, after: Body) -> bool:
    """Whether one who could act is Broken, broken down, unconscious or dead."""
    return unbroken(before) and not unbroken(after)


def _injured(before: Body, after: Body) -> bool:
    return len(after.injuries) > len(before.injuries)


def _dies(before: Body, after: Body) -> bool:
    return after.dead and not before.dead


def _treated(before: Body, after: Body) -> bool:
    return sum(i.treated for i in after.injuries) > sum(i.treated for i in before.injuries)


def _rises(before: Body, after: Body) -> bool:
    return put_out(after, before)


def _helped(before: Body, after: Body) -> int:
    return after.hp - before.hp


def _calmed(before: Body, after: Body) -> int:
    return after.mp - before.mp


def _watches(_: Body, after: Body) -> bool:
    return after.watch is not None


def _is_free(_: Body, after: Body) -> bool:
    return after.held_by is None


def _darker(before: Table, after: Table) -> int:
    return after.darkness - before.darkness


def _is_caught(before: Body, after: Body) -> bool:
    return after.held_by is not None and after.held_by != before.held_by


def _slower(before: Body, after: Body) -> bool:
    return after.boost < before.boost


def _emptied(weapon: str) -> Callable[[Body, Body], bool]:
    return lambda before, after: weapon in after.empty and weapon not in before.empty
