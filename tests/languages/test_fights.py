"""Fights of every game at a table, read in French: nothing is left in English."""

from __future__ import annotations

import asyncio
import json
from itertools import count

import pytest

from affray.core.ruleset import rulesets
from affray.core.stream import Stream
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.table.squads import stem
from tests.languages.listening import Listening, left
from tests.table.people import MASTER, Party
from tests.test_architecture import clear
from tests.whole import some

pytestmark = pytest.mark.slow
STEPS = some(60, 2)


SCENES = [(game.id, name) for game in rulesets().values() for name in game.scenes]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_fight_is_said_to_its_last_word(game, scene, monkeypatch):
    room, master = Party(f"{game}/{scene}", odds=True).room, MASTER._replace(language="fr")
    listening, english = Listening(language("fr", game)), set()
    monkeypatch.setattr("affray.table.feed.language", lambda name, game: listening)

    async def play():
        source, numbers = Stream(5), count(1)
        room.machine.go_on()
        await room.tasks.settled()
        names = {*room.session.names, *map(stem, room.session.names)}
        for _ in range(STEPS):
            sections = json.loads(room.audience.full(master))["sections"]
            english.update(left(sections, game, {*names, room.session.scene.title}))
            if sections["title"]["over"] or sections["ask"] is None:
                break
            ask = sections["ask"]
            command = {"id": str(next(numbers)), "do": "roll", "seq": room.audience.seq}
            if ask["kind"] != "dice":
                command |= {"do": "answer", "n": ask["options"][source.below(len(ask["options"]))]["n"]}
            with reading(listening):
                reply = json.loads(await room.gate.answer(master, json.dumps(command).encode()))
            assert reply["t"] == "done", reply
            await room.tasks.settled()

    asyncio.run(asyncio.wait_for(play(), 240))
    clear(sorted({*listening.lacking, *english} - {*room.session.names}))


@pytest.mark.parametrize("game", list(rulesets()))
def test_the_rules_of_a_game_are_said(game):
    known, french = rulesets()[game].catalogue, Listening(language("fr", game))
    texts = [text for rule in known.rules.values() for text in (rule.title, rule.text)]
    texts += [
        text for ruling in known.rulings.values() for text in (ruling.question, ruling.answer, ruling.why)
    ]
    texts += [option.summary for option in known.options.values()]
    assert len(texts) > 200
    for text in texts:
        french.say(text)
    clear(sorted(french.lacking))
