"""Plays one seat of a live table over HTTP, until the fight is over.

    python examples/http_bot.py http://localhost:8000/j/SECRET [ANSWERS]

The link is the one that a game master makes for a seat.  Nothing but the standard library is needed.
"""

from __future__ import annotations

import json
import sys
from http.client import HTTPConnection
from time import sleep
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

PAUSE = 0.1
"""Seconds between two looks at what has happened."""
TRIES = 60
"""So often, once a second, a server is asked that is away."""


class Seat:
    """A seat at a live table: what is to be seen from there, and commands from it."""

    def __init__(self, link: str) -> None:
        place = urlsplit(link)
        self.host, self.token = place.netloc, place.path.rpartition("/")[2]
        self.session, _ = self._ask("GET", place.path)  # leads on to /s/SESSION
        self.sections: dict[str, Any] = {}
        self.seq, self.epoch = -1, ""

    def look(self) -> None:
        """Take in what has changed; at first, or after too long a while, that is everything."""
        path = f"{self.session}/events?since={max(0, self.seq)}&epoch={self.epoch}"
        for each in self._ask("GET", path)[1]:
            self.seq, self.epoch = each["seq"], each.get("epoch", self.epoch)
            self.sections.update(each["sections"])
            self.sections["log"] = self.sections["log"] + each.get("new", [])

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command; the same id is carried out once, however often it is sent."""
        said = {"id": uuid4().hex, "seq": self.seq, **command}
        answer: dict[str, Any] = self._ask("POST", f"{self.session}/commands", said)[1]
        return answer

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[str, Any]:
        """Where an answer leads on to, and what it says; asked again while the server is away."""
        for _ in range(TRIES):
            try:
                status, leads, text = self._once(method, path, body)
            except OSError:
                status = 503
            if status in (403, 404):
                raise SystemExit(f"there is no seat for us: {text[:200]}")
            if status != 503:
                return leads, json.loads(text) if text.startswith(("{", "[")) else None
            sleep(1)
        raise SystemExit("the table does not answer any more")

    def _once(self, method: str, path: str, body: Any) -> tuple[int, str, str]:
        line = HTTPConnection(self.host, timeout=30)
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, answer.headers.get("location", ""), answer.read().decode()
        finally:
            line.close()


def chosen(ask: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """What to answer: the action with the best chance, else the first thing on offer."""
    if ask["kind"] == "dice":
        return {"do": "roll"}
    legal = [action for action in actions if action["n"]]
    best = max(legal, key=likely, default=None)
    if best is not None and likely(best):
        return {"do": "answer", "n": best["n"]}
    return {"do": "answer", "n": ask["options"][0]["n"]}


def likely(action: dict[str, Any]) -> float:
    """The chance of what an action is for, from 0 to 1; 0 where none is told."""
    return action.get("told", {}).get("likely") or 0.0


def play(link: str, answers: int) -> int:
    """Answer whatever this seat is asked, so many times at most; how often it was."""
    seat, given, told = Seat(link), 0, 0
    while given < answers:
        seat.look()
        for line in seat.sections["log"]:
            if line["n"] > told:
                told = line["n"]
                print(line["words"])
        ask = seat.sections["ask"]
        if seat.sections["title"]["over"]:
            break
        if ask is None or not ask["mine"]:
            sleep(PAUSE)
            continue
        answer = seat.do(chosen(ask, seat.sections["actions"]))
        if answer["t"] == "refused" and not answer["retry"]:
            raise SystemExit(answer["why"])
        given += answer["t"] == "done"
    return given


if __name__ == "__main__":
    asked = sys.argv[1:] or [""]
    if not asked[0].startswith("http://"):
        raise SystemExit("expected the link of a seat, http://…/j/…")
    print(f"{play(asked[0], int(asked[1]) if len(asked) > 1 else 10_000)} answers given")
