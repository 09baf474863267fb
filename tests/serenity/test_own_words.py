"""Answers that no list holds, at the terminal and on the page: counts, and what an injury is."""

from __future__ import annotations

import pytest

from affray.core.errors import BadAnswer
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Plan
from affray.session import opening
from tests.table.people import evening


def opened():
    """The showdown up to the first declaration."""
    session = opening.begin(RULESET, RULESET.scenes["showdown"])
    while session.pending and session.pending.chance:
        session.answer(session.pending.chance.values[-1])
    assert session.asking.asked.question == "declare"
    return session


@pytest.mark.rule("SER-ACT-02", "SER-ACT-05")
@pytest.mark.parametrize(
    ("said", "plan"),
    [
        ("4 actions", Plan(4)),
        ("3 actions and 1 defence", Plan(3, 1)),
        ("2 actions and 2 defences", Plan(2, 2)),
        ("5 actions", Plan(5)),
        ("4 actions and 3 defences", Plan(4, 3)),
        ("all-out attack, 6 actions", Plan(6, 0, ALL_OUT_ATTACK)),
        ("nothing", Plan(0)),
    ],
)
def test_every_declaration_can_be_typed(said, plan):
    session = opened()
    assert session.options.named(said) == plan
    session.say.answer_text(said)
    lines = [session.ruleset.words.told(each.fight, session.names, each.told) for each in session.story]
    assert any(line.endswith(f": {said}") for line in lines)


def test_what_the_rules_do_not_admit_is_refused_with_the_reason():
    session = opened()
    for said in ("9 actions and 9 defences", "all-out attack, 1 action and 1 defence", "flee"):
        with pytest.raises(BadAnswer):
            session.say.answer_text(said)
    assert session.asking.asked.question == "declare"


@pytest.mark.rule("SER-TINY-03", "SER-R15")
def test_an_injury_is_whatever_the_game_master_calls_it():
    read = RULESET.words.typed  # type: ignore[attr-defined]
    assert read("special injury", "a cracked rib") == "a cracked rib"
    assert read("action", "a cracked rib") is None


@pytest.mark.rule("SER-ACT-02")
def test_at_the_live_table_a_count_that_is_not_listed_can_be_written():
    async def work(party):
        while party.gm.ask["kind"] == "dice":
            await party.gm.go()
        assert (party.gm.ask["about"], party.gm.ask["wants"]) == ("declare", "words")
        assert (await party.gm.do("answer", text="5 actions", seq=party.gm.seq))["t"] == "done"
        assert any(line.endswith(": 5 actions") for line in party.gm.words)

    evening(work, scene="showdown")
