"""A terminal and the live table sit at one fight: two processes, one store."""

from __future__ import annotations

import pytest

from tests.cli.test_play import Terminal
from tests.server.real import running
from tests.store.conftest import shared

__all__ = ["shared"]

pytestmark = pytest.mark.slow

PROMPT = r"\w+> $"


def test_what_is_done_at_the_terminal_is_seen_at_the_live_table_and_the_other_way_round(shared):
    with running("--store", shared) as real:
        session = real.table("duel")
        terminal = Terminal("play", "--store", shared, "--session", session)
        try:
            with real.line(session, real.host) as gm:
                terminal.until(PROMPT)
                assert gm.do("override", words="hurt Zara 1", why="at the page")["t"] == "done"
                seen = terminal.type("override hurt Kaan 1 because too late", PROMPT)
                assert "someone else has continued" in seen
                assert "Correction (at the page): Zara loses 1 hit point" in seen
                terminal.type("override hurt Kaan 2 because at the terminal", PROMPT)
                gm.words("Correction (at the terminal): Kaan loses 2 hit points")
                assert not [line for line in gm.sections["log"] if "too late" in line["words"]]
                terminal.type("undo", PROMPT)
                gm.until(lambda s: "at the terminal" not in s["log"][-1]["words"])
                assert gm.do("say", text="x")["t"] == "done"
                log = gm.do("export", form="log")["data"]
                assert "at the page" in log
                assert "at the terminal" in log, "what is taken back is kept too"
            terminal.type("quit", r"ended")
            assert terminal.close() == 0
        finally:
            if terminal.process.poll() is None:
                terminal.process.kill()
                terminal.process.wait()
