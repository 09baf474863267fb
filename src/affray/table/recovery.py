"""Recovery: a phrase that is written down, and gives the game master's seat back once.

It is for the night on which the laptop dies or the browser forgets who it was.  Of the phrase only the
hash is kept, as of a link; it is used up by the first who types it.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from affray.core.errors import NotFound
from affray.core.message import Verbatim, msg
from affray.table.persistence import Persistence
from affray.table.seats import GAME_MASTER, Seats, digest

LENGTH = 8
"""Words of a phrase: each one is eight bits."""
WORDS = tuple(Path(__file__).with_name("recovery.txt").read_text("utf-8").split())
"""256 words that one can say and spell."""


def drawn() -> str:
    """A phrase of nearly 64 bits, in which no word stands twice: that would look like a slip."""
    return " ".join(secrets.SystemRandom().sample(WORDS, LENGTH))


def spelled(typed: str) -> str:
    """A phrase as it stands in an address and is kept, however it was typed; nothing for what is none.

    >>> spelled(" Acid, actor amber\\nANCHOR - angle ankle apple apron. ")
    'acid-actor-amber-anchor-angle-ankle-apple-apron'
    >>> spelled("K7Q 2MX"), spelled("acid actor")
    ('', '')
    """
    words = re.findall(r"[a-z]+", typed.casefold())
    return "-".join(words) if len(words) == LENGTH and set(words) <= set(WORDS) else ""


FEW = 3
"""So many words of as many letters at least are meant as a phrase."""


def mistyped(typed: str) -> str:
    """Why words that are meant as a phrase are none; empty for a phrase, and for a code or a link.

    >>> mistyped("acid actor ambr anchor angle ankle apple apron")
    'not a word of a recovery phrase: ambr'
    >>> mistyped("acid, actor, amber"), mistyped("k7q 2mx"), mistyped("ab cd ef")
    ('a recovery phrase has 8 words; you typed 3', '', '')
    """
    words = re.findall(r"[^\W\d_]+", typed.casefold())
    meant = sum(len(word) >= FEW for word in words) >= FEW and not any(map(str.isdigit, typed))
    if not meant or spelled(typed):
        return ""
    if strange := [word for word in dict.fromkeys(words) if word not in WORDS]:
        return msg("not a word of a recovery phrase: {words}", words=Verbatim(", ".join(strange)))
    return msg("a recovery phrase has {length} words; you typed {n}", length=LENGTH, n=len(words))


def promised(seats: Seats, by: str) -> str:
    """A new phrase to be written down by a game master; the one before leads nowhere any more."""
    phrase = drawn()
    seats.phrase, seats.drawn_by = digest(spelled(phrase)), by
    return phrase


def taken_back(seats: Seats) -> str:
    """The secret of a new link for the game master who drew the phrase, which is used up."""
    seats.phrase = ""
    return linked(seats, seats.drawn_by)


def linked(seats: Seats, wanted: str = "") -> str:
    """The secret of a new link for a game master, the first if not the `wanted` one.

    The link of that seat before leads nowhere; other game masters stay.
    """
    masters = sorted((seat for seat in seats if seat.role == "gm"), key=lambda seat: seat.id != wanted)
    return seats.link(masters[0]) if masters else seats.add("gm", GAME_MASTER)[1]


async def fresh_link(persistence: Persistence, session: str) -> str:
    """The same for a kept session, whoever has it open; raises NotFound."""
    async with persistence.lock():
        kept = await persistence.besides()
        if kept is None:
            raise NotFound("session", session, ())
        secret = linked(kept.seats)
        await persistence.seats(kept.seats)
    return secret


NO_PHRASE = msg("that phrase does not work: it was mistyped, already used, or replaced by a newer one")
"""What is said of a phrase that is not that of the table."""
