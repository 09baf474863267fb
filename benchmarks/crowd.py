"""A crowd on the map of a slow phone and on a television: frames a second.

Chromium slows its main thread down fourfold, as Lighthouse does for a phone of the middle class.  Each
figure is told for 200 tokens and, in the same run, for 20, since others may be using the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from benchmarks.report import Better, Report
from tests.page.tables import PHONE, Host, chromium, ready, sent, serving, until, view

MANY, FEW = 200, 20
"""Tokens of the crowd, and of the table it is compared with."""
SLOWER = 4
"""How many times slower the page's main thread is made."""
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
FRAMES, SHORT = 120, 40
"""Frames of each measurement, long and short."""
ROUNDS = 2
"""How often each is measured, both tables in turn."""
ANSWERS = 4
"""Answers that are given while the page is watched."""
RANK, SIDES = 10, ("crew", "boarders")
"""Fighters side by side, and whose they are."""

SHIFTED = """async ([frames, what]) => {
    const terrain = () => document.getElementById("terrain");
    const box = terrain().getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const moved = n => terrain().dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerId: 1,
        clientX: x + 60 * Math.sin(n / 6), clientY: y + 40 * Math.cos(n / 6) }));
    const zoomed = n => terrain().dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true,
        ctrlKey: true, deltaY: n % 12 < 6 ? -1 : 1 }));
    const drawn = () => new Promise(requestAnimationFrame);
    const began = await drawn();
    let now = began;
    for (let n = 0; n < frames; n++) {
        (what === "drag" ? moved : zoomed)(n);
        now = await drawn();
    }
    return frames / (now - began) * 1000;
}"""
"""Shift or zoom the plan once in each frame; frames a second."""

WATCHED = """() => { window.frames = []; const seen = now => {
    frames.push(now); window.watching = requestAnimationFrame(seen); }; requestAnimationFrame(seen); }"""

SEEN = "() => { cancelAnimationFrame(watching); return frames; }"


class Table(NamedTuple):
    """A table with so many fighters: its game master, a player's phone at the map, a television."""

    tokens: int
    master: Page
    phone: Page
    screen: Page


def main(report: Report) -> None:
    """Print frames a second and milliseconds of the main thread for each, with ratios."""
    report.line(f"  main thread {SLOWER} times slower; phone {PHONE['width']}x{PHONE['height']}")
    found: dict[str, dict[int, list[float]]] = {}
    with serving() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        host = Host(browser, link)
        tables = [opened(host, tokens) for tokens in report.each((FEW, MANY), "a table of")]
        for n in range(ROUNDS):
            for table in tables:
                report.step(f"{table.tokens} tokens", n + 1, ROUNDS)
                for name, value in measured(table, FRAMES if report.long else SHORT):
                    found.setdefault(name, {}).setdefault(table.tokens, []).append(value)
        browser.close()
    for name, values in found.items():
        told(report, name, median(values[FEW]), median(values[MANY]))


def told(report: Report, name: str, few: float, many: float) -> None:
    """Print and keep what was found of both."""
    unit = "ms" if name.endswith("frame") else "fps"
    better: Better = "less" if unit == "ms" else "more"
    report.line(f"  {name:36} {FEW}: {few:6.1f} {unit}, {MANY}: {many:6.1f} {unit}, x{many / few:.2f}")
    report.figure(f"{MANY} tokens, {name}", many, unit, better)
    report.figure(f"{MANY} tokens to {FEW}, {name}", many / few, "x", better)


def opened(host: Host, tokens: int) -> Table:
    """A table whose fight has begun, and its windows."""
    context = host.context(has_touch=True)
    context.add_cookies(host.cookies)
    page, screen = context.new_page(), context.new_page()
    address = host.base + host.fetched(page, "/sessions", data={"toml": scene(tokens)}).headers["location"]
    master = at(page, address)
    phone = host.seat(master, "Rank 1, fighter 1", has_touch=True)
    phone.locator(".tabs button", has_text="Map").click()
    phone.get_by_role("button", name="Plan").click()
    phone.locator("#terrain .token").first.wait_for()
    screen.set_viewport_size(SCREEN)
    at(screen, f"{address}/display").locator(".tv .token").first.wait_for()
    until(master, "state.view.ask?.kind === 'action'")  # who acts when is rolled for everybody first
    return Table(tokens, master, phone, screen)


def at(page: Page, address: str) -> Page:
    """The page at this address, once it is live."""
    page.goto(address)
    ready(page)
    return page


def scene(tokens: int) -> str:
    """Two sides of a field in ranks of ten, with crates between them."""
    records = [
        f"[[covers]]\nname = 'crate {n}'\nkind = 'table'\nends = [[16, {n}], [16, {n + 2}]]\n"
        for n in range(0, 20, 4)
    ]
    for n in range(tokens // RANK):
        side, file, rank = n % 2, n // 2 % 2, n // 4
        records.append(
            f"[[fighters]]\nname = 'Rank {n + 1}, fighter'\nside = '{SIDES[side]}'\ncount = {RANK}\n"
            f"at = [{3 * rank + (18 if side else 0)}, {11 * file}]\n"
            "archetype = 'dock hand'\nweapons = ['mace']\nrun_by = 'person'\n"
        )
    return "ruleset = 'coriolis'\ntitle = 'A crowd'\n\n" + "\n".join(records)


def measured(table: Table, frames: int) -> Iterator[tuple[str, float]]:
    """Each figure of a table, with its name."""
    for what in ("drag", "zoom"):
        with slowed(table.phone) as spent:
            rate = shifted(table.phone, what, frames)
        yield f"map, {what}", rate
        yield f"map, {what}, busy for each frame", spent() / frames
    for name, page in (("a round on the phone", table.phone), ("a round on television", table.screen)):
        with slowed(page):
            times = watched(page, table.master)
        yield name, 1000 * (len(times) - 1) / (times[-1] - times[0])
        yield f"{name}, longest frame", max(b - a for a, b in pairwise(times))


def shifted(page: Page, what: str, frames: int) -> float:
    """Frames a second while a finger shifts the plan, or a wheel zooms it."""
    page.bring_to_front()
    box = page.locator("#terrain").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    if what == "drag":
        page.mouse.down()
    rate = float(page.evaluate(SHIFTED, [frames, what]))
    page.mouse.up()
    return rate


def watched(page: Page, master: Page) -> list[float]:
    """When each frame of a page came while the game master answered."""
    page.bring_to_front()
    page.evaluate(WATCHED)
    for _ in range(ANSWERS):
        answered(master)
    return list(page.evaluate(SEEN))


def answered(master: Page) -> None:
    """Answer what is asked, and wait for what is asked next."""
    ask = view(master)["ask"]
    sent(master, {"do": "roll"} if ask["kind"] == "dice" else {"do": "answer", "n": 1})
    until(master, f"state.view.ask?.id !== {ask['id']!r}")


@contextmanager
def slowed(page: Page) -> Iterator[Callable[[], float]]:
    """The page's main thread made slower for a while; the milliseconds of work it had, once that is over."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    before = busy(line)
    found = [0.0]
    try:
        yield lambda: found[0]
        found[0] = busy(line) - before
    finally:
        line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        line.detach()


def busy(line: CDPSession) -> float:
    """Milliseconds for which the main thread has had something to do."""
    values = line.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in values if each["name"] == "TaskDuration")
