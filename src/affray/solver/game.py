"""A duel as a game: the best choices of one or of all, and what they are worth.

Everybody who is solved for chooses what makes the own side win most often, and knows the whole
state.  Who acts at the same moment is asked in the order of the rules, and knows what those before
have said.  All others follow the policy.  Values are swept from the back until they stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.message import figure, msg
from affray.solver.options import Open, SolvedChoice, Tree, step
from affray.solver.states import States

STILL = 1e-10
"""A change of a chance from one sweep to the next that counts as none."""
SWEEPS = 2_000
PATHS = 100_000
"""Paths that may be followed, before a game is refused."""
Values = tuple[float, ...]


class First(NamedTuple):
    """A first action: how often it wins if what follows is as said.

    `open` is how often it can be taken when the fighter is first asked; `best` how often it is the
    best there.  `wins` is over those times.
    """

    action: Act
    wins: float
    open: float
    best: float


class Game(NamedTuple):
    """The value of a game for each side, and the first actions of a fighter.

    `change` is what the last sweep changed at most; `asked` how often the fighter gets to act.
    """

    values: dict[str, float]
    first: tuple[First, ...]
    asked: float
    change: float
    sweeps: int
    states: int
    paths: int
    policy: bool = False
    """Whether only the first action is free, and the policy goes on after it."""


def solved(states: States, free: Sequence[Who], whose: Who, most: int) -> Game:
    """Find the best choices of the free; raises OverBudget beyond `most`."""
    sides, side = _sides(states)
    trees = _trees(states, Open(frozenset(free), set()), most)
    values, change, sweeps = _swept(states, trees, sides, side)
    first, asked = _first(states, trees, values, side, whose)
    return Game(
        dict(zip(sides, values[states.start], strict=True)),
        first, asked, change, sweeps, len(states), states.paths,
    )  # fmt: skip


def first_actions(states: States, whose: Who, most: int) -> Game:
    """The best first action of a fighter if the policy goes on after it, by the values of the policy.

    Raises OverBudget beyond `most` states.
    """
    sides, side = _sides(states)
    free = Open(frozenset([whose]), set(), first=True)
    before: dict[int, Tree] = {}
    waiting = [states.start]
    while waiting:
        number = waiting.pop()
        if number in before or states.winner[number] is not None:
            continue
        before[number] = step(states, number, free)
        waiting += [state for state, _ in before[number].ways if state != number]
        _within(states, most)
    values, change, sweeps = _swept(states, _trees(states, None, most), sides, side)
    first, asked = _first(states, before, values, side, whose)
    return Game(
        dict(zip(sides, values[states.start], strict=True)),
        first, asked, change, sweeps, len(states), states.paths, policy=True,
    )  # fmt: skip


def _sides(states: States) -> tuple[list[str], list[int]]:
    """All sides, and the place of each fighter's among them."""
    start, card = states.fight(states.start), states.ruleset.words.card
    each = [card(start, one).side for one in start.everyone]
    sides = sorted(set(each))
    return sides, [sides.index(one) for one in each]


def _trees(states: States, free: Open | None, most: int) -> dict[int, Tree]:
    """The trees of all states that can be reached, in the order they are met."""
    trees: dict[int, Tree] = {}
    number = 0
    while number < len(states):
        if states.winner[number] is None:
            tree = step(states, number, free) if free is not None else _by_policy(states, number)
            if _rests(tree, number):
                states.winner[number] = states.ruleset.winner(states.fight(number)) or ""
            else:
                trees[number] = tree
        _within(states, most)
        number += 1
    return trees


def _by_policy(states: States, number: int) -> Tree:
    following = states.next(number)
    ways: dict[int, float] = {}
    for state, _, weight in following.ways:
        ways[state] = ways.get(state, 0.0) + weight / following.cases
    return Tree(tuple(ways.items()) or ((number, 1.0),), ())


def _within(states: States, most: int) -> None:
    if len(states) > most or states.paths > PATHS:
        raise OverBudget(
            most,
            msg(
                "the game has more than {most} states or {paths} paths, too many to solve",
                most=figure(most, ","),
                paths=figure(PATHS, ","),
            ),
        )


