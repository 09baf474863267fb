"""The plan: everybody where they are, names that can be read, what an action reaches, a picture to scale."""

from __future__ import annotations

import io
import math
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from affray.core.ruleset import rulesets
from affray.core.space import apart, point
from tests.core.test_space import distances
from tests.page.tables import LAPTOP, Host, asked, done, settled, until, view
from tests.whole import part_of

pytestmark = pytest.mark.slow

SCENES = {"boarding": 8, "alley": 5, "yard": 7, "saloon": 5, "landing_field": 2}
"""One of each game, and how many stand on its plan."""
ZOOMS = ("Zoom in",) * 9 + ("All",) + ("Zoom out",) * 9
"""With the plan as it opens these are twenty."""
DRAWN = """() => {
  const svg = document.querySelector("#terrain"), back = svg.getScreenCTM().inverse();
  const frame = svg.getBoundingClientRect();
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(back);
    return [at.x, -at.y];
  };
  const said = (text) => [text.textContent, box(text.getBoundingClientRect())];
  const box = ({ left, top, right, bottom }) => [left, top, right, bottom];
  return {
    unit: svg.viewBox.baseVal.width / 27,
    frame: box(frame),
    tokens: [...svg.querySelectorAll(".token:not(.handle)")].map((g) => ({
      id: Number(g.dataset.token),
      disc: middle(g.querySelector(".touch")),
      size: box(g.querySelector(".it > :first-child").getBoundingClientRect()),
      foot: g.querySelector(".foot") && middle(g.querySelector(".foot")),
    })),
    names: [...svg.querySelectorAll("text.below")].map(said),
    others: [...svg.querySelectorAll(".cover text, .zone text, .scale text")].map(said),
  };
}"""
CENTIMETRE = 0.005
"""Half of one: what is drawn rounds to the same."""
APART = 2.2
"""Radii of a token that the middles of two are apart where both can be seen."""


class Rect(NamedTuple):
    """A part of the screen."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        """Whether they have more than a pixel's edge in common."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > 1
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 1
        )


def plan(page: Page) -> dict[str, Any]:
    """What is drawn, in the fight's own measure, and where on the screen."""
    found: dict[str, Any] = page.evaluate(DRAWN)
    return found


def true_to(page: Page) -> list[str]:
    """Whatever is not drawn where the fight has it, or is pulled aside without need."""
    drawn, ground = plan(page), view(page)["map"]["tokens"]
    at = {t["id"]: t["at"] for t in ground}
    wrong = []
    assert {t["id"] for t in drawn["tokens"]} == set(at)
    for token in drawn["tokens"]:
        true, disc, foot = at[token["id"]], token["disc"], token["foot"]
        shown = foot or disc
        if math.dist(shown, true) > CENTIMETRE + drawn["unit"] * 0.02:
            wrong.append(f"{token['id']} stands at {true}, is shown at {shown}")
        crowd = [o for n, o in at.items() if n != token["id"] and math.dist(o, true) < 12 * drawn["unit"]]
        if foot and not crowd:
            wrong.append(f"{token['id']} is pulled aside alone")
        if math.dist(disc, true) > APART * drawn["unit"] * (len(crowd) + 1):
            wrong.append(f"{token['id']} is {math.dist(disc, true)} from its place")
    for one, other in combinations(drawn["tokens"], 2):
        if math.dist(one["disc"], other["disc"]) < APART * 0.9 * drawn["unit"]:
            wrong.append(f"{one['id']} lies on {other['id']}")
    return wrong


def unreadable(page: Page) -> list[str]:
    """Names that are cut, or lie on another or on a token."""
    drawn = plan(page)
    frame = Rect(*drawn["frame"])
    names = [(text, Rect(*box)) for text, box in [*drawn["names"], *drawn["others"]]]
    discs = [Rect(*t["size"]) for t in drawn["tokens"]]
    cut = [
        text for text, r in names
        if r.left < frame.left or r.right > frame.right or r.top < frame.top or r.bottom > frame.bottom
    ]  # fmt: skip
    over = [f"{a} over {b}" for (a, one), (b, other) in combinations(names, 2) if one.meets(other)]
    return cut + over + [f"{text} over a token" for text, r in names if any(r.meets(d) for d in discs)]


