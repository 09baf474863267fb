"""Plays: what rules say, and what each driver makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import BadAnswer, Diverged, Illegal, LeftOver, Refusal
from affray.core.fight import Fight
from affray.core.live import (
    Answer,
    Asked,
    Came,
    Chose,
    Entry,
    Happened,
    Joined,
    Live,
    Override,
    Rolled,
    resume,
)
from affray.core.play import Play
from affray.core.probe import Probe
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.core.tally import Mod, tally
from affray.core.view import View, fact, parted_by
from affray.pricing.price import price
from affray.testing.script import play_out, waits_for


class Pot(NamedTuple):
    """A body with one number."""

    n: int = 0


@dataclass(frozen=True, slots=True)
class Added(Effect):
    who: Who
    n: int

    def on(self, b: Pot, /) -> Pot:
        return Pot(b.n + self.n)


@dataclass(frozen=True, slots=True)
class Doubled(Effect):
    who: Who

    def on(self, b: Pot, /) -> Pot:
        return Pot(b.n * 2)


@dataclass(frozen=True, slots=True)
class Copied(Effect):
    """The number of another."""

    who: Who
    of: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.of,)

    def on(self, b: Pot, /, *others: Pot) -> Pot:
        return others[0]


class Owner(View[Pot]):
    __slots__ = ()
    n: fact[Pot, int] = fact(lambda b: b.n)


A, B = Who(0), Who(1)
START: Fight[Pot, Pot, None] = Fight((Pot(1), Pot(5), Pot()), None)


def numbers(play: Play[Any, Any, Any]) -> list[int]:
    return [body.n for body in play.fight.bodies]


def own(play: Any, who: Who = A) -> Owner:
    return Owner(play, who)


def d6(_: int) -> Any:
    return total(6)


# --- effects, views and holding -------------------------------------------------------------------


def test_an_effect_is_read_by_the_code_after_it():
    play: Any = Play(START)
    one = own(play)
    play.do(Added(A, 2), "R-1")
    assert one.n == 3
    play.do(Copied(B, A), "R-1")
    play.do(Added(TABLE, 7), "R-1")
    assert numbers(play) == [3, 3, 7]
    assert START.bodies == (Pot(1), Pot(5), Pot())


def test_what_is_held_happens_at_the_end_of_the_block_in_order_and_the_rest_at_once():
    play: Any = Play(START)
    with play.holding(Added):
        play.do(Added(A, 1))
        play.do(Doubled(A))
        play.do(Added(A, 10))
        assert numbers(play)[0] == 2
    assert play.done == [Doubled(A), Added(A, 1), Added(A, 10)]
    assert numbers(play)[0] == 13


def test_a_block_within_releases_only_what_the_outer_block_does_not_hold():
    play: Any = Play(START)
    with play.holding(Added):
        play.do(Added(A, 1))
        with play.holding(Doubled):
            play.do(Doubled(A))
            play.do(Added(B, 1))
            assert play.done == []
        assert play.done == [Doubled(A)]
        play.do(Doubled(B))
    assert play.done == [Doubled(A), Doubled(B), Added(A, 1), Added(B, 1)]


def test_what_is_held_is_lost_with_the_action_that_was_refused():
    play: Any = Play(START)

    def refused() -> None:
        with play.holding(Added):
            play.do(Added(A, 1))
            play.need(False, "R-1", "no")

    with pytest.raises(Illegal):
        refused()
    with play.holding(Doubled):
        play.do(Doubled(A))
    assert play.done == [Doubled(A)]


def test_views_of_one_fighter_are_equal_and_name_it():
    play: Any = Play(START)
    assert own(play) == own(play)
    assert own(play) != own(play, B)
    assert len({own(play), own(play), own(play, B)}) == 2
    assert repr(own(play, B)) == "Owner(1)"


def test_fighters_are_ranked_by_place_and_then_by_the_scene():
    play: Any = Play(Fight((Pot(3), Pot(1), Pot(3), Pot(), Pot()), None))
    found = own(play).ranked(lambda me, other: other.n or None)
    assert [view.who for view in found] == [1, 0, 2]
    least = own(play).least(lambda me, other: other.n or None)
    assert least is not None
    assert least.who == 1
    assert own(play).least(lambda me, other: None) is None
    assert own(play, B).some(lambda me, other: other.n > 2)
    assert not own(play, B).some(lambda me, other: other.n == 1), "oneself is not somebody else"


def test_of_equals_the_next_round_the_table_comes_first():
    play: Any = Play(Fight((Pot(1), Pot(2), Pot(1), Pot(2), Pot()), None))

    def nearest(whom):
        found = own(play, whom).least(lambda me, other: None if other is me else other.n)
        return found and found.who

    assert [nearest(Who(n)) for n in range(4)] == [2, 2, 0, 0]
    assert [v.who for v in own(play, Who(1)).ranked(lambda me, other: other.n)] == [0, 2, 1, 3]


def test_what_parts_equals_is_looked_at_for_them_alone():
    """Of numbers that are equal by their tens the lowest comes first; nobody else's is looked at."""
    looked: list[int] = []

    def ones(_: Pot, other: Pot) -> int:
        looked.append(other.n)
        return other.n % 10

    @parted_by(ones)
    def tens(_: Pot, other: Pot) -> int:
        return other.n // 10

    play: Any = Play(Fight(tuple(Pot(n) for n in (27, 23, 11, 35, 0)), None))
    least = own(play).least(tens)
    assert least is not None
    assert least.who == 2
    assert looked == []
    assert [v.who for v in own(play).ranked(tens)] == [2, 1, 0, 3]
    assert sorted(looked) == [23, 27]


