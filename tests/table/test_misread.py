"""What is wrong with a message: all of it, with its place and what was expected."""

from __future__ import annotations

import json

import pytest

from affray.core.errors import unknown
from affray.table import validation as misread_in
from affray.table import wire
from affray.table.start import Begin
from affray.table.validation import MOST, RANGE, faults_in, in_one_line, record_faults
from tests.table.people import evening
from tests.table.worst import NONSENSE, CallsOf, calls


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", "expected JSON: it ends too early"),
        ('{"id": !}', "byte 7: expected JSON: invalid character"),
        (b"\xff", "byte 0: expected JSON: invalid character"),
        ("[" * 50_000, "expected JSON: this is nested too deeply"),
        ("[1]", "expected an object, got a list"),
        ("null", "expected an object, got nothing"),
        ('{"do": 3, "id": "a"}', "do: expected one of answer, place"),
        ('{"do": "anser", "id": "a"}', "do: there is no command 'anser'; did you mean 'answer'"),
        (
            '{"do": "answer", "n": "1", "id": 5}',
            "n: expected a whole number or nothing, got text; id: expected text, got a whole number",
        ),
        (
            '{"do": "answer", "id": "", "no": 1}',
            "id: expected text of at least 1 letters, got 0; no: there is no field 'no'",
        ),
        ('{"do": "undo", "n": 0}', "n: expected a whole number of at least 1; id: required, but missing"),
        (
            '{"do": "dice", "id": "a", "faces": [1, "x", 2, -3]}',
            "faces[1]: expected a whole number, got text; faces[3]: expected a whole number of at least 0",
        ),
        ('{"do": "undo", "id": "a", "n": 1e400}', f"n: {RANGE}"),
        ('{"do": "x", "id": "a", "to": [1, {"y": -1e999}]}', f"to[1].y: {RANGE}"),
        ('{"do": "place", "id": "a", "to": [1]}', "to: expected a list of length 2, got 1"),
        ('{"do": "place", "id": "a", "to": ["x", 1]}', "to[0]: expected a number, got text"),
        (
            '{"do": "seat", "id": "a", "act": "sit", "fighters": ["Ann", 3]}',
            "act: expected one of add, approve, give, hand, hide, link, phrase, rename, revoke, show, "
            "got 'sit'",
        ),
    ],
)
def test_every_fault_is_told_with_its_place(message, said):
    found = in_one_line(faults_in(message, wire.COMMANDS))
    parts = sorted(said.split("; "))
    assert [part for part in parts if part not in found] == []
    assert found.count("; ") >= len(parts) - 1


def test_what_is_a_command_has_no_faults():
    for good in ('{"do": "ping", "id": "a"}', '{"do": "place", "id": "a", "to": [1, 2.5]}'):
        wire.decoded(good)
        assert faults_in(good, wire.COMMANDS) == []


def test_faults_without_end_are_counted():
    many = json.dumps({"do": "dice", "id": "a", "faces": ["x"] * (MOST + 7)})
    found = faults_in(many, wire.COMMANDS)
    assert len(found) == MOST + 1
    assert found[-1].message == "and 7 more faults"


@pytest.mark.parametrize("name", NONSENSE)
def test_the_work_for_a_message_is_bounded_however_much_is_wrong_with_it(name, monkeypatch):
    asked = CallsOf(unknown)
    monkeypatch.setattr(misread_in, "unknown", asked)
    with calls() as made:
        found = faults_in(NONSENSE[name], wire.COMMANDS)
    assert 0 < len(found) <= MOST + 1
    assert asked.count <= misread_in.SUGGESTED
    assert max(len(fault.message) + len(fault.place) for fault in found) <= 500
    assert made.count < 10_000


def test_a_record_of_one_kind_is_read_in_the_same_way():
    found = record_faults('{"sene": "duel", "seed": -1, "options": {"x": []}}', Begin)
    assert {fault.place for fault in found} == {"sene", "seed", "options[...]"}
    assert record_faults('{"scene": "duel"}', Begin) == []


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"record": {f"k{n}": 0 for n in range(5_000)}}, "at most 300 values"),
        ({"record": {"name": "x", "weapons": [{"name": "y"}] * 2_000}}, "at most 300 values"),
        ({"toml": "".join(f"k{n}=1\n" for n in range(500))}, "at most 300 values"),
        ({"toml": "a=" + "[" * 1_900 + "]" * 1_900}, "this is nested too deeply"),
    ],
)
def test_a_newcomer_without_end_is_refused_before_it_is_checked(sent, why):
    async def work(party):
        found = await party.gm.do("join", **sent)
        assert found["code"] == "answer/no-record"
        assert why in found["why"]

    evening(work)


def test_of_a_newcomer_with_many_faults_the_first_are_told():
    async def work(party):
        found = await party.gm.do("join", record={f"k{n}": 0 for n in range(250)})
        assert len(found["faults"]) == MOST + 1

    evening(work)


def test_a_refusal_at_the_table_carries_them():
    async def work(party):
        before = party.room.session.seq
        found = await party.gm.send('{"do": "answer", "id": 5, "n": "1"}')
        assert {fault["place"] for fault in found["faults"]} == {"id", "n"}
        found = await party.gm.do("join", record={"name": "Ana", "strength": "much", "nonsense": 1})
        assert found["code"] == "data/faults"
        assert len(found["faults"]) > 1
        assert all(fault["message"] for fault in found["faults"])
        assert party.room.session.seq == before

    evening(work)
