"""Fighters, fights and actions in one line each, for worked examples.

The default fighter has 3D in everything, so a defence of 9, 30 hit points, no armour, bare hands,
moves 30 feet and stands at the origin; it has declared one action and it is its turn.
"""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.fight import Fight
from affray.core.live import Live, Pending, Rolled
from affray.core.play import Play
from affray.core.space import Line, Point, point
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.actions import perform, why_not
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.round import step
from affray.rulesets.d6.scene import SkirmishScene, start
from affray.rulesets.d6.sheet import Cover, Sheet, Skills, Spell, Vehicle, Weapon
from affray.rulesets.d6.state import Body, State, Table
from affray.testing.script import play_out, waits_for

PISTOL, RIFLE, SWORD, FIST = "medium pistol", "assault rifle", "long sword", "fist"


def house(**options: Any) -> House:
    """The default rulings with these changes."""
    return House()._replace(**options)


def fighter(
    name: str = "Ava",
    side: str = "red",
    at: tuple[float, float] = (0, 0),
    *,
    weapons: tuple[str | Weapon, ...] = (),
    hands: tuple[str, ...] | None = None,
    spells: tuple[str | Spell, ...] = (),
    skills: dict[str, int] | None = None,
    hp: int = 30,
    sheet: dict[str, Any] | None = None,
    **changes: Any,
) -> Body:
    """A body with exactly these figures, codes in pips; the first weapon is in hand."""
    codes = Skills(*(9,) * 7)._replace(**{tables.field(name): v for name, v in (skills or {}).items()})
    known = tuple(tables.spells()[s] if isinstance(s, str) else s for s in spells)
    person = Sheet(name, codes, 9, 9, 9, 30, spells=known)._replace(**(sheet or {}))
    kit = tuple(tables.weapons()[w] if isinstance(w, str) else w for w in weapons)
    held = tuple(w.name for w in kit[:1]) if hands is None else hands
    shots = tuple(w.shots for w in kit)
    full = person.hit_points
    body = Body(
        person, side, hp, point(*at), kit, held, shots, (0,) * len(kit), bloodied=2 * hp < full, declared=True
    )
    return body._replace(**changes)


def foe(at: tuple[float, float] = (20, 0), name: str = "Bo", **changes: Any) -> Body:
    """Somebody on the other side."""
    return fighter(name, "blue", at, **changes)


def fight(*bodies: Body, house: House | None = None, **table: Any) -> State:
    """A fight in its first round."""
    return Fight((*bodies, Table(round=1)._replace(**table)), house or House())


def wall(name: str, kind: str, start: tuple[float, float], end: tuple[float, float]) -> Cover:
    """Something to hide behind that stands between two points, in feet."""
    return Cover(name, kind, Line(point(*start), point(*end)))


def car(**changes: Any) -> Vehicle:
    """A large car with handling 4, armour 13, 100 feet a round; open, so that it shields nobody."""
    return Vehicle("car", "large", 4, 13, 100, False)._replace(**changes)


def act(
    name: str, at: int | None = None, *, to: tuple[float, float] | None = None, item: str = "", n: int = 0
) -> Act:
    """An action at the fighter in this place, or to this point in feet."""
    return Act(name, None if at is None else Who(at), None if to is None else point(*to), item, n)


def attack(item: str = SWORD, at: int = 1) -> Act:
    """An attack with a weapon."""
    return act("attack", at, item=item)


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
    """Play so many pieces of the fight."""
    return play_out(fight, _pieces(pieces), *answers)


def asked(fight: State, *answers: object, pieces: int = 1) -> Pending:
    """What so many pieces of the fight ask next after these answers."""
    return waits_for(fight, _pieces(pieces), *answers)


def _pieces(pieces: int):
    def rule(play: Play) -> None:
        for _ in range(pieces):
            step(play)

    return rule


def body(play: Live, who: int) -> Body:
    """A fighter after a play."""
    found: Body = play.fight.bodies[who]
    return found


def table(play: Live) -> Table:
    """The table after a play."""
    found: Table = play.fight.bodies[-1]
    return found


def after(state: State, *effects: Any) -> State:
    """A fight after corrections."""
    for effect in effects:
        state = state.after(effect)
    return state


def rolls(play: Live, what: str) -> list[Rolled]:
    """All dice of a play that were rolled for this."""
    return [told for told in play.story if isinstance(told, Rolled) and told.asked.question == what]


def pips(play: Live, what: str = "attack") -> dict[str, int]:
    """What made the code of the first roll of this kind: pips by rule."""
    return {mod.rule: mod.amount for mod in rolls(play, what)[0].tally}


def number(play: Live, n: int = 0) -> dict[str, int]:
    """What made the n-th number that had to be reached: points by rule."""
    found = [effect for effect in play.done if isinstance(effect, fx.Faced)]
    return {mod.rule: mod.amount for mod in found[n].mods}


def hurts(play: Live) -> list[int]:
    """Hit points lost in a play, in order."""
    return [effect.points for effect in play.done if isinstance(effect, fx.Hurt)]


def spot(x: float, y: float) -> Point:
    """A place in feet."""
    return point(x, y)


def opened(*fighters: dict[str, Any], **scene: Any) -> State:
    """A fight as a scene opens it; two thugs face to face by default."""
    default = ({"name": "Ava", "side": "red", "at": (0, 0)}, {"name": "Bo", "side": "blue", "at": (4, 0)})
    data = {
        "ruleset": "d6",
        "title": "An example",
        "fighters": [{"archetype": "thug", **one} for one in fighters or default],
        **scene,
    }
    return start(SkirmishScene.model_validate(data))
