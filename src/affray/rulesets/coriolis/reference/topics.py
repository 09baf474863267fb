"""What one knows before one acts: how a fight starts, what a turn holds, what breaks what."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.message import figure, joined, msg
from affray.rulesets.coriolis import overwatch
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.movement import OPPORTUNITY
from affray.rulesets.coriolis.state import AP
from affray.sheet import Item, Topic

TIES = {
    "roll_off": "ties roll off",
    "second_die_once": "ties roll one more die, then the higher agility, then a roll-off",
    "higher_agility": "ties go by agility, then a roll-off",
    "pcs_first": "ties go to player characters, then a roll-off",
}
"""How ties of initiative are put in order, by the option `init.tie`."""
RAISED = {
    "permanent_next_turn": "+2 for each six, from the next turn on, for good",
    "next_turn_only": "+2 for each six, in the next turn only",
    "immediate": "+2 for each six, at once and for good",
}
"""What a bought initiative comes to, by the option `init.raise`."""
WEAPONS = {
    "declared": "adds its initiative for a turn if you say so first; its first paid action attacks with it",
    "while_in_hand": "adds its initiative while it is in hand",
    "at_first_roll": "adds its initiative once, to the first roll",
    "off": "its initiative is not used",
}
"""When a weapon's initiative counts, by the option `init.weapon_bonus`."""
ENGAGED = {
    "proximity": "within Close of an aware foe, both able to act",
    "explicit": "from a melee attack on until they are apart",
}
"""When two are engaged, by the option `engaged`."""
OPPOSED = {
    "resister": "more sixes than the grappler; a tie holds",
    "initiator": "as many sixes as the grappler, at least one",
    "reroll": "more sixes than the grappler; a tie is rolled again",
}
"""What it takes to break free, by the option `opposed.tie`."""
DARKNESS = {
    "off": "what NPCs do in defence costs 1",
    "players": "an NPC's defence costs 1, a player's prayer gives 1: what is no six is rolled again",
    "both": "an NPC's defence or prayer costs 1, a player's prayer gives 1: what is no six is rolled again",
}
"""What darkness is for, by the option `darkness.pray`."""
CLIPS = {
    "per_turn": "three quick shots in a turn empty the clip",
    "since_reload": "three quick shots since loading empty the clip",
    "off": "quick shots never empty the clip",
}
"""What empties a clip, by the option `quick.clip`."""


def topics(house: House) -> tuple[Topic, ...]:
    """All that is not a price, a modifier or a table."""
    return (start(house), turn(house), melee(house), grappled(house), shots(house), reactions(house),
            broken(house))  # fmt: skip


def start(house: House) -> Topic:
    """Who acts when, and when it is over."""
    more = "" if house.surprise_free_action == "off" else ", and 2 AP more"
    lowered = "at the start of your slot" if house.init_lower == "own_slot" else "between two turns"
    joins = "from the next turn on" if house.join == "next_turn" else "in this turn"
    return Topic("start", "How a fight starts and ends", (
        Item("Initiative", ("COR-INIT-01", "COR-INIT-04", "COR-INIT-05"),
             "each rolls 1D6, once for the whole fight; scores are open"),
        Item("Order", ("COR-INIT-02", "COR-INIT-03"),
             msg("highest score first; {ties}", ties=TIES[house.init_tie])),
        Item("Surprise", ("COR-INIT-08", "COR-INIT-09", "AMB-05"),
             msg("+2 in the first turn only{more}; the surprised are unaware until their first slot",
                 more=more)),
        Item("Weapon", ("COR-INIT-11", "AMB-03"), WEAPONS[house.init_weapon_bonus]),
        Item("Bought", ("COR-INIT-12", "AMB-02"), RAISED[house.init_raise]),
        Item("Lowered", ("COR-INIT-14", "AMB-04"),
             msg("by any amount, for the rest of the fight, {when}", when=lowered)),
        Item("Darkness", ("AMB-69", "COR-DEF-03", *(("AMB-68",) if house.darkness_pray != "off" else ())),
             msg("the GM starts with {n}; {use}", n=house.darkness_start, use=DARKNESS[house.darkness_pray])),
        Item("Next turn", ("COR-INIT-06", "COR-INIT-07"),
             msg("when all have acted; a turn is about {seconds} seconds", seconds=house.time_turn_seconds)),
        Item("Latecomers", ("AMB-67",), msg("roll 1D6 and act {when}", when=joins)),
        Item("The end", ("AMB-58",), "when all who are not Broken are on one side, or the GM says so"),
    ))  # fmt: skip


