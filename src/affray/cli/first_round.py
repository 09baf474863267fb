"""What a fighter may do in the first round of a scene, and which of it is meant by what was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from affray import operations
from affray.cli.locale import say
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import NotFound
from affray.core.fight import GameFight
from affray.core.meant import act_meant
from affray.core.ruleset import Ruleset, names_of


class FirstRound(NamedTuple):
    """A fighter's turn in the first round of a scene: no dice have fallen yet."""

    ruleset: Ruleset
    names: tuple[str, ...]
    fight: GameFight
    who: Who

    @classmethod
    def of(cls, opened: operations.Opened, actor: str) -> Self:
        """The turn of this fighter, without one of whoever acts first; raises NotFound."""
        game, start = opened.ruleset, opened.ruleset.start(opened.scene)
        names = names_of(game, start)
        who = fighter_named(names, actor or acts_first(opened))
        return cls(game, names, game.in_combat(start, who), who)

    @property
    def offers(self) -> Sequence[Offer]:
        """The menu."""
        return self.ruleset.menu(self.fight, self.who)

    def in_words(self, act: Act) -> str:
        """An action as a player says it."""
        return self.ruleset.words.option(self.names, "action", act)

    @property
    def by_words(self) -> dict[str, Offer]:
        """The menu, by what a player says."""
        return {self.in_words(offer.act): offer for offer in self.offers}

    @property
    def legal(self) -> list[str]:
        """What may be done, as a player says it."""
        return [words for words, offer in self.by_words.items() if not offer.refused]

    def meant(self, action: str) -> Act:
        """The action that is meant, in English or the language; raises Illegal, NotFound or BadAnswer."""
        by_words: Mapping[str, Offer] = self.by_words
        translated = {say(words): offer for words, offer in by_words.items()}
        said = action.strip().casefold()
        if said and any(words.casefold().startswith(said) for words in translated):
            by_words = translated
        return act_meant(by_words, action)


def fighter_named(names: Sequence[str], said: str) -> Who:
    """The fighter of this name, in large letters or small; raises NotFound."""
    matches = [n for n, name in enumerate(names) if name.casefold() == said.casefold()]
    if not matches:
        raise NotFound("fighter", said, names)
    return Who(matches[0])


def acts_first(opened: operations.Opened) -> str:
    """Who chooses an action first; where dice decide, those of seed 0, as with `affray advise`."""
    from affray.autopilot.advice import to_first_action

    session = operations.start(opened, seed=0)
    to_first_action(session)
    return session.names[session.asking.asked.who]
