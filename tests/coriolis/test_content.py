"""What a fight is made of: skills, derived figures, arms, armour, people, darkness points and prayers."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.errors import BadData
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import scene, tables
from affray.rulesets.coriolis.actions import menu
from affray.rulesets.coriolis.fighter import best_melee, droppable, level, trained
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import BANDS
from affray.testing.script import kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)

# --- weapons ------------------------------------------------------------------------------------

# name | bonus | initiative | damage | crit | range | tags
WEAPONS = """
pocket pistol | +1 | +2 | 2 | 2 | Short | light
service pistol | +1 | +1 | 2 | 2 | Short | reliable
heavy pistol | 0 | 0 | 3 | 2 | Short
machine pistol | -1 | +1 | 2 | 2 | Short | automatic
gauss pistol | +1 | 0 | 2 | 1 | Long | silent
heat pistol | +1 | +1 | 3 | 2 | Long
stun pistol | +1 | +1 | 2 | stun | Short | stun
carbine | +1 | 0 | 3 | 2 | Short | automatic
army carbine | +1 | 0 | 3 | 2 | Long | automatic, high-capacity
compact carbine | +1 | +1 | 3 | 2 | Short | automatic
gauss carbine | +1 | 0 | 3 | 1 | Long | automatic, armour-piercing, silent
heat carbine | +1 | 0 | 4 | 2 | Long | sweep
scattergun | +2 | 0 | 2 | 2 | Short
sawn-off scattergun | +2 | +1 | 2 | 3 | Short
old rifle | 0 | 0 | 2 | 2 | Long | single-shot
gauss rifle | +1 | 0 | 3 | 1 | Extreme | armour-piercing, silent
heavy gauss rifle | 0 | 0 | 4 | 1 | Extreme | heavy, armour-piercing, silent
heat rifle | 0 | 0 | 5 | 2 | Extreme | armour-piercing
machine gun | +1 | 0 | 4 | 2 | Short | automatic, high-capacity, heavy, bulky
gauss machine gun | +1 | 0 | 3 | 1 | Long | automatic, high-capacity, heavy, bulky, armour-piercing
missile launcher | 0 | 0 | 6 | 1 | Extreme | single-shot, heavy
flamethrower | +1 | 0 | 3 | 1 | Short | heavy
throwing knife | 0 | +1 | 1 | 2 | Short | light
throwing axe | 0 | 0 | 2 | 2 | Short
unarmed | 0 | +2 | 1 | 3 | Close | light, natural
brass knuckles | 0 | +2 | 2 | 3 | Close | light
knife | 0 | +1 | 2 | 2 | Close | light
sword | +1 | 0 | 2 | 2 | Close
hard-edged knife | 0 | +1 | 2 | 1 | Close | light
hard-edged sword | +1 | 0 | 2 | 1 | Close | heavy
fine knife | +1 | +1 | 3 | 2 | Close | light
fine sword | +2 | 0 | 3 | 2 | Close | light
axe | 0 | 0 | 3 | 2 | Close | heavy
halberd | 0 | +1 | 3 | 2 | Close | heavy, long
spear | +1 | +2 | 2 | 2 | Close | long
baton | +2 | 0 | 1 | 3 | Close
staff | +1 | +2 | 1 | 3 | Close
mace | 0 | 0 | 3 | 3 | Close | heavy
power hammer | 0 | 0 | 4 | 3 | Close | heavy
power glove | +1 | +1 | 2 | 3 | Close | light
stun baton | +2 | 0 | 1 | stun | Close | stun
whip | 0 | +2 | 1 | 4 | Close | flexible
claws | 0 | +2 | 1 | 2 | Close | natural
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in WEAPONS.strip().splitlines()]


