"""A fault of our own rules is no bad answer: it comes out as what it is, and nothing is entered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.core.errors import BadAnswer
from affray.rulesets.coriolis import RULESET
from affray.session import Session, opening
from affray.session.controller import Controller


class Fault(RuntimeError):
    """A fault of ours."""


class Rules:
    """Coriolis, until it is broken."""

    def __init__(self) -> None:
        self.broken = False
        self.ruleset = replace(RULESET, step=self.step, corrected=self.corrected)

    def step(self, play: Any) -> bool:
        if self.broken:
            raise Fault("the rules are broken")
        return RULESET.step(play)

    def corrected(self, play: Any, effect: Any) -> None:
        if self.broken:
            raise Fault("so are corrections")
        RULESET.corrected(play, effect)

    def session(self) -> Session:
        session = opening.begin(self.ruleset, RULESET.scenes["duel"])
        Controller(session).run()
        return session


def test_a_fault_in_a_step_is_not_told_as_a_bad_answer():
    rules = Rules()
    session = rules.session()
    before = session.state_hash, session.seq
    rules.broken = True
    with pytest.raises(Fault, match="the rules are broken"):
        session.answer(session.asking.options[0])
    assert (session.state_hash, session.seq) == before
    rules.broken = False
    session.answer(session.asking.options[0])
    assert session.seq == before[1] + 1


def test_a_fault_in_a_correction_is_not_told_as_a_bad_answer():
    rules = Rules()
    session = rules.session()
    before = session.state_hash, session.seq
    rules.broken = True
    with pytest.raises(Fault, match="so are corrections"):
        session.say.correct(["hurt", "Zara", "1"], "to try")
    assert (session.state_hash, session.seq) == before
    rules.broken = False
    session.say.correct(["hurt", "Zara", "1"], "to try")
    assert session.seq == before[1] + 1


def test_what_a_correction_cannot_be_is_a_bad_answer_still():
    session = Rules().session()
    with pytest.raises(BadAnswer, match="cannot be applied"):
        session.say.correct(["injure", "Zara", "99"], "to try")
