"""Legal actions as values, and actions that are meant by typed words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from affray.core.act import Act, Offer
from affray.core.errors import BadAnswer, NotFound
from affray.core.meant import act_meant
from affray.core.ruleset import Ruleset
from affray.pricing import BEST


class LegalAction(NamedTuple):
    """One possible answer: in a player's words, and as the rules take it."""

    words: str
    value: Any

    def __repr__(self) -> str:
        return f"<LegalAction {self.words!r}>"

    def __str__(self) -> str:
        return self.words


def policy_named(ruleset: Ruleset, policy: str) -> str:
    """A policy of a game, or "best"; without a name the game's first.  Raises NotFound."""
    name = policy or next(iter(ruleset.policies))
    if name not in (*ruleset.policies, BEST):
        raise NotFound("policy", name, [*ruleset.policies, BEST])
    return name


def legal_act(
    ruleset: Ruleset, names: Sequence[str], offers: Sequence[Offer], action: str | LegalAction
) -> Act:
    """The action in a menu that matches, in full or by its first words.

    Raises Illegal with every rule against it, NotFound, or BadAnswer if several match.
    """
    if isinstance(action, LegalAction):
        if not isinstance(action.value, Act):
            raise BadAnswer(f"expected an action, got {action.words!r}", code="answer/no-action")
        return action.value
    return act_meant({ruleset.words.option(names, "action", offer.act): offer for offer in offers}, action)
