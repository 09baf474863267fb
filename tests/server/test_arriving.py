"""Characters imported in the browser: a file, its report, a scene on the shelf."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from affray.importers import uploads
from tests.server.people import House

HERE = {"origin": "http:" + "//testserver"}
TABLE = b"name,archetype,weapons,Colour\nNerses,soldier,heavy pistol,red\n"


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def given(house: House, name: str, data: bytes, **fields: str) -> Any:
    edge = b"x1x2x3"
    parts = [
        b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (edge, k.encode(), v.encode())
        for k, v in fields.items()
    ]
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
    body = b"".join(parts) + b"--" + edge + b"\r\n" + head + data + b"\r\n--" + edge + b"--\r\n"
    kind = "multipart/form-data; boundary=x1x2x3"
    return house.host.post("/import", content=body, headers={**HERE, "content-type": kind})


def words(found: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found.text)).split())


def fault(found: Any) -> str:
    said = re.search(r'role="alert">(.*?)</p>', found.text, re.DOTALL)
    return unescape(said[1]) if said else ""


def toml(found: Any) -> str:
    return unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", found.text, re.DOTALL)[1])  # type: ignore[index]


@pytest.mark.slow
def test_a_table_is_reported_kept_and_downloaded(house: House) -> None:
    found = given(house, "gang.csv", TABLE, game="coriolis", side="guild")
    assert found.status_code == 200, fault(found)
    assert "column Colour" in words(found)
    assert "guild: not in the file" in words(found)
    text = toml(found)
    assert 'name = "Nerses"' in text
    saved = house.host.post("/import/text", data={"text": text}, headers=HERE)
    assert saved.text == text.replace("\r\n", "\n")
    assert saved.headers["content-disposition"].startswith("attachment")
    form = {"text": text, "scene": "shipped:duel", "game": "coriolis"}
    kept = house.host.post("/import/keep", data=form, headers=HERE)
    assert str(kept.url).endswith("/build?kept=a-duel-in-the-cargo-bay")
    assert 'name = "Nerses"' in house.tables.shelf.text("a-duel-in-the-cargo-bay")


@pytest.mark.slow
def test_a_form_that_is_refused_keeps_what_was_chosen(house: House) -> None:
    found = given(house, "gang.csv", b"name,,\nNerses,1,2,3\n", game="traveller", side="the bank")
    assert found.status_code == 400, fault(found)
    assert '<option value="traveller" selected>' in found.text
    assert 'name="side" maxlength="40" value="the bank"' in found.text


@pytest.mark.slow
def test_an_export_says_its_game_itself(house: House) -> None:
    actor = {"name": "Zara", "type": "npc", "system": {"attributes": {}}}
    found = given(house, "zara.json", json.dumps(actor).encode())
    assert found.status_code == 400
    assert "zara.json" in fault(found)
    assert "/tmp" not in found.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("gang.csv", TABLE, "choose the game"),
        ("x.json", b"{", "x.json"),
        ("x.json", b"[" * 100_000, "x.json"),
        ("../../etc/x.json", b"\xff\xfe", "x.json"),
        ("x.json", b"", "x.json"),
    ],
)
def test_what_cannot_be_read_is_told_without_where_it_lay(
    house: House, name: str, data: bytes, said: str
) -> None:
    found = given(house, name, data)
    assert found.status_code == 400
    assert said in fault(found)
    assert "/tmp" not in fault(found)
    assert "etc" not in fault(found)


@pytest.mark.slow
def test_no_file_no_form_and_too_much_are_refused(house: House) -> None:
    assert "choose a file" in fault(given(house, "", b""))
    plain = house.host.post("/import", content=b"x", headers={**HERE, "content-type": "text/plain"})
    assert (plain.status_code, fault(plain)) == (400, "expected a form with a file")
    large = given(house, "x.json", b" " * (uploads.MOST + 1))
    assert large.status_code == 413


@pytest.mark.slow
def test_a_scene_that_would_have_faults_is_not_kept(house: House) -> None:
    text = '[[fighters]]\nname = "Zara"\n'
    form = {"text": text, "scene": "shipped:duel", "game": "coriolis"}
    found = house.host.post("/import/keep", data=form, headers=HERE)
    assert found.status_code == 400
    assert "Zara" in toml(found)
    assert fault(found)
    assert house.tables.shelf.names() == []
    form["scene"] = "shipped:none"
    assert house.host.post("/import/keep", data=form, headers=HERE).status_code == 404


def listed(found: Any) -> list[str]:
    """The faults of a page, one by one."""
    box = found.text.partition('role="alert"')[2].partition("</div>")[0]
    return [unescape(each) for each in re.findall(r"<li>(.*?)</li>", box)]


@pytest.mark.slow
def test_every_fault_of_a_table_has_a_line_of_its_own(house: House) -> None:
    table = b"name,archetype,hp\nA,soldirr,3\nB,soldier,few\nC,soldier,many\n"
    found = given(house, "gang.csv", table, game="coriolis")
    assert found.status_code == 400
    said = listed(found)
    assert [each.partition(": ")[0] for each in said] == ["gang.csv:2", "gang.csv:3", "gang.csv:4"], said


def kept(house: House, text: str) -> Any:
    form = {"text": text, "scene": "shipped:ambush", "game": "coriolis"}
    return house.host.post("/import/keep", data=form, headers=HERE)


@pytest.mark.slow
def test_a_fault_is_named_by_its_line_in_the_text_that_is_seen(house: House) -> None:
    assert fault(kept(house, '[[fighters]]\nname = "A\n')).startswith("the fighters:2: not TOML")
    found = kept(house, '[[fighters]]\r\nname = "A"\r\nside = "crew"\r\nat = [0, 0]\r\narchetype = "x"\r\n')
    assert fault(found).startswith("the fighters:5: fighters.1.archetype: "), found.text
    assert house.tables.shelf.names() == []


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "  \n", "# nobody", "fighters = []", 'title = "x"'])
def test_a_scene_is_not_kept_without_fighters(house: House, text: str) -> None:
    found = kept(house, text)
    assert found.status_code == 400
    assert fault(found) == "the fighters: expected at least one, each under [[fighters]], and nothing else"
    assert house.tables.shelf.names() == []


@pytest.mark.slow
def test_only_the_host_and_only_from_here(house: House) -> None:
    assert house.guest().get("/import").status_code == 403
    evil = {"origin": "http:" + "//evil.test"}
    for path in ("/import", "/import/keep", "/import/text"):
        assert house.guest().post(path, data={"text": "x"}).status_code == 403
        assert house.host.post(path, data={"text": "x"}, headers=evil).status_code == 403
    assert 'href="/import"' in house.host.get("/").text
