"""`affray` alone, at a terminal and without one; how it is stopped; ports that are in use."""

from __future__ import annotations

import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from contextlib import closing
from textwrap import dedent

import pytest

from affray.cli import browser
from affray.core.interrupts import kept_from_children
from affray.languages.catalogues import ENGLISH
from affray.server import listener
from affray.server.listener import Settings, Unservable, bound
from affray.table.job_process import JobProcess

LATEST = 120.0
"""Seconds until what is waited for has to be there."""


def at_a_terminal(folder, *words, typed, made=None, **environment):
    """What a program prints at a terminal of its own, and its exit code.

    Ctrl+C once `typed` is there, and the file that is to be `made` by then.
    """
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(environment, XDG_CONFIG_HOME=str(folder), AFFRAY_LANGUAGE="en")
        os.execv(sys.executable, [sys.executable, "-m", "affray.cli", *words])
    out, stopped = b"", False
    end = time.monotonic() + LATEST
    while True:
        if not select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
            os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"it never said {typed!r}, but {out!r}")
        try:
            out += os.read(terminal, 4096)
        except OSError:  # the program has ended
            break
        if typed in out and not stopped:
            while made is not None and not made.exists():
                time.sleep(0.02)
            os.write(terminal, b"\x03")
            stopped = True
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), out.decode().replace("\r\n", "\n")


@pytest.mark.slow
def test_at_a_terminal_the_start_page_opens_and_ctrl_c_ends_it_quietly(tmp_path):
    seen = tmp_path / "seen"
    show = tmp_path / "show"
    show.write_text(f'#!/bin/sh\necho "$1" > "{seen}.new"; mv "{seen}.new" "{seen}"\n', encoding="utf-8")
    show.chmod(0o755)
    code, out = at_a_terminal(tmp_path, typed=b"is saved.", made=seen, BROWSER=str(show))
    lines = out.splitlines()
    assert code == 0, out
    links = [line.strip() for line in lines if line.startswith("  http://127.0.0.1:")]
    assert len(links) == 1
    assert lines[-1].strip() in ("^C", "")
    assert "Stop it with Ctrl+C; every fight is saved." in lines
    assert "Traceback" not in out


def test_without_a_browser_the_address_is_there_to_be_opened(monkeypatch, capsys):
    from affray.cli import server

    monkeypatch.setattr(browser, "found", str)
    monkeypatch.setattr(browser, "Thread", At)
    announced = server.TableAnnouncement(Settings("memory:"), True, ENGLISH)
    announced.ready(listener.ServerAddress("http://127.0.0.1:8000", "http://127.0.0.1:8000/j/x"))
    out, err = capsys.readouterr()
    assert "  http://127.0.0.1:8000/j/x\n" in out
    assert err == "No browser was found: open the first link above yourself.\n"


class At:
    """A thread whose work is done at once."""

    def __init__(self, target, args, daemon):
        self.start = lambda: target(*args)


def test_a_browser_is_not_waited_for(monkeypatch):
    waits, opened, failed = socket.socketpair(), [], []
    monkeypatch.setattr(browser, "found", lambda: "slow")

    def opens(address):
        waits[0].recv(1)  # it waits for the page, which is served only once nobody waits for the browser
        opened.append(address)
        waits[0].send(b"!")
        return True

    monkeypatch.setattr(webbrowser, "open", opens)
    browser.open_beside("the page", lambda: failed.append(1))
    assert opened == []
    waits[1].send(b".")
    assert waits[1].recv(1) == b"!"
    assert (opened, failed) == (["the page"], [])
    for each in waits:
        each.close()


def test_without_a_terminal_it_is_help(affray):
    code, out, err = affray()
    assert (code, out, err) == affray("--help")
    assert code == 0
    assert "In a terminal, plain `affray` opens the start page" in out
    assert affray("--language", "fr")[1] != out


WHERE = {
    "the command line": ("affray.cli.click_help", "scenes"),
    "odds": ("affray.pricing", "odds duel Zara"),
    "simulate": ("affray.simulation.walker", "simulate duel"),
    "solve": ("affray.solver.chances", "solve duel"),
    "serve": ("uvicorn", "serve --port 0"),
}


@pytest.mark.slow
@pytest.mark.parametrize("where", WHERE)
def test_ctrl_c_while_the_program_is_loaded_ends_it_quietly(where, tmp_path):
    module, line = WHERE[where]
    program = f"""
        import os, signal, sys

        signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background ignores

        class Interrupted:
            def find_spec(self, name, path=None, target=None):
                if name == {module!r}:
                    os.kill(os.getpid(), signal.SIGINT)

        sys.meta_path.insert(0, Interrupted())
        sys.argv[1:] = {line.split()!r}
        from affray.cli import main
        main()
    """
    quiet = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", dedent(program)], capture_output=True, text=True, env=quiet, check=False
    )
    assert (done.stdout, done.stderr.strip()) == ("", "")
    assert done.returncode in (130, -signal.SIGINT), "a shell shows 130 for both"


def test_who_works_for_the_server_hears_no_interrupt_from_its_first_moment():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with kept_from_children():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    jobs = JobProcess()
    try:
        assert signal.SIGINT in jobs.think(signal.pthread_sigmask, (signal.SIG_BLOCK, []))
    finally:
        jobs.close()


def test_the_next_free_port_is_taken_and_a_port_that_was_asked_for_is_not_exchanged(monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(listener, "PORT", port)
        with closing(bound(Settings("memory:"))) as taken:
            assert 0 < taken.getsockname()[1] - port < listener.NEXT or taken.getsockname()[1] not in (
                0,
                port,
            )
        monkeypatch.setattr(listener, "NEXT", 1)
        with closing(bound(Settings("memory:"))) as taken:
            assert taken.getsockname()[1] not in (0, port)
        with pytest.raises(Unservable, match=rf"cannot listen on port {port}: .*; try another, or --port 0"):
            bound(Settings("memory:", port=port))


def test_another_port_is_said(monkeypatch, capsys):
    from affray.cli import server

    opened = server.TableAnnouncement(Settings("memory:"), False, ENGLISH)
    opened.ready(listener.ServerAddress("http://127.0.0.1:8003", "http://127.0.0.1:8003/j/x"))
    out, err = capsys.readouterr()
    assert err == "Port 8000 is in use, so the table is on port 8003.\n"
    assert out.splitlines()[-1].startswith("Stop it with Ctrl+C")
    opened._replace(settings=Settings("memory:", port=8003)).ready(
        listener.ServerAddress("http://127.0.0.1:8003", "http://127.0.0.1:8003/j/x")
    )
    assert capsys.readouterr()[1] == ""
