"""Cover, fire support and lying down (COV)."""

from __future__ import annotations

import pytest

from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.sheet import Cover
from affray.testing.script import causes
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls, wall

PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)
TABLE = wall("table", 3, (9, -1), (9, 1))


def hidden(cover=TABLE, options=None, **target):
    """Three dice, damage 3, at somebody with 7 hit points ten metres off, behind a table."""
    return fight(
        fighter(agility=3, weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0), agility=5, cover=cover, **target),
        house=house(**(options or {})),
        covers=(cover,) if cover else (),
    )


def lurking(cover=None, target=None, options=None, **shooter):
    return fight(
        fighter(agility=3, weapons=(PISTOL,), cover=cover, **shooter),
        target or fighter("Barid", "blue", at=(10, 0)),
        house=house(**(options or {})),
    )


def support(given, kind="normal shot"):
    pool = asks(given, act(kind, 1, item=PISTOL)).tally
    return [(mod.rule, mod.amount) for mod in pool if mod.rule.startswith("COR-COV")]


@pytest.mark.rule("COR-COV-01")
def test_taking_cover_costs_one_point():
    given = fight(fighter(at=(10, 0)), fighter("Barid", "blue"), covers=(TABLE,))
    play = do(given, act("take cover", item="table"))
    assert body(play, 0).ap == 2
    assert body(play, 0).cover == TABLE
    assert "COR-COV-01" in causes(play)


@pytest.mark.rule("COR-COV-01")
def test_only_cover_at_hand_and_other_than_the_present_one():
    far = fight(fighter(at=(20, 0)), fighter("Barid", "blue"), covers=(TABLE,))
    assert forbids(far, act("take cover", item="table")) == {"COR-COV-01"}
    assert forbids(far, act("take cover", item="moon")) == {"COR-COV-01"}
    there = fight(fighter(at=(10, 0), cover=TABLE), fighter("Barid", "blue"), covers=(TABLE,))
    assert forbids(there, act("take cover", item="table")) == {"COR-COV-01"}


COVERS = [
    ("divan", 2, "COR-COV-02"),
    ("table", 3, "COR-COV-03"),
    ("door", 4, "COR-COV-04"),
    ("inner wall", 5, "COR-COV-05"),
    ("outer wall", 6, "COR-COV-06"),
    ("brick wall", 7, "COR-COV-07"),
    ("foxhole", 8, "COR-COV-08"),
]


@pytest.mark.rule(*[rule for _, _, rule in COVERS])
@pytest.mark.parametrize(("name", "rating", "rule"), COVERS)
def test_each_kind_of_cover_gives_its_rating(name, rating, rule):
    cover = tables.covers()[name]
    assert cover.rating == rating
    play = do(hidden(cover), SHOT, (6, 1, 1), (6,) + (1,) * (rating - 1))
    assert body(play, 1).hp == 7 - 2
    assert rule in causes(play)


@pytest.mark.rule("COR-COV-09")
def test_cover_and_armour_are_one_roll():
    play = do(hidden(armour=2), SHOT, (6, 1, 1), (6, 1, 1, 6, 1))
    assert [(m.rule, m.amount) for m in rolls(play, "armour")[0].tally] == [
        ("COR-DMG-02", 2),
        ("COR-COV-03", 3),
    ]
    assert body(play, 1).hp == 7 - 1
    assert "COR-COV-09" in causes(play)


@pytest.mark.rule("COR-COV-09", "AMB-42", "COR-DMG-05")
@pytest.mark.parametrize("place", [(10, 8), (20, 0)])
def test_cover_counts_only_on_the_line_of_fire(place):
    flank = fight(
        fighter(agility=3, at=place, weapons=(PISTOL,)),
        fighter("Barid", "blue", at=(10, 0), agility=5, cover=TABLE),
    )
    play = do(flank, SHOT, (6, 1, 1))
    assert body(play, 1).hp == 7 - 3
    assert "COR-COV-09" not in causes(play)


@pytest.mark.rule("COR-COV-10")
def test_a_shot_from_behind_cover_has_fire_support():
    given = lurking(wall("table", 3, (1, -1), (1, 1)))
    assert support(given) == [("COR-COV-10", 1)]
    assert support(given, "aimed shot") == [("COR-COV-10", 1)]
    play = do(given, SHOT, (1, 1, 1, 6))
    assert body(play, 1).hp == 1
    assert "COR-COV-10" in causes(play)


@pytest.mark.rule("COR-COV-10")
def test_cover_on_the_other_side_supports_nothing():
    assert support(lurking(wall("table", 3, (-1, -1), (-1, 1)))) == []


