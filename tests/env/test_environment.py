"""Fights as an environment: the same in each game, as PettingZoo wants them, and as played."""

from __future__ import annotations

import copy
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test, state_test
from pettingzoo.test.render_test import collect_render_results
from pettingzoo.utils.conversions import aec_to_parallel

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.live import Chose
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.env import FightEnv, make, parallel, raw
from affray.env.slots import MORE
from affray.simulation.bulk import plain
from tests.core import coins
from tests.env.play import SCENES, SMALL, any_slot, going, roamed
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

QUARTERS = [[*part_of(SCENES, 4, n)] for n in range(4)]
"""All scenes in four parts, so that of the part each is looked at in one way."""
ENDING = [pair for pair in SMALL if pair[0] != "horizon"]
"""Random play ends, if only because the game master ends it; in Horizon it walks about for long."""
DICT = (  # PettingZoo says both of every observation with a mask, but for seven games that it knows by name
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)


@pytest.fixture
def quiet():
    with warnings.catch_warnings():
        for message in DICT:
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.usefixtures("quiet")
class TestAsPettingZooWantsIt:
    @pytest.mark.parametrize(("game", "scene"), QUARTERS[0])
    def test_api(self, game, scene):
        api_test(make(game, scene, render_mode="ansi"), num_cycles=12)

    @pytest.mark.parametrize(("game", "scene"), SMALL)
    def test_api_by_side_with_rewards_on_the_way(self, game, scene):
        api_test(make(game, scene, agents="sides", shaping=0.1), num_cycles=40)

    @pytest.mark.parametrize(("game", "scene"), QUARTERS[1])
    def test_seed(self, game, scene):
        seed_test(lambda: make(game, scene), num_cycles=12)

    @pytest.mark.parametrize(("game", "scene"), QUARTERS[2])
    def test_parallel(self, game, scene):
        parallel_api_test(parallel(game, scene), num_cycles=40)
        parallel_seed_test(lambda: parallel(game, scene), num_cycles=40)

    def test_state(self):
        state_test(make("coriolis", "duel"), parallel("coriolis", "duel"))

    def test_agents_that_act_in_turn_are_not_taken_for_ones_that_act_at_once(self):
        with pytest.raises(AssertionError, match="not generally safe"):
            aec_to_parallel(make("coriolis", "duel"))

    def test_an_illegal_slot_ends_the_fight_at_the_cost_of_who_took_it(self):
        env = make("coriolis", "duel")
        env.reset(seed=0)
        wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[5])
        loser = env.agent_selection
        env.step(wrong)
        assert env.rewards == {agent: -1.0 if agent == loser else 0 for agent in env.agents}
        assert all(env.terminations.values())


