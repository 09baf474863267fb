"""Fighters, fights and actions in one line each, for worked examples.

The default fighter, Ada, has 2 in every trait, no skill unlocked, 50 Health, bare hands and no
armour, stands at the origin and has two actions; equals
take turns by their names.  Her foe Bo stands 10 m away and can borrow no
action for a Dive, so that only the dice of the rule at hand are asked for.
"""

from __future__ import annotations

from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.fight import Fight
from affray.core.live import Happened, Live, Pending, Rolled
from affray.core.play import Play
from affray.core.space import Line, point
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.actions import menu, perform, why_not
from affray.rulesets.horizon.fighter import Fighter, in_use
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.round import step
from affray.rulesets.horizon.scene import HorizonScene, start
from affray.rulesets.horizon.sheet import Item, Sheet, Skills, Task, Wall
from affray.rulesets.horizon.state import Body, Lying, State, Table
from affray.testing.script import play_out, waits_for

PLAIN = House()
BOOK = tables.book(PLAIN)


def house(**options: Any) -> House:
    """The default rulings with these changes."""
    return PLAIN._replace(**options)


def item(name: str, rounds: int | None = None, own: str = "", **changes: Any) -> Item:
    """A weapon by its name in the tables, loaded unless `rounds` says otherwise."""
    weapon = BOOK.weapons[name]
    full = weapon.magazine if weapon.fires else 0
    return Item(own or weapon.short, weapon, full if rounds is None else rounds, 3)._replace(**changes)


def made(name: str, tier: int = 1, **changes: Any) -> Item:
    """An improvised weapon that counts as Melee of this tier."""
    profile = next(w for w in BOOK.weapons.values() if w.kind == "melee" and w.tier == tier)
    return Item(name, profile, improvised=True)._replace(**changes)


def fighter(
    name: str = "Ada",
    side: str = "red",
    at: tuple[float, float] = (0, 0),
    *,
    strength: int = 2,
    agility: int = 2,
    acuity: int = 2,
    resilience: int = 2,
    skills: dict[str, int] | None = None,
    health: int = 50,
    armour: int = 0,
    style: str = "kick-boxing",
    weapons: tuple[str | Item, ...] = (),
    hand: str | None = None,
    score: int | None = None,
    sheet: dict[str, Any] | None = None,
    **changes: Any,
) -> Body:
    """A body with exactly these figures; the first weapon is in hand unless `hand` says which.

    `score` is the combat test of the running turn, taken with what is in hand.
    """
    ranks = Skills(**{tables.skills()[skill].field: rank for skill, rank in (skills or {}).items()})
    person = Sheet(name, strength, agility, acuity, resilience, ranks, health, armour, BOOK.weapons[style])
    kit = tuple(item(w) if isinstance(w, str) else w for w in weapons)
    drawn = (kit[0].name if kit else "") if hand is None else hand
    alphabetical = -int.from_bytes(name[:3].ljust(3).encode())
    body = Body(
        person._replace(**(sheet or {})),
        side,
        health,
        point(*at),
        kit,
        drawn,
        entered=True,
        actions=2,
        tied=(alphabetical,),
    )
    body = body._replace(**changes)
    if score is not None:
        body = body._replace(tests=((in_use(body).skill, score),), tested_with=drawn)
    return body


def foe(name: str = "Bo", at: tuple[float, float] = (10, 0), **changes: Any) -> Body:
    """An enemy who cannot Dive."""
    return fighter(name, "blue", at, **{"borrowed": 2, **changes})


def fight(*bodies: Body, house: House = PLAIN, current: int | None = 0, **table: Any) -> State:
    """A fight in its first round, in the turn of the fighter at place `current` (None: between turns)."""
    whose = None if current is None else Who(current)
    set_table = Table(round=1, fighting=True, current=whose)._replace(**table)
    return Fight((*bodies, set_table), house)


def wall(name: str, start: tuple[float, float], end: tuple[float, float], health: int = 0) -> Wall:
    """Something that breaks the line of sight between two points, in metres."""
    return Wall(name, Line(point(*start), point(*end)), health)


def lying(thing: Item, at: tuple[float, float] = (0, 0)) -> Lying:
    """A thing on the ground."""
    return Lying(thing, point(*at))


def bulky(name: str, own: str = "") -> Item:
    """A heavy or bulky object of the table."""
    return Item(own or name, bulk=name)


def act(
    name: str, at: int | None = None, *, to: tuple[float, float] | None = None, item: str = "", n: int = 0
) -> Act:
    """An action at the fighter in this place, or to this point in metres."""
    return Act(name, None if at is None else Who(at), None if to is None else point(*to), item, n)


END = act("end")
STRONG = {"endurance": 2}
BODY, CHAIR, VANITY = bulky("human body"), bulky("chair"), bulky("vanity")
WORK = Task("lock", "endurance", 10)
HEDGE = (wall("hedge", (5, -5), (5, 5)),)
"""It breaks the line of sight between the default fighter and her foe."""


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


def offered(fight: State, who: int = 0) -> set[str]:
    """The names of the actions that are allowed."""
    return {offer.act.name for offer in menu(fight, Who(who)) if not offer.refused}


def steps(fight: State, *answers: object, pieces: int = 1) -> Live:
    """Play so many pieces of the fight: combat or a turn begins, or one action is taken."""

    def rule(play: Play) -> None:
        for _ in range(pieces):
            step(play)

    return play_out(fight, rule, *answers)


def next_asked(fight: State, *answers: object, pieces: int = 1) -> Pending:
    """What so many pieces of the fight ask for next."""

    def rule(play: Play) -> None:
        for _ in range(pieces):
            step(play)

    return waits_for(fight, rule, *answers)


def body(play: Live, who: int = 0) -> Body:
    """A fighter after a play."""
    found: Body = play.fight.bodies[who]
    return found


def table(play: Live) -> Table:
    """The table after a play."""
    found: Table = play.fight.bodies[-1]
    return found


def lost(play: Live, who: int = 1, full: int = 50) -> int:
    """The Health that somebody has lost."""
    return full - body(play, who).health


def told(play: Live) -> list[tuple[str, tuple[str, ...]]]:
    """What is said that changes nobody, and its rules."""
    return [
        (str(each.effect.what), each.rules)
        for each in play.story
        if isinstance(each, Happened) and isinstance(each.effect, fx.Narrated)
    ]


def rolls(play: Live, what: str) -> list[Rolled]:
    """All dice of a play that were rolled for this."""
    return [told for told in play.story if isinstance(told, Rolled) and told.asked.question == what]


def added(play: Live, what: str) -> dict[str, int]:
    """What was added to the dice of the first roll of this kind, by rule."""
    return {mod.rule: mod.amount for mod in rolls(play, what)[0].tally}


def opened(*fighters: dict[str, Any], scene: dict[str, Any] | None = None, **options: Any) -> State:
    """A fight as a scene with these house rules opens it; two default fighters ten metres apart."""
    default = ({"name": "Ada", "side": "red", "at": (0, 0)}, {"name": "Bo", "side": "blue", "at": (10, 0)})
    data = {
        "ruleset": "horizon",
        "title": "An example",
        "options": {key.replace("__", "."): value for key, value in options.items()},
        "fighters": [{"traits": {}, **one} for one in fighters or default],
        **(scene or {}),
    }
    return start(HorizonScene.model_validate(data))
