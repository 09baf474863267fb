"""What can be done with a turn, and the modifiers of attacks."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.play import Play
from affray.core.tally import Mod
from affray.rulesets.traveller import gear, ranged
from affray.rulesets.traveller.actions import ACTIONS
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.figures import UNTRAINED
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.questions import QUESTIONS
from affray.rulesets.traveller.reaction import DIVE_FOR_COVER, NONE, Defence
from affray.rulesets.traveller.reference.people import between, person
from affray.rulesets.traveller.sheet import Cover
from affray.rulesets.traveller.state import Game
from affray.rulesets.traveller.tables import covers
from affray.sheet import ActionGroup, Modifiers
from affray.tabletop import by_cost

KINDS = {2: "Significant", 1: "Minor", 0: "Free"}
COST = {2: "two thirds of a turn", 1: "a third of a turn", 0: "nothing"}


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by what it takes of a turn, the reactions, and what comes after a fight."""
    listed = ACTIONS.by_name.values()
    groups = by_cost((a for a in listed if False in a.won), house).items()
    (after,) = by_cost((a for a in listed if False not in a.won), house).values()
    return (
        *(ActionGroup(KINDS[points], COST[points], tuple(items)) for points, items in groups),
        ActionGroup(
            "Reactions",
            msg(
                "{once, select, once {\N{MINUS SIGN}1 in your next turn, however many} "
                "other {each \N{MINUS SIGN}1 in your next turn}}",
                once=Verbatim(house.reaction_penalty),
            ),
            QUESTIONS.listed(house),
        ),
        ActionGroup("After the fight", "one a day for each patient", tuple(after)),
    )


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
