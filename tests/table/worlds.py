"""Two worlds: fights that differ only in figures of foes, played by the same answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.fight import Fight
from affray.core.follow import figures
from affray.core.live import Happened, Pending
from affray.core.ruleset import Ruleset, ruleset, rulesets
from affray.session import Session, SessionLine, opening
from affray.table import wire
from affray.table.client import Client
from affray.table.jobs import menu_odds
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.visibility import Viewer, VisibilityRules

GAMES = tuple(rulesets())
LIFE = (
    "hp",
    "mp",
    "health",
    "strength",
    "dexterity",
    "endurance",
    "intellect",
    "education",
    "plot",
    "spares",
)
"""Figures of bodies that nobody sees from outside."""
SEEN = ("edges", "size", "movement", "small", "npc", "style", "standing")
"""Figures of sheets that show: how large somebody is, how far it moves."""

WHOLE = ("hit_points", "health", "life")
"""The most life that somebody has, by which others see how hurt it is."""

CLOSELY = 6
"""After every so many answers everything is asked that can be."""

REFUSED: list[dict[str, Any]] = [
    {"do": "answer", "n": 9_999},
    {"do": "answer", "text": "zzz"},
    {"do": "odds", "n": 9_999},
    {"do": "place", "act": "zzz", "to": (1, 1)},
    {"do": "dice", "faces": [0]},
    {"do": "order", "name": "zzz", "question": "zzz", "answer": "zzz"},
    {"do": "hands", "name": "zzz", "manner": "person"},
    {"do": "receipt", "line": 9_999},
    {"do": "at", "entry": 9_999},
    {"do": "undo_to", "entry": 0},
    {"do": "amend", "entry": 1, "n": 9_999},
    {"do": "answer", "n": 1, "more": 1},
    {"do": "zzz"},
]
"""Commands that nobody but a game master can give, or nobody at all."""

Tweak = Callable[[Any], Any]


def stronger(body: Any) -> Any:
    """The same fighter with one more of everything that is its own business."""
    own = {name: getattr(body, name) + 1 for name in LIFE if hasattr(body, name)}
    return body._replace(sheet=more(body.sheet), **own)


def hardier(body: Any) -> Any:
    """The same fighter, better at everything, with as much life as before."""
    whole = {f: getattr(body.sheet, f) for f in WHOLE if hasattr(body.sheet, f)}
    return body._replace(sheet=more(body.sheet)._replace(**whole))


def tougher(body: Any) -> Any:
    """The same fighter with more life, and as good at everything: each roll is the same."""
    own = {name: getattr(body, name) + 1 for name in LIFE if hasattr(body, name)}
    whole = {f: getattr(body.sheet, f) + 1 for f in WHOLE if hasattr(body.sheet, f)}
    return body._replace(sheet=body.sheet._replace(**whole), **own)


def more(value: Any) -> Any:
    """A record with one more of every whole number in it."""
    if type(value) is int:
        return value + 1
    if hasattr(value, "_fields"):
        return value._replace(**{f: more(getattr(value, f)) for f in value._fields if f not in SEEN})
    if isinstance(value, tuple):
        return tuple(more(each) for each in value)
    return value


def tweaked(game: Ruleset, tweak: Tweak, spared: str) -> Ruleset:
    """The game with everybody changed at the start but this side."""

    def start(scene: Any) -> Fight[Any, Any, Any]:
        fight = game.start(scene)
        bodies = [b if b.side == spared else tweak(b) for b in fight.fighters]
        return Fight((*bodies, fight.bodies[-1]), fight.house)

    return replace(game, start=start)


def opened(game: Ruleset, text: str) -> Session:
    return opening.begin(game, text, seed=11)


def viewers(session: Session, side: str) -> list[Viewer]:
    """One of each role that does not see everything."""
    own = [n for n, b in zip(session.names, session.fight.fighters, strict=True) if b.side == side]
    return [
        Viewer("player", "s2", "Ann", (own[0],)),
        Viewer("player", "s3", "Bob", tuple(own[1:])),
        Viewer("player", "s4", "Cy"),
        Viewer("player", "s5", "Dee", (own[0],), True),
        Viewer("spectator", "s6", "Eve"),
        Viewer("display", "", "display"),
        Viewer("replay", "s7", "Fay"),
    ]


class World:
    """A room with one of each viewer in it."""

    def __init__(
        self, session: Session, side: str, visibility_rules: VisibilityRules, since: int = 0
    ) -> None:
        self.room = Room("x", session, notes=Notes(visibility_rules), clock=lambda: 1_000.0)
        self.room.seats.add("gm", "Game master")
        for viewer in viewers(session, side)[:2]:
            self.room.seats.add("player", viewer.name, viewer.fighters)
        self.clients = {viewer: self.room.audience.enter(viewer) for viewer in viewers(session, side)}
        self.since = since

    async def heard(self, closely: bool) -> dict[Viewer, list[bytes]]:
        """What each has been sent since, the whole view now, and what each is told on asking.

        `closely` asks for odds and advice too, and looks at earlier moments and lines.
        """
        if closely:
            self.price()
        return {
            v: [
                *[m async for m in sent(self.room, c)],
                self.room.audience.full(v),
                *[await self.room.gate.answer(v, wire.encode(each)) for each in self.questions(v, closely)],
            ]
            for v, c in self.clients.items()
        }

    def price(self) -> None:
        """Find the chances of the first actions of the menu."""
        menu = self.room.machine.chances.job()
        left = menu.acts[:4] if menu else ()
        while menu and left:
            priced = menu_odds(menu._replace(acts=left))
            self.room.machine.chances.keep(priced)
            left = priced.left
        self.room.machine.chances.whole = True
        self.room.audience.changed()

    def questions(self, viewer: Viewer, closely: bool) -> list[dict[str, Any]]:
        """Every command that changes nothing, whether or not this viewer may give it."""
        feed = self.room.audience.feed_of(viewer)
        lines, entries = len(feed.story.lines), feed.seen.entry(self.room.session.seq)
        found: list[dict[str, Any]] = [{"do": "palette"}, {"do": "receipt", "line": lines}]
        if closely:
            found += [{"do": "receipt", "line": max(1, lines - back)} for back in range(1, 8)]
            found += [{"do": "at", "entry": entry} for entry in self.moments(entries)]
            found += [{"do": "lines", "before": before} for before in (lines // 2, lines + 1)]
            found += [{"do": "export", "form": form} for form in ("log", "toml", "json", "markdown")]
            found += [{"do": "odds", "n": n} for n in (1, 2, 3, 5)] + [{"do": "advise"}]
            found += REFUSED
        return [{**each, "id": f"{entries}-{n}"} for n, each in enumerate(found)]

    def moments(self, entries: int) -> list[int]:
        """Entries to look back at: the first that counts, one between, the last."""
        return [self.since, (self.since + entries) // 2, entries]


async def sent(room: Room, client: Client) -> Any:
    """What waits for a client."""
    while client.waiting or client._behind:
        message = await client.next()
        yield room.audience.full(client.viewer) if message is None else message


def steps(session: Session) -> Iterator[tuple[Pending, Any, str]]:
    """What the autopilot answers for everybody, and in words."""
    controller = AutopilotController(session)
    controller.lend("autopilot")
    while (given := controller.answer()) is not None:
        pending = session.asking
        said = "" if pending.chance is not None else session.options.in_words(given.value)
        yield pending, given.value, said
        if session.pending is pending:
            session.answer(given.value, given.dice, by=given.by)


def line_for(session: Session, pending: Pending, value: Any, said: str) -> SessionLine | None:
    """The same answer in another world; None where it is not the same there."""
    here = session.pending
    if (
        here is None
        or here.asked[:2] != pending.asked[:2]
        or (here.chance is None) != (pending.chance is None)
    ):
        return None
    try:
        if here.chance is not None:
            return session.lines.answer(value)
        found = [o for o in here.options if session.options.in_words(o) == said]
        return session.lines.answer(found[0] if found else value)
    except AffrayError:
        return None


def differences(
    name: str, scene: str, visibility_rules: VisibilityRules, tweak: Tweak, most: int
) -> tuple[int, list[str]]:
    """Plays both worlds; how many answers they shared, and what somebody saw of the difference."""
    return asyncio.run(_differences(name, scene, visibility_rules, tweak, most))


async def _differences(
    name: str, scene: str, visibility_rules: VisibilityRules, tweak: Tweak, most: int
) -> tuple[int, list[str]]:
    game, text = ruleset(name), operations.scene_text(f"{name}/{scene}")
    one = opened(game, text)
    side = one.fight.fighters[0].side
    two = opened(tweaked(game, tweak, side), text)
    worlds = World(one, side, visibility_rules), World(two, side, visibility_rules)
    n, found = 0, await compared(worlds, "at the start", True)
    for pending, value, said in steps(one):
        other = line_for(two, pending, value, said)
        if other is None or n == most or found:
            break
        await worlds[0].room.entries.put(one.lines.answer(value))
        await worlds[1].room.entries.put(other)
        if facts(one, side) != facts(two, side):
            break
        n += 1
        found += await compared(worlds, f"{pending.asked}: {said or value}", n % CLOSELY == 0)
    return n, found


def facts(session: Session, side: str) -> object:
    """What everybody sees: who is out or was missed, how much harm was done, whose moment it is, for what."""
    pending = session.pending
    harm = [life_lost(session, Who(n)) for n in range(len(session.moments.at(0).fight.fighters))]
    ours = (
        pending is not None
        and pending.asked.who >= 0
        and session.fight.bodies[pending.asked.who].side == side
    )
    options = (
        [session.options.in_words(o) for o in pending.options]
        if pending and ours and not pending.chance
        else []
    )
    told = [each.told for each in session.story]
    missed = [
        each.effect.from_outside for each in told if isinstance(each, Happened) and each.effect.from_outside
    ]
    return outs(session), harm, missed, pending and pending.asked[:2], options


def life_lost(session: Session, who: Who) -> int:
    """How much harm was done to somebody; of those who came later, nothing."""
    start, follows = session.moments.at(0).fight, session.ruleset.follows(session.fight.house)
    if who >= len(start.fighters):
        return 0
    was, now = [figures(follows, fight.bodies[who]).stocks[0][0][1] for fight in (start, session.fight)]
    return now - was


def outs(session: Session) -> list[bool]:
    """Who is out of the fight, which everybody sees."""
    card = session.ruleset.words.card
    return [card(session.fight, who).out for who in session.fight.everyone]


async def compared(worlds: Sequence[World], where: str, closely: bool) -> list[str]:
    """What some viewer was sent or told in one world and not in the other."""
    one, two = [await world.heard(closely) for world in worlds]
    return [
        f"{v.role} {v.name} {where}:\n{a.decode()}\n{b.decode()}"
        for v in one
        for a, b in zip(one[v], two[v], strict=False)
        if a != b
    ] + [
        f"{v.role} {v.name} {where}: {len(one[v])} and {len(two[v])}"
        for v in one
        if len(one[v]) != len(two[v])
    ]
