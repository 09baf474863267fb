"""Campaigns: out of fights and into fights, undone and replayed, and what cannot be."""

from __future__ import annotations

from random import Random

import pytest

from affray import campaign, operations
from affray.core.errors import AffrayError, BadAnswer, BadData, LogError, NotFound
from affray.core.ruleset import rulesets
from affray.session import log as logs
from affray.session import opening
from tests.campaign.parties import can, correct, do, party, told

GAMES = [*rulesets()]


def over(scene="duel", seed=3):
    """A fight that the autopilot has played to its end."""
    fight = operations.start(scene, seed=seed)
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run()
    return fight


@pytest.fixture(scope="module")
def fought():
    return over()


def begun(fight, seed=5):
    return campaign.begin(fight.ruleset, "The long way", seed=seed)


def replayed(session, tmp_path):
    """The same session, read from its log and checked effect by effect."""
    path = tmp_path / "log.jsonl"
    session.log.save(path)
    return opening.replay(path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_first_scene_of_every_game_goes_in_and_out(game, tmp_path):
    scene = f"{game}/{next(iter(rulesets()[game].scenes))}"
    fight = over(scene)
    home = begun(fight)
    came = campaign.bring(home, fight, "one", fight.names)
    campaign.settle(home)
    assert came == list(fight.names) == list(home.names)
    follows = fight.ruleset.follows(fight.fight.house)
    for there, here in zip(fight.fight.fighters, home.fight.fighters, strict=True):
        assert follows.dead(here) == follows.dead(there)
        assert follows.injuries(here) == follows.injuries(there)
        assert follows.gauges[0].left(here) == follows.gauges[0].left(there)
    campaign.do(home, campaign.deed_of(home, "wait 2 hours"))
    again = replayed(home, tmp_path)
    assert again.state_hash == home.state_hash
    assert told(again) == told(home)


def test_wounds_and_clips_go_into_the_next_fight_and_back(fought, tmp_path):
    home = begun(fought)
    home.say.join(
        {"name": "Zara", "side": "crew", "at": [0, 0], "archetype": "soldier", "weapons": ["service pistol"]}
    )
    correct(home, "hurt Zara 3")
    correct(home, "injure Zara 43", "2", "4 4 4 4")
    correct(home, "empty Zara service pistol")
    do(home, "wait 1 hour")
    text = operations.scene_text("duel")
    fight = campaign.carry(home, text, name="home", source="duel.toml")
    zara = fight.fight.fighters[0]
    full = operations.start("duel").fight.fighters[0]
    assert full.hp - zara.hp == 3
    assert [i.code for i in zara.injuries] == [43]
    assert zara.empty == ("service pistol",)
    assert zara.sheet == full.sheet
    assert zara.spot == full.spot
    assert fight.fight.table.clock == 3_600
    assert fight.fight.fighters[1] == operations.start("duel").fight.fighters[1]
    campaign.away(home, "second", fight.scene.title)
    assert [each.session for each in campaign.fought(home) if not each.back] == ["second"]
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run()
    assert replayed(fight, tmp_path).state_hash == fight.state_hash
    campaign.bring(home, fight, "second")
    assert home.fight.table.clock >= fight.fight.table.clock
    assert [each.session for each in campaign.fought(home) if not each.back] == []
    assert home.fight.fighters[0].hp == fight.fight.fighters[0].hp
    assert [each.back for each in campaign.fought(home)] == [True]


def test_everything_is_taken_back_and_done_again(fought):
    home = begun(fought)
    states = [home.state_hash]
    campaign.bring(home, fought, "one", ["Kaan", "Zara"])
    campaign.settle(home)
    states.append(home.state_hash)
    for words in ("wait 3 hours", "wait 2 days"):
        campaign.do(home, campaign.deed_of(home, words))
        states.append(home.state_hash)
    taken = []
    for state in reversed(states[:-1]):
        taken.append(campaign.take_back(home))
        assert home.state_hash == state
    with pytest.raises(BadAnswer, match="there is nothing to undo yet"):
        campaign.take_back(home)
    for n, state in zip(reversed(taken), states[1:], strict=True):
        assert campaign.do_again(home) == n
        assert home.state_hash == state
    with pytest.raises(BadAnswer, match="there is nothing to redo"):
        campaign.do_again(home)


def test_a_fight_brought_under_another_name_keeps_its_times():
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    do(home, "wait 3 days")
    fight = campaign.carry(home, operations.scene_text("duel"), seed=3)
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run()
    campaign.bring(home, fight, "renamed")
    assert home.fight.table.clock == fight.fight.table.clock
    there, here = fight.fight.fighters[0], home.fight.fighters[0]
    assert (here.fell, here.clocks) == (there.fell, there.clocks)


def test_the_side_that_people_play_comes_where_nobody_is_named(fought):
    home = begun(fought)
    assert campaign.bring(home, fought, "one") == ["Zara"]


def test_a_snapshot_takes_a_campaign_up_again(fought):
    home = begun(fought)
    campaign.bring(home, fought, "one")
    campaign.settle(home)
    do(home, "wait 1 day")
    again = opening.reopen(home.header, home.log.rows, home.moments.snapshot())
    assert again.state_hash == home.state_hash
    assert can(again) == can(home)


def test_a_house_rule_of_the_campaign_holds_between_fights_and_in_them(fought):
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"}, rest__restores=2)
    correct(home, "hurt Zara 9", "1")
    do(home, "wait 1 hour")
    assert home.fight.fighters[0].hp == 2
    fight = campaign.carry(home, operations.scene_text("duel"))
    assert fight.fight.house.rest_restores == 2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_it_is_replayed_and_taken_back(game, seed, tmp_path):
    scenes = sorted(rulesets()[game].scenes)
    fight = over(f"{game}/{scenes[seed % len(scenes)]}", seed)
    home, random = begun(fight, seed), Random(seed)
    start = home.state_hash
    campaign.bring(home, fight, "one", fight.names)
    campaign.settle(home)
    for _ in range(12):
        campaign.do(home, random.choice(list(home.asking.options)))
        assert not [*fight.ruleset.invariants.at_rest(home.fight, home.fight)]
    assert replayed(home, tmp_path).state_hash == home.state_hash
    done = home.state_hash
    taken = [campaign.take_back(home) for _ in range(13)]
    assert home.state_hash == start
    assert [campaign.do_again(home) for _ in range(13)] == taken[::-1]
    assert home.state_hash == done


# --- what cannot be ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("wait", "there is no unit of time"),
        ("wait 3 weeks", "no unit of time 'week'"),
        ("wait three days", "expected a whole number of days, got 'three'"),
        ("wait 0 days", "expected 1 to 1,000"),
        ("wait 1001 hours", "expected 1 to 1,000"),
        ("wait -1 days", "expected a whole number"),
        ("rest 1 day", "no rest between fights"),
        ("dance", "there is no option 'dance'"),
        ("", "matches 3 options"),
    ],
)
def test_what_is_no_deed_is_said_in_a_sentence(fought, words, said):
    home = begun(fought)
    before = home.seq
    with pytest.raises(BadAnswer, match=said) as e:
        campaign.do(home, campaign.deed_of(home, words))
    assert "\n" not in str(e.value)
    assert home.seq == before


