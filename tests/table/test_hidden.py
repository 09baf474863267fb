"""Hidden by the game master: nobody else can tell that somebody is there, in any game, whatever they do."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.effect import Who
from affray.core.errors import BadAnswer, NotFound
from affray.core.live import Concealed
from affray.core.ruleset import ruleset
from affray.session import Session, opening
from affray.session.entries import hidden_after
from affray.table import wire
from affray.table.visibility import Visibility, VisibilityRules
from tests.table.people import MASTER, Party, Person, evening
from tests.table.unknown import named, texts, walked
from tests.table.walks import walked as alike_walked
from tests.table.worlds import GAMES, World, compared
from tests.whole import some

pytestmark = pytest.mark.slow

REFUSED = "only the game master can undo here"
"""What players read as well where none of them takes back."""
SEEDS, ANSWERS = some(6, 3), some(40, 4)
"""Walks of each scene, and how long they are."""


def looker(party: Party, role: Any = "spectator") -> Person:
    """Somebody who only looks."""
    seat, _ = party.room.seats.add(role, f"a {role}")
    return Person(party.room, seat.viewer)


async def told_of(person: Person, name: str) -> list[str]:
    """All texts that somebody's page has now which name a fighter; what was told stays told."""
    await person.read()
    names = [*person.room.session.names, name]
    told, hid = person.room.audience.feed_of(person.viewer).story.lines, since(person.room.session)
    now = {key: section for key, section in person.sections.items() if key != "log"}
    now["log"] = [line.line.words for line in told if line.part >= hid]
    return [text for text in texts(now) if named(text, names, {name})]


def since(session: Session) -> int:
    """From which part of the story on somebody has been hidden."""
    return next((n for n, t in enumerate(session.story) if t.fight.hidden), 0)


# --- what others are told ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_of_whom_the_game_master_hides(game):
    met = 0
    for n, scene in enumerate(ruleset(game).scenes):
        for seed in range(n, n + SEEDS):
            walk = walked(f"{game}/{scene}", seed, ANSWERS, eye=True)
            assert not walk.found, (scene, seed, walk.found[0])
            met += walk.met
    assert met >= 4, "somebody must have been hidden for a while"


def test_the_walk_sees_who_is_not_kept_back(monkeypatch):
    monkeypatch.setattr(Visibility, "known", lambda visibility, fight: frozenset(fight.everyone))
    found = [leak for seed in range(3) for leak in walked("serenity/saloon", seed, 20, eye=True).found]
    assert {"order", "map", "ids", "log"} <= {leak.place for leak in found}
    assert {"Ann", "Eve"} <= {leak.seat for leak in found}


def test_a_hidden_one_is_gone_for_all_but_the_game_master_and_comes_back():
    async def work(party):
        people = [
            party.player("Ann", "Zara"),
            *[looker(party, r) for r in ("spectator", "display", "replay")],
        ]
        await party.gm.do("hide", name="Kaan", why="behind the door")
        for person in people:
            assert await told_of(person, "Kaan") == []
            assert [f["name"] for f in person.sections["order"]] == ["Zara"]
            assert [t["name"] for t in person.sections["map"]["tokens"]] == ["Zara"]
        order = {f["name"]: f.get("hidden", False) for f in party.gm.sections["order"]}
        assert order == {"Zara": False, "Kaan": True}
        assert [t["name"] for t in party.gm.sections["map"]["tokens"] if t.get("hidden")] == ["Kaan"]
        assert party.gm.words[-1] == "Kaan is hidden (behind the door)"
        await party.gm.do("hide", name="Kaan", on=False, why="he kicks it in")
        assert party.gm.words[-1] == "Kaan is shown (he kicks it in)"
        for person in people:
            await person.read()
            assert person.words[-1] == "Kaan appears"
            assert not [t for t in texts(person.sections) if "kicks" in t or "behind the door" in t]
            assert {f["name"] for f in person.sections["order"]} == {"Zara", "Kaan"}
            assert not [f for f in person.sections["order"] if "hidden" in f]

    evening(work, odds=True)


