"""What is known before anybody rolls: order, a round, what breaks what, what ends it."""

from __future__ import annotations

from affray.core.message import Verbatim, msg
from affray.rulesets.d6.blast import MODERATE
from affray.rulesets.d6.defence import BANDS
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.house import House
from affray.rulesets.d6.movement import MOST
from affray.sheet import Item, Topic


def topics(house: House) -> tuple[Topic, ...]:
    """Four topics, in the order in which a fight asks for them."""
    return (
        Topic("start", "Who acts when", _start(house)),
        Topic("round", "Your actions", _round(house)),
        Topic("hit", "To hit, to aim, to hide", _hit(house)),
        Topic("harm", "Harm and the end", _harm(house)),
    )


def _start(house: House) -> tuple[Item, ...]:
    return (
        Item("Unaware", ("DSX-AWARE-01", "DSX-ADV-04", "DSX-R13"),
             msg("A fighter who does not know of an attack is hit by a 5{behind, select, zero {, from behind "
                 "by a 0} other {, from behind too}}, whatever the defence{multi, select, true {, less 3 for "
                 "each further action} other {}}{cover, select, true {, with cover added} other {}}. {aware, "
                 "select, true {Once attacked, you know} other {Being attacked does not tell you}}.",
                 behind=Verbatim(house.unaware_behind), multi=house.unaware_multi, cover=house.unaware_cover,
                 aware=house.aware_attacked)),
        Item("Declare", ("DSX-ACT-03", "DSX-R7"),
             msg("{when, select, turn {At the start of your turn say how many actions you take until the "
                 "next; their price holds until then} other {Before the first turn of a round everyone says "
                 "how many actions they take; it cannot rise}}.", when=Verbatim(house.actions_declared))),
        Item("Order", ("DSX-INIT-01", "DSX-INIT-06", "DSX-R3"),
             msg("Anew each round, the most skilled first: {skill, select, perception {a roll of perception} "
                 "readied {the code of the weapon in hand, halved when bloodied} other {the code of the "
                 "skill your first action uses, halved when bloodied, whatever else you do}}.",
                 skill=Verbatim(house.order_skill))),
        Item("Advantage", ("DSX-INIT-02",),
             msg("{order, select, first {A position of advantage comes before everything else} "
                 "other {A position of advantage counts {points} more in the order}}.",
                 order=Verbatim(house.order_advantage), points=DIE)),
        Item("Ties", ("DSX-INIT-04", "DSX-INIT-05", "DSX-R5"),
             msg("{tie, select, coin {Dice decide who of equals goes first} other {Equals act at the same "
                 "moment, so both may fall; if one of them holds back, the other goes first}}.",
                 tie=Verbatim(house.order_tie))),
        Item("Held action", ("DSX-INIT-03", "DSX-HOLD-01", "DSX-HOLD-02", "DSX-R30"),
             msg("Name an event and an action, and leave the order: it happens together with the event. "
                 "Nothing sets it off: {persists, select, true {it is kept for the next round} other {it is "
                 "lost with the round}}.", persists=house.hold_persists)),
        Item("A round", ("DSX-RND-01", "DSX-R36"),
             msg("{seconds, plural, one {# second} other {# seconds}}; over when everyone has acted.",
                 seconds=house.round_seconds)),
    )  # fmt: skip


