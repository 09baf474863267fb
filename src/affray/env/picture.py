"""A fight in words, for people who watch an environment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.effect import Who
from affray.core.ruleset import Ruleset
from affray.env.run import FightRun

LINES = 8
"""How many lines of the story are shown."""


def picture(ruleset: Ruleset, names: Sequence[str], running: FightRun) -> str:
    """The table, everybody's card, the last lines of the story, and what is asked."""
    return "\n".join(_lines(ruleset, names, running))


def _lines(ruleset: Ruleset, names: Sequence[str], running: FightRun) -> Iterator[str]:
    words, fight, pending = ruleset.words, running.fight, running.pending
    yield f"{ruleset.title}: {words.table(fight)}"
    yield from (_card(ruleset, running, who) for who in fight.everyone)
    told = [line for part, after in running.story[-4 * LINES :] if (line := words.told(after, names, part))]
    yield from (f"  {line}" for line in told[-LINES:])
    if pending is None:
        yield f"over: {ruleset.winner(fight) or 'nobody has won'}"
    else:
        yield words.asked(names, pending.asked, pending.about)


def _card(ruleset: Ruleset, running: FightRun, who: Who) -> str:
    card = ruleset.words.card(running.fight, who)
    bars = " ".join(f"{bar.name} {bar.now}/{bar.most}" for bar in card.bars)
    states = f" [{', '.join(card.states)}]" if card.states else ""
    return f"{card.name} ({card.side}) {bars}, {card.gear}{states}"
