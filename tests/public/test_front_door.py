"""What `import affray` gives, and that it stays so whatever else is imported."""

from __future__ import annotations

import inspect
import pkgutil
import subprocess
import sys
from importlib.metadata import version

import pytest

import affray
from affray.core import errors


def apart(program: str) -> str:
    """What a program prints in a Python of its own, which has imported nothing yet."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def test_nothing_offered_has_the_name_of_a_subpackage():
    """Python would put the subpackage in its place as soon as somebody imports it."""
    assert not {each.name for each in pkgutil.iter_modules(affray.__path__)} & set(affray.__all__)


@pytest.mark.slow
def test_functions_stay_what_they_are_whatever_is_imported():
    packages = ", ".join(f"affray.{each.name}" for each in pkgutil.iter_modules(affray.__path__))
    inside = f"import affray; solve = affray.solve; import {packages}; print(affray.solve is solve)"
    assert apart(inside) == "True"


def test_all_that_is_offered_is_there():
    assert affray.__version__ == version("affray")
    assert set(affray.__all__) <= set(dir(affray))
    assert [name for name in affray.__all__ if getattr(affray, name) is None] == []
    assert list(affray.__all__) == sorted(affray.__all__)
    with pytest.raises(AttributeError, match="did you mean 'simulate'"):
        getattr(affray, "simu" + "lat")


def test_every_error_has_its_name_there():
    found = {
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and kind.__module__ == errors.__name__
    }
    assert found <= set(affray.__all__)


def test_importing_it_imports_next_to_nothing():
    program = "import sys, affray; print([m for m in sys.modules if m.startswith('affray.')])"
    assert apart(program) == "[]"


def test_a_module_below_is_imported_without_the_front_door():
    program = "import sys; from affray import sheet; print('affray.public' in sys.modules)"
    assert apart(program) == "False"
    with pytest.raises(ImportError, match="cannot import name 'simu'"):
        exec("from affray import simu")


def test_undo_takes_back_one_decision():
    session = affray.start("duel", seed=7)
    before, lines = session.fight, len(session.story)
    session.act("normal shot at Kaan")
    while session.question != "action":
        session.act(session.legal_actions()[0])
        assert session.actor == "Zara"
    assert len(session.story) > lines + 2
    while session.fight != before:
        session.undo()
    assert (session.actor, session.question) == ("Zara", "action")
    session.redo()
    assert len(session.story) > lines
    with pytest.raises(affray.LogError, match="cannot undo 99"):
        session.undo(99)


def test_what_is_typed_is_what_is_offered():
    session = affray.start("duel", seed=7)
    legal = session.legal_actions()
    shot = next(action for action in legal if action.words.startswith("normal shot"))
    assert repr(session.odds(shot)) == repr(session.odds("normal shot at kaan"))
    with pytest.raises(affray.NotFound, match="did you mean 'normal shot at Kaan with service pistol'"):
        session.act("normal shot at Kan")
    with pytest.raises(affray.Illegal, match="COR-MEL"):
        session.act("melee attack on Kaan")
    with pytest.raises(affray.BadAnswer, match="matches"):
        session.odds("s")
    session.act(shot)


def test_real_dice_are_typed():
    session = affray.start("duel", run_by={"all": "dice"})
    assert session.question == "initiative"
    with pytest.raises(affray.BadAnswer):
        session.act("7 7")
    while session.live.pending and session.live.pending.chance:
        session.act("roll" if session.question != "initiative" else "4")
    session.act(session.legal_actions()[0])
    assert {line.dice for line in session.story if "'s initiative" in line.words} == {(4,)}


def test_a_log_is_read_gone_on_with_and_amended(tmp_path):
    path = tmp_path / "duel.log"
    with affray.start("duel", seed=7, log=path) as session:
        state = session.fight
    read = affray.replay(path)
    assert read.fight == state
    assert read.story == session.story
    with affray.resume(path) as again:
        again.act("normal shot at Kaan")
        entry = next(line.entry for line in again.story if line.kind == "chose")
        earlier = again.fork(entry)
        assert len(earlier.story) < len(again.story)
        again.amend(next(e.seq for e in again.live.standing.played if e.by == "settled"), "none")
        again.save(tmp_path / "copy.log")
        again.correct("hurt Zara 1", "a nail")
        assert "a nail" in again.story[-1].words or any("a nail" in line.words for line in again.story)
    assert affray.replay(tmp_path / "copy.log").notice == ""


@pytest.mark.slow
def test_everything_is_shown_on_one_line():
    session = affray.start("duel", seed=7)
    shot = session.odds("normal shot")
    shown = [
        session, session.legal_actions()[0], session.story[0], shot, shot.headline, affray.scene("duel"),
        affray.simulate("duel", n=20), affray.solve("duel", states=20, samples=20), session.advise(n=10),
        session.advise(n=10).best, affray.scene("duel").changes("armour")[0],
    ]  # fmt: skip
    assert [repr(each) for each in shown if "\n" in repr(each) or len(repr(each)) > 300] == []


@pytest.mark.slow
def test_people_come_and_hands_change():
    session = affray.start("duel", seed=7)
    record = {"name": "Rat", "side": "guild", "at": [4, 4], "run_by": "autopilot"}
    body = affray.scene("duel").draft.data["fighters"][1]
    session.join({**body, **record}, "heard the noise")
    assert "Rat" in session.fighters
    session.correct("remove Rat", "a false alarm")
    assert "Rat" not in session.fighters
    assert session.story[-1].kind == "went"
    session.undo()
    assert "Rat" in session.fighters
    session.give("Zara", "autopilot veteran")
    assert session.over
    assert session.winner in ("crew", "guild", "nobody")
