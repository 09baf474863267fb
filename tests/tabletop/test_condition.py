"""A condition is declared once: its effect, end, switch, correction, words and label follow."""

from __future__ import annotations

import os
import pickle
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from affray import operations, tabletop
from affray.core.effect import Effect, Who
from affray.core.errors import BadData
from affray.core.field_effect import FieldEffect, own
from affray.core.tally import Mod
from affray.rulesets.coriolis.effects import NOTICED, PRONE, UNAWARE, Fell, Noticed, SlotEnded, Stood
from affray.rulesets.coriolis.scene import CATALOGUE
from affray.tabletop import Transition, moment

ME = Who(0)


class Body(NamedTuple):
    hurt: bool = False
    turns: int = 0
    conditions: tuple[str, ...] = ()


class OnBody(FieldEffect, record=Body):
    who: Who


class Smarted(OnBody, hurt=own("now")):
    now: bool = True


@moment
class BellRang(OnBody):
    def on(self, body: Body, /) -> Body:
        return body._replace(turns=body.turns + 1)


class HornBlew(OnBody, turns=0):
    pass


@pytest.fixture
def kind() -> Any:
    """The conditions of a game that has none so far; what it makes is forgotten."""
    known = dict(Effect.known)

    class Own(tabletop.Condition[Body], effect=OnBody):
        pass

    yield Own
    Effect.known.clear()
    Effect.known.update(known)


@pytest.fixture
def dazzled(kind: Any) -> Any:
    return kind("dazzled", "{who} is dazzled", "{who} sees well again", until=BellRang)


def test_it_stands_in_the_body_and_its_effect_is_logged_by_its_name(dazzled):
    begun, over = dazzled.begin(ME), dazzled.end(ME)
    assert begun.packed() == {"effect": "tests.Dazzled", "who": {"who": 0}, "now": True}
    assert Effect.unpacked(over.packed()) == over != begun
    assert not dazzled.holds(Body())
    there = begun.on(Body())
    assert there == Body(conditions=("dazzled",))
    assert dazzled.holds(there)
    assert begun.on(there) is there
    assert over.on(there) == Body()
    assert over.on(Body()) == Body()


def test_several_stand_in_one_order_however_they_came(kind, dazzled):
    deaf = kind("quite deaf", "{who} is deaf", "{who} hears again")
    one = deaf.begin(ME).on(dazzled.begin(ME).on(Body()))
    other = dazzled.begin(ME).on(deaf.begin(ME).on(Body()))
    assert one == other == Body(conditions=("dazzled", "quite deaf"))
    assert dazzled.end(ME).on(one).conditions == ("quite deaf",)
    assert deaf.begin(ME).kind() == "tests.QuiteDeaf"


def test_it_ends_with_the_effects_that_it_names_and_no_other_ends(kind, dazzled):
    deaf = kind("deaf", "{who} is deaf", "{who} hears again")
    both = deaf.begin(ME).on(dazzled.begin(ME).on(Body()))
    assert HornBlew(ME).on(both) == both
    assert BellRang(ME).on(both) == Body(turns=1, conditions=("deaf",))
    assert BellRang(ME).on(Body()) == Body(turns=1)


def test_the_switch_the_correction_the_words_and_the_label_follow(kind, dazzled):
    off, on = dazzled.toggle(Body(), ME), dazzled.toggle(Body(conditions=("dazzled",)), ME)
    assert (off.what, off.label, off.now, on.now) == ("dazzled", "dazzled", 0, 1)
    assert (off.to(1), on.to(0)) == (dazzled.begin(ME), dazzled.end(ME))
    deaf = kind("deaf", "{who} is deaf", "{who} hears again")
    assert [each.what for each in kind.toggles(Body(), ME)] == ["dazzled", "deaf"]
    assert [each.what for each in kind.toggles(Body(), ME, but=(dazzled,))] == ["deaf"]
    assert kind.all_corrections({}) == {**dazzled.corrections, "deaf": type(deaf.begin(ME))}
    assert dazzled.corrections == {"dazzled": type(dazzled.begin(ME))}
    form = kind.forms()[type(dazzled.begin(ME))]
    said = [form([], each) for each in (dazzled.begin(ME), dazzled.end(ME))]
    assert said == ["{who} is dazzled", "{who} sees well again"]
    assert kind.flags(Body()) == {"dazzled": False, "deaf": False}
    assert kind.flags(Body(conditions=("dazzled",))) == {"dazzled": True, "deaf": False}
    assert kind.flags(Body(), but=(dazzled,)) == {"deaf": False}


