"""Each reader in its own language: pages, answers, sockets; and nothing else is changed."""

from __future__ import annotations

import pytest

from tests.server.people import House, heard, said

FRENCH = {"accept-language": "fr-FR,fr;q=0.9,en;q=0.8"}


@pytest.fixture
def house():
    with House() as found:
        yield found


@pytest.mark.slow
def test_a_page_is_in_the_language_its_reader_asks_for(house):
    host = house.host
    assert "Choose a fight." in host.get("/").text
    french = host.get("/", headers=FRENCH)
    assert "Choisir un combat." in french.text
    assert '<html lang="fr">' in french.text
    assert "Choose a fight" not in french.text
    assert french.headers["vary"].casefold().count("accept-language") == 1


@pytest.mark.slow
def test_a_link_chooses_and_the_browser_keeps_it(house):
    host = house.host
    chosen = host.get("/?language=fr")
    assert "language=fr" in chosen.headers["set-cookie"]
    assert "Choisir un combat." in host.get("/").text
    assert "Choose a fight." in host.get("/?language=en", headers=FRENCH).text
    assert "Choose a fight." in host.get("/", headers=FRENCH).text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["de", "klingon", "../fr", "fr\r\nx: y", ""])
def test_a_language_there_is_not_is_english(house, name):
    found = house.host.get("/", params={"language": name})
    assert found.status_code == 200
    assert "set-cookie" not in found.headers
    assert "Choose a fight." in found.text


@pytest.mark.slow
def test_a_table_is_in_a_language_for_each_seat(house):
    session = house.table()
    house.settle(session)
    host, path = house.host, f"/s/{session}"
    page = host.get(path, headers=FRENCH).text
    assert '"title":"Un duel' not in page
    assert "Un duel dans la soute" in page
    assert "Faire glisser un combattant" in page
    with (
        host.websocket_connect(f"{path}/ws?language=fr") as french,
        host.websocket_connect(f"{path}/ws") as english,
    ):
        one, other = heard(french, "view"), heard(english, "view")
        assert one["sections"]["title"]["scene"] == "Un duel dans la soute"
        assert other["sections"]["title"]["scene"] == "A duel in the cargo bay"
        assert [f["name"] for f in one["sections"]["order"]] == [
            f["name"] for f in other["sections"]["order"]
        ]
        french.send_text('{"id": "a", "do": "say", "text": "prone, yes: hit points"}')
        for ws in (french, english):
            assert talk(ws).endswith(": prone, yes: hit points")
        assert heard(french, "done")["id"] == "a"
        refused = said(french, {"id": "b", "do": "answer", "n": 99, "seq": one["seq"]})
        assert (
            refused["code"] == said(english, {"id": "c", "do": "answer", "n": 99, "seq": one["seq"]})["code"]
        )
        assert refused["why"] != ""


def talk(ws):
    """What is said next."""
    while True:
        for line in heard(ws, "event")["new"]:
            if line["kind"] == "talk":
                return line["words"]


@pytest.mark.slow
def test_programs_are_answered_in_the_language_they_ask_for(house):
    host, path = house.host, f"/s/{house.table()}"
    english, french = (host.get(f"{path}/view", headers=each).json() for each in ({}, FRENCH))
    assert english["sections"]["title"]["scene"] == "A duel in the cargo bay"
    assert french["sections"]["title"]["scene"] == "Un duel dans la soute"
    assert french["sections"]["me"]["may"] == english["sections"]["me"]["may"]


@pytest.mark.slow
def test_what_machines_read_stays_as_it_is(house):
    host = house.host
    for path in ("/openapi.json", "/healthz"):
        assert host.get(path, headers=FRENCH).content == host.get(path).content


@pytest.mark.slow
def test_the_sheet_of_a_game_in_french(house):
    found = house.guest().get("/rules/d6", headers=FRENCH)
    assert '<html lang="fr">' in found.text
    assert "règles" in found.text
    assert found.headers["content-security-policy"].startswith("default-src 'none'")
    assert '<html lang="en">' in house.guest().get("/rules/d6").text
