"""The map says what the rules mean: shapes agree with them, and foes keep what is theirs."""

from __future__ import annotations

from math import atan2, degrees, hypot
from random import Random
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.core.space import Line, Point, point
from affray.rulesets.coriolis import fighter as coriolis
from affray.rulesets.coriolis import triggers
from affray.rulesets.coriolis.plan import watched
from affray.rulesets.coriolis.sheet import Cover as CoriolisCover
from affray.rulesets.d6 import suppression
from affray.rulesets.d6.sheet import Mine, Zone
from affray.rulesets.serenity import covering, tables
from affray.rulesets.serenity.state import Charge
from affray.rulesets.traveller import ranged
from affray.session import Session
from affray.table import wire
from affray.table.map_section import the_map
from affray.table.position import Position
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.table.worlds import GAMES

MASTER = Viewer("gm")
TRIES = 400


def first(game: str) -> str:
    """The first scene of a game."""
    return f"{game}/{next(iter(ruleset(game).scenes))}"


def foe_of(session: Session) -> int:
    """Somebody of another side than the first."""
    side = session.fight.fighters[0].side
    return next(n for n, b in enumerate(session.fight.fighters) if b.side != side)


def look_of(
    session: Session, viewer: Viewer = MASTER, visibility_rules: VisibilityRules | None = None
) -> VisiblePosition:
    visibility = Visibility(
        session.ruleset, viewer, visibility_rules or VisibilityRules(), tuple(session.names)
    )
    return VisiblePosition(Position(session, AutopilotController(session)), visibility)


def changed(session: Session, **table: Any) -> Fight[Any, Any, Any]:
    """The fight with something else on its table."""
    fight = session.fight
    return Fight((*fight.fighters, fight.table._replace(**table)), fight.house)


def with_body(fight: Fight[Any, Any, Any], who: int, **body: Any) -> Fight[Any, Any, Any]:
    bodies = list(fight.bodies)
    bodies[who] = bodies[who]._replace(**body)
    return Fight(tuple(bodies), fight.house)


def seen(
    session: Session, fight: Fight[Any, Any, Any], viewer: Viewer, visibility_rules: VisibilityRules
) -> wire.WireGround:
    """The map of a fight that never was."""
    there = look_of(session, viewer, visibility_rules)
    there.position.fight = fight
    return the_map(there)


@pytest.mark.parametrize("game", GAMES)
def test_every_scene_has_a_map_with_its_cover_on_it(game):
    for scene in ruleset(game).scenes:
        session = operations.start(f"{game}/{scene}", seed=3)
        found = the_map(look_of(session))
        again = msgspec.json.decode(wire.encode(found), type=wire.WireGround)
        assert again == found
        assert found.unit == ("ft" if game == "d6" else "m")
        assert {c.name for c in found.cover} == {
            c.name for c in (*getattr(session.fight.table, "covers", ()), *walls(session))
        }
        low, high = found.scale[:2], found.scale[2:]
        for place in [t.at for t in found.tokens] + [p for c in found.cover for p in c.at]:
            assert low[0] <= place[0] <= high[0]
            assert low[1] <= place[1] <= high[1]


def walls(session: Session) -> tuple[Any, ...]:
    return getattr(session.fight.fighters[0], "walls", ())


@pytest.mark.parametrize("game", GAMES)
def test_who_is_to_act_has_rings_that_grow_and_a_move(game):
    session = operations.start(first(game), seed=3)
    AutopilotController(session).run(12)
    found = the_map(look_of(session)).rings
    bands = [ring.radius for ring in found if ring.kind == "band"]
    assert bands == sorted(bands)
    assert sum(ring.kind == "move" for ring in found) == 1
    assert all(ring.radius >= 0 for ring in found)


@pytest.mark.slow
def test_the_arc_of_overwatch_is_where_the_rules_let_it_fire():
    session, random = operations.start(first("coriolis"), seed=3), Random(1)
    for _ in range(TRIES):
        spot, aim = [point(random.randint(-40, 40), random.randint(-40, 40)) for _ in "ab"]
        to = point(random.randint(-150, 150), random.randint(-150, 150))
        if aim in (spot, to) or spot == to:
            continue
        fight = with_body(with_body(session.fight, 0, spot=spot, watch=aim), 1, spot=to)
        arc = seen(session, fight, MASTER, VisibilityRules()).arcs[0]
        x, y = to.x / 100 - arc.at[0], to.y / 100 - arc.at[1]
        turn = degrees(atan2(y, x) - atan2(arc.aim[1] - arc.at[1], arc.aim[0] - arc.at[0]))
        turn = abs((turn + 180) % 360 - 180)
        if abs(turn - arc.degrees / 2) < 1e-6:
            continue
        drawn = turn <= arc.degrees / 2 and hypot(x, y) <= arc.reach
        assert drawn == triggers.aims_at(False)(fight.bodies[0], fight.bodies[1]), (spot, aim, to)


def test_a_cone_under_fire_is_where_the_rules_catch_people():
    random, inside = Random(2), 0
    for _ in range(TRIES):
        zone = Zone(
            point(0, 0),
            point(random.randint(5, 60), random.randint(-60, 60)),
            random.choice((5, 10, 20)),
            9,
            9,
        )
        spot = point(random.randint(-10, 80), random.randint(-80, 80))
        corners = suppression.cone(zone.apex, zone.aim, zone.width)
        sides = [turn(*pair, spot) for pair in zip(corners, (*corners[1:], corners[0]), strict=True)]
        if min(abs(side) for side in sides) < 20:
            continue
        drawn = all(side > 0 for side in sides) or all(side < 0 for side in sides)
        assert drawn == suppression.inside(zone.apex, zone.aim, zone.width, spot), (zone, spot)
        inside += drawn
    assert inside > 5