# --- need -----------------------------------------------------------------------------------------


def forbidden(play: Any) -> None:
    play.need(True, "R-1", "fine")
    play.need(own(play).n > 5, "R-2", "too few")
    play.need(False, "R-3", "never")
    play.do(Added(A, 1))
    play.need(False, "R-4", "too late to be seen")


def test_a_need_that_does_not_hold_stops_the_action_before_anything_happened():
    play: Any = Play(START)
    with pytest.raises(Illegal, match=r"too few \[R-2\]") as caught:
        forbidden(play)
    assert caught.value.refusals == (Refusal("R-2", "too few"),)
    assert caught.value.code == "action/illegal"
    assert play.done == []


def test_a_probe_collects_every_need_and_changes_nothing():
    probe: Any = Probe(START)
    assert [r.rule for r in probe.why_not(forbidden)] == ["R-2", "R-3"]
    assert probe.fight is START


def test_a_probe_that_is_asked_whether_something_is_allowed_stops_at_the_first_need_and_is_as_before():
    def unasked(play: Any) -> None:
        play.need(False, "R-1", "no")
        raise AssertionError("went on")

    probe: Any = Probe(START)
    assert not probe.allows(unasked)
    assert not probe.allows(forbidden)
    assert probe.allows(lambda play: play.need(True, "R-1", "fine"))
    assert [r.rule for r in probe.why_not(forbidden)] == ["R-2", "R-3"]


@pytest.mark.parametrize("what", ["roll", "choose", "do"])
def test_a_probe_ends_at_the_first_request_or_effect(what):
    def action(play: Any) -> None:
        play.need(False, "R-1", "no")
        if what == "roll":
            play.roll(own(play), "roll", d6)
        elif what == "choose":
            play.choose(own(play), "which", lambda: (0, 1))
        else:
            play.do(Added(A, 1))
        raise AssertionError("went on")

    probe: Any = Probe(START)
    assert probe.why_not(action) == (Refusal("R-1", "no"),)


# --- live -----------------------------------------------------------------------------------------


def hand(play: Any) -> None:
    """Twice: roll, then keep it or not; the present number is added as well."""
    for _ in range(2):
        one = own(play)
        rolled = play.roll(one, "throw", d6, tally(Mod("R-1", 2, "luck")), "R-1")
        if play.choose(one, "keep", lambda: (False, True), "R-2"):
            play.do(Added(A, rolled), "R-3")
        play.do(Added(B, one.n), "R-3")


ROLL, KEEP = Asked(A, "throw", total(6).name), Asked(A, "keep")
LOG = [Answer(ROLL, 4, (4,)), Answer(KEEP, True), Answer(ROLL, 2), Answer(KEEP, False)]


def test_the_first_gap_says_what_it_needs():
    play, pending = resume(START, hand, [])
    assert pending is not None
    assert pending.asked == ROLL
    assert pending.chance is total(6)
    assert pending.tally.total == 2
    assert pending.rules == ("R-1",)
    play, pending = resume(START, hand, LOG[:1])
    assert pending is not None
    assert pending.asked == KEEP
    assert pending.options == (False, True)
    assert play.done == []


def test_the_story_tells_dice_tallies_decisions_and_effects_with_their_rules():
    play, pending = resume(START, hand, LOG)
    assert pending is None
    assert numbers(play) == [5, 15, 0]
    assert play.story[:4] == [
        Rolled(ROLL, tally(Mod("R-1", 2, "luck")), 4, (4,), ("R-1",), (6,)),
        Chose(KEEP, True, ("R-2",)),
        Happened(Added(A, 4), ("R-3",)),
        Happened(Added(B, 5), ("R-3",)),
    ]


def test_a_correction_stands_behind_the_effects_it_names_and_later_code_reads_it():
    after_first: list[Entry] = [*LOG[:2], Override(Added(A, 100), "mistake", 1), *LOG[2:]]
    play, _ = resume(START, hand, after_first)
    assert play.done == [Added(A, 4), Added(A, 100), Added(B, 105), Added(B, 105)]
    after_second: list[Entry] = [*LOG[:2], Override(Added(A, 100), "mistake", 2), *LOG[2:]]
    play, _ = resume(START, hand, after_second)
    assert play.done == [Added(A, 4), Added(B, 5), Added(A, 100), Added(B, 105)]
    assert Happened(Added(A, 100), (), "mistake") in play.story


def test_a_correction_before_everything_and_two_in_one_place():
    log: list[Entry] = [Override(Doubled(A), "a", 0), Override(Added(A, 1), "b", 1), *LOG]
    play, _ = resume(START, hand, log)
    assert play.done[:3] == [Doubled(A), Added(A, 1), Added(A, 4)]


