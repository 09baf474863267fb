"""Changes of a scene: values with a description, and those that it allows.

What can be changed is read from the scene, its records and the tables of its game; which of it is
better than what, a game says with its levers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Any

from affray.balancing.draft import GONE, Draft, Put
from affray.core.catalogue import Option, OptionValue
from affray.core.errors import BadData, NotFound
from affray.core.message import Verbatim, figure, joined, msg

MOST = 30
"""So many alike are the most that a record of a scene may stand for."""
NEAREST = 1.0
"""Sides are moved no nearer than this, in the unit of the scene."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change: its kind, its words, its edits, and what it takes hold of.

    Two changes that take hold of the same, or of a part of it, are not made together.
    """

    kind: str
    words: str
    edits: tuple[Put, ...]
    holds: str

    def meets(self, other: Change) -> bool:
        """Whether the two take hold of the same."""
        one, two = f"{self.holds}/", f"{other.holds}/"
        return one.startswith(two) or two.startswith(one)


def together(changes: Sequence[Change]) -> bool:
    """Whether these can all be made at once."""
    return not any(a.meets(b) for a, b in combinations(changes, 2))


def in_words(changes: Sequence[Change]) -> str:
    """What these do, in one line."""
    return joined("; ", [change.words for change in changes]) if changes else "as it is"


def made(draft: Draft, changes: Iterable[Change]) -> Draft:
    """The draft after these changes, whether it can be read or not."""
    return draft.changed(edit for change in changes for edit in change.edits)


def fits(draft: Draft) -> bool:
    """Whether its game reads a draft without a fault."""
    try:
        return bool(draft.fight)
    except BadData:
        return False


# --- what there is to change ------------------------------------------------------------------------


def changes(
    draft: Draft, kinds: Iterable[str] = (), keep: Iterable[str] = (), free: bool = False
) -> list[Change]:
    """Every single change of these kinds after which the scene can be read.

    The kinds are by default those of `USUAL`.  `keep` names fighters and sides that stay as they
    are.  Those whom people run are neither added to, left out nor given other things, unless
    `free`.  Raises NotFound for a name or a kind.
    """
    kept = _kept(draft, list(keep))
    own = frozenset() if free else frozenset(f.name for f in draft.scene.fighters if f.run_by != "autopilot")
    candidates: list[Change] = []
    for kind in kinds or USUAL:
        if kind not in KINDS:
            raise NotFound("kind of change", kind, KINDS)
        candidates += KINDS[kind](draft, kept if kind in ("cover", "distance") else kept | own)
    return [change for change in {c.words: c for c in candidates}.values() if fits(made(draft, [change]))]


def _kept(draft: Draft, names: Sequence[str]) -> frozenset[str]:
    """The fighters of these names and sides."""
    fighters = draft.scene.fighters
    known = {f.name for f in fighters} | {f.side for f in fighters}
    for name in names:
        if name not in known:
            raise NotFound("fighter or side", name, known)
    return frozenset(f.name for f in fighters if f.name in names or f.side in names)


def _open(draft: Draft, kept: frozenset[str]) -> Iterator[tuple[Any, dict[str, Any], Any]]:
    """Fighters that may be changed: the record, its plain data, a body; none in reserve."""
    at = 0
    for record, data in zip(draft.scene.fighters, draft.data["fighters"], strict=True):
        if record.reserve:
            continue
        if record.name not in kept:
            yield record, data, draft.fight.fighters[at]
        at += record.count


def _fighters(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """One more alike, one less, none at all; and somebody else of the game's people."""
    for f, _, _ in _open(draft, kept):
        here, who = ("fighters", f.name), Verbatim(f.name)
        if f.count < MOST:
            words = (
                msg("another {who}, {n} in all", who=who, n=f.count + 1)
                if f.count > 1
                else msg("another {who}", who=who)
            )
            yield Change("fighters", words, (Put((*here, "count"), f.count + 1),), f"{f.name}/count")
        if f.count > 1:
            words = msg("one {who} fewer, {n} in all", who=who, n=f.count - 1)
            yield Change("fighters", words, (Put((*here, "count"), f.count - 1),), f"{f.name}/count")
        yield Change("fighters", msg("without {who}", who=who), (Put(here, GONE),), f.name)


