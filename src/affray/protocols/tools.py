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
    AssistantTool("scenes", "scenes", "The scenes that come with one game, or all: name, title, summary."),
    AssistantTool("rule", "rule", "Look up rules of a game by an id such as COR-OVW-03, or by words."),
    AssistantTool("new", "new", "Start a fight from a named scene, or from your own scene in TOML.", False),
    AssistantTool(
        "view", "view", "Everything about the fight: turn order, fighters, map, log, current question."
    ),
    AssistantTool(
        "legal",
        "legal",
        "The current question and who has to answer; every option with its number, and why others are "
        "not possible.",
    ),
    AssistantTool("odds", "odds", "Everything the action with this number can lead to, with chances."),
    AssistantTool("advise", "advise", "How often each option wins, from many simulated fights."),
    AssistantTool(
        "act", "answer", "Answer the current question with an option's number or its words.", False
    ),
    AssistantTool(
        "place", "place", "Take an action with your own place, in metres, or your own number.", False
    ),
    AssistantTool("roll", "roll", "Have the server roll the dice.", False),
    AssistantTool("dice", "dice", "Enter real dice, in the order asked, or their total.", False),
    AssistantTool("undo", "undo", "Undo the last n answers.", False),
    AssistantTool("redo", "redo", "Redo what was undone.", False),
    AssistantTool(
        "hands",
        "hands",
        "Who plays a fighter, or all of them: person, dice, autopilot, autopilot veteran …",
        False,
    ),
    AssistantTool(
        "correct",
        "override",
        "Make a correction as the game master, such as hurt Zara 2.",
        False,
    ),
    AssistantTool("log", "log", "What has happened, line by line, after the last line you have read."),
    AssistantTool("why", "receipt", "How a line of the log came about: the sum, the dice, the rules."),
)
"""Every tool."""
NAMED = {tool.name: tool for tool in TOOLS}