def test_effects_of_before_are_counted_in():
    log: list[Entry] = [*LOG[:2], Override(Added(A, 100), "mistake", 41), *LOG[2:]]
    play, pending = resume(START, hand, log, before=40)
    assert pending is None
    assert play.done[1] == Added(A, 100)
    assert play.effects == 44


def test_a_newcomer_stands_after_those_there_are():
    play, _ = resume(START, hand, [*LOG[:2], Joined(Pot(9), "late", 2), *LOG[2:]])
    assert numbers(play) == [5, 15, 9, 0]
    assert Came(Who(2), "late") in play.story
    assert play.fight.table == Pot()


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (
            [Answer(KEEP, True)],
            r"answers 'keep' of fighter 0, but the rules ask 'throw' of fighter 0 with total\(1d6\)",
        ),
        ([Answer(Asked(B, "throw", ROLL.chance), 4)], "of fighter 1"),
        ([Answer(Asked(A, "throw", "total(1d8)"), 4)], r"with total\(1d8\), but .* with total\(1d6\)"),
        ([Answer(ROLL, 7)], r"7 cannot come up on total\(1d6\)"),
        ([Override(Added(A, 1), "x", 9), *LOG], "found a correction where 'throw' is asked"),
    ],
)
def test_an_entry_that_does_not_fit_diverges_at_its_place(log, words):
    with pytest.raises(Diverged, match=words) as caught:
        resume(START, hand, log)
    assert caught.value.at == 0
    assert caught.value.code == "log/diverged"


def test_entries_left_over_are_told_apart_from_divergence():
    play, pending = resume(START, hand, [*LOG, *LOG[:1]])
    assert pending is None
    with pytest.raises(LeftOver, match="1 entries unused") as caught:
        play.finished()
    assert (caught.value.at, caught.value.code) == (4, "log/left-over")
    resume(START, hand, LOG)[0].finished()


# --- answers --------------------------------------------------------------------------------------


def test_an_answer_must_be_one_of_the_options_and_of_their_type():
    pending = waits_for(START, hand, (4,))
    assert pending.answer(True) == Answer(KEEP, True)
    for wrong in (1, 0, "yes", None):
        with pytest.raises(BadAnswer) as caught:
            pending.answer(wrong)
        assert caught.value.code == "answer/not-offered"


def test_dice_must_make_the_answer_and_the_answer_must_be_possible():
    pending = waits_for(START, hand)
    assert pending.answer(4, (4,)) == Answer(ROLL, 4, (4,))
    with pytest.raises(BadAnswer, match="do not make 4"):
        pending.answer(4, (5,))
    with pytest.raises(BadAnswer, match="expected one of 1, 2, 3, 4, 5, 6, got 7"):
        pending.answer(7)


def test_answers_that_no_list_can_hold_are_judged_by_the_rule():
    def anywhere(play: Any) -> None:
        def admits(n: object) -> list[Refusal]:
            return [] if isinstance(n, int) and n > 0 else [Refusal("R-9", "must be above 0")]

        play.do(Added(A, play.choose(own(play), "how many", lambda: (0,), admits=admits)))

    pending = waits_for(START, anywhere)
    assert pending.answer(12).value == 12
    with pytest.raises(BadAnswer, match=r"must be above 0 \[R-9\]"):
        pending.answer(-3)
    assert play_out(START, anywhere, 12).fight.bodies[0] == Pot(13)


# --- scripts, samples, prices: the same rule ------------------------------------------------------


def keep(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
    return True


def test_a_script_must_be_used_up_exactly():
    assert numbers(play_out(START, hand, (4,), True, "2", False)) == [5, 15, 0]
    with pytest.raises(AssertionError, match="an answer is missing"):
        play_out(START, hand, (4,), True)
    with pytest.raises(AssertionError, match="over before answer 5"):
        play_out(START, hand, (4,), True, (2,), False, (3,))
    with pytest.raises(AssertionError, match="does not fit"):
        play_out(START, hand, (4,), "perhaps")


def test_the_price_is_every_way_of_the_dice():
    odds = price(START, keep, hand, lambda after: after.bodies[0].n)
    assert odds.cases == 36
    assert odds.weights == {n + 1: min(n - 1, 13 - n) for n in range(2, 13)}


def test_samples_and_replays_are_the_same_rule():
    play: Any = Sampled(START, keep, Stream(5))
    hand(play)
    thrown = [e.n for e in play.done if e.who == A]
    log = [Answer(ROLL, thrown[0]), Answer(KEEP, True), Answer(ROLL, thrown[1]), Answer(KEEP, True)]
    assert resume(START, hand, log)[0].fight == play.fight


def test_a_live_play_may_begin_in_the_middle_of_a_log():
    half, _ = resume(START, hand, LOG[:2])

    def rest(play: Live[Any, Any, Any]) -> None:
        assert play.effects == 2

    play, _ = resume(half.fight, rest, [], before=2)
    assert play.fight == half.fight
