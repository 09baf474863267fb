"""Stores: sessions kept in SQLite or PostgreSQL, entry by entry."""

from affray.store.addresses import open_store
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat
from affray.store.store import Store

__all__ = [
    "Attachment",
    "Listed",
    "SessionDump",
    "Snapshot",
    "Store",
    "StoreEvent",
    "StoreSeat",
    "open_store",
]
