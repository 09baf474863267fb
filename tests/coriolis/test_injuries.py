"""The thirty-six critical injuries: each effect code applied, healed, or for good."""

from __future__ import annotations

import re

import pytest

from affray.core.effect import Who
from affray.core.errors import BadData
from affray.rulesets.coriolis import RULESET, harm, tables
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.fighter import injury_mods, one_handed, slowed, strained
from affray.rulesets.coriolis.state import Clock, Injury
from affray.session.correction import corrected
from affray.testing.script import causes, first, kinds, play_out
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, steps

# D66 | name | fatal, limit | effect | days to heal; the codes of the inventory
INJURIES = """
11 | winded | no | stun 1 | -
12 | dazed | no | stun 1 | -
13 | sprained wrist | no | drop, R -1 M -1 | D6
14 | sprained ankle | no | fall, D -1 I -1 | D6
15 | concussion | no | stun 1, adv -1 | D6
16 | bruised shin | no | fall, D -1 I -1 | 2D6
21 | broken nose | no | stun 1, N -2 | D6
22 | broken fingers | no | drop, R -2 M -2 | 2D6
23 | broken toes | no | stun 1, D -2 I -2 | 2D6
24 | lost teeth | no | stun 1, N -2 | 2D6
25 | low blow | no | stun 2, strain | 2D6
26 | shoulder out of joint | no | stun 1, F -3 M -3 | D6
31 | broken ribs | no | stun 1, D -2 M -2 | 2D6
32 | broken arm | no | stun 1, R -3 M -3 | 3D6
33 | broken leg | no | fall, slow, D -2 I -2 | 3D6
34 | torn ear | no | stun 1, O -2, lasting scar | 3D6
35 | wounded eye | no | stun 1, R -2 O -2 | 3D6
36 | collapsed lung | yes, D6 days | stun 1, D -3 | 2D6
41 | kidney wound | yes, D6 days | stun 2, strain | 3D6
42 | crushed foot | yes, D6 days | fall, slow, D -3 I -3 | 4D6
43 | crushed elbow | yes, D6 days | stun 1, F -2 M -2, 1h | 4D6
44 | crushed knee | yes, D6 hours | stun 1, fall, slow, D -3 I -3 | 4D6
45 | crushed face | yes, D6 hours | out, N -2 | 4D6
46 | perforated gut | yes, D6 hours | stun 1, 1 damage an hour until first aid | 2D6
51 | broken back | yes, D6 hours | out, legs paralysed; lasting unless treated while healing | 4D6
52 | broken neck | yes, D6 hours | out, paralysed below the neck; lasting unless treated while healing | 4D6
53 | bleeding belly | yes, D6 minutes | 1 damage a turn until first aid | D6
54 | internal bleeding | yes, D6 minutes, aid -1 | out, strain | 2D6
55 | arm artery | yes, D6 minutes, aid -1 | out, D -1 | D6
56 | leg artery | yes, D6 minutes, aid -1 | out, D -2 | D6
61 | arm destroyed | yes, D6 minutes, aid -1 | out, D -2, arm lost for good, 1h | 3D6
62 | leg destroyed | yes, D6 minutes, aid -1 | out, D -2, leg lost for good, slow | 3D6
63 | throat vein | yes, D6 minutes, aid -1 | out, D -1 | D6
64 | main artery | yes, D6 minutes, aid -1 | out, D -2 | 2D6
65 | heart pierced | dies at once |  | -
66 | skull crushed | dies at once |  | -
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in INJURIES.strip().splitlines()]
LETTERS = {
    "R": "ranged combat",
    "M": "melee combat",
    "D": "dexterity",
    "I": "infiltration",
    "O": "observation",
    "F": "force",
    "N": "manipulation",
    "adv": "medicurgy",
}
PISTOL = "heavy pistol"
SHOT = act("normal shot", 1, item=PISTOL)
HOUR, DAY = 3600, 86_400


def struck(code):
    """A critical injury of somebody with a knife in hand, bought with a shot."""
    given = fight(
        fighter(agility=5, weapons=(PISTOL,)),
        fighter("Victim", "blue", at=(10, 0), agility=5, weapons=("knife",)),
    )
    return do(given, SHOT, (6, 6, 6, 1, 1), 0, "critical injury", (code // 10, code % 10))


def ill(*codes, options=None, others=(), **victim):
    """A fight in the slot of somebody who has had these injuries, with 7 hit points, for a while."""
    one = fighter("Victim", **{"agility": 5, **victim})
    given = fight(one, fighter("Foe", "blue", at=(10, 0), agility=5), *others, house=house(**(options or {})))
    for code in codes:
        given = given.after(fx.Injured(Who(0), code)).after(fx.ClockRolled(Who(0), 0, 3))
    return given._replace(bodies=(given.bodies[0]._replace(stun=0), *given.bodies[1:]))


def next_turn(given, seconds=0):
    """The next combat turn, so many seconds later than it would be."""
    waiting = [b._replace(over=True, score=9 - n) for n, b in enumerate(given.fighters)]
    table = given.table._replace(clock=given.table.clock + seconds, current=None)
    plain = given.house._replace(init_weapon_bonus="off")
    return steps(given._replace(bodies=(*waiting, table), house=plain))


def test_there_are_thirty_six():
    assert len(ROWS) == 36
    assert sorted(tables.injuries()) == [int(row[0]) for row in ROWS]


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_each_injury_does_what_its_codes_say(row):
    code, effect = int(row[0]), row[3]
    play = struck(code)
    victim = body(play, 1)
    stun = re.search(r"stun (\d)", effect)
    assert victim.stun == (int(stun[1]) if stun else 0)
    assert (victim.hands == ()) == ("drop" in effect)
    assert len(play.fight.table.ground) == ("drop" in effect)
    assert victim.prone == ("fall" in effect or "paralysed" in effect)
    assert victim.out == ("out" in effect)
    assert slowed(victim) == ("slow" in effect)
    assert one_handed(victim) == ("1h" in effect)
    assert strained("melee combat")(victim) == ("strain" in effect)
    assert victim.dead == ("at once" in row[2])
    off = {letter: int(n) for letter, n in re.findall(r"\b([RMDIOFN]|adv) (-\d)", effect)}
    for letter, skill in LETTERS.items():
        assert sum(mod.amount for mod in injury_mods(skill)(victim)) == off.get(letter, 0)


def test_an_effect_that_nobody_has_declared_is_refused_with_its_line(monkeypatch):
    table = tables.rows("injuries")
    table[1]["effects"], table[3]["effects"] = "stan:1 fall", "bleed:day"
    monkeypatch.setattr(tables, "rows", lambda _: table)
    with pytest.raises(BadData) as caught:
        tables.injuries.__wrapped__()
    assert [str(fault).rpartition("/")[2] for fault in caught.value.faults] == [
        "injuries.csv:3: there is no effect 'stan:1'; did you mean 'strain' or 'stun'?",
        "injuries.csv:5: there is no effect 'bleed:day'; did you mean 'bleed'?",
    ]
    with pytest.raises(ValueError, match="two effects"):
        tables.Wound("stun")


def test_an_effect_declared_by_a_chapter_says_which_injuries_have_it(monkeypatch):
    monkeypatch.setattr(tables.Wound, "known", {**tables.Wound.known})
    deaf = tables.Wound("deaf", of=(34, 63))
    kinds = tables.injuries.__wrapped__()
    assert [code for code, kind in kinds.items() if deaf in kind.codes] == [34, 63]
    assert kinds[34].codes == {**tables.injuries()[34].codes, deaf: "1"}


def test_an_effect_of_an_injury_that_is_not_there_is_refused_with_its_line(monkeypatch):
    monkeypatch.setattr(tables.Wound, "known", {**tables.Wound.known})
    tables.Wound("deaf", of=(34, 67))
    with pytest.raises(BadData) as caught:
        tables.injuries.__wrapped__()
    [fault] = caught.value.faults
    assert fault.place
    assert fault.message.startswith("there is no injury '67'; known: 11, 12, ")


@pytest.mark.rule("COR-CRT-04", "COR-CRT-02")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_each_injury_has_its_limit_aid_and_days(row):
    kind = tables.injuries()[int(row[0])]
    assert kind.name == row[1]
    assert kind.fatal == (row[2] != "no")
    limit = re.search(r"D6 (minutes|hours|days)", row[2])
    assert (kind.limit, kind.unit) == ((1, tables.UNITS[limit[1]]) if limit else (0, 0))
    assert kind.aid == (-1 if "aid -1" in row[2] else 0)
    heal = re.fullmatch(r"(\d?)D6", row[4])
    assert kind.heal == (int(heal[1] or 1) if heal else 0)


# --- stun (AMB-65) --------------------------------------------------------------------------------


@pytest.mark.rule("AMB-65")
@pytest.mark.parametrize(("code", "slots"), [(11, 1), (25, 2)])
def test_the_stunned_lose_so_many_slots(code, slots):
    waiting = fight(
        fighter("Victim", score=5), fighter("Foe", "blue", at=(50, 0), score=1), current=None
    ).after(fx.Injured(Who(0), code))
    clocks = ((1, 1),) if code == 25 else ()
    given = steps(waiting, *clocks).fight
    for _ in range(slots):
        assert body(steps(given), 0).over
        given = next_turn(given._replace(bodies=steps(given).fight.bodies)).fight
    assert not body(steps(given), 0).over
    assert steps(given).fight.table.current == 0


@pytest.mark.rule("AMB-65")
def test_the_stunned_neither_act_nor_react():
    given = fight(
        fighter(strength=3, weapons=("axe",)),
        fighter("Victim", "blue", at=(1, 0), stun=1, weapons=("axe",)),
    )
    assert kinds(do(given, act("melee attack", 1, item="axe"), (1, 1, 1))) == ["Spent"]
    assert forbids(given, act("hit the ground"), who=1) == {"AMB-65"}
    assert forbids(given, act("shout"), who=1) == {"AMB-65"}


@pytest.mark.rule("AMB-65")
def test_stunned_in_the_own_slot_one_loses_the_rest_and_the_next():
    eyes = fighter(at=(0, 0)).spot
    watcher = fighter("Watcher", "blue", at=(10, 0), agility=5, weapons=(PISTOL,), watch=eyes)
    given = fight(fighter("Victim", score=5, hp=9), watcher)
    shot = (True, (6, 6, 6, 1, 1), 0, "critical injury", (1, 1))
    hit = do(given, act("hit the ground"), *shot)
    assert not body(hit, 0).prone
    ended = steps(hit.fight, pieces=2)
    assert body(ended, 0).over
    assert body(ended, 0).stun == 1


@pytest.mark.rule("AMB-65", "COR-OVW-09")
def test_being_stunned_ends_overwatch():
    given = fight(
        fighter(agility=5, weapons=(PISTOL,)),
        fighter("Victim", "blue", at=(10, 0), hp=7, weapons=("carbine",), watch=fighter(at=(20, 0)).spot),
    )
    play = do(given, SHOT, (6, 6, 6, 1, 1), 0, "critical injury", (1, 1))
    assert body(play, 1).watch is None


# --- drop, fall, dice off -------------------------------------------------------------------------


@pytest.mark.rule("COR-CRT-02")
def test_of_two_things_in_hand_the_first_is_dropped():
    both = fighter("Victim", weapons=("knife", "axe"))
    now = fight(both, fighter("Foe", "blue", at=(10, 0)))
    after = corrected(RULESET, now, fx.Injured(Who(0), 13))
    assert after.bodies[0].hands == ("axe",)


@pytest.mark.rule("COR-CRT-04")
def test_whoever_dies_by_the_clock_lets_go_of_what_is_held():
    dying = fighter("Victim", holding=Who(1), injuries=(Injury(53),), timed=1, clocks=(Clock(60, 5, 0),))
    held = fighter("Foe", "blue", (1, 0), held_by=Who(0))
    now = fight(dying, held, clock=60)
    play = play_out(now, harm.time_runs)
    assert body(play, 0).dead
    assert body(play, 1).held_by is None


@pytest.mark.rule("COR-CRT-02")
def test_what_is_dropped_lies_at_the_victims_feet():
    play = struck(13)
    assert play.fight.table.ground[0].spot == body(play, 1).spot
    assert not forbids(play.fight, act("pick up", item="knife"), who=1)


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize(("code", "dice"), [(13, 4), (22, 3), (32, 2), (35, 3)])
def test_dice_off_shooting(code, dice):
    pool = asks(ill(code, weapons=(PISTOL,)), SHOT).tally
    assert pool.total == dice
    assert ("COR-CRT-02", dice - 5) in [(mod.rule, mod.amount) for mod in pool]


@pytest.mark.rule("COR-CRT-02")
def test_dice_off_melee_and_those_of_several_injuries_add_up():
    given = ill(31, 13, strength=5, others=(fighter("Near", "blue", at=(1, 0), npc=True),))
    swing = act("melee attack", 2, item="unarmed")
    assert asks(fight(*given.fighters, darkness=0), swing).tally.total == 5 - 2 - 1


@pytest.mark.rule("COR-CRT-02")
def test_dice_off_advanced_skills():
    given = ill(15, skills={"technology": 1})
    assert asks(given, act("tinker")).tally.total == 3 - 1


# --- slow, one-handed, out, paralysed ---------------------------------------------------------------


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize("code", [33, 42, 44, 62])
def test_slow_halves_the_sprint(code):
    given = ill(code, prone=False)
    upright = given._replace(bodies=(given.bodies[0]._replace(prone=False, out=False), *given.bodies[1:]))
    assert not forbids(upright, act("sprint", to=(-5, 0)))
    assert forbids(upright, act("sprint", to=(-5.01, 0))) == {"COR-ACT-10"}


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize(
    ("weapon", "kind"), [("machine gun", "normal shot"), ("axe", "melee attack"), ("mace", "melee attack")]
)
def test_one_arm_uses_no_heavy_or_bulky_weapon(weapon, kind):
    near = (fighter("Near", "blue", at=(1, 0)),)
    assert forbids(ill(43, weapons=(weapon,), others=near), act(kind, 2, item=weapon)) == {"COR-CRT-02"}
    light = "service pistol" if kind == "normal shot" else "sword"
    assert not forbids(ill(43, weapons=(light,), others=near), act(kind, 2, item=light))


@pytest.mark.rule("COR-CRT-02")
def test_one_arm_neither_watches_nor_defends_with_one():
    assert "COR-AUT-06" in forbids(ill(43, weapons=("machine gun",)), act("overwatch", 1))
    given = fight(
        fighter(strength=3, weapons=("sword",)),
        ill(43, weapons=("mace",)).fighters[0]._replace(spot=fighter(at=(1, 0)).spot, side="blue"),
    )
    waiting = asks(given, act("melee attack", 1, item="sword"), True, (1, 1, 1, 1))
    assert ("COR-DEF-12", -2) in [(mod.rule, mod.amount) for mod in waiting.tally]


@pytest.mark.rule("COR-CRT-02")
def test_the_unconscious_do_nothing_for_hours():
    given = ill(45, others=(fighter("Friend"),))
    assert "COR-BRK-02" in forbids(given, act("hit the ground"))
    down = steps(given, (2,)).fight
    assert next_turn(down, 2 * HOUR - 30).fight.bodies[0].out
    awake = next_turn(down, 2 * HOUR)
    assert not body(awake, 0).out
    assert body(awake, 0).hp == 7
    assert first(awake, fx.CameBack).who == 0


def test_first_aid_for_the_broken_does_not_wake_the_unconscious():
    medic = fighter("Healer", wits=2, skills={"medicurgy": 1}, at=(1, 0))
    play = do(ill(45, others=(medic,), hp=0), act("first aid", 0, item="broken"), (6, 1, 1), who=2)
    assert body(play, 0).hp == 1
    assert body(play, 0).out


@pytest.mark.rule("COR-CRT-02")
def test_the_paralysed_stay_down():
    for code, refused in ((51, {"COR-CRT-02"}), (52, {"COR-CRT-02"})):
        given = ill(code)
        awake = given._replace(bodies=(given.bodies[0]._replace(out=False), *given.bodies[1:]))
        assert forbids(awake, act("get up")) == refused
        assert (forbids(awake, act("draw", item="knife")) == {"COR-CRT-02", "COR-ACT-12"}) == (code == 52)


# --- strain, bleeding -------------------------------------------------------------------------------


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize("code", [25, 41])
def test_strain_costs_a_point_with_every_melee_test(code):
    near = (fighter("Near", "blue", at=(1, 0), npc=True),)
    given = ill(code, others=near)
    play = do(fight(*given.fighters, darkness=0), act("melee attack", 2, item="unarmed"), (1, 1))
    assert body(play, 0).hp == 7 - 1
    assert "COR-CRT-02" in causes(play)
    shot = do(ill(code, weapons=(PISTOL,)), SHOT, (1, 1, 1, 1, 1))
    assert body(shot, 0).hp == 7


@pytest.mark.rule("COR-CRT-02")
def test_strain_can_break_and_then_lets_go_of_what_is_held():
    near = (fighter("Near", "blue", at=(1, 0), held_by=Who(0)),)
    given = ill(25, others=near, hp=1, holding=Who(2))
    play = do(given, act("grapple attack"), (1, 1, 1, 1))
    assert body(play, 0).hp == 0
    assert body(play, 2).held_by is None
    assert "COR-BRK-01" in causes(play)


def bleeding(code, limit, hp=7):
    given = ill(hp=hp).after(fx.Injured(Who(0), code))
    return steps(given, limit, (1,) * tables.injuries()[code].heal, *(((6,),) if hp == 0 else ())).fight


@pytest.mark.rule("COR-CRT-02")
def test_a_bleeding_belly_costs_a_point_a_turn_until_broken():
    given, lost = bleeding(53, (6,), hp=2), []
    for _ in range(4):
        if given.bodies[0].hp == 0 and not given.bodies[0].hours:
            given = steps(given, (3,)).fight
        given = next_turn(given).fight
        lost.append(given.bodies[0].hp)
    assert lost == [1, 0, 0, 0]


@pytest.mark.rule("COR-CRT-02")
def test_a_perforated_gut_costs_a_point_an_hour():
    given = next_turn(bleeding(46, (6,))).fight
    assert given.bodies[0].hp == 7
    given = next_turn(given, HOUR - 30).fight
    assert given.bodies[0].hp == 6
    for _ in range(5):
        given = next_turn(given).fight
    assert given.bodies[0].hp == 6
    assert next_turn(given, 2 * HOUR).fight.bodies[0].hp == 4


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize("code", [46, 53])
def test_first_aid_stops_the_bleeding(code):
    medic = fighter("Healer", wits=2, skills={"medicurgy": 1}, at=(1, 0))
    given = bleeding(code, (6,))
    with_medic = given._replace(bodies=(*given.fighters, medic, given.table))
    aided = do(with_medic, act("first aid", 0, item=str(code)), (6, 1, 1), who=2).fight
    later = next_turn(next_turn(aided, HOUR).fight).fight
    assert later.bodies[0].hp == 7
    assert not later.bodies[0].dead


# --- healing ------------------------------------------------------------------------------------------


@pytest.mark.rule("COR-CRT-02")
def test_injuries_heal_after_their_days():
    given = ill(35)
    assert len(next_turn(given, 3 * DAY - 30).fight.bodies[0].injuries) == 1
    healed = next_turn(given, 3 * DAY)
    assert body(healed, 0).injuries == ()
    assert "Healed" in kinds(healed)


@pytest.mark.rule("COR-CRT-02")
@pytest.mark.parametrize(
    ("code", "treated", "lasts"),
    [(34, False, False), (61, True, True), (62, True, True), (51, True, False), (52, True, False)],
)
def test_what_lasts(code, treated, lasts):
    given = ill(code, others=(fighter("Friend"),))
    if treated:
        given = given.after(fx.Treated(Who(0), code)).after(fx.CameBack(Who(0), 1))
    later = next_turn(given, 10 * DAY).fight.bodies[0]
    assert bool(later.injuries) == lasts


@pytest.mark.rule("COR-CRT-02")
def test_a_blow_that_only_stuns_is_gone_with_the_stun():
    given = steps(fight(fighter(), fighter("Foe", "blue", at=(50, 0))).after(fx.Injured(Who(0), 12))).fight
    assert next_turn(given).fight.bodies[0].injuries == ()
