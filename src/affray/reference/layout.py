"""Where the boxes of a flow stand: first ways lead down, second ones aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.sheet import Flow, Step, Way

WIDTHS = (164, 122)
"""Widths of the first column and of every further one, in pixels."""
ALLEY, LANE, EDGE, BACK = 25, 15, 2, 32
"""Space between columns, between rows, and at the left: without ways back, and with them."""
LINE, SMALL, PAD = 12.0, 9.0, 3.5
"""Heights of a line of text and of ids; what is left above and below."""
RISE = 9.4
"""From the upper edge of a line to the foot of its letters."""
TEXT, IDS, LABEL = 10.5, 8.0, 9.0
"""Sizes of the letters of text, ids and labels."""
LETTERS = {
    0.22: "ijl'|\u2019",
    0.28: " ,./:;\\!I[]ft\N{NO-BREAK SPACE}",
    0.34: '()-r"`\u00b0\N{NARROW NO-BREAK SPACE}',
    0.5: "ckJsvxyz\u00e7",
    0.585: "+<=>\u2212\u00d7\u00b1~",
    0.61: "FTZ",
    0.67: "ABEKPSVXY&\u00c9\u00c0\u00c8\u00ca",
    0.725: "CDHNRUw\u00c7",
    0.78: "GOQ",
    0.84: "mM",
    0.95: "W\u0153\u0152%",
    1.0: "\u2014\u2026@",
}
"""Widths of letters as Arial and its like have them; of all others 0.56."""

BOLD, EMPHATIC = 1.08, ("start", "ask")
"""How much wider bold letters are, and the kinds of steps whose text is bold."""

_EMS = {letter: wide for wide, letters in LETTERS.items() for letter in letters}

Spot = tuple[float, float]


class Box(NamedTuple):
    """A step with its place; x and y are its middle."""

    step: Step
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    ids: tuple[tuple[str, ...], ...]
    """The ids below the text, by line."""

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height / 2

    @property
    def said(self) -> list[tuple[float, str]]:
        """Each line of text with the height at which it stands."""
        return [(self.top + PAD + RISE + LINE * n, line) for n, line in enumerate(self.lines)]

    @property
    def named(self) -> list[tuple[float, tuple[str, ...]]]:
        """Each line of ids with the height at which it stands."""
        return [(self.said[-1][0] + SMALL * n, ids) for n, ids in enumerate(self.ids, 1)]

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width / 2


class Arrow(NamedTuple):
    """A way from box to box: its corners, and the words at it."""

    spots: tuple[Spot, ...]
    when: str
    at: Spot
    anchor: str


class Drawing(NamedTuple):
    """A flow with every place in it."""

    flow: Flow
    width: float
    height: float
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def laid_out(flow: Flow, short: Callable[[str], str] = str) -> Drawing:
    """The drawing of a flow without faults; `short` abbreviates ids."""
    faults = list(flow.faults())
    if faults:
        raise ValueError("; ".join(faults))
    plan = _Plan(flow)
    bare = {step.id: _sized(step, WIDTHS[min(1, plan.column[step.id])], short) for step in flow.steps}
    tall = [max(bare[s].height for s in bare if plan.row[s] == row) for row in range(plan.rows)]
    tops = [2 + sum(tall[:row]) + LANE * row for row in range(plan.rows)]
    boxes = {
        name: box._replace(x=plan.middle(name), y=tops[plan.row[name]] + tall[plan.row[name]] / 2)
        for name, box in bare.items()
    }
    arrows = [
        _arrow(plan, boxes, tops, step, n, way) for step in flow.steps for n, way in enumerate(step.ways)
    ]
    width = max([box.right for box in boxes.values()] + [x for arrow in arrows for x, _ in arrow.spots]) + 2
    return Drawing(flow, width, tops[-1] + tall[-1] + 2, tuple(boxes.values()), tuple(arrows))


# --- rows and columns -----------------------------------------------------------------------------


class _Plan:
    """The row and the column of each step."""

    def __init__(self, flow: Flow) -> None:
        self.steps = {step.id: step for step in flow.steps}
        self.column: dict[str, int] = {}
        self.aside: dict[str, str] = {}
        """Steps that stand to the right of the one that asks, by their own id."""
        self.back: set[tuple[str, str]] = set()
        self._place(flow.steps[0].id, 0, ())
        self.row = dict.fromkeys(self.column, 0)
        for _ in range(len(flow.steps) ** 2 + 1):
            if not self._settle():
                break
        self.rows = max(self.row.values()) + 1

    def _place(self, name: str, column: int, above: tuple[str, ...]) -> None:
        self.column[name] = column
        above = (*above, name)
        for n, way in enumerate(self.steps[name].ways):
            if way.to in above:
                self.back.add((name, way.to))
            elif way.to not in self.column:
                if n:
                    self.aside[way.to] = name
                self._place(way.to, column + n, above)

    def _settle(self) -> bool:
        """Move down what stands too high; whether anything did."""
        before = dict(self.row)
        for name, step in self.steps.items():
            for way in step.ways:
                if self.aside.get(way.to) == name:
                    self.row[way.to] = self.row[name] = max(self.row[way.to], self.row[name])
                elif (name, way.to) not in self.back:
                    self.row[way.to] = max(self.row[way.to], self.row[name] + 1)
        taken: set[tuple[int, int]] = set()
        for name in self.column:
            while (self.column[name], self.row[name]) in taken:
                self.row[name] += 1
            taken.add((self.column[name], self.row[name]))
        return self.row != before

    def blocked(self, one: str, other: str) -> bool:
        """Whether a line straight down from one crosses a box before the other."""
        between = range(self.row[one] + 1, self.row[other])
        return any(c == self.column[one] and self.row[name] in between for name, c in self.column.items())

    def middle(self, name: str) -> float:
        """The x of the middle of a step's column."""
        edge, column = BACK if self.back else EDGE, self.column[name]
        if column == 0:
            return edge + WIDTHS[0] / 2
        return edge + WIDTHS[0] + ALLEY + (WIDTHS[1] + ALLEY) * (column - 1) + WIDTHS[1] / 2


