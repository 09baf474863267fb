"""What a game gives its printed sheet: topics, actions, modifiers, tables, flows, odds.

A ruleset may have a module `reference` with three functions, all optional:

    def page(options: Mapping[str, OptionValue]) -> Page: ...
    def cost(points: int) -> str: ...
    def fighter(fight: Fight, who: Who) -> Iterable[SheetPart]: ...

`page` gives what follows under these house rules, built from the very figures and functions that
the rules use; `cost` says what an action costs, as in a menu; `fighter` what stands on the sheet of one who
fights: characteristics, skills, weapons, gear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from affray.core.act import Act
from affray.core.catalogue import OptionValue
from affray.core.effect import Who
from affray.core.fight import AnyFight
from affray.core.message import Verbatim, msg
from affray.core.play import Policy
from affray.core.tally import Mod

Cell: TypeAlias = str | int | None
"""What stands in a table; None is nothing.  Ids of rules become links wherever they stand."""


class Item(NamedTuple):
    """A thing with the rules it comes from, such as an action."""

    name: str
    rules: tuple[str, ...] = ()
    note: str = ""


class ActionGroup(NamedTuple):
    """Things that cost the same: a title, the cost in words, the things."""

    title: str
    cost: str
    items: tuple[Item, ...]


class Topic(NamedTuple):
    """What is known before one acts, in short lines: how a fight starts, what a turn holds.

    `topic-` and its `id` are its anchor.  Each line is an item: what it is about, and its note.
    """

    id: str
    title: str
    lines: tuple[Item, ...]


class Modifiers(NamedTuple):
    """Modifiers of one kind of number, such as the pool of a shot."""

    title: str
    mods: tuple[Mod, ...]
    note: str = ""


class Table(NamedTuple):
    """Rows and columns; `table-` and its `id` are its anchor.

    A row with fewer cells than there are columns is a heading within: a name, and what goes with it.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rules: tuple[str, ...] = ()
    note: str = ""
    apart: bool = False
    """Whether it stands with the rules, as tables do that are too long for a glance."""

    def heads(self, row: tuple[Cell, ...]) -> bool:
        """Whether a row is a heading."""
        return len(row) < len(self.columns)


class Way(NamedTuple):
    """A way on from a step: the id of the next one, and when it is taken."""

    to: str
    when: str = ""


class Step(NamedTuple):
    """A box of a flow: what happens, by which rules, and the ways on.

    The first way leads down, a second one to the side; an `end` has none, an `ask` has two.
    """

    id: str
    kind: Literal["start", "do", "roll", "ask", "end"]
    text: str
    rules: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()


class Flow(NamedTuple):
    """How an action is resolved, from its first step on.

    `acts` are the actions that go so.  Every rule of its steps occurs on receipts of such actions:
    the testing kit plays them.
    """

    id: str
    title: str
    acts: tuple[str, ...]
    steps: tuple[Step, ...]

    def faults(self) -> Iterator[str]:
        """What is wrong with the steps, a sentence each."""
        known = {step.id for step in self.steps}
        if len(known) < len(self.steps):
            yield msg("{id}: two steps have the same id", id=self.id)
        for step in self.steps:
            wanted = {"end": (0,), "ask": (2,)}.get(step.kind, (1,))
            if len(step.ways) not in wanted:
                yield msg(
                    "{id}, {id2}: expected {wanted} ways on, got {ways}",
                    id=self.id,
                    id2=step.id,
                    wanted=wanted[0],
                    ways=len(step.ways),
                )
            yield from (
                msg("{id}, {id2}: no step {to}", id=self.id, id2=step.id, to=Verbatim(repr(w.to)))
                for w in step.ways
                if w.to not in known
            )
        lost = known - self._reached()
        yield from (msg("{id}, {name}: no way leads here", id=self.id, name=name) for name in sorted(lost))

    def _reached(self) -> set[str]:
        ways = {step.id: [way.to for way in step.ways] for step in self.steps}
        reached, waiting = set[str](), [step.id for step in self.steps[:1]]
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += ways.get(name, [])
        return reached


class RuleQuestion(NamedTuple):
    """A question to the rules: the number or the truth that `rule` returns in this fight.

    The rule is run once per path of the dice; choices on the way are the policy's.
    """

    fight: AnyFight
    rule: Callable[[Any], int | bool]
    policy: Policy


class MeasureQuestion(NamedTuple):
    """A question about an action: what this measure of it comes to."""

    fight: AnyFight
    who: Who
    act: Act
    measure: str


class OddsTable(NamedTuple):
    """A table that is computed, with a question for each row and column; None leaves a cell empty.

    It `shows` the chance that the answer is true or above 0, or its mean.
    """

    id: str
    title: str
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cell: Callable[[int, int], RuleQuestion | MeasureQuestion | None]
    shows: Literal["chance", "mean"] = "chance"
    rules: tuple[str, ...] = ()
    note: str = ""


class Page(NamedTuple):
    """All that a game's sheet has besides the catalogue; `hue` is in degrees.

    Topics come first.  The chapters `behind`, by their ids, are left to the list of all rules:
    the front pages say where they stand there.
    """

    actions: tuple[ActionGroup, ...] = ()
    modifiers: tuple[Modifiers, ...] = ()
    flows: tuple[Flow, ...] = ()
    odds: tuple[OddsTable, ...] = ()
    tables: tuple[Table, ...] = ()
    hue: int = 220
    topics: tuple[Topic, ...] = ()
    behind: tuple[str, ...] = ()


class PageOf(Protocol):
    """The function `page` of a ruleset's module `reference`."""

    def __call__(self, options: Mapping[str, OptionValue], /) -> Page:
        """The page under these house rules, by option key."""


class SheetPart(NamedTuple):
    """A part of a fighter's sheet: rows under columns; without columns names and their figures."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...] = ()


class FighterSheet(Protocol):
    """The function `fighter` of a ruleset's module `reference`."""

    def __call__(self, fight: Any, who: Who, /) -> Iterable[SheetPart]:
        """What stands on the sheet of one who fights."""


class CostInWords(Protocol):
    """The function `cost` of a ruleset's module `reference`."""

    def __call__(self, points: int, /) -> str:
        """What an action costs, in words as short as "2 AP"."""
