"""How the server begins and ends: networks, certificates, signals."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import shutil
import signal
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Any

import pytest
import segno
from click.testing import CliRunner

from affray.cli.commands import cli
from affray.server import listener as module
from affray.server.app import make_app
from affray.server.listener import Settings, Unservable, check_certificate, hosts_of
from affray.server.phones import LOOPBACK, lan_address
from affray.server.tables import Tables
from tests.forked import ran
from tests.server.real import COMMAND, LATEST, PROGRAM, Real, running

# --- TLS --------------------------------------------------------------------------------------------


def openssl(*words: str, folder: Path) -> None:
    if shutil.which("openssl") is None:
        for command in (["update", "-q"], ["install", "-qy", "openssl"]):
            subprocess.run(["apt-get", *command], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def keys(tmp_path_factory) -> Path:
    """A folder with certificates and keys: `own` and `other`, and `locked`, the key of `own`."""
    folder: Path = tmp_path_factory.mktemp("keys")
    for name in ("own", "other"):
        made = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name}"
        names = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
        openssl(*made.split(), *names, "-keyout", f"{name}.key", "-out", f"{name}.pem", folder=folder)
    openssl(*["ec", "-in", "own.key", "-aes128", "-passout", "pass:x", "-out", "locked.key"], folder=folder)
    (folder / "noise.pem").write_bytes(bytes(range(256)))
    return folder


@pytest.mark.slow
def test_over_tls_everything_goes_as_without(keys):
    trusting = ssl.create_default_context(cafile=str(keys / "own.pem"))
    certified = ["--tls-certificate", str(keys / "own.pem"), "--tls-key", str(keys / "own.key")]
    with running("--store", "memory:", *certified, context=trusting) as real:
        assert real.scheme == "https"
        session = real.table()
        page = real.get(f"/s/{session}", real.host)
        assert page.status == 200
        cookie = real.get(real.path).headers["set-cookie"]
        assert "Secure" in cookie
        ours = {"origin": f"https://{LOOPBACK}:{real.port}"}
        with real.line(session, real.host, **ours) as gm:
            assert gm.do("say", text="hello")["t"] == "done"
        qr = real.get(f"/s/{session}/qr?path=/j/x", real.host)
        assert qr.status == 404, "no phone opens an address of this machine alone"
        with pytest.raises(ssl.SSLCertVerificationError):
            Real.get(real_with(real, ssl.create_default_context()), "/healthz")
        plain = real_with(real, None)
        plain.scheme = "http"
        with pytest.raises(OSError):  # noqa: PT011 - a line that is cut has many names
            plain.get("/healthz")
        assert real.get("/healthz").status == 200


def real_with(real: Real, context: ssl.SSLContext | None) -> Real:
    """The same server, seen by somebody who trusts others."""
    other = object.__new__(Real)
    other.__dict__.update(vars(real))
    other.context = context
    return other


@pytest.mark.parametrize(
    ("certificate", "key", "said"),
    [
        (None, "own.key", "a key without its certificate: give --tls-certificate too"),
        ("own.pem", "other.key", "own.pem and other.key: the key does not match the certificate"),
        ("own.pem", None, "own.pem: expected a certificate and its key, both in PEM format"),
        (
            "noise.pem",
            "own.key",
            "noise.pem and own.key: expected a certificate and its key, both in PEM format",
        ),
        (
            "own.pem",
            "noise.pem",
            "own.pem and noise.pem: expected a certificate and its key, both in PEM format",
        ),
        ("own.pem", "locked.key", "the key has a password; use one without"),
        ("gone.pem", "own.key", "gone.pem and own.key: cannot be read: No such file or directory"),
    ],
)
def test_certificates_that_do_not_fit_are_told_in_a_sentence(keys, certificate, key, said):
    given = [name and str(keys / name) for name in (certificate, key)]
    with pytest.raises(Unservable) as e:
        check_certificate(Settings("memory:", certificate=given[0], key=given[1]))
    assert str(e.value) == said


# --- several workers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("store", "workers", "said"),
    [
        ("memory:", 2, "several workers need a shared database"),
        ("sqlite:x.db", 2, "several workers need a shared database"),
        ("postgresql:///x", 0, "expected 1 to 64 workers, got 0"),
        ("postgresql:///x", 65, "expected 1 to 64 workers, got 65"),
        ("memory:", -1, "expected 1 to 64 workers, got -1"),
    ],
)
def test_what_several_cannot_serve_is_told_in_a_sentence(store, workers, said):
    found = CliRunner().invoke(cli, ["serve", "--port", "0", "--store", store, "--workers", str(workers)])
    assert isinstance(found.exception, Unservable)
    assert str(found.exception).startswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "expected a port from 0 to 65535, got 99999"),
        (["--port", "-1"], "expected a port from 0 to 65535, got -1"),
        (["--store", "sqlite:"], "expected a file, as in sqlite:FILE, got 'sqlite:'"),
        (["--store", "sqlite:."], "expected a file, as in sqlite:FILE, got 'sqlite:.'"),
    ],
)
def test_a_port_or_a_store_that_cannot_be_is_told_in_a_sentence(affray, words, said):
    assert affray("serve", *words) == (2, "", f"{said}\n")


# --- the network ------------------------------------------------------------------------------------


def test_at_home_nothing_but_this_machine_is_listened_to():
    with module.bound(Settings("memory:", port=0)) as found:
        assert found.getsockname()[0] == "127.0.0.1"
    with module.bound(Settings("memory:", port=0, lan=True)) as found:
        assert found.getsockname()[0] == "0.0.0.0"


def test_in_a_network_the_server_answers_to_its_address_there(monkeypatch):
    monkeypatch.setattr(module, "lan_address", lambda: "192.168.7.9")
    settings = Settings("memory:", lan=True, hosts=("table.example",))
    base = settings.base(8000)
    assert base == "http:" + "//192.168.7.9:8000"
    hosts = hosts_of(settings, base)
    assert {"192.168.7.9", "table.example", "127.0.0.1", "localhost"} <= hosts
    assert "192.168.7.9" not in hosts_of(settings._replace(lan=False), "http:" + "//127.0.0.1:8000")


def test_without_a_network_there_is_this_machine(monkeypatch):
    class Cut:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Cut:
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Cut)
    assert lan_address() == "127.0.0.1"


@pytest.mark.slow
def test_the_lan_option_shows_the_address_and_a_code_to_point_a_camera_at():
    """On a terminal; whoever comes by the address of the network is answered."""
    ours, theirs = pty.openpty()
    command = [*COMMAND, "duel", "--lan", "--port", "0", "--store", "memory:", "--no-open"]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            text = ""
            while "Stop it with Ctrl+C" not in text:
                text += os.read(ours, 10_000).decode()
            text = text.replace("\r\n", "\n")
            link = text.splitlines()[1].strip()
            real = Real(process, link)  # type: ignore[arg-type]
            if lan_address() == "127.0.0.1":
                assert "No network was found" in text
            else:
                assert real.name == lan_address()
                drawn = io.StringIO()
                door = text.splitlines()[3].strip()
                assert link.rpartition("/j/")[2].partition("?")[0] not in door
                segno.make(door, micro=False).terminal(drawn, compact=True)
                assert drawn.getvalue().strip("\n") in text
            assert real.get("/healthz", host=f"{real.name}:{real.port}").status == 200
            assert real.get("/healthz", host="evil.test").status == 421
            session = link.rpartition("/")[2]
            with real.line(session, real.host) as gm:
                way = gm.do("seat", act="add", name="Ann")["data"]
                assert way["url"] == f"{real.scheme}://{real.name}:{real.port}{way['path']}"
        finally:
            process.send_signal(signal.SIGTERM)
            os.close(ours)
        assert process.wait(LATEST) == 0


# --- the end ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_stop_finishes_what_was_begun_tells_everybody_and_ends_well(tmp_path):
    """Whatever was answered is kept, and nothing is answered after the goodbye."""
    store, book = f"sqlite:{tmp_path / 'fights.db'}", tmp_path / "log"
    with running("--store", store, "--log", str(book)) as real:
        session = real.table()
        with real.line(session, real.host) as gm, real.line(session, real.host, "?as=display") as display:
            display.hear("view")
            for n in range(150):
                gm.send({"id": f"{n}", "do": "override", "words": "hurt Zara 1", "why": f"stone {n}."})
            gm.hear("done")
            real.process.send_signal(signal.SIGTERM)
            code, said = gm.closed()
            assert (code, said[-1]["t"], said[-1]["code"], said[-1]["retry"]) == (
                1012,
                "bye",
                "stopping",
                True,
            )
            assert display.closed()[0] == 1012
            done = 1 + sum(message["t"] == "done" for message in said)
        assert real.process.wait(LATEST) == 0
        assert real.process.stderr is not None
        assert real.process.stderr.read() == ""
    with running("--store", store) as real, real.line(session, real.host) as gm:
        log = gm.do("export", form="log")["data"]
        kept = [n for n in range(150) if f"stone {n}." in log]
        assert kept[:done] == list(range(done))
        assert kept == list(range(len(kept))), (
            "what was not answered is there from the first on, or not at all"
        )


@pytest.mark.slow
def test_a_log_that_cannot_be_written_is_told_before_anything_begins(tmp_path):
    found = ran(PROGRAM, "serve", "--store", "memory:", "--port", "0", "--log", str(tmp_path), latest=LATEST)
    assert (found.returncode, found.stderr) == (2, f"{tmp_path}: cannot be written: Is a directory\n")


def mute(server: Any) -> list[Any]:
    """The lines on which nothing is asked at the moment."""
    return [line for line in server.server_state.connections if module._asks_nothing(line)]


@pytest.mark.slow
def test_who_connects_and_asks_nothing_is_hung_up_on():
    async def evening() -> None:
        tables = Tables()
        server = module.Server(make_app(tables), Settings("memory:"), tables)
        with module.bound(Settings("memory:", port=0)) as found:
            serving = asyncio.create_task(server.serve([found]))
            while not server.started:
                await asyncio.sleep(0.01)
            asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            lines = [await asyncio.open_connection(*found.getsockname()) for _ in range(4)]
            for (_, writer), said in zip(lines, (b"", b"GET / HT", asked, asked), strict=True):
                writer.write(said)
            answered = [await asyncio.wait_for(lines[n][0].readuntil(b"ok\n"), 30) for n in (2, 3)]
            assert [answer[9:12] for answer in answered] == [b"200", b"200"]
            lines[2][1].write(b"GET")
            while len(server.server_state.connections) < 4 or len(mute(server)) < 3:
                await asyncio.sleep(0.01)
            for _ in range(2):
                await server.on_tick(0)
            for n in (0, 1, 2):
                assert await asyncio.wait_for(lines[n][0].read(), 30) == b"", "hung up on"
            lines[3][1].write(asked)
            assert b"200" in await asyncio.wait_for(lines[3][0].read(4_096), 30)
            server.should_exit = True
            for _, writer in lines:
                writer.close()
            await serving

    asyncio.run(asyncio.wait_for(evening(), 60))