@pytest.mark.parametrize("scene", [*part_of(SCENES, 3)])
def test_everybody_stands_where_they_are_and_every_name_can_be_read(scene: str, host: Host) -> None:
    page = host.open(scene)
    done(page, {"do": "pause"})
    assert len(view(page)["map"]["tokens"]) == SCENES[scene]
    assert len(plan(page)["names"]) >= SCENES[scene] - 1, "nearly all have room for their names"
    seen = set()
    for button in ("", *ZOOMS):
        if button:
            before = page.locator("#terrain").get_attribute("viewBox") or ""
            page.locator(".plan .tools").get_by_role("button", name=button, exact=True).click()
            expect(page.locator("#terrain")).not_to_have_attribute("viewBox", before)
        assert true_to(page) == [], button
        assert unreadable(page) == [], button
        seen.add(round(plan(page)["unit"], 6))
    assert len(seen) == 19, "the zooms are not all alike"
    page.context.close()


def test_fifty_who_stand_closely_are_all_in_sight(host: Host) -> None:
    kind = (
        "[[fighters]]\nname = '{n}'\nside = '{side}'\nat = [{x}, {y}]\ncount = {of}\narchetype = 'soldier'\n"
    )
    melee = [kind.format(n=f"Ada {n}", side="crew", x=10 + n / 10, y=10, of=1) for n in range(10)]
    foes = [kind.format(n=f"Rank {n}", side="boarders", x=20 + 3 * n, y=6, of=10) for n in range(4)]
    page = host.context(viewport=LAPTOP).new_page()
    page.context.add_cookies(host.cookies)
    toml = "ruleset = 'coriolis'\ntitle = 'Ranks'\n" + "\n".join([*melee, *foes])
    begun = host.fetched(page, "/sessions", data={"toml": toml, "lobby": True})
    page.goto(host.base + begun.headers["location"])
    page.locator("#terrain .token").first.wait_for()
    drawn = plan(page)
    frame, discs = Rect(*drawn["frame"]), [Rect(*token["size"]) for token in drawn["tokens"]]
    assert len(discs) == 50
    assert [d for d in discs if d.top < frame.top or d.bottom > frame.bottom] == []
    assert [d for d in discs if d.left < frame.left or d.right > frame.right] == []
    page.context.close()


@pytest.mark.parametrize("scene", [*part_of(SCENES, 3, 1)])
def test_every_name_can_be_read_in_the_builder(scene: str, host: Host) -> None:
    page = host.context(viewport=LAPTOP).new_page()
    page.context.add_cookies(host.cookies)
    page.goto(f"{host.base}/build?scene={scene}")
    page.locator("#terrain .token:not(.handle)").first.wait_for()
    drawn = plan(page)
    assert len(drawn["names"]) >= max(2, len(drawn["tokens"]) - 1), "nearly all have room for their names"
    assert unreadable(page) == []
    page.context.close()


def test_a_melee_on_one_spot_is_pulled_apart_with_lines_to_it(master: Page) -> None:
    done(master, {"do": "pause"})
    for name in ("Ines", "Rourke"):
        done(master, {"do": "correct", "name": name, "what": "place", "at": [3, 1]})
    until(master, "state.view.map.tokens.every((t) => `${t.at}` === '3,1')")
    assert true_to(master) == []
    assert master.locator(".leads").count() == 2
    done(master, {"do": "correct", "name": "Rourke", "what": "place", "at": [3.5, 1]})
    until(master, "state.view.map.tokens.some((t) => `${t.at}` === '3.5,1')")
    assert master.locator(".leads").count() == 2
    for _ in range(8):
        master.get_by_role("button", name="Zoom in").click()
    settled(master)
    assert master.locator(".leads").count() == 0, "near enough, each stands on their own place"
    assert true_to(master) == []


def test_the_scale_is_a_square_of_the_grid(master: Page) -> None:
    measured = """() => [Number(document.querySelector("#grid").getAttribute("width")),
        document.querySelector(".scale path").getBBox().width,
        document.querySelector(".scale text").textContent]"""
    for _ in range(4):
        square, bar, said = master.evaluate(measured)
        assert bar == pytest.approx(square)
        assert said == f"{square:g} m"
        master.get_by_role("button", name="Zoom out").click()
        settled(master)


