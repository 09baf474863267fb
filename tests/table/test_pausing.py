"""The autopilot pauses before it commits: it says what and why, and the game master decides."""

from __future__ import annotations

import asyncio

import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.session import opening
from affray.session.controller import GAME_MASTER
from affray.table.room import Room
from tests.table.people import MASTER, Party, Person, evening
from tests.table.worlds import GAMES


async def paused(party: Party, name: str = "all") -> None:
    """Everybody on the autopilot, which waits."""
    await party.gm.do("pause", name=name)
    await party.gm.do("hands", name="all", manner="autopilot")
    await party.gm.read()


def test_it_says_what_it_intends_and_why_and_waits():
    async def work(party):
        await paused(party)
        pause = party.gm.sections["pause"]
        assert pause["all"]
        assert pause["waits"]
        assert pause["names"] == list(party.room.session.names)
        intent, ask = pause["intent"], party.gm.ask
        assert (intent["ask"], intent["who"], intent["name"]) == (ask["id"], ask["who"], ask["name"])
        assert intent["label"] == next(o["label"] for o in ask["options"] if o["n"] == intent["n"])
        assert intent["why"].startswith(intent["label"])
        assert intent["why"].endswith("by habit.")
        assert intent["reason"] == "by habit."
        assert (intent["likely"] is None) == (not intent["chance"])
        seq = party.room.session.seq
        party.room.machine.go_on()
        await party.room.tasks.settled()
        assert party.room.session.seq == seq, "nothing happens by itself"

    evening(work)


@pytest.mark.slow
def test_let_go_it_does_just_that_and_pauses_again():
    async def work(party):
        await paused(party)
        first = party.gm.sections["pause"]["intent"]["ask"]
        for _ in range(6):
            seen, seq = party.gm.sections["pause"]["intent"], party.room.session.seq
            done = await party.gm.do("let", ask=seen["ask"], seq=party.gm.seq)
            assert done["t"] == "done"
            said = party.room.session.log.rows[seq]
            assert (said.by, said.kind) == ("leave", "answer")
            await party.gm.read()
            intent = party.gm.sections["pause"]["intent"]
            assert intent["ask"] == party.gm.ask["id"]
            assert party.room.session.seq > seq
        again = await party.gm.do("let", ask=first)
        assert (again["code"], again["retry"]) == ("wire/stale", True)

    evening(work)


@pytest.mark.slow
def test_with_chances_it_says_how_likely_it_is():
    async def work(party):
        await paused(party)
        chances = []
        for _ in range(12):
            await party.gm.read()
            intent = party.gm.sections["pause"]["intent"]
            if intent is None:
                break
            chances.append(intent["chance"])
            if intent["chance"]:
                assert intent["chance"] in intent["why"]
                assert intent["chance"].endswith("%")
            await party.gm.do("let", ask=intent["ask"])
        assert any(chances)

    evening(work)


def test_the_game_master_chooses_otherwise_or_takes_over():
    async def work(party):
        await paused(party)
        pause, ask = party.gm.sections["pause"], party.gm.ask
        other = next(o["n"] for o in ask["options"] if o["n"] != pause["intent"]["n"])
        assert (await party.gm.do("answer", n=other, seq=party.gm.seq))["t"] == "done"
        assert (
            party.room.session.log.rows[-1].by == "person" or party.room.session.log.rows[-2].by == "person"
        )
        await party.gm.read()
        name = party.gm.sections["pause"]["intent"]["name"]
        await party.gm.do("hands", name=name, manner="person")
        await party.gm.read()
        assert not party.gm.sections["pause"]["waits"]
        assert party.gm.sections["pause"]["intent"] is None
        assert (await party.gm.do("let", ask=party.gm.ask["id"]))["code"] == "answer/not-paused"
        assert party.gm.sections["link"]["waiting_for"] == [name]

    evening(work)


def test_one_fighter_alone_can_be_paused_and_all_but_one():
    async def work(party):
        first, *others = party.room.session.names
        await party.gm.do("pause", name=first)
        assert party.room.session.log.handed.paused == (first,)
        await party.gm.do("pause", name="all")
        await party.gm.do("pause", name=first, on=False)
        assert party.room.session.log.handed.paused == tuple(sorted(others))
        await party.gm.do("pause", name="all", on=False)
        assert party.room.session.log.handed.paused == ()
        assert (await party.gm.do("pause", name="Nobody"))["code"] == "answer/no-fighter"
        await party.gm.do("pause", name=GAME_MASTER)
        assert party.room.session.log.handed.paused == (GAME_MASTER,)

    evening(work)


def test_players_are_told_that_the_game_master_is_waited_for_and_no_more():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await paused(party)
        await ann.read()
        assert "pause" not in ann.sections
        assert ann.sections["link"]["waiting_for"] == [GAME_MASTER]
        intent = party.gm.sections["pause"]["intent"]
        assert intent["why"] not in party.room.audience.full(ann.viewer).decode()
        assert (await ann.do("let", ask=intent["ask"]))["code"] == "seat/not-yours"

    evening(work)


def test_going_back_leads_to_where_it_was_let_go():
    async def work(party):
        await paused(party)
        before, state = party.gm.sections["pause"]["intent"], party.room.session.state_hash
        await party.gm.do("let", ask=before["ask"])
        await party.gm.do("undo")
        await party.gm.read()
        assert party.room.session.state_hash == state
        again = party.gm.sections["pause"]["intent"]
        assert (again["label"], again["why"]) == (before["label"], before["why"])

    evening(work)


@pytest.mark.slow
def test_a_pause_is_kept_with_the_session():
    async def work(party):
        await paused(party)
        session = opening.from_rows(party.room.session.header, party.room.session.log.rows)
        room = Room("x", session, clock=lambda: 2_000.0)
        room.seats.add("gm", "Game master")
        gm = Person(room, MASTER)
        room.machine.go_on()
        await room.tasks.settled()
        await gm.read()
        assert gm.sections["pause"]["intent"]["label"] == party.gm.sections["pause"]["intent"]["label"]

    evening(work)


def test_a_veteran_pauses_too_and_says_how_often_it_wins():
    async def work(party):
        party.room.jobs.long = quick
        await party.gm.do("pause", name="all")
        await party.gm.do("hands", name="all", manner="autopilot veteran")
        await party.gm.read()
        assert party.gm.sections["pause"]["intent"]["why"] == "It wins 63 % of them."

    async def quick(work, game, moment, profile, seed, **_):
        from affray.session.controller import Given
        from affray.table.jobs import Intended, asked_at

        assert profile.level == "veteran"
        pending = asked_at(game, moment)
        assert pending is not None
        return Intended(Given(pending.options[-1], (), "autopilot", "It wins 63 % of them."), "")

    evening(work)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_that_is_let_go_each_time_is_the_fight_of_the_autopilot(game):
    scene = f"{game}/{next(iter(operations.ruleset(game).scenes))}"

    async def work() -> None:
        alone = operations.start(scene, seed=9)
        controller = AutopilotController(alone)
        controller.lend("autopilot")
        party = Party(scene, seed=9)
        await paused(party)
        for _ in range(5):
            intent = party.gm.sections["pause"]["intent"]
            if intent is None:
                break
            await party.gm.do("let", ask=intent["ask"])
            await party.gm.read()
        answers = [row for row in party.room.session.log.rows if row.kind == "answer"]
        while alone.seq < len(answers) and (given := controller.answer()) is not None:
            alone.answer(given.value, given.dice, by=given.by)
        assert alone.state_hash == party.room.session.state_hash
        assert any(row.by == "leave" for row in answers)

    asyncio.run(asyncio.wait_for(work(), 60))
