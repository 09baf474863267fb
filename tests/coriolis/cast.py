"""Fighters, fights and actions in one line each, for worked examples.

The default fighter has 2 in every attribute and no skill, 4 hit points, 4 mind points, bare
hands, no armour, and stands at the origin.  House rules in examples leave prayers off, so that
only the dice of the rule at hand are asked for.
"""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.fight import Fight
from affray.core.live import Live, Pending, Rolled
from affray.core.play import Play
from affray.core.space import Line, point
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.actions import perform, why_not
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.scene import CoriolisScene, start
from affray.rulesets.coriolis.sheet import Cover, Sheet, Skills, Weapon
from affray.rulesets.coriolis.state import Body, State, Table
from affray.testing.script import play_out, waits_for

PLAIN = House(darkness_pray="off")
"""The default rulings, without prayers."""


def house(**options: Any) -> House:
    """The default rulings with these changes, and without prayers unless they are asked for."""
    return PLAIN._replace(**options)


def fighter(
    name: str = "Asha",
    side: str = "red",
    at: tuple[float, float] = (0, 0),
    *,
    hp: int | None = None,
    mp: int | None = None,
    strength: int = 2,
    agility: int = 2,
    wits: int = 2,
    empathy: int = 2,
    armour: int = 0,
    skills: dict[str, int] | None = None,
    weapons: tuple[str | Weapon, ...] = (),
    hands: tuple[str, ...] | None = None,
    npc: bool = False,
    sheet: dict[str, Any] | None = None,
    **changes: Any,
) -> Body:
    """A body with exactly these figures; all weapons are in hand unless `hands` says which.

    `hp` is what is left now; when it is above the sum of the attributes it is the full number as well.
    `sheet` changes fields of the sheet, `changes` fields of the body.
    """
    full, calm = max(strength + agility, hp or 0), max(wits + empathy, mp or 0)
    levels = Skills(**{skill.replace(" ", "_"): level for skill, level in (skills or {}).items()})
    person = Sheet(name, npc, strength, agility, wits, empathy, levels, armour, full, calm)
    kit = tuple(tables.weapons()[w] if isinstance(w, str) else w for w in weapons)
    body = Body(
        person._replace(**(sheet or {})),
        side,
        full if hp is None else hp,
        calm if mp is None else mp,
        point(*at),
        kit,
        tuple(w.name for w in kit) if hands is None else hands,
        score=3,
        entered=True,
    )
    return body._replace(**changes)


def fight(
    *bodies: Body,
    house: House = PLAIN,
    darkness: int = 2,
    turn: int = 1,
    current: int | None = 0,
    **table: Any,
) -> State:
    """A fight in this combat turn, in the slot of the fighter at place `current` (None: between slots)."""
    place = None if current is None else Who(current)
    set_table = Table(turn=turn, current=place, darkness=darkness)._replace(**table)
    return Fight((*bodies, set_table), house)


def wall(name: str, rating: int, start: tuple[float, float], end: tuple[float, float]) -> Cover:
    """Something to hide behind that stands between two points, in metres."""
    return Cover(name, rating, Line(point(*start), point(*end)))


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


def steps(fight: State, *answers: object, pieces: int = 1) -> Live:
    """Play so many pieces of the fight: a combat turn or a slot begins, or one action is taken."""

    def rule(play: Play) -> None:
        for _ in range(pieces):
            step(play)

    return play_out(fight, rule, *answers)


def body(play: Live, who: int) -> Body:
    """A fighter after a play."""
    found: Body = play.fight.bodies[who]
    return found


def table(play: Live) -> Table:
    """The table after a play."""
    found: Table = play.fight.bodies[-1]
    return found


def rolls(play: Live, what: str) -> list[Rolled]:
    """All dice of a play that were rolled for this."""
    return [told for told in play.story if isinstance(told, Rolled) and told.asked.question == what]


def dice_of(play: Live, what: str) -> dict[str, int]:
    """What made the pool of the first roll of this kind: dice by rule; parts of one rule added up."""
    found: dict[str, int] = {}
    for mod in rolls(play, what)[0].tally:
        found[mod.rule] = found.get(mod.rule, 0) + mod.amount
    return found


def opened(*fighters: dict[str, Any], **options: Any) -> State:
    """A fight as a scene with these house rules opens it; two default fighters a metre apart."""
    people = {"strength": 2, "agility": 2, "wits": 2, "empathy": 2}
    default = ({"name": "Asha", "side": "red", "at": (0, 0)}, {"name": "Bo", "side": "blue", "at": (1, 0)})
    data = {
        "ruleset": "coriolis",
        "title": "An example",
        "options": {key.replace("__", "."): value for key, value in options.items()},
        "fighters": [{"attributes": people, **one} for one in fighters or default],
    }
    return start(CoriolisScene.model_validate(data))
