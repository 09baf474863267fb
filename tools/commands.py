"""What lists say of the games, written down beside them: `python -m tools.commands`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from affray.cli.command_index import INDEX as COMMANDS
from affray.cli.command_index import indexed
from affray.cli.commands import cli
from affray.core.installed import INDEX, index_text, scene_list
from affray.core.ruleset import rulesets

RULESETS = Path(__file__).resolve().parent.parent / "src" / "affray" / "rulesets"


def files() -> dict[Path, str]:
    """What each file has to hold."""
    commands = {name: indexed(cli.commands[name]) for name in sorted(cli.commands)}
    games = [game for game in rulesets().values() if (RULESETS / game.id).is_dir()]
    text = json.dumps(commands, indent=1, ensure_ascii=False) + "\n"
    return {RULESETS.parent / "cli" / COMMANDS: text} | {RULESETS / game.id / INDEX: index_text(scene_list(game)) for game in games}


def main() -> None:
    """Write what has changed."""
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
