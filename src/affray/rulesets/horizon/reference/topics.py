"""What is known before anybody rolls: order, a turn, what breaks what, what ends it."""

from __future__ import annotations

from affray.core.message import Verbatim, msg
from affray.rulesets.horizon.blow import CLOSE, POINT_BLANK
from affray.rulesets.horizon.escape import ROUNDS
from affray.rulesets.horizon.fighter import BASE
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.talk import WORDS
from affray.sheet import Item, Topic


def topics(house: House) -> tuple[Topic, ...]:
    """Five topics, in the order in which a fight asks for them."""
    return (
        Topic("start", "Who acts when", _start(house)),
        Topic("turn", "Your turn", _turn(house)),
        Topic("range", "Attacks and range", _range(house)),
        Topic("guard", "Defend, Dive, Move", _guard(house)),
        Topic("end", "Out of sight, out, over", _end(house)),
    )


def _start(house: House) -> tuple[Item, ...]:
    return (
        Item("Surprise", ("HZN-SUR-01", "HZN-SUR-05", "HZN-SUR-06"),
             "Goes to the side, yours or theirs, that opens a fight before its enemies know of it; allies in "
             "the fight share it."),
        Item("It gives", ("HZN-SUR-02", "HZN-SUR-03", "HZN-SUR-04"),
             msg("All of them add their own ACU to the test for turn order and to {scope, select, target "
                 "{their Attacks on those caught, in the turn of } other {}}their first combat test{late, "
                 "select, true {, in round 1} other {}}; to no later one.",
                 scope=Verbatim(house.surprise_scope), late=house.surprise_first_round)),
        Item("Ways to it", ("HZN-SUR-07", "HZN-SUR-08", "HZN-SUR-09", "HZN-RUL-60"),
             msg("Sneak close and attack unannounced; shoot from where you cannot be seen (Awareness against "
                 "it is barred or much harder); strike out of a crowd, if the Director agrees. {scope, "
                 "select, target {Each enemy counts apart.} other {One enemy who knows and can warn the "
                 "others ends it.}}",
                 scope=Verbatim(house.surprise_scope))),
        Item("Order", ("HZN-TRN-02", "HZN-TRN-03", "HZN-TRN-04"),
             msg("{scope, select, round {Each round} other {As the fight begins}} all test Awareness: dice + "
                 "ACU, or ACU alone if it is locked. Turns go one after another from the highest "
                 "score{scope, select, round {} other {, in every round}}.",
                 scope=Verbatim(house.order_scope))),
        Item("Ties", ("HZN-RUL-06",),
             msg("{ties, select, surprise_first {The side with surprise, then the higher ACU, then AGI, then "
                 "a die each} director {As the Director says} together {Equals act at the same moment} "
                 "other {The higher ACU, then the higher AGI, then a die each}}.",
                 ties=Verbatim(house.order_ties))),
        Item("A round", ("HZN-RND-01", "HZN-RND-02", "HZN-TRN-01"),
             msg("{time, select, round_start {All take their combat tests, then take their actions} other "
                 "{All take their combat tests and actions}} in turn, one fighter after another.",
                 time=Verbatim(house.test_time))),
        Item("Latecomers", ("HZN-RUL-61",),
             msg("Test Awareness as they come and act {join, select, at_once {in their place in this round} "
                 "other {from the next round on}}.", join=Verbatim(house.join))),
    )  # fmt: skip


