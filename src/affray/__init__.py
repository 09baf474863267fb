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

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.public import *  # noqa: F403 (what there is stands once, in its `__all__`)
    from affray.public import __all__ as __all__

    __version__: str

FUNCTIONS = frozenset(("balance", "odds", "solve"))
"""Functions with the name of a subpackage: as attributes they stay the functions."""


class _FrontDoor(ModuleType):
    """The package, whose names are looked up when somebody wants them: importing it takes no time."""

    def __getattr__(self, name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            value: object = version("affray")
        elif name.startswith("_") and name != "__all__":
            raise AttributeError(f"module 'affray' has no attribute {name!r}", name=name, obj=self)
        else:
            value = self._offered(name)
        setattr(self, name, value)
        return value

    def _offered(self, name: str) -> object:
        public = import_module("affray.public")
        if name != "__all__" and name not in public.__all__:
            from affray.core.errors import unknown

            said = unknown("attribute of affray", name, public.__all__)
            raise AttributeError(said, name=name, obj=self)
        value: object = getattr(public, name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """Python puts every subpackage that is imported here, over a function of the same name too."""
        if name not in FUNCTIONS or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), "__version__", *import_module("affray.public").__all__})


sys.modules[__name__].__class__ = _FrontDoor
