"""Plays a fight with `affray engine`: a process that is told and asked, line by line.

    python examples/engine_client.py [SCENE]

Each choice is the best that the engine finds in a fifth of a second; it throws all dice itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from types import TracebackType
from typing import Any, Self

COMMAND = [sys.executable, "-c", "from affray.cli import main; main()", "engine"]
"""How the engine is begun here; where Affray is installed, that is `affray engine`."""


class Engine:
    """An engine that runs; `with` ends it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate('{"id": "bye", "do": "quit"}\n')

    def do(self, do: str, **fields: Any) -> Any:
        """The data of the answer to a command; ends this program where it is refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        said = {"id": str(next(self.ids)), "do": do, **fields}
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer["t"] == "info":  # what `go` has found so far
                continue
            if answer["t"] == "refused":
                raise SystemExit(f"{answer['why']} [{answer['code']}]")
            return answer.get("data")
        raise SystemExit("the engine has ended")


def play(scene: str) -> str:
    """Play a scene to its end; who has won."""
    with Engine() as engine:
        told, now = 0, engine.do("new", scene=scene, seed=7)
        while not now["title"]["over"]:
            if now["ask"]["name"] == "game master":  # takes no side, so there is no best answer
                engine.do("answer", n=1)
            else:
                engine.do(**engine.do("go", seconds=0.2)["best"])
            for line in engine.do("log", after=told):
                told = line["n"]
                print(line["words"])
            now = engine.do("legal", odds=False)
        winner: str = now["title"]["winner"]
        return winner


if __name__ == "__main__":
    print(f"{play(sys.argv[1] if len(sys.argv) > 1 else 'duel')} wins")
