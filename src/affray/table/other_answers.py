"""Other answers on the wire: what there was to choose from, and what another choice would change."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from affray.core.live import Answer, Departed
from affray.core.message import msg, word
from affray.core.phrases import decision, leaves, roll_name
from affray.session import Session, SessionLine
from affray.session.controller import GAME_MASTER
from affray.table.wire import Action, WireAsk


class WireEarlier(Struct):
    """What an entry of the log was the answer to, with the options there were.

    `actions` is the menu as it was then.  `n` is the number of the option that was chosen, 0 where it is none
    of them; `said` is the answer in words, `dice` are the faces of a roll where they are known.
    """

    ask: WireAsk
    actions: list[Action]
    n: int
    said: str
    dice: list[int]


class FallenEntry(Struct):
    """A later entry that does not hold any more, in words."""

    entry: int
    words: str


class WireDifference(Struct):
    """What would be otherwise in the end, about a fighter; without a name, about the fight."""

    name: str
    words: list[str]


class WirePreview(Struct):
    """What another answer would come to.

    So many later answers `hold`, `fell` fall away, so many are `added`, which nobody has to give.
    `waits` says that the fight would wait in their midst; `differ` is how it would stand.
    """

    hold: int
    fell: list[FallenEntry]
    added: int
    waits: bool
    differ: list[WireDifference]


def fallen(session: Session, lines: Iterable[SessionLine]) -> list[FallenEntry]:
    """Entries that fall away, for whoever sees everything."""
    return [FallenEntry(line.seq, word(_in_words(session, line))) for line in lines]


def _in_words(session: Session, line: SessionLine) -> str:
    if isinstance(line.entry, Departed):
        return leaves(session.names[line.entry.who], line.entry.why)
    if not isinstance(line.entry, Answer):
        return "a correction"
    names, (who, question, chance) = session.names, line.entry.asked
    name = names[who] if who >= 0 else GAME_MASTER
    if chance:
        roll = roll_name(session.ruleset.words, question)
        return msg("{name}'s {question}: {value}", name=name, question=roll, value=line.entry.value)
    if isinstance(line.entry.value, bool):
        return decision(session.ruleset.words, name, question, line.entry.value)
    option = session.ruleset.words.option(names, question, line.entry.value)
    return msg("{name}, {question}: {option}", name=name, question=question, option=option)