def test_a_replay_with_everything_shows_who_is_hidden():
    async def work(party):
        seat, _ = party.room.seats.add("replay", "Replay", whole=True)
        whole = Person(party.room, seat.viewer)
        await party.gm.do("hide", name="Kaan")
        await whole.read()
        assert "Kaan" in [f["name"] for f in whole.sections["order"]]

    evening(work, odds=True)


def test_who_is_hidden_stays_hidden_when_it_is_decided():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hide", name="Kaan")
        await party.gm.do("override", words="hurt Zara 100")
        while not party.room.session.over:
            await party.gm.go()
        assert party.room.session.winner
        assert await told_of(ann, "Kaan") == []

    evening(work, odds=True)


def test_nothing_can_be_asked_about_a_hidden_one():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("note", name="Kaan", text="wounded", secret=False)
        story = party.room.audience.feed_of(ann.viewer).story
        told = len(story.lines)
        await party.gm.do("hide", name="Kaan")
        assert (await ann.do("card", name="Kaan"))["code"] == "name/unknown"
        assert len((await ann.do("export", form="json"))["data"]) == told
        assert (await ann.do("advise"))["code"] == "seat/not-yours"
        assert (await party.gm.do("card", name="Kaan"))["data"]["notes"][0]["text"] == "wounded"

    evening(work, visibility_rules=VisibilityRules("numbers", "open"), odds=True)


def test_the_door_does_not_offer_a_hidden_one():
    async def work(party):
        assert party.room.admission.free() == ["Zara"]
        with pytest.raises(NotFound, match="no seat for 'Nobody'") as raised:
            await party.room.admission.knock("Ann", ("Nobody",))
        assert "Zara" in str(raised.value)
        await party.gm.do("hide", name="Zara")
        assert party.room.admission.free() == []
        with pytest.raises(NotFound, match="no seat for 'Nobody'") as raised:
            await party.room.admission.knock("Ann", ("Nobody",))
        assert "Zara" not in str(raised.value)

    evening(work, odds=True)


def test_the_moment_before_is_shown_as_it_was_seen():
    async def work(party):
        ann = party.player("Ann", "Zara")
        before = party.room.session.seq
        await party.gm.do("hide", name="Kaan")
        await party.gm.do("hide", name="Kaan", on=False)
        then = (await ann.do("at", entry=before))["data"]
        assert {f["name"] for f in then["order"]} == {"Zara", "Kaan"}
        assert "Kaan appears" not in [line["words"] for line in then["log"]]
        hidden = (await party.gm.do("at", entry=before + 1))["data"]
        assert [f["name"] for f in hidden["order"] if f.get("hidden")] == ["Kaan"]

    evening(work, odds=True)


# --- as if nobody were there ------------------------------------------------------------------------


def answers(one: Session, two: Session) -> tuple[Any, ...] | None:
    """The same next answer for both, by habit; None where they are asked different things."""
    a, b = one.pending, two.pending
    if a is None or b is None or a.asked != b.asked or (a.chance is None) != (b.chance is None):
        return None
    controller = AutopilotController(one)
    value = controller.throw(a).value if a.chance is not None else controller.by_habit(a).value
    try:
        return one.lines.answer(value), two.lines.answer(value)
    except BadAnswer:
        return None


async def as_if_absent(game: str, scene: str) -> int:
    """A hidden newcomer far away, and nobody: how long both send the same, which they must."""
    sessions = [operations.start(f"{game}/{scene}", seed=3) for _ in range(2)]
    side = sessions[0].fight.fighters[0].side
    foe = next((n for n, b in enumerate(sessions[0].fight.fighters) if b.side != side), None)
    if foe is None:
        return 0
    worlds = [World(session, side, VisibilityRules()) for session in sessions]
    here, there = worlds
    for world in worlds:
        await world.heard(False)
    said = {"id": "j", "do": "join", "like": here.room.session.names[foe], "name": "Nemo", "at": [900, 900]}
    reply = await here.room.gate.answer(MASTER, wire.encode({**said, "hidden": True}))
    assert msgspec.json.decode(reply)["t"] == "done", reply
    there.room.audience.changed()
    n = 0
    while n < some(12, 4) and alike(*sessions):
        found = await compared(worlds, f"{game}/{scene}, after {n}", True)
        assert not found, found[0]
        n += 1
        lines = answers(*sessions)
        if lines is None or "Nemo" in str(lines):
            break
        for world, line in zip(worlds, lines, strict=True):
            await world.room.entries.put(line)
    return n


