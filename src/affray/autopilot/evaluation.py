"""What the end of a fight is worth to somebody, by temper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.effect import Who
from affray.core.fight import AnyFight
from affray.core.message import Verbatim, msg
from affray.core.profile import Profile
from affray.core.ruleset import Ruleset

State = AnyFight
Worth = Callable[[State], float]
"""What an end is worth, from 0 to 1."""

MOST_BODIES = 100_000


class Evaluator:
    """Reads the ends of fights for one fighter, who was asked."""

    def __init__(self, ruleset: Ruleset, fight: State, who: Who) -> None:
        self.ruleset, self.who = ruleset, who
        self.sides = [ruleset.words.card(fight, one).side for one in fight.everyone]
        self.side = self.sides[who]
        self.names = [ruleset.words.card(fight, one).name for one in fight.everyone]
        self._out: dict[int, tuple[Any, bool]] = {}

    def won(self, end: State) -> float:
        """1 for a fight that the side has won, 0 for a lost one, between for neither."""
        winner = self.ruleset.winner(end)
        return 0.5 if winner not in self.sides else float(winner == self.side)

    def out(self, end: State, who: Who) -> bool:
        """Whether a fighter is out of it, or has left.  Bodies that come again are remembered."""
        if who in end.gone:
            return True
        body = end.bodies[who]
        known = self._out.get(id(body))
        if known is None or known[0] is not body:
            if len(self._out) > MOST_BODIES:
                self._out.clear()
            known = self._out[id(body)] = (body, self.ruleset.words.card(end, who).out)
        return known[1]

    def worth(self, profile: Profile) -> Worth:
        """What an end is worth to a temper.

        The calm want to win.  To the cautious it counts as much to be up, to the aggressive how
        many foes are out, to a guard that its ward is up; a ward nobody knows counts for nothing.
        """
        if profile.temper == "cautious":
            return lambda end: (self.won(end) + (not self.out(end, self.who))) / 2
        if profile.temper == "aggressive":
            return lambda end: (self.won(end) + self.foes_out(end)) / 2
        if profile.ward in self.names:
            ward = Who(self.names.index(profile.ward))
            return lambda end: (self.won(end) + (not self.out(end, ward))) / 2
        return self.won

    def foes_out(self, end: State) -> float:
        """The part of the foes who are out of it."""
        foes = [who for who in end.here if self.sides[who] != self.side]
        return sum(self.out(end, foe) for foe in foes) / max(1, len(foes))


AIMS = {
    "calm": "wins",
    "cautious": "scores (half for winning, half for staying up)",
    "aggressive": "scores (half for winning, half for foes put out)",
}


def aim_of(profile: Profile) -> str:
    """What is counted, as the middle of a sentence."""
    return AIMS.get(profile.temper) or msg(
        "scores (half for winning, half for keeping {ward} up)", ward=Verbatim(profile.ward)
    )
