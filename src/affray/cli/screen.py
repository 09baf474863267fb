"""The screen of a fight: fighters, the question and its menu, the story and its receipts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import rich.console
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from affray.cli.cards import card_row
from affray.cli.console import Printer, console
from affray.cli.locale import say
from affray.cli.menu import (
    HELPED,
    Unbroken,
    closed_up,
    labels,
    meanings,
    menu_cell,
    menu_lines,
    refusals,
    target_name,
)
from affray.cli.odds_chart import odds_chart
from affray.core.act import Act
from affray.core.dice import added_up
from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer
from affray.core.live import Asked, Chose, Happened, Pending, Rolled
from affray.core.message import Verbatim, msg, word
from affray.core.phrases import roll_name, the_side
from affray.core.ruleset import Card, end_of
from affray.core.tally import NOTHING, Tally, figures
from affray.pricing import ActionOdds, helped
from affray.reference import cost_in_words, title_of
from affray.session import Session
from affray.session.course import Telling
from affray.table.story import shared


class Screen(Printer):
    """Prints a fight."""

    def __init__(self, console: rich.console.Console, plain: bool = False) -> None:
        super().__init__(console, plain)
        self._read = list[Telling]()
        self._lines = list[int]()

    # --- fighters -------------------------------------------------------------------------------

    def fighters(self, session: Session) -> None:
        """Print how everybody stands."""
        words, fight = session.ruleset.words, session.fight
        asked = session.pending.asked.who if session.pending else TABLE
        seen = ((who, self.card(session, who)) for who in fight.here)
        cards = [(who, card) for who, card in seen if card is not None]
        heading = Text(say(self.heading(session)), "dim")
        self.print("", Rule(heading, style="dim", align="left", characters=self.line))
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(6):
            grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for side, group in groupby(sorted(cards, key=lambda c: _order(cards, c[1])), key=lambda c: c[1].side):
            grid.add_row("", Text(say(side), "dim italic"))
            for who, card in group:
                apart = words.apart(fight, asked, who) if asked >= 0 and asked != who else ""
                grid.add_row(*card_row(card, who == asked, apart, self.fancy, self.console.width))
        self.print(grid)

    def heading(self, session: Session) -> str:
        """The round, and what is said of the table."""
        return session.ruleset.words.table(session.fight)

    def card(self, session: Session, who: Who) -> Card | None:
        """A fighter's card; None for one of whom nothing is shown."""
        card = session.ruleset.words.card(session.fight, who)
        hidden = (word("hidden from the players"),) if who in session.fight.hidden else ()
        return card._replace(states=(*card.states, *hidden))

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

    # --- what is asked --------------------------------------------------------------------------

    def menu(self, session: Session, chances: dict[Act, ActionOdds]) -> None:
        """Every action, a line for all its targets; below, what is forbidden and why.

        Where something else can be answered first, such as nothing, only what is allowed now is listed.
        """
        options = session.pending.options if session.pending else ()
        numbers = {option: n for n, option in self.numbered(session).items()}
        offers = [
            o
            for o in session.options.menu()
            if o.act.at is None or self.shows(session, target_name(session, o.act))
        ]
        offered = {offer.act for offer in offers}
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, style="dim")
        grid.add_column(max_width=max(20, self.console.width * 5 // 12))
        grid.add_column(overflow="fold")
        for option, n in numbers.items():
            if option not in offered:
                grid.add_row("", Text(say(session.options.in_words(option))), Text(f"{n:>2}", "cyan"))
        for row in menu_lines(session, [o for o in offers if o.act in numbers]):
            cells = Unbroken("   ").join(menu_cell(session, o, numbers, chances) for o in row.offers)
            cost = say(cost_in_words(session.ruleset, row.cost))
            grid.add_row(cost, Text(closed_up(row.title)), cells)
        self.print(grid)
        below = meanings(chances.values())
        if session.ruleset.unaided and any(map(helped, chances.values())):
            below.append(session.ruleset.unaided.said(f"{HELPED}:"))
        if isinstance(options[0], Act):
            below += refusals(session, offers)
        for line in below:
            self.print(Padding(Text(closed_up(line), "dim"), (0, 0, 0, 5)))

    def question(self, session: Session) -> None:
        """Print what is asked, and of whom."""
        pending = session.pending
        assert pending is not None
        if pending.chance is not None:
            who = session.names[pending.asked.who] if pending.asked.who >= 0 else "The game master"
            self.say(
                msg(
                    "{who}'s {question}: enter {expected}",
                    who=who,
                    question=roll_name(session.ruleset.words, pending.asked.question),
                    expected=pending.chance.expected,
                ),
                "bold",
            )
            return
        self.say(self.asked(session, pending), "bold")

    def options(self, session: Session) -> None:
        """Print options that are not actions, numbered."""
        shown = [
            Text(f"{n} ", "cyan") + Text("" if n == o else say(session.options.in_words(o)))
            for n, o in self.numbered(session).items()
        ]
        self.print(Padding(Columns(shown, padding=(0, 3, 0, 0)), (0, 0, 0, 2)))

    def ending(self, session: Session) -> None:
        """Print how the fight ended."""
        if not session.over:
            self.print("", Text(say("The fight is undecided: it stops here."), "bold yellow"))
            return
        text: str = "The fight is over."
        if session.winner and end_of(session.winner, session.over) == "won":
            text = msg("The fight is over: victory for {winner}.", winner=the_side(session.winner))
        self.print("", Text(say(text), "bold green"))

    # --- what happened --------------------------------------------------------------------------

    def lines(self, session: Session) -> Sequence[int]:
        """The parts of the story, from 0, that are worth a line; the first of them is line 1.

        Lines are numbered without gaps: a gap would tell that something happened unseen.
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
            self.print(_story_line(n + 1, session.story[lines[n]], self.words(session, lines[n])))

    def part(self, session: Session, n: int) -> int:
        """The part of the story, from 1, that line n tells; raises BadAnswer when there is none."""
        story = self.lines(session)
        if not 1 <= n <= len(story):
            raise BadAnswer(
                msg("there is no line {n}; expected 1 to {last}", n=n, last=len(story)),
                code="answer/no-line",
            )
        return story[n - 1] + 1

    def receipt(self, session: Session, part: int) -> None:
        """Where a part of the story, from 1, comes from: its tally, its dice, its rules."""
        told = session.moments.receipt(part).told
        self.say(self.words(session, part - 1) or "nothing to show", "bold")
        self.bill(session, told, getattr(told, "tally", NOTHING), getattr(told, "rules", ()))

    def bill(
        self, session: Session, told: Any, tally: Tally, rules: Sequence[str], whole: bool = True
    ) -> None:
        """A part of the story below its words: what may be told of its number, its dice, its rules."""
        if isinstance(told, Rolled):
            self.tally(session, tally, told.asked, whole)
        elif tally:
            self.sum(session, tally, whole)
        if isinstance(told, Rolled) and told.dice:
            self.say(msg("  dice {faces}", faces=Verbatim(" ".join(map(str, told.dice)))))
        self.rules(session, rules)

    def asked_for(self, session: Session, pending: Pending) -> None:
        """Where the number comes from that is asked for now, and the rules of the question."""
        if pending.chance is not None:
            self.tally(session, pending.tally, pending.asked)
        self.rules(session, pending.rules)

    def tally(self, session: Session, tally: Tally, asked: Asked, whole: bool = True) -> None:
        """A number mod by mod, each with the rule it comes from; without a sum where it is not whole."""
        if not tally:
            falls = msg("  {chance}, as it falls", chance=Verbatim(added_up(asked.chance)))
            self.say(falls if whole else Verbatim(f"  {added_up(asked.chance)}"), "dim")
            return
        self.sum(session, tally, whole)

    def sum(self, session: Session, tally: Tally, whole: bool) -> None:
        """A number part by part, and the sum."""
        shown, total = figures(session.ruleset.words, tally, whole)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right")
        grid.add_column()
        grid.add_column(style="dim")
        for mod, said in zip(tally, shown, strict=True):
            grid.add_row(Text(say(said)), Text(say(mod.why)), _titled(mod.rule, session))
        if whole:
            grid.add_row(Text(say(total), "bold"), Text(say("in all"), "bold"))
        self.print(Padding(grid, (0, 0, 0, 2)))

    def rules(self, session: Session, ids: Sequence[str]) -> None:
        """Print rules by id and title."""
        for rule in dict.fromkeys(ids):
            self.print(Text("  ", "dim") + _titled(rule, session))

    # --- odds -----------------------------------------------------------------------------------

    def odds(self, heading: str, odds: ActionOdds, policy: str) -> None:
        """The distributions of an action, a bar a value; what is certain in a line."""
        self.print(*odds_chart(heading, odds, policy, self.fancy, self.console.width))


def _story_line(n: int, telling: Telling, line: str) -> RenderableType:
    """A line of the story with its number: what somebody chose stands out."""
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
    grid.add_row(str(n), Padding(Text(say(line), style), (0, 0, 0, indent)))
    return grid


def _titled(rule: str, session: Session) -> Text:
    """A rule by its id and its title, a ruling by its answer."""
    title = title_of(session.ruleset.catalogue, rule, session.fight.house)
    return Text(f"{rule} {say(title)}", "dim")


def _order(cards: list[tuple[Who, Card]], card: Card) -> int:
    """Sides in the order of the scene."""
    return [c.side for _, c in cards].index(card.side)


def screen(plain: bool = False) -> Screen:
    """A screen on what the program prints to."""
    return Screen(console(plain), plain)
