"""Fighters, fights and actions in one line each, for worked examples.

The default fighter has 7 in every characteristic, which gives no DM, Melee 0 and Gun Combat 0, no
armour, bare hands, and stands at the origin with its whole turn before it.
"""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.fight import Fight
from affray.core.live import Live, Pending, Rolled, resume
from affray.core.play import Play
from affray.core.space import Line, Point, point
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.actions import perform, why_not
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.round import step
from affray.rulesets.traveller.scene import TravellerScene, start
from affray.rulesets.traveller.sheet import Cover, Sheet, Weapon
from affray.rulesets.traveller.state import Body, State, Table
from affray.testing.script import _entry as entry
from affray.testing.script import play_out, waits_for

PLAIN = House()
SKILLS = {"melee": 0, "gun combat": 0}


def house(**options: Any) -> House:
    """The default rulings with these changes."""
    return PLAIN._replace(**options)


def fighter(
    name: str = "Asha",
    side: str = "red",
    at: tuple[float, float] = (0, 0),
    *,
    full: tuple[int, ...] = (7, 7, 7, 7, 7, 7),
    skills: dict[str, int] | None = None,
    weapons: tuple[str | Weapon, ...] = (),
    hands: tuple[str, ...] | None = None,
    sheet: dict[str, Any] | None = None,
    **changes: Any,
) -> Body:
    """A body in full health; `full` is STR DEX END INT EDU SOC, all weapons are in hand.

    `sheet` changes fields of the sheet, `changes` fields of the body.
    """
    levels = SKILLS if skills is None else skills
    person = Sheet(name, *full, tuple(levels.items()))._replace(**(sheet or {}))  # type: ignore[arg-type, call-arg]
    kit = tuple(tables.weapons()[w] if isinstance(w, str) else w for w in weapons)
    strength, dexterity, endurance, intellect, education, _ = full
    body = Body(
        person,
        side,
        strength,
        dexterity,
        endurance,
        intellect,
        education,
        point(*at),
        kit,
        tuple(w.shots for w in kit),
        tuple(w.name for w in kit) if hands is None else hands,
        entered=True,
    )
    return body._replace(**changes)


def fight(*bodies: Body, house: House = PLAIN, turn: int = 1, current: int | None = 0, **table: Any) -> State:
    """A fight in this round, in the turn of the fighter at place `current` (None: between turns)."""
    place = None if current is None else Who(current)
    placed = [b._replace(opened=True) if n == current else b for n, b in enumerate(bodies)]
    return Fight((*placed, Table(round=turn, current=place)._replace(**table)), house)


def wall(name: str, kind: str, start: tuple[float, float], end: tuple[float, float]) -> Cover:
    """Something to hide behind that stands between two points, in metres."""
    return Cover(name, kind, tables.covers()[kind].armour, Line(point(*start), point(*end)))


def act(
    name: str, at: int | None = None, *, to: tuple[float, float] | None = None, item: str = "", n: int = 0
) -> Act:
    """An action at the fighter in this place, or to this point in metres."""
    return Act(name, None if at is None else Who(at), None if to is None else point(*to), item, n)


def do(fight: State, act: Act, *answers: object, who: int = 0) -> Live:
    """Perform one action with these dice and choices, all of which must be used; raises Illegal."""
    return play_out(fight, _performing(who, act), *answers)


def asks(fight: State, act: Act, *answers: object, who: int = 0) -> Pending:
    """What an action asks for next after these answers."""
    return waits_for(fight, _performing(who, act), *answers)


def _performing(who: int, act: Act):
    def rule(play: Play) -> None:
        perform(play, Fighter(play, Who(who)), act)

    return rule


def forbids(fight: State, act: Act, who: int = 0) -> set[str]:
    """The rules against an action; the menu and the action itself must agree on them."""
    listed = {refusal.rule for refusal in why_not(fight, Who(who), act)}
    raised: set[str] = set()
    try:
        do(fight, act, who=who)
    except Illegal as refused:
        raised = {refusal.rule for refusal in refused.refusals}
    except AssertionError:
        pass
    assert raised <= listed, f"the action raises {raised}, the menu says {listed}"
    assert bool(raised) == bool(listed), f"the action raises {raised}, the menu says {listed}"
    return listed


def _stepping(pieces: int):
    def rule(play: Play) -> None:
        for _ in range(pieces):
            step(play)

    return rule


def steps(fight: State, *answers: object, pieces: int = 1) -> Live:
    """Play so many pieces of the fight: a round or a turn begins, or one action is taken."""
    return play_out(fight, _stepping(pieces), *answers)


def runs(fight: State, *answers: object, pieces: int = 60) -> Live:
    """Play on with these answers, all of which must be used, up to the next question."""
    entries: list[Any] = []
    for n, answer in enumerate(answers):
        _, pending = resume(fight, _stepping(pieces), entries)
        assert pending is not None, f"over before answer {n + 1}: {answer!r}"
        entries.append(entry(pending, answer, n))
    play, _ = resume(fight, _stepping(pieces), entries)
    return play


def refuses(pending: Pending, answer: object) -> list[str]:
    """The rules against an answer that is not in the list."""
    assert pending.admits is not None
    return [refusal.rule for refusal in pending.admits(answer)]


def next_asked(fight: State, *answers: object, pieces: int = 60) -> Pending:
    """What the fight asks next after these answers."""
    return waits_for(fight, _stepping(pieces), *answers)


def body(play: Live, who: int) -> Body:
    """A fighter after a play."""
    found: Body = play.fight.bodies[who]
    return found


def left(play: Live, who: int) -> tuple[int, int, int]:
    """STR, DEX and END of a fighter after a play."""
    b = body(play, who)
    return b.strength, b.dexterity, b.endurance


def table(play: Live) -> Table:
    """The table after a play."""
    found: Table = play.fight.bodies[-1]
    return found


def rolls(play: Live, what: str) -> list[Rolled]:
    """All dice of a play that were rolled for this."""
    return [told for told in play.story if isinstance(told, Rolled) and told.asked.question == what]


def dms(play: Live, what: str) -> dict[str, int]:
    """What was added to the first roll of this kind, by rule; parts of one rule added up."""
    found: dict[str, int] = {}
    for mod in rolls(play, what)[0].tally:
        found[mod.rule] = found.get(mod.rule, 0) + mod.amount
    return found


def total(play: Live, what: str) -> int:
    """The DM of the first roll of this kind."""
    return rolls(play, what)[0].tally.total


def spot(x: float, y: float) -> Point:
    """A place in metres."""
    return point(x, y)


def opened(*fighters: dict[str, Any], options: dict[str, Any] | None = None, **scene: Any) -> State:
    """A fight as a scene with these house rules opens it; two default fighters a metre apart."""
    people = {"STR": 7, "DEX": 7, "END": 7}
    default = ({"name": "Asha", "side": "red", "at": (0, 0)}, {"name": "Bo", "side": "blue", "at": (1, 0)})
    data = {
        "ruleset": "traveller",
        "title": "An example",
        "options": options or {},
        "fighters": [{"characteristics": people, **one} for one in fighters or default],
        **scene,
    }
    return start(TravellerScene.model_validate(data))