class TestTheSameFights:
    @pytest.mark.parametrize(("game", "scene"), QUARTERS[3])
    def test_answered_by_the_autopilot_a_fight_is_that_of_the_plain_engine(self, game, scene):
        env = raw(game, scene, words=False, max_cycles=100_000)
        env.reset(seed=5)
        env.reset()
        while going(env):
            slot = env.suggested()
            assert slot is not None
            env.step(slot)
        assert env.fight.fight == plain(env.ruleset, env.start, 5, 1)

    def test_without_a_seed_the_next_fight_of_the_seed_begins(self):
        one, other = (raw("coriolis", "duel", seed=3) for _ in range(2))
        one.reset()
        other.reset(seed=3)
        assert one.fight.fight == other.fight.fight
        one.reset()
        assert one.fight.fight != other.fight.fight
        other.reset()
        assert one.fight.fight == other.fight.fight

    def test_in_parallel_it_is_the_fight_in_turn(self):
        turns, at_once = make("d6", "alley"), parallel("d6", "alley")
        turns.reset(seed=4)
        seen, _ = at_once.reset(seed=4)
        source = Stream(4)
        for _ in range(40):
            agent = turns.agent_selection
            assert np.array_equal(seen[agent]["observation"], turns.observe(agent)["observation"])
            slot = any_slot(turns.unwrapped, source)
            turns.step(slot)
            seen, _, _, _, infos = at_once.step(dict.fromkeys(at_once.agents, slot))
            assert {info["active_agent"] for info in infos.values()} == {turns.agent_selection}

    @pytest.mark.parametrize(("game", "scene"), SMALL)
    def test_a_copy_goes_on_by_itself_as_the_fight_would_have(self, game, scene):
        env = next(env for n, env in enumerate(roamed(game, scene, seed=1, most=60)) if n == 12)
        before, other = env.fight.fight, copy.deepcopy(env)
        ends = []
        for each in (other, env):
            assert each.fight.fight == before
            source = Stream(2)
            for _ in range(10):
                if going(each):
                    each.step(any_slot(each, source))
            ends.append(each.fight.fight)
        assert ends[0] == ends[1] != before

    def test_who_is_run_by_the_autopilot_is_no_agent_and_plays_as_it_would(self):
        env = raw("coriolis", "boarding", autopilot=["crew", "Thug 1"], max_cycles=100_000)
        assert [env.names[whos[0]] for whos in env.fighters.values()] == ["Leader", "Gunner", "Thug 2"]
        env.reset(seed=2)
        while going(env):
            env.step(env.suggested())
        assert env.fight.fight == plain(env.ruleset, env.start, 2, 0)


