"""Links in real browsers: what a page from elsewhere, a closed link or a guess comes to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.house import House, prepared
from tests.page.tables import Host, done, view

pytestmark = pytest.mark.slow

SOCKET = """address => new Promise(told => { const ws = new WebSocket(address); const heard = [];
    ws.onmessage = e => heard.push(JSON.parse(e.data)); ws.onclose = e => told([e.code, heard]);
    setTimeout(() => told([0, heard]), 4000); })"""
"""What a socket hears until it is closed, and by which code."""
POSTED = """address => fetch(address, { method: "POST", mode: "no-cors", credentials: "include",
    headers: { "content-type": "application/x-www-form-urlencoded" }, body: "scene=duel&name=Eve" })
    .then(() => true, () => false)"""
READ = """address => fetch(address, { credentials: "include" }).then(a => a.text(), () => "")"""
FRAMED = """address => new Promise(told => { const frame = document.createElement("iframe");
    frame.onload = () => told(frame.contentDocument === null); frame.src = address;
    document.body.append(frame); })"""


class Elsewhere(BaseHTTPRequestHandler):
    """A page of somebody else's, on the same machine: browsers send it along with our cookies."""

    def do_GET(self) -> None:
        """Say something."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_: object) -> None:
        """Say nothing to the terminal."""


@contextmanager
def elsewhere() -> Iterator[str]:
    """Another server; its address."""
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield "http:" + f"//127.0.0.1:{found.server_port}/"
        found.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def host(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("links")
    store = f"sqlite:{folder / 'fights.db'}"
    prepared(store, "duel", 7)
    with House(store, folder / "errors") as house:
        yield Host(browser, house.link)


@pytest.fixture
def master(host: Host) -> Iterator[Page]:
    page = host.open("duel")
    yield page
    page.context.close()


def sessions(host: Host, master: Page) -> int:
    """How many fights there are to go on with."""
    return host.fetched(master, "/").text().count('href="/s/')


def test_a_page_from_elsewhere_gets_nothing_and_changes_nothing(host: Host, master: Page) -> None:
    player = host.seat(master, "Zara", name="Ann")
    door = done(master, {"do": "seat", "act": "link"})["path"]
    before, fights = view(master)["link"]["seats"], sessions(host, master)
    for page, there in ((player, player.url), (master, master.url), (master, host.base + "/")):
        with elsewhere() as address:
            eve = page.context.new_page()
            eve.goto(address)
            assert all(cookie["sameSite"] == "Lax" and cookie["httpOnly"] for cookie in eve.context.cookies())
            code, heard = eve.evaluate(SOCKET, there.replace("http", "ws", 1).rstrip("/") + "/ws")
            assert code != 0, "it was closed"
            assert [message["t"] for message in heard] in (["bye"], []), "and nothing was told before"
            assert eve.evaluate(READ, there) == ""
            assert eve.evaluate(READ, f"{there.rstrip('/')}/events") == ""
            for path in ("/new", door):
                assert eve.evaluate(POSTED, host.base + path), "it is sent, but nothing comes of it"
            eve.close()
    assert view(master)["link"]["seats"] == before, "nobody knocked"
    assert sessions(host, master) == fights, "and no fight began"
    player.context.close()


def test_the_table_stands_in_no_frame(host: Host, master: Page) -> None:
    with elsewhere() as address:
        eve = master.context.new_page()
        eve.goto(address)
        assert eve.evaluate(FRAMED, master.url)
        assert [frame.url.partition(":")[0] for frame in eve.frames[1:]] == ["chrome-error"]


def test_a_link_that_was_closed_leads_nowhere_and_ends_what_came_by_it(host: Host, master: Page) -> None:
    link = done(master, {"do": "seat", "act": "add", "name": "Ann", "fighters": ["Zara"]})
    phone, tablet, thief = (host.context().new_page() for _ in range(3))
    for page in (phone, tablet):
        page.goto(host.base + link["path"])
        page.locator(".link.live").wait_for()
    cookies = phone.context.cookies()
    again = done(master, {"do": "seat", "act": "link", "seat": link["seat"]})
    for page in (phone, tablet):
        expect(page.locator(".banner.bad")).to_contain_text("has a new link")
        expect(page.locator(".link.closed")).to_be_visible()
    old = thief.goto(host.base + link["path"])
    assert old is not None
    assert old.status == 404
    thief.context.add_cookies(cookies)  # type: ignore[arg-type]
    old = thief.goto(master.url)
    assert old is not None
    assert old.status == 403
    code, heard = thief.evaluate(SOCKET, master.url.replace("http", "ws", 1) + "/ws")
    assert (code, [message["t"] for message in heard]) == (4401, ["bye"])
    phone.goto(host.base + again["path"])
    phone.locator(".link.live").wait_for()
    assert view(phone)["me"]["fighters"] == ["Zara"]
    for page in (phone, tablet, thief):
        page.context.close()


def test_guessing_is_stopped_and_does_not_keep_others_from_the_table(host: Host, master: Page) -> None:
    tries = [host.fetched(master, f"/j/{n:022}").status for n in range(40)]
    assert tries.count(404) < 31
    assert tries[-1] == 429
    assert not set(tries) - {404, 429}
    master.reload()
    master.locator(".link.live").wait_for()
    assert view(master)["me"]["role"] == "gm"
