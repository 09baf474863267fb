"""Fights in bulk are the plain fights, draw by draw."""

from __future__ import annotations

import os
import sys
from array import array
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from affray import tabletop
from affray.core.act import Act
from affray.core.deadlock import Stall
from affray.core.effect import Effect, Who
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.core.view import anybody, parted_by
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.dice import d6
from affray.rulesets.coriolis.fighter import everyone, table, unbroken
from affray.rulesets.coriolis.state import Body, BodyEffect
from affray.rulesets.serenity.effects import harm as serenity
from affray.rulesets.traveller.effects import harm as traveller
from affray.simulation.arrays import MISSING
from affray.simulation.batch import PAUSED, Batch
from affray.simulation.bulk import Bulk, plain
from affray.simulation.codes import LEAST, RANKED
from affray.simulation.compiled import compiler
from affray.simulation.kernel import kernel, kernel_choice
from affray.simulation.patterns import pattern_of
from affray.simulation.program import Program
from affray.simulation.tracked import TrackedBody
from affray.simulation.walker import Walker, _Arrays
from affray.tabletop.condition import MOMENTS
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

GAME = ruleset("coriolis")
needs_compiler = pytest.mark.skipif(
    kernel() is None and not os.environ.get("CI"), reason="no C compiler here"
)
"""In CI these tests run, and fail without a compiler."""


def bulk(scene: str, use_kernel: bool = True) -> Bulk:
    return Bulk(GAME, GAME.start(read_scene(GAME.scenes[scene], GAME.scene, scene)), use_kernel=use_kernel)


@pytest.fixture(params=[False, True] if kernel() else [False], ids=["plain", "kernel"][: 1 + bool(kernel())])
def use_kernel(request) -> bool:
    return bool(request.param)


@needs_compiler
@pytest.mark.parametrize("scene", sorted(GAME.scenes))
def test_every_fight_ends_as_the_plain_engine_ends_it(scene):
    many = bulk(scene)
    ends = list(many.fights(30, seed=7))
    assert ends == [plain(GAME, many.start, 7, i) for i in range(30)]
    assert not many.untraceable


@needs_compiler
@pytest.mark.parametrize("game", [name for name in rulesets() if name != GAME.id])
def test_fights_of_the_other_games_end_as_the_plain_engine_ends_them(game):
    other = rulesets()[game]
    name, text = next(iter(other.scenes.items()))
    many = Bulk(other, other.start(read_scene(text, other.scene, name)))
    assert list(many.fights(10, seed=7)) == [plain(other, many.start, 7, i) for i in range(10)]
    assert not many.untraceable


@needs_compiler
@pytest.mark.parametrize("scene", [*part_of(sorted(GAME.scenes), 2)])
def test_three_hundred_fights_are_the_plain_ones_warm_too(scene):
    many = bulk(scene)
    list(many.fights(some(300, 2), seed=1))
    ends = list(many.fights(some(100), seed=2))
    assert ends == [plain(GAME, many.start, 2, i) for i in range(some(100))]


@pytest.fixture
def dazed():
    """A condition until the end of the own slot, which the game has for one test."""
    known = dict(Effect.known)

    class Own(tabletop.Condition[Body], effect=BodyEffect):
        pass

    yield Own("dazed", "{who} is dazed", "{who} is well again", until=fx.SlotEnded)
    MOMENTS[fx.SlotEnded].clear()
    Effect.known.clear()
    Effect.known.update(known)


@needs_compiler
def test_a_condition_among_those_of_a_body_begins_is_read_and_ends_in_bulk_as_well(dazed, use_kernel):
    seen = []

    def dazes(play):
        """Whoever acts is dazed by the first action of a slot, and falls by the second."""
        actor = table(play).current
        if actor is not None:
            was = actor.about(dazed.holds)
            seen.append(was)
            play.do(fx.Fell(actor.who) if was else dazed.begin(actor.who))

    def step(play):
        goes = play.call(GAME.step)
        play.call(dazes)
        return goes

    game = replace(GAME, step=step)
    many = Bulk(game, bulk("duel").start, use_kernel=use_kernel)
    ends = list(many.fights(10, seed=7))
    assert ends == [plain(game, many.start, 7, i) for i in range(10)]
    assert not many.untraceable
    assert set(seen) == {False, True}
    assert {sum(dazed.holds(b) for b in end.fighters) for end in ends} <= {0, 1}
    assert any(dazed.holds(b) for end in ends for b in end.fighters)


