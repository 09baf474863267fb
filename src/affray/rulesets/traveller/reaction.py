"""Reactions to an attack: dodge, dive for cover, parry, and their price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from affray.core.errors import Refusal
from affray.core.message import msg
from affray.core.space import Point, within
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.fighter import Fighter, at_hand, table
from affray.rulesets.traveller.hiding import behind, between, hides
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.movement import cover_named
from affray.rulesets.traveller.phrases import armed
from affray.rulesets.traveller.sheet import DEX, Cover, Reaction, Weapon
from affray.rulesets.traveller.state import Body, Game
from affray.sheet import Item
from affray.tabletop.question import Question

DIVE = 150
"""How far a dive goes, in centimetres."""
NONE, DODGE, DIVE_FOR_COVER, PARRY = "", "dodge", "dive", "parry"


class Defence(NamedTuple):
    """What has been done about an attack, and the cover that a dive has reached."""

    how: str = NONE
    cover: Cover | None = None


UNDEFENDED = Defence()


def reactions(house: House) -> tuple[Item, ...]:
    """Each reaction, as it stands on the printed sheet."""
    return (
        Item("dodge", ("TRV-DODGE-01", "TRV-R10"),
             msg("any attack: less your DEX DM or Athletics (dexterity), the larger{negative, select, true "
                 "{, even below 0} other {}}", negative=house.reaction_negative)),
        Item("parry", ("TRV-PARRY-01",), "blows only: less your Melee with what is in hand"),
        Item("dive for cover", tuple(f"TRV-DIVE-0{n}" for n in range(1, 5)),
             "ranged attacks only: \N{MINUS SIGN}2 into cover, \N{MINUS SIGN}1 into the open; 1.5 m, you end "
             "up prone and lose your next turn"),
    )  # fmt: skip


REACTION: Question[tuple[Fighter, Weapon], Reaction | str] = Question(
    name="reaction",
    asks=lambda who, foe, about: msg(
        "{foe} attacks {who} {armed}. React (-1 next turn{melee, "
        "select, true {} other {; a dive costs the whole turn}})?",
        foe=foe,
        who=who,
        armed=armed(about[1].name),
        melee=about[1].melee,
    ),
    tells="{who} reacts: {what}",
    rules=("TRV-REACT-01",),
    listed=reactions,
)


def reacted(play: Game, target: Fighter, attacker: Fighter, weapon: Weapon) -> Defence:
    """Which reaction is taken to an attack, after what it does at once.

    One at most, by those who are awake and know of the attack (TRV-R9).
    """
    if not target.able or attacker.unseen:
        return UNDEFENDED
    chosen = REACTION.put(
        play,
        target,
        (attacker, weapon),
        lambda: offered(play, target, attacker, weapon),
        admits=lambda chosen: admits(play, target, weapon, chosen),
    )
    if not isinstance(chosen, Reaction):
        return UNDEFENDED
    play.do(fx.Reacted(target.who, play.house.aim_keep), "TRV-REACT-01", "TRV-R8", *RULES[chosen.how])
    reached = play.call(dive, target, attacker, chosen) if chosen.how == DIVE_FOR_COVER else None
    return Defence(chosen.how, reached)


RULES = {DODGE: ("TRV-DODGE-01",), DIVE_FOR_COVER: ("TRV-DIVE-01",), PARRY: ("TRV-PARRY-01",)}


def offered(play: Game, target: Fighter, attacker: Fighter, weapon: Weapon) -> tuple[Reaction | str, ...]:
    """What one can do about an attack; first of all, nothing."""
    reactions: list[Reaction | str] = [NONE]
    if play.house.lying_dodge or not (weapon.melee and target.prone):
        reactions.append(Reaction(DODGE))
    if weapon.melee:
        reactions.append(Reaction(PARRY))
    elif not target.gripped:
        covers = target.between(attacker, in_a_dive(table(play).covers))
        reactions += [Reaction(DIVE_FOR_COVER), *[Reaction(DIVE_FOR_COVER, cover.name) for cover in covers]]
    return tuple(reactions)


def admits(play: Game, target: Fighter, weapon: Weapon, chosen: object) -> Sequence[Refusal]:
    """Why a dive to a place of one's own cannot be done."""
    if not isinstance(chosen, Reaction) or chosen.how != DIVE_FOR_COVER or chosen.to is None:
        return (Refusal("TRV-REACT-01", "expected a reaction to this attack"),)
    if weapon.melee:
        return (Refusal("TRV-DIVE-01", "is no help against a melee attack"),)
    if target.gripped:
        return (Refusal("TRV-GRAP-01", "is in a grapple"),)
    near = target.about(_reaches(chosen.to))
    return () if near else (Refusal("TRV-DIVE-02", "the place is more than 1.5 m away"),)


