"""Other people's updates disturb nobody; a broken line mends itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import STEADY, Host, asked, done, sent, until, view

pytestmark = pytest.mark.slow

CUT = """async () => { const { link } = await import(document.querySelector("script[type=module]").src
    .replace("main.js", "state.js")); link.socket.close(); }"""


def news(master: Page, text: str) -> None:
    """Something happens elsewhere."""
    done(master, {"do": "say", "text": text})


def test_focus_text_and_caret_survive(master: Page, player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    asked(player, "dice")
    field = player.get_by_label("Enter your dice, such as 5 3")
    field.focus()
    field.press_sequentially("41")
    field.press("ArrowLeft")
    for n in range(3):
        news(master, f"news {n}")
    expect(player.locator(".recent")).to_contain_text("news 2")
    expect(field).to_be_focused()
    expect(field).to_have_value("41")
    assert field.evaluate("e => e.selectionStart") == 1


def test_a_finger_that_is_down_still_does_what_it_meant(master: Page, player: Page) -> None:
    asked(player, "action")
    button = player.get_by_role("button", name="crouch")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    where = button.evaluate("e => [e.offsetTop, e.offsetLeft, e.offsetHeight]")
    assert box is not None
    player.mouse.move(box["x"] + 20, box["y"] + 20)
    player.mouse.down()
    news(master, "all at once")
    until(player, "state.view.log.some(line => line.words.includes('all at once'))")
    player.evaluate("() => new Promise(two => requestAnimationFrame(() => requestAnimationFrame(two)))")
    assert button.evaluate("e => [e.offsetTop, e.offsetLeft, e.offsetHeight]") == where
    player.mouse.up()
    expect(player.locator(".recent")).to_contain_text("crouch")
    expect(player.locator(".recent")).to_contain_text("all at once")


def test_a_finger_that_is_down_answers_no_question_that_it_never_saw(master: Page, player: Page) -> None:
    asked(player, "action")
    button = player.get_by_role("button", name="crouch")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    player.mouse.move(box["x"] + 20, box["y"] + 20)
    player.mouse.down()
    seen = view(player)["ask"]["id"]
    done(master, {"do": "answer", "n": next(a["n"] for a in view(master)["actions"] if a["label"] == "aim")})
    until(player, f"state.view.ask?.id !== {seen!r} && {STEADY}")
    entries = view(player)["undo"]["entries"]
    player.mouse.up()
    toast = player.get_by_role("alert").locator(".toast")
    expect(toast).to_contain_text("the question has changed")
    expect(toast.get_by_role("button", name="Try again")).to_have_count(0)  # of what would it be an answer?
    assert view(player)["undo"]["entries"] == entries


@pytest.fixture
def roller(master: Page) -> Page:
    """Ines's for a plan, and at once for initiative."""
    done(master, {"do": "hands", "name": "Rourke", "manner": "person"})
    done(master, {"do": "order", "name": "Rourke", "question": "make a plan", "answer": "no"})
    done(master, {"do": "hands", "name": "Ines", "manner": "dice"})
    done(master, {"do": "answer", "n": 2})
    expect(master.locator("#question")).to_have_text("Ines's tactics")
    until(master, STEADY)
    return master


def test_a_double_tap_rolls_once(roller: Page) -> None:
    button = roller.get_by_role("button", name="Roll for me")
    button.dblclick(delay=75)
    expect(roller.locator("#question")).to_have_text("Ines's initiative")
    until(roller, f"link.open.size === 0 && {STEADY}")
    assert view(roller)["ask"]["question"] == "Ines's initiative"
    button.click()
    expect(roller.locator("#question")).not_to_have_text("Ines's initiative")


def test_a_key_that_is_held_rolls_once(roller: Page) -> None:
    roller.keyboard.down("r")
    expect(roller.locator("#question")).to_have_text("Ines's initiative")
    until(roller, STEADY)
    for _ in range(3):
        roller.keyboard.down("r")
    until(roller, "link.open.size === 0")
    assert view(roller)["ask"]["question"] == "Ines's initiative"


def test_scrolling_stays_where_it_is(master: Page, player: Page) -> None:
    asked(player, "action")
    column = player.locator("#panel-fight")
    column.evaluate("e => { e.scrollTop = 200 }")
    strip = player.locator(".strip .cards")
    strip.evaluate("e => { e.scrollLeft = 3 }")
    news(master, "something")
    expect(player.locator(".recent")).to_contain_text("something")
    assert column.evaluate("e => e.scrollTop") == 200


def test_nodes_are_kept(master: Page, player: Page) -> None:
    asked(player, "action")
    button = player.get_by_role("button", name="crouch").element_handle()
    card = player.locator(".card").first.element_handle()
    assert button is not None
    assert card is not None
    news(master, "again")
    expect(player.locator(".recent")).to_contain_text("again")
    assert button.evaluate("e => e.isConnected")
    assert card.evaluate("e => e.isConnected")


