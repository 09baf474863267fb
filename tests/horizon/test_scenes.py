"""Scenes and people: what a file may say, what is wrong with a bad one, and words for all of it."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer, BadData
from affray.core.scene import read_scene
from affray.rulesets.horizon import RULESET, tables
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import able, best_trait, dead
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.scene import HorizonScene, start
from affray.rulesets.horizon.sheet import Aug
from affray.rulesets.horizon.words import WORDS
from affray.session import Controller, opening
from affray.simulation.bulk import plain
from tests.horizon.cast import act, asks, body, do, fight, fighter, foe, made, opened, wall

BAD = """
ruleset = "horizon"
title = "Bad"
opens = "green"
options = { "dive.debt" = "never", "legacy.tables" = "off", "arms.legs" = true }

[[walls]]
name = "wall"
ends = [[0, 0], [1, 1]]

[[walls]]
name = "wall"
ends = [[0, 0], [1, 2]]

[[things]]
name = "nothing"
at = [0, 0]

[[fighters]]
name = "Ada"
side = "red"
at = [0, 0]
weapons = ["rusty-pistol", "silat"]
in_hand = "lmg"
style = "lmg"

[[fighters]]
name = "Ada"
side = "red"
at = [0, 0]
archetype = "guard"
task = { name = "juggle" }
"""


def faults(text):
    with pytest.raises(BadData) as caught:
        read_scene(text, HorizonScene, "bad.toml")
    return [str(fault) for fault in caught.value.faults]


def test_every_fault_of_a_scene_is_told_with_its_line():
    found = faults(BAD)
    expected = (
        "there is no side 'green'", "options.dive.debt: expected one of next_turn",
        "there is no option 'arms.legs'",
        "two walls are called 'wall'", "expected a weapon, an improvised one or an object",
        "expected an archetype, or traits", "there is no weapon among those of Ada 'lmg'",
        "'lmg' is no Unarmed style", "an Unarmed style is not carried", "two fighters are called 'Ada'",
        "expected a skill and a goal", "expected at least two sides", "older layout are off",
    )  # fmt: skip
    for part in expected:
        assert [line for line in found if part in line], part
    assert all(line.startswith("bad.toml:") for line in found)


@pytest.mark.parametrize(("was", "now", "said"), [
    ('weapons = ["rusty-pistol", "silat"]', 'weapons = ["rusty pistole"]', "did you mean 'rusty-pistol'"),
    ('archetype = "guard"', 'archetype = "gard"', "did you mean 'guard'"),
    ('title = "Bad"', 'title = "Bad"\nbefore = 99', "at most 20"),
    ('style = "lmg"', "skills = { endurance = 11 }", "at most 10"),
    ('style = "lmg"', "skills = { cooking = 1 }", "there is no skill 'cooking'"),
])  # fmt: skip
def test_what_is_not_known_or_out_of_bounds_is_told(was, now, said):
    assert [line for line in faults(BAD.replace(was, now)) if said in line]


def test_the_people_of_the_table_are_ready_to_fight():
    for name, kind in tables.archetypes().items():
        record = {"name": "Ada", "side": "red", "at": (0, 0), "archetype": name, "traits": None}
        state = opened(record, {"name": "Bo", "side": "blue", "at": (9, 0)})
        b = body_of(state)
        assert b.sheet.health == 30 + 10 * kind.traits[3]
        assert b.health == b.sheet.health
        assert len(b.kit) == len(kind.weapons)
        assert len({i.name for i in b.kit}) == len(b.kit)


def body_of(state):
    return state.bodies[0]


@pytest.mark.rule("HZN-RUL-63")
def test_health_and_what_is_left_of_it():
    wounded = {"name": "Ada", "side": "red", "at": (0, 0), "health": 40, "now": 7, "traits": {"res": 9}}
    state = opened(wounded, {"name": "Bo", "side": "blue", "at": (9, 0), "traits": {"res": 9}})
    assert [(b.health, b.sheet.health) for b in state.fighters] == [(7, 40), (120, 120)]


@pytest.mark.rule("HZN-RUL-65")
@pytest.mark.parametrize(("worn", "taken"), [("none", 0), ("light", 2), ("medium", 4), ("heavy", 6)])
def test_what_worn_armour_is_worth(worn, taken):
    pair = opened(
        {"name": "Ada", "side": "red", "at": (0, 0), "weapons": ["light-combat-pistol"]},
        {"name": "Bo", "side": "blue", "at": (9, 0), "armour": worn},
    )
    assert tables.armours()[worn] == pair.fighters[1].sheet.armour == taken


@pytest.mark.rule("HZN-RUL-66")
@pytest.mark.parametrize(
    ("skill", "traits"),
    [
        ("endurance", ("strength", "resilience")),
        ("stealth", ("acuity", "agility")),
        ("bio lore", ("acuity", "resilience")),
        ("tech lore", ("acuity", "resilience")),
    ],
)
def test_a_skill_that_the_sheet_does_not_link_goes_by_the_better_of_two_traits(skill, traits):
    assert set(tables.skills()[skill].traits) == set(traits)
    for name in traits:
        low: dict[str, Any] = dict.fromkeys(traits, 2)
        one = fighter(skills={skill: 1}, **low)
        assert best_trait(skill)(one)[0] == 2
        better = fighter(skills={skill: 1}, **{**low, name: 7})
        assert best_trait(skill)(better) == (7, name)


@pytest.mark.rule("HZN-RUL-68")
def test_who_names_no_unarmed_style_has_kick_boxing():
    ada, bo = opened(
        {"name": "Ada", "side": "red", "at": (0, 0)},
        {"name": "Bo", "side": "blue", "at": (9, 0), "style": "silat"},
    ).fighters
    assert [one.sheet.style.name for one in (ada, bo)] == ["kick-boxing", "silat"]
    styles = [w.name for w in tables.book(House()).weapons.values() if w.unarmed]
    assert len(styles) == 4


@pytest.mark.rule("HZN-RUL-64")
def test_out_of_action_at_0_and_dead_as_far_below():
    assert [able(fighter(health=50)._replace(health=h)) for h in (1, 0)] == [True, False]
    assert [dead(fighter(health=50)._replace(health=h)) for h in (-49, -50)] == [False, True]
    gone = do(fight(fighter(score=30), foe(at=(1, 0), health=5)), act("attack", 1))
    assert RULESET.winner(gone.fight) == "red"


def test_weapons_are_found_by_any_of_their_names():
    names = ("rusty-weapon", "Rusty Shiv", "H.O.L.Y. Grenade", "LMG", "lmg (light machine gun)")
    records = [
        {"name": f"P{n}", "side": "red", "at": (n, 0), "weapons": [name]} for n, name in enumerate(names)
    ]
    state = opened(*records, {"name": "Bo", "side": "blue", "at": (9, 9)})
    assert [b.hand for b in state.fighters[:-1]] == [
        "Rusty Weapon", "Rusty Weapon", "H.O.L.Y. Grenade", "LMG", "LMG"
    ]  # fmt: skip


CORRECTIONS = {
    "hurt Quill 5": lambda b: b.health == 45,
    "wound Quill arm": lambda b: b.arms == 1,
    "wound Quill down": lambda b: b.owed == 2,
    "knock-out Quill": lambda b: b.stunned,
    "place Quill 1 -2": lambda b: b.spot == (100, -200),
    "actions Quill 1": lambda b: b.actions == 1,
    "score Quill 17": lambda b: b.tests[0][1] == 17,
    "order Quill 99": lambda b: b.order == 99,
    "screen Quill Chief": lambda b: b.screened == ("Chief",),
    "hide Quill 7": lambda b: (b.hidden, b.stealth) == (True, 7),
    "reveal Quill": lambda b: not b.hidden,
    "aware Quill no": lambda b: not b.aware,
    "alert Quill": lambda b: b.poised,
    "surprise Quill": lambda b: b.surprise,
    "locate Quill": lambda b: b.located,
    "escape Quill": lambda b: b.escaped,
    "done Quill": lambda b: b.task is None,
    "draw Quill Refined Weapon": lambda b: b.hand == "Refined Weapon",
    "load Quill 1 Heavy Combat Pistol": lambda b: b.kit[0].rounds == 1,
    "drop Quill Refined Weapon": lambda b: len(b.kit) == 1,
    "say Quill trips over a cable": lambda b: b.health == 50,
    "close": lambda b: b.health == 50,
}


@pytest.mark.parametrize("words", CORRECTIONS)
def test_a_director_can_type_every_correction(words):
    session = opening.begin(RULESET, RULESET.scenes["vault"], seed=1)
    controller = Controller(session)
    controller.lend("autopilot")
    while not session.fight.fighters[0].tests:
        controller.run(1)
    session.say.correct(words.split(), "because")
    b = session.fight.fighters[0]
    assert CORRECTIONS[words](b)
    lines = [WORDS.told(session.fight, session.names, told.told) for told in session.story]
    assert [line for line in lines if line.startswith("Correction (because): ")]


def test_a_correction_heals_what_is_there_and_uses_up_what_can_be():
    session = opening.begin(RULESET, RULESET.scenes["yard"], seed=1)
    for words in ("wound Bram leg", "heal Bram leg", "use-up Bram Light Military Grenade"):
        session.say.correct(words.split(), "because")
    bram = session.fight.fighters[2]
    assert bram.legs == 0
    assert "Light Military Grenade" not in [i.name for i in bram.kit]
    assert not [x for x in session.fight.table.ground if x.item.name == "Light Military Grenade"]


@pytest.mark.rule("HZN-RUL-06")
def test_a_corrected_place_in_the_order_is_parted_from_equals_as_ever():
    session = opening.begin(RULESET, RULESET.scenes["vault"], seed=1)
    session.say.correct(["order", "Quill", "99"], "because")
    assert (session.fight.fighters[0].order, session.fight.fighters[0].tied) == (99, (4, 5))


def test_a_dropped_thing_lies_where_it_was_dropped():
    session = opening.begin(RULESET, RULESET.scenes["vault"], seed=1)
    session.say.correct(["drop", "Quill", "Refined", "Weapon"], "because")
    lies = next(x for x in session.fight.table.ground if x.item.name == "Refined Weapon")
    assert lies.spot == session.fight.fighters[0].spot


REFUSED = {
    "wound Quill toe": "HZN-WND-01",
    "wound Quill head": "HZN-WND-12",
    "heal Quill arm": "HZN-RUL-44",
    "heal Quill legg": "HZN-RUL-44",
    "score Quill 17": "HZN-PRF-02",
    "done Hob": "HZN-EXT-03",
    "draw Quill LMG": "HZN-DHS-01",
    "load Quill 3 LMG": "HZN-DHS-01",
    "load Quill 3 Refined Weapon": "HZN-REL-08",
    "drop Quill LMG": "HZN-OBJ-08",
    "use-up Quill LMG": "HZN-DHS-01",
    "use-up Quill Refined Weapon": "HZN-ATK-06",
}


@pytest.mark.parametrize(
    "words", [pytest.param(words, marks=pytest.mark.rule(rule)) for words, rule in REFUSED.items()]
)
def test_what_cannot_be_put_right_is_refused_with_its_rule(words):
    session = opening.begin(RULESET, RULESET.scenes["vault"], seed=1)
    before = session.fight
    with pytest.raises(BadAnswer, match=REFUSED[words]):
        session.say.correct(words.split(), "because")
    assert session.fight == before


@pytest.mark.rule("HZN-ESC-02")
def test_who_has_escaped_is_not_hidden_by_a_correction():
    session = opening.begin(RULESET, RULESET.scenes["vault"], seed=1)
    session.say.correct(["escape", "Quill"], "because")
    with pytest.raises(BadAnswer, match="HZN-ESC-02"):
        session.say.correct(["hide", "Quill", "7"], "because")


def test_no_correction_is_left_untried():
    tried = {words.split()[0] for words in (*CORRECTIONS, *REFUSED)}
    assert tried == set(RULESET.corrections)


def test_a_director_puts_things_right():
    start_ = fight(fighter(arms=1, legs=1, torn=True, owed=2), foe())
    for condition, left in (("arm", (0, 1, True, 2)), ("leg", (1, 0, True, 2)), ("body", (1, 1, False, 2)),
                            ("debt", (1, 1, True, 0))):  # fmt: skip
        b = start_.after(fx.Healed(Who(0), condition)).fighters[0]
        assert (b.arms, b.legs, b.torn, b.owed) == left
    out = start_.after(fx.KnockedOut(Who(0)))
    assert not able(out.fighters[0])
    assert able(out.after(fx.KnockedOut(Who(0), False)).fighters[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RULESET.scenes))
def test_the_autopilot_brings_every_scene_to_an_end(name):
    opening = start(read_scene(RULESET.scenes[name], HorizonScene, name))
    ends = [plain(RULESET, opening, 5, n) for n in range(6)]
    assert all(RULESET.winner(end) in {b.side for b in opening.fighters} for end in ends)


def test_a_card_shows_how_one_stands():
    hurt = fighter(weapons=("lmg",), armour=2, owed=1, arms=1, diving=4, hidden=True)
    state = fight(hurt, foe(health=-3, sheet={"health": 50}))
    card = WORDS.card(state, Who(0))
    assert (card.gear, card.out) == ("LMG 15/15, armour 2", False)
    assert card.states == ("hidden", "owes 1 action", "1 arm shattered", "Dive armour 4")
    assert WORDS.card(state, Who(1)).states[0] == "down at -3 Health"
    assert WORDS.apart(state, Who(0), Who(1)) == "10 m"
    assert WORDS.table(state) == "round 1"


def test_an_attack_is_told_in_full():
    play = do(
        fight(fighter(weapons=("light-combat-pistol",), score=10), foe(armour=2)),
        act("attack", 1, item="arm"),
    )
    lines = [WORDS.told(play.fight, ("Ada", "Bo"), told) for told in play.story]
    assert "Ada attacks with the Light Combat Pistol: 5 AP, damage 8, to shatter an arm" in lines
    assert "Bo loses 6 Health" in lines
    assert body(play, 1).arms == 1


def test_a_card_says_what_the_score_of_the_turn_reads():
    def notes(*bodies, **table):
        return WORDS.card(fight(*bodies, **table), Who(0)).states

    ada = fighter(weapons=("light-combat-smg",), score=7)
    assert "7 AP: damage 10, Defense 8, Move -10 m, 30 m" in notes(ada, foe())
    assert not any("AP" in note for note in notes(ada, foe(), current=1))
    hurt = fighter(weapons=("simple-weapon",), score=7, torn=True)
    assert "4 AP: damage 9, Defense 6, Move -10 m, thrown 3 m" in notes(hurt, foe())
    assert "16 AP: damage 11, Defense 16, Move Base" in notes(fighter(score=16), foe())
    rock = fighter(weapons=(made("rock"),), score=9)
    assert "9 AP: damage 5, Defense 6, Move -5 m, thrown 4 m" in notes(rock, foe())


@pytest.mark.rule("HZN-ACT-05")
def test_a_card_shows_as_many_actions_as_a_turn_has():
    augs = {"augs": (Aug("reflexes", actions=1),)}
    bar = WORDS.card(fight(fighter(sheet=augs, actions=1), foe()), Who(0)).bars[1]
    assert (bar.now, bar.most) == (1, 3)


@pytest.mark.rule("HZN-ATK-02")
def test_a_wall_that_breaks_is_told():
    fence = (wall("fence", (5, -5), (5, 5), health=20),)
    start = fight(fighter(weapons=("light-combat-pistol",), score=10, walls=fence), foe(walls=fence))
    once = do(start, act("attack wall", item="fence"))
    twice = do(once.fight, act("attack wall", item="fence"))
    lines = [[WORDS.told(play.fight, ("Ada", "Bo"), told) for told in play.story] for play in (once, twice)]
    assert ["Ada breaks the fence" in said for said in lines] == [False, True]


def test_one_word_is_not_called_words():
    assert WORDS.option(("Ada",), "action", act("speak", n=1)) == "speak (1 word)"
    assert WORDS.option(("Ada",), "action", act("speak", n=2)) == "speak (2 words)"
    duel = fight(fighter(words=20), foe())
    pending = asks(duel, act("make a sound", n=1))
    asked = WORDS.asked(("Ada", "Bo"), pending.asked, pending.about)
    assert asked == "Ada says 1 word. Let Ada finish?"
