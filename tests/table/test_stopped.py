"""A hit that does no harm is told of in every game: whose armour has stopped it, and by which figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.act import Act
from affray.core.effect import Effect, Remark, Who
from affray.core.live import Chose, Happened, Rolled, Told
from affray.languages.catalogues import language
from affray.session import Session, log, opening
from affray.session.course import Telling
from affray.table.story import told
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.session.versions import installs, next_of
from tests.table.worlds import GAMES
from tools import corpus

pytestmark = pytest.mark.slow

ANSWERS = 150
FIGHTS = {
    "coriolis": ("ambush", 3), "d6": ("chase", 2), "horizon": ("duel", 1), "serenity": ("wreck", 1),
    "traveller": ("forest_road", 3),
}  # fmt: skip
"""Of each game a scene and a seed with which hits are stopped."""


class Hit(NamedTuple):
    """Whom a hit did not harm, and which parts of the story tell what came of it."""

    who: Who
    parts: range


def fought(game: str, typed: bool = False, hidden: Who | None = None) -> Session:
    """A fight by habit; `typed`: of dice only the results are known; `hidden` is whom players do not see."""
    scene, seed = FIGHTS[game]
    session = operations.start(f"{game}/{scene}", seed=seed)
    controller = AutopilotController(session)
    if hidden is not None:
        session.say.hide(hidden)
    while session.pending is not None and len(session.standing.kept) < ANSWERS:
        answer(session, controller, typed)
    return session


@cache
def once(game: str) -> Session:
    """The same, for who only reads it."""
    return fought(game)


def answer(session: Session, controller: AutopilotController, typed: bool = False) -> None:
    """What habit or the machine's dice say."""
    pending = session.asking
    given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
    session.answer(given.value, () if typed else given.dice)


def hits_stopped(session: Session) -> Iterator[Hit]:
    """The hits that did no harm because of armour, found without what is told of them."""
    story, find = session.story, FINDS[session.ruleset.id]
    for n in range(len(story)):
        end = next((k for k in range(n + 1, len(story)) if not remarks(story[k])), len(story))
        who = find(session, n, end == len(story) or not harms(story[end].told))
        if who is not None:
            yield Hit(who, range(n, end))


def harms(told: Told) -> bool:
    """Whether something was lost, or somebody is asked about it."""
    if isinstance(told, Chose):
        return told.asked.question == "plot points"
    effect: Any = told.effect if isinstance(told, Happened) else None
    if type(effect).__name__ == "Banked":
        return bool(effect.stun or effect.wounds)
    return type(effect).__name__ in ("Hurt", "CoverWorn")


def remarks(telling: Telling) -> bool:
    return isinstance(telling.told, Happened) and isinstance(telling.told.effect, Remark)


def by_roll(session: Session, n: int, unharmed: bool) -> Who | None:
    """Coriolis: armour rolled sixes, and no hit points were lost."""
    told = session.story[n].told
    stopped = isinstance(told, Rolled) and told.asked.question == "armour" and told.value
    return told.asked.who if isinstance(told, Rolled) and stopped and unharmed else None


def by_tally(session: Session, n: int, unharmed: bool) -> Who | None:
    """Traveller: the damage is 0, and something was taken off."""
    told = session.story[n].told
    if not isinstance(told, Rolled) or told.asked.question != "damage" or told.value:
        return None
    return aimed_at(session, n) if any(mod.amount < 0 for mod in told.tally) else None


def by_rating(session: Session, n: int, unharmed: bool) -> Who | None:
    """Serenity: damage was rolled, and nobody is hurt."""
    told = session.story[n].told
    return (
        aimed_at(session, n)
        if isinstance(told, Rolled) and told.asked.question == "damage" and unharmed
        else None
    )


def by_effect(session: Session, n: int, unharmed: bool) -> Who | None:
    """D6 hurts by nothing; Horizon takes armour off, and nobody is hurt then."""
    told = session.story[n].told
    effect: Any = told.effect if isinstance(told, Happened) else None
    found = type(effect).__name__ == "Soaked" and unharmed
    return effect.who if found or (type(effect).__name__ == "Hurt" and not effect.points) else None


def aimed_at(session: Session, n: int) -> Who:
    """At whom the action under way is."""
    said = (getattr(each.told, "value", None) for each in reversed(session.story[:n]))
    return Who(next(act.at for act in said if isinstance(act, Act) and act.at is not None))


FINDS: dict[str, Callable[[Session, int, bool], Who | None]] = {
    "coriolis": by_roll, "d6": by_effect, "horizon": by_effect, "serenity": by_rating, "traveller": by_tally,
}  # fmt: skip


def of_side(session: Session, who: Who, own: bool) -> Viewer:
    """Somebody who runs all of a fighter's side, or all others."""
    side = session.fight.fighter(who).side
    names = (n for n, b in zip(session.names, session.fight.fighters, strict=True) if (b.side == side) is own)
    return Viewer("player", "s2", "Ann", tuple(names))


MASTER = Viewer("gm", "s1", "Game master")


def told_of(session: Session, hit: Hit, viewer: Viewer, foes: Any = "words") -> list[str]:
    """What a viewer reads of what came of a hit, the dice aside."""
    seen = Visibility(session.ruleset, viewer, VisibilityRules(foes=foes), tuple(session.names))
    story, played = session.story, session.standing.played
    lines = [
        told(session, seen, story[n], story[n - 1].fight, played)
        for n in hit.parts
        if not isinstance(story[n].told, Rolled)
    ]
    return [line.words for line in lines if line is not None]


