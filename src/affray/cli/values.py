"""What can stand for an argument, for shells to complete: nothing is loaded but what tells it.

Each function takes what click gives it, and gives what begins as was typed; whatever goes wrong on the way,
nothing is completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

from affray.core.errors import AffrayError
from affray.core.installed import fighters_named, listed_games, listed_scenes

Completed: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
Offered: TypeAlias = Callable[[click.Context, str], Iterable[CompletionItem | str]]

LARGEST = 4 << 20
"""Bytes of a scene that is looked into."""


def _completing(offered: Offered) -> Completed:
    """Those of what is offered that begin as was typed, in large letters or small; nothing after a fault."""

    @wraps(offered)
    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
        try:
            found = [CompletionItem(x) if isinstance(x, str) else x for x in offered(ctx, typed)]
        except (AffrayError, OSError, ValueError):
            return []
        begins = typed.casefold()
        return [each for each in found if each.type != "plain" or each.value.casefold().startswith(begins)]

    return complete


@_completing
def game(ctx: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The games that are installed."""
    for each in listed_games():
        yield CompletionItem(each.id, help=each.title)


@_completing
def scene(ctx: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The scenes that come with the games; else files."""
    found = [name for name in listed_scenes() if name.casefold().startswith(typed.casefold())]
    for name in found:
        yield CompletionItem(name, help=listed_scenes()[name][1].title)
    if not found:
        yield CompletionItem(typed, type="file")


@_completing
def fighter(ctx: click.Context, typed: str) -> Iterable[str]:
    """Who fights in the scene that was typed."""
    return fighters_of(_scene(ctx))


@_completing
def action(ctx: click.Context, typed: str) -> Iterator[str]:
    """What the fighter that was typed may do in the first round, from the word on that is being typed."""
    from affray.cli.first_round import FirstRound
    from affray.operations import load_scene

    who = ctx.params.get("actor") or ctx.params.get("actor_option") or ""
    before = "".join(f"{word} " for word in ctx.params.get("words") or ())
    for words in FirstRound.of(load_scene(_scene(ctx), ctx.params.get("packs") or ()), who).legal:
        if words.casefold().startswith(before.casefold()):
            yield words[len(before) :]


@_completing
def policy(ctx: click.Context, typed: str) -> Iterator[str]:
    """The policies of the game of the scene that was typed."""
    from affray.operations import load_scene

    yield from load_scene(_scene(ctx)).ruleset.policies
    yield "best"


@_completing
def session(ctx: click.Context, typed: str) -> list[CompletionItem]:
    """The fights that the store holds."""
    return _sessions(ctx)


@_completing
def language(ctx: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The languages that are installed."""
    from affray.languages.catalogues import languages

    for code, title in languages().items():
        yield CompletionItem(code, help=title)


@_completing
def kept(ctx: click.Context, typed: str) -> Iterator[CompletionItem]:
    """The fights that the store holds; else files."""
    found = [each for each in _sessions(ctx) if each.value.casefold().startswith(typed.casefold())]
    yield from found or [CompletionItem(typed, type="file")]


def fighters_of(scene: str) -> tuple[str, ...]:
    """The names of who fights in a scene, without loading its game; empty where it cannot be read."""
    if scene in listed_scenes() and not Path(scene).is_file():
        return listed_scenes()[scene][1].fighters
    import tomllib

    with Path(scene).open("rb") as file:
        data: dict[str, Any] = tomllib.loads(file.read(LARGEST).decode())
    return tuple(fighters_named(data.get("fighters")))


def _sessions(ctx: click.Context) -> list[CompletionItem]:
    from affray.cli.sessions import there

    with there(ctx.params.get("address")) as store:
        listed = store.do(lambda s: s.sessions())
    return [CompletionItem(each.name, help=each.session) for each in listed]


def _scene(ctx: click.Context) -> str:
    return str(ctx.params.get("scene") or "")