@pytest.mark.rule("COR-COV-11")
@pytest.mark.parametrize("state", [{"cover": wall("table", 3, (1, -1), (1, 1))}, {"prone": True}])
def test_quick_shots_have_none(state):
    given = lurking(**state)
    assert support(given, "quick shot") == []
    play = do(given, act("quick shot", 1, item=PISTOL), (6,))
    assert body(play, 1).hp == 1
    assert "COR-COV-11" in causes(play)
    slow = do(given, act("normal shot", 1, item=PISTOL), (1,) * asks(given, SHOT).tally.total)
    assert "COR-COV-11" not in causes(slow)


@pytest.mark.rule("COR-COV-12")
def test_a_prone_target_is_a_die_harder_to_hit_and_only_once():
    given = lurking(target=fighter("Barid", "blue", at=(10, 0), prone=True))
    play = do(given, SHOT, (6, 1))
    assert [(m.rule, m.amount) for m in rolls(play, "normal shot")[0].tally][1:] == [("COR-SIZ-01", -1)]
    assert "COR-COV-12" in causes(play)


@pytest.mark.rule("COR-COV-13")
def test_a_prone_shooter_has_fire_support_without_cover():
    play = do(lurking(prone=True), SHOT, (1, 1, 1, 6))
    assert support(lurking(prone=True)) == [("COR-COV-13", 1)]
    assert body(play, 1).hp == 1
    assert "COR-COV-13" in causes(play)


# --- rulings (AMB-42, AMB-43) -------------------------------------------------------------------


@pytest.mark.rule("AMB-43")
@pytest.mark.rule("COR-COV-13")
@pytest.mark.option("fire_support.stack")
@pytest.mark.parametrize(
    ("value", "expected"), [(False, [("COR-COV-10", 1)]), (True, [("COR-COV-10", 1), ("COR-COV-13", 1)])]
)
def test_fire_supports_together(value, expected):
    cover = wall("table", 3, (1, -1), (1, 1))
    assert support(lurking(cover, options={"fire_support_stack": value}, prone=True)) == expected
    assert support(lurking(cover, options={"fire_support_stack": value}, prone=True), "quick shot") == []


@pytest.mark.rule("AMB-42")
@pytest.mark.rule("COR-DMG-05", "COR-COV-09")
@pytest.mark.option("cover.melee")
@pytest.mark.parametrize(("value", "lost"), [(False, 3), (True, 1)])
def test_cover_in_melee(value, lost):
    given = fight(
        fighter(strength=3, weapons=("axe",), at=(0, 0)),
        fighter("Barid", "blue", at=(1, 0), agility=5, npc=True, cover=Cover("table", 3)),
        house=house(cover_melee=value),
        darkness=0,
    )
    armour = ((6, 6, 1),) if value else ()
    play = do(given, act("melee attack", 1, item="axe"), (6, 1, 1), *armour)
    assert body(play, 1).hp == 7 - lost


@pytest.mark.rule("AMB-42")
@pytest.mark.option("cover.wears")
@pytest.mark.parametrize(("value", "rating"), [(False, 3), (True, 2)])
def test_cover_wears_when_damage_comes_through(value, rating):
    through = do(hidden(options={"cover_wears": value}), SHOT, (6, 1, 1), (1, 1, 1))
    assert body(through, 1).cover == Cover("table", rating, TABLE.line)
    stopped = do(hidden(options={"cover_wears": value}), SHOT, (6, 1, 1), (6, 6, 6))
    assert body(stopped, 1).cover == TABLE


@pytest.mark.option("cover.wears")
def test_worn_out_cover_is_gone():
    play = do(hidden(Cover("divan", 1), {"cover_wears": True}), SHOT, (6, 1, 1), (1,))
    assert body(play, 1).cover is None


@pytest.mark.rule("AMB-42")
def test_sprinting_leaves_the_cover_behind():
    play = do(hidden(), act("sprint", to=(15, 0)), who=1)
    assert body(play, 1).cover is None


@pytest.mark.rule("AMB-42")
def test_being_pinned_loses_the_cover():
    given = fight(
        fighter(strength=3),
        fighter("Barid", "blue", at=(1, 0), npc=True, cover=Cover("table", 3)),
        darkness=0,
    )
    play = do(given, act("melee attack", 1, item="unarmed"), (6, 6, 1), 0, "grapple")
    assert body(play, 1).held_by == 0
    assert body(play, 1).cover is None
