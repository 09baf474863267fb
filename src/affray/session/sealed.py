"""The machine's dice of a live fight, keyed: nobody foretells them, everybody can check them.

A key of 256 bits is drawn for a fight, and its seal (a fingerprint) is told at once; after the fight the
key is opened.  A roll comes from the key, from all that has been played up to then, and from what is asked:
the same deed again falls alike, another one differently.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from affray.core.effect import Effect, pack
from affray.core.errors import LogError
from affray.core.live import Answer, Asked, Concealed, Departed, Joined, Override
from affray.core.message import Verbatim, english, msg
from affray.session.entries import MACHINE, Amend, FreeRoll, Logged, Sealed, SessionLine, Standing
from affray.session.log import Header

KEY = 32
"""Bytes of a key."""
WORD = 8
"""Bytes of one number drawn."""

_encode = msgspec.json.Encoder(enc_hook=english).encode


def fresh() -> bytes:
    """A key out of the operating system's randomness."""
    return secrets.token_bytes(KEY)


def seeded(seed: int) -> bytes:
    """The key of a seed, for a fight that is to fall alike each time: whoever knows the seed foretells it."""
    return sha256(b"affray seed %d\n" % seed).digest()


def seal(key: bytes) -> str:
    """The fingerprint of a key, 64 hexadecimal digits: it tells nothing of the key."""
    return sha256(b"affray seal 1\n" + key).hexdigest()


class Keys:
    """The keys of a session as far as they are known here, by their seals."""

    def __init__(self, header: Header) -> None:
        self.seal = header.seal
        """Of the key from which dice come now; empty where they come from a seed."""
        self._of_seed = header.seal if header.seeded else None
        self.known: dict[str, bytes] = {}
        self.told = bool(header.key)
        """Whether the present key stands in the log."""
        self.used = False
        """Whether dice have come from it."""
        self.learn(header.key)

    def learn(self, *keys: str) -> None:
        """Know these keys, in hexadecimal digits; raises LogError for one that is none."""
        for each in filter(None, keys):
            try:
                key = bytes.fromhex(each)
            except ValueError:
                raise LogError(
                    msg("expected a key in hexadecimal digits, got {each}", each=Verbatim(repr(each[:20])))
                ) from None
            self.known[seal(key)] = key

    def read(self, lines: Iterable[SessionLine]) -> None:
        """Learn what entries say of keys."""
        for line in lines:
            if isinstance(line.entry, Sealed):
                self.seal, self.told, self.used = line.entry.seal, bool(line.entry.key), False
                self.learn(line.entry.opened, line.entry.key)
            elif any(each.entry.dice and each.by in MACHINE for each in _answers(line)):
                self.used = True

    @property
    def foretold(self) -> bool:
        """Whether the present key comes from a seed: it is no secret, and its dice prove nothing."""
        return self.seal == self._of_seed

    @property
    def lost(self) -> bool:
        """Whether the present key is not known here."""
        return bool(self.seal) and self.seal not in self.known

    @property
    def now(self) -> bytes:
        """The key of the present seal, nothing where there is none; raises LogError if it is not known."""
        if self.lost:
            raise LogError("the key for its dice is not here: they need a new seal first", code="log/no-key")
        return self.known.get(self.seal, b"")


def _answers(line: SessionLine) -> Iterable[Any]:
    """The answers that came in with an entry."""
    if isinstance(line.entry, Amend):
        return [each for _, each in line.entry.added]
    if isinstance(line.entry, FreeRoll):  # that of a secret one would tell of it, as its key is opened
        return () if line.entry.secret else (line,)
    return (line,) if isinstance(line.entry, Answer) else ()


class Keyed:
    """Numbers of one roll: HMAC-SHA256 of its place in the fight and a counter, under the key."""

    def __init__(self, key: bytes, place: bytes) -> None:
        self._words = _words(key, place)

    def random(self) -> float:
        """A number from 0 up to, never at, 1: 53 bits."""
        return (next(self._words) >> 11) / (1 << 53)

    def below(self, n: int) -> int:
        """A whole number from 0 up to, never at, n, each exactly as likely."""
        most = (1 << 8 * WORD) // n * n
        return next(word for word in self._words if word < most) % n


def _words(key: bytes, place: bytes) -> Iterator[int]:
    n = 0
    while True:
        block = hmac.digest(key, place + n.to_bytes(4), "sha256")
        for at in range(0, len(block), WORD):
            yield int.from_bytes(block[at : at + WORD])
        n += 1


def place(history: bytes, asked: Asked) -> bytes:
    """Where a roll stands: what has been played, and what is asked."""
    return sha256(history + _encode([int(asked.who), asked.question, asked.chance])).digest()


def place_of_free_roll(seq: int, sides: Sequence[int]) -> bytes:
    """Where a free roll stands: its number in the log, which no other entry ever has, and its dice.

    No roll of the fight stands there, so none falls otherwise for it.
    """
    return sha256(b"affray throw 1\n" + _encode([seq, sides])).digest()


def _packed(value: Any) -> object:
    """A value as the log has it."""
    return value.packed() if isinstance(value, Effect) else pack(value)


class History:
    """The digest of what has been played, one line after the other."""

    def __init__(self, plainly: Callable[[Any], object] = _packed) -> None:
        self._plainly = plainly
        self._lines: list[SessionLine] = []
        self._digests: list[bytes] = []
        self._first = b""

    def of(self, standing: Standing) -> bytes:
        """Of the entries that count, since the last change of the game's version.

        Whom the game master hides makes no difference: it is no business of the rules.
        """
        played, first = standing.played, _start(standing)
        if first != self._first:
            self._lines, self._digests, self._first = [], [sha256(first).digest()], first
        since = _since(standing)
        lines = [line for line in played if line.seq > since] if since else played
        n = min(len(lines), len(self._lines))
        while n and self._lines[n - 1] is not lines[n - 1]:
            n -= 1
        del self._lines[n:], self._digests[n + 1 :]
        for line in lines[n:]:
            self._lines.append(line)
            self._digests.append(self._after(self._digests[-1], line.entry))
        return self._digests[-1]

    def _after(self, digest: bytes, entry: Logged) -> bytes:
        return digest if isinstance(entry, Concealed) else sha256(digest + self._entry(entry)).digest()

    def _entry(self, entry: Logged) -> bytes:
        """An entry as the log has it, but for who gave it and when."""
        match entry:
            case Answer((who, question, chance), value, dice):
                return _encode(["answer", int(who), question, chance, self._plainly(value), dice])
            case Override(effect, _, after):
                return _encode(["override", self._plainly(effect), after])
            case Joined(body, _, after):
                return _encode(["join", self._plainly(body), after])
            case Departed(who, _, after):
                return _encode(["remove", int(who), after])
            case _:  # pragma: no cover
                raise TypeError(entry)


def _since(standing: Standing) -> int:
    """The number of the entry that changed the version last; 0 for none."""
    upgrade = standing.upgraded
    return 0 if upgrade is None else next(line.seq for line in standing.kept if line.entry is upgrade)


def _start(standing: Standing) -> bytes:
    upgrade = standing.upgraded
    return b"affray dice 1\n" if upgrade is None else _encode(["upgraded", upgrade.version, _since(standing)])
