"""Simulations: what is counted is what was played, however the fights are cut up."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from math import sqrt
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.follow import figures, lost
from affray.core.ruleset import names_of, ruleset
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.simulation import runs as simulating
from affray.simulation.bulk import Bulk
from affray.simulation.counts import Counts, FightCounter, added
from affray.simulation.estimate import UNDECIDED
from affray.simulation.figurebook import bodies
from affray.simulation.kernel import kernel
from affray.simulation.result import Simulation, json_schema, quantiles, spread
from affray.simulation.runs import chunks, simulate
from tests.core import coins
from tests.whole import part_of
from tools import schemas

pytestmark = pytest.mark.slow

SCENES = [(each.ruleset.id, each.name.split("/")[-1]) for each in operations.shipped()]
LAST = list(dict(SCENES).items())
"""One scene of each game."""


def begun(game, scene):
    found = ruleset(game)
    return found, found.start(read_scene(found.scenes[scene], found.scene, scene))


def counted(game, start, n, seed=7, first=0, use_kernel=None):
    many = Bulk(game, start, use_kernel=use_kernel)
    return many, FightCounter(many, game.follows(start.house)).fights(n, seed, first)


needs_kernel = pytest.mark.skipif(kernel() is None, reason="no C compiler here")


# --- counted by another hand ----------------------------------------------------------------------


def by_hand(game, start, n, seed):
    """The same fights one by one, with the plain engine: what the counts should be."""
    found: Counter[Any] = Counter()
    for i in range(n):
        found.update(told_by_hand(game, start, Stream(seed, i)))
    return found


def told_by_hand(game, start, stream):
    """One fight: who wins, in how many rounds, who fell when, what was lost."""
    follows = game.follows(start.house)
    play: Any = Sampled(start, next(iter(game.policies.values())), stream)
    before, fell = start, dict[Who, int]()
    drops = dict.fromkeys(product(start.everyone, range(len(follows.gauges))), 0)
    rounds, goes = 0, True
    while goes:
        was = getattr(play.fight.table, follows.round)
        goes = game.step(play)
        now = getattr(play.fight.table, follows.round)
        if not goes or (now != was and was):
            for who in start.everyone:
                one, other = figures(follows, before.bodies[who]), figures(follows, play.fight.bodies[who])
                for gauge, pair in enumerate(zip(one.stocks, other.stocks, strict=True)):
                    drops[who, gauge] += lost(*pair)
                if other.out:
                    fell.setdefault(who, rounds)
            before = play.fight
        rounds += goes and now != was and now > 0
    yield "rounds", rounds
    yield "winner", game.winner(play.fight) or UNDECIDED
    yield from (("fell", who, at) for who, at in fell.items())
    yield from (("lost", *key, n) for key, n in drops.items())


@pytest.mark.parametrize(("game", "scene"), [*part_of(LAST, 2), ("coins", "four")])
def test_what_is_counted_is_what_happened(game, scene):
    if game == "coins":
        game = coins.RULESET
        start = coins.RULESET.start(read_scene(game.scenes[scene], game.scene, scene))
        policy = "brave"
    else:
        game, start = begun(game, scene)
        policy = "sensible"
    many = Bulk(game, start, policy)
    counts = FightCounter(many, game.follows(start.house)).fights(6, 3, 0)
    found: Counter[Any] = Counter()
    for (what, *key), counter in counts.items():
        if what in ("rounds", "winner"):
            found.update({(what, value): n for value, n in counter.items()})
        elif what == "fell":
            found.update({(what, *key, at): n for at, n in counter.items() if at >= 0})
        elif what == "lost" and key[0] == "fighter":
            found.update({(what, *key[1:], value): n for value, n in counter.items()})
    assert found == by_hand(game, start, 6, 3)


@needs_kernel
@pytest.mark.parametrize(("game", "scene"), [*part_of(LAST, 2, 1)])
def test_the_kernel_counts_as_the_plain_engine(game, scene):
    game, start = begun(game, scene)
    many, walked = counted(game, start, 8, use_kernel=True)
    _, played = counted(game, start, 8, use_kernel=False)
    assert walked == played
    assert not many.untraceable


def measures(counts):
    """Every measure of ended fights, by name."""
    found: dict[Any, Counter[int]] = {}
    for key, counter in counts.items():
        if key[0] in ("rounds", "dead", "injuries", "lost", "fell"):
            found[key] = counter
        elif key[0] == "winner":
            found |= {(*key, side): Counter({1: n, 0: counter.total() - n}) for side, n in counter.items()}
        elif key[0] == "fallen":
            for (_, fallen), n in counter.items():
                for side, each in enumerate(fallen):
                    found.setdefault((*key, side), Counter())[each] += n
    return found


def apart(one, other):
    """How many standard errors two samples' means are apart, by their common variance."""
    n, m, both = one.total(), other.total(), one + other
    mean = mean_of(both)
    variance = sum((value - mean) ** 2 * k for value, k in both.items()) / (n + m)
    return (mean_of(one) - mean_of(other)) / sqrt(variance * (1 / n + 1 / m)) if variance else 0.0


