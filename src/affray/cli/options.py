"""What several commands take in the same way."""

from __future__ import annotations

import click

from affray.core.message import msg


def one_actor(actor: str | None, option: str | None) -> str | None:
    """The fighter that was named, as an argument or by `--actor`; raises UsageError for two."""
    if actor is not None and option is not None:
        said = msg("ACTOR is given twice: leave out --actor or the name after SCENE")
        raise click.UsageError(said)
    return actor if option is None else option
