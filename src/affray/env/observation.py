"""What an agent sees, in figures: its own side, and foes as everybody sees them.

What is shown of a foe is listed, not what is kept back: the game's card of a fighter, and where it
stands.  Of a foe whom one does not know of nothing is shown but that there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from affray.core.body import FighterBody, spot_of
from affray.core.effect import Who
from affray.core.fight import GameFight
from affray.core.live import Pending
from affray.core.ruleset import Card, Ruleset
from affray.core.view import View
from affray.env.features import EAST, FIGHTER, NORTH, PLACED, columns, word
from affray.env.slots import Place, said

State = GameFight
Figures = NDArray[np.float32]

LARGEST = float(1 << 24)
"""No figure is larger: whole numbers up to it are exact."""
ABOUT = 4
"""How many of the things that a question is about have figures."""
STATES = 24
"""Kinds that the words on a card for what is out of the ordinary are sorted into."""

PLAIN = (int, bool, Who, Who | None)
"""The types of what a table holds that is for everybody to know."""

QUESTION = (
    "asked",
    "question",
    "page",
    "options",
    *(f"about.{n}.{what}" for n in range(ABOUT) for what in ("kind", "value")),
)
"""The first figures: whether one is asked, what, which page of how many options, about what.

A thing it is about is of kind 0, nothing; 1, a fighter, by 1 more than its row; 2, a number; 3, words.
"""


class Observer:
    """The figures of fights from one start, as seen by any fighter of it.

    `names` says what each figure is.  Rows of fighters stand in this order: oneself, comrades,
    foes; each by their order in the scene.  `comrades` and `foes` are the most that any has.
    """

    def __init__(self, ruleset: Ruleset, start: State) -> None:
        self.ruleset = ruleset
        sides = [b.side for b in start.fighters]
        cards = [ruleset.words.card(start, who) for who in start.everyone]
        self.comrades = max(map(sides.count, sides)) - 1
        self.foes = len(sides) - min(map(sides.count, sides))
        self.bars = max(len(card.bars) for card in cards)
        kind: Any = type(start.fighters[0])
        self.body = columns(kind)
        self.orders = [self._order(sides, who) for who in start.everyone]
        self._open = _open(type(start.table))
        self._holds = {
            what: np.array([n for n, h in enumerate(self.body.holds) if h == what], dtype=np.intp)
            for what in (FIGHTER, PLACED, EAST, NORTH)
        }
        self._rows: list[tuple[Any, Figures] | None] = [None] * len(sides)
        self._fight: State | None = None
        self._shown: list[list[float]] = []
        self.names = self._names()

    def _order(self, sides: Sequence[str], who: Who) -> list[int]:
        """The row of every fighter as seen by one."""
        rows, comrade, foe = [], 1, 1 + self.comrades
        for n, side in enumerate(sides):
            if n == who:
                rows.append(0)
            elif side == sides[who]:
                rows.append(comrade)
                comrade += 1
            else:
                rows.append(foe)
                foe += 1
        return rows

    def _names(self) -> tuple[str, ...]:
        shown = (
            "there", "known", "placed", "east", "north", "out", "turn", "gear",
            *(f"bar.{bar}.{what}" for bar in range(self.bars) for what in ("now", "most")),
            *(f"state.{n}" for n in range(STATES)),
        )  # fmt: skip
        own = ["own", *(f"comrade.{n}" for n in range(self.comrades))]
        everybody = [*own, *(f"foe.{n}" for n in range(self.foes))]
        return (
            *QUESTION,
            *(f"table.{name}" for name, _ in self._open),
            *(f"{who}.{name}" for who in everybody for name in shown),
            *(f"{who}.body.{name}" for who in own for name in self.body.names),
        )

    def place(self, of: Who) -> Place:
        """The rows of fighters as seen by one; the table has none, which is -1."""
        order = self.orders[of]
        return lambda who: order[who] if who >= 0 else -1

    def figures(self, fight: State, by: Who, pending: Pending | None, page: int = 0) -> Figures:
        """Everything that a fighter sees; `pending` is what it is asked, if it is."""
        order, me = self.orders[by], fight.bodies[by]
        known = [self.ruleset.knows_of(me, body) for body in fight.fighters]
        rows = [0.0, *(row + 1.0 if known[who] else 0.0 for who, row in enumerate(order))]
        head = self._asked(by, pending, page, rows)
        for name, is_fighter in self._open:
            value = getattr(fight.table, name)
            head.append(rows[0 if value is None else value + 1] if is_fighter else value)
        shown = np.zeros((1 + self.comrades + self.foes, self._width), dtype=np.float32)
        bodies = np.zeros((1 + self.comrades, len(self.body.names)), dtype=np.float32)
        for who, row in enumerate(order):
            shown[row, 0] = 1
            if known[who]:
                shown[row] = self._shown_of(fight, who)
            if row <= self.comrades:
                bodies[row] = self._row(who, fight.bodies[who])
        here = np.array(_spot(me), dtype=np.float32)
        shown[:, 3:5] -= here * shown[:, 2:3]
        self._as_seen(bodies, rows, here)
        figures = np.concatenate((np.array(head, dtype=np.float32), shown.ravel(), bodies.ravel()))
        return np.clip(figures, -LARGEST, LARGEST, out=figures)

    def whole(self, fight: State) -> Figures:
        """The whole state, hidden things included: the table's figures, then those of every body."""
        table = [
            (-1 if value is None else value)
            for value in (getattr(fight.table, name) for name, _ in self._open)
        ]
        rows = [self._row(who, body) for who, body in enumerate(fight.fighters)]
        figures = np.concatenate((np.array(table, dtype=np.float32), *rows))
        return np.clip(figures, -LARGEST, LARGEST, out=figures)

    @property
    def _width(self) -> int:
        return 8 + 2 * self.bars + STATES

    def _asked(self, by: Who, pending: Pending | None, page: int, rows: Sequence[float]) -> list[float]:
        if pending is None:
            return [0.0] * len(QUESTION)
        figures = [1.0, word(pending.asked.question), page, len(pending.options)]
        for n in range(ABOUT):
            figures += self._about(by, pending.about[n] if n < len(pending.about) else None, rows)
        return figures

    def _about(self, by: Who, about: Any, rows: Sequence[float]) -> tuple[float, float]:
        if about is None:
            return 0, 0
        if isinstance(about, View | Who):
            who = about.who if isinstance(about, View) else about
            return 1, rows[who + 1]
        if isinstance(about, int | float):
            return 2, about
        return 3, word(said(about, self.place(by)))

    def _row(self, who: int, body: Any) -> Figures:
        """A body in figures; as long as it stays the same, so does the row."""
        kept = self._rows[who]
        if kept is None or kept[0] is not body:
            kept = self._rows[who] = (body, np.array(self.body.of(body), dtype=np.float32))
        return kept[1]

    def _as_seen(self, bodies: Figures, rows: Sequence[float], here: Figures) -> None:
        """Fighters by their row, places as metres from here."""
        holds = self._holds
        fighters = bodies[:, holds[FIGHTER]].astype(np.intp)
        bodies[:, holds[FIGHTER]] = np.array(rows, dtype=np.float32)[fighters]
        for n, axis in enumerate((EAST, NORTH)):
            bodies[:, holds[axis]] -= here[n] * bodies[:, holds[PLACED]]

    def _shown_of(self, fight: State, who: int) -> list[float]:
        """What everybody sees of a fighter; worked out once for each state of the fight."""
        if fight is not self._fight:
            self._fight, self._shown = fight, [[]] * len(self.orders)
        if not self._shown[who]:
            card = self.ruleset.words.card(fight, Who(who))
            self._shown[who] = [1, 1, *_placed(fight.bodies[who]), *self._on_card(card)]
        return self._shown[who]

    def _on_card(self, card: Card) -> list[float]:
        """What stands on a card; states that are alike by chance are added up."""
        bars = [float(n) for bar in card.bars[: self.bars] for n in (bar.now, bar.most)]
        states = [0.0] * STATES
        for state in card.states:
            states[word(state) % STATES] += 1
        bars += [0.0] * (2 * self.bars - len(bars))
        return [card.out, _number(card.turn), word(card.gear), *bars, *states]


def _open(table: type[Any]) -> list[tuple[str, bool]]:
    """The single numbers of the table, which all can see, and for each whether it is a fighter.

    Words and lists are left out: mines laid are not for everybody to know.
    """
    hints = get_type_hints(table)
    names = [name for name in getattr(table, "_fields", ()) if hints[name] in PLAIN]
    return [(name, hints[name] not in (int, bool)) for name in names]


def _spot(body: FighterBody) -> tuple[float, float]:
    """Where a body stands, in metres; at the origin where a game has no places."""
    spot = spot_of(body)
    return (0.0, 0.0) if spot is None else (spot.x / 100, spot.y / 100)


def _placed(body: FighterBody) -> tuple[float, float, float]:
    return (0.0 if spot_of(body) is None else 1.0, *_spot(body))


def _number(text: str) -> float:
    """A figure on a card, or words."""
    try:
        return float(text or 0)
    except ValueError:
        return word(text)
