"""Out of turn: what anybody may do at any time.

Whoever is on the alert is asked at every moment, everybody as a turn begins where the scene says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from affray.core.act import Act
from affray.core.catalogue import read_catalogue
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.rulesets.horizon import dive, objects, talk
from affray.rulesets.horizon.declare import CONDUCT
from affray.rulesets.horizon.fighter import Fighter, called, table, turn_place
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.state import Body, Game, State
from affray.sheet import Item
from affray.tabletop import Actions, Wording
from affray.tabletop.question import Question

SAMPLES = (5, 25)
"""Lengths of speeches that are offered; any other may be said."""
OPEN = Actions(
    (
        replace(talk.SPEAK, lines=lambda name, fight, who: (Act(name, n=n) for n in SAMPLES)),
        *(talk.SOUND, talk.LOOK, objects.DROP, dive.LEAP, talk.EASY),
    ),
    CONDUCT,
    {},
    Wording(),
    read_catalogue(__package__),
    House(),
)
"""What can be done out of turn."""
OUT_OF_TURN: Question[tuple[()], Act | None] = Question(
    name="out of turn",
    asks="{who}: do anything out of turn?",
    tells="{who}, out of turn: {what}",
    rules=("HZN-RUL-69",),
    says=lambda names, act: "nothing" if act is None else None,
    listed=lambda _: Item("drop, speak, look around", ("HZN-OBJ-08", "HZN-COM-01", "HZN-AWR-02"), "free"),
)


def floor(play: Game, actor: Fighter, begins: bool) -> None:
    """As a turn begins and after each deed of it others may do what is always open.

    See HZN-COM-01, HZN-AWR-02, HZN-OBJ-08, HZN-DIV-02, HZN-RUL-69.
    """
    for one in actor.ranked(others if begins and table(play).floor else watchful):
        play.call(interjection, one)


def others(b: Body, other: Body) -> tuple[tuple[int, ...], str] | None:
    """The place of everybody else who can act."""
    awake = other.health > 0 and not other.stunned and not other.escaped
    apart = other.sheet.name != b.sheet.name
    return (turn_place(other), called(other)) if awake and apart else None


def watchful(b: Body, other: Body) -> tuple[tuple[int, ...], str] | None:
    """The place of those among them who are on the alert."""
    return others(b, other) if other.poised else None


def interjection(play: Game, one: Fighter) -> None:
    """One thing out of turn, or nothing."""
    chosen = OUT_OF_TURN.put(
        play,
        one,
        (),
        lambda: (None, *OPEN.legal(play.fight, one.who)),
        admits=lambda act: why_not(play.fight, one.who, act),
        read_by=lambda act: () if act is None else OPEN.by_name[act.name].cited(play.house),
    )
    if chosen is not None:
        play.call(OPEN.perform, one, chosen)


def why_not(fight: State, who: Who, act: object) -> Sequence[Refusal]:
    """The rules against doing that out of turn."""
    if not isinstance(act, Act) or act.name not in OPEN.by_name:
        return (Refusal("", "cannot be done out of turn"),)
    return OPEN.why_not(fight, who, act)


def open_floor(play: Game, begins: bool) -> bool:
    """Whether anybody is to be asked at this moment: as a turn begins, or within it."""
    return table(play).heed or (begins and table(play).floor)
