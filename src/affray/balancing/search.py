"""The search for changes that bring a side's odds of winning to a target.

All scenes are tried with the same fights, so that what differs is the scene and not the luck.
First every single change, then those pairs and more that should come near the target if the
effects of single changes add up (in log odds), then the best of these with a change more or less,
and then ever fewer of them with ever more fights.
What is told in the end comes from other fights than those that chose it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import log
from typing import NamedTuple

from affray.balancing.change import Change, changes, fits, in_words, made, together
from affray.balancing.draft import Draft
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.fight import AnyFight
from affray.core.message import figure, msg
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import Estimate, estimate

FIRST = 100
"""Fights of each scene in the first round; twice as many in each that follows."""
COMBINED = 40
"""So many combinations of changes are tried."""
ROUNDS = 2
"""So often the best so far are varied."""
BEST = 12
"""So many of the best are varied each time."""
AT_ONCE = 4
"""No more than so many changes are combined."""
LEFT = 5
"""So many proposals are told."""
N = 4_000
"""Fights of each proposal in the end, at most."""
WITHIN = 0.03
FRESH = 1_000_000
"""The number of the first fight that the odds in the end come from."""

Tell = Callable[[str, int, int], None]
"""What is told on the way: what is done, how far, of how much."""


class OutOfReach(AffrayError):
    """No change reaches the target; `result` has the closest ones."""

    code = "balance/out-of-reach"

    def __init__(self, message: str, result: BalanceResult) -> None:
        super().__init__(message)
        self.result = result


class Proposal(NamedTuple):
    """Changes, the scene they lead to, and the side's odds of winning it."""

    changes: tuple[Change, ...]
    draft: Draft
    odds: Estimate

    @property
    def words(self) -> str:
        """What is changed, in one line."""
        return in_words(self.changes)


@dataclass(frozen=True, slots=True)
class BalanceResult:
    """The result of a search: its proposals, best first.

    `whole` is whether it ran to its end; where it was interrupted the odds are those so far.
    """

    side: str
    target: float
    within: float
    now: Estimate
    proposals: tuple[Proposal, ...]
    tried: int
    fights: int
    whole: bool = True

    @property
    def reached(self) -> bool:
        """Whether the best of it is as near to the target as was asked."""
        return bool(self.proposals) and self.near(self.proposals[0])

    def near(self, proposal: Proposal) -> bool:
        """Whether the odds are as near as was asked, or cannot be told from the target."""
        odds = proposal.odds
        return abs(odds.value - self.target) <= self.within or odds.low <= self.target <= odds.high


@dataclass(slots=True)
class BulkRunner:
    """Plays fights of many scenes; the program traced for one serves all that are like it.

    Alike are scenes of as many fighters under the same house rules.
    """

    policy: str
    bulks: dict[object, Bulk] = field(default_factory=dict)
    fights: int = 0

    def winners(self, draft: Draft, n: int, seed: int, first: int) -> list[str | None]:
        """Who wins each of these fights of a scene."""
        return [draft.ruleset.winner(end) for end in self.ends(draft, n, seed, first)]

    def ends(self, draft: Draft, n: int, seed: int, first: int) -> Iterator[AnyFight]:
        """How these fights of a scene end."""
        start = draft.fight
        key = (draft.ruleset.id, start.house, len(start.bodies))
        bulk = self.bulks.setdefault(key, Bulk(draft.ruleset, start, self.policy))
        bulk.start = start
        self.fights += n
        return bulk.fights(n, seed, first)


@dataclass(slots=True)
class Candidate:
    """Changes that are being tried: their scene, and what came of `n` fights."""

    changes: tuple[Change, ...]
    draft: Draft
    won: int = 0
    n: int = 0
    first: tuple[str | None, ...] = ()
    """Who won each of the first fights."""

    @property
    def share(self) -> float:
        """The part of the fights that was won."""
        return self.won / self.n

    @property
    def log_odds(self) -> float:
        """The odds as a logarithm, a little nearer to even, so that none is without end."""
        return _logit((self.won + 0.5) / (self.n + 1))


