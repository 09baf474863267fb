"""What older versions of a game wrote, as today's would write it.

A game names what has changed from one version to the next: each upcast stands under the version that wrote
the old form, and the name in the log that this form has.  Versions are taken one after the other, so an
upcast knows only the form that came next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Plain = dict[str, Any]
"""An effect, a record or an answer as it stands in a log."""


class Upcasts(NamedTuple):
    """What becomes of old forms, by version and name; answers go by their question.

    An effect that the next version does not know any more becomes None: it has happened, and does nothing.
    """

    effects: Mapping[tuple[str, str], Callable[[Plain], Plain | None]] = {}
    records: Mapping[tuple[str, str], Callable[[Plain], Plain]] = {}
    answers: Mapping[tuple[str, str], Callable[[Plain], Plain]] = {}

    @property
    def any(self) -> bool:
        """Whether anything has ever changed."""
        return bool(self.effects or self.records or self.answers)

    def since(self, version: str) -> tuple[str, ...]:
        """The versions from this one on in which something has changed, in order."""
        named = {v for kind in self for v, _ in kind}
        return tuple(sorted((v for v in named if age(v) >= age(version)), key=age))

    def effect(self, versions: tuple[str, ...], plain: Plain) -> Plain | None:
        """An effect as today's version would write it; None for one that is gone."""
        now: Plain | None = self.within(versions, plain)
        for version in versions:
            change = self.effects.get((version, str(now.get("effect")))) if now is not None else None
            now = change(dict(now)) if change is not None and now is not None else now
        return now

    def answer(self, versions: tuple[str, ...], plain: Plain) -> Plain:
        """An answer with its question, as today's version would write it."""
        now = {**plain, "value": self.within(versions, plain["value"])}
        for version in versions:
            change = self.answers.get((version, str(now["question"])))
            now = change(now) if change is not None else now
        return now

    def within(self, versions: tuple[str, ...], plain: Any) -> Any:
        """Plain data with every record in it as today's version would write it."""
        if not versions or not self.records:
            return plain
        if isinstance(plain, list):
            return [self.within(versions, each) for each in plain]
        if not isinstance(plain, dict):
            return plain
        now = {name: self.within(versions, value) for name, value in plain.items()}
        for version in versions:
            change = self.records.get((version, str(now.get("is"))))
            now = change(now) if change is not None else now
        return now


def age(version: str) -> tuple[int, ...]:
    """A version as numbers that sort; raises ValueError for what is none.

    >>> age("2") < age("2.1") < age("10")
    True
    """
    return tuple(int(part) for part in version.split("."))
