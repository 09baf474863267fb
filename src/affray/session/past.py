"""What older rules played, told by the effects that were recorded.

So a fight is read though the rules that played it are gone.  What they had not written down is not known:
why dice were so many, and which rules an effect came of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from affray.core.effect import Effect, Who
from affray.core.errors import LogError
from affray.core.fight import Fight
from affray.core.live import (
    UNSAID,
    Answer,
    Came,
    Chose,
    Concealed,
    Departed,
    Happened,
    Hid,
    Joined,
    Moment,
    Override,
    Rolled,
    Went,
    in_the_fight,
)
from affray.core.message import Verbatim, msg
from affray.core.tally import NOTHING
from affray.session.course import State, Telling
from affray.session.entries import Amend, SessionLine, Upgraded


@dataclass(frozen=True, slots=True)
class Gone(Effect):
    """An effect that today's rules do not know any more, and that does nothing."""

    who: Who
    name: str
    logged = False

    def on(self, body: Any, /) -> Any:
        """The body as it is."""
        return body


class Caused(NamedTuple):
    """What an entry of the log caused, by entry played; see `Past.take`.

    `begun` is where the step began that waited after it, if the log says so.
    """

    first: tuple[Effect, ...]
    each: tuple[tuple[Effect, ...], ...]
    begun: tuple[int, int] | None = None


class End(NamedTuple):
    """How far it had come after so many entries played."""

    fight: State
    effects: int
    told: int


class Past:
    """A fight so far by its recorded effects."""

    def __init__(
        self, start: State, first: Sequence[Effect], left: Callable[[Any, Who], State] = Fight.left
    ) -> None:
        self.start = self.fight = start
        self.left = left
        self.effects: list[Effect] = []
        self.states: list[State] = [start]
        self.story: list[Telling] = []
        self.lines: list[SessionLine] = []
        self.ends: list[End] = []
        self.begun: tuple[int, int] | None = None
        """Where the step began that waits now, if the log says so."""
        self._happen(first)
        self._end()

    def take(self, line: SessionLine, caused: Caused, played: tuple[SessionLine, ...]) -> None:
        """One entry that counts, behind which these are played; raises LogError."""
        match line.entry:
            case Amend(at, answer):
                self.cut(at)
                if isinstance(answer, Departed) and isinstance(first := played[at].entry, Departed | Joined):
                    self._until(first.after)
                self._all(caused, played[at:])
            case Upgraded(_, _, place, effects, bodies, _, gone):
                self.cut(place)
                self._until(effects)
                self.fight = self.fight._replace(bodies=bodies, gone=gone)
                self.states[-1] = self.fight
                self._all(caused, played[place:])
            case _:
                self.add(line, caused.first)
        if caused.begun is not None and not self._holds(*caused.begun):
            raise LogError(
                msg("there is no step that began at {begun}", begun=caused.begun), code="log/damaged"
            )
        self.begun = caused.begun

    def _holds(self, entries: int, effects: int) -> bool:
        """Whether so many effects had happened when that entry was the last."""
        if not 0 <= entries < len(self.ends):
            return False
        return self.ends[max(0, entries - 1)].effects <= effects <= self.ends[entries].effects or not entries

    def _all(self, caused: Caused, lines: Sequence[SessionLine]) -> None:
        self._happen(caused.first)
        self._end(anew=True)
        for n, line in enumerate(lines):
            self.add(line, caused.each[n] if n < len(caused.each) else ())

    def add(self, line: SessionLine, effects: Sequence[Effect]) -> None:
        """One entry more, with what it caused."""
        self.lines.append(line)
        why, entry = "", line.entry
        match entry:
            case Answer(asked, value, dice) if asked.chance:
                self._tell(Rolled(asked, NOTHING, value, dice, ()))
            case Answer(asked, value):
                self._tell(Chose(asked, value, ()))
            case Joined(body, said, _, hidden):
                self.fight = self.fight.joined(body, hidden)
                self.states[-1] = self.fight
                self._tell(Came(self.fight.everyone[-1], said))
            case Concealed(who, hidden, said, _):
                self.fight = self.fight.hiding(in_the_fight(self.fight, who, len(self.lines) - 1), hidden)
                self.states[-1] = self.fight
                self._tell(Hid(who, hidden, said))
            case Override(_, said, _):
                why = said or UNSAID
            case Departed(who, said, _, hidden):
                left = self.left(self.fight, in_the_fight(self.fight, who, len(self.lines) - 1))
                self.fight = left.hiding(who, hidden)
                self.states[-1] = self.fight
                self._tell(Went(who, said))
        self._happen(effects, entry if isinstance(entry, Override) else None, why)
        self._end()

    def cut(self, lines: int) -> None:
        """Be as it was after so many entries."""
        end = self.ends[lines]
        del self.lines[lines:], self.ends[lines + 1 :]
        del self.effects[end.effects :], self.states[end.effects + 1 :], self.story[end.told :]
        self.fight, self.begun = end.fight, None
        self.states[-1] = end.fight

    def upto(self, lines: int, begun: tuple[int, int] | None) -> Past:
        """The same as it was after so many entries."""
        other = Past(self.start, (), self.left)
        end = self.ends[lines]
        other.lines, other.ends = self.lines[:lines], self.ends[: lines + 1]
        other.effects, other.states = self.effects[: end.effects], self.states[: end.effects + 1]
        other.states[-1] = other.fight = end.fight
        other.story, other.begun = self.story[: end.told], begun
        return other

    def _until(self, effects: int) -> None:
        """Leave out effects behind so many."""
        while len(self.effects) > effects:
            self.effects.pop()
            self.states.pop()
            if self.story and isinstance(self.story[-1].told, Happened):
                self.story.pop()
        self.fight = self.states[-1]

    def told_at(self, effects: int) -> int:
        """How many parts of the story had been told after so many effects."""
        told = len(self.story)
        left = len(self.effects) - effects
        while left:
            told -= 1
            left -= isinstance(self.story[told].told, Happened)
        return told

    def moment(self, lines: int) -> Moment:
        """Where it stood after so many entries."""
        end = self.ends[lines]
        return Moment(end.fight, (), end.effects)

    def _tell(self, told: Any) -> None:
        self.story.append(Telling(told, self.fight, len(self.lines)))

    def _happen(self, effects: Sequence[Effect], meant: Override | None = None, why: str = "") -> None:
        for effect in effects:
            try:
                self.fight = self.fight.after(effect)
            except Exception as e:
                said = msg(
                    "{kind} cannot happen to fighter {who} under today's rules: {e}",
                    kind=effect.kind(),
                    who=int(effect.who),
                    e=Verbatim(repr(e)),
                )
                raise LogError(said, len(self.lines) - 1, code="log/effect") from e
            self.effects.append(effect)
            self.states.append(self.fight)
            same = meant is not None and type(effect) is type(meant.effect) and effect.who == meant.effect.who
            self._tell(Happened(effect, (), why if same else ""))
            meant = None if same else meant

    def _end(self, anew: bool = False) -> None:
        end = End(self.fight, len(self.effects), len(self.story))
        if anew:
            self.ends[-1] = end
        else:
            self.ends.append(end)
