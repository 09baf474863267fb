"""What leads out of a session: other sessions, replays, the archive, texts; and back in it."""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from collections.abc import Awaitable, Callable

import pytest
from markdown_it import MarkdownIt

from affray import operations
from affray.core.errors import LogError, StoreError
from affray.session import log, opening
from affray.session.sealed import seeded
from affray.store import Attachment, stored_sessions
from affray.store.memory import MemoryStore
from affray.table import wire
from affray.table.dice_keys import sealed
from affray.table.persistence import KEYS, StorePersistence
from affray.table.room import Room
from affray.table.seats import digest
from affray.table.visibility import Viewer
from tests.core.test_safe import HOSTILE, hidden
from tests.session.versions import installs, next_of
from tests.table.people import MASTER, Person, evening
from tests.table.test_pictures import png


class House:
    """A store with one session in it, and its room."""

    def __init__(self) -> None:
        self.store = MemoryStore()

    async def begin(self) -> Person:
        """The game master, after some entries."""
        session = operations.start("coriolis/duel", seed=5)
        keys = sealed(session, seeded(5))
        await stored_sessions.begin(self.store, "friday", "Friday", session, 0)
        await self.store.attach(Attachment("friday", KEYS, keys))
        gm = await self.enter("friday")
        for _ in range(2):
            await gm.go()
        return gm

    async def enter(self, session: str) -> Person:
        """The game master of a session, which is opened as after a restart."""
        persistence = StorePersistence(self.store, session, lambda: 1_000.0)
        found, listed = await persistence.opened(), await self.store.listed(session)
        room = Room(session, found.session, persistence=persistence, seats=found.seats, notes=found.notes,
                    title=listed.name, archived=listed.archived, clock=lambda: 1_000.0)  # fmt: skip
        if not list(room.seats):
            room.seats.add("gm", "Game master")
            await persistence.seats(room.seats)
        room.machine.chances.job = lambda: None  # type: ignore[method-assign]
        gm = Person(room, MASTER)
        room.machine.go_on()
        await room.tasks.settled()
        await gm.read()
        return gm


def at_home(work: Callable[[House], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(House()), 60))


@pytest.mark.slow
def test_a_what_if_goes_its_own_way_from_any_moment():
    async def work(house):
        gm = await house.begin()
        await gm.do("sight", foes="numbers")
        await gm.do("say", text="that went badly")
        rows = list(gm.room.session.log.rows)
        for entry in (0, 1, len(rows) - 1, len(rows)):
            made = forked(await gm.do("fork", entry=entry))
            assert made.name == f"Friday: what if, from {entry}"
            here, there = [await house.store.events(name) for name in ("friday", made.session)]
            assert there == [e._replace(session=made.session) for e in here[: entry + 1]]
            other = await house.enter(made.session)
            assert other.room.session.log.rows[:entry] == rows[:entry]
            assert other.room.settings.visibility_rules.foes == "numbers"
            assert other.sections["title"]["name"] == made.name
            assert "that went badly" not in " ".join(other.words)
            seat = other.room.seats.of(made.path.removeprefix("/j/"))
            assert seat is not None
            assert seat.role == "gm"
            assert (await other.go())["t"] == "done"
        assert gm.room.session.log.rows == rows, "nothing has happened here"
        assert len(await house.store.sessions()) == 5

    at_home(work)


def forked(done: dict) -> wire.Forked:
    assert done["t"] == "done", done
    return wire.Forked(**done["data"])


@pytest.mark.slow
def test_a_copy_has_everything_and_the_name_that_was_given():
    async def work(house):
        gm = await house.begin()
        await gm.do("undo")
        made = forked(await gm.do("fork", text="  Friday,   again "))
        assert made.name == "Friday, again"
        there = await house.enter(made.session)
        assert there.room.session.state_hash == gm.room.session.state_hash
        assert there.sections["undo"]["redo"] == gm.sections["undo"]["redo"] == 1
        assert (await there.do("redo"))["t"] == "done"
        assert forked(await gm.do("fork")).name == "Friday (copy)"

    at_home(work)


def test_a_fork_that_cannot_be_kept_leaves_nothing_behind():
    async def work(house):
        gm = await house.begin()
        last = gm.room.session.seq
        wrong = await gm.do("fork", entry=last + 1)
        assert (wrong["code"], wrong["why"]) == (
            "log/no-entry",
            f"there is no entry {last + 1}; expected 0 to {last}",
        )

        async def full(*_: object) -> None:
            raise StoreError("the disk is full", code="store/full")

        house.store.copy = full
        assert (await gm.do("fork", entry=1))["code"] == "store/full"
        assert [each.session for each in await house.store.sessions()] == ["friday"]

    at_home(work)


