"""An earlier answer is changed: what there was to choose from, what would differ, and the change."""

from __future__ import annotations

from random import Random
from threading import current_thread, main_thread
from typing import Any

import pytest

from affray.session import Controller, Session
from affray.table.differences import Situation, differences
from affray.table.history import visibility_at
from affray.table.position import Position
from affray.table.seats import MAY
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer, VisibilityRules
from tests.table.people import Party, Person, evening
from tests.whole import some

pytestmark = pytest.mark.slow

SCENES = ["duel", "assault", "ambush", "brawl", "boarding"]


def answered(party: Party, *, dice: bool | None = None, act: bool = False) -> list[int]:
    """The entries that are answers, oldest first: of dice or of choices, or of actions."""
    found = []
    for line in party.room.session.standing.played:
        chance = getattr(getattr(line.entry, "asked", None), "chance", ...)
        if chance is ... or (dice is not None and bool(chance) != dice):
            continue
        if not act or line.entry.asked.question == "action":  # type: ignore[union-attr]
            found.append(line.seq)
    return found


async def played(party: Party, turns: int = 12) -> None:
    """Let the game master answer for everybody."""
    await party.gm.read()
    for _ in range(turns):
        if party.gm.ask is not None:
            await party.gm.go()


def test_an_earlier_question_comes_with_its_options_and_what_was_said():
    async def work(party):
        await played(party)
        for entry in answered(party, dice=False)[-6:]:
            found = (await party.gm.do("earlier", entry=entry))["data"]
            options = {o["n"]: o["label"] for o in found["ask"]["options"]}
            assert found["ask"]["question"]
            assert options[found["n"]] == found["said"]
            assert {a["n"] for a in found["actions"] if a["n"]} <= set(options)
        roll = answered(party, dice=True)[-1]
        found = (await party.gm.do("earlier", entry=roll))["data"]
        assert len(found["dice"]) == len(found["ask"]["dice"]["faces"])
        assert (found["n"], found["ask"]["options"], found["actions"]) == (0, [], [])

    evening(work)


def test_the_chances_of_an_earlier_menu_are_those_of_that_moment():
    async def work(party):
        then: dict[int, Any] = {}
        for _ in range(8):
            await party.gm.read()
            if (ask := party.gm.ask) is None:
                break
            if ask["kind"] == "action":
                menu = {a["label"]: a["chance"] for a in party.gm.sections["actions"]}
                then[party.room.session.seq + 1] = menu
            await party.gm.go()
        assert any(any(chances.values()) for chances in then.values())
        for entry, chances in then.items():
            found = (await party.gm.do("earlier", entry=entry, odds=True))["data"]
            assert {a["label"]: a["chance"] for a in found["actions"]} == chances
            plain = (await party.gm.do("earlier", entry=entry))["data"]
            assert not any(a["chance"] for a in plain["actions"])

    evening(work, odds=True)


def state(party: Party) -> Any:
    """All that a command could change."""
    room = party.room
    return room.session.seq, room.audience.seq, room.session.state_hash, dict(party.gm.sections)


