"""Tools for assistants: commands of the engine, and what each is for."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from affray.faces.messages import KINDS

HIDDEN = ("do", "id", "seq", "ask")
"""Fields of commands that an assistant has no use for."""
ABOUT = (
    "Affray plays combat of tabletop role-playing games by their rules. Begin with `games`, `scenes`, `new`. "
    "Then, again and again: `legal` says what is asked, of whom, and each option by its number and odds; "
    "`act` answers it, `roll` and `dice` where dice are asked for. Never work out a rule or number yourself: "
    "`log` tells what happened, `why` the sum behind a line, `rule` what a rule says."
)
"""What an assistant is told first."""


class Tool(NamedTuple):
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
        (_,), found = msgspec.json.schema_components([KINDS[self.do]])
        schema = found[KINDS[self.do].__name__]
        kept = {name: part for name, part in schema["properties"].items() if name not in HIDDEN}
        required = [name for name in schema["required"] if name not in HIDDEN]
        return {
            "type": "object",
            "properties": kept,
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }


TOOLS = (
    Tool("games", "games", "The games that can be played, with their scenes and house rules."),
    Tool("scenes", "scenes", "The scenes that come with a game, or with all: name, title, what it is about."),
    Tool("rule", "rule", "Look up rules of a game by an id such as COR-OVW-03, or by words."),
    Tool("new", "new", "Begin a fight from a scene by its name, or from a scene of your own in TOML.", False),
    Tool("view", "view", "Everything about the fight: order, figures of fighters, map, log, what is asked."),
    Tool(
        "legal", "legal", "What is asked and of whom; every option by number, and why others are forbidden."
    ),
    Tool("odds", "odds", "Everything that the action of this number can come to, with its chances."),
    Tool("advise", "advise", "How often each option wins, tried out in many fights."),
    Tool("act", "answer", "Answer what is asked, by an option's number or in its words.", False),
    Tool("place", "place", "An action with a place in metres, or a number, of your own.", False),
    Tool("roll", "roll", "Let the machine throw the dice that are asked for.", False),
    Tool("dice", "dice", "Give the faces of real dice, in the order asked, or their result.", False),
    Tool("undo", "undo", "Take back the last n things that were answered.", False),
    Tool("redo", "redo", "Do again what was taken back.", False),
    Tool("hands", "hands", "Who runs a fighter, or all: person, dice, autopilot, autopilot veteran …", False),
    Tool("correct", "override", "Correct the fight as its game master, such as hurt Zara 2, and why.", False),
    Tool("log", "log", "What has happened, line by line; after a line that you have read already."),
    Tool("why", "receipt", "What stands behind a line of the log: the sum, the dice, the rules."),
)
"""Every tool."""
NAMED = {tool.name: tool for tool in TOOLS}