@needs_compiler
def test_a_fight_does_not_depend_on_what_runs_with_it():
    whole = list(bulk("duel").fights(40, seed=3))
    many = bulk("duel")
    list(many.fights(5, seed=99))
    assert [*many.fights(13, 3), *many.fights(27, 3, first=13)] == whole


@needs_compiler
@pytest.mark.parametrize("seen", [0, 60])
def test_a_fight_does_not_depend_on_the_number_of_threads(seen):
    many = replace(bulk("brawl"), threads=3)
    list(many.fights(seen, seed=3))
    assert list(many.fights(40, seed=3)) == list(bulk("brawl").fights(40, seed=3))


@needs_compiler
def test_the_kernel_is_shown_every_array_where_it_stands():
    many = bulk("duel")
    many.ends(20, 1, 0)
    assert many.walker
    many.walker.fresh()
    program = many.program
    stand = [program.arrays[name].buffer_info()[0] for name in _Arrays.names]
    assert list(many.walker._struct.arrays) == stand


class Ranked(NamedTuple):
    """A fighter with a place, what parts equals, and what parts those."""

    place: int = 0
    tie: int = 0
    last: int = 0


def by_last(a: Ranked, b: Ranked) -> int:
    return a.last ^ b.last


@parted_by(by_last)
def by_tie(_: Ranked, b: Ranked) -> int:
    return b.tie


@parted_by(by_tie)
def by_place(_: Ranked, b: Ranked) -> int | None:
    return b.place or None


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    who: Who
    field: str
    to: int

    def on(self, b: Ranked, /) -> Ranked:
        return b._replace(**{self.field: self.to})


@needs_compiler
def test_the_kernel_parts_equals_as_the_plain_engine_does_whatever_changes():
    rng = Random(1)
    bodies = [Ranked(rng.randrange(3), rng.randrange(2), rng.randrange(3)) for _ in range(6)]
    fight = Fight((*bodies, Ranked()), None)
    program = Program(fight)
    walker = Walker(program)
    walker.state = program.encoded(fight)
    walker.walk.state = walker.state.buffer_info()[0]
    walker.forget()
    fact = program.facts.rank(by_place)
    for _ in range(400):
        change = Moved(Who(rng.randrange(6)), rng.choice(Ranked._fields), rng.randrange(3))
        fight = fight.after(change)
        template = program.effects.template((change.field, change.to), change, "", Moved)
        program.effects.variant(template, program.ids.fighters)
        walker.take(template, change.who, change.who)
        play: Play[Ranked, Ranked, None] = Play(fight)
        for who in map(Who, range(6)):
            least = play.least(by_place, who)
            assert walker.look(LEAST, fact, who, 6) == (0 if least is None else least + 1)
            listed = walker.look(RANKED, fact, who, 6)
            assert list(walker.walk.list[:listed]) == play.ranked(by_place, who)


def test_pieces_of_an_effect_do_what_it_does():
    """Only the time of a wound is noted last, from the table."""
    game = ruleset("serenity")
    start = game.start(read_scene(game.scenes["wreck"], game.scene, "wreck"))
    for wounds, stun, taken in product((0, 5, 9, 14, 30), (0, 6, 20), (-30, -4, 0, 3, 11)):
        hurt = start.after(serenity.Hurt(Who(0), stun, wounds))
        whole = serenity.Hurt(Who(0), 2, taken)
        assert _piecewise(hurt, whole) == hurt.after(whole)
    game = ruleset("traveller")
    start = game.start(read_scene(game.scenes["forest_road"], game.scene, "forest_road"))
    for first, points, order in product((0, 7, 12), (0, 3, 8, 15, 40), ("END STR DEX", "END DEX STR")):
        hurt = start.after(traveller.Struck(Who(0), points)).after(traveller.Hurt(Who(0), first, 2, first))
        wound = traveller.Wounded(Who(0), points, order)
        assert _piecewise(hurt, wound) == hurt.after(wound)


