"""A plugin of mypy: what `house_record` gives has a typed field for each option of `rules.toml`.

So the rules are checked against the options that are there, and against their values.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mypy.nodes import GDEF, EllipsisExpr, SymbolTableNode
from mypy.plugin import DynamicClassDefContext, Plugin, ReportConfigContext
from mypy.types import LiteralType, Type, UnionType

MAKER = "affray.core.catalogue.house_record"
OPTIONS = "rules.toml"


class HouseRules(Plugin):
    """Reads the options beside the module that calls `house_record`."""

    def get_dynamic_class_hook(self, fullname: str) -> Callable[[DynamicClassDefContext], None] | None:
        """Make the record where it is asked for."""
        return made if fullname == MAKER else None

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """What a module has to be checked anew for: its options."""
        beside = Path(ctx.path).with_name(OPTIONS)
        return [[*each.items()] for each in options(beside)] if beside.exists() else None


def options(path: Path) -> list[dict[str, Any]]:
    """What decides about the types: key, default and values of each option."""
    read = tomllib.loads(path.read_text(encoding="utf-8")).get("option", ())
    return [{"key": o["key"], "default": o["default"], "values": [*o.get("values", ())]} for o in read]


def made(ctx: DynamicClassDefContext) -> None:
    """The record of a game, with the name that it is given."""
    api: Any = ctx.api  # the analyser of named tuples is no part of the plugins' interface
    known = api.globals.get(ctx.name)
    every = options(Path(api.cur_mod_node.path).with_name(OPTIONS))
    fields = {each["key"].replace(".", "_"): each for each in every}
    info = api.named_tuple_analyzer.build_namedtuple_typeinfo(
        ctx.name,
        [*fields],
        [kind(api, each) for each in fields.values()],
        dict.fromkeys(fields, EllipsisExpr()),
        ctx.call.line,
        known.node if known and hasattr(known.node, "special_alias") else None,
    )
    api.add_symbol_table_node(ctx.name, SymbolTableNode(GDEF, info, plugin_generated=True))


def kind(api: Any, option: dict[str, Any]) -> Type:
    """The type of an option: truth, a number, or one of its values."""
    text = api.named_type("builtins.str")
    if option["values"]:
        return UnionType.make_union([LiteralType(value, text) for value in option["values"]])
    plain: Type = api.named_type(f"builtins.{type(option['default']).__name__}")
    return plain


def plugin(_: str) -> type[Plugin]:
    """Called by mypy."""
    return HouseRules
