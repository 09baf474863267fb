"""Newcomers: who can join a fight by a tap: another like one who is here, or one of the game's people.

Another like one who is here is run as that one is; one of the game's people as those of its side whom
the game master runs, and where the game master runs nobody of it, by the autopilot.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from itertools import islice
from typing import Any

import msgspec

from affray.core.body import spot_of
from affray.core.effect import Who
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Joined
from affray.core.message import msg, word
from affray.core.profile import Profile
from affray.core.record import model_in
from affray.core.space import Point, point
from affray.session import Session, SessionLine
from affray.session.controller import Controller
from affray.table import wire
from affray.table.reserves import check_free
from affray.table.validation import values_in

APART = 1.0
"""So far beside another a newcomer comes in, in the unit of the map."""
LONGEST = 40
"""Letters of a name."""
MOST_VALUES = 300
"""So many values are in the record of a fighter who joins, with those within others."""
THINGS = ("weapons", "armour", "in_hand", "npc")
"""What a newcomer of a kind without things of its own has from the last fighter of its side."""


def those(session: Session) -> wire.WireNewcomers:
    """Who could join this fight."""
    levers = session.ruleset.levers
    own = list(levers.folk()) if levers.people else []
    tables = session.ruleset.scene.kinds.items()
    every = next((session.content.names(t, own) for t, kind in tables if list(kind.names()) == own), own)
    fighters = session.fight.fighters
    return wire.WireNewcomers(
        [session.names[who] for who in session.fight.here],
        [wire.NewcomerChoice(name, word(name)) for name in every],
        [wire.NewcomerChoice(side, word(side)) for side in dict.fromkeys(body.side for body in fighters)],
    )


def next_name(name: str, taken: Any) -> str:
    """A name that counts on to the next that is free.

    >>> next_name("Guard", ["Guard"]), next_name("Guard 2", ["Guard", "Guard 2", "Guard 7"])
    ('Guard 2', 'Guard 8')
    >>> next_name("Guard", ["Zara"])
    'Guard'
    """
    if name not in taken:
        return name
    stem = re.sub(r" \d+$", "", name)
    numbered = re.compile(re.escape(stem) + r" (\d+)")
    numbers = [int(found[1]) for each in taken if (found := numbered.fullmatch(each))]
    tail = f" {max((1, *numbers)) + 1}"
    return stem[: LONGEST - len(tail)] + tail


def called(session: Session, command: wire.JoinCommand, reserved: Collection[str] = ()) -> wire.JoinCommand:
    """The same newcomer, read from TOML and with the name by which it comes in, which nobody else has.

    `reserved` are the names of those who wait.  Raises BadAnswer.
    """
    ways = (command.like, command.people, command.record, command.toml)
    if sum(way not in ("", None) for way in ways) != 1:
        raise BadAnswer("expected one of like, people, record and toml", code="answer/no-record")
    if not command.like and not command.people:
        record = command.record if command.record is not None else _toml(command.toml or "")
        if sum(1 for _ in islice(values_in(record), MOST_VALUES + 1)) > MOST_VALUES:
            raise BadAnswer(
                msg("expected a fighter of at most {most_values} values", most_values=MOST_VALUES),
                code="answer/no-record",
            )
        check_free(str(record.get("name", "")), reserved)
        return msgspec.structs.replace(command, record=record, toml=None)
    name, taken = command.name.strip(), (*session.names, *reserved)
    check_free(name, taken)
    counted = next_name(command.like or _titled(command.people), taken)
    return msgspec.structs.replace(command, name=name or counted)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as e:
        raise BadAnswer(msg("expected a fighter as TOML: {e}", e=e), code="answer/no-record") from None
    except RecursionError:
        raise BadAnswer(
            "expected a fighter as TOML: this is nested too deeply", code="answer/no-record"
        ) from None


def joining(
    session: Session, controller: Controller, players: Collection[str], command: wire.JoinCommand, why: str
) -> SessionLine:
    """The entry by which somebody comes in, as `called`; raises BadAnswer and BadData.

    `players` are the names of those whom players run.
    """
    if command.record is not None:
        return session.lines.join(command.record, why, command.hidden)
    if command.like:
        line = _alike(session, command, why)
        return _run(line, controller.profile(Who(session.names.index(command.like))))
    line = session.lines.join(_of_kind(session, command), why, command.hidden)
    return _run(line, _of_side(session, controller, players, line.entry))


def _of_side(
    session: Session, controller: Controller, players: Collection[str], entry: Any
) -> Profile | None:
    """How the game master runs the last fighter of a newcomer's side; None where there is no such one."""
    fight = session.fight
    side = [who for who in fight.here if fight.bodies[who].side == entry.body.side]
    others = [controller.profile(who) for who in side if session.names[who] not in players]
    return next((each for each in reversed(others) if each.hand != "autopilot"), None)


