"""Finds the action of a menu that typed words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from affray.core.act import Act, Offer
from affray.core.errors import BadAnswer, Illegal, NotFound, close_to
from affray.core.message import Verbatim, joined, msg

SHOWN = 6
"""So many actions are named where several fit."""


def act_meant(by_words: Mapping[str, Offer], action: str) -> Act:
    """The action that is meant, by its full name or its beginning, in any case.

    Raises Illegal with every rule against it, NotFound, or BadAnswer where several are meant.
    """
    said = action.strip().casefold()
    exact = [words for words in by_words if words.casefold() == said]
    meant = exact or [words for words in by_words if said and words.casefold().startswith(said)]
    if not meant:
        raise NotFound("action", action.strip()[:60], map(Verbatim, by_words), _close(by_words, said))
    legal = {by_words[words].act: words for words in meant if not by_words[words].refused}
    if not legal:
        raise Illegal(by_words[meant[0]].refused)
    if len(legal) > 1:
        raise BadAnswer(_several(action.strip(), list(legal.values())), code="answer/ambiguous")
    return next(iter(legal))


def beginning(by_words: Mapping[str, Offer], words: str) -> str:
    """The shortest beginning of an action, in whole words, that means no other allowed one."""
    act, parts = by_words[words].act, words.split(" ")
    legal = [each for each, offer in by_words.items() if not offer.refused]
    for n in range(len(act.name.split()), len(parts)):
        begins = " ".join(parts[:n]).casefold()
        if sum(each.casefold().startswith(begins) for each in legal) == 1:
            return " ".join(parts[:n])
    return words


def _close(by_words: Iterable[str], said: str) -> list[str]:
    """The actions whose first words, as many as were typed, are close to those."""
    n = max(1, len(said.split()))
    cut: dict[str, str] = {}
    for words in by_words:
        cut.setdefault(" ".join(words.split()[:n]), words)
    return [Verbatim(cut[each]) for each in close_to(said, cut)]


def _several(action: str, fitting: list[str]) -> str:
    """That several actions fit, and which."""
    some = joined(", ", map(Verbatim, map(repr, map(str, fitting[:SHOWN]))))
    more = msg(" and {n} more", n=len(fitting) - SHOWN) if len(fitting) > SHOWN else ""
    return msg(
        "{action} matches {n} actions: {some}{more}; type more of it",
        action=Verbatim(repr(action)),
        n=len(fitting),
        some=some,
        more=more,
    )
