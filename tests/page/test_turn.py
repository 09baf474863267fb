"""A turn played through the page: by taps, by typed dice, by keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.tables import NETWORK, Host, asked, done, key_of, sent, settled, until, view

pytestmark = pytest.mark.slow


def test_an_attack_with_typed_dice_on_a_phone(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    asked(player, "action")
    player.get_by_role("button", name="ranged attack on Rourke").tap()
    sheet = player.get_by_role("dialog", name=re.compile("ranged attack on Rourke"))
    expect(sheet.locator(".yesno").first).to_contain_text("%")
    sheet.get_by_role("button", name="Do it", exact=True).tap()
    field = player.get_by_label("Enter your dice, such as 5 3")
    expect(field).to_be_visible()
    expect(field).not_to_be_focused()
    expect(sheet).to_have_count(0)
    use = player.get_by_role("button", name="Use my dice")
    field.fill("6")
    expect(use).to_have_attribute("aria-disabled", "true")
    wanted = player.get_by_text("Enter 2 dice, each from 1 to 6.")
    expect(wanted).to_have_count(0)
    for wrong in ("9", "abc", "6 6 6", "6 5 x"):
        field.fill(wrong)
        expect(wanted).to_be_visible()
    settled(player)
    field.press("Enter")
    player.locator(".toast").get_by_role("button", name="Dismiss").tap()
    assert view(player)["ask"]["kind"] == "dice", "what is no face is not left out"
    field.fill("65")
    expect(wanted).to_have_count(0)
    use.tap()
    player.keyboard.press("Tab")
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Log").tap()
    line = player.locator(".line.roll", has_text="real dice").last
    expect(line.locator(".fallen")).to_have_text("dice 65")


def test_faces_are_tapped_and_one_can_be_changed(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    asked(player, "dice")
    faces = player.get_by_role("group", name="Faces of die")
    faces.get_by_role("button", name="3", exact=True).tap()
    expect(player.get_by_role("button", name="Die 1 of 2: 3")).to_be_visible()
    player.get_by_role("button", name="Die 1 of 2: 3").tap()
    faces.get_by_role("button", name="5", exact=True).tap()
    faces.get_by_role("button", name="2", exact=True).tap()
    expect(player.get_by_label("Enter your dice, such as 5 3")).to_have_value("5 2")
    player.get_by_role("button", name="Use my dice").tap()
    player.get_by_role("navigation", name="Table").get_by_role("button", name="Log").tap()
    expect(player.locator(".line.roll", has_text="real dice").first).to_contain_text("dice 52")


def test_of_a_series_no_more_dice_are_read_than_there_may_be(player: Page) -> None:
    read = player.evaluate(
        """async () => { const { lying, reading } = await import(document
        .querySelector("script[type=module]").src.replace("main.js", "faces.js"));
        const now = reading("series", [6], [], true);
        const tap = (face) => lying(now).at(-1).kids[face - 1].props.onclick();
        for (let n = 0; n < 40; n++) tap(1);
        tap(6);
        const most = { ...now, faces: [...now.faces] };
        lying(now)[0].kids[0].props.onclick();
        tap(6);
        return [most.faces, most.bad, now.faces, now.bad]; }"""
    )
    assert read == [[1] * 40, True, [1] * 39 + [6], False]


def test_the_server_rolls_if_one_likes(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    before = asked(player, "dice")
    player.get_by_role("button", name="Roll for me").first.tap()
    expect(player.locator("#question")).not_to_have_text(before["question"])


def test_a_turn_by_keys_alone(master: Page) -> None:
    asked(master, "action")
    attack = next(a for a in view(master)["actions"] if a["n"] and a["target"])
    before = view(master)["undo"]["entries"]
    master.keyboard.press(key_of(master, attack["label"]))
    expect(master.get_by_role("button", name="Do it", exact=True)).to_be_focused()
    master.keyboard.press("Escape")
    expect(master.get_by_role("dialog")).to_have_count(0)
    assert view(master)["undo"]["entries"] == before
    master.keyboard.press(key_of(master, attack["label"]))
    expect(master.get_by_role("button", name="Do it", exact=True)).to_be_focused()
    master.keyboard.press("Enter")
    expect(master.locator(".line.act", has_text=attack["label"])).to_be_visible()
    expect(master.get_by_role("dialog")).to_have_count(0)
    master.keyboard.press("u")
    expect(master.locator(".line.act", has_text=attack["label"])).to_have_count(0)
    master.keyboard.press("U")
    expect(master.locator(".line.act", has_text=attack["label"])).to_be_visible()


def test_a_player_takes_a_turn_with_real_dice_by_keys_alone(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").focus()
    player.keyboard.press("Enter")
    asked(player, "action")
    until(player, "state.view.actions.some(a => a.n && a.target && a.chance)")
    attack = next(a for a in view(player)["actions"] if a["n"] and a["target"] and a["chance"])
    player.keyboard.press(key_of(player, attack["label"]))
    expect(player.get_by_role("button", name="Do it", exact=True)).to_be_focused()
    player.keyboard.press("Enter")
    field = player.get_by_label("Enter your dice, such as 5 3")
    expect(field).to_be_visible()
    player.keyboard.press("d")
    expect(field).to_be_focused()
    player.keyboard.type("65")
    player.keyboard.press("Enter")
    until(player, "state.view.log.some(line => `${line.dice}` === '6,5')")
    expect(player.locator(".thrown .die")).to_have_count(2)


def test_the_palette_finds_actions_and_commands(master: Page) -> None:
    asked(master, "action")
    master.keyboard.press("/")
    master.keyboard.type("crouch")
    expect(master.get_by_role("option")).to_have_count(1)
    master.keyboard.press("Enter")
    expect(master.locator(".line.act", has_text="crouch")).to_be_visible()
    master.keyboard.press("Control+k")
    master.keyboard.type("seats")
    master.keyboard.press("Enter")
    expect(master.get_by_role("dialog", name="Seats")).to_be_visible()


def test_a_button_pressed_twice_sends_one_command(player: Page) -> None:
    asked(player, "action")
    frames: list[str] = []
    player.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame))))
    player.reload()
    player.locator(".link.live").wait_for()
    asked(player, "action")
    frames.clear()
    player.get_by_role("button", name="crouch").dblclick()
    expect(player.locator(".recent .act", has_text="crouch")).to_have_count(1)
    assert len([frame for frame in frames if '"answer"' in frame]) == 1


def test_a_refusal_says_why_and_can_be_put_away(master: Page) -> None:
    asked(master, "action")
    master.get_by_role("button", name="Correct").first.click()
    master.get_by_label("Or type a correction").fill("hurt Nobody 3")
    master.get_by_label("Reason (optional)").fill("a try")
    master.get_by_role("button", name="Correct it").click()
    toast = master.locator(".toast.bad")
    expect(toast).to_contain_text("Nobody")
    master.keyboard.press("Escape")
    toast.get_by_role("button", name="Dismiss").click()
    expect(toast).to_have_count(0)


def test_a_correction_with_a_reason_is_in_the_log(master: Page, player: Page) -> None:
    master.get_by_role("button", name="Correct").first.click()
    master.get_by_label("Or type a correction").fill("strike Ines 2")
    master.get_by_label("Reason (optional)").fill("we forgot the fall")
    master.get_by_role("button", name="Correct it").click()
    expect(master.locator(".line.override").last).to_contain_text("Ines")
    expect(master.get_by_role("dialog")).to_have_count(0)


def test_from_a_line_of_the_log_one_goes_back(master: Page) -> None:
    asked(master, "action")
    done(master, {"do": "answer", "n": next(a["n"] for a in view(master)["actions"] if a["label"] == "aim")})
    aimed = master.locator(".line.act", has_text="aim").last
    expect(aimed).to_be_visible()
    first = master.locator(".line .told").first
    first.click()
    master.get_by_role("button", name="Undo everything after this").click()
    expect(aimed).to_have_count(0)


def test_somebody_knocks_and_is_let_in(host: Host, master: Page) -> None:
    link = done(master, {"do": "seat", "act": "link"})
    page = host.context().new_page()
    page.goto(host.base + link["path"])
    page.get_by_label("Your name").fill("Noor")
    page.get_by_label("Ines").check()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You have asked to")).to_be_visible()
    master.get_by_role("button", name="Seats").first.click()
    expect(master.get_by_text("Noor")).to_be_visible()
    master.get_by_role("button", name="Let in").click()
    expect(page.locator(".strip .card").first).to_be_visible()
    assert view(page)["me"]["fighters"] == ["Ines"]
    page.context.close()


def test_phones_are_let_in_by_one_tap_and_no_code_is_shown_that_they_cannot_open(
    host: Host, master: Page
) -> None:
    master.get_by_role("button", name="Seats").first.click()
    master.locator("#invite").click()
    expect(master.get_by_text("This address only works on this computer.")).to_be_visible()
    code = master.locator("img.qr")
    expect(code).to_have_count(0)
    master.get_by_role("button", name="Let phones in").click()
    code.evaluate("e => e.decode()")
    assert code.evaluate("e => e.naturalWidth") > 100
    address = master.locator("input.address").input_value()
    assert address.startswith(f"http://{NETWORK}:")
    phone = host.context().new_page()
    phone.goto(address)
    expect(phone.get_by_label("Your name")).to_be_visible()
    phone.context.close()
    master.get_by_role("button", name="Keep phones out").click()
    expect(master.get_by_role("button", name="Let phones in")).to_be_visible()
    expect(code).to_have_count(0)


def test_what_a_seat_may_not_do_is_not_offered(player: Page) -> None:
    player.get_by_role("button", name="More").tap()
    expect(player.get_by_role("dialog").get_by_role("button", name="Correct")).to_have_count(0)
    assert sent(player, {"do": "override", "words": "strike Ines 1", "why": "x"})["t"] == "refused"


def test_one_looks_at_the_past_and_comes_back(master: Page) -> None:
    asked(master, "action")
    done(master, {"do": "answer", "n": next(a["n"] for a in view(master)["actions"] if a["label"] == "aim")})
    aimed = master.locator(".line.act", has_text="aim").last
    expect(aimed).to_be_visible()
    master.locator(".line .told").first.click()
    master.get_by_role("button", name="Look back to here").click()
    expect(master.get_by_text("You are looking at the past")).to_be_visible()
    expect(aimed).to_have_count(0)
    expect(master.locator(".action, .option")).to_have_count(0)
    master.get_by_role("button", name="Back to now").click()
    expect(aimed).to_be_visible()


def test_an_earlier_roll_is_amended(master: Page) -> None:
    asked(master, "action")
    master.locator(".line.roll .told", has_text="Ines's initiative").click()
    master.get_by_role("button", name="Change this answer").click()
    faces = master.get_by_role("dialog").get_by_label("Enter your dice, such as 5 3")
    expect(faces).to_have_value(re.compile("[1-6] [1-6]"))
    faces.fill("6 6")
    master.get_by_role("button", name="Preview the change").click()
    master.get_by_label("Reason (optional)").fill("misread")
    master.get_by_role("button", name="Change", exact=True).click()
    line = master.locator(".line.roll", has_text="Ines's initiative")
    expect(line.locator(".fallen")).to_have_text("dice 66")


def test_a_token_that_is_dragged_is_measured_and_then_corrected(master: Page) -> None:
    token = master.get_by_role("button", name="Ines, crew, at -4, 0 m")
    box = token.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    master.mouse.move(x, y)
    master.mouse.down()
    master.mouse.move(x + 40, y, steps=3)
    expect(master.locator(".measure")).to_contain_text("Ines to ")
    master.mouse.up()
    until(master, "state.view.map.tokens[0].at[0] > -4")
    expect(master.get_by_role("dialog")).to_have_count(0)


def test_a_place_that_is_too_far_when_dragged_there_says_so_and_has_no_odds(master: Page) -> None:
    asked(master, "action")
    until(master, "state.view.actions.some((a) => a.n && a.wants === 'to')")
    dropped(master, 12)
    sheet = master.get_by_role("dialog")
    expect(sheet.get_by_text("the place is more than 6 m away")).to_be_visible()
    expect(sheet.locator(".odds")).to_have_text(
        re.compile(r"^the place is more than 6 m away \[TRV-MOVE-01\]$")
    )
    sheet.get_by_role("button", name="Do it", exact=True).click()
    expect(master.get_by_text("the place is more than 6 m away").last).to_be_visible()
    assert view(master)["map"]["tokens"][0]["at"] == [-4, 0]
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_have_count(0)
    expect(master.locator(".toast")).to_have_count(0)
    dropped(master, 3)
    expect(sheet.locator(".odds")).to_have_text("")
    sheet.get_by_role("button", name="Do it", exact=True).click()
    expect(sheet).to_have_count(0)
    until(master, "state.view.map.tokens[0].at[0] > -4")


def dropped(page: Page, metres: float) -> None:
    """Drag Ines so far towards Rourke, whoever has room for it."""
    ines, rourke = (middle(page, name) for name in ("Ines, crew", "Rourke, locals"))
    x, y = ines
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (rourke[0] - x) * metres / 24, y, steps=4)
    expect(page.locator(".measure")).to_contain_text("Ines to ")
    page.mouse.up()


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where somebody's token is on the screen."""
    box = page.get_by_role("button", name=name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 3


def test_three_steps_back_and_on_again_as_fast_as_one_types(master: Page) -> None:
    asked(master, "action")
    for action in ("crouch", "aim", "lie down"):
        asked(master, "action")
        n = next((a["n"] for a in view(master)["actions"] if a["n"] and a["label"] == action), 1)
        sent(master, {"do": "answer", "n": n})
    asked(master, "action")
    before = view(master)["undo"]["can"]
    for key in ("u", "u", "u"):
        master.keyboard.press(key)
    expect(master.get_by_role("button", name="Redo")).not_to_have_attribute("aria-disabled", "true")
    until(master, "state.view.undo.redo === 3 && link.open.size === 0")
    for key in ("U", "U", "U"):
        master.keyboard.press(key)
    expect(master.get_by_role("button", name="Redo")).to_have_attribute("aria-disabled", "true")
    assert view(master)["undo"]["can"] == before


def test_a_place_is_chosen_on_the_plan_by_keys_alone(master: Page) -> None:
    asked(master, "action")
    move = next(a for a in view(master)["actions"] if a["n"] and a["wants"] == "to")
    start = view(master)["map"]["tokens"][0]["at"]
    master.keyboard.press("/")
    master.keyboard.type(move["label"])
    master.keyboard.press("Enter")
    choose = master.get_by_role("button", name="Choose the place on the map")
    choose.focus()
    master.keyboard.press("Enter")
    expect(master.locator("#terrain")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        master.keyboard.press(key)
    master.keyboard.press("Enter")
    expect(master.get_by_role("button", name="Do it", exact=True)).to_be_focused()
    master.keyboard.press("Enter")
    expect(master.get_by_role("dialog")).to_have_count(0)
    expect(master.locator(".line.act").last).to_contain_text("Ines")
    until(master, f"`${{state.view.map.tokens[0].at}}` === '{start[0] + 2},{start[1] + 1}'")


def test_dice_that_have_fallen_lie_there_for_a_moment(player: Page) -> None:
    player.get_by_role("button", name="I roll real dice").tap()
    asked(player, "dice")
    player.get_by_label("Enter your dice, such as 5 3").fill("62")
    player.get_by_role("button", name="Use my dice").tap()
    fallen = player.locator(".thrown")
    expect(fallen.locator(".die")).to_have_count(2)
    expect(fallen.locator(".die").first.locator(".pip")).to_have_count(6)
    expect(fallen).to_have_count(0)


def test_enter_in_a_field_does_what_the_panel_is_for(master: Page) -> None:
    master.get_by_role("button", name="More").click()
    master.get_by_role("button", name="Name of this fight").click()
    field = master.get_by_role("textbox", name="Name of this fight")
    field.fill("Friday")
    field.press("Enter")
    expect(master.get_by_role("heading", name="Friday")).to_be_visible()
    expect(master.get_by_role("dialog")).to_have_count(0)


def test_what_a_player_who_is_here_is_asked_is_left_to_them(master: Page, player: Page) -> None:
    asked(master, "action")
    expect(master.locator(".ask .kicker")).to_have_text("Waiting for Kim")
    expect(master.locator(".menu")).to_have_count(0)
    before = view(master)["undo"]["entries"]
    master.keyboard.press("1")
    master.get_by_role("button", name="Answer for Kim").click()
    expect(master.locator(".menu")).to_be_visible()
    assert view(master)["undo"]["entries"] == before
    player.context.set_offline(True)
    player.goto("about:blank")
    until(master, "!state.view.link.seats.some(s => s.name === 'Kim' && s.connected)")
    expect(master.locator(".menu")).to_be_visible()
