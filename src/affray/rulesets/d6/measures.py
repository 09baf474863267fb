"""What people ask of an action: of its target, of everybody else, of who acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Changed, Measure, UnitRan
from affray.rulesets.d6.attack import hit
from affray.rulesets.d6.casting import area_named
from affray.rulesets.d6.fighter import able, loaded
from affray.rulesets.d6.state import Body, State

PUT_OUT = 15
"""What being put out of the fight weighs among choices, in hit points; being bloodied weighs a third."""


def loss(before: Body, after: Body) -> int:
    """How much worse off a combatant is, by hit points, being bloodied, and being out of it."""
    bloodied = (after.bloodied - before.bloodied) * PUT_OUT // 3
    return lost(before, after) + bloodied + PUT_OUT * put_out(before, after)


# --- of each family -------------------------------------------------------------------------------------


def of_rest(fight: State, who: Who, act: Act, but: Who | None = None) -> Iterator[Measure]:
    """Who goes somewhere is to arrive; and what can come of anything, to all."""
    if but is None and (act.at is not None or act.to is not None):
        yield Measure("gets there", Changed(who, _elsewhere), headline=True, aside=True, kind="arrival")
    for other in fight.here:
        if other != but:
            name = Verbatim(fight.bodies[other].sheet.name)
            yield Measure(msg("damage to {name}", name=name), Changed(other, lost), aside=True, kind="harm")
            yield Measure(
                msg("{name} is put out of the fight", name=name),
                Changed(other, put_out),
                aside=True,
                kind="out",
            )


def _elsewhere(before: Body, after: Body) -> bool:
    return before.spot != after.spot


def of_aimed(fight: State, who: Who, act: Act, alone: bool) -> Iterator[Measure]:
    """What comes of it to the mark, if it has one, and to all others."""
    if act.at is not None:
        yield from _of_target(act.at, Verbatim(fight.bodies[act.at].sheet.name), alone)
    yield from of_rest(fight, who, act, act.at)


def of_attack(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """An attack on one."""
    yield from of_aimed(fight, who, act, True)
    yield from _of_shots(who, act.item)


def of_area(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """Fire on an area, or an explosive."""
    yield from of_aimed(fight, who, act, False)
    yield from _of_shots(who, act.item)


def of_spell(fight: State, who: Who, act: Act) -> Iterator[Measure]:
    """A spell, on one or on an area."""
    yield from of_aimed(fight, who, act, not area_named(fight.bodies[who], act.item))


def _of_shots(who: Who, item: str) -> Iterator[Measure]:
    if item:
        yield Measure("shots spent", Changed(who, lambda a, b: loaded(a, item) - loaded(b, item)))


FAMILIES: dict[str, Callable[[State, Who, Act], Iterator[Measure]]] = {
    "attack": of_attack,
    "area": of_area,
    "spell": of_spell,
    "plain": of_rest,
}


def _of_target(target: Who, name: str, alone: bool) -> list[Measure]:
    """What only one is the mark of may miss; in an area it hurts, or does not."""
    hurts = Measure(
        msg("{name} loses hit points", name=name),
        Changed(target, lambda a, b: b.hp < a.hp),
        headline=not alone,
    )
    return [
        *(
            [Measure(msg("hits {name}", name=name), UnitRan(hit, 1, target), headline=True, kind="hit")]
            if alone
            else [hurts]
        ),
        Measure(
            msg("{name} is put out of the fight", name=name),
            Changed(target, put_out),
            headline=True,
            kind="out",
        ),
        *([hurts] if alone else []),
        Measure(msg("damage to {name}", name=name), Changed(target, lost), kind="harm"),
        Measure(
            msg("{name} is bloodied", name=name), Changed(target, lambda a, b: b.bloodied and not a.bloodied)
        ),
    ]


def lost(before: Body, after: Body) -> int:
    """Hit points lost; below 0 when some were given back."""
    return before.hp - after.hp


def put_out(before: Body, after: Body) -> bool:
    """Whether one who was in the fight is out of it."""
    return able(before) and not able(after)
