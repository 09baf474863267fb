"""The recovery phrase: the game master's seat given back, once, to who has written it down."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from affray.server.access import JOINS
from affray.store.memory import MemoryStore
from affray.table.recovery import LENGTH, WORDS, drawn, spelled
from tests.server.people import House, heard, said

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def phrase(house: House, session: str) -> str:
    return str(house.do(session, "seat", act="phrase")["data"]["phrase"])


def test_a_phrase_is_sixty_four_bits_of_words_however_they_are_typed():
    assert len(set(WORDS)) == 256
    assert len(drawn().split()) == LENGTH == 8
    assert len({drawn() for _ in range(50)}) == 50
    assert spelled(drawn().upper().replace(" ", " - ")) != ""
    assert spelled(" ".join(WORDS[:7])) == spelled(" ".join([*WORDS[:7], "nonsense"])) == ""


def test_it_gives_the_seat_back_on_any_device_and_shuts_the_old_one_out(house):
    session = house.table()
    old, new = house.guest(), house.guest()
    old.post(old.post("/j", data={"code": phrase(house, session)}).url.path)
    typed = phrase(house, session)
    with old.websocket_connect(f"/s/{session}/ws") as ws:
        assert heard(ws, "view")["sections"]["me"]["role"] == "gm"
        asked = new.post("/j", data={"code": f"  {typed.title()} "})
        assert asked.status_code == 200
        assert "Get your table back" in asked.text
        assert house.tables.rooms[session].seats.recovers(spelled(typed)), "to look at it changes nothing"
        page = new.post(asked.url.path)
        assert '"role":"gm"' in page.text
        assert heard(ws, "bye")["code"] == "closed"
    assert old.get(f"/s/{session}").status_code == 403
    with new.websocket_connect(f"/s/{session}/ws") as ws:
        assert heard(ws, "view")["sections"]["me"]["role"] == "gm"
        assert said(ws, {"id": "n", "do": "name", "text": "Friday"})["t"] == "done"


def test_it_works_once_and_a_new_one_takes_its_place(house):
    session, used = house.table(), house.guest()
    first = phrase(house, session)
    second = phrase(house, session)
    assert house.guest().post("/j", data={"code": first}).status_code == 404
    path = used.post("/j", data={"code": second}).url.path
    assert used.post(path).status_code == 200
    assert house.guest().post("/j", data={"code": second}).status_code == 404
    assert house.guest().post(path).status_code == 404


def test_it_is_kept_as_a_hash_outlasts_the_server_and_is_not_copied():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        typed = phrase(house, session)
        copy = house.do(session, "fork")["data"]["session"]
    told = repr(store.rows.seats)
    assert typed not in told
    assert spelled(typed) not in told
    with House(store) as again:
        assert (
            '"role":"gm"'
            in (guest := again.guest()).post(guest.post("/j", data={"code": typed}).url.path).text
        )
        assert again.host.get(f"/s/{copy}").status_code == 200
        assert not again.tables.rooms[copy].seats.phrase


@pytest.mark.parametrize(
    ("mend", "why"),
    [
        (lambda words: [*words[:-1], "ambr"], "not a word of a recovery phrase: ambr"),
        (lambda words: words[1:], "a recovery phrase has 8 words; you typed 7"),
    ],
)
def test_a_word_that_is_mistyped_is_named_where_it_was_typed_and_stands_in_no_address(house, mend, why):
    session = house.table()
    words = phrase(house, session).split()
    page = house.guest().post("/j", data={"code": " ".join(mend(words))})
    assert (page.status_code, page.url.path) == (400, "/j")
    assert why in page.text
    assert 'name="code"' in page.text
    assert house.tables.rooms[session].seats.recovers("-".join(words))


def test_whose_it_is_outlasts_the_server():
    store = MemoryStore()
    with House(store) as house:
        session, ben = house.table(), house.guest()
        ben.get(house.seat(session, role="gm", name="Ben"))
        with ben.websocket_connect(f"/s/{session}/ws") as ws:
            typed = said(ws, {"id": "p", "do": "seat", "act": "phrase"})["data"]["phrase"]
    with House(store) as again:
        guest = again.guest()
        guest.post(guest.post("/j", data={"code": typed}).url.path)
        assert guest.get(f"/s/{session}/view").json()["sections"]["me"]["name"] == "Ben"


def test_it_cannot_be_guessed_or_sent_from_elsewhere(house):
    session = house.table()
    path = "/j/" + spelled(phrase(house, session))
    found = house.guest().post(path, headers={"origin": "http:" + "//evil.test"})
    assert found.status_code == 403
    assert house.tables.rooms[session].seats.recovers(path.removeprefix("/j/"))
    guest = house.guest()
    tries = [guest.post("/j", data={"code": drawn()}).status_code for _ in range(JOINS[0] + 2)]
    assert tries[0] == 404
    assert tries[-1] == 429
    assert house.guest().get(path).status_code == 429, "from there not even the right one, for a minute"


def test_only_a_game_master_is_shown_one_and_it_opens_no_table_as_a_link(house):
    session = house.table()
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        assert said(ws, {"id": "p", "do": "seat", "act": "phrase"})["code"] == "seat/not-yours"
    typed = spelled(phrase(house, session))
    stranger = house.guest()
    stranger.cookies.set("seat", typed)
    assert stranger.get(f"/s/{session}").status_code == 403


def test_codes_are_typed_in_the_same_place(house):
    session = house.table()
    code = house.do(session, "seat", act="link")["data"]["code"]
    page = house.guest().post("/j", data={"code": f"{code[:3]} {code[3:].lower()}"})
    assert page.status_code == 200
    assert re.search(r'name="name"', page.text)