def dive(play: Game, target: Fighter, attacker: Fighter, chosen: Reaction) -> Cover | None:
    """A dive off the feet, perhaps behind something; the next turn is lost.

    It gives what then stands between.  See TRV-DIVE-02..04.
    """
    cover = table(play).about(cover_named(chosen.cover))
    stays = chosen.to is None and cover is None
    if stays and target.posted:
        between_them = target.cover_from(attacker)
    else:
        between_them = play.call(plunge, target, attacker, chosen.to, cover)
    play.do(fx.Stance(target.who, "prone"), "TRV-DIVE-04")
    if target.deferring:
        play.do(fx.TurnLost(target.who, False), "TRV-DIVE-03", "TRV-R31")
    else:
        play.do(fx.TurnForfeited(target.who), "TRV-DIVE-03", "TRV-R31")
    return between_them


def plunge(
    play: Game, target: Fighter, attacker: Fighter, to: Point | None, cover: Cover | None
) -> Cover | None:
    """Where a dive ends, and the best of what is at hand there that stands between."""
    if to is not None:
        play.do(fx.Headed(target.who, to), "TRV-DIVE-02")
    elif cover is not None:
        play.do(fx.HeadedBehind(target.who, cover, DIVE, attacker.who), "TRV-DIVE-02")
    reached = table(play).between(target, at_hand)
    between_them = target.between(attacker, first_between(reached)) if reached else None
    if to is not None or cover is not None:
        play.do(fx.Moved(target.who), "TRV-DIVE-02")
    if reached:
        rules = ["TRV-DIVE-05"] if between_them else []
        play.do(fx.TookCover(target.who, reached[0], reached[1:]), *rules, "TRV-R37")
    return between_them


def reaction_mod(play: Game, target: Fighter, how: str, weapon: Weapon) -> Mod | None:
    """What a dodge or a parry takes off the attack (TRV-R10)."""
    if how == DODGE:
        return Mod("TRV-DODGE-01", -helpful(play, dodge_value(play, target)), "dodge")
    if how == PARRY:
        return Mod("TRV-PARRY-01", -helpful(play, target.level(parrying(target))), "parry")
    return None


def dodge_value(play: Game, target: Fighter) -> int:
    """The larger of the DEX DM and Athletics (dexterity)."""
    return max(target.dm(DEX), target.level("athletics (dexterity)"))


def parrying(target: Fighter) -> str:
    """The skill of the weapon that one parries with."""
    weapon = target.weapon(target.best_melee)
    return weapon.skill if weapon is not None else "melee (unarmed)"


def helpful(play: Game, value: int) -> int:
    """A defence never helps the attacker, but by the option."""
    return value if play.house.reaction_negative else max(0, value)


# --- where one can dive ------------------------------------------------------------------------------


@cache
def in_a_dive(covers: tuple[Cover, ...]) -> Callable[[Body, Body], tuple[Cover, ...]]:
    """The covers that a dive gets one behind, the best first."""

    def read(b: Body, from_: Body) -> tuple[Cover, ...]:
        reached = [c for c in covers if hides(c, behind(b.spot, c, DIVE, from_.spot), from_.spot)]
        return tuple(sorted(reached, key=lambda c: -c.armour))

    return read


@cache
def first_between(covers: tuple[Cover, ...]) -> Callable[[Body, Body], Cover | None]:
    """The best of these covers that stands between, from where one is or is going."""

    def read(b: Body, from_: Body) -> Cover | None:
        return next((c for c in covers if between(c, b.heading or b.spot, from_.spot)), None)

    return read


@cache
def _reaches(to: Point) -> Callable[[Body], bool]:
    return lambda b: within(b.spot, to, DIVE)