def balance(
    draft: Draft,
    target: float,
    side: str | None = None,
    *,
    within: float = WITHIN,
    kinds: Iterable[str] = (),
    keep: Iterable[str] = (),
    free: bool = False,
    n: int = N,
    seed: int = 0,
    policy: str | None = None,
    tell: Tell = lambda *_: None,
) -> BalanceResult:
    """Changes of a scene that bring a side's odds of winning to `target`, ranked.

    Those within `within` of it come first, with the fewest changes in front.  `kinds`, `keep` and
    `free` are those of `changes`; the side is by default that of the first fighter run by a person.
    Each proposal is played up to `n` times, fewer where its interval is tight before; `tell` hears
    of the progress.  An interrupt ends the search, and what it has come to so far is given.  Raises
    BadAnswer, BadData or NotFound for what is asked, and OutOfReach, which has what came near.
    """
    _checked(target, within, n)
    who = _side(draft, side)
    search = BalanceSearch(draft, who, target, within, n, seed, _policy(draft, policy), tell)
    single = changes(draft, kinds, keep, free)
    if not single:
        raise BadAnswer("nothing is left to change: allow more kinds of changes, or keep less as it is")
    search.run(single)
    result = search.result()
    if not result.reached and result.whole:
        raise OutOfReach(_nearest(result), result)
    return result


