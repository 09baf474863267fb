"""The first page, and what it does with kept fights: for the host, by plain forms."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest

from affray import operations
from affray.cli.commands import AFFILIATION
from affray.core.ruleset import rulesets
from affray.server.tables import Tables
from affray.session import opening
from affray.store import trash
from affray.store.memory import MemoryStore
from tests.server.people import House, heard

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def page(house: House, path: str = "/") -> str:
    return unescape(house.host.get(path).text)


def keep(house: House, session: str, what: str, **more: str):
    return house.host.post(f"/s/{session}/keep", data={"what": what, **more})


def part(text: str, mark: str) -> str:
    """What stands from a mark on, up to the next heading or list's end."""
    return text.partition(mark)[2].partition("</details>")[0]


def card(text: str, scene: str) -> str:
    return text.partition(f'value="{scene}"')[2].partition("</button>")[0]


def over(house: House, scene: str = "duel") -> str:
    """A finished fight."""
    session = house.table(scene)
    house.do(session, "hands", name="all", manner="autopilot")
    house.settle(session)
    while not house.tables.rooms[session].session.over:
        house.settle(session)
    return session


# --- scenes -------------------------------------------------------------------------------------------


def test_each_scene_says_who_fights_how_long_and_how_hard_and_has_its_map(house: House) -> None:
    text = page(house)
    found = card(text, "ambush")
    assert "scavengers against guards · 2 against 4 · about 5 turns · hard" in found
    assert "crew against boarders · 4 against 4" in card(text, "boarding")
    assert found.count('class="side-0"') == 4
    assert found.count('class="side-1"') == 2
    assert found.count('class="cover"') == 3
    assert text.count('class="facts"') == len(operations.shipped())
    assert text.count("Start here") == len(rulesets())
    assert "Start here" in card(text, "duel")
    for game in rulesets():
        assert f'href="/rules/{game}"' in text
    assert AFFILIATION in text


def test_the_game_that_was_played_last_is_open_and_its_fight_is_one_tap_away(house: House) -> None:
    assert '<details class="game" name="game" id="game-coriolis" open>' in page(house)
    assert 'class="last"' not in page(house)
    session = house.table("taproom")
    text = page(house)
    assert re.findall(r'id="game-(\w+)" open', text) == ["horizon"]
    assert f'<a class="last" href="/s/{session}">' in text
    house.settle(over(house))
    assert f'<a class="last" href="/s/{session}">' in page(house), "what is over does not go on"


# --- names of scenes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["duel", "coriolis/duel", "horizon/duel"])
def test_scenes_are_called_as_in_the_terminal(house: House, name: str) -> None:
    wanted = operations.load_scene(name)
    made = house.host.post("/new", data={"scene": name}, follow_redirects=False)
    room = house.tables.rooms[made.headers["location"].rpartition("/")[2]]
    assert (room.session.ruleset.id, room.title) == (wanted.ruleset.id, wanted.scene.title)
    answer = house.host.post("/sessions", json={"scene": name})
    assert (answer.status_code, answer.json()["name"]) == (201, wanted.scene.title)


