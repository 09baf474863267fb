"""Stores: sessions kept in SQLite or PostgreSQL, entry by entry."""

from affray.store.kept import Attachment, Event, Held, Listed, Seat, Snapshot
from affray.store.opening import open_store
from affray.store.store import Store

__all__ = ["Attachment", "Event", "Held", "Listed", "Seat", "Snapshot", "Store", "open_store"]
