"""Menus by use: attacks as a table, what is of no use folded away, the end of a turn apart, keys as shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.tables import asked, done, has_sideways_scroll, settled, until, view
from tests.page.test_access import faults_of
from tests.whole import part_of

pytestmark = pytest.mark.slow

SHOW = """async ({ ask, actions }) => {
    const { change, state } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
    const options = actions ? [] : state.view.ask.options;
    const view = { ...state.view, ask: { ...state.view.ask, options, ...ask },
        actions: actions ?? state.view.actions };
    change(() => Object.defineProperty(state, "view", { get: () => view, set() {}, configurable: true }));
    await new Promise(drawn => setTimeout(drawn, 400));
}"""
"""Something else is asked, or can be done, than the server says, whatever it says from now on."""


def show(page: Page, actions: list[dict[str, Any]] | None = None, **ask: Any) -> None:
    page.evaluate(SHOW, {"ask": {"id": "shown", **ask}, "actions": actions})


def action(n: int, label: str, kind: str = "other", **more: Any) -> dict[str, Any]:
    """An action as it comes from the server."""
    return {
        "n": n, "act": label, "kind": kind, "label": label, "group": label, "target": "", "cost": "1 AP",
        "chance": "", "why_not": [], "wants": "", "odds": True, "blast": 0, "reach": 0, **more,
    }  # fmt: skip


def attack(n: int, way: str, target: str, likely: float | None = 0.5, **more: Any) -> dict[str, Any]:
    chance = f"{likely:.0%}".replace("%", " %") if likely is not None else ""
    told = {"told": {"figure": chance, "likely": likely}} if chance else {}
    label = f"{way} at {target}"
    return action(n, label, "attack", group=way, target=target, chance=chance, **told, **more)


def crowd(ways: int, targets: int) -> list[dict[str, Any]]:
    """An action each at each."""
    names = ["Kaan", "Guard 1", "Guard 2", "Guard 3", "Samira", "Old Thug", "Oxana", "Nadia"][:targets]
    shots = [f"quick shot {n} with accelerator pistol" for n in range(ways)]
    return [
        attack(1 + n * targets + m, shot, name)
        for n, shot in enumerate(shots)
        for m, name in enumerate(names)
    ]


@pytest.fixture
def menu(player: Page) -> Page:
    """A phone on which it is one's turn."""
    asked(player, "action")
    return player


def cells(page: Page) -> Locator:
    return page.get_by_role("table", name="Attacks").get_by_role("button")


@pytest.mark.parametrize(
    ("ways", "targets", "turned"), [*part_of([(8, 8, True), (8, 1, True), (3, 8, False)], 2)]
)
def test_attacks_stand_in_one_table_that_fits_a_phone(
    menu: Page, ways: int, targets: int, turned: bool
) -> None:
    menu.set_viewport_size({"width": 360, "height": 740})
    show(menu, crowd(ways, targets))
    table = menu.get_by_role("table", name="Attacks")
    rows, columns = (ways, targets) if turned else (targets, ways)
    expect(table.get_by_role("rowheader")).to_have_count(rows)
    expect(table.get_by_role("columnheader")).to_have_count(columns)
    expect(cells(menu)).to_have_count(ways * targets)
    assert not has_sideways_scroll(menu)
    box = table.locator("xpath=..")
    box.evaluate("e => { e.scrollLeft = 1e4 }")
    edge, head = box.bounding_box(), table.get_by_role("rowheader").first.bounding_box()
    assert edge is not None
    assert head is not None
    assert abs(head["x"] - edge["x"]) < 2  # the names stay
    small = cells(menu).evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).filter(b => b.height < 43.5 || b.width < 43.5).length"
    )
    assert small == 0
    assert faults_of(menu) == []


def test_a_cell_says_all_of_it_and_opens_what_a_button_did(menu: Page) -> None:
    show(menu, [attack(1, "shot", "Kaan"), attack(2, "shot", "Nadia", 0.25)])
    cell = menu.get_by_role("button", name="shot at Nadia, 1 AP, 25 %")
    expect(cell).to_have_text(re.compile("25 %$"))
    cell.tap()
    expect(menu.get_by_role("dialog", name="shot at Nadia")).to_contain_text("1 AP")


