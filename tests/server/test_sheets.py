"""Sheets of a table: by its own rules; and the card of a fighter, with no more than its player may know."""

from __future__ import annotations

import re
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import pytest

from affray import operations
from tests.server.people import House

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House() as found:
        yield found


def test_a_table_reads_the_sheet_of_its_own_rules(house: House) -> None:
    data = tomllib.loads(operations.scene_text("duel"))
    data["options"] = {"move.rate": 12}
    path = house.host.post("/build/start", json={"data": data}).json()["path"]
    found, usual = house.host.get(f"{path}/rules"), house.host.get("/rules/coriolis")
    assert found.status_code == usual.status_code == 200
    for said in ("House rules here", "<i>12 m</i>"):
        assert said in found.text
        assert said not in usual.text
    assert house.guest().get(f"{path}/rules").status_code == 403


def test_the_script_of_a_sheet_is_the_only_one_that_may_run(house: House) -> None:
    found = house.host.get("/rules/coriolis")
    scripts = re.findall(r"<script>(.*?)</script>", found.text, re.DOTALL)
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = re.findall(r"'sha256-([^']+)'", found.headers["content-security-policy"])
    assert digests == allowed != []


def test_a_card_is_for_whoever_runs_the_fighter(house: House) -> None:
    session = house.table()
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    for reader in (ann, house.host):
        found = reader.get(f"/s/{session}/card", params={"name": "Zara"})
        assert found.status_code == 200
        assert "service pistol (in hand)" in found.text
        assert "Against Kaan" in found.text
        assert "<script" not in found.text
    assert "and the harm on average" in found.text, "the game master knows all figures"
    other = ann.get(f"/s/{session}/card", params={"name": "Kaan"})
    assert other.status_code == 404
    assert "service pistol" not in other.text
    assert house.guest().get(f"/s/{session}/card", params={"name": "Zara"}).status_code == 403


def test_a_card_tells_no_odds_that_the_game_master_does_not_show(house: House) -> None:
    session = house.table()
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    cards = []
    for shown in (True, False):
        house.do(session, "sight", foes="words", odds=shown)
        cards.append(ann.get(f"/s/{session}/card", params={"name": "Zara"}).text)
    assert "Per cent, rounded" in cards[0]
    assert "harm on average" not in cards[0]
    assert "Against Kaan" not in cards[1]
