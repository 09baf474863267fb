"""Quotas: how much one table, or whoever comes from one address, may take of what all share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic
from typing import NamedTuple

from affray.core.errors import AffrayError, BadAnswer
from affray.core.message import Verbatim, joined, msg
from affray.store import Store

MINUTE = 60.0
MEGABYTE = 1_000_000
KNOWN = 10_000
"""Of so many addresses something is remembered at most."""


class OverQuota(AffrayError):
    """More is asked for than whoever keeps the server allows."""

    code = "table/over-quota"


class Quotas(NamedTuple):
    """What may be taken; 0 means as much as one likes.

    `tables` are kept in the store, those in the bin too; `megabytes` are the log of one table; `sockets` are
    open from one address, and `requests` come from it in a minute, both counted by each worker.
    """

    tables: int = 0
    megabytes: int = 64
    sockets: int = 500
    requests: int = 6_000

    def check_size(self, size: int) -> None:
        """Raise OverQuota where the log of a table would grow to more bytes than it may."""
        if self.megabytes and size > self.megabytes * MEGABYTE:
            raise OverQuota(
                msg(
                    "this table is full: its log has {megabytes} MB; continue with a copy from an "
                    "earlier step, or ask the server's admin for more (--limit megabytes)",
                    megabytes=self.megabytes,
                )
            )

    async def check_another(self, store: Store) -> None:
        """Raise OverQuota where the store keeps as many tables as it may; StoreError."""
        if self.tables and len(await store.sessions()) >= self.tables:
            raise OverQuota(
                msg(
                    "this server has room for {tables} tables; delete one for good, or ask the server's "
                    "admin for more (--limit tables)",
                    tables=self.tables,
                )
            )


USUAL = Quotas()
"""What may be taken where nobody has said otherwise."""


def changed(said: Iterable[str]) -> Quotas:
    """The usual quotas with those that were named, such as `tables=200`; raises BadAnswer."""
    found = dict[str, int]()
    for each in said:
        name, _, number = each.partition("=")
        if name not in Quotas._fields or not (number.isascii() and number.isdecimal() and len(number) < 10):
            raise BadAnswer(
                msg(
                    "--limit {each}: expected NAME=NUMBER, where NAME is one of {names} and 0 means no limit",
                    each=Verbatim(repr(each)),
                    names=joined(", ", map(Verbatim, Quotas._fields)),
                ),
                code="answer/no-limit",
            )
        found[name] = int(number)
    return USUAL._replace(**found)


class Rate:
    """So many in a minute for each address: all at once, or one after the other."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.most, self.clock = most, clock
        self._free: dict[str, float] = {}

    def allows(self, who: str) -> bool:
        """Whether one more is allowed; it counts if so."""
        if not self.most:
            return True
        now = self.clock()
        free = max(self._free.get(who, 0.0), now - MINUTE)
        if free > now - MINUTE / self.most / 2:
            return False
        if len(self._free) > KNOWN:
            self._free.clear()
        self._free[who] = free + MINUTE / self.most
        return True
