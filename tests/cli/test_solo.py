"""Playing alone: who runs whom, and what of foes stands on the screen."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from affray import operations
from affray.cli.screen import Screen
from affray.cli.solo import Solo, Veiled, alone
from affray.core.errors import BadAnswer
from affray.core.ruleset import ruleset, rulesets
from tests.whole import part_of, some


def played(scene, name, *lines, seed=4):
    """All that stands on the screen after these lines, and the session."""
    session = operations.start(scene, seed=seed)
    controller = operations.AutopilotController(session)
    alone(controller, name)
    said, rest = io.StringIO(), iter(lines)

    def read(prompt):
        line = next(rest, None)
        if line is None:
            raise EOFError
        said.write(f"{prompt}{line}\n")
        return line

    screen = Screen(Console(file=said, width=110, no_color=True), plain=True)
    player = Solo(session, controller, screen, read, name)
    player.play()
    return said.getvalue(), session


@pytest.mark.slow
def test_one_is_a_persons_and_all_others_the_autopilots():
    _, session = played("boarding", "hanif")
    controller = operations.AutopilotController(session)
    run = {name: controller.of(who) for who, name in zip(session.fight.everyone, session.names, strict=True)}
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
        n for n, option in enumerate(session.asking.options, 1) if "Guard" in session.options.in_words(option)
    ]
    assert hidden
    last = len(session.asking.options) - len(hidden)
    more, _ = played("horizon/ambush", "Wren", str(last + 1))
    assert f"expected a number from 1 to {last}, got {last + 1}" in more
    assert not any(name in more for name in unknown)


@pytest.mark.slow
def test_the_receipts_of_foes_are_theirs():
    text, _ = played("duel", "Zara", "1", "why 3", "why 2")
    assert "what foes carry is their secret" in text
    assert text.count("Zara's initiative: 5") == 2, "its line, and its receipt"


@pytest.mark.slow
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
        assert said[0].startswith(words) or "their secret" in said[0].partition("\n")[0]
        answers = said[2]


def veiled(session, name):
    """A screen of this fighter's player, and what it writes."""
    said = io.StringIO()
    return Veiled(Console(file=said, width=200, no_color=True), True, session, name), said


def receipts(view, said, session):
    """Of each line of the story: what `why` prints, or that it is refused (None)."""
    for n, telling in enumerate(session.story, 1):
        said.seek(0), said.truncate()
        try:
            view.receipt(session, n)
        except BadAnswer:
            yield n, telling, None
        else:
            yield n, telling, said.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_no_receipt_names_anybody_of_whom_nothing_is_known(game):
    game = ruleset(game)
    for n, scene in enumerate(part_of(game.scenes, 3)):
        session = operations.start(f"{game.id}/{scene}", seed=n)
        controller = operations.AutopilotController(session)
        controller.give("all", "autopilot")
        controller.run(some(300, 4))
        for name in (session.names[0], session.names[-1]):
            view, said = veiled(session, name)
            for part, telling, shown in receipts(view, said, session):
                line = view.words(session, part - 1)
                if shown is None:
                    continue
                assert line, f"{scene}, line {part} is told nowhere, but has a receipt: {shown}"
                assert shown.startswith(line)
                assert view.present(session).veiled(telling.fight, shown) == shown, (scene, part)


@pytest.mark.slow
def test_what_foes_bring_to_a_number_is_not_in_its_receipt():
    session = operations.start("traveller/forest_road", seed=2)
    controller = operations.AutopilotController(session)
    controller.give("all", "autopilot")
    controller.run(150)
    view, said = veiled(session, session.names[0])
    shown = {n: text for n, _, text in receipts(view, said, session) if text}
    theirs = {n: text for n, text in shown.items() if "and what foes carry, which is their secret" in text}
    assert theirs
    for n, text in theirs.items():
        part = session.story[n - 1].told
        assert "in all" not in text
        assert len(part.tally) > sum(mod.why in text for mod in part.tally)
    assert any("in all" in text for text in shown.values())


def test_what_is_asked_now_has_such_a_receipt_as_well():
    text, _ = played("duel", "Zara", "why")
    assert "COR-" in text


def test_a_foe_with_empty_hands_has_no_comma_behind_how_it_looks():
    session = operations.start("traveller/startown_bar", seed=4)
    view, said = veiled(session, "Bosun")
    view.fighters(session)
    rows = [line.strip() for line in said.getvalue().splitlines() if "Foreman" in line]
    assert rows
    assert all(row.endswith("unhurt") for row in rows)


def test_who_scouts_alone_looks_out_without_a_name():
    session = operations.start("traveller/forest_road", seed=4)
    hidden = [name for name, b in zip(session.names, session.fight.fighters, strict=False) if b.unseen]
    scout = next(
        n
        for n, b in zip(session.names, session.fight.fighters, strict=False)
        if not b.unseen and "recon" in dict(b.sheet.skills)
    )
    controller = operations.AutopilotController(session)
    controller.give("all", "autopilot")
    controller.give(scout, "person")
    while session.asking.asked.question != "action":
        if not controller.run(1):
            session.answer(session.asking.options[0])
    view, _ = veiled(session, scout)
    words = [session.options.in_words(option) for option in session.asking.options]
    assert hidden
    assert "scout" in [line for line in words if view.shows(session, line)]


@pytest.mark.slow
def test_advice_comes_with_its_reason():
    text, _ = played("duel", "Zara", "1", "advise 20")
    assert "wins (95 %)" in text
    assert "the next best" in text.replace("\n", " ")


@pytest.mark.parametrize("name", ["all", "game master", "Zora", ""])
def test_who_cannot_be_played_is_refused(name):
    with pytest.raises(BadAnswer):
        alone(operations.AutopilotController(operations.start("duel")), name)
