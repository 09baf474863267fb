"""What a simulation came to, as plain data; the same in JSON.

All of it is made of whole-number counts, so it does not depend on how the fights were cut up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, TypeVar

import msgspec

from affray.core.errors import NotFound
from affray.core.message import english
from affray.simulation.estimate import estimate

T = TypeVar("T")

CUTS = (5, 25, 50, 75, 95)
"""The quantiles, in per cent: each is the least value that so many of a hundred fights do not exceed."""


class Proportion(msgspec.Struct, frozen=True):
    """In how many fights something was so, and the 95 % interval of its chance."""

    fights: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a whole number over all fights.

    `error` is the standard error of the mean; `quantiles` are those of `CUTS`; `counts` has every
    value that came up with the number of fights, in order.
    """

    mean: float
    error: float
    quantiles: tuple[int, int, int, int, int]
    counts: tuple[tuple[int, int], ...]

    @property
    def median(self) -> int:
        """The middle value."""
        return self.quantiles[2]

    @property
    def least(self) -> int:
        """The smallest value that came up."""
        return self.counts[0][0]

    @property
    def most(self) -> int:
        """The largest value that came up."""
        return self.counts[-1][0]


class Fan(msgspec.Struct, frozen=True):
    """A figure at the end of each round: its mean, and the quantiles of `CUTS`.

    The first entry is the start.  Fights that are over count with what they ended with.
    """

    means: tuple[float, ...]
    quantiles: tuple[tuple[int, int, int, int, int], ...]


class GaugeResult(msgspec.Struct, frozen=True):
    """A gauge: its name and kind, what there was at the start, what was used up.

    The losses of the rounds added up, each from the end of a round to that of the next: what was
    lost and regained within one round does not show.  `left` is what there was at the end.
    """

    name: str
    kind: str
    start: int
    lost: Spread
    left: Spread


class FighterResult(msgspec.Struct, frozen=True):
    """One fighter: how often it falls and dies, in which round, what it loses.

    `falls` is to be out at the end of any round, `out` to be so at the end of the fight.  `fell` has
    rounds with the number of fights, 0 for before the first round; `standing` the share of fights
    in which it stood, from the start on, at the end of each round.  `injuries` are the names of the
    lasting ones with how often each was had at the end.
    """

    name: str
    side: str
    falls: Proportion
    out: Proportion
    dead: Proportion
    fell: tuple[tuple[int, int], ...]
    standing: tuple[float, ...]
    injuries: tuple[tuple[str, int], ...]
    gauges: tuple[GaugeResult, ...]


class SideResult(msgspec.Struct, frozen=True):
    """One side: how often it wins, and how it fares whoever wins.

    `standing` is the mean share of its fighters that stand, from the start on; `fans` has what is
    left of each gauge, all fighters together, for the gauges in the order of `gauges`.
    """

    name: str
    fighters: tuple[str, ...]
    wins: Proportion
    fallen: Spread
    dead: Spread
    injuries: Spread
    standing: tuple[float, ...]
    gauges: tuple[GaugeResult, ...]
    fans: tuple[Fan, ...]


class StoppedFights(msgspec.Struct, frozen=True):
    """Fights that were stopped undecided, and why, as it is said everywhere."""

    why: str
    fights: int


class FightOutcome(msgspec.Struct, frozen=True):
    """Fights that ended alike: who won, if not stopped undecided, and how many of each side had fallen."""

    winner: str
    fallen: tuple[int, ...]
    fights: int


class EngineUse(msgspec.Struct, frozen=True):
    """How the fights were run; the results are the same either way.

    `name` is "kernel" or "plain".  `plain_steps` are those that the kernel could not hold, by reason,
    with their number: they were played by the plain engine every time.
    """

    name: str
    plain_steps: dict[str, int]


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What many fights of one scene came to.

    `asked` is how many fights were wanted; `fights`, how many were run: fewer when it was
    interrupted.  `nobody` are fights that ended without a winner, `undecided` those that were
    stopped because they did not end, and `stopped` says why.  `going` is the share of fights that are
    not over at the end of each round, from the start on.
    """

    format: int = 1
    scene: str
    game: str
    ruleset: str
    version: str
    policy: str
    options: dict[str, Any]
    seed: int
    first: int
    asked: int
    fights: int
    engine: EngineUse
    word: str
    """What the game calls a round."""
    rounds: Spread
    going: tuple[float, ...]
    sides: tuple[SideResult, ...]
    nobody: Proportion
    undecided: Proportion
    stopped: tuple[StoppedFights, ...]
    fighters: tuple[FighterResult, ...]
    table: tuple[GaugeResult, ...]
    outcomes: tuple[FightOutcome, ...]

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all fights were run."""
        return self.fights < self.asked

    @property
    def wins(self) -> dict[str, Proportion]:
        """How often each side wins."""
        return {side.name: side.wins for side in self.sides}

    def __repr__(self) -> str:
        wins = ", ".join(f"{side} {100 * wins.share:.1f} %" for side, wins in self.wins.items())
        return f"<Simulation {self.scene!r}, {self.fights:,} fights: {wins}>"

    def side(self, name: str) -> SideResult:
        """The side of this name; raises NotFound."""
        return _named("side", name, {side.name: side for side in self.sides})

    def fighter(self, name: str) -> FighterResult:
        """The fighter of this name; raises NotFound."""
        return _named("fighter", name, {fighter.name: fighter for fighter in self.fighters})

    def to_json(self) -> str:
        """All of it as JSON, by the schema in `docs/schema/simulation.schema.json`."""
        return msgspec.json.format(msgspec.json.encode(self, enc_hook=english), indent=1).decode() + "\n"

    def _repr_html_(self) -> str:
        from affray.simulation.report import notebook

        return notebook(self)


def _named(what: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        raise NotFound(what, str(name), known)
    return known[name]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a simulation."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "An Affray simulation"}
    return {**head, **msgspec.json.schema(Simulation)}


def share(hits: int, n: int) -> Proportion:
    """So many fights of n."""
    chance = estimate(hits, n)
    return Proportion(hits, _plain(chance.value), _plain(chance.low), _plain(chance.high))


def spread(counter: Counter[int]) -> Spread:
    """The distribution of what was counted; at least one fight."""
    counts = tuple(sorted((value, n) for value, n in counter.items() if n))
    total = sum(n for _, n in counts)
    mean, square = (sum(value**power * n for value, n in counts) / total for power in (1, 2))
    deviation = sqrt(max(0.0, square - mean * mean))
    return Spread(_plain(mean), _plain(deviation / sqrt(total)), quantiles(counts, total), counts)


def quantiles(counts: Sequence[tuple[int, int]], total: int) -> tuple[int, int, int, int, int]:
    """The values at `CUTS` of sorted values with their numbers."""
    values, below, cuts = [], 0, list(CUTS)
    for value, n in counts:
        below += n
        while cuts and 100 * below >= cuts[0] * total:
            values.append(value)
            cuts.pop(0)
    a, b, c, d, e = values
    return a, b, c, d, e


def fan(counters: Iterable[Counter[int]]) -> Fan:
    """A figure round by round."""
    spreads = [spread(counter) for counter in counters]
    return Fan(tuple(s.mean for s in spreads), tuple(s.quantiles for s in spreads))


def _plain(number: float) -> float:
    """Rounded so far that it is the same, and short, everywhere."""
    return round(number, 9)
