"""The engine plays every game to its end, with all that a program can ask on the way."""

from __future__ import annotations

from random import Random

import pytest

from affray.core.ruleset import rulesets
from tests.protocols.people import spoken
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

MOST = some(400, 10)
"""Answers after which the autopilot plays the fight to its end."""


@pytest.mark.parametrize("game", [*part_of(rulesets(), 2)])
def test_a_fight_is_played_to_its_end_by_what_is_legal(game):
    random = Random(game)

    async def work(program):
        scene = (await program.data("scenes", game=game))[0]["name"]
        now, told = await program.data("new", scene=scene, seed=5), 0
        await program.data("hands", name="all", manner="person")
        for turn in range(MOST):
            if now["title"]["over"]:
                break
            options = [option["n"] for option in now["ask"]["options"]]
            if now["ask"]["kind"] == "dice":
                await program.data("roll")
            else:
                await program.data("answer", n=random.choice(options))
            lines = await program.data("log", after=told)
            assert [line["n"] for line in lines] == list(range(told + 1, told + 1 + len(lines)))
            told += len(lines)
            now = await program.data("legal", odds=turn < 3)
            if turn % 40 == 20:
                await program.data("undo")
                now, told = await program.data("legal", odds=False), 0
        await program.data("hands", name="all", manner="autopilot")
        assert (await program.data("legal"))["title"]["over"]
        log = await program.data("export", form="log")
        story = await program.data("log")
        await program.data("load", log=log)
        assert await program.data("log") == story

    spoken(work)


@pytest.mark.parametrize("game", [*part_of(rulesets(), 2, 1)])
def test_the_best_answer_is_found_in_every_game(game):
    async def work(program):
        scene = (await program.data("scenes", game=game))[0]["name"]
        await program.data("new", scene=scene, seed=5)
        for n in range(some(6, 3)):
            now = await program.data("legal", odds=False)
            if now["title"]["over"]:
                break
            if now["ask"]["name"] == "game master":
                await program.data("answer", n=1)
                continue
            await program.engine.hear(b'{"id":"g%d","do":"go","fights":16}' % n)
            await program.engine._searching
            best = program.told[-1]["data"]
            assert best["label"]
            await program.data(**best["best"])

    spoken(work)