def mean_of(counter):
    return sum(value * k for value, k in counter.items()) / counter.total()


@needs_kernel
@pytest.mark.parametrize(("game", "scene"), [*part_of(SCENES, 8)])
def test_bulk_and_the_plain_engine_agree_in_every_measure(game, scene):
    """The first fights are the same ones; others of the kernel are no different, |z| < 4."""
    game, start = begun(game, scene)
    many, same = counted(game, start, 30)
    _, played = counted(game, start, 30, use_kernel=False)
    assert same == played
    bulk, plain = measures(FightCounter(many, game.follows(start.house)).fights(120, 8, 0)), measures(played)
    far = {key: apart(bulk[key], plain[key]) for key in bulk.keys() & plain.keys()}
    assert len(far) > 10
    assert not {key: z for key, z in far.items() if abs(z) >= 4}
    assert not many.untraceable


# --- however it is cut up -------------------------------------------------------------------------


def test_chunks_cover_all_fights_once():
    for n in (1, 7, 8, 16, 17, 1000, 5000):
        for walked in (False, True):
            pieces = list(chunks(n, walked))
            assert [i for at, size in pieces for i in range(at, at + size)] == list(range(n))


def test_the_result_does_not_depend_on_how_the_fights_are_cut(monkeypatch):
    game, start = begun("coriolis", "duel")
    whole = simulate(game, start, 40, seed=5)
    monkeypatch.setattr(simulating, "FIRST_CHUNK", 3)
    monkeypatch.setattr(simulating, "CHUNK", 7)
    assert simulate(game, start, 40, seed=5).to_json() == whole.to_json()
    assert simulate(game, start, 40, seed=6).to_json() != whole.to_json()


def test_the_result_does_not_depend_on_threads_or_their_order():
    game, start = begun("coriolis", "duel")
    _, whole = counted(game, start, 40)
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda at: counted(game, start, 8, first=at)[1], (32, 0, 24, 8, 16)))
    together: Counts = {}
    for part in parts:
        together = added(together, part)
    assert together == whole


def test_a_bulk_that_has_learnt_gives_the_same():
    game, start = begun("d6", "alley")
    many = Bulk(game, start)
    cold = simulate(game, start, 30, bulk=many)
    assert simulate(game, start, 30, bulk=many) == cold


# --- an interrupt ---------------------------------------------------------------------------------


def interrupted_at(fights):
    def told(done, n):
        if done >= fights:
            raise KeyboardInterrupt

    return told


def test_an_interrupt_gives_the_fights_that_are_done():
    part = operations.simulate("duel", n=500, seed=2, progress=interrupted_at(20))
    assert part.interrupted
    assert 20 <= part.fights < 500
    whole = operations.simulate("duel", n=part.fights, seed=2)
    assert msgspec.structs.replace(part, asked=part.fights) == whole
    assert not whole.interrupted


