"""The worst that can be sent: much of everything, wrong in every way, as long as a message may be."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def big(**fields: Any) -> str:
    return json.dumps({"id": "a", **fields})


NONSENSE = {
    "fields that nobody knows": big(do="seat", **{f"fighter{n}": 0 for n in range(3_500)}),
    "a word that looks like a place": big(do="seat", act=" - at `$" * 7_500),
    "a word of many quotes": big(do="sight", foes="`a" * 30_000),
    "dice that are words": big(do="dice", faces=["x"] * 12_000),
    "a number too large behind many": '{"do":"ping","id":"a","x":[' + "1," * 31_000 + "1e999]}",
    "a number too large far within": '{"do":"ping","id":"a","x":' + "[" * 900 + "1e999" + "]" * 900 + "}",
    "objects far within": '{"do":"ping","id":"a","x":' + '{"a":' * 450 + "1e999" + "}" * 451,
    "a kind without end": big(do="x" * 60_000),
}
"""Each of them once took the event loop from all tables, up to two seconds."""


FITTING: dict[str, dict[str, Any]] = {
    "answer": {"text": "shoot at kaan " * 14}, "place": {"act": "x" * 200, "to": [1, 1]},
    "dice": {"faces": [1] * 200}, "roll": {}, "undo": {"n": 1_000_000}, "redo": {"n": 1_000_000},
    "undo_to": {"entry": 0}, "amend": {"entry": 3, "text": "x" * 200},
    "earlier": {"entry": 3, "odds": True}, "preview": {"entry": 3, "text": "x" * 200},
    "override": {"words": "hurt " * 40, "why": "x" * 200},
    "card": {"name": "Zara"}, "correct": {"name": "Zara", "what": "x" * 200, "why": "x" * 200},
    "note": {"name": "Zara", "text": "x" * 500}, "newcomers": {},
    "remove": {"name": "Zara", "why": "x" * 200}, "hide": {"name": "Kaan", "why": "x" * 200},
    "join": {"record": {f"k{n}": 0 for n in range(5_000)}},
    "squad": {"names": ["x" * 50] * 100},
    "reserve": {"record": {f"k{n}": 0 for n in range(5_000)}},
    "hands": {"name": "Zara", "manner": "autopilot " + "x" * 180},
    "order": {"name": "Zara", "question": "action", "answer": "x" * 200}, "odds": {"n": 1},
    "advise": {}, "receipt": {"line": 3}, "at": {"entry": 2}, "lines": {"before": 1_000_000, "n": 500},
    "palette": {}, "seat": {"act": "add", "fighters": ["Zara"] * 100}, "sight": {"foes": "words"},
    "reveal": {"line": 5}, "say": {"text": "x" * 500},
    "throw": {"notation": "100d6", "why": "x" * 200}, "name": {"text": "x" * 100},
    "export": {"form": "json"}, "pause": {"name": "x" * 200}, "let": {"ask": "x" * 200}, "fork": {},
    "begin": {},
    "archive": {"on": False}, "share": {}, "picture": {"at": [0, 0]}, "ping": {},
    "fog": {"on": True, "stroke": {"points": [[n, n % 7] for n in range(200)], "radius": 9}},
    "wall": {"name": "x" * 40, "ends": [[0, 0], [1, 1]]}, "behind": {"name": "x" * 200, "wall": "x" * 200},
}  # fmt: skip
"""Of each command the one that takes longest."""


class CallsOf:
    """A function, and how often it was called."""

    def __init__(self, work: Any) -> None:
        self.work, self.count = work, 0

    def __call__(self, *given: Any) -> Any:
        self.count += 1
        return self.work(*given)


@contextmanager
def calls() -> Iterator[CallsOf]:
    """How many functions are called meanwhile: a clock that runs alike on every machine."""
    made = CallsOf(None)

    def count(frame: Any, event: str, arg: Any) -> None:
        made.count += event.endswith("call")

    sys.setprofile(count)
    try:
        yield made
    finally:
        sys.setprofile(None)
