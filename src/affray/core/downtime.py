"""Downtime: what a game says about the time between fights.

A campaign is a session as well: its fighters are those who have come out of fights, and its rule is
that the game master says what is done next: time passes, or somebody does a deed.  So whatever
holds of a live fight holds of it: dice are typed or thrown, everything is an entry, and undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who, record
from affray.core.fight import GameFight
from affray.core.message import figure, joined, msg
from affray.core.play import AnyPlay
from affray.core.view import View

BETWEEN = "between fights"
"""The question that the game master is asked."""
WAIT, REST, STAY = "wait", "rest", "stay at"
"""The deeds of the table: time passes; the wounded have what care there is, day by day; a place."""
MINUTE, HOUR, DAY = 60, 3_600, 86_400
SPANS = MappingProxyType({"minute": MINUTE, "hour": HOUR, "day": DAY})
"""How long time passes at once, in seconds, by name."""
MOST = 1_000
"""So many spans can pass at once."""


class Deed(NamedTuple):
    """What is done between fights, by a fighter or, as time passes, by the table."""

    by: Who
    act: Act


record(Deed)


class Carry(NamedTuple):
    """A fighter who goes from one fight to another.

    The body and the table there, and how the body would be here, unhurt, and the table here.
    `met` says which fighters here are which of there.
    """

    old: Any
    then: Any
    fresh: Any
    now: Any
    met: Mapping[Who, Who]


def put(table: Any, clock: int) -> Any:
    """The table with its clock set to so many seconds."""
    return table._replace(clock=clock)


def shown(table: Any) -> int:
    """The seconds that the table's clock shows."""
    seconds: int = table.clock
    return seconds


def step_by_step(
    onward: Callable[[AnyPlay, int], None],
) -> Callable[[AnyPlay, int], None]:
    """How time passes from one thing that it brings to the next.

    `onward` is a unit that goes to the next, or to this second if nothing comes before.
    """

    def passes(play: AnyPlay, seconds: int) -> None:
        table = View[Any](play, TABLE)
        end = table.about(shown) + seconds
        # One thing at a time, each a unit of its own: what is due next may depend on what the last one did.
        while table.about(shown) < end:
            play.call(onward, end)

    return passes


def nothing_due(_: AnyPlay) -> bool:
    """False, for a game in which nothing has to be settled before a deed."""
    return False


def untimed(body: Any, _: int) -> Any:
    """The body itself, for a game that notes no times in it."""
    return body


@dataclass(frozen=True, slots=True)
class Downtime:
    """What a game says of the time between fights.

    `table` is the table of a campaign that begins, under these house rules; `at` is a table whose
    clock, in seconds, is put there, `clock` what it shows.  `carried` is the body of a fighter with
    what it keeps from elsewhere, whose times count from the same clock; `timed` is a body whose times
    are so many seconds later.  `due` reckons one thing
    that has to be settled before anything is done, and says whether there was one.  `passes` lets so
    many seconds go by, with all that they bring.  `deeds` are what fighters can do, if the rules
    allow it; `perform` does one.  `rested` is a day with the care there is, if the game has any.
    `of_scene` are the fields of bodies that a scene sets, and that end with it.
    `places` are where doctors work, and `stays` goes to one.  `silent` are sentences: what the sheet
    says nothing of, so that nothing happens.
    """

    table: Callable[[Any], Any]
    carried: Callable[[Carry], Any]
    passes: Callable[[AnyPlay, int], None]
    deeds: Callable[[GameFight], Iterable[Deed]]
    perform: Callable[[AnyPlay, Any, Act], None]
    in_words: Callable[[str, str, Act], str]
    """A deed in words: who does it, to whom ("" for nobody), what."""
    at: Callable[[Any, int], Any] = put
    clock: Callable[[Any], int] = shown
    of_scene: tuple[str, ...] = ()
    timed: Callable[[Any, int], Any] = untimed
    due: Callable[[AnyPlay], bool] = nothing_due
    rested: Callable[[AnyPlay, int], None] | None = None
    places: tuple[str, ...] = ()
    stays: Callable[[AnyPlay, str], None] | None = None
    silent: tuple[str, ...] = ()


# --- what happens to a campaign --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Left(Effect):
    """A fight has begun that carries fighters from here; its name, and its title.

    `fighters` are the names of those who went; `file` is where it is kept, if it is in no store.
    """

    session: str
    title: str
    who: Who = TABLE
    fighters: tuple[Any, ...] = ()
    file: str = ""

    def on(self, table: Any, /) -> Any:
        """Change nothing: that happens when they come back."""
        return table


@dataclass(frozen=True, slots=True)
class Returned(Effect):
    """A fight is over for fighters: what it was, who won, how they came out.

    `fighters` are pairs of a fighter of the campaign and the body; `table` is the campaign's
    with the time the fight took.
    """

    session: str
    title: str
    winner: str
    fighters: tuple[Any, ...]
    table: Any
    who: Who = TABLE

    def on(self, table: Any, /) -> Any:
        """Let the time that it took pass."""
        return self.table


@dataclass(frozen=True, slots=True)
class Carried(Effect):
    """A fighter comes out of a fight as it is: wounds, ammunition, clocks."""

    who: Who
    body: Any

    def on(self, b: Any, /) -> Any:
        """The body as it came."""
        return self.body


def span_in_words(act: Act) -> str:
    """How long time passes.

    >>> span_in_words(Act(WAIT, item="day", n=3)), span_in_words(Act(WAIT, item="hour", n=1))
    ('3 days', '1 hour')
    """
    return several(act.n, act.item)


def several(n: int, span: str) -> str:
    """A number of spans of time, in words."""
    match span:
        case "day":
            return msg("{n, plural, one {# day} other {# days}}", n=n)
        case "hour":
            return msg("{n, plural, one {# hour} other {# hours}}", n=n)
        case "minute":
            return msg("{n, plural, one {# minute} other {# minutes}}", n=n)
        case "second":
            return msg("{n, plural, one {# second} other {# seconds}}", n=n)
    return joined(" ", (str(n), span if n == 1 else f"{span}s"))


def clock_in_words(seconds: int) -> str:
    """A clock of seconds as day and hour; the first day is day 1.

    >>> clock_in_words(2 * DAY + 3 * HOUR + 61)
    'day 3, 03:01:01'
    """
    day, rest = divmod(seconds, DAY)
    return msg(
        "day {day}, {rest}:{rest2}:{rest3}",
        day=day + 1,
        rest=figure(rest // HOUR, "02d"),
        rest2=figure(rest % HOUR // MINUTE, "02d"),
        rest3=figure(rest % MINUTE, "02d"),
    )


def seconds_of(act: Act) -> int:
    """How many seconds a deed of the table takes."""
    return SPANS[act.item] * act.n


def kept(before: int, most_before: int, most: int) -> int:
    """What is left of a figure whose full value may have changed: the loss stays the same.

    What was lost stays lost.

    >>> kept(3, 8, 9), kept(8, 8, 6)
    (4, 6)
    """
    # Counted from the top: who had lost five of eight has lost five of nine.
    return max(0, min(most, most - (most_before - before)))


def passing(seconds: int) -> str:
    """A time in its largest whole parts.

    >>> passing(DAY + 2 * HOUR), passing(61)
    ('1 day 2 hours', '1 minute 1 second')
    """
    parts = []
    for span, size in (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)):
        n, seconds = divmod(seconds, size)
        parts += [several(n, span)] if n else []
    return joined(" ", parts) or "no time"
