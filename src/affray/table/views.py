"""The sections of a view: what one viewer sees of a session; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from affray.core.effect import TABLE, Who
from affray.core.ruleset import Card
from affray.core.space import Point
from affray.session import Session
from affray.session.entries import by_people
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


def title(look: Look, name: str, notice: str = "") -> wire.Title:
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
        id=int(who),
        name=card.name,
        side=card.side,
        mine=eyes.mine(who),
        foe=eyes.foe(look.fight, who),
        turn=card.turn if figures else "",
        now=who == acting,
        out=card.out,
        tracks=_tracks(look, who, card),
        states=list(card.states) if figures else eyes.states(look.fight, card),
        gear=card.gear if figures else in_hand(look.fight.bodies[who]),
        apart=look.session.ruleset.words.apart(look.fight, acting, who) if measured else "",  # type: ignore[arg-type]
        hand=str(look.hands.manner(who)) if eyes.whole(look.fight, who) else None,
    )


def _tracks(look: Look, who: Who, card: Card) -> list[wire.Track]:
    """The figures of a card; otherwise a word for how it looks, or nothing."""
    if look.eyes.figures(look.fight, who):
        return [wire.Track(bar.name, bar.now, bar.most, rises=bar.rises) for bar in card.bars]
    word = look.eyes.health(look.fight, who)
    return [wire.Track("", word=word)] if word else []


def in_hand(body: Any) -> str:
    """What everybody sees in somebody's hands."""
    held = getattr(body, "hands", None) or (getattr(body, "hand", ""),)
    return ", ".join(name for name in held if name)


# --- the map, and what belongs to nobody ------------------------------------------------------------


def ground(look: Look) -> wire.Ground:
    """Where everybody stands of whom the viewer knows, and the cover there is."""
    known = look.eyes.known(look.fight)
    tokens = [_token(look, who) for who in look.fight.everyone if who in known]
    covers = [_cover(c) for c in getattr(look.fight.table, "covers", ()) if hasattr(c, "name")]
    return wire.Ground(
        bands=bands(look),
        tokens=[t for t in tokens if t is not None],
        cover=[c for c in covers if c.at],
        zones=[],
        scale=_scale([p for t in tokens if t for p in [t.at]] + [p for c in covers for p in c.at]),
    )


def _token(look: Look, who: Who) -> wire.Token | None:
    body, card, eyes = look.fight.bodies[who], look.card(who), look.eyes
    if not isinstance(body.spot, Point):
        return None
    mine, foe = eyes.mine(who), eyes.foe(look.fight, who)
    return wire.Token(int(who), card.name, card.side, _metres(body.spot), card.out, mine, foe)


def bands(look: Look) -> list[dict[str, Any]] | None:
    """How far everybody is from who is to act, in words.

    None when that is nobody's to know.
    """
    acting, known = look.acting(), look.eyes.known(look.fight)
    if acting is None:
        return None
    apart = look.session.ruleset.words.apart
    others = [who for who in look.fight.everyone if who in known and who != acting]
    return [{"id": int(who), "from": int(acting), "apart": apart(look.fight, acting, who)} for who in others]


def _metres(spot: Point) -> tuple[float, float]:
    return spot.x / 100, spot.y / 100


def _cover(cover: Any) -> wire.Cover:
    """A thing on the table with a place, whatever the game calls its parts."""
    places: list[tuple[float, float]] = []
    for part in cover:
        if isinstance(part, Point):
            places.append(_metres(part))
        elif isinstance(part, tuple) and part and all(isinstance(p, Point) for p in part):
            places += [_metres(p) for p in part]
    rating = getattr(cover, "rating", "")
    return wire.Cover(cover.name, str(rating), places)


def _scale(places: Sequence[tuple[float, float]]) -> list[float]:
    """The box that holds all of it: left, low, right, high."""
    if not places:
        return [0, 0, 0, 0]
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return [min(xs), min(ys), max(xs), max(ys)]


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


def undo(look: Look) -> wire.UndoState:
    """How far one can go back and forth."""
    session = look.session
    return wire.UndoState(
        len(by_people(tuple(session.kept))), len(by_people(tuple(session.undone))), session.seq
    )


def waiting_for(look: Look) -> list[str]:
    """For whom the fight waits, as far as the viewer may know."""
    pending = look.session.pending
    if pending is None:
        return []
    who = pending.asked.who
    if who == TABLE or who not in look.eyes.known(look.fight):
        return [GAME_MASTER]
    return [look.names[who]]