def _piecewise(fight, effect):
    for piece in effect.pieces:
        fight = fight.after(piece)
    return fight


@needs_compiler
def test_known_fights_are_walked_without_running_a_rule():
    many = bulk("duel")
    many.ends(20, 1, 0)
    many.traced = 0
    many.ends(20, 1, 0)
    assert many.traced == 0


def test_a_state_survives_coding():
    many = bulk("boarding", False)
    assert many.program.decoded(many.program.encoded(many.start)) == many.start


def test_without_the_kernel_fights_are_played_plainly(monkeypatch):
    monkeypatch.setenv("AFFRAY_KERNEL", "off")
    kernel_choice.cache_clear()
    try:
        assert Bulk(GAME, bulk("duel", False).start).use_kernel is False
    finally:
        monkeypatch.undo()
        kernel_choice.cache_clear()


def short(step) -> Bulk:
    """Bulk of fights of the duel whose only step is this one."""
    return Bulk(replace(GAME, step=step), bulk("duel", False).start)


@needs_compiler
def test_a_rule_that_reads_what_is_not_a_fact_is_noticed():
    """A rule whose course depends on something unread cannot be a tree."""
    turns = iter([True] + 20 * [False])

    def fickle(play):
        play.call(one if next(turns) else other)
        play.roll(everyone(play)[0], "face", d6)
        return False

    def one(play):
        pass

    def other(play):
        pass

    many = short(fickle)
    many.ends(10, 0, 0)
    assert [reason for reason in many.untraceable if "all that it read is the same" in reason]


@needs_compiler
def test_a_fighter_smuggled_into_a_unit_is_noticed():
    def step(play):
        play.do(fx.Hurt(Who(1), 1))
        return False

    many = short(step)
    (end,) = many.fights(1)
    assert [reason for reason in many.untraceable if "fighter" in reason]
    assert end.bodies[1].hp == many.start.bodies[1].hp - 1


@needs_compiler
def test_a_policy_that_reads_the_whole_fight_is_played_plainly():
    def nosy(play, who, question, options, about):
        assert play.fight.bodies
        return GAME.policies["sensible"](play, who, question, options, about)

    start = bulk("duel", False).start
    many = Bulk(GAME, start, nosy)
    assert list(many.fights(3, seed=5)) == [plain(GAME, start, 5, i) for i in range(3)]
    assert [reason for reason in many.untraceable if "whole fight" in reason]


@needs_compiler
def test_fights_pause_where_a_field_of_the_table_changes():
    many = bulk("boarding")
    assert many.walker
    program, ids = many.program, many.program.ids
    field = ids.table_fields["turn"] - len(ids.body_fields)
    streams = [Stream(4, i) for i in range(20)]
    batch = Batch.of(many.walker, program.encoded(many.start) * 20, streams)
    todo, turns = array("q", range(20)), []
    while todo:
        batch.run(todo, many.most, many.unseen, field)
        turns.append(
            {
                ids.values[len(ids.body_fields) + field][batch.states[i * program.width + field]]
                for i in todo
                if batch.ends[i] == PAUSED
            }
        )
        todo = array("q", [i for i in todo if batch.ends[i] == PAUSED])
    assert all(len(each) <= 1 for each in turns)
    assert batch.states == many.ends(20, 4, 0)


def test_tracked_bodies_note_each_field_once_and_what_is_changed():
    start = bulk("duel", False).start
    program = Program(start)
    log: list[tuple[int, int, int]] = []
    body = TrackedBody(program.facts, program.ids.ids_of(start.bodies[0]), 0, log)
    assert body.hp + body.hp == 2 * start.bodies[0].hp
    assert [(slot, field) for slot, field, _ in log] == [(0, program.ids.body_fields["hp"])]
    changed = body._replace(hp=1)
    assert changed.hp == 1
    assert changed.written() == (
        program.ids.body_fields["hp"],
        program.ids.value(program.ids.body_fields["hp"], 1),
    )


