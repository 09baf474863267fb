"""Campaigns to test with: people who join, and dice that are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray import campaign
from affray.core.downtime import BETWEEN
from affray.core.ruleset import ruleset
from affray.session import Session


def party(game: str, *people: dict[str, Any], **options: Any) -> Session:
    """A campaign of a game with these people in it."""
    begun = campaign.begin(
        ruleset(game), "The long way", {k.replace("__", "."): v for k, v in options.items()}
    )
    for record in people:
        begun.say.join({"side": "crew", "at": [0, 0], **record})
    return begun


def correct(session: Session, words: str, *dice: str) -> None:
    """A correction by the game master, and the dice that it brings."""
    session.say.correct(words.split(), "test")
    throw(session, dice)


def do(session: Session, words: str, *dice: str) -> list[str]:
    """A deed with these dice, in order and all of them; what is told of it."""
    before = len(session.story)
    session.answer(campaign.deed_of(session, words))
    throw(session, dice)
    assert session.asking.asked.question == BETWEEN, session.asking.asked
    return told(session, before)


def throw(session: Session, dice: Sequence[str]) -> None:
    """Answer with these dice, or words."""
    for faces in dice:
        session.say.answer_text(faces)


def told(session: Session, since: int = 0) -> list[str]:
    """The story in words."""
    words = session.ruleset.words
    said = [words.told(part.fight, session.names, part.told) for part in session.story[since:]]
    return [line for line in said if line]


def can(session: Session) -> list[str]:
    """What can be done now."""
    return [session.options.in_words(option) for option in session.asking.options]


def rules(session: Session, since: int = 0) -> set[str]:
    """The rules behind all that happened."""
    return {rule for part in session.story[since:] for rule in getattr(part.told, "rules", ())}
