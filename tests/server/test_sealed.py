"""The dice of a server: nobody foretells them, and everybody can check them afterwards."""

from __future__ import annotations

import json
import secrets
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from starlette.testclient import TestClient

from affray.session import log
from affray.session.sealed import seal
from affray.session.verification import Verified, verified
from affray.store import stored_sessions
from affray.store.memory import MemoryStore
from tests.server.people import HOST, House, said
from tests.table.worst import FITTING

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def exported(house: House, session: str) -> str:
    return str(house.do(session, "export", form="log")["data"])


def rows_of(text: str) -> tuple[log.Header, list[log.Row]]:
    where, (first, *others) = log.NamedLog("export"), text.splitlines()
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


def by_name(house: House) -> str:
    """A fight that the host's page begins."""
    return begun(house, house.lobby())


def begun(house: House, session: str) -> str:
    """The same, once its game master has begun."""
    house.do(session, "begin")
    return session


def by_program(house: House) -> str:
    """A fight that a program begins."""
    token = {"authorization": f"Bearer {house.tables.access.secret}"}
    return str(house.guest().post("/sessions", json={"scene": "duel"}, headers=token).json()["session"])


def by_builder(house: House) -> str:
    """A fight of a scene that is being made."""
    return begun(house, house.built())


def by_campaign(house: House) -> str:
    """A fight into which fighters of a campaign are carried."""
    return begun(house, house.carried())


@pytest.mark.parametrize("begin", [by_name, by_program, by_builder, by_campaign])
def test_the_dice_of_each_fight_come_from_256_bits_of_the_system_and_from_no_seed(house, begin, monkeypatch):
    """The seed of 32 bits of a live fight was once found from three rolls in its log."""
    drawn, draw = [], secrets.token_bytes

    def counted(size: int | None = None) -> bytes:
        drawn.append(draw(size))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_bytes", counted)
    session = begin(house)
    header = house.tables.rooms[session].session.header
    assert header.seal in {seal(key) for key in drawn if len(key) == 32}
    assert (header.seed, header.key, header.seeded) == (0, "", False)
    auto(house, session)
    found = checked(exported(house, session))
    assert found.right == found.rolls != ()


def test_time_between_fights_has_dice_of_a_key_too(house):
    path = house.host.post(
        "/campaigns", data={"title": "Long", "game": "coriolis"}, headers={"origin": f"http://{HOST}"}
    ).url.path
    assert house.host.portal is not None
    kept = house.host.portal.call(stored_sessions.take_up, house.tables.store, path.rpartition("/")[2])
    assert len(bytes.fromhex(kept.header.key)) == 32
    assert kept.header.seal == seal(bytes.fromhex(kept.header.key))


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
        first = store.rows.events[session][0]
        plain = {**json.loads(first.body), "seed": 7}
        del plain["seal"], plain["sum"]
        store.rows.events[session][0] = first._replace(body=json.dumps(plain).encode())
        store.rows.attached.clear()
    with House(store) as house:
        auto(house, session)
        text = exported(house, session)
        assert rows_of(text)[0].seal == ""
        found = checked(text)
        assert found.right
        assert not found.wrong
        assert {roll.seq for roll in found.seeded} < {roll.seq for roll in found.rolls}


def test_no_answer_to_any_command_of_anybody_holds_the_key(house):
    session = house.table()
    key = key_of(house, session)
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    told = []
    for n, guest in enumerate((ann, house.host)):
        with guest.websocket_connect(f"/s/{session}/ws") as ws:
            for name, fields in FITTING.items():
                told.append(said(ws, {"id": f"{n}{name}", "do": name, **fields}))
    assert {each["t"] for each in told} == {"done", "refused", "pong"}
    spelt = {key, key.upper(), b64encode(bytes.fromhex(key)).decode().rstrip("=")}
    assert not [each for each in told if any(way in json.dumps(each) for way in spelt)]


def test_a_fight_that_a_program_began_from_a_seed_is_told_as_such(house):
    """From its seal a player could find a small seed, and with it every die."""
    token = {"authorization": f"Bearer {house.tables.access.secret}"}
    made = house.guest().post("/sessions", json={"scene": "duel", "seed": 7}, headers=token).json()
    session = made["session"]
    house.host.get(made["path"])
    header, _ = rows_of(exported(house, session))
    assert (header.seed, header.key, header.seeded) == (0, "", True)
    auto(house, session)
    found = checked(exported(house, session))
    assert found.seeded == found.rolls != ()
    page = house.host.get(f"/s/{session}/dice").text
    assert f"<dt>From a seed: cannot be checked</dt><dd>{len(found.rolls)}</dd>" in page
    assert "Confirmed by the key" not in page


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
    assert "Its key is revealed when the fight is over." in ann.get(f"/s/{session}/dice").text
    assert house.guest().get(f"/s/{session}/dice").status_code == 403
    auto(house, session)
    rolls = checked(exported(house, session)).rolls
    page, hers = house.host.get(f"/s/{session}/dice").text, ann.get(f"/s/{session}/dice").text
    assert key in page
    assert key in hers
    assert f"<dt>Confirmed by the key</dt><dd>{len(rolls)}</dd>" in page
    assert "Rolls you saw" in hers
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
