"""What is answered where the worker of a session is gone: to programs as JSON, to people as text."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from affray.server.relay import passed_on


def answered(tmp_path, headers: dict[str, str]) -> tuple[int, dict[bytes, bytes], bytes]:
    """What a request gets when nobody is at the socket of the other worker."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/s/x", "query_string": b"", "headers": [
        (name.encode(), value.encode()) for name, value in headers.items()
    ]}  # fmt: skip
    asyncio.run(passed_on(str(tmp_path / "nobody"), scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(m.get("body", b"") for m in sent[1:])


@pytest.mark.parametrize("headers", [{"authorization": "Bearer x"}, {"accept": "application/json"}])
def test_a_program_is_told_in_json_that_a_worker_is_gone(tmp_path, headers):
    status, said, body = answered(tmp_path, headers)
    assert (status, said[b"content-type"], said[b"retry-after"]) == (503, b"application/json", b"1")
    assert json.loads(body)["code"] == "serve/away"


def test_a_browser_is_told_in_words_that_a_worker_is_gone(tmp_path):
    status, said, body = answered(tmp_path, {"accept": "text/html"})
    assert (status, said[b"retry-after"]) == (503, b"1")
    assert body == b"The server is restarting; try again.\n"


def test_a_french_browser_is_told_so_in_french(tmp_path):
    _, said, body = answered(tmp_path, {"accept": "text/html", "accept-language": "fr-FR"})
    assert (said[b"retry-after"], body.decode()) == (b"1", "Le serveur redémarre ; réessayez.\n")
