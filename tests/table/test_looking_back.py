"""Looking back: whoever was hidden when a fight began is not there in any moment before it, either."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from affray import operations
from affray.core.ruleset import ruleset
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.visibility import VisibilityRules
from tests.table.people import MASTER, Party, Person, evening
from tests.table.unknown import named, texts
from tests.table.worlds import GAMES

ROLES = ("player", "spectator", "display", "replay")
SOME = VisibilityRules("numbers", "open")


class Lobby(Party):
    """A room that waits to begin, with its game master; nothing has been asked."""

    def __init__(self, scene: str = "duel") -> None:
        self.room = Room(
            "x", operations.start(scene, seed=5), notes=Notes(SOME, waits=True), clock=lambda: 1_000.0
        )
        self.room.seats.add("gm", "Game master")
        self.gm = Person(self.room, MASTER)

    def looker(self, role: str, *fighters: str) -> Person:
        """Somebody who does not see everything."""
        seat, _ = self.room.seats.add(role, f"a {role}", fighters)  # type: ignore[arg-type]
        return Person(self.room, seat.viewer)


def lobby(work: Callable[[Lobby], Awaitable[None]], scene: str = "duel") -> None:
    async def run() -> None:
        party = Lobby(scene)
        await party.gm.read()
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 120))


async def back(person: Person, last: int) -> object:
    """All that somebody can find out about what was before."""
    await person.read()
    asked = [("at", {"entry": n}) for n in range(last + 1)] + [("export", {"form": "json"})]
    asked += [("export", {"form": "markdown"}), ("lines", {"before": 100})]
    found = [await person.do(name, **said) for name, said in asked]
    return [person.sections, [each.get("data") for each in found]]


def spoken_of(found: object, names: list[str], hidden: set[str]) -> list[str]:
    return [text for text in texts(found) if named(text, names, hidden)]


@pytest.mark.slow
@pytest.mark.parametrize("scene", [f"{game}/{scene}" for game in GAMES for scene in ruleset(game).scenes])
def test_whom_the_game_master_hides_before_it_begins_nobody_finds_by_looking_back(scene: str) -> None:
    async def work(party: Lobby) -> None:
        session = party.room.session
        names, side = list(session.names), session.fight.fighters[0].side
        own = [n for n, body in zip(names, session.fight.fighters, strict=True) if body.side == side]
        foes = set(names) - set(own)
        people = [party.looker(role, *(own if role == "player" else ())) for role in ROLES]
        for name in sorted(foes):
            await party.gm.do("hide", name=name, why="they lie in wait")
        assert (await party.gm.do("begin"))["t"] == "done"
        for _ in range(2):
            for person in people:
                assert spoken_of(await back(person, 2), names, foes) == []
            await party.room.tasks.settled()
            await party.gm.read()
        if foes:
            assert foes & {each["name"] for each in (await party.gm.do("at", entry=0))["data"]["order"]}

    lobby(work, scene)


def test_what_was_put_right_before_tells_nothing_of_whom_is_hidden_then() -> None:
    async def work(party: Lobby) -> None:
        ann, eve = party.looker("player", "Zara"), party.looker("spectator")
        await party.gm.do("override", words="hurt Kaan 1", why="an old wound")
        await party.gm.do("join", like="Kaan", name="Nemo")
        await ann.read()
        assert any("Nemo" in words for words in ann.words), "as long as they are to be seen"
        for name in ("Kaan", "Nemo"):
            await party.gm.do("hide", name=name)
        for begins in ("override", "begin"):
            await party.gm.do(begins, **({"words": "hurt Zara 1"} if begins == "override" else {}))
            for person in (ann, eve, party.looker("replay")):
                found = await back(person, 3)
                assert spoken_of(found, ["Zara", "Kaan", "Nemo"], {"Kaan", "Nemo"}) == []
                assert any("Zara" in words for words in person.words)
        assert any("Nemo" in words for words in party.gm.words)

    lobby(work)


def test_who_has_left_before_it_begins_is_in_no_moment_to_look_back_at() -> None:
    async def work(party: Lobby) -> None:
        eve = party.looker("spectator")
        await party.gm.do("remove", name="Drunk")
        await party.gm.do("begin")
        then = (await eve.do("at", entry=0))["data"]
        assert "Drunk" not in [each["name"] for each in then["order"]]
        assert then["title"]["past"] == 1, "it is the moment at which the fight began"

    lobby(work, "brawl")


def test_a_fight_that_has_begun_is_looked_back_at_as_it_was_seen() -> None:
    async def work(party: Party) -> None:
        ann, before = party.player("Ann", "Zara"), party.room.session.seq
        await party.gm.do("hide", name="Kaan")
        then = (await ann.do("at", entry=before))["data"]
        assert {each["name"] for each in then["order"]} == {"Zara", "Kaan"}
        assert then["title"]["past"] == before

    evening(work)


def test_in_a_copy_that_waits_nobody_finds_whom_the_game_master_hides_there() -> None:
    async def work(party: Lobby) -> None:
        await party.gm.do("begin")
        await party.room.tasks.settled()
        room = party.room
        assert room.session.log.begun < room.session.seq, "dice have been thrown"
        copy = Lobby()
        copy.room = Room("y", room.session.fork(), notes=Notes(SOME, waits=True), clock=lambda: 1_000.0)
        copy.room.seats.add("gm", "Game master")
        copy.gm, last = Person(copy.room, MASTER), copy.room.session.seq
        eve = copy.looker("spectator")
        assert (await copy.gm.do("hide", name="Kaan"))["t"] == "done"
        for _ in range(2):
            assert spoken_of(await back(eve, last), ["Zara", "Kaan"], {"Kaan"}) == []
            await copy.gm.do("begin")
        await copy.room.tasks.settled()
        assert spoken_of(await back(eve, last), ["Zara", "Kaan"], {"Kaan"}) == []
        assert copy.room.settings.notes().begun == last + 1, "it is kept"

    lobby(work)
