"""The autopilot: answers any question of a live fight, and says why.

A *regular* goes by the game's own habits, the policy `sensible`.  A *green* one slips now and then.
A *veteran*, and anybody with a temper, tries out what comes of each option: the fight is played
on from here many times by everybody's habits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.autopilot.evaluation import Evaluator, aim_of
from affray.autopilot.policies import Draw, ExpectedHarm, green
from affray.autopilot.trials import Arena, OptionTrial
from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.errors import AffrayError, BadAnswer
from affray.core.live import Moment, Pending
from affray.core.message import figure, joined, msg
from affray.core.play import Policy
from affray.core.profile import Profile
from affray.core.ruleset import Ruleset, names_of
from affray.core.stream import Stream
from affray.pricing import Prices, price_action
from affray.simulation.playouts import Playouts

BUDGETS = {"veteran": 600, "regular": 160, "green": 80}
"""Fights that a question may cost those who try things out; `regular` and `green` by temper only."""
MOST = 12
"""Options that are tried out at most: the others are worse by their price, or much like one of these."""
PATHS, SAMPLES = 4_000, 1_000


@dataclass(frozen=True)
class Verdict:
    """An answer, those that were tried out with it, the best first, and why.

    `how` is why in few words, where nothing was tried out.
    """

    value: Any
    trials: tuple[OptionTrial, ...]
    say: Callable[[], str]
    how: str = ""

    @cached_property
    def why(self) -> str:
        """The reason in one sentence, with its figures."""
        return self.say()

    @property
    def reason(self) -> str:
        """The reason in a sentence that does not say the answer again; empty where it has to."""
        return f"{self.how}." if self.how else ""


class Pilot:
    """The autopilot of one game; the trees and prices it learns are kept between questions."""

    def __init__(self, ruleset: Ruleset, budgets: Mapping[str, int] = BUDGETS) -> None:
        self.ruleset, self.budgets = ruleset, budgets
        self.usual = ruleset.policies[next(iter(ruleset.policies))]
        self.playouts = Playouts(ruleset, self.usual)
        self.harm, self.prices = ExpectedHarm(ruleset, self.usual), Prices()

    def judge(self, moment: Moment, pending: Pending, profile: Profile, seed: int) -> Verdict:
        """The answer to a choice by somebody of this profile, the same for the same seed.

        Raises BadAnswer where dice are asked for.
        """
        if pending.chance is not None:
            raise BadAnswer("waiting for a roll: there is nothing to decide", code="answer/nothing-to-decide")
        habit = self.habit(pending)
        if pending.asked.who == TABLE or profile.habitual:
            return self._plain(pending, habit, "by habit")
        if profile.level == "green":
            slipped = self._answered(pending, green(self.usual, _from(Stream(seed))))
            if slipped != habit or profile.temper == "calm":
                how = "carelessly" if slipped != habit else "by habit"
                return self._plain(pending, slipped, how)
        if self.unknown(pending):
            return self._plain(pending, habit, "usual choice, since not every foe can be seen")
        options = self.options(pending, habit)[0]
        if len(options) == 1:
            return self._plain(pending, habit, "no other option")
        return self._tried(moment, pending, profile, seed, options, habit)

    def habit(self, pending: Pending) -> Any:
        """What the game's own policy answers."""
        return self._answered(pending, self.usual)

    def _answered(self, pending: Pending, policy: Policy) -> Any:
        view = pending.view
        assert view is not None
        asked = pending.asked.question
        answer: Any = policy(view.play, view, asked, lambda: pending.options, pending.about)
        return answer

    def unknown(self, pending: Pending) -> bool:
        """Whether there is a foe of whom the one who is asked does not know where it is."""
        view = pending.view
        assert view is not None
        fight = view.play.fight
        me, card = fight.bodies[pending.asked.who], self.ruleset.words.card
        return any(
            not self.ruleset.knows_of(me, fight.bodies[who]) and not card(fight, who).out
            for who in fight.here
        )

    # --- which options ------------------------------------------------------------------------------

    def options(
        self, pending: Pending, habit: Any, most: int = MOST, enough: Callable[[], bool] = lambda: False
    ) -> tuple[list[Any], int]:
        """The options worth trying, the habit first, and how many were left out.

        Of many, those are kept that do most harm at once for what they cost oneself, and the first
        of each other kind.  As soon as there is `enough`, no more of them are priced.
        """
        listed = list(dict.fromkeys([habit, *pending.options]))
        if len(listed) <= most:
            return listed, 0
        first: dict[object, Any] = {}
        for option in listed:
            first.setdefault(option.name if isinstance(option, Act) else option, option)
        others = [option for option in listed[1:] if isinstance(option, Act)]
        others.sort(key=lambda act: 0.0 if enough() else -self._gain(pending, act))
        wanted = [habit, *others[: most // 2], *first.values(), *others]
        kept = list(dict.fromkeys(wanted))[:most]
        return kept, len(listed) - len(kept)

    def _gain(self, pending: Pending, act: Act) -> float:
        view = pending.view
        assert view is not None
        try:
            dealt, taken = self.harm.of(view.play.fight, pending.asked.who, act)
        except AffrayError:
            return 0.0
        return float(dealt - taken)

    # --- trying them out ----------------------------------------------------------------------------

    def arena(self, moment: Moment, pending: Pending, profile: Profile, seed: int) -> Arena:
        """Where the options of this question can be tried."""
        ends = Evaluator(self.ruleset, pending.view.play.fight, pending.asked.who)
        return Arena(self.playouts, moment, pending, ends, ends.worth(profile), seed)

    def _tried(
        self,
        moment: Moment,
        pending: Pending,
        profile: Profile,
        seed: int,
        options: Sequence[Any],
        habit: Any,
    ) -> Verdict:
        """The best of the options; the habit where none is clearly better."""
        arena = self.arena(moment, pending, profile, seed)
        options = [option for option in options if option == habit or not arena.idle(option)]
        if len(options) == 1:
            return self._plain(pending, habit, "no other option")
        trials = arena.halving(options, habit, self.budgets[profile.level])
        usual = next(trial for trial in trials if trial.option == habit)
        more, error = trials[0].over(usual)
        best = trials[0] if more > error else usual
        rest = [trial for trial in trials if trial is not best]
        return Verdict(best.option, (best, *rest), lambda: self._compared(pending, profile, best, rest[0]))

    # --- saying why ---------------------------------------------------------------------------------

    def words(self, pending: Pending, option: Any) -> str:
        """An option in words."""
        names = names_of(self.ruleset, pending.view.play.fight)
        return self.ruleset.words.option(names, pending.asked.question, option)

    def at_once(self, pending: Pending, option: Any) -> tuple[str, float] | None:
        """The headline of an action, such as to hit, and its chance; None without one."""
        if not isinstance(option, Act):
            return None
        how: Any = {"budget": PATHS, "samples": SAMPLES, "prices": self.prices, "policy": self.usual}
        try:
            odds = price_action(self.ruleset, pending.view.play.fight, pending.asked.who, option, **how)
        except AffrayError:
            return None
        return (odds.headline.name, float(odds.headline.chance)) if odds.headline else None

    def _plain(self, pending: Pending, option: Any, how: str) -> Verdict:
        """An answer for which nothing was tried out."""
        return Verdict(option, (), lambda: self._by(pending, option, how), how)

    def _by(self, pending: Pending, option: Any, how: str) -> str:
        headline = self.at_once(pending, option)
        chance = msg(" ({what} {chance})", what=headline[0], chance=percent(headline[1])) if headline else ""
        return msg("{words}{chance}: {how}.", words=self.words(pending, option), chance=chance, how=how)

    def _compared(self, pending: Pending, profile: Profile, best: OptionTrial, other: OptionTrial) -> str:
        more, error = best.over(other)
        against = msg(
            "{points} points {ahead, select, true {more} other {less}} than",
            points=figure(abs(100 * more), ".0f"),
            ahead=more >= 0,
        )
        said = joined(" ", (self.words(pending, best.option), aim_of(profile), percent(best.mean)))
        tried = msg("of {won} fights played on from here", won=len(best.won))
        return msg(
            "{said} {tried}, {against} {words} (± {error}).",
            said=said,
            tried=tried,
            against=against,
            words=self.words(pending, other.option),
            error=figure(200 * error, ".0f"),
        )


def _from(source: Stream) -> Draw:
    """Whims from a source of their own; a live play would wait for dice."""
    return lambda play, who, n: source.below(n)


def percent(share: float) -> str:
    """A chance in words.

    >>> percent(0.634)
    '63 %'
    """
    return msg("{share} %", share=figure(100 * share, ".0f"))