def test_a_fight_that_is_kept_nowhere_has_no_others_beside_it():
    async def work(party):
        assert (await party.gm.do("fork", entry=0))["code"] == "store/nowhere"

    evening(work)


@pytest.mark.slow
def test_a_session_is_put_away_by_an_explicit_act_alone_and_taken_out_again():
    async def work(house):
        gm = await house.begin()
        assert not (await house.store.listed("friday")).archived
        await gm.do("archive")
        await gm.read()
        assert gm.sections["title"]["archived"]
        assert (await house.store.listed("friday")).archived
        gm = await house.enter("friday")
        assert gm.sections["title"]["archived"]
        assert (await gm.go())["t"] == "done", "it can be played on"
        assert (await house.store.listed("friday")).archived
        await gm.do("archive", on=False)
        await gm.read()
        assert not gm.sections["title"]["archived"]
        assert not (await house.store.listed("friday")).archived

    at_home(work)


@pytest.mark.slow
def test_a_replay_lasts_until_it_is_closed_and_is_kept_as_a_hash():
    async def work(house):
        gm = await house.begin()
        made = (await gm.do("share", whole=True))["data"]
        secret = made["path"].removeprefix("/j/")
        again = await house.enter("friday")
        seat = again.room.seats.of(secret)
        assert seat is not None
        assert seat.viewer == Viewer("replay", made["seat"], "Replay", whole=True)
        looker = Person(again.room, seat.viewer)
        await looker.read()
        assert looker.sections["order"] == [{**f, "mine": f["mine"]} for f in again.sections["order"]]
        assert (await looker.do("at", entry=1))["data"]["title"]["past"] == 1
        assert (await looker.do("lines", before=3))["data"] == again.sections["log"][:2]
        await again.do("share", act="close")
        assert again.room.seats.of(secret) is None
        kept = await house.store.seated(digest(secret))
        assert kept.revoked
        assert looker.client.closed

    at_home(work)


@pytest.mark.slow
def test_two_servers_at_one_session_know_of_each_others_picture_and_archive():
    async def work(house):
        here = await house.begin()
        there = await house.enter("friday")
        placement = await here.room.settings.map_picture.put(MASTER, png())
        await here.do("archive")
        assert (await there.do("say", text="what is this?"))["t"] == "done"
        assert there.sections["map"]["picture"]["url"] == placement.url
        assert there.sections["title"]["archived"]
        await there.do("picture", remove=True)
        await here.do("say", text="gone")
        assert here.sections["map"]["picture"] is None
        assert [line["words"] for line in here.sections["log"]][-2:] == [
            "Game master: what is this?",
            "Game master: gone",
        ]

    at_home(work)


# --- the past -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_earlier_moment_says_what_was_asked_and_answered_there():
    async def work(house):
        gm = await house.begin()
        for row in gm.room.session.log.rows:
            if row.kind != "answer":
                continue
            past = (await gm.do("at", entry=row.seq))["data"]
            assert past["title"]["past"] == row.seq
            if past["asked"]["kind"] == "dice":
                assert past["said"].endswith(f"= {row.value}") or past["said"] == str(row.value)
            else:
                assert past["said"] in [o["label"] for o in past["asked"]["options"]]
        assert (await gm.do("at", entry=0))["data"]["asked"] is None
        assert (await gm.do("at", entry=999))["code"] == "log/no-entry"

    at_home(work)


@pytest.mark.slow
def test_earlier_lines_of_the_log_come_page_by_page():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hands", name="all", manner="autopilot")
        await ann.read()
        story = party.room.audience.feed_of(ann.viewer).story
        whole = [told.line.n for told in story.lines]
        assert len(whole) > 20
        found: list[int] = []
        before = whole[-1] + 1
        while before > 1:
            page = (await ann.do("lines", before=before, n=7))["data"]
            assert len(page) == min(7, before - 1)
            found, before = [line["n"] for line in page] + found, page[0]["n"]
        assert found == whole
        assert (await ann.do("lines", before=1))["data"] == []
        assert len((await ann.do("lines", before=10**6, n=500))["data"]) == len(whole)
        assert (await ann.do("lines", before=0))["code"] == "wire/unreadable"

    evening(work)


# --- texts --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_log_that_is_exported_opens_as_the_same_fight(tmp_path):
    async def work(house):
        gm = await house.begin()
        await gm.do("pause", name="all")
        path = tmp_path / "friday.jsonl"
        path.write_text((await gm.do("export", form="log"))["data"], encoding="utf-8")
        assert opening.replay(path).state_hash == gm.room.session.state_hash
        assert opening.replay(path).log.handed.paused == ("all",)
        await stored_sessions.put_in(house.store, path, "again", "Again", 0)
        there = await house.enter("again")
        assert there.room.session.seq == gm.room.session.seq

    at_home(work)


