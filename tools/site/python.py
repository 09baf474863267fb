"""The Python API as pages: public names with their signatures and docstrings."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from tools.site.schema import words

MODULES = {
    "affray": "For everybody: scenes, live fights, odds, simulation, balance, advice",
    "affray.balancing.search": "The search for changes that reach a target",
    "affray.balancing.compare": "Weapons and house rules side by side",
    "affray.session": "For programs that keep fights: a session and its log",
    "affray.session.opening": "How a session begins",
    "affray.store.blocking_store": "Stores without coroutines",
    "affray.store": "Stores of sessions",
    "affray.store.stored_sessions": "Sessions in a store",
    "affray.campaign": "Campaigns: fights in a row, and the time between",
    "affray.env": "Environments for learning machines",
    "affray.pricing": "Exact odds of actions",
    "affray.simulation.result": "What a simulation found",
    "affray.autopilot.advice": "Advice",
    "affray.solver": "Whole fights exactly",
    "affray.core.ruleset": "For authors of games: a game",
    "affray.core.play": "For authors: plays, the only door of a rule",
    "affray.core.dice": "For authors: chances",
    "affray.core.tally": "For authors: tallies",
    "affray.core.effect": "For authors: effects",
    "affray.core.view": "For authors: views and facts",
    "affray.core.fight": "For authors: fights",
    "affray.core.act": "For authors: actions and menus",
    "affray.core.act_kinds": "For authors: kinds of actions",
    "affray.core.scene": "For authors: scenes",
    "affray.core.catalogue": "For authors: catalogues",
    "affray.core.follow": "For authors: what is followed",
    "affray.core.levers": "For authors: levers of balance",
    "affray.core.ground": "For authors: what lies on the map",
    "affray.core.downtime": "For authors: between fights",
    "affray.core.foreign": "For authors: characters of other programs",
    "affray.core.errors": "What can go wrong",
    "affray.sheet": "For authors: the printed sheet",
    "affray.testing.contract": "For authors: the contract that a game keeps",
    "affray.testing.script": "For authors: scripted plays",
}
"""The modules that are told of, each with a few words; the rest is not meant for others."""

CALLED = re.compile(r"^(?: {4,}|\t)")


class Member(NamedTuple):
    """A public name of a module or of a class."""

    name: str
    thing: Any


def pages() -> dict[str, str]:
    """A page for each module, and one that lists them."""
    listed = "\n".join(f"* [`{name}`]({name}.md): {about}" for name, about in MODULES.items())
    found = {"reference/python/index.md": f"# Python\n\nThe modules that are meant for others.\n\n{listed}\n"}
    for name in MODULES:
        found[f"reference/python/{name}.md"] = "\n".join(_module(import_module(name)))
    return found


def public(module: ModuleType) -> list[Member]:
    """The public names of a module: those of `__all__`, else what is defined in it."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [Member(name, getattr(module, name)) for name in listed]
    own = [Member(name, thing) for name, thing in vars(module).items() if not name.startswith("_")]
    kinds = (inspect.isfunction, inspect.isclass)
    return [
        m
        for m in own
        if any(kind(m.thing) for kind in kinds) and getattr(m.thing, "__module__", "") == module.__name__
    ]


def _module(module: ModuleType) -> Iterator[str]:
    yield f"# {module.__name__}\n\n{told(module)}"
    for name, thing in public(module):
        if inspect.isclass(thing):
            yield from _class(name, thing)
        elif callable(thing):
            yield f"## {name}\n\n{_signature(name, thing)}\n{told(thing)}"
        else:
            yield f"## {name}\n\n```text\n{name}: {type(thing).__name__}\n```\n"


def _class(name: str, kind: type) -> Iterator[str]:
    bases = [base.__name__ for base in kind.__bases__ if base not in (object, tuple)]
    above = f"({', '.join(bases)})" if bases else ""
    yield f"## {name}\n\n```text\nclass {name}{above}\n```\n\n{told(kind)}"
    fields = [f"{own}: {_type(said)}" for own, said in _fields(kind)]
    if fields:
        yield "```text\n" + "\n".join(fields) + "\n```\n"
    for own, member in _members(kind):
        yield f"### {name}.{own}\n\n{_signature(own, member)}\n{told(member)}"


