"""Options that a seat may not see are not chosen, priced, typed or listed; nor what others are asked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg, word
from affray.table import menu
from affray.table.views import VisiblePosition
from affray.table.visibility import Visibility, VisibilityRules
from tests.table.people import Party, Person, evening


async def unseen(party: Party) -> tuple[Person, dict[int, Any], dict[int, Any]]:
    """A player who is to act, what is open to him, and what the game master might do besides.

    Nobody on the player's side knows of the fighters whom those are aimed at.
    """
    room = party.room
    await party.gm.do("hands", name="all", manner="person")
    for _ in range(60):
        pending = room.session.pending
        if pending is not None and pending.chance is None and pending.asked.who >= 0:
            ann = party.player("Ann", room.session.names[pending.asked.who])
            every = dict(enumerate(pending.options, 1))
            visible = room.audience.feed_of(ann.viewer).seen
            aimed = {n: o for n, o in every.items() if isinstance(o, Act) and (o.at or 0) > 0}
            if aimed:
                return ann, menu.open_options(visible, pending), aimed
            room.audience.leave(ann.client)
        await party.gm.go()
    raise AssertionError("nobody is to act")


def blind(monkeypatch: pytest.MonkeyPatch, party: Party, name: str) -> None:
    """Let nobody but the game master know of a fighter."""
    known, who = Visibility.known, party.room.session.names.index(name)
    monkeypatch.setattr(
        Visibility,
        "known",
        lambda visibility, fight: known(visibility, fight) - (set() if visibility.all else {who}),
    )
    party.room.audience.changed(anew=True)


@pytest.mark.slow
def test_what_is_aimed_at_somebody_unknown_is_not_open_in_any_way(monkeypatch):
    async def work(party):
        ann, _, aimed = await unseen(party)
        n, act = next(iter(aimed.items()))
        label, foe = party.room.session.options.in_words(act), party.room.session.names[act.at]
        assert act in menu.open_options(look_of(party, ann), party.room.session.pending).values()
        blind(monkeypatch, party, foe)
        assert act not in menu.open_options(look_of(party, ann), party.room.session.pending).values()
        await ann.read()
        assert label not in [option["label"] for option in ann.ask["options"]]
        assert label not in [action["label"] for action in ann.sections["actions"]]
        last = len(ann.ask["options"])
        assert [option["n"] for option in ann.ask["options"]] == [*range(1, last + 1)], "no gap tells of it"
        assert {action["n"] for action in ann.sections["actions"]} <= {*range(last + 1)}
        seq = party.room.session.seq
        tried = [("answer", {"n": last + 1}), ("odds", {"n": last + 1}), ("answer", {"text": label})]
        for command, fields in tried:
            found = await ann.do(command, **fields)
            assert found["code"] == "answer/not-offered", (command, found)
            assert foe not in found["why"].replace(repr(label), "")
        for wrong in ({"text": "zzz"}, {"n": 9_999}):
            assert foe not in (await ann.do("answer", **wrong))["why"]
        order = {"name": ann.viewer.fighters[0], "question": ann.ask["about"], "answer": "zzz"}
        assert foe not in (await ann.do("order", **order))["why"]
        advice = await ann.do("advise")
        assert advice["code"] == "seat/not-yours", "it would try the fight with everybody in it"
        assert foe not in str(advice)
        assert party.room.session.seq == seq
        assert (await party.gm.do("odds", n=n))["t"] == "done", "the game master sees it"
        assert (await party.gm.do("answer", n=n))["t"] == "done"

    evening(work, visibility_rules=VisibilityRules("numbers", "open"), odds=True)


def look_of(party: Party, person: Person) -> VisiblePosition:
    return party.room.audience.feed_of(person.viewer).seen


def at(name):
    return msg("at {whom}", whom=Verbatim(name))


def test_the_name_of_an_unknown_fighter_is_not_taken_for_a_part_of_others(monkeypatch):
    async def work(party):
        visibility = Visibility(
            party.room.session.ruleset,
            party.player("Ann", "Wren").viewer,
            VisibilityRules(),
            ("Guard", "Guard 2", "Wren"),
        )
        monkeypatch.setattr(Visibility, "unknown_names", lambda *_: ("Guard",))
        fight = party.room.session.fight
        said = {
            text: visibility.names_unknown(fight, text)
            for text in (at("Guard 2"), at("Guard"), word("Guardian"), "-", "Guard hits")
        }
        assert said == {
            "at Guard 2": False,
            "at Guard": True,
            "Guardian": False,
            "-": False,
            "Guard hits": True,
        }
        monkeypatch.setattr(Visibility, "unknown_names", lambda *_: ("Guard 2",))
        assert visibility.names_unknown(fight, at("Guard 2"))
        assert not visibility.names_unknown(fight, at("Guard"))

    evening(work, "horizon/ambush", odds=True)


def test_an_order_does_not_tell_what_others_are_asked():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hands", name="all", manner="person")
        session = party.room.session
        while session.names[session.asking.asked.who] != "Kaan" or session.asking.chance is not None:
            await party.gm.go()
        question = session.asking.asked.question
        labels = [session.options.in_words(option) for option in session.asking.options]
        mine = {
            line.entry.asked.question
            for line in session.standing.played
            if line.entry.asked.who == session.names.index("Zara") and not line.entry.asked.chance
        }
        for asked in ("nonsense", question):
            found = await ann.do("order", name="Zara", question=asked, answer="zzz")
            told = found["data"]["note"] if found["t"] == "done" else found["why"]
            if asked not in mine:
                listed = set(filter(None, re.split(", ", told.partition("so far: ")[2])))
                assert listed <= mine | {"nothing"}
                assert not [label for label in labels if label in told]
        assert (await party.gm.do("order", name="Kaan", question=question, answer="zzz"))[
            "code"
        ] == "answer/not-offered"

    evening(work, odds=True)


def test_an_order_fits_what_was_asked_of_the_own_fighter():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        about = ann.ask["about"]
        wrong = await ann.do("order", name="Zara", question=about, answer="zzz")
        assert wrong["code"] == "answer/not-offered"
        with pytest.raises(BadAnswer, match="no option"):
            party.room.session.options.named("zzz", ())
        label = ann.ask["options"][0]["label"]
        assert (await ann.do("order", name="Zara", question=about, answer=label))["data"]["note"] == ""

    evening(work, odds=True)
