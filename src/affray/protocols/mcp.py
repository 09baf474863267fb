"""A server of tools for assistants, by the Model Context Protocol over stdio.

Each tool is a command of the engine, so an assistant has the rules of the table, and none of its own.
It needs the extra `mcp`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterable, AsyncIterator
from importlib.metadata import version
from io import TextIOWrapper
from itertools import count
from typing import Any

import anyio
import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from affray.core.errors import unknown
from affray.core.message import english
from affray.core.pack import NO_PACKS, Contents
from affray.languages.catalogues import ENGLISH
from affray.languages.reader import reading
from affray.protocols.engine import Engine
from affray.protocols.messages import KINDS
from affray.protocols.tools import ABOUT, HIDDEN, NAMED, TOOLS, AssistantTool
from affray.table import wire
from affray.table.validation import faults_of, in_one_line

_answer: msgspec.json.Decoder[wire.WireDone | wire.WireRefused] = msgspec.json.Decoder(
    wire.WireDone | wire.WireRefused
)


class ToolRunner:
    """Carries out the tools of one assistant, one after the other."""

    def __init__(self, contents: Contents = NO_PACKS) -> None:
        self.engine = Engine(lambda _: None, contents)
        self._turn, self._ids = asyncio.Lock(), count(1)

    async def used(self, name: str, given: dict[str, Any]) -> types.CallToolResult:
        """What a tool gives, or in one sentence why it does not."""
        tool = NAMED.get(name)
        if tool is None:
            return _failed(unknown("tool", name[:60], NAMED))
        if faults := _faults(tool, given):
            return _failed(f"{name} does not take that: {in_one_line(faults)}")
        try:
            line = msgspec.json.encode({**given, "do": tool.do, "id": str(next(self._ids))}, enc_hook=english)
        except UnicodeEncodeError:
            return _failed(f"{name} does not take that: expected text, got an incomplete character")
        async with self._turn:
            answer = await self.engine.answer(line)
        assert answer is not None
        reply = _answer.decode(answer)
        if isinstance(reply, wire.WireRefused):
            return _failed(f"{in_one_line(reply.faults) or reply.why} [{reply.code}]")
        return _given(reply.data)


def _faults(tool: AssistantTool, given: dict[str, Any]) -> list[wire.WireFault]:
    """What is wrong with arguments; all of it."""
    hidden = [wire.WireFault(name, "unknown argument") for name in HIDDEN if name in given]
    plain = {name: value for name, value in given.items() if name not in HIDDEN}
    return [*hidden, *faults_of(plain, KINDS[tool.do], without=HIDDEN)]


def _given(data: Any) -> types.CallToolResult:
    """Data as text for those who read, and as they are."""
    plain = data if isinstance(data, dict) else {"done": True} if data is None else {"found": data}
    text = types.TextContent(type="text", text=msgspec.json.encode(plain, enc_hook=english).decode())
    return types.CallToolResult(content=[text], structured_content=plain)


def _failed(why: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=why)], is_error=True)


def listed(tool: AssistantTool) -> types.Tool:
    """A tool as the protocol lists it."""
    hints = types.ToolAnnotations(read_only_hint=tool.reads, open_world_hint=False)
    return types.Tool(name=tool.name, description=tool.about, input_schema=tool.schema, annotations=hints)


def make_server(contents: Contents = NO_PACKS) -> tuple[Server[Any], ToolRunner]:
    """The server, and the runner behind it; made within an event loop.

    `contents` is what packs bring, by game.
    """
    runner = ToolRunner(contents)

    async def tools(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[listed(tool) for tool in TOOLS])

    async def use(_: ServerRequestContext[Any], asked: types.CallToolRequestParams) -> types.CallToolResult:
        return await runner.used(asked.name, asked.arguments or {})

    server: Server[Any] = Server(
        "affray", version=version("affray"), instructions=ABOUT, on_list_tools=tools, on_call_tool=use
    )
    return server, runner


def speak(contents: Contents = NO_PACKS) -> None:
    """Serve one assistant over stdin and stdout, until it ends the line.

    `contents` is what packs bring, by game.
    """
    with reading(ENGLISH):
        asyncio.run(_served(contents))


def heard() -> Any:
    """The lines of stdin, each with whole characters."""
    lines = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    return _whole_lines(anyio.wrap_file(lines))


async def _whole_lines(lines: AsyncIterable[str]) -> AsyncIterator[str]:
    async for line in lines:
        yield whole(line)


def whole(line: str) -> str:
    r"""A line of JSON in which each half of a character is a question mark.

    Half a character is no text: without this such a line would never be answered.

    >>> whole(r'{"a": "\ud800 \ud83d\ude00 é"}'), whole(r'{"a": "\\ud800"}'), whole(r"\ud800")
    ('{"a": "? 😀 é"}', '{"a": "\\\\ud800"}', '\\ud800')
    """
    if "\\ud" not in line.casefold():
        return line
    try:
        return json.dumps(json.loads(line), ensure_ascii=False).encode(errors="replace").decode()
    except (ValueError, RecursionError):
        return line


async def _served(contents: Contents) -> None:
    server, runner = make_server(contents)
    try:
        async with stdio_server(stdin=heard()) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await runner.engine.end()
