"""The palette: all that a viewer can do now, as commands to send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from affray.core.message import joined, msg, word
from affray.core.profile import HANDS, LEVELS, TEMPERS
from affray.session.controller import ALL
from affray.table import menu, views, wire
from affray.table.feed import ViewerFeed
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

PROFILES = (
    *HANDS,
    *(msg("autopilot {how}", how=how) for how in (*LEVELS, *TEMPERS) if how not in ("regular", "calm")),
)
"""Ways to run a fighter, as they are put to people."""
SEATS = ("player", "spectator", "display", "gm")
"""Roles of seats that are given out."""


def tools(room: Room, viewer: Viewer) -> list[wire.WireTool]:
    """Everything that this viewer may do, what is asked for first."""
    feed = room.audience.feed_of(viewer)
    may = set(feed.me.may)
    all_tools = [*_answers(feed), *_hands(feed), *_table(room, feed), *_corrections(feed)]
    return [tool for tool in all_tools if tool.do["do"] in may]


def _tool(group: str, label: str, do: str, *wants: str, hint: str = "", **fields: Any) -> wire.WireTool:
    """A tool of a command and the fields that it has already."""
    return wire.WireTool(word(label), group, {"do": do, **fields}, list(wants), word(hint))


def _answers(feed: ViewerFeed) -> Iterator[wire.WireTool]:
    """What is asked: actions with cost and chance, options, dice."""
    seen, room = feed.seen, feed.room
    ask = menu.ask(seen, room.entries.asked_of(seen.visibility))
    if ask is None or not ask.mine:
        return
    actions = menu.actions(seen, room.machine.chances.told(seen), room.machine.chances.whole)
    for a in actions:
        hint = joined(", ", (part for part in (a.cost, a.chance) if part))
        if a.n:
            yield _tool("act", a.label, "answer", hint=hint, n=a.n)
        if a.n and a.wants:
            yield _tool("act", a.group, "place", a.wants, hint=a.cost, act=a.act)
    listed = {a.n for a in actions}
    yield from (_tool("act", o.label, "answer", n=o.n) for o in ask.options if o.n not in listed)
    if ask.kind == "dice" and ask.dice:
        yield _tool("roll", msg("Roll {notation}", notation=ask.dice.notation), "roll")
        yield _tool("roll", msg("My dice: {notation}", notation=ask.dice.notation), "dice", "faces")
    if ask.kind == "choice" and ask.options:
        for o in ask.options:
            order = {"name": ask.name, "question": ask.about, "answer": o.label}
            yield _tool(
                "order", msg("Always: {label} ({about})", label=o.label, about=ask.about), "order", **order
            )


def _hands(feed: ViewerFeed) -> Iterator[wire.WireTool]:
    """Who runs one's own fighters, standing orders to end, pauses."""
    seen, room = feed.seen, feed.room
    own = [who for who in seen.fight.here if seen.visibility.mine(who)]
    for who in own:
        name, now = seen.names[who], str(seen.controller.profile(who))
        for profile in PROFILES:
            if profile != now:
                yield _tool(
                    "hands",
                    msg("{name}: {profile}", name=name, profile=profile),
                    "hands",
                    name=name,
                    manner=profile,
                )
    for order in views.orders(seen):
        fields = {"name": order.name, "question": order.question, "answer": ""}
        yield _tool(
            "order",
            msg("{name}: ask again ({question})", name=order.name, question=order.question),
            "order",
            **fields,
        )
    for name in (ALL, *(seen.names[who] for who in own)):
        on = not {name, ALL} & room.controller.paused
        words = "asks me first" if on else "acts on its own"
        yield _tool(
            "hands", msg("Autopilot for {name}: {words}", name=name, words=words), "pause", name=name, on=on
        )
    if room.machine.pause.intention is not None:
        yield _tool(
            "hands", "Let the autopilot do it", "let", ask=str(room.entries.asked_of(seen.visibility))
        )


def _table(room: Room, feed: ViewerFeed) -> Iterator[wire.WireTool]:
    """Back and forth, seats, what players see, what leads out of the session."""
    if room.settings.waits:
        yield _tool("table", "Start the fight", "begin")
    undo = views.undo(feed.seen)
    if undo.can:
        yield _tool("back", "Undo", "undo", n=1)
    if undo.redo:
        yield _tool("back", "Redo", "redo", n=1)
    yield _tool("back", "Look back at an earlier step", "at", "entry")
    yield _tool("back", "Undo back to an earlier step", "undo_to", "entry")
    yield _tool("table", "What if: branch off from an earlier step", "fork", "entry", "text")
    yield _tool("table", "Copy this fight", "fork", "text")
    yield _tool("table", "Say something", "say", "text")
    yield _tool("roll", "Free roll", "throw", "notation", "why")
    yield _tool("roll", "Free roll, game master only", "throw", "notation", "why", secret=True)
    yield _tool("table", "Name this fight", "name", "text")
    yield _tool("table", "Add a fighter (as TOML)", "join", "toml", "why")
    yield _tool("table", "How often does each option win?", "advise")
    for form in ("log", "toml", "markdown", "json") if feed.viewer.master else ("markdown", "json"):
        yield _tool("table", msg("Export: {form_}", form_=form), "export", form=form)
    yield from (
        _tool("table", msg("Add a seat: {role}", role=role), "seat", "name", act="add", role=role)
        for role in SEATS
    )
    yield _tool("table", "A link for the whole table", "seat", act="link")
    yield from _sights(room)
    yield _tool("table", "Share a replay as players see it", "share", act="open")
    yield _tool("table", "Share a replay with everything", "share", act="open", whole=True)
    if any(seat.role == "replay" for seat in room.seats):
        yield _tool("table", "Revoke all replay links", "share", act="close")
    away = room.settings.archived
    yield _tool("table", "Unarchive" if away else "Archive", "archive", on=not away)
    if room.settings.map_picture.placement is not None:
        yield _tool("table", "Remove the picture", "picture", remove=True)
        yield _tool("table", "Cover the picture with fog", "fog", on=True, all="covered")
        if room.settings.map_picture.fog.on:
            yield _tool("table", "Lift the fog", "fog", on=False)


def _sights(room: Room) -> Iterator[wire.WireTool]:
    """What players could see instead."""
    now = room.settings.visibility_rules
    for foes in ("numbers", "words", "nothing"):
        if foes != now.foes:
            yield _tool("table", msg("Foes' health: {foes}", foes=foes), "sight", foes=foes)
    rolls = "open" if now.rolls == "hidden" else "hidden"
    yield _tool("table", msg("Foes' rolls: {rolls}", rolls=rolls), "sight", rolls=rolls)
    yield _tool(
        "table",
        msg("Players {odds, select, true {do not } other {}}see odds", odds=now.odds),
        "sight",
        odds=not now.odds,
    )
    yield _tool(
        "table",
        "Hide the turn timer" if now.clock else "Show a turn timer",
        "sight",
        clock=not now.clock,
    )
    yield _tool(
        "table",
        msg("Players {undo, select, true {cannot} other {may}} undo", undo=now.undo),
        "sight",
        undo=not now.undo,
    )


def _corrections(feed: ViewerFeed) -> Iterator[wire.WireTool]:
    """What a game master can put right, as it is typed."""
    for usage in feed.room.settings.corrections:
        yield _tool(
            "correct",
            msg("Correct: {usage}", usage=usage),
            "override",
            "words",
            "why",
            words=usage.split()[0],
        )
