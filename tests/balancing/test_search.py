"""The search: it finds what it should, and its odds are those of the scenes it proposes."""

from __future__ import annotations

import pytest

from affray import operations
from affray.balancing.change import changes, made
from affray.balancing.search import FRESH, BulkRunner, OutOfReach, balance
from affray.core.errors import BadAnswer, NotFound
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import estimate, wins
from tests.balancing.scenes import DUELS, duel


@pytest.mark.slow
@pytest.mark.parametrize("name", DUELS)
def test_scenes_that_share_what_was_seen_have_the_same_winners(name):
    draft = operations.draft(name)
    scenes = BulkRunner("sensible")
    for some in [draft, *(made(draft, [c]) for c in changes(draft, ["armour"])[:2])]:
        alone = wins(Bulk(draft.ruleset, some.fight), 12, seed=3, first=5)
        shared = scenes.winners(some, 12, 3, 5)
        assert {side: shared.count(side) for side in set(shared)} == dict(alone)


@pytest.mark.slow
def test_the_odds_of_a_proposal_are_those_of_its_scene():
    found = balance(duel(), 0.5, kinds=["armour", "weapons"], n=1_000)
    assert found.reached
    assert found.whole
    assert abs(found.now.value - 0.30) < 0.05
    best = found.proposals[0]
    assert abs(best.odds.value - 0.5) <= 0.03
    game = best.draft.ruleset
    written = operations.Draft.of(game, best.draft.text)
    won = wins(Bulk(game, written.fight), best.odds.n, 0, FRESH)["crew"]
    assert estimate(won, best.odds.n) == best.odds


@pytest.mark.slow
def test_the_same_seed_finds_the_same():
    one, two = (balance(duel(), 0.45, kinds=["armour"], n=200, seed=4) for _ in range(2))
    assert [(p.words, p.odds) for p in one.proposals] == [(p.words, p.odds) for p in two.proposals]
    assert [p.odds for p in balance(duel(), 0.45, kinds=["armour"], n=200, seed=5).proposals] != [
        p.odds for p in one.proposals
    ]


@pytest.mark.slow
def test_changes_are_combined_where_one_alone_does_not_do():
    found = balance(duel(), 0.5, n=400, within=0.05, kinds=["armour", "weapons"])
    assert found.reached
    assert any(len(proposal.changes) > 1 for proposal in found.proposals)
    near = [found.near(proposal) for proposal in found.proposals]
    assert near == sorted(near, reverse=True)


@pytest.mark.slow
def test_a_target_that_cannot_be_reached_is_told_with_the_nearest():
    with pytest.raises(
        OutOfReach, match=r"brings crew to 2\.0%: the closest is \d\d\.\d% .*, with: Kaan "
    ) as e:
        balance(duel(), 0.02, kinds=["armour"], n=200)
    assert e.value.result.proposals
    assert not e.value.result.reached


@pytest.mark.slow
def test_an_interrupt_keeps_what_was_found():
    heard = []

    def tell(what, at, of):
        heard.append(what)
        if what.startswith("the best") and at == 1:
            raise KeyboardInterrupt

    found = balance(duel(), 0.5, n=400, kinds=["weapons", "cover"], tell=tell)
    assert not found.whole
    assert found.proposals
    assert heard[:2] == ["the scene as it is"] * 2
    with pytest.raises(KeyboardInterrupt):
        balance(duel(), 0.5, tell=lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))


@pytest.mark.parametrize(
    ("how", "kind", "said"),
    [
        ({"target": 1.4}, BadAnswer, "expected a target from 0 to 1, such as 0.7, got 1.4"),
        ({"target": -0.1}, BadAnswer, "expected a target from 0 to 1"),
        ({"target": float("nan")}, BadAnswer, "expected a target from 0 to 1"),
        ({"target": 0.5, "side": "gild"}, NotFound, "there is no side 'gild'; did you mean 'guild'"),
        ({"target": 0.5, "within": 0}, BadAnswer, "expected to come within more than 0"),
        ({"target": 0.5, "n": 0}, BadAnswer, "expected at least 100 fights, got 0"),
        ({"target": 0.5, "policy": "clever"}, NotFound, "there is no policy 'clever'"),
        ({"target": 0.5, "keep": ["crew", "guild"]}, BadAnswer, "nothing is left to change"),
    ],
)
def test_what_cannot_be_searched_for_is_told(how, kind, said):
    with pytest.raises(kind, match=said):
        balance(duel(), **how)
