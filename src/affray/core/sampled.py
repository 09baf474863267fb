"""Plays that run by themselves: dice from a source, choices from a policy."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from affray.core.dice import Source
from affray.core.fight import Fight
from affray.core.play import Play, Policy
from affray.core.request import ChanceRequest, Request

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")


class Sampled(Play[B, T, H]):
    """One course of events: each roll draws one number from the source."""

    def __init__(self, fight: Fight[B, T, H], policy: Policy, source: Source) -> None:
        super().__init__(fight)
        self.policy, self.source = policy, source

    def answer(self, request: Request) -> Any:
        """For dice an answer drawn by its weight; for a decision what the policy chooses."""
        if type(request) is ChanceRequest:
            return request.chance.sample(self.source)
        return request.answered_by(self.policy, self)


AnySampled: TypeAlias = Sampled[Any, Any, Any]
"""A play of any game that runs by itself."""
