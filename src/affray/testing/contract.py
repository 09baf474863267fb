"""The contract that every ruleset keeps, ours or a stranger's: tests to inherit.

    from affray.testing.contract import RulesetContract

    class TestMyGame(RulesetContract):
        ruleset = RULESET

The attributes say how much is tried.  A failure names the scene, the seed and the number of the
fight, so that `fought(scene, n)` gives it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, TypeVar

import pytest

from affray.core.act import Act, Offer
from affray.core.effect import Effect, Who, pack, unpack
from affray.core.errors import BadAnswer, Illegal, OverBudget
from affray.core.fight import GameFight
from affray.core.live import (
    AnyLive,
    Came,
    Happened,
    Joined,
    Override,
    Pending,
    Rolled,
    Told,
    Went,
    resume,
    waits_for,
)
from affray.core.ruleset import Changed, Ruleset, fight_out, names_of
from affray.core.sampled import Sampled
from affray.core.scene import Scene, read_scene
from affray.core.stream import Stream
from affray.pricing import price_action
from affray.pricing.cache import ResultCache
from affray.pricing.price import price
from affray.session.correction import corrected
from affray.tabletop.condition import conditions_of
from affray.testing import followed, roaming
from affray.testing.outcomes import Offered, any_option, difference, for_actions, not_admitted, refused
from affray.testing.roaming import RandomFight, Stop, roam
from affray.testing.samples import differing

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741 (an option)


class RulesetContract:
    """Inherit, name the `ruleset`, and pytest does the rest."""

    ruleset: ClassVar[Ruleset]
    seed: ClassVar[int] = 1
    fights: ClassVar[int] = 20
    """Random fights of each scene; every second one with house rules drawn at random."""
    answers: ClassVar[int] = 120
    """Answers after which a random fight is left where it is."""
    looks: ClassVar[int] = 6
    """Fights of each scene that are looked at closely: replayed, undone, corrected, priced."""
    budget: ClassVar[int] = 20_000
    """Paths beyond which a price is not tried."""
    samples: ClassVar[int] = 1_000
    """Samples that a price is held against."""
    nothing: ClassVar[tuple[object, ...]] = (False, None, "", 0)
    """First options that do nothing; an action that nothing forbids and that costs nothing is one too."""
    forced: ClassVar[frozenset[str]] = frozenset()
    """Questions that have to be answered with something."""
    offered: ClassVar[int] = 3
    """Answers of each fight that is looked at closely that are held against the round."""
    ways: ClassVar[int] = 60
    """Ways that dice can fall which are all followed then; of more some are drawn."""
    silent: ClassVar[frozenset[type[Effect]]] = frozenset()
    """Effects that go without saying."""
    large: ClassVar[frozenset[str]] = frozenset()
    """Scenes whose fights take so long that they are marked as slow."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Run what takes a scene once for each that the game ships."""
        if "scene" in metafunc.fixturenames:
            large, scenes = metafunc.cls.large, metafunc.cls.ruleset.scenes
            marks = {scene: [pytest.mark.slow] if scene in large else [] for scene in scenes}
            metafunc.parametrize("scene", [pytest.param(each, marks=marks[each]) for each in scenes])

    # --- fights to look at ----------------------------------------------------------------------

    @classmethod
    def opening(cls, scene: str) -> Scene:
        """A shipped scene."""
        key = cls, scene
        if key not in _SCENES:
            _SCENES[key] = read_scene(cls.ruleset.scenes[scene], cls.ruleset.scene, scene)
        return _SCENES[key]

    @classmethod
    def fought(cls, scene: str, n: int) -> RandomFight:
        """Random fight number n of a scene."""
        if n >= cls.looks:
            return _random_fight(cls, scene, n)
        key = cls, scene, n
        if key not in _FOUGHT:
            _FOUGHT[key] = _random_fight(cls, scene, n)
        return _FOUGHT[key]

    @classmethod
    def place(cls, scene: str, n: int) -> str:
        """Which fight it was, for messages."""
        return f"{cls.ruleset.id}, scene {scene!r}, seed {cls.seed}, fight {n}"

    def looked_at(self, scene: str) -> Iterator[tuple[int, RandomFight, Stream]]:
        """Some fights, each with a source of numbers of its own."""
        for n in range(min(self.looks, self.fights)):
            yield n, self.fought(scene, n), Stream(self.seed + 1, n)

    def rule(self, play: Any) -> None:
        """The whole fight."""
        fight_out(play, self.ruleset)

    # --- scenes, catalogue, house rules ---------------------------------------------------------

    def test_a_scene_starts_with_two_sides_and_no_winner(self, scene: str) -> None:
        """Every shipped scene loads, and there is something to fight over."""
        fight = self.ruleset.start(self.opening(scene))
        assert len(fight.fighters) >= 2
        assert self.ruleset.winner(fight) is None
        assert len(set(names_of(self.ruleset, fight))) == len(fight.fighters)
        assert self.opening(scene).ruleset == self.ruleset.id

    def test_the_catalogue_has_no_loose_ends(self) -> None:
        """Whatever is named exists, and each default fits its option."""
        book = self.ruleset.catalogue
        assert book.id == self.ruleset.id
        assert not [r.id for r in book.rules.values() if r.chapter not in book.chapters]
        assert not [(r.id, n) for r in book.rules.values() for n in r.rulings if n not in book.rulings]
        assert not [o.key for o in book.options.values() if o.ruling not in book.rulings]
        assert not [o.key for o in book.options.values() if not o.fits(o.default)]

    def test_the_options_are_the_fields_of_the_house_record(self, scene: str) -> None:
        """Each option is a field with the same default, and nothing else is."""
        house = self.ruleset.start(self.opening(scene).model_copy(update={"options": {}})).house
        options = {o.field: o.default for o in self.ruleset.catalogue.options.values()}
        assert house._asdict() == options

    # --- random fights --------------------------------------------------------------------------

    def test_random_fights_break_no_invariant(self, scene: str) -> None:
        """Dice and answers at random, with the state checked after every effect."""
        wrong = [
            f"{self.place(scene, n)}, {fault}" for n in range(self.fights) for fault in self.faults(scene, n)
        ]
        assert not wrong, listed(wrong)

    def faults(self, scene: str, n: int) -> tuple[str, ...]:
        """What is wrong in one random fight."""
        return self.fought(scene, n).faults

    def test_whoever_is_asked_is_seen_as_the_game_says(self, scene: str) -> None:
        """Questions to fighters come with the game's own view of them."""
        for n, fought, _ in self.looked_at(scene):
            views = {stop.view for stop in fought.stops if stop.asked.who >= 0}
            assert views <= {self.ruleset.view}, self.place(scene, n)

    def test_policies_answer_what_is_offered_and_end_the_fight(self, scene: str) -> None:
        """Each policy on both sides, to the end."""
        fight = self.ruleset.start(self.opening(scene))
        for name, policy in self.ruleset.policies.items():
            for n in range(self.looks):
                fought = roam(self.ruleset, fight, Stream(self.seed, n), 5_000, policy)
                assert not fought.faults, f"{name}, {self.place(scene, n)}: {listed(fought.faults)}"
                assert fought.over, f"{name}, {self.place(scene, n)}: no end after 5,000 answers"
                assert self.ruleset.winner(fought.end) is not None

    def test_the_same_seed_gives_the_same_fight(self, scene: str) -> None:
        """Nothing but the source of numbers decides."""
        for n, fought, _ in self.looked_at(scene):
            again = _random_fight(type(self), scene, n)
            assert again.entries == fought.entries, self.place(scene, n)
            assert repr(again.end) == repr(fought.end), self.place(scene, n)

    # --- what is followed -----------------------------------------------------------------------

    def test_what_is_followed_is_in_every_fight(self, scene: str) -> None:
        """Rounds come one by one; the dead are out; nothing is less than none."""
        for n, fought, _ in self.looked_at(scene):
            follows = self.ruleset.follows(fought.start.house)
            wrong = [*followed.at_start(follows, fought.start), *followed.rounds(follows, fought)]
            for fight in (fought.start, *(stop.fight for stop in fought.stops), fought.end):
                wrong += followed.wrong(follows, fight)
            assert not wrong, f"{self.place(scene, n)}: {listed(wrong)}"

    # --- the log --------------------------------------------------------------------------------

    def test_the_log_gives_the_same_fight(self, scene: str) -> None:
        """Answers alone, played again, give every effect and the state at the end."""
        for n, fought, _ in self.looked_at(scene):
            play, pending = resume(fought.start, self.rule, fought.entries)
            play.finished()
            assert (pending is None) == fought.over, self.place(scene, n)
            assert play.done == list(fought.effects), self.place(scene, n)
            assert play.fight == fought.end, self.place(scene, n)

    def test_effects_alone_give_the_same_fight(self, scene: str) -> None:
        """The state is the sum of what happened."""
        for n, fought, _ in self.looked_at(scene):
            fight = fought.start
            for effect in fought.effects:
                fight = fight.after(effect)
            assert fight == fought.end, self.place(scene, n)

    def test_undo_is_one_answer_less_and_redo_gives_it_back(self, scene: str) -> None:
        """Answers taken back give the state, and the question, of that time."""
        for n, fought, source in self.looked_at(scene):
            for _ in range(4):
                at = source.below(len(fought.stops))
                play, pending = resume(fought.start, self.rule, fought.entries[:at])
                assert pending is not None
                assert play.fight == fought.stops[at].fight, f"{self.place(scene, n)}, back to answer {at}"
                assert pending.asked == fought.stops[at].asked
                assert pending.chance or tuple(pending.options) == fought.stops[at].options
            redone, _ = resume(fought.start, self.rule, fought.entries)
            assert redone.fight == fought.end, self.place(scene, n)

    def test_the_log_can_be_written_and_read(self, scene: str) -> None:
        """Effects, answers and bodies are the same after a journey through JSON."""
        for n, fought, _ in self.looked_at(scene):
            for effect in fought.effects:
                self.same(effect, Effect.unpacked(through_json(effect.packed())), scene, n)
            for value in [*(e.value for e in fought.entries), *fought.start.bodies, *fought.end.bodies]:
                self.same(value, unpack(through_json(pack(value))), scene, n)

    def same(self, one: object, other: object, scene: str, n: int) -> None:
        """Equal, and of the same types all the way down."""
        assert one == other, f"{self.place(scene, n)}: {one!r} came back as {other!r}"
        assert repr(one) == repr(other), f"{self.place(scene, n)}: {one!r} came back as {other!r}"

    def test_corrections_and_newcomers_survive_replay(self, scene: str) -> None:
        """No entry of a game master that a session lets pass breaks an invariant, there or afterwards.

        The entries come in random places, and play goes on after them.
        """
        usual = [e for n in range(self.looks) for e in self.fought(scene, n).effects]
        usual = [e for e in usual if type(e) in self.ruleset.corrections.values()]
        for n, fought, source in self.looked_at(scene):
            at = source.below(len(fought.stops))
            log = list(fought.entries[:at])
            for _ in range(12):
                play = _Corrected(self.ruleset, fought.start, log)
                pending = play.played(self.rule)
                assert not play.faults, f"{self.place(scene, n)}, after {log[-1]}: {listed(play.faults)}"
                if pending is None:
                    break
                log.append(self.entry(scene, usual, play, source, pending))
            self.replays(fought.start, log, self.place(scene, n))

    def entry(self, scene: str, usual: list[Effect], play: AnyLive, source: Stream, pending: Any) -> Any:
        """An answer, a correction or a newcomer, whichever comes."""
        draw = source.below(6)
        if draw == 0:
            return Joined(self.newcomer(scene, play.fight), "late", play.effects)
        if draw < 3 and usual:
            effect = unusual(usual[source.below(len(usual))], play.fight, source)
            with suppress(BadAnswer):
                corrected(self.ruleset, play.fight, effect)
                return Override(effect, "because", play.effects)
        if pending.chance is not None:
            return pending.answer(pending.chance.sample(source))
        return pending.answer(pending.options[source.below(len(pending.options))])

    def newcomer(self, scene: str, fight: GameFight) -> Any:
        """The body of one more fighter: the scene's first, under another name."""
        opening: Any = self.opening(scene)
        record = opening.fighters[0].model_dump(exclude_unset=True)
        record |= {"name": f"newcomer {len(fight.fighters)}", "count": 1}
        return self.ruleset.joining(fight, opening.newcomer(record, names_of(self.ruleset, fight)))

    def replays(self, start: GameFight, log: list[Any], place: str) -> None:
        """What is told after some entries is how the whole begins."""
        whole, _ = resume(start, self.rule, log, corrected=self.ruleset.corrected)
        whole.finished()
        for k in range(0, len(log), max(1, len(log) // 8)):
            part, _ = resume(start, self.rule, log[:k], corrected=self.ruleset.corrected)
            assert part.story == whole.story[: len(part.story)], f"{place}, after {k} entries"
        tell(self.ruleset, start, self.rule, log)

    # --- what is offered ------------------------------------------------------------------------

    def test_the_menu_tells_the_truth(self, scene: str) -> None:
        """What is offered can be done; what is refused fails by the same rule."""
        for n, fought, source in self.looked_at(scene):
            for stop in some(fought.actions, 3, source):
                menu = self.ruleset.menu(stop.fight, stop.asked.who)
                assert not menu[0].refused, f"{self.place(scene, n)}: {menu[0].act} is refused"
                assert menu[0].cost == 0, f"{self.place(scene, n)}: {menu[0].act} costs {menu[0].cost}"
                for offer in menu:
                    fault = self.untrue(stop, offer, source)
                    assert not fault, f"{self.place(scene, n)}, {stop.asked}: {fault}"

    def untrue(self, stop: Stop, offer: Offer, source: Stream) -> str:
        """What is wrong with one line of a menu; empty when it is true."""
        book = self.ruleset.catalogue
        strangers = [r.rule for r in offer.refused if r.rule not in book.rules and r.rule not in book.rulings]
        if strangers:
            return f"{offer.act} is refused by {strangers}, which the catalogue does not hold"
        rule = roaming.acting(self.ruleset, stop, offer.act)
        try:
            fought = roam(self.ruleset, stop.fight, source, self.answers, rule=rule)
        except Illegal as e:
            return (
                ""
                if e.refusals[:1] == offer.refused[:1]
                else f"{offer.act}: {e}, and offered: {offer.refused}"
            )
        if offer.refused:
            return f"{offer.act} was done and is refused: {offer.refused}"
        return listed(fought.faults)

    def test_every_question_can_be_answered_with_nothing(self, scene: str) -> None:
        """The first option does nothing, but for questions that have to be answered."""
        wrong = {
            f"{stop.asked.question}: {stop.options[0]!r}"
            for _, fought, _ in self.looked_at(scene)
            for stop in fought.stops
            if stop.options and stop.asked.question not in self.forced and not self.is_nothing(stop)
        }
        assert not wrong, f"first options that do something: {sorted(wrong)}"

    def is_nothing(self, stop: Stop) -> bool:
        """Whether the first option does nothing."""
        first = stop.options[0]
        if isinstance(first, Act):
            return first == self.ruleset.menu(stop.fight, stop.asked.who)[0].act
        return any(first is n or (first == n and type(first) is type(n)) for n in self.nothing)

    def test_who_does_nothing_neither_wins_nor_loses(self, scene: str) -> None:
        """A fight in which everybody always takes the first option goes on and on."""
        fought = roam(
            self.ruleset, self.ruleset.start(self.opening(scene)), Stream(self.seed), 60, first_option
        )
        assert not fought.over
        assert self.ruleset.winner(fought.end) is None

    def test_what_is_offered_is_what_happens(self, scene: str) -> None:
        """The round does with an action what is priced: whole fights are compared.

        No answer that was offered is refused, by whichever policy others go on.
        """
        for n, fought, source in self.looked_at(scene):
            for at in some(range(len(fought.stops)), self.offered, source):
                if fought.stops[at].options:
                    fault = self.untold(fought, at, source)
                    assert not fault, f"{self.place(scene, n)}, answer {at}: {fault}"

    def untold(self, fought: RandomFight, at: int, source: Stream) -> str:
        """What happens with one answer of a stop and was not told; empty when nothing."""
        stop = fought.stops[at]
        option = some(stop.options, 1, source)[0]
        if not isinstance(option, Act):
            fault = refused(self.ruleset, fought, at, option, source)
        else:
            policies = [*self.ruleset.policies.values(), any_option(source.below(100))]
            questions = for_actions(fought.stops)
            offered = Offered(self.ruleset, stop, option, some(policies, 1, source)[0], questions)
            fault = difference(offered, fought, at, source, self.ways)
        return f"{stop.asked}: {option} {fault}" if fault else ""

    def test_every_policy_answers_what_is_offered_wherever_it_is_asked(self, scene: str) -> None:
        """In states that no policy would have come to."""
        for n, fought, source in self.looked_at(scene):
            for at in some(range(len(fought.stops)), self.offered, source):
                for name, policy in self.ruleset.policies.items():
                    fault = not_admitted(self.ruleset, fought, at, policy)
                    assert not fault, f"{name}, {self.place(scene, n)}, answer {at}: {fault}"

    # --- odds -----------------------------------------------------------------------------------

    def test_prices_sum_to_one_and_agree_with_samples(self, scene: str) -> None:
        """Every action somebody might take, in states as they come up."""
        priced = 0
        for n, fought, source in self.looked_at(scene):
            cache = ResultCache()
            for stop in some(fought.actions, 1, source):
                act = some([a for a in stop.options if isinstance(a, Act)], 1, source)[0]
                try:
                    self.agrees(stop, act, cache, source, self.place(scene, n))
                except OverBudget:
                    continue
                priced += 1
        assert priced, "nothing could be priced within the budget"

    def agrees(self, stop: Stop, act: Act, cache: ResultCache, source: Stream, place: str) -> None:
        """The price is whole, the same with what was priced elsewhere remembered, and like samples."""
        policy = next(iter(self.ruleset.policies.values()))
        rule = roaming.pricing(self.ruleset, stop, act)
        measures = self.ruleset.measures(stop.fight, stop.asked.who, act)

        changes = [m.by for m in measures if isinstance(m.by, Changed)]

        def outcome(after: GameFight) -> tuple[object, ...]:
            return tuple(c.value(stop.fight.bodies[c.who], after.bodies[c.who]) for c in changes)

        odds = price(stop.fight, policy, rule, outcome, None, self.budget)
        assert sum(odds.weights.values()) == odds.cases, f"{place}, {act}"
        assert min(odds.weights.values()) > 0, f"{place}, {act}"
        assert price(stop.fight, policy, rule, outcome, cache, self.budget) == odds, (
            f"{place}, {act}: the price differs with what is remembered"
        )
        asked = price_action(self.ruleset, stop.fight, stop.asked.who, act, policy=policy, budget=self.budget)
        for n, one in enumerate([each for each in asked.asked if isinstance(each.measure.by, Changed)]):
            known: dict[object, Fraction] = {}
            for values, weight in odds.weights.items():
                known[values[n]] = known.get(values[n], 0) + Fraction(weight, odds.cases)
            assert not asked.exact or one.fractions == known, f"{place}, {act}: {one.name} is asked apart"
        drawn = []
        for _ in range(self.samples):
            play = Sampled(stop.fight, policy, source)
            rule(play)
            drawn.append(outcome(play.fight))
        assert not (fault := differing(odds, drawn)), f"{place}, {act}: {fault}"

    # --- words ----------------------------------------------------------------------------------

    def test_everything_has_words(self, scene: str) -> None:
        """Questions, options, fighters, effects: no name from the code is shown."""
        words = self.ruleset.words
        for n, fought, source in self.looked_at(scene):
            names = names_of(self.ruleset, fought.start)
            for stop in some(fought.stops, 20, source):
                said = [words.option(names, stop.asked.question, option) for option in stop.options]
                assert all(said), f"{self.place(scene, n)}, {stop.asked}: {said}"
                assert words.asked(names, stop.asked, stop.about)
                assert len(set(said)) == len(said), (
                    f"{self.place(scene, n)}, {stop.asked}: two read alike: {said}"
                )
                assert isinstance(words.fighter(stop.fight, max(stop.asked.who, Who(0))), str)
                assert words.table(stop.fight)
            mute = tell(self.ruleset, fought.start, self.rule, fought.entries) - self.silent
            assert not mute, f"{self.place(scene, n)}: no words for {sorted(kind.__name__ for kind in mute)}"

    def test_conditions_can_be_told_corrected_and_switched(self, scene: str) -> None:
        """A game has taken the words, corrections and switches of all conditions that it declares."""
        fight, who = self.ruleset.start(self.opening(scene)), Who(0)
        names = names_of(self.ruleset, fight)
        for each in conditions_of(fight.bodies[who]):
            place = f"{self.ruleset.id}, condition {each.name!r}"
            for effect in (each.begin(who), each.end(who)):
                assert type(effect) in self.ruleset.corrections.values(), f"{place}: no correction"
                line = self.ruleset.words.told(fight, names, Happened(effect, ()))
                assert line, f"{place}: no words for {effect}"
            for wanted in (not each.holds(fight.bodies[who]), each.holds(fight.bodies[who])):
                controls = self.ruleset.controls(fight, who)
                switch = next((one for one in controls if one.what == each.name), None)
                assert switch is not None, f"{place}: no switch"
                fight = fight.after(switch.to(int(wanted)))
                assert each.holds(fight.bodies[who]) == wanted, f"{place}: its switch does nothing"


# --- pieces -------------------------------------------------------------------------------------


_SCENES: dict[tuple[type[RulesetContract], str], Scene] = {}
_FOUGHT: dict[tuple[type[RulesetContract], str, int], RandomFight] = {}


def _random_fight(contract: type[RulesetContract], scene: str, n: int) -> RandomFight:
    """A random fight, by the default house rules or, when n is odd, by any."""
    source = Stream(contract.seed, n)
    options = roaming.any_house(contract.ruleset, source) if n % 2 else {}
    opening = contract.opening(scene).model_copy(update={"options": options})
    return roam(contract.ruleset, contract.ruleset.start(opening), source, contract.answers)


def some(things: Sequence[T], most: int, source: Stream) -> list[T]:
    """So many of these at random; fewer when there are no more."""
    left = list(things)
    return [left.pop(source.below(len(left))) for _ in range(min(most, len(left)))]


def listed(faults: Iterable[str]) -> str:
    """The first faults, a line each."""
    told = list(faults)
    more = [f"and {len(told) - 10} more"] if len(told) > 10 else []
    return "\n".join([*told[:10], *more])


def through_json(data: Any) -> Any:
    """What is left of data that was written and read."""
    return json.loads(json.dumps(data))


def unusual(effect: Effect, fight: GameFight, source: Stream) -> Effect:
    """The same kind of effect on anybody, now and then with a wild number."""
    changes: dict[str, Any] = {}
    if effect.who >= 0:
        changes["who"] = Who(source.below(len(fight.fighters)))
    numbers = [f.name for f in fields(effect) if type(getattr(effect, f.name)) is int]  # type: ignore[arg-type]
    if numbers and source.below(2):
        changes[some(numbers, 1, source)[0]] = (-3, 0, 7, 66, 99)[source.below(5)]
    return replace(effect, **changes)  # type: ignore[type-var]


def first_option(
    play: object, who: object, question: str, options: Callable[[], Sequence[O]], about: object
) -> O:
    """The policy of somebody who does nothing."""
    del play, who, question, about
    return options()[0]


class _Corrected(AnyLive):
    """Checks the state after every effect, and where it waits."""

    def __init__(self, ruleset: Ruleset, fight: GameFight, entries: Sequence[Any]) -> None:
        self.ruleset, self.faults, self.last = ruleset, list[str](), fight
        super().__init__(fight, entries, corrected=ruleset.corrected)

    def tell(self, told: Told) -> None:
        """Check what has changed."""
        super().tell(told)
        if isinstance(told, Happened):
            self.faults += self.ruleset.invariants.after(self.last, told.effect, self.fight)
        self.last = self.fight

    def played(self, rule: Any) -> Pending | None:
        """Run the rule as far as the entries go, and check what is left."""
        pending = waits_for(partial(rule, self))
        self.faults += self.ruleset.invariants.at_rest(self.fight, self.fight)
        return pending


class _Telling(AnyLive):
    """Says everything as it happens, and notes the kinds of effects without words."""

    def __init__(self, ruleset: Ruleset, fight: GameFight, entries: Sequence[Any]) -> None:
        self.ruleset, self.mute, self.loud = ruleset, set[type[Effect]](), set[type[Effect]]()
        super().__init__(fight, entries, corrected=ruleset.corrected)

    def tell(self, told: Told) -> None:
        """Say it in one line."""
        super().tell(told)
        line = self.ruleset.words.told(self.fight, names_of(self.ruleset, self.fight), told)
        assert "\n" not in line, f"{told} takes more than a line: {line}"
        if isinstance(told, Rolled | Came | Went):
            assert line, f"no words for {told}"
        elif isinstance(told, Happened) and told.why:
            assert line, f"no words for the correction {told}"
            assert told.effect.kind() not in line, f"a name from the code: {line}"
        elif isinstance(told, Happened):
            (self.loud if line else self.mute).add(type(told.effect))


def tell(ruleset: Ruleset, fight: GameFight, rule: Any, log: Sequence[Any]) -> set[type[Effect]]:
    """Tell a whole log in words; the kinds of effects that never had any."""
    play = _Telling(ruleset, fight, log)
    with suppress(Pending):
        rule(play)
    return play.mute - play.loud
