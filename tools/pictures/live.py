"""Pictures of the live table and the builder: each is there to see until the next is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.page.tables import LAPTOP, Host, asked, sent, settled, until, view
from tools.pictures.record import Picture, of_page

NAMES = (
    "table-lobby.png", "table-laptop.png", "table-card.png", "table-phone-dark.png", "table-odds-dark.png",
    "table-dice-light.png",
)  # fmt: skip
OF_THE_BUILDER = ("builder-laptop.png", "builder-phone-dark.png")
DARK: dict[str, Any] = {"color_scheme": "dark", "has_touch": True}
PRICED = "state.view.actions.every(a => a.kind !== 'attack' || !a.n || a.chance)"
"""The odds of all attacks are there."""


def pictures(host: Host) -> Iterator[Picture]:
    """Those of the table."""
    yield from lobby(host)
    yield from laptop(host)
    yield from phone(host)


def lobby(host: Host) -> Iterator[Picture]:
    """A fight that waits for its people."""
    master = host.lobby("boarding", color_scheme="light")
    host.seat(master, "Zara", name="Noor")
    host.seat(master, "Hanif", name="Jo")
    let_in = master.get_by_role("button", name="Let phones in")
    let_in.click()
    master.locator(".invitation .code").wait_for()
    master.get_by_text("3 of 3 connected").wait_for()
    settled(master)
    yield of_page(master, "table-lobby")
    master.get_by_role("button", name="Keep phones out").click()
    let_in.wait_for()


def laptop(host: Host) -> Iterator[Picture]:
    """What the game master sees, and the card of a foe."""
    master = host.open("boarding", color_scheme="light")
    host.seat(master, "Zara", name="Noor")
    asked(master, "action", "Zara")
    settled(master)
    yield of_page(master, "table-laptop")
    master.locator(".strip .card", has_text="Leader").click()
    master.locator(".steps").first.wait_for()
    yield of_page(master, "table-card")


def phone(host: Host) -> Iterator[Picture]:
    """What a player sees: the menu, the odds of an action, the dice."""
    master = host.open("boarding")
    player = host.seat(master, "Zara", name="Noor", **DARK)
    sent(player, {"do": "hands", "name": "Zara", "manner": "dice"})
    asked(master, "action", "Zara")
    until(player, PRICED)
    settled(player)
    yield of_page(player, "table-phone-dark")
    player.locator(".menu button:has(.chance)").last.click()
    player.locator(".odds").wait_for()
    yield of_page(player, "table-odds-dark")
    player.keyboard.press("Escape")
    player.emulate_media(color_scheme="light")
    sent(player, {"do": "answer", "n": next(a["n"] for a in view(player)["actions"] if a["chance"])})
    player.locator(".tray").wait_for()
    settled(player)
    tapped(player, 4, 6, 2)
    yield of_page(player, "table-dice-light")


def tapped(player: Page, *faces: int) -> None:
    """Tap these faces, each when the one before has been taken."""
    typed = player.locator(".tray input").first
    for n, face in enumerate(faces, 1):
        player.locator(f".face >> nth={face - 1}").tap()
        for _ in range(200):
            if typed.input_value().split() == [*map(str, faces[:n])]:
                break
            player.wait_for_timeout(20)


def builder(host: Host) -> Iterator[Picture]:
    """A scene that is being made, with its odds."""
    for name, how in (("laptop", {"viewport": LAPTOP, "color_scheme": "light"}), ("phone-dark", DARK)):
        page = host.context(**how).new_page()
        page.context.add_cookies(host.cookies)
        page.goto(f"{host.base}/build?scene=boarding")
        page.get_by_text("estimated from 2,000 fights", exact=True).wait_for()
        if name != "laptop":
            page.locator("#f-fighters-4").click()
            page.locator("#f-fighters-4").scroll_into_view_if_needed()
            page.locator(".people").evaluate("it => scrollTo(0, it.offsetTop + 330)")
        yield of_page(page, f"builder-{name}")
