"""The sections of a view: what one viewer sees of a session; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from affray.core.effect import TABLE, Who
from affray.core.ruleset import Card
from affray.session import Session
from affray.session.hands import GAME_MASTER, Hands
from affray.table import wire
from affray.table.position import Position
from affray.table.visibility import State, Visibility


class VisiblePosition(NamedTuple):
    """What a view is made from: the present, and who looks at it."""

    position: Position
    visibility: Visibility

    @property
    def session(self) -> Session:
        """What is looked at."""
        return self.position.session

    @property
    def hands(self) -> Hands:
        """Who runs whom."""
        return self.position.hands

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called."""
        return self.position.names

    @property
    def fight(self) -> State:
        """The fight now."""
        return self.position.fight

    def card(self, who: Who) -> Card:
        """A fighter's card."""
        return self.position.card(who)

    def acting(self) -> Who | None:
        """Whose moment it is, as far as this viewer may know."""
        who = self.position.acting
        return who if who is not None and who in self.visibility.known(self.fight) else None


def title(visible: VisiblePosition, name: str, notice: str = "", archived: bool = False) -> wire.Title:
    """What is played, and where it stands."""
    session = visible.session
    return wire.Title(
        game=session.ruleset.id,
        game_title=session.ruleset.title,
        scene=session.scene.title,
        name=name or session.scene.title,
        round=session.ruleset.words.table(visible.fight) if visible.visibility.all else _round(visible),
        over=session.over,
        winner=session.winner or "",
        notice=notice,
        archived=archived,
        seal=session.keys.seal,
    )


def _round(visible: VisiblePosition) -> str:
    """The number of the round, which is for everybody to know."""
    follows = visible.session.ruleset.follows(visible.fight.house)
    return f"{follows.word} {getattr(visible.fight.table, follows.round)}"


# --- fighters ---------------------------------------------------------------------------------------


def order(visible: VisiblePosition) -> list[wire.WireFighter]:
    """The fighters of whom the viewer knows, in the order of the scene."""
    known = visible.visibility.known(visible.fight)
    return [_fighter(visible, who) for who in visible.fight.everyone if who in known]


def _fighter(visible: VisiblePosition, who: Who) -> wire.WireFighter:
    card, visibility, acting = visible.card(who), visible.visibility, visible.acting()
    figures = visibility.figures(visible.fight, who)
    measured = acting is not None and acting != who and visibility.whole(visible.fight, acting)
    return wire.WireFighter(
        id=visibility.number(who),
        name=card.name,
        side=card.side,
        mine=visibility.mine(who),
        foe=visibility.foe(visible.fight, who),
        turn=card.turn if figures or card.turn_open else "",
        now=who == acting,
        out=card.out,
        tracks=_tracks(visible, who, card),
        states=_states(visible, who, card) if figures else visibility.states(visible.fight, card),
        gear=card.gear if figures else in_hand(visible.fight.bodies[who]),
        apart=visible.session.ruleset.words.apart(visible.fight, acting, who) if measured else "",  # type: ignore[arg-type]
        hand=str(visible.hands.manner(who)) if visibility.whole(visible.fight, who) else None,
    )


def _states(visible: VisiblePosition, who: Who, card: Card) -> list[str]:
    """What is out of the ordinary about somebody whose figures are shown.

    Of one's own side all of it, whoever does it to them; of foes nothing that others have a part in
    of whom nobody knows.
    """
    visibility, fight = visible.visibility, visible.fight
    if visibility.whole(fight, who):
        return [visibility.veiled(fight, state) for state in card.states]
    return [state for state in card.states if not visibility.names_unknown(fight, state)]


def _tracks(visible: VisiblePosition, who: Who, card: Card) -> list[wire.Track]:
    """The figures of a card; otherwise a word for how it looks, or nothing."""
    if visible.visibility.figures(visible.fight, who):
        return [wire.Track(bar.name, bar.now, bar.most, rises=bar.rises) for bar in card.bars]
    word = visible.visibility.health(visible.fight, who)
    return [wire.Track("", word=word)] if word else []


def in_hand(body: Any) -> str:
    """What everybody sees in somebody's hands."""
    held = getattr(body, "hands", None) or (getattr(body, "hand", ""),)
    return ", ".join(name for name in held if name)


# --- what belongs to nobody --------------------------------------------------------------------------


def pools(visible: VisiblePosition) -> list[wire.WirePool]:
    """Points that belong to no fighter.

    For the game master, all that is said of the table.
    """
    follows = visible.session.ruleset.follows(visible.fight.house)
    found = []
    for gauge in follows.table:
        left = gauge.left(visible.fight.table)
        parts = left.items() if isinstance(left, dict) else [("", left)]
        found += [wire.WirePool(f"{gauge.name} {part}".strip(), str(n)) for part, n in parts]
    return found


def orders(visible: VisiblePosition) -> list[wire.WireStanding]:
    """The standing answers of those who sit here."""
    mine = {name for who, name in enumerate(visible.names) if visible.visibility.mine(Who(who))}
    mine |= {GAME_MASTER} if visible.visibility.viewer.master else set()
    given = sorted(visible.hands.orders.items())
    return [wire.WireStanding(*key, answer) for key, answer in given if key[0] in mine]


def undo(visible: VisiblePosition) -> wire.UndoState:
    """How far one can go back and forth."""
    return wire.UndoState(*visible.position.depth, visible.session.seq)


def waiting_for(visible: VisiblePosition) -> list[str]:
    """For whom the fight waits, as far as the viewer may know."""
    pending = visible.session.pending
    if pending is None:
        return []
    who = pending.asked.who
    if who == TABLE or visible.hands.waits(pending) or who not in visible.visibility.known(visible.fight):
        return [GAME_MASTER]
    return [visible.names[who]]