def test_an_interrupt_before_the_first_fight_goes_through(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(FightCounter, "fights", stop)
    with pytest.raises(KeyboardInterrupt):
        operations.simulate("duel", n=50)


# --- the result -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found():
    return operations.simulate("boarding", n=60, seed=4)


def test_every_part_adds_up(found):
    assert sum(side.wins.fights for side in found.sides) + found.nobody.fights + found.undecided.fights == 60
    assert sum(n for _, n in found.rounds.counts) == 60
    assert sum(outcome.fights for outcome in found.outcomes) == 60
    for side in found.sides:
        assert sum(n for _, n in side.fallen.counts) == 60
        own = [fighter for fighter in found.fighters if fighter.side == side.name]
        assert [fighter.name for fighter in own] == list(side.fighters)
        assert sum(fighter.out.fights for fighter in own) == sum(k * n for k, n in side.fallen.counts)
        assert sum(fighter.dead.fights for fighter in own) == sum(k * n for k, n in side.dead.counts)
        injuries = sum(n for fighter in own for _, n in fighter.injuries)
        assert injuries == sum(k * n for k, n in side.injuries.counts)
        for n, gauge in enumerate(side.gauges):
            each = [fighter.gauges[n] for fighter in own]
            assert gauge.start == sum(one.start for one in each)
            assert gauge.lost.mean == pytest.approx(sum(one.lost.mean for one in each))
            assert gauge.left.mean == pytest.approx(sum(one.left.mean for one in each))
            assert side.fans[n].means[0] == gauge.start
            assert side.fans[n].means[-1] == gauge.left.mean
        assert side.standing[-1] == pytest.approx(1 - side.fallen.mean / len(own))
    for fighter in found.fighters:
        assert sum(n for _, n in fighter.fell) == fighter.falls.fights
        assert fighter.standing[-1] == pytest.approx(1 - fighter.out.share)
        assert fighter.dead.fights <= fighter.out.fights <= fighter.falls.fights


def test_fights_that_go_on_become_fewer(found):
    assert found.going[0] == 1
    assert found.going[-1] == 0
    assert list(found.going) == sorted(found.going, reverse=True)
    ended = Counter(dict(found.rounds.counts))
    assert [round(60 * share) for share in found.going] == [
        60 - sum(n for value, n in ended.items() if value <= at) for at in range(len(found.going))
    ]


def test_the_winner_still_has_somebody_up(found):
    sides = [side.name for side in found.sides]
    for outcome in found.outcomes:
        if outcome.winner in sides:
            at = sides.index(outcome.winner)
            assert outcome.fallen[at] < len(found.sides[at].fighters)


def test_json_is_what_the_schema_says(found):
    assert msgspec.json.decode(found.to_json(), type=Simulation) == found
    data = json.loads(found.to_json())
    schema = json_schema()
    assert set(schema["$defs"]["Simulation"]["required"]) | {"format"} == set(data)
    assert schemas.place("simulation").read_text(encoding="utf-8") == schemas.schemas()["simulation"]


def test_quantiles_are_values_that_came_up():
    counts = tuple(sorted(Counter([1, 1, 2, 3, 3, 3, 8, 9, 9, 20]).items()))
    assert quantiles(counts, 10) == (1, 2, 3, 9, 20)
    assert quantiles(((5, 1),), 1) == (5, 5, 5, 5, 5)
    told = spread(Counter({2: 3, 6: 1}))
    assert (told.mean, told.median, told.least, told.most) == (3, 2, 2, 6)
    assert told.error == pytest.approx(sqrt(3 / 4))


def test_house_rules_are_played_and_told():
    plain = operations.simulate("boarding", n=24)
    counted = operations.simulate("boarding", n=24, options={"ammo.reloads": "counted"})
    clips = [found.side("crew").gauges[2] for found in (plain, counted)]
    assert [(clip.name, clip.kind, clip.start) for clip in clips] == [
        ("clips", "ammunition", 3), ("clips", "ammunition", 12)
    ]  # fmt: skip
    assert (plain.options, counted.options) == ({}, {"ammo.reloads": "counted"})
    free = operations.simulate("boarding", n=24, options={"defence.cost": 0})
    assert free.fighters != plain.fighters


def test_what_cannot_be_simulated_is_told_in_a_sentence():
    game, start = begun("coriolis", "duel")
    wrong: tuple[Any, ...] = (0, -3, "many", 10**9)
    for n in wrong:
        with pytest.raises(BadAnswer, match=r"expected 1 to 10,000,000 fights, got"):
            simulate(game, start, n)
    with pytest.raises(BadAnswer, match="Coriolis has no policy 'bold'; known: sensible"):
        simulate(game, start, 1, policy="bold")


def test_without_a_compiler_it_says_so_and_finds_the_same(monkeypatch):
    monkeypatch.setattr("affray.simulation.bulk.kernel", lambda: None)
    plain = operations.simulate("duel", n=20)
    monkeypatch.undo()
    assert plain.engine.name == "plain"
    assert plain.wins == operations.simulate("duel", n=20).wins


def test_fights_that_do_not_end_are_undecided(monkeypatch):
    monkeypatch.setattr("affray.core.deadlock.STEPS", 1)
    found = operations.simulate("duel", n=4)
    assert found.undecided.fights == 4
    assert all(not side.wins.fights for side in found.sides)


def test_a_rule_that_no_tree_can_hold_is_played_plainly_and_told():
    game, start = begun("coriolis", "duel")

    def nosy(play):
        goes = play.call(game.step)
        assert play.fight.bodies
        return goes

    found = simulate(replace(game, step=nosy), start, 20, seed=1)
    same = simulate(game, start, 20, seed=1)
    assert found.wins == same.wins
    assert found.fighters == same.fighters
    if found.engine.name == "kernel":
        assert sum(found.engine.plain_steps.values()) > 0


# --- figures of bodies ----------------------------------------------------------------------------


def test_a_book_gives_the_figures_of_each_body():
    game, start = begun("serenity", next(iter(ruleset("serenity").scenes)))
    many = Bulk(game, start)
    follows = game.follows(start.house)
    book = bodies(many.program, follows)
    states = many.ends(24, 1, 0)
    width = many.program.width
    for who in start.everyone:
        column = book.column(states, width, many.program.ids.at(who))
        ends = [many.program.decoded(states[k : k + width]) for k in range(0, len(states), width)]
        assert [book.all[number] for number in column] == [figures(follows, end.bodies[who]) for end in ends]
    assert len(book.all) < 24 * len(start.fighters)
    assert len(book.fields) < len(many.program.ids.body_fields)


def test_names_are_those_of_the_game(found):
    game, start = begun("coriolis", "boarding")
    assert tuple(fighter.name for fighter in found.fighters) == names_of(game, start)
