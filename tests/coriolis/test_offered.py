"""What is offered is what happens: by the round, by its price, by the autopilot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.play import Play
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.space import point
from affray.core.stream import Stream
from affray.pricing import price_action
from affray.rulesets.coriolis import RULESET, tables
from affray.rulesets.coriolis.actions import perform, why_not
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.initiative import boost, worth_declaring
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.state import Body, State
from affray.testing.roaming import any_house, roam
from affray.testing.script import play_out, waits_for
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house, table
from tests.whole import some

SPREADS = (1, 4, 25, 110, 1100)
"""How far people are scattered, in metres: within arm's length, and beyond every range."""


class _Asked(Exception):
    """Somebody is to say what to do next."""


def opening(scene: str, source: Stream, spread: int) -> State:
    """A scene with house rules at random, everybody put down somewhere."""
    data = read_scene(RULESET.scenes[scene], RULESET.scene, scene)
    start: State = RULESET.start(data.model_copy(update={"options": any_house(RULESET, source)}))

    def somewhere() -> float:
        return source.below(200 * spread) / 100 - spread

    people = [b._replace(spot=point(somewhere(), somewhere())) for b in start.fighters]
    return start._replace(bodies=(*people, start.table))


def rearmed(start: State, source: Stream) -> State:
    """The same people, each with a gun in hand that is drawn from all there are."""
    guns = [gun for gun in tables.weapons().values() if not gun.melee]

    def armed(b: Body) -> Body:
        gun = guns[source.below(len(guns))]
        return b._replace(kit=(gun,), hands=(gun.name,), empty=())

    return start._replace(bodies=(*[armed(b) for b in start.fighters], start.table))


@pytest.mark.rule("COR-DST-08")
@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.slow
@pytest.mark.parametrize("scene", RULESET.scenes)
def test_no_policy_ever_picks_what_the_rules_forbid(scene, spread):
    for name, policy in RULESET.policies.items():
        for n in range(some(20, 10)):
            start = opening(scene, source := Stream(spread, n), spread)
            start = rearmed(start, source) if n % 2 else start
            fought = roam(RULESET, start, source, 300, policy)
            assert not fought.faults, f"{name}, fight {n}: {fought.faults[0]}"


def anything(play: Any, who: Any, question: str, options: Callable[[], Any], about: Any) -> Any:
    """Any option, drawn like dice."""
    listed = options()
    return listed[play.source.below(len(listed))]


def until_somebody_acts(start: State, rule: Callable[[Any], object], first: Act | None, seed: int) -> Any:
    """Play a rule and then the round until somebody is asked for an action, but for this first one."""
    given = [first] if first is not None else []

    def answers(play: Any, who: Any, question: str, options: Callable[[], Any], about: Any) -> Any:
        if question != "action":
            return anything(play, who, question, options, about)
        if not given:
            raise _Asked
        return given.pop()

    play: Sampled[Any, Any, Any] = Sampled(start, answers, Stream(seed))
    try:
        rule(play)
        for _ in range(200):
            if not step(play):
                break
    except _Asked:
        pass
    return play


def nothing_first(play: Any) -> None:
    """The round alone."""


