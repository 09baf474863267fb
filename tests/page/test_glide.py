"""The map under a finger or a wheel: it moves as one, whoever stands on it, and is laid out anew at rest."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.tables import Host, done, view

pytestmark = pytest.mark.slow

MOVES = """async (what) => {
  const terrain = document.querySelector("#terrain"), pane = terrain.getBoundingClientRect();
  const middle = () => [...terrain.querySelectorAll(".token .touch")].map((disc) => {
    const { x, y, width, height } = disc.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const told = [], read = [];
  const seen = new MutationObserver((all) => told.push(...all));
  for (const name of ["getBoundingClientRect", "getScreenCTM", "getComputedStyle"]) {
    const of = [Element.prototype, SVGGraphicsElement.prototype, window].find((o) => Object.hasOwn(o, name));
    const real = of[name];
    of[name] = function (...given) { read.push(name); return real.apply(this, given); };
    read[name] = () => (of[name] = real);
  }
  const before = middle();
  read.length = 0;
  seen.observe(terrain, { attributes: true, childList: true, characterData: true, subtree: true });
  for (let n = 1; n <= 12; n++) {
    const at = { bubbles: true, cancelable: true, pointerId: 1, clientX: pane.x + 5 + 5 * n,
      clientY: pane.y + 5 + 4 * n };
    terrain.dispatchEvent(what === "drag" ? new PointerEvent("pointermove", at)
      : new WheelEvent("wheel", { ...at, ctrlKey: true, deltaY: 1 }));
    await new Promise(requestAnimationFrame);
  }
  told.push(...seen.takeRecords());
  seen.disconnect();
  const found = { reads: [...read], inside: told.filter((each) => each.target !== terrain).length,
    all: told.length, before, after: middle() };
  for (const name of ["getBoundingClientRect", "getScreenCTM", "getComputedStyle"]) read[name]();
  return found;
}"""
"""Twelve moves, one in each frame: what they wrote and read of the map, and where tokens stood."""
RESTS = """async () => {
  const terrain = document.querySelector("#terrain");
  while (terrain.hasAttribute("data-glides")) await new Promise(requestAnimationFrame);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return [...terrain.querySelectorAll(".token .touch")].map((disc) => {
    const { x, y, width, height } = disc.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
}"""


def moved(page: Page, what: str) -> dict[str, Any]:
    """What moving the map did, once its corner was pressed."""
    box = page.locator("#terrain").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    if what == "drag":
        page.mouse.down()
    found: dict[str, Any] = page.evaluate(MOVES, what)
    page.mouse.up()
    found["rest"] = page.evaluate(RESTS)
    return found


def apart(some: list[list[float]], others: list[list[float]]) -> list[tuple[float, float]]:
    """How far each has moved, in pixels."""
    return [(b[0] - a[0], b[1] - a[1]) for a, b in zip(some, others, strict=True)]


def test_a_finger_moves_the_map_without_a_write_or_a_look_at_anybody_on_it(host: Host) -> None:
    page = host.open("boarding")
    done(page, {"do": "pause"})
    before = page.locator("#terrain").get_attribute("viewBox")
    found = moved(page, "drag")
    assert (found["inside"], found["reads"]) == (0, [])
    assert 0 < found["all"] <= 2 * 12
    assert len(found["after"]) == len(view(page)["map"]["tokens"])
    for x, y in apart(found["before"], found["after"]):
        assert (x, y) == pytest.approx((60, 48), abs=0.6)
    for x, y in apart(found["after"], found["rest"]):
        assert (x, y) == pytest.approx((0, 0), abs=0.6)
    assert page.locator("#terrain").get_attribute("viewBox") != before
    page.context.close()


def test_a_wheel_zooms_the_map_as_one_and_tokens_keep_their_places(host: Host) -> None:
    page = host.open("boarding")
    done(page, {"do": "pause"})
    found = moved(page, "zoom")
    assert (found["inside"], found["reads"]) == (0, [])
    wide, after, rest = (extent(found[when]) for when in ("before", "after", "rest"))
    assert after == pytest.approx(wide / 1.15**12, rel=0.02)
    assert rest >= after, "those who would lie on each other stand aside again"
    page.context.close()


def extent(places: list[list[float]]) -> float:
    """How far the outermost of them are apart, from left to right."""
    return max(x for x, _ in places) - min(x for x, _ in places)


MEANWHILE = """async () => {
  const { state, change } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js"));
  const terrain = document.querySelector("#terrain"), pane = terrain.getBoundingClientRect();
  const drawn = () => document.querySelector("#main").textContent.includes("Another name");
  const seen = [], clock = Date.now, long = clock() + 60_000;
  Date.now = () => long; // the page has stood there for a minute, and what follows takes no time
  for (let n = 1; n <= 6; n++) {
    const at = { bubbles: true, cancelable: true, clientX: pane.x + 50, clientY: pane.y + 50 };
    terrain.dispatchEvent(new WheelEvent("wheel", { ...at, ctrlKey: true, deltaY: 1 }));
    change(() => (state.view = { ...state.view, title: { ...state.view.title, name: "Another name" } }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    seen.push(drawn());
  }
  Date.now = clock;
  while (state.glides) await new Promise(requestAnimationFrame);
  for (let n = 0; n < 600 && !drawn(); n++) await new Promise(requestAnimationFrame);
  return [seen, drawn()];
}"""
"""Something comes in at each move of the map: whether it was to be seen, and whether it is at rest."""


def test_what_comes_in_while_the_map_is_moved_is_drawn_once_it_rests(host: Host) -> None:
    page = host.open("boarding")
    done(page, {"do": "pause"})
    assert page.evaluate(MEANWHILE) == [[False] * 6, True]
    page.context.close()


GROUND = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#terrain").getScreenCTM().inverse());
  return [at.x, at.y];
}"""
"""Which place of the ground is seen there."""


def pinched(page: Page, *steps: list[tuple[float, float]]) -> None:
    """Put a finger down at each place of the first step, move them on, lift them."""
    touch = page.context.new_cdp_session(page)
    for n in range(1, len(steps[0]) + 1):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(steps[0][:n])})
    for step in steps[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(step)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(RESTS)


def points(step: list[tuple[float, float]]) -> list[dict[str, float]]:
    return [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(step)]


def wide(page: Page) -> float:
    """How much of the ground is seen from left to right."""
    return float((page.locator("#terrain").get_attribute("viewBox") or "").split()[2])


def test_two_fingers_zoom_the_map_about_what_lies_between_them(host: Host) -> None:
    page = host.open("boarding", has_touch=True)
    done(page, {"do": "pause"})
    box = page.locator("#terrain").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.4
    before, between = wide(page), page.evaluate(GROUND, [x, y])
    pinched(page, *([(x - by, y), (x + by, y)] for by in (30, 40, 50, 60)))
    assert wide(page) == pytest.approx(before / 2, rel=0.01)
    assert page.evaluate(GROUND, [x, y]) == pytest.approx(between, abs=0.1)
    pinched(page, [(x, y), (x, y + 40)], [(x + 50, y), (x + 50, y + 40)])
    assert wide(page) == pytest.approx(before / 2, rel=0.01), "two that keep their distance shift it"
    assert page.evaluate(GROUND, [x + 50, y]) == pytest.approx(between, abs=0.1)
    pinched(page, [(x + 50, y)], [(x, y)])
    assert page.evaluate(GROUND, [x, y]) == pytest.approx(between, abs=0.1), "and one finger again"
    assert page.get_by_role("dialog").count() == 0
    pinched(page, *([(x, y), (x, y + 40), (x, y + 80 + by)] for by in (0, 20, 40)))
    assert wide(page) == pytest.approx(before / 4, rel=0.01), "of three the last two zoom"
    page.context.close()
