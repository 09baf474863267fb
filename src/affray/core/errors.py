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

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple


class Refusal(NamedTuple):
    """One reason against an action: the rule that forbids it, and why in words."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


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
        super().__init__("; ".join(str(r) for r in refusals))
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
    """The rules came to their end before the entries did."""

    code = "log/left-over"


class StoreError(AffrayError):
    """What keeps sessions cannot do what was asked: away, full, read-only, damaged, or no store of ours.

    Nothing of it was done, unless the code is `UNSURE`.
    """

    code = "store/failed"


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
        """What is wrong, without where."""
        return self.bare or self.message

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class BadData(AffrayError):
    """A scene, a pack or a table with faults: all of them at once."""

    code = "data/faults"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(f) for f in faults))
        self.faults = tuple(faults)


class OverBudget(AffrayError):
    """An exact answer would take more paths than it may."""

    code = "odds/over-budget"

    def __init__(self, budget: int, message: str = "") -> None:
        super().__init__(message or f"more than {budget:,} paths; sample it instead")
        self.budget = budget


class Endless(OverBudget):
    """A rule goes on for ever in a way that has no closed form."""

    code = "odds/endless"

    def __init__(self, why: str) -> None:
        super().__init__(0, why)


class NotFound(AffrayError):
    """A name that nothing has; close names are suggested."""

    code = "name/unknown"

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(unknown(what, name, known))
        self.name = name


def close_to(name: str, known: Iterable[str]) -> list[str]:
    """The known names that were perhaps meant, the closest first.

    >>> close_to("carbin", ["carbine", "knife"])
    ['carbine']
    """
    return get_close_matches(name, sorted(set(known)), 3, 0.6)


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """One sentence about a name that is not known, with the closest known ones.

    >>> unknown("weapon", "carbin", ["carbine", "knife"])
    "there is no weapon 'carbin'; did you mean 'carbine'?"
    """
    names = sorted(set(known))
    close = close_to(name, names)
    if close:
        return f"there is no {what} {name!r}; did you mean {' or '.join(map(repr, close))}?"
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    return f"there is no {what} {name!r}; known: {shown or 'none'}"
