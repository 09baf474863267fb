"""The sections of a view: what one viewer sees of a session; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from affray.core.catalogue import Option, OptionValue
from affray.core.effect import TABLE, Who
from affray.core.fight import AnyFight
from affray.core.message import joined, msg, word
from affray.core.ruleset import Card, Ruleset, end_of
from affray.reference import switched
from affray.session import Session
from affray.session.controller import GAME_MASTER, Controller
from affray.table import turn_order, wire
from affray.table.free_rolls import entry_told
from affray.table.notices import NONE, Notice
from affray.table.position import Position
from affray.table.visibility import State, Visibility


class VisiblePosition(NamedTuple):
    """What a view is made from: the position, and how much of it is to be seen."""

    position: Position
    visibility: Visibility

    @property
    def session(self) -> Session:
        """What is looked at."""
        return self.position.session

    @property
    def controller(self) -> Controller:
        """Who runs whom."""
        return self.position.controller

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called."""
        return self.position.names

    @property
    def fight(self) -> State:
        """The fight now."""
        return self.position.fight

    def entry(self, seq: int) -> int:
        """By what number the viewer is told of an entry of the log."""
        return entry_told(self.visibility, self.session.log.secret, seq)

    def card(self, who: Who) -> Card:
        """A fighter's card."""
        return self.position.card(who)

    def acting(self) -> Who | None:
        """Whose moment it is, as far as this viewer may know."""
        who = self.position.acting
        return who if who is not None and who in self.visibility.known(self.fight) else None


def title(seen: VisiblePosition, name: str, notice: Notice = NONE, archived: bool = False) -> wire.Title:
    """What is played, and where it stands."""
    session = seen.session
    return wire.Title(
        game=session.ruleset.id,
        game_title=word(session.ruleset.title),
        scene=word(session.scene.title),
        name=name or word(session.scene.title),
        round=word(session.ruleset.words.table(seen.fight)) if seen.visibility.all else _round(seen),
        over=session.over,
        winner=word(session.winner or ""),
        notice=word(notice.words),
        notice_code=notice.code if notice else "",
        archived=archived,
        seal=session.log.keys.seal,
        end=end_of(session.winner, session.over),
        dice=list(session.ruleset.dice),
        waits=seen.position.waits,
        house=house(session) if seen.position.waits else [],
    )


def house(session: Session) -> list[wire.WireHouseRule]:
    """What is played otherwise than on the sheet."""
    return [
        wire.WireHouseRule(option.key, word(option.summary), _played(option, value))
        for option, value in switched(session.ruleset.catalogue, session.fight.house)
    ]


def _played(option: Option, value: OptionValue) -> str:
    """What the value of a house rule comes to."""
    if isinstance(value, bool):
        return word("yes" if value else "no")
    return word(option.values.get(str(value), str(value)))


def _round(seen: VisiblePosition) -> str:
    """The number of the round, which is for everybody to know."""
    follows = seen.session.ruleset.follows(seen.fight.house)
    return msg("{word} {n}", word=follows.word, n=getattr(seen.fight.table, follows.round))


# --- fighters ---------------------------------------------------------------------------------------


def order(seen: VisiblePosition) -> list[wire.WireFighter]:
    """The fighters of whom the viewer knows, in the order in which they act.

    They have their numbers in the order of the scene: a server that begins anew gives the same ones.
    """
    for who in sorted(seen.visibility.known(seen.fight)):
        seen.visibility.number(who)
    return [_fighter(seen, turn) for turn in turn_order.order(seen)]


