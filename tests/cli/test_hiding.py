"""At the terminal a game master hides somebody from the players, and shows them, as on the page."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli.orders import ORDERS
from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.core.effect import Who
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.session import Session, opening
from affray.table.visibility import Viewer, Visibility, VisibilityRules

KAAN = Who(1)


def typed(session: Session, *lines: str, speaks: str = "en") -> str:
    """What a game master reads who types these lines, and leaves."""
    said, left = io.StringIO(), iter((*lines, "quit"))
    screen = Screen(Console(file=said, width=200, no_color=True), plain=True)
    with reading(language(speaks, session.ruleset.id)):
        Player(session, AutopilotController(session), screen, lambda _: next(left)).play()
    return said.getvalue()


def known(session: Session) -> set[str]:
    """Whom a player of the other side sees."""
    viewer = Viewer("player", "s2", "Ann", ("Zara",))
    seen = Visibility(session.ruleset, viewer, VisibilityRules(), tuple(session.names))
    return {session.names[who] for who in seen.known(session.fight)}


@pytest.fixture
def duel() -> Session:
    session = operations.start("coriolis/duel", seed=4)
    assert list(session.names) == ["Zara", "Kaan"]
    return session


def test_somebody_is_hidden_and_shown_and_undo_takes_it_back(duel: Session) -> None:
    assert "Kaan is hidden (behind the bar)" in (said := typed(duel, "hide kaan because behind the bar"))
    assert "hidden from the players" in said
    assert known(duel) == {"Zara"}
    assert opening.from_rows(duel.header, duel.log.rows).fight.hidden == {KAAN}
    said = typed(duel, "show Kaan")
    assert "Kaan is shown" in said
    assert "hidden from the players" not in said.partition("Kaan is shown")[2]
    assert known(duel) == {"Zara", "Kaan"}
    duel.say.undo_entries(1)
    assert known(duel) == {"Zara"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hide", "expected the name of one fighter: hide NAME [because WHY]"),
        ("show because I say so", "expected the name of one fighter: show NAME [because WHY]"),
        ("hide all", "expected the name of one fighter: hide NAME [because WHY]"),
        ("hide game master", "expected the name of one fighter: hide NAME [because WHY]"),
        ("hide Kan", "there is no fighter 'Kan'; did you mean 'Kaan'?"),
        ("show Kaan", "Kaan is not hidden"),
    ],
)
def test_what_cannot_be_hidden_is_said_in_a_sentence(duel: Session, line: str, said: str) -> None:
    assert said in typed(duel, line)
    assert not duel.fight.hidden


def test_who_is_hidden_already_is_named(duel: Session) -> None:
    assert "Kaan is hidden already" in typed(duel, "hide Kaan", "hide Kaan")


@pytest.mark.parametrize("order", ["hide", "show"])
def test_help_lists_it_in_english_and_in_french(duel: Session, order: str) -> None:
    meant = ORDERS[order][2]
    assert meant in typed(duel, "help")
    french = language("fr").say(meant)
    assert french != meant
    assert french in typed(duel, "help", speaks="fr")


def test_in_french_a_fighter_is_hidden_in_french(duel: Session) -> None:
    said = typed(duel, "hide Kaan", "show", speaks="fr")
    assert "caché aux joueurs" in said
    assert "expected" not in said


def test_where_a_game_has_an_action_of_that_name_the_action_is_meant() -> None:
    session = operations.start("horizon/ambush", seed=3)
    controller = AutopilotController(session)
    while session.asking.chance or "hide" not in map(session.options.in_words, session.asking.options):
        given = (
            controller.throw(session.asking) if session.asking.chance else controller.by_habit(session.asking)
        )
        session.answer(given.value, given.dice)
    seq, name = session.seq, session.names[session.asking.asked.who]
    assert f"{name}: hide" in typed(session, "hide")
    assert session.seq > seq
    assert not session.fight.hidden
