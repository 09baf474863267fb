"""A fighter taken out of the fight, in every game: nobody finds that one any more, and undo brings it back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.core.effect import Effect, Who
from affray.core.live import Went
from affray.operations import shipped
from affray.session import Session, opening
from affray.session.course import same
from tests.session.fights import fresh, run_by_itself
from tests.whole import some

ALL = [each.name for each in shipped()]
"""Every shipped scene of every game."""


def named(value: Any) -> set[Who]:
    """The fighters that a value names, or a body, or an effect."""
    if type(value) is Who:
        return {value}
    if isinstance(value, Effect):
        return set[Who]().union(*(named(getattr(value, name)) for name in value.__dataclass_fields__))
    if isinstance(value, tuple | list):
        return set[Who]().union(*map(named, value))
    return set()


def named_in(session: Session, who: Who) -> str:
    """Where a fighter who has left is still to be found; empty for nowhere."""
    fight, pending = session.fight, session.pending
    others = [fight.bodies[each] for each in fight.here]
    if any(who in named(body) for body in (*others, fight.table)):
        return "a body"
    if who in [turn.who for turn in session.ruleset.turns.of(fight)]:
        return "the order"
    if pending is None:
        return ""
    if pending.asked.who == who:
        return f"the question {pending.asked}"
    about = [each for each in pending.about if getattr(each, "who", None) == who]
    if about:
        return f"what {pending.asked} is about"
    if pending.chance is None and any(who in named(option) for option in pending.options):
        return f"an option of {pending.asked}"
    return ""


def involved(session: Session, chance: Random) -> Who:
    """Somebody to be removed: who is asked, of whom the question or a body speaks, or anybody."""
    fight, pending = session.fight, session.pending
    assert pending is not None
    about = [each.who for each in pending.about if getattr(each, "who", -1) >= 0]
    spoken = [who for body in (*fight.present, fight.table) for who in sorted(named(body)) if who >= 0]
    ways = [[pending.asked.who] if pending.asked.who >= 0 else [], about, spoken, list(fight.here)]
    return chance.choice([way for way in ways if way][chance.randrange(len([way for way in ways if way]))])


def played(session: Session, chance: Random, answers: int) -> None:
    """So many answers: most by habit, some by chance, so that things go wrong as at a table."""
    controller = run_by_itself(session)
    for _ in range(answers):
        pending = session.pending
        if pending is None:
            return
        if pending.chance is None and chance.random() < 0.25:
            session.answer(chance.choice(pending.options))
            continue
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)


def removed(session: Session, who: Who) -> None:
    """Take somebody out of the fight, see to it that nothing of it is left, and that undo brings it back."""
    name, before, faults = session.names[who], session.state_hash, set(_faults(session))
    session.say.remove(name)
    assert session.fight.gone[-1:] and who in session.fight.gone
    assert named_in(session, who) == ""
    assert set(_faults(session)) <= faults
    after, story = session.state_hash, list(session.story)
    assert [t.told.who for t in story if isinstance(t.told, Went)].count(who) == 1
    session.say.undo()
    assert (session.state_hash, who in session.fight.gone) == (before, False)
    session.say.redo()
    assert session.state_hash == after
    assert same(session.story, story)


def _faults(session: Session) -> list[str]:
    return list(session.ruleset.invariants.at_rest(session.fight, session.fight))


@pytest.mark.parametrize("walk", range(some(12, 6)))
@pytest.mark.parametrize("scene", ALL)
def test_whoever_is_taken_out_in_the_midst_of_a_fight_is_found_by_no_rule_any_more(scene, walk):
    chance, session = Random(f"{scene} {walk}"), fresh(scene, seed=walk)
    for _ in range(3):
        played(session, chance, chance.randrange(25))
        if session.pending is None:
            break
        removed(session, involved(session, chance))
        for _ in range(15):
            played(session, chance, 1)
            assert [who for who in session.fight.gone if named_in(session, who)] == []
    played(session, chance, 400)
    again = opening.from_rows(session.header, session.log.rows)
    assert again.state_hash == session.state_hash
    assert again.story == session.story
