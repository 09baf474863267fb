"""What is known before anybody rolls: order, a turn, what breaks what, what ends it."""

from __future__ import annotations

from affray.core.message import Verbatim, figure, msg
from affray.rulesets.traveller.effects.turn import SECONDS
from affray.rulesets.traveller.fighter import UNSCOPED, UNSCOPED_AT_PEACE
from affray.rulesets.traveller.gear import MOST_AIM
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.order import AMBUSH
from affray.rulesets.traveller.ranged import AT_PRONE, BAND_DMS, BAND_RULES, INTO_COVER
from affray.rulesets.traveller.reference.people import signed
from affray.rulesets.traveller.sheet import BANDS
from affray.sheet import Item, Topic


def topics(house: House) -> tuple[Topic, ...]:
    """Four topics, in the order in which a fight asks for them."""
    return (
        Topic("start", "Who acts when", _start(house)),
        Topic("turn", "A turn", _turn(house)),
        Topic("aim", "Range, aim, cover", _aim(house)),
        Topic("harm", "Harm and the end", _harm(house)),
    )


def _start(house: House) -> tuple[Item, ...]:
    return (
        Item("Ambush", ("TRV-AMB-01", "TRV-AMB-02", "TRV-AMB-03"),
             msg("Ambushers have {more} on initiative, the ambushed {less}, in round 1 only.",
                 more=signed(AMBUSH), less=signed(-AMBUSH))),
        Item("Plan", ("TRV-TAC-01", "TRV-TAC-02"),
             msg("Before round 1 each side, unless ambushed, makes one check of 2D + Tactics{int, select, "
                 "true { + INT DM} other {}}. Its Effect{negative, select, true {, even below 0,} other {, "
                 "if above 0,}} is added to everyone's initiative.",
                 int=house.tactics_int, negative=house.tactics_negative)),
        Item("Initiative", ("TRV-INIT-01", "TRV-INIT-02"),
             msg("2D + {dex, select, true {DEX DM} other {DEX or INT DM}}. The Effect is your score for the "
                 "whole fight.", dex=house.initiative_dex_only)),
        Item("Order", ("TRV-INIT-03",), "Every round, from the highest score down."),
        Item("Ties", ("TRV-INIT-04", "TRV-INIT-05"),
             msg("The higher DEX goes first, {tie, select, full {as in full health} other {as it was when "
                 "you rolled}}. With DEX equal too you act at the same moment: harm counts once both have "
                 "acted.",
                 tie=Verbatim(house.initiative_tie))),
        Item("Latecomers", ("TRV-R38",), "Roll at once, act from the next round."),
    )  # fmt: skip


def _turn(house: House) -> tuple[Item, ...]:
    return (
        Item("You get", ("TRV-ACT-01", "TRV-R5"),
             msg("One significant and one minor action, or three minor ones. A round is {seconds} seconds.",
                 seconds=SECONDS)),
        Item("Checks", ("TRV-CORE-01", "TRV-R1"),
             "2D + skill + characteristic DM + other DMs: 8 or more succeeds. Effect = total less 8."),
        Item("Waiting", ("TRV-DEFER-01", "TRV-R30"),
             msg("Delay your turn, free of charge, to any later moment of the round. Not taken, it is lost"
                 "{late, select, next {, and you begin the next round} other {}}.",
                 late=Verbatim(house.defer_late))),
        Item("Reacting", ("TRV-REACT-01", "TRV-R9"),
             msg("One reaction to each attack that you know of, none while unconscious. {price, select, once "
                 "{However many, they put} other {Each puts}} {dm} on all checks of your next turn.",
                 price=Verbatim(house.reaction_penalty), dm=signed(-1))),
        Item("Leading", ("TRV-LEAD-02", "TRV-LEAD-03", "TRV-LEAD-04"),
             msg("Your side may put as many +1s on its checks as the Effect says, one to a check, {lasts, "
                 "select, fight {for the whole fight} other {until your next turn}}. Fail, and the enemy "
                 "gets as many instead.",
                 lasts=Verbatim(house.leadership_lasts))),
        Item("Hurt at work", ("TRV-EXT-01", "TRV-EXT-02", "TRV-EXT-03", "TRV-EXT-04"),
             msg("Wounded in an extended action, roll its check again, less the damage: fail, and this "
                 "round's progress is gone; with an Effect of {spoil, select, exactly {exactly } other "
                 "{}}{worst}{spoil, select, exactly {} other { or less}} the whole project is ruined.",
                 spoil=Verbatim(house.extended_spoil), worst=signed(-6))),
    )  # fmt: skip


