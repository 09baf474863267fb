"""What people say to a session, each in a call of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.core.effect import Effect, Who
from affray.session.amendment import Amendment
from affray.session.entries import FreeRoll, Handed
from affray.session.lines import Lines
from affray.session.sealed import fresh

if TYPE_CHECKING:
    from affray.session.session import Session


class Spoken:
    """What can be said to a session; every call makes one entry."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def _lines(self) -> Lines:
        return self._session.lines

    def answer_text(self, text: str, *, by: str = "person") -> None:
        """Answer with what was typed: faces, `=` and the result, or an option."""
        self._session.enter(self._lines.answer_text(text, by=by))

    def override(self, effect: Effect, why: str = "") -> None:
        """Correct the fight by an effect and what follows of it; raises BadAnswer."""
        self._session.enter(self._lines.override(effect, why))

    def correct(self, words: Sequence[str], why: str = "") -> None:
        """Correct the fight by what a game master typed, such as `hurt Zara 2`."""
        self._session.enter(self._lines.correct(words, why))

    def join(self, record: Mapping[str, Any], why: str = "", hidden: bool = False) -> None:
        """Let a fighter come in, given as in a scene; raises BadData with every fault."""
        self._session.enter(self._lines.join(record, why, hidden))

    def hide(self, who: Who, hidden: bool = True, why: str = "") -> None:
        """Hide somebody from the players, or show them; raises BadAnswer where that is so already."""
        self._session.enter(self._lines.hide(who, hidden, why))

    def remove(self, name: str, why: str = "") -> None:
        """Take a fighter out of the fight, by name; raises BadAnswer."""
        self.correct(("remove", *name.split()), why)

    def amend(self, seq: int, value: object, dice: Sequence[int] = (), why: str = "") -> Amendment:
        """Give entry `seq` another answer, and keep what still holds of what came after.

        Raises LogError if that entry does not count or is no answer, BadAnswer if the value does not fit.
        """
        amendment = self._lines.amend(seq, value, dice, why)
        self._session.enter(amendment.line)
        return amendment

    def free_roll(
        self, notation: str, faces: Sequence[int] | None = None, *, name: str, why: str = ""
    ) -> FreeRoll:
        """Throw dice beside the fight, or say which faces real ones show; raises BadAnswer."""
        line = self._lines.free_roll(notation, faces, name=name, why=why)
        self._session.enter(line)
        assert isinstance(line.entry, FreeRoll)
        return line.entry

    def undo(self, n: int = 1) -> None:
        """Take back so much that the last n decisions of people have not been made; raises LogError."""
        self._session.enter(self._lines.undo(n))

    def redo(self, n: int = 1) -> None:
        """Make the next n decisions again that were taken back, and what came of them."""
        self._session.enter(self._lines.redo(n))

    def undo_entries(self, n: int = 1) -> None:
        """Take back the last n entries, be they decisions or dice; raises LogError when there are fewer."""
        self._session.enter(self._lines.undo_entries(n))

    def redo_entries(self, n: int = 1) -> None:
        """Make the next n entries again that were taken back."""
        self._session.enter(self._lines.redo_entries(n))

    def undo_to(self, seq: int) -> None:
        """Take back all that was entered after entry `seq`; raises LogError for nothing."""
        self._session.enter(self._lines.undo_to(seq))

    def hand(self, handed: Handed) -> None:
        """Keep who runs whom; it is no move, so `undo` passes it by."""
        if handed != self._session.log.handed:
            self._session.enter(self._lines.hand(handed))

    def seal(self, key: bytes = b"", *, kept: bool = True) -> None:
        """Let the machine's dice come from another key from here on, and open the one before.

        Without a key it is drawn; where it is `kept` it stands in the log.
        """
        key = key or fresh()
        self._session.enter(self._lines.seal(key, kept=kept))
        self._session.log.keys.learn(key.hex())
