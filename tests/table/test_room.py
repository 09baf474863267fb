"""A room: commands in order, once each; the machine between people; slow readers."""

from __future__ import annotations

import asyncio
import json
from time import thread_time
from typing import Any

import pytest

from affray.core.errors import StoreError
from affray.table import wire
from affray.table.client import MOST
from affray.table.visibility import VisibilityRules
from tests.table.people import MASTER, Party, Person, evening


def test_a_command_that_is_sent_twice_is_done_once():
    async def work(party):
        said = json.dumps({"id": "a", "do": "answer", "n": 1})
        first = await party.gm.send(said)
        seq = party.room.session.seq
        assert await party.gm.send(said) == first
        assert party.room.session.seq == seq

    evening(work)


def test_a_command_from_before_a_restart_is_not_done_again():
    async def work(party):
        await party.gm.send(json.dumps({"id": "a", "do": "answer", "n": 1}))
        party.room.gate.replies.clear()
        seq = party.room.session.seq
        assert (await party.gm.send(json.dumps({"id": "a", "do": "answer", "n": 1})))["t"] == "done"
        assert party.room.session.seq == seq

    evening(work)


def test_two_people_may_use_the_same_id():
    async def work(party):
        ann = party.player("Ann", "Zara")
        assert (await ann.do("say", text="one"))["t"] == "done"
        assert (await party.gm.send('{"id":"same","do":"say","text":"two"}'))["t"] == "done"
        assert (await ann.send('{"id":"same","do":"say","text":"three"}'))["t"] == "done"
        assert ann.words[-3:] == ["Ann: one", "Game master: two", "Ann: three"]

    evening(work)


def test_an_answer_to_a_question_that_is_gone_is_refused_and_can_be_tried_again():
    async def work(party):
        old = party.gm.seq
        await party.gm.go()
        found = await party.gm.do("answer", n=1, seq=old)
        assert (found["code"], found["retry"]) == ("wire/stale", True)
        assert (await party.gm.do("answer", n=1, seq=party.gm.seq))["t"] == "done"

    evening(work)


def test_what_does_not_depend_on_what_has_changed_is_carried_out():
    async def work(party):
        ann, old = party.player("Ann", "Zara"), party.gm.seq
        await party.gm.do("say", text="hello")
        await ann.do("hands", name="Zara", manner="dice")
        assert (await ann.do("answer", n=1, seq=old))["t"] == "done", "the question is the same"
        assert (await party.gm.do("override", words="hurt Zara 1", why="a stone", seq=old))["t"] == "done"
        assert (await party.gm.do("undo", seq=old))["code"] == "wire/stale", (
            "it would take back something else"
        )

    evening(work)


def test_undo_and_redo_reach_everybody():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        asked, told = ann.ask["about"], ann.words
        await ann.go()
        await ann.read()
        assert ann.sections["undo"]["can"] == 1
        later = ann.words
        assert (await ann.do("undo"))["t"] == "done"
        assert (ann.ask["about"], ann.words) == (asked, told)
        assert (await ann.do("redo"))["t"] == "done"
        assert ann.words == later

    evening(work)


def test_undo_to_an_entry_leaves_the_machine_waiting():
    async def work(party):
        for _ in range(4):
            await party.gm.go()
        assert (await party.gm.do("undo_to", entry=1))["t"] == "done"
        assert {line["entry"] for line in party.gm.sections["log"]} == {0, 1}
        assert party.gm.ask["name"] == "Kaan", "the machine would go on"
        assert (await party.gm.do("undo_to", entry=1))["code"] == "log/nothing-to-take"


def test_an_earlier_roll_is_amended_and_what_holds_of_what_came_later_stays():
    async def work(party):
        for _ in range(3):
            await party.gm.go()
        roll = next(line for line in party.gm.sections["log"] if line["kind"] == "roll")
        other = 1 if roll["dice"] != [1] else 6
        found = await party.gm.do("amend", entry=roll["entry"], faces=[other], why="misread")
        assert found["t"] == "done", found
        assert set(found["data"]) == {"fell", "added", "waits"}
        now = next(line for line in party.gm.sections["log"] if line["kind"] == "roll")
        assert now["dice"] == [other]
        assert (await party.gm.do("undo"))["t"] == "done"
        assert next(line for line in party.gm.sections["log"] if line["kind"] == "roll") == roll
        for bad, code in [
            ({"entry": roll["entry"]}, "answer/no-number"), ({"entry": 999, "n": 1}, "log/not-amended"),
            ({"entry": roll["entry"], "faces": [7]}, "answer/dice-range"),
        ]:  # fmt: skip
            assert (await party.gm.do("amend", **bad))["code"] == code

    evening(work)


