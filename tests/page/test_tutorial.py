"""The evening of the tutorial, step by step as its page tells it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import watched
from tests.page.tables import LAPTOP, Host, asked, ready, until, view

pytestmark = pytest.mark.slow
LESSON = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "evening.md"


class Evening:
    """A laptop and a phone; each method is a step, by the name of its heading."""

    def __init__(self, host: Host, faults: list[str]) -> None:
        self.host, self.faults = host, faults
        self.laptop: Page = watched(host.context(viewport=LAPTOP).new_page(), faults)
        self.phone: Page = watched(host.context(has_touch=True).new_page(), faults)
        self.address = ""

    def open_a_table(self) -> None:
        self.laptop.goto(self.host.link)
        game = self.laptop.locator("#game-coriolis")
        if game.get_attribute("open") is None:  # others have played something else here
            game.locator("summary").click()
        game.get_by_role("button", name=re.compile("A duel in the cargo bay")).click()
        ready(self.laptop)

    def invite_a_player(self) -> None:
        self.laptop.get_by_role("button", name="Let phones in").click()
        expect(self.laptop.locator("img.qr")).to_be_visible()
        self.address = self.laptop.locator("input.address").input_value()

    def sit_down(self) -> None:
        self.phone.goto(self.address)
        expect(self.phone.get_by_text("Choose your fighter")).to_be_visible()
        self.phone.get_by_label("Your name").fill("Noor")
        self.phone.get_by_label("Zara").check()
        self.phone.get_by_role("button", name="Join").tap()

    def let_her_in(self) -> None:
        self.laptop.get_by_role("button", name="Let in").click()
        ready(self.phone)
        kaan = next(one for one in view(self.phone)["order"] if one["name"] == "Kaan")
        assert "8/8" not in str(kaan)
        expect(self.phone.get_by_text("unhurt").first).to_be_visible()

    def roll_real_dice(self) -> None:
        self.phone.get_by_label("I roll real dice").tap()
        expect(self.laptop.get_by_role("checkbox", name="real dice Zara")).to_be_checked()

    def begin(self) -> None:
        assert view(self.phone)["log"] == []
        self.laptop.get_by_role("button", name="Begin").click()
        until(self.phone, "!state.view.title.waits")

    def look_before_you_shoot(self) -> None:
        asked(self.phone, "action", "Zara")
        self.phone.get_by_role("button", name=re.compile(r"\bat Kaan\b")).first.tap()
        sheet = self.phone.get_by_role("dialog")
        expect(sheet.locator(".yesno").first).to_contain_text("%")
        sheet.get_by_role("button", name="Do it", exact=True).tap()

    def enter_the_dice(self) -> None:
        ask = asked(self.phone, "dice", "Zara")
        faces = "6" * len(ask["dice"]["faces"])
        self.phone.get_by_label(re.compile("Enter your dice")).fill(faces)
        self.phone.get_by_role("button", name="Use my dice").tap()
        line = self.laptop.locator(".line.roll", has_text="real dice").last
        expect(line.locator(".fallen")).to_have_text(f"dice {faces}")

    def undo_it(self) -> None:
        self.laptop.get_by_role("button", name=re.compile("^Undo")).first.click()
        until(self.phone, 'state.view.ask?.kind === "dice" && state.view.undo.redo > 0')
        self.laptop.get_by_role("button", name="Redo", exact=True).first.click()
        until(self.phone, "state.view.undo.redo === 0")

    def continue_tomorrow(self) -> None:
        title = view(self.laptop)["title"]["name"]
        self.laptop.goto(self.host.base)
        expect(self.laptop.get_by_text(title).first).to_be_visible()


def steps() -> list[str]:
    """The headings of the page, as names of methods; the last one leads elsewhere."""
    found = re.findall(r"^## (.+)$", LESSON.read_text(encoding="utf-8"), re.MULTILINE)
    return [heading.lower().replace(" ", "_") for heading in found[:-1]]


def test_the_evening_goes_as_its_page_says(host: Host, faults: list[str]) -> None:
    told = steps()
    assert told == [name for name in vars(Evening) if not name.startswith("_")]
    evening = Evening(host, faults)
    for step in told:
        getattr(evening, step)()
    evening.laptop.context.close()
    evening.phone.context.close()