def test_rest_by_the_hour_is_refused():
    home = party("traveller", {"name": "Ana", "person": "marine"})
    with pytest.raises(BadAnswer, match="expected days"):
        do(home, "rest 3 hours")


@pytest.mark.slow
def test_fights_that_cannot_come_back(fought):
    home = begun(fought)
    with pytest.raises(BadAnswer, match="is a Traveller fight"):
        campaign.bring(home, over("startown_bar"), "bar")
    with pytest.raises(BadAnswer, match="is not over yet"):
        campaign.bring(home, operations.start("duel"), "new")
    with pytest.raises(NotFound, match="Zora"):
        campaign.bring(home, fought, "one", ["Zora"])
    campaign.bring(home, fought, "one")
    with pytest.raises(BadAnswer, match="has already been brought back"):
        campaign.bring(home, fought, "one")
    with pytest.raises(BadAnswer, match="expected a campaign"):
        campaign.bring(fought, fought, "one")


def test_a_scene_without_anybody_of_the_campaign_is_refused(fought):
    home = begun(fought)
    with pytest.raises(BadAnswer, match=r"nobody from the campaign .nobody yet. is in"):
        campaign.carry(home, operations.scene_text("duel"))
    with pytest.raises(BadData, match="expected 'coriolis'"):
        campaign.carry(home, operations.scene_text("startown_bar"))


@pytest.mark.parametrize("title", ["", "  ", "x" * 61, "two\nlines"])
def test_a_title_is_a_line(title):
    with pytest.raises(BadAnswer, match="expected a title"):
        campaign.begin(rulesets()["d6"], title)


def test_a_title_may_hold_any_sign(tmp_path):
    home = campaign.begin(rulesets()["d6"], 'The "long" \\ way')
    assert replayed(home, tmp_path).scene.title == 'The "long" \\ way'


def test_an_option_that_the_game_has_not_is_refused():
    with pytest.raises(BadData, match=r"there is no option 'rest.much'"):
        campaign.begin(rulesets()["coriolis"], "x", {"rest.much": 1})


def test_who_is_carried_has_to_be_in_the_scene_and_of_the_game(fought):
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    fight = campaign.carry(home, operations.scene_text("duel"))
    header = fight.header
    assert header.carried is not None
    strange = {"Zora": next(iter(header.carried.fighters.values()))}
    for fighters, said in (
        (strange, "no fighter 'Zora'"),
        ({"Zara": header.carried.table}, "expected a Body"),
    ):
        header.carried = logs.CarriedFighters(campaign="x", table=header.carried.table, fighters=fighters)
        with pytest.raises(LogError, match=said):
            opening.from_rows(header, [])


def test_another_ruleset_of_a_log_is_said():
    header = campaign.begin(rulesets()["d6"], "x").header
    header.ruleset = "d6/evening"
    with pytest.raises(AffrayError, match="no ruleset 'd6/evening'"):
        opening.from_rows(header, [])


def test_the_autopilot_never_says_what_is_done_between_fights():
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    controller = operations.AutopilotController(home)
    controller.give("all", "autopilot")
    assert controller.run() == 0
