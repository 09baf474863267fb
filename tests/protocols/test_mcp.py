"""Tools for assistants, asked by the protocol's own client: in this process, and a real one."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from affray.cli import programs, run
from affray.protocols.mcp import make_server
from affray.protocols.messages import KINDS
from affray.protocols.tools import TOOLS
from tests.core.test_pack import ALL, SCENE
from tests.protocols.people import COMMAND, LATEST

if TYPE_CHECKING:
    from mcp import Client


class Assistant:
    """What an assistant gets from the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, tool: str, /, **arguments: Any) -> Any:
        """What a tool gives, which is the same as text and as data."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text  # type: ignore[union-attr]
        assert not result.is_error, text
        assert json.loads(text) == result.structured_content
        return result.structured_content

    async def fails(self, tool: str, /, **arguments: Any) -> str:
        """In one sentence why it does not."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        assert result.structured_content is None
        why: str = result.content[0].text  # type: ignore[union-attr]
        assert "\n" not in why
        assert "Traceback" not in why
        return why


def assisted(work: Callable[[Assistant], Awaitable[None]], real: bool = False, *words: str) -> None:
    """Let an assistant use the tools; those of a real server are begun with these words."""

    from mcp import Client, StdioServerParameters  # here: each process that collects tests would take it in

    async def go() -> None:
        server = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp", *words])
        async with Client(server if real else make_server()[0]) as client:
            await work(Assistant(client))

    asyncio.run(asyncio.wait_for(go(), LATEST))


def test_each_tool_is_listed_with_what_it_takes():
    async def work(assistant):
        listed = {tool.name: tool for tool in (await assistant.client.list_tools()).tools}
        assert list(listed) == [tool.name for tool in TOOLS]
        for tool in listed.values():
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            assert not {"id", "do", "seq"} & set(tool.input_schema["properties"])
            assert tool.description.endswith((".", "…"))
        assert set(listed["act"].input_schema["properties"]) == {"n", "text"}
        assert listed["rule"].input_schema["required"] == ["game", "words"]
        assert listed["legal"].annotations.read_only_hint
        assert not listed["undo"].annotations.read_only_hint

    assisted(work)
    assert all(tool.do in KINDS for tool in TOOLS)


def test_all_faults_of_a_scene_are_told_however_many():
    async def work(assistant):
        fields = "".join(f"nonsense_{n} = {n}\n" for n in range(30))
        said = await assistant.fails("new", toml=f'ruleset = "coriolis"\ntitle = "X"\n{fields}')
        assert all(f"nonsense_{n}" in said for n in range(30))

    assisted(work)


async def played(assistant: Assistant) -> None:
    """Some turns: what is legal, an action with its odds, the log, back again."""
    assert "coriolis" in {game["id"] for game in (await assistant.use("games"))["found"]}
    assert "duel" in {scene["name"] for scene in (await assistant.use("scenes", game="coriolis"))["found"]}
    now = await assistant.use("new", scene="duel", seed=7)
    while now["ask"]["kind"] != "action":
        await assistant.use("act", n=1)
        now = await assistant.use("legal", odds=False)
    legal = await assistant.use("legal")
    attack = next(action for action in legal["actions"] if "%" in action["chance"])
    assert (await assistant.use("odds", n=attack["n"]))["exact"]
    before = (await assistant.use("log"))["found"]
    assert await assistant.use("act", text=attack["label"]) == {"done": True}
    after = (await assistant.use("log", after=len(before)))["found"]
    line = next(line for line in after if line["receipt"])
    assert await assistant.use("why", line=line["n"])
    assert (await assistant.use("rule", game="coriolis", words=line["rules"][0]))["found"][0]["text"]
    await assistant.use("undo")
    assert (await assistant.use("log"))["found"] == before


@pytest.mark.slow
def test_a_fight_is_played_by_its_tools():
    assisted(played)


@pytest.mark.slow
def test_a_fight_is_played_with_a_real_server():
    assisted(played, real=True)


@pytest.mark.slow
def test_a_scene_may_name_what_a_pack_of_the_server_brings(tmp_path):
    for name, text in ALL.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    async def work(assistant):
        found = await assistant.use("new", toml=SCENE)
        assert found["title"]["scene"] == "On the quay"

    async def without(assistant):
        assert "there is no archetype 'docker'" in await assistant.fails("new", toml=SCENE)

    assisted(work, True, "--pack", str(tmp_path))
    assisted(without)


def test_what_does_not_go_is_told_in_one_sentence_and_changes_nothing():
    async def work(assistant):
        assert await assistant.fails("legal") == "there is no fight yet; start one with new [engine/no-fight]"
        await assistant.use("new", scene="duel", seed=7)
        before = await assistant.use("view")
        for tool, arguments, said in (
            ("nonsense", {}, "there is no tool 'nonsense'"),
            ("act", {"n": 99}, "expected a number from 1 to 11, got 99"),
            ("act", {}, "expected either n or text"),
            ("new", {"scene": "duell"}, "did you mean 'duel'"),
            ("new", {"scene": "/etc/passwd"}, "there is no scene"),
            ("new", {"toml": "ruleset = "}, "toml:1"),
            ("dice", {"faces": [7]}, "there is nothing to roll"),
            ("correct", {"words": "hurt Nobody 2", "why": "x"}, "Nobody"),
            ("rule", {"game": "coriolis", "words": "zeppelin"}, "house rule matches 'zeppelin'"),
            ("legal", {"id": "x", "seq": 3}, "id: unknown argument; seq: unknown argument"),
            ("act", {"n": "1", "txet": 2}, "n: expected a whole number or nothing, got text; txet: there is"),
            ("act", {"zzz": 2}, "zzz: there is no field 'zzz'; known: n, text"),
            ("new", {"toml": "x" * 300_000}, "toml: expected text of at most 200,000 letters, got 300,000"),
        ):  # fmt: skip
            assert said in await assistant.fails(tool, **arguments)
        assert await assistant.use("view") == before

    assisted(work)


@pytest.mark.slow
def test_lines_that_are_no_messages_do_not_end_it():
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    lines = ["{", "nonsense", "[]", json.dumps(hello)]
    with subprocess.Popen(
        [*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            if "result" in (told := json.loads(line)):
                break
        assert told["result"]["serverInfo"]["name"] == "affray"
        process.stdin.close()
        assert process.wait(LATEST) == 0


@pytest.mark.slow
def test_half_a_character_is_answered():
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    calls: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": about},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "\ud800", "arguments": {"\udfff": ""}}},
        {
            "id": 3,
            "method": "tools/call",
            "params": {"name": TOOLS[0].name, "arguments": {"scene": "\ud800"}},
        },
    ]
    with subprocess.Popen(
        [*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for call in calls:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **call}) + "\n")
        process.stdin.flush()
        left = {1, 2, 3}
        for line in process.stdout:
            left.discard(json.loads(line).get("id"))
            if not left:
                break
        process.stdin.close()
        assert process.wait(LATEST) == 0
    assert not left


def test_without_the_extra_one_sentence_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(programs, "find_spec", lambda _: None)
    assert run(["mcp"]) == 2
    assert capsys.readouterr().err == 'tools for assistants need the extra "mcp": pip install "affray[mcp]"\n'


@pytest.mark.slow
def test_nothing_else_needs_the_extra():
    without = (
        "import sys; sys.modules['mcp'] = None; import affray.cli, affray.protocols.tools; print('well')"
    )
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert done.stdout == "well\n", done.stderr