def _fields(kind: type) -> list[tuple[str, Any]]:
    return [(own, said) for own, said in inspect.get_annotations(kind).items() if not own.startswith("_")]


def _members(kind: type) -> Iterator[Member]:
    """Methods, class methods and properties of a class, those of bases that have no page included."""
    told = set[str]()
    for own in kind.__mro__:
        if own is not kind and (own.__module__ in MODULES or not own.__module__.startswith("affray.")):
            continue
        for name, thing in vars(own).items():
            inner = _got(thing) or getattr(thing, "__func__", thing)
            if not name.startswith("_") and name not in told and inspect.isfunction(inner) and inner.__doc__:
                told.add(name)
                yield Member(name, thing)


def _signature(name: str, thing: Any) -> str:
    inner = _got(thing)
    if inner is not None:
        said = _type(inspect.get_annotations(inner).get("return", ""))
        return f"```text\n{name}: {said}\n```\n"
    inner = getattr(thing, "__func__", thing)
    try:
        signature = inspect.signature(inner)
    except (TypeError, ValueError):
        return ""
    start = "async def " if inspect.iscoroutinefunction(inner) else "def "
    return f"```python\n{start}{name}{_laid_out(signature)}: ...\n```\n"


def _got(thing: Any) -> Any:
    """The function behind a property; None of anything else."""
    return getattr(thing, "fget", None) or getattr(thing, "func", None)


def _laid_out(signature: inspect.Signature) -> str:
    """On one line where it fits, else a parameter a line."""
    parts = list(_parameters(signature))
    gives = (
        "" if signature.return_annotation is signature.empty else f" -> {_type(signature.return_annotation)}"
    )
    short = f"({', '.join(parts)}){gives}"
    if len(short) < 70:
        return short
    return "(\n" + "".join(f"    {part},\n" for part in parts) + f"){gives}"


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    """Parameters as one writes them, with the marks of those that are given by name or by place alone."""
    before: Any = None
    for p in signature.parameters.values():
        if before is p.POSITIONAL_ONLY and p.kind is not before:
            yield "/"
        if p.kind is p.KEYWORD_ONLY and before not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL):
            yield "*"
        yield _parameter(p)
        before = p.kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"


def _parameter(p: inspect.Parameter) -> str:
    """One parameter with its type and its default, such as `who: str = ''`."""
    stars = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
    typed = "" if p.annotation is p.empty else f": {_type(p.annotation)}"
    if p.default is p.empty:
        return f"{stars}{p.name}{typed}"
    return f"{stars}{p.name}{typed}{' = ' if typed else '='}{_default(p.default)}"


def _default(value: Any) -> str:
    """A default as one writes it; of a function its name, or dots where it has none."""
    if inspect.isfunction(value):
        return "..." if value.__name__ == "<lambda>" else value.__name__
    return (
        value.__name__
        if inspect.isclass(value)
        else json.dumps(value)
        if isinstance(value, str)
        else repr(value)
    )


def _type(said: Any) -> str:
    if isinstance(said, str):
        return said.replace("'", "")
    return str(getattr(said, "__forward_arg__", None) or getattr(said, "__name__", said))


def told(thing: Any) -> str:
    """A docstring as Markdown: examples and drawings as blocks, the rest as words."""
    text = inspect.cleandoc(getattr(thing, "__doc__", None) or "")
    return "".join(_paragraph(part) for part in re.split(r"\n{2,}", text) if part.strip())


def _paragraph(part: str) -> str:
    if part.startswith(">>>"):
        return f"```pycon\n{part}\n```\n\n"
    if CALLED.match(part) or any(sign in part for sign in ("├", "└")):
        return f"```text\n{textwrap.dedent(part)}\n```\n\n"
    return words(part) + "\n\n"
