"""Who sees whom: the hidden are watched, work pauses, fugitives are found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import NamedTuple

from affray.core.space import Point, squared, towards, within
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import (
    Fighter,
    able,
    called,
    knows_of,
    located_by,
    rank_in,
    seen_by,
    sees,
    table,
)
from affray.rulesets.horizon.skill import AWARENESS, prevails, tested
from affray.rulesets.horizon.state import Body, Game, Table
from affray.sheet import Item
from affray.tabletop.question import YesNo

STEALTH = "stealth"
SHELTER = 250
"""How near one stands to a comrade who hides one, in centimetres: at arm's length, on whole metres."""
STEP = 25
"""How closely a way is looked at, in centimetres: narrower gaps show nobody."""


def look(play: Game) -> None:
    """What has changed for those whom it matters to be seen."""
    for sneaker in table(play).all(hiding):
        play.call(watched, sneaker)
    for worker in table(play).all(engaged_in_task):
        play.call(pause, worker)
    for runner in table(play).all(on_the_run):
        if runner.some(located_by):
            play.do(fx.Located(runner.who), "HZN-ESC-02", "HZN-RUL-50")


def passed(play: Game, mover: Fighter, start: Point) -> None:
    """What a way leads past: who gains sight on it for a moment looks at once.

    Who is still in sight at its end is looked at as always (HZN-STL-02, HZN-ESC-02).
    """
    on_the_way = glimpsed(start)
    for enemy in mover.ranked(on_the_way):
        if not enemy.between(mover, knows_of):
            play.call(contest, mover, enemy)
        elif not mover.between(enemy, knows_of):
            play.call(contest, enemy, mover)
        if mover.fleeing and not mover.located and enemy.between(mover, knows_of):
            play.do(fx.Located(mover.who), "HZN-ESC-02", "HZN-RUL-50")
        if enemy.fleeing and not enemy.located and mover.between(enemy, knows_of):
            play.do(fx.Located(enemy.who), "HZN-ESC-02", "HZN-RUL-50")


def heeds_ways(play: Game) -> bool:
    """Whether anybody hides or flees, so that it matters who is seen on the way."""
    return table(play).first(sought) is not None


def heeds_shelter(play: Game) -> bool:
    """Whether anybody is out of sight for what stands between."""
    return table(play).first(sheltered) is not None


class Leaving(NamedTuple):
    """The place from which one sets off, and whether it matters who is passed, or left behind."""

    start: Point
    past: bool
    shelter: bool


def leaving(play: Game, mover: Fighter) -> Leaving | None:
    """What there is to see on a way that begins here; None for nothing."""
    past, shelter = heeds_ways(play), heeds_shelter(play)
    return Leaving(mover.spot, past, shelter) if past or shelter else None


def moved(play: Game, mover: Fighter, left: Leaving | None) -> None:
    """What is seen, and by whom, once somebody has moved."""
    if left is not None and left.past:
        play.call(passed, mover, left.start)
    if left is not None and left.shelter:
        play.call(stirred, mover, left.start)


def sheltered(_: Table, b: Body) -> int | None:
    """A place for those whom somebody cannot see for what stands between."""
    return 0 if b.screened else None


def stirred(play: Game, mover: Fighter, start: Point) -> None:
    """Who has moved sees past what stood between, and shelters nobody where it stood.

    See HZN-DIS-02, HZN-EXT-06.
    """
    for one in mover.ranked(kept_from):
        play.do(fx.Screened(one.who, mover.who, False), "HZN-DIS-02", "HZN-EXT-06")
    for one in mover.ranked(left_behind(start)):
        play.call(exposed, one)


def kept_from(b: Body, other: Body) -> str | None:
    """A place for those who are out of one's sight for what stands between."""
    return called(other) if b.sheet.name in other.screened else None


@cache
def left_behind(start: Point) -> Callable[[Body, Body], str | None]:
    """A place for comrades out of sight next to where one stood, but not to where one is now."""

    def rank(b: Body, other: Body) -> str | None:
        if other.side != b.side or other.sheet.name == b.sheet.name or not other.screened:
            return None
        beside = within(start, other.spot, SHELTER) and not within(b.spot, other.spot, SHELTER)
        return called(other) if beside else None

    return rank


def exposed(play: Game, one: Fighter) -> None:
    """Who has no comrade left to stand behind is in sight again (HZN-EXT-06)."""
    if one.some(shelters):
        return
    for enemy in one.ranked(out_of_its_sight):
        play.do(fx.Screened(one.who, enemy.who, False), "HZN-EXT-06")


def shelters(b: Body, other: Body) -> bool:
    """Whether a comrade is near enough to stand behind."""
    apart = other.sheet.name != b.sheet.name and other.side == b.side
    return apart and able(other) and within(b.spot, other.spot, SHELTER)


def out_of_its_sight(b: Body, other: Body) -> str | None:
    """A place for those who cannot see one for what stands between."""
    return called(other) if other.sheet.name in b.screened else None


def sought(_: Table, b: Body) -> int | None:
    """A place for those whom it matters to be seen."""
    return 0 if (b.hidden or b.fleeing) and able(b) else None