def alike(one: Session, two: Session) -> bool:
    """Whether the newcomer has made no difference to the rules so far."""
    return facts(one) == facts(two) and options(one) == options(two)


def facts(session: Session) -> object:
    """What is asked, and how all but the newcomer stand."""
    pending, fight = session.pending, session.fight
    others = [who for who, name in zip(fight.everyone, session.names, strict=True) if name != "Nemo"]
    return pending and (pending.asked, pending.tally), [fight.fighter(who) for who in others]


def options(session: Session) -> list[str]:
    """What can be answered, but for what is aimed at the newcomer."""
    pending = session.pending
    if pending is None or pending.chance is not None:
        return []
    said = map(session.options.in_words, pending.options)
    return [words for words in said if "Nemo" not in words]


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_newcomer_is_as_if_nobody_had_come(game):
    moments = sum(asyncio.run(as_if_absent(game, scene)) for scene in ruleset(game).scenes)
    assert moments >= 3, "the worlds must go together for a while"


@pytest.mark.parametrize("game", GAMES)
def test_of_a_hidden_one_who_acts_alike_no_byte_depends(game):
    """It is listed elsewhere, stronger or somewhere else, and there may be two of it."""
    moments = 0
    for n, scene in enumerate(ruleset(game).scenes):
        for seed in range(n, n + some(8, 4)):
            found = alike_walked(f"{game}/{scene}", seed, some(12, 3), eye=True)
            assert not found.differences, (scene, seed, found.differences[0])
            moments += found.compared
    assert moments >= some(30, 5), "the worlds must go together for a while"


def test_hiding_leaves_players_no_trace_in_numbers_or_messages():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.do("hide", name="Kaan")
        await ann.read()
        before = [dict(ann.sections), ann.seq]
        await party.gm.do("join", like="Kaan", name="Nemo", hidden=True)
        assert not ann.client.waiting, "nothing is sent"
        await ann.read()
        assert [dict(ann.sections), ann.seq] == before
        for back in ("undo", "redo", "undo", "redo"):
            await party.gm.do(back)
            assert not ann.client.waiting, "nothing is sent when that is taken back or done again"
        await ann.read()
        assert [dict(ann.sections), ann.seq] == before
        assert (await ann.do("receipt", line=1, seq=before[1])).get("code") != "wire/stale"
        await party.gm.do("throw", notation="2d6")
        await ann.read()
        assert ann.sections["undo"]["entries"] == before[0]["undo"]["entries"] + 1

    evening(work, odds=True)


@pytest.mark.parametrize(
    "scene", ["coriolis/duel", "horizon/ambush", "d6/alley", "traveller/startown_bar", "serenity/saloon"]
)
def test_a_fight_has_the_same_dice_whoever_is_hidden(scene):
    plain, hiding = [operations.start(scene, seed=4) for _ in range(2)]
    controllers = [AutopilotController(session) for session in (plain, hiding)]
    for n in range(12):
        if plain.pending is None:
            break
        who = Who(n % len(hiding.names))
        hiding.say.hide(who, who not in hiding.fight.hidden)
        for session, controller in zip((plain, hiding), controllers, strict=True):
            pending = session.asking
            given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
            session.answer(given.value, given.dice, by=given.by)
        assert plain.fight == hiding.fight._replace(hidden=frozenset())
        assert plain.state_hash == hiding.state_hash


# --- who may, and whom ------------------------------------------------------------------------------


def test_taking_back_that_somebody_was_hidden_is_counted_by_nobody_else():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        entries = ann.sections["undo"]["entries"]
        for back in ("hide", "undo", "redo", "undo"):
            await party.gm.do(back, **({"name": "Kaan"} if back == "hide" else {}))
            await ann.read()
            assert ann.sections["undo"]["entries"] == entries, back
        await party.gm.do("override", words="hurt Zara 1")
        await party.gm.do("undo")
        await ann.read()
        assert ann.sections["undo"]["entries"] == entries + 2

    evening(work, odds=True)