def _turn(house: House) -> tuple[Item, ...]:
    return (
        Item("Combat test", ("HZN-PRF-01", "HZN-PRF-02", "HZN-ACT-04", "HZN-RUL-04"),
             msg("One a turn, {time, select, round_start {rolled by everyone as the round begins} first_need "
                 "{before your first action that needs it} other {before your first action}}, with the skill "
                 "of the weapon in hand: a die for each rank (4-5 is 1 AP, 6 is 2) + the better trait.",
                 time=Verbatim(house.test_time))),
        Item("Your row", ("HZN-PRF-03", "HZN-PRF-04", "HZN-PRF-05", "HZN-PRF-06"),
             "The row of the score gives damage, Defense, Move and range all turn. What the header says, "
             "such as magazine and reload, no score changes."),
        Item("Two actions", ("HZN-ACT-01", "HZN-ACT-02", "HZN-ACT-03", "HZN-ACT-05"),
             msg("Attack, Defend, Move, Reload, Draw, Holster or Switch, and Dive, in any mix; only Move "
                 "comes but once. Augs may give more.{idle, select, true { What does nothing is allowed, "
                 "too.} other {}}",
                 idle=house.idle_acts)),
        Item("Bare hands", ("HZN-DHS-04", "HZN-DHS-05", "HZN-MOV-05"),
             "Nothing in hand: you test on your Unarmed style, and must draw before you use a weapon. "
             "Holster or drop it, and you move by the Unarmed row."),
        Item("New weapon", ("HZN-DHS-03", "HZN-RUL-05"),
             msg("Drawn in mid-turn it {change, select, carry {uses the score you have} retest {brings a "
                 "test of its own if its skill is another} locked {gives you nothing this turn, but Move if "
                 "it is Unarmed} other {uses the score you have if its skill is the same or it is Unarmed; "
                 "if not, it may Defend and Move but not Attack}}.", change=Verbatim(house.weapon_change))),
        Item("Owing", ("HZN-WND-07", "HZN-WND-08", "HZN-RUL-35", "HZN-RUL-36"),
             msg("{paid, select, borrowed {Stagger costs you 1 action of your next turn, Down 2} other "
                 "{Staggered, you first spend 1 action to recover, Down 2}}; until then {recover, select, "
                 "no_dive {you may only drop things, speak and look around} deadline {you may do anything "
                 "that leaves enough actions to pay} other {you may only Dive, drop things, speak and look "
                 "around}}. {stack, select, add {Debts add up} other {Only the larger debt counts}}.",
                 paid=Verbatim(house.stun_paid), recover=Verbatim(house.recover),
                 stack=Verbatim(house.stun_stack))),
        Item("Any time", ("HZN-COM-01", "HZN-COM-03", "HZN-AWR-01", "HZN-AWR-03"),
             msg("{words} words a round, other sounds with them{counted, select, true {} other {, which "
                 "nobody counts}}; the Director cuts what takes over 5 seconds. Once a scene a search by "
                 "Awareness with all your senses, free{forced, select, true {; a test for the order or in a "
                 "contest uses it up} other {}}.",
                 words=WORDS, counted=house.words_counted, forced=house.awareness_forced_counts)),
        Item("Locked skill", ("HZN-RUL-08",),
             msg("{how, select, minus5 {No dice: the trait bonus less 5 is the score} forbidden {It cannot "
                 "be tried; a contest forced on it scores 0} other {No dice: the trait bonus is the score}}.",
                 how=Verbatim(house.untrained))),
    )  # fmt: skip


