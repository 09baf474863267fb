"""A database whose primary dies: its standby takes its place, and the evening goes on there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.debian import needed
from tests.server.real import Line, Real, running, soon
from tests.server.test_histories import AWAY, logged, played, sound, table
from tests.store.servers import Server, Standby, binaries, pair, together

pytestmark = pytest.mark.slow


SAID = {
    "store/away": "this cannot be saved: the database cannot be reached",
    "store/unsure": "this may not have been saved: the database cannot be reached",
}


def refused(gm: Line, command: dict[str, Any]) -> bool:
    """Whether a command is refused, which is said in a sentence; it can be sent again."""
    found = gm.said(command)
    if found["t"] == "done":
        return False
    assert (found["t"], found["why"], found["retry"]) == ("refused", SAID[found["code"]], True), found
    return True


def fail_over(primary: Server, standby: Standby, gm: Line, house: Real) -> None:
    """Kill the primary; once everybody knows of it, promote the standby."""
    primary.die()
    meanwhile = stone(2, "meanwhile")
    assert refused(gm, meanwhile)
    gm.until(lambda s: s["title"]["notice_code"] == AWAY)
    assert soon(lambda: house.get("/readyz").status == 503)
    standby.promote()
    assert soon(lambda: not refused(gm, meanwhile))
    gm.until(lambda s: not s["title"]["notice"])
    assert soon(lambda: house.get("/readyz").status == 200)


def test_a_primary_that_is_killed_gives_way_to_its_standby_and_nothing_that_was_told_is_lost():
    needed(binaries, "postgresql")
    with pair() as (primary, standby):
        primary.make("evening")
        store = together("evening", primary, standby)
        with running("--store", store) as one, running("--store", store) as two:
            session, other = table(one), table(one)
            with one.line(other, one.host) as gm, two.line(other, two.host) as guest:
                assert not refused(gm, stone(1, "before"))
                guest.hear("view")  # the table is open at the other server, too
                callers = played([one, two], session, lambda: fail_over(primary, standby, gm, one))
                guest.words("meanwhile")
                log = gm.do("export", form="log")["data"]
                assert [log.count(why) for why in ("before", "meanwhile")] == [1, 1]
        sound(standby.database("evening"), session, callers)


def test_what_a_lagging_standby_has_not_got_is_kept_once_more_by_the_open_table():
    needed(binaries, "postgresql")
    with pair(synchronous=False) as (primary, standby):
        primary.make("evening")
        with running("--store", together("evening", primary, standby)) as house:
            session = table(house)
            with house.line(session, house.host) as gm:
                assert not refused(gm, stone(1, "before"))
                there = "SELECT count(*) FROM event WHERE convert_from(body, 'UTF8') LIKE '%before%'"
                assert soon(lambda: standby.ask(there, "evening") == "1")
                standby.stop()
                for n in (2, 3):
                    assert not refused(gm, stone(n, f"lost-{n}"))
                primary.die()
                assert refused(gm, stone(4, "meanwhile"))
                standby.start()
                standby.promote()
                assert soon(lambda: not refused(gm, stone(4, "meanwhile")))
                assert standby.ask(there.replace("before", "lost-_"), "evening") == "2"
                log = gm.do("export", form="log")["data"]
                assert [log.count(why) for why in ("before", "lost-2", "lost-3", "meanwhile")] == [1, 1, 1, 1]
        asyncio.run(logged(standby.database("evening"), session))


def stone(n: int, why: str) -> dict[str, Any]:
    """Something that is done and told with this reason."""
    return {"id": f"c{n}", "do": "override", "words": "darkness 1", "why": why}
