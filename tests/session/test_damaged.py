"""Damaged logs and scenes without a fight: one clear sentence wherever they are met, and nothing changes."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import pytest
from starlette.websockets import WebSocketDisconnect

from affray import operations
from affray.core.deadlock import Stall
from affray.core.errors import BadData, LogError
from affray.core.ruleset import rulesets
from affray.session import Session, log, opening
from affray.store import stored_sessions
from affray.store.memory import MemoryStore
from tests.server.people import House
from tests.session.fights import fresh, run_by_itself
from tests.whole import checkered

pytestmark = pytest.mark.slow

SCENES = {each.ruleset.id: each.name for each in operations.shipped()}
Plain = dict[str, Any]


@pytest.fixture(scope="module", params=sorted(rulesets()))
def rows(request) -> list[Plain]:
    """The log of a fight of each game, forty answers long."""
    return rows_of(request.param)


@cache
def rows_of(game: str) -> list[Plain]:
    """The same for all tests, in whatever order they ask for one."""
    session = fresh(SCENES[game])
    run_by_itself(session).run(40)
    return [json.loads(log.encoded(row)) for row in (session.header, *session.log.rows)]


@pytest.fixture(scope="module")
def house():
    with House() as found:
        yield found


# --- what is done to them -----------------------------------------------------------------------------


def thrown(rows: list[Plain]) -> int:
    """A row with dice that are not all the same, and may stand the other way round."""
    return next(n for n, row in enumerate(rows) if len(set(row.get("dice", ()))) > 1 and _turns(row))


def _turns(row: Plain) -> bool:
    return all(die <= most for die, most in zip(row["dice"][::-1], row["sides"], strict=True))


def caused(rows: list[Plain]) -> int:
    """A row with effects."""
    return next(n for n, row in enumerate(rows) if n and row["effects"])


def fallen(rows: list[Plain]) -> Plain:
    """Another die, which makes another answer."""
    dice = rows[thrown(rows)]["dice"]
    least, most = min(dice), max(dice)
    return {"dice": [least if die == most else most for die in dice[:1]] + dice[1:]}


def turned(rows: list[Plain]) -> Plain:
    """The same faces on other dice: it makes the same answer, and changes nothing."""
    return {"dice": rows[thrown(rows)]["dice"][::-1]}


def other(rows: list[Plain], **values: Any) -> Plain:
    """Another first effect."""
    first, *rest = rows[caused(rows)]["effects"]
    return {"effects": [{**first, **values}, *rest]}


class Damage(NamedTuple):
    """Which row it is done to, the values that are put there, and what is said of it."""

    at: Callable[[list[Plain]], int]
    values: Callable[[list[Plain]], Plain]
    said: str


def first(_: list[Plain]) -> int:
    return 0


DAMAGES = {
    "a die and what it makes": Damage(
        thrown, lambda rows: {**turned(rows), "value": "x"}, "expected one of"),
    "a die that changes nothing": Damage(
        thrown, turned, "was changed after it was written: expected checksum"),
    "who gave an answer": Damage(
        thrown, lambda _: {"by": "dice"}, "was changed after it was written: expected"),
    "an effect": Damage(
        caused, lambda rows: other(rows, points=99), "effect 1: the log has"),
    "an effect taken out": Damage(
        caused, lambda _: {"effects": []}, "the log has 0 effects here, but the rules give"),
    "an effect of an unknown name": Damage(
        caused, lambda rows: other(rows, effect="x.Nope"), "effect 1: there is no effect 'x.Nope'"),
    "an unknown field": Damage(
        caused, lambda _: {"more": 1}, "expected an entry: Object contains unknown field"),
    "an unknown kind of entry": Damage(
        caused, lambda _: {"do": "conjure"}, "expected an entry: Invalid value 'conjure'"),
    "a future form of a row": Damage(
        thrown, lambda _: {"form": 9}, "was written by a newer version of Affray ('answer', format 9)"),
    "a future form of logs": Damage(
        first, lambda _: {"affray": 99}, "was written by a newer version of Affray (format 99;"),
    "a future version of the game": Damage(
        first, lambda _: {"version": "99"}, "was played with version 99 of"),
    "no such game": Damage(first, lambda _: {"ruleset": "chess"}, "there is no ruleset 'chess'"),
    "another scene": Damage(
        first, lambda rows: {"scene": rows[0]["scene"] + "#"}, "was changed after it was written: expected"),
}  # fmt: skip


@pytest.fixture(params=DAMAGES)
def damaged(request, rows) -> tuple[list[bytes], int, str]:
    """The lines of a log, in which one was edited; its place, and what is said of it."""
    damage = DAMAGES[request.param]
    place = damage.at(rows)
    edited = [{**row, **damage.values(rows)} if n == place else row for n, row in enumerate(rows)]
    return [json.dumps(row).encode() for row in edited], place, damage.said


def is_one_sentence(text: str, begins: str, said: str) -> None:
    assert text.startswith(begins), text
    assert said in text
    assert len(text.splitlines()) == 1, text


# --- logs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "damaged"), checkered(sorted(rulesets()), DAMAGES), indirect=True)
def test_an_edited_log_is_refused_at_its_line_by_the_terminal_and_the_api(damaged, affray, tmp_path):
    lines, place, said = damaged
    path, store = tmp_path / "fight.jsonl", tmp_path / "evening.db"
    path.write_bytes(before := b"".join(line + b"\n" for line in lines))
    begins = f"{path}:{place + 1}: "
    for command in (
        ("check", path),
        ("replay", path),
        ("recount", path, "-n", 0),
        ("play", "--auto", "--log", path),
        ("sessions", "import", path, "--store", store),
    ):
        code, out, err = affray(*command)
        assert (code, out) == (2, ""), command
        is_one_sentence(err, begins, said)
        assert path.read_bytes() == before
    assert "fight" not in affray("sessions", "list", "--store", store)[1], "nothing half done"
    for read in (opening.replay, opening.resume):
        with pytest.raises(LogError) as caught:
            read(path)
        is_one_sentence(str(caught.value), begins, said)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("fight*")) == [path]


@pytest.mark.parametrize("name", [[], ["x"], {}, {"is": "x"}, 5, None], ids=repr)
def test_an_effect_whose_name_is_no_text_is_refused_like_one_of_an_unknown_name(name, affray, tmp_path):
    """A list once ended whatever read the log: it can be no key of a table of effects."""
    path = tmp_path / "fight.jsonl"
    session = fresh("duel")
    run_by_itself(session).run(20)
    rows = [json.loads(log.encoded(row)) for row in (session.header, *session.log.rows)]
    place = caused(rows)
    rows[place] = {**rows[place], **other(rows, effect=name)}
    del rows[place]["sum"]
    path.write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    said = f"effect 1: there is no effect {str(name)!r}; known"
    for command in (
        ("check", path),
        ("replay", path),
        ("recount", path, "-n", 0),
        ("play", "--auto", "--log", path),
    ):
        code, out, err = affray(*command)
        assert (code, out) == (2, ""), command
        is_one_sentence(err, f"{path}:{place + 1}: ", said)


@pytest.mark.parametrize(("rows", "damaged"), checkered(sorted(rulesets()), DAMAGES, 2, 1), indirect=True)
def test_an_edited_log_is_refused_at_its_entry_by_a_served_table(damaged, house):
    lines, place, said = damaged
    session = kept(house, lines)
    before = events(house, session)
    begins = f"{session}, entry {place}: "
    page = house.host.get(f"/s/{session}")
    assert page.status_code == 503
    [told] = [each for each in html.unescape(page.text).split("\n") if begins in each]
    is_one_sentence(told[told.index(begins) :], begins, said)
    view = house.host.get(f"/s/{session}/view")
    command = house.host.post(f"/s/{session}/commands", json={"id": "a", "do": "undo", "n": 1})
    for answer in (view, command):
        assert answer.status_code == 422, answer.text
        is_one_sentence(answer.json()["why"], begins, said)
    with suppress(WebSocketDisconnect), house.host.websocket_connect(f"/s/{session}/ws") as ws:
        bye = json.loads(ws.receive_text())
        assert (bye["t"], bye["code"], bye["retry"]) == ("bye", "unreadable", False)
        is_one_sentence(bye["why"], f"the fight cannot be opened: {begins}", said)
    assert events(house, session) == before
    assert house.host.get("/").status_code == 200


@cache
def good(answers: int) -> Session:
    """A fight of so many answers, from which sessions are made whose rows are then others."""
    fight: Session = fresh()
    run_by_itself(fight).run(answers)
    return fight


def kept(house: House, lines: list[bytes]) -> str:
    """A session of the house whose rows are these, whatever they hold."""
    name = f"damaged{next(NUMBERS)}"
    portal, store = house.host.portal, house.tables.store
    assert portal is not None
    portal.call(stored_sessions.begin, store, name, name, good(len(lines) - 1), 0)
    assert isinstance(store, MemoryStore)
    model = store.rows.events[name]
    store.rows.events[name] = [
        model[min(n, len(model) - 1)]._replace(seq=n, body=line) for n, line in enumerate(lines)
    ]
    return name


NUMBERS = iter(range(10_000))


def events(house: House, session: str) -> list[Any]:
    store = house.tables.store
    assert isinstance(store, MemoryStore)
    return list(store.rows.events[session])


def test_a_log_cut_in_the_midst_of_a_row_is_told_without_it_and_says_so(rows, affray, tmp_path, house):
    path = tmp_path / "fight.jsonl"
    lines = [json.dumps(row).encode() for row in rows]
    path.write_bytes(before := b"\n".join(lines)[:-9])
    notice = f"{path}:{len(lines)}: the last line is incomplete and is left out; nobody had seen it"
    for command in (("check", path), ("replay", path, "--plain"), ("recount", path, "-n", 0)):
        code, out, err = affray(*command)
        assert code == 0, err
        said = "".join((out + err).split())
        assert said.count("".join(notice.split())) == 1, command
        assert path.read_bytes() == before
    session = opening.replay(path)
    assert (session.seq, session.notice) == (len(lines) - 2, notice)
    name = kept(house, [*lines[:-1], lines[-1][:-9]])
    why = house.host.get(f"/s/{name}/view").json()["why"]
    is_one_sentence(why, f"{name}, entry {len(lines) - 1}: ", "expected an entry")
    path.write_bytes(lines[0][:90])
    for command in (("check", path), ("replay", path), ("play", "--auto", "--log", path)):
        code, out, err = affray(*command)
        assert (code, out) == (2, "")
        is_one_sentence(err, f"{path}:1: ", "expected the header of a log, got an incomplete line")
    assert path.read_bytes() == lines[0][:90]


def test_a_log_cut_in_the_midst_of_a_round_is_a_shorter_one(rows, affray, tmp_path, house):
    path = tmp_path / "fight.jsonl"
    lines = [json.dumps(row).encode() for row in rows[:-11]]
    path.write_bytes(before := b"".join(line + b"\n" for line in lines))
    code, out, err = affray("check", path)
    assert (code, err) == (0, "")
    assert out == f"{path}: no faults: {opening.replay(path).scene.title!r}, " + (
        f"{opening.replay(path).ruleset.title}, {len(lines) - 1} entries\n"
    )
    for command in (("replay", path), ("recount", path, "-n", 0)):
        assert affray(*command)[0] == 0
        assert path.read_bytes() == before
    assert house.host.get(f"/s/{kept(house, lines)}/view").status_code == 200
    assert affray("play", "--auto", "--log", path)[0] == 0
    assert path.read_bytes().startswith(before), "it went on"


# --- scenes -------------------------------------------------------------------------------------------

PEOPLE = {
    "coriolis": ("archetype = 'soldier'", "hp = 0", ""),
    "horizon": ("archetype = 'guard'", "now = 0", ""),
    "traveller": ("person = 'guard'", "now = { STR = 0, DEX = 0, END = 0 }", ""),
    "d6": ("archetype = 'thug'", "hp = 0", "hp: expected at least 1, got 0"),
    "serenity": (
        "sample = 'soldier'",
        "stun = 99",
        "wounds: expected stun and wounds below the 14 life points",
    ),
}
"""How somebody is made in each game, what says that they are down, and what is said of that."""


def scene(game: str, *sides: str, down: bool = False) -> str:
    """A scene in which somebody stands on each of these sides."""
    made, fallen, _ = PEOPLE[game]
    more = f"{made}\n{fallen if down else ''}\n"
    return f"ruleset = '{game}'\ntitle = 'Quiet'\n" + "".join(
        f"[[fighters]]\nname = '{name}'\nside = '{side}'\nat = [{n}, 0]\n{more}"
        for n, (name, side) in enumerate(zip("AB", sides, strict=False))
    )


@pytest.mark.parametrize("game", PEOPLE)
@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ((), ": fighters: is missing"),
        (("red",), ":3: fighters: expected at least 2 of them, got 1"),
        (("red", "red"), ":3: fighters: expected at least two sides"),
    ],
)
def test_a_scene_without_a_fight_is_refused(game, sides, said, affray, tmp_path, house):
    path, fight = tmp_path / "quiet.toml", tmp_path / "fight.jsonl"
    path.write_text(text := scene(game, *sides))
    for command in (("check", path), ("play", path, "--auto", "--log", fight), ("simulate", path)):
        assert affray(*command) == (2, "", f"{path}{said}\n")
    with pytest.raises(BadData) as caught:
        operations.start(path)
    assert str(caught.value) == f"{path}{said}"
    sent = house.host.post("/sessions", json={"toml": text})
    assert sent.status_code == 422
    assert sent.json()["why"] == f"toml{said}"
    assert not fight.exists()


@pytest.mark.parametrize("game", PEOPLE)
def test_a_scene_in_which_all_are_down_says_so(game, affray, tmp_path, house):
    path = tmp_path / "quiet.toml"
    path.write_text(text := scene(game, "red", "blue", down=True))
    code, out, err = affray("check", path)
    played = affray("play", path, "--auto", "--plain")
    if PEOPLE[game][2]:
        assert (code, out, played[0], played[1]) == (2, "", 2, "")
        assert err == played[2]
        assert [PEOPLE[game][2] in line for line in err.splitlines()] == [True, True], "a fault of each"
        assert house.host.post("/sessions", json={"toml": text}).status_code == 422
        return
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == ["The fight is over before it starts: nobody can act."]
    assert (played[0], played[2]) == (0, "")
    assert played[1].rstrip().endswith("The fight is over.")
    begun = house.host.post("/sessions", json={"toml": text})
    assert begun.status_code in (200, 201), begun.text
    session = begun.json()["session"]
    house.settle(session)
    assert house.tables.rooms[session].session.over


@pytest.mark.parametrize("game", PEOPLE)
def test_a_scene_in_which_nobody_can_hurt_anybody_says_so(game, affray, tmp_path, monkeypatch):
    monkeypatch.setattr("affray.cli.check.hopeless", lambda ruleset, fight: True)
    path = tmp_path / "quiet.toml"
    path.write_text(scene(game, "red", "blue"))
    code, out, err = affray("check", path)
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == [Stall("hopeless").why]
