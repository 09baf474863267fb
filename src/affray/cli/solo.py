"""Playing alone: the autopilot runs all others, and foes have secrets.

What is shown of foes is what players at a table see: no figures, no reasons, nothing at all of those
of whom nobody on one's own side knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from affray.autopilot.advice import Advice, reason_for
from affray.autopilot.controller import AutopilotController
from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.follow import stock
from affray.core.live import Pending
from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import Card
from affray.core.tally import Mod, Tally
from affray.pricing import ActionOdds, rounded
from affray.session import Session
from affray.session.controller import Controller
from affray.table.position import Position
from affray.table.redaction import Redacted
from affray.table.story import redacted_receipt, told, whose
from affray.table.views import VisiblePosition, in_hand, pools
from affray.table.visibility import Viewer, Visibility, VisibilityRules

AUTOPILOT = "autopilot"


def alone(controller: AutopilotController, name: str) -> None:
    """Give one fighter to a person and all others to the autopilot, whose levels and tempers stay.

    That is kept with the session.
    """
    names = controller.named(name)
    if len(names) != 1 or names[0] not in controller.session.names:
        raise BadAnswer(
            msg("expected one fighter to play, got {name}", name=Verbatim(repr(name))),
            code="answer/no-fighter",
        )
    controller.give("all", AUTOPILOT)
    controller.give(names[0], "person")


class Solo(Player):
    """A fight at the terminal as one fighter's player sees it."""

    def __init__(
        self,
        session: Session,
        controller: AutopilotController,
        screen: Screen,
        read: Callable[[str], str],
        name: str,
    ) -> None:
        mine = controller.named(name)[0]
        view = Veiled(screen.console, not screen.fancy, session, mine)
        self.veil = view
        super().__init__(session, controller, view, read)

    def open(self, pending: Pending) -> list[Any] | None:
        """The options that name nobody of whom nothing is known."""
        said = self.session.options.in_words
        return [o for o in pending.options if self.screen.shows(self.session, said(o))]

    def is_asked(self, who: Who) -> bool:
        """Only of oneself: what others were asked tells what they can do."""
        return who >= 0 and self.session.names[who] == self.veil.mine

    def precisely(self, odds: ActionOdds) -> ActionOdds:
        """What an action is for, in tenths: more would tell what foes have."""
        return rounded(odds)

    def advised(self, advice: Advice) -> Advice:
        """Advice that neither names, notes nor counts those of whom nothing is known.

        It has no chances of single actions: menus tell those in tenths.
        """
        shows, all_ = self.screen.shows, self.screen.numbered(self.session)
        options = tuple(c._replace(at_once=None) for c in advice.options if shows(self.session, c.words))
        open_ = not advice.note and advice.best.wins is not None and shows(self.session, advice.reason)
        reason = reason_for(options) if open_ and len(options) > 1 else ""
        left = max(0, len(all_) - len(options))
        return advice._replace(options=options, reason=reason, note="", left_out=left)

    def reasons(self, name: str) -> bool:
        """Only those of one's own side."""
        names = list(self.session.names)
        return name in names and not self.veil.visibility.foe(self.session.fight, Who(names.index(name)))


class Veiled(Screen):
    """A screen that shows what the player of one fighter may see."""

    def __init__(self, console: Console, plain: bool, session: Session, mine: str) -> None:
        super().__init__(console, plain)
        ruleset, fight = session.ruleset, session.moments.start
        follows = ruleset.follows(fight.house)
        self.mine = mine
        cards = [(ruleset.words.card(fight, who).name, fight.bodies[who]) for who in fight.everyone]
        life = [(name, stock(follows.gauges[0], body)) for name, body in cards]
        self.most = {name: sum(n for _, n in parts) for name, parts in life}
        self.visibility = self._visibility(session)

    def _visibility(self, session: Session) -> Visibility:
        """What the player may see; made anew when somebody has joined."""
        viewer = Viewer("player", self.mine, self.mine, (self.mine,))
        side = frozenset(
            session.ruleset.words.card(session.fight, who).side
            for who in session.fight.everyone
            if session.names[who] == self.mine
        )
        names = tuple(session.names)
        return Visibility(session.ruleset, viewer, VisibilityRules(), names, side, self.most)

    def present(self, session: Session) -> Visibility:
        """What the player may see now."""
        if self.visibility.names != tuple(session.names):
            self.visibility = self._visibility(session)
        return self.visibility

    def heading(self, session: Session) -> str:
        """The round, and the points that belong to nobody: what players see of the table."""
        follows = session.ruleset.follows(session.fight.house)
        look = VisiblePosition(Position(session, Controller(session)), self.present(session))
        points = [msg("{pool} {n}", pool=pool.name, n=pool.value) for pool in pools(look)]
        part = msg("{word} {n}", word=follows.word, n=getattr(session.fight.table, follows.round))
        return joined(", ", [part, *points])

    def asked(self, session: Session, pending: Pending) -> str:
        """A question in words, in which those of whom nothing is known are somebody."""
        return self.present(session).veiled(session.fight, super().asked(session, pending))

    def card(self, session: Session, who: Who) -> Card | None:
        """A card: of foes how they look and what they hold, of the unknown none."""
        visibility, fight = self.present(session), session.fight
        if who not in visibility.known(fight):
            return None
        card = super().card(session, who)
        if card is None:
            return card
        if visibility.figures(fight, who):
            return card._replace(states=tuple(visibility.veiled(fight, state) for state in card.states))
        looks = visibility.health(fight, who)
        turn = card.turn if card.turn_open else ""
        states = tuple(dict.fromkeys((*([looks] if looks else []), *visibility.states(fight, card))))
        return card._replace(bars=(), states=states, gear=in_hand(session.ruleset, fight, who), turn=turn)

    def words(self, session: Session, part: int) -> str:
        """A part of the story as the player may read it."""
        story = session.story
        before = story[part - 1].fight if part else story[part].fight
        line = told(session, self.present(session), story[part], before, session.standing.played)
        return line.words if line is not None else ""

    def shows(self, session: Session, text: str) -> bool:
        """Whether it names nobody of whom nothing may be told."""
        return not self.present(session).names_unknown(session.fight, text)

    def receipt(self, session: Session, part: int) -> None:
        """Where a part of the story, from 1, comes from, as far as the player may know; not of foes."""
        telling, line = session.moments.receipt(part), self.words(session, part - 1)
        visibility, who = self.present(session), whose(telling.told)
        if not line or (who >= 0 and not visibility.whole(telling.fight, who)):
            raise BadAnswer(
                "what foes carry is their secret; play without --solo to see it", code="answer/veiled"
            )
        open_ = redacted_receipt(session, visibility, telling)
        self.say(line, "bold")
        self.bill(session, telling.told, Tally(open_.mods), open_.rules, open_.whole)
        self._theirs(open_, getattr(telling.told, "tally", ()))

    def asked_for(self, session: Session, pending: Pending) -> None:
        """Where the number comes from that is asked for now, as far as the player may know."""
        open_ = Position(session, Controller(session)).open(self.present(session), pending)
        if pending.chance is not None:
            self.tally(session, Tally(open_.mods), pending.asked, open_.whole)
        self.rules(session, open_.rules)
        self._theirs(open_, pending.tally)

    def _theirs(self, open_: Redacted, tally: Sequence[Mod]) -> None:
        """That there is more to a number, which would tell of foes."""
        if len(open_.mods) < len(tally):
            self.say("  and what foes carry, which is their secret", "dim")
