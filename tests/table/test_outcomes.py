"""What comes of an attack is told in every game: that it misses, that somebody goes down by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.errors import AffrayError
from affray.core.live import Chose, Happened, Rolled
from affray.languages.catalogues import language
from affray.session import Session
from affray.session.course import Telling
from affray.table.story import told
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.table.test_stopped import MASTER, fought, of_side, once
from tests.table.worlds import GAMES

pytestmark = pytest.mark.slow

MISSING = ("coriolis", "d6", "serenity", "traveller")
"""Games in which attacks miss: in Horizon they land."""
DOWN = r"is down|dies|breaks down|unconscious|passes out|knocked out|escapes|out of the fight"
A_TERRE = r"à terre|meurt|craque|évanoui|connaissance|inconscient|assommé|fuit|hors de combat"


def line(session: Session, n: int, viewer: Viewer = MASTER, foes: str = "words") -> str:
    """A part of the story as a viewer reads it; empty for none."""
    rules = VisibilityRules(foes=foes)  # type: ignore[arg-type]
    seen = Visibility(session.ruleset, viewer, rules, tuple(session.names))
    story = session.story
    found = told(session, seen, story[n], story[n - 1].fight, session.standing.played)
    return "" if found is None else str(found.words)


def missed(telling: Telling) -> Effect | None:
    """What says that somebody was missed."""
    effect = telling.told.effect if isinstance(telling.told, Happened) else None
    return effect if type(effect).__name__ == "Missed" else None


def misses(session: Session) -> Iterator[tuple[int, Effect]]:
    """Where in the story somebody is missed, and who."""
    for n, telling in enumerate(session.story):
        effect = missed(telling)
        if effect is not None:
            yield n, effect


@pytest.mark.parametrize("game", MISSING)
def test_an_attack_that_misses_is_told_to_whoever_sees_it(game: str) -> None:
    session, french = once(game), language("fr", game)
    found = list(misses(session))
    assert found
    for n, effect in found:
        name = session.names[effect.who]
        for viewer in (MASTER, *(of_side(session, effect.who, own) for own in (True, False))):
            said = line(session, n, viewer)
            assert re.search(rf"misses {name}$|^{name} is missed$", said)
        assert re.search("manque |n'est pas touché", french.say(said))
        assert line(session, n, of_side(session, effect.who, False), "nothing") == ""


@pytest.mark.parametrize("game", MISSING)
def test_no_attack_ends_with_its_dice(game: str) -> None:
    session = once(game)
    acts = [n for n, each in enumerate(session.story) if attacks(session, each)]
    assert acts
    for n in acts:
        end = next((k for k in range(n + 1, len(session.story)) if acted(session.story[k])), None)
        parts = [each.told for each in session.story[n:end]]
        if not any(isinstance(each, Rolled) for each in parts):
            continue  # a declaration, or forestalled
        happened = [each.effect for each in parts if isinstance(each, Happened)]
        told_of = {type(each).__name__ for each in happened}
        assert end is None or told_of & {
            "Missed", "Stopped", "Hurt", "Stressed", "Struck", "Banked", "Soaked", "Wounded", "Injured",
        }, (parts,)  # fmt: skip


def attacks(session: Session, telling: Telling) -> bool:
    """Whether somebody attacks somebody here."""
    act = telling.told.value if isinstance(telling.told, Chose) else None
    return isinstance(act, Act) and act.at is not None and act.name in ATTACKS[session.ruleset.id]


def acted(telling: Telling) -> bool:
    return isinstance(telling.told, Chose) and isinstance(telling.told.value, Act)


ATTACKS = {
    "coriolis": ("quick shot", "normal shot", "aimed shot", "full auto"),
    "d6": ("attack", "burst"),
    "serenity": ("attack", "limb attack", "vital attack", "burst"),
    "traveller": ("shoot", "throw", "ranged attack", "thrown attack", "melee attack"),
}


def test_who_does_not_see_the_attacker_is_not_told_who_missed() -> None:
    effect = next(effect for _, effect in misses(once("coriolis")))
    by = Who(effect.by)  # type: ignore[attr-defined]
    session = fought("coriolis", hidden=by)
    ours = of_side(session, by, False)
    for n, each in misses(session):
        if each.by == by or each.who == by:  # type: ignore[attr-defined]
            assert line(session, n, ours) == ""
            assert line(session, n)


@pytest.mark.parametrize("game", GAMES)
def test_who_goes_down_is_said_to(game: str) -> None:
    session, french = once(game), language("fr", game)
    fallen = list(falls(session))
    assert fallen
    for n, who in fallen:
        following = range(n, min(n + 4, len(session.story)))
        for viewer in (MASTER, of_side(session, who, True), of_side(session, who, False)):
            said = [line(session, k, viewer) for k in following]
            about = [each for each in said if session.names[who] in each]
            assert any(re.search(DOWN, each) for each in about), said
            assert any(re.search(A_TERRE, french.say(each)) for each in about), [*map(french.say, about)]


def falls(session: Session) -> Iterator[tuple[int, Who]]:
    """Where in the story somebody is out who was not, and who."""
    out = session.ruleset.follows(session.fight.house).out
    story = session.story
    for n in range(1, len(story)):
        before, after = story[n - 1].fight.bodies, story[n].fight.bodies
        for who, body in enumerate(after[:-1]):
            if who < len(before) - 1 and out(body) and not out(before[who]):
                yield n, Who(who)


# --- corrections ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_players_read_that_it_was_the_game_master_who_put_a_foe_right(game: str) -> None:
    session = fought(game)
    rules, lines = session.ruleset, list[tuple[Who, int]]()
    for who in [who for who in session.fight.here if can_lose(session, who)]:
        began = len(session.story)
        found = [each for each in rules.controls(session.fight, who) if each.kind in ("step", "toggle")]
        for one in found[:6]:
            with suppress(AffrayError):  # one may rule the next out
                to = (one.most or 1) if one.now == one.least else one.least
                session.say.override(one.to(to), "he is the traitor")
        lines += [(who, n) for n in range(began, len(session.story)) if put_right(session, n)]
    said = [(who, line(session, n, of_side(session, who, False))) for who, n in lines]
    assert any(each for _, each in said)
    for who, each in said:
        if each:
            assert each.startswith("Correction by the game master: ")
            assert session.names[who] in each
            assert "traitor" not in each
            assert language("fr", game).say(each) != each
    assert any(line(session, n).startswith("Correction (he is the traitor)") for _, n in lines)


def put_right(session: Session, n: int) -> bool:
    """Whether a part of the story is a correction."""
    told = session.story[n].told
    return isinstance(told, Happened) and bool(told.why)


@pytest.mark.parametrize("game", GAMES)
def test_of_whom_they_do_not_see_they_read_no_correction(game: str) -> None:
    session = fought(game)
    who = next(who for who in session.fight.here if can_lose(session, who))
    session.say.hide(who)
    began = len(session.story)
    one = next(each for each in session.ruleset.controls(session.fight, who) if each.kind == "step")
    session.say.override(one.to(one.least))
    told_of = [n for n in range(began, len(session.story)) if put_right(session, n)]
    assert told_of
    for n in told_of:
        assert line(session, n, of_side(session, who, False)) == ""
        assert line(session, n)


def can_lose(session: Session, who: Who) -> bool:
    """Whether somebody is up and can be put to the least of the first figure."""
    out = session.ruleset.follows(session.fight.house).out
    found = session.ruleset.controls(session.fight, who)
    step = next((each for each in found if each.kind == "step"), None)
    return step is not None and step.now > step.least and not out(session.fight.bodies[who])
