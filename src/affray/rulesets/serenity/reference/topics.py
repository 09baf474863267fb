"""What one knows before one acts: how a fight starts, what a turn holds, what a hit does."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.message import msg
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.tables import AVERAGE, EASY, HARD, HARDER
from affray.sheet import Item, Topic

PLOT = {
    "off": "; never on rolls",
    "before": "; before a roll they add the die of that place",
    "after": "; after a roll they add a point each",
    "both": "; before a roll they add the die of that place, after it a point each",
}
"""What plot points do for rolls, by the option `plot.rolls`."""
SECONDS = 3
"""How long a turn is (SER-TURN-01)."""


def topics(house: House) -> tuple[Topic, ...]:
    """All that is not a price, a step or a table."""
    return (start(house), turn(house), against(house), damage(house), special(house), modes(house))


def start(house: House) -> Topic:
    """Who acts when, who knows of whom, and when it is over."""
    ties = ("the larger Agility die, then Alertness; equals act together, their damage counts after all acted"
            if house.init_tie == "dice" else "roll again until they differ")  # fmt: skip
    again = "for the next round" if house.init_again == "next_round" else "at once"
    return Topic("start", "How a fight starts and ends", (
        Item("Initiative", ("SER-INIT-01", "SER-INIT-02"),
             "each rolls Agility + Alertness once; highest first"),
        Item("Ties", ("SER-R2",), ties),
        Item("A round", ("SER-TURN-01",),
             msg("about {seconds} seconds; all say first how many actions they will take", seconds=SECONDS)),
        Item("Sitting out", ("SER-INIT-03", "SER-R3"),
             msg("nothing but looking and talking: a new roll {again}", again=again)),
        Item("Aware", ("SER-R36",),
             "from one's own turn on, or once attacked; the hidden are unknown until they attack or show"),
        Item("Newcomers", ("SER-R36",), "act from the next round on"),
        Item("The end", ("SER-OUT-01", "SER-DIE-02"),
             "when all who are up are on one side, or the game master says so"),
    ))  # fmt: skip


def turn(house: House) -> Topic:
    """What one declares, and what is free."""
    falls = {"all": "-1 step on all of them", "sequential": "-1 step more on each later one"}[
        house.act_penalty
    ]
    most = (msg("{n} at most, those carried over among them", n=house.act_most) if house.act_most
            else "as many as one likes; the game master may set a limit")  # fmt: skip
    late = ("counts among the actions of the next round" if house.defence_undeclared == "next_round"
            else "counts at once")  # fmt: skip
    unskilled = "; without the skill by any minus" if house.skill_unskilled == "lost" else ""
    return Topic("turn", "Your round", (
        Item("Declared", ("SER-ACT-01", "SER-ACT-02", "SER-ACT-05"),
             msg("actions and defences: one without penalty, each further one {falls}", falls=falls)),
        Item("How many", ("SER-ACT-04", "SER-R4"), most),
        Item("Lost", ("SER-ACT-03", "SER-R5"),
             msg("an action whose skill die falls below d2{unskilled}", unskilled=unskilled)),
        Item("Undeclared", ("SER-ACT-06", "SER-R6"),
             msg("a defence may still be used: it {late}", late=late)),
        Item("Free", ("SER-FREE-01", "SER-FREE-02", "SER-FREE-03", "SER-FREE-04", "SER-R32"),
             msg("innate defence, a look around, dropping, a short phrase, {metres} m once",
                 metres=house.move_pace)),
        Item("Carried over", ("SER-AOA-03", "SER-AOD-03"), "no all-out attack, no all-out defence"),
    ))  # fmt: skip


def against(house: House) -> Topic:
    """What an attack has to reach."""
    stands = ("stands against all until one's next turn" if house.dodge_rolls == "kept"
              else "rolled against each attack until one's next turn")  # fmt: skip
    bare = "; bare hands take the weapon's dice" if house.block_unarmed == "weapon" else ""
    behind = "" if house.cover_unaware else ", but does not help the unaware"
    return Topic("defence", "What an attack must reach", (
        Item("Unaware", ("SER-INNATE-02", "SER-SNEAK-01", "SER-R36"),
             msg("{easy}, and so against a sneak attack", easy=EASY)),
        Item("Innate", ("SER-INNATE-01", "SER-INNATE-03"), "Agility alone, rolled each time, free"),
        Item("Dodge", ("SER-DODGE-01", "SER-DODGE-02", "SER-R22"),
             msg("Agility + Athletics, one action; {stands}", stands=stands)),
        Item("Block", ("SER-BLOCK-01", "SER-BLOCK-02", "SER-BLOCK-03"),
             msg("Agility + skill, one action for one blow, not against shots{bare}", bare=bare)),
        Item("Held", ("SER-GRAP-05", "SER-R18"), msg("{easy}, whatever one does", easy=EASY)),
        Item("Fooled, stunned", ("SER-FEINT-03", "SER-R15"), "innate defence only"),
        Item("Cover", ("SER-COVER-00", "SER-R13"),
             msg("adds to any of these against shots{behind}", behind=behind)),
        Item("Equal", ("SER-R28",), "is a hit"),
    ))  # fmt: skip


def damage(house: House) -> Topic:
    """What a hit does, and what that leads to."""
    odd = "stun" if house.damage_odd == "stun" else "wounds"
    fists = ("all stun; with Mean Left Hook all basic" if house.unarmed_margin == "stun"
             else "dice of stun, the margin divided; with Mean Left Hook basic")  # fmt: skip
    plot = ("roll the die of that place, at least the points" if house.plot_cut == "die"
            else "take off a point each")  # fmt: skip
    later = (msg("{harder} more at each of one's turns after", harder=HARDER) if house.out_later == "growing"
             else msg("{hard} at each of one's turns after", hard=HARD))  # fmt: skip
    death = EASY if house.die_difficulty == "easy" else AVERAGE
    grows = msg(", {harder} more each time", harder=HARDER) if house.die_growing else ""
    bleeds = "" if house.bleed_harm == "none" else "; d2 of basic damage every ten minutes"
    return Topic("damage", "Damage", (
        Item("Margin", ("SER-DMG-01", "SER-DMG-02", "SER-R7"),
             msg("attack less defence: half stun, half wounds, the odd point to {odd}", odd=odd)),
        Item("Weapon", ("SER-DMG-03", "SER-DMG-04"),
             "its dice come on top: W wounds, S stun, B half of each"),
        Item("Bare hands", ("SER-UNARM-01", "SER-UNARM-02", "SER-R26"), fists),
        Item("Plot points", ("SER-DMG-05", "SER-R8"),
             msg("after all dice: {plot}; wounds first, then stun{rolls}", plot=plot,
                 rolls=PLOT[house.plot_rolls])),
        *_luck(house),
        Item("Bleeding", ("SER-HURT-01", "SER-HURT-02", "SER-R10"),
             msg("wounds at half the life points: all attributes 2 steps down{bleeds}", bleeds=bleeds)),
        Item("Passing out", ("SER-OUT-01", "SER-OUT-02", "SER-R9"),
             msg("stun and wounds at the life points: Vitality + Willpower against {average}; {later}",
                 average=AVERAGE, later=later)),
        Item("Dying", ("SER-DIE-01", "SER-R12"),
             msg("wounds at the life points: Vitality + Willpower against {death} each minute{grows}",
                 death=death, grows=grows)),
        Item("Dead", ("SER-DIE-02",), "wounds at twice the life points, or a failed check while dying"),
    ))  # fmt: skip


def _luck(house: House) -> Iterator[Item]:
    """What a table plays of dice that are very good or very bad, and of penalties."""
    if house.roll_botch:
        yield Item("Botch", ("SER-R31",), "dice that all show 1 make nothing")
    if house.roll_extraordinary:
        yield Item("Extraordinary", ("SER-R31",),
                   msg("7 above the defence: Endurance against {average}, or stunned",
                       average=AVERAGE))  # fmt: skip
    if house.penalty_several == "worst":
        yield Item("Several penalties", ("SER-R29",), "on an attribute: only the worst counts")


def special(house: House) -> Topic:
    """What special attacks come to."""
    test = "7" if house.special_test == "average" else "11 after wounds, 7 after stun"
    fooled = ("until the end of one's next turn" if house.feint_lasts == "turn"
              else "for the next attack")  # fmt: skip
    harm = "no damage" if not house.disarm_damage else "damage too"
    head = (msg("against {easy}", easy=EASY) if house.rights_defence == "fixed"
            else "against innate defence")  # fmt: skip
    loose = ("the holder's Agility + unarmed combat" if house.grapple_break == "contest"
             else msg("{hard}", hard=HARD))  # fmt: skip
    return Topic("special", "Special attacks", (
        Item("Limb", ("SER-LIMB-03", "SER-R15"),
             msg("Endurance against {test}, or: an arm drops what it holds, a leg falls and does not walk",
                 test=test)),
        Item("Vital area", ("SER-VITAL-03",),
             msg("Endurance against {test}, or stunned: no turns, innate defence only", test=test)),
        Item("Minuscule", ("SER-TINY-03",),
             msg("Endurance against {test}, or an injury that the game master names", test=test)),
        Item("Disarm", ("SER-DISARM-03", "SER-R16"),
             msg("a hit with {harm}: Agility + Willpower against {hard}, or it drops the weapon",
                 harm=harm, hard=HARD)),
        Item("Feint", ("SER-FEINT-01", "SER-FEINT-02", "SER-R17"),
             msg("melee: Alertness + weapon skill above Intelligence + Perception: innate defence "
                 "only, {fooled}", fooled=fooled)),
        Item("Hold", ("SER-GRAP-01", "SER-GRAP-03", "SER-GRAP-06", "SER-R18"),
             msg("melee: the held is down; loose by one action, Agility + Strength against {loose}",
                 loose=loose)),
        Item("Gun at the head", ("SER-RIGHTS-01", "SER-RIGHTS-03", "SER-R34"),
             msg("when that one acts, a free attack {head}, +2 steps, beside all others", head=head)),
        Item("Covering a spot", ("SER-COVERING-01", "SER-COVERING-02", "SER-R37"),
             "the attack waits until somebody comes within 3 m of it, into the next round too"),
    ))  # fmt: skip


def modes(house: House) -> Topic:
    """How automatic weapons and explosives go."""
    rolled = "" if house.burst_innate == "each" else "; one innate defence for all three"
    dodged = ", a dodge of 7 halves its steps" if house.explosive_dodge else ""
    return Topic("modes", "Automatic fire, explosives", (
        Item("Single", ("SER-SINGLE-01",), "one bullet, an attack as any other"),
        Item("Burst", ("SER-BURST-01", "SER-BURST-02", "SER-BURST-03", "SER-BURST-04"),
             msg("one action, 3 rounds: three rolls at one target, -2 steps each{rolled}", rolled=rolled)),
        Item("Autofire", ("SER-AUTOF-01", "SER-AUTOF-02", "SER-R24"),
             msg("one action, 10 rounds: {easy} or more places it; all within 2 m defend against {average}",
                 easy=EASY, average=AVERAGE)),
        Item("Explosives", ("SER-EXPL-01", "SER-EXPL-02", "SER-R25"),
             msg("each person takes the dice of their ring, no defence{dodged}", dodged=dodged)),
    ))  # fmt: skip
