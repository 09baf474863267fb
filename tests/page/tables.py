"""A server of our own, a browser, and people at its tables."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Playwright, ViewportSize, expect

from tests.debian import needed
from tests.forked import Forked

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PATIENCE = 60_000
"""Milliseconds in which an answer has to come, on a machine with much else to do."""
SEED = 2
"""Of every table's dice: by others somebody may fall before it is their turn."""
NETWORK = "127.0.0.2"
"""Another address of this machine, which stands for that of its network."""
LONGEST = 180.0
"""Seconds in which somebody's turn has to come, on a machine with much else to do."""


def chromium() -> str:
    """Debian's Chromium for programs alone, a page of which costs half of what `chromium` takes.

    It is installed first where it is missing and we may.
    """
    return needed(
        lambda: shutil.which("chromium-headless-shell"), "chromium-headless-shell", "fonts-liberation"
    )


def launched(playwright: Playwright) -> Browser:
    """A browser for all tests; from now on they wait as long as a busy machine takes.

    Its pages share a process, since to begin one for each costs more than most of them do.
    """
    expect.set_options(timeout=PATIENCE)
    return playwright.chromium.launch(
        executable_path=chromium(), args=["--no-sandbox", "--renderer-process-limit=1"]
    )


ALIKE = f"""from affray.cli import main; from affray.session.sealed import seeded
from affray.server import phones; from affray.table import dice_keys
dice_keys.fresh = lambda: seeded({SEED}); phones.lan_address = lambda: {NETWORK!r}; main()"""
"""The program with dice that fall alike each time, and another address of this machine."""


@contextmanager
def serving(*words: str, path: str = "") -> Iterator[str]:
    """A server in a process of its own, begun with these words; the host's link.

    `path` is a folder where Python looks for packages, too.
    """
    words = ("serve", "--port", "0", "--no-open", "--store", "memory:", *words)
    with Forked(ALIKE, *words, path=path) as process:
        try:
            yield next(found[0] for line in process.stdout if (found := re.search(r"http\S+/j/\S+", line)))
        finally:
            process.terminate()


class Host:
    """Whoever runs the server: opens tables and lets people in."""

    def __init__(self, browser: Browser, link: str) -> None:
        self.browser, self.link = browser, link
        self.base = link.split("/j/")[0]
        page = self.context().new_page()
        page.goto(link)
        self.cookies: Any = page.context.cookies()
        page.context.close()

    def context(self, **how: Any) -> BrowserContext:
        """A browser window of somebody, by default on a phone."""
        found = self.browser.new_context(**{"viewport": PHONE, "reduced_motion": "reduce", **how})
        found.set_default_timeout(PATIENCE)
        return found

    def open(self, scene: str, **how: Any) -> Page:
        """A new table whose fight has begun, seen by its game master, at a laptop."""
        return self.begun(self.lobby(scene, **how))

    def begun(self, page: Page) -> Page:
        """The same page, once the fight that waits there has begun."""
        done(page, {"do": "begin"})
        until(page, "!state.view.title.waits")
        return page

    def lobby(self, scene: str, **how: Any) -> Page:
        """A new table whose fight waits to begin, seen by its game master, at a laptop."""
        return self.waiting(self.context(**{"viewport": LAPTOP, **how}).new_page(), scene)

    def waiting(self, page: Page, scene: str) -> Page:
        """The same page, once it shows its game master a new table whose fight waits to begin."""
        page.context.add_cookies(self.cookies)
        begun = self.fetched(page, "/new", form={"scene": scene}, max_redirects=0)
        page.goto(self.base + begun.headers["location"].removeprefix(self.base))
        ready(page)
        return page

    def fetched(self, page: Page, path: str, **what: Any) -> APIResponse:
        """The answer to a request that a page makes past its buttons, with what is posted, if anything.

        It is made again where the server has just closed a connection that was idle, as browsers do.
        """
        address = self.base + path.removeprefix(self.base)
        method = "post" if {"form", "data"} & {*what} else "get"
        return page.context.request.fetch(
            address, method=method, headers={"origin": self.base}, max_retries=3, **what
        )

    def seat(self, master: Page, *fighters: str, name: str = "Kim", **how: Any) -> Page:
        """A player who has come in by a link, on a phone."""
        return self.seated(self.context(**how).new_page(), master, *fighters, name=name)

    def seated(self, page: Page, master: Page, *fighters: str, name: str = "Kim") -> Page:
        """The same page, once it shows a player who has come in by a link."""
        link = done(
            master, {"do": "seat", "act": "add", "role": "player", "name": name, "fighters": fighters}
        )
        page.goto(self.base + link["path"])
        ready(page)
        return page


