"""Coriolis: pools of d6 counted for sixes, three action points, reactions."""

from __future__ import annotations

from affray.core.campaign import with_campaign
from affray.core.message import msg
from affray.core.ruleset import Ruleset, Unaided
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.actions import ACTIONS, measured
from affray.rulesets.coriolis.automatic import BURST
from affray.rulesets.coriolis.controls import controls
from affray.rulesets.coriolis.corrections import CORRECTIONS, corrected
from affray.rulesets.coriolis.deadlock import no_hope
from affray.rulesets.coriolis.downtime import DOWNTIME
from affray.rulesets.coriolis.fighter import Fighter, knows_of, unbroken
from affray.rulesets.coriolis.foreign import FOREIGN
from affray.rulesets.coriolis.gauges import follows
from affray.rulesets.coriolis.initiative import TURNS, worthwhile
from affray.rulesets.coriolis.invariants import INVARIANTS
from affray.rulesets.coriolis.levers import LEVERS
from affray.rulesets.coriolis.measures import loss
from affray.rulesets.coriolis.pilot import sensible
from affray.rulesets.coriolis.plan import PLAN
from affray.rulesets.coriolis.questions import QUESTIONS
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.scene import CATALOGUE, CoriolisScene, joining, start
from affray.rulesets.coriolis.solving import SOLVING
from affray.rulesets.coriolis.state import Condition, State
from affray.rulesets.coriolis.words import WORDS, left
from affray.tabletop import last_side


def without_prayers(fight: State) -> State:
    """The same fight where nobody prays (AMB-68)."""
    return fight._replace(house=fight.house._replace(darkness_pray="off"))


def unprayed(measure: str) -> str:
    """What a measure is called where nobody prays."""
    return msg("{measure} without praying", measure=measure)


def prayed(chance: str) -> str:
    """A chance in a menu that the prayers are in."""
    return msg("{chance} if a prayer helps", chance=chance)


# refused here where what is declared and the tables do not fit
tables.injuries()
tables.WeaponColumn.check(tables.TABLES)
Condition.check(CATALOGUE, tables.skills())
_FIGHT = Ruleset(
    id="coriolis",
    title="Coriolis",
    dice=("d6", "2d6", "d66", "2d6>5", "4d6>5", "6d6>5", "8d6>5"),
    version="2",
    catalogue=CATALOGUE,
    scene=CoriolisScene,
    start=start,
    step=step,
    perform=ACTIONS.perform,
    menu=ACTIONS.menu,
    winner=last_side(unbroken),
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
    foreign=FOREIGN,
    unaided=Unaided(without_prayers, unprayed, prayed),
    hopeless=no_hope,
    worthwhile=worthwhile,
    series=(BURST,),
)

RULESET = with_campaign(_FIGHT, DOWNTIME)
