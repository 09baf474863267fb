"""Snapshots: a checkpoint as bytes, from which a long fight is taken up quickly.

They are only ever a shortcut: one that is damaged, of another form or of entries that do not count
any more is left aside, and the fight is played from its start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from affray.core.effect import Who, pack, unpack
from affray.core.fight import GameFight
from affray.core.message import english
from affray.session.course import Mark
from affray.session.entries import SessionLine, Standing, folded, hidden_after

FORM = 3
"""The form of snapshots; those of another one are left aside."""
BACK = 250
"""So many entries at least are played again: those that people look at and take back."""


class Checkpoint(msgspec.Struct, kw_only=True):
    """A checkpoint taken after entry `seq`, by this version of the rules.

    `lines` is how many lines those who look were told before it, by what they may see.
    """

    form: int
    version: str
    seq: int
    entries: int
    effects: int
    told: int
    bodies: list[Any]
    gone: tuple[int, ...] = ()
    lines: dict[str, int] = {}


_encode = msgspec.json.Encoder(enc_hook=english).encode
_decode = msgspec.json.Decoder(Checkpoint).decode


Counts = Mapping[str, int]
"""How many lines were told, by what who looks may see."""
Lines = Callable[[int], Counts]
"""How many lines were told before a part of the story, counted from 0, by what who looks may see."""


def taken(seq: int, played: int, marks: Sequence[Mark], version: str, lines: Lines | None = None) -> bytes:
    """The last of these checkpoints that is far enough back."""
    mark = next((m for m in reversed(marks) if m.entries <= played - BACK), marks[0])
    bodies = [pack(body) for body in mark.fight.bodies]
    entries, effects, told = mark.entries, mark.effects, mark.told
    return _encode(
        Checkpoint(
            form=FORM,
            version=version,
            seq=seq,
            entries=entries,
            effects=effects,
            told=told,
            bodies=bodies,
            gone=tuple(map(int, mark.fight.gone)),
            lines=dict(lines(told)) if lines else {},
        )
    )


def read(data: bytes | None, version: str) -> Checkpoint | None:
    """A snapshot of this version from its bytes; None if it cannot be used."""
    if data is None:
        return None
    try:
        taken_up = _decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return taken_up if (taken_up.form, taken_up.version) == (FORM, version) and taken_up.entries else None


def fitting(
    snapshot: Checkpoint, said: Sequence[SessionLine], standing: Standing, start: GameFight
) -> Mark | None:
    """The checkpoint, if the entries that led to it are still played first."""
    n = snapshot.entries
    then = folded(said[: snapshot.seq]).played
    if snapshot.seq > len(said) or len(then) < n or then[:n] != standing.played[:n]:
        return None
    bodies, gone = tuple(unpack(body) for body in snapshot.bodies), tuple(map(Who, snapshot.gone))
    hidden = hidden_after(then[:n], len(start.fighters))
    fight = start._replace(bodies=bodies, gone=gone, hidden=hidden)
    return Mark(fight, n, snapshot.effects, snapshot.told)
