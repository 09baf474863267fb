"""Plays for people: entries are replayed, the first gap waits for an answer.

Nothing is parked in memory.  A restart loses nothing, and undo is one entry less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from affray.core.dice import PLAIN, Chance, Manner
from affray.core.effect import Effect, Remark, Who
from affray.core.errors import BadAnswer, Diverged, LeftOver, LogError, Refusal
from affray.core.fight import Fight, GameFight
from affray.core.message import Verbatim, joined, msg
from affray.core.play import AnyPlay, Play
from affray.core.request import ChanceRequest, ChoiceRequest, Request
from affray.core.tally import NOTHING, Tally, tally_of

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")


class Asked(NamedTuple):
    """What an answer was given to: who, the question, and the name of the dice, if there were any."""

    who: Who
    question: str
    chance: str = ""

    @classmethod
    def of(cls, request: Request) -> Asked:
        """What a request asks for, without what belongs to the play that asks."""
        chance = request.chance.name if type(request) is ChanceRequest else ""
        return cls(request.who.who, request.question, chance)

    def __str__(self) -> str:
        dice = msg(" with {chance}", chance=self.chance) if self.chance else ""
        return msg(
            "{question} of fighter {who}{dice}",
            question=Verbatim(repr(self.question)),
            who=int(self.who),
            dice=dice,
        )


class Answer(NamedTuple):
    """An entry: the answer to one request, with the dice if real ones were read."""

    asked: Asked
    value: object
    dice: tuple[int, ...] = ()


class Override(NamedTuple):
    """A game master's correction, as an entry.

    It stands behind so many effects since the log began.  What follows from it is the rules' business.
    """

    effect: Effect
    why: str
    after: int


class Joined(NamedTuple):
    """An entry: a fighter who comes in, behind so many effects since the log began.

    A `hidden` one the players are not told of.
    """

    body: Any
    why: str
    after: int
    hidden: bool = False


class Departed(NamedTuple):
    """An entry: a fighter who is taken out of the fight, where a step begins behind so many effects.

    Of a `hidden` one the players are not told.
    """

    who: Who
    why: str
    after: int
    hidden: bool = False


class Concealed(NamedTuple):
    """An entry: the game master hides somebody from the players, or shows them.

    It stands behind so many effects since the log began.  The rules know nothing of it.
    """

    who: Who
    hidden: bool
    why: str
    after: int


Entry: TypeAlias = Answer | Override | Joined | Departed | Concealed
"""An entry that the rules are given; `session/entries` has those about the log itself."""


class Moment(NamedTuple):
    """Where a live fight stands.

    The fight before the step that waits, the entries given in it, and how many effects the log
    held before it.
    """

    fight: GameFight
    entries: tuple[Entry, ...] = ()
    effects: int = 0

    def then(self, entry: Entry) -> Moment:
        """The moment with one more entry."""
        return self._replace(entries=(*self.entries, entry))


class Rolled(NamedTuple):
    """Part of the story: dice, and the tally that said how many.

    `sides` are the sizes of the dice, where those are known, and `manner` what else there is to be seen of
    them; `was` are the dice that they were thrown again for, in that order, where all are known.
    """

    asked: Asked
    tally: Tally
    value: object
    dice: tuple[int, ...]
    rules: tuple[str, ...]
    sides: tuple[int, ...] = ()
    manner: Manner = PLAIN
    was: tuple[int, ...] = ()


def _beside(rolled: Rolled, story: Iterable[Told], chance: Chance[Any]) -> Rolled:
    """A roll with the dice that it was thrown again for, and whether it is those that stand.

    The story is told from its end.
    """
    was: list[int] = []
    for told in story if rolled.manner.again else ():
        if len(was) >= len(rolled.dice):
            break
        if isinstance(told, Rolled) and told.asked.who == rolled.asked.who:
            was[:0] = _idle(told) if told.asked.question in rolled.manner.again else ()
    if not was or len(was) != len(rolled.dice):
        return rolled
    before = tuple(was)
    stood = rolled.manner.best and chance.of(before) >= chance.of(rolled.dice)
    manner = rolled.manner._replace(throw="stood") if stood else rolled.manner
    return rolled._replace(was=before, manner=manner)


def _idle(rolled: Rolled) -> Sequence[int]:
    """The dice of a roll that may be thrown again: of those that are counted all that do not count."""
    if rolled.manner.throw == "stood":
        return rolled.was
    least = rolled.manner.least
    return [face for face in rolled.dice if face < least] if least else rolled.dice


class Chose(NamedTuple):
    """Part of the story: a decision."""

    asked: Asked
    value: object
    rules: tuple[str, ...]


UNSAID = "—"
"""What stands in the story for why something was corrected, where nobody has said why."""


class Happened(NamedTuple):
    """Part of the story: an effect and the rules that caused it, and for a correction why.

    The effect may be a remark, which has changed nobody and stands in no log.
    """

    effect: Effect
    rules: tuple[str, ...]
    why: str = ""

    @property
    def tally(self) -> Tally:
        """How a number in it came about, if it is one of several parts."""
        return tally_of(self.rules)


class Came(NamedTuple):
    """Part of the story: a fighter who joined."""

    who: Who
    why: str


class Went(NamedTuple):
    """Part of the story: a fighter who was taken out of the fight."""

    who: Who
    why: str


class Hid(NamedTuple):
    """Part of the story: a fighter whom the game master hid from the players, or showed them."""

    who: Who
    hidden: bool
    why: str


Told: TypeAlias = Rolled | Chose | Happened | Came | Went | Hid


class Pending(Exception):
    """The rules wait here: dice of `chance`, or one of `options`, from `asked.who`.

    `view` is that fighter in the play that waits, which is what a policy looks at.
    """

    def __init__(self, request: Request) -> None:
        self.request, self.asked = request, Asked.of(request)
        self.view, self.rules = request.who, request.rules
        self.chance: Chance[Any] | None = None
        self.tally, self.about = NOTHING, tuple[Any, ...]()
        self.listed: Callable[[], Sequence[Any]] = tuple
        self.admits: Callable[[Any], Sequence[Refusal]] | None = None
        if type(request) is ChanceRequest:
            self.chance, self.tally = request.chance, request.tally
        elif type(request) is ChoiceRequest:
            self.listed, self.admits, self.about = request.options, request.admits, request.about

    @cached_property
    def options(self) -> Sequence[Any]:
        """What can be answered: listed when somebody looks, for a long menu takes its time."""
        return self.listed()

    def answer(self, value: object, dice: tuple[int, ...] = ()) -> Answer:
        """The entry for this answer; raises BadAnswer, with the rules, when it does not fit."""
        if self.chance is not None:
            return self._rolled(value, dice)
        refused = self.admits(value) if self.admits else [Refusal("", "not one of the options")]
        if refused and not self._offered(value):
            said = joined("; ", (str(r) if r.rule else r.why for r in refused))
            raise BadAnswer(said, code="answer/not-offered")
        return Answer(self.asked, value)

    def _offered(self, value: object) -> bool:
        """Whether it is one of the options, which a long menu takes its time to list."""
        # True is 1 to Python, but "yes" is no answer to "how many".
        yes_no = any(isinstance(option, bool) for option in self.options)
        return value in self.options and isinstance(value, bool) == yes_no

    def _rolled(self, value: object, dice: tuple[int, ...]) -> Answer:
        chance = self.chance
        assert chance is not None
        if value not in chance.values:
            shown = ", ".join(map(str, chance.values))
            raise BadAnswer(
                msg("expected one of {shown}, got {value}", shown=shown, value=Verbatim(repr(value))),
                code="answer/not-possible",
            )
        if dice and chance.made(dice) != value:
            raise BadAnswer(
                msg("the dice {dice} do not make {value}", dice=dice, value=Verbatim(repr(value))),
                code="answer/dice-differ",
            )
        return Answer(self.asked, value, dice)


def in_the_fight(fight: GameFight, who: Who, at: int = 0) -> Who:
    """The fighter whom an entry is about; raises LogError for one who is not in the fight."""
    if who not in fight.here:
        raise LogError(
            msg("expected a fighter who is in the fight, got {who}", who=int(who)), at, code="log/no-fighter"
        )
    return who


def alone(play: AnyPlay, effect: Effect) -> None:
    """A correction from which nothing follows."""
    play.do(effect)


class Live(Play[B, T, H]):
    """Replays entries; stops with `Pending` at the first gap.

    `before` is the number of effects of the log that are already in `fight`; `corrected` is the
    rule by which corrections are made, with all that follows from them; `left` is the fight without somebody
    who is taken out of it.  It begins where a step begins.
    """

    def __init__(
        self,
        fight: Fight[B, T, H],
        entries: Sequence[Entry],
        before: int = 0,
        corrected: Callable[[Play[B, T, H], Effect], None] = alone,
        left: Callable[[Any, Who], Any] = Fight.left,
    ) -> None:
        super().__init__(fight)
        self.entries, self.at, self.before, self.corrected = entries, 0, before, corrected
        self.left = left
        self._meant: Override | None = None
        self._righting = False
        self._faces = tuple[int, ...]()
        self.story: list[Told] = []
        self.depart()

    @property
    def effects(self) -> int:
        """How many effects the log holds up to here."""
        return self.before + len(self.done)

    def finished(self) -> None:
        """Raise LeftOver unless every entry was used."""
        if self.at < len(self.entries):
            raise LeftOver(
                msg("the fight ended with {entries} entries unused", entries=len(self.entries) - self.at),
                self.at,
            )

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, tell it, and put in the corrections that stand behind it."""
        super().happen(effect, rules)
        # A game may make other effects of a correction; the reason stands with the one that was meant.
        meant, why = self._meant, ""
        if meant and type(effect) is type(meant.effect) and effect.who == meant.effect.who:
            self._meant, why = None, meant.why or UNSAID
        self.tell(Happened(effect, rules, why))
        if not self._righting:
            self._correct()

    def remark(self, remark: Remark, *rules: str) -> None:
        """Tell it, with the faces of the last dice where they are known."""
        self.tell(Happened(remark.thrown(self._faces), rules))

    def tell(self, told: Told) -> None:
        """Add to the story; drivers that need more of it note it here."""
        self.story.append(told)

    def backwards(self) -> Iterator[Told]:
        """The story from its end backwards, as far as it is known here."""
        return reversed(self.story)

    def depart(self) -> None:
        """Where a step begins: let those go who are taken out of the fight here.

        In the midst of a step nobody leaves: rules that are under way hold on to those whom they found.
        """
        self._correct()
        while self.at < len(self.entries):
            entry = self.entries[self.at]
            if not isinstance(entry, Departed) or entry.after != self.effects:
                return
            who = in_the_fight(self.fight, entry.who, self.at)
            self.at += 1
            self.fight = self.left(self.fight, who).hiding(who, entry.hidden)
            self.tell(Went(entry.who, entry.why))
            self._correct()

    def _correct(self) -> None:
        """Put in what the game master corrected here, so that the code from here on reads it."""
        while self.at < len(self.entries):
            entry = self.entries[self.at]
            # A correction has its place among effects and not among answers, for it may stand between two
            # effects of one rule, where nothing is asked.
            if isinstance(entry, Answer | Departed) or entry.after != self.effects:
                return
            self.at += 1
            if isinstance(entry, Joined):
                self.fight = self.fight.joined(entry.body, entry.hidden)
                self.tell(Came(self.fight.everyone[-1], entry.why))
            elif isinstance(entry, Concealed):
                who = in_the_fight(self.fight, entry.who, self.at - 1)
                self.fight = self.fight.hiding(who, entry.hidden)
                self.tell(Hid(entry.who, entry.hidden, entry.why))
            else:
                self._put_right(entry)

    def _put_right(self, entry: Override) -> None:
        """Make a correction; nothing of it waits for others."""
        # In the midst of simultaneous acts, too, a correction is there at once; and what it causes is no
        # place for the next correction, which stands behind all of it.
        held, self._held, self._meant, self._righting = self._held, (), entry, True
        self.corrected(self, entry.effect)
        self._held, self._meant, self._righting = held, None, False

    def _take(self, asked: Asked) -> Answer:
        entry = self.entries[self.at]
        if not isinstance(entry, Answer):
            raise Diverged(
                msg(
                    "entry {at}: found a correction where {question} is asked",
                    at=self.at,
                    question=Verbatim(repr(asked.question)),
                ),
                self.at,
            )
        if entry.asked != asked:
            raise Diverged(
                msg(
                    "entry {at} answers {asked}, but the rules ask {asked2}",
                    at=self.at,
                    asked=entry.asked,
                    asked2=asked,
                ),
                self.at,
            )
        self.at += 1
        return entry

    def answer(self, request: Request) -> Any:
        """The answer of the next entry, or Pending."""
        if self.at == len(self.entries):
            raise Pending(request)
        asked = Asked.of(request)
        entry = self._take(asked)
        if type(request) is ChanceRequest:
            self._possible(entry, request.chance)
            self._faces = entry.dice
            chance, cited = request.chance, request.cited(entry.value)
            sides = chance.sides if entry.dice else ()
            rolled = Rolled(asked, request.tally, entry.value, entry.dice, cited, sides, chance.manner)
            self.tell(_beside(rolled, self.backwards(), chance))
        else:
            self.tell(Chose(asked, entry.value, request.cited(entry.value)))
        self._correct()
        return entry.value

    def _possible(self, entry: Answer, chance: Chance[Any]) -> None:
        """Raise Diverged for what cannot come up on these dice."""
        if entry.value not in chance.values:
            raise Diverged(
                msg(
                    "entry {at}: {value} cannot come up on {name}",
                    at=self.at - 1,
                    value=Verbatim(repr(entry.value)),
                    name=chance.name,
                ),
                self.at - 1,
            )


AnyLive: TypeAlias = Live[Any, Any, Any]
"""A live play of any game."""


def resume(
    fight: Fight[B, T, H],
    rule: Callable[[Live[B, T, H]], object],
    entries: Sequence[Entry],
    before: int = 0,
    corrected: Callable[[Play[B, T, H], Effect], None] = alone,
    left: Callable[[Any, Who], Any] = Fight.left,
) -> tuple[Live[B, T, H], Pending | None]:
    """Run the rule as far as its entries go; what it waits for, if it is not over."""
    play = Live(fight, entries, before, corrected, left)
    return play, waits_for(partial(rule, play))


def waits_for(run: Callable[[], object]) -> Pending | None:
    """What the rules wait for as they run; None where they come to their end.

    It is kept without the calls that led there: those hold the play, and whoever keeps them keeps all of it.
    """
    try:
        run()
    except Pending as pending:
        return pending.with_traceback(None)
    return None
