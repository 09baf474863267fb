"""Positions: what is worked out once of a session as it stands, for all who look at it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from affray.core.act import Act, Offer
from affray.core.effect import TABLE, Who
from affray.core.ground import Ground, Ring
from affray.core.live import Pending
from affray.core.marks import side_marks
from affray.core.message import Message, Verbatim, word
from affray.core.ruleset import Card
from affray.core.turns import RoundTurn
from affray.session import Session
from affray.session.controller import Controller
from affray.session.entries import by_people, steps_of_players
from affray.table.latecomers import late_last, latecomers
from affray.table.redaction import Redacted, redacted_question
from affray.table.visibility import Visibility


def is_action(pending: Pending) -> bool:
    """Whether a fighter is to choose an action."""
    return pending.chance is None and any(isinstance(option, Act) for option in pending.options)


class Group(NamedTuple):
    """What actions that differ by their target are called, and whether that names the target."""

    title: str
    named: bool


class Position:
    """A session as it stands, until something changes; and who runs whom."""

    def __init__(self, session: Session, controller: Controller, waits: bool = False) -> None:
        self.session, self.controller, self.waits = session, controller, waits
        self.fight, self._asked = session.fight, session.pending
        self.pending = None if waits else self._asked
        """What is asked; nothing while the fight `waits` to begin."""
        self.names = session.names
        self._cards: dict[Who, Card] = {}
        self._words: dict[tuple[type, Any], str] = {}
        self._open: dict[frozenset[Who], Redacted] = {}

    @property
    def holds(self) -> bool:
        """Whether it is still so."""
        return self.fight is self.session.fight and self._asked is self.session.pending

    def card(self, who: Who) -> Card:
        """A fighter's card."""
        if who not in self._cards:
            self._cards[who] = self.session.ruleset.words.card(self.fight, who)
        return self._cards[who]

    @cached_property
    def turns(self) -> tuple[RoundTurn, ...]:
        """Everybody's turn of this round, in the order in which they act."""
        turns = self.session.ruleset.turns.of(self.fight)
        return late_last(turns, self.late) if self.late else turns

    @cached_property
    def late(self) -> frozenset[Who]:
        """Who came in too late to have a turn in this round."""
        return latecomers(self.session)

    @cached_property
    def marks(self) -> dict[str, int]:
        """By which mark each side is shown, to everybody the same from the first moment on."""
        return side_marks(self.session.moments.start, self.fight)

    @cached_property
    def offers(self) -> Sequence[Offer]:
        """Every action of who is to act."""
        return self.session.options.menu()

    @cached_property
    def ground(self) -> Ground:
        """What lies on the map."""
        return self.session.ruleset.plan.ground(self.fight)

    @cached_property
    def rings(self) -> Sequence[Ring]:
        """How far who is to act reaches."""
        return () if self.acting is None else self.session.ruleset.plan.rings(self.fight, self.acting)

    @cached_property
    def usual(self) -> Any:
        """What the habit would answer to a choice that is no action; else None."""
        pending = self.pending
        if pending is None or pending.chance is not None or is_action(pending):
            return None
        view = pending.view
        return self.controller.policy(
            view.play, view, pending.asked.question, lambda: pending.options, pending.about
        )

    @cached_property
    def depth(self) -> tuple[int, int]:
        """How often one can go back, and forth: it takes a while in a long fight."""
        session = self.session
        return len(by_people(tuple(session.standing.kept))), len(by_people(tuple(session.standing.undone)))

    @cached_property
    def depth_told(self) -> tuple[int, int]:
        """The same for players: to what the game master put right, and past what they know nothing of."""
        standing = self.session.standing
        return steps_of_players(reversed(standing.kept)), steps_of_players(standing.undone)

    @cached_property
    def taken_next(self) -> int:
        """The first entry that one step back would take; 0 for none."""
        kept = tuple(self.session.standing.kept)
        places = by_people(kept)
        return kept[places[-1]].seq if places else 0

    def words(self, option: Any) -> str:
        """An option of what is asked."""
        key = type(option), option
        if key not in self._words:
            self._words[key] = self.session.options.in_words(option)
        return self._words[key]

    @cached_property
    def groups(self) -> dict[Act, Group]:
        """What actions are called without their target, by which alone those of one name differ."""
        single = {(self.words(o.act), o.cost) for o in self.offers if o.act.at is None}
        groups = {}
        for offer in self.offers:
            said, named = self.words(offer.act._replace(at=None)), False
            if offer.act.at is not None and (said, offer.cost) in single:
                said, named = self._untargeted(word(self.words(offer.act)), self.names[offer.act.at])
            groups[offer.act] = Group(said, named)
        return groups

    def _untargeted(self, whole: Message, name: str) -> tuple[str, bool]:
        """An action without the target, where that comes last, and whether it is named still."""
        if not whole.ends_with(name):
            return whole, True
        return whole.retold(lambda value, _: Verbatim() if value == name else value), False

    def open(self, visibility: Visibility, pending: Pending) -> Redacted:
        """What of the number that is asked for, and of its rules, a viewer may see."""
        if visibility.all or visibility.visibility_rules.foes == "numbers" or pending.chance is None:
            return Redacted(tuple(pending.tally), pending.rules, True)
        foes = frozenset(who for who in self.fight.everyone if visibility.foe(self.fight, who))
        if foes not in self._open:
            self._open[foes] = redacted_question(self.session, visibility, pending)
        return self._open[foes]

    @property
    def acting(self) -> Who | None:
        """Whose moment it is; None at the end, or if it is the game master's."""
        asked = self.pending.asked.who if self.pending else TABLE
        return None if asked == TABLE else asked


def same_question(one: Pending | None, other: Pending | None) -> bool:
    """Whether an answer to one fits the other just as well, by its number too."""
    if one is None or other is None or one is other:
        return one is other
    if one.asked != other.asked or one.tally != other.tally:
        return False
    return one.chance is not None or list(one.options) == list(other.options)
