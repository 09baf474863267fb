"""Horizon: scores of d6 read on combat profiles, two actions a turn, and Dives."""

from __future__ import annotations

from affray.core.campaign import with_campaign
from affray.core.phrases import actions_left
from affray.core.ruleset import Ruleset
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.actions import ACTIONS, measured, menu, perform
from affray.rulesets.horizon.controls import controls
from affray.rulesets.horizon.corrections import CORRECTIONS, corrected
from affray.rulesets.horizon.deadlock import no_hope
from affray.rulesets.horizon.downtime import DOWNTIME
from affray.rulesets.horizon.fighter import Fighter, able, knows_where
from affray.rulesets.horizon.gauges import follows
from affray.rulesets.horizon.initiative import TURNS
from affray.rulesets.horizon.invariants import INVARIANTS
from affray.rulesets.horizon.levers import LEVERS
from affray.rulesets.horizon.measures import loss
from affray.rulesets.horizon.pilot import sensible
from affray.rulesets.horizon.plan import PLAN
from affray.rulesets.horizon.profile import READINGS
from affray.rulesets.horizon.questions import QUESTIONS
from affray.rulesets.horizon.round import step, take
from affray.rulesets.horizon.scene import CATALOGUE, HorizonScene, joining, start
from affray.rulesets.horizon.solving import SOLVING
from affray.rulesets.horizon.state import Condition
from affray.rulesets.horizon.talk import worthwhile
from affray.rulesets.horizon.turn import in_combat
from affray.rulesets.horizon.words import WORDS
from affray.tabletop import last_side

Condition.check(CATALOGUE, (*tables.skills(), *READINGS))
_FIGHT = Ruleset(
    id="horizon",
    title="Horizon",
    dice=("d6", "2d6", "3d6", "4d6"),
    version="2",
    catalogue=CATALOGUE,
    scene=HorizonScene,
    start=start,
    step=step,
    perform=perform,
    take=take,
    menu=menu,
    winner=last_side(able),
    policies={"sensible": sensible},
    measures=measured,
    loss=loss,
    words=WORDS,
    corrections=CORRECTIONS,
    scenes=CATALOGUE.scenes,
    joining=joining,
    follows=follows,
    corrected=corrected,
    controls=controls,
    invariants=INVARIANTS,
    view=Fighter,
    questions=frozenset(QUESTIONS.by_name),
    knows_of=knows_where,
    levers=LEVERS,
    turns=TURNS,
    solving=SOLVING,
    kinds=ACTIONS.kinds(lambda b: actions_left(b.actions)),
    plan=PLAN,
    hopeless=no_hope,
    in_combat=in_combat,
    worthwhile=worthwhile,
    in_hand=lambda body: (body.hand,),
)

RULESET = with_campaign(_FIGHT, DOWNTIME)
