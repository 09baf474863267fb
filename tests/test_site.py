"""The documentation as a site: it is built without a network, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeAlias

import click
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ViewportSize, sync_playwright

import affray
from affray.core.ruleset import rulesets
from affray.table import wire
from tests.page.tables import LAPTOP, PHONE, launched
from tests.whole import part_of
from tools.site import codes, commands, links, python, staging
from tools.site.build import build
from tools.site.navigation import Navigation

pytestmark = pytest.mark.slow

Scheme: TypeAlias = Literal["light", "dark"]
SCREENS: tuple[tuple[ViewportSize, Scheme], ...] = (
    (PHONE, "dark"),
    (PHONE, "light"),
    (LAPTOP, "light"),
    (LAPTOP, "dark"),
)
LOOKED_AT = (
    "index.html",
    "tutorial/first-fight.html",
    "tutorial/evening.html",
    "howto/game.html",
    "howto/simulate.html",
    "explanation/games.html",
    "explanation/rulings/coriolis.html",
    "reference/commands.html",
    "reference/games/horizon.html",
    "reference/python/affray.html",
    "reference/scenes/d6.html",
    "reference/wire.html",
    "decisions/0002-whole-fights-fast.html",
    "search.html",
)
WITH_AXE = ("index.html", "tutorial/first-fight.html", "explanation/games.html", "reference/wire.html")


def test_the_site_is_built_whole_and_looks_right(tmp_path: Path) -> None:
    """One test, since each process that runs a part of it would have to build the site."""
    site = tmp_path / "site"
    faults = build(site)
    assert not faults, "\n".join(faults)
    nothing_is_missing(site)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for size, scheme in part_of(SCREENS):
            looked_at(site, browser, size, scheme)
        one_can_search(site, browser)
        browser.close()


def nothing_is_missing(site: Path) -> None:
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    ours = {str(path.relative_to(staging.DOCS).with_suffix(".html")) for path in staging.DOCS.rglob("*.md")}
    made = {str(Path(name).with_suffix(".html")) for name in staging.made()}
    assert pages >= ours | made | {"project/changes.html", "project/architecture.html"}
    assert set(LOOKED_AT) <= pages
    listed = (site / "howto/game.html").read_text(encoding="utf-8").partition("sidebar-tree")[2]
    assert [
        name for name in ("serving.html", "../reference/answers.html") if f'href="{name}"' not in listed
    ] == []


def looked_at(site: Path, browser: Browser, size: ViewportSize, scheme: Scheme) -> None:
    """Nothing is loaded from elsewhere, nothing goes beyond the edge, axe finds nothing."""
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page, shades = context.new_page(), set()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda fault: said.append(str(fault)))
    for name in LOOKED_AT:
        page.goto((site / name).as_uri())
        wide = page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} goes {wide} px beyond the edge"
        shades.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        if name in WITH_AXE:
            found = Axe().run(page)
            assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    context.close()
    assert [url for url in asked if not url.startswith("file:")] == []
    assert said == []
    [shade] = shades
    light = sum(map(int, re.findall(r"\d+", shade)[:3])) > 380
    assert light == (scheme == "light")


def one_can_search(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "search.html").as_uri() + "?q=overwatch")
    page.locator(".search li a").first.wait_for()
    page.close()


def test_beside_each_page_stands_the_list_of_all_and_where_one_is():
    box = '<input type="checkbox"/>'
    tree = (
        f'<ul>\n<li class="one parent"><a class="to" href="howto/index.html">How to</a>{box}<ul>\n'
        f'<li class="two"><a class="to" href="howto/game.html">A game</a></li></ul></li>\n'
        f'<li class="one parent"><a class="to" href="project/index.html">Project</a>{box}</li></ul>'
    )
    navigation = Navigation(tree)
    assert navigation.on("search.html") == tree
    assert navigation.on("howto/game.html") == (
        '<ul class="current">\n<li class="one parent current"><a class="to" href="index.html">How to</a>'
        '<input checked="" type="checkbox"/><ul class="current">\n'
        '<li class="two current current-page"><a class="to current" href="#">A game</a></li></ul></li>\n'
        f'<li class="one parent"><a class="to" href="../project/index.html">Project</a>{box}</li></ul>'
    )


def test_what_leads_nowhere_is_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="#top"></a><a href="b.html#here"></a><a href="b.html#there"></a>'
        '<a href="c.html"></a><a href="../out.html"></a><a href="https://localhost/"></a>'
        '<img src="no.png"><script src="//localhost/x.js"></script>'
    )
    (tmp_path / "b.html").write_text('<p id="here">B</p>')
    (tmp_path / "x.css").write_text("@import 'https:x'; p { background: url(https://localhost/i.png) }")
    assert list(links.faults(tmp_path)) == [
        "a.html: b.html#there has no such anchor",
        "a.html: c.html leads nowhere",
        "a.html: ../out.html leads nowhere",
        "a.html: no.png leads nowhere",
        "a.html: loads //localhost/x.js from elsewhere",
        "x.css: loads something from elsewhere",
    ]


def test_links_are_led_to_the_site_and_ids_become_links():
    page = staging.DOCS / "howto" / "serving.md"
    text = (
        "See COR-DEF-12, `COR-DEF-12`, [the table](../explanation/table.md#seats), [ours](../../README.md),\n"
        "[the licence](../../LICENSE), [gone](nowhere.md).\n\n```text\nCOR-DEF-12 [x](y.md)\n```\n"
    )
    assert staging.adapted(text, page) == (
        "See [COR-DEF-12](../reference/games/coriolis.md#cor-def-12), `COR-DEF-12`, "
        "[the table](../explanation/table.md#seats), [ours](../index.md),\n"
        "the licence, [gone](nowhere.md).\n\n```text\nCOR-DEF-12 [x](y.md)\n```\n"
    )


def test_every_command_stands_in_the_reference():
    page = staging.made()["reference/commands.md"]
    listed = list(commands.commands())
    assert len(listed) > 20
    assert [name for name, _ in listed if f"## {name}\n" not in page] == []
    for _, command in listed:
        flags = [flag for each in command.params if isinstance(each, click.Option) for flag in each.opts]
        assert [flag for flag in flags if flag not in page] == []


def test_every_public_name_stands_in_the_reference():
    page = staging.made()["reference/python/affray.md"]
    assert [name for name in affray.__all__ if f"\n## {name}\n" not in page] == []
    assert "### Session.undo\n" in staging.made()["reference/python/affray.md"]
    assert "ForwardRef" not in "".join(staging.made().values())
    assert set(python.MODULES) > {"affray", "affray.core.play", "affray.testing.contract"}


def test_every_option_rule_and_ruling_stands_in_the_reference():
    for game in rulesets().values():
        page = staging.made()[f"reference/games/{game.id}.md"]
        assert [key for key in game.catalogue.options if f"### {key}\n" not in page] == []
        assert [name for name in game.catalogue.rules if f"### {name}\n" not in page] == []
        rulings = staging.made()[f"explanation/rulings/{game.id}.md"]
        assert [name for name in game.catalogue.rulings if f"## {name}\n" not in rulings] == []


def test_every_command_and_section_of_the_wire_stands_in_the_reference():
    page = staging.made()["reference/wire.md"]
    assert [name for name in wire.COMMANDS if f"### do: {name}\n" not in page] == []
    assert [name for name in wire.SECTIONS if f"| `{name}` |" not in page] == []


def test_codes_are_found_where_they_are_raised():
    found = {each.code: each for each in codes.said()}
    assert found["action/illegal"].module == "core.errors"
    assert found["log/damaged"]
    assert "expected at most … bytes" in found["wire/too-long"].words
    assert len(found) > 90
    assert not {"text/css", "application/json", "image/png"} & set(found)


def test_signatures_stand_as_one_writes_them():
    page = staging.made()["reference/python/affray.md"]
    assert "def scene(name: str | Path, packs: Packs = ()) -> Scene: ..." in page
    assert '    who: str = "",\n    *,\n    n: int = 1000,\n' in page
    assert "## Pending\n" in page
    assert not re.search(r"= [,)]", page)
