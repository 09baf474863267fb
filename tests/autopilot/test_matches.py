"""Mirrored matches: what is played, and that habits and the veteran hold their own."""

import pytest

from affray.autopilot.matches import Score, fought, match, mirrored, sides_of
from affray.autopilot.pilot import Pilot
from affray.autopilot.policies import ExpectedHarm, aimed_at_foe, by_side, greedy_damage, random_legal
from affray.core.effect import TABLE
from affray.core.profile import Profile
from affray.core.stream import Stream
from affray.operations import load_scene, shipped
from affray.simulation.bulk import Bulk, plain
from tests.whole import in_the_whole, part_of, some

RANDOM = {
    "coriolis": ("coriolis/duel", "coriolis/brawl"),
    "d6": ("d6/bridge", "d6/alley"),
    "horizon": ("horizon/duel", "horizon/taproom"),
    "serenity": ("serenity/showdown", "serenity/saloon"),
    "traveller": ("traveller/landing_field", "traveller/startown_bar"),
}
# A match of docs/explanation/autopilot.md for each game: the scene, the model, pairs of fights.
GREEDY = {
    "coriolis": ("coriolis/boarding", "crew", 20),
    "d6": ("d6/alley", "watch", 20),
    "horizon": ("horizon/taproom", "dockhands", 15),
    "serenity": ("serenity/saloon", "crew", 30),
    "traveller": ("traveller/landing_field", "crew", 12),
}
EXACT = ("horizon",)
"""Where greed's actions are priced; elsewhere they are tried out, which is sooner done."""
SCENES = [f"{each.ruleset.id}/{name}" for each in shipped() for name in [each.name.rpartition("/")[2]]]


def habit(game):
    return game.policies[next(iter(game.policies))]


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_has_a_mirror_with_the_same_fighters_on_both_sides(scene):
    opened = load_scene(scene)
    for model in sides_of(opened.scene):
        twin, sides = mirrored(opened.scene, model)
        fight = opened.ruleset.start(twin)
        ours, theirs = ([b for b in fight.fighters if b.side == side] for side in sides)
        assert len(ours) == len(theirs) > 0
        assert [b.kit for b in ours] == [b.kit for b in theirs]
        knows = opened.ruleset.knows_of
        assert [knows(a, b) for a in ours for b in theirs] == [knows(b, a) for a in ours for b in theirs]


@pytest.mark.slow
def test_the_same_player_on_both_sides_wins_half():
    opened = load_scene("duel")
    usual = habit(opened.ruleset)
    score = match(opened.ruleset, opened.scene, usual, usual, 8)
    assert score.won == score.lost
    assert Score(3, 1, 2).share.value == 0.75


@pytest.mark.slow
def test_a_policy_for_each_side_can_be_walked_in_bulk():
    opened = load_scene("duel")
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    cowed = by_side({"guild": lambda play, who, question, options, about: options()[0]}, habit(game))
    policy = by_side({"crew": habit(game)}, cowed)
    bulk = Bulk(game, start, by_side({"crew": habit(game), "guild": habit(game)}, habit(game)))
    plainly = [plain(game, start, 3, i) for i in range(20)]
    assert list(bulk.fights(20, 3)) == plainly
    won = [game.winner(plain(game, start, 3, i, policy)) for i in range(10)]
    assert won.count("crew") >= 8


@pytest.mark.slow
def test_random_play_is_the_same_for_the_same_seed():
    opened = load_scene("brawl")
    start = opened.ruleset.start(opened.scene)
    policy = by_side({"crew": random_legal()}, habit(opened.ruleset))
    one, other = (plain(opened.ruleset, start, 5, 2, policy) for _ in range(2))
    assert one == other
    assert one != plain(opened.ruleset, start, 6, 2, policy)


def test_harm_is_expected_loss():
    opened = load_scene("duel")
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    shots = [o.act for o in game.menu(start, start.everyone[0]) if not o.refused and "shot" in o.act.name]
    harm = ExpectedHarm(game)
    dealt = {act.name: harm.of(start, start.everyone[0], act)[0] for act in shots}
    assert dealt["aimed shot"] > dealt["normal shot"] > 0
    assert aimed_at_foe(start, start.everyone[0], shots[0])
    assert not aimed_at_foe(start, start.everyone[0], None)
    assert TABLE not in start.everyone


@pytest.mark.slow
def test_what_is_tried_out_does_as_much_harm_as_what_is_priced():
    opened = load_scene("duel")
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    exact, tried = ExpectedHarm(game), ExpectedHarm(game, tries=2_000)
    acts = [o.act for o in game.menu(start, start.everyone[0]) if not o.refused and "shot" in o.act.name]
    for act in acts:
        priced = exact.dealt(start, start.everyone[0], act)
        assert float(tried.dealt(start, start.everyone[0], act)) == pytest.approx(float(priced), rel=0.1)
    moves = [o.act for o in game.menu(start, start.everyone[0]) if o.act.name == "sprint"]
    assert exact.dealt(start, start.everyone[0], moves[0]) == 0


def test_greed_takes_what_does_most_harm():
    opened = load_scene("duel")
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    view = game.view(_still(start), start.everyone[0])
    acts = [o.act for o in game.menu(start, start.everyone[0]) if not o.refused]
    assert greedy_damage(game)(view.play, view, "action", lambda: acts, ()).name == "aimed shot"


def _still(fight):
    from affray.core.sampled import Sampled

    return Sampled(fight, random_legal(), Stream(1))


def test_a_match_with_a_profile_is_the_same_for_the_same_seed():
    opened = load_scene("duel")
    twin, (one, other) = mirrored(opened.scene)
    start = opened.ruleset.start(twin)
    players = {one: Profile(level="green"), other: habit(opened.ruleset)}
    ends = [fought(Pilot(opened.ruleset), start, players, 4, 1) for _ in range(2)]
    assert ends[0] == ends[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(RANDOM, 2)])
def test_habits_beat_random_play(game):
    won = lost = 0
    for n, name in enumerate(RANDOM[game]):
        opened = load_scene(name)
        for model in part_of(sides_of(opened.scene), 2, n):
            score = match(
                opened.ruleset, opened.scene, habit(opened.ruleset), random_legal(), some(10), 0, model
            )
            won, lost = won + score.won, lost + score.lost
    assert won > 0.9 * (won + lost)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(GREEDY, 2, 1)])
def test_habits_beat_greed(game):
    name, model, pairs = GREEDY[game]
    opened = load_scene(name)
    greed = greedy_damage(opened.ruleset, 0 if game in EXACT else some(100, 2))
    score = match(opened.ruleset, opened.scene, habit(opened.ruleset), greed, some(pairs, 2), 0, model)
    assert score.won > 0.55 * (score.won + score.lost), score


@in_the_whole
@pytest.mark.slow
def test_a_veteran_beats_habits():
    opened = load_scene("duel")
    score = match(opened.ruleset, opened.scene, Profile(level="veteran"), habit(opened.ruleset), some(10, 2))
    assert score.won > score.lost
