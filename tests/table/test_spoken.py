"""Who is spoken of stands in fields: what a seat may know is decided by those, and never by reading words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.message import Message, Verbatim, bare, english, joined, msg
from affray.core.ruleset import ruleset, rulesets
from affray.session import Session, opening
from tests.test_architecture import clear
from tests.whole import some

SCENES = [f"{game.id}/{name}" for game in rulesets().values() for name in game.scenes]


def values(text: str) -> Iterator[object]:
    """What a text speaks of; of one that has no fields, itself."""
    return text.values() if isinstance(text, Message) and text.fields else iter((str(text),))


def texts(session: Session) -> Iterator[str]:
    """All that is told of a session as it stands: lines, states, what is asked, what can be answered."""
    words, names, fight = session.ruleset.words, session.names, session.fight
    yield from (words.told(each.fight, names, each.told) for each in session.story)
    for who in fight.everyone:
        yield from words.card(fight, who).states
    plan = session.ruleset.plan.ground(fight)
    yield from (cover.name for cover in plan.covers)
    yield from (zone.name for zone in plan.zones)
    yield from (arc.name for arc in plan.arcs)
    pending = session.pending
    if pending is not None:
        yield words.asked(names, pending.asked, pending.about)
        yield from (mod.why for mod in pending.tally)
        options = () if pending.chance is not None else pending.options
        yield from (words.option(names, pending.asked.question, option) for option in options)
        yield from (why.why for offer in session.options.menu() for why in offer.refused)


def played(scene: str, most: int) -> Iterator[Session]:
    """A session at so many of its questions, answered by chance, every third by habit."""
    random = Random(7)
    session = opening.begin(ruleset(scene.partition("/")[0]), operations.scene_text(scene), seed=7)
    for n in range(most):
        pending = session.pending
        if pending is None:
            return
        yield session
        autopilot = AutopilotController(session)
        if pending.chance is not None:
            answer = autopilot.throw(pending).value
        else:
            answer = random.choice(pending.options) if n % 3 else autopilot.by_habit(pending).value
        session.enter(session.lines.answer(answer))
    yield session


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_what_is_bare_of_a_state_tells_no_figure(scene: str):
    """Nor what stands behind a colon, such as what somebody holds ready."""
    told = set()
    for session in played(scene, some(200, 8)):
        for who in session.fight.everyone:
            for state in session.ruleset.words.card(session.fight, who).states:
                left = english(bare(state))
                for name in sorted(session.names, key=len, reverse=True):
                    left = left.replace(name, "")
                if re.search(r"[:()\d]", left):
                    told.add(left)
    clear(sorted(told))


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_whoever_a_text_names_is_among_its_fields(scene: str):
    faults = set()
    for session in played(scene, some(200, 8)):
        every = "|".join(re.escape(name) for name in sorted(session.names, key=len, reverse=True))
        for text in filter(None, texts(session)):
            named = set(re.findall(rf"(?<!\w)(?:{every})(?!\w)", str(text)))
            spoken = {value for value in values(text) if isinstance(value, str)}
            if named - spoken:
                faults.add(f"{str.__str__(text)!r} ({type(text).__name__}: {sorted(named - spoken)})")
    clear(sorted(faults))


def test_a_message_tells_whom_it_speaks_of_however_deep():
    text = joined(
        ", ", [msg("{who} is {how}", who=Verbatim("Zara"), how=msg("held by {by}", by=Verbatim("Kaan")))]
    )
    assert isinstance(text, Message)
    assert list(values(text)) == ["Zara", "Kaan"]
