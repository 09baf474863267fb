"""Differences between two situations, as one viewer would be told of either: in short lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

from affray.core.message import figure, msg, word
from affray.core.phrases import the_side
from affray.table import menu, wire
from affray.table.map_section import placed
from affray.table.other_answers import WireDifference
from affray.table.views import VisiblePosition, order, pools

NONE = "-"
"""What stands for something that is not there."""


class Situation(NamedTuple):
    """How a fight stands for one viewer: fighters, their places, what belongs to nobody, what is asked."""

    fighters: Mapping[str, wire.WireFighter]
    places: Mapping[str, tuple[float, float]]
    pools: Mapping[str, str]
    unit: str
    over: bool
    winner: str
    asked: str

    @classmethod
    def of(cls, seen: VisiblePosition) -> Situation:
        """The situation that a viewer sees."""
        session, asked = seen.session, menu.ask(seen, 0)
        return cls(
            {fighter.name: fighter for fighter in order(seen)},
            {token.name: token.at for token in placed(seen)},
            {pool.name: pool.value for pool in pools(seen)},
            session.ruleset.plan.unit,
            session.over,
            word(session.winner or ""),
            asked.question if asked else "",
        )


def differences(before: Situation, after: Situation) -> list[WireDifference]:
    """What is otherwise afterwards: about each fighter, then about the fight."""
    told = [
        WireDifference(name, list(_of_fighter(before, after, name)))
        for name in dict.fromkeys((*before.fighters, *after.fighters))
    ]
    told.append(WireDifference("", list(_of_fight(before, after))))
    return [each for each in told if each.words]


def _of_fighter(before: Situation, after: Situation, name: str) -> Iterator[str]:
    was, now = before.fighters.get(name), after.fighters.get(name)
    if was is None or now is None:
        yield word("not in the fight") if now is None else word("in the fight")
        return
    yield from _of_tracks(was.tracks, now.tracks)
    if was.out != now.out:
        yield word("out of the fight") if now.out else word("still in the fight")
    yield from (state for state in now.states if state not in was.states)
    yield from (msg("no longer {state}", state=state) for state in was.states if state not in now.states)
    if was.turn != now.turn:
        yield msg("turn: {before} → {after}", before=was.turn or NONE, after=now.turn or NONE)
    if was.gear != now.gear:
        yield msg("in hand: {gear}", gear=now.gear or NONE)
    here, there = before.places.get(name), after.places.get(name)
    if here is not None and there is not None and here != there:
        far = figure(dist(here, there), ".3g")
        yield msg("{far} {unit} from their current place", far=far, unit=after.unit)


def _of_tracks(before: Sequence[wire.Track], after: Sequence[wire.Track]) -> Iterator[str]:
    """Figures that are others, or how somebody looks."""
    known = {track.name: track for track in before}
    for now in after:
        was = known.get(now.name, wire.Track(now.name))
        if now.word is not None and now.word != was.word:
            yield now.word
        elif now.now is not None and now.now != was.now:
            old = NONE if was.now is None else was.now
            yield msg("{before} → {after} {what}", before=old, after=now.now, what=now.name)


def _of_fight(before: Situation, after: Situation) -> Iterator[str]:
    for name, value in after.pools.items():
        if before.pools.get(name) != value:
            yield msg(
                "{what}: {before} → {after}", what=name, before=before.pools.get(name, NONE), after=value
            )
    if (before.over, before.winner) != (after.over, after.winner):
        if not after.over:
            yield word("the fight goes on")
        elif after.winner:
            yield msg("the fight is over: victory for {winner}", winner=the_side(after.winner))
        else:
            yield word("the fight is over")
    if after.asked and after.asked != before.asked:
        yield msg("next: {question}", question=after.asked)
