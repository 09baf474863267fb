"""The card of a fighter: its figures, and odds that are those of its menu."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import point
from affray.pricing import price_action
from affray.reference import as_html, as_markdown, everything_of, make_card
from affray.reference.calculation import per_cent, rounded
from affray.rulesets.coriolis import effects as fx

pytestmark = pytest.mark.slow

DUEL = operations.load_scene("duel")
ZARA, KAAN = Who(0), Who(1)


def card_of(fight, who=ZARA, **known):
    game = DUEL.ruleset
    return make_card(game, fight, who, everything_of(game, fight, who)._replace(**known))


def table(card, title):
    return next(each for each in card.page.tables if each.title == title)


def priced(fight, act):
    found = price_action(DUEL.ruleset, fight, ZARA, act, policy="sensible")
    return f"{per_cent(found['hits Kaan'].chance)} \N{MIDDLE DOT} {rounded(found['damage to Kaan'].mean)}"


def test_odds_are_those_of_the_rules_here_and_at_arms_length():
    fight = operations.begins(DUEL)
    found = table(card_of(fight), "Against Kaan")
    assert found.columns == ("attack", "cost", "12 m Short", "at arm's length")
    cells = {
        row[0]: [str(cell or "").replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in found.rows
    }
    near = fight.after(fx.Placed(ZARA, point(11, 0)))
    shot = Act("quick shot", KAAN, item="service pistol")
    assert cells["quick shot with service pistol"] == [
        "quick shot with service pistol", "1 AP", priced(fight, shot), priced(near, shot),
    ]  # fmt: skip
    assert cells["aimed shot with service pistol"][3] == "", "nobody aims while engaged"
    assert "sprint" not in cells


def test_it_is_as_the_fight_stands():
    fight = operations.begins(DUEL)
    hurt = fight.after(fx.Hurt(ZARA, 5))
    assert table(card_of(hurt), "Figures").rows[0] == ("HP", "3 of 8", "\N{WHITE SQUARE}" * 3)
    alone = card_of(fight.after(fx.Died(KAAN)))
    assert not [each for each in alone.page.tables if each.title.startswith("Against")]


def test_what_is_not_known_stands_nowhere():
    card = card_of(operations.begins(DUEL), figures=False)
    found = table(card, "Against Kaan")
    assert {str(cell) for row in found.rows for cell in row[2:] if cell} <= {*map(str, range(0, 101, 5))}
    assert "harm" not in found.note
    unknown = card_of(operations.begins(DUEL), foes=())
    assert "Kaan" not in as_html(unknown)


def test_foes_who_are_equal_share_a_table():
    scene = operations.load_scene("assault")
    fight = operations.begins(scene)
    card = make_card(scene.ruleset, fight, ZARA, everything_of(scene.ruleset, fight, ZARA))
    against = [each for each in card.page.tables if each.title.startswith("Against")]
    assert [each.title for each in against] == ["Against Defender 1, Defender 2"]
    assert against[0].note == "Per cent, and the harm on average; 1 action each"


def test_house_rules_of_the_fight_stand_on_it():
    fight = operations.begins(DUEL, {"move.rate": 12})
    for text in (as_html(card_of(fight)), as_markdown(card_of(fight))):
        assert "House rules here" in text
        assert "href=" not in text, "a card has no rules to lead to"
        assert "](#" not in text
