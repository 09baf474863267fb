"""The worst message of each kind from each role: how much is done for it in the event loop."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.table.visibility import ROLES, Viewer
from affray.table.wire import COMMANDS, MOST
from tests.table.people import Party, Person, evening
from tests.table.worst import FITTING, NONSENSE, calls

MOST_CALLS = 25_000
"""Calls of functions that one message may cost the loop: some five thousandths of a second."""
REFUSED = 1_500
"""Calls that one may cost that is refused for want of a right."""


def test_each_command_is_among_them_and_none_is_too_long():
    assert set(FITTING) == set(COMMANDS)
    assert max(len(text) for text in NONSENSE.values()) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("role", [*ROLES, "pending"])
def test_no_message_of_anybody_holds_up_the_loop(role):
    async def work(party: Party) -> None:
        await played(party)
        viewer = sat_down(party, role)
        party.room.machine.still = True
        person = Person(party.room, viewer)
        worst: dict[str, int] = {}
        for name, fields in FITTING.items():
            reply, worst[name] = await cost(person, json.dumps({"id": f"w{name}", "do": name, **fields}))
            assert reply.get("code") != "affray/fault", name
            if reply.get("code") == "seat/not-yours":
                assert worst[name] < REFUSED, (name, worst[name])
        for name, text in NONSENSE.items():
            reply, worst[name] = await cost(person, text)
            assert reply["t"] == "refused"
        assert max(worst.values()) < MOST_CALLS, sorted(worst.items(), key=lambda each: -each[1])[:5]

    evening(work, "boarding", odds=True)


async def played(party: Party) -> None:
    """Some of a fight, so that there is something to look at."""
    for _ in range(6):
        await party.gm.go()


def sat_down(party: Party, role: str) -> Viewer:
    """Somebody of this role, or who was not let in."""
    pending = role == "pending"
    kind: Any = "player" if pending else role
    seat, _ = party.room.seats.add(kind, "Ann", ("Zara",) if kind == "player" else (), pending=pending)
    return seat.viewer


async def cost(person: Person, text: str) -> tuple[dict[str, Any], int]:
    """The answer to a message, and how many functions the loop called for it."""
    with calls() as made:
        reply = await person.room.gate.answer(person.viewer, text)
    return json.loads(reply), made.count