@pytest.mark.slow
def test_the_scene_and_the_story_are_exported_and_the_scene_can_be_played():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hands", name="all", manner="autopilot")
        scene = (await party.gm.do("export", form="toml"))["data"]
        assert tomllib.loads(scene)["ruleset"] == "coriolis"
        assert opening.begin(party.room.session.ruleset, scene).names == party.room.session.names
        for person in (party.gm, ann):
            told = [
                line
                for line in (await person.do("export", form="markdown"))["data"].splitlines()
                if line[:1].isdigit()
            ]
            assert told == [
                f"{n}. {line['words']}"
                for n, line in enumerate((await person.do("export", form="json"))["data"], 1)
            ]
        for form in ("log", "toml"):
            assert (await ann.do("export", form=form))["code"] == "seat/not-yours"

    evening(work)


@pytest.mark.parametrize(
    "said", [HOSTILE, "<script>x</script><img src=x>", "**b** [l](javascript:x) `c`", "# h"]
)
def test_what_was_said_stays_words_in_the_story_that_is_taken_away(said):
    """What a player said once stood in the Markdown raw, with its HTML and its control signs."""

    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.do("say", text=said)
        await party.gm.do("name", text=said)
        await party.gm.do("override", words="hurt Zara 1", why=said)
        for person in (party.gm, ann):
            told = (await person.do("export", form="markdown"))["data"]
            assert not hidden(told)
            html = MarkdownIt("commonmark", {"html": True}).enable("table").render(told)
            assert set(re.findall(r"<(\w+)", html)) <= {"h1", "ol", "li"}
            assert "Ann: " in html

    evening(work)


# --- another version of the rules ---------------------------------------------------------------------


def test_a_fight_of_a_newer_version_of_its_rules_is_refused_in_one_sentence():
    async def work(house):
        await house.begin()
        header = json.loads(house.store.rows.events["friday"][0].body)
        header["version"] = "99"
        first = house.store.rows.events["friday"][0]._replace(body=json.dumps(header).encode())
        house.store.rows.events["friday"][0] = first
        said = "friday, entry 0: was played with version 99 of Coriolis; this is version .* a newer version"
        with pytest.raises(LogError, match=said) as e:
            await StorePersistence(house.store, "friday").opened()
        assert e.value.code == "log/version"

    at_home(work)


@pytest.mark.slow
def test_a_room_says_that_an_older_version_has_played_and_goes_on_by_todays(monkeypatch):
    async def work(house):
        before = (await house.begin()).room.session
        game = before.ruleset
        installs(monkeypatch, next_of(game))
        gm = await house.enter("friday")
        session = gm.room.session
        assert f"Played so far with version {game.version} of {game.title}" in session.versions.notice
        assert gm.sections["title"]["notice"] == session.versions.notice
        assert gm.sections["ask"]["who"] is not None
        assert (await gm.go())["t"] == "done"
        assert "upgraded" in [row.kind for row in session.log.rows[before.seq :]]
        assert session.log.rows[before.seq].kind == "upgraded"
        assert f" up to entry {before.seq}, and with version" in gm.sections["title"]["notice"]
        there = await house.enter("friday")
        assert there.room.session.state_hash == session.state_hash
        assert there.sections["title"]["notice"] == gm.sections["title"]["notice"]
        assert (await there.do("undo", n=2))["t"] == "done"
        assert (await there.go())["t"] == "done"
        same = await house.enter("friday")
        assert same.room.session.state_hash == there.room.session.state_hash

    at_home(work)


@pytest.mark.slow
def test_a_session_with_rows_of_the_first_form_is_opened_played_on_and_copied():
    """Hands had no pauses once; the rows of then stay as they are, beside those of today."""

    async def work(house):
        gm = await house.begin()
        await gm.do("hands", name="Zara", manner="dice")
        events = house.store.rows.events["friday"]
        for n, event in enumerate(events):
            plain = json.loads(event.body)
            if plain["do"] == "hands":
                assert (plain.pop("form"), plain.pop("paused")) == (2, [])
                del plain["sum"]
                events[n] = event._replace(body=json.dumps(plain).encode(), version=1)
        old = [e.body for e in events]
        assert any(b'"hands"' in body and b'"form"' not in body for body in old)
        gm = await house.enter("friday")
        assert gm.room.controller.profile(0).hand == "dice"
        await gm.do("pause", name="Zara")
        made = forked(await gm.do("fork"))
        there = await house.enter(made.session)
        assert there.sections["pause"]["names"] == ["Zara"]
        assert [e.body for e in await house.store.events(made.session)][: len(old)] == old
        last = log.row_of(log.NamedLog("x"), len(old), (await house.store.events("friday"))[-1].body)
        assert json.loads(log.encoded(last))["form"] == 2

    at_home(work)
