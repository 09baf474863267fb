"""Walks of two worlds that differ only in those of whom a side does not know.

In the other world they are listed elsewhere, are stronger, stand somewhere else, or there is one more.
Both are played by the same answers, corrections and steps back; each seat is sent the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.fight import Fight
from affray.core.live import Pending
from affray.core.ruleset import Ruleset, ruleset
from affray.core.space import Point
from affray.session import Session, SessionLine, opening
from affray.session.correction import Correction
from affray.table.visibility import VisibilityRules
from affray.testing.permuted import permuted
from tests.table.unknown import HIDING, SIGHTS, unknown
from tests.table.worlds import CLOSELY, World, compared, life_lost, outs, stronger

State = Fight[Any, Any, Any]
AWAY = ("notice {} no", "aware {} no", "seen {} no", "hide {} yes", "hide {} 99")
"""Corrections by which somebody is not known of any more."""
Change = Callable[[State, set[int], Random], State]


def listed(fight: State, hidden: set[int], random: Random) -> State:
    """They stand at other places of the list; all others in the same order."""
    order = [who for who in range(len(fight.fighters)) if who not in hidden]
    for who in sorted(hidden):
        order.insert(random.randrange(len(order) + 1), who)
    return permuted(fight, order)


def figures(fight: State, hidden: set[int], random: Random) -> State:
    """They have one more of everything."""
    return _each(fight, hidden, stronger)


def elsewhere(fight: State, hidden: set[int], random: Random) -> State:
    """They stand a little apart from there."""
    east, north = random.randint(-300, 300), random.randint(-300, 300)
    return _each(fight, hidden, lambda body: _moved(body, east, north))


def another(fight: State, hidden: set[int], random: Random) -> State:
    """There is one more like one of them, anywhere in the list."""
    one = fight.fighters[min(hidden)]
    more = one._replace(sheet=one.sheet._replace(name="Nemo"))
    grown = fight.joined(more, min(hidden) in fight.hidden)
    return listed(grown, {len(fight.fighters)}, random)


CHANGES: tuple[Change, ...] = (listed, figures, elsewhere, another)


def _each(fight: State, hidden: set[int], change: Callable[[Any], Any]) -> State:
    bodies = [change(b) if who in hidden else b for who, b in enumerate(fight.fighters)]
    return fight._replace(bodies=(*bodies, fight.bodies[-1]))


def _moved(body: Any, east: int, north: int) -> Any:
    if not isinstance(body.spot, Point):
        return body
    return body._replace(spot=body.spot._replace(x=body.spot.x + east, y=body.spot.y + north))


def started(game: Ruleset, begun: Callable[[State], State]) -> Ruleset:
    """The game with fights that begin otherwise."""
    start = game.start
    return replace(game, start=lambda scene: begun(start(scene)))


class Found(NamedTuple):
    """How many moments were compared, and what some seat saw of the difference."""

    compared: int
    differences: list[str]


class Walk:
    """Two worlds at the same moment, and the ways to go on in both."""

    def __init__(self, scene: str, seed: int, eye: bool = False) -> None:
        """With `eye` the game master hides somebody of whom the rules know."""
        self.random, self.eye = Random(seed), eye
        name, text = scene.partition("/")[0], operations.scene_text(scene)
        game = ruleset(name)
        one = opening.begin(game, text, seed=seed)
        sides = sorted({body.side for body in one.fight.fighters})
        self.side = sides[seed % len(sides)]
        self.visibility_rules: VisibilityRules = self.random.choice(SIGHTS)
        if eye or not unknown(one, one.fight, self.side):
            game = started(game, self.away(one))
            one = opening.begin(game, text, seed=seed)
        self.since = one.seq
        self.secret = unknown(one, one.fight, self.side)
        self.change = self.random.choice(CHANGES)
        self.sessions = [one]
        if self.secret:
            self.sessions.append(opening.begin(self.changed(game), text, seed=seed))

    def away(self, session: Session) -> Callable[[State], State]:
        """As a fight begins, some foe hides or is hidden, or nobody here looks out."""
        if self.eye:
            foes = [n for n, body in enumerate(session.fight.fighters) if body.side != self.side]
            who = Who(self.random.choice(foes))
            return lambda fight: fight.hiding(who, True)
        how = self.random.choice([how for how in HIDING[session.ruleset.id] if how.endswith(AWAY)])
        ours = how.startswith(("notice", "aware"))
        bodies = zip(session.names, session.fight.fighters, strict=True)
        names = [name for name, body in bodies if (body.side == self.side) == ours]
        said = [how.format(name).split() for name in (names if ours else [self.random.choice(names)])]

        def begun(fight: State) -> State:
            for words in said:
                fight = fight.after(Correction(session.ruleset, fight, session.names).read(words))
            return fight

        return begun

    def changed(self, game: Ruleset) -> Ruleset:
        """The game in which those start otherwise of whom nobody knows."""
        seed, names = self.random.random(), self.sessions[0].names
        hidden = {names.index(name) for name in self.secret}
        return started(game, lambda fight: self.change(fight, hidden, Random(seed)))

    async def go(self, most: int) -> Found:
        """Play both, and compare all that each seat is sent and told."""
        if len(self.sessions) < 2 or not self.alike():
            return Found(0, [])
        worlds = [World(session, self.side, self.visibility_rules, self.since) for session in self.sessions]
        n, found = 1, await compared(worlds, "at the start", True)
        while n < most and not found:
            lines = self.lines()
            if lines is None:
                break
            for world, line in zip(worlds, lines, strict=True):
                await world.room.entries.put(line)
            if not self.alike():
                break
            n += 1
            found = await compared(worlds, f"{lines[0]}", n % CLOSELY == 0)
        return Found(n, found)

    def alike(self) -> bool:
        """Whether what everybody may know is the same in both, and those who differ are not known."""
        one, two = [_facts(session, self.side) for session in self.sessions]
        secret = {*self.secret, *(set(self.sessions[1].names) - set(self.sessions[0].names))}
        kept = [
            secret & set(session.names) <= unknown(session, session.fight, self.side)
            for session in self.sessions
        ]
        return one == two and all(kept) and self.sessions[0].seq >= self.since

    # --- going on -----------------------------------------------------------------------------------

    def lines(self) -> list[SessionLine] | None:
        """The same next entry for both; None where there is none."""
        for make in self.ways():
            try:
                return [make(session) for session in self.sessions]
            except (AffrayError, LookupError):
                continue
        return None

    def ways(self) -> Iterator[Callable[[Session], SessionLine]]:
        """Ways to go on, the last one an answer."""
        one = self.sessions[0]
        if self.random.random() < 0.1:
            who, how = self.random.choice(one.names), self.random.choice(HIDING[one.ruleset.id])
            yield lambda session: session.lines.correct(how.format(who).split(), "it is so")
        if self.random.random() < 0.1:
            yield lambda session: session.lines.undo(1)
        pending = one.pending
        if pending is None:
            return
        value = self.answer(one, pending)
        said = "" if pending.chance is not None else one.options.in_words(value)
        yield lambda session: _line(session, pending, value, said)

    def answer(self, session: Session, pending: Pending) -> Any:
        """What is answered in the first world."""
        if pending.chance is not None:
            return AutopilotController(session).throw(pending).value
        if self.random.random() < 0.4:
            return AutopilotController(session).by_habit(pending).value
        return self.random.choice(pending.options)


def _line(session: Session, pending: Pending, value: Any, said: str) -> SessionLine:
    """The same answer, found by its words; raises LookupError where there is none."""
    here = session.asking
    if here.asked.question != pending.asked.question or (here.chance is None) != (pending.chance is None):
        raise LookupError(said)
    if here.chance is not None:
        return session.lines.answer(value)
    found = [option for option in here.options if session.options.in_words(option) == said]
    return session.lines.answer(found[0])


def _facts(session: Session, side: str) -> object:
    """What everybody may know: whom, how they fare, what lies there, and whose moment it is."""
    hidden, pending = unknown(session, session.fight, side), session.pending
    seen = [who for who, name in enumerate(session.names) if name not in hidden]
    fare = [
        (session.names[who], outs(session)[who], life_lost(session, Who(who)), session.fight.bodies[who].spot)
        for who in seen
    ]
    turns = [session.ruleset.words.card(session.fight, Who(who)).turn for who in seen]
    together = [getattr(session.fight.bodies[who], "together", False) for who in seen]
    lying = [zone for zone in session.ruleset.plan.ground(session.fight).zones if zone.kind == "thing"]
    whose = None
    if pending is not None:
        name = session.names[pending.asked.who] if pending.asked.who >= 0 else ""
        whose = name, pending.asked.question, pending.asked.chance
    return fare, turns, together, lying, whose, session.over, session.winner


def walked(scene: str, seed: int, most: int, eye: bool = False) -> Found:
    """One walk of so many moments at most."""
    return asyncio.run(Walk(scene, seed, eye).go(most))