def test_an_earlier_moment_can_be_looked_at():
    async def work(party):
        await party.gm.read()
        ann = party.player("Ann", "Zara")
        await party.gm.do("override", words="hurt Zara 3", why="a stone")
        entry = party.gm.sections["undo"]["entries"]
        tracks = lambda sections, name: next(f for f in sections["order"] if f["name"] == name)["tracks"]  # noqa: E731
        life = lambda sections: tracks(sections, "Zara")[0]["now"]  # noqa: E731
        before = (await ann.do("at", entry=entry - 1))["data"]
        after = (await ann.do("at", entry=entry))["data"]
        assert (life(before), life(after)) == (8, 5)
        assert before["title"]["past"] == entry - 1
        assert not any("stone" in line["words"] for line in before["log"])
        assert tracks(before, "Kaan") == [{"name": "", "word": "unhurt"}], "as far as one may see"
        assert (await ann.do("at", entry=9_999))["code"] == "log/no-entry"

    evening(work)

    evening(work)


def test_real_dice_are_typed_as_faces_or_as_a_total_and_checked():
    async def work(party):
        await party.gm.do("hands", name="all", manner="dice")
        while party.gm.ask["kind"] != "dice":
            attacks = [a["n"] for a in party.gm.sections["actions"] if a["n"] and "%" in a["chance"]]
            await party.gm.do("answer", n=attacks[0] if attacks else 1)
        faces = party.gm.ask["dice"]["faces"]
        assert (await party.gm.do("dice", faces=[9] * len(faces)))["code"] == "answer/dice-range"
        assert (await party.gm.do("dice", faces=[1] * (len(faces) + 1)))["code"] == "answer/dice-count"
        assert (await party.gm.do("dice", total=99))["code"] == "answer/not-possible"
        assert (await party.gm.do("advise"))["code"] == "answer/nothing-to-decide"
        assert (await party.gm.do("dice", total=1, faces=[1]))["code"] == "answer/not-dice"
        assert (await party.gm.do("dice", faces=[1] * len(faces)))["t"] == "done"
        rolled = [line for line in party.gm.sections["log"] if line["by"] == "dice"]
        assert rolled[-1]["dice"] == [1] * len(faces)

    evening(work)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wire/unreadable"),
        ("{", "wire/unreadable"),
        ("[" * 50_000, "wire/unreadable"),
        (b"\xff\xfe", "wire/unreadable"),
        ('{"id":"a"}', "wire/unreadable"),
        ('{"id":"a","do":"conquer"}', "wire/unreadable"),
        ('{"id":"","do":"ping"}', "wire/unreadable"),
        ('{"id":"a","do":"answer","n":"1"}', "wire/unreadable"),
        ('{"id":"a","do":"answer","n":0}', "wire/unreadable"),
        ('{"id":"a","do":"answer"}', "answer/no-number"),
        ('{"id":"a","do":"answer","n":999999}', "answer/not-offered"),
        ('{"id":"a","do":"answer","text":"conquer"}', "answer/not-offered"),
        ('{"id":"a","do":"answer","n":1,"sudo":true}', "wire/unreadable"),
        ('{"id":"a","do":"place","act":"sprint","to":[1e999,0]}', "wire/unreadable"),
        ('{"id":"a","do":"override","words":"hurt Nobody 2","why":"x"}', "answer/bad-correction"),
        ('{"id":"a","do":"join","toml":"name = "}', "answer/no-record"),
        ('{"id":"a","do":"join","record":{}}', "data/faults"),
        ('{"id":"a","do":"hands","name":"Nobody","manner":"dice"}', "answer/no-fighter"),
        ('{"id":"a","do":"hands","name":"Zara","manner":"dancing"}', "answer/no-hand"),
        ('{"id":"a","do":"receipt","line":5000}', "answer/no-line"),
        ('{"id":"a","do":"seat","act":"approve","seat":"s99"}', "name/unknown"),
        ('{"id":"a","do":"seat","act":"revoke","seat":"s1"}', "seat/own"),
        ('{"id":"a","do":"seat","act":"add","fighters":["Nobody"]}', "name/unknown"),
        ('{"id":"a","do":"say","text":"  "}', "answer/no-text"),
        ('{"id":"a","do":"say","text":"' + "x" * 70_000 + '"}', "wire/too-long"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_answer_and_changes_nothing(text, code):
    async def work(party):
        before = party.room.session.seq
        found = await party.gm.send(text)
        assert (found["t"], found["code"]) == ("refused", code)
        assert len(party.gm.replies) == 1
        assert "Traceback" not in found["why"]
        assert len(found["why"]) <= 400
        assert party.room.session.seq == before
        assert (await party.gm.do("ping"))["t"] == "pong"

    evening(work)


def test_a_disk_that_is_full_leaves_everything_as_it_was():
    async def work(party):
        before = party.room.session.seq, party.gm.words
        party.persistence.fails = StoreError("the disk is full")
        tried: list[tuple[str, dict[str, Any]]] = [
            ("answer", {"n": 1}), ("sight", {"foes": "numbers"}), ("say", {"text": "x"}),
            ("name", {"text": "x"}), ("seat", {"act": "add"}), ("reveal", {"line": 1}),
        ]  # fmt: skip
        for name, fields in tried:
            found = await party.gm.do(name, **fields)
            assert (found["code"], found["why"]) == ("store/failed", "this cannot be saved: the disk is full")
        assert (party.room.session.seq, party.gm.words) == before
        assert (
            party.room.settings.visibility_rules.foes,
            party.room.settings.title,
            len(party.room.seats.every()),
        ) == (
            "words",
            "",
            1,
        )
        party.persistence.fails = None
        assert (await party.gm.do("answer", n=1))["t"] == "done"

    evening(work)


def test_a_fault_of_our_own_is_told_without_its_insides():
    async def work(party):
        def broken(*_):
            raise ValueError("secret")

        party.room.session.options.named = broken
        found = await party.gm.do("answer", text="end")
        assert found["code"] == "affray/fault"
        assert "secret" not in found["why"]

    evening(work)


def test_one_who_reads_slowly_is_told_everything_anew():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        for n in range(MOST + 10):
            await party.gm.do("say", text=f"line {n}")
        assert ann.client.waiting <= MOST
        await ann.read()
        assert ann.words[-1] == f"Game master: line {MOST + 9}"
        assert len(ann.words) == len(party.gm.words)
        assert ann.words[-MOST:] == party.gm.words[-MOST:]

    evening(work)


def test_one_who_comes_back_is_told_what_was_missed():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        party.player("Bob", "Zara")
        for _ in range(3):
            await party.gm.go()
        since, epoch, viewer = ann.seq, ann.epoch, ann.viewer
        missed = party.room.audience.feed(viewer).missed(since)
        assert missed
        await ann.read()
        again = Person(party.room, viewer)
        await again.read()
        assert again.sections == ann.sections
        client = party.room.audience.enter(viewer, ann.seq, epoch)
        assert not client._behind, "nothing was missed"
        assert party.room.audience.enter(viewer, since, "another")._behind, "the server began anew"
        assert party.room.audience.enter(viewer, since - 10_000, epoch)._behind, "too long ago"

    evening(work)


def test_the_autopilot_goes_on_until_a_person_is_asked():
    async def work(party):
        await party.gm.do("hands", name="all", manner="autopilot")
        assert (party.gm.sections["title"]["over"], party.gm.sections["title"]["end"]) == (True, "won")
        assert party.gm.ask is None
        assert (await party.gm.do("answer", n=1))["code"] == "answer/over"

    evening(work)


@pytest.mark.slow
def test_a_veteran_thinks_beside_the_event_loop():
    async def work(party):
        longest = 0.0

        async def beat():
            """What the loop's own thread works between two beats, however busy the machine is."""
            nonlocal longest
            while True:
                before = thread_time()
                await asyncio.sleep(0.01)
                longest = max(longest, thread_time() - before)

        beating = asyncio.create_task(beat())
        party.room.session.header.seed = 3
        await party.gm.do("hands", name="Kaan", manner="autopilot veteran")
        for _ in range(3):
            await party.gm.go()
        beating.cancel()
        assert longest < 1.0

    evening(work)


def test_standing_orders_answer_between_people():
    async def work(party):
        ann = party.player("Ann", "Zara")
        assert (await ann.do("order", name="Zara", question="defend", answer="no"))["t"] == "done"
        assert party.room.controller.orders == {("Zara", "defend"): "no"}
        assert (await ann.do("order", name="Zara", question="defend"))["t"] == "done"
        assert party.room.controller.orders == {}

    evening(work)


def test_a_standing_order_is_listed_for_its_owner_and_checked_against_what_was_asked():
    async def work(party):
        ann, bob = party.player("Ann", "Zara"), party.player("Bob", "Kaan")
        early = await ann.do("order", name="Zara", question="dodge bullets", answer="yes")
        question = "weapon for initiative"
        assert early["data"]["note"] == f"nobody here has been asked 'dodge bullets' yet; so far: {question}"
        await ann.read()
        wrong = await ann.do("order", name="Zara", question=question, answer="fly")
        assert (wrong["t"], wrong["code"]) == ("refused", "answer/not-offered")
        assert (await ann.do("order", name="Zara", question=question, answer="none"))["data"]["note"] == ""
        for person in (ann, bob, party.gm):
            await person.read()
        listed = [
            {"name": "Zara", "question": q, "answer": a}
            for q, a in sorted([("dodge bullets", "yes"), (question, "none")])
        ]
        assert ann.sections["orders"] == party.gm.sections["orders"] == listed
        assert bob.sections["orders"] == []
        wrong = await bob.do("order", name="Kaan", question=question, answer="fly")
        assert wrong["code"] == "answer/not-offered", "known from when somebody else was asked"

    evening(work)


def test_the_odds_of_a_menu_follow_as_an_update():
    async def work(party):
        while not party.gm.sections["actions"]:
            await party.gm.go()
        chances = [action["chance"] for action in party.gm.sections["actions"]]
        assert any("%" in chance for chance in chances)
        legal = next(a for a in party.gm.sections["actions"] if a["odds"] and "%" in a["chance"])
        found = await party.gm.do("odds", n=legal["n"])
        assert found["data"]["measures"]
        for measure in found["data"]["measures"]:
            assert abs(sum(share for _, share in measure["values"]) - 1) < 1e-5

    evening(work, odds=True)


def test_a_player_is_told_how_likely_a_hit_is_and_not_how_near_its_end_a_foe_is():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        while not (
            ann.ask["mine"] and any(a["odds"] and "%" in a["chance"] for a in ann.sections["actions"])
        ):
            await party.gm.go()
            await ann.read()
        aimed = [a for a in ann.sections["actions"] if a["odds"] and "Kaan" in a["label"]]
        n = next(a["n"] for a in aimed if "%" in a["chance"])
        found = [(await person.do("odds", n=n))["data"]["measures"] for person in (ann, party.gm)]
        told = next(a for a in aimed if a["n"] == n)["told"]
        yes = dict(map(tuple, found[0][0]["values"]))[True]
        assert (told["likely"], told["helped"]) == (yes, True)
        assert [m["kind"] for m in found[0]] == ["hit", "unaided"]
        assert [m["name"] for m in found[0]] == ["hits Kaan", "hits Kaan without praying"]
        assert "Kaan is put out of action" in [m["name"] for m in found[1]]

    evening(work, odds=True)


def test_the_game_master_sees_how_corrections_are_typed_and_players_do_not():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        await party.gm.read()
        assert "hurt FIGHTER POINTS" in party.gm.sections["me"]["corrections"]
        assert ann.sections["me"]["corrections"] is None

    evening(work)


def test_a_choice_has_the_answer_of_habit_as_its_default_unless_that_tells_of_foes():
    async def work(party):
        ann = party.player("Ann", "Zara")
        for _ in range(60):
            await ann.read()
            if ann.ask and ann.ask["mine"] and ann.ask["kind"] == "choice":
                break
            await party.gm.go()
        await party.gm.read()
        assert [o.get("default") for o in party.gm.ask["options"]].count(True) == 1
        assert not any(o.get("default") for o in ann.ask["options"])
        await party.gm.do("sight", foes="numbers")
        await ann.read()
        assert [o.get("default") for o in ann.ask["options"]].count(True) == 1

    evening(work)


def test_a_newcomer_reaches_everybody():
    async def work(party):
        record = party.room.session.scene.fighters[0].model_dump(exclude_defaults=True, mode="json")
        record["name"] = "Rat"
        ann = party.player("Ann", "Zara")
        found = await party.gm.do("join", record=record, why="late")
        assert found["t"] == "done", found
        await ann.read()
        assert "Rat" in [f["name"] for f in ann.sections["order"]]

    evening(work)


def test_settings_of_sight_change_what_players_see_at_once():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        kaan = next(f for f in ann.sections["order"] if f["name"] == "Kaan")
        assert kaan["tracks"] == [{"name": "", "word": "unhurt"}]
        await party.gm.do("sight", foes="numbers")
        await ann.read()
        kaan = next(f for f in ann.sections["order"] if f["name"] == "Kaan")
        assert kaan["tracks"][0]["name"] == "HP"
        await party.gm.do("sight", foes="nothing")
        await ann.read()
        kaan = next(f for f in ann.sections["order"] if f["name"] == "Kaan")
        assert kaan["tracks"] == []

    evening(work)


def test_a_hidden_roll_has_a_public_form_and_can_be_revealed():
    async def work(party):
        ann = party.player("Ann", "Zara")
        while not (secret := [line for line in party.gm.sections["log"] if line["secret"]]):
            await party.gm.go()
        await ann.read()
        line = secret[-1]
        public = [told for told in ann.sections["log"] if told["entry"] == line["entry"]]
        assert [told["words"] for told in public] == ["Kaan rolls"]
        assert public[0]["dice"] == []
        await party.gm.do("reveal", line=line["n"])
        await ann.read()
        shown = [told for told in ann.sections["log"] if told["entry"] == line["entry"]]
        assert shown[0]["words"] == line["words"]
        assert not [told for told in party.gm.sections["log"] if told["n"] == line["n"] and told["secret"]]

    evening(work, visibility_rules=VisibilityRules("words", "hidden"))


def test_receipts_of_foes_are_withheld():
    async def work(party):
        ann = party.player("Ann", "Zara")
        rolls: list[Any] = []
        while not rolls:
            await party.gm.go()
            await ann.read()
            rolls = [r for r in ann.sections["log"] if r["kind"] == "roll" and r["words"].startswith("Kaan")]
        found = (await ann.do("receipt", line=rolls[-1]["n"]))["data"]
        assert found["withheld"]
        assert (found["receipt"], found["total"], found["rules"]) == ([], None, [])

    evening(work)


def test_what_an_answer_speaks_of_has_been_told_before_it():
    async def work(party):
        command = {"id": "a", "do": "sight", "foes": "nothing"}
        await party.room.gate.take(party.gm.client, json.dumps(command))
        told = []
        while party.gm.client.waiting:
            message = await party.gm.client.next()
            told.append("view" if message is None else json.loads(message)["t"])
        assert told[0] == "view", "a page that goes by the answer knows what has changed"
        assert "done" in told

    evening(work)


def test_a_newcomer_stays_where_answers_fall_by_an_amendment_and_goes_for_everybody_when_taken_back():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hands", name="Kaan", manner="person")
        for _ in range(7):
            await party.gm.go()
        ended = [e["entry"] for e in party.gm.sections["log"] if e["words"] == "Kaan ends the turn"][-1]
        record = {"name": "Rat", "side": "guild", "at": [9, 2], "archetype": "dock hand"}
        assert (await party.gm.do("join", record=record))["t"] == "done"
        assert "Rat" in party.room.session.names
        found = await party.gm.do("amend", entry=ended, n=2)
        assert found["data"]["waits"]
        assert found["data"]["fell"]
        for there, back in ((True, "undo"), (True, "undo"), (False, "redo"), (True, "redo")):
            for person in (party.gm, ann, Person(party.room, ann.viewer)):
                await person.read()
                assert ("Rat" in [f["name"] for f in person.sections["order"]]) == there
            await party.gm.do(back)

    evening(work)


def test_when_it_is_decided_everybody_is_seen_also_by_those_who_passed_out():
    async def work(party):
        ann = party.player("Ann", "Bram")
        await party.gm.do("override", words="pass-out Bram", why="test")
        await party.gm.do("override", words="pass-out Odile", why="test")
        await party.gm.do("hands", name="all", manner="autopilot")
        await party.room.tasks.settled()
        await ann.read()
        assert party.room.session.winner == "locals"
        assert sorted(f["name"] for f in ann.sections["order"]) == sorted(party.room.session.names)

    evening(work, "saloon")


def test_a_player_plays_whom_the_autopilot_played_before():
    async def work(party):
        run = lambda: {f["name"]: f["hand"] for f in party.gm.sections["order"]}  # noqa: E731
        assert run()["Kaan"].startswith("autopilot")
        await party.gm.do("seat", act="add", role="spectator", name="Dee", fighters=["Kaan"])
        assert run()["Kaan"].startswith("autopilot")
        found = await party.gm.do("seat", act="add", name="Ben", fighters=["Kaan"])
        assert run()["Kaan"].startswith("person")
        await party.gm.do("hands", name="Kaan", manner="autopilot")
        await party.gm.do("seat", act="give", seat=found["data"]["seat"], fighters=["Kaan"])
        assert run()["Kaan"].startswith("autopilot"), "it was handed over on purpose"
        seat, _ = await party.room.admission.knock("Ann", ())
        await party.gm.do("hands", name="Zara", manner="autopilot")
        await party.gm.do("seat", act="approve", seat=seat.id, fighters=["Zara"])
        assert run()["Zara"].startswith("person")

    evening(work)


def test_seats_are_given_renamed_and_closed_by_the_game_master():
    async def work(party):
        found = await party.gm.do("seat", act="add", name="Ann", fighters=["Zara"])
        seat, secret = found["data"]["seat"], found["data"]["path"].removeprefix("/j/")
        assert len(secret) == 22
        viewer = party.room.seats.of(secret).viewer
        ann = Person(party.room, viewer)
        await party.gm.do("seat", act="rename", seat=seat, name="Anna")
        await party.gm.do("seat", act="give", seat=seat, fighters=["Kaan"])
        await ann.read()
        assert (ann.sections["me"]["name"], ann.sections["me"]["fighters"]) == ("Anna", ["Kaan"])
        other = (await party.gm.do("seat", act="link", seat=seat))["data"]["path"].removeprefix("/j/")
        assert party.room.seats.of(secret) is None
        assert ann.client.closed
        assert party.room.seats.of(other).id == seat
        await party.gm.do("seat", act="revoke", seat=seat)
        assert party.room.seats.of(other) is None
        assert [s["seat"] for s in party.gm.sections["link"]["seats"]] == ["s1"]

    evening(work)


def test_secrets_are_kept_as_hashes_alone():
    async def work(party):
        _, secret = party.room.seats.add("player", "Ann")
        assert secret not in repr(party.room.seats.every())
        assert secret.encode() not in party.room.audience.full(MASTER)

    evening(work)


def test_every_command_is_answered_once_even_all_at_once():
    async def work(party: Party):
        ann = party.player("Ann", "Zara")
        said = [json.dumps({"id": f"x{n}", "do": "say", "text": str(n)}) for n in range(30)]
        await asyncio.gather(*(party.room.gate.take(ann.client, text) for text in said))
        await ann.read()
        assert sorted(r["id"] for r in ann.replies) == sorted(f"x{n}" for n in range(30))

    evening(work)


def test_commands_have_the_names_of_the_wire():
    assert wire.decoded('{"id":"a","do":"dice","faces":[1,2]}') == wire.DiceCommand(id="a", faces=(1, 2))
