"""Fights as a table reads them, to be read through: `python -m tools.flow GAME [FIGHTS]`.

Each scene of a game in turn, played by the machine at its habits and then at random, so that rare things
come up: what is told, every question with its options, every receipt.  A sentence whose like was read
three times is not told again, so that ten fights are read in an hour.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from affray import operations
from affray.core.live import Pending, Rolled
from affray.core.message import Message, Row, word
from affray.core.ruleset import Ruleset, rulesets
from affray.core.stream import Stream
from affray.session import Controller, Session

FIGHTS, LONGEST, OFTEN = 10, 700, 3
"""Fights of a game, answers in one, and how often a sentence is read."""
SEED, ROAMS = 20, 3
"""The first seed, and of how many choices one is made at random."""


class Reading:
    """What was read of a game so far: how often each sentence, names and numbers apart."""

    def __init__(self) -> None:
        self.read: Counter[object] = Counter()

    def new(self, *said: str) -> bool:
        """Whether one of these is still to be read; all count as read once more."""
        shapes = [shape(each) for each in said]
        self.read.update(shapes)
        return any(self.read[each] <= OFTEN for each in shapes)


def shape(text: object) -> object:
    """What two sentences have in common that differ by names and numbers alone."""
    if isinstance(text, Row):
        return text.form, tuple(shape(part) for part in text.fields.values())
    if not isinstance(text, Message):
        return ""
    fields = text.fields.items()
    return text.form, tuple((name, shape(v)) for name, v in fields if isinstance(v, Message))


def fight(ruleset: Ruleset, scene: str, seed: int, reading: Reading, roams: bool) -> Iterator[str]:
    """The sentences of one fight."""
    session = operations.start(scene, seed=seed)
    yield f"\n=== {session.scene.title} ({scene}, seed {seed}{', at random' if roams else ''})"
    told = 0
    for _ in answers(session, Stream(seed) if roams else None):
        yield from telling(session, told, reading)
        told = len(session.story)
        if session.pending is not None:
            yield from asking(session, session.pending, reading)
    words = ruleset.words
    for who in session.fight.here:
        state = words.fighter(session.fight, who)
        if reading.new(state):
            yield f"        {session.names[who]}: {state}"
    yield f"        {words.table(session.fight)}; winner: {session.winner}"


def answers(session: Session, chance: Stream | None) -> Iterator[None]:
    """Stop before each answer and at the end; with `chance` one choice in `ROAMS` is anything offered."""
    controller = Controller(session)
    controller.give("all", "autopilot")
    for _ in range(LONGEST):
        yield
        pending = session.pending
        if pending is None:
            return
        if chance is not None and pending.chance is None and not chance.below(ROAMS):
            session.answer(pending.options[chance.below(len(pending.options))])
            continue
        given = controller.answer()
        if given is None:
            return
        session.answer(given.value, given.dice, by=given.by)


def telling(session: Session, first: int, reading: Reading) -> Iterator[str]:
    """What was told since, with the receipts of rolls."""
    words, names = session.ruleset.words, session.names
    for each in list(session.story)[first:]:
        line = words.told(each.fight, names, each.told)
        if not line:
            continue
        tally = each.told.tally if isinstance(each.told, Rolled) else ()
        mods = [mod.why for mod in tally]
        if isinstance(each.told, Rolled):
            mods.append(word(each.told.asked.question))
        if not reading.new(line, *mods):
            continue
        yield f"  {line}"
        if tally:
            parts = ", ".join(f"{mod.amount:+d} {mod.why} [{mod.rule}]" for mod in tally)
            yield f"      {parts}"


def asking(session: Session, pending: Pending, reading: Reading) -> Iterator[str]:
    """A question with its options, and what forbids others."""
    words, names = session.ruleset.words, session.names
    if pending.chance is not None:
        return
    question = words.asked(names, pending.asked, pending.about)
    options = [session.options.in_words(option) for option in pending.options]
    fresh = [each for each in options if reading.new(each)]
    refused = [
        f"{session.options.in_words(offer.act)}: {'; '.join(map(str, offer.refused))}"
        for offer in session.options.menu()
        if offer.refused and reading.new(*map(str, offer.refused))
    ]
    if not (reading.new(question) or fresh or refused):
        return
    yield f"? {question}   [{' '.join(pending.rules)}]"
    yield from (f"      > {each}" for each in fresh or options[:3])
    yield from (f"      x {each}" for each in refused)


def flow(ruleset: Ruleset, fights: int) -> Iterator[str]:
    """So many fights of a game."""
    reading = Reading()
    names = [each.name for each in operations.shipped() if each.ruleset.id == ruleset.id]
    for n in range(fights):
        yield from fight(ruleset, names[n % len(names)], SEED + n, reading, n >= len(names))


def main(arguments: Sequence[str]) -> int:
    """Write them; which game, and how many fights."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.flow", description=(__doc__ or "").split("\n\n")[1]
    )
    parser.add_argument("game", choices=sorted(rulesets()))
    parser.add_argument("fights", nargs="?", type=int, default=FIGHTS, help=f"how many ({FIGHTS})")
    given = parser.parse_args(arguments)
    for line in flow(rulesets()[given.game], given.fights):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