def test_a_cut_line_mends_itself_and_misses_nothing(master: Page, player: Page) -> None:
    asked(player, "action")
    player.evaluate(CUT)
    expect(player.locator(".link.trying")).to_be_visible()
    news(master, "while you were away")
    expect(player.locator(".link.live")).to_be_visible()
    expect(player.locator(".recent")).to_contain_text("while you were away")


def test_what_is_sent_into_a_cut_line_arrives_once(master: Page, player: Page) -> None:
    asked(player, "action")
    before = view(player)["undo"]["entries"]
    player.evaluate(CUT)
    player.get_by_role("button", name="crouch").tap()
    expect(player.locator(".recent .act", has_text="crouch")).to_have_count(1)
    player.locator(".link.live").wait_for()
    until(player, "link.open.size === 0")
    news(master, "and nothing more")
    expect(player.locator(".recent")).to_contain_text("and nothing more")
    assert view(player)["undo"]["entries"] == before + 1


def test_boxes_and_links_in_a_dialog_do_what_they_do(host: Host, master: Page) -> None:
    player = host.seat(master, name="Noor")
    master.get_by_role("button", name="Seats").first.click()
    seat = master.locator(".seat", has_text="Noor")
    for folded in (1, 0):  # who plays nobody yet is unfolded
        seat.get_by_text("Plays:").click()
        expect(seat.locator("details:not([open])", has_text="Plays")).to_have_count(folded)
    seat.get_by_label("Ines").check()
    expect(player.locator(".card.mine", has_text="Ines")).to_have_count(1)
    expect(seat.get_by_label("Ines")).to_be_checked()
    player.context.close()


def test_two_ticks_at_once_are_both_done(host: Host, master: Page) -> None:
    player = host.seat(master, name="Noor")
    master.get_by_role("button", name="Seats").first.click()
    boxes = master.locator(".seat", has_text="Noor").get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    boxes.evaluate_all("boxes => { for (const box of boxes) box.click(); }")
    expect(player.locator(".card.mine")).to_have_count(2)
    for box in boxes.all():
        expect(box).to_be_checked()
    player.context.close()


def test_a_tick_that_was_refused_does_not_stay(host: Host, master: Page) -> None:
    player = host.seat(master, name="Noor")
    master.get_by_role("button", name="Seats").first.click()
    master.evaluate(
        """async () => { const { link } = await import(document.querySelector("script[type=module]").src
        .replace("main.js", "state.js"));
        link.send = async () => ({ t: "refused", id: "x", code: "x", why: "not today" }); }"""
    )
    box = master.locator(".seat", has_text="Noor").get_by_label("Ines")
    box.click()
    expect(master.get_by_role("dialog").get_by_role("alert")).to_contain_text("not today")
    expect(box).not_to_be_checked()
    player.context.close()


def test_chances_that_come_later_move_nothing(host: Host) -> None:
    master = host.open("ambush")
    for _ in range(60):
        ask = view(master)["ask"]
        if ask["kind"] == "action" and ask["mine"] and len(view(master)["actions"]) > 20:
            break
        if ask["mine"]:
            sent(master, {"do": "roll"} if ask["kind"] == "dice" else {"do": "answer", "n": 1})
        until(master, f"state.view.ask?.id !== {ask['id']!r} || state.view.ask.mine")
    moved = master.evaluate(
        """async () => {
        const { change, state } = await import(document.querySelector("script[type=module]").src
            .replace("main.js", "state.js"));
        const look = async chance => {
            const told = a => (a.target && chance ? { likely: 0.97, figure: chance } : undefined);
            const actions = state.view.actions.map(
                a => ({ ...a, chance: a.target ? chance : "", told: told(a) }));
            change(() => (state.view = { ...state.view, ask: { ...state.view.ask, id: "later" }, actions }));
            await new Promise(drawn => setTimeout(drawn, 200));
            const ours = state.view.ask.id === "later";  // and no chances of the server's came meanwhile
            return ours && [...document.querySelectorAll(".target, .action")].map(e => [
                e.ariaLabel.split(",")[0], e.offsetTop, e.offsetLeft, e.offsetHeight].join(" "));
        };
        let before = false, after = false;
        while (!before || !after) [before, after] = [await look(""), await look("97 %")];
        const moved = before.map((each, n) => [each, after[n]]).filter(([then, now]) => then !== now);
        return [before.length, moved];
        }"""
    )
    assert moved[0] > 10
    assert moved[1] == []
    master.context.close()


def test_everybody_else_is_told_who_took_something_back(master: Page, player: Page) -> None:
    asked(master, "action")
    done(master, {"do": "answer", "n": 1})
    until(player, "state.view.undo.can > 0")
    done(player, {"do": "undo"})
    expect(master.locator(".notice", has_text="Kim undid:")).to_be_visible()
    expect(player.locator(".notice")).to_have_count(0)
    master.get_by_role("button", name="Redo").click()
    expect(master.locator(".notice")).to_have_count(0)
