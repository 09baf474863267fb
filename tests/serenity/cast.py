"""Fighters, fights and actions in one line each, for worked examples.

The default fighter has d6 in every attribute and no skill, 12 life points, bare hands, no armour,
one declared action, and stands at the origin.
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
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.actions import perform, why_not
from affray.rulesets.serenity.dice import place_of
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.round import step
from affray.rulesets.serenity.scene import SerenityScene, start
from affray.rulesets.serenity.sheet import Armour, Cover, Sheet, Skill, Weapon
from affray.rulesets.serenity.state import Body, Clip, State, Table
from affray.testing.script import play_out, waits_for

PLAIN = House()
PISTOL, KNIFE, RIFLE, SMG, UNARMED = "pistol", "knife", "rifle", "submachine gun", "unarmed"


def house(**options: Any) -> House:
    """The default rulings with these changes."""
    return PLAIN._replace(**options)


def fighter(
    name: str = "Ana",
    side: str = "red",
    at: tuple[float, float] = (0, 0),
    *,
    skills: dict[str, str] | None = None,
    weapons: tuple[str | Weapon, ...] = (),
    hands: tuple[str, ...] | None = None,
    traits: tuple[str, ...] = (),
    armour: str | int = 0,
    life: int | None = None,
    attributes: dict[str, str] | None = None,
    **changes: Any,
) -> Body:
    """A body with exactly these figures; all that shoots or strikes is in hand unless `hands` says which."""
    places: dict[str, Any] = dict.fromkeys(tables.ATTRIBUTES, 3) | {
        key: place_of(die) for key, die in (attributes or {}).items()
    }
    levels = tuple(Skill(skill, place_of(die)) for skill, die in (skills or {}).items())
    kit = tuple(tables.weapons()[w] if isinstance(w, str) else w for w in weapons)
    worn = tables.armours()[armour] if isinstance(armour, str) else Armour("armour", armour)
    sheet = Sheet(
        name,
        **places,
        skills=levels,
        life=life or 2 * (places["vitality"] + places["willpower"]),
        traits=traits,
        armour=worn if worn.rating else Armour(),
    )
    ready = tuple(w.name for w in kit if w.melee or w.gun) if hands is None else hands
    clips = tuple(Clip(w.name, w.magazine) for w in kit if w.magazine)
    body = Body(sheet, side, point(*at), kit, ready, clips, entered=True, stated=True, score=10)
    return body._replace(**changes)


def foe(name: str = "Bo", at: tuple[float, float] = (10, 0), **given: Any) -> Body:
    """Somebody of the other side, ten metres away."""
    return fighter(name, "blue", at, **given)


def near(**given: Any) -> Body:
    """Somebody of the other side, at arm's length."""
    return foe(at=(1, 0), **given)


def fight(*bodies: Body, house: House = PLAIN, current: int | None = 0, **table: Any) -> State:
    """A fight in its first round, in the turn of the fighter at place `current` (None: between turns)."""
    whose = None if current is None else Who(current)
    return Fight((*bodies, Table(round=1, current=whose)._replace(**table)), house)


def wall(kind: str, start: tuple[float, float] = (9, -3), end: tuple[float, float] = (9, 3)) -> Cover:
    """Cover of this kind that stands between two points."""
    return Cover("wall", kind, tables.covers()[kind].difficulty, Line(point(*start), point(*end)))


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
    """Play so many pieces of the fight: a round or a turn begins, one declares, or one acts."""
    return play_out(fight, _stepping(pieces), *answers)


def waits(fight: State, *answers: object, pieces: int = 1) -> Pending:
    """What the next pieces of the fight ask for after these answers."""
    return waits_for(fight, _stepping(pieces), *answers)


def _stepping(pieces: int):
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


def harm(play: Live, who: int = 1) -> tuple[int, int]:
    """Stun and wounds of a fighter after a play."""
    return body(play, who).stun, body(play, who).wounds


def rolls(play: Live, what: str) -> list[Rolled]:
    """All dice of a play whose question begins so."""
    return [told for told in play.story if isinstance(told, Rolled) and told.asked.question.startswith(what)]


def dice_of(play: Live, what: str) -> str:
    """The dice of the first roll whose question begins so."""
    return rolls(play, what)[0].asked.chance


def steps_of(play: Live, what: str) -> dict[str, int]:
    """The steps of the first roll of this kind, by rule; parts of one rule added up."""
    found: dict[str, int] = {}
    for mod in rolls(play, what)[0].tally:
        found[mod.rule] = found.get(mod.rule, 0) + mod.amount
    return found


def opened(*fighters: dict[str, Any], **options: Any) -> State:
    """A fight as a scene with these house rules opens it; two bystanders ten metres apart."""
    default = ({"name": "Ana", "side": "red", "at": (0, 0)}, {"name": "Bo", "side": "blue", "at": (10, 0)})
    data = {
        "ruleset": "serenity",
        "title": "An example",
        "options": {key.replace("__", "."): value for key, value in options.items()},
        "fighters": [{"sample": "bystander", **one} for one in fighters or default],
    }
    return start(SerenityScene.model_validate(data))


def plays(here: State, rule, *answers: object, who: int = 0) -> Live:
    """A part of the rules, played for one fighter with these answers."""
    return play_out(here, lambda play: rule(play, Fighter(play, Who(who))), *answers)


def gives(here: State, rule, *answers: object, who: int = 0) -> Any:
    """What a part of the rules comes to."""
    found: list[Any] = []

    def kept(play, one):
        found[:] = [rule(play, one)]

    plays(here, kept, *answers, who=who)
    return found[0]