# --- boxes ----------------------------------------------------------------------------------------


def _sized(step: Step, width: float, short: Callable[[str], str]) -> Box:
    inside = width - (26 if step.kind == "ask" else 16)
    lines = balanced(step.text.split(" "), inside / (BOLD if step.kind in EMPHATIC else 1), TEXT)
    ids = wrapped([short(rule) for rule in step.rules], inside, IDS)
    full, named = list(step.rules), []
    for line in ids:
        named.append(tuple(full[: len(line)]))
        del full[: len(line)]
    height = 2 * PAD + LINE * len(lines) + SMALL * len(ids)
    return Box(step, 0, 0, width, height, tuple(" ".join(line) for line in lines), tuple(named))


def wrapped(words: list[str], width: float, size: float) -> list[list[str]]:
    """Words in lines that are not wider than so many pixels.

    >>> wrapped("a pool of many dice".split(), 60, 10)
    [['a', 'pool', 'of'], ['many', 'dice']]
    """
    lines: list[list[str]] = []
    for word in words:
        if lines and measured(" ".join([*lines[-1], word]), size) <= width:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def balanced(words: list[str], width: float, size: float) -> list[list[str]]:
    """The same in as many lines, but about equally wide.

    >>> balanced("a pool of many very red dice".split(), 110, 10)
    [['a', 'pool', 'of', 'many'], ['very', 'red', 'dice']]
    """
    lines = wrapped(words, width, size)
    while len(tighter := wrapped(words, width := width - 4, size)) == len(lines) and width > 0:
        lines = tighter
    return lines


def measured(text: str, size: float) -> float:
    """About how wide a text is in a sans-serif face."""
    return size * sum(_EMS.get(letter, 0.56) for letter in text)


# --- arrows ---------------------------------------------------------------------------------------


def _arrow(plan: _Plan, boxes: dict[str, Box], tops: list[float], step: Step, n: int, way: Way) -> Arrow:
    one, other = boxes[step.id], boxes[way.to]
    above = tops[plan.row[way.to]] - LANE / 2
    if plan.aside.get(way.to) == step.id:
        spots: tuple[Spot, ...] = ((one.right, one.y), (other.left, other.y))
        return Arrow(spots, way.when, (one.right + 3, one.y - 3), "start")
    if (step.id, way.to) in plan.back and plan.column[step.id] == plan.column[way.to] == 0:
        spots = ((one.left, one.y), (4, one.y), (4, other.y), (other.left, other.y))
        return Arrow(spots, way.when, (7, one.y - 3), "start")
    if n or (step.id, way.to) in plan.back or plan.blocked(step.id, way.to):
        lane = one.right + ALLEY / 2
        spots = ((one.right, one.y), (lane, one.y), (lane, above), (other.x, above), (other.x, other.top))
        return Arrow(spots, way.when, (one.right + 3, one.y - 3), "start")
    if one.x == other.x:
        spots = ((one.x, one.bottom), (other.x, other.top))
    else:
        spots = ((one.x, one.bottom), (one.x, above), (other.x, above), (other.x, other.top))
    return Arrow(spots, way.when, (one.x + 4, one.bottom + 8), "start")