@pytest.mark.parametrize("name", ["coriolis/nothing", "chess/duel", "", "/etc/passwd", "duel.toml"])
def test_other_names_are_no_scene_and_files_are_none(house: House, name: str) -> None:
    assert house.host.post("/new", data={"scene": name}).status_code == 404
    answer = house.host.post("/sessions", json={"scene": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "name/unknown")


def test_no_scene_is_described_in_the_keys_of_options() -> None:
    for shipped in operations.shipped():
        scene = operations.load_scene(shipped.name).scene
        keys = [each.key for each in shipped.ruleset.catalogue.options.values()]
        for said in (scene.title, scene.about):
            assert "option" not in said
            assert not [key for key in keys if key in said], shipped.name


# --- kept fights ----------------------------------------------------------------------------------------


def test_a_kept_fight_says_how_it_stands_and_who_plays(house: House) -> None:
    session = house.table("ambush")
    house.seat(session, name="Ann", fighters=["Rashid"])
    house.settle(session)
    text = page(house).partition("Saved fights")[2]
    assert "Coriolis · combat turn" in text
    shown = sorted(
        house.host.get(f"/s/{session}/view").json()["sections"]["order"], key=lambda fighter: fighter["id"]
    )
    stand = [
        sum(not fighter["out"] for fighter in shown if fighter["side"] == side)
        for side in dict.fromkeys(fighter["side"] for fighter in shown)
    ]
    assert f"{stand[0]} against {stand[1]}" in text
    assert "today, " in text
    assert "Ann" in text
    for (mark, out), people in Counter((fighter["mark"], fighter["out"]) for fighter in shown).items():
        assert text.count(f'class="side-{mark}{" out" if out else ""}"') == people, "as at the table"
    ended = over(house)
    winner = house.tables.rooms[ended].session.winner
    assert f"won by the {winner}" in page(house).partition("Saved fights")[2]


def test_one_that_is_not_open_is_looked_into_beside_and_one_that_is_damaged_is_listed(house: House) -> None:
    session, other = house.table("ambush"), house.table("brawl")
    house.tables.rooms.clear()
    del house.tables.store.rows.events[other][1:]  # type: ignore[attr-defined]
    house.tables.store.rows.events[other][0] = house.tables.store.rows.events[session][0]._replace(  # type: ignore[attr-defined]
        body=b"{}", session=other
    )
    text = page(house).partition("Saved fights")[2]
    assert "2 against 4" in text
    assert "Brawl in the canteen" in text


def test_an_older_fight_has_a_line_and_the_rest_of_it_where_it_is_asked_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.server.start_routes.MOST", 1)
    for scene in ("ambush", "duel"):
        house.table(scene)
    short = page(house).partition("Saved fights")[2]
    assert short.count('action="/s/') == 5, "forms of the latest alone"
    [session] = re.findall(r'href="/\?more=(\w+)#fight"', short)
    assert f'href="/s/{session}"' in short
    assert "Coriolis · today, " in short
    asked = house.host.get("/", params={"more": session}).text.partition("Saved fights")[2]
    assert asked.count('action="/s/') == 10
    assert '<li id="fight">' in asked
    assert '<details name="fight" open>' in asked


def test_a_fight_is_renamed_and_its_table_knows_at_once(house: House) -> None:
    session = house.table()
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        found = keep(house, session, "rename", name="  Friday \n night ")
        assert "Renamed: Friday night." in found.text
        titles: list[str] = []
        while "Friday night" not in titles:
            titles.append(heard(ws, "event")["sections"].get("title", {}).get("name"))
    for bad in ("", "  ", "x" * 201):
        assert keep(house, session, "rename", name=bad).status_code == 400
    assert "Friday night" in page(house)


def test_a_copy_is_a_fight_of_its_own(house: House) -> None:
    session = house.table()
    found = keep(house, session, "copy")
    assert "Copied: A duel in the cargo bay (copy)." in found.text
    copy = re.search(r"fight=(\w+)", str(found.url))
    assert copy
    assert copy[1] != session
    assert house.host.get(f"/s/{copy[1]}").status_code == 200


def test_a_log_is_saved_as_the_terminal_reads_it(house: House, tmp_path) -> None:
    session = over(house)
    house.do(session, "name", text='Friday: "the/duel"')
    answer = house.host.get(f"/s/{session}/log")
    assert answer.headers["content-disposition"] == 'attachment; filename="Friday-the-duel.jsonl"'
    path = tmp_path / "fight.jsonl"
    path.write_bytes(answer.content)
    again = opening.replay(path)
    assert again.winner == house.tables.rooms[session].session.winner
    assert house.host.get("/s/nothing/log").status_code == 404


def test_what_is_put_away_and_removed_leaves_the_list_and_comes_back(house: House) -> None:
    session = house.table()
    for what, mark, back in (("away", 'id="away"', "out"), ("remove", 'id="bin"', "restore")):
        assert "Restore" in keep(house, session, what).text
        text = page(house)
        assert "Saved fights" not in text
        assert "A duel in the cargo bay" in part(text, mark)
        assert "is back on the list" in keep(house, session, back).text
        assert "Saved fights" in page(house)
        assert mark not in page(house)


def test_who_sits_at_a_table_that_is_removed_is_told_and_it_opens_again(house: House) -> None:
    session = house.table()
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        keep(house, session, "remove")
        assert "removed" in heard(ws, "bye")["why"]
    assert "deleted for good in 30 days" in page(house)
    keep(house, session, "restore")
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")


def test_what_is_put_away_or_gone_on_with_is_not_in_the_bin_any_more(house: House) -> None:
    session = house.table()
    keep(house, session, "remove")
    house.do(session, "archive", on=True)
    assert 'id="bin"' not in page(house)
    assert 'id="away"' in page(house)
    keep(house, session, "remove")
    assert 'id="bin"' in page(house)
    house.do(session, "answer", n=1)
    assert 'id="bin"' not in page(house), "somebody plays on"


@pytest.mark.parametrize("what", ["rename", "copy", "away", "out", "remove", "restore", "sudo", ""])
def test_only_the_host_does_that_and_only_from_the_page(house: House, what: str) -> None:
    session = house.lobby()
    guest, before = house.guest(), page(house)
    guest.get(house.seat(session, name="Bea", role="gm"))
    asked = {"what": what, "name": "Ours"}
    assert guest.post(f"/s/{session}/keep", data=asked).status_code == 403
    foreign = {"origin": "null"}
    assert house.host.post(f"/s/{session}/keep", data=asked, headers=foreign).status_code == 403
    for path in ("log", "next"):
        assert guest.get(f"/s/{session}/{path}").status_code == 403
    assert page(house) == before
    assert keep(house, "nothing", what).status_code in (400, 404)
    if what in ("sudo", ""):
        assert keep(house, session, what).status_code == 400
        assert page(house) == before


# --- the bin ----------------------------------------------------------------------------------------------


def test_after_thirty_days_it_is_gone_but_never_what_was_gone_on_with() -> None:
    async def month() -> None:
        store = MemoryStore()
        tables = Tables(store)
        old, new, played, away = [(await tables.start("duel")).id for _ in range(4)]
        for name in (old, played):
            await trash.put_in(store, name, 0)
        await trash.put_in(store, new, trash.A_DAY)
        await trash.archive(store, away, on=True)
        rows = store.rows
        rows.listed[played] = rows.listed[played]._replace(last=7)
        late = trash.DAYS * trash.A_DAY
        assert await trash.empty(store, lambda _: True, late - 1) == []
        assert await trash.empty(store, lambda _: False, late) == [], "another worker's"
        assert await trash.empty(store, lambda _: True, late) == [old]
        assert {each.session for each in await store.sessions()} == {new, played, away}

    asyncio.run(month())


def test_a_server_empties_its_bin_by_itself() -> None:
    store = MemoryStore()

    async def before() -> None:
        room = await Tables(store).start("duel")
        await trash.put_in(store, room.id, 0)

    asyncio.run(before())
    with House(store) as house:
        kept = len(store.rows.listed)
        while kept:  # the bin is looked into beside what is asked
            assert 'id="away"' not in page(house)
            kept = len(store.rows.listed)
        assert 'id="bin"' not in page(house)


def test_a_server_that_keeps_things_for_so_many_days_puts_into_the_bin_what_is_older_and_unused() -> None:
    async def month() -> None:
        store = MemoryStore()
        tables = Tables(store, keep_days=30)
        old, new, seated = [(await tables.start("duel")).id for _ in range(3)]
        rows = store.rows
        for name in (old, seated):
            rows.listed[name] = rows.listed[name]._replace(changed=trash.now() - 31 * trash.A_DAY)
        under_way = tables.rooms[seated].tasks.start(asyncio.Event().wait())
        await tables._expire()
        binned = [each.session for each in await store.sessions() if await trash.removed(store, each)]
        assert binned == [old]
        assert old not in tables.rooms
        assert {new, seated} <= tables.rooms.keys()
        under_way.cancel()

    asyncio.run(month())


# --- after the server has begun anew ------------------------------------------------------------------------


def test_who_was_the_host_before_is_told_how_to_get_in_and_finds_the_fights() -> None:
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        house.host.get(f"/s/{session}")
        before = dict(house.host.cookies)
    with House(store) as house:
        other = house.table("ambush")
        old = house.guest()
        old.cookies.update(before)
        found = old.get("/")
        assert found.status_code == 403
        assert "The server has restarted" in found.text
        assert f'href="/s/{session}"' in found.text
        assert other not in found.text
        assert old.get(f"/s/{session}").status_code == 200
        stranger = house.guest()
        stranger.cookies.update({"host": "guessed"})
        assert "Join a table" in stranger.get("/").text
        assert session not in stranger.get("/").text


def test_a_table_leads_its_host_home_and_nobody_else(house: House) -> None:
    session = house.table()
    second, ann = house.guest(), house.guest()
    second.get(house.seat(session, name="Bea", role="gm"))
    ann.get(house.seat(session, name="Ann"))
    assert 'data-host="yes"' in house.host.get(f"/s/{session}").text
    for other in (second, ann):
        assert 'data-host=""' in other.get(f"/s/{session}").text


# --- the end ------------------------------------------------------------------------------------------------


def test_the_recount_is_the_game_masters(house: House) -> None:
    session = over(house)
    second, ann = house.guest(), house.guest()
    second.get(house.seat(session, name="Bea", role="gm"))
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    for master in (house.host, second):
        found = master.get(f"/s/{session}/recount")
        assert found.status_code == 200
        assert "A duel in the cargo bay: what happened" in found.text
        assert f'<a href="/s/{session}">' in found.text
        assert '<a href="/">' in found.text
    for stranger in (ann, house.guest()):
        assert stranger.get(f"/s/{session}/recount").status_code == 403


def test_the_next_fight_begins_at_the_start_or_in_the_campaign(house: House) -> None:
    session = house.table()
    found = house.host.get(f"/s/{session}/next", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, "/")
    begun = house.host.post("/campaigns", data={"title": "The long way", "game": "coriolis"})
    campaign = str(begun.url)
    house.host.post(campaign, data={"what": "enlist", "scene": "shipped:duel", "only": "Zara"})
    fight = house.host.post(campaign, data={"what": "carry", "scene": "shipped:duel"}, follow_redirects=False)
    found = house.host.get(f"{fight.headers['location']}/next", follow_redirects=False)
    assert found.headers["location"] == "/campaigns/" + campaign.rpartition("/")[2]