def test_one_with_a_field_of_its_own_has_its_own_changes(kind):
    change = Transition(Smarted, "{who} {now, select, true {is hurt} other {is well}}", "harm")
    hurt = kind("hurt", change, change._replace(values=(False,)), holds=lambda b: b.hurt, label="in pain")
    assert (hurt.begin(ME), hurt.end(ME)) == (Smarted(ME), Smarted(ME, False))
    assert kind.all_corrections({}) == {"harm": Smarted}
    assert dict(kind.forms()) == {Smarted: change.told}
    assert kind.flags(Body(hurt=True)) == hurt.flag(Body(hurt=True)) == {"in pain": True}
    assert hurt.toggle(Body(hurt=True), ME).label == "in pain"


def test_the_effect_goes_to_another_process_and_back(dazzled):
    assert pickle.loads(pickle.dumps(dazzled.end(ME))) == dazzled.end(ME)


def faults(make: Any, *given: Any, **named: Any) -> list[str]:
    with pytest.raises(BadData) as caught:
        make(*given, **named)
    return [str(fault.message) for fault in caught.value.faults]


def test_what_cannot_be_declared_so_is_refused(kind, dazzled):
    words = ("{who} is giddy", "{who} is well")
    [twice] = faults(kind, "dazzled", *words)
    assert twice.startswith("'dazzled' is declared already: ")
    assert faults(kind, "giddy", *words, until=HornBlew) == ["HornBlew ends no conditions"]
    assert faults(kind, "giddy", *words, until=(BellRang, HornBlew)) == ["HornBlew ends no conditions"]
    change = Transition(Smarted, "", "smart")
    told = "expected two texts; or two transitions and what holds, which say how it ends"
    own: Any = {"holds": lambda b: b.hurt}
    for given, named in (
        (words, own),
        ((change, change), {}),
        ((words[0], change), {}),
        ((words[0], change), own),
        ((change, change), {**own, "until": BellRang}),
    ):
        assert faults(kind, "giddy", *given, **named) == [told]
    kind.forms()
    assert faults(kind, "giddy", *words) == [
        "the words of the game are made already: declare it in a chapter"
    ]
    assert list(kind.known) == ["dazzled"]


def test_no_condition_takes_the_name_of_another_correction(kind, dazzled):
    own = {"rang": BellRang, **dazzled.corrections}
    assert kind.all_corrections(own) == own, "it may stand among them"
    assert faults(kind.all_corrections, {"dazzled": BellRang}) == ["there is another correction 'dazzled'"]


GAME = """
from tests.tabletop.test_condition import OnBody, tabletop

class Own(tabletop.Condition, effect=OnBody):
    pass

Own("giddy", "{who} is giddy", "{who} is well")
Own("giddy", "{who} is giddy", "{who} is well")
"""


