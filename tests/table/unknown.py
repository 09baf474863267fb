"""Random fights in which people hide and are found, and what each seat then reads, hears and may do.

Who knows of whom is worked out here from `Ruleset.knows_of` alone, not by `affray.table.visibility`.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from rich.console import Console

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli.orders import ORDERS
from affray.cli.screen import Screen
from affray.cli.solo import Solo, alone
from affray.core.effect import TABLE
from affray.core.errors import AffrayError
from affray.core.fight import Fight
from affray.core.live import Pending
from affray.session import Session
from affray.table import wire
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.visibility import Viewer, VisibilityRules

State = Fight[Any, Any, Any]
HIDING = {
    "coriolis": ("notice {} no", "notice {} yes"),
    "d6": ("notice {} no", "notice {} yes", "reveal {}"),
    "horizon": ("hide {} 99", "hide {} 5", "reveal {}", "aware {} no", "aware {} yes"),
    "serenity": ("hide {} yes", "hide {} no", "notice {} no", "notice {} yes"),
    "traveller": ("seen {} no", "seen {} yes"),
}
"""Corrections by which a game master lets somebody hide, be found, or not know of anything."""
SIGHTS = (
    VisibilityRules(),
    VisibilityRules("numbers", "open"),
    VisibilityRules("nothing", "hidden", odds=False),
    VisibilityRules("words", "hidden"),
)
ASKED = ("state", "log all", "hands", "why", "odds 1", "always fire no", "zzz")
"""What somebody who plays alone types at each stop."""


def unknown(session: Session, fight: State, side: str) -> set[str]:
    """Those of whom nobody on a side knows, but for hidden ones nobody once it is decided."""
    knows, bodies = session.ruleset.knows_of, fight.fighters
    own = [body for body in bodies if body.side == side]
    hidden = {session.names[who] for who in fight.hidden}
    if session.ruleset.winner(fight) is not None:
        return hidden
    pairs = zip(session.names, bodies, strict=False)
    return hidden | {name for name, b in pairs if b.side != side and not any(knows(a, b) for a in own)}


def named(text: str, names: Sequence[str], among: set[str]) -> list[str]:
    """Which of these a text names; the longest names count first."""
    if not any(name in text for name in among):  # so it nearly always is
        return []
    return [found for found in any_of(tuple(names)).findall(text) if found in among]


@cache
def any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds each of these names as a word of its own."""
    every = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{every})(?!\w)")


