"""The clients in examples, run against the real thing."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from affray.server.phones import LOOPBACK
from tests.protocols.people import LATEST
from tests.server.real import Real, running
from tests.test_examples import SAID

EXAMPLES = Path(__file__).parents[2] / "examples"
NUMBERS = count(1)

pytestmark = pytest.mark.slow


def ran(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """An example, run with these words."""
    program = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(program, capture_output=True, text=True, timeout=LATEST, check=False)


def did(real: Real, session: str, do: str, **fields: object) -> Any:
    """The data of a command of the host's."""
    said = json.dumps({"id": f"x{next(NUMBERS)}", "do": do, **fields})
    found = real.ask(
        f"/s/{session}/commands", real.path[3:], "POST", said, **{"content-type": "application/json"}
    )
    return json.loads(found.text).get("data")


def test_every_example_is_run_here():
    here = Path(__file__).read_text(encoding="utf-8")
    programs = {each.name for each in EXAMPLES.glob("*.py") if each.stem not in SAID}
    assert [name for name in sorted(programs) if f'ran("{name}"' not in here] == []


def test_a_bot_plays_its_seat_over_http():
    with running("--store", "memory:") as real:
        made = real.ask(
            "/sessions",
            real.path[3:],
            "POST",
            '{"scene": "duel", "seed": 7}',
            **{"content-type": "application/json"},
        )
        session = json.loads(made.text)["session"]
        path = did(real, session, "seat", act="add", name="Bot", fighters=["Zara"])["path"]
        done = ran("http_bot.py", f"http://{LOOPBACK}:{real.port}{path}", "12")
        assert (done.returncode, done.stderr) == (0, "")
        told = did(real, session, "export", form="json")
        assert done.stdout.endswith(" answers given\n")
        given = int(done.stdout.split()[-3])
        log = [json.loads(row) for row in did(real, session, "export", form="log").splitlines()[1:]]
        assert sum(row.get("by") == "person" and row.get("who") == 0 for row in log) == given > 3
        assert done.stdout.splitlines()[0] == told[0]["words"]
        did(real, session, "seat", act="revoke", seat="s2")
        turned_away = ran("http_bot.py", f"http://{LOOPBACK}:{real.port}{path}", "1")
        assert (turned_away.returncode, "no seat" in turned_away.stderr) == (1, True)


def test_a_client_plays_a_fight_with_the_engine():
    done = ran("engine_client.py", "duel")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] in ("crew wins", "guild wins", "nobody wins")
    assert len(done.stdout.splitlines()) > 10
    refused = ran("engine_client.py", "duell")
    assert (refused.returncode, "did you mean 'duel'" in refused.stderr) == (1, True)


def test_a_client_uses_the_tools():
    done = ran("mcp_client.py", "duel", "6")
    assert (done.returncode, done.stderr) == (0, "")
    assert "legal" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[-1].startswith("refused: expected a number from 1 to")
