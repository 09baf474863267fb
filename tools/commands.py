"""What is made of the commands and of the games' lists: `python -m tools.commands`.

The index by which shells complete, that of each game's scenes, and the page of exit codes and JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from affray.cli.command_index import INDEX as COMMANDS
from affray.cli.command_index import indexed
from affray.cli.commands import cli
from affray.core.installed import INDEX, index_text, scene_list
from affray.core.ruleset import rulesets
from tools.answers import ANSWERS, CODES, Answer, walked

RULESETS = Path(__file__).resolve().parent.parent / "src" / "affray" / "rulesets"


def files() -> dict[Path, str]:
    """What each file has to hold."""
    commands = {name: indexed(cli.commands[name]) for name in sorted(cli.commands)}
    games = [game for game in rulesets().values() if (RULESETS / game.id).is_dir()]
    text = json.dumps(commands, indent=1, ensure_ascii=False) + "\n"
    made = {RULESETS.parent.parent.parent / "docs" / "reference" / "answers.md": page()}
    return (
        made
        | {RULESETS.parent / "cli" / COMMANDS: text}
        | {RULESETS / game.id / INDEX: index_text(scene_list(game)) for game in games}
    )


def page() -> str:
    """The page on exit codes and JSON."""
    return "\n".join(
        [HEAD, *_codes(), *(line for name, _ in walked() for line in _told(name, ANSWERS[name]))]
    )


HEAD = """# Exit codes and JSON

Made from the commands by `python -m tools.commands`, and held against what they do by a test. With `--json`
a command prints one JSON value on standard output and nothing else there; sentences for people go to standard
error. Keys may be added; those below stay.
"""


def _codes() -> Iterator[str]:
    yield "| exit code | meaning |\n|---|---|"
    yield from (f"| {code} | {said} |" for code, said in CODES.items())
    yield ""


def _told(name: str, answer: Answer) -> Iterator[str]:
    yield f"## affray {name}\n"
    for code, said in answer.codes.items():
        yield f"Exit code {code}: {said}.\n"
    if not answer.keys:
        yield f"No `--json`. {answer.acts}\n"
        return
    if answer.each:
        yield "A list, each of it with:\n"
    yield "| key | what it holds |\n|---|---|"
    yield from (f"| `{key}` | {said} |" for key, said in answer.keys.items())
    yield ""


def main() -> None:
    """Write what has changed."""
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