def _aim(house: House) -> tuple[Item, ...]:
    return (
        Item("Range", (*BAND_RULES, "TRV-R12"),
             msg("Of the weapon's: under a quarter {short}, under all of it {normal}, under twice {long}, "
                 "under four times {extreme}. {edges, select, inclusive {Exactly on an edge the nearer band "
                 "counts; beyond four times} other {Exactly on an edge the farther band counts; from four "
                 "times on}} there is no attack.",
                 edges=Verbatim(house.range_edges), **dict(zip(BANDS, map(signed, BAND_DMS), strict=False)))),
        Item("No scope", ("TRV-SCOPE-01", "TRV-SCOPE-02"),
             msg("Beyond {fight} m everything is at extreme range; outside a fight, beyond {peace} m.",
                 fight=UNSCOPED // 100, peace=UNSCOPED_AT_PEACE // 100)),
        Item("Aim", ("TRV-AIM-01", "TRV-AIM-02", "TRV-AIM-03", "TRV-R8"),
             msg("+1 on your next attack for each minor action in a row, at most +{most}. Anything but a "
                 "free action ends it{keep, select, true {} other {, a reaction too}}; so does the attack.",
                 most=MOST_AIM, keep=house.aim_keep)),
        Item("Cover", ("TRV-COVER-07", "TRV-R14", "TRV-R37"),
             msg("Adds armour and puts {dm} on ranged attacks. Stay within arm's length of it, with it "
                 "between you and the attacker; the best piece counts, and none against blows.",
                 dm=signed(INTO_COVER))),
        Item("Prone", ("TRV-R14", "TRV-R35"),
             msg("{dm} on ranged attacks on you{adds, select, true {, also in cover} other {, but not on top "
                 "of cover}}. {melee, select, true {You may strike and grapple} other {You cannot strike or "
                 "grapple}}; {dodge, select, true {you may dodge blows} other {you cannot dodge blows}}.",
                 dm=signed(AT_PRONE), adds=house.cover_prone_adds, melee=house.lying_melee,
                 dodge=house.lying_dodge)),
        Item("Ground", ("TRV-MOVE-02", "TRV-MOVE-03", "TRV-R29"),
             msg("Difficult ground halves a move, crawling quarters it; both together leave {both} m.",
                 both=figure(1.5 if house.move_combined == "smaller" else 0.75, "g"))),
        Item("Grenades", ("TRV-THR-02", "TRV-THR-03", "TRV-R36"),
             "A throw that hits bursts: everyone around the target takes damage by distance, the target the "
             "Effect as well. A miss harms nobody."),
    )  # fmt: skip


def _harm(house: House) -> tuple[Item, ...]:
    return (
        Item("Damage", ("TRV-R25", "TRV-R26"),
             msg("Weapon dice + Effect (blows: + STR DM), less {pieces, select, best {the best armour worn} "
                 "other {all armour worn}} and cover. {least, select, true {An Effect of 6 or more always "
                 "does at least 1.} other {Armour may stop it all.}}",
                 pieces=Verbatim(house.armour_pieces), least=house.damage_least)),
        Item("It comes off", ("TRV-R15",),
             msg("{order, select, fixed {END first, then STR, then DEX} larger {END first, then the larger "
                 "of STR and DEX, then the third} free_later {END first, then STR or DEX as you choose; "
                 "after your first wound, as you like} other {END first, then STR or DEX as you choose, then "
                 "the third}}.",
                 order=Verbatim(house.wounds_order))),
        Item("Out", ("TRV-UNC-01", "TRV-R40"),
             msg("Two of STR, DEX and END at 0: unconscious{prone, select, true { and prone} other {}}.",
                 prone=house.unconscious_prone)),
        Item("Dead", ("TRV-R15",), "All three at 0."),
        Item("All three hurt", ("TRV-SURG-05", "TRV-R34"),
             msg("Surgery is needed. {slowed, select, true {Until then no minor action but a move of 1.5 m.} "
                 "other {You may still do everything.}}", slowed=house.wounded_slowed)),
        Item("Grappled", ("TRV-GRAP-01", "TRV-R22"),
             msg("{turns, select, once {Once a round} other {On the turn of either of you}} both roll Melee "
                 "(unarmed), in place of all actions. You may dodge and parry others, but not dive.",
                 turns=Verbatim(house.grapple_turns))),
        Item("Over", ("TRV-R33",), "When everyone still awake is on one side."),
    )  # fmt: skip
