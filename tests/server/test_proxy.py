"""Behind nginx, as the page about serving sets it up: TLS, sockets, names, cookies."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.debian import needed
from tests.server.real import LATEST, Real, running

pytestmark = pytest.mark.slow

[PAGE] = (Path(__file__).resolve().parents[2] / "docs").rglob("serving.md")
NAME = "table.example"


def nginx():
    """Where it is, if it is on this machine."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def free():
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def keys(tmp_path):
    """A certificate for the name, and what trusts it."""
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=table"
    names = ["-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    command = ["openssl", *made.split(), *names, "-keyout", "table.key", "-out", "table.pem"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    return ssl.create_default_context(cafile=tmp_path / "table.pem")


@contextmanager
def proxied(folder, real):
    """The configuration of the page, at free ports; gives the proxy's."""
    [said] = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    port = free()
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/", f"{folder}/"),
        ("127.0.0.1:8000;", f"127.0.0.1:{real.port};"),
    ):
        assert old in said
        said = said.replace(old, new)
    scratch = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    alone = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors;\n"
    path.write_text(f"{alone}events {{}}\nhttp {{\naccess_log off;\n{scratch}{said}\n}}\n")
    command = [needed(nginx, "nginx-light"), "-c", str(path), "-e", f"{folder}/errors"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        listens(process, port)
        yield port
    finally:
        process.terminate()
        process.wait(LATEST)


def listens(process, port):
    """Wait until somebody does."""
    end = monotonic() + LATEST
    while monotonic() < end:
        assert process.poll() is None, "nginx has ended"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            sleep(0.05)
        else:
            return
    raise AssertionError("nobody listens")


def test_a_table_behind_the_proxy_of_the_page(tmp_path, keys):
    words = ("duel", "--store", f"sqlite:{tmp_path}/fights.db", "--host", NAME, "--proxy", "127.0.0.1")
    with running(*words) as real, proxied(tmp_path, real) as port:
        host = f"{NAME}:{port}"
        far = Real(real.process, f"https://127.0.0.1:{port}{real.path}", keys)
        found = far.get(real.path, host=host)
        assert found.status == 303
        assert "Secure" in found.headers["set-cookie"]
        cookie, session = far.host, real.table()
        page = far.get(f"/s/{session}", cookie, host=host)
        assert (page.status, len(page.headers["x-request-id"])) == (200, 32)
        with far.line(session, cookie, origin=f"https://127.0.0.1:{port}") as line:
            assert line.hear("view")["sections"]["title"]["scene"]
            assert line.said({"t": "ping"})["t"] in ("pong", "refused")
        assert far.get("/metrics", host=host).status == 403
        assert real.get("/metrics").status == 200
        assert far.get("/healthz", host=host).status == 200
        assert far.get("/", host="another.example").status == 421
