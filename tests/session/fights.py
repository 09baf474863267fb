"""Random fights with everything that can be done to a session."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.ruleset import ruleset
from affray.session import Hands, Session

GAME = ruleset("coriolis")
NEWCOMER = {"name": "Rat", "side": "late", "at": [3, 3], "archetype": "scout", "weapons": ["knife"]}


def fresh(scene="duel", **given):
    """A new session of a shipped scene."""
    return Session.start(GAME, GAME.scenes[scene], **given)


def run_by_itself(session):
    """Hands that answer everything."""
    hands = Hands(session)
    hands.give("all", "autopilot")
    return hands


def wild(session: Session, seed: int, moves: int) -> Iterator[str]:
    """Do something to the session so many times; yields what was done."""
    chance, hands = Random(seed), run_by_itself(session)
    for _ in range(moves):
        try:
            yield _move(session, hands, chance)
        except AffrayError as e:
            yield f"refused: {e}"


def _move(session: Session, hands: Hands, chance: Random) -> str:
    what = chance.choices(
        ["answer", "override", "undo", "redo", "join"], [80, 7, 7, 5, 1 if len(session.names) < 12 else 0]
    )[0]
    if what == "override":
        kinds = ("hurt", "stress", "fall", "stand", "ap", "darkness", "back", "score", "notice", "time")
        kind = chance.choice(kinds)
        effect = _effect(kind, Who(chance.randrange(len(session.names))), chance)
        session.override(effect, f"it is {kind}")
    elif what == "undo":
        session.undo(chance.randint(1, min(25, max(1, len(session.kept)))))
    elif what == "redo":
        session.redo(chance.randint(1, max(1, len(session.undone))))
    elif what == "join":
        session.join({**NEWCOMER, "name": f"Rat {len(session.names)}"})
    else:
        _answer(session, hands, chance)
    return what


def _effect(kind: str, who: Who, chance: Random) -> Any:
    make: Any = GAME.corrections[kind]
    amount = chance.randint(1, 4)
    if kind in ("fall", "stand"):
        return make(who)
    if kind in ("darkness", "time"):
        return make(amount)
    return make(who, True) if kind == "notice" else make(who, amount)


def _answer(session: Session, hands: Hands, chance: Random) -> None:
    pending = session.pending
    if pending is None:
        session.undo(1)
    elif pending.chance is None and chance.random() < 0.3:
        session.answer(chance.choice(pending.options))
    else:
        given = hands.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
