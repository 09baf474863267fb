"""The sections of a view: what one viewer sees of a session; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.core.effect import TABLE, Who
from affray.core.fight import AnyFight
from affray.core.ruleset import Card, Ruleset
from affray.session import Session
from affray.session.hands import GAME_MASTER, Hands
from affray.table import wire
from affray.table.present import Present
from affray.table.sight import Eyes, State


class Look(NamedTuple):
    """What a view is made from: the present, and who looks at it."""

    now: Present
    eyes: Eyes

    @property
    def session(self) -> Session:
        """What is looked at."""
        return self.now.session

    @property
    def hands(self) -> Hands:
        """Who runs whom."""
        return self.now.hands

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called."""
        return self.now.names

    @property
    def fight(self) -> State:
        """The fight now."""
        return self.now.fight

    def card(self, who: Who) -> Card:
        """A fighter's card."""
        return self.now.card(who)

    def acting(self) -> Who | None:
        """Whose moment it is, as far as this viewer may know."""
        who = self.now.acting
        return who if who is not None and who in self.eyes.known(self.fight) else None


def title(look: Look, name: str, notice: str = "", archived: bool = False) -> wire.Title:
    """What is played, and where it stands."""
    session = look.session
    return wire.Title(
        game=session.ruleset.id,
        game_title=session.ruleset.title,
        scene=session.scene.title,
        name=name or session.scene.title,
        round=session.ruleset.words.table(look.fight) if look.eyes.all else _round(look),
        over=session.over,
        winner=session.winner or "",
        notice=notice,
        archived=archived,
        seal=session.keys.seal,
    )


def _round(look: Look) -> str:
    """The number of the round, which is for everybody to know."""
    follows = look.session.ruleset.follows(look.fight.house)
    return f"{follows.word} {getattr(look.fight.table, follows.round)}"


# --- fighters ---------------------------------------------------------------------------------------


def order(look: Look) -> list[wire.Fighter]:
    """The fighters of whom the viewer knows, in the order of the scene."""
    known = look.eyes.known(look.fight)
    return [_fighter(look, who) for who in look.fight.everyone if who in known]


def _fighter(look: Look, who: Who) -> wire.Fighter:
    card, eyes, acting = look.card(who), look.eyes, look.acting()
    figures = eyes.figures(look.fight, who)
    measured = acting is not None and acting != who and eyes.whole(look.fight, acting)
    return wire.Fighter(
        id=eyes.number(who),
        name=card.name,
        side=card.side,
        mine=eyes.mine(who),
        foe=eyes.foe(look.fight, who),
        turn=card.turn if figures or card.turn_open else "",
        now=who == acting,
        out=card.out,
        tracks=_tracks(look, who, card),
        states=_states(look, who, card) if figures else eyes.states(look.fight, card),
        gear=card.gear if figures else in_hand(look.session.ruleset, look.fight, who),
        apart=look.session.ruleset.words.apart(look.fight, acting, who) if measured else "",  # type: ignore[arg-type]
        hand=str(look.hands.manner(who)) if eyes.whole(look.fight, who) else None,
    )


def _states(look: Look, who: Who, card: Card) -> list[str]:
    """What is out of the ordinary about somebody whose figures are shown.

    Of one's own side all of it, whoever does it to them; of foes nothing that others have a part in
    of whom nobody knows.
    """
    eyes, fight = look.eyes, look.fight
    if eyes.whole(fight, who):
        return [eyes.veiled(fight, state) for state in card.states]
    return [state for state in card.states if not eyes.names_unknown(fight, state)]


def _tracks(look: Look, who: Who, card: Card) -> list[wire.Track]:
    """The figures of a card; otherwise a word for how it looks, or nothing."""
    if look.eyes.figures(look.fight, who):
        return [wire.Track(bar.name, bar.now, bar.most, rises=bar.rises) for bar in card.bars]
    word = look.eyes.health(look.fight, who)
    return [wire.Track("", word=word)] if word else []


def in_hand(ruleset: Ruleset, fight: AnyFight, who: Who) -> str:
    """What everybody sees in somebody's hands."""
    return ", ".join(name for name in ruleset.in_hand(fight.fighter(who)) if name)


# --- what belongs to nobody --------------------------------------------------------------------------


def pools(look: Look) -> list[wire.Pool]:
    """Points that belong to no fighter.

    For the game master, all that is said of the table.
    """
    follows = look.session.ruleset.follows(look.fight.house)
    found = []
    for gauge in follows.table:
        left = gauge.left(look.fight.table)
        parts = left.items() if isinstance(left, dict) else [("", left)]
        found += [wire.Pool(f"{gauge.name} {part}".strip(), str(n)) for part, n in parts]
    return found


def orders(look: Look) -> list[wire.Standing]:
    """The standing answers of those who sit here."""
    mine = {name for who, name in enumerate(look.names) if look.eyes.mine(Who(who))}
    mine |= {GAME_MASTER} if look.eyes.viewer.master else set()
    given = sorted(look.hands.orders.items())
    return [wire.Standing(*key, answer) for key, answer in given if key[0] in mine]


def undo(look: Look) -> wire.UndoState:
    """How far one can go back and forth."""
    return wire.UndoState(*look.now.depth, look.session.seq)


def waiting_for(look: Look) -> list[str]:
    """For whom the fight waits, as far as the viewer may know."""
    pending = look.session.pending
    if pending is None:
        return []
    who = pending.asked.who
    if who == TABLE or look.hands.waits(pending) or who not in look.eyes.known(look.fight):
        return [GAME_MASTER]
    return [look.names[who]]
