"""The hash of a state: the same everywhere, cheap where little has changed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from affray.core.effect import pack
from affray.core.fight import Fight


class Digests:
    """Hashes states one after the other, and packs only what has changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, bytes]] = {}

    def of(self, fight: Fight[Any, Any, Any]) -> str:
        """The hash of a fight, 32 hexadecimal digits."""
        parts = (fight.house, *fight.bodies)
        old, self._known = self._known, {}
        for part in parts:
            known = old.get(id(part))
            self._known[id(part)] = known if known and known[0] is part else (part, _digest(part))
        return blake2b(b"".join(self._known[id(part)][1] for part in parts), digest_size=16).hexdigest()


def _digest(part: Any) -> bytes:
    return blake2b(msgspec.json.encode(_plain(part)), digest_size=16).digest()


def _plain(part: Any) -> object:
    if is_dataclass(part):
        return [[f.name, pack(getattr(part, f.name))] for f in fields(part)]
    return pack(part)
