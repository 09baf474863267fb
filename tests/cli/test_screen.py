"""What stands on the screen, for games that ask in ways of their own."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table
from rich.text import Text

from affray.cli.menu import BLANK, Unbroken
from affray.cli.screen import Screen
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.ruleset import Changed, Measure
from affray.pricing import ActionOdds
from affray.pricing.odds import Distribution
from affray.session import opening
from tests.core import coins


class Words(coins.CoinWords):
    """Says nothing for None, and leaves a gap where a target would stand."""

    def option(self, names, question, value):
        return (
            "nothing"
            if value is None
            else f"{value.name} at {names[value.at] if value.at is not None else ''} !"
        )


def interjected(play):
    """Somebody may do something out of turn, or nothing."""
    one = coins.Duellist(play, Who(0))
    play.choose(one, "out of turn", lambda: (None, *coins.ACTIONS.legal(play.fight, one.who)))
    return False


def either_way(play):
    """Somebody may also strike without a target."""
    one = coins.Duellist(play, Who(0))
    play.choose(one, "out of turn", lambda: (*coins.ACTIONS.legal(play.fight, one.who), Act("strike")))
    return False


@pytest.fixture
def screen():
    return Screen(Console(file=StringIO(), width=60), plain=True)


def shown(screen, ruleset):
    session = opening.begin(ruleset, ruleset.scenes["four"])
    screen.menu(session, {})
    return screen.console.file.getvalue()


def refusing(fight, who):
    first, *others = coins.ACTIONS.menu(fight, who)
    return [first, *(offer._replace(refused=(Refusal("COI-2", "is tired"),)) for offer in others)]


def test_what_is_no_action_of_the_menu_is_listed_with_its_number(screen):
    lines = shown(screen, replace(coins.RULESET, step=interjected, words=Words(coins.TOLD))).splitlines()
    assert lines[0].split() == ["nothing", "1"]
    assert lines[1].split() == ["free", "wait", "at", "!", "2"]


def test_an_action_is_said_without_a_gap_where_its_target_stands_beside_it(screen):
    text = shown(screen, replace(coins.RULESET, step=interjected, words=Words(coins.TOLD)))
    assert "strike at !" in text
    assert "3 B    4 C    5 D" in text


class Away(coins.CoinWords):
    """Says strikes with a target otherwise than those without."""

    def option(self, names, question, value):
        if not isinstance(value, Act) or value.name != "strike":
            return super().option(names, question, value)
        return "strike out" if value.at is None else f"strike away from {names[value.at]}"


def alone_too(fight, who):
    return [*coins.ACTIONS.menu(fight, who), Offer(Act("strike"), 1, ())]


def test_an_action_with_and_without_a_target_has_two_lines(screen):
    game = replace(coins.RULESET, words=Away(coins.TOLD), menu=alone_too, step=either_way)
    lines = [" ".join(line.split()) for line in shown(screen, game).splitlines()]
    assert "1 strike out 5" in lines
    assert "1 strike away from 2 B 3 C 4 D" in lines


def test_what_is_forbidden_is_told_in_ones_own_turn_only(screen):
    game = replace(coins.RULESET, words=Words(coins.TOLD), menu=refusing)
    assert "is tired [COI-2]" in shown(screen, game)
    assert "is tired" not in shown(
        Screen(Console(file=StringIO(), width=60), plain=True), replace(game, step=interjected)
    )


def test_costs_without_words_are_numbers(screen):
    assert ["1", "strike"] in [line.split()[:2] for line in shown(screen, coins.RULESET).splitlines()]


def test_an_attack_that_cannot_fail_shows_how_much_it_does_on_average(screen):
    session = opening.begin(coins.RULESET, coins.RULESET.scenes["four"])
    damage = Distribution(Measure("damage", Changed(Who(1), lambda a, b: 0), headline=True), {2: 3, 4: 1}, 4)
    flag = Distribution(
        Measure("hits", Changed(Who(1), lambda a, b: 0), headline=True), {True: 1, False: 3}, 4
    )
    acts = [offer.act for offer in session.options.menu()]
    chances = {act: ActionOdds(Who(0), act, (one,)) for act, one in zip(acts, (damage, flag), strict=False)}
    screen.menu(session, chances)
    text = " ".join(screen.console.file.getvalue().split())
    assert "~2.5" in text
    assert "25 %" in text
    assert "with ~: the average" in text


@pytest.mark.parametrize("width", range(20, 60))
def test_no_line_ends_within_what_belongs_together(width):
    cells = [Text(f"{n:>2}{BLANK}") + Text(f"Lookout{BLANK}9{n}{BLANK}%", "green") for n in range(1, 5)]
    out = StringIO()
    grid = Table.grid()
    grid.add_row(Unbroken("   ").join(cells))
    Console(file=out, width=width).print(grid)
    assert BLANK not in out.getvalue()
    assert [each.strip() for each in out.getvalue().split("%")] == [
        *(f"{n} Lookout 9{n}" for n in range(1, 5)),
        "",
    ]
    lines = out.getvalue().splitlines()
    assert all(line.rstrip().endswith("%") for line in lines)
    assert max(map(len, lines)) <= width