def _fighter(seen: VisiblePosition, turn: turn_order.ToldTurn) -> wire.WireFighter:
    who = turn.who
    card, visibility, acting = seen.card(who), seen.visibility, seen.acting()
    figures = visibility.figures(seen.fight, who)
    measured = acting is not None and acting != who and visibility.whole(seen.fight, acting)
    return wire.WireFighter(
        id=visibility.number(who),
        name=card.name,
        side=word(card.side),
        mine=visibility.mine(who),
        foe=visibility.foe(seen.fight, who),
        turn=word(card.turn if turn_order.place_open(seen, who) else ""),
        now=who == acting,
        out=card.out,
        tracks=_tracks(seen, who, card),
        states=list(map(word, _states(seen, who, card) if figures else visibility.states(seen.fight, card))),
        gear=word(card.gear) if figures else in_hand(seen.session.ruleset, seen.fight, who),
        apart=word(seen.session.ruleset.words.apart(seen.fight, acting, who)) if measured else "",  # type: ignore[arg-type]
        hand=str(seen.controller.profile(who)) if visibility.whole(seen.fight, who) else None,
        stage=turn.stage,
        mark=seen.position.marks[card.side],
        before=turn.before,
        idle=list(map(word, card.idle if visibility.whole(seen.fight, who) else ())),
        hidden=hidden(seen, who),
    )


def hidden(seen: VisiblePosition, who: Who) -> bool | msgspec.UnsetType:
    """Whether a fighter is hidden from the players, for those who see everything."""
    return True if seen.visibility.all and who in seen.fight.hidden else msgspec.UNSET


def _states(seen: VisiblePosition, who: Who, card: Card) -> list[str]:
    """What is out of the ordinary about somebody whose figures are shown.

    Of one's own side all of it, whoever does it to them; of foes nothing that others have a part in
    of whom nobody knows.
    """
    visibility, fight = seen.visibility, seen.fight
    if visibility.whole(fight, who):
        return [visibility.veiled(fight, state) for state in card.states]
    return [state for state in card.states if not visibility.names_unknown(fight, state)]


def _tracks(seen: VisiblePosition, who: Who, card: Card) -> list[wire.Track]:
    """The figures of a card, what is left of a life first; otherwise a word for how it looks, or nothing."""
    if seen.visibility.figures(seen.fight, who):
        bars = (card.life, *card.bars) if card.life else card.bars
        return [
            wire.Track(word(bar.name), bar.now, bar.most, rises=bar.rises, grave=bar.grave or card.out)
            for bar in bars
        ]
    looks = seen.visibility.health(seen.fight, who)
    return [wire.Track("", word=word(looks))] if looks else []


def in_hand(ruleset: Ruleset, fight: AnyFight, who: Who) -> str:
    """What everybody sees in somebody's hands."""
    return joined(", ", (name for name in ruleset.in_hand(fight.fighter(who)) if name))


# --- what belongs to nobody --------------------------------------------------------------------------


def pools(seen: VisiblePosition) -> list[wire.WirePool]:
    """Points that belong to no fighter."""
    follows = seen.session.ruleset.follows(seen.fight.house)
    shown = []
    for gauge in follows.table:
        left = gauge.left(seen.fight.table)
        parts = left.items() if isinstance(left, dict) else [("", left)]
        shown += [wire.WirePool(joined(" ", filter(None, (gauge.name, part))), str(n)) for part, n in parts]
    return shown


def orders(seen: VisiblePosition) -> list[wire.WireStanding]:
    """The standing answers of those who sit here."""
    mine = {name for who, name in enumerate(seen.names) if seen.visibility.mine(Who(who))}
    mine |= {GAME_MASTER} if seen.visibility.viewer.master else set()
    given = sorted(seen.controller.orders.items())
    return [wire.WireStanding(*key, answer) for key, answer in given if key[0] in mine]


def undo(seen: VisiblePosition, times: int = 0, by: str = "") -> wire.UndoState:
    """How far one can go back and forth; how often somebody did, and who did so last."""
    back, forth = seen.position.depth if seen.visibility.all else seen.position.depth_told
    takes = seen.entry(seen.position.taken_next) if back else 0
    return wire.UndoState(back, forth, seen.entry(seen.session.seq), times, by, takes)


def waiting_for(seen: VisiblePosition) -> list[str]:
    """For whom the fight waits, as far as the viewer may know."""
    pending = seen.position.pending
    if pending is None:
        return []
    who = pending.asked.who
    if who == TABLE or seen.controller.waits(pending) or who not in seen.visibility.known(seen.fight):
        return [word(GAME_MASTER)]
    return [seen.names[who]]
