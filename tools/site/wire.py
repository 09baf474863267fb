"""The wire and the server's addresses as pages, from messages and routes."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.server.app import ROUTES
from affray.server.openapi import description
from affray.table import wire
from affray.table.other_answers import WireEarlier, WirePreview
from tools.site.schema import code, fields, kind, record, table, words

REF = "#/$defs/{name}"
ANSWERS: tuple[type[msgspec.Struct], ...] = (
    wire.WireView,
    wire.WireEvent,
    wire.WireDone,
    wire.WireRefused,
    wire.Pong,
    wire.Bye,
)


def pages() -> dict[str, str]:
    """The pages, by their places."""
    return {"reference/wire.md": messages(), "reference/addresses.md": addresses()}


def messages() -> str:
    """Commands, sections and answers."""
    sections = [each for each in wire.SECTIONS.values() if each is not None]
    given = (wire.WirePast, wire.WireTool, wire.WireFighterCard, wire.WireNewcomers)
    data = [*given, wire.Forked, wire.WireFreeRoll, WireEarlier, WirePreview]
    kinds: list[Any] = [*wire.COMMANDS.values(), *ANSWERS, *data, *sections]
    _, records = wire.schemas(kinds, REF)
    outer, _ = wire.schemas(wire.SECTIONS.values(), REF)
    answers = {wire.published(each.__name__): each for each in ANSWERS}
    told = {*answers, *(wire.published(each.__name__) for each in wire.COMMANDS.values())}
    return "\n".join(
        [
            "# The wire\n",
            "What goes between a live table and its clients, as JSON text over `/s/SESSION/ws`. "
            f"A message is at most {wire.MOST:,} bytes long.\n",
            "## Commands\n",
            "What a client sends. `do` says which command it is; every command has besides an `id` of the "
            "client's own (the same one is carried out once) and `seq`, the state that the client has "
            "seen (-1: any).\n",
            *(_command(name, records[each.__name__]) for name, each in sorted(wire.COMMANDS.items())),
            "## Answers and news\n",
            "What the server sends; `t` says which it is.\n",
            *(_named(records[name], str(each.__struct_config__.tag)) for name, each in answers.items()),
            "## Sections\n",
            "What a view consists of; each is sent as a whole when it changes.\n",
            table(
                ("section", "what"),
                [(code(name), kind(part)) for name, part in zip(wire.SECTIONS, outer, strict=True)],
            ),
            "## Records\n",
            *(record(name, records[name]) for name in sorted(set(records) - told)),
        ]
    )


def _command(name: str, schema: dict[str, Any]) -> str:
    about = words(schema.get("description", ""))
    rest = {key: part for key, part in schema["properties"].items() if key not in ("do", "id", "seq")}
    inner = fields({**schema, "properties": rest}) if rest else ""
    return f"### do: {name}\n\n{about}\n\n{inner}"


def _named(schema: dict[str, Any], tag: str) -> str:
    about = words(schema.get("description", ""))
    return f"### t: {tag}\n\n{about}\n\n" + fields(schema, leave=("t",))


def addresses() -> str:
    """The addresses over HTTP."""
    document = description(ROUTES)
    rows = []
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            answers = ", ".join(sorted(told.get("responses", {})))
            rows.append((code(f"{method.upper()} {path}"), words(told.get("summary", "")), answers))
    return "\n".join(
        [
            "# Addresses of the server\n",
            "Over HTTP; a server tells the same, with all its answers, at `/openapi.json`. Messages of the "
            "socket are those of [the wire](wire.md).\n",
            table(("address", "what", "answers"), rows),
        ]
    )
