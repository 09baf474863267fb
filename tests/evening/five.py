"""Five people at one table, from the first page that the program opens: each with a browser, taps counted."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.evening.guests import COUNTED, Guest
from tests.evening.iphone import IPhone
from tests.page.tables import LAPTOP, PATIENCE, PHONE, ready
from tests.page.webkit import WebKit

SCENES = Path(__file__).with_name("scenes")
"""A scene of each game: four people, and four foes whom the game master runs; nobody is automatic."""
PEOPLE = ("Ada", "Bo", "Cem", "Dilan")
"""The people of every scene, each of whom somebody plays who is called `PLAYED BY name`."""
ROUND = """async () => { const { state } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js")); return state.view.title.round; }"""


class Five:
    """A game master at a laptop and four players with phones, of which one may have WebKit."""

    def __init__(self, browser: Browser, start: str, phone: WebKit | None = None) -> None:
        self.start, self._browser = start, browser
        self.gm = self._guest("Game master", LAPTOP)
        self.players: dict[str, Guest | IPhone] = {
            name: self._guest(f"Player of {name}", PHONE) for name in PEOPLE
        }
        if phone is not None:
            self.players[PEOPLE[0]].close()
            self.players[PEOPLE[0]] = IPhone(phone, f"Player of {PEOPLE[0]}")
        self.answers: Counter[str] = Counter()
        """How often each kind of question was answered."""
        self.reactions = 0
        """How often somebody was asked whether they do something about an attack on them."""

    def _guest(self, name: str, size: Any) -> Guest:
        context = self._browser.new_context(viewport=size, has_touch=size is PHONE, reduced_motion="reduce")
        context.add_init_script(COUNTED)
        return Guest(context.new_page(), name)

    @property
    def everybody(self) -> list[Guest | IPhone]:
        """All five."""
        return [self.gm, *self.players.values()]

    @property
    def taps(self) -> int:
        """All taps so far."""
        return sum(guest.taps for guest in self.everybody)

    @property
    def unheeded(self) -> int:
        """How many taps came as something moved, and had to be done again."""
        return sum(guest.unheeded for guest in self.everybody)

    def close(self) -> None:
        """Everybody goes home; nothing went wrong in any page."""
        assert [fault for guest in self.everybody for fault in guest.faults] == []
        for guest in self.everybody:
            guest.close()

    # --- before the fight ---------------------------------------------------------------------------

    def open(self, scene: Path) -> None:
        """From the start page: a scene that was written before, opened in the builder and begun."""
        page = self.gm.page
        page.goto(self.start)
        page.get_by_role("link", name="Make your own scene").click()
        page.locator("#open").click()
        page.locator("dialog input[type=file]").set_input_files(scene)
        expect(page.locator(".person")).to_have_count(5)
        page.locator("#start").click()
        page.wait_for_url("**/s/*")
        ready(page)

    def gather(self) -> None:
        """Phones are let in; each types the code, sits down, and is let in with their fighter."""
        page = self.gm.page
        page.locator("#phones").click()
        code = page.locator(".invitation .code strong").inner_text()
        address = page.locator(".invitation .address").input_value()
        for name, guest in self.players.items():
            guest.arrive(address.partition("/j/")[0], code, name)
            page.get_by_role("button", name="Let in").click()
            guest.wait_for(".strip .card")

    def begin(self) -> None:
        """The game master begins."""
        self.gm.page.locator("#begin").click()
        self.gm.page.locator(".ask").wait_for()

    # --- the fight ----------------------------------------------------------------------------------

    def asked_now(self) -> tuple[Guest | IPhone, dict[str, Any]] | None:
        """Whoever is asked, once a finger may come; None when the fight is over."""
        end = time.monotonic() + 3 * PATIENCE / 1_000
        while time.monotonic() < end:
            brief = self.gm.brief()
            if brief["over"]:
                return None
            guest: Guest | IPhone = (
                self.players.get(brief["ask"]["name"], self.gm) if brief["ask"] else self.gm
            )
            own = brief if guest is self.gm else guest.brief()
            mine = own["ask"] and own["ask"]["mine"] and not own["machine"]
            if mine and own["steady"] and own["entries"] == brief["entries"]:
                return guest, own
            time.sleep(0.05)
        raise AssertionError(f"nobody is asked: {self.gm.brief()}")

    def answer(self) -> bool:
        """One answer of whoever is asked; False when the fight is over."""
        found = self.asked_now()
        if found is None:
            return False
        guest, brief = found
        ask = brief["ask"]
        self.answers[f"{ask['kind']} {ask['about']}"] += 1
        self.reactions += bool(ask["kind"] != "dice" and (ask["meanwhile"] or {}).get("asked"))
        guest.answer(brief, chosen(brief))
        return True

    def play(self, rounds: int) -> list[tuple[int, int]]:
        """So many rounds by hand; the taps and the reactions of each that was played to its end."""
        found: list[tuple[int, int]] = []
        now, since = self._round(), (self.taps, self.reactions)
        while len(found) < rounds and self.answer():
            if (later := self._round()) != now:
                until = (self.taps, self.reactions)
                found.append((until[0] - since[0], until[1] - since[1]))
                now, since = later, until
        return found

    def _round(self) -> str:
        said: str = self.gm.page.evaluate(ROUND)
        return said

    def to_the_end(self) -> None:
        """The game master gives everybody to the autopilot; all come to the end screen."""
        self.gm.button("Who plays whom").click()
        dialog = self.gm.page.get_by_role("dialog")
        choices = dialog.locator(".runs [aria-pressed]", has_text="Autopilot")
        choices.first.wait_for()
        for choice in choices.all():
            choice.click()
            expect(choice).to_have_attribute("aria-pressed", "true")
        self.gm.page.keyboard.press("Escape")
        self.gm.closed()
        while self.answer():
            pass
        for guest in self.everybody:
            guest.wait_for(".ending #ending")


def chosen(brief: dict[str, Any]) -> int:
    """An attack if there is one, else what is usual; a turn without any is spent on moving, then ended."""
    acts = [a for a in brief["actions"] if a["n"] and not a["wants"] and not a.get("futile")]
    attacks = [a for a in acts if a["kind"] == "attack"]
    usual = [o for o in brief["ask"]["options"] if o.get("default")]
    ends = [a for a in brief["actions"] if a["n"] and a["kind"] == "end"]
    last = [a for a in brief["actions"] if a["n"]] or brief["ask"]["options"]
    found = [*attacks, *usual, *ends, *last]
    return int(found[0]["n"]) if found else 0
