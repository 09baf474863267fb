"""The strip of turns as each seat is sent it: in true order, without what that seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.session import Session
from affray.table import wire
from affray.table.position import Position
from affray.table.views import VisiblePosition, order
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.table.people import Party, evening
from tests.table.worlds import GAMES, steps
from tests.whole import part_of, some

GM = Viewer("gm", "s0", "Game master")
CLOSED = VisibilityRules("words", "hidden")
"""Neither figures of foes nor their dice are shown."""


def strip(
    session: Session,
    viewer: Viewer = GM,
    rules: VisibilityRules | None = None,
    fight: Fight[Any, Any, Any] | None = None,
) -> list[wire.WireFighter]:
    """What a seat is sent of a session, or of another fight in its place."""
    visibility = Visibility(session.ruleset, viewer, rules or VisibilityRules(), tuple(session.names))
    position = Position(session, AutopilotController(session))
    position.fight = fight or session.fight
    return order(VisiblePosition(position, visibility))


def side_of(session: Session, side: str) -> tuple[str, ...]:
    """Everybody of a side."""
    bodies = zip(session.names, session.fight.fighters, strict=True)
    return tuple(name for name, body in bodies if body.side == side)


def seat(session: Session) -> Viewer:
    """A player of the first side."""
    return Viewer("player", "s2", "Ann", side_of(session, session.fight.fighters[0].side))


def moments(scene: str, most: int, seed: int = 3) -> Iterator[Session]:
    """A fight as it goes, at every moment at which somebody is asked; at most so many."""
    session = operations.start(scene, seed=seed)
    for n, _ in enumerate(steps(session)):
        if n == most:
            return
        yield session


def scenes(game: str) -> list[str]:
    """Scenes of a game, all of them in the whole."""
    return [f"{game}/{scene}" for scene in part_of(ruleset(game).scenes, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_strip_has_who_acted_who_is_up_who_is_next_and_the_others_last(game):
    met: set[str] = set()
    for scene in scenes(game):
        for session in moments(scene, some(200, 2)):
            told, pending = strip(session), session.asking
            kinds = [_kind(f) for f in told]
            assert kinds == sorted(kinds), [(f.name, f.stage, f.out) for f in told]
            within = [f for f in told if not f.out and f.stage != "acted"]
            if pending.asked.question == "action" and session.winner is None:
                name = session.names[pending.asked.who]
                assert within[0].stage == "up"
                assert name in [f.name for f in within if f.stage == "up"]
            assert all(f.stage == "" for f in told if f.out)
            met |= {f.stage for f in told}
    assert {"acted", "up", "next", "waits"} <= met


def _kind(f: wire.WireFighter) -> int:
    """Where somebody belongs on the strip."""
    stages = {"acted": 0, "up": 1, "next": 2, "passes": 2, "waits": 2, "held": 3, "": 4}
    return 5 if f.out else stages[f.stage]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_who_is_next_acts_next_unless_something_has_come_between(game):
    foretold = 0
    for scene in scenes(game):
        before: list[wire.WireFighter] = []
        for session in moments(scene, some(300, 2)):
            now = strip(session)
            if session.asking.asked.question == "action":
                up = {f.name for f in now if f.stage == "up"}
                still = {f.name for f in now if f.stage in ("next", "waits")}
                following = {f.name for f in before if f.stage == "next"}
                fresh = up - {f.name for f in before if f.stage in ("up", "held")}
                if fresh and following and not following <= still | up:
                    following = set()  # one of them was put out, or has put the turn off
                if fresh and following:
                    foretold += 1
                    assert fresh <= following, (scene, fresh, following)
            before = now
    assert foretold > some(20, 4)


def test_before_initiative_the_strip_is_the_scene_and_nobody_is_next():
    session = operations.start("coriolis/brawl", seed=3)
    assert [f.name for f in strip(session)] == list(session.names)
    assert {f.stage for f in strip(session)} == {""}


def test_a_roll_off_counts_and_not_the_place_in_the_scene():
    """Odile and Zara share a score; whoever is second in the scene won the roll-off."""
    session = operations.start("coriolis/brawl", seed=3)
    bodies = [
        b._replace(entered=True, score=4, tied=(4, 6 if n == 2 else 1 + n % 2 if n < 2 else 3, n))
        for n, b in enumerate(session.fight.fighters)
    ]
    fight = Fight((*bodies, session.fight.table), session.fight.house)
    told = strip(session, fight=fight)
    assert {f.turn for f in told} == {"4"}
    assert told[0].name == session.names[2]


# --- what is not to be known ---------------------------------------------------------------------


def quicker(body: Any, by: int) -> Any:
    """The same fighter, by so much earlier in the order."""
    field = next(f for f in ("score", "key", "order") if hasattr(body, f))
    return body._replace(**{field: getattr(body, field) + by})


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if game != "coriolis"])
def test_of_a_foe_who_has_not_acted_the_strip_does_not_tell_how_quick_he_is(game):
    """In Coriolis everybody's initiative lies open."""
    compared = 0
    for scene in scenes(game):
        for session in moments(scene, some(60, 2)):
            viewer = seat(session)
            turns = {turn.who: turn.stage for turn in session.ruleset.turns.of(session.fight)}
            hidden = {
                who
                for who, stage in turns.items()
                if stage in ("waits", "passes") and session.names[who] not in viewer.fighters
            }
            if not hidden or session.winner is not None:
                continue
            told = strip(session, viewer, CLOSED)
            for by in (-50, 50):
                bodies = [
                    quicker(b, by) if Who(n) in hidden else b for n, b in enumerate(session.fight.fighters)
                ]
                other = Fight((*bodies, session.fight.table), session.fight.house)
                assert strip(session, viewer, CLOSED, other) == told
            compared += 1
    assert compared > 3


