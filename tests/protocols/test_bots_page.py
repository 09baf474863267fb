"""What docs/howto/bots.md says is sent, is sent; what it says comes back, comes back."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from affray.protocols.messages import OWN
from affray.protocols.tools import TOOLS
from affray.server.json_routes import STATUS
from tests.protocols.people import COMMAND, LATEST
from tests.protocols.test_mcp import assisted
from tests.server.real import running

(FILE,) = (Path(__file__).parents[2] / "docs").glob("**/bots.md")
PAGE = FILE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MORE = "…"


class Turn(NamedTuple):
    """What is sent, and the lines that come back."""

    sent: str
    back: list[str]


def turns(block: str) -> Iterator[Turn]:
    lines = [(line[0], line[2:]) for line in block.splitlines()]
    sent = ""
    for mark, group in groupby(lines, lambda line: line[0]):
        if mark == ">":
            (sent,) = (words for _, words in group)
        else:
            yield Turn(sent, [words for _, words in group])


def shown(text: str) -> Any:
    """An answer of the page; a list or an object that goes on ends with `…`."""
    text = re.sub(r", …([}\]])", rf', "{MORE}"\1', text)
    return json.loads(re.sub(rf', "{MORE}"}}', rf', "{MORE}": 0}}', text))


def fits(page: Any, real: Any) -> bool:
    """Whether what comes is what the page shows of it."""
    if isinstance(page, dict):
        whole = MORE in page or set(page) == set(real)
        return whole and all(
            name in real and fits(part, real[name]) for name, part in page.items() if name != MORE
        )
    if isinstance(page, list):
        more = bool(page) and page[-1] == MORE
        parts = page[:-1] if more else page
        return (more or len(parts) == len(real)) and len(parts) <= len(real) and all(map(fits, parts, real))
    if isinstance(page, str) and page.endswith(MORE):
        return isinstance(real, str) and real.startswith(page.removesuffix(MORE))
    return bool(page == real)


def test_what_does_not_fit_is_found():
    assert fits(shown('{"a": [1, …], …}'), {"a": [1, 2], "b": 3})
    assert not fits(shown('{"a": [1, 3]}'), {"a": [1, 2]})
    assert not fits(shown('{"a": 1}'), {"a": 1, "b": 2})
    assert not fits(shown('{"a": "x…"}'), {"a": "y"})
    assert not fits(shown('{"a": [1, 2, 3, …]}'), {"a": [1, 2]})


@pytest.mark.slow
def test_the_engine_answers_as_the_page_says():
    block = next(block for block in BLOCKS if '"do": "hello"' in block)
    with subprocess.Popen(
        [*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for turn in turns(block):
            process.stdin.write(f"{turn.sent}\n")
            process.stdin.flush()
            for page in turn.back:
                real = json.loads(process.stdout.readline())
                assert fits(shown(page), real), (turn.sent, real)
        assert process.stdout.read() == ""
        assert process.wait(LATEST) == 0


@pytest.mark.slow
def test_the_table_answers_as_the_page_says():
    blocks = [block for block in BLOCKS if "> POST /sessions" in block or "> GET /s/" in block]
    assert len(blocks) == 2
    with running("--store", "memory:") as real:
        token, session, made = real.path.removeprefix("/j/"), "", {}
        for block in blocks:
            for turn in turns(block):
                method, path, *body = turn.sent.split(" ", 2)
                kind = {"content-type": "application/json"} if body else {}
                found = real.ask(path.replace("SESSION", session), token, method, *body, **kind)
                status, page = turn.back[0].split(" ", 1)
                made = json.loads(found.text)
                assert found.status == int(status), (turn.sent, found)
                assert fits(shown(page), made), (turn.sent, made)
                session = made.get("session", session) if isinstance(made, dict) else session
            token = made["data"]["path"].removeprefix("/j/") if "data" in made else token


@pytest.mark.slow
def test_the_tools_answer_as_the_page_says():
    block = next(block for block in BLOCKS if block.startswith("> scenes"))

    async def work(assistant):
        for turn in turns(block):
            name, arguments = turn.sent.split(" ", 1)
            failing = turn.back[0].startswith("expected")
            if failing:
                assert await assistant.fails(name, **json.loads(arguments)) == turn.back[0]
            else:
                real = await assistant.use(name, **json.loads(arguments))
                assert fits(shown(turn.back[0]), real), (turn.sent, real)

    assisted(work)


def test_the_page_names_every_command_tool_and_code():
    assert [name for name in OWN if f"`{name}`" not in PAGE] == []
    assert [tool.name for tool in TOOLS if f"`{tool.name}`" not in PAGE] == []
    assert [code for code in STATUS if code != "affray/fault" and f"`{code}`" not in PAGE] == []
