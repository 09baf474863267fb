"""Menus: an action run only as far as its needs, with every reason against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from affray.core.effect import Effect
from affray.core.errors import Refusal, refusal
from affray.core.play import Play
from affray.core.request import Request
from affray.core.tally import NOTHING, Tally

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
P = ParamSpec("P")


class _Enough(Exception):
    """The needs are over: the action has asked or done something."""


class Probe(Play[B, T, H]):
    """Runs an action up to its first request or effect, collecting refusals."""

    _one = False
    """Whether one refusal is enough."""

    def why_not(
        self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs
    ) -> tuple[Refusal, ...]:
        """All the reasons against it; none when it is allowed."""
        self.refused: list[Refusal] = []
        try:  # noqa: SIM105  `suppress` is four calls more for every line of a menu
            rule(self, *args, **kw)
        except _Enough:
            pass
        return tuple(self.refused)

    def allows(self, rule: Callable[Concatenate[Any, P], object], *args: P.args, **kw: P.kwargs) -> bool:
        """Whether nothing is against it: sooner said than everything that is."""
        self._one = True
        try:
            return not self.why_not(rule, *args, **kw)
        finally:
            self._one = False

    def need(self, holds: bool, rule: str, why: str, **fields: Any) -> None:
        """Note the refusal and go on, unless one is enough."""
        if not holds:
            if self._one:
                self.refused.append(Refusal(rule, why))
                raise _Enough
            self.refused.append(refusal(rule, why, fields))

    def do(self, effect: Effect, *rules: str, tally: Tally = NOTHING) -> None:
        """The needs are over."""
        raise _Enough

    def answer(self, request: Request) -> NoReturn:
        """The needs are over."""
        raise _Enough