def test_there_are_forty_three_weapons():
    assert len(ROWS) == 43
    assert set(tables.weapons()) == {row[0] for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_figures_of_each_weapon(row):
    name, bonus, initiative, damage, crit, band, *tags = row
    weapon = tables.weapons()[name]
    figures = (weapon.bonus, weapon.initiative, weapon.damage, weapon.crit)
    assert figures == (int(bonus), int(initiative), int(damage), 0 if crit == "stun" else int(crit))
    assert BANDS[weapon.band] == band
    assert weapon.melee == (band == "Close")
    assert set(weapon.tags) == {tag.strip() for tag in ",".join(tags).split(",") if tag.strip()}


@pytest.mark.parametrize("row", [row for row in ROWS if row[5] != "Close"], ids=lambda row: row[0])
def test_each_ranged_weapon_shoots_with_its_bonus_and_damage(row):
    name, bonus, _, damage, *_ = row
    weapon = tables.weapons()[name]
    target = fighter("Barid", "blue", at=(20, 0), agility=5, strength=5)
    given = fight(fighter(agility=4, weapons=(name,)), target)
    shot = act("normal shot", 1, item=name)
    play = do(given, shot, (6,) + (1,) * (3 + int(bonus)))
    assert body(play, 1).hp == 10 - int(damage)
    assert (forbids(given, act("full auto", 1, item=name)) == set()) == weapon.automatic
    assert body(play, 0).empty == ((name,) if "single-shot" in weapon.tags else ())


@pytest.mark.parametrize("row", [row for row in ROWS if row[5] == "Close"], ids=lambda row: row[0])
def test_each_melee_weapon_strikes_with_its_bonus_and_damage(row):
    name, bonus, _, damage, *_ = row
    hands = () if name == "unarmed" else (name,)
    given = fight(
        fighter(strength=4, weapons=hands),
        fighter("Barid", "blue", at=(1, 0), agility=5, strength=5, npc=True),
        darkness=0,
    )
    play = do(given, act("melee attack", 1, item=name), (6,) + (1,) * (3 + int(bonus)))
    assert body(play, 1).hp == 10 - int(damage)
    quick = forbids(given, act("quick melee attack", 1, item=name))
    assert quick == (set() if tables.weapons()[name].light else {"COR-MQ-03"})


# --- armour -------------------------------------------------------------------------------------

ARMOURS = {
    "flight suit": 1,
    "vacuum suit": 2,
    "reinforced vacuum suit": 3,
    "padded clothing": 3,
    "crude light armour": 2,
    "light armour": 4,
    "heavy armour": 6,
    "powered armour": 9,
    "battle suit": 10,
    "crude heavy armour": 3,
}


def test_there_are_ten_armours():
    assert {name: kind.rating for name, kind in tables.armours().items()} == ARMOURS


@pytest.mark.parametrize(("name", "rating"), ARMOURS.items())
def test_each_armour_rolls_its_rating(name, rating):
    target = told([{"armour": name}])[0]._replace(spot=fighter(at=(10, 0)).spot, side="blue")
    play = do(fight(fighter(weapons=(PISTOL,)), target), SHOT, (6, 1), (1,) * rating)
    assert rolls(play, "armour")[0].tally.total == rating


# --- skills, figures, people --------------------------------------------------------------------

SKILLS = {
    "melee combat": ("strength", False),
    "ranged combat": ("agility", False),
    "force": ("strength", False),
    "dexterity": ("agility", False),
    "infiltration": ("agility", False),
    "observation": ("wits", False),
    "survival": ("wits", False),
    "manipulation": ("empathy", False),
    "medicurgy": ("wits", True),
    "technology": ("wits", True),
    "pilot": ("agility", True),
    "mystic powers": ("empathy", True),
    "command": ("empathy", True),
    "science": ("wits", True),
    "data djinn": ("wits", True),
    "culture": ("empathy", True),
}


def told(people, options=None, **more):
    """The bodies of a scene with these people and one more, who stands far off on the other side."""
    records = [
        {"name": f"Person {n}", "side": "red", "archetype": "dock hand", "at": (n, 0), **person}
        for n, person in enumerate(people)
    ]
    other = {"name": "Other", "side": "blue", "archetype": "scout", "at": (500, 0)}
    data = {"title": "Test", "ruleset": "coriolis", "options": options or {}, **more}
    data["fighters"] = [*records, other]
    return scene.start(scene.CoriolisScene.model_validate(data)).bodies


def test_the_sixteen_skills():
    assert {name: (kind.attribute, kind.advanced) for name, kind in tables.skills().items()} == SKILLS


@pytest.mark.parametrize("skill", SKILLS)
def test_general_skills_may_be_tried_untrained_and_advanced_ones_not(skill):
    person = fighter(strength=2, agility=3, wits=4, empathy=5)
    attribute, advanced = SKILLS[skill]
    assert level(skill)(person) == getattr(person.sheet, attribute)
    assert trained(skill)(person) == (not advanced)
    taught = fighter(strength=2, agility=3, wits=4, empathy=5, skills={skill: 2})
    assert level(skill)(taught) == getattr(person.sheet, attribute) + 2
    assert trained(skill)(taught)


def test_hit_points_and_mind_points():
    one = told([{"archetype": None, "attributes": {"strength": 4, "agility": 3, "wits": 2, "empathy": 5}}])[0]
    assert (one.hp, one.sheet.hit_points) == (7, 7)
    assert (one.mp, one.sheet.mind_points) == (7, 7)


ARCHETYPES = {
    "agent": (2, 4, 3, 4, {"manipulation": 3, "observation": 2, "ranged_combat": 1}),
    "artist": (2, 3, 2, 5, {"manipulation": 3, "dexterity": 2, "culture": 1}),
    "data expert": (2, 3, 5, 3, {"data_djinn": 3, "manipulation": 2, "culture": 1}),
    "fugitive mystic": (3, 4, 2, 4, {"mystic_powers": 3, "infiltration": 2, "melee_combat": 1}),
    "negotiator": (2, 2, 4, 5, {"manipulation": 3, "culture": 2, "command": 1}),
    "pilot": (3, 4, 4, 2, {"pilot": 3, "data_djinn": 2, "technology": 1}),
    "preacher": (2, 2, 4, 4, {"manipulation": 3, "culture": 2, "survival": 1}),
    "scientist": (2, 3, 5, 3, {"science": 3, "technology": 2, "observation": 1}),
    "dock hand": (5, 3, 3, 3, {"force": 3, "dexterity": 2, "melee_combat": 1}),
    "soldier": (3, 5, 2, 2, {"ranged_combat": 3, "melee_combat": 2, "command": 1}),
    "scout": (3, 4, 4, 2, {"survival": 3, "observation": 2, "dexterity": 1}),
}


@pytest.mark.parametrize("name", ARCHETYPES)
def test_each_archetype(name):
    *attributes, skills = ARCHETYPES[name]
    sheet = told([{"archetype": name}])[0].sheet
    assert [sheet.strength, sheet.agility, sheet.wits, sheet.empathy] == attributes
    assert {skill: value for skill, value in sheet.skills._asdict().items() if value} == skills


def test_there_are_no_other_archetypes():
    assert set(tables.archetypes()) == set(ARCHETYPES)


# --- house rules that a scene turns into figures --------------------------------------------------


@pytest.mark.option("range.close")
@pytest.mark.option("range.short")
@pytest.mark.option("range.long")
@pytest.mark.option("range.extreme")
def test_the_edges_of_the_bands_come_from_the_house_rules():
    assert told([{}])[0].sheet.edges == (200, 2_000, 10_000, 100_000)
    options = {"range.close": 3, "range.short": 30, "range.long": 200, "range.extreme": 600}
    assert told([{}], options)[0].sheet.edges == (300, 3_000, 20_000, 60_000)


@pytest.mark.option("stress.track")
@pytest.mark.parametrize(("value", "breaks"), [("mind_points", True), ("counter_only", False)])
def test_what_stress_is_counted_on(value, breaks):
    assert told([{}], {"stress.track": value})[0].sheet.breaks_down == breaks


@pytest.mark.option("time.turn_seconds")
@pytest.mark.parametrize("seconds", [9, 21])
def test_a_turn_is_ten_to_twenty_seconds(seconds):
    with pytest.raises(BadData):
        scene.CATALOGUE.house(House, {"time.turn_seconds": seconds})


@pytest.mark.option("size.huge")
def test_huge_is_never_less_than_two():
    with pytest.raises(BadData):
        scene.CATALOGUE.house(House, {"size.huge": 1})


@pytest.mark.rule("AMB-53")
def test_claws_are_always_at_hand_and_cannot_be_struck_from_it():
    given = fight(fighter(weapons=("claws",), hands=()), fighter("Barid", "blue", at=(1, 0), ap=0))
    assert not forbids(given, act("melee attack", 1, item="claws"))
    assert "draw" not in {offer.act.name for offer in menu(given, Who(0))}
    struck = do(given, act("melee attack", 1, item="claws"), (6, 1))
    assert body(struck, 1).hp == 4 - 1
    held = fighter(weapons=("claws",))
    assert (droppable(held), best_melee(held._replace(hands=()))) == ((), "claws")


# --- darkness points and prayers ----------------------------------------------------------------


@pytest.mark.rule("AMB-69")
@pytest.mark.option("darkness.start")
@pytest.mark.parametrize(
    ("options", "given", "expected"), [({}, {}, 2), ({"darkness.start": 5}, {}, 5), ({}, {"darkness": 7}, 7)]
)
def test_darkness_at_the_start(options, given, expected):
    assert told([{}], options, **given)[-1].darkness == expected


def praying(who, npc=False, darkness=2, options=None):
    return fight(
        fighter(agility=4, weapons=(PISTOL,), npc=npc),
        fighter("Barid", "blue", at=(10, 0), agility=5, armour=1),
        house=house(darkness_pray=who, **(options or {})),
        darkness=darkness,
    )


@pytest.mark.rule("AMB-68")
@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize("who", ["players", "both"])
def test_a_prayer_rerolls_what_is_not_a_six_and_gives_darkness(who):
    play = do(praying(who), SHOT, (6, 1, 2, 3), True, (6, 5, 5), 1, (1,))
    assert rolls(play, "normal shot, prayed")[0].was == (1, 2, 3)
    assert body(play, 1).hp == 7 - 4
    assert play.fight.table.darkness == 3
    assert body(play, 0).ap == 1


@pytest.mark.option("darkness.pray")
def test_nobody_need_pray_and_once_is_enough():
    play = do(praying("players"), SHOT, (1, 1, 2, 3), False)
    assert kinds(play) == ["Spent"]
    again = do(praying("players"), SHOT, (1, 1, 2, 3), True, (1, 1, 1, 1))
    assert kinds(again) == ["Spent", "Darkness"]


@pytest.mark.option("darkness.pray")
def test_without_the_option_nobody_prays():
    assert kinds(do(praying("off"), SHOT, (1, 1, 2, 3))) == ["Spent"]


@pytest.mark.option("darkness.pray")
def test_an_npc_pays_darkness_and_only_by_the_option():
    assert kinds(do(praying("players", npc=True), SHOT, (1, 1, 2, 3))) == ["Spent"]
    play = do(praying("both", npc=True), SHOT, (1, 1, 2, 3), True, (6, 1, 1, 1), (2,))
    assert play.fight.table.darkness == 1
    assert body(play, 1).hp == 4
    assert kinds(do(praying("both", npc=True, darkness=0), SHOT, (1, 1, 2, 3))) == ["Spent"]


@pytest.mark.option("darkness.pray")
def test_armour_cannot_be_prayed_over():
    waiting = asks(praying("both"), SHOT, (6, 1, 2, 3), False)
    assert waiting.asked.question == "armour"
    play = do(praying("both"), SHOT, (6, 1, 2, 3), False, (1,))
    assert body(play, 1).hp == 4


def feeble(zero, **options):
    """One die of agility, one off for the weapon and two for a quick shot: a pool of none."""
    return fight(
        fighter(agility=1, weapons=("machine pistol",)),
        fighter("Barid", "blue", at=(10, 0), agility=5),
        house=house(darkness_pray="players", pool_zero=zero, **options),
    )


FEEBLE = act("quick shot", 1, item="machine pistol")


@pytest.mark.rule("AMB-68")
@pytest.mark.option("pool.zero")
def test_the_one_die_of_an_empty_pool_may_be_prayed_over():
    play = do(feeble("minimum_one_die"), FEEBLE, (1,), True, (6,))
    assert [e.points for e in play.done if isinstance(e, fx.Hurt)] == [2]


@pytest.mark.rule("AMB-68", "AMB-09")
@pytest.mark.option("pool.zero")
@pytest.mark.parametrize(
    ("first", "again", "lost"),
    [((6, 3), (6,), 2), ((6, 3), (5,), 0), ((2, 3), (6, 6), 2), ((2, 3), (6, 1), 0)],
)
def test_so_may_the_two_dice_of_an_empty_pool_of_which_a_six_stays(first, again, lost):
    play = do(feeble("desperation"), FEEBLE, first, True, again)
    assert body(play, 1).hp == 7 - lost
    asked = rolls(play, "quick shot, prayed")[0]
    assert asked.asked.chance == f"sixes({len(again)})"
    assert {"AMB-68", "AMB-09"} <= set(asked.rules)


@pytest.mark.rule("AMB-68", "AMB-09")
def test_two_sixes_leave_nothing_to_pray_over_and_a_failing_pool_has_no_dice():
    assert kinds(do(feeble("desperation"), FEEBLE, (6, 6))) == ["Spent", "Hurt", "QuickShot"]
    assert kinds(do(feeble("auto_fail"), FEEBLE, ())) == ["Spent", "QuickShot"]


@pytest.mark.rule("AMB-68")
def test_the_receipt_of_a_prayer_names_its_ruling_and_no_other():
    play = do(praying("players"), SHOT, (1, 1, 2, 3), True, (1, 1, 1, 1))
    assert [getattr(told, "rules", ()) for told in play.story[-4:-2]] == [("AMB-68",)] * 2
    assert rolls(play, "normal shot, prayed")[0].rules == ("AMB-68", "COR-RNG-06")
    assert [(mod.rule, mod.amount) for mod in rolls(play, "normal shot, prayed")[0].tally] == [("AMB-68", 4)]
    npc = asks(praying("both", npc=True), SHOT, (1, 1, 2, 3))
    assert npc.rules == ("AMB-68",)
    assert npc.about == ("normal shot", 0, 4, -1)
