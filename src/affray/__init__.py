"""Affray: combat for tabletop games; a rule is written once and run five ways.

>>> import affray
>>> session = affray.start("duel", seed=7)
>>> session.actor, session.run()
('Zara', 'guild')
>>> affray.odds("duel", "Zara", "normal shot at Kaan")
<ActionOdds hits Kaan 96.2 %, exact>
>>> affray.simulate("duel", n=200).wins["crew"].share
0.325
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.public import *  # noqa: F403 (what there is stands once, in its `__all__`)
    from affray.public import __all__ as __all__

    __version__: str


def __getattr__(name: str) -> object:
    """Look up what is offered when somebody wants it: importing the package takes no time."""
    value = _version() if name == "__version__" else _offered(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All that is offered, and what every module has."""
    return sorted({*globals(), "__version__", *import_module("affray.public").__all__})


def _version() -> str:
    from importlib.metadata import version

    return version("affray")


def _offered(name: str) -> object:
    # `from affray import operations` asks here first, and imports the module if there is nothing.
    if (name.startswith("_") and name != "__all__") or find_spec(f"affray.{name}"):
        raise AttributeError(f"module 'affray' has no attribute {name!r}", name=name)
    public = import_module("affray.public")
    if name != "__all__" and name not in public.__all__:
        from affray.core.errors import unknown

        raise AttributeError(unknown("attribute of affray", name, public.__all__), name=name)
    value: object = getattr(public, name)
    return value
