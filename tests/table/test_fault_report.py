"""Fault reports: everything that helps, and nothing that anybody wrote, is called or keeps to themselves."""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from pathlib import Path

import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.errors import LogError
from affray.core.ruleset import ruleset
from affray.core.scene import ruleset_named
from affray.operations import scenes
from affray.session import Session, opening
from affray.session.sealed import seeded
from affray.table.dice_keys import sealed
from affray.table.fault_report import RoomReport, fight_in, line_told, log_rows
from affray.table.nameless import letters, names_of
from affray.table.room import Room
from affray.table.story import TalkLine
from affray.table.visibility import Viewer
from tests.session.fights import NEWCOMER, SCENES, wild
from tests.table.people import evening

pytestmark = pytest.mark.slow

BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/120"
ODD = "Quillon"
"""How every name in the scenes of these tests begins."""


def odd(scene: str) -> tuple[str, list[str]]:
    """A scene whose fighters, title and words are unmistakable, and all of those."""
    text, said = scenes()[scene], []
    data = tomllib.loads(text)
    for n, fighter in enumerate(data["fighters"]):
        said.append(f"{ODD}{chr(97 + n)}")
        for before, behind in (('"', '"'), ("guards ", '"')):
            text = text.replace(f"{before}{fighter['name']}{behind}", f"{before}{said[-1]}{behind}")
    for key in ("title", "about"):
        text = text.replace(json.dumps(data[key], ensure_ascii=False), f'"Grimoire of the {key}"')
    return text, [*said, "Grimoire"]


def played(scene: str, moves: int = 30) -> tuple[Session, list[str]]:
    """A fight with corrections, newcomers, undo; and what may not be told of it."""
    text, said = odd(scene)
    session = opening.begin(ruleset(ruleset_named(text)), text)
    key = sealed(session, seeded(7))
    list(wild(session, 3, moves))
    secrets = [*said, key.decode().strip(), session.header.seal, seeded(7).hex()]
    return session, secrets


def report(room: Room, viewer: Viewer, server=()) -> bytes:
    return RoomReport(room, viewer, server, BROWSER).text().encode()


def clear(found: bytes, secrets: list[str]) -> None:
    """See that nothing of this occurs."""
    assert [secret for secret in secrets if secret and secret.encode() in found] == []


@pytest.mark.parametrize("scene", SCENES)
def test_no_name_and_nothing_written_is_in_it_and_its_log_replays(scene):
    session, secrets = played(scene)

    async def at_the_table() -> bytes:
        room = Room("9f8e7d6c5b", session, title="Friday at Mia's")
        master, link = room.seats.add("gm", "Game master")
        _, other = room.seats.add("player", "Annabel Lee", [str(session.names[0])])
        door = room.seats.open_door("K7Q2MX")
        room.settings.talk.said.append(TalkLine(0, "Annabel Lee", "my password is swordfish", "s2:x"))
        secrets.extend(["Friday", "Mia", "9f8e7d6c5b", link, other, door, "Annabel", "swordfish"])
        return report(room, master.viewer, SERVER)

    found = asyncio.run(at_the_table())
    clear(found, [*secrets, "Rat ", *ADDRESSES, str(Path.home())])
    plain = json.loads(found)
    assert "no_log" not in plain, plain.get("no_log")
    again = fight_in(found)
    assert again.ruleset is session.ruleset
    assert len(again.standing.played) == len(session.standing.played)
    assert len(again.effects) == len(session.effects)
    called = [*again.names, *(each["name"] for each in plain["seen"]["order"])]
    assert [name for name in called if not re.fullmatch(r"[A-Z]{1,2}( \d+)?", name)] == []
    assert plain["versions"]["browser"] == BROWSER


ADDRESSES = ["192.0.2.77", "/x/ann", "aB3dEfGhIjKlMnOpQr", "swordfish"]
SERVER = [
    {
        "at": 1.5,
        "kind": "request",
        "client": "192.0.2.77",
        "path": "/j/aB3dEfGhIjKlMnOpQrStUv",
        "status": 303,
    },
    {"at": 2.5, "kind": "command", "session": "9f8e7d6c5b", "seat": "s2", "command": "say", "answer": "done"},
    {
        "at": 3.0,
        "kind": "fault",
        "error": "KeyError",
        "about": "session 9f8e7d6c5b: KeyError('swordfish')",
        "trace": 'Traceback\n  File "/x/ann/lib/affray/table/room.py", line 7, in close\n'
        '    raise KeyError("swordfish")\n',
    },
]


def test_of_the_servers_log_it_has_what_happened_and_where_in_our_code():
    told = [line_told(line) for line in SERVER]
    assert told[0] == {"at": 1.5, "kind": "request", "status": 303}
    assert told[1] == {"at": 2.5, "kind": "command", "command": "say", "answer": "done"}
    assert told[2]["trace"] == ['affray/table/room.py", line 7, in close']
    clear(json.dumps(told).encode(), ADDRESSES)


