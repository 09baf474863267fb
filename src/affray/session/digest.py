"""The hash of a state: the same everywhere, cheap where little has changed."""

from __future__ import annotations

from dataclasses import is_dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from affray.core.effect import AS_IS, named, pack
from affray.core.fight import GameFight
from affray.core.message import english
from affray.core.names import keys_of, usual_of

KEPT = 5_000
"""Encoded values beyond which all are forgotten."""


class Digests:
    """Hashes states one after the other, and packs only what has changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, bytes]] = {}
        self._encoded: dict[int, tuple[Any, msgspec.Raw]] = {}

    def of(self, fight: GameFight) -> str:
        """The hash of a fight, 32 hexadecimal digits."""
        parts = (fight.house, *fight.bodies)
        old, self._known = self._known, {}
        for part in parts:
            known = old.get(id(part))
            self._known[id(part)] = known if known and known[0] is part else (part, self._digest(part))
        said = b"".join([self._known[id(part)][1] for part in parts])
        # Where nobody has left it is the hash that it was before anybody could.
        gone = msgspec.json.encode([int(who) for who in fight.gone]) if fight.gone else b""
        return blake2b(said + gone, digest_size=16).hexdigest()

    def _digest(self, part: Any) -> bytes:
        return blake2b(msgspec.json.encode(self._plain(part), enc_hook=english), digest_size=16).digest()

    def _plain(self, part: Any) -> object:
        """A body as plain data; of its values only those are encoded that are new."""
        kind: Any = type(part)
        if is_dataclass(part):
            return [[key, pack(getattr(part, name))] for name, key in keys_of(kind)]
        if not hasattr(part, "_fields"):
            return pack(part)
        plain: dict[str, object] = {"is": named(type(part))}
        for (_, key), value in zip(keys_of(kind), part, strict=True):
            plain[key] = value if type(value) in AS_IS else self._raw(value)
        for name, key, usual in usual_of(kind):
            if getattr(part, name) == usual:
                del plain[key]
        return plain

    def _raw(self, value: Any) -> msgspec.Raw:
        known = self._encoded.get(id(value))
        if known is None or known[0] is not value:
            if len(self._encoded) >= KEPT:
                self._encoded.clear()
            known = self._encoded[id(value)] = (
                value,
                msgspec.Raw(msgspec.json.encode(pack(value), enc_hook=english)),
            )
        return known[1]