def test_what_is_chosen_shows_how_far_it_reaches_and_where_it_leads(master: Page) -> None:
    for name in ("Ines", "Rourke"):
        done(master, {"do": "hands", "name": name, "manner": "person"})
    asked(master, "action", "Ines")
    until(master, "state.view.actions.some((a) => a.n && a.kind === 'attack')")
    settled(master)
    expect(master.locator(".ring")).to_have_count(0)
    master.locator(".menu [aria-label*='Rourke']").first.click()
    expect(master.locator(".ring.band").first).to_be_attached()
    expect(master.locator(".ring.move")).to_have_count(0)
    line = [
        float(master.locator(".course.attack").get_attribute(end) or 0) for end in ("x1", "y1", "x2", "y2")
    ]
    ines, rourke = (t["at"] for t in view(master)["map"]["tokens"])
    assert line == [ines[0], -ines[1], rourke[0], -rourke[1]]
    master.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(master.locator(".ring, .course")).to_have_count(0)


def test_a_way_says_who_watches_it(host: Host) -> None:
    page = host.open("duel")
    for name in ("Zara", "Kaan"):
        done(page, {"do": "hands", "name": name, "manner": "person"})
    through = """([from, to, arcs, who]) => import(document.querySelector("script[type=module]").src
        .replace("main.js", "aim.js")).then(m => m.crossed(from, to, { arcs }, who).map(a => a.name))"""
    arc = {"who": 1, "name": "Kaan on overwatch", "at": [0, 0], "aim": [10, 0], "reach": 20}
    ways = {
        ((5, -9), (5, 9)): True,  # across the middle
        ((12, 9), (12, -9)): True,
        ((-5, -9), (-5, 9)): False,  # behind his back
        ((25, -9), (25, 9)): False,  # beyond his reach
        ((2, 3), (2, 9)): False,  # beside it
    }
    for (start, end), hit in ways.items():
        found = page.evaluate(through, [start, end, [arc], 0])
        assert found == (["Kaan on overwatch"] if hit else []), (start, end)
    assert page.evaluate(through, [(5, -9), (5, 9), [arc], 1]) == [], "nobody watches himself"
    assert page.evaluate(through, [(5, -9), (5, 9), [{**arc, "kind": "facing"}], 0]) == []
    page.context.close()


def test_the_page_says_distances_as_the_games_do(host: Host) -> None:
    page = host.lobby("duel", locale="fr")
    ways = {way for game in rulesets().values() for way in distances(game)} | {2.25, 9.96, 99.96, 1234.5}
    pairs = [(way, apart(point(0, 0), point(way, 0))) for way in sorted(ways)]
    assert len(pairs) > 40
    said = page.evaluate(
        """ways => import(document.querySelector("script[type=module]").src.replace("main.js", "viewport.js"))
            .then(m => ways.map(way => m.far(way, { unit: "m" })))""",
        [way for way, _ in pairs],
    )
    assert said == [f"{told:g} m".replace(".", ",") for _, told in pairs]
    page.context.close()


BETWEEN = """() => import(document.querySelector("script[type=module]").src.replace("main.js", "state.js"))
    .then((m) => m.state.panel.between)"""


def test_a_picture_is_laid_to_scale_by_two_taps(master: Page) -> None:
    done(master, {"do": "pause"})
    master.get_by_role("button", name="Picture under the map").click()
    data = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(data, "PNG")
    chosen: FilePayload = {"name": "deck.png", "mimeType": "image/png", "buffer": data.getvalue()}
    master.locator("input[type=file]").set_input_files(files=[chosen])
    master.get_by_role("button", name="Scale with two taps").click()
    before = view(master)["map"]["picture"]
    terrain = master.locator("#terrain")
    box = terrain.bounding_box()
    assert box is not None
    taps = [(0.25, 0.4), (0.75, 0.4)]
    for x, y in taps:
        expect(master.locator(".banner")).to_contain_text("Tap" if x < 0.5 else "another")
        terrain.click(position={"x": box["width"] * x, "y": box["height"] * y})
    master.get_by_label("How far apart these two are (m)").fill("5")
    first, second = master.evaluate(BETWEEN)
    master.locator("#scale-it").click()
    until(master, f"state.view.map.picture.width !== {before['width']}")
    after = view(master)["map"]["picture"]
    by = 5 / math.dist(first, second)
    assert after["width"] == pytest.approx(before["width"] * by, abs=0.02)
    for axis in (0, 1):
        there = (first[axis] - before["at"][axis]) / before["width"]
        assert (first[axis] - after["at"][axis]) / after["width"] == pytest.approx(there, abs=0.01), (
            "it stays"
        )
