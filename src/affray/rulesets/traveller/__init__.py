"""Traveller: checks of 2D and DMs against 8, the Effect, damage to END first."""

from __future__ import annotations

from affray.core.campaign import with_campaign
from affray.core.ruleset import NOBODY, Ruleset
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.actions import ACTIONS, measured, menu, perform
from affray.rulesets.traveller.controls import controls
from affray.rulesets.traveller.corrections import CORRECTIONS, corrected
from affray.rulesets.traveller.deadlock import no_hope
from affray.rulesets.traveller.downtime import DOWNTIME
from affray.rulesets.traveller.fighter import Fighter, knows_of
from affray.rulesets.traveller.figures import able
from affray.rulesets.traveller.foreign import FOREIGN
from affray.rulesets.traveller.gauges import follows
from affray.rulesets.traveller.invariants import INVARIANTS
from affray.rulesets.traveller.levers import LEVERS
from affray.rulesets.traveller.measures import loss
from affray.rulesets.traveller.order import TURNS, in_combat
from affray.rulesets.traveller.pilot import sensible
from affray.rulesets.traveller.plan import PLAN
from affray.rulesets.traveller.questions import QUESTIONS
from affray.rulesets.traveller.round import step
from affray.rulesets.traveller.scene import CATALOGUE, TravellerScene, joining, start
from affray.rulesets.traveller.solving import SOLVING
from affray.rulesets.traveller.state import State
from affray.rulesets.traveller.words import WORDS, left


def winner(fight: State) -> str | None:
    """The side that has won, or the only one with anybody awake.

    It is "nobody" when there is none, and None while it is open.
    """
    if fight.table.won:
        return fight.table.won
    sides = {b.side for b in fight.present if able(b)}
    return None if len(sides) > 1 else sides.pop() if sides else NOBODY


# refused here where what is declared and the tables do not fit
tables.WeaponColumn.check(tables.TABLES)
fx.Condition.check(CATALOGUE, tables.skills())
_FIGHT = Ruleset(
    id="traveller",
    title="Traveller",
    dice=("d6", "2d6", "3d6", "d66"),
    version="2",
    catalogue=CATALOGUE,
    scene=TravellerScene,
    start=start,
    step=step,
    perform=perform,
    menu=menu,
    winner=winner,
    policies={"sensible": sensible},
    measures=measured,
    loss=loss,
    words=WORDS,
    corrections=CORRECTIONS,
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
    foreign=FOREIGN,
    in_combat=in_combat,
)

RULESET = with_campaign(_FIGHT, DOWNTIME)
