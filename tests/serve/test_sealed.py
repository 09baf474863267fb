"""The dice of a server: nobody foretells them, and everybody can check them afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from starlette.testclient import TestClient

from affray.core.stream import Stream
from affray.session import log
from affray.session.sealed import seal
from affray.session.verifying import Verified, verified
from affray.store.memory import MemoryStore
from tests.serve.people import House

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def exported(house: House, session: str) -> str:
    return str(house.do(session, "export", form="log")["data"])


def rows_of(text: str) -> tuple[log.Header, list[log.Row]]:
    where, (first, *others) = log.Named("export"), text.splitlines()
    header = log.header_of(where, first.encode())
    return header, [log.row_of(where, n, row.encode()) for n, row in enumerate(others, 1)]


def checked(text: str) -> Verified:
    header, rows = rows_of(text)
    return verified(header, rows)


def auto(house: House, session: str) -> None:
    house.do(session, "hands", name="all", manner="autopilot")
    house.settle(session)


def lines_of(guest: TestClient, session: str) -> list[dict[str, Any]]:
    """The lines of the log that somebody has before them."""
    view = json.loads(guest.get(f"/s/{session}/events").text)[0]
    lines: list[dict[str, Any]] = view["sections"]["log"]
    return lines


def key_of(house: House, session: str) -> str:
    keys = house.tables.rooms[session].session.log.keys
    return keys.known[keys.seal].hex()


def test_a_fight_shows_its_seal_at_once_and_its_key_when_it_is_over(house):
    session = house.table()
    text = exported(house, session)
    header, _ = rows_of(text)
    key = key_of(house, session)
    assert header.seal == seal(bytes.fromhex(key))
    assert (header.seed, header.key) == (0, "")
    assert key not in text
    auto(house, session)
    text = exported(house, session)
    assert '"do":"seal"' in text
    assert key in text
    found = checked(text)
    assert found.right == found.rolls != ()


def test_nothing_that_is_sent_before_the_end_holds_the_key(house):
    session = house.table()
    key, sent = key_of(house, session), []
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    link = house.do(session, "share")["data"]["path"]
    ann.get(link)
    for _ in range(6):
        told = [json.dumps(house.do(session, "export", form=form)) for form in ("log", "markdown")]
        told += [
            ann.get(f"/s/{session}").text,
            ann.get(f"/s/{session}/replay").text,
            house.host.get("/").text,
        ]
        view = json.loads(ann.get(f"/s/{session}/events").text)[0]
        if house.tables.rooms[session].session.over:
            break  # the key is told now
        sent += [*told, json.dumps(view)]
        ask = view["sections"]["ask"]
        if ask and ask.get("options"):
            house.do(session, "answer", n=ask["options"][0]["n"])
            house.settle(session)
    assert len(sent) >= 6
    assert not [each for each in sent if key in each]


def test_the_dice_are_not_those_of_any_small_seed_of_a_log(house):
    """What was done to the server once: the seed of a fight was found from three rolls."""
    session = house.table()
    auto(house, session)
    _, rows = rows_of(exported(house, session))
    thrown = [row for row in rows if isinstance(row, log.AnswerRow) and row.dice]
    for seed in range(2_000):
        streams = [Stream(seed, row.seq - 1) for row in thrown]
        again = [
            tuple(1 + stream.below(side) for side in row.sides)
            for stream, row in zip(streams, thrown, strict=True)
        ]
        assert again != [row.dice for row in thrown]


def test_a_copy_has_a_key_of_its_own(house):
    session = house.table()
    house.settle(session)
    text = exported(house, session)
    made = house.do(session, "fork")["data"]
    house.host.get(made["path"])
    auto(house, session)
    auto(house, made["session"])
    one, other = exported(house, session), exported(house, made["session"])
    assert other.startswith(text[: text.index("\n")]), "it is the same fight up to then"
    dice = [[row.dice for row in rows_of(each)[1] if isinstance(row, log.AnswerRow)] for each in (one, other)]
    assert dice[0] != dice[1]
    found = checked(other)
    assert not found.wrong
    assert found.right
    assert {roll.seal for roll in found.closed} <= {rows_of(one)[0].seal}, "the original's are its own affair"


def test_a_server_that_begins_again_goes_on_with_the_key():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        key = key_of(house, session)
    with House(store) as house:
        auto(house, session)
        text = exported(house, session)
        assert key in text, "it was used, and opened at the end"
        found = checked(text)
        assert found.right == found.rolls != ()


def test_a_fight_from_before_there_were_keys_is_sealed_at_its_next_roll():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        first = store._events[session][0]
        plain = {**json.loads(first.body), "seed": 7}
        del plain["seal"], plain["sum"]
        store._events[session][0] = first._replace(body=json.dumps(plain).encode())
        store._attached.clear()
    with House(store) as house:
        auto(house, session)
        text = exported(house, session)
        assert rows_of(text)[0].seal == ""
        found = checked(text)
        assert found.right
        assert not found.wrong
        assert {roll.seq for roll in found.seeded} < {roll.seq for roll in found.rolls}


def test_a_fight_that_goes_on_after_its_end_has_another_key(house):
    session = house.table()
    auto(house, session)
    before = exported(house, session)
    house.do(session, "hands", name="all", manner="person")
    house.do(session, "undo", n=3)
    house.do(session, "hands", name="all", manner="autopilot")
    house.settle(session)
    text = exported(house, session)
    assert text.startswith(before)
    found = checked(text)
    assert found.right == found.rolls
    assert len({roll.seal for roll in found.rolls}) <= 2


def test_the_page_of_the_dice_says_what_the_key_gives(house):
    session = house.table()
    key = key_of(house, session)
    house.do(session, "sight", rolls="hidden")
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    assert "Its key is opened when the fight is over." in ann.get(f"/s/{session}/dice").text
    assert house.guest().get(f"/s/{session}/dice").status_code == 403
    auto(house, session)
    rolls = checked(exported(house, session)).rolls
    page, hers = house.host.get(f"/s/{session}/dice").text, ann.get(f"/s/{session}/dice").text
    assert key in page
    assert key in hers
    assert f"<dt>Confirmed by the key</dt><dd>{len(rolls)}</dd>" in page
    assert "Rolls that you saw" in hers
    seen = [line for line in lines_of(ann, session) if line["dice"]]
    assert f"<dt>Confirmed by the key</dt><dd>{len(seen)}</dd>" in hers
    assert 0 < len(seen) < len(rolls), "those of the hidden are not counted"


def test_a_die_that_is_not_the_keys_stands_on_the_page(house):
    session = house.table()
    auto(house, session)
    kept = house.tables.rooms[session].session.log.rows
    n = next(n for n, row in enumerate(kept) if isinstance(row, log.AnswerRow) and row.dice)
    kept[n] = structs.replace(kept[n], dice=tuple(1 + face % 6 for face in kept[n].dice))
    page = house.host.get(f"/s/{session}/dice").text
    assert "Contradicted by the key" in page
    assert f'<th scope="row">{kept[n].seq}</th>' in page