def _rests(tree: Tree, number: int) -> bool:
    """Whether a step changes nothing: the fight is over."""
    return not tree.decisions and [state for state, _ in tree.ways] == [number]


def _swept(
    states: States, trees: dict[int, Tree], sides: Sequence[str], side: Sequence[int]
) -> tuple[list[Values], float, int]:
    """The chances of each side from every state, by sweeps from the back."""
    nothing = (0.0,) * len(sides)
    values = [nothing if won is None else tuple([float(won == s) for s in sides]) for won in states.winner]
    change = 1.0
    for sweep in range(1, SWEEPS + 1):
        change = 0.0
        for number in reversed(trees):
            new = worth(trees[number], values, side, nothing)
            change = max(change, *[abs(a - b) for a, b in zip(new, values[number], strict=True)])
            values[number] = new
        if change < STILL:
            return values, change, sweep
    return values, change, SWEEPS


def worth(tree: Tree, values: Sequence[Values], side: Sequence[int], nothing: Values) -> Values:
    """The chances of each side from here, where everybody chooses the best."""
    total = list(nothing)
    for state, chance in tree.ways:
        for n, value in enumerate(values[state]):
            total[n] += chance * value
    for decision in tree.decisions:
        for n, value in enumerate(_best(decision, values, side, nothing)[1]):
            total[n] += value
    return tuple(total)


def _best(
    decision: SolvedChoice, values: Sequence[Values], side: Sequence[int], nothing: Values
) -> tuple[int, Values]:
    """The option that is best for who chooses, the first of equals; its worth."""
    own = side[decision.who]
    worths = [worth(tree, values, side, nothing) for _, tree in decision.options]
    best = max(range(len(worths)), key=lambda n: (worths[n][own], -n))
    return best, worths[best]


# --- the first action ----------------------------------------------------------------------------------


class _Opening:
    """What is found on the way to the first action of a fighter."""

    def __init__(self, values: Sequence[Values], side: Sequence[int], whose: Who) -> None:
        self.values, self.side, self.whose = values, side, whose
        self.nothing = (0.0,) * len(values[0])
        self.asked = 0.0
        self.worths: dict[Act, list[float]] = {}

    def follow(self, tree: Tree, mass: float, later: dict[int, float]) -> None:
        """Go on from a place in a tree, along the best choices."""
        for state, chance in tree.ways:
            later[state] = later.get(state, 0.0) + mass * chance
        for decision in tree.decisions:
            if decision.who == self.whose and all(type(option) is Act for option, _ in decision.options):
                self._note(decision, mass)
            else:
                best, _ = _best(decision, self.values, self.side, self.nothing)
                self.follow(decision.options[best][1], mass, later)

    def _note(self, decision: SolvedChoice, mass: float) -> None:
        best, _ = _best(decision, self.values, self.side, self.nothing)
        here = mass * weight(decision.options[best][1])
        self.asked += here
        for n, (option, tree) in enumerate(decision.options):
            wins = mass * worth(tree, self.values, self.side, self.nothing)[self.side[self.whose]]
            row = self.worths.setdefault(option, [0.0, 0.0, 0.0])
            row[0] += wins
            row[1] += here
            row[2] += here * (n == best)


def weight(tree: Tree) -> float:
    """The chance of a place in a tree."""
    further = [weight(decision.options[0][1]) for decision in tree.decisions]
    return sum([chance for _, chance in tree.ways]) + sum(further)


def _first(
    states: States, trees: dict[int, Tree], values: Sequence[Values], side: Sequence[int], whose: Who
) -> tuple[tuple[First, ...], float]:
    """The first actions of a fighter, the best first."""
    opening = _Opening(values, side, whose)
    now: dict[int, float] = {states.start: 1.0}
    for _ in range(SWEEPS):
        later: dict[int, float] = {}
        for state, mass in now.items():
            if state in trees:
                opening.follow(trees[state], mass, later)
        now = {state: mass for state, mass in later.items() if mass > STILL}
        if not now:
            break
    asked = opening.asked
    first = [
        First(act, wins / here, here / asked, best / asked)
        for act, (wins, here, best) in opening.worths.items()
    ]
    return tuple(sorted(first, key=lambda f: (-f.best, -f.wins))), asked
