"""Who runs whom: people, people with dice, the autopilot; the machine's dice.

The machine's dice come from the session's key, or its seed; see `Ledger.source`.  A fight taken up
again goes on as it would have, and going back brings no better dice for the same deed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from affray.core.downtime import BETWEEN
from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Pending
from affray.core.message import msg
from affray.core.play import Policy
from affray.core.profile import GUARDS, Profile
from affray.session.correction import left_already
from affray.session.entries import SETTLED, Handed
from affray.session.session import Session
from affray.session.settled import settled

GAME_MASTER = "game master"
ALL = "all"
"""Everybody, where a name is asked for."""


class Given(NamedTuple):
    """An answer that needs no person: its value, the dice, who gave it, and why."""

    value: object
    dice: tuple[int, ...]
    by: str
    why: str = ""


class Controller:
    """Answers for all whom no person runs; `orders` are answers given for good.

    Both are kept with the session, so a fight taken up again is in the same hands.
    """

    def __init__(self, session: Session, policy: str = "") -> None:
        policies = session.ruleset.policies
        self.session = session
        self.policy: Policy = policies[policy or next(iter(policies))]
        self.given: dict[str, str] = {}
        self.orders: dict[tuple[str, str], str] = {}
        self.paused: frozenset[str] = frozenset()
        self.take_up()

    def take_up(self) -> None:
        """Be as the session has it: who runs whom, standing orders, pauses."""
        handed = self.session.log.handed
        self.given = dict(handed.given)
        self.orders = {(name, question): answer for name, question, answer in handed.orders}
        self.paused = frozenset(handed.paused)

    def of(self, who: Who) -> str:
        """Who runs this fighter: one of HANDS."""
        return self.profile(who).hand

    def profile(self, who: Who) -> Profile:
        """How this fighter is run: as it was given, else as the scene says."""
        if who == TABLE:
            return Profile().read(self.given.get(GAME_MASTER, "autopilot"))
        given = self.given.get(self.session.names[who])
        return Profile().read(
            self.session.people.at(self.session.fight).run_by[who] if given is None else given
        )

    def give(self, name: str, profile: str) -> None:
        """Put a fighter, "all" or the game master into other hands; raises BadAnswer.

        What the words do not say of level and temper stays as it is: `veteran`, `person`,
        `autopilot green cautious`, `guards Zara`.
        """
        self._keep(self.giving(name, profile))

    def giving(self, name: str, profile: str) -> Handed:
        """What the session is to keep for `give`; nothing changes."""
        return self.giving_each(self.named(name), profile)

    def giving_each(self, names: Iterable[str], profile: str) -> Handed:
        """What the session is to keep where these are given into other hands."""
        profiles = {}
        for each in names:
            before = self.profile(self._who(each))
            profiles[each] = str(self._guarding(each, before, before.read(profile)))
        return _handed({**self.given, **profiles}, self.orders, self.paused)

    def lend(self, profile: str) -> None:
        """Put all into other hands for a while, without pauses, which is not kept."""
        everybody = {name: self.profile(self._who(name)) for name in self.named("all")}
        self.given = {name: str(before.read(profile)) for name, before in everybody.items()}
        self.paused = frozenset()

    def _guarding(self, name: str, before: Profile, profile: Profile) -> Profile:
        """With the whole name of whom it guards, if that has been said anew."""
        if not profile.ward or profile.ward == before.ward:
            return profile
        wards = self.named(profile.ward)
        if len(wards) != 1 or wards[0] in (name, GAME_MASTER):
            raise BadAnswer(
                msg("{name} cannot guard {ward}", name=name, ward=profile.ward), code="answer/no-hand"
            )
        return profile._replace(temper=f"{GUARDS} {wards[0]}")

    def _who(self, name: str) -> Who:
        return TABLE if name == GAME_MASTER else Who(self.session.names.index(name))

    def order(self, name: str, question: str, answer: str) -> None:
        """Answer a question like this from now on; without an answer, ask again."""
        self._keep(self.ordering(name, question, answer))

    def ordering(self, name: str, question: str, answer: str) -> Handed:
        """What the session is to keep for `order`; nothing changes."""
        orders = dict(self.orders)
        for each in self.named(name):
            orders.pop((each, question), None)
            if answer:
                orders[each, question] = answer
        return _handed(self.given, orders, self.paused)

    def pausing(self, name: str, on: bool) -> Handed:
        """What the session is to keep so that somebody's autopilot waits, or goes on.

        Raises BadAnswer for a name that nobody has.
        """
        everybody = {n for n in self.named(ALL) if n != GAME_MASTER}
        if name == ALL:
            return _handed(self.given, self.orders, {ALL} if on else ())
        now = everybody if ALL in self.paused else set(self.paused)
        meant = set(self.named(name))
        return _handed(self.given, self.orders, now | meant if on else now - meant)

    def waits(self, pending: Pending | None) -> bool:
        """Whether the autopilot has to be let go by the game master first."""
        if pending is None or pending.chance is not None or len(pending.options) < 2:
            return False
        name = self.name(pending.asked.who)
        paused = name in self.paused or (ALL in self.paused and name != GAME_MASTER)
        if not paused or self.of(pending.asked.who) != "autopilot":
            return False
        return self._ordered(pending) is None

    def name(self, who: Who) -> str:
        """What somebody is called who may be the game master."""
        return self.session.names[who] if who >= 0 else GAME_MASTER

    def _keep(self, handed: Handed) -> None:
        self.session.say.hand(handed)
        self.take_up()

    def named(self, name: str) -> list[str]:
        """The fighters meant by a name, its beginning, or "all"; raises BadAnswer."""
        fight, everybody = self.session.fight, self.session.names
        names = [*(everybody[who] for who in fight.here), GAME_MASTER]
        if name == ALL:
            return names
        for who in fight.gone:
            if everybody[who].casefold() == name.casefold():
                raise BadAnswer(left_already(self.session.ruleset, fight, who), code="answer/left")
        said = name.casefold()
        meant = [n for n in names if n.casefold() == said] or [
            n for n in names if n.casefold().startswith(said)
        ]
        if len(meant) != 1:
            raise BadAnswer(unknown("fighter", name, names), code="answer/no-fighter")
        return meant

    def answer(self) -> Given | None:
        """The answer to what is asked; None if a person has to give it, or at the end.

        What is done between fights only people say, or nothing would ever end it.
        """
        pending = self.session.pending
        if pending is None or pending.asked.question == BETWEEN:
            return None
        hand = self.of(pending.asked.who)
        if pending.chance is not None:
            return None if hand == "dice" else self.throw(pending)
        ordered = self._ordered(pending)
        if ordered is not None:
            return ordered
        if hand == "autopilot":
            return None if self.waits(pending) else self.judge(pending)
        left = settled(self.session.ruleset, pending)
        return Given(left[0], (), SETTLED) if left else None

    def throw(self, pending: Pending) -> Given:
        """The machine's dice."""
        chance = pending.chance
        assert chance is not None
        source = self.session.log.source(self.session.standing, pending.asked)
        if not chance.sides:
            return Given(chance.sample(source), (), "machine")
        dice = chance.throw(source)
        return Given(chance.of(dice), dice, "machine")

    def judge(self, pending: Pending) -> Given:
        """What the policy answers; `affray.autopilot` knows other levels."""
        view: Any = pending.view
        value = self.policy(view.play, view, pending.asked.question, lambda: pending.options, pending.about)
        return Given(value, (), "autopilot")

    def _ordered(self, pending: Pending) -> Given | None:
        order = self.orders.get((self.name(pending.asked.who), pending.asked.question))
        if order is None:
            return None
        try:
            return Given(self.session.options.named(order), (), "order")
        except BadAnswer:
            return None

    def run(self, most: int = 0) -> int:
        """Answer until a person is asked, at the end, or so many times."""
        n = 0
        while (not most or n < most) and (given := self.answer()) is not None:
            self.session.answer(given.value, given.dice, by=given.by)
            n += 1
        return n


def _handed(given: dict[str, str], orders: dict[tuple[str, str], str], paused: Iterable[str]) -> Handed:
    return Handed(
        tuple(sorted(given.items())),
        tuple((*key, answer) for key, answer in sorted(orders.items())),
        tuple(sorted(paused)),
    )
