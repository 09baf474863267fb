"""Plays of the kit: dice and choices are answered apart."""

from __future__ import annotations

from typing import Any

from affray.core.play import AnyPlay
from affray.core.request import ChanceRequest, ChoiceRequest, Request


class ScriptedAnswers(AnyPlay):
    """A play that answers with `rolled` and `chosen`."""

    def answer(self, request: Request) -> Any:
        """Ask chance, by `rolled`, or somebody, by `chosen`."""
        return self.rolled(request) if type(request) is ChanceRequest else self.chosen(request)

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """What the dice come to."""
        raise NotImplementedError

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """What is decided."""
        raise NotImplementedError