def test_what_cannot_be_done_in_the_table_says_why_and_does_nothing(menu: Page) -> None:
    no = attack(0, "shot", "Nadia", None, why_not=[{"rule": "TRV-MEL-01", "why": "Nadia is out of sight"}])
    show(menu, [attack(1, "shot", "Kaan"), attack(2, "blow", "Kaan"), attack(3, "blow", "Nadia"), no])
    cell = menu.get_by_role("button", name="shot at Nadia, not now, Nadia is out of sight")
    expect(cell).to_have_attribute("aria-disabled", "true")
    cell.tap(force=True)  # a person can, whatever it says of itself
    why = menu.get_by_role("status").filter(has_text="out of sight")
    expect(why).to_contain_text("shot at Nadia: Nadia is out of sight")
    expect(menu.get_by_role("dialog")).to_have_count(0)
    cell.press("ArrowUp")
    expect(menu.get_by_role("button", name="shot at Kaan")).to_be_focused()
    menu.keyboard.press("ArrowDown")
    menu.keyboard.press("ArrowDown")  # there is no further row
    expect(menu.get_by_role("button", name="shot at Nadia")).to_be_focused()


def test_attacks_come_first_then_moves_and_what_is_of_no_use_is_folded_away(menu: Page) -> None:
    never: dict[str, Any] = {"told": {"figure": "0 %", "likely": 0}, "chance": "0 %", "futile": True}
    bound = [{"rule": "TRV-MEL-01", "why": "is tied up"}]
    show(
        menu,
        [
            action(1, "end the turn", "end", cost="free"),
            action(2, "look about", cost="free", **never),
            action(3, "aim"),
            action(4, "stand up", "move"),
            action(0, "run", "move", why_not=bound),
            attack(5, "shot", "Kaan"),
        ],
    )
    buttons = menu.locator(".menu").get_by_role("button")
    expect(buttons).to_have_text([re.compile(w) for w in ("shot", "stand up", "aim", "end the turn")])
    fold = menu.locator("details", has_text="Not now (2)")
    expect(fold.get_by_text("is tied up")).to_be_hidden()
    fold.locator("summary").tap()
    expect(fold.get_by_text("is tied up")).to_be_visible()
    expect(fold.get_by_role("button", name="look about, free, 0 %")).to_be_visible()  # it may be done


def test_the_best_chances_come_first_once_all_are_known(master: Page) -> None:
    asked(master, "action")
    until(master, "state.view.actions.filter(a => a.told).length > 3")
    likely = [a["told"]["likely"] for a in view(master)["actions"] if a["kind"] == "other" and a.get("told")]
    assert likely == sorted(likely, reverse=True)
    useful = [a for kind in ("attack", "move", "other") for a in view(master)["actions"] if a["kind"] == kind]
    figures = [a["told"]["figure"] for a in useful if a["n"] and a.get("told") and not a.get("futile")]
    expect(master.locator(".menu .groups .chance")).to_have_text(figures)


def test_what_comes_later_moves_nothing_while_somebody_goes_through_it_by_keys(menu: Page) -> None:
    two = [attack(1, "shot", "Kaan"), attack(2, "shot", "Nadia")]

    def names() -> list[str]:
        found: list[str] = cells(menu).evaluate_all("all => all.map(e => e.ariaLabel)")
        return found

    show(menu, two)
    menu.keyboard.press("Tab")
    menu.get_by_role("button", name="shot at Kaan").focus()
    before = names()
    show(menu, two[::-1])
    assert names() == before
    show(menu, two[::-1], id="another")
    assert names() == before[::-1]


def test_a_turn_of_which_something_is_left_ends_after_a_question(menu: Page) -> None:
    entries = view(menu)["undo"]["entries"]
    menu.get_by_role("button", name="end the turn").tap()
    sure = menu.get_by_role("group", name="Whole turn left. End the turn?")
    expect(sure.get_by_role("button", name="End the turn")).to_be_focused()
    sure.get_by_role("button", name="Not yet").tap()
    expect(sure).to_have_count(0)
    settled(menu)
    menu.get_by_role("button", name="end the turn").tap()
    expect(sure.get_by_role("button", name="End the turn")).to_be_focused()
    menu.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    assert view(menu)["undo"]["entries"] == entries
    settled(menu)
    menu.get_by_role("button", name="end the turn").tap()
    settled(menu)
    sure.get_by_role("button", name="End the turn").tap()
    until(menu, "state.view.log.some(line => line.words.includes('ends the turn'))")


def test_a_turn_that_is_used_up_ends_at_once(menu: Page) -> None:
    show(menu, left="")
    menu.get_by_role("button", name="end the turn").tap()
    expect(menu.locator(".sure")).to_have_count(0)


