"""Exact chances: against every path by itself, against sums done by hand, and where they are refused."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.core.dice import Chance, total
from affray.core.effect import TABLE, Effect, TooCoarse, Who
from affray.core.errors import Endless, OverBudget
from affray.core.fight import Fight
from affray.pricing.cache import ResultCache
from affray.pricing.exact import Exact
from affray.pricing.marks import CUT
from affray.pricing.price import OutcomeOdds, price
from tests.core.toy import Being, Board, Flagged, Hurt, One, Pooled, Rules, brute, policy, written
from tests.whole import some

COIN = Chance("coin", (2,), lambda dice: dice[0] == 2, [(False, 1), (True, 1)])


def fight(*bodies: Being, pool: int = 0) -> Fight[Any, Any, Any]:
    return Fight((*bodies, Board(pool)), None)


def coin(play: Any) -> bool:
    return bool(play.roll(One(play, Who(0)), "coin", lambda _: COIN))


def chances(odds: OutcomeOdds[Any]) -> dict[Any, Fraction]:
    assert sum(odds.weights.values()) == odds.cases
    return {value: Fraction(weight, odds.cases) for value, weight in odds.weights.items()}


def ends(
    rule: Any, start: Fight[Any, Any, Any], cache: ResultCache | None = None, budget: int = 100_000
) -> dict[Any, Fraction]:
    return chances(price(start, policy, rule, lambda after: after.bodies, cache, budget))


# --- against every path by itself -----------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=some(400, 16))
@given(st.integers(0, 10**9))
def test_any_rule_has_the_chances_of_all_its_paths_whatever_was_priced_before(seed: int) -> None:
    source, cache = random.Random(seed), ResultCache()
    rules = Rules(written(source))
    for _ in range(4):
        beings = [Being(source.randrange(5), source.randrange(2)) for _ in range(3)]
        start = fight(*beings, pool=source.randrange(4))

        def rule(play: Any) -> None:
            rules.perform(play)

        try:
            plainly = brute(start, rule, 500)  # few rules have more, and these take nearly all the time
        except OverBudget:
            continue
        assert ends(rule, start, cache) == plainly
        assert ends(rule, start) == plainly


# --- what is not looked at does not multiply paths ------------------------------------------------


def test_dice_that_nobody_looks_at_cost_one_path_each_and_not_their_product() -> None:
    def battered(play: Any, who: One) -> None:
        play.do(Hurt(who.who, play.roll(who, "die", lambda _: total(6))))

    def rule(play: Any) -> None:
        for who in (0, 1, 2) * 3:
            play.call(battered, One(play, Who(who)))

    play = Exact(fight(Being(60), Being(60), Being(60)), policy)
    play.explore(rule)
    assert play.paths == 1 + 3 * 6
    found = price(fight(Being(60), Being(60), Being(60)), policy, rule, lambda after: after.bodies[0].hp)
    assert chances(found) == {60 - pips: Fraction(weight, 216) for pips, weight in total(6, 6, 6).faces}


def test_a_result_that_happens_is_one_path_for_all_that_are_told_alike() -> None:
    def pips(play: Any, who: One) -> int:
        return int(play.roll(who, "die", lambda _: total(6)))

    def rule(play: Any) -> None:
        heavy = play.let(lambda n: Hurt(Who(0), n), (), lambda n: n > 4, pips, One(play, Who(0)))
        if heavy:
            play.do(Flagged(Who(0)))

    play = Exact(fight(Being(60)), policy)
    play.explore(rule)
    assert play.paths == 2 + 6
    assert ends(rule, fight(Being(60))) == brute(fight(Being(60)), rule, 100)


@dataclass(frozen=True, slots=True)
class Marked(Effect):
    """A flag of 36 kinds, of which most rules ask only whether it is odd."""

    who: Who
    face: int

    @property
    def coarse(self) -> Marked:
        return Marked(self.who, -1 - self.face % 2)

    def on(self, b: Being, /) -> Being:
        return b._replace(flag=self.face)


def flag(b: Being) -> int:
    if b.flag < 0:
        raise TooCoarse
    return b.flag


def test_coarse_effects_stand_for_many_until_somebody_looks_closer() -> None:
    def marked(play: Any, who: One) -> None:
        play.do(Marked(who.who, play.roll(who, "die", lambda _: total(36))))

    def rule(play: Any) -> bool:
        play.call(marked, One(play, Who(0)))
        return bool(One(play, Who(0)).about(odd))

    def closer(play: Any) -> bool:
        play.call(marked, One(play, Who(0)))
        return bool(One(play, Who(0)).about(flag) == 7)

    play = Exact(fight(Being(1)), policy, coarse=True)
    found = {
        end.result: Fraction(end.weight * sum(t[0] for t in end.terms), end.cases)
        for end in play.explore(rule)
    }
    assert found == {False: Fraction(1, 2), True: Fraction(1, 2)}
    flags = {
        play.bodies[n].flag for end in play.explore(rule) for _, slots, _ in end.terms for n in slots[:1]
    }
    assert flags == {-1, -2}
    with pytest.raises(TooCoarse):
        Exact(fight(Being(1)), policy, coarse=True).explore(closer)
    assert ends(closer, fight(Being(1))) == {(Being(1, n), Board()): Fraction(1, 36) for n in range(1, 37)}


def odd(b: Being) -> bool:
    return b.flag % 2 == (1 if b.flag >= 0 else 0)


SURE = Chance("sure", (6,), lambda dice: 1, [(1, 6)])


def test_a_unit_that_forks_after_all_is_taken_back_and_priced() -> None:
    def blow(play: Any, who: One) -> None:
        play.do(Hurt(who.who, play.roll(who, "sure", lambda _: SURE)))
        if coin(play):
            play.do(Hurt(who.who, 1))

    def rule(play: Any) -> None:
        play.call(blow, One(play, Who(0)))
        play.call(blow, One(play, Who(0)))

    assert ends(rule, fight(Being(9))) == {
        (Being(9 - lost), Board()): Fraction(weight, 4) for lost, weight in ((2, 1), (3, 2), (4, 1))
    }


def test_a_unit_that_goes_on_in_one_way_is_run_where_it_is_called() -> None:
    def scratch(play: Any, who: One) -> bool:
        play.do(Hurt(who.who, 1))
        return who.down

    def rule(play: Any) -> None:
        if not play.call(scratch, One(play, Who(0))):
            play.call(scratch, One(play, Who(1)))

    play = Exact(fight(Being(9), Being(9)), policy)
    play.explore(rule)
    assert play.paths == 1
    assert ends(rule, fight(Being(9), Being(9))) == {(Being(8), Being(8), Board()): 1}
    assert ends(rule, fight(Being(1), Being(9))) == {(Being(0), Being(9), Board()): 1}


def test_a_cached_result_holds_for_other_bodies_of_which_the_same_was_read() -> None:
    def blow(play: Any, who: One) -> None:
        if not who.down:
            play.do(Hurt(who.who, play.roll(who, "die", lambda _: total(6))))

    cache = ResultCache()
    for hp in (40, 30, 20):
        start = fight(Being(hp), Being(3))
        play = Exact(start, policy, cache)
        play.explore(lambda p: p.call(blow, One(p, Who(0))))
        assert play.paths == (7 if hp == 40 else 1)
        assert ends(lambda p: p.call(blow, One(p, Who(0))), start, cache) == {
            (Being(hp - face), Being(3), Board()): Fraction(1, 6) for face in range(1, 7)
        }
    assert ends(lambda p: p.call(blow, One(p, Who(0))), fight(Being(0)), cache) == {(Being(0), Board()): 1}


def test_whoever_looks_at_the_whole_fight_gets_every_one_of_its_states() -> None:
    def blow(play: Any) -> None:
        play.do(Hurt(Who(0), play.roll(One(play, Who(0)), "die", lambda _: total(3))))

    def rule(play: Any) -> None:
        play.call(blow)
        play.do(Pooled(play.fight.bodies[0].hp))

    assert ends(rule, fight(Being(4))) == {
        (Being(4 - face), Board(4 - face)): Fraction(1, 3) for face in (1, 2, 3)
    }


# --- units that run themselves again --------------------------------------------------------------


def streak(play: Any, hits: int) -> int:
    """Roll until a one; blanks change nothing, sixes count up to three."""
    face = play.roll(One(play, Who(0)), "die", lambda _: total(6))
    if face == 1 or hits == 3:
        play.do(Hurt(Who(0), hits))
        return hits
    return play.call(streak, hits + (face == 6))  # type: ignore[no-any-return]


def test_a_row_of_dice_without_end_is_the_geometric_series() -> None:
    # While a blank is rolled again, a six and a one are as likely: 1/2 each, whatever came before.
    found = chances(price(fight(Being(9)), policy, lambda p: p.call(streak, 0), lambda f: 9 - f.bodies[0].hp))
    assert found == {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 8)}


def tail(play: Any, hits: int) -> int:
    """As `streak`, but what it runs at its end is said to be its last act."""
    face = play.roll(One(play, Who(0)), "die", lambda _: total(6))
    if face == 1 or hits == 3:
        play.do(Hurt(Who(0), hits))
        return hits
    return play.again(tail, hits + (face == 6))  # type: ignore[no-any-return]


def test_a_last_act_comes_to_the_same_as_a_call_in_fewer_paths() -> None:
    def left(unit: Any) -> Any:
        play: Exact[Any, Any, Any] = Exact(fight(Being(9)), policy)

        def rule(p: Any) -> None:
            if p.call(unit, 0) == 3:
                p.do(Pooled(7))

        return {
            (end.result, *slots): Fraction(w * num, n)
            for end in play.explore(rule)
            for w, n in [end[2:]]
            for num, slots, _ in end.terms
        }, play.paths

    called, many = left(streak)
    ended, few = left(tail)
    assert sorted(called.values()) == sorted(ended.values())
    assert sum(ended.values()) == 1
    assert few < many
    for unit in (streak, tail):
        assert ends(lambda p, unit=unit: p.again(unit, 0), fight(Being(9))) == {
            (Being(9 - n), Board()): Fraction(1, 2 ** min(n + 1, 3)) for n in range(4)
        }


def test_a_loop_through_another_unit_is_solved_too() -> None:
    def roll_on(play: Any, again: bool) -> bool:
        if not again:
            return True
        return bool(play.call(tossed))

    def tossed(play: Any) -> Any:
        if play.roll(One(play, Who(0)), "die", lambda _: total(3)) == 1:
            play.do(Hurt(Who(0), 1))
            return False
        return play.call(handed_on, coin(play))

    def handed_on(play: Any, again: bool) -> Any:
        return play.call(tossed) if again else True

    # Stops at once with 1/3, else with 1/2 each round: 1/3 against 1/3, the rest comes round.
    found = ends(lambda p: p.call(tossed), fight(Being(1)))
    assert found == {(Being(0), Board()): Fraction(1, 2), (Being(1), Board()): Fraction(1, 2)}
    assert roll_on is not None


def test_a_loop_that_goes_on_changing_something_until_it_cannot_is_followed() -> None:
    def drain(play: Any) -> None:
        if coin(play):
            return None
        play.do(Hurt(Who(0), 1))
        return play.call(drain)  # type: ignore[no-any-return]

    # 3, 2, 1 points, and at 0 the hurt changes nothing any more: the loop closes there.
    found = ends(lambda p: p.call(drain), fight(Being(3)))
    assert {bodies[0].hp: chance for bodies, chance in found.items()} == {
        3: Fraction(1, 2), 2: Fraction(1, 4), 1: Fraction(1, 8), 0: Fraction(1, 8)
    }  # fmt: skip
    cache = ResultCache()
    for hp in (2, 0, 3, 1):
        known = ends(lambda p: p.call(drain), fight(Being(hp)), cache)
        assert known == ends(lambda p: p.call(drain), fight(Being(hp)))


def adds(play: Any) -> Any:
    return play.call(adds) + 1 if coin(play) else 0


def looks(play: Any) -> Any:
    if coin(play):
        play.call(looks)
        return One(play, Who(0)).hp
    return 0


def acts(play: Any) -> Any:
    if coin(play):
        again = play.call(acts)
        play.do(Pooled(1))
        return again
    return 0


def rolls_on(play: Any) -> Any:
    if coin(play):
        again = play.call(rolls_on)
        coin(play)
        return again
    return 0


def forgets(play: Any) -> Any:
    if coin(play):
        play.call(forgets)
    return 0


def never(play: Any) -> Any:
    coin(play)
    return play.call(never)


@pytest.mark.parametrize("unit", [looks, acts, rolls_on, forgets, never])
def test_a_loop_that_does_not_end_the_unit_is_refused(unit: Any) -> None:
    with pytest.raises(Endless):
        ends(lambda play: play.call(unit), fight(Being(1)))


def test_a_loop_whose_result_is_used_is_not_priced() -> None:
    with pytest.raises(TypeError):
        ends(lambda play: play.call(adds), fight(Being(1)))


def test_a_recursion_without_end_is_refused() -> None:
    def deeper(play: Any, n: int) -> Any:
        return play.call(deeper, n + 1) if coin(play) else n

    with pytest.raises(OverBudget):
        ends(lambda play: play.call(deeper, 0), fight(Being(1)))


def test_what_is_cut_off_is_told_to_the_last_case() -> None:
    def sixes(play: Any, n: int) -> Any:
        if play.enough(n >= 5) or not coin(play):
            return n
        return play.call(sixes, n + 1)

    play = Exact(fight(Being(1)), policy)
    cut = [
        Fraction(num * weight, cases)
        for _, terms, weight, cases in play.explore(lambda p: p.call(sixes, 0))
        for num, _, bits in terms
        if bits & CUT
    ]
    assert sum(cut) == Fraction(1, 32)


# --- budgets and results --------------------------------------------------------------------------


def test_too_many_paths_are_refused() -> None:
    with pytest.raises(OverBudget, match="more than 50 paths"):
        ends(lambda play: [coin(play) for _ in range(7)], fight(Being(1)), budget=50)


def test_views_in_results_belong_to_the_play_that_asks() -> None:
    def weakest(play: Any) -> tuple[One, ...]:
        return tuple(One(play, TABLE).ranked(lambda t, b: b.hp))

    cache = ResultCache()

    def rule(play: Any) -> None:
        for found in play.call(weakest):
            assert found.play is play
            play.do(Hurt(found.who, 1))

    for _ in range(2):
        assert ends(rule, fight(Being(2), Being(1)), cache) == {(Being(1), Being(0), Board()): 1}


def test_cached_results_are_kept_apart_by_policy() -> None:
    def timid(*_: Any, **__: Any) -> Any:
        return 0

    def rule(play: Any) -> None:
        play.call(asked)

    def asked(play: Any) -> None:
        play.do(Hurt(Who(0), play.choose(One(play, Who(0)), "how much", lambda: (0, 1, 2))))

    cache = ResultCache()
    assert ends(rule, fight(Being(5)), cache) == {(Being(4), Board()): 1}
    assert price(fight(Being(5)), timid, rule, lambda f: f.bodies[0].hp, cache) == OutcomeOdds({5: 1}, 1)
