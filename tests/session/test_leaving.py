"""A fighter taken out of the fight, in every game: no rule finds that one any more; undo brings it back."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from affray import campaign
from affray.core.effect import Effect, Remark, Who
from affray.core.errors import BadAnswer, LogError
from affray.core.follow import figures
from affray.core.live import Answer, Came, Concealed, Departed, Happened, Went
from affray.core.names import attributes
from affray.core.ruleset import ruleset
from affray.operations import scenes, shipped
from affray.session import Session, SessionLine, log, opening
from affray.session.course import same
from affray.session.past import Past
from tests.session.fights import CREWED, fresh, run_by_itself
from tests.session.versions import installs, next_of
from tests.whole import some
from tools import corpus
from tools.recorded import in_an_attack

pytestmark = pytest.mark.slow

ALL = [each.name for each in shipped()]
"""Every shipped scene of every game."""


NEW = ("Uma", "Vera")
"""Newcomers."""


def named(value: Any) -> set[Who]:
    """The fighters that a value names, or a body, or an effect."""
    if type(value) is Who:
        return {value}
    if isinstance(value, Effect):
        return set[Who]().union(*(named(getattr(value, name)) for name in attributes(type(value))))
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
    there = [way for way in ways if way]
    return Who(chance.choice(there[chance.randrange(len(there))]))


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
    assert who in session.fight.gone
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


@pytest.mark.parametrize("walk", range(some(12, 12)))
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


# --- in the midst of a step ---------------------------------------------------------------------------


def until(halt, scene, seed=0):
    """A fight by itself up to where this holds."""
    session = fresh(scene, seed=seed)
    controller = run_by_itself(session)
    while not halt(session):
        given = controller.answer()
        assert given is not None, "the fight ended before"
        session.answer(given.value, given.dice, by=given.by)
    return session


def parties(session):
    """Who acts, whom that goes at, and the others."""
    first = session.standing.played[session.moments.begun].entry
    at = first.value.at
    return first.asked.who, at, [who for who in session.fight.here if who not in (first.asked.who, at)]


def newcomer(session, name):
    """The record of another fighter like the last one of the scene."""
    record = [each for each in session.scene.fighters if each.name][-1].model_dump(exclude_unset=True)
    return {key: record[key] for key in record if key not in ("drives", "rides")} | {"name": name, "count": 1}


def bystanders(session):
    """Whom nothing in the step under way is about."""
    entries = [line.entry for line in session.standing.played[session.moments.begun :]]
    busy = named([*[entry.asked.who for entry in entries], *[entry.value for entry in entries]])
    return [who for who in parties(session)[2] if who not in {*busy, session.asking.asked.who}]


def aimed(halt):
    """That holds in an action at somebody, with others about."""
    return lambda session: bool(
        halt(session)
        and session.moments.begun < len(session.standing.played)
        and getattr(session.standing.played[session.moments.begun].entry.value, "at", None) is not None
    )


@pytest.mark.parametrize("scene", CREWED.values())
def test_who_has_nothing_to_do_with_an_action_leaves_it_as_it_was(scene):
    session = until(lambda now: aimed(in_an_attack)(now) and bystanders(now), scene)
    asked, entries = session.asking.asked, [line.entry for line in session.standing.played]
    one = bystanders(session)[-1]
    session.say.remove(session.names[one])
    assert session.asking.asked == asked
    assert [line.entry for line in session.standing.played if isinstance(line.entry, Answer)] == entries


@pytest.mark.parametrize("scene", CREWED.values())
@pytest.mark.parametrize("who", [0, 1])
def test_an_action_of_who_leaves_or_at_it_falls_away(scene, who):
    session = until(aimed(in_an_attack), scene)
    begun = session.moments.begun
    actor, target = parties(session)[:2]
    chosen = session.standing.played[begun].entry.value
    lives = alive(session, session.moments.now.fight)
    gone = (actor, target)[who]
    session.say.remove(session.names[gone])
    kept = [line.entry for line in session.standing.played]
    assert kept[begun] == Departed(gone, "", session.log.rows[-1].after)
    assert not any(isinstance(entry, Answer) and entry.value == chosen for entry in kept[begun:])
    assert alive(session, session.fight) == {each: life for each, life in lives.items() if each != gone}
    assert named_in(session, gone) == ""


@pytest.mark.parametrize("scene", CREWED.values())
@pytest.mark.parametrize("who", [0, 1])
def test_what_was_put_right_while_an_action_waits_stays_when_one_in_it_leaves(scene, who):
    session = until(aimed(in_an_attack), scene)
    actor, target, others = parties(session)
    one, leaves = others[-1], (actor, target)[who]
    session.say.hide(one)
    session.say.join(newcomer(session, "Uma"), hidden=True)
    new = session.fight.everyone[-1]
    answers = [line for line in session.standing.played if isinstance(line.entry, Answer)]
    line = session.lines.remove(leaves)
    fell = session.lines.fallen(line)
    session.enter(line)
    assert session.fight.hidden == {one, new}
    assert session.names[new] == "Uma"
    kept = [line.seq for line in session.standing.played if isinstance(line.entry, Answer)]
    assert fell == tuple(line for line in answers if line.seq not in kept)
    assert fell, "the action falls away, and whoever removes is told"
    session.say.undo()
    assert session.fight.hidden == {one, new}
    assert leaves not in session.fight.gone


def test_a_correction_of_another_stays_when_the_target_of_an_action_leaves():
    session = until(aimed(in_an_attack), "boarding")
    _, target, others = parties(session)
    name = session.names[others[-1]]
    session.say.correct(["hurt", *name.split(), "2"], "a trap")
    life = alive(session, session.fight)[others[-1]]
    session.say.remove(session.names[target])
    assert alive(session, session.fight)[others[-1]] == life


def alive(session, fight):
    """What is left of the life of each who is in a fight."""
    follows = session.ruleset.follows(fight.house)
    return {who: figures(follows, fight.bodies[who]).left[0] for who in fight.here}


# --- by other versions of the rules ----------------------------------------------------------------------


@pytest.mark.parametrize("game", CREWED)
def test_a_fight_of_an_older_version_goes_on_without_who_leaves(game, tmp_path):
    path = tmp_path / "fight.jsonl"
    path.write_bytes((corpus.FOLDER / f"{game}-1-round.jsonl").read_bytes())
    with opening.resume(path) as session:
        assert session.versions.aged
        session.say.remove(session.names[-1])
        assert [row.kind for row in session.log.rows][-2:] == ["upgraded", "remove"]
        state, gone = session.state_hash, session.fight.gone
        assert len(gone) == 1
    again = opening.replay(path)
    assert (again.state_hash, again.fight.gone) == (state, gone)


def is_remark(told):
    """Whether it is told though it stands in no log."""
    return isinstance(told, Happened) and isinstance(told.effect, Remark)


@pytest.mark.parametrize("scene", CREWED.values())
def test_who_has_left_is_known_to_have_left_by_the_rules_of_a_later_version(scene, monkeypatch, tmp_path):
    session, chance = fresh(scene), Random(3)
    played(session, chance, 30)
    session.say.remove(session.names[-1])
    played(session, chance, 12)
    told = [part.told for part in session.story if not is_remark(part.told)]
    installs(monkeypatch, next_of(session.ruleset))
    session.log.save(tmp_path / "then.jsonl")
    later = opening.replay(tmp_path / "then.jsonl")
    assert later.versions.aged
    assert (later.fight.gone, later.state_hash) == (session.fight.gone, session.state_hash)
    assert [type(part.told) for part in later.story] == [type(each) for each in told]
    if later.pending is None:
        return
    later.enter(later.lines.upgrade())
    played(later, chance, 8)
    later.log.save(tmp_path / "now.jsonl")
    again = opening.replay(tmp_path / "now.jsonl")
    assert (again.fight.gone, again.state_hash) == (session.fight.gone, later.state_hash)


@pytest.mark.parametrize("scene", CREWED.values())
def test_who_has_just_come_in_can_be_taken_out_again(scene, tmp_path):
    session, chance = fresh(scene), Random(5)
    played(session, chance, 9)
    for name in NEW:
        session.say.join(newcomer(session, name))
    session.say.remove("Uma", "not yet")
    told = [part.told for part in session.story]
    uma = Who(list(session.names).index("Uma"))
    assert told.index(Went(uma, "not yet")) > next(n for n, each in enumerate(told) if each == Came(uma, ""))
    assert [session.names[who] for who in session.fight.here][-1] == "Vera"
    assert session.fight.gone == (uma,)
    assert not named_in(session, uma)
    session.log.save(tmp_path / "then.jsonl")
    again = opening.replay(tmp_path / "then.jsonl")
    assert (again.fight, [part.told for part in again.story]) == (session.fight, told)
    session.say.undo()
    assert session.fight.gone == ()
    session.say.redo()
    played(session, chance, 9)
    assert uma not in session.fight.here


# --- what is refused ------------------------------------------------------------------------------------


def test_nobody_leaves_twice_nor_a_fight_that_is_over():
    session = fresh("boarding")
    played(session, Random(1), 5)
    session.say.remove("Oxana", "she runs")
    assert Went(Who(list(session.names).index("Oxana")), "she runs") in [part.told for part in session.story]
    for words in ("remove Oxana", "hurt Oxana 1"):
        with pytest.raises(BadAnswer, match=r"^Oxana has left the fight\.$"):
            session.say.correct(words.split())
    with pytest.raises(BadAnswer, match="who is missing; expected: remove FIGHTER"):
        session.say.correct(["remove"])
    for name in session.names:
        if session.pending is not None and name != "Oxana":
            session.say.remove(name)
    with pytest.raises(BadAnswer, match="the fight is over"):
        session.say.remove(next(session.names[who] for who in session.fight.here))


def test_nobody_is_taken_out_of_a_campaign():
    evening = campaign.begin(ruleset("coriolis"), "Nights")
    campaign.enlist(evening, scenes()["boarding"], only=["Zara"])
    with pytest.raises(BadAnswer, match="fighters cannot leave a campaign"):
        evening.say.remove("Zara")


# --- who is not there ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CREWED)
@pytest.mark.parametrize("who", [99, -1, 0])
@pytest.mark.parametrize("said", ["hide", "remove"])
def test_an_entry_about_somebody_who_is_not_in_the_fight_is_no_entry(game, who, said):
    session = fresh(CREWED[game])
    session.say.remove(session.names[0])
    with pytest.raises(BadAnswer):
        getattr(session.lines, said)(Who(who))
    session.enter(getattr(session.lines, said)(Who(1)))
    *rows, last = session.log.rows
    with pytest.raises(
        LogError, match=f"entry {last.seq}: .*expected a fighter who is in the fight, got {who}"
    ):
        opening.from_rows(session.header, [*rows, log.summed(msgspec.structs.replace(last, who=who))])
    entry = Concealed(Who(who), True, "", 0) if said == "hide" else Departed(Who(who), "", 0)
    past = Past(session.fight, (), session.ruleset.left)
    with pytest.raises(LogError, match="in the fight"):
        past.add(SessionLine(entry), ())