def turn(house: House) -> Topic:
    """What a turn holds."""
    whose = "of each turn" if house.ap_refresh == "combat_turn" else "of each of your slots"
    owed = msg("; up to {n} may be borrowed from the next turn", n=house.ap_borrow) if house.ap_borrow else ""
    return Topic("turn", "Your turn", (
        Item("Action points", ("COR-AP-01", "COR-AP-02", "COR-TRN-01"),
             msg("back to {ap} AP at the start {whose}, whatever was left", ap=AP, whose=whose)),
        Item("Costs", ("COR-AP-03", "COR-AP-04", "COR-AP-05", "COR-AP-06", "COR-AP-10"),
             "slow 3, normal 2, fast 1, free 0; never more than is left"),
        Item("A turn", ("COR-AP-07", "COR-AP-08", "COR-AP-09", "COR-TRN-02", "COR-TRN-03"),
             "three fast, or a normal and a fast in any order, or one slow"),
        Item("Kept AP", ("COR-AP-11", "COR-AP-12", "COR-AP-13", "COR-TRN-04", "COR-TRN-05"),
             msg("pay for reactions; one before your slot leaves less for it{owed}", owed=owed)),
    ))  # fmt: skip


def melee(house: House) -> Topic:
    """Who can strike whom, and how one defends."""
    npcs = "" if house.defence_cost else ", free"
    return Topic("melee", "In melee", (
        Item("Reach", ("COR-MEL-03", "COR-DST-01", "COR-MEL-04"),
             msg("the target within {metres} m, the attacker standing", metres=house.range_close)),
        Item("Quick", ("COR-MQ-03",), "light weapons and bare hands only"),
        Item("Engaged", ("AMB-31",), ENGAGED[house.engaged]),
        Item("Defence", ("COR-ACT-13", "COR-DEF-08"),
             msg("declared before the roll{npcs}; its sixes cancel as many sixes as it likes", npcs=npcs)),
        Item("A hit", ("COR-MEL-06", "COR-DEF-14", "COR-MEL-09", "COR-MEL-10"),
             "does the weapon's damage; sixes left over buy effects, then it is over"),
        Item("Unarmed", ("AMB-30",), "no melee weapon in hand; the foe must hold a weapon"
             if not house.unarmed_ranged_counts else "nothing in hand; the foe must hold a weapon"),
    ))  # fmt: skip


def grappled(house: House) -> Topic:
    """What the pinned and their grapplers can do."""
    falls = "; both are prone" if house.grapple_prone else ""
    more = joined("", (falls, "; drops what it holds" if house.grapple_drop_weapon else ""))
    bonus = "weapon dice count" if house.grapple_weapon_bonus else "no weapon dice"
    return Topic("grappled", "Grappled", (
        Item("Pinned", ("COR-GRP-06", "AMB-44"),
             msg("cannot defend, attack, move or react: may only break free or act for 0 AP{more}",
                 more=more)),
        Item("Breaking free", ("COR-GRP-01", "COR-GRP-03", "AMB-46", "AMB-59"),
             msg("2 AP, free for the grappler; both roll melee combat, {bonus}: {wins}",
                 bonus=bonus, wins=OPPOSED[house.opposed_tie])),
        Item("The grappler", ("COR-GRP-05", "AMB-44"),
             "attacks the pinned only, with +2 dice and unarmed damage, or lets go for 0 AP"),
    ))  # fmt: skip


def shots(house: House) -> Topic:
    """What can be shot at, and what helps against it."""
    away = "sprinting, being moved or pinned"
    wears = "; it wears down under fire" if house.cover_wears else ""
    blows = "shots and blows" if house.cover_melee else "shots, never blows"
    return Topic("shots", "Shots and cover", (
        Item("No defence", ("COR-RNG-11",), "against a shot: only cover and armour"),
        Item("Quick shots", ("COR-SHT-03", "COR-SHT-04"),
             msg("to Short range; {clips}", clips=CLIPS[house.quick_clip])),
        Item("Aimed shots", ("COR-SHT-08",), "not while engaged in melee"),
        *_bursts(house),
        Item("Empty clip", ("COR-AUT-06",),
             "no shot until it is reloaded, 2 AP" if house.ammo_reloads == "unlimited"
             else "no shot until it is reloaded, 2 AP and one of its clips"),
        Item("A hit", ("COR-RNG-08", "COR-RNG-10"),
             "does what armour leaves; sixes left over buy effects, then it is over"),
        Item("Cover", ("COR-COV-09", "AMB-42"),
             msg("its dice join the armour's, against {blows}; lost by {away}{wears}",
                 blows=blows, away=away, wears=wears)),
        Item("Fire support", ("COR-COV-11", "AMB-43"),
             "+1 from cover or prone, not for quick shots" if not house.fire_support_stack
             else "+1 from cover, +1 prone, not for quick shots"),
        Item("Prone", ("COR-COV-12", "AMB-52"),
             "shots at you -1; no melee attack, no sprint; you may defend, shoot and reload"),
    ))  # fmt: skip


