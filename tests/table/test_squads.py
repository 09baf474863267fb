"""Squads at a table: formed, told once, drawn out, taken back in one step, and told to nobody else."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.core.act import Act
from affray.core.live import Answer
from affray.core.message import english
from affray.table.fault_report import RoomReport
from affray.table.persistence import Notes
from affray.table.room import Room
from tests.session.gangs import GAMES, gang_text
from tests.table.people import MASTER, NoOdds, Party, Person
from tests.whole import quick_first

PEOPLE = 4
"""So many are not of the gang."""
THUGS = ["Thug 1", "Thug 2", "Thug 3", "Thug 4"]


class GangParty(Party):
    """A table at which a game master runs four foes of a kind, and everybody else."""

    def __init__(self, game: str = "coriolis", foes: int = 4, notes: Notes | None = None, seed: int = 1):
        super().__init__()
        session = operations.start_text(gang_text(game, foes), seed=seed)
        self.room = Room("x", session, notes=notes or Notes(), clock=lambda: 1_000.0)
        self.room.seats.add("gm", "Game master")
        self.gm = Person(self.room, MASTER)
        self.gang = [str(name) for name in session.names[PEOPLE:]]
        self.room.machine.chances = NoOdds(session)

    @property
    def asked(self) -> Any:
        """What is asked."""
        return self.room.session.asking

    @property
    def name(self) -> str:
        """Who is asked."""
        return str(self.room.session.names[self.asked.asked.who])

    @property
    def round(self) -> int:
        """The number of the round."""
        session = self.room.session
        return int(getattr(session.fight.table, session.ruleset.follows(session.fight.house).round))

    async def form(self, **fields: Any) -> None:
        """All of the gang are one squad."""
        assert (await self.gm.do("squad", names=self.gang, **fields))["t"] == "done"

    async def turn(self) -> str:
        """Answer until one of the gang is to do something; who that is."""
        while self.name not in self.gang or self.gm.ask["kind"] != "action":
            await self.gm.go()
        return self.name

    async def act(self, act: str, target: str = "") -> dict[str, Any]:
        """Have whoever is asked do this."""
        n = next(a["n"] for a in self.gm.sections["actions"] if (a["act"], a["target"]) == (act, target))
        return await self.gm.do("answer", n=n, seq=self.gm.seq)

    async def say(self, *values: object) -> None:
        """Answer what is asked like this, or by habit, or roll."""
        if self.asked.chance is not None:
            await self.gm.go()
            return
        said = values[0] if values else self.room.controller.by_habit(self.asked).value
        await self.room.entries.put(self.room.session.lines.answer(said))
        self.room.machine.go_on()
        await self.room.tasks.settled()
        await self.gm.read()

    def answers(self) -> list[tuple[str, str, str]]:
        """Of whom in the gang each action was asked, which, and by whom it was said."""
        session = self.room.session
        return [
            (str(session.names[line.entry.asked.who]), line.entry.value.name, line.by)
            for line in session.standing.played
            if isinstance(line.entry, Answer) and isinstance(line.entry.value, Act)
            if line.entry.asked.who >= PEOPLE
        ]


def at_table(work: Any, **fields: Any) -> None:
    """Run a test at such a table."""

    async def run() -> None:
        party = GangParty(**fields)
        await party.begin()
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 120))


async def ended(party: GangParty) -> str:
    """The first of the gang ends its turn; who that is."""
    first = await party.turn()
    await party.act("end")
    return first


def test_one_tap_ends_the_turns_of_all_and_one_takes_all_back():
    async def work(party):
        await party.form()
        first = await party.turn()
        people = party.gm.sections["undo"]["can"]
        await party.act("end")
        while party.room.session.asking.asked.who < 4 and len(party.answers()) < 4:
            await party.gm.go()
        ends = [(who, by) for who, name, by in party.answers() if name == "end"]
        assert ends[0] == (first, "person")
        assert [by for _, by in ends[1:]] == ["order"] * (len(ends) - 1)
        assert len(ends) > 1
        while party.gm.sections["undo"]["can"] > people:
            await party.gm.do("undo", seq=party.gm.seq)
        assert party.name == first
        assert party.answers() == []

    at_table(work)


@pytest.mark.parametrize("game", quick_first(GAMES))
def test_a_squad_of_ten_is_told_once_in_each_game(game):
    async def work(party):
        await party.form()
        asked = 0
        while not party.room.session.over and party.round < 2:
            asked += party.name in party.gang and party.asked.chance is None
            await party.say()
        given = sum(line.by == "order" for line in party.room.session.standing.played)
        assert given >= 9
        assert 0 < asked <= 12

    at_table(work, game=game, foes=10)


@pytest.mark.slow
def test_it_is_formed_out_of_the_autopilots_hands_and_offered_before():
    async def work(party):
        await party.gm.do("hands", name="all", manner="autopilot green")
        await party.gm.do("pause")
        (offer,) = party.gm.sections["squads"]
        assert offer == {"name": "Thug", "members": [4, 5, 6, 7], "formed": False, "apart": []}
        await party.form()
        assert squads(party) == [("Thug", [4, 5, 6, 7], True, [])]
        hands = [each["hand"] for each in party.gm.sections["order"] if each["name"] in party.gang]
        assert hands == ["person green"] * 4

    at_table(work)


def test_members_are_drawn_out_and_put_back():
    async def work(party):
        await party.form()
        assert (await party.gm.do("squad", names=["Thug 2"], on=False))["t"] == "done"
        assert squads(party) == [("Thug", [4, 6, 7], True, [5])]
        await ended(party)
        while len(ends(party)) < 3:
            await party.gm.go() if party.name not in party.gang else await party.act("end")
        assert dict(ends(party)).get("Thug 2", "person") == "person"
        await party.form()
        assert squads(party) == [("Thug", [4, 5, 6, 7], True, [])]

    at_table(work)


@pytest.mark.parametrize("game", quick_first(GAMES))
def test_the_question_is_put_to_the_squad_by_its_name(game):
    async def work(party):
        await party.form()
        await party.turn()
        squad = next(each for each in party.gm.sections["squads"] if each["formed"])
        asked = party.gm.sections["ask"]["question"]
        assert squad["asked"] == asked.replace(party.name, f"{squad['name']} squad") != asked
        while party.name in party.gang:  # whoever of them is asked next
            await party.gm.go()
        assert "asked" not in party.gm.sections["squads"][0]

    at_table(work, game=game)


def ends(party):
    """Who has ended their turns, and by whom it was said."""
    return [(who, by) for who, name, by in party.answers() if name == "end"]


def squads(party):
    """All squads as the game master is told of them."""
    names = "name", "members", "formed", "apart"
    return [tuple(each[name] for name in names) for each in party.gm.sections["squads"]]


def test_a_squad_is_split_and_one_alone_is_none():
    async def work(party):
        await party.form()
        await party.gm.do("squad", names=["Thug 3", "Thug 4"])
        assert squads(party) == [("Thug", [4, 5], True, [6, 7]), ("Thug", [6, 7], True, [4, 5])]
        await party.gm.do("squad", names=["Thug 1"], on=False)
        assert squads(party) == [("Thug", [6, 7], True, [4, 5]), ("Thug", [4, 5], False, [])]

    at_table(work)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Thug 1", "Ada"], "answer/squad-differs"),
        (["Ada", "Bo"], "answer/squad-differs"),
        (["Thug 1"], "answer/squad-small"),
        (["Thug 1", "Thug 1"], "answer/squad-small"),
        (["Thug 1", "Nobody"], "answer/no-fighter"),
        ([], "wire/unreadable"),
        (["Cem", "Cem"], "answer/squad-small"),
        (["Thug 3", "Thug 4"], "answer/squad-differs"),
        (["Thug 2", "Thug 3"], "answer/played"),
    ],
)
def test_what_is_no_squad_is_refused_and_changes_nothing(names, code):
    async def work(party):
        party.player("Bob", "Thug 2")
        if code == "answer/squad-differs" and names[0] == "Thug 3":
            await party.gm.do("join", like="Thug 1", side="crew", name="Turncoat")
            names[1] = "Turncoat"
        seq = party.room.session.seq
        reply = await party.gm.do("squad", names=names)
        assert reply["t"] == "refused"
        assert reply["code"] == code
        assert party.room.settings.squads.formed == []
        assert party.room.session.seq == seq

    at_table(work)


def test_whoever_a_player_is_given_leaves_the_squads_choices_at_once():
    async def work(party):
        await party.form()
        ann = party.player("Ann", "Thug 2")
        party.room.audience.changed(anew=True)
        await ended(party)
        while party.name != "Thug 2" and len(ends(party)) < 4:
            await party.gm.go() if party.name not in party.gang else await party.act("end")
        await ann.read()
        assert dict(ends(party)).get("Thug 2", "person") == "person"
        assert squads(party)[0][1] == [4, 6, 7]

    at_table(work)


def test_who_is_taken_out_in_mid_choice_is_gone_and_the_others_are_told():
    async def work(party):
        await party.form()
        first = await party.turn()
        assert (await party.gm.do("remove", name=first))["t"] == "done"
        second = await party.turn()
        assert second != first
        assert party.asked.options
        await party.act("end")
        while len(ends(party)) < 3:
            await party.gm.go()
        assert [by for _, by in ends(party)] == ["person", "order", "order"]
        assert len(squads(party)[0][1]) == 3

    at_table(work)


def test_a_deed_is_given_in_the_turn_of_each_and_its_dice_are_its_own():
    async def work(party):
        await party.form()
        first = await party.turn()
        await party.act("quick shot", "Ada")
        while not (party.name == first and party.gm.ask["kind"] == "action"):
            await party.say()
        await party.act("end")
        while len(ends(party)) < 4 and party.round == 1:
            await party.say()
        done = {who: [(name, by) for one, name, by in party.answers() if one == who] for who in party.gang}
        assert done.pop(first) == [("quick shot", "person"), ("end", "person")]
        assert list(done.values()) == [[("quick shot", "order"), ("end", "order")]] * 3
        rolls = [each for each in party.gm.words if "quick shot:" in each and "Thug" in each]
        assert {each.partition("'s")[0] for each in rolls} == set(party.gang)

    at_table(work)


def test_it_is_kept_beside_the_log():
    async def work(party):
        await party.form()
        notes = party.room.settings.notes()
        again = msgspec.json.decode(msgspec.json.encode(notes, enc_hook=english), type=Notes)
        other = GangParty(notes=again)
        assert other.room.settings.squads.formed == [tuple(THUGS)]
        assert other.gm.client is not None

    at_table(work)


def test_a_fault_report_has_no_name_of_a_squad():
    async def work(party):
        names = ["Moss 1", "Moss 2"]
        for name in names:
            await party.gm.do("join", like="Thug 1", name=name)
        await party.gm.do("squad", names=names)
        assert squads(party)[0][0] == "Moss"
        told = RoomReport(party.room, party.gm.viewer, [], "").text()
        assert '"squads"' in told
        assert "Moss" not in told

    at_table(work)


# --- what others are told -----------------------------------------------------------------------------


def test_a_player_is_told_nothing_of_squads():
    async def work(party):
        await party.gm.do("hide", name="Thug 4")
        ann = party.player("Ann", "Ada")
        await ann.read()
        before, seq = dict(ann.sections), ann.seq
        await party.form()
        await ann.read()
        assert (ann.sections, ann.seq) == (before, seq)
        assert "squads" not in ann.sections
        assert "squad" not in ann.sections["me"]["may"]
        for names in (THUGS, ["Thug 4", "Thug 4"]):
            reply = await ann.do("squad", names=names)
            assert reply["code"] == "seat/not-yours"
        assert "Thug 4" not in str(reply)

    at_table(work)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_players_see_the_same_of_a_hidden_squad_as_of_hidden_foes_one_by_one(game):
    async def world(together: bool) -> list[Any]:
        party, shown = GangParty(game), []
        for name in party.gang[2:]:
            await party.gm.do("hide", name=name)
        ann = party.player("Ann", "Ada")
        await party.begin()
        if together:
            await party.form()
        for _ in range(60):
            session = party.room.session
            if session.over:
                break
            ours = party.name in party.gang and party.asked.chance is None
            await party.say(*([] if together or not ours else [values.pop(0)]))
            await ann.read()
            seen = {name: section for name, section in ann.sections.items() if name not in ("undo", "ask")}
            shown.append((session.seq, seen))
        values.extend(
            line.entry.value
            for line in party.room.session.standing.played
            if isinstance(line.entry, Answer)
            and not line.entry.asked.chance
            and line.entry.asked.who >= PEOPLE
            if line.by != "settled"
        )
        return shown

    values: list[Any] = []

    async def both() -> None:
        squad = await world(True)
        alone = await world(False)
        by_seq = dict(alone)
        same = [(seq, one) for seq, one in squad if seq in by_seq]
        assert len(same) >= 5
        assert all(one == by_seq[seq] for seq, one in same)

    asyncio.run(asyncio.wait_for(both(), 120))
