"""Fights that cannot end: how they are noticed, and what is said of them.

Nothing here ends a fight.  Runs that nobody attends are stopped, undecided and with the reason;
people are told, and go on or leave it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from affray.core.fight import GameFight
from affray.core.follow import Figures, Follows, figures, table_figures
from affray.core.message import figure, msg
from affray.core.phrases import rounds
from affray.core.play import AnyPlay, Play

if TYPE_CHECKING:
    from affray.core.ruleset import Ruleset

State = GameFight

QUIET = 20
"""Rounds of a lull after which it is said, and again after as many."""
PATIENCE = 100
"""Such rounds after which a run that nobody attends is stopped."""
STEPS = 2_500
"""Steps of the rules, for each fighter and at least two, after which such a run is cut."""


class Stall(NamedTuple):
    """Why a fight does not end.

    It is "hopeless" where nobody can hurt anybody any more, "quiet" where nothing has changed for `n`
    rounds, and "long" where it was cut after `n` steps.
    """

    kind: Literal["hopeless", "quiet", "long"]
    n: int = 0
    word: str = "round"
    """What the game calls a round."""

    @property
    def why(self) -> str:
        """The reason, in the words in which it is given everywhere."""
        if self.kind == "hopeless":
            return "Nobody left can hurt anyone, whatever the dice show."
        if self.kind == "quiet":
            long = rounds(self.n, self.word)
            return msg("Nobody has been hurt and nothing has been used up for {long}.", long=long)
        return msg("The fight was stopped after {n} steps.", n=figure(self.n, ","))

    @property
    def final(self) -> bool:
        """Whether a run that nobody is watching stops here."""
        return self.kind != "quiet" or self.n >= PATIENCE


def hope(_: AnyPlay) -> bool:
    """False, for a game that does not say when nobody can hurt anybody any more."""
    return False


def unasked(ruleset: Ruleset, before: State, now: State, steps: int) -> bool:
    """Whether a fight has gone on for too long without asking anybody anything or rolling dice.

    It goes on for ever then: what the rules do by themselves, they have done.
    """
    number = ruleset.follows(now.house).round
    # By rounds, for most games; by steps too, since a rule may go on for ever within one round.
    rounds = getattr(now.table, number) - getattr(before.table, number)
    return rounds >= PATIENCE or steps >= most_steps(now)


UNASKED = "from here the fight would go on forever without asking anyone anything"
"""What is said where somebody would bring a fight there; so it does not get there."""


def most_steps(fight: State) -> int:
    """The number of steps after which a run of this fight is cut off."""
    return STEPS * max(2, len(fight.bodies) - 1)


def followed(follows: Follows, fight: State) -> tuple[Figures, ...]:
    """All that is followed of a fight, in figures."""
    return (
        *[figures(follows, body) for body in fight.present],
        table_figures(follows, fight.bodies[-1]),
    )


class Lull:
    """Rounds in which nobody is hurt or healed, and nothing falls lower than it was.

    So points that are spent and come back again and again do not hide it.
    """

    def __init__(self, follows: Follows) -> None:
        of_bodies, of_table = (
            [g.kind == "life" for g in follows.gauges],
            [g.kind == "life" for g in follows.table],
        )
        self._life = of_bodies, of_table
        self.rounds = 0
        self._hurt: tuple[Any, ...] = ()
        self._lows: list[int] = []

    def hurt(self, everybody: Sequence[Figures]) -> tuple[Any, ...]:
        """How badly hurt everybody is."""
        lives = [self._life[0]] * (len(everybody) - 1) + [self._life[1]]
        return tuple(
            [
                (
                    one.out,
                    one.dead,
                    one.injuries,
                    *[n for n, life in zip(one.left, kinds, strict=True) if life],
                )
                for one, kinds in zip(everybody, lives, strict=True)
            ]
        )

    def after(self, everybody: Sequence[Figures]) -> int:
        """How many rounds it has lasted, given these figures at the end of the next one."""
        hurt, left = self.hurt(everybody), [n for one in everybody for n in one.left]
        if hurt != self._hurt:
            self._hurt, self._lows, self.rounds = hurt, left, 0
            return 0
        lows = list(map(min, left, self._lows))
        self.rounds = self.rounds + 1 if lows == self._lows else 0
        self._lows = lows
        return self.rounds

    def same(self) -> int:
        """How many rounds it has lasted, given the same figures as before."""
        self.rounds += 1
        return self.rounds


def hopeless(ruleset: Ruleset, fight: State) -> bool:
    """Whether nobody can hurt anybody any more, by what the game says."""
    return ruleset.hopeless(Play(fight))


class Watch:
    """Watches a run of one fight after every step, and counts the quiet rounds."""

    def __init__(self, ruleset: Ruleset, start: State) -> None:
        self.ruleset, self.follows = ruleset, ruleset.follows(start.house)
        self.round = getattr(start.table, self.follows.round)
        self.lull = Lull(self.follows)

    def after(self, fight: State) -> Stall | None:
        """Why the run should stop here, if it should."""
        now = getattr(fight.table, self.follows.round)
        if now == self.round:
            return None
        self.round = now
        quiet = self.lull.after(followed(self.follows, fight))
        return stopped(quiet, self.follows.word, lambda: hopeless(self.ruleset, fight))


def stopped(quiet: int, word: str, hopeless: Callable[[], bool]) -> Stall | None:
    """Why a run that nobody is watching stops after so many quiet rounds, if it does."""
    # To ask whether there is hope plays rules, so it is asked now and then and not in every round.
    if quiet and quiet % QUIET == 0 and hopeless():
        return Stall("hopeless")
    return Stall("quiet", quiet, word) if quiet >= PATIENCE else None


# --- a fight with people at it ------------------------------------------------------------------------


def noticed(ruleset: Ruleset, fights: Iterable[State]) -> Stall | None:
    """Why a fight does not look as if it will end, judged by its states, the latest first.

    None where it has been won, and where there is nothing to say.
    """
    states = iter(fights)
    now = next(states, None)
    if now is None or ruleset.winner(now) is not None:
        return None
    if hopeless(ruleset, now):
        return Stall("hopeless")
    follows = ruleset.follows(now.house)
    quiet = quiet_for(follows, now, states)
    return Stall("quiet", quiet, follows.word) if quiet >= QUIET else None


WINDOW = 10 * PATIENCE
"""Rounds that are looked back upon at most."""


def quiet_for(follows: Follows, now: State, before: Iterable[State]) -> int:
    """How many rounds it has been quiet, judged by its states, the latest first."""
    rounds, number, lull = [followed(follows, now)], getattr(now.table, follows.round), Lull(follows)
    hurt = lull.hurt(rounds[0])
    for fight in before:
        at = getattr(fight.table, follows.round)
        if at == number:
            continue
        number = at
        rounds.append(followed(follows, fight))
        if len(rounds) > WINDOW or lull.hurt(rounds[-1]) != hurt:
            break
    # A lull is told from what was before: so the rounds are followed in the order in which they came.
    for each in reversed(rounds):
        lull.after(each)
    return lull.rounds


class Lookout:
    """Looks at a fight as people go on; `stall` is what there is to say of it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.stall: Stall | None = None
        self.round, self._since = -1, 0
        self._hurt: tuple[Any, ...] = ()
        self._said: tuple[str, int] | None = None

    def news(self, now: State, before: Iterable[State]) -> bool:
        """Whether there is something to say that was not said lately.

        `before` are the states that have led here, the last first; they are looked at once a round.
        """
        follows = self.ruleset.follows(now.house)
        at = getattr(now.table, follows.round)
        if at == self.round:
            if self.stall and self.stall.kind == "quiet" and _hurt(follows, now) != self._hurt:
                self.stall = None
            return False
        self.round, self._hurt = at, _hurt(follows, now)
        self.stall = noticed(self.ruleset, chain((now,), before))
        return self._is_new(at)

    def _is_new(self, at: int) -> bool:
        """Whether it was not said yet, or so long ago that it is said again."""
        stall, before = self.stall, self._said
        if stall is None:
            self._said = None
            return False
        if before is None or before[0] != stall.kind:
            self._since = at
        times = stall.n if stall.kind == "quiet" else at - self._since
        self._said = stall.kind, times // QUIET
        return self._said != before


def _hurt(follows: Follows, now: State) -> tuple[Any, ...]:
    return Lull(follows).hurt(followed(follows, now))