@cache
def glimpsed(start: Point) -> Callable[[Body, Body], str | None]:
    """A place for enemies seen on the way from there, but at neither end."""

    def rank(b: Body, other: Body) -> str | None:
        if other.side == b.side or not able(other) or not able(b) or not b.walls or sees(b, other):
            return None
        steps = -(-isqrt(squared(start, b.spot)) // STEP)
        way = [towards(start, b.spot, STEP * n) for n in range(steps)]
        if not way or sees(b._replace(spot=start), other):
            return None
        return called(other) if any(sees(b._replace(spot=at), other) for at in way) else None

    return rank


def hiding(_: Table, b: Body) -> int | None:
    """A place for those who hide."""
    return 0 if b.hidden and b.health > 0 else None


def engaged_in_task(_: Table, b: Body) -> int | None:
    """A place for those with an Extended Action begun."""
    return 0 if b.task is not None and (b.progress > 0 or b.paused) else None


def on_the_run(_: Table, b: Body) -> int | None:
    """A place for those who flee and have not been found this round."""
    return 0 if b.fleeing and not b.located and b.health > 0 else None


def pause(play: Game, worker: Fighter) -> None:
    """In natural sight of an enemy the progress is paused (HZN-EXT-05, -06)."""
    seen = worker.some(seen_by)
    if seen != worker.paused:
        play.do(fx.Paused(worker.who, seen), "HZN-EXT-05" if seen else "HZN-EXT-06")


def watched(play: Game, sneaker: Fighter) -> None:
    """Enemies who have gained natural sight of one who hides look (HZN-STL-02)."""
    for enemy in sneaker.ranked(no_longer):
        play.do(fx.SightLost(sneaker.who, enemy.who), "HZN-STL-02")
    best = play.house.stealth_watchers == "best"
    fresh = sneaker.ranked(keenest if best else newly)
    for n, enemy in enumerate(fresh):
        if not sneaker.hidden:
            return
        if enemy.between(sneaker, knows_of):
            continue  # a comrade has told it since
        if best and n:
            play.do(fx.Watched(sneaker.who, enemy.who), "HZN-RUL-47")
        else:
            play.call(contest, sneaker, enemy)


def newly(b: Body, enemy: Body) -> str | None:
    """A place for enemies who see one and have not looked yet."""
    fresh = enemy.sheet.name not in b.checked and enemy.side not in b.betrayed
    return called(enemy) if fresh and seen_by(b, enemy) else None


def keenest(b: Body, enemy: Body) -> tuple[int, int, str] | None:
    """The same, the best Awareness first."""
    if newly(b, enemy) is None:
        return None
    return -rank_in(AWARENESS)(enemy), -enemy.sheet.acuity, called(enemy)


def no_longer(b: Body, enemy: Body) -> int | None:
    """A place for enemies who had looked and see one no longer."""
    return 0 if enemy.sheet.name in b.checked and not seen_by(b, enemy) else None


WARN = YesNo(
    name="alert",
    asks="{who} notices {foe}. Warn the others?",
    tells="{who} raises the alarm",
    rules=("HZN-STL-04",),
    deed="warn the others",
    listed=lambda _: Item("raise the alarm", ("HZN-STL-04",), "by a watcher who notices a sneaker"),
)


def contest(play: Game, sneaker: Fighter, enemy: Fighter) -> None:
    """Awareness against Stealth (HZN-STL-02..04)."""
    if play.call(spots, sneaker, enemy):
        play.do(fx.Watched(sneaker.who, enemy.who, True), "HZN-STL-02", "HZN-STL-04")
        play.do(fx.Alerted(enemy.who), "HZN-STL-04")
        if WARN.put(play, enemy, (sneaker,)):
            raise_alarm(play, enemy, sneaker)
    else:
        play.do(fx.Watched(sneaker.who, enemy.who), "HZN-STL-02", "HZN-STL-03")


def spots(play: Game, sneaker: Fighter, enemy: Fighter, again: bool = False) -> bool:
    """Whether the watcher wins; equals may both roll again (HZN-RUL-09, -47)."""
    score = sneaker.stealth
    if again or play.house.stealth_watchers == "anew":
        score = tested(play, sneaker, STEALTH, STEALTH, "HZN-RUL-09" if again else "HZN-RUL-47")
    awareness = tested(play, enemy, "notice", AWARENESS, "HZN-STL-02")
    if play.house.awareness_forced_counts:
        play.do(fx.Searched(enemy.who, awareness), "HZN-RUL-48")
    won = prevails(play, awareness, score)
    dice = enemy.about(rank_in(AWARENESS)) > 0 or sneaker.about(rank_in(STEALTH)) > 0
    if won is None and dice:
        return play.call(spots, sneaker, enemy, True)
    return bool(won)


def raise_alarm(play: Game, enemy: Fighter, sneaker: Fighter) -> None:
    """Whoever notices tells all allies at once, also out of turn (HZN-STL-04).

    A third side hears nothing that it could use: it has to find the sneaker itself.
    """
    if enemy.some(third_side(sneaker.about(_side))):
        play.do(fx.Betrayed(sneaker.who, enemy.who), "HZN-STL-04")
    else:
        play.do(fx.Revealed(sneaker.who), "HZN-STL-04")
    for ally in enemy.ranked(_ally):
        play.do(fx.Alerted(ally.who), "HZN-STL-04")


@cache
def third_side(sneaking: str) -> Callable[[Body, Body], bool]:
    """Whether somebody belongs neither to one's own side nor to that of a sneaker."""
    return lambda b, other: other.side not in (b.side, sneaking)


def _side(b: Body) -> str:
    return b.side


def _ally(b: Body, other: Body) -> int | None:
    return 0 if b.side == other.side and not other.aware else None


@cache
def worse_hidden(score: int) -> Callable[[Body, Body], int | None]:
    """A place for hidden enemies in sight whose Stealth is below a score."""

    def rank(b: Body, other: Body) -> int | None:
        fits = not knows_of(b, other) and seen_by(other, b)
        return 0 if fits and other.stealth < score else None

    return rank
