"""Playing at the terminal: show, ask, take what was typed, until people leave."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from affray.autopilot.advice import Advice
from affray.autopilot.controller import AutopilotController
from affray.cli import locale
from affray.cli.orders import ORDERS, Leave, Orders
from affray.cli.screen import Screen
from affray.cli.session_odds import SessionOdds
from affray.core.act import Act
from affray.core.deadlock import Lookout
from affray.core.effect import TABLE, Who
from affray.core.errors import AffrayError, BadAnswer, Conflict
from affray.core.live import Pending
from affray.core.message import Verbatim, msg
from affray.core.space import point
from affray.pricing import ActionOdds
from affray.session import Session
from affray.session.entries import THROW
from affray.session.follower import refresh

PLACE = re.compile(r"(.*?)\bto\s+(-?[\d.]+)[\s,]+(-?[\d.]+)$")
NUMBER = re.compile(r"(.+?)\s+(?:to\s+)?(-?\d+)(?:\s+words?)?$")


class Player:
    """A fight at the terminal."""

    def __init__(
        self, session: Session, controller: AutopilotController, screen: Screen, read: Callable[[str], str]
    ) -> None:
        self.session, self.controller, self.screen, self.read = session, controller, screen, read
        self.chances = SessionOdds(session)
        self.orders = Orders(self)
        self.shown = len(session.story)
        self.fresh = True
        self.lookout = Lookout(session.ruleset)

    def watch(self) -> None:
        """Let the autopilot play until a person is asked, and tell what happens.

        It also stops where the fight does not look as if it would ever end, and says so.
        """
        while (given := self.controller.answer()) is not None:
            name = self.name
            self.session.answer(given.value, given.dice, by=given.by)
            self.fresh = True
            shown = all(self.screen.shows(self.session, said) for said in (name, given.why))
            if given.why and shown and self.reasons(name):
                self.screen.say(msg("  {name} thinks: {why}", name=name, why=given.why), "dim italic")
            self.tell()
            if self.stalls():
                return

    def stalls(self) -> bool:
        """Whether the fight does not end by itself; news of that is told."""
        session, lookout = self.session, self.lookout
        if session.over or not lookout.news(session.fight, (t.fight for t in reversed(session.story))):
            return False
        stall = lookout.stall
        assert stall is not None
        self.screen.say(stall.why, "yellow")
        return stall.final

    def reasons(self, name: str) -> bool:
        """Whether it is told why the autopilot does what it does for somebody."""
        return True

    def tell(self, again: int = 0) -> None:
        """Tell what has happened since this was last told, and so many parts `again`."""
        locale.about(self.session)
        self.shown = max(0, min(self.shown, len(self.session.story)) - again)
        self.screen.told(self.session, self.shown)
        self.shown = len(self.session.story)

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        while True:
            try:
                self.watch()
                self.ask()
            except (EOFError, KeyboardInterrupt):
                self.screen.say("")
                return
            except Conflict as e:
                self.controller.take_up()
                self.tell()
                self.fresh = True
                self.screen.say(str(e), "yellow")
            except AffrayError as e:
                self.screen.say(str(e), "yellow")
            except Leave:
                return

    def ask(self) -> None:
        """Take one line that is typed, an answer or an order."""
        self.show()
        line = self.read(self.prompt()).strip()
        if refresh(self.session):
            raise Conflict("someone else has continued the fight in the meantime: look, then try again")
        if not line:
            self.fresh = True
            return
        word = line.split()[0].casefold()
        if word in ORDERS and not self._is_option(line):
            self.orders.obey(word, line.split(maxsplit=1)[1] if " " in line else "")
            return
        before = self.session.seq
        self.take(line)
        self.fresh = self.session.seq != before
        self.tell()

    def show(self) -> None:
        """Show the state and the question when there is something new."""
        if not self.fresh:
            return
        self.fresh = False
        session, pending = self.session, self.session.pending
        if pending is None:
            self.screen.fighters(session)
            self.screen.ending(session)
            return
        acting = pending.chance is None and any(isinstance(o, Act) for o in pending.options)
        if acting:
            self.screen.fighters(session)
        self.screen.say("")
        self.screen.question(session)
        if acting:
            acts = [o for o in pending.options if isinstance(o, Act)]
            priced = self.chances.soon(acts)
            self.screen.menu(session, {act: self.precisely(odds) for act, odds in priced.items()})
        elif pending.chance is None:
            self.screen.options(session)

    def prompt(self) -> str:
        """What stands before the place to type at."""
        return f"{locale.say(self.name)}> "

    @property
    def name(self) -> str:
        """Who is asked."""
        pending = self.session.pending
        if pending is None:
            return "over"
        return self.session.names[pending.asked.who] if pending.asked.who != TABLE else "game master"

    def take(self, line: str) -> None:
        """Give an answer, as dice, as a number of the list or in words; raises BadAnswer."""
        pending = self.session.pending
        if pending is None:
            raise BadAnswer("the fight is over; try undo, log or quit", code="answer/over")
        if pending.chance is not None:
            self._dice(pending, line)
        elif re.fullmatch(r"[0-9]{1,6}", line):
            self.session.answer(self.option(int(line)))
        else:
            made = self._made(pending, line)
            if made is None:
                made = self._in_the_language(pending, line)
            if made is not None:
                self.session.answer(made)
            else:
                self.session.answer(self.session.options.named(line, among=self.open(pending)))

    def is_asked(self, who: Who) -> bool:
        """Whether one may be told what this fighter, or the table, was asked."""
        return True

    def precisely(self, odds: ActionOdds) -> ActionOdds:
        """Odds as precisely as they are told."""
        return odds

    def advised(self, advice: Advice) -> Advice:
        """What is told of advice."""
        return advice

    def open(self, pending: Pending) -> list[Any] | None:
        """The options that may be chosen; None for all."""
        return None

    def option(self, n: int) -> Any:
        """Option n of what is asked; raises BadAnswer."""
        known = self.screen.numbered(self.session)
        if n not in known:
            raise BadAnswer(
                msg(
                    "expected a number from {first} to {last}, got {n}",
                    first=min(known),
                    last=max(known),
                    n=n,
                )
                if known
                else msg("expected a number from the list, got {n}", n=n),
                code="answer/not-offered",
            )
        return known[n]

    def _dice(self, pending: Pending, line: str) -> None:
        if line.casefold() in ("roll", "throw"):
            given = self.controller.throw(pending)
            self.session.answer(given.value, given.dice, by=THROW)
        else:
            self.session.say.answer_text(line, by="dice")

    def _in_the_language(self, pending: Pending, line: str) -> Any:
        """The option that is shown in these words of the language, if any."""
        said, open_ = self.session.options.in_words, self.open(pending)
        known = [
            o
            for o in pending.options
            if locale.say(said(o)).casefold() == line.casefold() != said(o).casefold()
        ]
        return next((o for o in known if open_ is None or o in open_), None)

    def _is_option(self, line: str) -> bool:
        pending = self.session.pending
        if pending is None or pending.chance is not None:
            return False
        return any(self.session.options.in_words(o).casefold() == line.casefold() for o in pending.options)

    def own(self, line: str) -> Any:
        """An action with a place or number that was typed, judged by the rules; None for another text.

        Raises BadAnswer where it is refused.
        """
        pending = self.session.pending
        if pending is None or pending.chance is not None or re.match(r"[0-9]", line):
            return None
        made = self._made(pending, line)
        return None if made is None else pending.answer(made).value

    def _made(self, pending: Pending, line: str) -> Any:
        """An answer with a place or a number of one's own, such as `sprint to 5 3`."""
        offers = [o for o in self.session.options.menu() if o.wants]
        if not offers:
            return self._placed(pending, line) or self._counted(pending, line)
        if match := PLACE.fullmatch(line):
            fitting = [
                o for o in offers if o.wants == "to" and o.act.name.startswith(match[1].strip().casefold())
            ]
            if fitting:
                return fitting[0].act._replace(at=None, to=point(*_place(match[2], match[3])))
        if match := NUMBER.fullmatch(line):
            fitting = [o for o in offers if o.wants == "n" and o.act.name.startswith(match[1].casefold())]
            if fitting:
                return fitting[0].act._replace(n=int(match[2]))
        return None

    def _placed(self, pending: Pending, line: str) -> Any:
        """A place of one's own where no action is asked for: `to 5 3`, or `dive to 5 3`."""
        match = PLACE.fullmatch(line)
        if match is None:
            return None
        to, begins = point(*_place(match[2], match[3])), match[1].strip().casefold()
        if not begins:
            return to
        said = self.session.options.in_words
        fitting = (o for o in pending.options if hasattr(o, "to") and said(o).casefold().startswith(begins))
        return next((option._replace(to=to) for option in fitting), None)

    def _counted(self, pending: Pending, line: str) -> Any:
        """A number of one's own where no action is asked for: `speak 12`."""
        match = NUMBER.fullmatch(line)
        if match is None:
            return None
        counted = (o for o in pending.options if getattr(o, "n", 0))
        fitting = (o for o in counted if o.name.startswith(match[1].casefold()))
        return next((option._replace(n=int(match[2])) for option in fitting), None)


def _same(text: str, line: str) -> bool:
    return text.casefold() == line.casefold()


def _place(x: str, y: str) -> tuple[float, float]:
    try:
        return float(x), float(y)
    except ValueError:
        raise BadAnswer(
            msg("expected a place, such as `to 5 3`, got {x} {y}", x=Verbatim(repr(x)), y=Verbatim(repr(y))),
            code="answer/no-place",
        ) from None
