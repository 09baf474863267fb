"""Make the pictures of the live table in docs/pictures.

python -m tools.pictures; needs Chromium, and people to look at what comes out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.page.tables import LAPTOP, Host, asked, launched, sent, serving, view

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WAIT = 2_500
"""Milliseconds until the odds of a whole menu are there."""
DARK: dict[str, Any] = {"color_scheme": "dark", "has_touch": True}
SEARCH = 60_000
"""Milliseconds that a search may take."""
TAP = 300
"""Milliseconds from one tap to the next."""


def main() -> None:
    """Make all of them."""
    PICTURES.mkdir(exist_ok=True)
    with serving() as link, sync_playwright() as playwright:
        browser = launched(playwright)
        host = Host(browser, link)
        lobby(host)
        laptop(host)
        phones(host, "dark")
        phones(host, "light")
        builder(host)
        browser.close()


def lobby(host: Host) -> None:
    """A fight that waits for its people."""
    master = host.lobby("boarding", color_scheme="light")
    host.seat(master, "Zara", name="Noor")
    host.seat(master, "Hanif", name="Jo")
    master.locator("#phones").click()
    master.locator(".invitation .code").wait_for()
    kept(master, "table-lobby")


def laptop(host: Host) -> None:
    """What the game master sees, and the card of a foe."""
    master = host.open("boarding", color_scheme="light")
    host.seat(master, "Zara", name="Noor")
    asked(master, "action", "Zara")
    master.wait_for_timeout(WAIT)
    kept(master, "table-laptop")
    master.locator(".strip .card", has_text="Leader").click()
    master.locator(".steps").first.wait_for()
    kept(master, "table-card")


def phones(host: Host, scheme: Any) -> None:
    """What a player sees: the menu, the odds of an action, the dice."""
    master = host.open("boarding")
    player = host.seat(master, "Zara", name="Noor", color_scheme=scheme, has_touch=True)
    sent(player, {"do": "hands", "name": "Zara", "manner": "dice"})
    asked(master, "action", "Zara")
    player.wait_for_timeout(WAIT)
    kept(player, f"table-phone-{scheme}")
    player.locator(".menu button:has(.chance)").last.click()
    player.locator(".odds").wait_for()
    kept(player, f"table-odds-{scheme}")
    player.keyboard.press("Escape")
    sent(player, {"do": "answer", "n": next(a["n"] for a in view(player)["actions"] if a["chance"])})
    player.locator(".tray").wait_for()
    for face in (4, 6, 2):
        player.locator(f".face >> nth={face - 1}").tap()
        player.wait_for_timeout(TAP)
    kept(player, f"table-dice-{scheme}")


def builder(host: Host) -> None:
    """A scene that is being made, and what would make it even."""
    for name, how in (("laptop", {"viewport": LAPTOP, "color_scheme": "light"}), ("phone-dark", DARK)):
        page = host.context(**how).new_page()
        page.context.add_cookies(host.cookies)
        page.goto(f"{host.base}/build?scene=boarding")
        page.get_by_text("estimated from 2,000 fights", exact=True).wait_for()
        if name == "laptop":
            page.locator("#tune-go").click()
            page.locator(".proposals").wait_for(timeout=SEARCH)
            page.locator(".aside").evaluate("it => it.scrollTo(0, 0)")
        else:
            page.locator("#f-fighters-4").click()
            page.locator("#f-fighters-4").scroll_into_view_if_needed()
            page.locator(".people").evaluate("it => scrollTo(0, it.offsetTop + 330)")
        page.wait_for_timeout(TAP)
        kept(page, f"builder-{name}")


def small(path: Path) -> None:
    """Fewer colours: a screen of flat areas looks the same, at a third of the size."""
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def kept(page: Page, name: str) -> None:
    """Keep a picture of a page."""
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    small(path)
    print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
