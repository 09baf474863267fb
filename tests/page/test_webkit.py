"""The page in WebKit, which is what iPhones have: one opens, joins, rolls, and has squads, walls and fog."""

from __future__ import annotations

from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, asked, done, until, view
from tests.page.test_fog import fogged
from tests.page.webkit import WebKit, windows

pytestmark = pytest.mark.slow

MEANT = 0.5
"""Seconds after which what has just come up may be touched; before, a finger meant what was there."""


def test_webkit_opens_joins_and_rolls(host: Host, master: Page) -> None:
    link = done(master, {"do": "seat", "act": "link"})["path"]
    with windows() as phone:
        phone.resize(390, 844)
        phone.goto(host.base + link)
        phone.type("input[name=name]", "Noor")
        phone.tap(".pick", "Ines")
        phone.tap("button", "Join")
        phone.find(".banner", "You have asked to")
        master.get_by_role("button", name="Seats").first.click()
        master.get_by_role("button", name="Let in").click()
        phone.find(".link", "live")
        phone.tap(".tool", "I roll real dice")
        until(master, "state.view.order.find(f => f.name === 'Ines').hand?.startsWith('dice')")
        rolls(master, phone)
        phone.until("return document.scrollingElement.scrollWidth <= innerWidth")


def test_webkit_has_squads_reserves_walls_fog_and_the_big_screen(host: Host) -> None:
    master = host.open("wreck")
    done(master, {"do": "pause"})
    done(master, {"do": "reserve", "like": "Guard 1", "name": "Nemo"})
    with windows() as laptop:
        laptop.resize(1366, 768)
        laptop.goto(host.link)
        laptop.goto(master.url)
        laptop.find(".link", "live")
        laptop.tap("button", "Who plays whom")
        sleep(MEANT)
        laptop.tap("dialog button", "Make a squad of 5")
        until(master, "state.view.squads.some(s => s.formed)")
        laptop.tap("dialog button", "Close")
        laptop.until("return document.querySelectorAll('.strip .card.squad .bodies i').length === 5")
        laptop.find(".strip .card.reserves", "1")
        laptop.tap("button", "Walls on the map")
        for n, metres in enumerate(("1", "1", "4", "1"), start=1):
            laptop.type(f"dialog .place label:nth-child({n}) input", metres)
        laptop.tap("dialog button", "Add this wall")
        until(master, "state.view.walls.drawn.length === 1")
        laptop.tap("dialog button", "Close")
        fogged(master)
        laptop.open("button", "Fog on the map", "#rectangle-uncover")
        for n, metres in enumerate(("0", "0", "3", "3"), start=1):
            laptop.type(f"fieldset:has(#rectangle-uncover) .place label:nth-child({n}) input", metres)
        laptop.tap("#rectangle-uncover")
        until(master, "state.view.fog.strokes.length === 1")
        laptop.until("return document.querySelectorAll('#terrain .fog polygon').length === 1")
        laptop.until("return document.scrollingElement.scrollWidth <= innerWidth")
        laptop.goto(f"{master.url}/display")
        laptop.find(".tv .turn")
        laptop.until("return document.querySelectorAll('.tv .token').length > 0")
        laptop.until("return document.scrollingElement.scrollHeight <= innerHeight + 1")
        lobby = host.lobby("wreck")
        code = done(lobby, {"do": "seat", "act": "link"})["code"]
        laptop.goto(f"{lobby.url}/display")
        laptop.find(".tv .code", code)
    lobby.context.close()
    master.context.close()


def rolls(master: Page, phone: WebKit) -> None:
    """Aim and attack with real dice, typed; then with those of the server."""
    asked(master, "dice")
    phone.type("#typed-dice", "65")
    phone.tap("#use-dice")
    phone.tap(".tabs button", "Log")
    phone.find(".line.roll", "real dice")
    until(master, "state.view.log.some(line => line.by === 'dice' && `${line.dice}` === '6,5')")
    phone.tap(".tabs button", "Fight")
    asked(master, "action")
    phone.open(".action, .target", "ranged attack", "dialog .yesno")
    phone.find("dialog .yesno", "%")
    phone.tap("#do-it")
    phone.find("#roll")
    phone.until("const now = Date.now(); return now - (window.found ??= now) > 300")  # a tap in haste is none
    before = len(fallen(master))
    phone.tap("#roll")
    phone.until("return !document.querySelector('#roll')?.matches('.waits')")
    expect(master.locator(".line.roll")).to_have_count(before + 1)
    assert fallen(master)[-1]["by"] != "dice"


def fallen(page: Page) -> list[dict[str, Any]]:
    """The lines of the log with dice in them."""
    return [line for line in view(page)["log"] if line["kind"] == "roll"]
