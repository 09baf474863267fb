"""Packs of a server: what they bring holds wherever a fight begins or a scene is read."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.builder.documents import of_text
from affray.core.errors import BadData
from affray.core.pack import Pack
from affray.core.ruleset import rulesets
from affray.server.listener import Settings
from affray.store.memory import MemoryStore
from tests.core.test_pack import ALL, SCENE
from tests.d6.test_packs import FILES
from tests.d6.test_packs import SCENE as SKIRMISH
from tests.importers.exports import sample
from tests.server.people import House
from tests.server.real import running
from tests.server.test_arriving import given, toml, words
from tests.server.test_evenings import begun, done, fault, sent, taken_up

pytestmark = pytest.mark.slow

OWN = 'ruleset = "coriolis"\ntitle = "My own"\n[[weapons]]\nname = "boat hook"\nkind = "melee"\ndamage = 2\n'


def folder(place: Path, files: dict[str, str]) -> Path:
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    return folder(tmp_path / "harbour", ALL)


@pytest.fixture
def rivets(tmp_path: Path) -> Path:
    return folder(tmp_path / "rivets", {**FILES, "pack.toml": 'ruleset = "d6"\ntitle = "Rivets"\n'})


@pytest.fixture
def house(harbour: Path, rivets: Path) -> Iterator[House]:
    with House(contents=operations.packs_by_game([harbour, rivets])) as found:
        yield found


def built(house: House, path: str, **body: Any) -> Any:
    return house.host.post(f"/build/{path}", json=body)


def data(text: str = SCENE) -> Any:
    return of_text(text)


# --- read once --------------------------------------------------------------------------------------


def test_packs_of_several_games_are_read_at_once(harbour: Path, rivets: Path) -> None:
    contents = operations.packs_by_game([harbour, rivets])
    assert list(contents) == ["coriolis", "d6"]
    assert contents["coriolis"].packs == (
        Pack(
            "Harbour arms",
            {
                "armours": ("oilskins",),
                "weapons": ("harpoon gun", "flare pistol"),
                "archetypes": ("docker",),
            },
        ),
    )
    assert operations.packs_named(contents) == ["Harbour arms (Coriolis)", "Rivets (D6 Skirmish)"]
    assert operations.load_packs(operations.ruleset("horizon"), contents).tables == {}


def test_every_fault_of_every_pack_is_told_with_its_place(
    harbour: Path, rivets: Path, tmp_path: Path
) -> None:
    (harbour / "weapons.csv").write_text("name,colour\nx,red\n", encoding="utf-8")
    (rivets / "armours.csv").write_text("name,rating\nmail,much\n", encoding="utf-8")
    chess = folder(tmp_path / "chess", {"pack.toml": 'title = "x"\nruleset = "chess"\n'})
    bare = folder(tmp_path / "bare", {"pack.toml": "titel = 3\n"})
    with pytest.raises(BadData) as told:
        operations.packs_by_game([harbour, chess, bare, rivets, tmp_path / "none"])
    lines = str(told.value).replace(f"{tmp_path}/", "").splitlines()
    assert lines == [
        f"chess/pack.toml:2: ruleset: there is no ruleset 'chess'; known: {', '.join(rulesets())}",
        'bare/pack.toml: ruleset: expected the id of a game, such as ruleset = "coriolis"',
        "bare/pack.toml: title: is missing",
        "bare/pack.toml:1: titel: there is no key 'titel'; did you mean 'title'?",
        "none/pack.toml: cannot be read: No such file or directory",
        "harbour/weapons.csv:1: there is no column 'colour'; "
        "known: band, bonus, crit, damage, initiative, kind, name, tags",
        "harbour/weapons.csv:2: kind: is missing",
        "harbour/weapons.csv:2: damage: is missing",
        "rivets/armours.csv:2: rating: expected a whole number, got 'much'",
    ]


def test_what_they_bring_goes_to_processes_as_it_is(harbour: Path, rivets: Path) -> None:
    settings = Settings("memory:", contents=operations.packs_by_game([harbour, rivets]))
    again = pickle.loads(pickle.dumps(settings))
    assert again == settings
    assert [content.packs for content in again.contents.values()] == [
        content.packs for content in settings.contents.values()
    ]


# --- fights that begin -------------------------------------------------------------------------------


def test_a_fight_that_a_program_begins_has_them_in_its_log(house: House) -> None:
    token = {"authorization": f"Bearer {house.tables.access.secret}"}
    for text, name in ((SCENE, "harpoon gun"), (SKIRMISH, "rivet gun")):
        made = house.host.post("/sessions", json={"toml": text}, headers=token)
        assert made.status_code == 201, made.text
        session = house.tables.rooms[made.json()["session"]].session
        assert session.fight.bodies[0].kit[0].name == name
        assert name in json.dumps(session.header.content)
        assert session.content.packs == ()
    assert "rivet" not in json.dumps(house.tables.rooms[house.table("duel")].session.header.content)


def test_people_of_a_pack_join_a_fight_of_the_game_s_own(house: House) -> None:
    session = house.table("duel")
    record = 'name = "Bo"\nside = "crew"\nat = [1, 1]\narchetype = "docker"\n'
    found = house.do(session, "join", toml=record, why="off the ship")
    assert found["t"] == "done", found
    assert house.tables.rooms[session].session.fight.bodies[-2].sheet.strength == 4


def test_a_fight_goes_on_when_the_server_begins_again_without_the_pack(harbour: Path) -> None:
    store = MemoryStore()
    with House(store, contents=operations.packs_by_game([harbour])) as house:
        token = {"authorization": f"Bearer {house.tables.access.secret}"}
        name = house.host.post("/sessions", json={"toml": SCENE}, headers=token).json()["session"]
    with House(store) as house:
        assert house.host.get(f"/s/{name}").status_code == 200
        assert house.do(name, "override", words="hurt A 1", why="a stone")["t"] == "done"
        assert house.tables.rooms[name].session.fight.bodies[0].kit[0].name == "harpoon gun"
        again = house.host.post(
            "/sessions",
            json={"toml": SCENE},
            headers={"authorization": f"Bearer {house.tables.access.secret}"},
        )
        assert again.status_code == 422


def test_a_scene_that_lacks_what_a_pack_replaces_is_refused_in_a_sentence(tmp_path: Path) -> None:
    pack = 'ruleset = "coriolis"\ntitle = "Hooks"\nreplaces = ["weapons"]\n'
    bare = folder(tmp_path / "hooks", {"pack.toml": pack})
    with House(contents=operations.packs_by_game([bare])) as house:
        found = house.host.post("/new", data={"scene": "duel"})
        assert found.status_code == 400
        assert "there is no weapon" in words(found)


def test_the_start_page_names_them_in_one_line(house: House) -> None:
    page = house.host.get("/")
    assert "Packs used in every fight here: Harbour arms (Coriolis), Rivets (D6 Skirmish)" in words(page)
    french = words(house.host.get("/?language=fr"))
    assert "Packs used in every fight here" not in french
    assert "Harbour arms (Coriolis), Rivets (D6 Skirmish)" in french
    with House() as without:
        assert "Packs for" not in words(without.host.get("/"))


# --- the builder -------------------------------------------------------------------------------------


def test_the_builder_offers_what_they_bring(house: House) -> None:
    found = house.host.get("/build/game/coriolis").json()
    assert found["folk"][-1] == "docker"
    assert [pack["title"] for pack in found["packs"]] == ["Harbour arms"]
    assert found["packs"][0]["brings"]["weapons"] == ["harpoon gun", "flare pistol"]
    assert '"harpoon gun"' in json.dumps(found["schema"])
    assert "rivet gun" not in json.dumps(found)
    assert house.host.get("/build/game/horizon").json()["packs"] == []


def test_a_scene_with_their_names_has_no_faults_has_odds_and_begins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.builder.live_odds.WHOLE", 40)
    monkeypatch.setattr("affray.builder.live_odds.FIRST", 40)
    opened = built(house, "open", text=SCENE).json()
    assert opened["faults"] == []
    odds = [json.loads(line) for line in built(house, "odds", data=opened["data"]).text.splitlines()]
    assert odds[0]["faults"] == []
    assert odds[-1]["n"] == 40
    tuned = built(house, "tune", data=opened["data"], target=0.5, side="one").text.splitlines()
    assert json.loads(tuned[-1])["t"] in ("search", "found")
    path = built(house, "start", data=opened["data"]).json()["path"]
    assert house.tables.rooms[path.rpartition("/")[2]].session.fight.bodies[0].kit[0].name == "harpoon gun"


def test_a_saved_scene_is_in_order_when_it_is_opened_again(house: House) -> None:
    name = built(house, "scenes", data=data()).json()["kept"]["name"]
    assert house.host.get(f"/build/scenes/{name}").json() == {"data": data(), "faults": []}


def test_packs_of_the_browser_come_besides(house: House) -> None:
    found = built(house, "packs", data=data(), packs=[OWN]).json()
    assert found["brings"] == {"weapons": ["boat hook"]}
    assert [pack["title"] for pack in found["offer"]["packs"]] == ["Harbour arms"]
    both = data()
    both["fighters"][1]["weapons"] = ["boat hook", "flare pistol"]
    path = built(house, "start", data=both, packs=[OWN]).json()["path"]
    kit = house.tables.rooms[path.rpartition("/")[2]].session.fight.bodies[1].kit
    assert [weapon.name for weapon in kit] == ["boat hook", "flare pistol"]


def test_a_pack_of_the_browser_with_a_name_of_the_server_s_is_refused(house: House) -> None:
    twice = OWN.replace("boat hook", "harpoon gun")
    found = built(house, "packs", data=data(), packs=[twice])
    assert found.status_code == 400
    said = "another pack already has a 'harpoon gun'; expected a different name"
    assert said in found.json()["why"]
    french = house.host.post("/build/packs?language=fr", json={"data": data(), "packs": [twice]}).json()[
        "why"
    ]
    assert "already" not in french
    assert "harpoon gun" in french


# --- campaigns, characters from elsewhere ---------------------------------------------------------------


def test_people_of_a_pack_join_a_campaign_and_are_carried_to_a_table(house: House) -> None:
    house.tables.shelf.put("quay", SCENE)
    path = begun(house)
    found = sent(house, path, what="enlist", scene="made:quay", only="A")
    assert done(found) == ["A joins (from On the quay)"], fault(found)
    assert list(taken_up(house, path).names) == ["A"]
    found = sent(house, path, what="carry", scene="made:quay")
    room = house.tables.rooms[found.url.path.rpartition("/")[2]]
    assert [weapon.name for weapon in room.session.fight.bodies[0].kit] == ["harpoon gun", "carbine"]


def test_arms_of_characters_are_matched_with_them_and_kept(house: House) -> None:
    table = b"name,archetype,weapons,armour\nNerses,docker,Harpoon-gun,oilskins\n"
    found = given(house, "gang.csv", table, game="coriolis", side="guild")
    assert found.status_code == 200, fault(found)
    text = toml(found)
    assert 'weapons = ["harpoon gun"]' in text
    form = {"text": text, "scene": "shipped:duel", "game": "coriolis"}
    kept = house.host.post("/import/keep", data=form, headers={"origin": "http:" + "//testserver"})
    name = str(kept.url).rpartition("=")[2]
    opened = house.host.get(f"/build/scenes/{name}").json()
    assert opened["faults"] == []


def test_an_export_is_matched_with_the_packs_of_its_own_game(house: House) -> None:
    actor = sample("zara")
    actor["items"][0]["name"] = "Harpoon gun"
    found = given(house, "zara.json", msgspec.json.encode(actor))
    assert found.status_code == 200, fault(found)
    assert "harpoon gun" in toml(found)


# --- a real server -----------------------------------------------------------------------------------


def test_the_command_serves_a_scene_with_its_packs_and_names_them(
    harbour: Path, rivets: Path, tmp_path: Path
) -> None:
    scene = tmp_path / "quay.toml"
    scene.write_text(SCENE, encoding="utf-8")
    more = ("--store", "memory:", "--pack", str(harbour), "--pack", str(rivets))
    with running(str(scene), *more) as real:
        listed = json.loads(real.get("/sessions", real.host).text)
        assert [each["name"] for each in listed] == ["On the quay"]
        text = json.dumps({"data": data(SKIRMISH)})
        opened = real.ask("/build/start", real.path.rpartition("/")[2], "POST", text)
        assert opened.status == 200, opened.text
        assert json.loads(opened.text)["path"].startswith("/s/")
        assert "Rivets (D6 Skirmish)" in real.get("/", real.host).text