class TestMasks:
    @pytest.mark.parametrize(("game", "scene"), SMALL)
    def test_leave_open_what_the_game_offers_and_nothing_else(self, game, scene):
        menus = 0
        for env in roamed(game, scene, seed=1, most=80):
            pending, mask = env.pending, env.observe(env.agent_selection)["action_mask"]
            assert pending is not None
            assert set(mask.nonzero()[0]) == set(env.options)
            assert sorted(map(repr, env.options.values())) == sorted(map(repr, pending.options))
            if isinstance(pending.options[0], Act):
                menu = env.ruleset.menu(env.fight.fight, pending.asked.who)
                assert {o.act for o in menu if not o.refused} == set(env.options.values())
                menus += 1
        assert menus > 10

    def test_are_empty_for_who_is_not_asked(self):
        env = raw("coriolis", "duel")
        env.reset(seed=1)
        masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
        assert masks == {agent: agent == env.agent_selection for agent in env.agents}

    def test_turn_the_page_where_there_are_more_options_than_slots(self):
        env = raw("serenity", "showdown", slots=6, max_cycles=100_000)
        env.reset(seed=1)
        assert env.pending is not None
        met: list[Any] = []
        wanted, first = list(env.pending.options), dict(env.options)
        assert len(wanted) > 5
        for _ in range(-(-len(wanted) // 5)):
            assert MORE in env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            met += env.options.values()
            env.step(MORE)
        assert sorted(map(repr, met)) == sorted(map(repr, wanted))
        assert env.options == first
        source = Stream(9)
        while going(env):
            env.step(any_slot(env, source))
        assert all(env.terminations.values())

    def test_words_say_what_each_open_slot_is(self):
        for env in roamed("coriolis", "duel", most=20):
            info = env.infos[env.agent_selection]
            assert set(info["options"]) == set(env.options)
            assert all(info["options"].values())
            assert info["fighter"] in env.names
            assert not any(env.infos[agent] for agent in env.agents if agent != env.agent_selection)

    def test_a_slot_without_an_option_changes_nothing(self):
        env = raw("coriolis", "duel")
        env.reset(seed=1)
        before, rewards = env.fight.fight, dict(env.rewards)
        for slot in (MORE, next(s for s in range(1, 99) if s not in env.options), -1, 5_000):
            with pytest.raises(BadAnswer, match=f"slot {slot} has no option"):
                env.step(slot)
        assert (env.fight.fight, env.rewards) == (before, rewards)


class TestEnds:
    @pytest.mark.parametrize(("game", "scene"), ENDING)
    def test_random_play_comes_to_an_end_with_rewards_that_sum_to_0(self, game, scene):
        env = raw(game, scene, words=False, max_cycles=100_000)
        winners = []
        for fight in range(some(2, 2)):
            env.reset(seed=fight)
            source = Stream(11, fight)
            while going(env):
                env.step(any_slot(env, source))
            if all(env.truncations.values()):  # random play seldom comes to a point
                assert all(env.infos[agent]["stopped"] for agent in env.possible_agents)
                assert set(env.rewards.values()) == {0}
                continue
            assert all(env.terminations.values())
            by_side = {env.side_of(agent): reward for agent, reward in env.rewards.items()}
            assert sum(by_side.values()) == 0
            winners.append(str(env.winner))
            assert by_side.get(winners[-1], 1) == 1
        assert set(winners) <= {*env.sides, "nobody"}

    @pytest.mark.parametrize(("game", "scene"), SMALL)
    def test_the_autopilot_beats_random_play(self, game, scene):
        env = raw(game, scene, words=False)
        total = 0.0
        for fight in range(6):
            env.reset(seed=fight)
            source, good = Stream(fight), env.possible_agents[fight % 2]
            while going(env):
                mine = env.agent_selection == good
                env.step(env.suggested() if mine else any_slot(env, source))
            total += env.rewards[good]
        assert total >= 3

    def test_a_fight_that_is_over_before_an_agent_is_asked(self):
        game = coins.RULESET
        start = game.start(read_scene(game.scenes["four"], game.scene))
        start = start._replace(bodies=(start.fighters[0]._replace(coins=0), *start.bodies[1:]))
        env = FightEnv(game, start, autopilot=["B", "C", "D"])
        env.reset(seed=1)
        assert env.terminations == {"fighter_0": True}
        assert env.last()[1] == env.rewards["fighter_0"] == (1 if env.winner == "x" else -1)
        env.step(None)
        assert env.agents == []

    def test_it_is_cut_off_after_so_many_decisions(self):
        env = raw("horizon", "duel", max_cycles=5)
        env.reset(seed=1)
        source = Stream(1)
        for n in range(5):
            assert not any(env.truncations.values()), n
            env.step(any_slot(env, source))
        assert all(env.truncations.values())
        assert not any(env.terminations.values())
        assert not env.observe(env.agent_selection)["action_mask"].any()

    def test_on_the_way_rewards_are_what_each_side_lost(self):
        env = raw("coriolis", "boarding", agents="sides", shaping=0.01, words=False, max_cycles=100_000)
        env.reset(seed=3)
        source, sums = Stream(3), dict.fromkeys(env.agents, 0.0)
        while going(env):
            env.step(any_slot(env, source))
            assert sum(env.rewards.values()) == pytest.approx(0)
            for agent, reward in env.rewards.items():
                sums[agent] += reward
        loss = [0.0, 0.0]
        for before, after in zip(env.start.fighters, env.fight.fight.fighters, strict=True):
            loss[env.sides.index(before.side)] += env.ruleset.loss(before, after)
        end = {env.sides[0]: 1, env.sides[1]: -1}.get(str(env.winner), 0)
        assert sums["side_0"] == pytest.approx(0.01 * (loss[1] - loss[0]) + end)


class TestSettings:
    @pytest.mark.parametrize(
        ("settings", "says"),
        [
            ({"game": "chess"}, "there is no ruleset 'chess'"),
            ({"scene": "duell"}, "there is no scene 'duell'; did you mean"),
            ({"scene": "d6/alley"}, "expected a scene of coriolis, got one of d6"),
            ({"agents": "teams"}, "there is no kind of agents 'teams'"),
            ({"autopilot": ["Zora"]}, "there is no fighter or side 'Zora'; did you mean 'Zara'"),
            ({"autopilot": ["crew", "guild"]}, "nobody is left for an agent to run"),
            ({"policy": "clever"}, "there is no policy 'clever'"),
            ({"table": "players"}, "there is no game master 'players'"),
            ({"options": {"no.such": 1}}, "house rules: no.such"),
            ({"slots": 1}, "expected at least 3 slots, got 1"),
            ({"max_cycles": 0}, "expected max_cycles of at least 1, got 0"),
            ({"render_mode": "human"}, "there is no render mode 'human'"),
        ],
    )
    def test_that_make_no_environment_are_told_in_one_sentence(self, settings, says):
        with pytest.raises(AffrayError) as told:
            make(**{"game": "coriolis", "scene": "duel", **settings})
        assert str(told.value).startswith(says)
        assert "\n" not in str(told.value)

    def test_house_rules_on_top_of_those_of_the_scene(self):
        plain_, ours = raw("coriolis", "duel"), raw("coriolis", "duel", options={"range.beyond": "add"})
        assert plain_.start.house != ours.start.house
        assert plain_.start.fighters == ours.start.fighters

    def test_the_game_master_may_be_drawn_by_lot(self):
        ways = {"autopilot": set(), "random": set()}  # type: dict[str, set[str]]
        for table, met in ways.items():
            env = raw("horizon", "duel", table=table, render_mode="ansi", max_cycles=200)
            env.reset(seed=4)
            source = Stream(4)
            while going(env):
                env.step(any_slot(env, source))
            asked = [
                part for part, _ in env.fight.story if isinstance(part, Chose) and part.asked.who == TABLE
            ]
            met |= {f"{part.asked.question}: {part.value}" for part in asked}
        assert not {"allow another search: False", "allow another search: True"} <= ways["autopilot"]
        assert {"allow another search: False", "allow another search: True"} <= ways["random"]

    def test_a_policy_that_nothing_has_cannot_suggest(self):
        env = raw("coriolis", "duel")
        env.reset()
        with pytest.raises(NotFound):
            env.suggested("clever")

    def test_a_scene_of_ones_own(self, tmp_path):
        path = tmp_path / "mine.toml"
        path.write_text(ruleset("d6").scenes["bridge"])
        env = raw("d6", path)
        env.reset(seed=1)
        assert env.names == ("Ansel", "Brida")

    def test_a_game_of_somebody_elses(self):
        game = coins.RULESET
        env = FightEnv(game, game.start(read_scene(game.scenes["four"], game.scene)))
        env.reset(seed=2)
        source = Stream(2)
        while going(env):
            assert env.observe(env.agent_selection)["observation"].any()
            env.step(any_slot(env, source))
        assert sorted(env.rewards.values()) == [-1, -1, 1, 1]

    def test_render_shows_everybody_and_what_is_asked(self):
        env = make("coriolis", "duel", render_mode="ansi")
        shown = collect_render_results(env)
        assert all("Zara (crew) HP" in each and "Kaan (guild) HP" in each for each in shown)
        assert shown[-1].splitlines()[-1].startswith(("Zara", "Kaan"))
        assert any("'s initiative" in each for each in shown)
        assert make("coriolis", "duel").unwrapped.render() is None

    def test_a_side_that_is_asked_sees_with_the_eyes_of_who_is_asked(self):
        env: Any = raw("coriolis", "boarding", agents="sides")
        env.reset(seed=1)
        by = env.pending.asked.who
        figures = env.seen.figures(env.fight.fight, by, env.pending)
        assert env.fighters["side_0"] == tuple(map(Who, range(4)))
        assert np.array_equal(env.observe(env.agent_selection)["observation"], figures)


def test_without_the_extra_one_sentence_says_what_to_do():
    code = "import sys; sys.modules['pettingzoo'] = None; import affray; import affray.env"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr
    assert (
        told.splitlines()[-1]
        == "ImportError: affray.env needs PettingZoo; get it with: pip install 'affray[env]'"
    )
