"""Random fights with everything that can be done to a session."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer
from affray.core.ruleset import ruleset
from affray.core.scene import ruleset_named
from affray.operations import scenes, shipped
from affray.session import Controller, Session, opening

GAME = ruleset("coriolis")
SCENES = [
    *GAME.scenes,
    *{each.ruleset.id: each.name for each in shipped() if each.ruleset is not GAME}.values(),
]
"""All scenes of one game, and one of every other."""
CREWED = {
    "coriolis": "boarding",
    "d6": "chase",
    "horizon": "yard",
    "serenity": "assault",
    "traveller": "forest_road",
}
"""Of each game a scene with so many that one can leave it."""
NEWCOMER = {"name": "Rat", "side": "late", "at": [3, 3], "archetype": "scout", "weapons": ["knife"]}


def fresh(scene="duel", **given):
    """A new session of a shipped scene, of whatever game."""
    text = scenes()[scene]
    return opening.begin(ruleset(ruleset_named(text)), text, **given)


def run_by_itself(session):
    """A controller that answers everything."""
    controller = Controller(session)
    controller.lend("autopilot")
    return controller


def wild(session: Session, seed: int, moves: int, leaving: bool = False) -> Iterator[str]:
    """Do something to the session so many times; yields what was done.

    With `leaving` fighters are taken out of the fight, too.
    """
    chance, controller = Random(seed), run_by_itself(session)
    for _ in range(moves):
        try:
            yield _move(session, controller, chance, leaving)
        except AffrayError as e:
            yield f"refused: {e}"


def _move(session: Session, controller: Controller, chance: Random, leaving: bool) -> str:
    what = chance.choices(
        ["answer", "override", "undo", "redo", "join", "remove"],
        [80, 7, 7, 5, 1 if len(session.names) < 12 else 0, 2 if leaving else 0],
    )[0]
    if what == "override":
        effect = _correction(session, chance)
        session.say.override(effect, f"it is {effect.kind()}")
    elif what == "undo":
        session.say.undo_entries(chance.randint(1, min(25, max(1, len(session.standing.kept)))))
    elif what == "redo":
        session.say.redo_entries(chance.randint(1, max(1, len(session.standing.undone))))
    elif what == "join":
        session.say.join({**newcomer(session), "name": f"Rat {len(session.names)}"})
    elif what == "remove":
        session.say.remove(chance.choice(session.names))
    else:
        _answer(session, controller, chance)
    return what


def newcomer(session: Session) -> dict[str, Any]:
    """Somebody who comes in late: in other games one like the first of the scene."""
    if session.ruleset is GAME:
        return NEWCOMER
    fighters: Any = session.scene
    return {**fighters.fighters[0].model_dump(exclude_unset=True), "count": 1, "run_by": "autopilot"}


def _correction(session: Session, chance: Random) -> Any:
    """A correction: in other games something that has happened before, once more."""
    if session.ruleset is GAME:
        kinds = ("hurt", "stress", "fall", "stand", "ap", "darkness", "back", "score", "notice", "time")
        return _effect(chance.choice(kinds), Who(chance.randrange(len(session.names))), chance)
    usual = [e for e in session.effects if type(e) in session.ruleset.corrections.values()]
    if not usual:
        raise BadAnswer("nothing has happened that could be a correction")
    return chance.choice(usual)


def _effect(kind: str, who: Who, chance: Random) -> Any:
    make: Any = GAME.corrections[kind]
    amount = chance.randint(1, 4)
    if kind in ("fall", "stand"):
        return make(who)
    if kind in ("darkness", "time"):
        return make(amount)
    return make(who, True) if kind == "notice" else make(who, amount)


def _answer(session: Session, controller: Controller, chance: Random) -> None:
    pending = session.pending
    if pending is None:
        session.say.undo_entries(1)
    elif pending.chance is None and chance.random() < 0.3:
        session.answer(chance.choice(pending.options))
    else:
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
