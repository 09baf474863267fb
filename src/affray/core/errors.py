"""Everything that can go wrong, as one tree.

AffrayError
├── Illegal        an action that its own rules forbid           action/illegal
├── BadAnswer      an answer that does not fit what was asked    answer/…
├── LogError       entries that no longer fit the rules          log/…
│   ├── Diverged   an entry answers another question             log/diverged
│   └── LeftOver   the rules ended before the entries did        log/left-over
├── StoreError     what keeps sessions fails, or refuses         store/…
│   └── Conflict   somebody else has written that entry          store/conflict
├── BadData        a file with faults, all of them listed        data/…
├── OverBudget     an exact answer would take too many paths     odds/over-budget
│   └── Endless    a rule goes on for ever in some way           odds/endless
└── NotFound       a name that nothing has                       name/unknown
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from affray.core.message import Verbatim, figure, joined, msg, word


class Refusal(NamedTuple):
    """One reason against an action: the rule that forbids it, and why in words."""

    rule: str
    why: str

    def __str__(self) -> str:
        return msg("{why} [{rule}]", why=self.why, rule=self.rule)


def refusal(rule: str, why: str, fields: Mapping[str, Any]) -> Refusal:
    """A refusal in words of this form, with these fields."""
    return Refusal(rule, msg(why, **fields) if fields else word(why))


class AffrayError(Exception):
    """Any fault that is reported in one sentence, with a `code` that is stable where the words are not."""

    code = "affray/error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code or self.code


class Illegal(AffrayError):
    """An action that its own rules forbid was played."""

    code = "action/illegal"

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(joined("; ", (str(r) for r in refusals)))
        self.refusals = tuple(refusals)


class BadAnswer(AffrayError):
    """An answer that does not fit: dice out of range or too many, an option that was not offered."""

    code = "answer/unfit"


class LogError(AffrayError):
    """Entries of a log that cannot be used; `at` counts them from 0 within what was replayed."""

    code = "log/unfit"

    def __init__(self, message: str, at: int = 0, *, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.at = at


class Diverged(LogError):
    """An entry answers another question than the one the rules ask there."""

    code = "log/diverged"


class LeftOver(LogError):
    """The rules ended before the entries did."""

    code = "log/left-over"


class StoreError(AffrayError):
    """The store cannot do what was asked: it is away, full, read-only, damaged or not one of ours.

    Nothing of it was done, unless the code is `UNSURE`.  `why` is why, without where things are kept: that is
    no business of players.
    """

    code = "store/failed"

    def __init__(self, message: str, *, code: str | None = None, why: str = "") -> None:
        super().__init__(message, code=code)
        self.why = why or message


UNSURE = "store/unsure"
"""The code of a StoreError where what was asked may have been done: the store was lost while it wrote."""


class Conflict(StoreError):
    """Another writer has made that entry; read what is new, then say it again."""

    code = "store/conflict"


class Fault(NamedTuple):
    """One fault of a file: where it stands, and what was expected.

    The place is the file and line, or a path of keys.  Where the message begins by a path of keys, `keys`
    has them, with whole numbers from 0, and `bare` is the message without them.  `code` is for faults that
    a face tells in words of its own.
    """

    place: str
    message: str
    keys: tuple[str | int, ...] = ()
    bare: str = ""
    code: str = ""

    @property
    def alone(self) -> str:
        """What is wrong, without the place."""
        return self.bare or self.message

    def __str__(self) -> str:
        return msg("{place}: {message}", place=self.place, message=self.message)


class BadData(AffrayError):
    """A scene, a pack or a table with faults: all of them at once."""

    code = "data/faults"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(joined("\n", (str(f) for f in faults)))
        self.faults = tuple(faults)


class OverBudget(AffrayError):
    """An exact answer would take more paths than it may."""

    code = "odds/over-budget"

    def __init__(self, budget: int, message: str = "") -> None:
        super().__init__(
            message or msg("more than {budget} paths; use sampling instead", budget=figure(budget, ","))
        )
        self.budget = budget


class Endless(OverBudget):
    """A rule goes on for ever in a way that has no closed form."""

    code = "odds/endless"

    def __init__(self, why: str) -> None:
        super().__init__(0, why)


class NotFound(AffrayError):
    """A name that nothing has; close names are suggested."""

    code = "name/unknown"

    def __init__(self, what: str, name: str, known: Iterable[str], close: Sequence[str] = ()) -> None:
        super().__init__(unknown(what, name, known, close))
        self.name = name


def close_to(name: str, known: Iterable[str]) -> list[str]:
    """The known names that were perhaps meant, in large letters or small, the closest first.

    >>> close_to("carbin", ["carbine", "knife"]), close_to("zra", ["Zara", "Kaan"])
    (['carbine'], ['Zara'])
    """
    by_letters: dict[str, list[str]] = {}
    for each in sorted(set(known)):
        by_letters.setdefault(each.casefold(), []).append(each)
    close = get_close_matches(name.casefold(), by_letters, 3, 0.6)
    return [each for letters in close for each in by_letters[letters]][:3]


def unknown(what: str, name: str, known: Iterable[str], close: Sequence[str] = ()) -> str:
    """One sentence about a name that is not known, with the closest known ones, or those that are given.

    >>> unknown("weapon", "carbin", ["carbine", "knife"])
    "there is no weapon 'carbin'; did you mean 'carbine'?"
    """
    names = sorted(set(known))
    if close := close or close_to(name, names):
        return msg(
            "there is no {what} {name}; did you mean {names}?",
            what=what,
            name=Verbatim(repr(name)),
            names=joined(" or ", (Verbatim(repr(each)) for each in close)),
        )
    shown = joined(", ", map(Verbatim, names[:12])) + (
        msg(" and {n} more", n=len(names) - 12) if len(names) > 12 else ""
    )
    return msg(
        "there is no {what} {name}; known: {shown}",
        what=what,
        name=Verbatim(repr(name)),
        shown=shown or "none",
    )