def test_only_the_game_master_hides():
    async def work(party):
        for role in ("player", "spectator", "replay"):
            found = await looker(party, role).do("hide", name="Kaan")
            assert found["code"] == "seat/not-yours"
        assert not party.room.session.fight.hidden

    evening(work, odds=True)


def test_who_has_a_player_cannot_be_hidden_nor_who_is_hidden_be_given_away():
    async def work(party):
        ann = party.player("Ann", "Zara")
        found = await party.gm.do("hide", name="Zara")
        assert found["why"] == "Zara is played by Ann; only fighters without a player can be hidden"
        await party.gm.do("hide", name="Kaan")
        for act in ({"act": "give", "seat": ann.viewer.seat}, {"act": "add", "name": "Bob"}):
            found = await party.gm.do("seat", **act, fighters=["Kaan"])
            assert found["why"] == "Kaan is hidden; show Kaan first"
        assert not await told_of(ann, "Kaan")

    evening(work, odds=True)


def test_who_waits_at_the_door_is_not_let_in_for_a_hidden_one():
    async def work(party):
        seat, _ = await party.room.admission.knock("Ann", ("Zara",))
        await party.gm.do("hide", name="Zara")
        assert (await party.gm.do("seat", act="approve", seat=seat.id))["code"] == "seat/hidden"
        assert (await party.gm.do("hide", name="Zara", on=False))["t"] == "done"
        assert (await party.gm.do("seat", act="approve", seat=seat.id))["t"] == "done"

    evening(work, odds=True)


def test_going_back_does_not_hide_whom_a_player_has_by_now():
    async def work(party):
        await party.gm.do("hide", name="Zara")
        await party.gm.do("hide", name="Zara", on=False)
        party.player("Ann", "Zara")
        assert (await party.gm.do("undo"))["code"] == "answer/played"
        assert (await party.gm.do("undo", n=2))["t"] == "done", "she was seen before"

    evening(work, odds=True)


def test_players_take_back_nothing_that_hides_or_shows():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        can = ann.sections["undo"]["can"]
        await party.gm.do("hide", name="Kaan")
        await ann.read()
        assert ann.sections["undo"]["can"] == can
        assert party.gm.sections["undo"]["can"] == can + 1
        found = await ann.do("undo")
        assert found["why"] == REFUSED
        await party.gm.do("undo")
        found = await ann.do("redo")
        assert found["why"] == REFUSED
        await party.gm.do("redo")
        assert await told_of(ann, "Kaan") == []

    evening(work, odds=True)


def test_what_is_so_already_and_who_is_not_there_get_one_sentence():
    async def work(party):
        before = party.room.session.seq
        found = await party.gm.do("hide", name="Kaan", on=False)
        assert (found["code"], found["why"]) == ("answer/hidden", "Kaan is not hidden")
        await party.gm.do("hide", name="Kaan")
        assert (await party.gm.do("hide", name="Kaan"))["why"] == "Kaan is hidden already"
        assert (await party.gm.do("hide", name="Nobody"))["code"] == "name/unknown"
        assert party.room.session.seq == before + 1

    evening(work, odds=True)


def test_a_command_that_is_sent_again_hides_once():
    async def work(party):
        said = wire.encode({"id": "h1", "do": "hide", "name": "Kaan"})
        assert [(await party.gm.send(said))["t"] for _ in range(2)] == ["done", "done"]
        assert [isinstance(line.entry, Concealed) for line in party.room.session.log.lines].count(True) == 1

    evening(work, odds=True)


