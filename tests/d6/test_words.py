"""What people read and choose from: menus, headlines, sentences."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.live import Asked, Rolled
from affray.core.tally import Mod, Tally
from affray.languages.catalogues import language
from affray.pricing import price_action
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.dice import d6, spoiled
from affray.rulesets.d6.reference import cost
from affray.rulesets.d6.words import WORDS
from tests.d6.cast import RIFLE, act, car, fight, fighter, foe, house

NAMES = ("Ava", "Bo")


@pytest.mark.parametrize(("mods", "said"), [
    ((Mod("DSX-ATK-01", 9, "reflexes"),), "To hit Bo: 9 (reflexes)"),
    (
        (Mod("DSX-ATK-01", 9, "reflexes"), Mod("DSX-COVER-01", 5, "light cover")),
        "To hit Bo: 14 (9 reflexes, +5 light cover)",
    ),
    ((), "To hit Bo: 0"),
])  # fmt: skip
def test_a_number_is_said_with_what_it_is_made_of(mods, said):
    assert WORDS.happened(NAMES, fx.Faced(Who(1), mods)) == said


@pytest.mark.rule("DSX-R5")
def test_dice_are_said_as_dice():
    rolled = Rolled(Asked(Who(1), "toss", str(d6())), Tally(), 4, (4,), ("DSX-R5",))
    assert WORDS.told(fight(fighter(), foe()), NAMES, rolled) == "Bo's roll-off, 1d6: 4"


@pytest.mark.slow
def test_dice_without_the_best_are_said_in_french():
    rolled = Rolled(Asked(Who(1), "attack", str(spoiled(9))), Tally(), 4, (4, 6), ("DSX-R35",))
    said = WORDS.told(fight(fighter(), foe()), NAMES, rolled)
    assert said == "Bo's attack, 2D without the best: 4 (4 6)"
    french = language("fr", "d6").say(said).replace("\N{NO-BREAK SPACE}", " ")
    assert french == "Bo, attaque (2D sans le meilleur dé) : 4 (4 6)"


@pytest.mark.slow
def test_the_skill_of_the_first_action_is_said_in_french():
    said = WORDS.happened(NAMES, fx.Declared(Who(1), 2, "brawling"))
    assert said == "Bo declares 2 actions, with brawling first"
    french = language("fr", "d6").say(said).replace("\N{NO-BREAK SPACE}", " ")
    assert french == "Bo annonce 2 actions, d'abord : bagarre"


@pytest.mark.parametrize(("drives", "state"), [
    (car(), "drives at standard speed"), (None, "rides at standard speed"),
])  # fmt: skip
def test_who_is_aboard_drives_or_rides(drives, state):
    given = fight(fighter(aboard=Who(0), drives=drives, speed=1), foe())
    assert state in WORDS.card(given, Who(0)).states


def test_what_is_lost_and_what_is_not():
    mods = (Mod("DSX-ATK-02", 11, "listed damage"), Mod("DSX-DMG-01", -10, "armour"))
    assert (
        WORDS.happened(NAMES, fx.Hurt(Who(1), 1, mods))
        == "Bo loses 1 hit point (11 listed damage, -10 armour)"
    )
    assert WORDS.happened(NAMES, fx.Hurt(Who(1), 0)) == "Bo is not hurt"


def test_an_action_costs_actions():
    assert [cost(n) for n in range(3)] == ["free", "1 action", "2 actions"]


@pytest.mark.parametrize(("done", "cast_action", "targets"), [
    (0, False, [None]), (1, False, [1]), (1, True, [None]), (2, True, [1])
])  # fmt: skip
def test_a_target_is_asked_for_with_the_last_component_alone(done, cast_action, targets):
    mage = fighter(spells=("bolt",), spell="bolt" if done else "", components=done)
    given = fight(mage, foe(), house=house(spell_cast_action=cast_action))
    offers = [offer for offer in RULESET.menu(given, Who(0)) if offer.act.name == "cast"]
    assert [offer.act.at for offer in offers] == targets


def test_an_area_spell_may_be_put_anywhere():
    ready = fight(fighter(spells=("fireball", "bolt"), spell="fireball", components=2), foe())
    wants = {offer.act.item: offer.wants for offer in RULESET.menu(ready, Who(0)) if offer.act.name == "cast"}
    assert wants == {"fireball": "to", "bolt": ""}


@pytest.mark.parametrize(
    ("one", "headline"),
    [(act("burst", 1, item=RIFLE), "hits Bo"), (act("suppress", 1, item=RIFLE, n=5), "Bo loses hit points"),
     (act("cast", 1, item="fireball"), "Bo loses hit points"),
     (act("cast", 1, item="silent spark"), "hits Bo")],
)  # fmt: skip
def test_what_is_shown_first_is_what_the_action_is_for(one, headline):
    actor = fighter(weapons=(RIFLE,), spells=("fireball", "silent spark"), spell="fireball", components=2)
    odds = price_action(RULESET, fight(actor, foe()), Who(0), one)
    assert odds.headline is not None
    assert odds.headline.name == headline
    assert odds.headline.chance > 0
