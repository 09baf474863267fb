"""Recovery: a phrase that is written down, and gives the game master's seat back once.

It is for the night on which the laptop dies or the browser forgets who it was.  Of the phrase only the
hash is kept, as of a link; it is used up by the first who types it.
"""

from __future__ import annotations

import re
import secrets

from affray.core.errors import NotFound
from affray.core.message import msg
from affray.table.persistence import Persistence
from affray.table.seats import GAME_MASTER, Seats, digest

LENGTH = 8
"""Words of a phrase: each one is eight bits."""
_WORDS = """
    acid actor amber anchor angle ankle apple apron arrow artist attic autumn
    bacon badge baker balcony banana banjo barrel basket beacon beard beaver bell berry bishop blanket
    bottle branch bread bridge bronze brush bucket buffalo butter button
    cabin cactus camel candle canoe canyon carpet carrot castle cattle cellar chain chalk cherry chimney
    cider circus clay clock clover cobra coffee comet copper coral cotton cousin cradle crane cricket
    crown crystal cushion
    dancer dagger desert diary dinner dolphin donkey double dragon drawer drum dust
    eagle early echo elbow elder elephant ember empire engine envelope evening
    fabric falcon farmer feather fence ferry fiddle finger flag flute fog forest fossil fountain fox
    frost funnel
    galaxy garden garlic ghost giant ginger glacier glove goat goose grape gravel guitar gutter
    hammer harbour harvest hat hedge helmet heron hinge honey horse hotel hunter
    iceberg idea insect iron island ivory
    jacket jaguar jelly jewel journey judge jungle
    kettle keyhole kitchen kite knee knight
    ladder lagoon lamp lantern lemon letter library lion lizard lobster locket lumber
    magnet mantle maple marble market meadow melon mirror monkey mosaic mountain museum mustard
    napkin needle nephew nickel noodle novel nutmeg
    oak oasis ocean olive onion orange orchard otter oven oyster
    paddle palace panther parrot pebble pepper piano pillow pirate planet plum pocket pony potato powder
    pumpkin puzzle
    quarry queen quilt
    rabbit radio raven ribbon river robin rocket rope ruby runner
    saddle salmon sandal scarf school shadow silver singer sister spider
    table teapot thunder ticket tiger turtle
    umbrella uncle
    valley velvet violin
    wagon walnut walrus whistle willow window
    yogurt
    zebra
"""
WORDS = tuple(_WORDS.split())
"""256 words that one can say and spell."""


def drawn() -> str:
    """A phrase, of 64 bits."""
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def spelled(typed: str) -> str:
    """A phrase as it stands in an address and is kept, however it was typed; nothing for what is none.

    >>> spelled(" Acid, actor amber\\nANCHOR - angle ankle apple apron. ")
    'acid-actor-amber-anchor-angle-ankle-apple-apron'
    >>> spelled("K7Q 2MX"), spelled("acid actor")
    ('', '')
    """
    words = re.findall(r"[a-z]+", typed.casefold())
    return "-".join(words) if len(words) == LENGTH and set(words) <= set(WORDS) else ""


def promised(seats: Seats) -> str:
    """A new phrase to be written down; the one before leads nowhere any more."""
    phrase = drawn()
    seats.phrase = digest(spelled(phrase))
    return phrase


def taken_back(seats: Seats) -> str:
    """The secret of a new link for the game master, for which the phrase is used up."""
    seats.phrase = ""
    return linked(seats)


def linked(seats: Seats) -> str:
    """The secret of a new link for the game master; the one before leads nowhere."""
    master = next((seat for seat in seats if seat.role == "gm"), None)
    return seats.add("gm", GAME_MASTER)[1] if master is None else seats.link(master)


async def fresh_link(persistence: Persistence, session: str) -> str:
    """The same for a kept session, whoever has it open; raises NotFound."""
    async with persistence.lock():
        kept = await persistence.besides()
        if kept is None:
            raise NotFound("session", session, ())
        secret = linked(kept.seats)
        await persistence.seats(kept.seats)
    return secret


NO_PHRASE = msg(
    "that phrase leads nowhere: it was mistyped, used already, or another one has taken its place"
)
"""What is said of a phrase that is not that of the table."""