def test_a_refusal_names_the_file_and_the_lines(tmp_path, kind):
    path = tmp_path / "toy.py"
    path.write_text(GAME, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        runpy.run_path(str(path))
    [fault] = caught.value.faults
    assert (fault.place, str(fault.message)) == (f"{path}:8", f"'giddy' is declared already: {path}:7")


class Bare(NamedTuple):
    hurt: bool = False


class OnBare(FieldEffect, record=Bare):
    who: Who


@moment
class Napped(OnBare, hurt=False):
    pass


def test_a_moment_with_which_nothing_ends_reads_no_conditions():
    assert Napped(ME).on(Bare(True)) == Bare()


def test_a_body_without_the_field_has_only_conditions_with_fields_of_their_own():
    class Own(tabletop.Condition[Bare], effect=OnBare):
        pass

    words = ("{who} is giddy", "{who} is well")
    assert faults(Own, "giddy", *words) == ["the bodies of the game have no field conditions"]
    change = Transition(Smarted, "", "hurt")
    assert Own("hurt", change, change, holds=lambda b: b.hurt).holds(Bare(True))


def test_a_slot_of_coriolis_that_ends_leaves_those_of_the_game_alone():
    scene = next(each.name for each in operations.shipped() if each.ruleset.id == "coriolis")
    fight = operations.start(scene).fight
    body = fight.bodies[0]._replace(prone=True, aware=False, conditions=("of old",))
    after = SlotEnded(ME).on(body)
    assert (after.prone, after.aware, after.conditions) == (True, False, ("of old",))
    assert PRONE.corrections == {"fall": Fell, "stand": Stood}
    assert UNAWARE.corrections == {"notice": Noticed}
    assert (UNAWARE.begin(ME), UNAWARE.end(ME)) == (Noticed(ME, False), NOTICED.by(ME))


TRIED = """
TRIED = Condition("tried", "{{who}} is tried", "{{who}} is no longer tried", until={until})
"""
CHAPTERS = {
    "coriolis": ("bonus", "state", "SlotEnded"),
    "d6": ("order", "effects", "TurnEnded"),
    "horizon": ("surprise", "state", "TurnEnded"),
    "serenity": ("harm", "state", "TurnEnded"),
    "traveller": ("harm", "effects", "TurnEnded"),
}
"""A chapter of each game, where it has `Condition` from, and a moment of it."""
LOOK = """
import importlib, sys
from affray import operations
from affray.core.effect import Effect, Who
from affray.core.ruleset import ruleset
for line in sys.argv[1:]:
    game, chapter, until = line.split()
    rules, tried = ruleset(game), importlib.import_module(f"affray.rulesets.{game}.{chapter}").TRIED
    fx = importlib.import_module(f"affray.rulesets.{game}.effects")
    fight = operations.start(next(each.name for each in operations.shipped() if each.ruleset is rules)).fight
    begun, over = tried.begin(Who(0)), tried.end(Who(0))
    after = fight.after(begun)
    now = {each.what: each.now for each in rules.controls(after, Who(0))}
    ended = after.after(getattr(fx, until)(Who(0)))
    print(
        game, begun.kind(), Effect.unpacked(begun.packed()) == begun, now["tried"],
        "tried" in rules.words.card(after, Who(0)).states, rules.corrections["tried"] is type(begun),
        rules.words.happened(["Zara"], begun), rules.words.happened(["Zara"], over),
        ended.bodies[0].conditions, fight.after(over) == fight, sep=";",
    )
"""


@pytest.mark.slow
def test_a_statement_in_a_chapter_is_a_condition_of_each_game(tmp_path):
    root = Path(tabletop.__file__).parents[2]
    shutil.copytree(root, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    given = []
    for game, (chapter, place, until) in CHAPTERS.items():
        path = tmp_path / "src/affray/rulesets" / game / f"{chapter}.py"
        head = "from __future__ import annotations\n"
        imports = f"from affray.rulesets.{game}.{place} import Condition\n"
        text = path.read_text(encoding="utf-8").replace(head, head + imports, 1)
        path.write_text(text + TRIED.format(until=f"fx.{until}"), encoding="utf-8")
        given.append(f"{game} {chapter} {until}")
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *given], env=env, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == [
        f"{game};{game}.Tried;True;1;True;True;Zara is tried;Zara is no longer tried;();True"
        for game in CHAPTERS
    ]


def test_a_modifier_of_a_rule_or_a_roll_that_the_game_does_not_have_is_refused(kind):
    off = {"ranged combat": Mod("COR-RBE-05", -2, "dazzled")}
    kind("dazzled", "{who} is dazzled", "{who} sees", mods=off)
    assert kind.check(CATALOGUE, {"ranged combat"}) is None
    assert [each.name for each in kind.modifying["ranged combat"]] == ["dazzled"]
    kind("deaf", "{who} is deaf", "{who} hears", mods={"hearing": Mod("COR-RBE-99", -1, "deaf")})
    rule, roll = faults(kind.check, CATALOGUE, {"ranged combat"})
    assert rule.startswith("there is no rule 'COR-RBE-99'")
    assert roll.startswith("there is no roll 'hearing'")
