"""Every command by every role: what is not allowed is refused, and nothing happens."""

from __future__ import annotations

from typing import Any

import pytest

from affray.table.seats import MAY
from affray.table.sight import ROLES, Viewer
from affray.table.wire import COMMANDS
from tests.table.people import Person, evening

FIELDS: dict[str, dict[str, Any]] = {
    "answer": {"n": 1}, "place": {"act": "sprint", "to": [1, 2]}, "dice": {"faces": [3]}, "roll": {},
    "undo": {}, "redo": {}, "undo_to": {"entry": 0}, "amend": {"entry": 1, "n": 1},
    "override": {"words": "hurt Zara 1", "why": "test"}, "join": {"toml": "name = 'Rat'"},
    "hands": {"name": "Kaan", "manner": "person"},
    "order": {"name": "Kaan", "question": "defend", "answer": "no"},
    "odds": {"n": 1}, "advise": {}, "receipt": {"line": 1}, "at": {"entry": 0},
    "seat": {"act": "add", "role": "gm"}, "sight": {"foes": "numbers"}, "reveal": {"line": 1},
    "say": {"text": "hello"}, "name": {"text": "Ours"}, "export": {"form": "log"}, "ping": {},
}  # fmt: skip


def test_each_command_is_tried():
    assert set(FIELDS) == set(COMMANDS)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "gm"])
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_what_a_role_may_not_do_is_refused(role, name):
    async def work(party):
        party.room.seats.add(role, "Ann")
        ann = Person(party.room, Viewer(role, "s2", "Ann"))
        before = party.room.session.seq, party.room.seq
        found = await ann.do(name, **FIELDS[name])
        if name not in MAY[role]:
            assert (found["t"], found["code"], found["retry"]) == ("refused", "seat/not-yours", False)
            assert (party.room.session.seq, party.room.seq) == before
        if role == "player" and name in (
            "answer",
            "place",
            "dice",
            "roll",
            "odds",
            "advise",
            "hands",
            "order",
        ):
            assert found["code"] == "seat/not-yours", "of another's fighter"
            assert party.room.session.seq == before[0]

    evening(work)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"ping"}))
def test_who_waits_to_be_let_in_does_nothing_and_sees_nothing(name):
    async def work(party):
        party.room.seats.add("player", "Ann", ("Zara",), pending=True)
        ann = Person(party.room, Viewer("player", "s2", "Ann", ("Zara",), True))
        found = await ann.do(name, **FIELDS[name])
        assert found["code"] == "seat/not-yours"
        assert set(ann.sections) == {"title", "me", "link", "log"}
        assert ann.sections["log"] == []

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