def test_where_dice_are_open_so_is_the_order_that_comes_of_them():
    session = operations.start("serenity/saloon", seed=3)
    while session.asking.asked.question != "declare":
        session.answer(*AutopilotController(session).throw(session.asking)[:2])
    open_, closed = [strip(session, seat(session), rules) for rules in (VisibilityRules(), CLOSED)]
    assert [f.name for f in open_] == [f.name for f in strip(session)]
    assert all(f.turn for f in open_)
    assert [f.foe for f in closed] == sorted(f.foe for f in closed)
    assert [bool(f.turn) for f in closed] == [not f.foe for f in closed]


@pytest.mark.slow
def test_nobody_is_told_to_be_next_while_a_foe_of_unknown_place_is_still_to_come():
    shown = kept = 0
    for scene in ("d6/alley", "d6/ford"):
        for session in moments(scene, 60):
            told = strip(session)
            for side in {body.side for body in session.fight.fighters}:
                own = side_of(session, side)
                foe_comes = any(f.name not in own and f.stage in ("next", "waits") for f in told)
                found = strip(session, Viewer("player", "s2", "Ann", own))
                following = [f.name for f in found if f.stage == "next"]
                assert not (foe_comes and following), following
                shown += bool(following)
                kept += foe_comes and any(f.stage == "next" for f in told)
    assert shown
    assert kept


def test_a_foe_who_is_stunned_unseen_is_not_told_to_lose_the_turn():
    session = operations.start("serenity/saloon", seed=3)
    while session.asking.asked.question != "declare":
        session.answer(*AutopilotController(session).throw(session.asking)[:2])
    foe = session.names.index("Thug 1")
    bodies = [
        b._replace(stunned=n == foe, over=b.side == "crew") for n, b in enumerate(session.fight.fighters)
    ]
    fight = Fight((*bodies, session.fight.table), session.fight.house)
    shown = {
        rules.foes: {f.name: f.stage for f in strip(session, seat(session), rules, fight)}["Thug 1"]
        for rules in (VisibilityRules(), VisibilityRules("nothing"))
    }
    assert shown["words"] == "passes"
    assert shown["nothing"] in ("waits", "next")


# --- sides ---------------------------------------------------------------------------------------


def marks(person: Any) -> dict[str, int]:
    """By which mark each side is shown to somebody."""
    return {f["side"]: f["mark"] for f in person.sections["order"]}


@pytest.mark.slow
def test_a_side_has_one_mark_for_everybody_from_the_first_moment_on():
    async def work(party: Party) -> None:
        guard = party.player("Ann", "Guard 1")
        await guard.read()
        before = marks(guard)
        assert set(before) == {"guards"}, "the infiltrators are not known of"
        for name in ("Wren", "Tamsin"):
            await party.gm.do("override", words=f"place {name} 12 1", why="they come up")
        for name in ("Guard 1", "Guard 2"):
            await party.gm.do("override", words=f"aware {name} yes", why="a noise")
        await guard.read()
        assert set(marks(guard)) == {"guards", "infiltrators"}
        assert marks(guard) == marks(party.gm)
        assert before.items() <= marks(guard).items()

    evening(work, "horizon/ambush")


def test_marks_do_not_tell_where_somebody_hidden_stands_in_the_scene():
    session = operations.start("horizon/ambush", seed=3)
    sides = sorted({body.side for body in session.fight.fighters})
    found = Position(session, AutopilotController(session)).marks
    assert [found[side] for side in sides] == [*range(len(sides))]


# --- bars ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_of_nobody_who_is_out_any_figure_looks_well(game):
    met = 0
    for scene in scenes(game):
        for session in moments(scene, 400):
            out = [f for f in strip(session) if f.out]
            met += len(out)
            assert all(track.grave for f in out for track in f.tracks), (scene, out)
    assert met


def test_a_traveller_has_one_life_of_three_characteristics():
    session = operations.start("traveller/startown_bar", seed=3)
    first = strip(session)[0]
    life, three = first.tracks[0], first.tracks[1:4]
    assert [t.name for t in three] == ["STR", "DEX", "END"]
    assert (life.now, life.most) == (sum(t.now or 0 for t in three), sum(t.most or 0 for t in three))


def test_serenity_shows_what_is_left_of_a_life_stun_and_wounds():
    session = operations.start("serenity/saloon", seed=3)
    bodies = [b._replace(stun=2, wounds=3, bleeding=n == 1) for n, b in enumerate(session.fight.fighters)]
    told = strip(session, fight=Fight((*bodies, session.fight.table), session.fight.house))
    life, stun, wounds = told[0].tracks[:3]
    assert (life.now, stun.now, wounds.now) == ((life.most or 0) - 5, 2, 3)
    assert not life.grave
    assert told[1].tracks[0].grave, "nobody who bleeds looks well"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_looks_anew_has_the_same_numbers_of_all_as_the_game_master(game):
    turned = False
    for session in moments(scenes(game)[0], 25):
        told = strip(session, seat(session), VisibilityRules("numbers", "open"))
        if len(told) == len(session.names):
            assert {f.name: f.id for f in told} == {f.name: f.id for f in strip(session)}
            turned |= [f.id for f in told] != sorted(f.id for f in told)
    assert turned, "somebody acts in another order than that of the scene"
