"""What the sheet lets one choose is asked: each such rule, its question, and an answer that is offered."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.sheet import Reaction
from affray.rulesets.traveller.state import State
from tests.whole import WHOLE

ASKED: dict[str, tuple[str, str]] = {
    "TRV-INIT-01": ("characteristic", "INT"),
    "TRV-ACT-01": ("action", "ranged attack"),
    "TRV-MEL-01": ("characteristic", "STR"),
    "TRV-LEAD-01": ("characteristic", "SOC"),
    "TRV-LEAD-02": ("spur on", "True"),
    "TRV-ACT-FAID": ("action", "first aid"),
    "TRV-ACT-PSI": ("action", "psionics"),
    "TRV-ACT-SKILL": ("action", "skill check"),
    "TRV-ACT-CREW": ("action", "take post"),
    "TRV-MOVE-01": ("action", "move"),
    "TRV-AIM-01": ("action", "aim"),
    "TRV-STAN-01": ("action", "stance"),
    "TRV-DRAW-01": ("action", "draw"),
    "TRV-LOAD-01": ("action", "reload"),
    "TRV-MSKL-01": ("action", "identify gear"),
    "TRV-ITEM-01": ("action", "pick up"),
    "TRV-REACT-01": ("reaction", "nothing"),
    "TRV-DODGE-01": ("reaction", "dodge"),
    "TRV-DIVE-01": ("reaction", "dive"),
    "TRV-DIVE-02": ("reaction", "dive behind"),
    "TRV-PARRY-01": ("reaction", "parry"),
    "TRV-FREE-01": ("action", "talk"),
    "TRV-DEFER-01": ("act now", "True"),
    "TRV-FAID-05": ("heal", "points"),
    "TRV-SURG-03": ("heal", "points"),
    "TRV-GRAP-02": ("grapple outcome", "hurt"),
    "TRV-GRAP-03": ("grapple outcome", "put prone"),
    "TRV-GRAP-04": ("disarm what", "thing"),
    "TRV-GRAP-05": ("keep the weapon", "True"),
    "TRV-GRAP-09": ("move off", "away"),
    "TRV-GRAP-10": ("drag to", "place"),
    "TRV-GRAP-11": ("grapple outcome", "carry on"),
}
"""By rule: the question that asks it, and one of its answers, as `kind_of` names them."""
BRAWL = """
ruleset = "traveller"
title = "Everything at once"
days = 2
facility = { kind = "hospital" }
covers = [{ name = "wall", kind = "stone wall", ends = [[0.7, -3], [0.7, 3]] }]
posts = [{ name = "the gun", at = [0.5, 1], cover = "armoured vehicle" }]
projects = [{ name = "the lock", skill = "mechanic", rounds = 3 }]
"""
FIGHTER = """
[[fighters]]
name = "{name}"
side = "{side}"
at = [{x}, {y}]
characteristics = {{ STR = 12, DEX = 9, END = 8, INT = 12, EDU = 9, SOC = 15 }}
skills = {{ "gun combat" = 2, melee = 2, medic = 3, leadership = 3, recon = 1, telepathy = 1, mechanic = 1 }}
weapons = ["{gun}", "{blade}", "medikit"]
in_hand = ["{gun}", "{blade}"]
"""


def rules_with_a_choice() -> set[str]:
    """The rules whose `needs` name a choice or a reaction."""
    text = files("affray.rulesets.traveller").joinpath("rules.toml").read_text(encoding="utf-8")
    return {rule["id"] for rule in tomllib.loads(text)["rule"] if {"C", "R"} & {*rule["needs"]}}


def kind_of(question: str, value: Any) -> str:
    match value:
        case Act():
            return value.name
        case Reaction():
            return value.how + (" behind" if value.cover else "")
        case "" if question == "reaction":
            return "nothing"
    return {"heal": "points", "disarm what": "thing", "drag to": "place"}.get(question, str(value))


class Recorder:
    """Answers at random, often as a sensible fighter does, first of all what nobody has answered yet.

    It keeps what could be answered.
    """

    def __init__(self, seed: int) -> None:
        self.dice, self.seen = Random(seed), defaultdict[str, set[str]](set)
        self.given = defaultdict[str, set[str]](set)

    def __call__(self, play: Any, who: Any, question: str, options: Any, about: tuple[Any, ...]) -> Any:
        found = list(options())
        self.seen[question].update(kind_of(question, value) for value in found)
        if self.dice.random() < 0.3:
            return RULESET.policies["sensible"](play, who, question, options, about)
        new = [value for value in found if kind_of(question, value) not in self.given[question]]
        chosen = self.dice.choice(new or found)
        self.given[question].add(kind_of(question, chosen))
        return chosen


def brawl() -> State:
    people = [("Asha", "red", 0, 0), ("Ravi", "red", 0, 1), ("Bo", "blue", 1, 0), ("Cleo", "blue", 1, 1)]
    arms = {"red": ("revolver", "dagger"), "blue": ("auto pistol", "sword")}
    fighters = [
        FIGHTER.format(name=n, side=s, x=x, y=y, gun=arms[s][0], blade=arms[s][1]) for n, s, x, y in people
    ]
    text = BRAWL + "".join(fighters)
    return RULESET.start(read_scene(text, RULESET.scene, "brawl"))


WANTED = {
    "characteristic": {"STR", "DEX", "INT", "EDU", "SOC"},
    "grapple outcome": {"carry on", "put prone", "disarm", "throw", "hurt", "break free", "drag"},
    "damage goes to": {"STR", "DEX"},
    "action": {"surgery", "medical care", "bed rest", "done"},
}
"""Answers to some questions that must all be offered at some time."""


@cache
def asked() -> dict[str, set[str]]:
    """All that was asked in some fights at random, with the kinds of answers that were offered.

    There are fights until all that the rules leave open was offered, in the whole run always forty.
    """
    found: dict[str, set[str]] = defaultdict(set)
    wanted = [*WANTED.items(), *((question, {answer}) for question, answer in ASKED.values())]
    for seed in range(40):
        if not WHOLE and all(answers <= found[question] for question, answers in wanted):
            break
        recorder = Recorder(seed)
        play: Sampled[Any, Any, Any] = Sampled(brawl(), recorder, Random(seed))
        for _ in range(250):
            if not RULESET.step(play):
                break
        for question, kinds in recorder.seen.items():
            found[question] |= kinds
    return found


def test_each_rule_with_a_choice_names_its_question():
    assert {*ASKED} == rules_with_a_choice()
    assert {question for question, _ in ASKED.values()} <= RULESET.questions


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(ASKED))
def test_it_is_asked_and_the_answer_is_offered(rule):
    question, answer = ASKED[rule]
    assert answer in asked()[question], sorted(asked()[question])


@pytest.mark.slow
def test_every_characteristic_outcome_and_stance_can_be_chosen():
    assert asked()["characteristic"] >= WANTED["characteristic"]
    assert asked()["grapple outcome"] == WANTED["grapple outcome"]
    assert asked()["damage goes to"] == WANTED["damage goes to"]
    assert asked()["action"] >= WANTED["action"]
