"""People at one table, each with a browser: what they read, and what they do with their hands."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.page.tables import PATIENCE, ready, settled

STATE = """const { state } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js"));"""
BRIEF = f"""async () => {{ {STATE}
    const steady = () => Date.now() - state.changed > 260 && !state.busy.size && !state.waiting;
    for (let n = 0; n < 20 && !steady(); n += 1) await new Promise(later => setTimeout(later, 20));
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const {{ ask, title, undo, actions, link, order }} = state.view;
    const hand = ask && (order.find(f => f.name === ask.name) || {{}}).hand || "";
    return {{ ask: ask && {{ ...ask, receipt: null, rules: null }}, over: title.over, winner: title.winner,
    entries: undo.entries, can: undo.can, redo: undo.redo, actions: ask && ask.mine ? actions : [],
    machine: Boolean(ask) && (/^autopilot/.test(hand) || (ask.kind === "dice" && !/^dice/.test(hand))),
    seated: link.seats.filter(s => s.connected).length, live: state.online === "live",
    steady: steady() }}; }}"""
"""What matters of a view, once nothing has moved for a while, or soon.

A finger that comes within 250 ms of a new question is not heeded: to ask again and again costs more.
"""
WHOLE = f"async () => {{ {STATE} return JSON.parse(JSON.stringify(state.view)); }}"
LATER = f"""async ([entries, patience]) => {{ {STATE} const end = Date.now() + patience;
    while (state.view.undo.entries === entries && Date.now() < end) await new Promise(r => setTimeout(r, 20));
    return state.view.undo.entries; }}"""

COUNTED = """addEventListener("pointerdown", (e) => {
    if (e.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true);"""
TAPS = "() => Number(sessionStorage.taps ?? 0)"