def _round(house: House) -> tuple[Item, ...]:
    return (
        Item("One action", ("DSX-ACT-01", "DSX-ACT-02"),
             "Move, attack, ready another weapon, reload, or cast: no penalty."),
        Item("More", ("DSX-MULTI-01", "DSX-MULTI-02", "DSX-MULTI-03"),
             msg("{each, select, flat {Further actions, however many:} other {Each further action:}} "
                 "\N{MINUS SIGN}1D on all your rolls and \N{MINUS SIGN}{points} on all your defences this "
                 "round, Willpower too.",
                 each=Verbatim(house.multi_penalty), points=DIE)),
        Item("Running", ("DSX-MULTI-04", "DSX-MULTI-05", "DSX-MOVE-03"),
             msg("Each full move is an action, and {most} a round is the most: a move and an attack are two "
                 "actions, {most} moves lower every defence by {price}.", most=MOST,
                 price=DIE if house.multi_penalty == "flat" else DIE * (MOST - 1))),
        Item("Half a move", ("DSX-MOVE-01",),
             msg("Free {often, select, each_action {with each action} other {once a round, beside an "
                 "action}} that is no move.", often=Verbatim(house.half_move))),
        Item("How many", ("DSX-R8",),
             msg("{most, plural, =0 {As many as you like.} one {At most # action a round.} other {At most # "
                 "actions a round.}} {least, select, one {A code is never less than 1D.} other {A code with "
                 "no dice left gives its pips; with nothing left you cannot roll.}}",
                 most=house.actions_most, least=Verbatim(house.dice_least))),
        *(_wild_die() if house.wild_die else ()),
        Item("Spells", ("DSX-CAST-01", "DSX-CAST-02", "DSX-CAST-03", "DSX-R11"),
             msg("An action for each component{extra, select, true {, and one to cast} other {}}: V, S and M "
                 "are {extra, select, true {four} other {three}}, in one round or in rounds that follow each "
                 "other. {broken, select, true {A wound breaks it off, unless Willpower reaches the points "
                 "lost.} other {A wound does not break it.}}",
                 extra=house.spell_cast_action, broken=house.spell_concentration)),
    )  # fmt: skip


def _wild_die() -> tuple[Item, ...]:
    return (
        Item("Wild die", ("DSX-R35",), "One die of every code: a 6 is rolled again and added, a 1 takes "
                                       "itself and the best other die away."),
    )  # fmt: skip


def _hit(house: House) -> tuple[Item, ...]:
    return (
        Item("To hit", ("DSX-ATK-01", "DSX-R1", "DSX-R15"),
             msg("Reach the target's Reflexes: {number, select, average {3.5 for each die, rounded down} ten "
                 "{10, and half of what the code has beyond 3D} rolled {rolled for each attack} other {3 for "
                 "each die, and the pips}}, with cover, less {points} for each further action{floor, select, "
                 "none {; it may fall below 0} other {, never below {floor}}}.",
                 number=Verbatim(house.defence_number), points=DIE, floor=Verbatim(house.defence_floor))),
        Item("Range", ("DSX-R23",), _range(house)),
        Item("Advantage", ("DSX-ADV-01", "DSX-ADV-02", "DSX-ADV-03", "DSX-R29"),
             msg("+1D {reach, select, any {at any distance} other {within arm's length}}: armed against "
                 "unarmed, the larger of two unarmed, or behind one who cannot turn. {stack, select, true "
                 "{Each reason counts.} other {One die at most.}}",
                 reach=Verbatim(house.advantage_reach), stack=house.advantage_stack)),
        Item("Aim", ("DSX-AIM-01", "DSX-AIM-02", "DSX-R31"),
             msg("A whole round of nothing else gives +1D on that target{most, plural, =1 {} other {, "
                 "further rounds up to +#D}}. Lost by moving, attacking, or aiming elsewhere. In melee only "
                 "at one who is unaware or cannot move.", most=house.aim_most)),
        Item("Cover", ("DSX-COVER-00", "DSX-R12"),
             msg("{stack, select, true {All covers count} other {One cover counts}}; taking it {action, "
                 "select, true {is an action} other {is free}}{unaware, select, true {} other {; no help to "
                 "the unaware}}.",
                 stack=house.cover_stack, action=house.cover_action, unaware=house.unaware_cover)),
        *(_out_of_sight() if house.cover_total == "two_modes" else ()),
        Item("Spell resistance", ("DSX-SR-01", "DSX-SR-02", "DSX-R22"),
             "A cast roll below it does nothing to that target. It is no help against explosives."),
    )  # fmt: skip


