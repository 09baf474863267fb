"""Who did what, where it turned: recounts of fights with given dice and of whole ones."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from affray import campaign, operations, server
from affray.core.errors import BadAnswer
from affray.core.follow import figures
from affray.languages.catalogues import language
from affray.recount import as_html, as_markdown, recount
from affray.recount.rolls import casts
from affray.recount.turns import acting, moments, turns
from affray.recount.words import cells, result
from affray.simulation.estimate import Estimate
from affray.table.position import Position
from tests.table.people import SCENES


def over(scene, seed=3):
    fight = operations.start(scene, seed=seed)
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run()
    return fight


@pytest.fixture(scope="module")
def boarding():
    return over("boarding")


@pytest.fixture(scope="module")
def found(boarding):
    return recount(boarding, tries=20, seed=1)


def lost(fight):
    """What of the first gauge everybody has less than at the start, by name."""
    follows = fight.ruleset.follows(fight.fight.house)
    pairs = zip(fight.at(0).fight.fighters, fight.fight.fighters, strict=True)
    left = [(figures(follows, a).left[0], figures(follows, b).left[0]) for a, b in pairs]
    return {name: a - b for name, (a, b) in zip(fight.names, left, strict=True) if a != b}


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["boarding", "startown_bar", "saloon", "taproom", "alley", "gate"])
def test_all_harm_is_somebodys_and_adds_up(scene):
    fight = over(scene)
    told = recount(fight, tries=0)
    gauge = fight.ruleset.follows(fight.fight.house).gauges[0].name
    taken = {t.name: t.taken[gauge] - t.healed[gauge] for t in told.tales if t.taken[gauge] - t.healed[gauge]}
    assert sum(t.dealt[gauge] for t in told.tales) == sum(t.taken[gauge] for t in told.tales)
    assert sum(taken.values()) == sum(lost(fight).values())
    out = {t.name for t in told.tales if t.fate}
    assert {name for t in told.tales for name in t.outs} == out
    assert all(t.hits <= t.attacks <= t.actions for t in told.tales)


@pytest.mark.slow
def test_every_roll_of_the_story_is_found_with_its_chances(boarding):
    told = [p.told for p in boarding.story if type(p.told).__name__ == "Rolled" and p.told.asked.who >= 0]
    every = casts(boarding)
    assert [(t.asked.who, t.asked.question, t.value) for t in told] == [
        (c.who, c.what, c.value) for c in every
    ]
    assert all(cast.value in cast.chance.values for cast in every)


@pytest.mark.slow
def test_odds_begin_with_those_of_the_scene_and_end_with_who_won(boarding, found):
    assert found.moments[0].line == acting(boarding)[0]
    assert [each.value for each in found.moments[-1].odds] == [0.0, 1.0]
    assert found.sides == ("crew", "boarders")
    assert found.winner == "boarders"
    assert all(0 <= o.low <= o.value <= o.high <= 1 for m in found.moments for o in m.odds)
    first = found.turns[0]
    n = found.sides.index(first.side)
    assert first.by == pytest.approx(first.after.odds[n].value - first.before.odds[n].value)
    assert first.by == max(turn.by for turn in found.turns)
    assert found.story[0][0] == found.turns[0].before.action


@pytest.mark.slow
def test_the_same_seed_gives_the_same_odds(boarding, found):
    assert recount(boarding, tries=20, seed=1) == found


@pytest.mark.slow
def test_long_fights_are_looked_at_some_actions_apart(boarding):
    few = moments(boarding, ("crew", "boarders"), 2, most=5)
    assert len(few) <= 6
    assert few[-1].action == ""


def test_a_turn_is_sure_where_the_intervals_lie_apart():
    def moment(line, value, low, high):
        from affray.recount.turns import TurnOdds

        return TurnOdds(
            line, 1, "", (Estimate(value, low, high, 9), Estimate(1 - value, 1 - high, 1 - low, 9))
        )

    row = [
        moment(0, 0.5, 0.4, 0.6),
        moment(1, 0.8, 0.7, 0.9),
        moment(2, 0.7, 0.6, 0.8),
        moment(3, 0.69, 0.6, 0.8),
    ]
    got = turns(row, ("a", "b"))
    assert [(t.before.line, t.side, round(t.by, 2), t.sure) for t in got] == [
        (0, "a", 0.3, True),
        (1, "b", 0.1, False),
    ]


@pytest.mark.slow
def test_markdown_says_all_and_takes_no_sign_of_a_name_for_its_own(found):
    odd = found._replace(title="A | B <script>")
    text = as_markdown(odd)
    assert text.startswith("# A \\| B &lt;script>\n")
    for part in (
        "## Who did what",
        "## Luck",
        "## Turning points",
        "| Zara |",
        "Victory for the boarders, after",
    ):
        assert part in text
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    assert {line.count(" | ") + line.count("|  |") * 0 for line in rows[:9]} == {9}


@pytest.mark.slow
def test_a_side_that_has_won_cannot_mark_the_text_up(found):
    assert "Victory for the a\\|b &lt;i>, after " in as_markdown(found._replace(winner="a|b <i>"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "word", "rounds", "said"),
    [
        ("coriolis", "combat turn", 1, "1 tour de combat"),
        ("coriolis", "combat turn", 5, "5 tours de combat"),
        ("serenity", "round", 7, "7 rounds"),
        ("serenity", "bout", 2, "2 bouts"),
    ],
)
def test_rounds_are_counted_by_what_the_game_calls_them(found, game, word, rounds, said):
    ended = result(found._replace(rounds=rounds, word=word))
    many = f"{rounds} {word}" if rounds == 1 else f"{rounds} {word}s"
    assert ended == f"Victory for the boarders, after {many}."
    assert language("fr", game).say(ended).endswith(f", après {said}.")


@pytest.mark.slow
def test_the_page_needs_nothing_else_and_holds_everybody(found):
    html = as_html(found._replace(title="<b>&"), "affray recount x")
    assert "<h1>&lt;b&gt;&amp;</h1>" in html
    assert not re.search(r"(?:src|href)=|@import|url\(", html)
    for tale in found.tales:
        assert f'<th scope="row">{tale.name}</th>' in html
    assert html.count('<path class="line"') == html.count('<path class="most"') == 2


def test_a_fight_that_goes_on_is_told_so_far():
    fight = operations.start("duel", seed=2)
    controller = operations.AutopilotController(fight)
    controller.lend("autopilot")
    controller.run(9)
    told = recount(fight, tries=0)
    assert told.winner is None
    assert "Not over yet" in as_markdown(told)
    assert "Turning points" not in as_html(told)


def test_what_cannot_be_told_is_said_in_a_sentence(boarding):
    with pytest.raises(BadAnswer, match="nothing has happened yet"):
        recount(campaign.begin(boarding.ruleset, "x"))
    with pytest.raises(BadAnswer, match="expected 0 to 100,000 fights, got -1"):
        recount(boarding, tries=-1)


# --- as at the table --------------------------------------------------------------------------------


def test_a_side_has_the_colour_that_it_has_at_the_table(boarding, found):
    marks = Position(boarding, operations.AutopilotController(boarding)).marks
    assert dict(zip(found.sides, found.marks, strict=True)) == marks
    html = as_html(found)
    for tale in found.tales:
        assert f'<tr class="s{marks[tale.side]}"><th scope="row">{tale.name}</th>' in html
    css = (Path(server.__file__).parent / "static" / "app.css").read_text("utf-8")
    for n in range(4):
        light, dark = re.findall(rf"--side-{n}: (#\w+);", css)
        assert f"--s{n}: light-dark({light}, {dark})" in html


def test_there_is_a_way_back_to_the_table_where_there_is_one(found):
    page = as_html(found, fight="/s/abc")
    assert re.findall(r'<a href="([^"]*)">', page) == ["/s/abc", "/"]
    assert "<nav" not in as_html(found)


@pytest.mark.parametrize(
    ("game", "counted", "said"),
    [
        ("coriolis", {"hit points": 9, "clips": 1}, "9 hit points, 1 clip"),
        ("coriolis", {"hit points": 1, "mind points": 2}, "1 hit point, 2 mind points"),
        ("d6", {"shots": 1, "loads": 3}, "1 shot, 3 loads"),
        ("horizon", {"Health": 1, "ammunition": 4}, "1 Health, 4 ammunition"),
        ("serenity", {"plot points": 1, "rounds": 6}, "1 plot point, 6 rounds"),
        ("traveller", {"physical points": 1}, "1 physical point"),
    ],
)
def test_numbers_stand_before_what_they_count(found, game, counted, said):
    fight = operations.start(SCENES[game])
    follows = fight.ruleset.follows(fight.fight.house)
    gauges = (*follows.gauges, *follows.table)
    tale = found.tales[0]
    tale = replace(tale, dealt=Counter(counted))
    told = cells(tale, {each.name: each.one or each.name for each in gauges})[3]
    assert told == said
    french = language("fr", game)
    assert french.say(told) != said


def test_no_seed_is_told_at_a_table(found):
    assert "seed" not in as_html(found)
    assert "seed" not in as_markdown(found)