@pytest.mark.slow
@pytest.mark.parametrize("scene", RULESET.scenes)
def test_the_round_does_what_the_priced_rule_does(scene):
    compared = 0
    for n in range(some(40, 10)):
        start = opening(scene, source := Stream(n, 77), SPREADS[n % 3])
        fought = roam(RULESET, start, source, 80)
        for stop in fought.actions:
            who = stop.asked.who
            for chosen in stop.options[:: 1 + len(stop.options) // 6]:
                seed = source.below(1 << 30)

                def performed(play: Any, who: Who = who, chosen: Act = chosen) -> None:
                    perform(play, Fighter(play, who), chosen)

                alone = until_somebody_acts(stop.fight, performed, None, seed)
                played = until_somebody_acts(stop.fight, nothing_first, chosen, seed)
                assert played.done == alone.done, f"{scene}, fight {n}, {chosen}"
                assert played.fight == alone.fight
                compared += 1
    assert compared > 100


# --- a slot with the initiative of a weapon -------------------------------------------------------


def quick_with_a_knife(**more: Any) -> State:
    """Asha has counted on the knife: one point more, for an attack with it."""
    asha = fighter("Asha", weapons=("knife", "sword"), score=3, boost=1, boosted="knife", **more)
    return fight(asha, fighter("Bo", "blue", (1, 0), score=3))


FORFEITING = [
    act("sprint", to=(0, 5)),
    act("hit the ground"),
    act("melee attack", 1, item="sword"),
    act("quick melee attack", 1, item="unarmed"),
]


@pytest.mark.rule("COR-INIT-11", "AMB-03")
@pytest.mark.parametrize("chosen", FORFEITING, ids=str)
def test_what_gives_the_weapons_initiative_away_is_priced_as_just_that(chosen):
    start = quick_with_a_knife()
    assert not why_not(start, Who(0), chosen)
    odds = price_action(RULESET, start, Who(0), chosen)
    assert odds["loses the weapon's initiative bonus"].chance == 1
    assert odds.headline is None
    assert [m.name for m in odds.measures if any(m.weights)] == ["loses the weapon's initiative bonus"]
    play = do(start, chosen)
    assert (body(play, 0).ap, body(play, 0).boost, table(play).current) == (3, 0, None)
    assert (body(play, 0).spot, body(play, 0).prone) == (start.bodies[0].spot, False)


@pytest.mark.rule("COR-INIT-11", "AMB-03")
def test_whoever_is_asked_is_told_what_it_costs_before_choosing():
    waiting = asks_in(quick_with_a_knife())
    told = RULESET.words.asked(("Asha", "Bo"), waiting.asked, waiting.about)
    must = "The first action must be an attack with the knife, or its initiative bonus is lost"
    assert told == f"Asha: what now? {must}"
    plain = asks_in(fight(fighter("Asha"), fighter("Bo", "blue", (1, 0))))
    assert RULESET.words.asked(("Asha", "Bo"), plain.asked, plain.about) == "Asha: what now?"


def asks_in(start: State) -> Any:
    """What the round asks first."""
    return waits_for(start, step)


@pytest.mark.rule("COR-INIT-11", "AMB-03")
@pytest.mark.parametrize("name", ["melee attack", "quick melee attack"])
def test_an_attack_with_the_weapon_keeps_it(name):
    rolling = asks(quick_with_a_knife(), act(name, 1, item="knife"), False)
    assert rolling.view is not None
    now = rolling.view.play.fight
    assert (now.bodies[0].boost, now.table.current) == (1, 0)
    odds = price_action(RULESET, quick_with_a_knife(), Who(0), act(name, 1, item="knife"))
    assert odds.headline is not None
    assert odds.headline.name == "hits Bo"


@pytest.mark.rule("COR-INIT-10", "COR-INIT-11")
@pytest.mark.parametrize(
    ("metres", "prone", "asked"),
    [(1, False, True), (32, False, True), (32.01, False, False), (500, False, False), (1, True, False)],
)
def test_bare_hands_are_asked_about_only_where_they_can_matter(metres, prone, asked):
    start = fight(
        fighter("Asha", weapons=("carbine",), prone=prone), fighter("Bo", "blue", (metres, 0)), turn=2
    )

    def rule(play: Any) -> None:
        boost(play, Fighter(play, Who(0)))

    if asked:
        play = play_out(start, rule, "unarmed")
        assert (body(play, 0).boost, body(play, 0).boosted) == (2, "unarmed")
    else:
        assert not play_out(start, rule).done


@pytest.mark.option("move.rate")
@pytest.mark.option("ap.borrow")
@pytest.mark.option("surprise.free_action")
@pytest.mark.parametrize(
    ("options", "turn", "metres"),
    [
        ({"move_rate": 11}, 2, 35),
        ({"ap_borrow": 1}, 2, 42),
        ({"surprise_free_action": "normal_action"}, 1, 52),
        ({"surprise_free_action": "normal_action"}, 2, 32),
        ({}, 1, 32),
    ],
)
def test_how_far_off_an_enemy_may_be_goes_by_the_options(options, turn, metres):
    for away, asked in ((metres, True), (metres + 0.01, False)):
        pair = fighter("Asha", weapons=("carbine",)), fighter("Bo", "blue", (away, 0))
        start = fight(*pair, turn=turn, house=house(**options))
        assert worth_declaring(Play(start), Fighter(Play(start), Who(0))) == (("unarmed",) if asked else ())


@pytest.mark.rule("COR-INIT-10")
@pytest.mark.parametrize(("metres", "asked"), [(130, True), (131, False)])
def test_and_so_is_a_gun(metres, asked):
    quick = fighter("Asha", weapons=("service pistol",))
    gun = quick.kit[0]._replace(initiative=1)
    start = fight(quick._replace(kit=(gun,)), fighter("Bo", "blue", (metres, 0)), turn=2)

    def rule(play: Any) -> None:
        boost(play, Fighter(play, Who(0)))

    assert bool(play_out(start, rule, *([gun.name] if asked else [])).done) is asked


# --- refused once, and looked at twice ------------------------------------------------------------


@pytest.mark.rule("COR-AP-10")
@pytest.mark.parametrize(
    "chosen", [act("sprint"), act("sprint", 1), act("sprint", to=(0, 5)), act("crawl", 1)], ids=str
)
def test_each_reason_is_given_once(chosen):
    start = fight(fighter(ap=0, prone=chosen.name == "crawl"), fighter("Bo", "blue", (9, 0)))
    refused = why_not(start._replace(house=house(prone_crawl=True)), Who(0), chosen)
    assert "COR-AP-10" in {each.rule for each in refused}
    assert len(set(refused)) == len(refused)


@pytest.mark.rule("AMB-41", "COR-OVW-06")
def test_who_loses_the_weapon_to_the_interrupting_shot_does_not_strike_with_it():
    watching = fighter("Bo", "blue", (1, 0), hp=9)
    shooter = fighter(
        "Cleo", "blue", (9, 0), weapons=("heavy pistol",), watch=point(0, 0), agility=4, aware=True
    )
    start = fight(fighter("Asha", hp=9, weapons=("axe",), strength=3), watching, shooter)
    shot = (True, (6, 6, 1, 1), 0, "disarm")
    play = do(start, act("melee attack", 1, item="axe"), *shot)
    assert body(play, 0).hands == ()
    assert (body(play, 0).ap, body(play, 1).hp) == (1, 9)
