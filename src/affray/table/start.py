"""The start: what a program asks for when it wants a fight, and that fight."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from affray import operations
from affray.core.errors import BadAnswer
from affray.core.pack import NO_PACKS, Contents
from affray.session import Session

MOST = 200_000
"""Letters of a scene that a program sends."""
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 32) - 1)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Text: TypeAlias = Annotated[str, Meta(max_length=MOST)]


class Begin(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A fight from a scene that comes with a game, or from the TOML of one.

    `seed` is where the machine's dice come from; `options` are house rules on top of the scene's.  With
    `lobby` it waits until its game master begins.
    """

    scene: Name | None = None
    toml: Text | None = None
    seed: Seed | None = None
    options: dict[str, str | int | bool] = {}
    lobby: bool = False


def text_of(scene: Name | None, toml: Text | None) -> tuple[str, str]:
    """The text of a scene and where it is from, which is never a file.

    Raises NotFound, or BadAnswer for none or both.
    """
    if (scene is None) == (toml is None):
        raise BadAnswer("expected either scene or toml", code="answer/no-scene")
    if scene is None:
        return toml or "", "toml"
    return operations.shipped_text(scene), f"{scene}.toml"


def begun(asked: Begin, seed: int = 0, contents: Contents = NO_PACKS) -> Session:
    """The fight; `seed` where none was asked for.

    `contents` is what packs bring, by game.  Raises BadData with every fault and its line, NotFound
    or BadAnswer.
    """
    text, source = text_of(asked.scene, asked.toml)
    return operations.start_text(
        text,
        seed=seed if asked.seed is None else asked.seed,
        options=asked.options,
        source=source,
        content=contents,
    )
