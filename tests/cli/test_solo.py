"""Playing alone: who runs whom, and what of foes stands on the screen."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from affray import api
from affray.cli.screen import Screen
from affray.cli.solo import Solo, alone
from affray.core.errors import BadAnswer


def played(scene, name, *lines, seed=4):
    """All that stands on the screen after these lines, and the session."""
    session = api.start(scene, seed=seed)
    hands = api.Hands(session)
    alone(hands, name)
    said, rest = io.StringIO(), iter(lines)

    def read(prompt):
        line = next(rest, None)
        if line is None:
            raise EOFError
        said.write(f"{prompt}{line}\n")
        return line

    screen = Screen(Console(file=said, width=110, no_color=True), plain=True)
    player = Solo(session, hands, screen, read, name)
    player.play()
    return said.getvalue(), session


def test_one_is_a_persons_and_all_others_the_autopilots():
    _, session = played("boarding", "hanif")
    hands = api.Hands(session)
    run = {name: hands.of(who) for who, name in zip(session.fight.everyone, session.names, strict=True)}
    assert run.pop("Hanif") == "person"
    assert set(run.values()) == {"autopilot"}


@pytest.mark.slow
def test_of_a_foe_there_is_no_figure_and_no_reason():
    text, session = played("boarding", "Zara", "1")
    foes = [line for line in text.splitlines() if line.strip().startswith(("Leader  ", "Gunner  "))]
    assert foes
    assert not any("HP" in line or "/" in line for line in foes)
    assert any("unhurt" in line for line in foes)
    assert "Leader thinks" not in text
    assert session.seq > 0


@pytest.mark.slow
def test_who_is_not_known_of_stands_nowhere():
    text, session = played("horizon/ambush", "Wren", "dance", "2999", "state", "log")
    unknown = [n for n in ("Guard 1", "Guard 2", "Guard 3") if n in session.names]
    assert unknown
    assert not any(name in text for name in unknown)
    assert "there is no option 'dance'" in text
    hidden = [
        n for n, option in enumerate(session.asking.options, 1) if "Guard" in session.option_in_words(option)
    ]
    assert hidden
    last = len(session.asking.options) - len(hidden)
    more, _ = played("horizon/ambush", "Wren", str(last + 1))
    assert f"expected a number from 1 to {last}, got {last + 1}" in more
    assert not any(name in more for name in unknown)


def test_the_receipts_of_foes_are_theirs():
    text, _ = played("duel", "Zara", "1", "why 3", "why 2")
    assert "what foes have is theirs to know" in text
    assert text.count("Zara rolls initiative: 5 (5)") == 2, "its line, and its receipt"


def test_what_is_hidden_leaves_no_gap_in_the_numbers_and_each_leads_to_its_line():
    """Guards that nobody has noticed throw dice and act; nothing says how much of that there was."""
    told, session = played("horizon/ambush", "Wren", "log all")
    lines = re.findall(r"^ *(\d+)  ?(?:  )?(\S.*)$", told.partition("log all\n")[2], re.MULTILINE)
    assert [int(n) for n, _ in lines] == list(range(1, len(lines) + 1))
    assert 5 < len(lines) < len(session.story)
    asked = [f"why {n}" for n, _ in lines]
    answers = played("horizon/ambush", "Wren", *asked, "undo", "log 1")[0].partition("why 1\n")[2]
    for n, (_, words) in enumerate(lines, 1):
        said = answers.partition(f"why {n + 1}\n" if n < len(lines) else "undo\n")
        assert said[0].startswith(words) or "theirs to know" in said[0].partition("\n")[0]
        answers = said[2]


def test_advice_comes_with_its_reason():
    text, _ = played("duel", "Zara", "1", "advise 20")
    assert "wins (95 %)" in text
    assert "the next best" in text.replace("\n", " ")


@pytest.mark.parametrize("name", ["all", "game master", "Zora", ""])
def test_who_cannot_be_played_is_refused(name):
    with pytest.raises(BadAnswer):
        alone(api.Hands(api.start("duel")), name)
