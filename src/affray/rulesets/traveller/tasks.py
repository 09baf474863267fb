"""Everything else: leading, skill checks, psionics, a word, a button."""

from __future__ import annotations

from affray.core.space import squared
from affray.core.tally import Mod, tally
from affray.core.view import parted_by
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.checks import best_of, checked, difficulty, set_by_table
from affray.rulesets.traveller.declare import MINOR, SIGNIFICANT, at_liberty, spend
from affray.rulesets.traveller.dice import check
from affray.rulesets.traveller.fighter import Fighter, first_of
from affray.rulesets.traveller.figures import dead
from affray.rulesets.traveller.sheet import CHARACTERISTICS, EDU, INT, SOC
from affray.rulesets.traveller.state import Body, Game


def lead(play: Game, actor: Fighter) -> None:
    """A Leadership check that fills a pool, one's own or the enemy's.

    See TRV-LEAD-01..03.
    """
    at_liberty(play, actor)
    if play.house.leadership_free:
        play.need(not actor.pool, "TRV-R6", "still has DMs to hand out")
    free = play.house.leadership_free
    spend(play, actor, 0 if free else SIGNIFICANT, "TRV-LEAD-01", keeps_aim=free)
    play.call(spur_all, actor)


def spur_all(play: Game, actor: Fighter) -> None:
    """The check, and whose pool it fills."""
    by = best_of(play, actor, "leadership", "TRV-LEAD-01", INT, EDU, SOC)
    effect = checked(play, actor, "leadership", "leadership", by, "TRV-LEAD-01")
    if effect < 0:
        play.do(fx.GiftFilled(actor.who, -effect), "TRV-LEAD-03", "TRV-R6")
    else:
        play.do(fx.PoolFilled(actor.who, effect), "TRV-LEAD-02", "TRV-R6")


def skill_check(play: Game, actor: Fighter, skill: str) -> None:
    """A check that needs full attention; the game master says what it brings.

    See TRV-ACT-SKILL.
    """
    at_liberty(play, actor)
    play.need(skill in tables.skills(), "TRV-ACT-SKILL", "is no skill")
    spend(play, actor, SIGNIFICANT, "TRV-ACT-SKILL")
    play.call(tried, actor, skill, skill, CHARACTERISTICS, "TRV-ACT-SKILL")


def scout(play: Game, actor: Fighter, target: Fighter) -> None:
    """Look for an enemy who is not seen, or just look out: then the target is the actor (TRV-MSKL-01)."""
    at_liberty(play, actor)
    around = target == actor
    play.need(around or target.unseen, "TRV-MSKL-01", "is already seen")
    spend(play, actor, MINOR, "TRV-MSKL-01")
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


def identify(play: Game, actor: Fighter) -> None:
    """Tell what the enemy carries and wears (TRV-MSKL-01)."""
    at_liberty(play, actor)
    spend(play, actor, MINOR, "TRV-MSKL-01")
    play.call(tried, actor, "identifying gear", "recon", (INT, EDU), "TRV-MSKL-01")


def tried(play: Game, actor: Fighter, what: str, skill: str, names: tuple[str, ...], rule: str) -> int:
    """A skill check of which the table says what it means."""
    by = best_of(play, actor, what, rule, *names)
    effect = checked(play, actor, what, skill, by, rule, difficulty(play, what))
    play.do(fx.Narrated(actor.who, what, effect, True), rule)
    return effect


def psionics(play: Game, actor: Fighter) -> None:
    """A check whose DM the game master gives, and says what it does.

    See TRV-ACT-PSI, TRV-R7.
    """
    at_liberty(play, actor)
    spend(play, actor, SIGNIFICANT, "TRV-ACT-PSI")
    play.call(psi, actor)


def psi(play: Game, actor: Fighter) -> None:
    """The check of psionics."""
    given = set_by_table(play, "psionics")
    parts = tally(given, Mod("TRV-REACT-01", -actor.penalty, "reactions"))
    effect = play.roll(actor, "psionics", check, parts, "TRV-ACT-PSI", "TRV-R7")
    play.do(fx.Narrated(actor.who, "psionics", effect, True), "TRV-ACT-PSI", "TRV-R7")


def free_action(play: Game, actor: Fighter, what: str) -> None:
    """A word, a button: it takes nothing of the turn (TRV-FREE-01)."""
    play.need(actor.able, "TRV-UNC-01", "is unconscious")
    play.do(fx.Narrated(actor.who, what), "TRV-FREE-01")
