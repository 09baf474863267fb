"""The odds that follow every edit, and the search for others."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
import pytest

from affray import operations
from affray.builder import endpoints, live_odds, sliced_search
from affray.builder.documents import of_text
from affray.core.errors import BadAnswer, BadData, NotFound
from affray.core.ruleset import rulesets

DUEL = operations.scenes()["landing_field"]


def body(data, **more):
    return msgspec.json.encode({"data": data, **more})


def whole(data):
    """The odds when there is nothing more to count."""
    while True:
        found = msgspec.json.decode(endpoints.odds(body(data)))
        if found["done"]:
            return found


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(live_odds, "_DRAFTS", OrderedDict())
    monkeypatch.setattr(live_odds, "_PROGRAMS", OrderedDict())


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(live_odds, "WHOLE", 300)


@pytest.mark.slow
def test_the_odds_are_those_of_a_simulation(few):
    data = of_text(DUEL)
    found, told = whole(data), operations.simulate("landing_field", n=300, seed=live_odds.SEED)
    assert found["n"] == 300
    for side, simulated in zip(found["sides"], told.sides, strict=True):
        assert side["name"] == simulated.name
        assert side["wins"][0] == pytest.approx(simulated.wins.share, abs=1e-4)
        assert side["fallen"] == pytest.approx(simulated.fallen.mean, abs=1e-3)
        assert side["dead"] == pytest.approx(simulated.dead.mean, abs=1e-3)
    assert found["rounds"][0] == pytest.approx(told.rounds.mean)
    assert found["records"] == [pytest.approx(f.falls.share, abs=1e-4) for f in told.fighters]


@pytest.mark.slow
def test_what_was_seen_in_one_draft_changes_no_odds_of_another(few):
    """Names, sides, places, things: all of it edited, with the same program and with a new one."""
    first, second = of_text(DUEL), of_text(DUEL)
    one, two = second["fighters"]
    second["fighters"] = [{**two, "name": "Zoe", "side": "blue"}, {**one, "side": "red", "at": [9, 3]}]
    second["fighters"][0]["weapons"] = ["shotgun"]
    whole(first)
    after = whole(second)
    live_odds._PROGRAMS.clear()
    live_odds._DRAFTS.clear()
    assert whole(second) == after
    assert [side["name"] for side in after["sides"]] == ["blue", "red"]


@pytest.mark.slow
def test_the_first_odds_are_there_after_one_slice_and_get_surer(few):
    data = of_text(DUEL)
    first = msgspec.json.decode(endpoints.odds(body(data)))
    assert 0 < first["n"] <= live_odds.FIRST
    assert not first["done"]
    last = whole(data)
    assert last["n"] == 300
    low, high = last["sides"][0]["wins"][1:]
    assert high - low < 0.12
    assert low <= last["sides"][0]["wins"][0] <= high


@pytest.mark.slow
def test_several_alike_are_one_record(few):
    data = of_text(DUEL)
    data["fighters"][1]["count"] = 2
    found = msgspec.json.decode(endpoints.odds(body(data)))
    assert [side["fighters"] for side in found["sides"]] == [1, 2]
    assert len(found["records"]) == 2


@pytest.mark.parametrize("game", rulesets())
def test_who_waits_in_reserve_has_no_part_in_the_odds(monkeypatch, game):
    for few in ("FIRST", "WHOLE"):
        monkeypatch.setattr(live_odds, few, 8)
    data = of_text(rulesets()[game].scenes[next(iter(rulesets()[game].scenes))])
    without = whole(data)
    later = {**data["fighters"][0], "name": "Later", "side": "latecomers", "reserve": True, "count": 2}
    found = whole({**data, "fighters": [later, *data["fighters"]]})
    assert found == {**without, "records": [None, *without["records"]]}


def test_a_scene_with_faults_has_no_odds():
    data = of_text(DUEL)
    data["fighters"][0]["armour"] = ["paper"]
    with pytest.raises(BadData, match="paper"):
        endpoints.odds(body(data))


def test_a_small_fight_is_exact_and_a_larger_one_is_not():
    data = of_text(SURE)
    found = msgspec.json.decode(endpoints.exact(body(data)))
    assert found["exact"]
    assert sum(found["sides"].values()) + found["nobody"] == pytest.approx(1)
    assert found["states"] <= live_odds.STATES
    assert endpoints.exact(body(of_text(operations.scenes()["ambush"]))) == b""


SURE = """
ruleset = "d6"
title = "A giant and a rat"

[[fighters]]
name = "Giant"
side = "giants"
at = [0, 0]
archetype = "soldier"
weapons = ["long sword"]

[[fighters]]
name = "Rat"
side = "rats"
at = [5, 0]
reflexes = "1D"
willpower = "1D"
hit_points = 1
"""


def searched(key, **sent):
    steps: list[dict[str, object]] = []
    while True:
        found = msgspec.json.decode(endpoints.tuned(key, body(of_text(DUEL), **sent)))
        if found["t"] == "found":
            return steps, found
        steps.append(found)


@pytest.mark.slow
def test_a_search_is_told_of_step_by_step_and_its_proposals_are_scenes(monkeypatch):
    monkeypatch.setattr(sliced_search, "SLICE", 0.05)
    monkeypatch.setattr(sliced_search, "FIGHTS", 100)
    steps, found = searched("a", target=0.8, side=None, free=True)
    assert len(steps) > 2
    assert {step["what"] for step in steps} & {"single changes", "combinations"}
    assert found["proposals"]
    for proposal in found["proposals"]:
        told = msgspec.json.decode(endpoints.looked(body(proposal["data"])))
        assert told["faults"] == []
        assert proposal["data"] != of_text(DUEL)
        assert proposal["words"]
    assert "a" not in sliced_search._TUNINGS


@pytest.mark.slow
def test_a_search_can_be_left_at_any_moment(monkeypatch):
    monkeypatch.setattr(sliced_search, "SLICE", 0.0)
    endpoints.tuned("b", body(of_text(DUEL), target=0.8, free=True))
    thread = sliced_search._TUNINGS["b"]._thread
    assert thread.is_alive()
    endpoints.left("b")
    assert not thread.is_alive()
    assert "b" not in sliced_search._TUNINGS
    endpoints.left("b")


@pytest.mark.slow
def test_the_search_asked_for_longest_ago_is_left_for_others(monkeypatch):
    monkeypatch.setattr(sliced_search, "SLICE", 0.0)
    monkeypatch.setattr(sliced_search, "KEPT", 1)
    endpoints.tuned("c", body(of_text(DUEL), target=0.8, free=True))
    first = sliced_search._TUNINGS["c"]._thread
    endpoints.tuned("d", body(of_text(DUEL), target=0.8, free=True))
    assert not first.is_alive()
    assert list(sliced_search._TUNINGS) == ["d"]
    endpoints.left("d")


@pytest.mark.parametrize("target", [None, "0.5", True, -0.1, 1.5])
def test_a_target_that_is_none_is_refused(target):
    with pytest.raises(BadAnswer, match="from 0 to 1"):
        endpoints.tuned("e", body(of_text(DUEL), target=target))


def test_a_side_that_is_not_there_is_refused():
    with pytest.raises(NotFound, match="side"):
        endpoints.tuned("f", body(of_text(DUEL), target=0.5, side="nobody here"))
