"""Lines: what people say to a session, as entries that are not made yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer, LogError
from affray.core.live import Concealed, Joined, Override, in_the_fight
from affray.core.message import Verbatim, msg
from affray.core.notation import read
from affray.session.amendment import Amendment, DryRun, Fill, amended, removed
from affray.session.correction import Correction, Removal, left_already
from affray.session.entries import (
    THROW,
    UPGRADE,
    Amend,
    FreeRoll,
    Handed,
    Redo,
    Sealed,
    SessionLine,
    Undo,
    by_people,
)
from affray.session.sealed import seal

if TYPE_CHECKING:
    from affray.session.session import Session


class Lines:
    """Makes the lines of a session, as it stands now; nothing is changed.

    A line fits the moment in which it was made.  `Session.prepare` sees whether it still does.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def answer(self, value: object, dice: Sequence[int] = (), *, by: str = "person") -> SessionLine:
        """An answer to what is asked; raises BadAnswer when it does not fit."""
        return SessionLine(self.session.asking.answer(value, tuple(dice)), by)

    def answer_text(self, text: str, *, by: str = "person") -> SessionLine:
        """What was typed: faces, `=` and the result, or an option in words."""
        chance = self.session.asking.chance
        if chance is not None:
            return self.answer(*chance.read(text), by=by)
        return self.answer(self.session.options.named(text), by=by)

    def override(self, effect: Effect, why: str = "") -> SessionLine:
        """A correction by an effect and what follows of it."""
        return SessionLine(Override(effect, why, len(self.session.effects)))

    def correct(self, words: Sequence[str], why: str = "") -> SessionLine:
        """A correction as it is typed, such as `hurt Zara 2` or `remove Zara`; raises BadAnswer."""
        session = self.session
        effect = Correction(session.ruleset, session.fight, session.names).read(words)
        return self.remove(effect.who, why) if isinstance(effect, Removal) else self.override(effect, why)

    def remove(self, who: Who, why: str = "") -> SessionLine:
        """A fighter taken out of the fight; raises BadAnswer where that one has left, or it is over."""
        session = self._of_today()
        self._see(who)
        if session.over:
            raise BadAnswer("the fight is over", code="answer/over")
        return removed(session, who, why)

    def _see(self, who: Who) -> None:
        """Raise BadAnswer for a fighter who is not in the fight."""
        session = self.session
        if said := left_already(session.ruleset, session.fight, who):
            raise BadAnswer(said, code="answer/left")
        try:
            in_the_fight(session.fight, who)
        except LogError as e:
            raise BadAnswer(str(e), code="answer/no-fighter") from None

    def fallen(self, line: SessionLine) -> tuple[SessionLine, ...]:
        """The entries that fall away by an amendment, or where somebody is taken out of the fight."""
        if not isinstance(line.entry, Amend) or not line.entry.fell:
            return ()
        played = self._of_today().standing.played
        return tuple(played[n] for n in line.entry.fell)

    def _of_today(self) -> Session:
        """The session, as today's rules play it on."""
        if not self.session.versions.aged:
            return self.session
        fork = self.session.fork()
        fork.enter(fork.lines.upgrade())
        return fork

    def join(self, record: Mapping[str, Any], why: str = "", hidden: bool = False) -> SessionLine:
        """A fighter who comes in, given as in a scene; raises BadData with every fault.

        A `hidden` one the players are not told of.
        """
        session = self.session
        fighter = session.scene.newcomer(record, session.names, session.content)
        body = session.ruleset.joining(session.fight, fighter)
        return SessionLine(Joined(body, why, len(session.effects), hidden))

    def hide(self, who: Who, hidden: bool = True, why: str = "") -> SessionLine:
        """Somebody hidden from the players, or shown to them; raises BadAnswer where that is so already."""
        session = self.session
        self._see(who)
        if (who in session.fight.hidden) == hidden:
            said = msg(
                "{who} is {hidden, select, true {hidden already} other {not hidden}}",
                who=Verbatim(session.names[who]),
                hidden=hidden,
            )
            raise BadAnswer(said, code="answer/hidden")
        return SessionLine(Concealed(who, hidden, why, len(session.effects)))

    def seal(self, key: bytes, *, kept: bool = True) -> SessionLine:
        """Another key for the machine's dice, and the one before opened; `kept` puts it into the log."""
        keys = self.session.log.keys
        before = keys.known.get(keys.seal, b"").hex()
        return SessionLine(Sealed(seal(key), before, key.hex() if kept else ""), "machine")

    def free_roll(
        self,
        notation: str,
        faces: Sequence[int] | None = None,
        *,
        name: str,
        seat: str = "",
        why: str = "",
        secret: bool = False,
    ) -> SessionLine:
        """Dice beside the fight: real ones of these faces, or the machine's; raises BadAnswer.

        The machine's come from the key, as those of the fight do, but from a place of their own.
        """
        session, said = self.session, read(notation)
        thrown = said.chance.throw(session.log.free_source(said.sides)) if faces is None else tuple(faces)
        result, after = said.chance.made(thrown), len(session.story)
        roll = FreeRoll(name, said.text, thrown, said.sides, result, after, seat, why, secret)
        return SessionLine(roll, THROW if faces is None else "dice")

    def undo_entries(self, n: int = 1) -> SessionLine:
        """The last n entries taken back, be they decisions or dice."""
        return SessionLine(Undo(n))

    def undo_to(self, seq: int) -> SessionLine:
        """All that came after entry `seq` taken back; raises LogError for nothing."""
        n = sum(line.seq > seq for line in self.session.standing.kept)
        if not n or seq < 0:
            raise LogError(
                msg("nothing that counts was entered after {seq}", seq=seq), code="log/nothing-to-take"
            )
        return self.undo_entries(n)

    def amend(
        self, seq: int, value: object, dice: Sequence[int] = (), why: str = "", fill: Fill | None = None
    ) -> Amendment:
        """Another answer at entry `seq`, and what becomes of those after it.

        `fill` answers questions that come up anew, as `Controller.answer` does; without it the fight waits at
        the first such question, and what came later falls away.
        """
        return amended(self._of_today(), seq, value, tuple(dice), why, fill)

    def dry_run(self, seq: int, value: object, dice: Sequence[int] = ()) -> DryRun:
        """What `amend` would do, to be tried out; raises LogError or BadAnswer."""
        return DryRun(self._of_today(), seq, value, tuple(dice))

    def redo_entries(self, n: int = 1) -> SessionLine:
        """The next n entries that were taken back, done again."""
        return SessionLine(Redo(n))

    def undo(self, n: int = 1) -> SessionLine:
        """So much taken back that the last n decisions of people have not been made."""
        kept = tuple(self.session.standing.kept)
        places = by_people(kept)
        if not 1 <= n <= len(places):
            have = (
                msg("expected 1 to {places}", places=len(places))
                if places
                else "nobody has done anything yet"
            )
            raise LogError(msg("cannot undo {n}: {have}", n=n, have=have), code="log/nothing-to-take")
        return self.undo_entries(len(kept) - places[-n])

    def redo(self, n: int = 1) -> SessionLine:
        """The next n decisions that were taken back made again, and what came of them."""
        undone = tuple(self.session.standing.undone)
        places = by_people(undone)
        if not 1 <= n <= len(places):
            have = msg("expected 1 to {places}", places=len(places)) if places else "there is nothing to redo"
            raise LogError(msg("cannot redo {n}: {have}", n=n, have=have), code="log/nothing-to-do")
        return self.redo_entries(places[n] if n < len(places) else len(undone))

    def upgrade(self) -> SessionLine:
        """That today's rules play from here on; raises LogError where they do already."""
        return SessionLine(self.session.versions.upgraded(), UPGRADE)

    def hand(self, handed: Handed) -> SessionLine:
        """Who runs whom; it is no move, so `undo` passes it by."""
        return SessionLine(handed)