@dataclass(slots=True)
class BalanceSearch:
    """A search for changes under way, from single changes to the proposals."""

    draft: Draft
    side: str
    target: float
    within: float
    n: int
    seed: int
    policy: str
    tell: Tell
    scenes: BulkRunner = field(init=False)
    base: Candidate = field(init=False)
    all: list[Candidate] = field(default_factory=list)
    of_use: list[Candidate] = field(default_factory=list)
    """Single changes that made a difference to any of the first fights."""
    ends: list[Proposal] = field(default_factory=list)
    now: Estimate | None = None
    whole: bool = False

    def __post_init__(self) -> None:
        self.scenes = BulkRunner(self.policy)
        self.base = Candidate((), self.draft)

    def run(self, single: Sequence[Change]) -> None:
        """The search to its end, or to an interrupt."""
        try:
            self._run(single)
            self.whole = True
        except KeyboardInterrupt:
            if not any(tried.n for tried in self.all):
                raise

    def _run(self, single: Sequence[Change]) -> None:
        self.play([self.base], 2 * FIRST, "the scene as it is")
        singles = [Candidate((change,), made(self.draft, [change])) for change in single]
        self.play(singles, FIRST, "single changes")
        self.of_use = [tried for tried in singles if tried.first != self.base.first]
        self.play([*self.combined()], FIRST, "combinations")
        for _ in range(ROUNDS):
            self.play([*self.further()], FIRST, "further combinations")
        left, n = self.different(), 2 * FIRST
        while len(left) > LEFT:
            left = left[: max(LEFT, len(left) // 2)]
            self.play(left, n, msg("the best {n}", n=len(left)))
            left, n = sorted(left, key=self.worth), min(2 * n, self.n)
        self.finish(left)

    def play(self, some: Sequence[Candidate], n: int, what: str) -> None:
        """Play so many fights of each in all."""
        for at, tried in enumerate(some):
            self.tell(what, at, len(some))
            if n > tried.n:
                winners = self.scenes.winners(tried.draft, n - tried.n, self.seed, tried.n)
                tried.won += winners.count(self.side)
                if not tried.n:
                    tried.first = tuple(winners[:FIRST])
                    self.all.append(tried)
                tried.n = n
        self.tell(what, len(some), len(some))

    def worth(self, tried: Candidate) -> float:
        """How far from the target, with a little more for each change."""
        return abs(tried.share - self.target) + 0.2 * self.within * len(tried.changes)

    @property
    def wanted(self) -> float:
        """The log odds of the target."""
        return _logit(min(max(self.target, 0.002), 0.998))

    def shift(self, tried: Candidate) -> float:
        """What a single change does to the log odds."""
        return tried.log_odds - self.base.log_odds

    def combined(self) -> Iterator[Candidate]:
        """Combinations that should come near the target, if effects add up."""
        shifts = {tried.changes[0]: self.shift(tried) for tried in self.of_use}
        wanted = self.wanted - self.base.log_odds
        right = [change for change, shift in shifts.items() if shift * wanted > 0]
        right.sort(key=lambda change: -abs(shifts[change]))
        some = {2: [*shifts], 3: right[:14], 4: right[:10]}
        sets = [s for size in range(2, AT_ONCE + 1) for s in combinations(some[size], size)]
        off = {s: abs(sum(shifts[c] for c in s) - wanted) + 0.05 * len(s) for s in sets if together(s)}
        yield from self.spread(off, COMBINED)

    def further(self) -> Iterator[Candidate]:
        """The best so far with a change more, or less, that should be nearer."""
        known = {frozenset(tried.changes) for tried in self.all}
        off: dict[tuple[Change, ...], float] = {}
        for tried in sorted(self.all, key=self.worth)[:BEST]:
            for one in self.of_use:
                has = one.changes[0] in tried.changes
                changes = (
                    tuple(c for c in tried.changes if c != one.changes[0])
                    if has
                    else (*tried.changes, *one.changes)
                )
                if len(changes) > 1 and frozenset(changes) not in known and together(changes):
                    known.add(frozenset(changes))
                    log_odds = tried.log_odds + self.shift(one) * (-1 if has else 1)
                    off[changes] = abs(log_odds - self.wanted) + 0.05 * len(changes)
        yield from self.spread({s: o for s, o in off.items() if len(s) <= AT_ONCE}, COMBINED // 2)

    def spread(self, off: Mapping[tuple[Change, ...], float], most: int) -> Iterator[Candidate]:
        """Those that are least off, each change in some of them only."""
        used: Counter[Change] = Counter()
        for some in sorted(off, key=lambda s: off[s]):
            if most and all(used[change] < max(4, COMBINED // 4) for change in some):
                tried = Candidate(some, made(self.draft, some))
                if fits(tried.draft):
                    used.update(some)
                    most -= 1
                    yield tried

    def different(self) -> list[Candidate]:
        """All that was tried, best first, without what did as fewer changes did."""
        met = {self.base.first}
        distinct = []
        for tried in sorted(self.all, key=lambda tried: len(tried.changes)):
            if tried.first not in met:
                met.add(tried.first)
                distinct.append(tried)
        return sorted(distinct, key=self.worth)

    def finish(self, left: Sequence[Candidate]) -> None:
        """The odds of what is left, and of the scene as it is, from fights of their own."""
        for at, tried in enumerate((self.base, *left)):
            self.tell("the odds of the proposals", at, len(left) + 1)
            odds = self.sure(tried.draft)
            if tried is self.base:
                self.now = odds
            else:
                self.ends.append(Proposal(tried.changes, tried.draft, odds))
        self.tell("the odds of the proposals", len(left) + 1, len(left) + 1)

    def sure(self, draft: Draft) -> Estimate:
        """The side's odds, with ever more fights until their interval is tight."""
        won, n = 0, 0
        while True:
            more = min(max(n, 5 * FIRST), self.n - n)
            won += self.scenes.winners(draft, more, self.seed, FRESH + n).count(self.side)
            n += more
            odds = estimate(won, n)
            if n >= self.n or odds.high - odds.low <= self.within:
                return odds

    def result(self) -> BalanceResult:
        """What the search has come to so far."""
        ends = self.ends or [
            Proposal(tried.changes, tried.draft, estimate(tried.won, tried.n))
            for tried in sorted(self.all, key=self.worth)
            if tried.n and tried.changes
        ]
        now = self.now or estimate(self.base.won, self.base.n)
        result = BalanceResult(
            self.side, self.target, self.within, now, tuple(ends), len(self.all), self.scenes.fights,
            self.whole,
        )  # fmt: skip
        return replace(result, proposals=tuple(sorted(ends, key=lambda p: _rank(result, p))[:LEFT]))


def _rank(result: BalanceResult, proposal: Proposal) -> tuple[bool, int, float]:
    """Those that are near first, with the fewest changes in front."""
    near = result.near(proposal)
    return not near, len(proposal.changes) if near else 0, abs(proposal.odds.value - result.target)


def _logit(p: float) -> float:
    return log(p / (1 - p))


def _checked(target: float, within: float, n: int) -> None:
    if not 0 <= target <= 1:
        raise BadAnswer(
            msg("expected a target from 0 to 1, such as 0.7, got {target}", target=figure(target, "g")),
            code="answer/no-target",
        )
    if not 0 < within <= 0.5:
        raise BadAnswer(
            msg("expected to come within more than 0, at most 0.5, got {within}", within=figure(within, "g"))
        )
    if n < FIRST:
        raise BadAnswer(msg("expected at least {least} fights, got {n}", least=FIRST, n=n))


def _side(draft: Draft, side: str | None) -> str:
    if side is None:
        people = [f.side for f in draft.scene.starting if f.run_by != "autopilot"]
        return str((people or draft.sides)[0])
    if side not in draft.sides:
        raise NotFound("side", side, draft.sides)
    return side


def _policy(draft: Draft, policy: str | None) -> str:
    known = draft.ruleset.policies
    if policy is not None and policy not in known:
        raise NotFound("policy", policy, known)
    return policy or next(iter(known))


def _nearest(result: BalanceResult) -> str:
    best, odds = result.proposals[0], result.proposals[0].odds
    return msg(
        "no allowed change brings {side} to {target}: the closest is {value} ({low} to {high}), with: "
        "{changes}",
        side=result.side,
        target=figure(result.target, ".1%"),
        value=figure(odds.value, ".1%"),
        low=figure(odds.low, ".1%"),
        high=figure(odds.high, ".1%"),
        changes=best.words,
    )
