"""The recount of a fight: who did what, whose dice were kind, where it turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.core.errors import BadAnswer
from affray.core.live import Came, Happened, Went
from affray.core.marks import side_marks
from affray.core.message import figure, msg
from affray.core.phrases import roll_name
from affray.core.ruleset import FightEnd, end_of
from affray.recount.deeds import Tale, tales
from affray.recount.luck import Luck, luck_of
from affray.recount.rolls import casts
from affray.recount.turns import MOST_TRIES, TRIES, Turn, TurnOdds, moments, turns
from affray.session import Session


class Recount(NamedTuple):
    """All there is to tell of a fight afterwards.

    `luck` has a part for each of the `tales`; `moments` are empty where no odds were asked for
    (`tries` is 0 then).  `story` is the part of the log that happened between the two moments of each
    of the `turns`, in words.
    """

    title: str
    game: str
    sides: tuple[str, ...]
    winner: str | None
    end: FightEnd
    rounds: int
    word: str
    tales: tuple[Tale, ...]
    luck: tuple[Luck, ...]
    moments: tuple[TurnOdds, ...]
    turns: tuple[Turn, ...]
    story: tuple[tuple[str, ...], ...]
    tries: int
    seed: int
    marks: tuple[int, ...] = ()
    """By which mark the table shows each side."""
    ones: tuple[tuple[str, str], ...] = ()
    """What is counted, by its name in the plural, and what one of it is."""


def recount(
    session: Session,
    *,
    tries: int = TRIES,
    seed: int = 0,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> Recount:
    """What there is to tell of a fight, as far as it has gone.

    `tries` fights are played on from each moment for the odds, from this seed; 0 leaves the odds out.
    `tell` hears how many moments are done.  Raises BadAnswer for a fight in which nothing has happened
    or a number of tries that is none.
    """
    if not session.story:
        raise BadAnswer("nothing has happened yet", code="answer/nothing-told")
    if not 0 <= tries <= MOST_TRIES:
        raise BadAnswer(
            msg(
                "expected 0 to {most} fights, got {n}",
                most=figure(MOST_TRIES, ","),
                n=tries,
            ),
            code="answer/no-number",
        )
    told = tales(session)
    sides = tuple(dict.fromkeys(tale.side for tale in told))
    played = moments(session, sides, tries, seed, tell=tell) if tries else []
    turned = turns(played, sides)
    follows = session.ruleset.follows(session.fight.house)
    every = casts(session)
    marked = side_marks(session.moments.start, session.fight)
    words = session.ruleset.words
    luck = tuple(_named(luck_of([c for c in every if c.who == n], follows), words) for n in range(len(told)))
    return Recount(
        title=session.scene.title,
        game=session.ruleset.title,
        sides=sides,
        winner=session.winner,
        end=end_of(session.winner, session.over),
        rounds=int(getattr(session.fight.table, follows.round)),
        word=follows.word,
        tales=tuple(told),
        luck=luck,
        moments=tuple(played),
        turns=tuple(turned),
        story=tuple(_lines(session, turn) for turn in turned),
        tries=tries,
        seed=seed,
        marks=tuple(marked[side] for side in sides),
        ones=tuple((gauge.name, gauge.one or gauge.name) for gauge in (*follows.gauges, *follows.table)),
    )


def _lines(session: Session, turn: Turn) -> tuple[str, ...]:
    """What happened between two moments, in words; first who came or went, and what was put right.

    Those are the likely cause, and the lines of a long turn are not all shown.
    """
    parts: list[Any] = [session.story[n] for n in range(turn.before.line, turn.after.line)]
    words = session.ruleset.words
    ordered = sorted(parts, key=_is_of_the_rules)
    said = [words.told(part.fight, session.names, part.told) for part in ordered]
    return tuple(line for line in said if line)


def _named(luck: Luck, words: object) -> Luck:
    """With each kind of roll called what people call it."""
    return luck._replace(lots=tuple([lot._replace(what=roll_name(words, lot.what)) for lot in luck.lots]))


def _is_of_the_rules(part: Any) -> bool:
    """Whether the rules have it happen, not the game master."""
    return not (isinstance(part.told, Came | Went) or (isinstance(part.told, Happened) and part.told.why))
