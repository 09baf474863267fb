"""Rows that an older version of a game wrote, as today's classes hold them.

`Eras` knows which version wrote which row.  Everything that is wrong with one is a LogError.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from affray.core.effect import TABLE, Effect, Who, unpack
from affray.core.errors import LogError
from affray.core.message import msg
from affray.core.names import gone_from
from affray.core.ruleset import Ruleset
from affray.core.upcasts import age
from affray.session import log
from affray.session.entries import SessionLine
from affray.session.past import Caused, Gone


class Eras:
    """Which version of a game wrote which rows of a log, and how they are read."""

    def __init__(self, ruleset: Ruleset, version: str) -> None:
        self.ruleset, self.first = ruleset, [(0, version)]

    @property
    def older(self) -> bool:
        """Whether any of the rows is of another version than today's."""
        return any(version != self.ruleset.version for _, version in self.first)

    def upto(self, seq: int) -> Eras:
        """The same for the rows up to one."""
        other = Eras(self.ruleset, "")
        other.first = [each for each in self.first if each[0] <= seq]
        return other

    def of(self, seq: int) -> str:
        """The version that wrote a row."""
        return self.first[bisect_right(self.first, seq, key=lambda each: each[0]) - 1][1]

    def note(self, row: log.Row) -> None:
        """From a row on another version has written, if it says so."""
        if isinstance(row, log.UpgradedRow):
            self.first = [*self.first, (row.seq, row.version)]

    def _since(self, row: log.Row) -> tuple[str, ...]:
        """The versions in which something has changed since a row was written."""
        if not self.ruleset.upcasts.any:
            return ()
        version = row.version if isinstance(row, log.UpgradedRow) else self.of(row.seq)
        return self.ruleset.upcasts.since(version)

    def line(self, row: log.Row) -> SessionLine:
        """A row as a session takes it; raises LogError."""
        if isinstance(row, log.UpgradedRow):
            checked(self.ruleset, row.version)
        return SessionLine(self.read(row).entry(), row.by, row.seq)

    def read(self, row: log.Row) -> log.Row:
        """A row as today's version would write it."""
        old = self._since(row)
        if not old:
            return row
        upcasts = self.ruleset.upcasts
        match row:
            case log.AnswerRow():
                return msgspec.structs.replace(row, **_answer(upcasts.answer(old, _plain(row))))
            case log.OverrideRow():
                effect = upcasts.effect(old, row.effect)
                return msgspec.structs.replace(row, effect=row.effect if effect is None else effect)
            case log.JoinedRow():
                return msgspec.structs.replace(row, body=upcasts.within(old, row.body))
            case log.AmendRow():
                added = tuple((n, self._given(old, each)) for n, each in row.added)
                return msgspec.structs.replace(row, answer=self._given(old, row.answer), added=added)
            case log.UpgradedRow():
                return msgspec.structs.replace(row, bodies=upcasts.within(old, row.bodies))
        return row

    def _given(self, old: tuple[str, ...], answer: log.AnswerOf) -> log.AnswerOf:
        plain = _answer(self.ruleset.upcasts.answer(old, _plain(answer)))
        return msgspec.structs.replace(answer, **plain)

    def opened(self, packed: Sequence[dict[str, Any]]) -> tuple[Effect, ...]:
        """The effects of a header; raises LogError for one that nothing knows."""
        old = self.ruleset.upcasts.since(self.of(0))
        return tuple(self._effect(old, each) for each in packed)

    def _effects(self, row: log.Row, packed: Sequence[dict[str, Any]]) -> tuple[Effect, ...]:
        old = self._since(row)
        return tuple(self._effect(old, each) for each in packed)

    def _effect(self, old: tuple[str, ...], packed: dict[str, Any]) -> Effect:
        written = self.ruleset.upcasts.effect(old, packed) if old else packed
        if written is not None and not gone_from(str(written.get("effect"))):
            return Effect.unpacked(written)
        who = unpack(packed.get("who"))
        return Gone(who if isinstance(who, Who) else TABLE, str(packed.get("effect")))

    def caused(self, row: log.Row) -> Caused:
        """What a row says that it caused."""
        if isinstance(row, log.AmendRow | log.RemovedRow):
            return Caused((), _split(self._effects(row, row.now), row.each), row.since)
        if isinstance(row, log.UpgradedRow):
            effects = self._effects(row, row.effects)
            first = len(effects) - sum(row.each)
            return Caused(effects[:first], _split(effects[first:], row.each), row.since)
        return Caused(self._effects(row, row.effects), (), row.since)


def checked(ruleset: Ruleset, version: str) -> None:
    """See that a version is today's or an older one; raises LogError."""
    title, today = ruleset.title, ruleset.version
    try:
        newer = age(version) > age(today)
    except ValueError:
        raise LogError(
            msg(
                "was played with version {version} of {title}, which is not a number; this is version "
                "{today}",
                version=version,
                title=title,
                today=today,
            ),
            code="log/version",
        ) from None
    if newer:
        raise LogError(
            msg(
                "was played with version {version} of {title}; this is version {today}: a newer version "
                "of Affray is needed",
                version=version,
                title=title,
                today=today,
            ),
            code="log/version",
        )


def _plain(answer: log.AnswerRow | log.AnswerOf) -> dict[str, Any]:
    return {
        "who": answer.who,
        "question": answer.question,
        "chance": answer.chance,
        "value": answer.value,
        "dice": list(answer.dice),
    }


def _answer(plain: dict[str, Any]) -> dict[str, Any]:
    return {**plain, "dice": tuple(plain["dice"])}


def _split(effects: tuple[Effect, ...], each: Sequence[int]) -> tuple[tuple[Effect, ...], ...]:
    """Effects by how many of them belong together."""
    groups, at = [], 0
    for n in each:
        groups.append(effects[at : at + n])
        at += n
    return tuple(groups)
