"""Messages in what games offer who makes scenes: labels, descriptions, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from affray import operations
from affray.builder import translation
from affray.builder.offer import offered
from affray.languages.message import escaped

IN_SCENES = (
    "there is no {what} in this scene {name}; known: {shown}",
    "there is no {what} in this scene {name}; did you mean {join}?",
    "{name} joins (from {title})",
    "character of {typed}",
    "npc of {typed}",
    "traveller of {typed}",
)
"""What is said of names, and of where they come from, where another language has another order."""


def messages() -> Iterator[tuple[str, str]]:
    """Each with its game; with none where several games have it."""
    yield from (("", text) for text in IN_SCENES)
    games: dict[str, set[str]] = defaultdict(set)
    for game in sorted({each.ruleset.id for each in operations.shipped()}):
        for text in translation.texts(offered(game)):
            games[escaped(text)].add(game)
    for text, some in sorted(games.items()):
        yield (min(some) if len(some) == 1 else ""), text
