"""Tools for assistants: commands of the engine, and what each is for."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from affray.protocols.messages import KINDS

HIDDEN = ("do", "id", "seq", "ask")
"""Fields of commands that an assistant has no use for."""
ABOUT = (
    "Affray plays combat of tabletop role-playing games by their rules. Begin with `games`, `scenes`, `new`. "
    "Then, again and again: `legal` says what is asked, of whom, and each option by its number and odds; "
    "`act` answers it, `roll` and `dice` where dice are asked for. Never work out a rule or number yourself: "
    "`log` tells what happened, `why` the sum behind a line, `rule` what a rule says."
)
"""What an assistant is told first."""


class AssistantTool(NamedTuple):
    """A tool: its name, the command that it sends, what it is for.

    `reads` says that it changes nothing.
    """

    name: str
    do: str
    about: str
    reads: bool = True

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        (_,), definitions = msgspec.json.schema_components([KINDS[self.do]])
        schema = definitions[KINDS[self.do].__name__]
        kept = {name: part for name, part in schema["properties"].items() if name not in HIDDEN}
        required = [name for name in schema["required"] if name not in HIDDEN]
        return {
            "type": "object",
            "properties": kept,
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }


TOOLS = (
    AssistantTool("games", "games", "The games that can be played, with their scenes and house rules."),
    AssistantTool(
        "scenes", "scenes", "The scenes that come with a game, or with all: name, title, what it is about."
    ),
    AssistantTool("rule", "rule", "Look up rules of a game by an id such as COR-OVW-03, or by words."),
    AssistantTool(
        "new", "new", "Begin a fight from a scene by its name, or from a scene of your own in TOML.", False
    ),
    AssistantTool(
        "view", "view", "Everything about the fight: order, figures of fighters, map, log, what is asked."
    ),
    AssistantTool(
        "legal", "legal", "What is asked and of whom; every option by number, and why others are forbidden."
    ),
    AssistantTool("odds", "odds", "Everything that the action of this number can come to, with its chances."),
    AssistantTool("advise", "advise", "How often each option wins, tried out in many fights."),
    AssistantTool("act", "answer", "Answer what is asked, by an option's number or in its words.", False),
    AssistantTool("place", "place", "An action with a place in metres, or a number, of your own.", False),
    AssistantTool("roll", "roll", "Let the machine throw the dice that are asked for.", False),
    AssistantTool("dice", "dice", "Give the faces of real dice, in the order asked, or their result.", False),
    AssistantTool("undo", "undo", "Take back the last n things that were answered.", False),
    AssistantTool("redo", "redo", "Do again what was taken back.", False),
    AssistantTool(
        "hands", "hands", "Who runs a fighter, or all: person, dice, autopilot, autopilot veteran …", False
    ),
    AssistantTool(
        "correct",
        "override",
        "Correct the fight as its game master, such as hurt Zara 2.",
        False,
    ),
    AssistantTool("log", "log", "What has happened, line by line; after a line that you have read already."),
    AssistantTool("why", "receipt", "What stands behind a line of the log: the sum, the dice, the rules."),
)
"""Every tool."""
NAMED = {tool.name: tool for tool in TOOLS}
