"""What people say to a session, each in a call of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from affray.core.act import Act, Offer
from affray.core.effect import Effect
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Pending
from affray.core.ruleset import Ruleset
from affray.session.amending import Amendment
from affray.session.course import State
from affray.session.entries import Handed, Line
from affray.session.lines import Lines
from affray.session.sealed import Keys, fresh

if TYPE_CHECKING:
    from affray.session.session import Session


class Spoken:
    """What can be said to a session; every call makes one entry."""

    ruleset: Ruleset
    handed: Handed
    keys: Keys

    @property
    @abstractmethod
    def fight(self) -> State:
        """The fight as it stands."""

    @property
    @abstractmethod
    def pending(self) -> Pending | None:
        """What the fight waits for; None when it is over."""

    @property
    @abstractmethod
    def asking(self) -> Pending:
        """What the fight waits for."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """What the fighters are called."""

    @abstractmethod
    def enter(self, line: Line) -> None:
        """Add an entry."""

    @property
    def lines(self) -> Lines:
        """Makes entries from what people say."""
        return Lines(cast("Session", self))

    def answer(self, value: object, dice: Sequence[int] = (), *, by: str = "person") -> None:
        """Answer what is asked; raises BadAnswer when it does not fit."""
        self.enter(self.lines.answer(value, dice, by=by))

    def answer_text(self, text: str, *, by: str = "person") -> None:
        """Answer with what was typed: faces, `=` and the result, or an option."""
        self.enter(self.lines.answer_text(text, by=by))

    def override(self, effect: Effect, why: str) -> None:
        """Correct the fight by an effect and what follows of it; raises BadAnswer."""
        self.enter(self.lines.override(effect, why))

    def correct(self, words: Sequence[str], why: str) -> None:
        """Correct the fight by what a game master typed, such as `hurt Zara 2`."""
        self.enter(self.lines.correct(words, why))

    def join(self, record: Mapping[str, Any], why: str = "joins") -> None:
        """Let a fighter come in, given as in a scene; raises BadData with every fault."""
        self.enter(self.lines.join(record, why))

    def undo(self, n: int = 1) -> None:
        """Take back the last n entries; raises LogError when there are not so many."""
        self.enter(self.lines.undo(n))

    def undo_to(self, seq: int) -> None:
        """Take back all that was entered after entry `seq`; raises LogError for nothing."""
        self.enter(self.lines.undo_to(seq))

    def amend(self, seq: int, value: object, dice: Sequence[int] = (), why: str = "") -> Amendment:
        """Give entry `seq` another answer, and keep what still holds of what came after.

        Raises LogError if that entry does not count or is no answer, BadAnswer if the value does not fit.
        """
        amendment = self.lines.amend(seq, value, dice, why)
        self.enter(amendment.line)
        return amendment

    def redo(self, n: int = 1) -> None:
        """Do n of the entries again that were taken back."""
        self.enter(self.lines.redo(n))

    def undo_turns(self, n: int = 1) -> None:
        """Take back so much that the last n things which people did have not been done."""
        self.enter(self.lines.undo_turns(n))

    def redo_turns(self, n: int = 1) -> None:
        """Do again the next n things which people did, and what came of them."""
        self.enter(self.lines.redo_turns(n))

    def hand(self, handed: Handed) -> None:
        """Keep who runs whom; it is no move, so `undo` passes it by."""
        if handed != self.handed:
            self.enter(self.lines.hand(handed))

    def seal(self, key: bytes = b"", *, kept: bool = True) -> None:
        """Let the machine's dice come from another key from here on, and open the one before.

        Without a key it is drawn; where it is `kept` it stands in the log.
        """
        key = key or fresh()
        self.enter(self.lines.seal(key, kept=kept))
        self.keys.learn(key.hex())

    def menu(self) -> Sequence[Offer]:
        """Every action of who is to act, with its refusals; else empty."""
        pending = self.pending
        if pending is None or pending.chance or not any(isinstance(o, Act) for o in pending.options):
            return ()
        return self.ruleset.menu(self.fight, pending.asked.who)

    def option(self, text: str, among: Iterable[Any] | None = None) -> object:
        """The option that is meant by these words, or their start; raises BadAnswer.

        With `among`, one of those alone; the refusal lists no others.
        """
        said = text.strip().casefold()
        options = {self.option_in_words(o): o for o in (self.asking.options if among is None else among)}
        found = [value for words, value in options.items() if words.casefold() == said]
        found = found or [value for words, value in options.items() if words.casefold().startswith(said)]
        if len(found) == 1 and said:
            return found[0]
        if not found and (made := typed(self.ruleset, self.asking, text.strip())) is not None:
            return made
        if not found:
            raise BadAnswer(unknown("option", text.strip()[:40], options), code="answer/not-offered")
        raise BadAnswer(f"{text.strip()!r} fits {len(found)} options; say more", code="answer/ambiguous")

    def option_in_words(self, value: object) -> str:
        """An option of what is asked, in words."""
        return self.ruleset.words.option(self.names, self.asking.asked.question, value)


def typed(ruleset: Ruleset, pending: Pending, text: str) -> object:
    """An answer of one's own where the rules admit more than a list holds; None where it is none.

    A game whose words have a `typed` reads it, by the question.
    """
    read = getattr(ruleset.words, "typed", None)
    return read(pending.asked.question, text) if read and pending.admits and text else None
