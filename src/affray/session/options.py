"""The options of what is asked, in the words that people say and type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from affray.core.act import Act, Offer
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Pending
from affray.core.message import Verbatim, english, msg
from affray.core.ruleset import Ruleset

if TYPE_CHECKING:
    from affray.session.session import Session


class Options:
    """What can be answered where a session stands."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def menu(self) -> Sequence[Offer]:
        """Every action of who is to act, with its refusals; else empty."""
        session, pending = self._session, self._session.pending
        if pending is None or pending.chance or not any(isinstance(o, Act) for o in pending.options):
            return ()
        return session.ruleset.menu(session.fight, pending.asked.who)

    def named(self, text: str, among: Iterable[Any] | None = None) -> object:
        """The option that is meant by these words, or their start; raises BadAnswer.

        Where `among` is given it is one of those alone, and the refusal lists no others.
        """
        said, asking = text.strip().casefold(), self._session.asking
        options = {self.in_words(o): o for o in (asking.options if among is None else among)}
        meant = [value for words, value in options.items() if words.casefold() == said]
        meant = meant or [value for words, value in options.items() if words.casefold().startswith(said)]
        if len(meant) == 1 and said:
            return meant[0]
        if not meant:  # said as it is written in older logs
            known = self._session.asking.options if among is None else among
            meant = [o for o in known if _id(o).casefold() == said]
            if len(meant) == 1:
                return meant[0]
        if not meant and (made := typed(self._session.ruleset, asking, text.strip())) is not None:
            return made
        if not meant:
            raise BadAnswer(unknown("option", text.strip()[:40], options), code="answer/not-offered")
        raise BadAnswer(
            msg(
                "{text} matches {meant} options; type more of it",
                text=Verbatim(repr(text.strip())),
                meant=len(meant),
            ),
            code="answer/ambiguous",
        )

    def in_words(self, value: object) -> str:
        """An option of what is asked, in words."""
        session = self._session
        return session.ruleset.words.option(session.names, session.asking.asked.question, value)


def _id(value: object) -> str:
    """What an option is called in logs: by itself, or as the rules call the action."""
    return value.name if isinstance(value, Act) else english(value) if isinstance(value, str) else ""


def typed(ruleset: Ruleset, pending: Pending, text: str) -> object:
    """An answer of one's own where the rules admit more than a list holds; None where it is none.

    A game whose words have a `typed` reads it, by the question.
    """
    read = getattr(ruleset.words, "typed", None)
    return read(pending.asked.question, text) if read and pending.admits and text else None
