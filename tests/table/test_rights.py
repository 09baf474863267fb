"""Every command by every role: what is not allowed is refused, and nothing happens."""

from __future__ import annotations

from typing import Any

import pytest

from affray.table import gate as gate_in
from affray.table.seats import MAY
from affray.table.visibility import ROLES, Viewer
from affray.table.wire import COMMANDS
from tests.table.people import Person, evening

FIELDS: dict[str, dict[str, Any]] = {
    "answer": {"n": 1}, "place": {"act": "sprint", "to": [1, 2]}, "dice": {"faces": [3]}, "roll": {},
    "undo": {}, "redo": {}, "undo_to": {"entry": 0}, "amend": {"entry": 1, "n": 1},
    "earlier": {"entry": 1}, "preview": {"entry": 1, "n": 1},
    "override": {"words": "hurt Zara 1", "why": "test"}, "join": {"toml": "name = 'Rat'"},
    "card": {"name": "Zara"}, "correct": {"name": "Zara", "what": "hp", "by": -1}, "newcomers": {},
    "remove": {"name": "Zara"},
    "note": {"name": "Zara", "text": "limps"}, "hands": {"name": "Kaan", "manner": "person"},
    "hide": {"name": "Kaan"}, "reserve": {"like": "Kaan"},
    "order": {"name": "Kaan", "question": "defend", "answer": "no"},
    "odds": {"n": 1}, "advise": {}, "receipt": {"line": 1}, "at": {"entry": 0},
    "seat": {"act": "add", "role": "gm"}, "sight": {"foes": "numbers"}, "reveal": {"line": 1},
    "lines": {"before": 2}, "palette": {}, "pause": {"name": "all"}, "let": {"ask": "1"},
    "squad": {"names": ["Kaan", "Kaan"]},
    "fork": {"entry": 0}, "begin": {}, "archive": {}, "share": {}, "picture": {"remove": True},
    "fog": {"on": True}, "wall": {"name": "rubble", "ends": [[0, 0], [1, 1]]},
    "behind": {"name": "Kaan", "wall": "rubble"},
    "say": {"text": "hello"}, "throw": {"notation": "d6"}, "name": {"text": "Ours"},
    "export": {"form": "markdown"}, "ping": {},
}  # fmt: skip


LOOKS = "receipt at lines palette export card ping"
RIGHTS = {
    "gm": "answer place dice roll undo redo undo_to amend override join hands order odds advise receipt at "
    "seat sight reveal lines palette pause let fork begin archive share picture say throw name export ping "
    "card correct remove note hide newcomers reserve earlier preview squad fog wall behind",
    "player": f"answer place dice roll undo redo hands order odds advise say throw {LOOKS}",
    "spectator": LOOKS,
    "display": "ping",
    "replay": LOOKS,
}
"""Who may do what, written out: a right that is given by mistake must be found here."""


def test_each_command_is_tried():
    assert set(FIELDS) == set(COMMANDS)


def test_each_role_may_do_what_is_written_here_and_no_more():
    assert {role: sorted(may) for role, may in MAY.items()} == {
        role: sorted(said.split()) for role, said in RIGHTS.items()
    }
    assert set(RIGHTS) == set(ROLES)


OF_ANOTHER = {"answer", "place", "dice", "roll", "odds", "advise", "hands", "order"}
"""What a player may do, but not for somebody else's fighter."""


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_every_command_by_every_role(role):
    async def work(party):
        party.room.seats.add(role, "Ann")
        ann = Person(party.room, Viewer(role, "s2", "Ann"))
        for name in sorted(COMMANDS, key=lambda name: name in CHANGING):
            before = party.room.session.seq, party.room.audience.seq, party.room.session.state_hash
            found = await ann.do(name, **FIELDS[name])
            if name in RIGHTS[role].split() and not (role == "player" and name in OF_ANOTHER):
                assert found.get("code") != "seat/not-yours", name
                continue
            assert (found["t"], found["code"], found["retry"]) == ("refused", "seat/not-yours", False), name
            assert (
                party.room.session.seq,
                party.room.audience.seq,
                party.room.session.state_hash,
            ) == before, name
            assert found["why"].endswith(".") or "\n" not in found["why"]

    evening(work)


CHANGING = {"undo", "redo", "undo_to", "amend", "override", "join", "answer", "roll", "dice", "place"}
"""Tried last: after them others are asked."""


