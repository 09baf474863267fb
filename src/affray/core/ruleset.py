"""What a game gives the core: its round, its fighters, its words; found by entry point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from affray.core.act import Act, Offer
from affray.core.catalogue import Catalogue
from affray.core.effect import Effect, Who
from affray.core.errors import NotFound
from affray.core.fight import Fight
from affray.core.live import Asked, Told
from affray.core.play import Play, Policy
from affray.core.scene import Scene


class Words(Protocol):
    """How a game says things to people."""

    def told(self, fight: Fight[Any, Any, Any], names: Sequence[str], told: Told) -> str:
        """One part of the story, in one line; empty when it is not worth a line."""

    def asked(self, names: Sequence[str], asked: Asked, about: tuple[Any, ...]) -> str:
        """A question, as it is put to a person."""

    def option(self, names: Sequence[str], question: str, value: object) -> str:
        """One option of a question."""

    def fighter(self, fight: Fight[Any, Any, Any], who: Who) -> str:
        """A fighter's present state, short."""

    def table(self, fight: Fight[Any, Any, Any]) -> str:
        """What belongs to no fighter, short."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A thing people ask of an action: its name, and the value in the state before and after."""

    name: str
    of: Callable[[Fight[Any, Any, Any], Fight[Any, Any, Any], Sequence[Effect]], object]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game.

    `step` plays the next piece of the round and says whether the fight goes on; whose turn it is
    is state, so that any piece can be resumed.  `perform` is one action of one fighter, with all
    that may interrupt it; `menu` offers every action with its refusals.
    """

    id: str
    title: str
    version: str
    catalogue: Catalogue
    scene: type[Scene]
    start: Callable[[Any], Fight[Any, Any, Any]]
    step: Callable[[Play[Any, Any, Any]], bool]
    perform: Callable[[Play[Any, Any, Any], Any, Act], None]
    menu: Callable[[Fight[Any, Any, Any], Who], Sequence[Offer]]
    winner: Callable[[Fight[Any, Any, Any]], str | None]
    policies: dict[str, Policy]
    measures: Callable[[Fight[Any, Any, Any], Who, Act], Sequence[Measure]]
    words: Words
    corrections: dict[str, type[Effect]]
    scenes: dict[str, str]
    joining: Callable[[Fight[Any, Any, Any], Any], Any]


def fight_out(play: Play[Any, Any, Any], ruleset: Ruleset) -> None:
    """Play steps until the fight is over."""
    while play.call(ruleset.step):
        pass


@cache
def rulesets() -> dict[str, Ruleset]:
    """All games that are installed, by id, in the order of their ids."""
    found = [point.load() for point in entry_points(group="affray.rulesets")]
    return {ruleset.id: ruleset for ruleset in sorted(found, key=lambda r: r.id)}


def ruleset(name: str) -> Ruleset:
    """The game of this id; raises NotFound."""
    games = rulesets()
    if name not in games:
        raise NotFound("ruleset", name, games)
    return games[name]
