"""Drafts: scenes as plain data that is changed, and read like any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from affray.balancing.toml import written
from affray.core.fight import AnyFight
from affray.core.pack import NOTHING, Content
from affray.core.record import parsed
from affray.core.ruleset import Ruleset
from affray.core.scene import Scene, read_scene

GONE = "\x00gone"
"""Put where something is taken away: no value of a scene can hold it."""


class Put(NamedTuple):
    """One edit: what stands at a path of keys.

    Records of a list are found by their names.  A record that is not there is added at the end;
    nothing is put into one that is gone.
    """

    path: tuple[str, ...]
    value: Any


@dataclass(frozen=True)
class Draft:
    """A scene that can be changed: its game, data, source, and what packs bring.

    >>> from affray.core.ruleset import ruleset
    >>> game = ruleset("coriolis")
    >>> duel = Draft.of(game, game.scenes["duel"], "duel.toml")
    >>> later = duel.changed([Put(("fighters", "Kaan", "armour"), "heavy armour")])
    >>> [fighter.armour for fighter in later.scene.fighters]
    ['light armour', 'heavy armour']
    """

    ruleset: Ruleset
    data: Mapping[str, Any]
    source: str = "scene"
    content: Content = NOTHING

    @classmethod
    def of(cls, ruleset: Ruleset, text: str, source: str = "scene", content: Content = NOTHING) -> Draft:
        """The draft of a scene in a file; raises BadData when it is no TOML."""
        return cls(ruleset, parsed(text, source)[0], source, content)

    @property
    def text(self) -> str:
        """The scene as TOML."""
        return written(self.data)

    @cached_property
    def scene(self) -> Any:
        """The scene as its game reads it; raises BadData with every fault."""
        kind: type[Scene] = self.ruleset.scene
        return read_scene(self.text, kind, self.source, self.content)

    @cached_property
    def fight(self) -> AnyFight:
        """The fight as the scene opens; raises BadData with every fault."""
        return self.ruleset.start(self.scene)

    @property
    def sides(self) -> list[str]:
        """The sides that are there from the start, in their order."""
        return list(dict.fromkeys(fighter.side for fighter in self.scene.starting))

    def changed(self, edits: Iterable[Put]) -> Draft:
        """The draft after these edits, whether it can be read or not."""
        data = deepcopy(dict(self.data))
        for edit in edits:
            _put(data, edit.path, edit.value)
        return replace(self, data=data)


def _put(holder: Any, path: tuple[str, ...], value: Any) -> None:
    key, *rest = path
    if isinstance(holder, list):
        at = next((n for n, record in enumerate(holder) if record.get("name") == key), None)
        if rest and at is not None:
            _put(holder[at], tuple(rest), value)
        elif not rest and at is None and value != GONE:
            holder.append(deepcopy(value))
        elif not rest and at is not None:
            holder[at : at + 1] = [] if value == GONE else [deepcopy(value)]
    elif rest:
        _put(holder.setdefault(key, [] if key in ("fighters", "covers") else {}), tuple(rest), value)
    elif value == GONE:
        holder.pop(key, None)
    else:
        holder[key] = deepcopy(value)
