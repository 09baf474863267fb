"""Behind the proxies of `deploy`: TLS, sockets, names, cookies, and the second server of an upgrade."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from tests.debian import needed
from tests.server.real import LATEST, Real, running
from tests.whole import in_the_whole

pytestmark = pytest.mark.slow

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAME = "table.example"
MODULES = Path("/usr/lib/apache2/modules")
LOADED = (
    "mpm_event", "authn_core", "authz_core", "ssl", "proxy", "proxy_http", "proxy_balancer", "slotmem_shm",
    "lbmethod_byrequests", "headers", "unique_id", "socache_shmcb",
)  # fmt: skip
"""What Apache is told to load by `a2enmod`, and what Debian's loads without being told."""


class Proxy(NamedTuple):
    """A program, its package, the file of `deploy`, what is other in a test, and how it is begun.

    In changes and words `{folder}`, `{port}`, `{first}` and `{second}` stand for what is so here.
    """

    program: str
    package: str
    file: str
    changes: dict[str, str]
    around: str
    command: tuple[str, ...]


TWO = {"127.0.0.1:8000": "127.0.0.1:{first}", "127.0.0.1:8001": "127.0.0.1:{second}"}
SCRATCH = "".join(
    f"{kind}_temp_path {{folder}}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)
PROXIES = {
    "nginx": Proxy(
        "nginx",
        "nginx-light",
        "nginx.conf",
        {**TWO, "listen 443 ssl": "listen 127.0.0.1:{port} ssl", "/etc/ssl/": "{folder}/"},
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors;\n"
        f"events {{{{}}}}\nhttp {{{{\naccess_log off;\n{SCRATCH}\n%s\n}}}}\n",
        ("-c", "{file}", "-e", "{folder}/errors"),
    ),
    "caddy": Proxy(
        "caddy",
        "caddy",
        "Caddyfile",
        {**TWO, "table.example {": "https://table.example:{port} {{\n\tbind 127.0.0.1\n"
            "\ttls {folder}/table.pem {folder}/table.key"},
        "{{\n\tadmin off\n\tauto_https off\n\tskip_install_trust\n}}\n%s",
        ("run", "--config", "{file}", "--adapter", "caddyfile"),
    ),
    "apache": Proxy(
        "apache2",
        "apache2-bin",
        "apache.conf",
        {**TWO, "*:443": "127.0.0.1:{port}", "/etc/ssl/": "{folder}/"},
        "".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so\n" for name in LOADED)
        + "Listen 127.0.0.1:{port}\nServerName table.example\nPidFile {folder}/pid\n"
        "ErrorLog {folder}/errors\nDefaultRuntimeDir {folder}\n%s",
        ("-D", "FOREGROUND", "-d", "{folder}", "-f", "{file}"),
    ),
    "haproxy": Proxy(
        "haproxy",
        "haproxy",
        "haproxy.cfg",
        {**TWO, "bind :443": "bind 127.0.0.1:{port}", "/etc/ssl/": "{folder}/"},
        "%s",
        ("-db", "-f", "{file}"),
    ),
}  # fmt: skip
ALL = [pytest.param(name, marks=() if name == "nginx" else in_the_whole) for name in PROXIES]


def found(program: str) -> Callable[[], str | None]:
    """Where a program is, if it is on this machine."""
    return lambda: shutil.which(program) or shutil.which(program, path="/usr/sbin")


def free() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture
def keys(tmp_path: Path) -> ssl.SSLContext:
    """A certificate for the name, and what trusts it."""
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=table"
    names = ["-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    command = ["openssl", *made.split(), *names, "-keyout", "table.key", "-out", "table.pem"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    both = [(tmp_path / name).read_text() for name in ("table.pem", "table.key")]
    (tmp_path / "table-and-key.pem").write_text("".join(both))
    return ssl.create_default_context(cafile=tmp_path / "table.pem")


@contextmanager
def proxied(name: str, folder: Path, first: int, second: int) -> Iterator[int]:
    """A proxy with its file of `deploy`, at free ports; gives its own."""
    proxy, port = PROXIES[name], free()
    here = {"folder": folder, "port": port, "first": first, "second": second, "file": folder / proxy.file}
    said = (DEPLOY / proxy.file).read_text(encoding="utf-8")
    for old, new in proxy.changes.items():
        assert old in said, old
        said = said.replace(old, new.format(**here))
    (folder / proxy.file).write_text(proxy.around.format(**here) % said)
    command = [needed(found(proxy.program), proxy.package), *(word.format(**here) for word in proxy.command)]
    with (folder / "said").open("wb") as told:
        process = subprocess.Popen(command, stdout=told, stderr=told, env={"HOME": str(folder)})
    try:
        listens(process, port, folder / "said")
        yield port
    finally:
        process.terminate()
        process.wait(LATEST)


def listens(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    """Wait until somebody does."""
    end = monotonic() + LATEST
    while monotonic() < end:
        assert process.poll() is None, f"the proxy has ended: {said.read_text()}"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            sleep(0.05)
        else:
            return
    raise AssertionError("nobody listens")


@pytest.mark.parametrize("name", ALL)
def test_a_table_behind_a_proxy(name, tmp_path, keys):
    words = ("--store", f"sqlite:{tmp_path}/fights.db", "--host", NAME, "--proxy", "127.0.0.1")
    log = tmp_path / "log"
    with (
        running("duel", "--log", str(log), *words) as real,
        proxied(name, tmp_path, real.port, free()) as port,
    ):
        host = f"{NAME}:{port}"
        far = Real(real.process, f"https://127.0.0.1:{port}{real.path}", keys, host=host)
        found = far.get(real.path, host=host)
        assert found.status == 303
        assert "Secure" in found.headers["set-cookie"]
        cookie, session = far.host, real.table()
        forged = {"x-forwarded-for": "192.0.2.7"}
        page = far.get(f"/s/{session}", cookie, host=host, **forged)
        assert page.status == 200
        assert re.fullmatch(r"[\w.:@-]{8,64}", page.headers["x-request-id"])
        assert page.headers["x-request-id"] != far.get("/healthz", host=host).headers["x-request-id"]
        with far.line(session, cookie, origin=f"https://{host}", host=host) as line:
            assert line.hear("view")["sections"]["title"]["scene"]
            assert line.said({"t": "ping"})["t"] in ("pong", "refused")
        assert far.get("/metrics", host=host).status == 403
        assert real.get("/metrics").status == 200
        assert far.get("/", host="another.example").status in (421, 200 if name == "caddy" else 421)
        assert page.headers["x-request-id"] in log.read_text()
        assert "192.0.2.7" not in log.read_text(), "what a stranger says of an address is not believed"
        assert '"client":"127.0.0.1"' in log.read_text()


@in_the_whole
@pytest.mark.parametrize("name", PROXIES)
def test_when_the_first_server_is_gone_the_second_answers(name, tmp_path, keys):
    words = ("--store", f"sqlite:{tmp_path}/fights.db", "--host", NAME, "--proxy", "127.0.0.1")
    with (
        running("duel", *words) as first,
        running(*words) as second,
        proxied(name, tmp_path, first.port, second.port) as port,
    ):
        host = f"{NAME}:{port}"
        far = Real(first.process, f"https://127.0.0.1:{port}{first.path}", keys, host=host)
        session = first.table()
        cookie = first.seat(session, name="Ann", fighters=["Zara"])
        ours = {"origin": f"https://{host}", "host": host}
        with far.line(session, cookie, **ours) as line:
            line.hear("view")
            assert first.stop() == 0
            assert line.closed()[0] == 1012
        for _ in range(5):
            assert far.get(f"/s/{session}", cookie, host=host).status == 200
        with far.line(session, cookie, **ours) as line:
            assert line.do("say", text="still here")["t"] == "done"
        assert second.get("/healthz").status == 200
