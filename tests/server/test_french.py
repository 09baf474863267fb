"""Every page of the server for a French reader: nothing is left in English."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from affray import operations
from affray.builder.documents import of_text
from affray.core.errors import StoreError
from affray.languages import reader
from affray.languages.catalogues import language, languages
from affray.store.memory import MemoryStore
from affray.store.store import Cut
from tests.languages.listening import Listening, left
from tests.server.people import House
from tests.server.test_arriving import TABLE, given
from tests.server.test_evenings import begun, hurt, kept, sent
from tests.test_architecture import clear

pytestmark = pytest.mark.slow

SILENT = re.compile(r"<(script|style|code|textarea)\b.*?</\1>", re.S)
AS_IT_IS = re.compile(r'<(\w+)[^>]*translate="no"[^>]*>.*?</\1>', re.S)
LABEL = re.compile(r'\s(?:title|alt|aria-label|placeholder)="([^"]*)"')
DUEL = of_text(operations.scenes()["duel"])
LISTENED = ("server.locales", "server.app", "builder.translation", "builder.endpoints")
NAMES = {
    *("Zara", "Ilse", "Nerses", "Rashid", "Kaan", "Guard", "The long way", "Affray"),
    *("covers", "Colour", "red", "guild", "archetype", "gang.csv", "KEY=VALUE", "chess", "'none'"),
    *operations.scenes(),
    *operations.rulesets(),
    *languages().values(),
}
"""Names of people, and what was typed."""


@pytest.fixture
def listening(monkeypatch):
    """French, which notes what it lacks."""
    heard: dict[str, Listening] = {}

    def listened(name, game=""):
        if name != "fr":
            return language(name, game)
        return heard.setdefault(game, Listening(language(name, game)))

    for module in LISTENED:
        monkeypatch.setattr(f"affray.{module}.language", listened)
    return heard


@pytest.fixture
def house(listening):
    with House(MemoryStore()) as found:
        found.host.cookies.set("language", "fr")
        yield found


def texts(page):
    """What can be read or heard on a page."""
    assert '<html lang="fr">' in page
    shown = AS_IT_IS.sub("", SILENT.sub("", page))
    labels = LABEL.findall(shown)
    return [unescape(each).strip() for each in (*re.split("<[^>]*>", shown), *labels) if each.strip()]


def english(*answers, game=""):
    """What is English in answers: in the texts of pages, in all of what is JSON."""
    found = []
    for answer in answers:
        page = answer.headers["content-type"].startswith("text/html")
        read = texts(answer.text) if page else [json.loads(line) for line in answer.text.splitlines()]
        found += [f"{answer.url.path}: {each}" for each in left(read, game, NAMES)]
    return found


def lacking(listening):
    """What French was asked for in vain, but what is the same in every language."""
    return sorted({text for each in listening.values() for text in each.lacking} - NAMES)


def test_the_start_and_what_is_said_to_strangers(house, listening):
    guest = house.guest()
    guest.cookies.set("language", "fr")
    house.table()
    kept(house, hurt())
    house.tables.shelf.put("mine", operations.scene_text("duel"))
    answers = [house.host.get("/"), guest.get("/"), house.host.get("/nowhere"), house.host.put("/")]
    answers += [
        house.host.post("/new", data={"scene": "x"}),
        guest.get("/s/nothing"),
        guest.get("/j/nothing"),
    ]
    answers += [guest.get(path) for path in ("/build", "/campaigns", "/import", "/rescue")]
    answers += [house.host.post("/campaigns", headers={"origin": "null"}), house.host.get("/rules/chess")]
    clear(english(*answers))
    clear(lacking(listening))
    assert "Un duel dans la soute" in answers[0].text


def test_what_went_wrong(house, listening, monkeypatch):
    monkeypatch.setattr("affray.server.start_routes._games", lambda: 1 / 0)
    answer = house.host.get("/")
    assert answer.status_code == 500
    clear(english(answer))
    clear(lacking(listening))


def test_joining_and_a_table_and_its_dice(house, listening):
    session = house.table()
    link = house.do(session, "seat", act="link")["data"]["path"]
    guest = house.guest()
    guest.cookies.set("language", "fr")
    house.do(session, "hands", name="all", manner="autopilot")
    house.settle(session)
    answers = [guest.get(link), guest.post(link, data={"name": " "})]
    answers += [house.host.get(f"/s/{session}/dice"), house.host.get(f"/s/{session}")]
    clear(english(*answers, game="coriolis"))
    clear(lacking(listening))
    assert answers[1].status_code == 400


def test_a_session_cut_short_and_a_rescue(house, listening, monkeypatch, tmp_path):
    session = house.table()

    async def cut(_):
        raise Cut(session, "", 3)

    with monkeypatch.context() as patched:
        patched.setattr(house.tables.access, "asked_for", cut)
        answers = [house.host.get(f"/s/{session}")]
    answers += [house.host.get("/rescue"), house.host.post("/rescue")]
    house.tables.health.beside = tmp_path / "fights.db"
    answers += [house.host.post("/rescue")]

    async def fault():
        return StoreError("its file has been moved, removed or replaced", code="store/lost")

    monkeypatch.setattr(house.tables.store, "fault", fault)
    answers += [house.host.get("/rescue"), house.host.get("/")]
    clear(english(*answers))
    clear(lacking(listening))
    assert [answer.status_code for answer in answers] == [503, 200, 409, 200, 200, 200]


def test_campaigns(house, listening):
    path = kept(house, hurt())
    empty = begun(house, "The long way 2", "d6")
    answers = [house.host.get(each) for each in ("/campaigns", path, empty, "/campaigns/none")]
    answers += [sent(house, "/campaigns", title="The long way", game="coriolis"), sent(house, path)]
    deeds = re.findall(r'name="deed" value="([^"]*)"', answers[1].text)
    assert len(deeds) > 2, "deeds are sent as they are typed"
    how = {"n": "3", "span": "hour", "days": "2"}
    for deed in map(unescape, deeds):
        answers.append(house.host.get(f"{path}/odds", params={**how, "deed": deed}))
        assert answers[-1].status_code == 200, answers[-1].text
    for deed in map(unescape, reversed(deeds)):
        answers.append(sent(house, path, what="do", deed=deed, dice="on", **how))
        while 'aria-describedby="expected"' in answers[-1].text:
            answers.append(sent(house, path, what="answer", machine="this"))
    for fields in (
        {"what": "do", "deed": "wait", "n": "x", "span": "hour"},
        {"what": "do", "deed": "wait", "n": "0", "span": "hour"},
        {"what": "do", "deed": "wait", "n": "1", "span": "year"},
        {"what": "do", "deed": " "},
        {"what": "enlist", "scene": "shipped:ambush", "only": "Rashid"},
        {"what": "enlist", "scene": "shipped:ambush", "only": "Rashid"},
        {"what": "enlist", "scene": "shipped:ambush", "only": "Zbrnk"},
        {"what": "undo", "n": "500"},
        {"what": "undo"},
        {"what": "redo"},
        {"what": "redo", "n": "500"},
        {"what": "correct", "words": "hurt Ilse 1", "why": "Zbrnk"},
        {"what": "correct", "words": "hurt Ilse", "why": "Zbrnk"},
        {"what": "correct", "words": " ", "why": "Zbrnk"},
        {"what": "carry", "scene": "shipped:duel"},
        {"what": "carry", "scene": "shipped:boarding"},
    ):
        answers.append(sent(house, path, **fields))
    answers += [house.host.get(path, params={"all": "1"}), house.host.get("/")]
    clear(english(*answers, game="coriolis"))
    clear(lacking(listening))


def test_characters_from_elsewhere(house, listening):
    answers = [house.host.get("/import"), given(house, "gang.csv", TABLE, game="coriolis", side="guild")]
    answers += [given(house, "gang.csv", b"name\n,\n", game="coriolis"), given(house, "gang.csv", TABLE)]
    answers += [
        house.host.post("/import/keep", data={"text": "", "scene": "shipped:duel", "game": "coriolis"})
    ]
    clear(english(*answers))
    clear(lacking(listening))


def test_the_builder(house, listening):
    page = house.host.get("/build")
    known = json.loads(page.text.partition('id="known">')[2].partition("</script>")[0])
    assert [title for game in known["games"] for _, title in game["scenes"] if "duel" in title.lower()]
    wrong = {**DUEL, "title": "", "fighters": [{**DUEL["fighters"][0], "count": 31}]}
    bodies = [
        {"data": wrong},
        {"data": 3},
        [],
        {"data": {"ruleset": "chess"}},
        {"data": {**DUEL, "packs": 3}},
    ]
    refused = [
        answer
        for path in ("text", "start", "tune", "scenes")
        for answer in (house.host.post(f"/build/{path}", json=body) for body in bodies)
        if answer.status_code != 200
    ]
    told = house.host.post("/build/odds", json={"data": wrong})
    assert len(refused) > 10
    clear(english(page, told, *refused, game="coriolis"))
    clear(lacking(listening))


def test_a_program_and_a_picture(house, listening):
    session = house.table()
    path = f"/s/{session}"
    answers = [house.host.post(f"{path}/picture", content=b"x"), house.host.post("/sessions", content=b"x")]
    answers += [house.host.post("/sessions", json={"toml": 3}), house.host.get(f"{path}/events?since=x")]
    answers += [house.guest().get(f"{path}/view", headers={"accept-language": "fr"})]
    clear(english(*answers, game="coriolis"))
    clear(lacking(listening))
    assert reader.language().name == "en"