def turn(a: Point, b: Point, c: Point) -> float:
    """How far c lies from the line through a and b."""
    return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / hypot(b.x - a.x, b.y - a.y)


def test_the_circle_of_an_explosion_holds_whom_it_harms():
    session, random = operations.start(first("traveller"), seed=3), Random(3)
    game = session.ruleset
    body = session.fight.bodies[0]
    grenade = body.kit[0]._replace(name="grenade", kind="thrown", tags=("blast",))
    fight = with_body(session.fight, 0, kit=(*body.kit, grenade))
    circle = game.plan.blast(fight, Who(0), Act("thrown attack", Who(1), item="grenade"))
    assert circle is not None
    assert game.plan.blast(fight, Who(0), Act("thrown attack", Who(1), item=body.kit[0].name)) is None
    for _ in range(TRIES):
        there = with_body(fight, 1, spot=point(random.uniform(-20, 20), random.uniform(-20, 20)))
        one, other = there.bodies[0], there.bodies[1]
        near = (one.spot.x - other.spot.x) ** 2 + (one.spot.y - other.spot.y) ** 2 <= circle.radius**2
        assert near == (ranged.ring(one, other) > 0)


@pytest.mark.slow
def test_a_covered_spot_is_drawn_as_large_as_the_rules_have_it():
    session, random = operations.start(first("serenity"), seed=3), Random(4)
    foe = foe_of(session)
    gun = next(w.name for w in session.fight.bodies[0].kit if w.gun)
    caught = 0
    for _ in range(TRIES):
        fight = with_body(session.fight, 0, watch=point(0, 0), hands=(gun,))
        fight = with_body(fight, foe, spot=point(random.uniform(-5, 5), random.uniform(-5, 5)))
        zone = next(z for z in seen(session, fight, MASTER, VisibilityRules()).zones if z.kind == "watch")
        x, y = fight.bodies[foe].spot.x / 100, fight.bodies[foe].spot.y / 100
        drawn = hypot(x - zone.at[0], y - zone.at[1]) <= zone.radius
        assert drawn == (covering.watchers(fight.bodies[foe], fight.bodies[0]) is not None)
        caught += drawn
    assert 0 < caught < TRIES


def test_the_rings_of_range_are_the_bands_of_the_game():
    session, random = operations.start(first("coriolis"), seed=3), Random(5)
    rings = [r.radius for r in session.ruleset.plan.rings(session.fight, Who(0)) if r.kind == "band"]
    for _ in range(TRIES):
        fight = with_body(session.fight, 1, spot=point(random.uniform(-150, 150), random.uniform(-9, 9)))
        one, other = fight.bodies[0], fight.bodies[1]
        gap = (one.spot.x - other.spot.x) ** 2 + (one.spot.y - other.spot.y) ** 2
        assert sum(gap > ring**2 for ring in rings) == coriolis.band(one, other)


# --- who sees what -----------------------------------------------------------------------------------


def player(session: Session) -> Viewer:
    return Viewer("player", "s2", "Ann", (session.names[0],))


def test_how_far_a_foe_watches_is_told_with_its_figures_alone():
    session = operations.start(first("coriolis"), seed=3)
    foe = foe_of(session)
    fight = with_body(session.fight, foe, watch=point(0, 0))
    arcs = {
        foes: seen(session, fight, player(session), VisibilityRules(foes)).arcs
        for foes in ("numbers", "words", "nothing")
    }
    assert [arc.reach for arc in arcs["numbers"]] == [watched(session.fight.bodies[foe]) / 100]
    assert [arc.reach for arc in arcs["words"]] == [0.0]
    assert arcs["nothing"] == []


def test_mines_are_for_the_game_master_and_charges_for_their_side():
    skirmish = operations.start(first("d6"), seed=3)
    mined = changed(skirmish, mines=(Mine("mine", point(1, 1), 9, 1_500),))
    assert [z.kind for z in seen(skirmish, mined, MASTER, VisibilityRules()).zones] == ["mine"]
    assert seen(skirmish, mined, player(skirmish), VisibilityRules("numbers")).zones == []

    session = operations.start(first("serenity"), seed=3)
    name = next(iter(tables.explosives()))
    for side, kinds in ((session.fight.fighters[0].side, ["charge"]), ("others", [])):
        fight = changed(session, charges=(Charge(tables.weapons()[name], point(2, 2), side),))
        assert [
            z.kind for z in seen(session, fight, player(session), VisibilityRules("numbers")).zones
        ] == kinds
        assert [z.kind for z in seen(session, fight, MASTER, VisibilityRules()).zones] == ["charge"]


def test_the_figures_of_a_zone_under_fire_are_not_for_foes():
    session = operations.start(first("d6"), seed=3)
    foe = foe_of(session)
    fight = with_body(session.fight, foe, zone=Zone(point(0, 0), point(30, 0), 10, 17, 9))
    (told,) = seen(session, fight, player(session), VisibilityRules("words")).zones
    assert (told.kind, told.note, len(told.points)) == ("fire", "", 3)
    (told,) = seen(session, fight, MASTER, VisibilityRules()).zones
    assert told.note == "attack 17"


def test_cover_says_its_shape_and_who_uses_it():
    session = operations.start(first("coriolis"), seed=3)
    crate = CoriolisCover("crate", 4, Line(point(0, 0), point(2, 0)))
    fight = with_body(changed(session, covers=(crate, CoriolisCover("smoke", 2))), 0, cover=crate)
    found = seen(session, fight, MASTER, VisibilityRules()).cover
    assert [(c.name, c.rating, c.shape, c.at, c.behind) for c in found] == [
        ("crate", "4", "line", [(0.0, 0.0), (2.0, 0.0)], [0]),
        ("smoke", "2", "everywhere", [], []),
    ]
