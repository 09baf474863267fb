"""`affray table link`: the game master's seat of a kept fight, from the terminal."""

from __future__ import annotations

import asyncio
import re

import pytest
from click.testing import CliRunner

from affray.cli.commands import cli
from affray.core.errors import AffrayError
from affray.store import open_store
from affray.store.blocking_store import BlockingStore
from tests.server.people import House, heard
from tests.session.fights import fresh

pytestmark = pytest.mark.slow


@pytest.fixture
def where(tmp_path):
    return tmp_path / "fights.db"


def link(where, session: str, *more: str) -> str:
    """The path of the link that is printed."""
    done = CliRunner().invoke(cli, ["table", "link", session, "--store", str(where), *more])
    assert done.exception is None, done.output
    [path] = re.findall(r"http://[\w.:]+(/j/[\w-]{20,})\n", done.output)
    return str(path)


def test_a_table_is_given_back_while_the_server_runs_and_when_it_does_not(where):
    store = asyncio.run(open_store(where))
    with House(store) as house:
        session, first, second = house.table(), house.guest(), house.guest()
        first.get(link(where, session))
        with first.websocket_connect(f"/s/{session}/ws") as ws:
            assert heard(ws, "view")["sections"]["me"]["role"] == "gm"
            assert '"role":"gm"' in second.get(link(where, session)).text
            assert heard(ws, "bye")["code"] == "closed"
        assert first.get(f"/s/{session}").status_code == 403
        house.do(session, "name", text="Friday")
    asyncio.run(store.close())
    path = link(where, "Friday", "--at", "http://127.0.0.1:9000/")
    store = asyncio.run(open_store(where))
    with House(store) as again:
        assert '"role":"gm"' in again.guest().get(path).text
        stale = again.guest()
        stale.cookies.update(second.cookies)
        assert stale.get(f"/s/{session}").status_code == 403
    asyncio.run(store.close())


def test_a_fight_of_the_terminal_gets_its_first_game_master(where):
    with BlockingStore(where) as kept:
        kept.begin("f1", "Saturday", fresh("duel"))
    path = link(where, "saturday")
    store = asyncio.run(open_store(where))
    with House(store) as house:
        assert '"role":"gm"' in house.guest().get(path).text
    asyncio.run(store.close())


def test_what_has_no_table_is_said_in_a_sentence(affray, where):
    assert affray("campaign", "--store", where, "new", "Autumn", "--game", "coriolis")[0] == 0
    for session, said in (("Autumn", "is a campaign"), ("Winter", "there is no session")):
        done = CliRunner().invoke(cli, ["table", "link", session, "--store", str(where)])
        assert isinstance(done.exception, AffrayError)
        assert said in str(done.exception)
