"""Everything else: leading, skill checks, psionics, a word, a button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import Verbatim, msg
from affray.core.space import squared
from affray.core.tally import Mod, tally
from affray.core.view import parted_by
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.checks import best_of, checked, difficulty, set_by_table
from affray.rulesets.traveller.declare import (
    MINOR,
    SIGNIFICANT,
    Action,
    Lines,
    Rule,
    Said,
    SheetLine,
    awake,
    skilled,
)
from affray.rulesets.traveller.dice import check
from affray.rulesets.traveller.fighter import Fighter, first_of
from affray.rulesets.traveller.figures import dead
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import CHARACTERISTICS, EDU, INT, SOC
from affray.rulesets.traveller.state import Body, Game, State


def lead_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who has DMs left, where leading takes nothing (TRV-R6)."""
    if play.house.leadership_free:
        play.need(not actor.pool, "TRV-R6", "still has DMs to hand out")


def leads(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A Leadership check that fills a pool, one's own or the enemy's (TRV-LEAD-01..03)."""
    play.call(spur_all, actor)


def lead_costs(house: House) -> int:
    """By the option nothing (TRV-R6)."""
    return 0 if house.leadership_free else SIGNIFICANT


def spur_all(play: Game, actor: Fighter) -> None:
    """The check, and whose pool it fills."""
    by = best_of(play, actor, "leadership", "TRV-LEAD-01", INT, EDU, SOC)
    effect = checked(play, actor, "leadership", "leadership", by, "TRV-LEAD-01")
    if effect < 0:
        play.do(fx.GiftFilled(actor.who, -effect), "TRV-LEAD-03", "TRV-R6")
    else:
        play.do(fx.PoolFilled(actor.who, effect), "TRV-LEAD-02", "TRV-R6")


def check_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is no skill."""
    play.need(act.item in tables.skills(), "TRV-ACT-SKILL", "is no skill")


def checks_skill(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A check that needs full attention; the game master says what it brings (TRV-ACT-SKILL)."""
    play.call(tried, actor, act.item, act.item, CHARACTERISTICS, "TRV-ACT-SKILL")


def scout_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse to look for whoever is seen; the target is the actor where one just looks out."""
    play.need(target == actor or target.unseen, "TRV-MSKL-01", "is already seen")


def scouts(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Look for an enemy who is not seen, or just look out (TRV-MSKL-01)."""
    around = target == actor
    if play.call(tried, actor, "scouting", "recon", (INT, EDU), "TRV-MSKL-01") >= 0:
        for enemy in spied(play, actor) if around else [target]:
            play.do(fx.Seen(enemy.who), "TRV-MSKL-01", *(["TRV-R42"] if around else []))


def spied(play: Game, actor: Fighter) -> list[Fighter]:
    """Whom one finds who looks out: of those who hide the nearest, or by the option all (TRV-R42)."""
    hidden = actor.ranked(hiding)
    return hidden if play.house.scout_finds == "all" else hidden[:1]


@parted_by(first_of)
def hiding(a: Body, b: Body) -> int | None:
    """The places of enemies who are not seen, the nearest first."""
    return squared(a.spot, b.spot) if a.side != b.side and b.unseen and not dead(b) else None


def identifies(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Tell what the enemy carries and wears (TRV-MSKL-01)."""
    play.call(tried, actor, "identifying gear", "recon", (INT, EDU), "TRV-MSKL-01")


def tried(play: Game, actor: Fighter, what: str, skill: str, names: tuple[str, ...], rule: str) -> int:
    """A skill check of which the table says what it means."""
    by = best_of(play, actor, what, rule, *names)
    effect = checked(play, actor, what, skill, by, rule, difficulty(play, what))
    play.do(fx.Narrated(actor.who, what, effect, True), rule)
    return effect


def uses_psionics(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A check whose DM the game master gives, and says what it does (TRV-ACT-PSI, TRV-R7)."""
    play.call(psi, actor)


def psi(play: Game, actor: Fighter) -> None:
    """The check of psionics."""
    given = set_by_table(play, "psionics")
    parts = tally(given, Mod("TRV-REACT-01", -actor.penalty, "reactions"))
    effect = play.roll(actor, "psionics", check, parts, "TRV-ACT-PSI", "TRV-R7")
    play.do(fx.Narrated(actor.who, "psionics", effect, True), "TRV-ACT-PSI", "TRV-R7")


def just_does(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A word, a button: it takes nothing of the turn (TRV-FREE-01)."""
    play.do(fx.Narrated(actor.who, act.name), "TRV-FREE-01")


# --- the actions -----------------------------------------------------------------------------------

FIGHTING = ("melee", "gun combat", "athletics", "tactics", "leadership", "telepathy")
"""Skills that have actions of their own."""


def leader(fight: State, who: Who) -> bool:
    """Whether somebody can lead."""
    return skilled("leadership", fight, who)


def psion(fight: State, who: Who) -> bool:
    """Whether somebody can use psionics."""
    return skilled("telepathy", fight, who)


def watcher(fight: State, who: Who) -> bool:
    """Whether somebody has learned to look out."""
    return skilled("recon", fight, who)


def other_skills(fight: State, who: Who) -> tuple[str, ...]:
    """What was learned besides fighting."""
    return tuple(skill for skill, _ in fight.bodies[who].sheet.skills if not skill.startswith(FIGHTING))


def looking(name: str, fight: State, who: Who) -> Iterator[Act]:
    """Looking out, and looking for each enemy who is not seen."""
    if watcher(fight, who):
        side = fight.bodies[who].side
        unseen = (w for w in fight.here if fight.bodies[w].unseen and fight.bodies[w].side != side)
        yield from (Act(name, at) for at in (None, *unseen))


def scout_note(house: House) -> str:
    """Whom one finds."""
    return msg("2D + Recon: find {finds, select, all {all who hide} other {the nearest who hides, or "
               "whom you name}}", finds=Verbatim(house.scout_finds))  # fmt: skip


LEAD = Action(
    name="lead",
    lines=Lines(when=leader),
    needs=lead_needs,
    cost=lead_costs,
    rules=("TRV-LEAD-01",),
    run=leads,
    family="lead",
    sheet=SheetLine(note="2D + Leadership + INT, EDU or SOC"),
)
IDENTIFY = Action(
    name="identify gear",
    lines=Lines(when=watcher),
    cost=MINOR,
    rules=("TRV-MSKL-01",),
    run=identifies,
    family="told",
    sheet=SheetLine(note="2D + Recon"),
)
PSIONICS = Action(
    name="psionics",
    lines=Lines(when=psion),
    cost=SIGNIFICANT,
    rules=("TRV-ACT-PSI",),
    run=uses_psionics,
    family="told",
    sheet=SheetLine(note="check and outcome are the game master's"),
)
SKILL_CHECK = Action(
    name="skill check",
    lines=Lines(other_skills),
    needs=check_needs,
    cost=SIGNIFICANT,
    rules=("TRV-ACT-SKILL",),
    run=checks_skill,
    family="told",
    takes={"item"},
    says=Said("skill check: {item}"),
    sheet=SheetLine(note="with full attention"),
)
SCOUT = Action(
    name="scout",
    lines=looking,
    needs=scout_needs,
    cost=MINOR,
    rules=("TRV-MSKL-01",),
    run=scouts,
    family="scout",
    takes={"at"},
    says=Said("scout for {whom}"),
    sheet=SheetLine(note=scout_note),
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Free(Action):
    """What takes nothing of the turn, and is no more than told."""

    free: Callable[[Game, Fighter], None] = awake
    cost: None = None
    rules: tuple[str, ...] = ("TRV-FREE-01",)
    run: Rule = just_does


TALK = Free(
    name="talk",
    says=lambda _, __: "say something",
    sheet=SheetLine(called="say something"),
)
PUSH = Free(name="push a button")
