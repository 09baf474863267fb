"""What stopped somebody who was new to the table: each of it once, as they met it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import Host, asked, done, ready, settled, until, view
from tests.page.test_strip import put

pytestmark = pytest.mark.slow

ENDS = "() => document.querySelector('.column.fight').scrollTo(0, 1e6)"


def test_a_typed_result_is_called_as_the_game_calls_it_and_says_how_far_it_goes(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    asked(player, "dice")
    dice = view(player)["ask"]["dice"]
    from_, to = (str(n).replace("-", "\N{MINUS SIGN}") for n in (dice["least"], dice["most"]))
    field = player.get_by_label(f"or {dice['told'] or 'the total'}, from {from_} to {to}")
    field.fill(str(dice["most"] + 1))
    settled(player)
    player.get_by_role("button", name="Use this result").tap()
    toast = player.locator(".toast")
    expect(toast).to_contain_text(f"is from {dice['least']} to {dice['most']}, not {dice['most'] + 1}")
    toast.get_by_role("button", name="Dismiss").tap()
    field.fill(str(dice["most"]))
    settled(player)
    player.get_by_role("button", name="Use this result").tap()
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Log").tap()
    expect(player.locator(".line.roll", has_text="real dice")).not_to_have_count(0)


def ask_for(page: Page, sides: list[int]) -> None:
    dice = {"notation": "", "faces": sides, "count": len(sides), "totals": "", "series": False}
    ask = {**view(page)["ask"], "id": "new", "kind": "dice", "mine": True, "dice": dice, "options": []}
    put(page, ask=ask)


def test_dice_of_several_kinds_say_each_what_they_want(player: Page) -> None:
    ask_for(player, [6, 2])
    player.get_by_label("Enter your dice, such as 5 3").fill("7")
    expect(player.get_by_text("Enter 2 dice: die 1 from 1 to 6, die 2 from 1 to 2.")).to_be_visible()


def test_a_new_question_comes_with_its_head_in_view(player: Page) -> None:
    asked(player, "action")
    more = [{**each, "n": n, "id": n} for n, each in enumerate(view(player)["ask"]["options"] * 30, 1)]
    put(player, ask={**view(player)["ask"], "id": "long", "options": more})
    player.evaluate(ENDS)
    head = player.locator(".ask")
    expect(head).not_to_be_in_viewport()
    put(player, actions=view(player)["actions"])
    expect(head).not_to_be_in_viewport()
    put(player, ask={**view(player)["ask"], "id": "next"})
    expect(player.locator(".ask #question")).to_be_in_viewport()


def test_undo_says_what_it_takes_and_the_notice_of_it_says_so_and_leaves(master: Page, player: Page) -> None:
    ask = asked(player, "action")
    end = next(a for a in view(player)["actions"] if a["kind"] == "end" and a["n"])
    done(player, {"do": "answer", "n": end["n"]})
    until(player, f"state.view.ask?.id !== {ask['id']!r}")
    undo = master.get_by_role("button", name=re.compile("^Undo: .+"))
    expect(undo).to_be_visible()
    what = (undo.get_attribute("aria-label") or "").removeprefix("Undo: ")
    assert what in [line.get("brief") or line["words"] for line in view(master)["log"]]
    undo.click()
    notice = player.locator(".toast.notice")
    expect(notice).to_contain_text(" undid: ")
    master.get_by_role("button", name="Redo", exact=True).click()
    expect(notice).to_have_count(0)


def test_a_fight_that_is_put_back_is_found_again(
    host: Host, master: Page, player: Page, faults: list[str]
) -> None:
    keep = master.url + "/keep"
    host.fetched(master, keep, form={"what": "remove"})
    expect(player.locator(".banner.bad")).to_contain_text("if it is put back")
    expect(player.locator(".columns[inert]")).to_have_count(1)
    host.fetched(master, keep, form={"what": "restore"})
    player.evaluate("() => dispatchEvent(new Event('online'))")
    ready(player)
    expect(player.locator(".banner.bad")).to_have_count(0)
    player.reload()
    ready(player)
    assert view(player)["me"]["fighters"] == ["Ines"]


def test_whoever_has_lost_the_way_finds_their_own_tables(host: Host, player: Page) -> None:
    table = player.url
    player.goto(host.base + "/j")
    player.get_by_role("heading", name="Your seats").wait_for()
    player.locator(f"a[href='{table.removeprefix(host.base)}']").tap()
    ready(player)


def test_another_like_this_asks_the_place_and_may_come_in_hidden(master: Page) -> None:
    who = view(master)["order"][0]
    master.locator(f".strip [data-fighter='{who['id']}']").click()
    master.get_by_role("dialog").get_by_label("Start hidden from players").check()
    master.get_by_role("button", name="Add another like this").click()
    expect(master.get_by_role("dialog")).to_have_count(0)
    expect(master.locator(".placing, .column.map").first).to_contain_text(who["name"])
    assert len(view(master)["order"]) == 2, "nobody comes in before the place is known"


def test_words_do_not_break_in_the_table_of_attacks_and_what_is_certain_is_said(master: Page) -> None:
    asked(master, "action", view(master)["ask"]["name"])
    plain = next(a for a in view(master)["actions"] if a["n"])
    foes = ["Quartermaster 1", "Defender 2", "Raider 3", "Raider 4", "Raider 5", "Raider 6"]
    rows: list[dict[str, Any]] = [
        {
            **plain,
            "n": 1,
            "kind": "attack",
            "target": foe,
            "label": f"{way} {foe}",
            "group": way,
            "named": False,
        }
        | {"futile": False, "told": {"figure": "about 5 damage", "amount": 5.0}}
        for way in ("shoot", "burst", "aim", "swing")
        for foe in foes
    ]
    master.set_viewport_size({"width": 390, "height": 844})
    put(master, actions=rows)
    broken = """() => [...document.querySelectorAll(".across thead th, .across .chance")].filter(e => {
        for (const text of e.querySelectorAll("*").length ? [] : [e.firstChild])
            for (const word of text.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
                if (range.getClientRects().length > 1) return true;
            }
        return e.scrollWidth > e.clientWidth + 1; }).map(e => e.textContent)"""
    expect(master.locator(".across")).to_have_count(1)
    assert master.evaluate(broken) == []
    assert master.evaluate("() => document.querySelector('.across').scrollWidth > 390"), "it scrolls instead"


def test_a_rounded_figure_is_not_called_certain(player: Page) -> None:
    asked(player, "action")
    said = player.evaluate(
        """async () => { const from = document.querySelector("script[type=module]").src;
        const [{ chart }, { h, patch }] = await Promise.all(["chart.js", "dom.js"].map(name =>
            import(from.replace("main.js", name))));
        const box = document.createElement("div");
        patch(box, h("div", {}, chart({ measures: [{ name: "damage", values: [[10, 1]], headline: true }],
            rounded: true, exact: false, samples: 0 })).kids);
        return box.textContent; }"""
    )
    assert "Certain" not in said
    assert "About: damage: 10" in said
    assert "hidden from you" in said
