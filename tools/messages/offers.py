"""Messages in what games offer who makes scenes: labels, descriptions, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from affray import operations
from affray.builder import translation
from affray.builder.offer import offered


def messages() -> Iterator[tuple[str, str]]:
    """Each with its game; with none where several games have it."""
    games: dict[str, set[str]] = defaultdict(set)
    for game in sorted({each.ruleset.id for each in operations.shipped()}):
        for text in translation.texts(offered(game)):
            games[text].add(game)
    for text, some in sorted(games.items()):
        yield (min(some) if len(some) == 1 else ""), text
