"""Every public function called wrongly says which argument, what was expected, and what is close."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import affray

FINE: dict[str, Any] = {
    "scene": "duel", "name": "duel", "log": None, "actor": "Zara", "action": "normal shot at Kaan",
    "target": 0.5, "grid": "grid.toml", "output": "out.csv", "files": [], "edits": {}, "path": "x.log",
    "profile": "person", "words": "hurt Zara 1", "why": "a nail", "record": {}, "entry": 1, "answer": "none",
}  # fmt: skip
"""Arguments of a right type, for those that have no default."""


class Wrong:
    """A value of a type that nothing takes."""


def offered() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function that is offered, and every method of what a fight and a scene are."""
    for name in affray.__all__:
        thing = getattr(affray, name)
        if inspect.isfunction(thing):
            yield name, thing
    for kind, made in ((affray.Session, affray.start("duel")), (affray.Scene, affray.scene("duel"))):
        for name, own in vars(kind).items():
            if inspect.isfunction(own) and not name.startswith("_"):
                yield f"{kind.__name__}.{name}", getattr(made, name)


def calls() -> Iterator[Any]:
    for name, function in offered():
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                yield pytest.param(function, parameter, id=f"{name}-{parameter.name}")


@pytest.mark.parametrize(("function", "parameter"), list(calls()))
def test_a_wrong_type_names_the_argument(function, parameter):
    needed = inspect.signature(function).parameters.values()
    given = {p.name: FINE[p.name] for p in needed if p.default is p.empty and p.name in FINE}
    alone = parameter.kind is parameter.VAR_POSITIONAL
    with pytest.raises(affray.BadArgument, match=rf"{parameter.name}: expected .*, got ") as caught:
        function(Wrong()) if alone else function(**{**given, parameter.name: Wrong()})
    assert caught.value.name == parameter.name
    assert caught.value.code == "argument/type"


UNKNOWN: list[tuple[Callable[[], object], str]] = [
    (lambda: affray.scene("dule"), "there is no scene 'dule'; did you mean 'duel'?"),
    (lambda: affray.start("dule"), "did you mean 'duel'?"),
    (lambda: affray.simulate("dule"), "did you mean 'duel'?"),
    (lambda: affray.solve("dule"), "did you mean 'duel'?"),
    (lambda: affray.advise("dule"), "did you mean 'duel'?"),
    (lambda: affray.balance("dule", 0.5), "did you mean 'duel'?"),
    (lambda: affray.compare("dule", ["knife", "axe"]), "did you mean 'duel'?"),
    (lambda: affray.game("coriolsi"), "did you mean 'coriolis'?"),
    (lambda: affray.odds("duel", "Zahra", "normal shot at Kaan"), "did you mean 'Zara'?"),
    (lambda: affray.odds("duel", "Zara", "normal shto at Kaan"), "did you mean 'normal shot at Kaan"),
    (lambda: affray.odds("duel", "Zara", "normal shot", policy="sensibel"), "did you mean 'sensible'?"),
    (lambda: affray.odds("duel", "Zara", "melee attack on Kaan"), "[COR-MEL-03]"),
    (lambda: affray.odds("duel", "Zara", ""), "there is no action ''; known:"),
    (lambda: affray.simulate("duel", policy="sensibel"), "did you mean 'sensible'?"),
    (lambda: affray.simulate("duel", n=0), "0"),
    (lambda: affray.simulate("duel", n=-5), "-5"),
    (lambda: affray.simulate("duel", n=10, options={"init.ti": "roll_off"}), "did you mean 'init.tie'"),
    (lambda: affray.start("duel", options={"init.tie": "rol_off"}), "init.tie"),
    (lambda: affray.start("duel", run_by={"Zahra": "person"}), "did you mean 'Zara'?"),
    (lambda: affray.start("duel", run_by={"Zara": "autopilto"}), "autopilot"),
    (lambda: affray.start("duel", packs=["nowhere"]), "nowhere"),
    (lambda: affray.advise("duel", "Zahra"), "did you mean 'Zara'?"),
    (lambda: affray.advise("duel", n=0), "expected 1 to"),
    (lambda: affray.balance("duel", 1.5), "1.5"),
    (lambda: affray.balance("duel", 0.5, "crwe"), "did you mean 'crew'?"),
    (lambda: affray.balance("duel", 0.5, kinds=["armor"]), "did you mean 'armour'?"),
    (lambda: affray.replay("nowhere.log"), "nowhere.log"),
    (lambda: affray.resume("nowhere.log"), "nowhere.log"),
    (lambda: affray.sweep("nowhere.toml", "out.csv"), "nowhere.toml"),
    (lambda: affray.import_characters(["nowhere.json"]), "nowhere.json"),
    (lambda: affray.scene("duel").change({"Kaan.armor": "none"}), "did you mean 'armour'?"),
    (lambda: affray.scene("duel").change({"options.init.ti": "x"}), "init.ti"),
    (lambda: affray.scene("duel").changes("armor"), "did you mean 'armour'?"),
    (lambda: affray.simulate("duel", n=5).side("crwe"), "did you mean 'crew'?"),
    (lambda: affray.simulate("duel", n=5).fighter("Zahra"), "did you mean 'Zara'?"),
    (lambda: affray.start("duel").act("sprint towards Kan"), "did you mean 'sprint towards Kaan'"),
    (lambda: affray.start("duel", run_by={"all": "dice"}).odds("normal shot"), "not for an action"),
    (lambda: affray.start("duel").fork(99), "there is no entry 99"),
    (lambda: affray.start("duel").amend(99, "none"), "entry 99"),
    (lambda: affray.start("duel").undo(0), "cannot undo 0"),
    (lambda: affray.start("duel").give("Zahra", "person"), "did you mean 'Zara'?"),
    (lambda: affray.start("duel").run("autopilot grene"), "did you mean 'green'?"),
    (lambda: affray.start("duel").correct("hrt Zara 1", "why"), "did you mean 'hurt'"),
    (lambda: affray.start("duel").join({"name": "Rat"}, "why"), "side"),
]  # fmt: skip
"""Calls with something that is not there, and what is said."""


@pytest.mark.parametrize("n", range(len(UNKNOWN)))
def test_what_is_unknown_is_named_with_what_is_close(n):
    call, says = UNKNOWN[n]
    with pytest.raises(affray.AffrayError) as caught:
        call()
    assert says in str(caught.value)
