"""Plays some turns with the tools of `affray mcp`, as an assistant would.

    python examples/mcp_client.py [SCENE] [ANSWERS]

It needs `pip install 'affray[mcp]'`.  An assistant's own program begins `affray mcp` by itself.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(
    command=sys.executable, args=["-c", "from affray.cli import main; main()", "mcp"]
)
"""How the server is begun here; where Affray is installed, that is `affray mcp`."""


class Refused(Exception):
    """A tool says why it does not do that."""


async def used(client: Client, tool: str, /, **arguments: Any) -> Any:
    """What a tool gives; raises Refused with its one sentence."""
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise Refused(getattr(result.content[0], "text", "no reason was given"))
    return result.structured_content


async def play(scene: str, answers: int) -> None:
    """Answer what is asked so many times, and print what happens."""
    async with Client(SERVER) as client:
        print("tools:", *(tool.name for tool in (await client.list_tools()).tools))
        now, told = await used(client, "new", scene=scene, seed=7), 0
        for _ in range(answers):
            if now["title"]["over"]:
                break
            if now["ask"]["kind"] == "dice":
                await used(client, "roll")
            else:
                usual = [option["n"] for option in now["ask"]["options"] if option.get("default")]
                await used(client, "act", n=(usual or [1])[0])
            for line in (await used(client, "log", after=told))["found"]:
                told = line["n"]
                print(line["words"], *line["rules"])
            now = await used(client, "legal", odds=False)
        try:
            await used(client, "act", n=999)
        except Refused as why:
            print("refused:", why)


if __name__ == "__main__":
    words = sys.argv[1:]
    asyncio.run(play(words[0] if words else "duel", int(words[1]) if len(words) > 1 else 12))
