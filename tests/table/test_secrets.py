"""What is secret stays so: lines shown by what they tell, talk, corrections of foes, unknown foes."""

from __future__ import annotations

from typing import Any

import pytest

from affray import operations
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.story import RevealedLine, receipt
from affray.table.visibility import Viewer, VisibilityRules
from tests.table.people import Party, Person, evening
from tests.table.worlds import steps

HIDDEN = VisibilityRules("words", "hidden")


async def secret(party: Party) -> dict[str, Any]:
    """Play until the game master sees a roll that is kept from players; the last one."""
    while not (found := [line for line in party.gm.sections["log"] if line["secret"]]):
        await party.gm.go()
    line: dict[str, Any] = found[-1]
    return line


async def words_of(person: Person, entry: int) -> list[str]:
    """What somebody reads of an entry."""
    await person.read()
    return [line["words"] for line in person.sections["log"] if line["entry"] == entry]


def test_another_roll_in_the_place_of_one_that_was_shown_is_secret():
    async def work(party):
        ann = party.player("Ann", "Zara")
        first = await secret(party)
        await party.gm.do("reveal", line=first["n"])
        assert await words_of(ann, first["entry"]) == [first["words"]]
        kept = set(party.room.settings.talk.revealed)
        await party.gm.do("undo_to", entry=first["entry"] - 1)
        assert (await party.gm.do("roll"))["t"] == "done"
        party.room.settings.talk.revealed = kept  # as another process has it in the store
        party.room.audience.changed()
        again = next(line for line in party.gm.sections["log"] if line["n"] == first["n"])
        assert again["entry"] != first["entry"]
        assert again["kind"] == "roll", "it stands where the other one stood"
        assert await words_of(ann, again["entry"]) == ["Kaan rolls"]

    evening(work, visibility_rules=HIDDEN, odds=True)


def test_a_roll_that_was_shown_is_secret_again_where_it_is_amended():
    async def work(party):
        ann = party.player("Ann", "Zara")
        line = await secret(party)
        await party.gm.do("reveal", line=line["n"])
        faces = [face % 6 + 1 for face in line["dice"]]
        done = await party.gm.do("amend", entry=line["entry"], faces=faces)
        assert done["t"] == "done", done
        assert "Kaan rolls" in await words_of(ann, line["entry"])
        await party.gm.do("undo")
        assert line["words"] in await words_of(ann, line["entry"]), "that very line was shown"

    evening(work, visibility_rules=HIDDEN, odds=True)


def test_lines_that_are_gone_are_not_kept_among_those_shown():
    async def work(party):
        party.room.settings.talk.revealed = {RevealedLine(10_000, 0, "gone")}
        await party.gm.do("reveal", line=(await secret(party))["n"])
        assert [each.entry < 10_000 for each in party.room.settings.talk.revealed] == [True]
        kept = Notes.of(party.room.settings.visibility_rules, party.room.settings.talk)
        assert kept.talk().revealed == party.room.settings.talk.revealed

    evening(work, visibility_rules=HIDDEN, odds=True)


def test_nothing_stands_behind_talk():
    async def work(party):
        ann = party.player("Ann", "Zara")
        rolled = await secret(party)
        await party.gm.do("say", text="well rolled")
        await ann.read()
        for person, command in ((ann, "receipt"), (party.gm, "receipt"), (party.gm, "reveal")):
            line = next(each for each in person.sections["log"] if each["kind"] == "talk")
            found = await person.do(command, line=line["n"])
            assert found["code"] == "answer/no-line"
            assert found["why"] == f"line {line['n']} is chat: there is nothing more to show"
        assert (await words_of(ann, rolled["entry"]))[0] == "Kaan rolls"

    evening(work, visibility_rules=HIDDEN, odds=True)


def test_a_correction_of_a_foe_tells_what_can_be_seen_and_no_figure():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("override", words="hurt Kaan 3", why="a stone, 3 of 6")
        await ann.read()
        assert any("3" in words for words in party.gm.words)
        assert "Correction by the game master: Kaan is hurt" in ann.words
        assert not [words for words in ann.words if "3" in words or "stone" in words]
        await party.gm.do("override", words="hurt Zara 1", why="a branch")
        await ann.read()
        assert any("a branch" in words for words in ann.words), "of one's own side all is told"

    evening(work, visibility_rules=HIDDEN, odds=True)


def test_of_foes_nobody_knows_there_is_no_receipt():
    session = operations.start("horizon/ambush", seed=2)
    room, met = Room("x", session, notes=Notes(VisibilityRules("numbers", "open"))), 0
    for n, _ in enumerate(steps(session)):
        if n == 12:
            break
    visibility = room.audience.feed_of(Viewer("player", "s2", "Ann", ("Wren",))).visibility
    for telling in session.story:
        who = getattr(telling.told, "asked", None)
        if who is not None and who.who >= 0 and who.who not in visibility.known(telling.fight):
            met += 1
            found = receipt(session, visibility, telling)
            assert (found["dice"], found["receipt"], found["rules"]) == ([], [], [])
            assert found["withheld"]
    assert met


@pytest.mark.slow
def test_ones_own_loss_does_not_tell_what_the_foe_has():
    met = 0
    for seed in range(4):
        session = operations.start("d6/alley", seed=seed)
        room = Room("x", session, notes=Notes(VisibilityRules("nothing", "hidden", odds=False)))
        side = session.fight.fighters[0].side
        own = [n for n, b in zip(session.names, session.fight.fighters, strict=True) if b.side == side]
        for n, _ in enumerate(steps(session)):
            if n == 40:
                break
        lines = room.audience.feed_of(Viewer("player", "s2", "Ann", tuple(own))).story.lines
        lost = [told.line.words for told in lines if " loses " in told.line.words]
        assert not [words for words in lost if not words.endswith(("hit point", "hit points"))]
        met += len(lost)
        assert any("listed damage" in told.line.words for told in master(room))
    assert met


def master(room: Room) -> list[Any]:
    """The lines of the game master."""
    return room.audience.feed_of(Viewer("gm", "s1", "Game master")).story.lines
