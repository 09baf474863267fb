"""What stands on the screen: fighters, menu, story, receipts, distributions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.containers import Lines
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from affray.cli import tongue
from affray.core.act import Act, Offer
from affray.core.catalogue import Catalogue
from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer
from affray.core.live import Asked, Chose, Happened, Pending, Rolled
from affray.core.ruleset import Bar, Card, Ruleset
from affray.core.tally import NOTHING, Tally
from affray.odds import ActionOdds, Distribution, helped
from affray.reference import cost_in_words, title_of
from affray.session import Session
from affray.session.course import Telling
from affray.table.story import shared

NARROW = 70
"""Below so many columns, bars become figures."""

WIDE = 100
"""From so many columns on, there is room for longer bars."""

MEANINGS = {
    "%": "in per cent: that it does what it is for, such as to hit",
    "~": "with ~: how much on average, such as damage",
}
"""What the figures in a menu mean, by the sign that shows which they are."""

HELPED = "*"
"""The sign of figures with help in them, such as a prayer; the game says which, below the menu."""


BLANK, STANDS = "\N{NO-BREAK SPACE}", "\N{BRAILLE PATTERN BLANK}"
"""A blank at which no line is broken, and what stands for it while lines are made: rich breaks at any."""


class Unbroken(Text):
    """A text that is broken at blanks, but not at no-break ones; printed as blanks."""

    def blank_copy(self, plain: str = "") -> Text:
        """An empty text of the same kind."""
        copy = super().blank_copy(plain)
        return Unbroken(copy.plain, copy.style, justify=copy.justify, overflow=copy.overflow, end=copy.end)

    def wrap(self, *arguments: Any, **how: Any) -> Lines:
        """Its lines, at a width."""
        self.plain = self.plain.replace(BLANK, STANDS)
        lines = super().wrap(*arguments, **how)
        for line in lines:
            line.plain = line.plain.replace(STANDS, " ")
        return lines


def labels(options: Sequence[object]) -> list[int]:
    """The number to type for each option: itself for plain numbers, else 1, 2, 3 …"""
    if options and all(type(o) is int for o in options):
        return [o for o in options if isinstance(o, int)]
    return list(range(1, len(options) + 1))


class Screen:
    """Prints on a console; in letters alone if it is to be plain."""

    def __init__(self, console: Console, plain: bool = False) -> None:
        self.console = console
        self.fancy = not plain and not console.options.ascii_only
        self._read = list[Telling]()
        self._lines = list[int]()

    def print(self, *parts: RenderableType) -> None:
        """Print these, one below the other; a file gets no blanks at line ends."""
        for part in parts:
            if self.console.is_terminal:
                self.console.print(part)
            else:
                with self.console.capture() as caught:
                    self.console.print(part)
                text = "\n".join(line.rstrip() for line in caught.get().split("\n"))
                told = tongue.ToldText(text)
                self.console.print(told, end="", no_wrap=True, overflow="ignore", crop=False)

    def say(self, text: str, style: str = "") -> None:
        """One line of ours, with nothing in it taken for markup."""
        self.print(tongue.ToldText(text, style) if isinstance(text, tongue.Told) else Text(text, style))

    # --- fighters -------------------------------------------------------------------------------

    def fighters(self, session: Session) -> None:
        """How everybody stands."""
        words, fight = session.ruleset.words, session.fight
        asked = session.pending.asked.who if session.pending else TABLE
        seen = ((who, self.card(session, who)) for who in fight.everyone)
        cards = [(who, card) for who, card in seen if card is not None]
        self.print(
            "", Rule(Text(self.heading(session), "dim"), style="dim", align="left", characters=self.line)
        )
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(6):
            grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for side, group in groupby(sorted(cards, key=lambda c: _order(cards, c[1])), key=lambda c: c[1].side):
            grid.add_row("", Text(side, "dim italic"))
            for who, card in group:
                apart = words.apart(fight, asked, who) if asked >= 0 and asked != who else ""
                grid.add_row(*self._row(card, who == asked, apart))
        self.print(grid)

    def heading(self, session: Session) -> str:
        """The round, and what is said of the table."""
        return session.ruleset.words.table(session.fight)

    def card(self, session: Session, who: Who) -> Card | None:
        """A fighter's card; None for one of whom nothing is shown."""
        return session.ruleset.words.card(session.fight, who)

    def words(self, session: Session, part: int) -> str:
        """Part of the story, from 0, in words; empty when it is not worth a line."""
        telling = session.story[part]
        return session.ruleset.words.told(telling.fight, session.names, telling.told)

    def shows(self, session: Session, text: str) -> bool:
        """Whether words that may name somebody are shown."""
        return True

    def numbered(self, session: Session) -> dict[int, Any]:
        """The options that are shown, by the number to type; those not shown leave no gap."""
        options = session.pending.options if session.pending and not session.pending.chance else ()
        shown = [o for o in options if self.shows(session, session.options.in_words(o))]
        return dict(zip(labels(shown), shown, strict=True))

    def asked(self, session: Session, pending: Pending) -> str:
        """A question in words."""
        return session.ruleset.words.asked(session.names, pending.asked, pending.about)

    @property
    def line(self) -> str:
        """What lines are drawn with."""
        return "─" if self.fancy else "-"

    def _row(self, card: Card, asked: bool, apart: str) -> list[RenderableType]:
        style = "dim strike" if card.out and self.fancy else "dim" if card.out else "bold" if asked else ""
        marker = ("▸" if self.fancy else ">") if asked else " "
        first, *others = card.bars or (None,)
        figures = Text("  ").join(Text(f"{bar.name} ", "dim") + self._small(bar) for bar in others)
        rest = Text(", ").join(
            [*(Text(s, "yellow") for s in card.states), *([Text(card.gear, "dim")] if card.gear else [])]
        )
        return [
            Text(marker, "bold cyan"),
            Text(card.name, style),
            Text(card.turn.rjust(2), "cyan"),
            Text(f"{first.name} ", "dim") + self._bar(first) if first else Text(""),
            figures,
            Text(apart),
            rest,
        ]

    def _bar(self, bar: Bar) -> Text:
        share = bar.now / bar.most if bar.most else 0
        style = "green" if share > 0.5 else "yellow" if share > 0.25 else "red"
        figure = Text(f"{bar.now:>2}/{bar.most:<2}", style)
        if self.console.width < NARROW:
            return figure
        size = 4 if self.console.width < WIDE else 8
        full = round(share * size) or (1 if bar.now else 0)
        on, off = ("█", "░") if self.fancy else ("#", ".")
        return Text(on * full, style) + Text(off * (size - full), "dim") + Text(" ") + figure

    def _small(self, bar: Bar) -> Text:
        if bar.most > 3:
            return Text(f"{bar.now}/{bar.most}", "red" if bar.now == 0 else "")
        on, off = ("●", "○") if self.fancy else ("*", ".")
        return Text(on * bar.now, "cyan") + Text(off * (bar.most - bar.now), "dim")

    # --- what is asked --------------------------------------------------------------------------

    def menu(self, session: Session, chances: dict[Act, ActionOdds]) -> None:
        """Every action, a line for all its targets; below, what is forbidden and why.

        Where something else can be answered first, such as nothing, only what is open is listed.
        """
        options = session.pending.options if session.pending else ()
        numbers = {option: n for n, option in self.numbered(session).items()}
        offers = [
            o
            for o in session.options.menu()
            if o.act.at is None or self.shows(session, _target(session, o.act))
        ]
        offered = {offer.act for offer in offers}
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, style="dim")
        grid.add_column(max_width=max(20, self.console.width * 5 // 12))
        grid.add_column(overflow="fold")
        for option, n in numbers.items():
            if option not in offered:
                grid.add_row("", Text(session.options.in_words(option)), Text(f"{n:>2}", "cyan"))
        for row in rows(session, [o for o in offers if o.act in numbers]):
            cells = Unbroken("   ").join(_cell(session, o, numbers, chances) for o in row.offers)
            grid.add_row(cost_in_words(session.ruleset, row.cost), Text(row.title), cells)
        self.print(grid)
        told = [_chance(session.ruleset, odds) for odds in chances.values()]
        for sign, meaning in MEANINGS.items():
            if any(sign in text for text in told):
                self.print(Padding(Text(meaning, "dim"), (0, 0, 0, 5)))
        if session.ruleset.unaided and any(HELPED in text for text in told):
            self.print(Padding(Text(session.ruleset.unaided.said(f"{HELPED}:"), "dim"), (0, 0, 0, 5)))
        if isinstance(options[0], Act):
            self._forbidden(session, offers)

    def _forbidden(self, session: Session, offers: Sequence[Offer]) -> None:
        """What is not allowed, once for each reason."""
        grouped: dict[str, list[str]] = {}
        allowed = {row.title for row in rows(session, [o for o in offers if not o.refused])}
        for row in rows(session, [o for o in offers if o.refused]):
            by_reason: dict[str, list[str]] = {}
            for offer in row.offers:
                reason = "; ".join(map(str, offer.refused))
                by_reason.setdefault(reason, []).append(_target(session, offer.act))
            for reason, targets in by_reason.items():
                at = f" ({', '.join(targets)})" if len(by_reason) > 1 or row.title in allowed else ""
                grouped.setdefault(reason, []).append(row.title + at)
        for reason, titles in grouped.items():
            self.print(Padding(Text(f"{', '.join(titles)}: {reason}", "dim"), (0, 0, 0, 5)))

    def question(self, session: Session) -> None:
        """What is asked, and of whom."""
        pending = session.pending
        assert pending is not None
        if pending.chance is not None:
            who = session.names[pending.asked.who] if pending.asked.who >= 0 else "The game master"
            self.say(f"{who} rolls {pending.asked.question}: type {pending.chance.expected}", "bold")
            return
        self.say(self.asked(session, pending), "bold")

    def options(self, session: Session) -> None:
        """Options that are not actions, numbered."""
        shown = [
            Text(f"{n} ", "cyan") + Text("" if n == o else session.options.in_words(o))
            for n, o in self.numbered(session).items()
        ]
        self.print(Padding(Columns(shown, padding=(0, 3, 0, 0)), (0, 0, 0, 2)))

    def ending(self, session: Session) -> None:
        """How it ended."""
        winner = session.winner
        if not session.over:
            self.print("", Text("The fight is undecided: it stops here.", "bold yellow"))
            return
        text = f"The fight is over: {winner} won." if winner not in (None, "nobody") else "The fight is over."
        self.print("", Text(text, "bold green"))

    # --- what happened --------------------------------------------------------------------------

    def lines(self, session: Session) -> Sequence[int]:
        """The parts of the story, from 0, that are worth a line; the first of them is line 1.

        So what is not told leaves no gap in the numbers that would tell of it.
        """
        story = session.story
        same = shared(self._read, story)
        del self._lines[bisect_left(self._lines, same) :]
        self._lines += [part for part in range(same, len(story)) if self.words(session, part)]
        self._read[same:] = story[same:]
        return self._lines

    def told(self, session: Session, first: int) -> None:
        """The story from part `first` on, each line with its number, for receipts."""
        lines = self.lines(session)
        for n in range(bisect_left(lines, first), len(lines)):
            self.print(self._told(n + 1, session.story[lines[n]], self.words(session, lines[n])))

    def part(self, session: Session, n: int) -> int:
        """The part of the story, from 1, that line n tells; raises BadAnswer when there is none."""
        story = self.lines(session)
        if not 1 <= n <= len(story):
            raise BadAnswer(f"there is no line {n}; expected 1 to {len(story)}", code="answer/no-line")
        return story[n - 1] + 1

    def _told(self, n: int, telling: Telling, line: str) -> RenderableType:
        told = telling.told
        style, indent = "", 2
        match told:
            case Chose(_, Act(), _):
                style, indent = "bold", 0
            case Rolled():
                style = "cyan"
            case Happened(effect, _, why):
                style, indent = ("magenta", 0) if why else ("dim", 0) if effect.who == TABLE else ("", 2)
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", width=5, style="bright_black")
        grid.add_column(overflow="fold")
        grid.add_row(str(n), Padding(Text(line, style), (0, 0, 0, indent)))
        return grid

    def receipt(self, session: Session, part: int) -> None:
        """Where a part of the story, from 1, comes from: its tally, its dice, its rules."""
        told = session.moments.receipt(part).told
        self.say(self.words(session, part - 1) or "nothing to tell", "bold")
        self.bill(session, told, getattr(told, "tally", NOTHING), getattr(told, "rules", ()))

    def bill(
        self, session: Session, told: Any, tally: Tally, rules: Sequence[str], whole: bool = True
    ) -> None:
        """A part of the story below its words: what may be told of its number, its dice, its rules."""
        if isinstance(told, Rolled):
            self.tally(session, tally, told.asked, whole)
            if told.dice:
                self.say(f"  dice {' '.join(map(str, told.dice))}")
        self.rules(session, rules)

    def asked_for(self, session: Session, pending: Pending) -> None:
        """Where the number comes from that is asked for now, and the rules of the question."""
        if pending.chance is not None:
            self.tally(session, pending.tally, pending.asked)
        self.rules(session, pending.rules)

    def tally(self, session: Session, tally: Tally, asked: Asked, whole: bool = True) -> None:
        """A number mod by mod, each with the rule it comes from; without a sum where it is not whole."""
        if not tally:
            self.say(f"  {asked.chance}, as it falls" if whole else f"  {asked.chance}", "dim")
            return
        known = session.ruleset.catalogue
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right")
        grid.add_column()
        grid.add_column(style="dim")
        for mod in tally:
            grid.add_row(f"{mod.amount:+d}", Text(mod.why), _titled(mod.rule, known))
        if whole:
            grid.add_row(Text(str(tally.total), "bold"), Text("in all", "bold"), asked.chance)
        self.print(Padding(grid, (0, 0, 0, 2)))

    def rules(self, session: Session, ids: Sequence[str]) -> None:
        """Rules by id and title."""
        for rule in dict.fromkeys(ids):
            self.print(Text("  ", "dim") + _titled(rule, session.ruleset.catalogue))

    # --- odds -----------------------------------------------------------------------------------

    def odds(self, heading: str, odds: ActionOdds, policy: str) -> None:
        """The distributions of an action, a bar a value; what is certain in a line."""
        how = "exact" if odds.exact else f"estimated from {odds.samples:,} samples"
        self.print(Text(heading, "bold") + Text(f"  {how}, {policy} choices", "dim"))
        for measure in odds.measures:
            if len(measure.weights) > 1:
                self.print(self._measure(measure), Padding(self._bars(measure), (0, 0, 0, 2)))
        if not odds.measures:
            self.say("Nothing is measured of it.", "dim")
        if certain := [m for m in odds.measures if len(m.weights) == 1]:
            sure = ", ".join(f"{m.name}: {_value(next(iter(m.weights)))}" for m in certain)
            self.say(f"Certain: {sure}", "dim")

    def _measure(self, measure: Distribution) -> Text:
        mean = "" if _is_flag(measure) else f"  {float(measure.mean):.2f} on average"
        return Text(measure.name, "bold" if measure.headline else "") + Text(mean, "dim")

    def _bars(self, measure: Distribution) -> RenderableType:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right")
        grid.add_column(justify="right")
        grid.add_column()
        size = max(10, min(50, self.console.width - 24))
        for value, share in measure.probabilities.items():
            grid.add_row(_value(value), percent(share), Text(self._full(share * size), "cyan"))
        return grid

    def _full(self, size: float) -> str:
        """A bar, to an eighth of a letter."""
        if not self.fancy:
            return "#" * round(size)
        whole, part = divmod(round(size * 8), 8)
        return "█" * whole + " ▏▎▍▌▋▊▉"[part].strip()


def _titled(rule: str, known: Catalogue) -> Text:
    """A rule by its id, which is a run of its own, and its title."""
    return Text(f"{rule} ", "dim") + Text(title_of(known, rule), "dim")


class Row(NamedTuple):
    """Offers that differ by their target alone."""

    title: str
    cost: int
    offers: list[Offer]


def rows(session: Session, offers: Sequence[Offer]) -> list[Row]:
    """The lines of a menu."""
    found: dict[tuple[str, int], Row] = {}
    alone = {(_said(session, offer.act), offer.cost) for offer in offers if offer.act.at is None}
    for offer in offers:
        said = _said(session, offer.act._replace(at=None))
        if offer.act.at is not None and (said, offer.cost) in alone:
            said = _said(session, offer.act).removesuffix(session.names[offer.act.at]).rstrip()
        found.setdefault((said, offer.cost), Row(said, offer.cost, [])).offers.append(offer)
    return list(found.values())


def _said(session: Session, act: Act) -> str:
    """An action in words; without its target it may be said with a gap."""
    return " ".join(session.ruleset.words.option(session.names, "action", act).split())


def _cell(
    session: Session, offer: Offer, numbers: Mapping[object, int], chances: dict[Act, ActionOdds]
) -> Text:
    target = _target(session, offer.act).replace(" ", BLANK)
    cell = Text(f"{numbers[offer.act]:>2}{BLANK}", "cyan") + Text(target)
    found = chances.get(offer.act)
    told = _chance(session.ruleset, found) if found is not None else ""
    return cell + Text(f"{BLANK}{told.replace(' ', BLANK)}", "green") if told else cell


def _chance(game: Ruleset, odds: ActionOdds) -> str:
    """The same as `_headline`, with a sign where help is in it."""
    told = _headline(odds)
    return told + HELPED if told and helped(game, odds) else told


def _headline(odds: ActionOdds) -> str:
    """The chance of what an action is for, or how much of it; empty if certain."""
    measure = odds.headline
    if measure is None:
        return ""
    if not _is_flag(measure):
        return f"~{float(measure.mean):.1f}"
    return percent(float(measure.chance)) if measure.chance != 1 else ""


def _target(session: Session, act: Act) -> str:
    return session.names[act.at] if act.at is not None else ""


def _order(cards: list[tuple[Who, Card]], card: Card) -> int:
    """Sides in the order of the scene."""
    return [c.side for _, c in cards].index(card.side)


def percent(share: float) -> str:
    """A chance as people read it; never 0 % or 100 % for what is not certain.

    >>> percent(0.9999), percent(0.0004), percent(0.5)
    ('>99 %', '<1 %', '50 %')
    """
    if 0 < share < 0.005:
        return "<1 %"
    if 0.995 < share < 1:
        return ">99 %"
    return f"{share * 100:.0f} %"


def _is_flag(measure: Distribution) -> bool:
    return any(isinstance(value, bool) for value in measure.weights)


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
