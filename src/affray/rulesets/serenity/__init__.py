"""Serenity: dice on a ladder of steps, declared actions, stun and wounds."""

from __future__ import annotations

from affray.core.campaign import with_campaign
from affray.core.ruleset import Ruleset
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.actions import ACTIONS, perform
from affray.rulesets.serenity.controls import controls
from affray.rulesets.serenity.corrections import corrected
from affray.rulesets.serenity.deadlock import no_hope
from affray.rulesets.serenity.downtime import DOWNTIME
from affray.rulesets.serenity.fighter import Fighter, knows_of, up
from affray.rulesets.serenity.gauges import follows
from affray.rulesets.serenity.initiative import TURNS
from affray.rulesets.serenity.invariants import INVARIANTS
from affray.rulesets.serenity.levers import LEVERS
from affray.rulesets.serenity.measures import loss
from affray.rulesets.serenity.pilot import sensible
from affray.rulesets.serenity.plan import PLAN
from affray.rulesets.serenity.questions import QUESTIONS
from affray.rulesets.serenity.round import price, step
from affray.rulesets.serenity.scene import CATALOGUE, SerenityScene, joining, start
from affray.rulesets.serenity.solving import SOLVING
from affray.rulesets.serenity.state import Condition
from affray.rulesets.serenity.words import WORDS, left
from affray.tabletop import last_side

# refused here where what is declared and the tables do not fit
tables.WeaponColumn.check(tables.TABLES)
Condition.check(CATALOGUE, tables.ATTRIBUTES)
_FIGHT = Ruleset(
    id="serenity",
    title="Serenity",
    dice=("d4", "d6", "d8", "d10", "d12", "d8+d6"),
    version="2",
    catalogue=CATALOGUE,
    scene=SerenityScene,
    start=start,
    step=step,
    perform=perform,
    price=price,
    menu=ACTIONS.menu,
    winner=last_side(up),
    policies={"sensible": sensible},
    measures=ACTIONS.measures,
    loss=loss,
    words=WORDS,
    corrections=Condition.all_corrections(
        {
            "hurt": fx.Hurt,
            "plot": fx.PlotSpent,
            "place": fx.Placed,
            **fx.PRONE.corrections,
            "score": fx.InitiativeRolled,
            "declare": fx.Declared,
            "limit": fx.Capped,
            "stun": fx.Stunned,
            "limb": fx.LimbLost,
            "injure": fx.Injured,
            "recover": fx.ShookOff,
            "pass-out": fx.PassedOut,
            "die": fx.Died,
            **fx.UNAWARE.corrections,
            **fx.HIDDEN.corrections,
            "cover": fx.TookCover,
            "draw": fx.Drew,
            "rounds": fx.Loaded,
            "time": fx.TimePassed,
            "close": fx.Closed,
            "watch-ended": fx.WatchEnded,
        }
    ),
    corrected=corrected,
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
