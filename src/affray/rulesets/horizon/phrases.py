"""Parts of sentences that the chapters of the game share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from affray.core.act import Act
from affray.core.message import filled, joined
from affray.core.phrases import phrase, thing
from affray.tabletop import Names
from affray.tabletop.words import in_place


@dataclass(frozen=True, slots=True)
class Said:
    """An act by a form of `whom`, `item`, `where` and `n`; without one of them, its name and where to.

    >>> Said("draw the {item}")((), Act("draw", item="knife"))
    'draw the knife'
    """

    form: str = ""
    called: str = ""
    """What people call it, where that is not its name."""
    aims: Mapping[str, str] | None = None
    """What it is for, by its thing."""

    def __call__(self, names: Names, act: Act) -> str:
        """The act in words."""
        whom = "" if act.at is None else names[act.at]
        where = phrase("towards", whom) if whom else phrase("to", in_place(act.to)) if act.to else ""
        parts = {"whom": whom, "item": act.item and thing(act.item), "where": where, "n": act.n}
        if self.form and all(part or f"{{{name}" not in self.form for name, part in parts.items()):
            said, where = filled(self.form, **parts), ""
        else:
            said = self.called or act.name
        aim = self.aims.get(act.item, "") if self.aims else ""
        return joined(" ", [part for part in (said, where, aim) if part])


PLAINLY = Said()
"""An act by its name, and where to."""
