"""Counts of what happens in fights: whole numbers, which add up in any order."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from affray.core.effect import Who
from affray.core.fight import GameFight
from affray.core.follow import Follows
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import UNDECIDED
from affray.simulation.figurebook import bodies, tables

Counts: TypeAlias = dict[tuple[Any, ...], Counter[Any]]
"""What was counted, by what it is; see `Counting`."""
GOING, ENDED = "going", "ended"
NEVER = -1


def added(one: Counts, other: Counts) -> Counts:
    """The counts of both, of different fights of the same start; neither changes."""
    both = {key: Counter(counter) for key, counter in one.items()}
    for key, counter in other.items():
        both.setdefault(key, Counter()).update(counter)
    return both


class FightCounter:
    """Counts of fights from one start.

    Keys, with `phase` GOING for fights that go on after the end of a round and ENDED for those that
    ended in it, `who` a fighter, `side` and `gauge` numbers from 0:

        ("winner",)  ("rounds",)  ("fallen",): of (winner, fallen of each side)
        (phase, round, "fighter", who): of figures     (phase, round, "table"): of figures
        (phase, round, "standing", side): of how many  (phase, round, "left", side, gauge): of points
        ("fell", who): of rounds, NEVER for not at all
        ("lost", "fighter", who, gauge)  ("lost", "side", side, gauge)  ("lost", "table", gauge)
        ("dead", side)  ("injuries", side)   ("stopped",): of stalls
    """

    def __init__(self, bulk: Bulk, follows: Follows) -> None:
        self.bulk, self.follows = bulk, follows
        program = bulk.program
        self.bodies, self.tables = bodies(program, follows), tables(program, follows)
        self.sides = sides_of(bulk.start)
        self.whos = bulk.start.here
        self.of_side = [[w for w in self.whos if bulk.start.bodies[w].side == side] for side in self.sides]
        self.round_at = list(program.ids.table_fields).index(follows.round)

    def fights(self, n: int, seed: int, first: int) -> Counts:
        """The counts of fights `first` to `first + n` of a seed."""
        chunk, stopped = _Chunk(self, n), Counter(self.bulk.stopped)
        going: Sequence[int] = range(n)
        for states, still in self.bulk.rounds(n, seed, first, self.follows.round):
            chunk.looked_at(states, going, still)
            going = still
        return {**chunk.counts(), ("stopped",): self.bulk.stopped - stopped}


def sides_of(start: GameFight) -> list[str]:
    """The sides of a fight, in the order of their first fighters."""
    return list(dict.fromkeys(body.side for body in start.present))


class _Chunk:
    """Fights that run together: how each stands, and what was counted."""

    def __init__(self, counting: FightCounter, n: int) -> None:
        self.by, self.n = counting, n
        start = counting.bulk.program.encoded(counting.bulk.start)
        self.width = len(start)
        self.begun = [0] * n
        """How many rounds have begun in each fight."""
        self.live = [False] * n
        """Whether one is under way."""
        self.now = {who: self._column(start, who) * n for who in counting.whos}
        self.table = self._table(start) * n
        self.fell = {who: [NEVER] * n for who in counting.whos}
        gauges = range(len(counting.follows.gauges))
        self.lost = {who: [[0] * n for _ in gauges] for who in counting.whos}
        self.lost_table = [[0] * n for _ in counting.follows.table]
        self.counted: Counts = {}

    def _column(self, rows: array[int], who: int) -> list[int]:
        return self.by.bodies.column(rows, self.width, self.by.bulk.program.ids.at(who))

    def _table(self, rows: array[int]) -> list[int]:
        return self.by.tables.column(rows, self.width, 0)

    def looked_at(self, states: array[int], before: Sequence[int], still: Sequence[int]) -> None:
        """Fights that were going have come to a change of round, or to their end."""
        on = set(still)
        for rounds, rows in self._by_round([i for i in before if i in on and self.live[i]]):
            self._count(GOING, rounds, rows, states)
        for rounds, rows in self._by_round([i for i in before if i not in on]):
            self._count(ENDED, rounds, rows, states)
        self._begin(states, still)

    def _by_round(self, rows: list[int]) -> Iterator[tuple[int, list[int]]]:
        """Fights by the round that ends; one that ends between two rounds is a round further."""
        by_round: dict[int, list[int]] = {}
        for i in rows:
            between = not self.live[i] and self.begun[i] > 0
            by_round.setdefault(self.begun[i] + between, []).append(i)
        yield from sorted(by_round.items())

    def _begin(self, states: array[int], still: Sequence[int]) -> None:
        ids = self.by.bulk.program.ids
        values = ids.values[len(ids.body_fields) + self.by.round_at]
        for i in still:
            self.live[i] = values[states[i * self.width + self.by.round_at]] > 0
            self.begun[i] += self.live[i]

    def _count(self, phase: str, rounds: int, rows: list[int], states: array[int]) -> None:
        """Look at fights that stand at the end of a round, or at their own."""
        width, gathered = self.width, array("i")
        for i in rows:
            gathered.extend(states[i * width : (i + 1) * width])
        columns = {who: self._column(gathered, who) for who in self.by.whos}
        for who, column in columns.items():
            self._moved(who, rounds, rows, column)
            self._add((phase, rounds, "fighter", who), column)
        self._sides(phase, rounds, columns)
        table = self._table(gathered)
        self._add((phase, rounds, "table"), table)
        for i, number in zip(rows, table, strict=True):
            for place, drop in self.by.tables.lost(self.table[i], number):
                self.lost_table[place][i] += drop
            self.table[i] = number
        if phase == ENDED:
            self._ended(rounds, rows, gathered, columns)

    def _moved(self, who: Who, rounds: int, rows: list[int], column: list[int]) -> None:
        """What has become of one fighter since its fights were looked at last."""
        now, book, fell = self.now[who], self.by.bodies, self.fell[who]
        for i, number in zip(rows, column, strict=True):
            # Equal figures have equal numbers, so most fighters are done with here in most rounds.
            if now[i] == number:
                continue
            for place, drop in book.lost(now[i], number):
                self.lost[who][place][i] += drop
            if fell[i] == NEVER and book.all[number].out:
                fell[i] = rounds
            now[i] = number

    def _sides(self, phase: str, rounds: int, columns: dict[Who, list[int]]) -> None:
        """What each side has left, and who of it stands."""
        book = self.by.bodies
        for side, whos in enumerate(self.by.of_side):
            own = [columns[who] for who in whos]
            self._add((phase, rounds, "standing", side), _summed(own, book.standing))
            for gauge, left in enumerate(book.left):
                self._add((phase, rounds, "left", side, gauge), _summed(own, left))

    def _ended(
        self, rounds: int, rows: list[int], gathered: array[int], columns: dict[Who, list[int]]
    ) -> None:
        """Fights that are over: who has won, in how many rounds, at what price."""
        book, width = self.by.bodies, self.width
        won, decoded = self.by.bulk.ruleset.winner, self.by.bulk.program.decoded
        winners = [
            won(decoded(gathered[at : at + width])) or UNDECIDED for at in range(0, len(gathered), width)
        ]
        self._add(("winner",), winners)
        self._add(("rounds",), [self.begun[i] for i in rows])
        fallen = []
        for side, whos in enumerate(self.by.of_side):
            own = [columns[who] for who in whos]
            fallen.append(_summed(own, book.out))
            self._add(("dead", side), _summed(own, book.dead))
            self._add(("injuries", side), _summed(own, book.injuries))
        self._add(("fallen",), zip(winners, zip(*fallen, strict=True), strict=True))

    def _add(self, key: tuple[Any, ...], values: Any) -> None:
        self.counted.setdefault(key, Counter()).update(values)

    def counts(self) -> Counts:
        """What was counted, with figures in the place of their numbers."""
        for who in self.by.whos:
            self._add(("fell", who), self.fell[who])
            for gauge, column in enumerate(self.lost[who]):
                self._add(("lost", "fighter", who, gauge), column)
        for gauge, column in enumerate(self.lost_table):
            self._add(("lost", "table", gauge), column)
        for side, whos in enumerate(self.by.of_side):
            for gauge in range(len(self.by.follows.gauges)):
                together = [sum(each) for each in zip(*[self.lost[w][gauge] for w in whos], strict=True)]
                self._add(("lost", "side", side, gauge), together)
        return {key: self._told(key, counter) for key, counter in self.counted.items()}

    def _told(self, key: tuple[Any, ...], counter: Counter[Any]) -> Counter[Any]:
        if len(key) > 2 and key[2] in ("fighter", "table") and key[0] in (GOING, ENDED):
            book = self.by.bodies if key[2] == "fighter" else self.by.tables
            return Counter({book.all[number]: n for number, n in counter.items()})
        return counter


def _summed(columns: list[list[int]], figure: list[int]) -> list[int]:
    """A figure of several fighters together, fight by fight."""
    return [sum(each) for each in zip(*[map(figure.__getitem__, c) for c in columns], strict=True)]