def _range(house: House) -> str:
    if not house.range_bands:
        return "Distance changes nothing up to the weapon's range; beyond it there is no attack."
    (near, less, _), (short, _, _), (medium, more, _) = BANDS
    return msg("The number is {less} less up to {near} ft, as it is up to {short} ft, {more} more up to "
               "{medium} ft and {most} more beyond; beyond the weapon's range there is no attack.",
               less=-less, near=near, short=short, more=more, medium=medium, most=2 * more)  # fmt: skip


def _out_of_sight() -> tuple[Item, ...]:
    return (
        Item("Out of sight", ("DSX-SUPP-08", "DSX-SUPP-09", "DSX-R20"),
             "Behind total cover you may go out of sight: no attack and no suppressing fire reaches you, and "
             "you make none that way. At a port you have the points and may attack."),
    )  # fmt: skip


def _harm(house: House) -> tuple[Item, ...]:
    return (
        Item("Damage", ("DSX-ATK-02", "DSX-ATK-03", "DSX-DMG-01", "DSX-DMG-02"),
             msg("Listed damage{rolled, select, true {, rolled as a code,} other {}} + what you rolled "
                 "beyond the number, less armour, comes off hit points.", rolled=house.damage_rolled)),
        Item("Suppressed", ("DSX-SUPP-02", "DSX-SUPP-05", "DSX-R17", "DSX-R19"),
             msg("The cone stays until {until, select, end_of_round {the round ends} other {the shooter's "
                 "next turn}} and catches {whom, select, movers {all who move through it} other {all who are "
                 "exposed, moving or not}}, once a round; a miss still does half. Several shooters may join "
                 "their cones.",
                 until=Verbatim(house.suppress_until), whom=Verbatim(house.suppress_whom))),
        Item("Blast", ("DSX-AREA-02", "DSX-AREA-03", "DSX-R21"),
             msg("Everyone in the radius takes the set damage, or half of it {how, select, reflexes {by a "
                 "roll of Reflexes of {moderate} or more} other {if the throw or the cast misses their "
                 "Reflexes}}; no margin, less armour.", how=Verbatim(house.blast_compared),
                 moderate=MODERATE)),
        Item("Bloodied", ("DSX-BLOOD-01", "DSX-BLOOD-02", "DSX-BLOOD-03", "DSX-BLOOD-04"),
             msg("Below half your hit points: all skills{halves, select, dice { (their dice alone)} other "
                 "{}}{reflexes, select, true {, Reflexes} other {}} and your speed are halved, rounded "
                 "{rounds, select, down {down} other {up}}{reflexes, select, true {} other {; defences are "
                 "not}}. It ends above half, not at half.",
                 rounds=Verbatim(house.half_rounds), halves=Verbatim(house.bloodied_halves),
                 reflexes=house.bloodied_reflexes)),
        Item("Out, dead", ("DSX-R33",),
             msg("{death, select, zero {At 0 hit points you are dead.} other {At 0 hit points you are out of "
                 "the fight, at minus your full number dead.}}", death=Verbatim(house.death))),
        Item("Aboard", ("DSX-VEH-02", "DSX-R26", "DSX-R42"),
             msg("Your number is {still, select, ten {10} other {the driver's Reflexes}} with the vehicle's "
                 "size, or the driver's evasion{rolled, select, true {, rolled for each attack} other {}}. "
                 "Attacks lose dice by speed. {shields, select, true {A closed vehicle's armour counts if "
                 "better than yours} other {The vehicle's armour does not protect you}}.",
                 still=Verbatim(house.vehicle_still), rolled=house.evade_rolled,
                 shields=house.vehicle_shields)),
        Item("Over", ("DSX-R37",),
             msg("When one side has nobody left in the fight{off, select, true {, or nobody has been hurt "
                 "for 20 rounds} other {, or the table says so}}.", off=house.fight_called_off)),
    )  # fmt: skip