def _bursts(house: House) -> Iterator[Item]:
    """What a table plays of automatic fire that its flow does not say."""
    if house.auto_max_range == "long":
        yield Item("Full auto", ("AMB-66",), "to Long range at most")
    if house.auto_base_ones:
        yield Item("Ones", ("AMB-23",), "in the attack roll of a burst empty the clip and end it, too")
    if not house.auto_extra_hits:
        yield Item("Further dice", ("AMB-24",), "of a burst cannot turn a miss into a hit")


def reactions(house: House) -> Topic:
    """What sets reactions off, and what breaks overwatch."""
    seen = ("before an enemy in it acts, moves or reacts" if house.overwatch_trigger == "enemy_acts"
            else "at any time, at anybody in it")  # fmt: skip
    until = "your next slot" if house.overwatch_until == "own_slot" else "the end of the turn"
    once = "" if house.overwatch_shots == "ap" else ", once"
    stress = ", stress" if house.overwatch_stress_breaks else ""
    coming = ", or comes within it" if house.aoo_on_entry else ""
    light = ", light weapons only" if house.aoo_light_only else ""
    bare = "" if house.aoo_defendable else ", no defence"
    goes_on = "may be changed" if house.interrupt_change == "yes" else "goes on if it still can"
    first = "the highest initiative first" if house.reactions_order == "initiative" else "as the GM decides"
    mutual = ("an opposed ranged combat roll" if house.overwatch_mutual == "opposed"
              else "the higher initiative")  # fmt: skip
    paid = "" if house.npc_dp == "defence" else "; NPCs 1 darkness too"
    return Topic("reactions", "Reactions", (
        Item("Opportunity", ("COR-AOO-02", "COR-AOO-03", "AMB-32"),
             msg("a foe leaves melee with you or passes within Close{coming}: a full melee attack, {dice} "
                 "dice{light}{bare}{paid}", coming=coming, dice=figure(OPPORTUNITY.amount, "+d"), light=light,
                 bare=bare, paid=paid)),
        Item("Overwatch", ("COR-OVW-01", "COR-OVW-02", "COR-OVW-03", "AMB-38"),
             msg("1 AP, a loaded gun, an arc of 90°; until {until}", until=until)),
        Item("Its shot", ("COR-OVW-05", "AMB-35", "AMB-41"),
             msg("a normal shot for {cost} AP{once}{paid}, {seen}; it comes first, the action {goes_on}",
                 cost=overwatch.COST, once=once, paid=paid, seen=seen, goes_on=goes_on)),
        Item("Several", ("AMB-61", "AMB-39"),
             msg("{first}; two on overwatch: {mutual}", first=first, mutual=mutual)),
        Item("Overwatch breaks", ("COR-OVW-07", "COR-OVW-08", "COR-OVW-09", "AMB-40"),
             msg("by any other action, melee, damage{stress}; free actions do not break it", stress=stress)),
        Item("The unaware", ("AMB-55",), "react to nothing"),
    ))  # fmt: skip


def broken(house: House) -> Topic:
    """What comes after damage: Broken, injured, frightened."""
    rest = msg("or come back with {n} HP after D6 hours", n=house.rest_restores)
    aid = "as many HP as sixes" if house.aid_restores == "sixes" else "1 HP"
    fear = ("off mind points, no armour; at 0 as if Broken, until calmed or D6 hours pass"
            if house.stress_track == "mind_points" else "is counted, and does nothing by itself")  # fmt: skip
    need = "" if not house.crit_needs_damage else " and 1 damage through armour"
    only = ", on the Broken alone" if house.crit_only_if_broken else ""
    tries = "as often as one likes" if house.aid_retry else "one try for each patient"
    return Topic("broken", "Broken and injured", (
        Item("Armour", ("COR-DMG-06", "COR-DMG-11"),
             "no six: all of the damage; above 0 HP you fight on"),
        Item("Broken", ("COR-BRK-02", "COR-BRK-03", "COR-BRK-04"),
             "at 0 HP: no actions, no tests, still open to injuries" if not house.broken_extra_injury
             else "at 0 HP: no actions, no tests; damage that comes through brings an injury more"),
        Item("First aid", ("COR-BRK-05", "COR-DMG-13", "COR-BRK-06", "AMB-49"),
             msg("3 AP, medicurgy, at arm's length, {tries}: {aid}; {rest}", tries=tries, aid=aid,
                 rest=rest)),
        Item("Critical injury", ("COR-CRT-01", "COR-CRT-03", "COR-DMG-12", "AMB-11"),
             msg("extra sixes as the weapon's crit{need}{only}; a D66, rerolled for a six each", need=need,
                 only=only)),
        Item("Fatal", ("COR-CRT-04",), "dies when the time is up, unless first aid stops it"),
        Item("Stress", ("AMB-27",), fear),
    ))  # fmt: skip
