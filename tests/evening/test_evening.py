"""A whole evening of each game: a game master, two players and a spectator, each with a browser.

The server is a real process on a real store.  It is killed in the middle of rolls; people change their
minds eleven times at once; in the end all have the same fight before them.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.evening.guests import Guest
from tests.evening.house import House, prepared, replayed
from tests.evening.programme import EVENINGS, Evening
from tests.page.tables import LAPTOP, PATIENCE, PHONE, done, ready
from tests.store.servers import Server
from tests.whole import WHOLE

pytestmark = pytest.mark.slow

ON_POSTGRESQL = "coriolis"
PART = (ON_POSTGRESQL,)
"""The games of the part: each evening has four browsers, and `tests/page` plays at Traveller's tables."""
MOST = 160
"""So many answers an evening takes at most."""


@pytest.fixture
def store(request: pytest.FixtureRequest, game: str, tmp_path: Path) -> str:
    """Where the evening is kept: four of them in a file, one in a database."""
    if game != ON_POSTGRESQL:
        return f"sqlite:{tmp_path / 'fights.db'}"
    server: Server = request.getfixturevalue("server")
    return server.make("evening")


class Party:
    """The people of one evening."""

    def __init__(self, browser: Browser, house: House, evening: Evening) -> None:
        self.house, self.evening, self._browser = house, evening, browser
        self.gm = self._guest("Game master", LAPTOP)
        self.ann, self.ben, self.dee = (self._guest(name, PHONE) for name in ("Ann", "Ben", "Dee"))
        self.asked: list[tuple[str, str]] = []
        """Who answered which questions."""

    def _guest(self, name: str, size: ViewportSize) -> Guest:
        phone = size is PHONE
        context = self._browser.new_context(viewport=size, has_touch=phone, reduced_motion="reduce")
        return Guest(context.new_page(), name)

    @property
    def all(self) -> tuple[Guest, ...]:
        """Everybody."""
        return self.gm, self.ann, self.ben, self.dee

    def close(self) -> None:
        """Everybody goes home; nothing went wrong in any page."""
        assert [fault for guest in self.all for fault in guest.faults] == []
        for guest in self.all:
            guest.page.context.close()

    # --- sitting down -------------------------------------------------------------------------------

    def sit_down(self) -> None:
        """The game master opens the table; Ann comes by the door, Ben and Dee by links of their own."""
        self.gm.page.goto(self.house.link)
        self.gm.page.get_by_role("link", name="Friday").first.click()
        ready(self.gm.page)
        self.gm.button("Seats").click()
        self.gm.page.locator("#invite").click()
        self.ann.page.goto(self._address())
        self.ann.page.get_by_label("Your name").fill("Ann")
        self.ann.page.get_by_label(self.evening.ann, exact=True).check()
        self.ann.page.get_by_role("button", name="Join").click()
        expect(self.ann.page.get_by_text("You have asked to")).to_be_visible()
        expect(self.ann.page.locator(".strip .card")).to_have_count(0)
        self.gm.button("Let in").click()
        expect(self.ann.page.locator(".strip .card").first).to_be_visible()
        self.ben.open(self._seat("player"))
        expect(self.gm.page.locator(".seat .name", has_text="player 2")).to_be_visible()
        self._give(self.evening.ben)
        self.dee.open(self._seat("spectator"))
        self.gm.page.keyboard.press("Escape")
        self.gm.closed()
        self.gm.button("What players see").click()
        self.gm.button("numbers").click()
        expect(self.gm.button("numbers")).to_have_attribute("aria-pressed", "true")
        self.gm.page.keyboard.press("Escape")
        self.gm.closed()

    def _seat(self, role: str) -> str:
        before = self._address()
        dialog = self.gm.page.get_by_role("dialog")
        dialog.get_by_role("button", name=role).click()
        expect(dialog.locator(".address")).not_to_have_value(before)
        return self._address()

    def _address(self) -> str:
        field = self.gm.page.locator(".address")
        expect(field).to_have_value(re.compile(r"http\S+/j/[\w-]{6,22}$"))
        return field.input_value()

    def _give(self, fighter: str) -> None:
        seats = self.gm.page.locator(".seat", has=self.gm.page.locator("summary", has_text="nobody"))
        seats.get_by_label(fighter, exact=True).check()
        expect(self.ben.page.locator(".card.mine")).to_contain_text(fighter)

    # --- playing ------------------------------------------------------------------------------------

    def asked_now(self) -> tuple[Guest, dict[str, Any]] | None:
        """Whoever is asked, once a finger may come; None when the fight is over."""
        end = time.monotonic() + 3 * PATIENCE / 1_000
        while time.monotonic() < end:
            brief = self.gm.brief()
            if brief["over"]:
                return None
            guest = self.who_plays(brief["ask"]["name"]) if brief["ask"] else self.gm
            own = brief if guest is self.gm else guest.brief()
            mine = own["ask"] and own["ask"]["mine"] and not own["machine"]
            if mine and own["steady"] and own["entries"] == brief["entries"]:
                return guest, own
            time.sleep(0.05)
        raise AssertionError(f"nobody is asked: {self.gm.brief()}")

    def who_plays(self, fighter: str) -> Guest:
        """The player of a fighter; of all others the game master."""
        return {self.evening.ann: self.ann, self.evening.ben: self.ben}.get(fighter, self.gm)

    def answer(self) -> bool:
        """One answer, of whoever is asked; False when the fight is over."""
        found = self.asked_now()
        if found is None:
            return False
        guest, brief = found
        ask = brief["ask"]
        self.asked.append((guest.name, ask["about"]))
        typed = ask["kind"] == "dice" and guest is self.ann
        guest.answer(brief, self._option(brief), faces(ask["dice"]) if typed else ())
        return True

    def _option(self, brief: dict[str, Any]) -> int:
        """What is wanted this evening, else an attack, else what is usual, else the first."""
        acts = [a for a in brief["actions"] if a["n"] and not a["wants"]]
        acts.sort(key=lambda a: a["n"])  # by their chances they stand in another order once those are told
        wanted = [a for a in acts if a["act"] in self.evening.wanted and not self.reacted]
        attacks = [a for a in acts if re.search("attack|shot|strike|punch", a["act"])]
        usual = [o for o in brief["ask"]["options"] if o.get("default")]
        found: list[dict[str, Any]] = [*wanted, *attacks, *usual, *acts, *brief["ask"]["options"]]
        return int(found[0]["n"]) if found else 0

    @property
    def reacted(self) -> bool:
        """Whether a player has answered to somebody else's move."""
        return any(who != self.gm.name and about in self.evening.reactions for who, about in self.asked)

    def play(self, answers: int) -> None:
        """So many answers, or until it is over."""
        for _ in range(answers):
            if not self.answer():
                return

    def play_to_dice(self) -> dict[str, Any]:
        """Answer until Ann has dice before her; what is asked then."""
        for _ in range(MOST):
            found = self.asked_now()
            assert found, ("the fight was over before Ann rolled", self.asked, self.gm.whole()["log"])
            guest, brief = found
            if guest is self.ann and brief["ask"]["kind"] == "dice":
                return brief
            self.answer()
        raise AssertionError("Ann never rolled")