def test_who_waits_to_be_let_in_does_nothing_and_sees_nothing():
    async def work(party):
        party.room.seats.add("player", "Ann", ("Zara",), pending=True)
        ann = Person(party.room, Viewer("player", "s2", "Ann", ("Zara",), True))
        for name in sorted(set(COMMANDS) - {"ping"}):
            found = await ann.do(name, **FIELDS[name])
            assert found["code"] == "seat/not-yours", name
            assert set(ann.sections) == {"title", "me", "link", "log"}
            assert ann.sections["log"] == []
        assert (await ann.do("ping"))["t"] == "pong"

    evening(work)


def test_a_replay_shows_everything_only_if_it_was_made_so_and_lets_nobody_do_anything():
    async def work(party):
        found = {}
        for whole in (False, True):
            made = await party.gm.do("share", whole=whole)
            assert made["data"]["path"].startswith("/j/")
            seat = party.room.seats.named(made["data"]["seat"])
            found[whole] = Person(party.room, seat.viewer)
            await found[whole].read()
            assert found[whole].sections["me"]["may"] == sorted(LOOKS.split())
            assert not found[whole].ask["mine"]
            assert found[whole].ask["options"] == []
            assert "pause" not in found[whole].sections
            assert not [s for s in found[whole].sections["link"]["seats"] if s["role"] == "replay"]
        foes = [next(f for f in p.sections["order"] if f["foe"]) for p in found.values()]
        assert [bool(f["tracks"][0].get("most")) for f in foes] == [False, True]
        past = await found[False].do("at", entry=0)
        assert past["data"]["asked"] is None
        assert (await found[True].do("export", form="log"))["code"] == "seat/not-yours"
        await party.gm.do("share", act="close")
        for person in found.values():
            assert person.client.closed

    evening(work)


def test_the_lists_of_commands_say_what_is_open():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        await party.gm.read()
        assert party.gm.sections["me"]["may"] == sorted(COMMANDS)
        assert "override" not in ann.sections["me"]["may"]
        assert "answer" in ann.sections["me"]["may"]
        await party.gm.do("sight", undo=False)
        await ann.read()
        assert "undo" not in ann.sections["me"]["may"]
        assert (await ann.do("undo"))["code"] == "seat/not-yours"

    evening(work)


def test_a_player_answers_for_the_own_fighter_and_no_other():
    async def work(party):
        ann, bob = party.player("Ann", "Zara"), party.player("Bob", "Kaan")
        await ann.read()
        assert ann.ask["mine"]
        assert ann.ask["name"] == "Zara"
        await bob.read()
        assert not bob.ask["mine"]
        assert bob.ask["options"] == []
        assert (await bob.do("answer", n=1))["code"] == "seat/not-yours"
        assert (await ann.do("answer", n=1))["t"] == "done"

    evening(work)


def test_a_player_hands_over_the_own_fighter_alone():
    async def work(party):
        ann = party.player("Ann", "Zara")
        assert (await ann.do("hands", name="Zara", manner="dice"))["t"] == "done"
        for name in ("Kaan", "all", "game master", "Z"):
            assert (await ann.do("hands", name=name, manner="autopilot"))["code"] == "seat/not-yours", name
            assert (await ann.do("order", name=name, question="defend", answer="no"))[
                "code"
            ] == "seat/not-yours"

    evening(work)


def test_what_a_seat_may_not_do_is_refused_before_its_faults_are_looked_for(monkeypatch):
    def looked(*_: object) -> bytes:
        raise AssertionError("nobody looks at what may not be said")

    monkeypatch.setattr(gate_in, "unreadable", looked)

    async def work(party):
        party.room.seats.add("player", "Ann", ("Zara",), pending=True)
        party.room.seats.add("spectator", "Sue")
        ann = Person(party.room, Viewer("player", "s2", "Ann", ("Zara",), True))
        sue = Person(party.room, Viewer("spectator", "s3", "Sue"))
        for name in set(COMMANDS) - {"ping"}:
            assert (await ann.do(name, nonsense=1))["code"] == "seat/not-yours", name
        for text in ("", "hello", "[" * 9_000, '{"do": "sudo"}', '{"do": 1}', '{"id": 3}'):
            assert (await ann.send(text))["code"] == "seat/not-yours", text
        for name in set(COMMANDS) - set(LOOKS.split()):
            assert (await sue.do(name, nonsense=1))["code"] == "seat/not-yours", name

    evening(work)