def test_patterns_name_fighters_by_the_order_in_which_they_come():
    whos: list[int] = []
    pattern = pattern_of((Act("shot", Who(5)), Who(2), Who(5)), whos)
    assert whos == [Who(5), Who(2)]
    again: list[int] = []
    assert pattern_of((Act("shot", Who(1)), Who(0), Who(1)), again) == pattern
    assert pattern_of((Act("shot", Who(1)), Who(0), Who(0)), []) != pattern


def test_fights_that_do_not_end_are_counted(monkeypatch):
    monkeypatch.setattr("affray.core.deadlock.STEPS", 1)
    for use_kernel in (False, True) if kernel() else (False,):
        many = bulk("duel", use_kernel)
        assert len(list(many.fights(4))) == 4
        assert many.stopped == {Stall("long", 2): 4}


# --- simultaneous actors --------------------------------------------------------------------------


def blow(play, one, other):
    """Half of the time the other one loses a hit point."""
    if play.roll(one, "blow", d6) > 3:
        play.do(fx.Hurt(other.who, 1))


def at_once(play):
    """Everybody strikes at the same moment; those who fall by it have struck."""
    one, other = everyone(play)
    if not (one.unbroken and other.unbroken):
        return False
    with play.holding(fx.Hurt):
        play.call(blow, one, other)
        play.call(blow, other, one)
    return True


@needs_compiler
def test_what_simultaneous_actors_do_is_walked_as_it_is_played():
    game = replace(GAME, step=at_once)
    many = Bulk(game, bulk("duel").start)
    ends = list(many.fights(60, seed=5))
    assert ends == [plain(game, many.start, 5, i) for i in range(60)]
    assert not many.untraceable
    assert {sum(unbroken(b) for b in end.fighters) for end in ends} == {0, 1}


def in_turn_and_at_once(play):
    """A blow by itself, and then both at the same moment, the second within a block of its own."""
    one, other = everyone(play)
    if not (one.unbroken and other.unbroken):
        return False
    play.call(blow, one, other)
    with play.holding(fx.Hurt):
        play.call(blow, other, one)
        play.call(held_blow, one, other)
    play.call(held_blow, other, one)
    return True


def held_blow(play, one, other):
    """A blow that lands when its block ends, and haste that counts at once."""
    with play.holding(fx.Hurt):
        play.call(blow, one, other)
        play.do(fx.Boosted(one.who, 1))


@needs_compiler
def test_a_unit_has_one_tree_whatever_is_held_back_around_it():
    game = replace(GAME, step=in_turn_and_at_once)
    many = Bulk(game, bulk("duel").start)
    assert list(many.fights(60, seed=5)) == [plain(game, many.start, 5, i) for i in range(60)]
    assert not many.untraceable
    assert many.program.functions.units.count(blow) == many.program.functions.units.count(held_blow) == 1


def others_at_once(play):
    """Blows that wait, and within their block haste that waits."""
    one, other = everyone(play)
    if not (one.unbroken and other.unbroken):
        return False
    play.call(quick_blow, one, other)
    with play.holding(fx.Hurt):
        play.call(quick_blow, other, one)
    return True


def quick_blow(play, one, other):
    with play.holding(fx.Boosted):
        play.do(fx.Boosted(one.who, 1))
        play.call(blow, one, other)


@needs_compiler
def test_blocks_that_hold_different_effects_are_played_plainly_only_within_each_other():
    game = replace(GAME, step=others_at_once)
    many = Bulk(game, bulk("duel").start)
    assert list(many.fights(20, seed=5)) == [plain(game, many.start, 5, i) for i in range(20)]
    assert set(many.untraceable) == {"other effects held back within a block that holds some"}


@needs_compiler
def test_what_reads_nothing_is_remembered_too():
    many = bulk("duel")
    many.ends(20, 1, 0)
    assert many.program.facts.memory.cached[many.program.facts.rank(anybody)] != MISSING


def test_a_compiler_is_found_wherever_there_is_one(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", "clang --target=x86_64")
    assert compiler() == ["clang", "--target=x86_64"]
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler() == []
    (tmp_path / "ziglang.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert compiler() == [sys.executable, "-m", "ziglang", "cc"]
