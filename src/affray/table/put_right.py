"""What players read of what the game master has put right about those of whom they see no figures."""

from __future__ import annotations

from typing import Any

from affray.core.live import Happened
from affray.core.message import msg


def unreasoned(part: Any) -> Any:
    """A part of the story without why it was put right, which is for those who may read it whole."""
    return part._replace(why="") if isinstance(part, Happened) else part


def corrected(part: Any, words: str) -> str:
    """What has become of somebody, and that it was put right where it was."""
    if not words or not isinstance(part, Happened) or not part.why:
        return words
    return msg("Correction by the game master: {line}", line=words)