class Guest:
    """Somebody with a browser; `name` is that of the seat."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.faults: list[str] = []
        self.unheeded = 0
        """How often a tap was not heeded, and done again."""
        self.missed = ""
        """Why the last tap that came too late could not be made."""
        page.context.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))

    def brief(self) -> dict[str, Any]:
        """What is asked, and of whom; how long the log is."""
        found: dict[str, Any] = self.page.evaluate(BRIEF)
        return found

    def whole(self) -> dict[str, Any]:
        """All sections, as this page has them."""
        found: dict[str, Any] = self.page.evaluate(WHOLE)
        return found

    def kept(self) -> dict[str, Any]:
        """All sections, as the server sends them to this seat anew."""
        found: dict[str, Any] = self.page.evaluate(
            "async () => (await (await fetch(location.pathname + '/events')).json())[0].sections"
        )
        return found

    def button(self, name: str, **how: Any) -> Locator:
        """The first button of this name that can be seen."""
        return self.page.get_by_role("button", name=name, **how).locator("visible=true").first

    def tab(self, name: str) -> None:
        """On a phone: one of the three tabs."""
        self.page.get_by_role("navigation", name="Table").get_by_role("button", name=name).click()

    def open(self, address: str) -> None:
        """Go to a table, by a link."""
        self.page.goto(address)
        ready(self.page)

    @property
    def taps(self) -> int:
        """All taps so far, where they are `COUNTED`."""
        return int(self.page.evaluate(TAPS))

    def arrive(self, base: str, code: str, fighter: str) -> None:
        """Type the code of the table, a name, and ask for this fighter."""
        page = self.page
        page.goto(f"{base}/j")
        page.get_by_label("Table code").fill(code)
        page.get_by_role("button", name="Join the table").click()
        page.get_by_label("Your name").fill(f"Player of {fighter}")
        page.get_by_label(fighter, exact=True).check()
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_text("You have asked to")).to_be_visible()

    def wait_for(self, css: str) -> None:
        """Wait until something is there."""
        expect(self.page.locator(css).first).to_be_attached()

    def close(self) -> None:
        """Go home."""
        self.page.context.close()

    # --- answers ------------------------------------------------------------------------------------

    def answer(self, brief: dict[str, Any], n: int, faces: tuple[int, ...] = ()) -> None:
        """Answer what is asked: by these dice, the server's, or by option n; until it is done."""
        self._try(brief, n, faces)
        end = time.monotonic() + PATIENCE / 1_000
        while not self._came(brief["entries"]) and time.monotonic() < end:
            if self.brief()["steady"] and not self._came(brief["entries"], 0):
                self.unheeded += self._try(brief, n, faces)
        self.wait(brief["entries"])

    def _try(self, brief: dict[str, Any], n: int, faces: tuple[int, ...]) -> bool:
        """Tap for an answer, if it is still to be had; whether it was.

        It is not where a squad's choice or an earlier tap has just answered: then the log is longer soon.
        """
        self.page.set_default_timeout(PATIENCE / 12)
        try:
            self._tap(brief, n, faces)
        except Error as e:
            self.missed = str(e)
            return False
        finally:
            self.page.set_default_timeout(PATIENCE)
        return True

    def _came(self, entries: int, patience: int = 3_000) -> bool:
        """Whether the log is of another length within so many milliseconds."""
        return bool(self.page.evaluate(LATER, [entries, patience]) != entries)

    def _tap(self, brief: dict[str, Any], n: int, faces: tuple[int, ...]) -> None:
        if brief["ask"]["kind"] != "dice":
            self._choose(brief, n)
        elif faces:
            self.type_dice(faces)
            self.page.locator("#use-dice").click()
        else:
            self.page.locator("#roll").click()

    def wait(self, entries: int) -> None:
        """Wait until the log is of another length."""
        found = self.page.evaluate(LATER, [entries, PATIENCE])
        assert found != entries, (
            f"{self.name}: nothing came of it: {self.page.locator('.refusals').inner_text()} {self.missed}"
        )

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Type what the dice on the table show; nothing is sent yet."""
        self.page.locator("#typed-dice").fill(" ".join(map(str, faces)))

    def _choose(self, brief: dict[str, Any], n: int) -> None:
        action = next((a for a in brief["actions"] if a["n"] == n), None)
        if action is None:
            label = next(o["label"] for o in brief["ask"]["options"] if o["n"] == n)
            self.page.locator(".option, .action", has=self.page.get_by_text(label, exact=True)).first.click()
            return
        last = ends_turn(brief, action)
        if self.page.locator(".again", has=self.page.get_by_text(action["label"], exact=True)).is_visible():
            self.page.locator("#again-and-end" if last else "#again").click()
            return
        said = self.page.locator(f'[aria-label^="{action["label"]}"]').first
        if said.is_hidden() and self.page.locator(".forbidden:not([open])").is_visible():
            self.page.locator(".forbidden summary").click()  # its odds came, and are none
        if action["target"] or action["chance"] or action["wants"]:
            done = self._opened(said)
            (self.page.locator("#do-and-end") if last else done).click()
            return
        if action["kind"] == "end" and brief["ask"].get("left") and any(map(useful, brief["actions"])):
            self._ends(said)
        else:
            said.click()

    def _ends(self, said: Locator) -> None:
        """End the turn and say that it is meant.

        It may not be asked: where a finger was not heeded, or what is left turned out to have no chance.
        """
        sure = self.page.locator(".ends.sure .primary")
        if sure.is_hidden():
            said.click()
        settled(self.page)  # a finger that comes at once is not heeded
        with suppress(Error):
            sure.click(timeout=3_000)

    def _opened(self, said: Locator) -> Locator:
        """The button that does what is said to do; a finger that came as the menu moved was not heeded."""
        done, end = self.page.locator("#do-it"), time.monotonic() + PATIENCE / 1_000
        if not done.is_visible():
            said.click()
        while not done.is_visible() and time.monotonic() < end:
            with suppress(Error):
                done.wait_for(timeout=2_000)
                break
            with suppress(Error):
                said.click(timeout=2_000)
                self.unheeded += 1
        return done

    # --- the game master ----------------------------------------------------------------------------

    def press(self, key: str, times: int) -> None:
        """Press a key several times, as quickly as one types."""
        self.page.locator("#panel-fight").focus()
        for _ in range(times):
            self.page.keyboard.press(key)

    def fill(self, **fields: str) -> None:
        """Fill fields of the open panel by the beginnings of their labels."""
        for label, text in fields.items():
            self.page.get_by_role("dialog").get_by_label(label.replace("_", " ")).fill(text)

    def closed(self) -> None:
        """Wait until no panel is open."""
        expect(self.page.get_by_role("dialog")).to_have_count(0)


def ends_turn(brief: dict[str, Any], action: dict[str, Any]) -> bool:
    """Whether this takes all that is left of a turn, or its one great thing."""
    left, cost = brief["ask"]["left"], action["cost"]
    return action["kind"] == "attack" and bool(cost == "significant" or left.startswith(cost))


def useful(action: dict[str, Any]) -> bool:
    """Whether it is worth doing before a turn ends; otherwise nobody is asked whether the end is meant."""
    return bool(action["n"]) and action["kind"] != "end" and not action.get("futile")
