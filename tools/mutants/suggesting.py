"""Which tests would notice a mutant that those of its ids let pass, and may carry its mark.

Every quick test of a game is run once to see which functions it calls; a mutant is then tried against those
that call the function it is in.
"""

from __future__ import annotations

import json
import sys
import time
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.mutants import children
from tools.mutants.children import Child
from tools.mutants.mutants import Mutant, where
from tools.mutants.running import FAILS, HOLDS, LEAST, Living, Plan, collected_by, failing, prepare, unfrozen

QUICK = 0.5
"""CPU seconds: slower tests are no examples of one rule."""
ENOUGH = 3
"""So many tests are named for each mutant."""
Called = tuple[str, str]


class _Suggesting:
    """A plugin of pytest that tries mutants against tests that do not carry their ids."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found: list[tuple[Mutant, list[str]]] | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant."""
        self.items = {item.nodeid: item for item in session.items}
        with unfrozen():
            self.living = Living(self.plan.game)
        self.calls = dict(self._calls())
        self.plan.report(f"{self.plan.game}: {len(self.calls)} tests looked at")
        done = children.each(self.plan.mutants, self._try, lambda _: 40 + LEAST, self.plan.workers)
        self.found = [(mutant, said.more.split("\n")) for mutant, said in done if said.word == FAILS]
        return True

    def _calls(self) -> Iterator[tuple[str, tuple[float, set[Called]]]]:
        """What each test takes, and which functions of the game it calls."""
        folder = f"/rulesets/{self.plan.game}/"

        def look(child: Child, item: pytest.Item) -> None:
            seen: set[types.CodeType] = set()

            def called(frame: types.FrameType, event: str, _: Any) -> None:
                if event == "call":
                    seen.add(frame.f_code)

            begun = time.process_time()
            sys.setprofile(called)
            fails = failing([item])
            sys.setprofile(None)
            names = sorted({(c.co_filename, c.co_name) for c in seen if folder in c.co_filename})
            child.say(FAILS if fails else HOLDS, json.dumps([time.process_time() - begun, names]))

        for item, said in children.each(list(self.items.values()), look, lambda _: 30, self.plan.workers):
            if said.word == HOLDS:
                seconds, names = json.loads(said.more)
                yield item.nodeid, (seconds, {(file, name) for file, name in names})

    def _try(self, child: Child, mutant: Mutant) -> None:
        path = where(self.plan.game, mutant)
        nodes = [
            (seconds, node)
            for node, (seconds, called) in self.calls.items()
            if seconds < QUICK and (mutant.of_table or (str(path), mutant.function) in called)
        ]
        if not self.living.change(mutant):
            child.say(HOLDS)
        child.say(FAILS, "\n".join(self._failing([node for _, node in sorted(nodes)])))

    def _failing(self, nodes: Sequence[str]) -> Iterator[str]:
        left = ENOUGH
        for node in nodes:
            if left and failing([self.items[node]]):
                left -= 1
                yield node


def suggestions(plan: Plan) -> list[tuple[Mutant, list[str]]]:
    """The mutants that some test of the game notices, with tests that do."""
    prepare()
    plugin = _Suggesting(plan)
    found: list[tuple[Mutant, list[str]]] = collected_by(
        plan, plugin, [f"tests/{plan.game}", "-m", "not slow"]
    )
    return found


def printed(found: Sequence[tuple[Mutant, list[str]]], every: Sequence[Mutant]) -> str:
    """The suggestions as text: first what no test notices."""
    noticed = {mutant.key for mutant, nodes in found if nodes != [""]}
    text = [f"no test: {_line(one)}" for one in every if one.key not in noticed]
    for mutant, nodes in found:
        if nodes != [""]:
            text += [_line(mutant), *(f"    {Path(node).name}" for node in nodes)]
    return "\n".join(text)


def _line(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line} {mutant.function}: {mutant.mutation} [{' '.join(mutant.ids)}]"
