"""Out of turn: what anybody may do at any time.

Whoever is on the alert is asked at every moment, everybody as a turn begins where the scene says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.probe import Probe
from affray.rulesets.horizon import dive, objects, talk
from affray.rulesets.horizon.fighter import Fighter, called, table, turn_place
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.state import Body, Game, State, Table

QUESTION = "out of turn"
SAMPLES = (5, 25)
"""Lengths of speeches that are offered; any other may be said."""
NAMES = (talk.SPEAK, talk.SOUND, "look about", "drop", dive.NAME, talk.EASY)
"""What can be done out of turn."""
OPEN = {
    talk.SPEAK: ("HZN-COM-01",),
    talk.SOUND: ("HZN-COM-02",),
    "look about": ("HZN-AWR-02",),
    "drop": ("HZN-OBJ-08",),
    dive.NAME: ("HZN-DIV-02",),
}
"""The rule by which each of them may be done at any time."""


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
    chosen = play.choose(
        one,
        QUESTION,
        lambda: (None, *_open(play.fight, one.who)),
        "HZN-RUL-69",
        admits=lambda act: why_not(play.fight, one.who, act),
        read_by=lambda act: () if act is None else OPEN.get(act.name, ()),
    )
    if chosen is not None:
        play.call(interject, one, chosen)


def interject(play: Game, one: Fighter, act: Act) -> None:
    """Speak, look about, drop something, or Dive by borrowing."""
    match act.name:
        case talk.SPEAK | talk.SOUND:
            talk.speak(play, one, act.n, act.name == talk.SOUND)
        case "look about":
            talk.look_about(play, one)
        case talk.EASY:
            talk.stand_easy(play, one)
        case "drop":
            objects.drop(play, one, act.item)
        case _:
            dive.out_of_turn(play, one, act.to, act.at)


def _open(fight: State, who: Who) -> list[Act]:
    b: Body = fight.bodies[who]
    offers = [
        *(Act(talk.SPEAK, n=n) for n in SAMPLES),
        Act(talk.SOUND, n=1),
        Act("look about"),
        *(Act("drop", item=item.name) for item in b.kit if item.name == b.hand),
        Act(dive.NAME),
        Act(talk.EASY),
    ]
    return [act for act in offers if not why_not(fight, who, act)]


def why_not(fight: State, who: Who, act: object) -> Sequence[Refusal]:
    """The rules against doing that out of turn."""
    if not isinstance(act, Act) or act.name not in NAMES:
        return (Refusal("", "cannot be done out of turn"),)
    probe: Probe[Body, Table, House] = Probe(fight)
    return probe.why_not(interject, Fighter(probe, who), act)


def open_floor(play: Game, begins: bool) -> bool:
    """Whether anybody is to be asked at this moment: as a turn begins, or within it."""
    return table(play).heed or (begins and table(play).floor)