def texts(value: Any) -> Iterator[str]:
    """Every text in plain data, in whatever order."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            left += each.values()
        elif isinstance(each, list):
            left += each


class Leak(NamedTuple):
    """Where somebody unknown was told of."""

    seat: str
    place: str
    text: str


class Walk:
    """A fight that goes anyhow, with players of one side, an onlooker, and one who plays alone."""

    def __init__(self, scene: str, seed: int, eye: bool = False) -> None:
        """With `eye` people are hidden and shown by the game master, and not by the rules."""
        self.random, self.eye = Random(seed), eye
        self.session = operations.start(scene, seed=seed)
        sides = sorted({body.side for body in self.session.fight.fighters})
        self.side = sides[seed % len(sides)]
        bodies = zip(self.session.names, self.session.fight.fighters, strict=True)
        self.own = [name for name, body in bodies if body.side == self.side]
        self.controller = AutopilotController(self.session)
        self.room = Room("x", self.session, notes=Notes(self.random.choice(SIGHTS)), clock=lambda: 1_000.0)
        self.room.seats.add("gm", "Game master")
        self.viewers = [Viewer("player", "s2", "Ann", (self.own[0],)), Viewer("spectator", "s3", "Eve")]
        self.room.seats.add("player", "Ann", (self.own[0],))
        if self.own[1:]:
            self.viewers.append(Viewer("player", "s4", "Bob", tuple(self.own[1:])))
        for viewer in self.viewers:
            self.room.audience.enter(viewer)
        self.names = self.session.names
        self.told, self.said = 0, io.StringIO()
        alone(self.controller, self.own[0])
        screen = screen_in(self.said)
        self.solo = Solo(self.session, self.controller, screen, lambda _: "", self.own[0])
        self.found: list[Leak] = []
        self.met = 0
        """How often somebody was unknown when it was looked."""

    # --- going on ---------------------------------------------------------------------------------

    def go(self) -> None:
        """One answer, or a correction that lets somebody hide or be found."""
        session, pending = self.session, self.session.pending
        assert pending is not None
        if self.random.random() < 0.15:
            self.hide()
        elif pending.chance is not None:
            given = self.controller.throw(pending)
            session.answer(given.value, given.dice)
        elif self.random.random() < 0.3:
            session.answer(self.controller.by_habit(pending).value)
        else:
            session.answer(self.random.choice(pending.options))
        self.room.audience.changed()

    def hide(self) -> None:
        """Somebody hides, or is found, by a correction; not where that cannot be."""
        if self.eye:
            self.wink()
            return
        said = self.random.choice(HIDING[self.session.ruleset.id])
        try:
            self.session.say.correct(said.format(self.random.choice(self.session.names)).split(), "it is so")
        except AffrayError:
            return

    def wink(self) -> None:
        """The game master hides or shows one of the others."""
        fight = self.session.fight
        others = [who for who in fight.everyone if fight.fighter(who).side != self.side]
        who = self.random.choice(others)
        self.session.say.hide(who, who not in fight.hidden)

    # --- looking ----------------------------------------------------------------------------------

    def look(self, closely: bool) -> None:
        """Everything that each seat is shown, told and offered now."""
        hidden = unknown(self.session, self.session.fight, self.side)
        self.names = self.session.names
        self.met += bool(hidden)
        for viewer in self.viewers:
            self.view(viewer, hidden)
            self.lines(viewer)
            if hidden and viewer.fighters:
                asyncio.run(self.ask(viewer, hidden))
        self.told = len(self.session.story)
        if hidden and closely:
            self.screen(hidden)

    def name(self, seat: str, place: str, text: str, hidden: set[str]) -> None:
        """Keep it if a text names somebody unknown."""
        if named(text, self.names, hidden):
            self.found.append(Leak(seat, place, text))

    def view(self, viewer: Viewer, hidden: set[str]) -> None:
        """All sections but the log, which tells of what was known then."""
        sections = msgspec.json.decode(self.room.audience.full(viewer))["sections"]
        for name, section in sections.items():
            for text in texts(section) if name not in ("log", "link") else ():
                self.name(viewer.name, name, text, hidden)
        ground, asked = sections["map"], sections["ask"] or {}
        seen = [each["id"] for each in (*sections["order"], *ground["tokens"], *(ground.get("bands") or ()))]
        seen += [each.get("who") for name in ("zones", "arcs") for each in ground.get(name, ())]
        seen += [who for cover in ground.get("cover", ()) for who in cover.get("behind", ())]
        told = {*seen, asked.get("who")} - {None, int(TABLE)}
        if len(told) > len(self.session.names) - len(hidden):
            self.found.append(Leak(viewer.name, "ids", f"{sorted(told)}, and {len(hidden)} are unknown"))
        offered = [option["n"] for option in asked.get("options", ())]
        if offered != [*range(1, len(offered) + 1)]:
            self.found.append(Leak(viewer.name, "numbers", str(offered)))

    def lines(self, viewer: Viewer) -> None:
        """What was told since, against what was known as it happened."""
        for told in self.room.audience.feed_of(viewer).story.lines:
            if told.part >= self.told:
                then = self.session.story[told.part].fight
                hidden = unknown(self.session, then, self.side)
                self.name(viewer.name, "log", told.line.words, hidden)

    async def ask(self, viewer: Viewer, hidden: set[str]) -> None:
        """What comes back to what a player says about those it should know nothing of."""
        for each in self.questions(viewer, hidden):
            raw = await self.room.gate.answer(viewer, wire.encode({"id": "q", **each}))
            back = msgspec.json.decode(raw)
            own = "|".join(re.escape(text) for text in texts(each) if text)
            for text in texts(back):
                self.name(viewer.name, str(each), re.sub(own, "", text), hidden)

    def questions(self, viewer: Viewer, hidden: set[str]) -> Iterator[dict[str, Any]]:
        """Commands that must not work, and those that only read."""
        yield {"do": "palette"}
        yield {"do": "answer", "n": 9_999}
        yield {"do": "answer", "text": "zzz"}
        yield {"do": "odds", "n": 9_999}
        yield {"do": "place", "act": "zzz", "to": (1, 1)}
        pending = self.session.pending
        if pending is not None and pending.chance is None:
            yield {
                "do": "order",
                "name": viewer.fighters[0],
                "question": pending.asked.question,
                "answer": "z",
            }
            yield from self.aimed(pending, hidden)
        story = self.room.audience.feed_of(viewer).story.lines
        yield from ({"do": "receipt", "line": n} for n in range(max(1, len(story) - 3), len(story) + 1))

    def aimed(self, pending: Pending, hidden: set[str]) -> Iterator[dict[str, Any]]:
        """Answers that name somebody unknown."""
        for option in pending.options:
            words = self.session.options.in_words(option)
            if named(words, self.session.names, hidden):
                yield {"do": "answer", "text": words}

    def screen(self, hidden: set[str]) -> None:
        """What one who plays alone reads now, and on asking."""
        solo, seq = self.solo, self.session.seq
        pending = self.session.pending
        if pending is None or pending.asked.who == TABLE or self.names[pending.asked.who] != self.own[0]:
            return
        solo.fresh = True
        for typed in ("", *ASKED):
            self.said.truncate(self.said.seek(0))
            try:
                word, _, rest = typed.partition(" ")
                if not word:
                    solo.show()
                elif word in ORDERS:
                    ORDERS[word][0](solo.orders, rest)
                elif pending.chance is None:
                    solo.take(typed)
            except AffrayError as e:
                self.said.write(str(e))
            for line in self.said.getvalue().splitlines() if typed != "log all" else ():
                self.name("alone", typed, line, hidden)
        assert self.session.seq == seq


def screen_in(said: io.StringIO) -> Screen:
    """A screen that is read afterwards."""
    return Screen(Console(file=said, width=300, no_color=True), plain=True)


def walked(scene: str, seed: int, answers: int, eye: bool = False) -> Walk:
    """A walk of so many answers, looked at after each; with `eye` some are hidden from the start."""
    walk = Walk(scene, seed, eye)
    if eye:
        walk.wink()
        walk.room.audience.changed()
    walk.look(True)
    for n in range(answers):
        if walk.session.over:
            break
        walk.go()
        walk.look(n % 3 == 0)
    return walk