def faces(dice: dict[str, Any]) -> tuple[int, ...]:
    """What real dice might show: middling, never all alike."""
    return tuple(max(1, sides // 2 + n % 2) for n, sides in enumerate(dice["faces"]))


def public(view: dict[str, Any]) -> dict[str, Any]:
    """What all have in common once figures are open: everything but whose it is, and who may do what."""
    own = {"mine", "foe", "hand", "apart", "idle", "before"}
    return {
        "title": {k: v for k, v in view["title"].items() if k != "round"},
        "order": [{k: v for k, v in f.items() if k not in own} for f in view["order"]],
        "pools": view["pools"],
        "seats": sorted((s["name"], s["connected"], tuple(s["fighters"])) for s in view["link"]["seats"]),
        "log": [(e["entry"], e["words"], e["dice"], e["by"]) for e in view["log"][-150:]],
        "tokens": [(t["name"], t["at"], t["out"]) for t in view["map"]["tokens"]],
    }


def differing(party: Party) -> list[tuple[str, str, Any, Any]]:
    """Who has something else before them than the game master, or than the server would send anew."""
    views = [guest.whole() for guest in party.all]
    first, found = public(views[0]), []
    for guest, view in zip(party.all, views, strict=True):
        found += [
            (guest.name, part, *apart(seen, first[part]))
            for part, seen in public(view).items()
            if seen != first[part]
        ]
        kept = guest.kept()
        view["log"] = view["log"][-len(kept["log"]) :]
        found += [
            (guest.name, f"own {part}", *apart(view[part], seen))
            for part, seen in kept.items()
            if seen != view[part]
        ]
    return found


def apart(one: Any, other: Any) -> tuple[Any, Any]:
    """Where two sections differ first."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next(((a, b) for a, b in zip(one, other, strict=True) if a != b), (one, other))
    return one, other


def all_alike(party: Party) -> dict[str, Any]:
    """What everybody has before them, once they have the same; odds may come a little later."""
    end = time.monotonic() + PATIENCE / 1_000
    while (wrong := differing(party)) and time.monotonic() < end:
        time.sleep(0.2)
    assert not wrong, wrong
    names = [guest.page.locator(".strip .card .name").all_inner_texts() for guest in party.all]
    assert all(strip == names[0] for strip in names)
    return public(party.gm.whole())


# --- the evening ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EVENINGS if WHOLE else PART)
def test_a_whole_evening(game: str, store: str, browser: Browser, tmp_path: Path) -> None:
    evening = EVENINGS[game]
    prepared(store, evening.scene, evening.seed)
    with House(store, tmp_path / "errors") as house:
        party = Party(browser, house, evening)
        party.sit_down()
        party.ann.button("I roll real dice").click()
        expect(party.ann.button("I roll real dice")).to_have_attribute("aria-pressed", "true")
        party.play(6)
        killed_in_mid_roll(party, before=True)
        put_right(party)
        comes_in(party)
        for _ in range(MOST):
            if party.reacted and party.gm.brief()["can"] >= 14:
                break
            if not party.answer():
                not_yet(party)
        assert party.reacted, party.asked[-20:]
        eleven_back_and_on(party)
        killed_in_mid_roll(party, before=False)
        amended(party)
        to_the_end(party)
        last = all_alike(party)
        entries = party.gm.brief()["entries"]
        party.close()
    assert last["title"]["over"]
    assert replayed(store) >= entries


def killed_in_mid_roll(party: Party, before: bool) -> None:
    """The server dies when Ann has rolled: before she sends it, or in the very moment.

    Nobody touches anything; when it is back, everybody is, and her roll counts once.
    """
    brief = party.play_to_dice()
    rolled = faces(brief["ask"]["dice"])
    party.ann.type_dice(rolled)
    if before:
        party.house.kill()
        expect(party.ann.page.locator(".link.trying")).to_be_visible()
        party.ann.page.locator("#use-dice").click()
        expect(party.ann.page.locator(".toast")).to_contain_text("Nothing is lost")
    else:
        party.ann.page.locator("#use-dice").click(no_wait_after=True)
        party.house.kill()
    party.house.begin()
    for guest in party.all:
        guest.page.locator(".link.live").wait_for()
    for guest in (party.ann, party.gm):
        guest.wait(brief["entries"])
    end = time.monotonic() + PATIENCE / 1_000
    while party.gm.brief()["seated"] != 4:
        assert time.monotonic() < end, party.gm.brief()
        time.sleep(0.1)
    mine = [
        line
        for line in party.gm.whole()["log"]
        if line["entry"] == brief["entries"] + 1 and line["by"] == "dice"
    ]
    assert [tuple(line["dice"]) for line in mine] == [rolled]
    all_alike(party)


def put_right(party: Party) -> None:
    """The game master corrects something, with a reason."""
    party.gm.button("Correct").click()
    party.gm.page.get_by_label("Or type a correction").fill(party.evening.wrong)
    party.gm.page.get_by_label("Reason (optional)").fill("we forgot it")
    party.gm.button("Correct it").click()
    party.gm.closed()
    expect(
        party.gm.page.locator(".line.override", has_text=party.evening.wrong.split()[1]).last
    ).to_be_visible()


def not_yet(party: Party) -> None:
    """A fight that the dice end too soon is taken up again: some steps back, and everybody is hale."""
    assert party.evening.hale, ("the fight was over too soon", party.gm.brief()["can"], party.asked)
    party.gm.press("u", 4)
    there(party, redo=4)
    party.asked_now()
    for words in party.evening.hale:
        done(party.gm.page, {"do": "override", "words": words})


def comes_in(party: Party) -> None:
    """Somebody more comes into the fight."""
    party.gm.button("Add a fighter").click()
    dialog = party.gm.page.get_by_role("dialog")
    dialog.locator("summary", has_text="Advanced").click()
    dialog.locator("textarea").fill(party.evening.newcomer)
    dialog.get_by_label("Reason (optional)").fill("heard the noise")
    party.gm.button("Add to the fight").click()
    party.gm.closed()
    for guest in party.all:
        expect(guest.page.locator(".strip .card .name", has_text="Rat")).to_be_visible()


def eleven_back_and_on(party: Party) -> None:
    """Eleven steps back, and everybody sees it; eleven on, and all is as it was."""
    party.asked_now()
    before, brief = all_alike(party), party.gm.brief()
    party.gm.press("u", 11)
    there(party, redo=11)
    back = all_alike(party)
    assert back["log"] != before["log"]
    assert len(back["log"]) < len(before["log"])
    party.gm.press("U", 11)
    there(party, redo=0)
    party.asked_now()
    after = all_alike(party)
    assert after["order"] == before["order"]
    assert [line[1:] for line in after["log"]] == [line[1:] for line in before["log"]]
    assert party.gm.brief()["ask"]["question"] == brief["ask"]["question"]


def there(party: Party, redo: int) -> None:
    """Wait until so many steps can be done again."""
    for _ in range(600):
        if party.gm.brief()["redo"] == redo:
            return
        time.sleep(0.1)
    raise AssertionError((party.gm.brief(), party.gm.page.locator(".refusals").inner_text()))


def amended(party: Party) -> None:
    """The last dice that Ann typed were misread; everybody sees the others from then on."""
    line = [e for e in party.gm.whole()["log"] if e["by"] == "dice" and e["kind"] == "roll"][-1]
    other = [face - 1 or 2 for face in line["dice"]]
    party.gm.page.locator(f'[data-line="{line["n"]}"]').click()
    party.gm.button("Change this answer").click()
    dialog = party.gm.page.get_by_role("dialog")
    dialog.get_by_label("Enter your dice").fill(" ".join(map(str, other)))
    dialog.get_by_role("button", name="Preview the change").click()
    dialog.get_by_label("Reason (optional)").fill("misread")
    dialog.get_by_role("button", name="Change", exact=True).click()
    end = time.monotonic() + PATIENCE / 1_000
    now = None
    while time.monotonic() < end:
        now = [
            e["dice"]
            for guest in party.all
            for e in guest.whole()["log"]
            if e["entry"] == line["entry"] and e["by"] == "dice"
        ]
        if now == [other] * 4:
            break
        time.sleep(0.1)
    assert now == [other] * 4
    party.gm.page.keyboard.press("Escape")
    party.gm.closed()


def to_the_end(party: Party) -> None:
    """The game master gives everybody to the autopilot, and answers what is left."""
    party.gm.button("Who plays whom").click()
    dialog = party.gm.page.get_by_role("dialog")
    choices = dialog.locator(".runs [aria-pressed]", has_text="Autopilot")
    choices.first.wait_for()
    for choice in choices.all():
        choice.click()
        expect(choice).to_have_attribute("aria-pressed", "true")
    party.gm.page.keyboard.press("Escape")
    party.gm.closed()
    party.play(MOST)
    for guest in party.all:
        expect(guest.page.locator(".ending #ending")).to_be_attached()