def _range(house: House) -> tuple[Item, ...]:
    return (
        Item("No roll to hit", ("HZN-ATK-01", "HZN-ATK-03", "HZN-ATK-04", "HZN-ATK-05"),
             "An Attack in range lands for the damage of your row, the same each time. Attacks on one target "
             "add up; or give each target one or more whole Attacks."),
        Item("Beyond range", ("HZN-ATK-08", "HZN-RUL-28"),
             msg("{range, select, half {A target farther off than your row's range takes half damage.} "
                 "ignored {Ranges do not count, but for hand reach.} other {A target farther off than your "
                 "row's range cannot be attacked; one exactly at it can.}}",
                 range=Verbatim(house.range_beyond))),
        Item("Point blank", ("HZN-PBR-01", "HZN-PBR-02", "HZN-PBR-03", "HZN-RUL-18"),
             msg("A target at {metres} m or less, each by itself, takes damage read at your score + {more}; "
                 "blows always do. Defense, Move and Reload gain nothing.{edge, select, less_for_some { To "
                 "pass Defense, and for makeshift throws, it must be nearer than {metres} m.} other {}}",
                 metres=POINT_BLANK // 100, more=CLOSE, edge=Verbatim(house.point_blank_edge))),
        Item("Makeshift", ("HZN-PBR-06", "HZN-PBR-08", "HZN-PBR-09", "HZN-RUL-22"),
             msg("A gun as a club, a thing thrown that is not made for it, an improvised weapon: half "
                 "damage, fractions up, after the +{more}. Thrown {far, select, melee_row {as far as the "
                 "Melee row says} point_blank {at point blank only} other {up to STR in metres}}.",
                 more=CLOSE, far=Verbatim(house.throw_far))),
        Item("Hand reach", ("HZN-PRF-08", "HZN-PRF-09", "HZN-PBR-05", "HZN-RUL-20"),
             msg("Blows reach {reach} m. A Melee weapon thrown flies as far as its row says, at score + "
                 "{more} only up to {metres} m{pool, select, true {} other {; farther off Defense counts}}. "
                 "It lies there, and you are unarmed.",
                 reach=house.reach, more=CLOSE, metres=POINT_BLANK // 100, pool=house.thrown_ignores_pool)),
        Item("Grenades", ("HZN-ATK-06", "HZN-PRF-07", "HZN-REL-08", "HZN-RUL-24"),
             msg("One Attack strikes up to five {whom, select, all_near {of all} other {that you "
                 "pick}}{radius, plural, =0 {} other { within # m of the first}}; {split, select, by_count "
                 "{with n targets each takes the n-th number} other {each further one takes 5 less}}{near, "
                 "select, true {} other {, never the +{more} of point blank}}. The next grenade comes by a "
                 "{next, select, belt {Reload} other {Draw}}.",
                 whom=Verbatim(house.blast_targets), radius=house.blast_radius,
                 split=Verbatim(house.grenade_split),
                 near=house.blast_point_blank, more=CLOSE, next=Verbatim(house.grenade_next))),
        Item("Magazine", ("HZN-REL-02", "HZN-REL-04", "HZN-REL-05", "HZN-REL-06"),
             msg("One off for each Attack; empty, no Attack. A Reload adds the header's number, whatever the "
                 "score, at any time and up to a full magazine. {spare, select, counted {Spare rounds are "
                 "counted} other {Spare rounds never run out}}.", spare=Verbatim(house.ammo_spare))),
    )  # fmt: skip


def _guard(house: House) -> tuple[Item, ...]:
    return (
        Item("Defend", ("HZN-DEF-01", "HZN-DEF-02", "HZN-DEF-03", "HZN-DEF-04"),
             "Each adds the row's Defense to a pool that takes damage for you, Attack after Attack, until "
             "your next turn begins."),
        Item("Defense fails against", ("HZN-DEF-05", "HZN-DEF-06", "HZN-DEF-07", "HZN-DEF-09"),
             msg("Point blank, blows, grenades, and whatever else says so. They {wears, select, true {wear "
                 "the pool down all the same} other {leave the pool whole}}.",
                 wears=house.pool_passed_wears)),
        Item("Dive", ("HZN-DIV-01", "HZN-DIV-06", "HZN-DIV-08", "HZN-DIV-10"),
             msg("At any moment{time, select, before { before the damage is known} other {}}, with any gear: "
                 "the better of STR and AGI in metres, and twice that in armour until your next turn, which "
                 "nothing ignores. The Attack {time, select, void {is lost if you leave its range or sight} "
                 "other {still lands}}.",
                 time=Verbatim(house.dive_time))),
        Item("A Dive costs", ("HZN-DIV-04", "HZN-DIV-05", "HZN-DIV-09", "HZN-RUL-14"),
             msg("An action; out of turn{own, select, true {, or with none left,} other {}} an action of "
                 "your next turn{debt, select, one_per_round {, once a round} unlimited {, as often as you "
                 "like} other {, as long as it has any}}. Of two Dives {stack, select, add {the armour adds "
                 "up} other {the higher armour counts}}. Outside a fight: once a scene, armour until you "
                 "stand up.",
                 own=house.dive_own_turn_debt, debt=Verbatim(house.dive_debt),
                 stack=Verbatim(house.dive_stack))),
        Item("Move", ("HZN-MOV-03", "HZN-MOV-04", "HZN-MOV-06", "HZN-RUL-29"),
             msg("{base} m for each AGI and the row's Move{least, plural, =0 {} other {, at least # m}}, "
                 "once a round, {split, select, true {in pieces if you like} other {in one stretch}}. Only "
                 "Unarmed rows make it longer.", base=BASE, least=house.move_least, split=house.move_split)),
        Item("Push", ("HZN-MOV-07", "HZN-MOV-08", "HZN-RUL-31"),
             msg("With Endurance unlocked, once a turn: an Endurance test's score in metres on top{alone, "
                 "select, true {, also without a Move} other {}}{cost, plural, =0 {, free} other {, for an "
                 "action}}.",
                 alone=house.boost_alone, cost=house.boost_cost)),
        Item("Pick up", ("HZN-OBJ-01", "HZN-OBJ-02", "HZN-OBJ-09", "HZN-OBJ-10"),
             msg("One action in your own turn, within 1 m, dropped things too; free for what is handy, if "
                 "the Director agrees.{limit, plural, =0 {} other { You carry at most # for each STR.}}",
                 limit=house.carry_limit)),
    )  # fmt: skip


def _end(house: House) -> tuple[Item, ...]:
    return (
        Item("Disengaged", ("HZN-DIS-01", "HZN-DIS-02", "HZN-DIS-03", "HZN-DIS-04"),
             "No enemy sees you with their own eyes. Sight is mutual; detectors and sensors do not count. "
             "Stealth and Extended Actions need it."),
        Item("Hidden", ("HZN-STL-01", "HZN-STL-02", "HZN-RUL-09", "HZN-RUL-47"),
             msg("Disengaged, test Stealth ({cost, plural, =0 {free} one {# action} other {# actions}}). "
                 "{who, select, best {The best watcher of those who come to see you} anew {Each who comes to "
                 "see you, you anew against each,} other {Each who comes to see you}} tests Awareness: "
                 "{ties, select, changed {as high or higher} other {higher}} finds you and may warn the "
                 "others at once{ties, select, reroll {; equal, you roll again} other {}}.",
                 cost=house.stealth_cost, who=Verbatim(house.stealth_watchers), ties=Verbatim(house.ties))),
        Item("Away", ("HZN-ESC-01", "HZN-ESC-02", "HZN-ESC-03"),
             msg("Disengage, then hide or run: not found for {rounds} rounds in a row, you have "
                 "escaped{count, select, side {; one of you found, all begin anew} other {}}. To meet again "
                 "is a new fight.",
                 rounds=ROUNDS, count=Verbatim(house.escape_count))),
        Item("Extended Action", ("HZN-EXT-01", "HZN-EXT-02", "HZN-EXT-03", "HZN-EXT-05"),
             msg("Disengaged, if the Director allows it: one roll a turn, no other action, AGI metres at "
                 "most{ends, select, true {; a Dive undoes the roll} other {}}. Seen, it waits until sight "
                 "is broken, by a comrade between if need be.", ends=house.dive_ends_task)),
        Item("Damage", ("HZN-RUL-11", "HZN-RUL-12"),
             msg("Doubled or halved first, then less {order, select, armour_first {armour, then Defense} "
                 "other {Defense, then armour}}; the rest comes off Health. {armour, select, pool {Armour "
                 "stops so much in all until your next turn} both {Worn armour counts against each Attack, "
                 "that of a Dive so much in all} other {Armour counts against each Attack}}.",
                 order=Verbatim(house.damage_order), armour=Verbatim(house.armour))),
        Item("Out, dead, over", ("HZN-RUL-63", "HZN-RUL-64"),
             "Out at 0 Health, dead at your full Health below 0; Health is 30, and 10 for each RES. The "
             "fight is over when all who can act are on one side."),
    )  # fmt: skip
