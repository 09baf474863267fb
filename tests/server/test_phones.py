"""Phones are let in from the network while the server runs, and kept out again."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from affray.server import phones as module
from affray.server.phones import Unreachable
from tests.server.people import House
from tests.server.real import Answer, Real, running

pytestmark = pytest.mark.slow
NETWORK = "127.0.0.2"
"""Another address of this machine, which stands for that of its network."""


@contextmanager
def at_home(network: str, *words: str) -> Iterator[Real]:
    """A server of a machine whose address in its network is this one."""
    program = (
        f"from affray.server import listener, phones; phones.lan_address = lambda: {network!r}; "
        f"listener.lan_address = phones.lan_address; from affray.cli import main; main()"
    )
    with running("--store", "memory:", *words, program=program) as real:
        yield real


def asked(real: Real, *, open: bool, cookie: str = "", body: str = "", **headers: str) -> Answer:  # noqa: A002
    """What comes of letting phones in, or out."""
    said = body or json.dumps({"open": open})
    return real.get("/phones", cookie or real.host, "POST", said, **headers)


def reached(port: int) -> bool:
    """Whether anybody listens at the network's address."""
    with socket.socket() as line:
        return line.connect_ex((NETWORK, port)) == 0


def test_the_host_lets_phones_in_and_out_again():
    with at_home(NETWORK) as real:
        session = real.table()
        page = f"/s/{session}"
        assert not reached(real.port)
        assert 'data-phones="closed"' in real.get(page, real.host).text
        assert real.get(f"{page}/qr?path=/j/x", real.host).status == 404
        base = f"http://{NETWORK}:{real.port}"
        for _ in range(2):
            found = asked(real, open=True)
            assert (found.status, json.loads(found.text)) == (200, {"base": base})
        assert reached(real.port)
        assert real.get("/healthz", host=f"{NETWORK}:{real.port}").status == 200
        assert 'data-phones="open"' in real.get(page, real.host).text
        assert "image/svg" in real.get(f"{page}/qr?path=/j/x", real.host).headers["content-type"]
        with real.line(session, real.host) as gm:
            way = gm.do("seat", act="add", name="Ann", role="player")["data"]
            assert way["url"] == base + way["path"]
            asked(real, open=False)
            assert not reached(real.port)
            assert gm.do("say", text="still here")["t"] == "done"
            assert "url" not in gm.do("seat", act="link")["data"]
        asked(real, open=True)
        with socket.create_connection((NETWORK, real.port)):
            assert real.stop() == 0, "an open door does not keep the server from ending"


def test_only_the_host_lets_phones_in():
    with at_home(NETWORK) as real:
        session = real.table()
        player = real.seat(session, role="player", name="Ann")
        master = real.seat(session, role="player", name="Ben")
        for cookie in ("seat=nobody", player, master):
            assert asked(real, open=True, cookie=cookie).status == 403
        assert asked(real, open=True, origin="http:" + "//evil.test").status == 403
        assert 'data-phones=""' in real.get(f"/s/{session}", player).text
        assert not reached(real.port)


@pytest.mark.parametrize("body", ["", "x", "[]", '{"open": 1}', "\udcff", "{" * 900])
def test_what_is_asked_has_to_be_read(body):
    with House() as house:
        house.tables.phones = module.Phones(0, "http", lambda: None, lambda _: None)  # type: ignore[arg-type, return-value]
        found = house.host.post("/phones", content=body.encode("utf-8", "surrogateescape"))
        assert (found.status_code, found.json()["code"]) == (400, "wire/unreadable")
        assert found.json()["why"] == 'expected {"open": true} or {"open": false}'


def test_without_a_network_it_says_what_to_do():
    with at_home("127.0.0.1") as real:
        found = asked(real, open=True)
        assert (found.status, json.loads(found.text)["code"]) == (422, "serve/unreachable")
        assert "Join a Wi-Fi" in json.loads(found.text)["why"]
        assert "Rejoignez un réseau Wi-Fi" in asked(real, open=True, **{"accept-language": "fr"}).text


def test_who_begins_for_the_network_has_settled_it():
    with at_home(NETWORK, "--lan") as real:
        assert 'data-phones=""' in real.get(f"/s/{real.table()}", real.host).text
        assert json.loads(asked(real, open=True).text)["code"] == "serve/settled"


def test_another_network_has_another_address(monkeypatch):
    made: list[str] = []

    class Listening:
        started, should_exit = True, False

        async def serve(self, sockets: list[socket.socket]) -> None:
            sockets[0].close()

    async def moved() -> None:
        phones = module.Phones(0, "http", Listening, made.append)  # type: ignore[arg-type]
        for network in ("127.0.0.2", "127.0.0.3"):
            monkeypatch.setattr(module, "lan_address", lambda network=network: network)
            assert f"//{network}:" in await phones.let_in()
        assert [base.removeprefix("http:").partition(":")[0] for base in made] == [
            "//127.0.0.2",
            "",
            "//127.0.0.3",
        ]
        monkeypatch.setattr(module, "lan_address", lambda: "192.0.2.77")
        with pytest.raises(Unreachable, match=r"cannot listen on 192\.0\.2\.77"):
            await phones.let_in()
        assert phones.base == ""

    asyncio.run(moved())