# --- newcomers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_somebody_comes_in_hidden_and_is_shown(game):
    scene = next(iter(ruleset(game).scenes))

    async def work(party):
        session = party.room.session
        name, foe = session.names[0], session.names[-1]
        ann = party.player("Ann", name)
        done = await party.gm.do("join", like=foe, name="Nemo", hidden=True)
        assert done["data"] == {"name": "Nemo"}
        assert await told_of(ann, "Nemo") == []
        assert "Nemo" in [f["name"] for f in party.gm.sections["order"] if f.get("hidden")]
        twin = await party.gm.do("join", like="Nemo", name="Nemo 2")
        assert twin["t"] == "done"
        assert await told_of(ann, "Nemo 2") == [], "another like somebody hidden is hidden, too"
        await party.gm.do("hide", name="Nemo", on=False)
        await ann.read()
        seen = {f["name"] for f in ann.sections["order"]}
        assert ("Nemo" in seen) == (foe in seen), "it is seen where the one like it is"
        assert ("Nemo appears" in ann.words) == (foe in seen)
        assert "Nemo 2" not in seen

    evening(work, f"{game}/{scene}", odds=True)


def test_a_newcomer_written_out_comes_in_hidden():
    async def work(party):
        ann = party.player("Ann", "Zara")
        record = party.room.session.scene.fighters[1].model_dump(exclude_unset=True) | {"name": "Rat"}
        done = await party.gm.do("join", record=record, hidden=True)
        assert done["t"] == "done", done
        assert await told_of(ann, "Rat") == []

    evening(work, odds=True)


# --- who leaves -------------------------------------------------------------------------------------


async def stepped(party: Party) -> None:
    """Into the midst of another step."""
    session = party.room.session
    begun = session.moments.begun
    while session.moments.begun == begun or session.moments.begun == len(session.standing.played):
        await party.gm.go()


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_one_leaves_and_comes_back_without_players_being_told(game):
    scene = next(iter(ruleset(game).scenes))

    async def work(party):
        ann = party.player("Ann", party.room.session.names[0])
        foe = party.room.session.names[-1]
        await party.gm.do("join", like=foe, name="Nemo", hidden=True)
        await ann.read()
        before = dict(ann.sections)
        assert (await party.gm.do("remove", name="Nemo", why="too much"))["t"] == "done"
        assert "Nemo leaves the fight (too much)" in party.gm.words
        await ann.read()
        assert dict(ann.sections) == before
        found = await ann.do("undo")
        assert found["why"] == REFUSED
        await party.gm.do("undo")
        assert [f["name"] for f in party.gm.sections["order"] if f.get("hidden")] == ["Nemo"]
        await party.gm.do("redo")
        assert "Nemo" not in [f["name"] for f in party.gm.sections["order"]]
        assert await told_of(ann, "Nemo") == []
        await party.gm.do("undo")
        await party.gm.do("hide", name="Nemo", on=False)
        await party.gm.do("remove", name="Nemo")
        assert "Nemo leaves the fight" in party.gm.words

    evening(work, f"{game}/{scene}", odds=True)


def test_who_has_left_is_neither_hidden_nor_shown():
    async def work(party):
        await party.gm.do("join", like="Kaan", name="Nemo")
        await party.gm.do("remove", name="Nemo")
        before = party.room.session.seq
        for on in (True, False):
            found = await party.gm.do("hide", name="Nemo", on=on)
            assert (found["code"], found["why"]) == ("answer/left", "Nemo has left the fight.")
        assert party.room.session.seq == before

    evening(work, odds=True)


@pytest.mark.parametrize("hidden", [True, False])
def test_who_was_hidden_or_shown_in_the_step_that_is_played_again_leaves_so(hidden):
    async def work(party):
        ann, session = party.player("Ann", "Zara"), party.room.session
        await party.gm.do("join", like="Kaan", name="Nemo", hidden=not hidden)
        await stepped(party)
        await party.gm.do("hide", name="Nemo", on=hidden)
        await party.gm.do("remove", name="Nemo")
        assert session.fight.hidden == ({Who(2)} if hidden else set())
        await ann.read()
        assert ("Nemo leaves the fight" in ann.words) != hidden
        again = opening.reopen(session.header, tuple(session.log.rows), None)
        assert (again.fight, [t.told for t in again.story]) == (
            session.fight,
            [t.told for t in session.story],
        )
        assert hidden_after(session.standing.played, 2) == session.fight.hidden
        await party.gm.do("undo", n=2)
        assert session.fight.hidden == (set() if hidden else {Who(2)})

    evening(work, odds=True)
