"""Who runs whom: people, people with dice, the autopilot; the machine's dice.

The numbers of the machine's dice come from the seed and from how many entries count.  So a fight
taken up again goes on as it would have, and going back brings no better dice for the same deed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Pending
from affray.core.play import Policy
from affray.core.stream import Stream
from affray.session.entries import Handed
from affray.session.session import Session

HANDS = ("person", "dice", "autopilot")
"""A person; a person who throws real dice; the autopilot."""

GAME_MASTER = "game master"


class Given(NamedTuple):
    """An answer that needs no person: its value, the dice, and who gave it."""

    value: object
    dice: tuple[int, ...]
    by: str


class Hands:
    """Answers for all whom no person runs; `orders` are answers given for good.

    Both are kept with the session, so a fight taken up again is in the same hands.
    """

    def __init__(self, session: Session, policy: str = "") -> None:
        policies = session.ruleset.policies
        self.session = session
        self.policy: Policy = policies[policy or next(iter(policies))]
        self.given: dict[str, str] = dict(session.handed.given)
        self.orders = {(name, question): answer for name, question, answer in session.handed.orders}

    def of(self, who: Who) -> str:
        """Who runs this fighter."""
        if who == TABLE:
            return self.given.get(GAME_MASTER, "autopilot")
        card = self.session.ruleset.words.card(self.session.fight, who)
        return self.given.get(card.name, card.run_by)

    def give(self, name: str, hand: str) -> None:
        """Put a fighter, "all" or the game master into other hands; raises BadAnswer."""
        if hand not in HANDS:
            raise BadAnswer(unknown("hand", hand, HANDS), code="answer/no-hand")
        self.given.update(dict.fromkeys(self.named(name), hand))
        self._keep()

    def lend(self, hand: str) -> None:
        """Put all into other hands for a while, which is not kept."""
        self.given = dict.fromkeys(self.named("all"), hand)

    def order(self, name: str, question: str, answer: str) -> None:
        """Answer a question like this from now on; without an answer, ask again."""
        for each in self.named(name):
            self.orders.pop((each, question), None)
            if answer:
                self.orders[each, question] = answer
        self._keep()

    def _keep(self) -> None:
        orders = tuple((*key, answer) for key, answer in sorted(self.orders.items()))
        self.session.hand(Handed(tuple(sorted(self.given.items())), orders))

    def named(self, name: str) -> list[str]:
        """The fighters meant by a name, its beginning, or "all"; raises BadAnswer."""
        names = [*self.session.names, GAME_MASTER]
        if name == "all":
            return names
        said = name.casefold()
        found = [n for n in names if n.casefold() == said] or [
            n for n in names if n.casefold().startswith(said)
        ]
        if len(found) != 1:
            raise BadAnswer(unknown("fighter", name, names), code="answer/no-fighter")
        return found

    def answer(self) -> Given | None:
        """The answer to what is asked; None if a person has to give it, or at the end."""
        pending = self.session.pending
        if pending is None:
            return None
        hand = self.of(pending.asked.who)
        if pending.chance is not None:
            return None if hand == "dice" else self.throw(pending)
        ordered = self._ordered(pending)
        if ordered is not None:
            return ordered
        return self.judge(pending) if hand == "autopilot" else None

    def throw(self, pending: Pending) -> Given:
        """The machine's dice."""
        chance = pending.chance
        assert chance is not None
        source = Stream(self.session.header.seed, len(self.session.kept))
        if not chance.sides:
            return Given(chance.sample(source), (), "machine")
        dice = chance.throw(source)
        return Given(chance.of(dice), dice, "machine")

    def judge(self, pending: Pending) -> Given:
        """What the policy answers."""
        assert pending.view is not None
        view: Any = pending.view
        value = self.policy(view.play, view, pending.asked.question, lambda: pending.options, pending.about)
        return Given(value, (), "autopilot")

    def _ordered(self, pending: Pending) -> Given | None:
        who = pending.asked.who
        name = self.session.names[who] if who >= 0 else GAME_MASTER
        order = self.orders.get((name, pending.asked.question))
        if order is None:
            return None
        try:
            return Given(self.session.option(order), (), "order")
        except BadAnswer:
            return None

    def run(self, most: int = 0) -> int:
        """Answer until a person is asked, at the end, or so many times."""
        n = 0
        while (not most or n < most) and (given := self.answer()) is not None:
            self.session.answer(given.value, given.dice, by=given.by)
            n += 1
        return n