def _people(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """Somebody else in the place of a fighter, with the same things."""
    key = draft.ruleset.levers.people
    for f, data, _ in _open(draft, kept):
        now = data.get(key)
        for name in draft.ruleset.levers.folk() if isinstance(now, str) else ():
            if name != now:
                words = msg("{who} becomes {kind} instead of {now}", who=Verbatim(f.name), kind=name, now=now)
                yield Change("people", words, (Put(("fighters", f.name, key), name),), f"{f.name}/who")


def _newcomers(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """Somebody who joins a side, with the things of the last fighter there."""
    key = draft.ruleset.levers.people
    last = {f.side: (f, data) for f, data, _ in _open(draft, kept) if isinstance(data.get(key), str)}
    names = {f.name for f in draft.scene.fighters}
    for side, (f, data) in last.items():
        for kind in draft.ruleset.levers.folk():
            name = f"New {kind}"[:40]
            if name not in names:
                one = {k: v for k, v in data.items() if k not in ("count", "drives", "skills", "traits")}
                spot = _plus(f.at, (0, f.count))
                put = Put(("fighters", name), {**one, "name": name, "at": spot, key: kind})
                whose = Verbatim(f.name)
                words = msg("{who} joins {side}, equipped like {whose}", who=_a(kind), side=side, whose=whose)
                yield Change("newcomers", words, (put,), name)


def _weapons(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """A weapon of a tier or two above or below."""
    levers = draft.ruleset.levers
    for f, data, _ in _open(draft, kept):
        carried = levers.carried(f)
        for n, weapon in enumerate(carried):
            for steps in (1, -1, 2, -2):
                other = levers.tier(weapon, steps)
                if other is not None and other not in carried:
                    who = Verbatim(f.name)
                    words = msg(
                        "{who} has {weapon} instead of {other}", who=who, weapon=_a(other), other=_a(weapon)
                    )
                    edits = tuple(swapped(f, data, carried, n, other))
                    yield Change("weapons", words, edits, f"{f.name}/weapons/{n}")


def swapped(fighter: Any, data: dict[str, Any], carried: Sequence[str], n: int, other: str) -> Iterator[Put]:
    """The edits that give a fighter another weapon in the place of its n-th."""
    weapons = list(data.get("weapons", carried))
    weapons[n : n + 1] = [other]
    yield Put(("fighters", fighter.name, "weapons"), weapons)
    held = data.get("in_hand")
    if isinstance(held, str) and (held == carried[n : n + 1] or held in carried[n : n + 1]):
        yield Put(("fighters", fighter.name, "in_hand"), other)
    elif isinstance(held, list):
        hands = [other if name in carried[n : n + 1] else name for name in held]
        yield Put(("fighters", fighter.name, "in_hand"), hands)


def _armour(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """The next better and the next lighter armour of the game, and none."""
    levers = draft.ruleset.levers
    suits = sorted(levers.armours().items(), key=lambda pair: pair[1])
    for f, _, body in _open(draft, kept):
        worn = levers.worn(body)
        better = next((suit for suit in suits if suit[1] > worn), None)
        worse = next((suit for suit in reversed(suits) if 0 < suit[1] < worn), None)
        for name, rating in filter(None, (better, worse)):
            words = msg(
                "{who} wears {armour} ({rating} instead of {worn})",
                who=Verbatim(f.name),
                armour=name,
                rating=rating,
                worn=worn,
            )
            value = [name] if levers.pieces else name
            yield Change(
                "armour",
                words,
                (Put(("fighters", f.name, "armour"), value),),
                f"{f.name}/armour",
            )
        if worn:
            words = msg("{who} wears no armour (0 instead of {worn})", who=Verbatim(f.name), worn=worn)
            yield Change("armour", words, (Put(("fighters", f.name, "armour"), 0),), f"{f.name}/armour")


def _cover(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """Stronger and weaker covers in the places of those that stand; new ones."""
    kinds = sorted(draft.ruleset.levers.covers().items(), key=lambda pair: pair[1])
    for cover in draft.data.get("covers", ()):
        yield from _other_cover(cover, kinds)
    for f, _, _ in _open(draft, kept):
        if kinds:
            yield from _new_cover(draft, f, (kinds[0][0], kinds[len(kinds) // 2][0]))


def _other_cover(cover: dict[str, Any], kinds: Sequence[tuple[str, int]]) -> Iterator[Change]:
    name, points = cover["name"], dict(kinds)
    now = points.get(cover["kind"])
    if now is not None:
        better = next((kind for kind in kinds if kind[1] > now), None)
        worse = next((kind for kind in reversed(kinds) if kind[1] < now), None)
        for kind, rating in filter(None, (better, worse)):
            words = msg(
                "{cover} becomes {kind} ({rating} instead of {now})",
                cover=name,
                kind=kind,
                rating=rating,
                now=now,
            )
            yield Change("cover", words, (Put(("covers", name, "kind"), kind),), f"cover {name}")


def _new_cover(draft: Draft, f: Any, kinds: Sequence[str]) -> Iterator[Change]:
    """A cover before a fighter, towards the others' middle, four units long."""
    if getattr(f, "cover", None) is not None:
        return
    other = _middle([g for g in draft.scene.starting if g.side != f.side])
    away = dist(f.at, other)
    if away < 2 * NEAREST:
        return
    (x, y), along = f.at, ((other[0] - f.at[0]) / away, (other[1] - f.at[1]) / away)
    front = (x + along[0], y + along[1])
    ends = [[round(front[0] + s * along[1], 1), round(front[1] - s * along[0], 1)] for s in (-2, 2)]
    for kind in kinds:
        name = f"{kind} near {f.name}"[:40]
        edits = [Put(("covers", name), {"name": name, "kind": kind, "ends": ends})]
        if "cover" in type(f).model_fields:
            edits.append(Put(("fighters", f.name, "cover"), name))
        yield Change(
            "cover",
            msg("cover in front of {who}: {kind}", who=Verbatim(f.name), kind=kind),
            tuple(edits),
            f"{f.name}/cover",
        )


def _middle(fighters: Sequence[Any]) -> tuple[float, float]:
    return tuple(sum(f.at[axis] for f in fighters) / len(fighters) for axis in (0, 1))


def _distance(draft: Draft, kept: frozenset[str]) -> Iterator[Change]:
    """A whole side nearer to the others or further away, with its covers."""
    fighters = draft.scene.starting
    bare = not any(draft.data.get(key) for key in ("covers", "walls", "mines", "difficult", "posts"))
    for side in draft.sides[1:] if bare and len(draft.sides) == 2 else draft.sides:
        ours = [f for f in fighters if f.side == side]
        if not kept.intersection(f.name for f in ours):
            here, there = _middle(ours), _middle([f for f in fighters if f.side != side])
            away = dist(here, there)
            for factor in (0.5, 0.75, 1.5, 2.0) if away > 0 else ():
                yield from _moved(draft, side, ours, (here, there), away * factor)


def _moved(
    draft: Draft, side: str, ours: Sequence[Any], ends: tuple[tuple[float, float], ...], apart: float
) -> Iterator[Change]:
    (here, there), unit = ends, draft.ruleset.levers.unit
    away = dist(here, there)
    if apart < NEAREST:
        return
    by = [round((here[axis] - there[axis]) * (apart / away - 1), 1) for axis in (0, 1)]
    moved = [Put(("fighters", f.name, "at"), _plus(f.at, by)) for f in ours]
    behind = {getattr(f, "cover", None) for f in ours}
    moved += [
        Put(("covers", cover["name"], "ends"), [_plus(end, by) for end in cover["ends"]])
        for cover in draft.data.get("covers", ())
        if cover["name"] in behind and "ends" in cover
    ]
    new, old = figure(apart, ".0f"), figure(away, ".0f")
    words = (
        msg(
            "{side} start closer ({new} {unit} instead of {old} {unit})",
            side=side,
            new=new,
            old=old,
            unit=unit,
        )
        if apart < away
        else msg(
            "{side} start farther away ({new} {unit} instead of {old} {unit})",
            side=side,
            new=new,
            old=old,
            unit=unit,
        )
    )
    yield Change("distance", words, tuple(moved), "distance")


def _plus(spot: Sequence[float], by: Sequence[float]) -> list[float]:
    return [_plain(round(x + d, 1)) for x, d in zip(spot, by, strict=True)]


def _plain(x: float) -> float:
    return int(x) if x == int(x) else x


def _options(draft: Draft, _: frozenset[str]) -> Iterator[Change]:
    """A house rule switched: each other choice, and numbers one up or down."""
    given = draft.scene.options
    for key, option in draft.ruleset.catalogue.options.items():
        now = given.get(key, option.default)
        for value in _values(option, now):
            words = msg("house rule {key} = {value}", key=Verbatim(key), value=Verbatim(said(value)))
            yield Change("option", words, (Put(("options", key), value),), f"option {key}")


def _values(option: Option, now: OptionValue) -> Iterator[OptionValue]:
    if option.kind == "flag":
        yield not now
    elif option.kind == "choice":
        yield from (value for value in option.values if value != now)
    elif isinstance(now, int):
        yield from (value for value in (now - 1, now + 1) if option.fits(value))


def said(value: OptionValue) -> str:
    """The value of an option as it is written in a scene."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _a(thing: str) -> str:
    return msg("{vowel, select, true {an} other {a}} {thing}", thing=thing, vowel=thing[0] in "aeiou")


KINDS: dict[str, Callable[[Draft, frozenset[str]], Iterable[Change]]] = {
    "fighters": _fighters,
    "people": _people,
    "newcomers": _newcomers,
    "weapons": _weapons,
    "armour": _armour,
    "cover": _cover,
    "distance": _distance,
    "option": _options,
}
"""The kinds of changes, by name."""
USUAL = ("fighters", "weapons", "armour", "cover", "distance")
"""The kinds that are looked through where none is asked for.

Other people make another scene, and a house rule holds for more than one.
"""
