"""Advice: the options of whoever is asked, by how often they win."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from affray.autopilot.controller import AutopilotController
from affray.autopilot.pilot import MOST, Pilot, percent
from affray.autopilot.trials import ENOUGH, FEWEST, Arena, OptionTrial, clearly
from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer, NotFound
from affray.core.files import first_line
from affray.core.live import Moment, Pending
from affray.core.message import figure, msg
from affray.core.profile import Profile
from affray.core.ruleset import names_of
from affray.session.session import Session
from affray.simulation.estimate import Estimate

TRIES = 1_000
"""Fights after each option, by default."""
MOST_TRIES = 100_000
STEP = 50
"""Fights for each option after which advice that deepens is given anew."""
HIDDEN = "win odds are left out because they would give away where unseen foes are"


class OptionAdvice(NamedTuple):
    """One option: in words, how often it wins, and how much less than the best.

    `less` is 0 for the best, and `margin` half the interval of 95 % around it, narrower than those
    of `wins` because all options met the same dice.  `at_once` is the headline of an action, such
    as to hit, with its chance.  `habit` marks what the game's own policy would do.  `fights` is how
    many it was tried in: fewer than the others have where it was soon clear that it is worse.
    `wins` is None where win odds are left out.
    """

    value: Any
    words: str
    wins: Estimate | None
    less: float
    margin: float
    at_once: tuple[str, float] | None
    habit: bool
    fights: int = 0

    def __repr__(self) -> str:
        wins = "" if self.wins is None else f": wins {percent(self.wins.value)}"
        return f"<OptionAdvice {self.words!r}{wins}>"


class Advice(NamedTuple):
    """What somebody could answer, the best first.

    `left_out` says how many options were not tried; `note` says what else has to be known.
    """

    who: str
    question: str
    options: tuple[OptionAdvice, ...]
    reason: str
    left_out: int
    note: str
    n: int
    seed: int

    def __repr__(self) -> str:
        return f"<Advice for {self.who}: {self.reason}>"

    @property
    def best(self) -> OptionAdvice:
        """The option that wins most often."""
        return self.options[0]


def advise(
    session: Session,
    who: str = "",
    *,
    n: int = TRIES,
    seed: int = 0,
    most: int = MOST,
    pilot: Pilot | None = None,
) -> Advice:
    """The options of whoever is asked now, tried out in up to n fights each.

    `who` says who that should be.  Raises BadAnswer where there is nothing to decide, or somebody
    else is asked, and NotFound for a name that nobody has.
    """
    pilot = pilot or Pilot(session.ruleset)
    return advise_at(pilot, session.moments.now, asked(session, who), n=n, seed=seed, most=most)


def advise_at(
    pilot: Pilot, moment: Moment, pending: Pending, *, n: int = TRIES, seed: int = 0, most: int = MOST
) -> Advice:
    """The options of a choice that is asked for at a moment; raises BadAnswer."""
    tried = _tried(pilot, pending, n, most)
    settled = _settled(pilot, moment, pending, tried, seed)
    if settled is not None:
        return settled
    trials = pilot.arena(moment, pending, Profile(), seed).every(tried.options, n)
    return _weighed(pilot, moment, pending, tried, trials, n, seed)


class PartialAdvice(NamedTuple):
    """The best option so far, and how often it wins, tried in n fights.

    `advice` gives the whole advice, and takes as long as the price of the best option does.
    """

    n: int
    value: Any
    words: str
    wins: Estimate | None
    advice: Callable[[], Advice]


def deepening(
    pilot: Pilot,
    moment: Moment,
    pending: Pending,
    *,
    n: int = TRIES,
    seed: int = 0,
    most: int = MOST,
    enough: Callable[[], bool] = lambda: False,
) -> Iterator[PartialAdvice]:
    """Advice from a few fights for each option, then from more and more, up to n for each.

    Options that are clearly worse get no more.  As soon as there is `enough`, it ends with what has been
    tried; that is the habit at least.  Raises BadAnswer as `advise_at` does.
    """
    tried = _tried(pilot, pending, n, most, enough)
    settled = _settled(pilot, moment, pending, tried, seed)
    if settled is not None:
        yield PartialAdvice(0, settled.best.value, settled.best.words, None, lambda: settled)
        return
    arena = pilot.arena(moment, pending, Profile(), seed)
    alive = trials = [OptionTrial(option) for option in tried.options]
    upto = 0
    while upto < n:
        upto = min(n, max(FEWEST, 2 * upto), upto + STEP)
        whole = _run(arena, alive, upto, enough)
        shown = [trial for trial in trials if trial.won]
        ranked = sorted(shown, key=lambda trial: (-len(trial.won) if whole else 0, -trial.mean))
        best, advice = ranked[0], partial(_deep, pilot, moment, pending, tried, ranked, upto, seed)
        yield PartialAdvice(
            len(best.won), best.option, pilot.words(pending, best.option), best.chance, advice
        )
        if not whole:
            return
        alive = [trial for trial in alive if trial is best or upto < ENOUGH or not clearly(best, trial)]


def _run(arena: Arena, alive: Sequence[OptionTrial], upto: int, enough: Callable[[], bool]) -> bool:
    """Play each option up to so many fights; False if there was enough before."""
    for trial in alive:
        if alive[0].won and enough():
            return False
        arena.run(trial, upto)
    return True


class _Tried(NamedTuple):
    """The options that are tried, how many are left out, and the habit."""

    options: list[Any]
    left: int
    habit: Any


def _tried(
    pilot: Pilot, pending: Pending, n: int, most: int, enough: Callable[[], bool] = lambda: False
) -> _Tried:
    """What is to be tried; raises BadAnswer for a number of fights that does not go."""
    if not 1 <= n <= MOST_TRIES:
        raise BadAnswer(
            msg(
                "expected 1 to {most_tries} fights per option, got {n}",
                most_tries=figure(MOST_TRIES, ","),
                n=n,
            ),
            code="answer/no-number",
        )
    habit = pilot.habit(pending)
    return _Tried(*pilot.options(pending, habit, most, enough), habit)


def _settled(pilot: Pilot, moment: Moment, pending: Pending, tried: _Tried, seed: int) -> Advice | None:
    """Advice where nothing can be tried; None where something can."""
    name, habit = names_of(pilot.ruleset, moment.fight)[pending.asked.who], tried.habit
    if pilot.unknown(pending):
        rated = tuple(_rated(pilot, pending, option, habit) for option in tried.options)
        reason = msg(
            "{words} is the usual choice for {name}; {hidden}.",
            words=rated[0].words,
            name=name,
            hidden=HIDDEN,
        )
        return Advice(name, pending.asked.question, rated, reason, tried.left, HIDDEN, 0, seed)
    if len(tried.options) == 1:
        only = _rated(pilot, pending, habit, habit)
        reason = msg("{words} is the only option for {name}.", words=only.words, name=name)
        return Advice(name, pending.asked.question, (only,), reason, 0, "", 0, seed)
    return None


def _weighed(
    pilot: Pilot,
    moment: Moment,
    pending: Pending,
    tried: _Tried,
    trials: Sequence[OptionTrial],
    n: int,
    seed: int,
) -> Advice:
    """The advice of finished trials, the best option first."""
    name, best = names_of(pilot.ruleset, moment.fight)[pending.asked.who], trials[0]
    rated = tuple(_rated(pilot, pending, each.option, tried.habit, each, best) for each in trials)
    reason = reason_for(rated)
    return Advice(name, pending.asked.question, rated, reason, tried.left, "", n, seed)


def _deep(
    pilot: Pilot,
    moment: Moment,
    pending: Pending,
    tried: _Tried,
    trials: Sequence[OptionTrial],
    n: int,
    seed: int,
) -> Advice:
    """The advice of trials that were cut short; only the best option is priced."""
    best, *others = trials
    first = _rated(pilot, pending, best.option, tried.habit, best, best)
    rest = (_rated(pilot, pending, t.option, tried.habit, t, best, priced=False) for t in others)
    rated, left = (first, *rest), tried.left + len(tried.options) - len(trials)
    assert first.wins is not None
    alone = msg(
        "{words} wins {value}; there was no time to try anything else.",
        words=first.words,
        value=percent(first.wins.value),
    )
    reason = reason_for(rated) if others else alone
    name = names_of(pilot.ruleset, moment.fight)[pending.asked.who]
    return Advice(name, pending.asked.question, rated, reason, left, "", n, seed)


def _rated(
    pilot: Pilot,
    pending: Pending,
    option: Any,
    habit: Any,
    trial: OptionTrial | None = None,
    best: OptionTrial | None = None,
    *,
    priced: bool = True,
) -> OptionAdvice:
    words, at_once = pilot.words(pending, option), pilot.at_once(pending, option) if priced else None
    if trial is None or best is None:
        return OptionAdvice(option, words, None, 0.0, 0.0, at_once, option == habit)
    less, margin = best.ahead(trial) if trial is not best else (0.0, 0.0)
    return OptionAdvice(option, words, trial.chance, less, margin, at_once, option == habit, len(trial.won))


def reason_for(rated: Sequence[OptionAdvice]) -> str:
    """Why the first of several is the best, in one sentence with its figures."""
    best, second = rated[:2]
    assert best.wins is not None
    once = (
        msg(" and {what} {chance} at once", what=best.at_once[0], chance=percent(best.at_once[1]))
        if best.at_once
        else ""
    )
    lead = msg(
        "{points} points more than {words}, the next best",
        points=figure(100 * second.less, ".1f"),
        words=second.words,
    )
    sure = msg("(± {error})", error=figure(100 * second.margin, ".1f"))
    doubt = ", which could be chance" if second.less <= second.margin else ""
    return msg(
        "{words} wins {value}{once}, {lead} {sure}{doubt}.",
        words=best.words,
        value=percent(best.wins.value),
        once=once,
        lead=lead,
        sure=sure,
        doubt=doubt,
    )


def asked(session: Session, who: str = "") -> Pending:
    """What is to be decided now; raises BadAnswer or NotFound, in one sentence."""
    name = named(session, who) if who else ""
    pending = session.pending
    if pending is None:
        raise BadAnswer("the fight is over: there is nothing to decide", code="answer/over")
    present = session.names[pending.asked.who] if pending.asked.who != TABLE else "the game master"
    if pending.chance is not None:
        said = msg(
            "{present} has to roll ({question}): there is nothing to decide",
            present=present,
            question=pending.asked.question,
        )
        raise BadAnswer(said, code="answer/nothing-to-decide")
    if pending.asked.who == TABLE:
        raise BadAnswer(
            "this question is for the game master, who takes no side", code="answer/nothing-to-decide"
        )
    if name and name != present:
        raise BadAnswer(
            msg("{present} is asked now, not {name}", present=present, name=name),
            code="answer/nothing-to-decide",
        )
    return pending


def named(session: Session, who: str) -> str:
    """The fighter of this name, whatever its capitals; raises NotFound."""
    for name in session.names:
        if name.casefold() == who.casefold():
            return name
    raise NotFound("fighter", who, session.names)


def to_first_action(session: Session, who: str = "") -> None:
    """Let a fight run until this fighter, by default anybody, chooses an action.

    Everybody goes by habit till then.  Raises BadAnswer when the fight ends before.
    """
    controller, name = AutopilotController(session), named(session, who) if who else ""
    controller.give("all", "autopilot regular calm")
    while (pending := session.pending) is not None:
        fits = pending.asked.who != TABLE and (not name or session.names[pending.asked.who] == name)
        acting = pending.chance is None and any(isinstance(option, Act) for option in pending.options)
        if fits and acting and len(pending.options) > 1:
            return
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
    whom = name or "anybody"
    raise BadAnswer(
        msg("the fight ends before {whom} gets to choose an action", whom=whom), code="answer/over"
    )


def is_log(path: str | Path) -> bool:
    """Whether a file is the log of a fight, and no scene."""
    try:
        head: object = json.loads(first_line(Path(path)))
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and "affray" in head
