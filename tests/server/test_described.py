"""The addresses as OpenAPI describes them, and the real server held to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from affray.server.app import ROUTES
from affray.server.openapi import TOLD, description
from affray.server.phones import LOOPBACK
from tests.server.people import House
from tests.server.real import LATEST, Real, running, soon
from tests.whole import WHOLE, some

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_schema_conformance", "response_headers_conformance", "unsupported_method",
    "allow_header_conformance", "ignored_auth",
)  # fmt: skip


@pytest.mark.slow
def test_each_route_is_described_and_nothing_else():
    paths = description(ROUTES)["paths"]
    described = {(method.upper(), path) for path, found in paths.items() for method in found}
    routes = {
        (method, route.path.replace(":path}", "}"))
        for route in ROUTES
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == routes == set(TOLD)
    for found in paths.values():
        for operation in found.values():
            assert operation["summary"].endswith((".", ";", ",")), operation
            assert all(len(status) == 3 for status in operation["responses"])


def test_a_route_that_nothing_tells_of_is_a_fault():
    with pytest.raises(LookupError):
        description([Route("/secret", lambda _: None)])


@pytest.mark.slow
def test_the_document_is_served():
    with House() as house:
        found = house.guest().get("/openapi.json").json()
    assert found["openapi"] == "3.1.0"
    assert set(found["components"]["schemas"]) >= {"View", "Event"}


@pytest.mark.slow
def test_the_server_answers_as_it_says(tmp_path):
    """Whatever is asked, by the description or against it: no answer that is not described."""
    with running("--store", "memory:", "--log", str(tmp_path / "log")) as real:
        session = real.table()
        with real.line(session, real.host) as gm:
            seat, door = (
                gm.do("seat", act=act, name="Ann")["data"]["path"].removeprefix("/j/")
                for act in ("add", "link")
            )
        known = {
            "session": [session, "nothing"], "token": [seat, door, "nothing"], "game": ["d6", "nothing"],
            "hash": ["0123"], "path": ["main.js", f"/j/{seat}", "x"], "scene": ["duel", "nothing"],
            "since": ["0", "x"], "mark": ["0123"],
        }  # fmt: skip
        host = real.path.removeprefix("/j/")
        for key, examples in (
            (f"Cookie: {real.host}", some(12, 2)), ("Cookie: seat=guessed", some(3, 2)),
            (f"Authorization: Bearer {host}", some(4, 2)),
        ):  # fmt: skip
            asked(tmp_path, real, key, known, examples)
        guessed(real)
        soon(lambda: ("GET", 429) in statuses(tmp_path / "log"))  # a line is written once all is sent
        seen = statuses(tmp_path / "log")
        assert {("GET", n) for n in (200, 303, 403, 404, 429)} <= seen
        assert {("POST", n) for n in (200, 201, 303, 400, 403, 415, 422)} <= seen
        assert real.get("/healthz").status == 200


def statuses(log: Path) -> set[tuple[str, int]]:
    """How requests were answered, by their methods."""
    lines = map(json.loads, log.read_text().splitlines())
    return {(line["method"], line["status"]) for line in lines if line["kind"] == "request"}


def guessed(real: Real) -> None:
    """Try links until that is too much: what was asked before may be too slow for it on a busy machine."""
    for n in range(1_000):
        if real.get(f"/j/guess{n}").status == 429:
            return
    raise AssertionError("a thousand guesses, and nobody minded")


def asked(folder: Path, real: Real, key: str, known: dict[str, list[str]], examples: int) -> None:
    """Ask everything; besides what can be made up, names that there are."""
    document = json.loads(real.get("/openapi.json").text)
    for found in document["paths"].values():
        for operation in found.values():
            for parameter in operation["parameters"]:
                offer(parameter["schema"], known.get(parameter["name"]))
            for content in operation.get("requestBody", {}).get("content", {}).values():
                for name, schema in content["schema"].get("properties", {}).items():
                    offer(schema, known.get(name))
    offer(document["components"]["schemas"]["Begin"]["properties"]["scene"], known["scene"])
    (folder / "openapi.json").write_text(json.dumps(document))
    program = str(Path(sys.executable).with_name("schemathesis"))
    words = [
        "run",
        "openapi.json",
        "--url",
        f"{real.scheme}://{LOOPBACK}:{real.port}",
        "-H",
        key,
    ]
    how = ["--seed", "1", "--max-examples", str(some(examples, 6)), "--no-shrink", "--warnings", "off"]
    how += ["--request-timeout", str(LATEST), "--suppress-health-check", "all"]  # where much else goes on
    token = key.startswith("Authorization")
    # A cookie that is made up does not count where the token is good, so that says nothing.
    checks = [check for check in CHECKS if not (token and check == "ignored_auth")]
    # Of the part, a program asks for sessions alone: the rest is asked by the host.
    theirs = r"^/sessions|/(view|events|commands)$" if WHOLE else r"^/sessions"
    how += ["--include-path-regex", theirs] if token else []
    # Of the part, who has a cookie asks at random only: the edges of each field are asked in the whole.
    phases = "coverage,fuzzing" if WHOLE or token else "fuzzing"
    how += ["--phases", phases, "--checks", ",".join(checks), "--continue-on-failure"]
    done = subprocess.run(
        [str(program), *words, *how],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=5 * LATEST,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


def offer(schema: dict[str, Any], names: list[str] | None) -> None:
    """Let names that there are be tried besides others."""
    if names:
        schema["anyOf"] = [{"enum": names}, {"type": "string", "minLength": 1}]
        schema.pop("type", None)
