"""What a game master does forty times a night, by what the screen says, with the taps that it takes.

`docs/project/tasks.md` has the same tasks and figures for people to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import asked, done, settled, until, view

pytestmark = pytest.mark.slow

TABLE = Path(__file__).parents[2] / "docs" / "project" / "tasks.md"
COUNTED = """addEventListener("pointerdown", (e) => {
    if (e.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true);"""
ROURKE = "state.view.order.find(f => f.name === 'Rourke')"


def told() -> dict[str, int]:
    """The tasks of the page that begin with a number of taps, and that number."""
    rows = re.findall(r"^\| (.+?) \| .+ \| \*\*(\d+) taps?\*\*.* \|$", TABLE.read_text("utf8"), re.M)
    return {task: int(taps) for task, taps in rows}


def card(page: Page) -> None:
    page.locator(".strip .card", has_text="Rourke").first.click()


def press(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def points(page: Page) -> None:
    [before] = [f["tracks"] for f in view(page)["order"] if f["name"] == "Rourke"]
    strength = next(track["now"] for track in before if track["name"] == "STR")
    card(page)
    press(page, "STR: one less")
    until(page, f"{ROURKE}.tracks.find(t => t.name === 'STR').now === {strength - 1}")


def another(page: Page) -> None:
    card(page)
    press(page, "Add another like this")
    page.locator("#terrain").click(position={"x": 60, "y": 60})
    expect(page.locator(".strip .card", has_text="Rourke 2")).to_be_visible()


def newcomer(page: Page) -> None:
    page.get_by_role("button", name="Add a fighter").click()
    press(page, "guard")
    page.locator("#terrain").click(position={"x": 60, "y": 60})
    expect(page.locator(".strip .card", has_text="Guard")).to_be_visible()


def hide(page: Page) -> None:
    card(page)
    press(page, "Hide from players")
    until(page, f"{ROURKE}.hidden")


def remove(page: Page) -> None:
    card(page)
    press(page, "Remove")
    page.get_by_role("alertdialog", name="Remove Rourke from the fight?").get_by_role(
        "button", name="Remove"
    ).click()
    until(page, f"!{ROURKE}")


def note(page: Page) -> None:
    card(page)
    field = page.get_by_label("A note about this fighter")
    field.click()
    field.fill("owes Ines money")
    press(page, "Add the note")
    expect(page.locator(".notes li")).to_contain_text("owes Ines money")


def dice(page: Page) -> None:
    page.get_by_role("button", name="Roll dice").click()
    press(page, "2d6")
    expect(page.locator(".line.throw")).to_be_visible()


def back(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()
    until(page, "state.view.undo.redo > 0")


def shot(page: Page, button: str) -> None:
    found = page.locator('.menu button[aria-label^="ranged attack"]').first
    found.locator(".chance").wait_for()
    settled(page)
    found.click()
    page.locator(button).click()
    until(page, "state.view.ask?.about === 'reaction'")


def attack(page: Page) -> None:
    shot(page, "#do-it")


def attack_and_end(page: Page) -> None:
    shot(page, "#do-and-end")
    done(page, {"do": "answer", "n": 1})  # it is not Ines who reacts
    until(page, "state.view.log.some(line => line.words.includes('ends the turn'))")


TASKS: dict[str, Callable[[Page], None]] = {
    "Change somebody's hit points": points,
    "Another like this one": another,
    "Add a foe in mid-fight": newcomer,
    "Hide somebody": hide,
    "Take somebody out of the fight": remove,
    "A note about somebody": note,
    "Roll any dice": dice,
    "Undo": back,
    "One attack with the server's dice": attack,
    "An attack, and the turn is over": attack_and_end,
}


@pytest.fixture
def table(master: Page) -> Page:
    """A laptop at a fight in which nobody acts by itself, and it is Ines' turn."""
    done(master, {"do": "hands", "name": "Rourke", "manner": "person"})
    asked(master, "action")
    master.evaluate(COUNTED)
    settled(master)
    return master


@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_as_many_taps_as_the_page_of_tasks_says(table: Page, task: str) -> None:
    TASKS[task](table)
    assert int(table.evaluate("Number(sessionStorage.taps ?? 0)")) == told()[task]
