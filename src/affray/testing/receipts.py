"""Receipts of random fights: which rules stand on those of each question, and whether always.

from affray.testing.receipts import counted, walked

counts = counted(walked(RULESET, range(20)))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from affray.core.effect import Effect, Remark
from affray.core.fight import GameFight
from affray.core.message import Message
from affray.core.play import Policy
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.core.ruleset import Ruleset, fight_out
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.core.tally import tally_of
from affray.testing.answering import ScriptedAnswers
from affray.testing.roaming import any_house

ANSWERS = 400
"""Answers after which a fight is left."""
DRAWN = 3
"""Of ten answers so many are drawn from all options; the policy gives the others."""


class Receipt(NamedTuple):
    """What stands on the receipt of one roll, choice or effect: what it is about, and the rules."""

    about: str
    rules: frozenset[str]


class ReceiptCounts(NamedTuple):
    """How many receipts there were of each question, and on how many of them each rule stood."""

    of: Counter[str]
    with_rule: Counter[tuple[str, str]]

    def always(self) -> dict[str, set[str]]:
        """By question: the rules that stood on all of its receipts."""
        standing: dict[str, set[str]] = {}
        for (about, rule), n in self.with_rule.items():
            if n == self.of[about]:
                standing.setdefault(about, set()).add(rule)
        return standing


class _Over(Exception):
    """So many answers were wanted and no more."""


class _Noting(ScriptedAnswers):
    """A random fight that keeps all receipts."""

    def __init__(self, fight: GameFight, source: Stream, policy: Policy | None) -> None:
        super().__init__(fight)
        self.source, self.policy, self.left = source, policy, ANSWERS
        self.receipts: list[Receipt] = []

    def _note(self, kind: str, what: str, rules: Iterable[str]) -> None:
        form = what.form if isinstance(what, Message) else what
        self.receipts.append(Receipt(f"{kind} {form}", frozenset(rules)))

    def _ask(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Over

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, and keep its receipt."""
        super().happen(effect, rules)
        self._note("effect", type(effect).__name__, (*rules, *(mod.rule for mod in tally_of(rules))))

    def remark(self, remark: Remark, *rules: str) -> None:
        """Keep its receipt."""
        self._note("effect", type(remark).__name__, rules)

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """Any dice."""
        self._ask()
        value = dice.chance.sample(self.source)
        self._note("roll", dice.question, (*dice.cited(value), *(mod.rule for mod in dice.tally)))
        return value

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """What the policy answers, or any option."""
        self._ask()
        if self.policy is not None and self.source.below(10) >= DRAWN:
            value = choice.answered_by(self.policy, self)
        else:
            options = tuple(choice.options())
            value = options[self.source.below(len(options))]
        self._note("choice", choice.question, choice.cited(value))
        return value


def walked(ruleset: Ruleset, fights: Iterable[int]) -> Iterator[Receipt]:
    """All receipts of these random fights, by number: of each scene in turn, most with other house rules."""
    scenes, policy = tuple(ruleset.scenes.values()), next(iter(ruleset.policies.values()))
    for n in fights:
        source, scene = Stream(n, 7), read_scene(scenes[n % len(scenes)], ruleset.scene)
        options = {**scene.options, **(any_house(ruleset, source) if n % 3 else {})}
        if ruleset.catalogue.faults(options):  # what is drawn does not go with the scene's own
            continue
        fight = ruleset.start(scene.model_copy(update={"options": options}))
        play = _Noting(fight, source, policy if n % 2 else None)
        with suppress(_Over):
            fight_out(play, ruleset)
        yield from play.receipts


def counted(receipts: Iterable[Receipt]) -> ReceiptCounts:
    """How often each rule stood on the receipts of each question."""
    counts = ReceiptCounts(Counter(), Counter())
    for about, rules in receipts:
        counts.of[about] += 1
        counts.with_rule.update((about, rule) for rule in rules)
    return counts