def test_the_number_shown_is_the_key(master: Page) -> None:
    asked(master, "action")
    keys = master.locator(".menu kbd")
    assert keys.all_text_contents() == [str(n) for n in range(1, 1 + keys.count())]
    assert keys.count() <= 9
    first = master.locator(".menu button", has=master.locator("kbd")).first
    label = first.get_attribute("aria-label")
    master.keyboard.press("1")
    expect(master.get_by_role("dialog")).to_contain_text((label or "").split(",")[0])


@pytest.mark.parametrize(
    ("labels", "keys"),
    [
        (["0", "1", "2"], ["0", "1", "2"]),
        (["none", "1", "2"], ["1", "2"]),
        (["yes", "no"], ["1", "2"]),
        ([str(n) for n in range(12)], [str(n) for n in range(10)]),
    ],
)
def test_numbers_to_choose_from_are_their_own_keys(master: Page, labels: list[str], keys: list[str]) -> None:
    asked(master, "action")
    options = [
        {"n": n, "label": label, **({"number": int(label)} if label.isdigit() else {})}
        for n, label in enumerate(labels, 1)
    ]
    show(master, [], kind="choice", options=options, question="How many?")
    expect(master.locator(".option kbd")).to_have_text(keys)
    master.evaluate(
        """async () => { const { link } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
        link.send = async command => { window.sent = command; return { t: "done" }; }; }"""
    )
    master.keyboard.press(keys[1])
    until(master, "!state.busy.size")
    chosen = master.locator(".option", has=master.locator(f"kbd:text-is('{keys[1]}')")).locator(".label")
    assert labels[master.evaluate("sent.n") - 1] == chosen.text_content()


def test_who_is_asked_in_a_foes_turn_reads_who_attacks(menu: Page) -> None:
    deed = {"name": "Kaan", "kind": "attack", "target": "Ines", "asked": True}
    kicker = menu.locator(".ask .kicker")
    show(menu, [], kind="choice", meanwhile=deed, question="Defend?")
    expect(kicker).to_have_text("Kaan attacks you")
    expect(menu).to_have_title(re.compile("^● Kaan attacks you: "))
    show(menu, [], meanwhile={**deed, "asked": False, "target": "Zara"}, id="2")
    expect(kicker).to_have_text("Kaan attacks Zara")
    show(menu, [], meanwhile={**deed, "kind": "move", "target": "", "asked": False}, id="3")
    expect(kicker).to_have_text(re.compile("^Kaan.s turn$"))


def test_the_log_leads_back_to_the_newest_line(master: Page) -> None:
    asked(master, "action")
    for n in range(40):
        done(master, {"do": "say", "text": f"news {n}"})
    log = master.locator("#panel-log")
    expect(log.get_by_text("news 39")).to_be_in_viewport()
    newest = log.get_by_role("button", name="Newest")
    expect(newest).to_have_count(0)
    log.evaluate("e => { e.scrollTop = 0 }")
    log.locator(".told").first.click()
    expect(newest).to_have_text("Newest")
    for n in range(3):
        done(master, {"do": "say", "text": f"later {n}"})
    expect(newest).to_have_text("Newest (3 new)")
    newest.click()
    expect(newest).to_have_count(0)
    expect(log.get_by_text("later 2")).to_be_in_viewport()
    done(master, {"do": "say", "text": "and it follows"})
    expect(log.get_by_text("and it follows")).to_be_in_viewport()


def test_a_refusal_does_not_stay_over_the_next_dialog(master: Page) -> None:
    asked(master, "action")
    master.get_by_role("button", name="Correct").first.click()
    master.get_by_label("Or type a correction").fill("hurt Nobody 3")
    master.get_by_label("Reason (optional)").fill("a try")
    master.get_by_role("button", name="Correct it").click()
    toast = master.locator(".toast.bad")
    expect(toast).to_be_visible()
    master.keyboard.press("Escape")
    master.get_by_role("button", name="Seats").first.click()
    expect(master.get_by_role("dialog", name="Seats")).to_be_visible()
    expect(toast).to_have_count(0)


def test_a_key_does_nothing_that_is_not_on_the_page(menu: Page) -> None:
    menu.keyboard.press("m")
    expect(menu.locator("#panel-map")).to_be_visible()
    show(menu, [attack(1, "shot", "Kaan")])
    menu.keyboard.press("1")
    menu.keyboard.press("f")
    expect(menu.get_by_role("button", name="shot at Kaan")).to_be_visible()
    expect(menu.get_by_role("dialog")).to_have_count(0)
    menu.keyboard.press("1")
    expect(menu.get_by_role("dialog", name="shot at Kaan")).to_be_visible()
