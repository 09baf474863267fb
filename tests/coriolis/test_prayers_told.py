"""A prayer is part of the odds of players' combatants, and the odds say what they are without it."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from affray import operations
from affray.cli.screen import Screen
from affray.cli.session_odds import SessionOdds
from affray.core.act import Act
from affray.core.effect import Who
from affray.pricing import price_action, told_apart
from affray.rulesets.coriolis import RULESET
from affray.session import opening
from affray.table.jobs import MenuJob, distributions, menu_odds
from affray.table.menu import CERTAIN
from affray.table.wire import WireChance
from tests.coriolis.cast import act, fight, fighter, house

SHOT = act("normal shot", 1, item="service pistol")


@pytest.mark.rule("AMB-68", "COR-RNG-02")
def test_the_duels_first_shot_is_told_with_the_prayer_and_without():
    start = RULESET.start(operations.load_scene("duel").scene)
    odds = told_apart(RULESET, start, Who(0), SHOT, price_action(RULESET, start, Who(0), SHOT))
    first, second = odds.measures[:2]
    assert first is odds.headline
    assert (first.name, second.name) == ("hits Kaan", "hits Kaan without praying")
    assert second.chance == 1 - Fraction(5, 6) ** 9
    assert first.chance == 1 - Fraction(5, 6) ** 18
    assert odds["hits Kaan without praying"] is second


@pytest.mark.rule("AMB-68")
@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize(("pray", "npc"), [("off", False), ("players", True)])
def test_where_nobody_prays_nothing_is_added(pray, npc):
    start = fight(
        fighter(weapons=("service pistol",), npc=npc),
        fighter("Bo", "blue", (9, 0), npc=True),
        house=house(darkness_pray=pray),
    )
    odds = price_action(RULESET, start, Who(0), SHOT)
    assert told_apart(RULESET, start, Who(0), SHOT, odds) is odds


@pytest.mark.rule("AMB-68")
@pytest.mark.parametrize("whole", [True, False])
def test_the_panel_at_the_table_tells_both(whole):
    start = RULESET.start(operations.load_scene("duel").scene)
    names = [m["name"] for m in distributions("coriolis", start, Who(0), SHOT, whole)["measures"]]
    assert names[:2] == ["hits Kaan", "hits Kaan without praying"]
    assert (len(names) > 2) is whole


@pytest.mark.rule("AMB-68")
@pytest.mark.parametrize("scene", RULESET.scenes)
def test_every_scene_says_that_players_may_pray(scene):
    assert "pray" in operations.load_scene(scene).scene.about


def of_the_duel(who: str):
    """The duel, where this one is asked for the first action."""
    session = opening.begin(RULESET, RULESET.scenes["duel"])
    while session.asking.asked.question != "action":
        chance = session.asking.chance
        mine = session.names[session.asking.asked.who] == who
        session.answer(session.asking.options[0] if chance is None else 6 if mine else 1)
    return session


def on_the_screen(session):
    """The menu at the terminal, its words one blank apart."""
    out = StringIO()
    screen = Screen(Console(file=out, width=100), plain=True)
    acts = [option for option in session.asking.options if isinstance(option, Act)]
    screen.menu(session, SessionOdds(session).soon(acts, patience=60))
    return " ".join(out.getvalue().split())


@pytest.mark.rule("AMB-68")
def test_a_menu_at_the_terminal_marks_the_chances_with_a_prayer_in_them():
    shown = on_the_screen(of_the_duel("Zara"))
    assert "normal shot with service pistol 3 Kaan 96 %*" in shown
    assert "such as hitting *: if a prayer helps" in shown


@pytest.mark.rule("AMB-68")
def test_a_menu_at_the_table_says_which_chances_have_a_prayer_in_them():
    session = of_the_duel("Zara")
    menu = MenuJob("coriolis", session.fight, Who(0), (SHOT, act("sprint", 1)))
    assert menu_odds(menu).chances == {
        SHOT: (
            ("96 % if a prayer helps", WireChance("96 %", 0.9624, None, True)),
            ("95 % if a prayer helps", WireChance("95 %", 0.95, None, True)),
        ),
        act("sprint", 1): (CERTAIN, CERTAIN),
    }


@pytest.mark.rule("AMB-68")
def test_a_menu_of_whoever_does_not_pray_says_nothing_of_it():
    session = of_the_duel("Kaan")
    session.answer(session.options.named("draw heavy pistol"))
    assert "*" not in on_the_screen(session)
    shot = act("quick shot", 0, item="heavy pistol")
    [told] = menu_odds(MenuJob("coriolis", session.fight, Who(1), (shot,))).chances.values()
    assert told == (("42 %", WireChance("42 %", 0.4213)), ("40 %", WireChance("40 %", 0.4)))