def test_a_players_has_no_log_and_tells_of_nobody_unseen():
    async def work(party):
        ann = party.player("Ann", "Rashid")
        await party.gm.do("note", name="Lookout", text="has the key")
        await ann.read()
        found = json.loads(report(party.room, ann.viewer))
        assert found["log"] == []
        assert found["no_log"] == "only the game master can have it"
        seen = [each["name"] for each in found["seen"]["order"]]
        assert seen == [letters(n) for n in range(len(seen))], "no letter is left out for somebody unseen"
        assert len(seen) == len(ann.sections["order"])
        whole = report(party.room, party.gm.viewer)
        assert b"Rashid" not in whole
        assert b"has the key" not in whole

    evening(work, "ambush")


def test_free_dice_and_all_reasons_are_left_out():
    async def work(party):
        lines, put = party.room.session.lines, party.room.entries.put
        await party.gm.do("throw", notation="2d6", why="whether Dorian betrays them", secret=True)
        await party.gm.do("override", words="hurt Rashid 2", why="Dorian's poison")
        await put(lines.hide(Who(3), True, "Dorian told them"), "s1")
        await put(lines.join(NEWCOMER, "Dorian's friend", hidden=True), "s1")
        await put(lines.remove(Who(4), "Dorian goes home"), "s1")
        found = report(party.room, party.gm.viewer)
        clear(found, ["Dorian", "poison", "betrays"])
        assert len(fight_in(found).standing.played) == len(party.room.session.standing.played)

    evening(work, "ambush")


def test_a_players_names_nobody_who_left_or_is_hidden_by_now():
    async def work(party):
        ann = party.player("Ann", "Zara")
        for words in ("hurt Kaan 2", "hurt Rat 1"):
            await party.gm.do("join", toml='name = "Rat"\nside = "rats"\nat = [3, 3]\narchetype = "scout"')
            await party.gm.do("override", words=words)
        await party.gm.do("remove", name="Rat")
        await party.gm.do("hide", name="Rat 2")
        await ann.read()
        assert "Rat leaves the fight" in ann.words
        assert any("Kaan" in words for words in ann.words)
        clear(report(party.room, ann.viewer), ["Rat", "rats", "Kaan", "Zara"])

    evening(work)


BROOM = """name = "Rat"
side = "rats"
at = [3, 3]
archetype = "scout"
weapons = [{ name = "Grandma's broom", kind = "melee", damage = 2, crit = 2 }, "knife"]"""


def test_what_newcomers_have_has_no_name_and_the_games_own_words_stay():
    async def work(party):
        assert (await party.gm.do("join", toml=BROOM))["t"] == "done"
        found = report(party.room, party.gm.viewer)
        clear(found, ["Grandma", "broom"])
        assert [weapon.name for weapon in fight_in(found).fight.fighters[2].kit] == ["thing 1", "knife"]

    evening(work)


@pytest.mark.parametrize(
    ("scene", "words", "kept"),
    [
        ("showdown", "injure Mara Lena's favourite ear", "limb Mara left arm"),
        ("taproom", "say Marge Lena's secret", "hurt Marge 1"),
    ],
)
def test_what_people_say_in_words_of_their_own_is_left_out(scene, words, kept):
    async def work(party):
        assert (await party.gm.do("override", words=words))["t"] == "done"
        assert (await party.gm.do("override", words=kept))["t"] == "done"
        found = report(party.room, party.gm.viewer)
        clear(found, ["Lena"])
        again, session = fight_in(found), party.room.session
        assert [type(effect) for effect in again.effects] == [type(effect) for effect in session.effects]
        assert again.effects[-1] == session.effects[-1]

    evening(work, scene)


def test_every_shipped_scene_gives_a_log():
    sessions = {scene: operations.start(scene) for scene in scenes()}
    told = {scene: log_rows(each, each.log.lines, names_of(each)) for scene, each in sessions.items()}
    assert {scene: why for scene, (_, why) in told.items() if why} == {}


def test_a_thing_may_be_called_like_a_weapon_of_the_game():
    text = scenes()["duel"] + '[[covers]]\nname = "sword"\nends = [[1, 1], [1, 2]]\nkind = "table"\n'
    session = opening.begin(ruleset("coriolis"), text)
    rows, why = log_rows(session, session.log.lines, names_of(session))
    assert (why, len(rows)) == ("", 1)


def test_what_cannot_be_told_without_names_is_left_out_and_said(monkeypatch):
    session = operations.start("duel", seed=5)
    list(wild(session, 1, 5))
    session.header.version = "0"
    found = json.loads(report(Room("x", session), Viewer("gm")))
    assert found["log"] == []
    assert found["no_log"] == "it was played with an older version of the rules"
    assert "Zara" not in json.dumps(found)


def test_what_is_no_report_is_said_in_a_sentence():
    for bad in (b"", b"{}", b'{"log": []}', b'{"log": 3}', b"\xff", b'{"log": [{"do": "start"}]}'):
        with pytest.raises(LogError):
            fight_in(bad)