SAID = {
    "coriolis": (
        "Rashid's armour and cover stop it: 2 against 2",
        "L'armure et le couvert de Rashid arrêtent le coup : 2 contre 2",
    ),
    "d6": (
        "Nadja is not hurt (11 listed damage, +1 margin, -13 armour of the old roadster)",
        "Nadja n'est pas blessé (11 dégâts indiqués, +1 marge, -13 armure\xa0: vieux roadster)",
    ),
    "horizon": ("Odell's armour absorbs 2", "L'armure de Odell absorbe 2"),
    "serenity": (
        "Guard 5's armour stops it: 4 against 4",
        "L'armure de Guard 5 arrête le coup : 4 contre 4",
    ),
    "traveller": ("Doc's armour stops it: 6 against 9", "L'armure de Doc arrête le coup : 6 contre 9"),
}
"""What is said of the first such hit of each fight, in English and in French."""


@pytest.mark.parametrize("game", GAMES)
def test_a_hit_that_armour_stops_whole_has_a_line_of_its_own(game: str) -> None:
    session, french = once(game), language("fr", game)
    hits = list(hits_stopped(session))
    first = told_of(session, hits[0], MASTER)[0]
    assert (str(first), french.say(first)) == SAID[game]
    for hit in hits:
        line = told_of(session, hit, MASTER)[0]
        for said, what in ((str(line), "armour|cover"), (french.say(line), "armure|couvert")):
            assert re.search(what, said, re.IGNORECASE)
            assert session.names[hit.who] in said
            assert re.search(r"\d", said.replace(session.names[hit.who], "")), "the figures stand in it"


@pytest.mark.parametrize("game", GAMES)
def test_each_side_is_told_of_it_what_it_may_know(game: str) -> None:
    session = once(game)
    nothing = "{} is not hurt" if game == "d6" else "{} is hit, but nothing gets through"
    for hit in hits_stopped(session):
        name, own, foe = session.names[hit.who], *(of_side(session, hit.who, own) for own in (True, False))
        line = told_of(session, hit, own)[0]
        assert name in line
        assert re.search("armour|cover", line, re.IGNORECASE)
        assert not re.search("against|listed damage", line), "the damage is the attacker's business"
        assert told_of(session, hit, foe) == [nothing.format(name)], "nor is what one wears the attacker's"
        assert told_of(session, hit, foe, "nothing") == []
        assert told_of(session, hit, foe, "numbers") == told_of(session, hit, MASTER)


@pytest.mark.rule("TRV-R26")
def test_where_no_faces_are_known_one_is_told_what_armour_stops_at_most() -> None:
    session = fought("traveller", typed=True)
    assert told_of(session, next(hits_stopped(session)), MASTER) == ["Doc's armour stops it (up to 9)"]


def test_of_whom_a_side_does_not_see_no_hit_is_told() -> None:
    who = next(hits_stopped(once("coriolis"))).who
    session = fought("coriolis", hidden=who)
    hits = [hit for hit in hits_stopped(session) if hit.who == who]
    assert hits
    for hit in hits:
        assert told_of(session, hit, of_side(session, who, False)) == []
        assert told_of(session, hit, MASTER)


# --- the log --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["coriolis", "serenity", "traveller"])
def test_it_stands_in_no_log_and_is_told_again_of_every_log(game: str) -> None:
    session = once(game)
    assert any(map(remarks, session.story))
    assert not any(isinstance(effect, Remark) for effect in session.effects)
    for read in (opening.from_rows, opening.reopen):
        again = read(session.header, session.log.rows)
        assert list(again.story) == list(session.story)
        assert again.state_hash == session.state_hash


def test_an_amendment_writes_down_effects_alone() -> None:
    session = fought("traveller")
    hit, *others = hits_stopped(session)
    roll = session.story[hit.parts[0]]
    session.say.amend(session.standing.played[roll.entries - 1].seq, 0)
    [row] = [row for row in session.log.rows if isinstance(row, log.AmendRow)]
    assert row.now
    assert all(effect["effect"] in Effect.known for effect in row.now)
    again = opening.from_rows(session.header, session.log.rows)
    assert (list(again.story), again.state_hash) == (list(session.story), session.state_hash)
    assert len(list(hits_stopped(again))) == 1 + len(others)
    assert told_of(again, hit, MASTER) == ["Doc's armour stops it (up to 9)"]


def test_rules_that_play_a_kept_fight_on_know_it_whole_though_no_remark_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = once("serenity")
    installs(monkeypatch, next_of(session.ruleset))
    newer = opening.from_rows(session.header, session.log.rows)
    assert newer.versions.aged
    assert [each for each in newer.story if not remarks(each)] == [
        each for each in session.story if not remarks(each)
    ]
    answer(newer, AutopilotController(newer))
    [row] = [row for row in newer.log.rows if isinstance(row, log.UpgradedRow)]
    assert (row.version, row.fell) == (newer.ruleset.version, ())
    kept = [each for each in session.story if not remarks(each)]
    again = opening.from_rows(newer.header, newer.log.rows)
    assert [each for each in again.story if not remarks(each)][: len(kept)] == kept, "with every tally"
    assert list(again.story) == list(newer.story)


@pytest.mark.parametrize("path", sorted(corpus.FOLDER.glob("*-1.jsonl")), ids=lambda path: path.stem)
def test_a_log_of_older_rules_is_told_by_its_effects_alone(path: Path) -> None:
    session = opening.replay(path)
    assert session.versions.aged
    happened = [each.told.effect for each in session.story if isinstance(each.told, Happened)]
    assert happened == list(session.effects)
