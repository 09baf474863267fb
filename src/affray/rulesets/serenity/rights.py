"""Bang to rights: a gun to somebody's head, and what happens when they act."""

from __future__ import annotations

from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import harm, strike
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import ALL_OUT_DEFENCE, Game
from affray.rulesets.serenity.strike import How
from affray.tabletop.question import YesNo

RULES = ("SER-RIGHTS-01", "SER-RIGHTS-03", "SER-R20")
FREE_ATTACK = YesNo(
    name="free attack",
    asks="{foe} acts with {who}'s gun to the head. Fire?",
    tells="{who} pulls the trigger",
    deed="pull the trigger",
    rules=RULES,
)


def interrupted(play: Game, actor: Fighter) -> bool:
    """Whoever holds a gun to the actor's head may fire first.

    Who sits the round out may not, nor who is in an all-out defence (SER-INIT-03, SER-AOD-02).  The answer
    is whether the actor can still go on; the threat is over (SER-RIGHTS-01..03, SER-R34).
    """
    menacer = actor.menacer
    if menacer is None:
        return actor.able
    gun = menacer.weapon(menacer.loaded_gun) if menacer.loaded_gun else None
    ready = menacer.able and not menacer.sat and menacer.stance != ALL_OUT_DEFENCE
    if gun is not None and ready and FREE_ATTACK.put(play, menacer, (actor,)):
        play.do(fx.Fired(menacer.who, gun.name, 1), *RULES)
        strike.strike(play, menacer, actor, How(gun, rights=True))
    harm.spare(play, actor, "SER-R34")
    return actor.able
