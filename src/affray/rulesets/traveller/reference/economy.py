"""What can be done with a turn, and the modifiers of attacks."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.play import Play
from affray.core.tally import Mod
from affray.rulesets.traveller import gear, movement, ranged
from affray.rulesets.traveller.actions import AFTER
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.figures import UNTRAINED
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.menu import COSTS, cost
from affray.rulesets.traveller.reaction import DIVE_FOR_COVER, NONE, Defence
from affray.rulesets.traveller.reference.people import between, person
from affray.rulesets.traveller.sheet import Cover
from affray.rulesets.traveller.state import Game
from affray.rulesets.traveller.tables import covers
from affray.sheet import ActionGroup, Item, Modifiers

KINDS = {2: "Significant", 1: "Minor", 0: "Free"}
COST = {2: "two thirds of a turn", 1: "a third of a turn", 0: "nothing"}
RULES = {
    "ranged attack": ("TRV-RNG-01",),
    "thrown attack": ("TRV-THR-01",),
    "melee attack": ("TRV-MEL-01",),
    "grapple": ("TRV-GRAP-01",),
    "lead": ("TRV-LEAD-01",),
    "first aid": ("TRV-ACT-FAID",),
    "psionics": ("TRV-ACT-PSI",),
    "skill check": ("TRV-ACT-SKILL",),
    "work": ("TRV-ACT-SKILL", "TRV-EXT-01"),
    "take post": ("TRV-ACT-CREW",),
    "move": ("TRV-MOVE-01",),
    "move away": ("TRV-MOVE-01",),
    "take cover": ("TRV-MOVE-01", "TRV-R37"),
    "aim": ("TRV-AIM-01",),
    "stance": ("TRV-STAN-01",),
    "draw": ("TRV-DRAW-01",),
    "reload": ("TRV-LOAD-01",),
    "pick up": ("TRV-ITEM-01",),
    "put down": ("TRV-ITEM-01",),
    "scout": ("TRV-MSKL-01",),
    "identify gear": ("TRV-MSKL-01",),
    "defer": ("TRV-DEFER-01",),
    "wrestle": ("TRV-GRAP-01",),
    "talk": ("TRV-FREE-01",),
    "push a button": ("TRV-FREE-01",),
    "surgery": ("TRV-SURG-01", "TRV-SURG-02"),
    "medical care": ("TRV-CARE-01", "TRV-CARE-03"),
    "bed rest": ("TRV-NAT-01", "TRV-NATS-01"),
}
"""The rules of each action, for the reader."""
CALLED = {"defer": "delay the turn", "talk": "say something"}
"""Actions that players call otherwise than the rules do."""
METRES = movement.MOVE // 100
NOTES = {
    "ranged attack": "2D + skill + DEX",
    "thrown attack": "2D + Athletics + DEX",
    "melee attack": "2D + Melee + STR or DEX",
    "grapple": "opposed Melee (unarmed)",
    "lead": "2D + Leadership + INT, EDU or SOC",
    "first aid": "2D + Medic + EDU, with a medikit; also just after the fight",
    "psionics": "check and outcome are the game master's",
    "skill check": "with full attention",
    "move": msg("{metres} m; difficult 1/2, prone 1/4", metres=METRES),
    "move away": "as far, away from another fighter",
    "take cover": "a move to it",
    "aim": msg("+1 on your next attack, up to +{most_aim}", most_aim=gear.MOST_AIM),
    "stance": "standing, crouched, prone",
    "draw": "a weapon; hands hold two things",
    "identify gear": "2D + Recon",
    "defer": "to later in the round",
    "wrestle": "the check of a grapple, in place of a turn",
    "take post": "crew position in a vehicle",
    "work": "a round of an extended action",
    "surgery": "2D + Medic + EDU, in a sickbay or hospital",
    "medical care": "a day, in a sickbay or hospital",
    "bed rest": "a day",
}


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by what it takes of a turn, and the reactions."""
    by_cost: dict[int, list[Item]] = {points: [] for points in KINDS}
    for name in COSTS:
        if name not in ("end", "done", *AFTER[1:]):
            by_cost[cost(Act(name), house)].append(
                Item(CALLED.get(name, name), RULES[name], _note(house, name))
            )
    groups = [ActionGroup(KINDS[points], COST[points], tuple(items)) for points, items in by_cost.items()]
    after = tuple(Item(name, RULES[name], NOTES[name]) for name in AFTER[1:-1])
    return (
        *groups,
        ActionGroup(
            "Reactions",
            msg(
                "{once, select, once {\N{MINUS SIGN}1 in your next turn, however many} "
                "other {each \N{MINUS SIGN}1 in your next turn}}",
                once=Verbatim(house.reaction_penalty),
            ),
            _reactions(house),
        ),
        ActionGroup("After the fight", "one a day for each patient", after),
    )


def _note(house: House, name: str) -> str:
    """What is said of an action beside its name."""
    if name == "scout":
        return msg("2D + Recon: find {finds, select, all {all who hide} other {the nearest who hides, or "
                   "whom you name}}", finds=Verbatim(house.scout_finds))  # fmt: skip
    return NOTES.get(name, "")


def _reactions(house: House) -> tuple[Item, ...]:
    return (
        Item("dodge", ("TRV-DODGE-01", "TRV-R10"),
             msg("any attack: less your DEX DM or Athletics (dexterity), the larger{negative, select, true "
                 "{, even below 0} other {}}", negative=house.reaction_negative)),
        Item("parry", ("TRV-PARRY-01",), "blows only: less your Melee with what is in hand"),
        Item("dive for cover", tuple(f"TRV-DIVE-0{n}" for n in range(1, 5)),
             "ranged attacks only: \N{MINUS SIGN}2 into cover, \N{MINUS SIGN}1 into the open; 1.5 m, you end "
             "up prone and lose your next turn"),
    )  # fmt: skip


# --- modifiers, asked from the rules in plain situations ------------------------------------------------


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """The modifiers of attacks by aim, range and target, and those of all checks."""
    return (
        Modifiers("Any attack", (Mod("TRV-AIM-01", 1, msg("each time you aimed, up to +{most_aim}",
                                                          most_aim=gear.MOST_AIM)),)),
        Modifiers("Shot: target", tuple(_target(house))),
        Modifiers(
            "Any check",
            (Mod("TRV-LEAD-02", 1, "spurred on by a leader, once"),
             Mod("TRV-REACT-01", -1, "each reaction since the last turn"),
             Mod("TRV-R27", UNTRAINED, "skill never learned")),
        ),
    )  # fmt: skip


def _target(house: House) -> Iterator[Mod]:
    tree: Cover = covers()["tree trunk"]
    for how in (NONE, DIVE_FOR_COVER):
        for behind, stance in ((tree, "standing"), (None, "prone")):
            target = person("B", 20, cover=behind, stance=stance)
            play: Game = Play(between(person("A"), target, house))
            defence = Defence(how, behind)
            mods = ranged.target_mods(play, Fighter(play, Who(0)), Fighter(play, Who(1)), defence)
            yield from (
                mod._replace(why=msg("{why}, after a dive", why=mod.why) if how else mod.why) for mod in mods
            )
