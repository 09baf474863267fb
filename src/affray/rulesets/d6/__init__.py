"""D6 Skirmish: codes of dice and pips, one roll for hit and damage."""

from __future__ import annotations

from affray.core.campaign import with_campaign
from affray.core.ruleset import NOBODY, Ruleset
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.actions import ACTIONS
from affray.rulesets.d6.controls import controls
from affray.rulesets.d6.corrections import corrected
from affray.rulesets.d6.deadlock import no_hope
from affray.rulesets.d6.downtime import DOWNTIME
from affray.rulesets.d6.fighter import Fighter, able, knows_of
from affray.rulesets.d6.gauges import follows
from affray.rulesets.d6.invariants import INVARIANTS
from affray.rulesets.d6.leaving import left as without
from affray.rulesets.d6.levers import LEVERS
from affray.rulesets.d6.measures import loss
from affray.rulesets.d6.order import TURNS
from affray.rulesets.d6.pilot import sensible
from affray.rulesets.d6.plan import PLAN
from affray.rulesets.d6.questions import QUESTIONS
from affray.rulesets.d6.round import step
from affray.rulesets.d6.scene import CATALOGUE, SkirmishScene, joining, start
from affray.rulesets.d6.solving import SOLVING
from affray.rulesets.d6.state import State
from affray.rulesets.d6.words import WORDS, left


def winner(fight: State) -> str | None:
    """The only side with anybody in the fight.

    It is "nobody" when none is, or when the fight was called off, and None while it is open.
    """
    sides = {b.side for b in fight.present if able(b)}
    if len(sides) == 1:
        return sides.pop()
    return NOBODY if not sides or fight.table.closed else None


# refused here where what is declared and the tables do not fit
tables.WeaponColumn.check(tables.TABLES)
fx.Condition.check(CATALOGUE, tables.skills())
_FIGHT = Ruleset(
    id="d6",
    title="D6 Skirmish",
    dice=("d6", "2d6", "3d6", "4d6", "5d6"),
    version="2",
    catalogue=CATALOGUE,
    scene=SkirmishScene,
    start=start,
    step=step,
    perform=ACTIONS.perform,
    menu=ACTIONS.menu,
    winner=winner,
    policies={"sensible": sensible},
    measures=ACTIONS.measures,
    loss=loss,
    words=WORDS,
    corrections=fx.Condition.all_corrections(
        {
            "hurt": fx.Hurt,
            "heal": fx.Healed,
            **fx.UNAWARE.corrections,
            "reveal": fx.Revealed,
            "place": fx.Placed,
            "get-in": fx.Seated,
            "get-out": fx.GotOut,
            **fx.PRONE.corrections,
            **fx.BOUND.corrections,
            "turn": fx.Turned,
            "cover": fx.TookCover,
            "zone-ended": fx.ZoneEnded,
            "draw": fx.Drew,
            "stow": fx.Stowed,
            "drop": fx.Dropped,
            "fire": fx.Fired,
            "load": fx.Loaded,
            "aim-lost": fx.AimLost,
            "spell-ended": fx.SpellEnded,
            "evade": fx.Evading,
            "time": fx.TimePassed,
            "close": fx.Closed,
        }
    ),
    corrected=corrected,
    left=without,
    controls=controls,
    scenes=CATALOGUE.scenes,
    joining=joining,
    follows=follows,
    invariants=INVARIANTS,
    view=Fighter,
    questions=frozenset(QUESTIONS.by_name),
    knows_of=knows_of,
    levers=LEVERS,
    turns=TURNS,
    solving=SOLVING,
    kinds=ACTIONS.kinds(left),
    plan=PLAN,
    hopeless=no_hope,
)

RULESET = with_campaign(_FIGHT, DOWNTIME)