class Window:
    """A browser window that one test after the other gets as if it were new.

    To open one costs more CPU time than most tests take.
    """

    def __init__(self, host: Host, size: ViewportSize, **how: Any) -> None:
        self._host, self._size, self._how = host, size, how
        self._page: Page | None = None
        self._faults: list[str] = []

    @contextmanager
    def lent(self, faults: list[str]) -> Iterator[Page]:
        """The page of this window, whose faults count; afterwards nothing of what was done there is left."""
        if self._page is None or self._page.is_closed():
            self._page = self._host.context(viewport=self._size, **self._how).new_page()
            heed(self._page, self._told)
        self._faults = faults
        yield self._page
        if not self._page.is_closed():
            self._cleared(self._page)

    def _told(self, fault: str) -> None:
        self._faults.append(fault)

    def _cleared(self, page: Page) -> None:
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        page.context.unroute_all()
        if page.url.startswith(self._host.base):
            page.evaluate("localStorage.clear(); sessionStorage.clear();")
        page.goto("about:blank")
        page.context.clear_cookies()
        page.context.clear_permissions()
        page.context.set_offline(False)
        page.set_viewport_size(self._size)
        page.emulate_media(color_scheme="light", reduced_motion="reduce", media="screen")


def heed(page: Page, found: Callable[[str], None]) -> None:
    """Have the faults of a page's scripts told."""
    page.on("pageerror", lambda fault: found(str(fault)))
    page.on("console", lambda said: found(said.text) if said.type == "error" else None)


def ready(page: Page) -> None:
    """Wait until the page is live."""
    page.locator(".link.live").wait_for()


def done(page: Page, command: dict[str, Any]) -> Any:
    """Send a command from a page, past its buttons; what comes back with it."""
    answer = sent(page, command)
    assert answer["t"] == "done", answer
    return answer.get("data")


def view(page: Page) -> dict[str, Any]:
    """The sections that a page has."""
    found: dict[str, Any] = page.evaluate(
        """async () => { const { state } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js")); return JSON.parse(JSON.stringify(state.view)); }"""
    )
    return found


def until(page: Page, told: str) -> None:
    """Wait until this holds of the page's `state` and `link`, and is drawn, unless the page is held still."""
    code = f"""async () => {{
        const {{ link, state }} = await import(document.querySelector("script[type=module]").src
            .replace("main.js", "state.js"));
        if (!({told})) return false;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        return true; }}"""
    for _ in range(PATIENCE // 20):
        if page.evaluate(code):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"never: {told}")


STEADY = "Date.now() - state.changed > 300"
"""What is asked has stood there long enough to be meant."""


def asked(page: Page, kind: str, who: str = "Ines") -> dict[str, Any]:
    """Answer whatever comes first until somebody is asked this; what is asked then."""
    ask: dict[str, Any] | None = page.evaluate(ASKED, [kind, who, LONGEST * 1_000])
    assert ask is not None, "the fight is over"
    assert ask, f"{who} was never asked for {kind}"
    settled(page)
    return ask


ASKED = """async ([kind, who, most]) => {
    const { link, state } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
    for (const end = Date.now() + most; Date.now() < end;) {
        const { ask } = state.view;
        if (!ask) return null;
        if (ask.kind === kind && ask.name === who) return JSON.parse(JSON.stringify(ask));
        if (ask.mine) await link.send(ask.kind === "dice" ? { do: "roll" } : { do: "answer", n: 1 });
        await new Promise(done => setTimeout(done, 60));
    }
    return {}; }"""
"""Answers until somebody is asked something, where it is known at once what is asked."""


def key_of(page: Page, label: str) -> str:
    """The key by which an action is chosen: the number at its button."""
    button = page.locator(f'.menu button[aria-label^="{label}"]').first
    return button.locator("kbd").text_content() or ""


def settled(page: Page) -> None:
    """Wait until what is asked has stood there long enough for a finger, and nothing is on its way."""
    found: list[str] = page.evaluate(
        """async most => { const { state } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js")); const end = Date.now() + most;
        const moves = () => [...state.busy.keys(),
            ...(Date.now() - state.changed > 260 ? [] : [state.view.ask?.question ?? "nothing asked"])];
        const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        while (Date.now() < end) {
            if (moves().length) await new Promise(done => setTimeout(done, 20));
            else if (await drawn(), !moves().length) return [];  // what came last is drawn, and it stays so
        }
        return moves(); }""",
        PATIENCE,
    )
    assert not found, f"the page never came to rest: {found}"


def sent(page: Page, command: dict[str, Any]) -> dict[str, Any]:
    """Send a command from a page, and the answer whatever it is."""
    found: dict[str, Any] = page.evaluate(
        """async command => { const { link } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js")); return link.send(command); }""",
        command,
    )
    return found


def has_sideways_scroll(page: Page) -> bool:
    """Whether anything that should not goes beyond the right edge, once it is drawn."""
    found: bool = page.evaluate(
        """async () => {
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return document.scrollingElement.scrollWidth > innerWidth
        || [...document.querySelectorAll(".column, .sheet, .sheet .body")]
        .some(e => e.scrollWidth > e.clientWidth + 1); }"""
    )
    return found
