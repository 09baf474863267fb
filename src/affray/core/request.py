"""What a rule asks for: dice, or a decision.

A rule says `play.roll` and `play.choose`; each makes one of these and hands it to the `answer` of the driver.
So a driver that answers otherwise says so in one place, whatever is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, final

from affray.core.dice import Chance
from affray.core.errors import Refusal
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

if TYPE_CHECKING:
    from affray.core.play import AnyPlay, Policy

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)

# Slotted classes that nobody changes, and no named tuples: these take half as long again to make, and one
# is made for every roll of every fight.


@final
class ChanceRequest(Generic[A]):
    """Dice that are asked for: whose and what for, of which `kind` with which number, by which rules.

    `read_by` gives the rules that say what an answer means, which are those of this answer alone.
    """

    __slots__ = ("_chance", "kind", "question", "read_by", "rules", "tally", "who")

    def __init__(
        self,
        who: View[Any],
        question: str,
        kind: Callable[[int], Chance[A]],
        tally: Tally = NOTHING,
        rules: tuple[str, ...] = (),
        read_by: Callable[[A], tuple[str, ...]] | None = None,
    ) -> None:
        self.who, self.question, self.kind, self.tally, self.rules = who, question, kind, tally, rules
        self.read_by = read_by
        self._chance: Chance[A] | None = None

    @property
    def chance(self) -> Chance[A]:
        """The dice: the tally, once totalled, says how many, or whatever their kind makes of it."""
        chance = self._chance
        if chance is None:  # not at once: who only tells again what was answered need not look
            chance = self._chance = self.kind(self.tally.total)
        return chance

    def cited(self, value: A) -> tuple[str, ...]:
        """The rules on the receipt of an answer: those that asked for the dice, and those that read them."""
        return self.rules if self.read_by is None else (*self.rules, *self.read_by(value))


@final
class ChoiceRequest(Generic[O]):
    """A decision that is asked for: whose and which, the options, by which rules.

    `about` is what the answer depends on; `admits` judges answers that no list can hold; `read_by` gives the
    rules of an answer alone, such as what it costs.
    """

    __slots__ = ("about", "admits", "options", "question", "read_by", "rules", "who")

    def __init__(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        rules: tuple[str, ...] = (),
        about: tuple[Any, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
        read_by: Callable[[O], tuple[str, ...]] | None = None,
    ) -> None:
        self.who, self.question, self.options, self.rules = who, question, options, rules
        self.about, self.admits, self.read_by = about, admits, read_by

    def cited(self, value: O) -> tuple[str, ...]:
        """The rules on the receipt of an answer: those of the question, and those of this answer."""
        return self.rules if self.read_by is None else (*self.rules, *self.read_by(value))

    def answered_by(self, policy: Policy, play: AnyPlay) -> O:
        """The option that a policy takes."""
        return policy(play, self.who, self.question, self.options, self.about)


Request: TypeAlias = ChanceRequest[Any] | ChoiceRequest[Any]