def other(found: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """Another answer than was given."""
    if found["ask"]["dice"]:
        return {"faces": [chance.randint(1, sides) for sides in found["ask"]["dice"]["faces"]]}
    numbers = [o["n"] for o in found["ask"]["options"] if o["n"] != found["n"]]
    return {"n": chance.choice(numbers)} if numbers else None


def figures(party: Party) -> dict[str, dict[str, Any]]:
    """The figures and states of each fighter, as the game master's page has them now."""
    return {
        fighter["name"]: {track["name"]: track["now"] for track in fighter["tracks"] if "now" in track}
        | dict.fromkeys(fighter.get("states", ()), True)
        for fighter in party.gm.sections["order"]
    }


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """What is told of a fighter whose figures and states were these and are those."""
    figures = {
        f"{before.get(what, '-')} → {now} {what}"
        for what, now in after.items()
        if now is not True and now != before.get(what)
    }
    begun = {what for what, now in after.items() if now is True and what not in before}
    ended = {f"no longer {what}" for what, was in before.items() if was is True and what not in after}
    return figures | begun | ended


def test_a_preview_changes_nothing_and_tells_what_the_change_then_does():
    async def work(party):
        chance, tried = Random(3), 0
        told: list[str] = []
        await played(party, 20)
        for entry in chance.sample(answered(party), some(10, 4)):
            if entry not in answered(party):
                continue
            found = (await party.gm.do("earlier", entry=entry))["data"]
            if (answer := other(found, chance)) is None:
                continue
            before = state(party)
            would = (await party.gm.do("preview", entry=entry, **answer))["data"]
            assert state(party) == before
            then = figures(party)
            done = (await party.gm.do("amend", entry=entry, **answer))["data"]
            await party.gm.read()
            differ = {each["name"]: set(each["words"]) for each in would["differ"]}
            for name, now in figures(party).items():
                known, words = changed(then[name], now), differ.get(name, set())
                assert known <= words
                assert {
                    word for word in words - known if "→" in word and not word.startswith("turn:")
                } == set()
                told.extend(known)
            assert (would["fell"], would["added"], would["waits"]) == (
                done["fell"],
                done["added"],
                done["waits"],
            )
            tried += 1
            assert would["hold"] >= 0
        assert tried
        assert told

    evening(work)


@pytest.mark.parametrize("role", sorted(set(MAY) - {"gm"}))
def test_nobody_but_the_game_master_looks_at_other_answers(role):
    async def work(party):
        await played(party)
        party.room.seats.add(role, "Ann", ("Zara",))
        ann = Person(party.room, Viewer(role, "s2", "Ann", ("Zara",)))
        entry = answered(party)[-1]
        for name, more in (("earlier", {"odds": True}), ("preview", {"n": 1}), ("amend", {"n": 1})):
            before = state(party)
            assert (await ann.do(name, entry=entry, **more))["code"] == "seat/not-yours"
            assert state(party) == before
        await ann.read()
        assert not {"earlier", "preview", "amend"} & set(ann.sections["me"]["may"])

    evening(work)


def test_what_differs_passes_what_a_viewer_may_see():
    async def work(party):
        ann = party.player("Ann", "Zara")
        session = party.room.session
        hurt = session.fork()
        hurt.say.correct(["hurt", "Kaan", "2"], "a nail")
        hurt.say.correct(["hurt", "Zara", "1"], "a splinter")

        def told(viewer):
            now = party.room.audience.feed_of(viewer).seen
            then = VisiblePosition(
                Position(hurt, Controller(hurt)),
                visibility_at(party.room.audience.feed_of(viewer).visibility, hurt),
            )
            return {d.name: d.words for d in differences(Situation.of(now), Situation.of(then))}

        master, player = told(party.gm.viewer), told(ann.viewer)
        assert any("→" in words for words in master["Kaan"])
        assert any("→" in words for words in player["Zara"])
        assert not any(any(c.isdigit() for c in words) for words in player.get("Kaan", []))

    evening(work, visibility_rules=VisibilityRules(foes="words"))


def test_bad_ones_get_a_sentence_and_nothing_happens():
    async def work(party):
        await played(party)
        entry, before = answered(party, dice=False)[-1], state(party)
        tries: list[tuple[str, dict[str, Any], str]] = [
            ("earlier", {"entry": 9_999}, "log/not-amended"),
            ("preview", {"entry": 9_999, "n": 1}, "log/not-amended"),
            ("preview", {"entry": entry}, "answer/no-number"),
            ("preview", {"entry": entry, "n": 1, "text": "x"}, "answer/no-number"),
            ("preview", {"entry": entry, "n": 9_999}, "answer/not-offered"),
        ]
        for name, fields, code in tries:
            found = await party.gm.do(name, **fields)
            assert (found["t"], found["code"]) == ("refused", code)
        assert state(party) == before

    evening(work)


def test_what_is_played_again_to_look_back_is_played_beside_the_room(monkeypatch):
    async def work(party):
        await played(party)
        entry, threads = answered(party, act=True)[0], list[Any]()

        def noted(name: str, play: Any) -> Any:
            def run(*args: Any) -> Any:
                if args[1:] or name == "fork":  # else it is as it stands, which is made at once
                    threads.append(current_thread())
                return play(*args)

            return run

        for name in ("trial", "fork"):
            monkeypatch.setattr(Session, name, noted(name, getattr(Session, name)))
        for said in ({"do": "earlier"}, {"do": "preview", "n": 1}, {"do": "at"}, {"do": "amend", "n": 1}):
            threads.clear()
            assert (await party.gm.do(said.pop("do"), entry=entry, **said))["t"] == "done"
            assert threads
            assert main_thread() not in threads

    evening(work)