def _run(line: SessionLine, profile: Profile | None) -> SessionLine:
    """The same newcomer, run like this."""
    entry = line.entry
    assert isinstance(entry, Joined)
    sheet: Any = getattr(entry.body, "sheet", None)
    if profile is None or not hasattr(sheet, "run_by"):
        return line
    body = entry.body._replace(sheet=sheet._replace(run_by=str(profile)))
    return line._replace(entry=entry._replace(body=body))


def _alike(session: Session, command: wire.JoinCommand, why: str) -> SessionLine:
    """Another like one who is here, fresh: from the scene, or as that one joined."""
    if command.like not in session.names:
        raise BadAnswer(unknown("fighter", command.like, session.names), code="answer/no-fighter")
    who = Who(session.names.index(command.like))
    hidden = command.hidden or who in session.fight.hidden
    name, at = command.name, command.at or beside(session, who)
    for record in getattr(session.scene, "fighters", ()):
        if command.like in record.called:
            data = record.model_dump(exclude_unset=True, exclude={"drives", "rides"})
            own = {"name": name, "at": at, "side": command.side or record.side, "count": 1}
            return session.lines.join({**data, **own}, why, hidden)
    fresh = next(
        line.entry.body
        for line in session.standing.played
        if isinstance(line.entry, Joined) and _called(line.entry.body) == command.like
    )
    check_free(name, session.names)
    side = {"side": command.side} if command.side else {}
    body = fresh._replace(sheet=fresh.sheet._replace(name=name), spot=point(*at), **side)
    return SessionLine(Joined(body, why, len(session.effects), hidden))


def _called(body: Any) -> str:
    return str(getattr(getattr(body, "sheet", None), "name", ""))


def _of_kind(session: Session, command: wire.JoinCommand) -> dict[str, Any]:
    """The record of one of the game's people, with the things of the last fighter of its side."""
    levers, sides = session.ruleset.levers, [body.side for body in session.fight.fighters]
    known = [each.key for each in those(session).people]
    if command.people not in known:
        raise BadAnswer(unknown("kind of fighter", command.people, known), code="answer/no-fighter")
    side = command.side or sides[-1]
    last = max((n for n, each in enumerate(sides) if each == side), default=len(sides) - 1)
    at = command.at or beside(session, Who(last))
    return {
        **_things(session, side),
        levers.people: command.people,
        "name": command.name,
        "side": side,
        "at": at,
    }


def _titled(kind: str) -> str:
    """What somebody of a kind is called."""
    return (kind[:1].upper() + kind[1:])[:LONGEST]


def _things(session: Session, side: str) -> dict[str, Any]:
    """Weapons and armour of the last fighter of a side, where the game's people come without any."""
    kind = model_in(type(session.scene).model_fields["fighters"].annotation)
    weapons = None if kind is None else kind.model_fields.get("weapons")
    records = [each for each in getattr(session.scene, "fighters", ()) if each.side == side]
    # None stands for the things of one's kind.
    if weapons is None or weapons.default is None or not records:
        return {}
    data = records[-1].model_dump(exclude_unset=True)
    return {key: data[key] for key in THINGS if key in data}


def beside(session: Session, who: Who) -> tuple[float, float]:
    """A place beside somebody where nobody stands."""
    spots = {spot_of(body) for body in session.fight.present}
    here = spot_of(session.fight.fighter(who)) or Point(0, 0)
    n = 1
    while point(here.x / 100, here.y / 100 + n * APART) in spots:
        n += 1
    return here.x / 100, here.y / 100 + n * APART
